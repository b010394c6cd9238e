//! Errors of variants and side files.

use alloc::string::String;
use binio::{Cause, Fault, HasCause};

use crate::kind::VariantKind;

/// An error of this crate, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a variant, in bytes or to be written.
///
/// Small and `Copy`, so that a format with variants can include it in its own error kind with `From`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantFault {
    /// A type number that doesn't exist in this era.
    #[error("unknown variant type {0}")]
    UnknownType(u8),
    /// A type with an encoding that depends on the program: `Custom`, `VariantCurve`.
    #[error("the bytes of a {0} are not known")]
    Opaque(VariantKind),
    /// Writing: a type that doesn't exist in this era.
    #[error("this engine has no variants of type {0}")]
    NotInEra(VariantKind),
    /// Writing: Urho3D and U3D store no value for a `Rect`, and rbfx requires one.
    #[error("Urho3D and U3D store a Rect without a value, rbfx with one")]
    RectValue,
    /// Writing: a payload is stored without its type, so the value must have the required type.
    #[error("a {found} where a {expected} is to be written")]
    WrongType {
        /// Required type.
        expected: VariantKind,
        /// Value type.
        found: VariantKind,
    },
}

/// Kind of error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Invalid bytes, counts or limits.
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
    /// Writing: a value that text can't represent, with the reason.
    #[error("no form in text: {0}")]
    NotInText(&'static str),
    /// Writing: a value that a reader would reorder or misread.
    #[error("would not be read back: {0}")]
    NotReadBack(&'static str),
    /// Edits that conflict with each other or don't match the text.
    #[error("{0}")]
    Edits(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Fault(kind) => kind.cause(),
            Self::Variant(kind) => kind.cause(),
            Self::NotInText(_) | Self::NotReadBack(_) => Cause::NotWritable,
            Self::Edits(_) => Cause::Request,
            Self::Xml(_) | Self::Json(_) | Self::NotUtf8 | Self::NoRoot => Cause::Damaged,
        }
    }
}

impl HasCause for VariantFault {
    fn cause(&self) -> Cause {
        match self {
            Self::UnknownType(_) | Self::Opaque(_) => Cause::Unsupported,
            Self::NotInEra(_) | Self::RectValue | Self::WrongType { .. } => Cause::NotWritable,
        }
    }
}
