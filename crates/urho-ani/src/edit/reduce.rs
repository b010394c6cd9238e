//! Removes keys that are not needed.

use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec2, Vec4};
use asset_geometry::interpolate::{lerp, slerp};

use super::{ascending, with_data};
use crate::data::TrackData;
use crate::error::Error;
use crate::track::{Track, Transform};

/// How far the result of [`Animation::reduce`](crate::Animation::reduce) can be from the original animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// For positions: the maximum distance along any axis, in units.
    pub position: f32,
    /// For rotations: the maximum angle, in radians.
    pub angle: f32,
    /// For scales: the maximum difference along any axis.
    pub scale: f32,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { position: 1e-4, angle: 1e-3, scale: 1e-4 }
    }
}

impl Tolerance {
    /// Returns the distance from `pose` to `other`. This is at most 1 if they are within the tolerance, and infinite
    /// for NaN.
    fn distance(&self, pose: &Transform, other: &Transform) -> f32 {
        let share = |apart: f32, allowed: f32| match apart / allowed {
            _ if apart == 0.0 => 0.0,
            share if share >= 0.0 => share,
            _ => f32::INFINITY,
        };
        let position = (pose.position - other.position).abs();
        let scale = (pose.scale - other.scale).abs();
        let vector = |apart: asset_geometry::glam::Vec3, allowed| {
            apart.to_array().into_iter().map(|axis| share(axis, allowed)).fold(0.0, f32::max)
        };
        let angle = share(angle(pose.rotation, other.rotation), self.angle);
        vector(position, self.position).max(vector(scale, self.scale)).max(angle)
    }
}

/// Returns the angle between two rotations, in radians. The length of both must be about 1. This does not use the dot
/// product, because for a small angle it is rounded to 1.
fn angle(a: Quat, b: Quat) -> f32 {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let (near, far) = (a.distance(b), a.distance(-b));
    let (near, far) = if near <= far { (near, far) } else { (far, near) };
    // The chord and its complement: a right triangle in the circle.
    4.0 * Vec2::new(far, near).to_angle()
}

/// An interval is first split at the worst key. After this many splits it is split in the middle instead, so that the
/// work stays bounded.
const SPLITS: u32 = 48;

pub(super) fn track(track: &Track<'_>, tolerance: &Tolerance) -> Result<Track<'static>, Error> {
    let times = track.times().to_vec();
    ascending(times.iter().copied())?;
    let poses: Vec<Transform> =
        (0..times.len()).filter_map(|index| track.key(index)).map(|key| key.transform).collect();
    let keys: Vec<(f32, Transform)> = times.into_iter().zip(poses).collect();
    let mut kept = alloc::vec![false; keys.len()];
    for end in [keys.len().checked_sub(1), Some(0)].into_iter().flatten() {
        if let Some(kept) = kept.get_mut(end) {
            *kept = true;
        }
    }
    let mut stretches = alloc::vec![(0, keys.len().saturating_sub(1), 0)];
    while let Some((first, last, splits)) = stretches.pop() {
        let Some((worst, distance)) = worst(&keys, first, last, tolerance) else { continue };
        if distance <= 1.0 {
            continue;
        }
        let split = if splits < SPLITS { worst } else { first + (last - first) / 2 };
        if let Some(kept) = kept.get_mut(split) {
            *kept = true;
        }
        stretches.push((first, split, splits + 1));
        stretches.push((split, last, splits + 1));
    }
    let mut data = TrackData::new(track.channels);
    for ((time, pose), _) in keys.iter().zip(kept).filter(|(_, kept)| *kept) {
        data.push(*time, pose);
    }
    with_data(track, &data)
}

/// Returns the key that is farthest from the interpolation between two others, and the distance. If there is no key in
/// between, this returns `None`.
fn worst(keys: &[(f32, Transform)], first: usize, last: usize, tolerance: &Tolerance) -> Option<(usize, f32)> {
    let (start, from) = keys.get(first)?;
    let (end, to) = keys.get(last)?;
    let between = keys.get(first + 1..last)?.iter().zip(first + 1..);
    let distances = between.map(|((time, pose), index)| {
        let t = if end > start { (time - start) / (end - start) } else { 1.0 };
        let way = Transform {
            position: lerp(from.position, to.position, t),
            rotation: slerp(from.rotation, to.rotation, t),
            scale: lerp(from.scale, to.scale, t),
        };
        (index, tolerance.distance(pose, &way))
    });
    distances.reduce(|worst, next| if next.1 > worst.1 { next } else { worst })
}
