//! Keyframe search.

use crate::value::Column;

/// Times of keyframes, in seconds: a slice, or a column of the keys in the file.
pub trait Times {
    /// Returns the number of keys.
    fn count(&self) -> usize;

    /// Returns the time of a key; `None` if it doesn't exist.
    fn time(&self, index: usize) -> Option<f32>;
}

impl Times for [f32] {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn time(&self, index: usize) -> Option<f32> {
        self.get(index).copied()
    }
}

impl<const N: usize> Times for [f32; N] {
    fn count(&self) -> usize {
        N
    }
    #[inline]
    fn time(&self, index: usize) -> Option<f32> {
        self.get(index).copied()
    }
}

impl Times for Column<'_, f32> {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn time(&self, index: usize) -> Option<f32> {
        self.get(index)
    }
}

/// A key lookup that starts at the previous result, so that playback costs at most one step per frame.
///
/// With unsorted times the result depends on the previous lookups, as in the engines. A single lookup never takes more than one pass.
///
/// ```
/// use asset_geometry::Cursor;
/// let times = [0.5, 1.0, 1.0, 2.0];
/// let mut cursor = Cursor::default();
/// assert_eq!(cursor.seek(&times, 1.5), Some(2));
/// assert_eq!(cursor.seek(&times, 0.1), Some(0), "before the first key");
/// assert_eq!(cursor.seek(&times, 9.0), Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Last result.
    pub index: usize,
}

impl Cursor {
    /// Returns the last key not later than `time`, or 0 if `time` is before the first; a negative time counts as 0. `None` without keys.
    pub fn seek(&mut self, times: &(impl Times + ?Sized), time: f32) -> Option<usize> {
        let last = times.count().checked_sub(1)?;
        let time = not_negative(time);
        let mut index = self.index.min(last);
        while index > 0 && times.time(index).is_some_and(|key| time < key) {
            index -= 1;
        }
        while index < last && times.time(index + 1).is_some_and(|key| time >= key) {
            index += 1;
        }
        self.index = index;
        Some(index)
    }
}

/// Returns the result of [`Cursor::seek`] for ascending times, by binary search without state. `None` without keys. With unsorted times or NaN,
/// any key.
pub fn key_at(times: &(impl Times + ?Sized), time: f32) -> Option<usize> {
    let mut end = times.count();
    if end == 0 {
        return None;
    }
    let time = not_negative(time);
    let mut start = 0;
    while start < end {
        let middle = start + (end - start) / 2;
        if times.time(middle).is_some_and(|key| key <= time) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    Some(start.saturating_sub(1))
}

fn not_negative(time: f32) -> f32 {
    if time < 0.0 { 0.0 } else { time }
}

/// The two keys around a time, and the position between them.
///
/// ```
/// use asset_geometry::Segment;
/// let times = [0.0, 1.0, 3.0];
/// assert_eq!(Segment::at(&times, 1, 2.0, None), Some(Segment { from: 1, to: 2, t: 0.5 }));
/// assert_eq!(Segment::at(&times, 2, 3.5, None), Some(Segment { from: 2, to: 2, t: 0.0 }), "held");
/// assert_eq!(Segment::at(&times, 2, 3.5, Some(4.0)), Some(Segment { from: 2, to: 0, t: 0.5 }), "looped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start key.
    pub from: usize,
    /// End key: the next, the first when looping after the last, or `from` itself when the last key is held.
    pub to: usize,
    /// 0 at `from`, 1 at `to`. Negative before the first key: Urho3D and U3D extrapolate there, rbfx holds the key's value for all `t` below
    /// 10⁻⁶.
    pub t: f32,
}

impl Segment {
    /// Returns the segment at `time` that begins at key `from`, the result of [`Cursor::seek`] or [`key_at`]. `loop_length` is the length of the
    /// animation, in seconds, if it loops. `None` if the key doesn't exist.
    ///
    /// An empty segment, for example a segment that ends after the length of the loop, is at its end: `t` is 1.
    pub fn at(times: &(impl Times + ?Sized), from: usize, time: f32, loop_length: Option<f32>) -> Option<Self> {
        let start = times.time(from)?;
        let to = match (from + 1 < times.count(), loop_length) {
            (true, _) => from + 1,
            (false, Some(_)) => 0,
            (false, None) => return Some(Self { from, to: from, t: 0.0 }),
        };
        let mut duration = times.time(to)? - start;
        if duration < 0.0 {
            duration += loop_length.unwrap_or_default();
        }
        let t = if duration > 0.0 { (time - start) / duration } else { 1.0 };
        Some(Self { from, to, t })
    }
}
