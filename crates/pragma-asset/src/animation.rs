//! The animations of a model (PANI).

mod data;
mod frames;

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::{Quat, Vec2, Vec3};
use binio::{Budget, Name, Path};
use udm::{Array, Element, Type};

pub use data::AnimationData;
pub use frames::Frames;

use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk, unpacked, wrong};

/// An animation for the bones of a model.
///
/// A current file stores channels, and each channel animates a single bone property over time. An older file stores
/// frames, with all bones at the same time. The engine always plays frames. To get them from either file, use
/// [`frames`](Self::frames). This will follow the rules of the engine.
#[derive(Clone, Debug)]
pub struct Animation<'d> {
    /// The animation name.
    pub name: Name<'d>,
    /// The index to use when you refer to this animation.
    pub index: u32,
    node: Node<'d>,
}

/// The flags of an animation. The bits have the same meaning as in the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnimationFlags(pub u32);

impl AnimationFlags {
    /// The animation loops.
    pub const LOOP: Self = Self(1);
    /// At the end, the engine must choose another animation with the same activity.
    pub const NO_REPEAT: Self = Self(2);
    /// The animation moves the entity along X.
    pub const MOVE_X: Self = Self(32);
    /// The animation moves the entity along Z.
    pub const MOVE_Z: Self = Self(64);
    /// The animation will be played from the start.
    pub const AUTOPLAY: Self = Self(128);
    /// The animation will be added to other animations that play at the same time.
    pub const GESTURE: Self = Self(256);
    /// The animation will not be blended while the entity moves.
    pub const NO_MOVE_BLEND: Self = Self(512);

    /// The flags, their names in text, and the keys that older files use for them.
    pub const NAMES: [(Self, &'static str, &'static str); 7] = [
        (Self::LOOP, "Loop", "loop"),
        (Self::NO_REPEAT, "NoRepeat", "noRepeat"),
        (Self::MOVE_X, "MoveX", "moveX"),
        (Self::MOVE_Z, "MoveZ", "moveZ"),
        (Self::AUTOPLAY, "Autoplay", "autoplay"),
        (Self::GESTURE, "Gesture", "gesture"),
        (Self::NO_MOVE_BLEND, "NoMoveBlend", "noMoveBlend"),
    ];

    /// Returns `true` if all of the given flags are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Reads flags from text, for example `Loop|Autoplay`. If there is an unknown name, no flag will be set, as in the
    /// engine.
    fn from_text(text: &[u8]) -> Self {
        let mut flags = Self::default();
        for name in text.split(|byte| *byte == b'|').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty()) {
            match Self::NAMES.iter().find(|(_, known, _)| known.as_bytes() == name) {
                Some((flag, ..)) => flags.0 |= flag.0,
                None => return Self::default(),
            }
        }
        flags
    }

    /// Converts the flags to text, for example `Loop|Autoplay`.
    pub fn to_text(self) -> alloc::string::String {
        let names = Self::NAMES.iter().filter(|(flag, ..)| self.contains(*flag)).map(|(_, name, _)| *name);
        names.collect::<Vec<_>>().join("|")
    }
}

/// The target of a channel: either bones, or the entity that is animated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeSet<'d> {
    /// Either `bone` or `move`.
    pub kind: Name<'d>,
    /// The bone ids.
    pub bones: Vec<u32>,
    /// The weight of each bone. If this is empty, use 1 for all bones.
    pub weights: Vec<f32>,
}

/// A bone property that changes over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// The index into [`nodes`](Animation::nodes), counted through all of them.
    pub node: u32,
    /// The property to animate: `position`, `rotation`, `scale` or `offset`.
    pub property: Name<'static>,
    /// The time of each key, in seconds.
    pub times: Vec<f32>,
    /// The value for each time.
    pub values: Values,
}

/// The values in a channel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// Offsets along X and Z.
    Vec2(Vec<Vec2>),
    /// Positions or scales.
    Vec3(Vec<Vec3>),
    /// Rotations, with a quaternion for each key.
    Quat(Vec<Quat>),
    /// A type that is not used by any channel in the engine.
    Other(Type),
}

impl Default for Values {
    fn default() -> Self {
        Self::Vec3(Vec::new())
    }
}

impl Values {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Vec2(values) => values.len(),
            Self::Vec3(values) => values.len(),
            Self::Quat(values) => values.len(),
            Self::Other(_) => 0,
        }
    }

    /// Returns `true` if this contains no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An event at a given time in an animation, for example a footstep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event<'d> {
    /// The time in seconds. If this is `None`, the engine ignores the event.
    pub time: Option<f32>,
    /// The event name, for example `EVENT_FOOTSTEP_LEFT`.
    pub name: Name<'d>,
    /// The arguments to pass to the event.
    pub args: Vec<Name<'d>>,
}

/// Tells the engine how to blend this animation with others, using a blend controller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blend {
    /// The index of the blend controller in the model.
    pub controller: u32,
    /// The index of each animation to blend with, and the controller value at which it will be played.
    pub transitions: Vec<(u32, f32)>,
    /// The index of a blend controller to apply after this.
    pub post_blend_controller: Option<u32>,
    /// The index of the animation that this second controller blends to.
    pub post_blend_target: Option<u32>,
}

/// The frame rate to use if it is missing: 24 frames per second.
const DEFAULT_FPS: u8 = 24;

impl<'d> Animation<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node: node.data() }
    }

    pub(crate) fn path(&self) -> Path {
        Path::from("animations").name(&self.name)
    }

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the activity, for example `ACT_WALK`.
    pub fn activity(&self) -> Option<Name<'d>> {
        self.node.text("activity")
    }

    /// Returns the weight to use when the engine makes a random choice between animations with the same activity.
    pub fn activity_weight(&self) -> u8 {
        self.node.int("activityWeight").unwrap_or(1)
    }

    /// Returns the bounding box to use for drawing.
    pub(crate) fn render_bounds(&self) -> Bounds {
        self.node.bounds("renderBounds")
    }

    /// Returns the frame rate.
    pub fn fps(&self) -> u8 {
        self.node.int("fps").unwrap_or(DEFAULT_FPS)
    }

    /// Returns the duration, in seconds.
    pub fn duration(&self) -> f32 {
        self.node.f32("duration").unwrap_or_default()
    }

    /// Returns the fade-in time, in seconds.
    pub fn fade_in_time(&self) -> Option<f32> {
        self.node.f32("fadeInTime")
    }

    /// Returns the fade-out time, in seconds.
    pub fn fade_out_time(&self) -> Option<f32> {
        self.node.f32("fadeOutTime")
    }

    /// Returns the flags. A current file stores them as text, and an older file as bools.
    pub fn flags(&self) -> AnimationFlags {
        if let Some(text) = self.node.text("flags") {
            return AnimationFlags::from_text(&text);
        }
        let flags = self.node.node("flags");
        let set = AnimationFlags::NAMES.iter().filter(|(.., key)| flags.bool(key) == Some(true));
        AnimationFlags(set.fold(0, |all, (flag, ..)| all | flag.0))
    }

    /// Returns `true` if the animation loops.
    pub fn loops(&self) -> bool {
        self.flags().contains(AnimationFlags::LOOP)
    }

    /// Returns how to blend this animation with others, if this is set.
    pub fn blend(&self) -> Option<Blend> {
        let node = self.node.find("blendController")?;
        let transition =
            |node: Node<'_>| (node.int("animation").unwrap_or_default(), node.f32("transition").unwrap_or_default());
        let some = |key| node.int(key).filter(|id| *id != u32::MAX);
        Some(Blend {
            controller: node.int("controller").unwrap_or_default(),
            transitions: node.elements("transitions").into_iter().map(transition).collect(),
            post_blend_controller: some("animationPostBlendController"),
            post_blend_target: some("animationPostBlendTarget"),
        })
    }

    /// Returns the events.
    pub fn events(&self) -> Vec<Event<'d>> {
        let event =
            |node: Node<'d>| Event { time: node.f32("time"), name: node.name("name"), args: node.names("args") };
        self.node.elements("events").into_iter().map(event).collect()
    }

    /// Returns the targets that channels refer to. In an older file, `bones` and `boneWeights` are the only target.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] for weights that are not floats, or an error if the data can't be decompressed.
    pub fn nodes(&self, budget: &mut Budget) -> Result<Vec<NodeSet<'d>>, Error> {
        if self.node.get("bones").is_some() {
            let weights = stored(self.node, "boneWeights", "float", &self.path(), budget)?;
            return Ok(alloc::vec![NodeSet { kind: Name::from("bone"), bones: self.node.ints("bones"), weights }]);
        }
        let mut sets = Vec::new();
        for node in self.node.elements("nodes") {
            let single: Option<u32> = node.int("bone");
            let bones = single.map_or_else(|| node.ints("set"), |bone| alloc::vec![bone]);
            let weights = match node.f32("weight").filter(|_| single.is_some()) {
                Some(weight) => alloc::vec![weight],
                None => stored(node, "weights", "float", &self.path(), budget)?,
            };
            sets.push(NodeSet { kind: node.name("type"), bones, weights });
        }
        Ok(sets)
    }

    /// Returns the channels stored in the file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] or [`ErrorKind::WrongType`] if a channel has no times or values, or an error if
    /// the data can't be decompressed.
    pub fn channels(&self, budget: &mut Budget) -> Result<Vec<Channel>, Error> {
        let Some(array) = self.node.array("channels") else { return Ok(Vec::new()) };
        let path = self.path().part("channels");
        let array = unpacked(array, &path, budget)?;
        let Array::Items(items) = &*array else { return Err(Error::new(wrong("element", &array), path)) };
        let mut channels = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let path = self.path().item("channels", index);
            let element = item.as_element().ok_or_else(|| Error::new(wrong("element", &array), path.clone()))?;
            channels.push(channel(Node(element), &path, budget)?);
        }
        Ok(channels)
    }
}

/// Returns the items in the array `key`. If there is no such array, the result will be empty.
fn stored<T: udm::Item>(
    node: Node<'_>,
    key: &'static str,
    expected: &'static str,
    path: &Path,
    budget: &mut Budget,
) -> Result<Vec<T>, Error> {
    match node.array(key) {
        Some(array) => bulk(array, expected, &path.clone().part(key), budget),
        None => Ok(Vec::new()),
    }
}

fn channel(node: Node<'_>, path: &Path, budget: &mut Budget) -> Result<Channel, Error> {
    let times = stored(node, "times", "float", path, budget)?;
    let array = node.array("values").ok_or_else(|| Error::new(ErrorKind::Missing("values"), path.clone()))?;
    let path = path.clone().part("values");
    let values = match array.item_type() {
        Type::VEC2 => Values::Vec2(bulk(array, "vec2", &path, budget)?.into_iter().map(Vec2::from_array).collect()),
        Type::VEC3 => Values::Vec3(bulk(array, "vec3", &path, budget)?.into_iter().map(Vec3::from_array).collect()),
        Type::QUAT => Values::Quat(bulk(array, "quat", &path, budget)?.into_iter().map(Quat::from_array).collect()),
        other => Values::Other(other),
    };
    let property = node.name("property").into_owned();
    Ok(Channel { node: node.int("node").unwrap_or_default(), property, times, values })
}
