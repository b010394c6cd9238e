//! `diff`, `merge` and `patch`.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;
use engine_assets::udm::Document;
use engine_assets::udm_tools::json::{Tagged, TaggedValue};
use engine_assets::udm_tools::{self, Change, DiffOptions};
use serde::{Deserialize, Serialize};

use super::{To, brief, escaped, refuse, tell_engine, with};
use crate::inputs::Input;
use crate::output;
use crate::report::{Outcome, print, print_error_about, print_json, print_message};

#[derive(Args)]
pub(super) struct Diff {
    /// Document to compare, the earlier one; - for standard input
    old: PathBuf,
    /// Document to compare it with, the later one; - for standard input
    new: PathBuf,
    /// How far floats may be apart and still be the same; without it they are compared by their bits
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    tolerance: f64,
    /// One JSON object a change: its path, the old and the new value; `patch` takes them
    #[arg(long)]
    json: bool,
    /// Exit status 0 also if there are changes
    #[arg(long)]
    exit_zero: bool,
    /// What git hands an external diff behind the two files
    #[arg(hide = true, num_args = 0..)]
    git: Vec<String>,
}

#[derive(Args)]
pub(super) struct Merge {
    /// The document that both come from; - for standard input
    base: PathBuf,
    /// Ours; it is replaced, or written to OUT; - for standard input, and then standard output
    ours: PathBuf,
    /// Version of the other branch; - for standard input
    theirs: PathBuf,
    #[command(flatten)]
    to: To,
}

#[derive(Args)]
pub(super) struct Patch {
    /// The document; - for standard input
    file: PathBuf,
    /// Changes that `diff --json` printed; - for standard input
    patch: PathBuf,
    #[command(flatten)]
    to: To,
}

/// A change as `diff --json` prints it.
#[derive(Serialize)]
struct Line<'d> {
    path: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Tagged<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Tagged<'d>>,
}

/// A change as `patch` reads it.
#[derive(Deserialize)]
struct Read {
    path: String,
    old: Option<TaggedValue>,
    new: Option<TaggedValue>,
}

pub(super) fn diff(arguments: &Diff, quiet: bool) -> io::Result<Outcome> {
    // Git calls an external diff with the path, then file, hash and mode of either side.
    let (old, new) = match arguments.git.as_slice() {
        [_, _, new, _, _] => (&arguments.new, PathBuf::from(new)),
        _ => (&arguments.old, arguments.new.clone()),
    };
    let from_git = arguments.git.len() == 5;
    let outcome = with(old, |_, old| with(&new, |_, new| differences(&old, &new, arguments, quiet)))?;
    Ok(if arguments.exit_zero || from_git { Outcome::Fine } else { outcome })
}

fn differences(old: &Document<'_>, new: &Document<'_>, arguments: &Diff, quiet: bool) -> io::Result<Outcome> {
    let changes = udm_tools::diff_with(old, new, &DiffOptions::default().tolerance(arguments.tolerance));
    if arguments.json {
        for change in &changes {
            print_json(&Line { path: &change.path, old: change.old.map(Tagged), new: change.new.map(Tagged) })?;
        }
    } else {
        print(&lines(&changes))?;
    }
    if changes.is_empty() && old != new && !quiet {
        print_message(
            "the values are the same; the order of keys, the header's version or what is behind the end isn't",
        );
    }
    Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

/// One line for each change.
pub(super) fn lines(changes: &[Change<'_>]) -> String {
    let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut lines = String::new();
    for change in changes {
        let (what, style) = match (change.old, change.new) {
            (Some(old), Some(new)) => (format!("{} -> {}", brief(old), brief(new)), AnsiColor::Yellow),
            (Some(old), None) => (brief(old), AnsiColor::Red),
            (None, Some(new)) => (brief(new), AnsiColor::Green),
            (None, None) => continue,
        };
        let style = if color { Style::new().fg_color(Some(style.into())) } else { Style::new() };
        lines += &format!("{style}{}: {what}{style:#}\n", escaped(change.to_string().as_bytes()));
    }
    lines
}

pub(super) fn merge(arguments: &Merge, quiet: bool) -> io::Result<Outcome> {
    let Merge { base, ours, theirs, to } = arguments;
    with(base, |_, base| {
        with(theirs, |_, theirs| {
            with(ours, |input, mut document| {
                let before = to.before(&document);
                let conflicts = udm_tools::merge(&base, &mut document, &theirs);
                to.tell(before.as_ref(), &document)?;
                for conflict in &conflicts {
                    print_error_about(input, &format!("conflict: {}", escaped(conflict.to_string().as_bytes())));
                }
                let bytes = match document.to_bytes() {
                    Ok(bytes) => bytes,
                    Err(error) => return Ok(refuse(input, &error)),
                };
                if !quiet {
                    tell_engine(input, &bytes, "");
                }
                to.write(input, &bytes)?;
                Ok(if conflicts.is_empty() { Outcome::Fine } else { Outcome::Bad })
            })
        })
    })
}

pub(super) fn patch(arguments: &Patch) -> io::Result<Outcome> {
    let Patch { file, patch, to } = arguments;
    let invalid = |error: std::string::FromUtf8Error| io::Error::new(io::ErrorKind::InvalidData, error);
    let text = Input::new(patch).read().and_then(|bytes| String::from_utf8(bytes).map_err(invalid));
    let text = text.map_err(|error| output::named(patch, &error))?;
    let lines: Result<Vec<Read>, _> =
        text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect();
    let lines = lines.map_err(|error| output::named(patch, &io::Error::new(io::ErrorKind::InvalidData, error)))?;
    with(file, |input, mut document| {
        let changes: Vec<Change<'_>> = lines
            .iter()
            .map(|Read { path, old, new }| {
                Change::new(path.as_str(), old.as_ref().map(|old| &old.0), new.as_ref().map(|new| &new.0))
            })
            .collect();
        let before = to.before(&document);
        if let Err(error) = udm_tools::patch(&mut document, &changes) {
            return Ok(refuse(input, &error));
        }
        to.tell(before.as_ref(), &document)?;
        let bytes = match document.to_bytes() {
            Ok(bytes) => bytes,
            Err(error) => return Ok(refuse(input, &error)),
        };
        to.write(input, &bytes)?;
        Ok(Outcome::Fine)
    })
}
