//! What can be wrong with a scene.

use binio::Fault;
use urho_core::VariantFault;

/// An error about a scene or prefab: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a file, or with a scene that is to become one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes, counts and limits.
    #[error(transparent)]
    Data(#[from] Fault),
    /// A value that isn't one of its type.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// XML, JSON and what text can't hold.
    #[error(transparent)]
    Text(#[from] urho_core::ErrorKind),
    /// The file is none of the forms of a scene or prefab.
    #[error("not a scene or prefab: {0}")]
    NotAScene(&'static str),
    /// A part that has to be there, or has to be of another kind.
    #[error("{0}")]
    Shape(&'static str),
    /// An attribute that a binary archive names in a way this crate doesn't read.
    #[error("attributes are named in two ways, or by numbers")]
    Naming,
    /// To write: the form has no place for something.
    #[error("not in this form: {0}")]
    NotInForm(&'static str),
    /// To write: a component whose class isn't known, in a form that has to know it.
    #[error("component of the unknown class \"{0}\": its attributes have no place in a binary file")]
    UnknownClass(String),
    /// To write: an attribute that the class doesn't have.
    #[error("the class {class} has no attribute \"{attribute}\"")]
    UnknownAttribute {
        /// Name of the class.
        class: String,
        /// Name of the attribute.
        attribute: String,
    },
    /// To write: a value that can't be one of the attribute's type.
    #[error("attribute \"{attribute}\": {why}")]
    WrongValue {
        /// Name of the attribute.
        attribute: String,
        /// What was expected.
        why: &'static str,
    },
    /// To edit: what the edit names isn't there.
    #[error("there is no {0}")]
    NotThere(&'static str),
}
