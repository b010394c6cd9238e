//! Lights.

use binio::same_bits;

/// A light. It shines from the position of its node along the −Z axis, but a point light shines in all directions. The
/// node's scale has no effect on it.
#[derive(Clone, Debug)]
pub struct Light {
    /// The name, which need not be unique.
    pub name: String,
    /// The light type, and the cone for spot lights.
    pub kind: LightKind,
    /// Red, green and blue from 0 to 1, linear.
    pub color: [f32; 3],
    /// The brightness, which must not be negative: in lux (lm/m²) for a directional light, otherwise in candela
    /// (lm/sr).
    pub intensity: f32,
    /// The distance at which the light ends, in the scene's unit, or `None` if there is no limit. A directional light
    /// has no range.
    pub range: Option<f32>,
}

/// A light type.
#[derive(Clone, Copy, Debug, Default)]
pub enum LightKind {
    /// Parallel rays in one direction.
    Directional,
    /// From a point in all directions.
    #[default]
    Point,
    /// From a point in a cone.
    Spot {
        /// The angle from the axis up to which the light has full brightness, in radians. This must be 0 or more, and
        /// less than `outer`.
        inner: f32,
        /// The angle from the axis at which the light ends, in radians: at most π/2.
        outer: f32,
    },
}

impl LightKind {
    /// Returns the name that glTF uses: `directional`, `point` or `spot`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directional => "directional",
            Self::Point => "point",
            Self::Spot { .. } => "spot",
        }
    }

    /// Returns the inner and outer angle of a spot light, or zeros for other lights.
    const fn cone(self) -> [f32; 2] {
        match self {
            Self::Spot { inner, outer } => [inner, outer],
            _ => [0.0; 2],
        }
    }
}

impl Default for Light {
    /// Creates a light with the default values from glTF: a white point light with 1 cd and no range.
    fn default() -> Self {
        Self { name: String::new(), kind: LightKind::Point, color: [1.0; 3], intensity: 1.0, range: None }
    }
}

impl PartialEq for LightKind {
    /// Compares angles by their bits.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && same_bits(&self.cone(), &other.cone())
    }
}

binio::eq_by_bits! { Light { color, intensity, range; name, kind } }
