//! Animations and their keyframes.

use std::fmt;

use crate::{ArrayId, Id, Node, Source};

/// An animation: keyframes for any number of nodes. Use [`Player`](crate::Player) to play it, and
/// [`Scene::duration`](crate::Scene::duration) to see how long it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation<'a> {
    /// The name, which need not be unique.
    pub name: String,
    /// The channels. A node must not have more than one channel for each property.
    pub channels: Vec<Channel>,
    /// Additional data, if the animation was read from an engine's file.
    pub source: Option<Source<'a>>,
}

binio::into_owned! { pub Animation { source; name, channels }, borrowed }

/// The keyframes for a property of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The node to animate.
    pub node: Id<Node>,
    /// The property to animate.
    pub property: Property,
    /// How to interpolate between two keys.
    pub interpolation: Interpolation,
    /// The array with the key times, in seconds.
    pub times: ArrayId,
    /// The array with the values. A translation or scale has three numbers, and a rotation has four (`x y z w`). Morph
    /// weights have one number per target for each key. With [`Interpolation::CubicSpline`], each key has three values:
    /// the in tangent, the value and the out tangent.
    pub values: ArrayId,
}

/// The property of a node that a [`Channel`] animates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// The translation, relative to the parent.
    Translation,
    /// The rotation, relative to the parent.
    Rotation,
    /// The scale, relative to the parent.
    Scale,
    /// The morph target weights for the node's mesh.
    MorphWeights,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::MorphWeights => "morph weights",
        })
    }
}

/// How to interpolate between two keys. The first value also applies before the first key, and the last value after the
/// last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Linear. Rotations use the shorter great circle (slerp).
    #[default]
    Linear,
    /// Keeps the earlier key's value until the next key.
    Step,
    /// Cubic Hermite spline, with tangents per second. Rotations will be normalised after this.
    CubicSpline,
}
