//! This module searches keyframes by time.

use crate::value::Column;

/// The times of keyframes, in seconds. You can use a slice, or a column of a file.
pub trait Times {
    /// Returns how many keys there are.
    fn count(&self) -> usize;

    /// Returns the time of a key, or `None` if it does not exist.
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

/// Searches keys, starting from the previous result. Use this to play an animation, because a frame will then take at
/// most one step.
///
/// If the times are unsorted, the result can depend on the previous searches. This is the same in the engines. A single
/// search never takes more than one pass.
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
    /// The last result. Set this to start from another key.
    pub index: usize,
}

impl Cursor {
    /// Returns the last key that is not later than `time`, or 0 if `time` is before the first key. A negative time is
    /// treated as 0. Returns `None` if there are no keys.
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

/// Returns the same key as [`Cursor::seek`], but by a binary search, so you need no cursor. The times must be
/// ascending; for unsorted times or NaN, it can return any key. Returns `None` if there are no keys.
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

/// The two keys around a time, and the position between them. Use this to interpolate their values.
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
    /// The first key.
    pub from: usize,
    /// The second key. After the last key, this is the first key in a loop, or `from` itself without a loop.
    pub to: usize,
    /// The position: 0 at `from`, 1 at `to`. Before the first key it is negative. Urho3D and U3D will extrapolate
    /// there, but rbfx uses the value of the key if `t` is below 10⁻⁶.
    pub t: f32,
}

impl Segment {
    /// Returns the segment at `time`, given the key `from` at which it begins. Use [`Cursor::seek`] or [`key_at`] to
    /// find this key. For an animation that loops, pass the length in seconds as `loop_length`. Returns `None` if the
    /// key does not exist.
    ///
    /// An empty segment, for example a segment that ends after the length of the loop, will be at its end, so `t` is 1.
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
