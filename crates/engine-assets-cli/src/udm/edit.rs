//! The commands `set`, `rename`, `move` and `append`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::binio::Limits;
use engine_assets::paths::documents::{append_text, move_value, rename_key, set_text_in};
use engine_assets::udm::Batch;
use engine_assets::udm_tools::Query;
use serde::Deserialize;

use super::get::NO_MATCH;
use super::{To, change, with};
use crate::inputs::Input;
use crate::output;
use crate::report::Outcome;

#[derive(Args)]
pub(super) struct Set {
    /// The document; - for standard input
    file: PathBuf,
    /// Path: keys separated by /, [index] after arrays. It can be a pattern as in `get`, or assetType and assetVersion
    #[arg(required_unless_present = "from_json")]
    path: Option<String>,
    /// New value, as printed by `get`: a string without quotes, otherwise UDM text of the current type
    #[arg(allow_hyphen_values = true, required_unless_present = "from_json")]
    value: Option<String>,
    /// Another path and its new value; can be repeated
    #[arg(long, num_args = 2, value_names = ["PATH", "VALUE"], allow_hyphen_values = true)]
    and: Vec<String>,
    /// File with the output of `get --json`: each value is set at its path; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["path", "value", "and"])]
    from_json: Option<PathBuf>,
    /// Type for a new value, or another type for an existing value, such as float or struct<uint8:x>
    #[arg(long = "type", value_name = "TYPE")]
    ty: Option<String>,
    /// Create the key or item if it is missing, and also its parents; needs --type
    #[arg(long)]
    create: bool,
    #[command(flatten)]
    to: To,
}

#[derive(Args)]
pub(super) struct Rename {
    /// The document; - for standard input
    file: PathBuf,
    /// Path of the key
    path: String,
    /// The new key
    key: String,
    #[command(flatten)]
    to: To,
}

#[derive(Args)]
pub(super) struct Move {
    /// The document; - for standard input
    file: PathBuf,
    /// Path of the value
    from: String,
    /// New path, which must not exist yet
    #[arg(value_name = "NEW_PATH")]
    new: String,
    #[command(flatten)]
    to: To,
}

#[derive(Args)]
pub(super) struct Append {
    /// The document; - for standard input
    file: PathBuf,
    /// Path of the array
    path: String,
    /// Item to append: a string without quotes, otherwise UDM text of the item type
    #[arg(allow_hyphen_values = true)]
    value: String,
    #[command(flatten)]
    to: To,
}

/// A value, as printed by `get --json`.
#[derive(Deserialize)]
struct Given {
    path: String,
    r#type: String,
    text: String,
}

pub(super) fn set(arguments: &Set, quiet: bool) -> io::Result<Outcome> {
    let given = match &arguments.from_json {
        Some(file) => read(file)?,
        None => Vec::new(),
    };
    let first = arguments.path.iter().chain(&arguments.value).chain(&arguments.and);
    let words: Vec<&String> = first.collect();
    with(&arguments.file, |input, document| {
        let path = words.first().map_or("", |path| path.as_str());
        change(input, document, path, &arguments.to, quiet, |document| {
            document.batch(|batch| {
                for Given { path, r#type, text } in &given {
                    set_text_in(batch, path, text, Some(r#type), true).map_err(|error| format!("{path}: {error}"))?;
                }
                let pairs = words.chunks(2).filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
                for (index, (path, value)) in pairs.enumerate() {
                    let named = |error| if index == 0 { error } else { format!("{path}: {error}") };
                    set_all(batch, path, value, arguments.ty.as_deref(), arguments.create).map_err(named)?;
                }
                Ok(())
            })
        })
    })
}

/// Sets every value that matches a path or pattern.
pub(crate) fn set_all(
    batch: &mut Batch<'_, '_>,
    path: &str,
    value: &str,
    ty: Option<&str>,
    create: bool,
) -> Result<(), String> {
    if create && ty.is_none() {
        return Err("--create needs --type TYPE".to_owned());
    }
    let query = Query::parse(path).map_err(|error| error.kind().to_string())?;
    if query.is_plain() {
        let is_missing = ty.is_none() && !matches!(batch.find(path, &mut Limits::default().budget()), Ok(Some(_)));
        let hint = if is_missing { "; --create --type TYPE creates it" } else { "" };
        return set_text_in(batch, path, value, ty, create).map_err(|error| error + hint);
    }
    let paths = query.find(batch.document()).map_err(|error| error.kind().to_string())?;
    if paths.is_empty() {
        return Err(NO_MATCH.to_owned());
    }
    paths
        .iter()
        .try_for_each(|path| set_text_in(batch, path, value, ty, create).map_err(|error| format!("{path}: {error}")))
}

/// Reads the lines that `get --json` has printed.
fn read(file: &Path) -> io::Result<Vec<Given>> {
    let invalid = |error: serde_json::Error| io::Error::new(io::ErrorKind::InvalidData, error);
    let bytes = Input::new(file).read().map_err(|error| output::named(file, &error))?;
    let lines = serde_json::Deserializer::from_slice(&bytes).into_iter::<Given>();
    lines.collect::<Result<_, _>>().map_err(|error| output::named(file, &invalid(error)))
}

pub(super) fn rename(arguments: &Rename, quiet: bool) -> io::Result<Outcome> {
    let Rename { file, path, key, to } = arguments;
    with(file, |input, document| change(input, document, path, to, quiet, |document| rename_key(document, path, key)))
}

pub(super) fn move_to(arguments: &Move, quiet: bool) -> io::Result<Outcome> {
    let Move { file, from, new, to } = arguments;
    with(file, |input, document| change(input, document, from, to, quiet, |document| move_value(document, from, new)))
}

pub(super) fn append(arguments: &Append, quiet: bool) -> io::Result<Outcome> {
    let Append { file, path, value, to } = arguments;
    with(file, |input, document| {
        change(input, document, path, to, quiet, |document| append_text(document, path, value))
    })
}
