//! Particle effects in the plane.

use super::View;
use super::field::{Field, Scalar};
use super::node::Node;
use super::private::Convert;
use super::record::attribute;
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

/// Red, green, blue and alpha. A variance may be outside 0 to 1.
pub type Rgba = [f32; 4];

/// How the particles in a `.pex` effect move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EmitterMode(pub i32);

impl EmitterMode {
    /// Particles fly, and can fall.
    pub const GRAVITY: Self = Self(0);
    /// Particles turn around the emitter.
    pub const RADIAL: Self = Self(1);
}

impl Field for EmitterMode {
    fn read(text: Option<&binio::Name<'_>>, default: &str) -> Self {
        Self(<i32 as Field>::read(text, default))
    }

    fn scalar(&self) -> Option<Scalar> {
        self.0.scalar()
    }
}

/// A value that is stored in some attributes of the same element.
trait Part: Sized {
    fn read(item: &Item<'_>, element: &str) -> Self;
    fn node(&self, element: &'static str) -> Node;
}

impl<T: Field> Part for T {
    fn read(item: &Item<'_>, element: &str) -> Self {
        item.child(element)
            .map_or_else(|| <T as Field>::read(None, "0"), |child| attribute(&child, name_of(element), "0"))
    }

    fn node(&self, element: &'static str) -> Node {
        Node::new(element).with([(name_of(element), self.scalar())])
    }
}

fn name_of(element: &str) -> &'static str {
    if element == "texture" { "name" } else { "value" }
}

/// Numbers that have an attribute each.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Several<const N: usize>([f32; N]);

const RGBA: [&str; 4] = ["red", "green", "blue", "alpha"];
const POINT: [&str; 2] = ["x", "y"];

impl<const N: usize> Several<N> {
    fn read(item: &Item<'_>, element: &str, names: [&'static str; N]) -> Self {
        let child = item.child(element);
        Self(names.map(|name| child.as_ref().map_or(0.0, |child| attribute(child, name, "0"))))
    }

    fn node(self, element: &'static str, names: [&'static str; N]) -> Node {
        Node::new(element).with(names.into_iter().zip(self.0.map(|number| number.scalar())))
    }
}

macro_rules! effect {
    (
        values { $($(#[$meta:meta])* $field:ident: $type:ty = $element:literal,)* }
        points { $($(#[$point_meta:meta])* $point:ident = $point_element:literal,)* }
        colors { $($(#[$color_meta:meta])* $color:ident = $color_element:literal,)* }
    ) => {
        /// A particle emitter in the plane: `.pex`. Lengths are in pixels. If an element is missing in the file, the
        /// value is 0.
        ///
        /// To see what it does, use an [`Emitter2d`](crate::particles::Emitter2d).
        #[derive(Clone, Debug, PartialEq)]
        pub struct ParticleEffect2d {
            $($(#[$meta])* pub $field: $type,)*
            $($(#[$point_meta])* pub $point: [f32; 2],)*
            $($(#[$color_meta])* pub $color: Rgba,)*
        }

        impl View for ParticleEffect2d {
            const KINDS: &'static [Kind] = &[Kind::ParticleEffect2d];
        }

        impl Convert for ParticleEffect2d {
            fn from_item(item: &Item<'_>) -> Result<Self, Error> {
                Ok(Self {
                    $($field: Part::read(item, $element),)*
                    $($point: Several::read(item, $point_element, POINT).0,)*
                    $($color: Several::read(item, $color_element, RGBA).0,)*
                })
            }

            fn to_node(&self, _: &Item<'_>) -> Node {
                let children = vec![
                    $(self.$field.node($element),)*
                    $(Several(self.$point).node($point_element, POINT),)*
                    $(Several(self.$color).node($color_element, RGBA),)*
                ];
                Node { children, ..Node::new("particleEmitterConfig") }
            }
        }
    };
}

effect! {
    values {
        /// The image file, relative to the effect.
        texture: String = "texture",
        /// The speed at the start in pixels per second.
        speed: f32 = "speed",
        /// How much the speed can vary.
        speed_variance: f32 = "speedVariance",
        /// How long a particle exists, in seconds.
        life_span: f32 = "particleLifeSpan",
        /// How much the life span can vary.
        life_span_variance: f32 = "particleLifespanVariance",
        /// The direction at the start in degrees.
        angle: f32 = "angle",
        /// How much the direction can vary.
        angle_variance: f32 = "angleVariance",
        /// The acceleration away from the emitter in px/s².
        radial_acceleration: f32 = "radialAcceleration",
        /// How much the radial acceleration can vary.
        radial_acceleration_variance: f32 = "radialAccelVariance",
        /// The acceleration around the emitter in px/s².
        tangential_acceleration: f32 = "tangentialAcceleration",
        /// How much the tangential acceleration can vary.
        tangential_acceleration_variance: f32 = "tangentialAccelVariance",
        /// How many particles can exist at the same time.
        max_particles: i32 = "maxParticles",
        /// The width and the height at the start.
        start_size: f32 = "startParticleSize",
        /// How much the size at the start can vary.
        start_size_variance: f32 = "startParticleSizeVariance",
        /// The width and the height at the end.
        finish_size: f32 = "finishParticleSize",
        /// How much the size at the end can vary.
        finish_size_variance: f32 = "FinishParticleSizeVariance",
        /// How long to emit, in seconds. If this is 0 or negative, it never ends.
        duration: f32 = "duration",
        /// How particles move.
        mode: EmitterMode = "emitterType",
        /// For the radial mode: the distance at the start.
        max_radius: f32 = "maxRadius",
        /// How much the largest radius can vary.
        max_radius_variance: f32 = "maxRadiusVariance",
        /// For the radial mode: the distance at which a particle ends.
        min_radius: f32 = "minRadius",
        /// How much the smallest radius can vary.
        min_radius_variance: f32 = "minRadiusVariance",
        /// For the radial mode: how fast to turn around the emitter, in degrees per second.
        rotate_per_second: f32 = "rotatePerSecond",
        /// How much this rotation can vary.
        rotate_per_second_variance: f32 = "rotatePerSecondVariance",
        /// The OpenGL number for the source factor.
        blend_source: i32 = "blendFuncSource",
        /// The OpenGL number for the destination factor.
        blend_destination: i32 = "blendFuncDestination",
        /// The rotation of the picture at the start in degrees.
        rotation_start: f32 = "rotationStart",
        /// How much the rotation at the start can vary.
        rotation_start_variance: f32 = "rotationStartVariance",
        /// The rotation of the picture at the end in degrees.
        rotation_end: f32 = "rotationEnd",
        /// How much the rotation at the end can vary.
        rotation_end_variance: f32 = "rotationEndVariance",
    }
    points {
        /// How far from the emitter particles can start.
        source_position_variance = "sourcePositionVariance",
        /// The acceleration in px/s². Note that y is down.
        gravity = "gravity",
    }
    colors {
        /// The colour at the start.
        start_color = "startColor",
        /// How much the colour at the start can vary.
        start_color_variance = "startColorVariance",
        /// The colour at the end.
        finish_color = "finishColor",
        /// How much the colour at the end can vary.
        finish_color_variance = "finishColorVariance",
    }
}
