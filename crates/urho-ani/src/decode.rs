//! Decodes all keyframes at once, sorted by channel.

use alloc::vec::Vec;
use core::ops::Range;

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::{Column, QuatWxyz, Value};

use zerocopy::little_endian::F32;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::animation::Animation;
use crate::track::{Channels, Track};

/// The keyframes of a whole animation: for each channel there is a single array, in which every track has its own
/// range. Use this when you need all keys, for example to convert an animation or to upload it to a graphics card.
///
/// To avoid allocations, use the same value again for the next animation.
///
/// ```
/// use urho_ani::glam::Quat;
/// use urho_ani::{Animation, Decoded, Track, TrackData, Version};
/// let data = TrackData { times: vec![0.0, 1.0], rotations: Some(vec![Quat::IDENTITY; 2]), ..TrackData::default() };
/// let mut animation = Animation::new(Version::Uani, "Step", 1.0);
/// animation.tracks.push(Track::from_data("Hips", &data)?);
/// let mut decoded = Decoded::default();
/// animation.decode_into(&mut decoded);
/// assert_eq!(decoded.times(0), [0.0, 1.0]);
/// assert_eq!(decoded.rotations(0), [Quat::IDENTITY; 2]);
/// assert!(decoded.positions(0).is_empty());
/// # Ok::<(), urho_ani::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    tracks: Vec<Runs>,
    times: Vec<f32>,
    positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    scales: Vec<Vec3>,
}

/// Where the keys of a track are in the arrays.
#[derive(Clone, Debug, Default)]
struct Runs {
    times: Range<usize>,
    positions: Range<usize>,
    rotations: Range<usize>,
    scales: Range<usize>,
}

impl Decoded {
    /// Returns the number of tracks.
    pub fn track_count(&self) -> usize {
        self.tracks.len()
    }

    /// Returns the key times in seconds. If the track does not exist, this is empty.
    pub fn times(&self, track: usize) -> &[f32] {
        self.run(track, &self.times, |runs| &runs.times)
    }

    /// Returns the positions of a track. If the track has no positions, this is empty.
    pub fn positions(&self, track: usize) -> &[Vec3] {
        self.run(track, &self.positions, |runs| &runs.positions)
    }

    /// Returns the rotations of a track. If the track has no rotations, this is empty.
    pub fn rotations(&self, track: usize) -> &[Quat] {
        self.run(track, &self.rotations, |runs| &runs.rotations)
    }

    /// Returns the scales of a track. If the track has no scales, this is empty.
    pub fn scales(&self, track: usize) -> &[Vec3] {
        self.run(track, &self.scales, |runs| &runs.scales)
    }

    fn run<'d, T>(&'d self, track: usize, all: &'d [T], run: impl Fn(&Runs) -> &Range<usize>) -> &'d [T] {
        self.tracks.get(track).and_then(|runs| all.get(run(runs).clone())).unwrap_or_default()
    }
}

impl Animation<'_> {
    /// Decodes all keyframes. The previous content of `decoded` will be replaced.
    pub fn decode_into(&self, decoded: &mut Decoded) {
        let Decoded { tracks, times, positions, rotations, scales } = decoded;
        tracks.clear();
        let mut used = Runs::default();
        for track in &self.tracks {
            let runs = self::runs(track, &used);
            used = runs.clone();
            tracks.push(runs);
        }
        times.resize(used.times.end, 0.0);
        positions.resize(used.positions.end, Vec3::ZERO);
        rotations.resize(used.rotations.end, Quat::IDENTITY);
        scales.resize(used.scales.end, Vec3::ZERO);
        for (track, runs) in self.tracks.iter().zip(tracks) {
            let times = times.get_mut(runs.times.clone()).unwrap_or_default();
            let positions = positions.get_mut(runs.positions.clone()).unwrap_or_default();
            let rotations = rotations.get_mut(runs.rotations.clone()).unwrap_or_default();
            let scales = scales.get_mut(runs.scales.clone()).unwrap_or_default();
            // Fast paths for the channels of nearly all tracks.
            if track.channels == Channels::ROTATION {
                turned(&track.keys, times, rotations);
            } else if track.channels == Channels::POSITION.with(Channels::ROTATION) {
                moved_and_turned(&track.keys, times, positions, rotations);
            } else {
                copy(Some(track.times()), times, |time| time);
                copy(track.positions(), positions, |position| position);
                copy(track.rotations(), rotations, |QuatWxyz(rotation)| rotation);
                copy(track.scales(), scales, |scale| scale);
            }
        }
    }
}

/// A key that only has a rotation.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Turned {
    time: F32,
    /// The order is w, x, y, z.
    rotation: [F32; 4],
}

/// A key that has a position and a rotation.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct MovedAndTurned {
    time: F32,
    position: [F32; 3],
    /// The order is w, x, y, z.
    rotation: [F32; 4],
}

/// Decodes the times first and then the rotations.
fn turned(keys: &[u8], times: &mut [f32], rotations: &mut [Quat]) {
    let keys = <[Turned]>::ref_from_bytes(keys).unwrap_or_default();
    keys.iter().zip(times).for_each(|(key, time)| *time = key.time.get());
    keys.iter().zip(rotations).for_each(|(key, rotation)| *rotation = QuatWxyz::load(&key.rotation).0);
}

/// Decodes the three channels in a single pass. It takes four keys at a time, so that the four values for a channel can
/// be stored together.
fn moved_and_turned(keys: &[u8], times: &mut [f32], positions: &mut [Vec3], rotations: &mut [Quat]) {
    let keys = <[MovedAndTurned]>::ref_from_bytes(keys).unwrap_or_default();
    let (mut keys, mut times) = (keys.chunks_exact(4), times.chunks_exact_mut(4));
    let (mut positions, mut rotations) = (positions.chunks_exact_mut(4), rotations.chunks_exact_mut(4));
    for (((keys, times), positions), rotations) in (&mut keys).zip(&mut times).zip(&mut positions).zip(&mut rotations) {
        let [a, b, c, d] = keys else { continue };
        times.copy_from_slice(&[a, b, c, d].map(|key| key.time.get()));
        positions.copy_from_slice(&[a, b, c, d].map(|key| Vec3::load(&key.position)));
        rotations.copy_from_slice(&[a, b, c, d].map(|key| QuatWxyz::load(&key.rotation).0));
    }
    let (times, positions, rotations) =
        (times.into_remainder(), positions.into_remainder(), rotations.into_remainder());
    for (((key, time), position), rotation) in keys.remainder().iter().zip(times).zip(positions).zip(rotations) {
        *time = key.time.get();
        *position = Vec3::load(&key.position);
        *rotation = QuatWxyz::load(&key.rotation).0;
    }
}

/// Returns where the keys of this track will be, given the previous track.
fn runs(track: &Track<'_>, before: &Runs) -> Runs {
    let count = track.key_count();
    let behind = |run: &Range<usize>, there: bool| run.end..run.end.saturating_add(if there { count } else { 0 });
    Runs {
        times: behind(&before.times, true),
        positions: behind(&before.positions, track.positions().is_some()),
        rotations: behind(&before.rotations, track.rotations().is_some()),
        scales: behind(&before.scales, track.scales().is_some()),
    }
}

fn copy<S: Value, T>(from: Option<Column<'_, S>>, to: &mut [T], decode: impl Fn(S) -> T) {
    if let Some(from) = from {
        let copied = from.stored().decode_into(to, |stored| decode(S::load(stored)));
        debug_assert!(copied, "the run is as long as the column");
    }
}
