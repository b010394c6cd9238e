//! An animation with its frames, flags and events.

use alloc::string::String;
use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec2;
use binio::{Budget, Name, Path, same_bits};
use udm::{Array, Element, Items, Plain, Type, Value};

use super::{Animation, AnimationFlags, Event, Frames};
use crate::edit::{put, put_bounds, put_name, put_option, put_packed, refuse, strings};
use crate::error::{Error, ErrorKind};
use crate::model::Skeleton;
use crate::pose::Pose;

/// An animation to write to a model. It contains the frames, the flags and the events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationData {
    /// The activity, for example `ACT_WALK`. If this is empty, `ACT_INVALID` will be used.
    pub activity: String,
    /// The weight to use when the engine makes a random choice between animations with the same activity.
    pub activity_weight: u8,
    /// The bounding box to use for drawing.
    pub render_bounds: Option<Bounds>,
    /// The fade-in time, in seconds.
    pub fade_in_time: Option<f32>,
    /// The fade-out time, in seconds.
    pub fade_out_time: Option<f32>,
    /// The flags. Set the loop flag here, because [`Frames::loops`] will be ignored.
    pub flags: AnimationFlags,
    /// The poses and the frame rate, which must be an integer up to 255.
    pub frames: Frames,
    /// The events.
    pub events: Vec<Event<'static>>,
}

impl AnimationData {
    /// Reads the frames, flags and events of an animation. Other data is not read, so if you write this back, it will
    /// not be changed in the model.
    ///
    /// # Errors
    /// Fails when [`Animation::frames`] does.
    pub fn read(
        animation: &Animation<'_>,
        reference: Option<&Skeleton<'_>>,
        budget: &mut Budget,
    ) -> Result<Self, Error> {
        let owned = |event: Event<'_>| Event {
            time: event.time,
            name: event.name.into_owned(),
            args: event.args.into_iter().map(Name::into_owned).collect(),
        };
        Ok(Self {
            activity: animation.activity().map(|name| name.to_text().into_owned()).unwrap_or_default(),
            activity_weight: animation.activity_weight(),
            render_bounds: Some(animation.render_bounds()),
            fade_in_time: animation.fade_in_time(),
            fade_out_time: animation.fade_out_time(),
            flags: animation.flags(),
            frames: animation.frames(reference, budget)?,
            events: animation.events().into_iter().map(owned).collect(),
        })
    }

    /// Checks that this can be written, and returns the frame rate.
    pub(crate) fn check(&self, path: &Path) -> Result<u8, Error> {
        let wrong = |kind| Err(refuse(ErrorKind::Contradiction(kind), path.clone()));
        let frames = &self.frames;
        let fps = frames.fps as u8;
        if f32::from(fps) != frames.fps || fps == 0 && !frames.is_empty() {
            return wrong("frames per second are a whole number from 1 to 255");
        }
        if frames.poses.len() != frames.len().saturating_mul(frames.bones.len()) {
            return wrong("as many poses as bones, for each frame");
        }
        if !frames.weights.is_empty() && frames.weights.len() != frames.bones.len() {
            return wrong("as many weights as bones, or none");
        }
        if !frames.offsets.is_empty() && frames.offsets.len() != frames.len() {
            return wrong("as many offsets as frames, or none");
        }
        if frames.bones.iter().any(|bone| *bone >= u32::from(u16::MAX)) {
            return wrong("bones are numbered in 16 bits");
        }
        Ok(fps)
    }

    /// Writes the animation to the data of a PANI. This function writes a key for every frame and every property of a
    /// bone, because the engine reads these best (see [Animation](crate::format#animation-pani)). If the value does not
    /// change for several frames, only the first and the last will get a key.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if the data is inconsistent, or an error if it can't be compressed.
    pub(crate) fn write(&self, element: &mut Element<'_>, path: &Path) -> Result<(), Error> {
        let fps = self.check(path)?;
        put_name(element, "activity", if self.activity.is_empty() { b"ACT_INVALID" } else { self.activity.as_bytes() });
        put(element, "activityWeight", self.activity_weight);
        if let Some(bounds) = &self.render_bounds {
            put_bounds(element, "renderBounds", bounds);
        }
        put(element, "fps", fps);
        put(element, "duration", self.frames.duration());
        put_option(element, "fadeInTime", self.fade_in_time);
        put_option(element, "fadeOutTime", self.fade_out_time);
        put_name(element, "flags", self.flags.to_text().as_bytes());
        self.write_channels(element)?;
        put(element, "events", Array::Items(Items::from_elements(self.events.iter().map(event))));
        Ok(())
    }

    /// Writes only the frames, for the frame rate and the length that the animation already has.
    ///
    /// # Errors
    /// See [`write`](Self::write).
    pub(crate) fn write_frames(&self, element: &mut Element<'_>, path: &Path) -> Result<(), Error> {
        self.check(path)?;
        self.write_channels(element)
    }

    fn write_channels(&self, element: &mut Element<'_>) -> Result<(), Error> {
        for key in ["bones", "boneWeights", "frameTransforms", "frameScales", "frameMoveTranslations"] {
            element.remove(key);
        }
        put(element, "nodes", Array::Items(Items::from_elements(self.nodes())));
        let channels = Items::from_elements(self.channels()?);
        put_packed(element, "channels", &Array::Items(channels))
    }

    fn nodes(&self) -> Vec<Element<'static>> {
        let frames = &self.frames;
        let mut bones = Element::new();
        bones.push("type", "bone");
        let ids: Vec<u16> = frames.bones.iter().map(|bone| u16::try_from(*bone).unwrap_or(u16::MAX)).collect();
        bones.push("set", Array::from_values(&ids));
        if !frames.weights.is_empty() {
            bones.push("weights", Array::from_values(&frames.weights));
        }
        let mut nodes = alloc::vec![bones];
        if !frames.offsets.is_empty() {
            nodes.push([("type", "move")].into_iter().collect());
        }
        nodes
    }

    fn channels(&self) -> Result<Vec<Element<'static>>, Error> {
        let frames = &self.frames;
        let mut channels = Vec::new();
        for slot in 0..frames.bones.len() {
            let poses = || frames.poses.iter().skip(slot).step_by(frames.bones.len());
            let vectors = |property, of: fn(&Pose) -> [f32; 3]| {
                let (times, values) = self.keys(&poses().map(of).collect::<Vec<_>>());
                channel(slot, property, &times, Array::from_values(&values))
            };
            let (times, rotations) = self.keys(&poses().map(|pose| pose.rotation.to_array()).collect::<Vec<_>>());
            let bytes = rotations.into_iter().flatten().flat_map(f32::to_le_bytes).collect();
            channels.push(vectors("position", |pose| pose.origin.to_array()));
            channels.push(channel(slot, "rotation", &times, quats(bytes)?));
            channels.push(vectors("scale", |pose| pose.scale.to_array()));
        }
        if !frames.offsets.is_empty() {
            let offsets: Vec<[f32; 2]> = frames.offsets.iter().map(Vec2::to_array).collect();
            let times: Vec<f32> = (0..frames.len()).map(|frame| self.time(frame)).collect();
            channels.push(channel(frames.bones.len(), "offset", &times, Array::from_values(&offsets)));
        }
        Ok(channels)
    }

    /// Returns the times and values to write. If the value does not change for several frames, this skips the inner
    /// frames, because the engine will fill them in.
    fn keys<const N: usize>(&self, values: &[[f32; N]]) -> (Vec<f32>, Vec<[f32; N]>) {
        let is_same = |a: Option<&[f32; N]>, b: &[f32; N]| a.is_some_and(|a| same_bits(a, b));
        let beside = |frame: usize| frame.checked_sub(1).zip(frame.checked_add(1));
        let is_inner = |frame: usize, value: &[f32; N]| {
            beside(frame)
                .is_some_and(|(last, next)| is_same(values.get(last), value) && is_same(values.get(next), value))
        };
        let kept = values.iter().enumerate().filter(|(frame, value)| !is_inner(*frame, value));
        kept.map(|(frame, value)| (self.time(frame), *value)).unzip()
    }

    fn time(&self, frame: usize) -> f32 {
        frame as f32 / self.frames.fps
    }
}

/// Creates an array of quaternions. This is needed because an array of four floats would be vec4 by default.
fn quats(bytes: Vec<u8>) -> Result<Array<'static>, Error> {
    let count = u32::try_from(bytes.len() / 16).unwrap_or(u32::MAX);
    let plain = Plain::new(Type::QUAT, count, bytes).map_err(|error| error.map_kind(ErrorKind::from))?;
    Ok(Array::Plain(plain))
}

fn channel(node: usize, property: &'static str, times: &[f32], values: Array<'static>) -> Element<'static> {
    let mut element = Element::new();
    element.push("node", u16::try_from(node).unwrap_or(u16::MAX));
    element.push("property", property);
    element.push("times", Array::from_values(times));
    element.push("values", values);
    element
}

fn event(event: &Event<'static>) -> Element<'static> {
    let mut element = Element::new();
    if let Some(time) = event.time {
        element.push("time", time);
    }
    element.push("name", Value::String(event.name.clone()));
    element.push("args", strings(event.args.iter().map(Name::as_bytes)));
    element
}
