//! The `keys` command, which lists the contents of a document at a path, with types and default values.

use std::io;

use engine_assets::paths::{Form, Part, PathError, Step, Value, ValuePath, Values, escape, find};
use serde::Serialize;

use super::{Keys, parsed, refuse, unreadable};
use crate::inputs::Input;
use crate::report::{FileName, Outcome, print, print_error_about, print_json};
use crate::udm::escaped;

/// A part, as printed by `keys --json`.
#[derive(Serialize)]
struct Key<'a> {
    #[serde(flatten)]
    file: FileName,
    path: &'a str,
    form: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<bool>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    words: &'a [std::borrow::Cow<'static, str>],
}

pub(crate) fn keys(arguments: &Keys) -> io::Result<Outcome> {
    let input = Input::new(&arguments.file);
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => return Ok(unreadable(&input, &error)),
    };
    let asset = match input.asset(&bytes) {
        Ok(asset) => asset,
        Err(error) => {
            print_error_about(&input, &error);
            return Ok(Outcome::of(&error));
        }
    };
    if let Some(document) = asset.as_udm() {
        return super::udm::keys(&input, document, arguments);
    }
    let path = match parsed(arguments.path.as_deref().unwrap_or_default()) {
        Ok(path) => path,
        Err(outcome) => return Ok(outcome),
    };
    let Some(root) = asset.part() else {
        return Ok(refuse(&input, &PathError::NoPaths(asset.format().title())));
    };
    let matches = match find(&root, &path) {
        Ok(matches) => matches,
        Err(error) => return Ok(refuse(&input, &error)),
    };
    for matched in matches {
        let parts = matched.part.parts();
        // Each part alone, by the path that leads to it and to no other; looked up from here, so that no part is listed twice.
        let inside = find(&matched.part, &ValuePath::default().then(Step::Any)).unwrap_or_default();
        let named: Vec<(String, Part<'_>)> = match parts.is_empty() {
            true => vec![(matched.path, matched.part)],
            false => {
                let links = parts.into_iter().filter(Part::is_link);
                let links = links.map(|part| (below(&matched.path, &escape(part.name())), part));
                inside.into_iter().map(|part| (below(&matched.path, &part.path), part.part)).chain(links).collect()
            }
        };
        for (path, part) in &named {
            show(&input, (path, part), arguments.json)?;
        }
    }
    Ok(Outcome::Fine)
}

/// Joins the path of a part and the path from there.
fn below(around: &str, path: &str) -> String {
    if around.is_empty() || path.starts_with('[') { format!("{around}{path}") } else { format!("{around}/{path}") }
}

fn show(input: &Input, (path, part): (&str, &Part<'_>), json: bool) -> io::Result<()> {
    let value = part.value();
    if json {
        return print_json(&Key {
            file: FileName::of(&input.location()),
            path,
            form: match part.form() {
                Form::List => "list",
                Form::Group => "group",
                _ => "value",
            },
            kind: part.kind(),
            id: part.id(),
            r#type: value.map(Value::type_name),
            text: value.map(Value::text),
            default: value.and_then(Value::default_text),
            stored: value.map(|value| value.is_stored),
            words: value.map(|value| value.words.as_slice()).unwrap_or_default(),
        });
    }
    let mut line = escaped(path.as_bytes());
    match (value, part.form()) {
        (Some(value), _) => {
            let text = escaped(value.text().as_bytes());
            line += &format!(": {} = {}", value.type_name(), if text.is_empty() { "\"\"" } else { &text });
            line += &notes(value);
        }
        (None, Form::List) => line += &format!(": list of {}", part.parts().len()),
        (None, _) if part.kind().is_empty() => line += ": group",
        (None, _) => line += &format!(": {}", escaped(part.kind().as_bytes())),
    }
    print(&format!("{line}\n"))
}

/// Returns the notes from the table about a value, in parentheses.
fn notes(value: &Value) -> String {
    let mut notes = Vec::new();
    if !value.words.is_empty() {
        notes.push(value.words.join(" | "));
    }
    match value.default_text() {
        Some(_) if !value.is_stored => notes.push("default".to_owned()),
        Some(default) if !default.is_empty() && default != value.text() => {
            notes.push(format!("default {}", escaped(default.as_bytes())));
        }
        _ => {}
    }
    if value.read_only.is_some() {
        notes.push("read-only".to_owned());
    }
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) }
}
