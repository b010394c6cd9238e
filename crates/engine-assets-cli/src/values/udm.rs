//! Values in UDM documents, which have their own paths and queries.

use std::io;

use engine_assets::paths::documents::append_text;
use engine_assets::udm::{Document, Value, ValueType};
use engine_assets::udm_tools::{Query, diff};
use serde::Serialize;

use super::change::{Change, Changed};
use super::{Get, Keys};
use crate::inputs::Input;
use crate::report::{FileName, Outcome, print, print_error_about, print_json};
use crate::udm::{brief, escaped, print_value};

/// Prints the values that match a query, and returns how many there are.
pub(super) fn get(
    input: &Input,
    document: &Document<'_>,
    arguments: &Get,
    is_one: bool,
) -> io::Result<(Outcome, usize)> {
    let refused = |error: &dyn std::fmt::Display| {
        print_error_about(input, &format!("{}: {error}", escaped(arguments.path.as_bytes())));
        Ok((Outcome::Bad, 0))
    };
    let query = match Query::parse(&arguments.path) {
        Ok(query) => query,
        Err(_) if !input.named => return Ok((Outcome::Fine, 0)),
        Err(error) => return refused(error.kind()),
    };
    let named = !query.is_plain() || !is_one;
    let (mut count, mut worst) = (0, Ok(Outcome::Fine));
    let visited = query.visit(document, |path, value| {
        if let Ok(before) = &worst {
            let before = *before;
            count += 1;
            let file = if is_one || arguments.json { String::new() } else { format!("{}: ", input.display()) };
            worst = print(&file).and_then(|()| print_value(input, value, path, arguments.json, named));
            worst = std::mem::replace(&mut worst, Ok(Outcome::Fine)).map(|outcome| outcome.max(before));
        }
    });
    match visited {
        Ok(()) => worst.map(|outcome| (outcome, count)),
        // What other files have is enough.
        Err(_) if !input.named => Ok((Outcome::Fine, 0)),
        Err(error) => refused(error.kind()),
    }
}

/// A value, as printed by `keys --json`.
#[derive(Serialize)]
struct Key<'a> {
    #[serde(flatten)]
    file: FileName,
    path: &'a str,
    form: &'static str,
    r#type: &'a str,
    text: &'a str,
}

fn form(value: &Value<'_>) -> &'static str {
    match value {
        Value::Element(_) | Value::Struct(_) => "group",
        Value::Array(_) => "list",
        _ => "value",
    }
}

/// Lists the values in a value.
pub(super) fn keys(input: &Input, document: &Document<'_>, arguments: &Keys) -> io::Result<Outcome> {
    let path = arguments.path.as_deref().unwrap_or_default();
    let below = if path.is_empty() { "*".to_owned() } else { format!("{path}/*") };
    let listed = Query::parse(&below).and_then(|query| {
        let mut lines = Vec::new();
        query.visit(document, |path, value| {
            let ty = ValueType::of(value).to_string();
            lines.push((path.to_owned(), ty, brief(value), form(value)));
        })?;
        Ok(lines)
    });
    match listed {
        Ok(lines) => {
            for (path, ty, text, form) in &lines {
                if arguments.json {
                    print_json(&Key { file: FileName::of(&input.location()), path, form, r#type: ty, text })?;
                } else {
                    print(&format!("{}: {ty} = {text}\n", escaped(path.as_bytes())))?;
                }
            }
            Ok(Outcome::Fine)
        }
        Err(error) => {
            print_error_about(input, &format!("{}: {}", escaped(path.as_bytes()), error.kind()));
            Ok(Outcome::Bad)
        }
    }
}

/// Returns `true` if the path exists in a document.
pub(super) fn has(bytes: &[u8], path: &str) -> bool {
    let (Ok(document), Ok(query)) = (Document::parse(bytes), Query::parse(path)) else { return false };
    let mut count = 0;
    query.visit(&document, |_, _| count += 1).is_ok() && count > 0
}

/// Changes a document in the same way as `udm set`, `udm rm` and `udm append`.
///
/// # Errors
/// The problem with the path.
pub(super) fn change(bytes: &[u8], path: &str, change: &Change<'_>) -> Result<Changed, String> {
    if change.has_conditions() {
        return Err("--where isn't supported for documents of UDM; use a filter, such as lamps/*[type=spot]".to_owned());
    }
    let before = Document::parse(bytes).map_err(|error| error.to_string())?;
    let mut document = before.clone();
    match change {
        Change::Set { text, arguments, .. } => {
            let ty = arguments.ty.as_deref();
            document.batch(|batch| crate::udm::set_all(batch, path, text, ty, arguments.create))?;
        }
        Change::Remove { .. } => {
            document.remove(path).map_err(|error| error.kind().to_string())?;
        }
        Change::Insert { text } => append_text(&mut document, path, text)?,
    }
    let lines = crate::udm::lines(&diff(&before, &document)).lines().map(str::to_owned).collect();
    Ok(Changed { lines, bytes: document.to_bytes().map_err(|error| error.to_string())? })
}
