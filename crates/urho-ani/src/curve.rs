//! Computes the value of a variant track at a given time, using the rules from rbfx.

use alloc::vec::Vec;
use core::ops::{Add, Mul, Sub};

use asset_geometry::glam::{Quat, Vec4};
use asset_geometry::interpolate::{hermite, hermite_quat, lerp, slerp, tension_tangents};
use asset_geometry::{Cursor, Segment};
use urho_core::{Variant, VariantEncoding, VariantKind};

use crate::sample::{Playback, Rules};
use crate::variant_track::{Interpolation, VariantTrack};

/// A variant track that is ready for sampling: the keys are decoded, and the tangents are computed as in the engine.
/// Use [`VariantTrack::curve`] to create it.
///
/// ```
/// use asset_geometry::Cursor;
/// use urho_ani::{Interpolation, Playback, Rules, Variant, VariantEncoding, VariantTrack};
/// let keys = [(0.0, Variant::Float(1.0)), (2.0, Variant::Float(5.0))];
/// let track = VariantTrack::from_keys("Lamp/@Light/Range", Interpolation::LINEAR, &keys, VariantEncoding::RbfxNew)?;
/// let playback = Playback { length: 2.0, looped: false, rules: Rules::Rbfx };
/// let curve = track.curve(VariantEncoding::RbfxNew);
/// assert_eq!(curve.sample(0.5, &playback, &mut Cursor::default()), Some(Variant::Float(2.0)));
/// # Ok::<(), urho_ani::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    interpolation: Interpolation,
    times: Vec<f32>,
    values: Vec<Variant<'a>>,
    /// The in and out tangent of each key. If this is not a spline, there are none.
    tangents: Vec<[Tangent; 2]>,
}

/// A value in a form that is easy to calculate with: up to four floats, or a double.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tangent {
    floats: Vec4,
    double: f64,
}

impl Tangent {
    fn of(value: &Variant<'_>) -> Self {
        let mut lanes = [0.0; 4];
        lanes.iter_mut().zip(value.floats().unwrap_or_default()).for_each(|(lane, value)| *lane = *value);
        Self {
            floats: Vec4::from_array(lanes),
            double: value.doubles().and_then(<[f64]>::first).copied().unwrap_or(0.0),
        }
    }

    /// Converts the numbers back to a value with this type.
    fn value(self, kind: VariantKind) -> Option<Variant<'static>> {
        let [x, y, z, w] = self.floats.to_array();
        Some(match kind {
            VariantKind::Float => Variant::Float(x),
            VariantKind::Vector2 => Variant::Vector2([x, y]),
            VariantKind::Vector3 => Variant::Vector3([x, y, z]),
            VariantKind::Vector4 => Variant::Vector4([x, y, z, w]),
            VariantKind::Quaternion => Variant::Quaternion([x, y, z, w]),
            VariantKind::Color => Variant::Color([x, y, z, w]),
            VariantKind::Double => Variant::Double(self.double),
            _ => return None,
        })
    }
}

impl Add for Tangent {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { floats: self.floats + other.floats, double: self.double + other.double }
    }
}

impl Sub for Tangent {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { floats: self.floats - other.floats, double: self.double - other.double }
    }
}

impl Mul<f32> for Tangent {
    type Output = Self;
    fn mul(self, factor: f32) -> Self {
        Self { floats: self.floats * factor, double: self.double * f64::from(factor) }
    }
}

impl VariantTrack<'_> {
    /// Decodes the keys, to be ready for sampling. You should do this once and not for each frame.
    pub fn curve(&self, variant_encoding: VariantEncoding) -> Curve<'_> {
        let (times, values): (Vec<f32>, Vec<Variant<'_>>) = self.iter(variant_encoding).unzip();
        let interpolation = self.effective_interpolation(variant_encoding);
        let tangents = match interpolation {
            Interpolation::TENSION_SPLINE => {
                let numbers: Vec<Tangent> = values.iter().map(Tangent::of).collect();
                tension_tangents(&numbers, self.tension).into_iter().map(|tangent| [tangent; 2]).collect()
            }
            Interpolation::TANGENT_SPLINE => {
                self.tangents(variant_encoding).map(|tangents| tangents.each_ref().map(Tangent::of)).collect()
            }
            _ => Vec::new(),
        };
        Curve { interpolation, times, values, tangents }
    }
}

impl<'a> Curve<'a> {
    /// Returns the time of each key in seconds.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Returns the value of each key.
    pub fn values(&self) -> &[Variant<'a>] {
        &self.values
    }

    /// Returns the value at `time`, which must be between 0 and the length of the animation. If there is no key, this
    /// returns `None`.
    ///
    /// Before the first key, this returns the value of the first key. The rules in `playback` do not change this,
    /// because only rbfx has variant tracks.
    pub fn sample(&self, time: f32, playback: &Playback, cursor: &mut Cursor) -> Option<Variant<'a>> {
        let playback = Playback { rules: Rules::Rbfx, ..*playback };
        let Segment { from, to, t } = playback.segment(&self.times[..], time, cursor)?;
        let (a, b) = (self.values.get(from)?, self.values.get(to)?);
        if from == to {
            return Some(a.clone());
        }
        let between = match self.interpolation {
            Interpolation::LINEAR => linear(a, b, t),
            Interpolation::TENSION_SPLINE | Interpolation::TANGENT_SPLINE => self.spline(a, b, from, to, t),
            _ => None,
        };
        Some(between.unwrap_or_else(|| a.clone()))
    }

    /// Returns the value on the cubic curve, or `None` if there is no tangent. The engine then uses the value of the
    /// key.
    fn spline(&self, a: &Variant<'_>, b: &Variant<'_>, from: usize, to: usize, t: f32) -> Option<Variant<'static>> {
        let ([_, leaving], [arriving, _]) = (*self.tangents.get(from)?, *self.tangents.get(to)?);
        let (start, end) = (Tangent::of(a), Tangent::of(b));
        if a.kind() == VariantKind::Quaternion {
            let turn = |numbers: Tangent| wxyz(numbers.floats.to_array());
            let mixed = hermite_quat(turn(start), turn(leaving), turn(end), turn(arriving), t);
            return Some(rotation(mixed));
        }
        hermite(start, leaving, end, arriving, t).value(a.kind())
    }
}

fn wxyz([w, x, y, z]: [f32; 4]) -> Quat {
    Quat::from_xyzw(x, y, z, w)
}

fn rotation(rotation: Quat) -> Variant<'static> {
    let [x, y, z, w] = rotation.to_array();
    Variant::Quaternion([w, x, y, z])
}

/// Interpolates linearly, or returns `None` if this is not possible for the type. An integer is truncated towards zero.
fn linear(a: &Variant<'_>, b: &Variant<'_>, t: f32) -> Option<Variant<'static>> {
    let cut = |a: i32, b: i32| mix(f64::from(a), f64::from(b), t) as i32;
    let each = |a: &[i32], b: &[i32], index: usize| a.get(index).zip(b.get(index)).map_or(0, |(a, b)| cut(*a, *b));
    match (a, b) {
        (Variant::Quaternion(a), Variant::Quaternion(b)) => Some(rotation(slerp(wxyz(*a), wxyz(*b), t))),
        (Variant::Int(a), Variant::Int(b)) => Some(Variant::Int(cut(*a, *b))),
        (Variant::Int64(a), Variant::Int64(b)) => Some(Variant::Int64(mix(*a as f64, *b as f64, t) as i64)),
        (Variant::IntVector2(a), Variant::IntVector2(b)) => {
            Some(Variant::IntVector2(core::array::from_fn(|axis| each(a, b, axis))))
        }
        (Variant::IntVector3(a), Variant::IntVector3(b)) => {
            Some(Variant::IntVector3(core::array::from_fn(|axis| each(a, b, axis))))
        }
        (Variant::IntRect(a), Variant::IntRect(b)) => {
            Some(Variant::IntRect(core::array::from_fn(|side| each(a, b, side))))
        }
        _ if a.kind() == b.kind() => lerp(Tangent::of(a), Tangent::of(b), t).value(a.kind()),
        _ => None,
    }
}

fn mix(a: f64, b: f64, t: f32) -> f64 {
    let t = f64::from(t);
    a * (1.0 - t) + b * t
}
