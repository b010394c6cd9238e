//! This module contains the errors that reading FBX and OBJ files can cause.

use binio::{Cause, Fault, HasCause};

/// An error about an FBX or OBJ file. This contains the problem and the part of the file, but no byte offset, because
/// the library that parses the file does not report offsets.
pub type Error = binio::Error<ErrorKind>;

/// What is wrong with an FBX or OBJ file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file takes more memory, or is nested deeper, than the limits allow. To read it anyway, raise the limits in
    /// [`ReadOptions`](crate::ReadOptions).
    #[error(transparent)]
    Data(#[from] Fault),
    /// The bytes are neither FBX nor OBJ.
    #[error("expected FBX or OBJ, found other bytes")]
    Unrecognized,
    /// The file ends too early, so it may have been cut off.
    #[error("the file is cut off")]
    CutOff,
    /// This version of FBX is not supported.
    #[error("this version of FBX is not supported; export the file as FBX 7.4")]
    Version,
    /// The file is damaged. This is the problem in the words of the library.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The scene in the file is invalid.
    #[error(transparent)]
    Scene(#[from] asset_scene::ErrorKind),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(fault) => fault.cause(),
            Self::Scene(kind) => kind.cause(),
            Self::Version => Cause::Unsupported,
            Self::Unrecognized | Self::CutOff | Self::Damaged(_) => Cause::Damaged,
        }
    }
}

/// Creates an error about the whole file.
#[cfg(feature = "ufbx")]
#[cold]
pub(crate) fn error(kind: impl Into<ErrorKind>) -> Error {
    Error::new(kind, binio::Path::new())
}

/// Converts an error from the library.
#[cfg(feature = "ufbx")]
#[cold]
pub(crate) fn of_library(failure: &ufbx::Error) -> Error {
    use ufbx::ErrorType;
    error(match failure.type_ {
        ErrorType::OutOfMemory | ErrorType::MemoryLimit | ErrorType::AllocationLimit => {
            Fault::Limit("expanded bytes").into()
        }
        ErrorType::NodeDepthLimit => Fault::Limit("depth").into(),
        ErrorType::UnrecognizedFileFormat | ErrorType::EmptyFile => ErrorKind::Unrecognized,
        ErrorType::TruncatedFile => ErrorKind::CutOff,
        ErrorType::UnsupportedVersion => ErrorKind::Version,
        // A constant of the library: no text of the file.
        _ => ErrorKind::Damaged(failure.description.to_string()),
    })
}
