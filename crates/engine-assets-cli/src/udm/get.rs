//! The `get` command, which prints values by path or pattern.

use std::io;
use std::path::PathBuf;

use clap::Args;
use engine_assets::binio::Name;
use engine_assets::udm::{Style, Value, ValueType};
use engine_assets::udm_tools::{Query, json::Plain};
use serde::Serialize;

use super::{escaped, refuse_at, show, with};
use crate::inputs::Input;
use crate::report::{FileName, Outcome, print_json};

#[derive(Args)]
pub(super) struct Get {
    /// The document; - for standard input
    file: PathBuf,
    /// Path: keys separated by /, [index] after arrays. Patterns: * for any key, ** for any depth, [*] [1:3] [-1] for
    /// items, [name=hall] to filter
    path: String,
    /// Print one JSON object per value, with path, type and text. This is the input for `set --from-json`
    #[arg(long)]
    json: bool,
}

/// A value, as printed by `get --json`.
#[derive(Serialize)]
struct Got<'a> {
    #[serde(flatten)]
    file: FileName,
    path: &'a str,
    r#type: String,
    text: String,
    value: Plain<'a>,
}

pub(super) fn get(arguments: &Get) -> io::Result<Outcome> {
    let Get { file, path, json } = arguments;
    with(file, |input, document| {
        let query = match Query::parse(path) {
            Ok(query) => query,
            Err(error) => return Ok(refuse_at(input, path, error.kind())),
        };
        // Nothing is printed if there is an error.
        match query.find(&document) {
            Ok(paths) if paths.is_empty() => return Ok(refuse_at(input, path, &NO_MATCH)),
            Ok(_) => {}
            Err(error) => return Ok(refuse_at(input, path, error.kind())),
        }
        let (named, mut worst) = (!query.is_plain(), Ok(Outcome::Fine));
        let visited = query.visit(&document, |path, value| {
            if let Ok(before) = &worst {
                let before = *before;
                worst = print_value(input, value, path, *json, named).map(|outcome| outcome.max(before));
            }
        });
        match visited {
            Ok(()) => worst,
            Err(error) => Ok(refuse_at(input, path, error.kind())),
        }
    })
}

/// The message if a pattern does not match any value.
pub(super) const NO_MATCH: &str = "the pattern matches 0 values; `udm get FILE '**'` lists all paths";

/// Prints a value. If there can be several, the path is printed first.
pub(crate) fn print_value(
    input: &Input,
    value: &Value<'_>,
    path: &str,
    json: bool,
    named: bool,
) -> io::Result<Outcome> {
    let style = if named && !json { Style::Compact } else { Style::Pretty };
    let text = match value.as_text() {
        Some(text) => text.to_vec(),
        None => match value.to_text(style) {
            Ok(text) => text,
            Err(error) => return Ok(refuse_at(input, path, error.kind())),
        },
    };
    if json {
        let text = Name::from(text).to_text().into_owned();
        let r#type = ValueType::of(value).to_string();
        print_json(&Got { file: FileName::of(&input.location()), path, r#type, text, value: Plain(value) })?;
    } else {
        let path = if named { format!("{}: ", escaped(path.as_bytes())).into_bytes() } else { Vec::new() };
        let end: &[u8] = if text.ends_with(b"\n") { b"" } else { b"\n" };
        show(&[&path, &text, end].concat())?;
    }
    Ok(Outcome::Fine)
}
