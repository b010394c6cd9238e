//! Limits of memory and nesting.

use crate::failure::Fault;

/// Maximum nesting depth of every reader, also with [`Limits::UNLIMITED`].
pub const MAX_DEPTH: u16 = 128;

/// Limits of memory and nesting. The defaults admit real files and bound expanded data to 1 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum nesting depth; values above [`MAX_DEPTH`] count as [`MAX_DEPTH`].
    pub max_depth: u16,
    /// Maximum total size of all decompressed and expanded data, in bytes.
    pub max_expanded_bytes: u64,
    /// Maximum number of entries, files or tracks.
    pub max_entries: u64,
}

impl Limits {
    /// No limits except [`MAX_DEPTH`].
    pub const UNLIMITED: Self = Self { max_depth: MAX_DEPTH, max_expanded_bytes: u64::MAX, max_entries: u64::MAX };

    /// Sets [`max_depth`](Self::max_depth).
    #[must_use]
    pub const fn max_depth(mut self, depth: u16) -> Self {
        self.max_depth = depth;
        self
    }

    /// Sets [`max_expanded_bytes`](Self::max_expanded_bytes).
    #[must_use]
    pub const fn max_expanded_bytes(mut self, bytes: u64) -> Self {
        self.max_expanded_bytes = bytes;
        self
    }

    /// Sets [`max_entries`](Self::max_entries).
    #[must_use]
    pub const fn max_entries(mut self, entries: u64) -> Self {
        self.max_entries = entries;
        self
    }

    /// Returns the maximum nesting depth.
    pub fn depth(&self) -> u16 {
        self.max_depth.min(MAX_DEPTH)
    }

    /// Creates the budget of one file.
    pub fn budget(&self) -> Budget {
        Budget { left: self.max_expanded_bytes }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_depth: MAX_DEPTH, max_expanded_bytes: 1 << 30, max_entries: 1 << 24 }
    }
}

/// Number of bytes that may still be expanded. Decompression spends it before it reserves memory.
#[derive(Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// Takes `bytes` from the budget.
    ///
    /// # Errors
    /// [`Fault::Limit`] if the budget is too small; the budget is then unchanged.
    pub fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or(Fault::Limit("expanded bytes"))?;
        Ok(())
    }

    /// Returns the remaining number of bytes.
    pub fn left(&self) -> u64 {
        self.left
    }
}
