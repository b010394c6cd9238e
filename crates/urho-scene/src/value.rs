//! The values of attributes.

use binio::Name;
use urho_core::{Variant, VariantKind};

/// The value of an attribute. If you only need the usual types, use [`variant`](Self::variant).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A value whose type is known. An enumeration value is stored as its number.
    Variant(Variant<'a>),
    /// A curve, which only rbfx has.
    Curve(Box<Curve<'a>>),
    /// Text from the file, because the type of the attribute is unknown.
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
    /// Returns the value, or `None` if its type is unknown or it is a curve.
    pub fn variant(&self) -> Option<&Variant<'a>> {
        if let Self::Variant(variant) = self { Some(variant) } else { None }
    }

    /// Returns the type of the value, if it is known.
    pub fn kind(&self) -> Option<VariantKind> {
        match self {
            Self::Variant(variant) => Some(variant.kind()),
            Self::Curve(_) => Some(VariantKind::VariantCurve),
            Self::Text(_) => None,
        }
    }
}

binio::into_owned! { pub enum Value { Variant, Curve, Text } }

/// A curve, which is a value that changes over time (`VariantCurve` in rbfx).
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'a> {
    /// The name in the file.
    pub name: Name<'a>,
    /// The type that all values must have.
    pub kind: VariantKind,
    /// How to get from a key to the next.
    pub interpolation: CurveInterpolation,
    /// The tension, which is used for [`CurveInterpolation::SPLINE`].
    pub spline_tension: f32,
    /// The keys. In files from the engine they are sorted by time.
    pub keys: Vec<CurveKey<'a>>,
}

/// How to interpolate a curve. This is a number, so that an unknown interpolation can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveInterpolation(pub i32);

impl CurveInterpolation {
    /// The value of the last key is used.
    pub const NONE: Self = Self(0);
    /// Straight lines between the keys.
    pub const LINEAR: Self = Self(1);
    /// A spline through the keys.
    pub const SPLINE: Self = Self(2);
    /// A spline that has tangents in each key.
    pub const CUBIC_SPLINE: Self = Self(3);

    const NAMES: [&'static str; 4] = ["None", "Linear", "Spline", "CubicSpline"];

    /// Returns the name that text files use.
    pub fn name(self) -> Option<&'static str> {
        usize::try_from(self.0).ok().and_then(|index| Self::NAMES.get(index)).copied()
    }

    /// Returns the interpolation with this name. As in the engine, case is ignored.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let index = Self::NAMES.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(name))?;
        i32::try_from(index).ok().map(Self)
    }
}

/// A key in a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveKey<'a> {
    /// The time in seconds.
    pub time: f32,
    /// The value, which must have the type of the curve.
    pub value: Variant<'a>,
    /// The in and out tangent, which must have the type of the curve. Only used for
    /// [`CurveInterpolation::CUBIC_SPLINE`].
    pub tangents: Option<(Variant<'a>, Variant<'a>)>,
}

binio::into_owned! { pub Curve { name, keys; kind, interpolation, spline_tension } }
binio::into_owned! { CurveKey { value, tangents; time } }
