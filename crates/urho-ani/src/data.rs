//! Conversion from tracks to arrays and back.

use alloc::vec;
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec3};
use asset_geometry::{QuatWxyz, Value, write_column};
use binio::{Bytes, Encode, Fault, Name, Segment, Sink, Within, Writer};
use urho_core::{Variant, VariantEncoding, VariantFault, VariantKind};

use crate::error::{Error, ErrorKind};
use crate::track::{Channels, Track, Transform, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

/// The keyframes of a track as plain arrays, which you can edit easily. A channel must have exactly one value for each
/// time.
///
/// To get the arrays, call [`Track::to_data`]. To write them back, call [`Track::set_data`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackData {
    /// The time of each key in seconds.
    pub times: Vec<f32>,
    /// The positions relative to the parent, or `None` if this track does not change them.
    pub positions: Option<Vec<Vec3>>,
    /// The rotations relative to the parent, which must be unit quaternions, or `None` if this track does not change
    /// them.
    pub rotations: Option<Vec<Quat>>,
    /// The scales along each axis, or `None` if this track does not change them.
    pub scales: Option<Vec<Vec3>>,
}

impl TrackData {
    /// Creates empty arrays for the given channels. Use [`push`](Self::push) to add keys.
    pub fn new(channels: Channels) -> Self {
        Self {
            times: Vec::new(),
            positions: channels.has(Channels::POSITION).then(Vec::new),
            rotations: channels.has(Channels::ROTATION).then(Vec::new),
            scales: channels.has(Channels::SCALE).then(Vec::new),
        }
    }

    /// Returns the channels that have an array.
    pub fn channels(&self) -> Channels {
        let bit = |there, channel: Channels| if there { channel.0 } else { 0 };
        Channels(
            bit(self.positions.is_some(), Channels::POSITION)
                | bit(self.rotations.is_some(), Channels::ROTATION)
                | bit(self.scales.is_some(), Channels::SCALE),
        )
    }

    /// Appends a key. For each channel that has an array, the value is taken from `transform`.
    pub fn push(&mut self, time: f32, transform: &Transform) {
        self.times.push(time);
        if let Some(positions) = &mut self.positions {
            positions.push(transform.position);
        }
        if let Some(rotations) = &mut self.rotations {
            rotations.push(transform.rotation);
        }
        if let Some(scales) = &mut self.scales {
            scales.push(transform.scale);
        }
    }
}

impl<'a> Track<'a> {
    /// Creates a track from keyframes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongLength`] if a channel does not have exactly one value for each time.
    pub fn from_data(name: impl Into<Name<'a>>, data: &TrackData) -> Result<Self, Error> {
        let mut track =
            Self { name: name.into(), channels: Channels(0), weights: Weights::default(), keys: Bytes::EMPTY };
        track.set_data(data)?;
        Ok(track)
    }

    /// Replaces the keyframes. This does not change the name, the weights or unknown channels.
    ///
    /// # Errors
    /// Returns the same errors as [`from_data`](Self::from_data). The track is not changed after an error.
    pub fn set_data(&mut self, data: &TrackData) -> Result<(), Error> {
        let TrackData { times, positions, rotations, scales } = data;
        let channels = Channels(self.channels.unknown()).with(data.channels());
        let rotations: Option<Vec<QuatWxyz>> =
            rotations.as_ref().map(|rotations| rotations.iter().copied().map(QuatWxyz).collect());
        let mut keys = vec![0; times.len() * channels.key_size()];
        put(&mut keys, channels, Some(0), Some(times), "time")?;
        put(&mut keys, channels, channels.offset(Channels::POSITION), positions.as_deref(), "position")?;
        put(&mut keys, channels, channels.offset(Channels::ROTATION), rotations.as_deref(), "rotation")?;
        put(&mut keys, channels, channels.offset(Channels::SCALE), scales.as_deref(), "scale")?;
        self.channels = channels;
        self.keys = Bytes::from(keys);
        Ok(())
    }

    /// Returns a copy of the keyframes as arrays.
    pub fn to_data(&self) -> TrackData {
        let rotations =
            |column: asset_geometry::Column<'_, QuatWxyz>| column.iter().map(|rotation| rotation.0).collect();
        TrackData {
            times: self.times().to_vec(),
            positions: self.positions().map(|column| column.to_vec()),
            rotations: self.rotations().map(rotations),
            scales: self.scales().map(|column| column.to_vec()),
        }
    }
}

/// Writes a channel to the keys, if there is one.
fn put<T: Value>(
    keys: &mut [u8],
    channels: Channels,
    offset: Option<usize>,
    values: Option<&[T]>,
    channel: &'static str,
) -> Result<(), Error> {
    let (Some(offset), Some(values)) = (offset, values) else { return Ok(()) };
    let expected = keys.len() / channels.key_size();
    if write_column(keys, channels.key_size(), offset, values) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::WrongLength { expected, actual: values.len() }, channel))
}

impl<'a> VariantTrack<'a> {
    /// Creates a track from times and values. All values must have the same type as the first. If there is no key, the
    /// type will be None.
    ///
    /// The tension will be 0.5 and the weight 1. To create a [tangent spline](Interpolation::TANGENT_SPLINE), use
    /// [`from_spline`](Self::from_spline) instead.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Variant`] or [`ErrorKind::Data`] if the values have different types, or if the encoding can't
    /// store them.
    pub fn from_keys(
        name: impl Into<Name<'a>>,
        interpolation: Interpolation,
        keys: &[(f32, Variant<'_>)],
        variant_encoding: VariantEncoding,
    ) -> Result<Self, Error> {
        let keys: Vec<_> = keys.iter().map(|(time, value)| (*time, value, None)).collect();
        from_keys(name.into(), interpolation, &keys, variant_encoding)
    }

    /// Creates a spline. Each key has a time, a value, and an in and out tangent with the same type as the value. Note
    /// that a tangent is per interval and not per second.
    ///
    /// # Errors
    /// See [`from_keys`](Self::from_keys).
    pub fn from_spline(
        name: impl Into<Name<'a>>,
        keys: &[(f32, Variant<'_>, [Variant<'_>; 2])],
        variant_encoding: VariantEncoding,
    ) -> Result<Self, Error> {
        let keys: Vec<_> = keys.iter().map(|(time, value, tangents)| (*time, value, Some(tangents))).collect();
        from_keys(name.into(), Interpolation::TANGENT_SPLINE, &keys, variant_encoding)
    }

    /// Replaces the keys. The new keys must have the same type as the track.
    pub(crate) fn with_keys(
        &self,
        interpolation: Interpolation,
        keys: &[(f32, Variant<'_>)],
        variant_encoding: VariantEncoding,
    ) -> Result<VariantTrack<'static>, Error> {
        let keys: Vec<_> = keys.iter().map(|(time, value)| (*time, value, None)).collect();
        Ok(self.like(from_keys(Name::default(), interpolation, &keys, variant_encoding)?))
    }

    /// Replaces the keys and the tangents.
    pub(crate) fn with_spline(
        &self,
        keys: &[(f32, Variant<'_>, [Variant<'_>; 2])],
        variant_encoding: VariantEncoding,
    ) -> Result<VariantTrack<'static>, Error> {
        Ok(self.like(VariantTrack::from_spline(Name::default(), keys, variant_encoding)?))
    }

    /// Replaces the times, but keeps the values.
    pub(crate) fn with_times(
        &self,
        variant_encoding: VariantEncoding,
        change: impl Fn(f32) -> f32,
    ) -> Result<VariantTrack<'static>, Error> {
        let keys: Vec<(f32, Variant<'_>)> =
            self.iter(variant_encoding).map(|(time, value)| (change(time), value)).collect();
        let track = self.with_keys(Interpolation::NONE, &keys, variant_encoding)?;
        let tangents = self.tangents.borrowed().into_owned();
        Ok(VariantTrack { interpolation: self.interpolation, tangents, ..track })
    }

    /// Returns this track with the keys from another.
    fn like(&self, keys: VariantTrack<'static>) -> VariantTrack<'static> {
        VariantTrack {
            name: self.name.borrowed().into_owned(),
            variant_type: self.variant_type,
            tension: self.tension,
            weight: self.weight,
            ..keys
        }
    }

    /// Changes the type number to the number in another encoding.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Variant`] if the type does not exist in the other encoding. For example, only some encodings have a
    /// pair or triple of doubles.
    pub fn to_encoding(&self, from: VariantEncoding, to: VariantEncoding) -> Result<VariantTrack<'static>, Error> {
        let kind = self
            .kind(from)
            .ok_or_else(|| Error::new(VariantFault::UnknownType(self.variant_type.0), "variant type"))?;
        let number = kind.number(to).ok_or_else(|| Error::new(VariantFault::NotInEra(kind), "variant type"))?;
        let keys: Vec<(f32, Variant<'_>)> = self.iter(from).collect();
        let keys: Vec<Item<'_, '_>> = keys.iter().map(|(time, value)| (Some(*time), value)).collect();
        let tangents: Vec<[Variant<'_>; 2]> = self.tangents(from).collect();
        let tangents: Vec<Item<'_, '_>> = tangents.iter().flatten().map(|value| (None, value)).collect();
        Ok(VariantTrack {
            name: self.name.borrowed().into_owned(),
            variant_type: number,
            keys: block(&keys, kind, to, "keys")?,
            tangents: block(&tangents, kind, to, "tangents")?,
            ..*self
        })
    }
}

/// A value to write. It can be preceded by a time.
type Item<'v, 'a> = (Option<f32>, &'v Variant<'a>);

/// A key to write: the time, the value and the tangents.
type NewKey<'v, 'a> = (f32, &'v Variant<'a>, Option<&'v [Variant<'a>; 2]>);

fn from_keys<'a>(
    name: Name<'a>,
    interpolation: Interpolation,
    keys: &[NewKey<'_, '_>],
    variant_encoding: VariantEncoding,
) -> Result<VariantTrack<'a>, Error> {
    let kind = keys.first().map_or(VariantKind::None, |(_, value, _)| value.kind());
    let number =
        kind.number(variant_encoding).ok_or_else(|| Error::new(VariantFault::NotInEra(kind), "variant type"))?;
    let values: Vec<Item<'_, '_>> = keys.iter().map(|(time, value, _)| (Some(*time), *value)).collect();
    let tangents = keys.iter().filter_map(|(_, _, tangents)| *tangents).flatten();
    let tangents: Vec<Item<'_, '_>> = tangents.map(|tangent| (None, tangent)).collect();
    let tangent_count = if interpolation == Interpolation::TANGENT_SPLINE { keys.len() } else { 0 };
    if tangents.len() != 2 * tangent_count {
        let kind = ErrorKind::WrongLength { expected: 2 * tangent_count, actual: tangents.len() };
        return Err(Error::new(kind, "tangents"));
    }
    let too_many = Fault::TooLarge { value: keys.len() as u64, max: u64::from(u32::MAX) };
    Ok(VariantTrack {
        name,
        variant_type: number,
        interpolation,
        tension: 0.5,
        weight: 1.0,
        key_count: u32::try_from(keys.len()).map_err(|_| Error::new(too_many, "key count"))?,
        keys: block(&values, kind, variant_encoding, "keys")?,
        tangents: block(&tangents, kind, variant_encoding, "tangents")?,
    })
}

/// Encodes values that all have the same type.
fn block(
    items: &[Item<'_, '_>],
    kind: VariantKind,
    variant_encoding: VariantEncoding,
    part: &'static str,
) -> Result<Bytes<'static>, Error> {
    let bytes =
        binio::to_bytes(&Block { items, kind, variant_encoding }).map_err(|error| error.within(Segment::Part(part)))?;
    Ok(Bytes::from(bytes))
}

struct Block<'b> {
    items: &'b [Item<'b, 'b>],
    kind: VariantKind,
    variant_encoding: VariantEncoding,
}

impl Encode for Block<'_> {
    type Kind = ErrorKind;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> binio::Written<ErrorKind> {
        self.items.iter().enumerate().try_for_each(|(index, (time, value))| {
            time.iter().for_each(|time| out.f32_le(*time));
            value.write_payload(out, self.kind, self.variant_encoding).within_item("value", index)
        })
    }
}
