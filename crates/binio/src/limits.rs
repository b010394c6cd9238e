//! Limits for memory and nesting.

use crate::failure::Fault;

/// The maximum nesting depth. Readers always check it, even with [`Limits::UNLIMITED`].
pub const MAX_DEPTH: u16 = 128;

crate::options! {
    /// Limits on memory and nesting. The default is to refuse more than 1 GiB of expanded data. Change this only if a
    /// real file is refused, or to set lower limits for files from unknown people.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Limits {
        /// The maximum nesting depth. A value above [`MAX_DEPTH`] has no effect.
        max_depth: u16 = MAX_DEPTH,
        /// The maximum number of bytes after decompression and expansion, for the whole file.
        max_expanded_bytes: u64 = 1 << 30,
        /// The maximum number of entries, files or tracks.
        max_entries: u64 = 1 << 24,
    }
}

impl Limits {
    /// No limits, except for [`MAX_DEPTH`]. This must only be used on files that you trust.
    pub const UNLIMITED: Self = Self { max_depth: MAX_DEPTH, max_expanded_bytes: u64::MAX, max_entries: u64::MAX };

    /// Returns the maximum nesting depth, which is at most [`MAX_DEPTH`].
    pub fn depth(&self) -> u16 {
        self.max_depth.min(MAX_DEPTH)
    }

    /// Returns the maximum number of bytes after decompression and expansion.
    pub fn expanded_bytes(&self) -> u64 {
        self.max_expanded_bytes
    }

    /// Returns the maximum number of entries, files or tracks.
    pub fn entries(&self) -> u64 {
        self.max_entries
    }

    /// Creates the budget to be spent on a single file.
    pub fn budget(&self) -> Budget {
        Budget { left: self.max_expanded_bytes }
    }
}

/// The number of bytes that may still be expanded. A decompressor must spend from this before it reserves memory.
#[derive(Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// Takes `bytes` from the budget. Call this before you reserve memory.
    ///
    /// # Errors
    /// [`Fault::Limit`] if the budget is too small. In this case it does not change.
    pub fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or(Fault::Limit("expanded bytes"))?;
        Ok(())
    }

    /// Returns the number of bytes that are left.
    pub fn left(&self) -> u64 {
        self.left
    }
}
