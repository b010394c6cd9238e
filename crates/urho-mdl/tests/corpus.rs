//! Real models against the engine's values.

use std::process::ExitCode;

use fuzzkit::mdl::Mdl;
use serde_json::Value;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{Format, differences, laws};
use urho_mdl::binio::Severity;
use urho_mdl::{Model, Repair, Version};

/// Fields of the truth files that a summary lacks: about the run of the engine, its memory, and the side file.
const UNSPOKEN: &[&str] =
    &["file", "kind", "file_size", "file_sha256", "ok", "bytes_consumed", "memory_use", "has_metadata", "metadata"];

fn main() -> ExitCode {
    let truth = |folder, count| ("equals the engine", Selection::new(folder, &["mdl"], count), equals_the_engine as _);
    run(&[
        truth("urho/engine", 33),
        truth("urho/importer", 11),
        truth("urho/crafted", 35),
        truth("urho/synth", 2),
        truth("rbfx-written/models", 6),
        ("real files have no errors", Selection::new("urho/engine", &["mdl"], 33), has_no_errors),
        ("hostile", Selection::new("urho/hostile", &["mdl"], 37), is_told),
        ("other versions", Selection::new("urho/crafted", &["mdl"], 35), says_what_is_lost),
        ("repaired", Selection::new("urho", &["mdl"], 118), has_no_errors_after_repairs),
    ])
}

/// Compares every field and hash of the truth file; the model must round-trip.
fn equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = serde_json::to_value(model.summary(true)).map_err(|error| error.to_string())?;
    let mut truth = file.truth().ok_or("no truth file")?;
    spell_infinities(&mut truth);
    let differences = differences(&summary, &truth, UNSPOKEN);
    if !differences.is_empty() {
        return Err(differences.join("\n"));
    }
    laws::all::<Mdl<false>>(&bytes);
    Ok(())
}

/// Losses of edge cases as models of rbfx and of Urho3D.
const LOST: [(&str, &str); 8] = [
    ("umdl_bit10", "instance matrix"),
    ("umdl_bit11", "instance matrix"),
    ("umdl_bit12", "instance matrix"),
    ("umdl_allbits", "instance matrix"),
    ("umdl_bits_all32", "instance matrix"),
    ("umdl_bits_all32", "bits of the element mask"),
    ("umdl_unknownbit20", "bits of the element mask"),
    ("umdl_partialcenters", "the beginning of a center"),
];

/// A model converted to another version without losses converts back to itself; the others report their losses.
fn says_what_is_lost(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let stem = file.path().file_stem().unwrap_or_default().to_string_lossy();
    for version in [Version::Umd2, Version::Umd3(2)] {
        let (other, losses) = model.to_version_lossy(version);
        let losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
        for (_, part) in LOST.iter().filter(|(name, _)| *name == stem) {
            if !losses.iter().any(|loss| loss.contains(part)) {
                return Err(format!("to {version:?}: {part} isn't said to be lost: {losses:?}"));
            }
        }
        let written = other.to_bytes().map_err(|error| error.to_string())?;
        let read = Model::parse(&written).map_err(|error| error.to_string())?;
        let back = read.to_version_lossy(model.version).0.to_bytes().map_err(|error| error.to_string())?;
        let is_old = matches!(model.version, Version::Umdl);
        if is_old && losses.is_empty() && back != bytes {
            return Err(format!("to {version:?} and back: another model, and nothing is said to be lost"));
        }
    }
    Ok(())
}

/// Infinities as in a summary.
fn spell_infinities(truth: &mut Value) {
    match truth {
        Value::Object(members) => members.values_mut().for_each(spell_infinities),
        Value::Array(items) => items.iter_mut().for_each(spell_infinities),
        Value::String(text) if text == "inf" => *text = "nonfinite:0x7f800000".to_owned(),
        Value::String(text) if text == "-inf" => *text = "nonfinite:0xff800000".to_owned(),
        _ => {}
    }
}

/// The engine loads its own models, so no finding about them may be an error.
fn has_no_errors(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    no_errors(&Model::parse(&bytes).map_err(|error| error.to_string())?)
}

/// Models that can be read, hostile ones too, have no errors after all repairs.
fn has_no_errors_after_repairs(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Ok(mut model) = Mdl::<true>::parse(&bytes) else { return Ok(()) };
    for repair in Repair::ALL {
        model.repair(repair);
    }
    no_errors(&model)?;
    let written = model.to_bytes().map_err(|error| error.to_string())?;
    no_errors(&Mdl::<true>::parse(&written).map_err(|error| error.to_string())?)
}

fn no_errors(model: &Model<'_>) -> Result<(), String> {
    let errors = model.validate().into_iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|finding| finding.to_string()).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
}

/// Every hostile file gives an error or a finding, except the valid `ok.mdl`.
fn is_told(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<Mdl<true>>(&bytes);
    let sound = file.name().ends_with("/ok.mdl");
    let told = match Mdl::<false>::parse(&bytes) {
        Err(_) => true,
        // All vertices of the valid file are at the origin, which is a note.
        Ok(model) if sound => model.validate().worst() > Some(Severity::Note),
        Ok(model) => !model.validate().is_empty(),
    };
    if told == sound { Err(format!("told: {told}")) } else { Ok(()) }
}
