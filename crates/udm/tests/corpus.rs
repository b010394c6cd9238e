//! Real documents, and what the engine read from them.

use std::process::ExitCode;

use serde_json::Value as Json;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{assert_bytes, differences};
use udm::Document;

/// Extensions of binary documents and how many there are.
const BINARY: (&[&str], usize) = (&["pmdl_b", "pmap_b", "pnav_b"], 34);

fn main() -> ExitCode {
    run(&[("binary equals the engine", Selection::new("udm/pragma", BINARY.0, BINARY.1), binary)])
}

fn parse(bytes: &[u8]) -> Result<Document<'_>, String> {
    Document::parse(bytes).map_err(|error| error.to_string())
}

/// Every value as the engine read it, and the file comes back as it is.
fn binary(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    equals_truth(&document, file)?;
    let written = document.clone().into_owned().to_bytes().map_err(|error| error.to_string())?;
    assert_bytes(&written, &bytes);
    Ok(())
}

fn equals_truth(document: &Document<'_>, file: &CorpusFile) -> Result<(), String> {
    let ours = serde_json::to_value(document.summary(true)).map_err(|error| error.to_string())?;
    let truth = texts(file.truth().ok_or("no truth beside it")?);
    let found = differences(&ours, &truth, &["file"]);
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// The truth gives a character for each byte of a text; as UTF-8 it is what was meant.
fn texts(truth: Json) -> Json {
    let text = |text: String| {
        let bytes: Vec<u8> = text.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
        udm::Name::from(bytes).to_text().into_owned()
    };
    match truth {
        Json::String(value) => Json::String(text(value)),
        Json::Array(values) => values.into_iter().map(texts).collect(),
        Json::Object(map) => Json::Object(map.into_iter().map(|(key, value)| (text(key), texts(value))).collect()),
        other => other,
    }
}
