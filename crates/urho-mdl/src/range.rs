//! Runs of vertices and indices.

/// A run of vertices or indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// Number of the first item.
    pub start: u32,
    /// Number of items from `start` on.
    pub count: u32,
}

impl Range {
    /// The run as numbers; 64 bits wide, so that it can't wrap.
    pub fn numbers(self) -> core::ops::Range<u64> {
        let start = u64::from(self.start);
        start..start + u64::from(self.count)
    }

    /// Whether all of it lies within the first `count`.
    pub fn fits(self, count: u64) -> bool {
        self.numbers().end <= count
    }
}
