//! How documents are read.

use binio::Limits;

/// How to read a document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a document may cost: depth, and bytes that text arrays are packed from.
    pub limits: Limits,
    /// Take sizes of elements, arrays and structs that contradict what follows them, as the engine does.
    pub accept_wrong_sizes: bool,
    /// Take strings below 255 bytes with a long size.
    pub accept_long_strings: bool,
    /// Take a root without header for the asset's data, as in text files.
    pub accept_bare_root: bool,
}

impl ReadOptions {
    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets [`accept_wrong_sizes`](Self::accept_wrong_sizes).
    #[must_use]
    pub fn accept_wrong_sizes(mut self, accept: bool) -> Self {
        self.accept_wrong_sizes = accept;
        self
    }

    /// Sets [`accept_long_strings`](Self::accept_long_strings).
    #[must_use]
    pub fn accept_long_strings(mut self, accept: bool) -> Self {
        self.accept_long_strings = accept;
        self
    }

    /// Sets [`accept_bare_root`](Self::accept_bare_root).
    #[must_use]
    pub fn accept_bare_root(mut self, accept: bool) -> Self {
        self.accept_bare_root = accept;
        self
    }
}
