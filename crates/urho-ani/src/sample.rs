//! Computes the value of a track at a given time, using the rules from the engines.

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::interpolate::{lerp, slerp};
use asset_geometry::{Cursor, Segment, Times};
use zerocopy::little_endian::F32;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::animation::{Animation, Version};
use crate::track::{Channels, Track, Transform};

/// Which engine to imitate. The engines differ in how they play the time before the first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Urho3D and U3D: before the first key, the line through the first two keys is extrapolated.
    Urho3D,
    /// rbfx: before the first key, its value is used. The value of a key is also used in the first millionth of each
    /// interval.
    Rbfx,
}

/// How an animation should be played.
///
/// ```
/// use urho_ani::{Playback, Rules};
/// let playback = Playback { length: 2.0, looped: true, rules: Rules::Urho3D };
/// assert_eq!(playback.advance(1.5, 1.0), 0.5);
/// assert_eq!(Playback { looped: false, ..playback }.advance(1.5, 1.0), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// The duration of the animation in seconds.
    pub length: f32,
    /// Whether the animation should loop. If so, the last key of a track is interpolated with the first.
    pub looped: bool,
    /// The engine whose rules should be used.
    pub rules: Rules,
}

impl Playback {
    /// Returns the settings for the engine that this animation was written for.
    pub fn of(animation: &Animation<'_>, looped: bool) -> Self {
        let rules = match animation.version {
            Version::Uani => Rules::Urho3D,
            Version::Uan2(_) => Rules::Rbfx,
        };
        Self { length: animation.length, looped, rules }
    }

    /// Clamps the time to the animation, as the engine does.
    pub fn clamp(&self, time: f32) -> f32 {
        time.min(self.length).max(0.0)
    }

    /// Adds `delta` seconds to the time. Use this to get the time for the next frame; `delta` may also be negative.
    ///
    /// If the animation loops, the result is wrapped, otherwise it is clamped. If the animation has no length, the time
    /// does not change.
    pub fn advance(&self, time: f32, delta: f32) -> f32 {
        let length = self.length;
        if length.is_nan() || length <= 0.0 || delta == 0.0 {
            return time;
        }
        let mut time = time + delta;
        if self.looped {
            // The engine adds and subtracts in a loop. So does this, unless the loop would be long or endless.
            const STEPS: f32 = 64.0;
            let steps = time.abs() / length;
            if steps.is_nan() || steps > STEPS {
                time %= length;
            }
            while time >= length {
                time -= length;
            }
            while time < 0.0 {
                time += length;
            }
        }
        self.clamp(time)
    }

    /// Returns the two keys before and after a time, and the position between them.
    pub(crate) fn segment(&self, times: &(impl Times + ?Sized), time: f32, cursor: &mut Cursor) -> Option<Segment> {
        let from = cursor.seek(times, time)?;
        let segment = Segment::at(times, from, time, self.looped.then_some(self.length))?;
        let held = self.rules == Rules::Rbfx && segment.t < 1e-6;
        Some(if held { Segment { to: segment.from, t: 0.0, ..segment } } else { segment })
    }
}

impl Track<'_> {
    /// Writes the values at `time` to `pose`. The time must be between 0 and the length of the animation. A channel
    /// that this track does not have is not changed. If there is no key, this returns `false` and changes nothing.
    ///
    /// The `cursor` remembers the current key, so that there is no search when you play forward. You need a separate
    /// cursor for each track.
    ///
    /// ```
    /// use asset_geometry::Cursor;
    /// use urho_ani::glam::Vec3;
    /// use urho_ani::{Playback, Rules, Track, TrackData, Transform};
    /// let data = TrackData { times: vec![0.0, 1.0], positions: Some(vec![Vec3::ZERO, Vec3::X]), ..TrackData::default() };
    /// let track = Track::from_data("Hips", &data)?;
    /// let playback = Playback { length: 2.0, looped: true, rules: Rules::Urho3D };
    /// let (mut pose, mut cursor) = (Transform::IDENTITY, Cursor::default());
    /// assert!(track.sample(0.25, &playback, &mut cursor, &mut pose));
    /// assert_eq!(pose.position.x, 0.25);
    /// track.sample(1.75, &playback, &mut cursor, &mut pose);
    /// assert_eq!(pose.position.x, 0.25, "on the way back to the first key");
    /// # Ok::<(), urho_ani::Error>(())
    /// ```
    pub fn sample(&self, time: f32, playback: &Playback, cursor: &mut Cursor, pose: &mut Transform) -> bool {
        self.sampler().sample(time, playback, cursor, pose)
    }

    /// Prepares the keys, so that they can be sampled many times.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        let size = self.channels.key_size();
        Sampler { keys: &self.keys, size, count: self.keys.len() / size, channels: self.channels }
    }
}

/// The keys of a track, ready for sampling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampler<'k> {
    keys: &'k [u8],
    size: usize,
    count: usize,
    channels: Channels,
}

impl Times for Sampler<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn time(&self, index: usize) -> Option<f32> {
        read::<F32>(self.key(index)?, 0).map(|time| time.get())
    }
}

/// Where the channels start in a key: after the time, in this order.
const TIME: usize = 4;

impl<'k> Sampler<'k> {
    #[inline]
    fn key(&self, index: usize) -> Option<&'k [u8]> {
        let start = index.checked_mul(self.size)?;
        self.keys.get(start..)?.get(..self.size)
    }

    #[inline]
    pub(crate) fn sample(&self, time: f32, playback: &Playback, cursor: &mut Cursor, pose: &mut Transform) -> bool {
        let segment = playback.segment(self, time, cursor);
        let keys = segment.and_then(|segment| Some((self.key(segment.from)?, self.key(segment.to)?, segment)));
        let Some((from, to, Segment { from: a, to: b, t })) = keys else { return false };
        let still = a == b;
        let mut offset = TIME;
        if self.channels.has(Channels::POSITION) {
            if let (Some(from), Some(to)) = (vector(from, offset), vector(to, offset)) {
                pose.position = if still { from } else { lerp(from, to, t) };
            }
            offset += size_of::<[F32; 3]>();
        }
        if self.channels.has(Channels::ROTATION) {
            if let (Some(from), Some(to)) = (rotation(from, offset), rotation(to, offset)) {
                pose.rotation = if still { from } else { slerp(from, to, t) };
            }
            offset += size_of::<[F32; 4]>();
        }
        if self.channels.has(Channels::SCALE) {
            if let (Some(from), Some(to)) = (vector(from, offset), vector(to, offset)) {
                pose.scale = if still { from } else { lerp(from, to, t) };
            }
        }
        true
    }
}

#[inline]
fn read<T: FromBytes + KnownLayout + Immutable + Unaligned>(key: &[u8], offset: usize) -> Option<&T> {
    let (value, _) = T::ref_from_prefix(key.get(offset..)?).ok()?;
    Some(value)
}

#[inline]
fn vector(key: &[u8], offset: usize) -> Option<Vec3> {
    read::<[F32; 3]>(key, offset).map(|value| Vec3::from_array(value.map(F32::get)))
}

#[inline]
fn rotation(key: &[u8], offset: usize) -> Option<Quat> {
    let [w, x, y, z] = read::<[F32; 4]>(key, offset)?.map(F32::get);
    Some(Quat::from_xyzw(x, y, z, w))
}
