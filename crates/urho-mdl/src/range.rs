//! Ranges of vertices and indices.

/// A range of vertices or indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// The index of the first item.
    pub start: u32,
    /// How many items there are.
    pub count: u32,
}

impl Range {
    /// Converts this to a standard range. It uses `u64`, because the end may be too large for `u32`.
    pub fn numbers(self) -> core::ops::Range<u64> {
        let start = u64::from(self.start);
        start..start + u64::from(self.count)
    }

    /// Returns whether the range is in bounds, given `count` items.
    pub fn fits(self, count: u64) -> bool {
        self.numbers().end <= count
    }
}
