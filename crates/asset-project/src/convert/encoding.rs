//! Text of UDM documents: the engine refuses or misreads some values that UDM's text can contain.

use crate::Format;

/// Which values the text of a UDM document may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Values that the engine reads as they are. Any other value is an error, [`Error::Misread`](crate::Error::Misread).
    Engine,
    /// All values. A value that the engine misreads is a warning.
    Any,
}

impl Encoding {
    /// Returns the encoding for files of a format.
    pub(super) fn default_for(format: Format) -> Self {
        if format == Format::UDM { Self::Any } else { Self::Engine }
    }
}
