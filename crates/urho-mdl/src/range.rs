//! Runs of vertices and indices.

/// A run of vertices or indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// Number of the first item.
    pub start: u32,
    /// Number of items.
    pub count: u32,
}

impl Range {
    /// Returns the numbers of the items, as `u64` to avoid overflow.
    pub fn numbers(self) -> core::ops::Range<u64> {
        let start = u64::from(self.start);
        start..start + u64::from(self.count)
    }

    /// Returns whether the run is within the first `count` items.
    pub fn fits(self, count: u64) -> bool {
        self.numbers().end <= count
    }
}
