//! Why a path or a value is refused.

use binio::Escaped;

use crate::Error;

/// Most names that an error lists.
const MOST_LISTED: usize = 12;

/// Why values can't be found or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The text isn't a path.
    #[error("{problem} (at character {at})")]
    Syntax {
        /// The problem.
        problem: &'static str,
        /// Byte offset in the text of the path.
        at: usize,
    },
    /// The document has no such part.
    #[error("{}", Escaped(missing(.path, .inside, .names)))]
    Missing {
        /// Path of the missing part.
        path: String,
        /// Path of the part that lacks it; empty for the document.
        inside: String,
        /// Names that exist there.
        names: Vec<String>,
    },
    /// Several parts have the name; their paths.
    #[error("{}", Escaped(format!("{path}: {} parts have this name; choose one: {}", .paths.len(), listed(.paths))))]
    Ambiguous {
        /// Path with the name.
        path: String,
        /// Paths by position.
        paths: Vec<String>,
    },
    /// A pattern matches nothing.
    #[error("the pattern matches no value")]
    NoMatch,
    /// No file has the name of a resource.
    #[error("{}", Escaped(no_resource(.path, .name, .names)))]
    Resource {
        /// Path of the value.
        path: String,
        /// Name without a file.
        name: String,
        /// Similar names that exist.
        names: Vec<String>,
    },
    /// The text isn't a value of the type.
    #[error("{}", Escaped(wrong(.path, .text, .expected, .words)))]
    Value {
        /// Path of the value.
        path: String,
        /// The refused text.
        text: String,
        /// Description of the type.
        expected: String,
        /// Valid words of an enumeration; empty for other types.
        words: Vec<String>,
    },
    /// The part can't be changed like this; its path and the reason.
    #[error("{}", Escaped(format!("{path}: {why}")))]
    Refused {
        /// Path of the part.
        path: String,
        /// Why not, and the remedy.
        why: String,
    },
    /// Documents of this format have no paths; its title.
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
    let place = if inside.is_empty() { "the document" } else { inside };
    match names {
        [] => format!("{path}: there is no such part; {place} is empty"),
        names => format!("{path}: there is no such part; {place} has {}", listed(names)),
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
