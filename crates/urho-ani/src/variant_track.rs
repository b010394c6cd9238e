//! Tracks of values other than transforms (rbfx).

use core::fmt;

use binio::{Bytes, Input, Name};
use urho_core::{Variant, VariantEra, VariantKind, VariantType};

use crate::error::ErrorKind;

/// Interpolation between two keys ([`UAN2`](crate::format#uan2)): a number, with four known values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interpolation(pub u8);

impl Interpolation {
    /// Each value holds until the next key.
    pub const NONE: Self = Self(0);
    /// Linear; rotations along the shorter way.
    pub const LINEAR: Self = Self(1);
    /// A cubic with tangents computed from the neighbours.
    pub const TENSION_SPLINE: Self = Self(2);
    /// A cubic with tangents from the file.
    pub const TANGENT_SPLINE: Self = Self(3);

    /// Returns the name in XML; `None` for unknown numbers.
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

    /// Returns the interpolation with this XML name.
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

/// A track that animates a value: an attribute of a node's component, the weight of a morph.
///
/// The meaning of its bytes depends on the [era](crate::Animation::era) of the animation, so functions that decode them require
/// it. Use [`Curve`](crate::Curve) for sampling.
#[derive(Clone, Debug, Default)]
pub struct VariantTrack<'a> {
    /// Path of the animated value: `Bone/@StaticModel/Attribute`.
    pub name: Name<'a>,
    /// Type of the values.
    pub variant_type: VariantType,
    /// Interpolation between two keys.
    pub interpolation: Interpolation,
    /// Factor of the tangents of a [tension spline](Interpolation::TENSION_SPLINE); 0.5 by convention.
    pub tension: f32,
    /// Weight: 1 in versions without weights.
    pub weight: f32,
    /// Number of keyframes. Some types have values of varying size, so the bytes don't determine it.
    pub key_count: u32,
    /// The keyframes: seconds as f32 and a value without its type, each.
    pub keys: Bytes<'a>,
    /// Only in [tangent splines](Interpolation::TANGENT_SPLINE): the in and the out tangent of each key, values of the same
    /// type.
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
    /// Returns the type of the values; `None` if the number is unknown in the era.
    pub fn kind(&self, era: VariantEra) -> Option<VariantKind> {
        self.variant_type.kind(era)
    }

    /// Iterates over the time in seconds and the value of each key, in file order. Ends early if the bytes don't match the type.
    ///
    /// ```
    /// use urho_ani::{Interpolation, Variant, VariantEra, VariantTrack, VariantType};
    /// let keys = [0.0, 1.0, 0.5, 3.0_f32].map(f32::to_le_bytes).concat();
    /// let float = VariantType(3);
    /// let track = VariantTrack { variant_type: float, key_count: 2, keys: keys.into(), ..VariantTrack::default() };
    /// let keys: Vec<_> = track.iter(VariantEra::RbfxNew).collect();
    /// assert_eq!(keys, [(0.0, Variant::Float(1.0)), (0.5, Variant::Float(3.0))]);
    /// ```
    pub fn iter(&self, era: VariantEra) -> impl Iterator<Item = (f32, Variant<'_>)> + '_ {
        let kind = self.kind(era);
        let mut input = Input::new(&self.keys);
        (0..self.key_count).map_while(move |_| {
            let (rest, time) = binio::f32_le::<ErrorKind>(input).ok()?;
            let (rest, value) = Variant::read_payload::<ErrorKind>(rest, kind?, era).ok()?;
            input = rest;
            Some((time, value))
        })
    }

    /// Iterates over the time of each key in seconds.
    pub fn times(&self, era: VariantEra) -> impl Iterator<Item = f32> + '_ {
        self.iter(era).map(|(time, _)| time)
    }

    /// Returns the interpolation that the engine really uses: splines of integers are linear; values that are neither floats nor
    /// integers hold, and so do values with an unknown [`Interpolation`].
    pub fn effective_interpolation(&self, era: VariantEra) -> Interpolation {
        let known = self.interpolation.name().is_some();
        self.kind(era).filter(|_| known).map_or(Interpolation::NONE, |kind| self.interpolation.of(kind))
    }

    /// Iterates over the in and out tangents of each key; empty unless this is a [tangent
    /// spline](Interpolation::TANGENT_SPLINE).
    pub fn tangents(&self, era: VariantEra) -> impl Iterator<Item = [Variant<'_>; 2]> + '_ {
        let kind = self.kind(era).filter(|_| self.interpolation == Interpolation::TANGENT_SPLINE);
        let mut input = Input::new(&self.tangents);
        (0..self.key_count).map_while(move |_| {
            let (rest, before) = Variant::read_payload::<ErrorKind>(input, kind?, era).ok()?;
            let (rest, behind) = Variant::read_payload::<ErrorKind>(rest, kind?, era).ok()?;
            input = rest;
            Some([before, behind])
        })
    }
}
