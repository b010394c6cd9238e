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
/// Current files contain channels: a property of a bone over time. Older ones contain frames: all bones at each time. The engine plays
/// frames in either case, and [`frames`](Self::frames) computes them by its rules.
#[derive(Clone, Debug)]
pub struct Animation<'d> {
    /// Animation name.
    pub name: Name<'d>,
    /// Number of the animation, for references.
    pub index: u32,
    node: Node<'d>,
}

/// Flags of an animation, as the engine numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnimationFlags(pub u32);

impl AnimationFlags {
    /// Loops.
    pub const LOOP: Self = Self(1);
    /// At its end another animation of the same activity is chosen.
    pub const NO_REPEAT: Self = Self(2);
    /// Moves the animated entity along X.
    pub const MOVE_X: Self = Self(32);
    /// Moves the animated entity along Z.
    pub const MOVE_Z: Self = Self(64);
    /// It is played from the start.
    pub const AUTOPLAY: Self = Self(128);
    /// Is added to the other playing animations.
    pub const GESTURE: Self = Self(256);
    /// Isn't blended while moving.
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

    /// Returns whether all flags of `flags` are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Reads flags like `Loop|Autoplay`. An unknown name disables all flags, as in the engine.
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

    /// Returns the flags as text: `Loop|Autoplay`.
    pub fn to_text(self) -> alloc::string::String {
        let names = Self::NAMES.iter().filter(|(flag, ..)| self.contains(*flag)).map(|(_, name, _)| *name);
        names.collect::<Vec<_>>().join("|")
    }
}

/// Target of a channel: bones, or the animated entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeSet<'d> {
    /// `bone` or `move`.
    pub kind: Name<'d>,
    /// Ids of bones.
    pub bones: Vec<u32>,
    /// Weight of each bone; all 1 if it is empty.
    pub weights: Vec<f32>,
}

/// A property of a bone over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// Index into the concatenated [`nodes`](Animation::nodes).
    pub node: u32,
    /// `position`, `rotation`, `scale` or `offset`.
    pub property: Name<'static>,
    /// Times of the keys, in seconds.
    pub times: Vec<f32>,
    /// One value for each time.
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
    /// A type that no channel of the engine has.
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

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An event at a time of an animation, for example a footstep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event<'d> {
    /// Seconds; the engine ignores events without a time.
    pub time: Option<f32>,
    /// Name of the event: `EVENT_FOOTSTEP_LEFT` …
    pub name: Name<'d>,
    /// Arguments.
    pub args: Vec<Name<'d>>,
}

/// Blending with other animations by a blend controller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blend {
    /// The blend controller, by its index in the model.
    pub controller: u32,
    /// The animations, by index, and the value of the controller at which each is played.
    pub transitions: Vec<(u32, f32)>,
    /// A blend controller that is applied afterwards.
    pub post_blend_controller: Option<u32>,
    /// The animation that it blends to, by index.
    pub post_blend_target: Option<u32>,
}

/// Default frame rate: 24 frames per second.
const DEFAULT_FPS: u8 = 24;

impl<'d> Animation<'d> {
    pub(crate) fn read(name: Name<'d>, node: Node<'d>) -> Self {
        Self { name, index: node.int("index").unwrap_or_default(), node: node.data() }
    }

    pub(crate) fn path(&self) -> Path {
        Path::from("animations").name(&self.name)
    }

    /// Returns its element, for values without an accessor.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the activity: `ACT_WALK` …
    pub fn activity(&self) -> Option<Name<'d>> {
        self.node.text("activity")
    }

    /// Returns the weight for the random choice among animations of one activity.
    pub fn activity_weight(&self) -> u8 {
        self.node.int("activityWeight").unwrap_or(1)
    }

    /// Returns the bounding box for drawing.
    pub fn render_bounds(&self) -> Bounds {
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

    /// Returns the fade-in time in seconds.
    pub fn fade_in_time(&self) -> Option<f32> {
        self.node.f32("fadeInTime")
    }

    /// Returns the fade-out time in seconds.
    pub fn fade_out_time(&self) -> Option<f32> {
        self.node.f32("fadeOutTime")
    }

    /// Returns the flags: text in current files, bools in older files.
    pub fn flags(&self) -> AnimationFlags {
        if let Some(text) = self.node.text("flags") {
            return AnimationFlags::from_text(&text);
        }
        let flags = self.node.node("flags");
        let set = AnimationFlags::NAMES.iter().filter(|(.., key)| flags.bool(key) == Some(true));
        AnimationFlags(set.fold(0, |all, (flag, ..)| all | flag.0))
    }

    /// Returns whether it loops.
    pub fn loops(&self) -> bool {
        self.flags().contains(AnimationFlags::LOOP)
    }

    /// Returns the blending with other animations, if any.
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

    /// Returns the targets of channels. Older files only have bones: `bones` and `boneWeights`.
    ///
    /// # Errors
    /// A decompression error; [`ErrorKind::WrongType`] for weights that aren't floats.
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

    /// Returns the stored channels.
    ///
    /// # Errors
    /// A decompression error; [`ErrorKind::Missing`], [`ErrorKind::WrongType`] for a channel without times or values.
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

/// Returns the items of the array `key`; empty if it is missing.
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
