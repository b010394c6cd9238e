//! The `get` command, which prints values by path or pattern.

use std::io;

use engine_assets::paths::{Form, Match, Part, PathError, Step, ValuePath, Values, find};
use engine_assets::udm_tools::Query;
use engine_assets::{Asset, Error};
use serde::Serialize;

use super::{Get, parsed, refuse, unreadable};
use crate::inputs::Input;
use crate::report::{FileName, Outcome, print, print_error, print_error_about, print_json};
use crate::udm::escaped;
use engine_assets::sources::{Listed, is_one_file, sources};

/// A value, as printed by `get --json`.
#[derive(Serialize)]
struct Got<'a> {
    #[serde(flatten)]
    file: FileName,
    path: &'a str,
    r#type: &'a str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    stored: bool,
}

pub(crate) fn get(arguments: &Get) -> io::Result<Outcome> {
    // Files of a folder have paths of two grammars; one of them must fit.
    if Query::parse(&arguments.path).is_err() {
        if let Err(outcome) = parsed(&arguments.path) {
            return Ok(outcome);
        }
    }
    let mut worst = Outcome::Fine;
    let mut count = 0;
    let is_one = is_one_file(&arguments.files);
    for listed in sources(&arguments.files, |_| true) {
        let input = match listed {
            Ok(Listed::Source(input)) => input,
            Ok(Listed::Link(_)) => continue,
            Err(error) => {
                print_error(&error);
                worst = worst.max(Outcome::Failed);
                continue;
            }
        };
        let (outcome, printed) = get_file(&input, arguments, is_one)?;
        count += printed;
        worst = worst.max(outcome);
    }
    if count == 0 && worst == Outcome::Fine {
        print_error(&format!("{}: {}", escaped(arguments.path.as_bytes()), PathError::NoMatch));
        return Ok(Outcome::Bad);
    }
    Ok(worst)
}

/// Prints the values in a file, and returns how many there are.
fn get_file(input: &Input, arguments: &Get, is_one: bool) -> io::Result<(Outcome, usize)> {
    let bytes = match input.read_if_asset() {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok((Outcome::Fine, 0)),
        Err(error) => return Ok((unreadable(input, &error), 0)),
    };
    let asset = match input.asset(&bytes) {
        Ok(asset) => asset,
        // Files of a folder needn't be assets.
        Err(Error::Unknown { .. }) if !input.named => return Ok((Outcome::Fine, 0)),
        Err(error) => {
            print_error_about(input, &error);
            return Ok((Outcome::of(&error), 0));
        }
    };
    if let Some(document) = asset.as_udm() {
        return super::udm::get(input, document, arguments, is_one);
    }
    let path = match arguments.path.parse::<ValuePath>() {
        Ok(path) => path,
        Err(_) if !input.named => return Ok((Outcome::Fine, 0)),
        Err(error) => return Ok((refuse(input, &error), 0)),
    };
    match values(&asset, &path) {
        Ok(matches) => {
            let is_alone = is_one && !path.is_pattern() && matches.len() == 1 && matches[0].part.form() == Form::Value;
            let shown = Shown { file: !is_one, path: !is_alone };
            let mut count = 0;
            for matched in &matches {
                count += usize::from(print_value(input, matched, arguments.json, shown)?);
            }
            Ok((Outcome::Fine, count))
        }
        // What other files have is enough.
        Err(PathError::NoMatch) => Ok((Outcome::Fine, 0)),
        Err(PathError::Missing { .. } | PathError::NoPaths(_)) if !input.named => Ok((Outcome::Fine, 0)),
        Err(error) => Ok((refuse(input, &error), 0)),
    }
}

/// Returns the parts with a value. If a group or list has no value itself, the stored values in it are returned.
fn values<'d>(asset: &'d Asset<'_>, path: &ValuePath) -> Result<Vec<Match<'d>>, PathError> {
    let root: Part<'d> = asset.part().ok_or_else(|| PathError::NoPaths(asset.format().title()))?;
    let matches = find(&root, path)?;
    match matches.as_slice() {
        [only] if only.part.value().is_none() && !path.is_pattern() => {
            let mut inside = find(&root, &path.clone().then(Step::Deep))?;
            inside.retain(|matched| matched.part.value().is_some_and(|value| value.is_stored));
            Ok(inside)
        }
        _ => Ok(matches),
    }
}

/// What is printed before a value.
#[derive(Clone, Copy, Debug)]
struct Shown {
    file: bool,
    path: bool,
}

fn print_value(input: &Input, matched: &Match<'_>, json: bool, parts: Shown) -> io::Result<bool> {
    let Some(value) = matched.part.value() else { return Ok(false) };
    let text = value.text();
    if json {
        print_json(&Got {
            file: FileName::of(&input.location()),
            path: &matched.path,
            r#type: value.type_name(),
            text,
            default: value.default_text(),
            stored: value.is_stored,
        })?;
        return Ok(true);
    }
    let file = if !parts.file { String::new() } else { format!("{}: ", input.display()) };
    let path = if !parts.path { String::new() } else { format!("{}: ", escaped(matched.path.as_bytes())) };
    print(&format!("{file}{path}{}\n", escaped(text.as_bytes())))?;
    Ok(true)
}
