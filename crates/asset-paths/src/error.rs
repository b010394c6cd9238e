//! This module contains [`PathError`].

use asset_formats::Error;
use binio::Escaped;

/// How many names to list in an error.
const MOST_LISTED: usize = 12;

/// Why values can't be found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The text is not a path.
    #[error("{problem} (at character {at})")]
    Syntax {
        /// The problem.
        problem: &'static str,
        /// The offset in the text of the path, in bytes.
        at: usize,
    },
    /// There is no such part in the document.
    #[error("{}", Escaped(missing(.path, .inside, .names)))]
    Missing {
        /// The path of the missing part.
        path: String,
        /// The path of the part that should contain it. It is empty for the document.
        inside: String,
        /// The names that you can use there instead.
        names: Vec<String>,
    },
    /// Several parts have this name. Use one of the paths instead.
    #[error("{}", Escaped(format!("{path}: {} parts have this name; choose one: {}", .paths.len(), listed(.paths))))]
    Ambiguous {
        /// The path with the name.
        path: String,
        /// The paths that use positions.
        paths: Vec<String>,
    },
    /// Nothing matches the pattern.
    #[error("the pattern matches no value")]
    NoMatch,
    /// There is no file for this resource.
    #[error("{}", Escaped(no_resource(.path, .name, .names)))]
    Resource {
        /// The path of the value.
        path: String,
        /// The name without a file.
        name: String,
        /// Similar names that do exist.
        names: Vec<String>,
    },
    /// The text is not a value of the right type.
    #[error("{}", Escaped(wrong(.path, .text, .expected, .words)))]
    Value {
        /// The path of the value.
        path: String,
        /// The text that was passed.
        text: String,
        /// A description of the type.
        expected: String,
        /// The valid words for an enumeration. This is empty for other types.
        words: Vec<String>,
    },
    /// The part can't be changed like this.
    #[error("{}", Escaped(format!("{path}: {why}")))]
    Refused {
        /// The path of the part.
        path: String,
        /// Why it can't be changed, and what to do instead.
        why: String,
    },
    /// Documents in the format with this title have no paths.
    #[error("no values can be read or changed in this format: {0}")]
    NoPaths(&'static str),
    /// The format can't store the change.
    #[error(transparent)]
    Document(#[from] Error),
}

impl PathError {
    pub(crate) fn refused(path: impl ToString, why: impl Into<String>) -> Self {
        Self::Refused { path: path.to_string(), why: why.into() }
    }
}

fn listed(names: &[String]) -> String {
    let shown = names.get(..MOST_LISTED.min(names.len())).unwrap_or_default().join(", ");
    match names.len().checked_sub(MOST_LISTED) {
        None | Some(0) => shown,
        Some(rest) => format!("{shown} and {rest} more"),
    }
}

fn missing(path: &str, inside: &str, names: &[String]) -> String {
    let part = if inside.is_empty() { "the document" } else { inside };
    match names {
        [] => format!("{path}: there is no such part; {part} is empty"),
        names => format!("{path}: there is no such part; {part} has {}", listed(names)),
    }
}

fn no_resource(path: &str, name: &str, names: &[String]) -> String {
    match names {
        [] => format!("{path}: no resource \"{name}\""),
        names => format!("{path}: no resource \"{name}\"; similar names: {}", listed(names)),
    }
}

fn wrong(path: &str, text: &str, expected: &str, words: &[String]) -> String {
    match words {
        [] => format!("{path}: expected {expected}, found \"{text}\""),
        words => format!("{path}: \"{text}\" isn't one of its values: {}", words.join(", ")),
    }
}
