//! Limits of memory and nesting.

use crate::failure::Fault;

/// Maximum nesting depth of every reader, also with [`Limits::UNLIMITED`].
pub const MAX_DEPTH: u16 = 128;

crate::options! {
    /// Limits of memory and nesting. The defaults admit real files and bound expanded data to 1 GiB.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Limits {
        /// How deep parts may nest; never more than [`MAX_DEPTH`].
        max_depth: u16 = MAX_DEPTH,
        /// How many bytes all decompression and expansion together may give.
        max_expanded_bytes: u64 = 1 << 30,
        /// How many entries, files or tracks something may have.
        max_entries: u64 = 1 << 24,
    }
}

impl Limits {
    /// No limits except [`MAX_DEPTH`].
    pub const UNLIMITED: Self = Self { max_depth: MAX_DEPTH, max_expanded_bytes: u64::MAX, max_entries: u64::MAX };

    /// Returns how deep parts may nest, [`MAX_DEPTH`] at most.
    pub fn depth(&self) -> u16 {
        self.max_depth.min(MAX_DEPTH)
    }

    /// Returns how many bytes all decompression and expansion together may give.
    pub fn expanded_bytes(&self) -> u64 {
        self.max_expanded_bytes
    }

    /// Returns how many entries, files or tracks something may have.
    pub fn entries(&self) -> u64 {
        self.max_entries
    }

    /// A budget for one file.
    pub fn budget(&self) -> Budget {
        Budget { left: self.max_expanded_bytes }
    }
}

/// Bytes that may still be expanded; decompressors spend them before they reserve memory.
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
