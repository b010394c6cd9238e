//! Poses of Spriter rigs, as the engine computes them.
//!
//! ```
//! use urho_resource::views::{Spriter, View};
//! use urho_resource::{Document, Kind, rig};
//!
//! let file = br#"<spriter_data><folder id="0"><file id="0" name="a.png" width="8" height="4"/></folder>
//! <entity id="0" name="e"><animation id="0" name="run" length="1000"><mainline><key id="0">
//! <object_ref id="0" timeline="0" key="0" z_index="0"/></key></mainline>
//! <timeline id="0"><key id="0" spin="0"><object folder="0" file="0" x="2" y="3"/></key></timeline>
//! </animation></entity></spriter_data>"#;
//! let spriter = Spriter::of(&Document::parse_as(Kind::Spriter, file)?)?;
//! let parts = rig::pose(&spriter, &spriter.entities[0].animations[0], 0.5);
//! assert_eq!((parts.len(), parts[0].file.name.as_str(), parts[0].place.x), (1, "a.png", 2.0));
//! # Ok::<(), urho_resource::Error>(())
//! ```

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use crate::views::{CurveType, MainlineKey, Spriter, SpriterAnimation, SpriterFile, SpriterKey, SpriterTimeline};

/// The place of a bone or image: x and y in pixels, with y pointing up, an angle in degrees, a scale, and an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// How far to the right, in pixels.
    pub x: f32,
    /// How far up, in pixels.
    pub y: f32,
    /// The angle in degrees, counter-clockwise.
    pub angle: f32,
    /// The scale along both axes.
    pub scale: [f32; 2],
    /// The opacity.
    pub alpha: f32,
}

/// An image in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<'r> {
    /// The image.
    pub file: &'r SpriterFile,
    /// The place of the pivot.
    pub place: Place,
    /// The point of the image that is at this place, from the lower left corner at 0 0 to the upper right at 1 1.
    pub pivot: [f32; 2],
    /// Images with a higher number are in front.
    pub order: i32,
}

const ROOT: Place = Place { x: 0.0, y: 0.0, angle: 0.0, scale: [1.0; 2], alpha: 1.0 };

impl Part<'_> {
    /// Returns the place of the middle of the image, given its size in pixels.
    pub fn middle(&self, [width, height]: [f32; 2]) -> [f32; 2] {
        let Place { x, y, angle, scale, .. } = self.place;
        let (sine, cosine) = (libm::sinf(angle.to_radians()), libm::cosf(angle.to_radians()));
        let right = (0.5 - self.pivot[0]) * width * scale[0];
        let up = (0.5 - self.pivot[1]) * height * scale[1];
        [x + right * cosine - up * sine, y + right * sine + up * cosine]
    }
}

/// Returns the images of a rig in an animation of it, at a time in seconds. Those that are behind come first.
pub fn pose<'r>(rig: &'r Spriter, animation: &SpriterAnimation, seconds: f32) -> Vec<Part<'r>> {
    let mut time = seconds.max(0.0) * 1000.0;
    if animation.length > 0.0 {
        time = if animation.looping { time % animation.length } else { time.min(animation.length) };
    }
    let mut parts = parts(rig, animation, time);
    parts.sort_by_key(|part| part.order);
    parts
}

fn parts<'r>(rig: &'r Spriter, animation: &SpriterAnimation, time: f32) -> Vec<Part<'r>> {
    let Some(key) = mainline(animation, time) else { return Vec::new() };
    let mut bones: Vec<Place> = Vec::new();
    let parent = |bones: &[Place], index: i32| usize::try_from(index).ok().and_then(|index| bones.get(index).copied());
    for bone in &key.bones {
        let pose = timeline(animation, bone.timeline).and_then(|line| keyed(animation, line, bone.key, time, bone_of));
        let Some(pose) = pose else { continue };
        bones.push(inside(pose, parent(&bones, bone.parent).unwrap_or(ROOT)));
    }
    let mut parts = Vec::new();
    for object in &key.objects {
        let Some(line) = timeline(animation, object.timeline) else { continue };
        let Some(pose) = keyed(animation, line, object.key, time, object_of) else { continue };
        let Some(object_key) = index(&line.keys, object.key).and_then(|key| key.objects.first()) else { continue };
        let folder = rig.folders.iter().find(|folder| folder.id == object_key.folder);
        let Some(file) = folder.and_then(|folder| folder.files.iter().find(|file| file.id == object_key.file)) else {
            continue;
        };
        let pivot = match (object_key.pivot_x, object_key.pivot_y) {
            (None, None) => [file.pivot_x, file.pivot_y],
            (x, y) => [x.unwrap_or(0.0), y.unwrap_or(1.0)],
        };
        let place = inside(pose, parent(&bones, object.parent).unwrap_or(ROOT));
        parts.push(Part { file, place, pivot, order: object.z_index });
    }
    parts
}

fn index<T>(items: &[T], index: i32) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| items.get(index))
}

fn timeline(animation: &SpriterAnimation, number: i32) -> Option<&SpriterTimeline> {
    index(&animation.timelines, number)
}

/// Returns the last key of the main line at or before this time.
fn mainline(animation: &SpriterAnimation, time: f32) -> Option<&MainlineKey> {
    let keys = &animation.mainline.keys;
    keys.iter().take_while(|key| key.time <= time).last().or(keys.first())
}

fn bone_of(key: &SpriterKey) -> Option<Place> {
    let bone = key.bones.first()?;
    Some(Place { x: bone.x, y: bone.y, angle: bone.angle, scale: [bone.scale_x, bone.scale_y], alpha: bone.alpha })
}

fn object_of(key: &SpriterKey) -> Option<Place> {
    let one = key.objects.first()?;
    Some(Place { x: one.x, y: one.y, angle: one.angle, scale: [one.scale_x, one.scale_y], alpha: one.alpha })
}

/// Returns the place at a key, moved towards the next key.
fn keyed(
    animation: &SpriterAnimation,
    line: &SpriterTimeline,
    number: i32,
    time: f32,
    pose: fn(&SpriterKey) -> Option<Place>,
) -> Option<Place> {
    let key = index(&line.keys, number)?;
    let start = pose(key)?;
    if line.keys.len() == 1 || key.curve == CurveType::Instant {
        return Some(start);
    }
    let next = index(&line.keys, number.saturating_add(1)).or_else(|| line.keys.first().filter(|_| animation.looping));
    let Some((next, other)) = next.and_then(|next| Some((next, pose(next)?))) else { return Some(start) };
    let end = if next.time < key.time { next.time + animation.length } else { next.time };
    let t = if end > key.time { (time - key.time) / (end - key.time) } else { 0.0 };
    let t = curved(key, t);
    let mix = |a: f32, b: f32| a + (b - a) * t;
    let turned = match key.spin {
        spin if spin > 0 && other.angle < start.angle => other.angle + 360.0,
        spin if spin < 0 && other.angle > start.angle => other.angle - 360.0,
        _ => other.angle,
    };
    Some(Place {
        x: mix(start.x, other.x),
        y: mix(start.y, other.y),
        angle: mix(start.angle, turned),
        scale: [mix(start.scale[0], other.scale[0]), mix(start.scale[1], other.scale[1])],
        alpha: mix(start.alpha, other.alpha),
    })
}

/// Returns the progress along a curve. The curve begins at 0 and ends at 1; the points in between are the numbers of
/// the key.
fn curved(key: &SpriterKey, t: f32) -> f32 {
    let mix = |a: f32, b: f32| a + (b - a) * t;
    match key.curve {
        CurveType::Quadratic => mix(mix(0.0, key.c1), mix(key.c1, 1.0)),
        CurveType::Cubic => {
            let (a, b, c) = (mix(0.0, key.c1), mix(key.c1, key.c2), mix(key.c2, 1.0));
            mix(mix(a, b), mix(b, c))
        }
        CurveType::Linear | CurveType::Instant => t,
    }
}

/// Converts a place from the space of its parent to the space outside.
fn inside(pose: Place, parent: Place) -> Place {
    let (sine, cosine) = (libm::sinf(parent.angle.to_radians()), libm::cosf(parent.angle.to_radians()));
    let (x, y) = (pose.x * parent.scale[0], pose.y * parent.scale[1]);
    Place {
        x: x * cosine - y * sine + parent.x,
        y: x * sine + y * cosine + parent.y,
        angle: pose.angle + parent.angle,
        scale: [pose.scale[0] * parent.scale[0], pose.scale[1] * parent.scale[1]],
        alpha: pose.alpha * parent.alpha,
    }
}
