//! The errors for variants and side files.

use alloc::string::String;
use binio::{Cause, Fault, HasCause};

use crate::kind::VariantKind;

/// An error with the path to the part of the file and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a variant could not be read or written.
///
/// This is small and `Copy`. If your format contains variants, you can include it in your own error kind with `From`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VariantFault {
    /// This type number does not exist in the encoding.
    #[error("unknown variant type {0}")]
    UnknownType(u8),
    /// How this type is encoded depends on the program: `Custom`, `VariantCurve`.
    #[error("the bytes of a {0} are not known")]
    Opaque(VariantKind),
    /// On writing: this type does not exist in the encoding.
    #[error("this engine has no variants of type {0}")]
    NotInEra(VariantKind),
    /// On writing: Urho3D and U3D store no value for a `Rect`, but rbfx requires one.
    #[error("Urho3D and U3D store a Rect without a value, rbfx with one")]
    RectValue,
    /// On writing: the type is not stored, so the value must have the type that the reader will expect.
    #[error("a {found} where a {expected} is to be written")]
    WrongType {
        /// The type that is required.
        expected: VariantKind,
        /// The type of the value.
        found: VariantKind,
    },
}

/// The reason why something could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A byte, a count or a limit is not valid.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A variant can't be read or written.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// The XML is not well-formed.
    #[error("malformed XML: {0}")]
    Xml(String),
    /// The JSON is not well-formed.
    #[error("malformed JSON: {0}")]
    Json(String),
    /// The XML or JSON is in UTF-16 or UTF-32. If this is XML, use `XmlEncoding` to decode it first.
    #[error("only UTF-8 is read")]
    NotUtf8,
    /// The XML does not contain an element.
    #[error("no root element")]
    NoRoot,
    /// On writing: text can't represent the value. This is the reason.
    #[error("no form in text: {0}")]
    NotInText(&'static str),
    /// On writing: a reader would reorder or misread the value.
    #[error("would not be read back: {0}")]
    NotReadBack(&'static str),
    /// Two edits conflict with each other, or an edit does not match the text.
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
