//! Real documents: compared, patched, merged, checked against schemas, as JSON and back.

use std::process::ExitCode;

use testkit::corpus::{CorpusFile, Selection, run};
use udm::{Document, Value};
use udm_tools::schema::{Inference, Schema};
use udm_tools::{diff, json, merge, patch};

fn main() -> ExitCode {
    let real: &[&str] = &["pmdl_b", "pmap_b", "pnav_b", "pmap", "pmat", "pmdl", "pptsys"];
    run(&[
        ("tagged JSON is lossless", Selection::new("udm/pragma", real, 85), tagged_json),
        ("patches and merges", Selection::new("udm/pragma", real, 85), patches_and_merges),
        ("fits its own schema", Selection::new("udm/pragma", real, 85), fits_its_schema),
        ("schemas", Selection::new("udm/pragma", &["udms"], 2), schemas),
    ])
}

fn parse(bytes: &[u8]) -> Result<Document<'_>, String> {
    Document::parse(bytes).map_err(|error| error.to_string())
}

fn tagged_json(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    let json = serde_json::to_vec(&json::tagged(&document)).map_err(|error| error.to_string())?;
    let read =
        json::from_tagged(&mut serde_json::Deserializer::from_slice(&json)).map_err(|error| error.to_string())?;
    if read == document { Ok(()) } else { Err("reads back differently from tagged JSON".to_owned()) }
}

/// Returns the document with a part of its values changed, and the number of changes.
fn edited<'a>(document: &Document<'a>) -> (Document<'a>, usize) {
    let mut edited = document.clone();
    let steps = document.walk().count() / 40 + 1;
    let mut count = 0;
    for (path, value) in document.walk().step_by(steps) {
        let new = match value {
            Value::String(text) => Value::String(format!("{}!", text.to_text()).into()),
            Value::F32(number) => Value::F32(number + 1.0),
            Value::U32(number) => Value::U32(number ^ 1),
            _ => continue,
        };
        // Duplicate keys have no path of their own.
        if document.get(&path) == Some(value) && edited.insert(&path, new).is_ok() {
            count += 1;
        }
    }
    (edited, count)
}

fn patches_and_merges(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    if !diff(&document, &document).is_empty() {
        return Err("differs from itself".to_owned());
    }
    let (edited, count) = edited(&document);
    let changes = diff(&document, &edited);
    if changes.len() != count {
        return Err(format!("{count} edits are {} changes", changes.len()));
    }
    let mut patched = document.clone();
    patch(&mut patched, &changes).map_err(|error| error.to_string())?;
    let mut merged = document.clone();
    let conflicts = merge(&document, &mut merged, &edited);
    if patched.root == edited.root && merged.root == edited.root && conflicts.is_empty() {
        Ok(())
    } else {
        Err(format!("patched or merged differently, {} conflicts", conflicts.len()))
    }
}

fn fits_its_schema(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    let mut inference = Inference::new();
    inference.add(&document);
    let findings = inference.schema().check(&document);
    findings.iter().next().map_or(Ok(()), |finding| Err(finding.to_string()))
}

/// A schema is the same when it is written and read again.
fn schemas(file: &CorpusFile) -> Result<(), String> {
    let schema = Schema::parse(&file.bytes()).map_err(|error| error.to_string())?;
    if schema.types.is_empty() {
        return Err("expected types, found none".to_owned());
    }
    let written = schema.to_document().to_bytes().map_err(|error| error.to_string())?;
    let again = Schema::parse(&written).map_err(|error| error.to_string())?;
    if again == schema { Ok(()) } else { Err("reads back differently".to_owned()) }
}
