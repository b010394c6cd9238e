//! The commands `diff`, `merge` and `patch`.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::Args;
use engine_assets::paths::documents::brief_change;
use engine_assets::udm::{self, Document, Encoding, Value};
use engine_assets::udm_tools::json::{Tagged, TaggedValue};
use engine_assets::udm_tools::{self, Change, Conflict, DiffOptions, MergeOptions};
use serde::{Deserialize, Serialize};

use super::{To, brief, escaped, refuse, tell_engine, with};
use crate::inputs::Input;
use crate::output;
use crate::report::{Outcome, print, print_error_about, print_json, print_message};

#[derive(Args)]
pub(super) struct Diff {
    /// Earlier document; - for standard input
    old: PathBuf,
    /// Later document; - for standard input
    #[arg(required = !crate::diff::is_called_by_git())]
    new: Option<PathBuf>,
    /// Treat floats as equal if they differ by at most this. By default, floats are compared bit by bit
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    tolerance: f64,
    /// Print one JSON object per change, with path, old and new value. This is the input for `patch`
    #[arg(long)]
    json: bool,
    /// Exit with status 0 even if there are changes
    #[arg(long)]
    exit_zero: bool,
    /// Other arguments that git passes to an external diff
    #[arg(hide = true, num_args = 0..)]
    git: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Merge {
    /// Common ancestor; - for standard input
    pub(crate) base: PathBuf,
    /// Our version, which is overwritten unless OUT is given; - for standard input and output
    pub(crate) ours: PathBuf,
    /// Their version; - for standard input
    pub(crate) theirs: PathBuf,
    /// File name to use in messages; git must pass `--path=%P`
    #[arg(long, value_name = "NAME")]
    pub(crate) path: Option<PathBuf>,
    /// Length of conflict markers; git must pass %L
    #[arg(long, value_name = "LENGTH", default_value_t = 7)]
    pub(crate) marker_size: usize,
    #[command(flatten)]
    pub(crate) to: To,
}

#[derive(Args)]
pub(super) struct Patch {
    /// The document; - for standard input
    file: PathBuf,
    /// Changes printed by `diff --json`; - for standard input
    patch: PathBuf,
    #[command(flatten)]
    to: To,
}

/// A change, as printed by `diff --json`.
#[derive(Serialize)]
struct Line<'d> {
    path: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Tagged<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Tagged<'d>>,
}

/// A change, as read by `patch`.
#[derive(Deserialize)]
struct Read {
    path: String,
    old: Option<TaggedValue>,
    new: Option<TaggedValue>,
}

pub(super) fn diff(arguments: &Diff, quiet: bool) -> io::Result<Outcome> {
    let Some(second) = &arguments.new else { return crate::diff::unmerged(&arguments.old) };
    // Git calls an external diff with the path, then file, hash and mode of either side.
    let (old, new) = match arguments.git.as_slice() {
        [_, _, new, _, _] => (second, PathBuf::from(new)),
        _ => (&arguments.old, second.clone()),
    };
    let from_git = arguments.git.len() == 5;
    let outcome = with(old, |_, old| with(&new, |_, new| differences(&old, &new, arguments, quiet)))?;
    Ok(if arguments.exit_zero || from_git { Outcome::Fine } else { outcome })
}

fn differences(old: &Document<'_>, new: &Document<'_>, arguments: &Diff, quiet: bool) -> io::Result<Outcome> {
    let changes = udm_tools::diff_with(old, new, &DiffOptions::default().tolerance(arguments.tolerance));
    if arguments.json {
        for change in &changes {
            let (old, new) = (change.old.as_deref().map(Tagged), change.new.as_deref().map(Tagged));
            print_json(&Line { path: &change.path, old, new })?;
        }
    } else {
        print(&lines(&changes))?;
    }
    if changes.is_empty() && old != new && !quiet {
        print_message("the values are equal; the key order, the header's version or the bytes after the end differ");
    }
    Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

/// Returns the changes as text, with the old and new value on separate lines.
pub(crate) fn lines(changes: &[Change<'_>]) -> String {
    let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut lines = String::new();
    for change in changes {
        let (old, new) = match (&change.old, &change.new) {
            (Some(old), Some(new)) => {
                let (old, new) = brief_change(old, new);
                (Some(old), Some(new))
            }
            (old, new) => (old.as_deref().map(brief), new.as_deref().map(brief)),
        };
        for (sign, value, color_of) in [('-', old, AnsiColor::Red), ('+', new, AnsiColor::Green)] {
            let Some(value) = value else { continue };
            let style = if color { Style::new().fg_color(Some(color_of.into())) } else { Style::new() };
            lines += &format!("{style}{sign} {}: {value}{style:#}\n", escaped(change.path.as_bytes()));
        }
    }
    lines
}

pub(crate) fn merge(arguments: &Merge, quiet: bool) -> io::Result<Outcome> {
    let Merge { base, ours, theirs, to, .. } = arguments;
    with(base, |_, base| {
        with(theirs, |_, theirs| {
            with(ours, |input, mut document| {
                let named = arguments.path.as_deref().map(Input::new);
                let named = named.as_ref().unwrap_or(&**input);
                let before = to.before(&document);
                let (bytes, conflicts) = match merged(arguments, &base, &mut document, &theirs) {
                    Ok(merged) => merged,
                    Err(error) => return Ok(refuse(named, &error)),
                };
                to.tell(before.as_ref(), &document)?;
                for conflict in &conflicts {
                    print_error_about(named, &message(conflict));
                }
                if !quiet {
                    tell_engine(named, &bytes, "");
                }
                to.write(input, &bytes)?;
                Ok(if conflicts.is_empty() { Outcome::Fine } else { Outcome::Bad })
            })
        })
    })
}

/// Describes a conflict with both values.
fn message(conflict: &Conflict) -> String {
    let value = |value: &Option<Value<'_>>| value.as_ref().map_or_else(|| "removed".to_owned(), brief);
    let (ours, theirs) = match (&conflict.ours, &conflict.theirs) {
        (Some(ours), Some(theirs)) => brief_change(ours, theirs),
        (ours, theirs) => (value(ours), value(theirs)),
    };
    format!("conflict: {}: ours {ours}, theirs {theirs}", escaped(conflict.path.as_bytes()))
}

/// Returns the bytes of the merged document and its conflicts. In a text, conflicts are marked; otherwise our value is
/// used.
fn merged(
    arguments: &Merge,
    base: &Document<'_>,
    ours: &mut Document<'_>,
    theirs: &Document<'_>,
) -> Result<(Vec<u8>, Vec<Conflict>), udm::Error> {
    if [base, &*ours, theirs].iter().all(|document| document.encoding() == Encoding::Text) {
        let texts = (base.to_bytes()?, ours.to_bytes()?, theirs.to_bytes()?);
        let mut options = MergeOptions::default();
        options.marker_size = arguments.marker_size;
        if let Ok(merged) = udm_tools::merge_text(&texts.0, &texts.1, &texts.2, &options) {
            let read = Document::parse(&merged.text).map(Document::into_owned);
            match read {
                Ok(document) => *ours = document,
                // It is a document when its conflicts are resolved.
                Err(error) if merged.conflicts.is_empty() => return Err(error),
                Err(_) => {}
            }
            return Ok((merged.text, merged.conflicts));
        }
    }
    let conflicts = udm_tools::merge(base, ours, theirs);
    Ok((ours.to_bytes()?, conflicts))
}

pub(super) fn patch(arguments: &Patch) -> io::Result<Outcome> {
    let Patch { file, patch, to } = arguments;
    let invalid = |error: std::string::FromUtf8Error| io::Error::new(io::ErrorKind::InvalidData, error);
    let text = Input::new(patch).read().and_then(|bytes| String::from_utf8(bytes).map_err(invalid));
    let text = text.map_err(|error| output::named(patch, &error))?;
    // One reader for all lines: its errors have the line in the file.
    let lines: Result<Vec<Read>, _> = serde_json::Deserializer::from_str(&text).into_iter().collect();
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
