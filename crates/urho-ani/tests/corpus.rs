//! Real animations, and what the engine read from them.

use std::process::ExitCode;

use fuzzkit::ani::{ANY, Ani};
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{Format, differences, laws};
use urho_ani::binio::Severity;
use urho_ani::{Animation, Sidecar};

/// What the truth says and a summary doesn't: about the run of the engine and its memory.
const UNSPOKEN: &[&str] = &["file", "kind", "file_size", "file_sha256", "ok", "bytes_consumed", "memory_use"];

fn main() -> ExitCode {
    let truth = |folder, count| ("equals the engine", Selection::new(folder, &["ani"], count), equals_the_engine as _);
    let sound = |folder, count| ("has no warnings", Selection::new(folder, &["ani"], count), has_no_warnings as _);
    run(&[
        truth("urho/engine", 40),
        truth("urho/importer", 21),
        truth("urho/synth", 1),
        sound("urho/engine", 40),
        sound("urho/importer", 21),
        ("hostile", Selection::new("urho/hostile", &["ani"], 7), is_told),
    ])
}

/// The side file of an animation.
fn sidecar(file: &CorpusFile, length: f32) -> Option<Sidecar> {
    let xml = std::fs::read(file.path().with_extension("xml")).ok()?;
    let (sidecar, _) = Sidecar::parse_xml(&xml, Some(length)).expect("the side files of the corpus are sound");
    Some(sidecar)
}

/// Every field of the truth, every hash and trigger; and the file comes back as it is.
fn equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = animation.summary(true);
    let summary = match sidecar(file, animation.length) {
        Some(sidecar) => summary.with_sidecar(&sidecar),
        None => summary,
    };
    let summary = serde_json::to_value(summary).map_err(|error| error.to_string())?;
    let truth = file.truth().ok_or("no truth beside it")?;
    let differences = differences(&summary, &truth, UNSPOKEN);
    if !differences.is_empty() {
        return Err(differences.join("\n"));
    }
    if animation.effective_tracks().len() != animation.tracks.len() {
        return Err("the engine holds fewer tracks".to_owned());
    }
    laws::all::<Ani<ANY>>(&bytes);
    Ok(())
}

/// The engine's own animations play well in the engine.
fn has_no_warnings(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let warnings = animation.validate().into_iter().filter(|finding| finding.severity > Severity::Note);
    let warnings: Vec<String> = warnings.map(|finding| finding.to_string()).collect();
    if warnings.is_empty() { Ok(()) } else { Err(warnings.join("\n")) }
}

/// What is wrong with a hostile file is told, by an error or a finding.
fn is_told(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<Ani<ANY>>(&bytes);
    match Ani::<ANY>::parse(&bytes) {
        Ok(animation) if animation.validate().is_empty() => Err("nothing is told".to_owned()),
        _ => Ok(()),
    }
}
