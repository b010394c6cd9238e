//! What can be wrong with a variant or a side file.

use alloc::string::String;
use binio::Fault;

use crate::kind::VariantKind;

/// An error of this crate: what, where, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with the bytes of a variant, or with a variant that is to become bytes.
///
/// Small and `Copy`: a format that holds variants takes it into its own error kind with `From`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantFault {
    /// A type number that the era has no type for.
    #[error("unknown variant type {0}")]
    UnknownType(u8),
    /// A type whose bytes only the engine knows: `Custom`, `VariantCurve`.
    #[error("the bytes of a {0} are not known")]
    Opaque(VariantKind),
    /// To write: a type that the era has no number for.
    #[error("this engine has no variants of type {0}")]
    NotInEra(VariantKind),
    /// To write: Urho3D and U3D store no value behind the type of a `Rect`, rbfx does.
    #[error("Urho3D and U3D store a Rect without a value, rbfx with one")]
    RectValue,
    /// To write: a payload is stored without its type, so the value must have the type that is given.
    #[error("a {found} where a {expected} is to be written")]
    WrongType {
        /// The type to be written.
        expected: VariantKind,
        /// The type of the value.
        found: VariantKind,
    },
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes, counts and limits.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A variant that can't be read or written.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// XML that isn't well-formed.
    #[error("malformed XML: {0}")]
    Xml(String),
    /// JSON that isn't well-formed.
    #[error("malformed JSON: {0}")]
    Json(String),
    /// XML or JSON in UTF-16 or UTF-32.
    #[error("only UTF-8 is read")]
    NotUtf8,
    /// XML without an element.
    #[error("no root element")]
    NoRoot,
    /// To write: a value that has no form in text, and why.
    #[error("no form in text: {0}")]
    NotInText(&'static str),
    /// To write: what a reader would put into another order, or take for something else.
    #[error("would not be read back: {0}")]
    NotReadBack(&'static str),
    /// Edits of a text that can't be made together, or not in this text.
    #[error("{0}")]
    Edits(&'static str),
}
