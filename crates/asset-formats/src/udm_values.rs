//! This module contains [`UdmValues`], which you need because the engine refuses or misreads some values that UDM text
//! can contain.

/// Which values may be in the text of a UDM document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UdmValues {
    /// Only values that the engine reads correctly. Any other value is an error,
    /// [`Error::Misread`](crate::Error::Misread).
    Engine,
    /// All values. If the engine misreads a value, this is a warning.
    Any,
}
