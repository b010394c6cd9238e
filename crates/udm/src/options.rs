//! How documents are read.

use binio::Limits;

binio::options! {
    /// How to read a document.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Limits of a document: depth, and bytes that text arrays are packed from.
        pub(crate) limits: Limits = Limits::default(),
        /// Accepts sizes of elements, arrays and structs that contradict the following data, as the engine does.
        pub(crate) accept_wrong_sizes: bool = false,
        /// Take strings below 255 bytes with a long size.
        pub(crate) accept_long_strings: bool = false,
        /// Take a root without header for the asset's data, as in text files.
        pub(crate) accept_bare_root: bool = false,
    }
}
