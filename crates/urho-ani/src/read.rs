//! Read animations.

#![deny(clippy::arithmetic_side_effects)]

use binio::{
    Bytes, Failed, Failure, Fault, Input, Parser, Within, bytes, chunk, cond, count_u32, cstring, f32_le, list, map,
    parse, record, rest, u32_le,
};
use urho_core::{Variant, VariantEncoding, VariantFault, VariantKind, VariantType};
use zerocopy::little_endian::{F32, U32};

use crate::animation::{Animation, Version};
use crate::error::{Error, ErrorKind};
use crate::records::{TrackHead, TrackHead3, TrackHead4, VariantHead, smallest};
use crate::track::{Channels, Track, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

binio::options! {
    /// Options for [`Animation::parse_with`].
    ///
    /// You do not need to set limits for an animation: it contains no compressed data, and counts are checked against
    /// the file size.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets how rbfx numbered the types in variant tracks. Use this if you know it, because nothing in the file says so.
        ///
        /// By default (`None`), the newer numbers are used. The older numbers are only used if the file can't be read
        /// to its end otherwise, or if the newer numbers give types that nobody would animate. See
        /// [`Animation::parse`].
        #[setter(into)]
        pub(crate) variant_encoding: Option<VariantEncoding> = None,
    }
}

impl<'a> Animation<'a> {
    /// Reads an animation. Keyframes and names are borrowed from `bytes`. This does no work per keyframe, except for
    /// variant tracks whose values differ in size.
    ///
    /// This is stricter than the engines, which accept a truncated file and can loop for hours if the track count is
    /// large.
    ///
    /// Variant types can be numbered in two ways ([The type of a variant track is
    /// ambiguous](crate::format#the-type-of-a-variant-track-is-ambiguous)). By default, the newer way is used. There
    /// are two exceptions:
    ///
    /// - Only the older way allows the file to be read to its end.
    /// - The newer way gives pairs or triples of doubles, which nobody animates, and the older way gives rotations and
    ///   colours.
    ///
    /// If you know the right way, use [`parse_with`](Self::parse_with) to set it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAnAnimation`], [`ErrorKind::Data`] or [`ErrorKind::Variant`] when the structure is not
    /// valid. To find invalid values, call [`validate`](Self::validate) on the result.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads an animation using the given `options`.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let read = |variant_encoding| parse(Input::new(bytes), |input| animation(input, variant_encoding));
        if let Some(variant_encoding) = options.variant_encoding {
            return read(variant_encoding);
        }
        let newer = read(VariantEncoding::RbfxNew);
        if newer.as_ref().is_ok_and(|animation| is_likely(animation)) {
            return newer;
        }
        // One at a time, so that only one of them takes memory.
        let failed = newer.is_err();
        drop(newer);
        let older = read(VariantEncoding::RbfxOld);
        let better = older.as_ref().is_ok_and(|animation| failed || is_likely(animation));
        if better {
            return older;
        }
        drop(older);
        read(VariantEncoding::RbfxNew)
    }
}

/// Returns whether the type numbers make sense in the encoding of this animation. In the wrong encoding, values have other sizes,
/// so that there are bytes left at the end, or types that are hardly ever animated.
fn is_likely(animation: &Animation<'_>) -> bool {
    let strange = |track: &VariantTrack<'_>| {
        matches!(track.kind(animation.variant_encoding), Some(VariantKind::DoubleVector2 | VariantKind::DoubleVector3))
    };
    animation.variant_tracks.is_empty()
        || animation.trailing.is_empty() && !animation.variant_tracks.iter().any(strange)
}

fn animation<'a>(input: Input<'a>, variant_encoding: VariantEncoding) -> Parsed<'a, Animation<'a>> {
    let (input, version) = version(input)?;
    let (input, name) = cstring(input).within("name")?;
    let (input, length) = f32_le(input).within("length")?;
    let (input, tracks) = list(input, "track", smallest::TRACK, |input| track(input, version))?;
    let variants = |input| {
        list(input, "variant track", smallest::VARIANT_TRACK, |input| variant_track(input, version, variant_encoding))
    };
    let (input, variant_tracks) = cond(version.has_variant_tracks(), variants).parse(input)?;
    let variant_tracks = variant_tracks.unwrap_or_default();
    let (input, trailing) = rest(input)?;
    Ok((
        input,
        Animation { version, variant_encoding, name, length, tracks, variant_tracks, trailing: Bytes::from(trailing) },
    ))
}

fn version(input: Input<'_>) -> Parsed<'_, Version> {
    match chunk::<4, ErrorKind>(input) {
        Ok((input, b"UANI")) => Ok((input, Version::Uani)),
        Ok((input, b"UAN2")) => map(u32_le, Version::Uan2).parse(input).within("version"),
        _ => Err(input.fail(ErrorKind::NotAnAnimation)),
    }
}

fn track<'a>(input: Input<'a>, version: Version) -> Parsed<'a, Track<'a>> {
    let (input, name) = cstring(input).within("name")?;
    let (rest, channels, weights, key_count) = if version.has_channel_weights() {
        let (rest, head) = record::<TrackHead4, _>(input)?;
        let [position, rotation, scale] = head.weights.map(F32::get);
        (rest, head.channels, Weights { position, rotation, scale }, head.key_count)
    } else if version.has_weights() {
        let (rest, head) = record::<TrackHead3, _>(input)?;
        (rest, head.channels, Weights::same(head.weight.get()), head.key_count)
    } else {
        let (rest, head) = record::<TrackHead, _>(input)?;
        (rest, head.channels, Weights::default(), head.key_count)
    };
    let channels = Channels(channels);
    let length = u64::from(key_count.get()).saturating_mul(channels.key_size() as u64);
    match bytes::<ErrorKind>(rest, length) {
        Ok((rest, keys)) => Ok((rest, Track { name, channels, weights, keys: Bytes::from(keys) })),
        Err(_) => Err(impossible_keys(rest, key_count.get())),
    }
}

/// Returns the error for an impossible key count, at the offset of the count. This is the last field before the keys.
#[cold]
fn impossible_keys(rest: Input<'_>, count: u32) -> Failed<ErrorKind> {
    let at = rest.offset().saturating_sub(size_of::<U32>() as u64);
    let fault = Fault::ImpossibleCount { count: count.into(), remaining: rest.len() as u64 };
    Failure::new(fault.into(), at).within("key count", None).into()
}

fn variant_track<'a>(
    input: Input<'a>,
    version: Version,
    variant_encoding: VariantEncoding,
) -> Parsed<'a, VariantTrack<'a>> {
    let (input, name) = cstring(input).within("name")?;
    let (behind, head) = record::<VariantHead, _>(input)?;
    let variant_type = VariantType(head.variant_type);
    let Some(kind) = variant_type.kind(variant_encoding) else {
        return Err(input.fail(VariantFault::UnknownType(variant_type.0))).within("variant type");
    };
    let (input, weight) = cond(version.has_weights(), f32_le).parse(behind).within("weight")?;
    let weight = weight.unwrap_or(1.0);
    let (interpolation, tension) = (Interpolation(head.interpolation), head.tension.get());
    let values = Values { kind, variant_encoding };
    let (input, count) = count_u32(input, values.smallest_key()).within("key count")?;
    let (input, keys) = values.block(input, count, 1, true).within("keys")?;
    let splines = interpolation == Interpolation::TANGENT_SPLINE;
    let (input, tangents) =
        cond(splines, |input| values.block(input, count, 2, false)).parse(input).within("tangents")?;
    let tangents = tangents.unwrap_or_default();
    // It was read as 32 bits.
    let key_count = u32::try_from(count).unwrap_or(u32::MAX);
    let track = VariantTrack { name, variant_type, interpolation, tension, weight, key_count, keys, tangents };
    Ok((input, track))
}

/// What the values in a variant track look like.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    pub(crate) kind: VariantKind,
    pub(crate) variant_encoding: VariantEncoding,
}

impl Values {
    /// Returns the smallest size that a key can have.
    pub(crate) fn smallest_key(self) -> usize {
        size_of::<F32>().saturating_add(Variant::smallest_payload(self.kind, self.variant_encoding))
    }

    /// Returns the size of `count` keys if all of them have the same size. A key has this many `values`, and can have a
    /// time.
    pub(crate) fn size(self, count: usize, values: usize, timed: bool) -> Option<u64> {
        let time = if timed { size_of::<F32>() } else { 0 };
        let value = Variant::payload_size(self.kind, self.variant_encoding)?;
        Some((count as u64).saturating_mul(value.saturating_mul(values).saturating_add(time) as u64))
    }

    /// Reads a block with this many keys. If values differ in size, they must be skipped one by one.
    pub(crate) fn block(self, start: Input<'_>, count: usize, values: usize, timed: bool) -> Parsed<'_, Bytes<'_>> {
        if let Some(length) = self.size(count, values, timed) {
            return bytes(start, length).map(|(input, block)| (input, Bytes::from(block)));
        }
        let mut input = start;
        for index in 0..count {
            if timed {
                (input, _) = f32_le(input).within_item("key", index)?;
            }
            for _ in 0..values {
                (input, ()) =
                    Variant::skip_payload(input, self.kind, self.variant_encoding).within_item("key", index)?;
            }
        }
        let length = input.offset().saturating_sub(start.offset());
        bytes(start, length).map(|(input, block)| (input, Bytes::from(block)))
    }
}
