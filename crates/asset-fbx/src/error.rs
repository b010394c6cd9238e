//! Errors of FBX and OBJ files.

use binio::{Cause, Fault, HasCause};

/// Error of an FBX or OBJ file: the problem and its part. There is no byte offset, because the library that parses the file reports none.
pub type Error = binio::Error<ErrorKind>;

/// Problems of an FBX or OBJ file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file takes more memory, or nests deeper, than the limits allow.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The bytes are neither FBX nor OBJ.
    #[error("expected FBX or OBJ, found other bytes")]
    Unrecognized,
    /// The file ends too early.
    #[error("the file is cut off")]
    CutOff,
    /// A version of FBX that isn't supported.
    #[error("this version of FBX is not supported; export the file as FBX 7.4")]
    Version,
    /// The file is damaged; the problem in the words of the library.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The scene of the file is invalid.
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

/// Converts an error of the library.
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
