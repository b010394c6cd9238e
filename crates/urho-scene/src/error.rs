//! The errors for scenes.

use binio::{Cause, Fault, HasCause};
use urho_core::VariantFault;

/// An error with the path to the node or component and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a scene could not be read, written or edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A byte, a count or a limit is not valid.
    #[error(transparent)]
    Data(#[from] Fault),
    /// A value is not valid for its type.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// The XML or JSON is not valid, or text can't store the content.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// This is not a scene or prefab in any known encoding.
    #[error("not a scene or prefab: {0}")]
    NotAScene(&'static str),
    /// Something that is required is missing, or is something else.
    #[error("{0}")]
    Shape(&'static str),
    /// A binary archive names its attributes in a way that is not supported.
    #[error("attributes are named in two ways, or by numbers")]
    Naming,
    /// On writing: the encoding can't store something.
    #[error("not in this encoding: {0}")]
    NotInForm(&'static str),
    /// On writing: the class of a component is unknown, but this encoding needs it. Add the class using
    /// [`WriteOptions::classes`](crate::WriteOptions::classes).
    #[error("component of the unknown class \"{0}\": its attributes have no place in a binary file")]
    UnknownClass(String),
    /// On writing: the class does not have this attribute.
    #[error("the class {class} has no attribute \"{attribute}\"")]
    UnknownAttribute {
        /// The name of the class.
        class: String,
        /// The name of the attribute.
        attribute: String,
    },
    /// On writing: a value can't be converted to the type of the attribute.
    #[error("attribute \"{attribute}\": {why}")]
    WrongValue {
        /// The name of the attribute.
        attribute: String,
        /// What was expected.
        why: &'static str,
    },
    /// A line in a class table is not valid.
    #[error("line {line}: {why}")]
    ClassTable {
        /// The line number, beginning at 1.
        line: usize,
        /// What is wrong with the line.
        why: String,
    },
    /// On editing: there is no such node or component.
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
