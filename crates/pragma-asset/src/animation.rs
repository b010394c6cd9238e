//! Animations of models (PANI).

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

/// An animation of a model's bones.
///
/// Files of today hold channels: a property of a bone over time. Older ones hold frames: all bones at each time. The engine plays frames
/// in either case, and [`frames`](Self::frames) makes them as it does.
#[derive(Clone, Debug)]
pub struct Animation<'d> {
    /// Name of the animation.
    pub name: Name<'d>,
    /// Number of the animation, by which others refer to it.
    pub index: u32,
    node: Node<'d>,
}

/// Flags of an animation, as the engine numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnimationFlags(pub u32);

impl AnimationFlags {
    /// It begins anew at its end.
    pub const LOOP: Self = Self(1);
    /// At its end another one of the same activity is chosen.
    pub const NO_REPEAT: Self = Self(2);
    /// It moves who plays it along X.
    pub const MOVE_X: Self = Self(32);
    /// It moves who plays it along Z.
    pub const MOVE_Z: Self = Self(64);
    /// It is played from the start.
    pub const AUTOPLAY: Self = Self(128);
    /// It is added to what else is played.
    pub const GESTURE: Self = Self(256);
    /// It isn't blended while moving.
    pub const NO_MOVE_BLEND: Self = Self(512);

    /// The flags with their names in text, and as keys of older files.
    pub const NAMES: [(Self, &'static str, &'static str); 7] = [
        (Self::LOOP, "Loop", "loop"),
        (Self::NO_REPEAT, "NoRepeat", "noRepeat"),
        (Self::MOVE_X, "MoveX", "moveX"),
        (Self::MOVE_Z, "MoveZ", "moveZ"),
        (Self::AUTOPLAY, "Autoplay", "autoplay"),
        (Self::GESTURE, "Gesture", "gesture"),
        (Self::NO_MOVE_BLEND, "NoMoveBlend", "noMoveBlend"),
    ];

    /// Whether all flags of `flags` are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// The flags of `Loop|Autoplay`. A name that is unknown makes the engine take none of them.
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

    /// The flags as text: `Loop|Autoplay`.
    pub fn to_text(self) -> alloc::string::String {
        let names = Self::NAMES.iter().filter(|(flag, ..)| self.contains(*flag)).map(|(_, name, _)| *name);
        names.collect::<Vec<_>>().join("|")
    }
}

/// What a channel moves: bones, or who plays the animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeSet<'d> {
    /// `bone` or `move`.
    pub kind: Name<'d>,
    /// Ids of bones.
    pub bones: Vec<u32>,
    /// How much the animation counts for each; ones if there are none.
    pub weights: Vec<f32>,
}

/// A property of a bone over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// Place in the concatenated [`nodes`](Animation::nodes).
    pub node: u32,
    /// `position`, `rotation`, `scale` or `offset`.
    pub property: Name<'static>,
    /// Times of the keys, in seconds.
    pub times: Vec<f32>,
    /// One for each time.
    pub values: Values,
}

/// The values of a channel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// Offsets: X and Z.
    Vec2(Vec<Vec2>),
    /// Positions or scales.
    Vec3(Vec<Vec3>),
    /// Rotations as quaternions, one per key.
    Quat(Vec<Quat>),
    /// What no channel of the engine has.
    Other(Type),
}

impl Default for Values {
    fn default() -> Self {
        Self::Vec3(Vec::new())
    }
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Vec2(values) => values.len(),
            Self::Vec3(values) => values.len(),
            Self::Quat(values) => values.len(),
            Self::Other(_) => 0,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Something that happens at a time of an animation: a footstep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event<'d> {
    /// Seconds; the engine passes over events without.
    pub time: Option<f32>,
    /// Name of the event: `EVENT_FOOTSTEP_LEFT` …
    pub name: Name<'d>,
    /// What it is told.
    pub args: Vec<Name<'d>>,
}

/// How an animation is blended with others by a blend controller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blend {
    /// The blend controller, by its place in the model.
    pub controller: u32,
    /// The animations, by index, and the value of the controller at which each is played.
    pub transitions: Vec<(u32, f32)>,
    /// A blend controller that is applied afterwards.
    pub post_blend_controller: Option<u32>,
    /// The animation that it blends to, by index.
    pub post_blend_target: Option<u32>,
}

/// 24 frames a second, unless the file says otherwise.
const DEFAULT_FPS: u8 = 24;

impl<'d> Animation<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node: node.data() }
    }

    pub(crate) fn path(&self) -> Path {
        Path::from("animation").name(&self.name)
    }

    /// Its element, for whatever has no accessor.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// What it is for: `ACT_WALK` …
    pub fn activity(&self) -> Option<Name<'d>> {
        self.node.text("activity")
    }

    /// How often it is chosen among those of its activity.
    pub fn activity_weight(&self) -> u8 {
        self.node.int("activityWeight").unwrap_or(1)
    }

    /// The box in which it is drawn.
    pub fn render_bounds(&self) -> Bounds {
        self.node.bounds("renderBounds")
    }

    /// Frames per second.
    pub fn fps(&self) -> u8 {
        self.node.int("fps").unwrap_or(DEFAULT_FPS)
    }

    /// Returns the duration, in seconds.
    pub fn duration(&self) -> f32 {
        self.node.f32("duration").unwrap_or_default()
    }

    /// Seconds in which it is faded in.
    pub fn fade_in_time(&self) -> Option<f32> {
        self.node.f32("fadeInTime")
    }

    /// Seconds in which it is faded out.
    pub fn fade_out_time(&self) -> Option<f32> {
        self.node.f32("fadeOutTime")
    }

    /// The flags: text today, bools in older files.
    pub fn flags(&self) -> AnimationFlags {
        if let Some(text) = self.node.text("flags") {
            return AnimationFlags::from_text(&text);
        }
        let flags = self.node.node("flags");
        let set = AnimationFlags::NAMES.iter().filter(|(.., key)| flags.bool(key) == Some(true));
        AnimationFlags(set.fold(0, |all, (flag, ..)| all | flag.0))
    }

    /// Whether it begins anew at its end.
    pub fn loops(&self) -> bool {
        self.flags().contains(AnimationFlags::LOOP)
    }

    /// How it is blended with others, if it is.
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

    /// What happens when.
    pub fn events(&self) -> Vec<Event<'d>> {
        let event =
            |node: Node<'d>| Event { time: node.f32("time"), name: node.name("name"), args: node.names("args") };
        self.node.elements("events").into_iter().map(event).collect()
    }

    /// What channels move. Older files name bones alone: `bones` and `boneWeights`.
    ///
    /// # Errors
    /// What unpacking gives; [`ErrorKind::WrongType`] for weights that aren't floats.
    pub fn nodes(&self, budget: &mut Budget) -> Result<Vec<NodeSet<'d>>, Error> {
        if self.node.get("bones").is_some() {
            let weights = floats(self.node, "boneWeights", &self.path(), budget)?;
            return Ok(alloc::vec![NodeSet { kind: Name::from("bone"), bones: self.node.ints("bones"), weights }]);
        }
        let mut sets = Vec::new();
        for node in self.node.elements("nodes") {
            let single: Option<u32> = node.int("bone");
            let bones = single.map_or_else(|| node.ints("set"), |bone| alloc::vec![bone]);
            let weights = match node.f32("weight").filter(|_| single.is_some()) {
                Some(weight) => alloc::vec![weight],
                None => floats(node, "weights", &self.path(), budget)?,
            };
            sets.push(NodeSet { kind: node.name("type"), bones, weights });
        }
        Ok(sets)
    }

    /// The channels as stored.
    ///
    /// # Errors
    /// What unpacking gives; [`ErrorKind::Missing`], [`ErrorKind::WrongType`] for a channel without times or values.
    pub fn channels(&self, budget: &mut Budget) -> Result<Vec<Channel>, Error> {
        let Some(array) = self.node.array("channels") else { return Ok(Vec::new()) };
        let path = self.path().part("channels");
        let array = unpacked(array, &path, budget)?;
        let Array::Items(items) = &*array else { return Err(Error::new(wrong("element", &array), path)) };
        let mut channels = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let path = self.path().item("channel", index);
            let element = item.as_element().ok_or_else(|| Error::new(wrong("element", &array), path.clone()))?;
            channels.push(channel(Node(element), &path, budget)?);
        }
        Ok(channels)
    }
}

/// The floats of the array `key`; none if there is no such array.
fn floats(node: Node<'_>, key: &'static str, path: &Path, budget: &mut Budget) -> Result<Vec<f32>, Error> {
    match node.array(key) {
        Some(array) => bulk(array, "float", &path.clone().part(key), budget),
        None => Ok(Vec::new()),
    }
}

fn channel(node: Node<'_>, path: &Path, budget: &mut Budget) -> Result<Channel, Error> {
    let times = floats(node, "times", path, budget)?;
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
