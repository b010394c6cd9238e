//! Options for reading documents.

use binio::Limits;

binio::options! {
    /// Use this to change how a document is read, for example to accept broken files.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Limits the depth, and how many bytes can be packed from a text array.
        pub(crate) limits: Limits = Limits::default(),
        /// Accepts elements, arrays and structs whose size contradicts the data that follows, as the engine does.
        pub(crate) accept_wrong_sizes: bool = false,
        /// Accepts strings shorter than 255 bytes with a long size.
        pub(crate) accept_long_strings: bool = false,
        /// Accepts a root without a header, and uses it for the asset data, as in text files.
        pub(crate) accept_bare_root: bool = false,
    }
}
