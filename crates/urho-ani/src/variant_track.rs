//! Tracks for values other than transforms (rbfx).

use core::fmt;

use binio::{Bytes, Input, Name};
use urho_core::{Variant, VariantEncoding, VariantKind, VariantType};

use crate::error::ErrorKind;

/// How to get from a key to the next ([`UAN2`](crate::format#uan2)). This is a number with four known values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interpolation(pub u8);

impl Interpolation {
    /// The value does not change until the next key.
    pub const NONE: Self = Self(0);
    /// Linear. A rotation takes the shorter way.
    pub const LINEAR: Self = Self(1);
    /// A cubic curve. The tangents are computed from the neighbours.
    pub const TENSION_SPLINE: Self = Self(2);
    /// A cubic curve. The tangents are in the file.
    pub const TANGENT_SPLINE: Self = Self(3);

    /// Returns the name that is used in XML, or `None` if the number is unknown.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::NONE => Some("none"),
            Self::LINEAR => Some("linear"),
            Self::TENSION_SPLINE => Some("spline"),
            Self::TANGENT_SPLINE => Some("cubicspline"),
            _ => None,
        }
    }

    /// Returns the interpolation that the engine uses for values of this type.
    pub(crate) const fn of(self, kind: VariantKind) -> Self {
        match kind {
            VariantKind::Float
            | VariantKind::Vector2
            | VariantKind::Vector3
            | VariantKind::Vector4
            | VariantKind::Quaternion
            | VariantKind::Color
            | VariantKind::Double => self,
            VariantKind::Int
            | VariantKind::Int64
            | VariantKind::IntRect
            | VariantKind::IntVector2
            | VariantKind::IntVector3 => match self {
                Self::NONE => Self::NONE,
                _ => Self::LINEAR,
            },
            _ => Self::NONE,
        }
    }

    /// Returns the interpolation with this name in XML.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let known = [Self::NONE, Self::LINEAR, Self::TENSION_SPLINE, Self::TANGENT_SPLINE];
        known.into_iter().find(|known| known.name().is_some_and(|known| known.as_bytes().eq_ignore_ascii_case(name)))
    }
}

impl fmt::Display for Interpolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "interpolation {}", self.0),
        }
    }
}

/// A track that changes any value, for example an attribute of a component or the weight of a morph.
///
/// To decode the bytes, you must pass the [encoding](crate::Animation::variant_encoding) of the animation, because it decides what the
/// type number means. To get the value at a given time, use a [`Curve`](crate::Curve).
#[derive(Clone, Debug, Default)]
pub struct VariantTrack<'a> {
    /// The path to the value that is changed, for example `Bone/@StaticModel/Attribute`.
    pub name: Name<'a>,
    /// The type of the values.
    pub variant_type: VariantType,
    /// How to interpolate between two keys.
    pub interpolation: Interpolation,
    /// The factor for the tangents of a [tension spline](Interpolation::TENSION_SPLINE), which is 0.5 by convention.
    pub tension: f32,
    /// The weight. In a version without weights this is 1.
    pub weight: f32,
    /// The number of keyframes. This is stored because some types differ in size, and then it can't be computed from
    /// the bytes.
    pub key_count: u32,
    /// The keyframes: the time in seconds as f32, and the value without its type.
    pub keys: Bytes<'a>,
    /// The tangents, which only [tangent splines](Interpolation::TANGENT_SPLINE) have. Each key has an in and an out
    /// tangent with the same type as the value.
    pub tangents: Bytes<'a>,
}

binio::eq_by_bits! {
    VariantTrack<'_> { tension, weight; name, variant_type, interpolation, key_count, keys, tangents }
}

impl Eq for VariantTrack<'_> {}

binio::into_owned! {
    pub VariantTrack { name, keys, tangents; variant_type, interpolation, tension, weight, key_count }, borrowed
}

impl VariantTrack<'_> {
    /// Returns the type of the values, or `None` if this number is not known in the encoding.
    pub fn kind(&self, variant_encoding: VariantEncoding) -> Option<VariantKind> {
        self.variant_type.kind(variant_encoding)
    }

    /// Iterates over the keys in file order, as pairs of a time in seconds and a value. This ends early if the bytes do
    /// not match the type.
    ///
    /// ```
    /// use urho_ani::{Interpolation, Variant, VariantEncoding, VariantTrack, VariantType};
    /// let keys = [0.0, 1.0, 0.5, 3.0_f32].map(f32::to_le_bytes).concat();
    /// let float = VariantType(3);
    /// let track = VariantTrack { variant_type: float, key_count: 2, keys: keys.into(), ..VariantTrack::default() };
    /// let keys: Vec<_> = track.iter(VariantEncoding::RbfxNew).collect();
    /// assert_eq!(keys, [(0.0, Variant::Float(1.0)), (0.5, Variant::Float(3.0))]);
    /// ```
    pub fn iter(&self, variant_encoding: VariantEncoding) -> impl Iterator<Item = (f32, Variant<'_>)> + '_ {
        let kind = self.kind(variant_encoding);
        let mut input = Input::new(&self.keys);
        (0..self.key_count).map_while(move |_| {
            let (rest, time) = binio::f32_le::<ErrorKind>(input).ok()?;
            let (rest, value) = Variant::read_payload::<ErrorKind>(rest, kind?, variant_encoding).ok()?;
            input = rest;
            Some((time, value))
        })
    }

    /// Iterates over the time of each key in seconds.
    pub fn times(&self, variant_encoding: VariantEncoding) -> impl Iterator<Item = f32> + '_ {
        self.iter(variant_encoding).map(|(time, _)| time)
    }

    /// Returns the interpolation that the engine will really use. It is not always what is stored: a spline of integers
    /// will be linear, and if the values are not numbers or the [`Interpolation`] is unknown, each value is used until
    /// the next key.
    pub(crate) fn effective_interpolation(&self, variant_encoding: VariantEncoding) -> Interpolation {
        let known = self.interpolation.name().is_some();
        self.kind(variant_encoding).filter(|_| known).map_or(Interpolation::NONE, |kind| self.interpolation.of(kind))
    }

    /// Iterates over the in and out tangent of each key. If this is not a [tangent
    /// spline](Interpolation::TANGENT_SPLINE), there are none.
    pub fn tangents(&self, variant_encoding: VariantEncoding) -> impl Iterator<Item = [Variant<'_>; 2]> + '_ {
        let kind = self.kind(variant_encoding).filter(|_| self.interpolation == Interpolation::TANGENT_SPLINE);
        let mut input = Input::new(&self.tangents);
        (0..self.key_count).map_while(move |_| {
            let (rest, before) = Variant::read_payload::<ErrorKind>(input, kind?, variant_encoding).ok()?;
            let (rest, behind) = Variant::read_payload::<ErrorKind>(rest, kind?, variant_encoding).ok()?;
            input = rest;
            Some([before, behind])
        })
    }
}
