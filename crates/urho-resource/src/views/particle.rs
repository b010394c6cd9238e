//! Particle effects in space.

use super::View;
use super::field::{Color, Field, Range, Rect, words};
use super::node::Node;
use super::private::Convert;
use super::record::attribute;
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

words! {
    /// The shape in which particles start.
    EmitterShape: Sphere {
        /// The surface of an ellipsoid.
        Sphere = "Sphere",
        /// The inside of a box.
        Box = "Box",
        /// The inside of an ellipsoid.
        SphereVolume = "SphereVolume",
        /// The inside of a cylinder along Y.
        Cylinder = "Cylinder",
        /// A ring around Y.
        Ring = "Ring",
    }
}

words! {
    /// How to turn the rectangle of a particle.
    FaceMode: RotateXyz {
        /// Do not turn it.
        None = "None",
        /// Turn it like the camera.
        RotateXyz = "Rotate XYZ",
        /// Turn it like the camera, but only around Y.
        RotateY = "Rotate Y",
        /// Turn it towards the camera.
        LookAtXyz = "LookAt XYZ",
        /// Turn it towards the camera, but only around Y.
        LookAtY = "LookAt Y",
        /// Turn it towards the camera around Y, and keep the rotation of the node.
        LookAtMixed = "LookAt Mixed",
        /// Turn it to the direction in which the particle moves.
        Direction = "Direction",
    }
}

/// The colour of particles at a given age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorFrame {
    /// The order is red, green, blue, alpha.
    pub color: [f32; 4],
    /// The age in seconds.
    pub time: f32,
}

/// The part of the texture that particles show at a given age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureFrame {
    /// The order is left, top, right, bottom, from 0 to 1.
    pub uv: [f32; 4],
    /// The age in seconds.
    pub time: f32,
}

/// A particle emitter in space: `<particleeffect>`. To see what it does, use an [`Emitter`](crate::particles::Emitter).
#[derive(Clone, Debug, PartialEq)]
pub struct ParticleEffect {
    /// The resource name of the material.
    pub material: String,
    /// How many particles can exist at the same time.
    pub num_particles: i32,
    /// Whether the emitter continues if no camera can see it.
    pub update_invisible: bool,
    /// Whether particles move together with the node.
    pub relative: bool,
    /// Whether particles are scaled by the node.
    pub scaled: bool,
    /// Whether particles are drawn from back to front.
    pub sorted: bool,
    /// Whether particles have a fixed size on the screen and not in the world.
    pub fixed_screen_size: bool,
    /// How often a distant emitter is updated is multiplied by this.
    pub animation_lod_bias: f32,
    /// The shape in which particles start.
    pub emitter_shape: EmitterShape,
    /// The full size of the shape in world units.
    pub emitter_size: [f32; 3],
    /// The direction in which particles start. It is normalized later.
    pub direction: Range<[f32; 3]>,
    /// The acceleration in units/s².
    pub constant_force: [f32; 3],
    /// Slows particles down: this share of the velocity is lost per second.
    pub damping_force: f32,
    /// How long to emit before a pause, in seconds. If this is 0, there are no pauses. If it is infinite (negative in
    /// files), the first period never ends.
    pub active_time: f32,
    /// How long a pause is, in seconds. For 0 and infinity, see `active_time`.
    pub inactive_time: f32,
    /// How many particles to emit per second.
    pub emission_rate: Range<f32>,
    /// Half the width and half the height in world units.
    pub particle_size: Range<[f32; 2]>,
    /// How long a particle exists, in seconds.
    pub time_to_live: Range<f32>,
    /// The velocity at the start in units/s.
    pub velocity: Range<f32>,
    /// The rotation at the start in degrees.
    pub rotation: Range<f32>,
    /// The rotation in degrees per second.
    pub rotation_speed: Range<f32>,
    /// This is added to the scale per second.
    pub size_add: f32,
    /// The scale is multiplied by this per second.
    pub size_mul: f32,
    /// How to turn the rectangles.
    pub face_camera_mode: FaceMode,
    /// The colours by age, in file order. If the colour does not change, there is only one.
    pub colors: Vec<ColorFrame>,
    /// The parts of the texture by age, in file order. If this is empty, the whole texture is shown.
    pub textures: Vec<TextureFrame>,
}

/// Reads an attribute from the first child element with this name.
fn of<T: Field>(item: &Item<'_>, element: &str, name: &str, default: &str) -> T {
    match item.child(element) {
        Some(child) => attribute(&child, name, ""),
        None => T::read(None, default),
    }
}

/// Reads a range. `min` and `max` only count together; if both are there, `value` is ignored.
fn range<T: Field + Copy>(item: &Item<'_>, element: &str, default: Range<T>) -> Range<T> {
    let Some(child) = item.child(element) else { return default };
    let text = |name: &str| child.attribute(name).filter(|text| !text.is_empty());
    match (text("min"), text("max"), text("value")) {
        (Some(min), Some(max), _) => Range { min: T::read(Some(&min), ""), max: T::read(Some(&max), "") },
        (_, _, Some(value)) => Range::of(T::read(Some(&value), "")),
        _ => default,
    }
}

fn shape(item: &Item<'_>) -> (EmitterShape, bool) {
    let word = item.child("emittertype").and_then(|child| child.attribute("value"));
    let is_point = word.as_ref().is_some_and(|word| word.eq_ignore_ascii_case(b"point"));
    (EmitterShape::read(word.as_ref(), ""), is_point)
}

impl View for ParticleEffect {
    const KINDS: &'static [Kind] = &[Kind::ParticleEffect];
}

impl Convert for ParticleEffect {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        let (emitter_shape, _) = shape(item);
        let radius = item.child("emitterradius").map(|child| attribute::<f32>(&child, "value", ""));
        let emitter_size = match radius {
            Some(radius) => [radius; 3],
            None => of(item, "emittersize", "value", ""),
        };
        let size = item.child("sizedelta");
        let delta = |name: &str, default: f32| {
            size.as_ref().and_then(|size| size.attribute(name)).map_or(default, |text| f32::read(Some(&text), ""))
        };
        let seconds = |name: &str| match of::<f32>(item, name, "value", "0") {
            time if time < 0.0 => f32::INFINITY,
            time => time,
        };
        Ok(Self {
            material: of(item, "material", "name", ""),
            num_particles: of(item, "numparticles", "value", "10"),
            update_invisible: of(item, "updateinvisible", "enable", "false"),
            relative: of(item, "relative", "enable", "true"),
            scaled: of(item, "scaled", "enable", "true"),
            sorted: of(item, "sorted", "enable", "false"),
            fixed_screen_size: of(item, "fixedscreensize", "enable", "false"),
            animation_lod_bias: of(item, "animlodbias", "value", "0"),
            emitter_shape,
            emitter_size,
            direction: range(item, "direction", Range { min: [-1.0; 3], max: [1.0; 3] }),
            constant_force: of(item, "constantforce", "value", ""),
            damping_force: of(item, "dampingforce", "value", "0"),
            active_time: seconds("activetime"),
            inactive_time: seconds("inactivetime"),
            emission_rate: rate(item),
            particle_size: range(item, "particlesize", Range::of([0.1; 2])),
            time_to_live: range(item, "timetolive", Range::of(1.0)),
            velocity: range(item, "velocity", Range::of(1.0)),
            rotation: range(item, "rotation", Range::of(0.0)),
            rotation_speed: range(item, "rotationspeed", Range::of(0.0)),
            size_add: delta("add", 0.0),
            size_mul: delta("mul", 1.0),
            face_camera_mode: of(item, "faceCameraMode", "value", ""),
            colors: colors(item),
            textures: textures(item),
        })
    }

    fn to_node(&self, root: &Item<'_>) -> Node {
        let value = |name, value: &dyn Fn() -> Option<super::field::Scalar>| Node::new(name).with([("value", value())]);
        let enable = |name, value: bool| Node::new(name).with([("enable", value.scalar())]);
        let mut children = vec![
            Node::new("material").with([("name", self.material.scalar())]),
            value("numparticles", &|| self.num_particles.scalar()),
            enable("updateinvisible", self.update_invisible),
            enable("relative", self.relative),
            enable("scaled", self.scaled),
            enable("sorted", self.sorted),
            enable("fixedscreensize", self.fixed_screen_size),
            value("animlodbias", &|| self.animation_lod_bias.scalar()),
            range_node("direction", self.direction),
            value("constantforce", &|| self.constant_force.scalar()),
            value("dampingforce", &|| self.damping_force.scalar()),
            value("activetime", &|| self.active_time.scalar()),
            value("inactivetime", &|| self.inactive_time.scalar()),
            range_node("particlesize", self.particle_size),
            range_node("timetolive", self.time_to_live),
            range_node("velocity", self.velocity),
            range_node("rotation", self.rotation),
            range_node("rotationspeed", self.rotation_speed),
            Node::new("sizedelta").with([("add", self.size_add.scalar()), ("mul", self.size_mul.scalar())]),
            value("faceCameraMode", &|| self.face_camera_mode.scalar()),
        ];
        self.shape_nodes(root, &mut children);
        self.rate_node(root, &mut children);
        self.color_nodes(root, &mut children);
        children.extend(
            self.textures.iter().map(|frame| {
                Node::new("texanim").with([("uv", Rect(frame.uv).scalar()), ("time", frame.time.scalar())])
            }),
        );
        Node { children, ..Node::new("particleeffect") }
    }
}

impl ParticleEffect {
    /// Adds the nodes for the shape and the size. A deprecated element that would override a new value must be removed
    /// first. To do this, its node has no attributes, and the element that replaces it is only written after it is
    /// gone.
    fn shape_nodes(&self, root: &Item<'_>, children: &mut Vec<Node>) {
        let (_, is_point) = shape(root);
        // `Point` is the older word for a sphere without a size.
        let word = if is_point && self.emitter_shape == EmitterShape::Sphere {
            "Point".to_owned().scalar()
        } else {
            self.emitter_shape.scalar()
        };
        children.push(Node::new("emittertype").with([("value", word)]));
        if let Some(radius) = root.child("emitterradius") {
            if self.emitter_size == [attribute::<f32>(&radius, "value", ""); 3] {
                children.push(Node::new("emitterradius"));
            }
        } else {
            children.push(Node::new("emittersize").with([("value", self.emitter_size.scalar())]));
        }
    }

    fn rate_node(&self, root: &Item<'_>, children: &mut Vec<Node>) {
        if root.child("interval").is_none() {
            children.push(range_node("emissionrate", self.emission_rate));
        } else if self.emission_rate == rate(root) {
            children.push(Node::new("interval"));
        }
    }

    /// Adds `color` if the file has no frames and needs none. Otherwise adds frames.
    fn color_nodes(&self, root: &Item<'_>, children: &mut Vec<Node>) {
        let has_frames = root.child("colorfade").is_some();
        match &*self.colors {
            [frame] if !has_frames && frame.time == 0.0 => {
                children.push(Node::new("color").with([("value", Color(frame.color).scalar())]));
            }
            frames => children.extend(frames.iter().map(|frame| {
                Node::new("colorfade").with([("color", Color(frame.color).scalar()), ("time", frame.time.scalar())])
            })),
        }
    }
}

/// Reads the emission rate. If there is an interval, it is used instead, and its maximum gives the minimum rate.
fn rate(item: &Item<'_>) -> Range<f32> {
    let rate = range(item, "emissionrate", Range::of(10.0));
    match item.child("interval") {
        Some(_) => {
            let interval = range(item, "interval", Range::of(0.0_f32));
            Range { min: 1.0 / interval.max, max: 1.0 / interval.min }
        }
        None => rate,
    }
}

fn range_node<T: Field>(name: &'static str, range: Range<T>) -> Node {
    Node { is_range: true, ..Node::new(name).with([("min", range.min.scalar()), ("max", range.max.scalar())]) }
}

/// Reads the colours. If there are `colorfade` frames, they replace `color`.
fn colors(item: &Item<'_>) -> Vec<ColorFrame> {
    let frames = item.children_named("colorfade");
    if frames.is_empty() {
        let color: Color = of(item, "color", "value", "1 1 1 1");
        return vec![ColorFrame { color: color.0, time: 0.0 }];
    }
    let frame = |child: &Item<'_>| ColorFrame {
        color: attribute::<Color>(child, "color", "").0,
        time: attribute(child, "time", ""),
    };
    frames.iter().map(frame).collect()
}

fn textures(item: &Item<'_>) -> Vec<TextureFrame> {
    let frame = |child: &Item<'_>| TextureFrame {
        uv: attribute::<Rect>(child, "uv", "").0,
        time: attribute(child, "time", ""),
    };
    item.children_named("texanim").iter().map(frame).collect()
}
