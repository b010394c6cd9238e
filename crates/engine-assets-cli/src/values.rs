//! `get`, `set`, `remove`, `insert`, `keys`: values of documents by their paths.

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
    /// Path: names separated by /, [2] for a position, [#81] for an id; patterns: *, **, [Camera] for a kind
    #[arg(value_name = "PATH")]
    path: String,
    /// Print one JSON object per value
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[command(override_usage = "engine-assets set [OPTIONS] <FILE>... <PATH> <VALUE>")]
pub(crate) struct Set {
    /// Files or folders to change, the path of the value, and its new value as `get` prints it
    #[arg(required = true, num_args = 3.., value_names = ["FILE", "PATH", "VALUE"], allow_negative_numbers = true)]
    words: Vec<String>,
    /// Add the value if it is missing
    #[arg(long)]
    create: bool,
    /// Type of an added value that no table knows, such as Float or Vector3
    #[arg(long = "type", value_name = "TYPE", requires = "create")]
    ty: Option<String>,
    /// Accept names of resources that don't exist
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
    /// Path of the value, item, component or node
    #[arg(value_name = "PATH")]
    path: String,
    #[command(flatten)]
    which: Which,
}

#[derive(Args)]
#[command(override_usage = "engine-assets insert [OPTIONS] <FILE>... <PATH> <VALUE>")]
pub(crate) struct Insert {
    /// Files or folders to change, the path of a list or of the item to insert before, and the new item: a value, the name of a node, the class of a component
    #[arg(required = true, num_args = 3.., value_names = ["FILE", "PATH", "VALUE"], allow_negative_numbers = true)]
    words: Vec<String>,
    /// Print the changes, write nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(crate) struct Keys {
    /// The file; - for standard input
    file: PathBuf,
    /// Path of the part whose content is listed; default: the document
    path: Option<String>,
    /// Print one JSON object per part
    #[arg(long)]
    json: bool,
}

/// Which values are changed.
#[derive(Args)]
struct Which {
    /// Change only where this value is equal: a path next to the changed value, or with a leading / from the document on; repeatable
    #[arg(long = "where", value_name = "PATH=VALUE")]
    conditions: Vec<String>,
    /// Print the changes, write nothing
    #[arg(long)]
    dry_run: bool,
}

impl Which {
    fn conditions(&self) -> Result<Vec<Condition>, PathError> {
        self.conditions.iter().map(|condition| condition.parse()).collect()
    }
}

/// Returns a path, or prints why it is none.
fn parsed(path: &str) -> Result<ValuePath, Outcome> {
    path.parse().map_err(|error: PathError| {
        print_error(&format!("{}: {error}", crate::udm::escaped(path.as_bytes())));
        Outcome::Failed
    })
}

/// Prints an error about values of a file.
fn refuse(input: &Input, error: &PathError) -> Outcome {
    print_error_about(input, error);
    Outcome::Bad
}

/// Prints why a file can't be read.
fn unreadable(input: &Input, error: &io::Error) -> Outcome {
    print_error_about(input, error);
    Outcome::Failed
}

/// Blank before a value such as `-1 0 0`, so that it isn't taken for an option; several negative numbers aren't one negative number for the parser.
const GUARD: char = ' ';

/// Returns the arguments of the command, with a blank before values of several numbers that begin with a hyphen.
pub(crate) fn guarded(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    arguments.map(|argument| match argument.to_str() {
        Some(text) if is_numbers(text) => OsString::from(format!("{GUARD}{text}")),
        _ => argument,
    })
}

/// Returns a value without the blank of [`guarded`].
fn unguarded(text: &str) -> &str {
    text.strip_prefix(GUARD).filter(|text| is_numbers(text)).unwrap_or(text)
}

/// Whether a text is several numbers, the first of them negative.
fn is_numbers(text: &str) -> bool {
    text.starts_with('-') && text.contains(' ') && text.split(' ').all(|number| number.parse::<f64>().is_ok())
}
