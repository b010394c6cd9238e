//! Uses of arrays in a glTF.

/// Use of an array.
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

    /// Whether glTF wants the smallest and largest numbers.
    pub(super) const fn wants_bounds(self) -> bool {
        matches!(self, Self::Position | Self::MorphPosition | Self::Times)
    }
}

/// Which bufferView target and which bounds an accessor needs. Validators refuse an accessor with two of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Usage {
    None,
    Vertex,
    Index,
    Times,
    Values,
    Matrices,
}
