//! Limits of memory and nesting.

use crate::failure::Fault;

/// Nesting that no reader goes beyond, whatever the limits say.
pub const MAX_DEPTH: u16 = 128;

/// Limits of memory and nesting. The defaults admit real files and bound expanded data to 1 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How deep parts may nest; never more than [`MAX_DEPTH`].
    pub max_depth: u16,
    /// How many bytes all decompression and expansion together may give.
    pub max_expanded_bytes: u64,
    /// How many entries, files or tracks something may have.
    pub max_entries: u64,
}

impl Limits {
    /// No limit but the depth.
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

    /// How deep parts may nest.
    pub fn depth(&self) -> u16 {
        self.max_depth.min(MAX_DEPTH)
    }

    /// A budget for one file.
    pub fn budget(&self) -> Budget {
        Budget { left: self.max_expanded_bytes }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_depth: MAX_DEPTH, max_expanded_bytes: 1 << 30, max_entries: 1 << 24 }
    }
}

/// Bytes that may still be expanded; what decompresses spends it before it reserves.
#[derive(Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// Takes `bytes` from the budget.
    ///
    /// # Errors
    /// [`Fault::Limit`] if less is left; the budget is then unchanged.
    pub fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or(Fault::Limit("expanded bytes"))?;
        Ok(())
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.left
    }
}
