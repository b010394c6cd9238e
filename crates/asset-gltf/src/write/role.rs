//! The uses of arrays in a glTF.

/// How an array is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Position,
    Normal,
    Tangent,
    TexCoord,
    FirstColor,
    Color,
    Joints,
    Weights,
    Custom,
    MorphPosition,
    MorphDirection,
    MorphOther,
    Times,
    Translation,
    Scale,
    Rotation { spline: bool },
    MorphWeights,
    Unused,
}

impl Role {
    pub(super) const fn usage(self) -> Usage {
        match self {
            Self::Times => Usage::Times,
            Self::Translation | Self::Scale | Self::Rotation { .. } | Self::MorphWeights => Usage::Values,
            Self::Unused => Usage::None,
            _ => Usage::Vertex,
        }
    }

    /// Returns `true` if glTF requires the minimum and maximum.
    pub(super) const fn wants_bounds(self) -> bool {
        matches!(self, Self::Position | Self::MorphPosition | Self::Times)
    }
}

/// The target of the buffer view, and the bounds that an accessor needs. An accessor can't be used in two of these
/// ways, because validators refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Usage {
    None,
    Vertex,
    Index,
    Times,
    Values,
    Matrices,
}
