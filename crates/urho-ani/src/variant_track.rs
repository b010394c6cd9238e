//! What changes anything but bones and nodes (rbfx).

use core::fmt;

use binio::{Bytes, Input, Name, same_bits};
use urho_core::{Variant, VariantEra, VariantKind, VariantType};

use crate::error::ErrorKind;

/// How values between two keys come about ([`UAN2`](crate::format#uan2)): a number, of which the engine knows four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interpolation(pub u8);

impl Interpolation {
    /// Each value holds until the next key.
    pub const NONE: Self = Self(0);
    /// In a straight line; rotations along the shorter way.
    pub const LINEAR: Self = Self(1);
    /// Along a cubic whose tangents come from the neighbours.
    pub const TENSION_SPLINE: Self = Self(2);
    /// Along a cubic whose tangents stand in the file.
    pub const TANGENT_SPLINE: Self = Self(3);

    /// What XML calls it; `None` for other numbers.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::NONE => Some("none"),
            Self::LINEAR => Some("linear"),
            Self::TENSION_SPLINE => Some("spline"),
            Self::TANGENT_SPLINE => Some("cubicspline"),
            _ => None,
        }
    }

    /// What the engine makes of it for values of this type.
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

    /// What XML calls so.
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

/// What changes a value over time: an attribute of a node's component, the weight of a morph.
///
/// What its bytes mean depends on the [era](crate::Animation::era) of the animation, so that the functions that look into
/// them ask for it. Take [`Curve`](crate::Curve) to sample it.
#[derive(Clone, Debug, Default)]
pub struct VariantTrack<'a> {
    /// What is changed, as a path: `Bone/@StaticModel/Attribute`.
    pub name: Name<'a>,
    /// Type of the values.
    pub variant_type: VariantType,
    /// How values between two keys come about.
    pub interpolation: Interpolation,
    /// How far the tangents of a [tension spline](Interpolation::TENSION_SPLINE) reach; 0.5 by custom.
    pub tension: f32,
    /// How much of it is taken: 1 in versions without weights.
    pub weight: f32,
    /// How many keyframes there are. Not all types have values of one size, so this doesn't follow from their bytes.
    pub key_count: u32,
    /// The keyframes: seconds as f32 and a value without its type, each.
    pub keys: Bytes<'a>,
    /// Only of [tangent splines](Interpolation::TANGENT_SPLINE): for each key the tangent before and the tangent behind
    /// it, values of the same type.
    pub tangents: Bytes<'a>,
}

impl PartialEq for VariantTrack<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { name, variant_type, interpolation, tension, weight, key_count, keys, tangents } = self;
        *name == other.name
            && *variant_type == other.variant_type
            && *interpolation == other.interpolation
            && same_bits(&[*tension, *weight], &[other.tension, other.weight])
            && *key_count == other.key_count
            && *keys == other.keys
            && *tangents == other.tangents
    }
}

impl Eq for VariantTrack<'_> {}

impl VariantTrack<'_> {
    /// The type of the values; `None` if the era has none of that number.
    pub fn kind(&self, era: VariantEra) -> Option<VariantKind> {
        self.variant_type.kind(era)
    }

    /// Seconds and value of each key, in the order of the file. Ends early where the bytes aren't those of the type.
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

    /// Seconds of each key.
    pub fn times(&self, era: VariantEra) -> impl Iterator<Item = f32> + '_ {
        self.iter(era).map(|(time, _)| time)
    }

    /// How the engine really comes by values between two keys (as Urho3D computes it): splines of integers are lines, and values
    /// that are neither of floats nor of integers hold. So do those of an [`Interpolation`] that it doesn't know.
    pub fn effective_interpolation(&self, era: VariantEra) -> Interpolation {
        let known = self.interpolation.name().is_some();
        self.kind(era).filter(|_| known).map_or(Interpolation::NONE, |kind| self.interpolation.of(kind))
    }

    /// The tangents of each key, before and behind it; none unless it is a
    /// [tangent spline](Interpolation::TANGENT_SPLINE).
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

    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> VariantTrack<'_> {
        VariantTrack {
            name: self.name.borrowed(),
            keys: self.keys.borrowed(),
            tangents: self.tangents.borrowed(),
            ..*self
        }
    }

    /// The track, free of the bytes it was read from.
    pub fn into_owned(self) -> VariantTrack<'static> {
        VariantTrack {
            name: self.name.into_owned(),
            variant_type: self.variant_type,
            interpolation: self.interpolation,
            tension: self.tension,
            weight: self.weight,
            key_count: self.key_count,
            keys: self.keys.into_owned(),
            tangents: self.tangents.into_owned(),
        }
    }
}
