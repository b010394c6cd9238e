//! The commands `get`, `set`, `remove`, `insert` and `keys`, which work on values given by a path.

mod change;
mod get;
mod keys;
mod udm;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::Args;
use engine_assets::paths::{Condition, PathError, ValuePath};

pub(crate) use change::{insert, remove, set};
pub(crate) use get::get;
pub(crate) use keys::keys;

use crate::inputs::Input;
use crate::report::{Outcome, print_error, print_error_about};
use crate::resources::ResourceOptions;

#[derive(Args)]
pub(crate) struct Get {
    /// Files; folders with their subfolders; package entries; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Path: names separated by /, [2] for a position, [#81] for an id. Patterns: *, **, [Camera] for a kind
    #[arg(value_name = "PATH")]
    path: String,
    /// Print one JSON object per value
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[command(override_usage = "engine-assets set [OPTIONS] <FILE>... <PATH> <VALUE>")]
pub(crate) struct Set {
    /// Files or folders to change, the path of the value, and the new value as printed by `get`
    #[arg(required = true, num_args = 3.., value_names = ["FILE", "PATH", "VALUE"], allow_negative_numbers = true)]
    words: Vec<String>,
    /// Add the value if it is missing
    #[arg(long)]
    create: bool,
    /// Type for an added value that is not in a table, such as Float or Vector3
    #[arg(long = "type", value_name = "TYPE", requires = "create")]
    ty: Option<String>,
    /// Allow names of resources that don't exist
    #[arg(long)]
    allow_missing: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    which: Which,
}

#[derive(Args)]
pub(crate) struct Remove {
    /// Files or folders to change
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Path of the value, item, component or node to remove
    #[arg(value_name = "PATH")]
    path: String,
    #[command(flatten)]
    which: Which,
}

#[derive(Args)]
#[command(override_usage = "engine-assets insert [OPTIONS] <FILE>... <PATH> <VALUE>")]
pub(crate) struct Insert {
    /// Files or folders to change, the path of a list or of the item to insert before, and the new item: a value, a
    /// node's name, or a component's class
    #[arg(required = true, num_args = 3.., value_names = ["FILE", "PATH", "VALUE"], allow_negative_numbers = true)]
    words: Vec<String>,
    /// Print the changes, but don't write them
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(crate) struct Keys {
    /// The file; - for standard input
    file: PathBuf,
    /// Path of the part to list. Default: the whole document
    path: Option<String>,
    /// Print one JSON object per part
    #[arg(long)]
    json: bool,
}

/// Options that select the values to change.
#[derive(Args)]
struct Which {
    /// Change a value only if this other value is equal. The path starts next to the changed value, or at the document
    /// if it has a leading /; can be repeated
    #[arg(long = "where", value_name = "PATH=VALUE")]
    conditions: Vec<String>,
    /// Print the changes, but don't write them
    #[arg(long)]
    dry_run: bool,
}

impl Which {
    fn conditions(&self) -> Result<Vec<Condition>, PathError> {
        self.conditions.iter().map(|condition| condition.parse()).collect()
    }
}

/// Parses a path. If it is not valid, this prints an error.
fn parsed(path: &str) -> Result<ValuePath, Outcome> {
    path.parse().map_err(|error: PathError| {
        print_error(&format!("{}: {error}", crate::udm::escaped(path.as_bytes())));
        Outcome::Failed
    })
}

/// Prints an error about values in a file.
fn refuse(input: &Input, error: &PathError) -> Outcome {
    print_error_about(input, error);
    Outcome::Bad
}

/// Prints an error if a file can't be read.
fn unreadable(input: &Input, error: &io::Error) -> Outcome {
    print_error_about(input, error);
    Outcome::Failed
}

/// A space to add before a value such as `-1 0 0`, because otherwise it would be parsed as an option. The parser only
/// accepts a single negative number.
const GUARD: char = ' ';

/// Adds a space before arguments that consist of several numbers and begin with a hyphen.
pub(crate) fn guarded(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    arguments.map(|argument| match argument.to_str() {
        Some(text) if is_numbers(text) => OsString::from(format!("{GUARD}{text}")),
        _ => argument,
    })
}

/// Removes the space that [`guarded`] has added.
fn unguarded(text: &str) -> &str {
    text.strip_prefix(GUARD).filter(|text| is_numbers(text)).unwrap_or(text)
}

/// Returns `true` if a text consists of several numbers and the first is negative.
fn is_numbers(text: &str) -> bool {
    text.starts_with('-') && text.contains(' ') && text.split(' ').all(|number| number.parse::<f64>().is_ok())
}
