//! Keyframes.

use crate::Source;

/// Keyframes of any number of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation<'a> {
    /// Its name.
    pub name: String,
    /// What it moves; at most one channel per node and property.
    pub channels: Vec<Channel>,
    /// What the animation's own format holds beside them.
    pub source: Option<Source<'a>>,
}

impl Animation<'_> {
    /// The same animation, free of what it was made from.
    pub fn into_owned(self) -> Animation<'static> {
        Animation { name: self.name, channels: self.channels, source: self.source.map(Source::into_owned) }
    }
}

/// Keyframes of one property of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The node.
    pub node: usize,
    /// What of it.
    pub property: Property,
    /// What stands between two keys.
    pub interpolation: Interpolation,
    /// Array of the key times, in seconds.
    pub times: usize,
    /// Array of the values: of three numbers; of four, `x y z w`, for rotations; one number per morph target and key for weights. With
    /// [`Interpolation::CubicSpline`] each key is three of them: tangent in, value, tangent out.
    pub values: usize,
}

/// What of a node is animated.
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

/// What stands between two keys; before the first and after the last the value is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Straight; rotations on the shortest great circle.
    #[default]
    Linear,
    /// The earlier key's value.
    Step,
    /// Hermite spline with tangents per second.
    CubicSpline,
}
