//! A buffer in a file. Only some parts of it are in memory.

use std::io;
use std::ops::Range;

use crate::glb::Part;

/// A buffer in a file, and the parts of it that are in memory.
pub(super) struct Parts {
    pub(super) whole: Part,
    /// The offset and bytes of each part. They are sorted, and there is a gap between any two of them.
    read: Vec<(u64, Vec<u8>)>,
}

impl Parts {
    /// Reads these ranges. Each byte is only read once.
    pub(super) fn read(whole: Part, ranges: impl Iterator<Item = Range<u64>>) -> io::Result<Self> {
        let mut ranges: Vec<Range<u64>> = ranges.filter(|range| range.end <= whole.length).collect();
        ranges.sort_by_key(|range| range.start);
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        let mut read = Vec::with_capacity(joined.len());
        for Range { start, end } in joined {
            let length = usize::try_from(end.saturating_sub(start)).map_err(|_| io::ErrorKind::OutOfMemory)?;
            let mut bytes = vec![0; length];
            whole.file.read_exact_at(&mut bytes, whole.offset.saturating_add(start))?;
            read.push((start, bytes));
        }
        Ok(Self { whole, read })
    }

    /// Returns the bytes in a range, if they are in memory.
    pub(super) fn get(&self, start: u64, end: u64) -> Option<&[u8]> {
        let index = self.read.partition_point(|(first, _)| *first <= start).checked_sub(1)?;
        let (first, bytes) = self.read.get(index)?;
        let within = |offset: u64| usize::try_from(offset.checked_sub(*first)?).ok();
        bytes.get(within(start)?..within(end)?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn only_what_was_asked_for_is_in_memory() {
        let file = Arc::new((0..100).collect::<Vec<u8>>());
        let whole = Part { file, offset: 10, length: 80 };
        let parts = Parts::read(whole, [20..30, 5..8, 25..40, 40..41, 70..81].into_iter()).unwrap();
        assert_eq!(
            parts.read.iter().map(|(start, bytes)| (*start, bytes.len())).collect::<Vec<_>>(),
            [(5, 3), (20, 21)]
        );
        assert_eq!(parts.get(25, 27), Some([35, 36].as_slice()));
        assert_eq!(parts.get(20, 41).map(<[u8]>::len), Some(21));
        for (start, end) in [(4, 6), (5, 9), (30, 42), (50, 51), (0, 1)] {
            assert_eq!(parts.get(start, end), None, "{start}");
        }
    }
}
