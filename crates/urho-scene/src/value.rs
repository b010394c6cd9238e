//! Values of attributes.

use binio::Name;
use urho_core::{Variant, VariantKind};

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A value of a known type. An enumeration is a number.
    Variant(Variant<'a>),
    /// A curve; rbfx only.
    Curve(Box<Curve<'a>>),
    /// Text from the file, for an attribute of unknown type.
    Text(Name<'a>),
}

impl Default for Value<'_> {
    fn default() -> Self {
        Self::Variant(Variant::None)
    }
}

impl<'a> From<Variant<'a>> for Value<'a> {
    fn from(variant: Variant<'a>) -> Self {
        Self::Variant(variant)
    }
}

impl<'a> Value<'a> {
    /// Returns the value, if its type is known and it isn't a curve.
    pub fn variant(&self) -> Option<&Variant<'a>> {
        if let Self::Variant(variant) = self { Some(variant) } else { None }
    }

    /// Returns the type, if it is known.
    pub fn kind(&self) -> Option<VariantKind> {
        match self {
            Self::Variant(variant) => Some(variant.kind()),
            Self::Curve(_) => Some(VariantKind::VariantCurve),
            Self::Text(_) => None,
        }
    }
}

binio::into_owned! { pub enum Value { Variant, Curve, Text } }

/// A curve: values over time (rbfx's `VariantCurve`).
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'a> {
    /// Name as in the file.
    pub name: Name<'a>,
    /// Type of the values.
    pub kind: VariantKind,
    /// Interpolation between keys.
    pub interpolation: CurveInterpolation,
    /// Tension of [`CurveInterpolation::SPLINE`].
    pub spline_tension: f32,
    /// Keys; sorted by time in the engine's files.
    pub keys: Vec<CurveKey<'a>>,
}

/// Interpolation of a curve: a number, so that unknown ones are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveInterpolation(pub i32);

impl CurveInterpolation {
    /// The value of the last key.
    pub const NONE: Self = Self(0);
    /// Straight lines between keys.
    pub const LINEAR: Self = Self(1);
    /// A spline through the keys.
    pub const SPLINE: Self = Self(2);
    /// A spline with tangents in each key.
    pub const CUBIC_SPLINE: Self = Self(3);

    const NAMES: [&'static str; 4] = ["None", "Linear", "Spline", "CubicSpline"];

    /// Returns the name in text.
    pub fn name(self) -> Option<&'static str> {
        usize::try_from(self.0).ok().and_then(|index| Self::NAMES.get(index)).copied()
    }

    /// Returns the interpolation with this name, ignoring case as the engine does.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let index = Self::NAMES.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(name))?;
        i32::try_from(index).ok().map(Self)
    }
}

/// A key of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveKey<'a> {
    /// Time of the key, in seconds.
    pub time: f32,
    /// The value, of the curve's type.
    pub value: Variant<'a>,
    /// In and out tangents, of the curve's type; only for [`CurveInterpolation::CUBIC_SPLINE`].
    pub tangents: Option<(Variant<'a>, Variant<'a>)>,
}

binio::into_owned! { pub Curve { name, keys; kind, interpolation, spline_tension } }
binio::into_owned! { CurveKey { value, tangents; time } }
