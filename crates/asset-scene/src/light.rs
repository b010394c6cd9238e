//! Lights.

use crate::bits;

/// A light, which shines from the nodes that have it: along their −Z, unless it is a point. The scale of a node has no effect on it.
#[derive(Clone, Debug)]
pub struct Light {
    /// Name; need not be unique.
    pub name: String,
    /// Where it shines.
    pub kind: LightKind,
    /// Red, green, blue from 0 to 1, linear.
    pub color: [f32; 3],
    /// Brightness, 0 or more: of a directional light in lux (lm/m²), of the others in candela (lm/sr).
    pub intensity: f32,
    /// Distance in the scene's unit behind which it has no effect; `None` if it goes on and on. A directional light has none.
    pub range: Option<f32>,
}

/// Where a light shines.
#[derive(Clone, Copy, Debug, Default)]
pub enum LightKind {
    /// Everywhere in one direction.
    Directional,
    /// From a point in all directions.
    #[default]
    Point,
    /// From a point in a cone.
    Spot {
        /// Angle in radians from the axis up to which it is as bright as on it: 0 or more, and less than `outer`.
        inner: f32,
        /// Angle in radians from the axis at which it is dark, at most π/2.
        outer: f32,
    },
}

impl LightKind {
    /// `directional`, `point` or `spot`, as glTF names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directional => "directional",
            Self::Point => "point",
            Self::Spot { .. } => "spot",
        }
    }

    /// The cone of a spot: inner and outer angle.
    const fn cone(self) -> [f32; 2] {
        match self {
            Self::Spot { inner, outer } => [inner, outer],
            _ => [0.0; 2],
        }
    }
}

impl Default for Light {
    /// As glTF: a white point of 1 cd that has no range.
    fn default() -> Self {
        Self { name: String::new(), kind: LightKind::Point, color: [1.0; 3], intensity: 1.0, range: None }
    }
}

impl PartialEq for LightKind {
    /// Angles are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && bits::same(&self.cone(), &other.cone())
    }
}

impl PartialEq for Light {
    /// Floats are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        let Self { name, kind, color, intensity, range } = self;
        (name, kind) == (&other.name, &other.kind)
            && bits::same(color, &other.color)
            && bits::same(&[*intensity], &[other.intensity])
            && bits::same_option(*range, other.range)
    }
}
