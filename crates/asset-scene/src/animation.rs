//! Keyframes.

use std::fmt;

use crate::{ArrayId, Id, Node, Source};

/// Keyframes of any number of nodes. [`Scene::duration`](crate::Scene::duration) is its length; [`Player`](crate::Player) plays it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation<'a> {
    /// Name; need not be unique.
    pub name: String,
    /// Channels; at most one per node and property.
    pub channels: Vec<Channel>,
    /// Additional data of the animation's format.
    pub source: Option<Source<'a>>,
}

binio::into_owned! { pub Animation { source; name, channels }, borrowed }

/// Keyframes of one property of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Animated node.
    pub node: Id<Node>,
    /// Animated property.
    pub property: Property,
    /// Interpolation between two keys.
    pub interpolation: Interpolation,
    /// Array of the key times, in seconds.
    pub times: ArrayId,
    /// Array of the values: three numbers; four for rotations, `x y z w`; for weights one number per morph target and key. With
    /// [`Interpolation::CubicSpline`] each key has three values: in tangent, value, out tangent.
    pub values: ArrayId,
}

/// Animated property of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Translation relative to the parent.
    Translation,
    /// Rotation relative to the parent.
    Rotation,
    /// Scale relative to the parent.
    Scale,
    /// Weights of the morph targets of the node's mesh.
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

/// Interpolation between two keys. Before the first key and after the last, their values hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Linear; for rotations on the shorter great circle (slerp).
    #[default]
    Linear,
    /// The earlier key's value.
    Step,
    /// Cubic Hermite spline with tangents per second; rotations are normalised after interpolation.
    CubicSpline,
}
