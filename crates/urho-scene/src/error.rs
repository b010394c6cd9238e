//! Errors of scenes.

use binio::{Cause, Fault, HasCause};
use urho_core::VariantFault;

/// An error about a scene or prefab, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a file, or of a scene to be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Invalid bytes, counts or limits.
    #[error(transparent)]
    Data(#[from] Fault),
    /// A value that is invalid for its type.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// Invalid XML or JSON, or content that text can't store.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// The file has no encoding of a scene or prefab.
    #[error("not a scene or prefab: {0}")]
    NotAScene(&'static str),
    /// A required part is missing or of another kind.
    #[error("{0}")]
    Shape(&'static str),
    /// An unsupported attribute naming in a binary archive.
    #[error("attributes are named in two ways, or by numbers")]
    Naming,
    /// Writing: the encoding can't store something.
    #[error("not in this form: {0}")]
    NotInForm(&'static str),
    /// Writing: a component of an unknown class, in an encoding that requires the class.
    #[error("component of the unknown class \"{0}\": its attributes have no place in a binary file")]
    UnknownClass(String),
    /// Writing: an attribute that the class doesn't have.
    #[error("the class {class} has no attribute \"{attribute}\"")]
    UnknownAttribute {
        /// Name of the class.
        class: String,
        /// Name of the attribute.
        attribute: String,
    },
    /// Writing: a value that can't be converted to the attribute's type.
    #[error("attribute \"{attribute}\": {why}")]
    WrongValue {
        /// Name of the attribute.
        attribute: String,
        /// Expected value.
        why: &'static str,
    },
    /// A line of a table of classes is invalid.
    #[error("line {line}: {why}")]
    ClassTable {
        /// Number of the line, from 1 on.
        line: usize,
        /// The problem.
        why: String,
    },
    /// Editing: the target of the edit doesn't exist.
    #[error("there is no {0}")]
    NotThere(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::Variant(kind) => kind.cause(),
            Self::Text(kind) => kind.cause(),
            Self::NotInForm(_) | Self::UnknownClass(_) | Self::UnknownAttribute { .. } | Self::WrongValue { .. } => {
                Cause::NotWritable
            }
            Self::NotAScene(_) | Self::Shape(_) => Cause::Damaged,
            Self::NotThere(_) | Self::ClassTable { .. } => Cause::Request,
            Self::Naming => Cause::Unsupported,
        }
    }
}
