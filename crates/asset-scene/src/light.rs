//! Lights.

use binio::same_bits;

/// A light that shines from its nodes: along their −Z, unless it is a point light. The scale of a node has no effect on it.
#[derive(Clone, Debug)]
pub struct Light {
    /// Name; need not be unique.
    pub name: String,
    /// Type and cone.
    pub kind: LightKind,
    /// Red, green, blue from 0 to 1, linear.
    pub color: [f32; 3],
    /// Brightness, 0 or more: in lux (lm/m²) for a directional light, otherwise in candela (lm/sr).
    pub intensity: f32,
    /// Distance in the scene's unit from which it has no effect; `None` without a limit. A directional light has none.
    pub range: Option<f32>,
}

/// Type of a light.
#[derive(Clone, Copy, Debug, Default)]
pub enum LightKind {
    /// Parallel rays in one direction.
    Directional,
    /// From a point in all directions.
    #[default]
    Point,
    /// From a point in a cone.
    Spot {
        /// Angle in radians from the axis with full brightness: 0 or more, and less than `outer`.
        inner: f32,
        /// Angle in radians from the axis without light, at most π/2.
        outer: f32,
    },
}

impl LightKind {
    /// Returns the name in glTF: `directional`, `point` or `spot`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directional => "directional",
            Self::Point => "point",
            Self::Spot { .. } => "spot",
        }
    }

    /// Returns the inner and outer angle of a spot light.
    const fn cone(self) -> [f32; 2] {
        match self {
            Self::Spot { inner, outer } => [inner, outer],
            _ => [0.0; 2],
        }
    }
}

impl Default for Light {
    /// The glTF defaults: a white point light of 1 cd without a range.
    fn default() -> Self {
        Self { name: String::new(), kind: LightKind::Point, color: [1.0; 3], intensity: 1.0, range: None }
    }
}

impl PartialEq for LightKind {
    /// Angles are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && same_bits(&self.cone(), &other.cone())
    }
}

binio::eq_by_bits! { Light { color, intensity, range; name, kind } }
