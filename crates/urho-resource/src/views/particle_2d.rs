//! Particle effects in the plane.

use super::View;
use super::field::{Field, Scalar};
use super::node::Node;
use super::private::Convert;
use super::record::attribute;
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

/// Red, green, blue and alpha; variances can be outside 0 to 1.
pub type Rgba = [f32; 4];

/// How particles of a `.pex` effect move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EmitterMode(pub i32);

impl EmitterMode {
    /// Particles fly and fall.
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

/// A value that some attributes of one element store.
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

/// Several numbers in attributes of their own.
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
        /// A particle emitter in the plane: `.pex`. Lengths are in pixels; an element that the file lacks is 0.
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
        /// Image file beside the effect.
        texture: String = "texture",
        /// Pixels per second at the start.
        speed: f32 = "speed",
        /// Variance of the speed.
        speed_variance: f32 = "speedVariance",
        /// Seconds that a particle exists.
        life_span: f32 = "particleLifeSpan",
        /// Variance of the life span.
        life_span_variance: f32 = "particleLifespanVariance",
        /// Degrees of the direction at the start.
        angle: f32 = "angle",
        /// Variance of the angle.
        angle_variance: f32 = "angleVariance",
        /// Acceleration away from the emitter in px/s².
        radial_acceleration: f32 = "radialAcceleration",
        /// Variance of the radial acceleration.
        radial_acceleration_variance: f32 = "radialAccelVariance",
        /// Acceleration around the emitter in px/s².
        tangential_acceleration: f32 = "tangentialAcceleration",
        /// Variance of the tangential acceleration.
        tangential_acceleration_variance: f32 = "tangentialAccelVariance",
        /// Most particles at a time.
        max_particles: i32 = "maxParticles",
        /// Width and height at the start.
        start_size: f32 = "startParticleSize",
        /// Variance of the size at the start.
        start_size_variance: f32 = "startParticleSizeVariance",
        /// Width and height at the end.
        finish_size: f32 = "finishParticleSize",
        /// Variance of the size at the end.
        finish_size_variance: f32 = "FinishParticleSizeVariance",
        /// Seconds of emission; 0 or negative for ever.
        duration: f32 = "duration",
        /// How particles move.
        mode: EmitterMode = "emitterType",
        /// Radial: distance at the start.
        max_radius: f32 = "maxRadius",
        /// Variance of the largest radius.
        max_radius_variance: f32 = "maxRadiusVariance",
        /// Radial: distance at which a particle ends.
        min_radius: f32 = "minRadius",
        /// Variance of the smallest radius.
        min_radius_variance: f32 = "minRadiusVariance",
        /// Radial: degrees per second around the emitter.
        rotate_per_second: f32 = "rotatePerSecond",
        /// Variance of the rotation around the emitter.
        rotate_per_second_variance: f32 = "rotatePerSecondVariance",
        /// OpenGL number of the source factor.
        blend_source: i32 = "blendFuncSource",
        /// OpenGL number of the destination factor.
        blend_destination: i32 = "blendFuncDestination",
        /// Degrees of the picture at the start.
        rotation_start: f32 = "rotationStart",
        /// Variance of the rotation at the start.
        rotation_start_variance: f32 = "rotationStartVariance",
        /// Degrees of the picture at the end.
        rotation_end: f32 = "rotationEnd",
        /// Variance of the rotation at the end.
        rotation_end_variance: f32 = "rotationEndVariance",
    }
    points {
        /// Particles start up to this far from the emitter.
        source_position_variance = "sourcePositionVariance",
        /// Acceleration in px/s²; y is down.
        gravity = "gravity",
    }
    colors {
        /// Colour at the start.
        start_color = "startColor",
        /// Variance of the colour at the start.
        start_color_variance = "startColorVariance",
        /// Colour at the end.
        finish_color = "finishColor",
        /// Variance of the colour at the end.
        finish_color_variance = "finishColorVariance",
    }
}
