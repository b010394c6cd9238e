//! Real animations against the engine's values.

use std::process::ExitCode;

use fuzzkit::ani::{ANY, Ani};
use serde_json::Value;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{Format, differences, laws};
use urho_ani::binio::Severity;
use urho_ani::{Animation, Sidecar, XmlAnimation};

/// Fields of the truth files that a summary lacks: about the run of the engine and its memory.
const UNSPOKEN: &[&str] = &["file", "kind", "file_size", "file_sha256", "ok", "bytes_consumed", "memory_use"];

fn main() -> ExitCode {
    let truth = |folder, count| ("equals the engine", Selection::new(folder, &["ani"], count), equals_the_engine as _);
    let sound = |folder, count| ("has no warnings", Selection::new(folder, &["ani"], count), has_no_warnings as _);
    run(&[
        truth("urho/engine", 40),
        truth("urho/importer", 21),
        truth("urho/synth", 1),
        ("equals rbfx", Selection::new("rbfx-written/animations", &["ani"], 8), equals_rbfx),
        sound("urho/engine", 40),
        sound("urho/importer", 21),
        ("is XML", Selection::new("urho-data/rbfx/Data/Animations", &["xml"], 42), keeps_its_text),
        ("hostile", Selection::new("urho/hostile", &["ani"], 7), is_told),
    ])
}

/// The side file of an animation.
fn sidecar(file: &CorpusFile, length: f32) -> Option<Sidecar> {
    let xml = std::fs::read(file.path().with_extension("xml")).ok()?;
    let (sidecar, _) = Sidecar::parse_xml(&xml, Some(length)).expect("the side files of the corpus are sound");
    Some(sidecar)
}

/// Compares every field, hash and trigger of the truth file; the animation must round-trip.
fn equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = animation.summary(true);
    let summary = match sidecar(file, animation.length) {
        Some(sidecar) => summary.with_sidecar(&sidecar),
        None => summary,
    };
    let summary = serde_json::to_value(summary).map_err(|error| error.to_string())?;
    let mut truth = file.truth().ok_or("no truth file")?;
    // Urho3D has no text for references; their content is shown all the same.
    for (told, ours) in
        members(&mut truth, "triggers").iter_mut().zip(summary["triggers"].as_array().into_iter().flatten())
    {
        if told["type"].as_str().is_some_and(|kind| kind.starts_with("ResourceRef")) && ours["value"] != "" {
            told["value"] = ours["value"].clone();
        }
    }
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

/// An animation in XML, which rbfx reads without a complaint: no edit, the same bytes; edits of each track and back again, too.
fn keeps_its_text(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let said = |error: urho_ani::urho_core::Error| error.to_string();
    let mut document = XmlAnimation::parse(&bytes).map_err(said)?;
    if let Some(finding) = document.validate().iter().find(|finding| finding.severity == Severity::Warning) {
        return Err(finding.to_string());
    }
    let own = document.animation().clone();
    document.set_animation(&own).map_err(said)?;
    if document.text() != bytes {
        return Err("no edit changes the text".to_owned());
    }
    for index in 0..own.variant_tracks.len() {
        let (mut document, mut changed) = (document.clone(), own.clone());
        let track = &mut changed.variant_tracks[index];
        let last = track.keys.len() - 4;
        track.keys.to_mut()[last..].copy_from_slice(&77.0_f32.to_le_bytes());
        document.set_animation(&changed).map_err(said)?;
        let differing = |a: &[u8], b: &[u8]| {
            a.split(|byte| *byte == b'\n').zip(b.split(|byte| *byte == b'\n')).filter(|(a, b)| a != b).count()
        };
        if differing(document.text(), &bytes) != 1 || *document.animation() != changed {
            return Err(format!("one edit changes more:\n{}", String::from_utf8_lossy(document.text())));
        }
    }
    Ok(())
}

/// A list in an object.
fn members<'v>(object: &'v mut Value, name: &str) -> &'v mut [Value] {
    object.get_mut(name).and_then(Value::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
}

/// As [`equals_the_engine`], for files of rbfx, whose truth has tracks by name, floats with six digits, and the interpolation that
/// the type of a track allows.
fn equals_rbfx(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let summary = animation.summary(true);
    let summary = match sidecar(file, animation.length) {
        Some(sidecar) => summary.with_sidecar(&sidecar),
        None => summary,
    };
    let mut summary = serde_json::to_value(summary).map_err(|error| error.to_string())?;
    let mut truth = file.truth().ok_or("no truth file")?;
    for side in [&mut summary, &mut truth] {
        for list in ["tracks", "variant_tracks"] {
            members(side, list).sort_by_key(|track| track["name"].to_string());
        }
        for trigger in members(side, "triggers") {
            trigger["value"] = plain_numbers(trigger["value"].as_str().unwrap_or_default()).into();
        }
        for track in members(side, "tracks") {
            // A track without weights has all weights 1.
            if track.get("weights") == Some(&serde_json::json!([1, 1, 1])) {
                track.as_object_mut().into_iter().for_each(|track| drop(track.remove("weights")));
            }
        }
    }
    if summary.get("variant_tracks").is_none() {
        summary["variant_tracks"] = Value::Array(Vec::new());
    }
    for track in members(&mut summary, "variant_tracks") {
        track["interpolation"] = kept_interpolation(track).into();
        if track["interpolation"] != 3 {
            track.as_object_mut().into_iter().for_each(|track| drop(track.remove("tangents_sha256")));
        }
    }
    let mut unspoken = UNSPOKEN.to_vec();
    // Variant tracks have a hash of their keys; the list has their number.
    unspoken.extend(["keys", "metadata", "num_variant_tracks"]);
    let mut differences = differences(&summary, &truth, &unspoken);
    if members(&mut summary, "variant_tracks").len() as u64 != truth["num_variant_tracks"].as_u64().unwrap_or(0) {
        differences.push("another number of variant tracks".to_owned());
    }
    if !differences.is_empty() {
        return Err(differences.join("\n"));
    }
    laws::all::<Ani<ANY>>(&bytes);
    Ok(())
}

/// Text whose numbers have the fewest digits.
fn plain_numbers(text: &str) -> String {
    let plain = |word: &str| word.parse::<f64>().map_or_else(|_| word.to_owned(), |number| number.to_string());
    text.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

/// The interpolation that rbfx uses after reading: whole numbers are at best linear, other types hold.
fn kept_interpolation(track: &Value) -> u64 {
    let stored = track["interpolation"].as_u64().unwrap_or(0);
    match track["type"].as_str().unwrap_or_default() {
        "Float" | "Double" | "Vector2" | "Vector3" | "Vector4" | "Quaternion" | "Color" => stored,
        "Int" | "Int64" | "IntRect" | "IntVector2" | "IntVector3" => stored.min(1),
        _ => 0,
    }
}

/// The engine's own animations play well in the engine.
fn has_no_warnings(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let warnings = animation.validate().into_iter().filter(|finding| finding.severity > Severity::Note);
    let warnings: Vec<String> = warnings.map(|finding| finding.to_string()).collect();
    if warnings.is_empty() { Ok(()) } else { Err(warnings.join("\n")) }
}

/// Every hostile file gives an error or a finding.
fn is_told(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    laws::all::<Ani<ANY>>(&bytes);
    match Ani::<ANY>::parse(&bytes) {
        Ok(animation) if animation.validate().is_empty() => Err("nothing is told".to_owned()),
        _ => Ok(()),
    }
}
