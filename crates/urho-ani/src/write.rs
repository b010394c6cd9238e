//! Write animations.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;

use binio::{Encode, Input, Sink, Within, Writer};
use urho_core::{VariantEncoding, VariantFault};
use zerocopy::little_endian::{F32, U32};

use crate::animation::{Animation, Version};
use crate::error::{Error, ErrorKind};
use crate::read::Values;
use crate::records::{TrackHead, TrackHead3, TrackHead4, VariantHead};
use crate::track::{Track, Weights};
use crate::variant_track::{Interpolation, VariantTrack};

type Written = binio::Written<ErrorKind>;

impl Animation<'_> {
    /// Encodes the animation. If you have not changed it, these are the same bytes as in the file.
    ///
    /// Note that the [encoding](Self::variant_encoding) is not in the bytes. To read variant tracks back, you must set it again using
    /// [`ReadOptions::variant_encoding`](crate::ReadOptions::variant_encoding).
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`], [`ErrorKind::BrokenKeys`], [`ErrorKind::NotThatManyKeys`] or
    /// [`ErrorKind::Variant`] if the version can't store the animation. Also fails if a name contains NUL or a count
    /// does not fit in 32 bits.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

binio::writers! { Animation, Error }

impl Encode for Animation<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Self { version, variant_encoding, name, length, tracks, variant_tracks, trailing } = self;
        out.bytes(version.id().as_bytes());
        if let Version::Uan2(number) = version {
            out.u32_le(*number);
        }
        out.cstring(name).within("name")?;
        out.part("length", |out| {
            out.f32_le(*length);
            Ok(())
        })?;
        out.list("track", tracks, |out, one| track(out, one, *version))?;
        if version.has_variant_tracks() {
            out.list("variant track", variant_tracks, |out, one| variant_track(out, one, *version, *variant_encoding))?;
        } else if !variant_tracks.is_empty() {
            return Err(out.fail(ErrorKind::NotInVersion("variant tracks")));
        }
        out.part("end", |out| {
            out.bytes(trailing);
            Ok(())
        })
    }
}

fn track<S: Sink>(out: &mut Writer<S>, track: &Track<'_>, version: Version) -> Written {
    let Track { name, channels, weights, keys } = track;
    out.cstring(name).within("name")?;
    let key_size = channels.key_size();
    if keys.len().checked_rem(key_size) != Some(0) {
        let (length, key_size) = (keys.len() as u64, key_size as u64);
        return Err(out.fail(ErrorKind::BrokenKeys { length, key_size })).within("keys");
    }
    let key_count = U32::new(out.narrow(track.key_count() as u64, u32::MAX).within("key count")?);
    let [position, rotation, scale] = weights.to_array();
    let channels = channels.0;
    if version.has_channel_weights() {
        out.record(&TrackHead4 { channels, weights: [position, rotation, scale].map(F32::new), key_count });
    } else if version.has_weights() {
        if *weights != Weights::same(position) {
            return Err(out.fail(ErrorKind::NotInVersion("a weight for each channel"))).within("weights");
        }
        out.record(&TrackHead3 { channels, weight: F32::new(position), key_count });
    } else {
        if *weights != Weights::default() {
            return Err(out.fail(ErrorKind::NotInVersion("weights"))).within("weights");
        }
        out.record(&TrackHead { channels, key_count });
    }
    out.bytes(keys);
    Ok(())
}

fn variant_track<S: Sink>(
    out: &mut Writer<S>,
    track: &VariantTrack<'_>,
    version: Version,
    variant_encoding: VariantEncoding,
) -> Written {
    let VariantTrack { name, variant_type, interpolation, tension, weight, key_count, keys, tangents } = track;
    out.cstring(name).within("name")?;
    let Some(kind) = variant_type.kind(variant_encoding) else {
        return Err(out.fail(VariantFault::UnknownType(variant_type.0))).within("variant type");
    };
    out.record(&VariantHead {
        variant_type: variant_type.0,
        interpolation: interpolation.0,
        tension: F32::new(*tension),
    });
    if version.has_weights() {
        out.f32_le(*weight);
    } else if weight.to_bits() != 1.0_f32.to_bits() {
        return Err(out.fail(ErrorKind::NotInVersion("weights"))).within("weight");
    }
    out.u32_le(*key_count);
    let values = Values { kind, variant_encoding };
    block(out, values, *key_count, keys, 1, true).within("keys")?;
    let tangent_count = if *interpolation == Interpolation::TANGENT_SPLINE { *key_count } else { 0 };
    block(out, values, tangent_count, tangents, 2, false).within("tangents")
}

/// Writes a block. It must contain exactly this many keys.
fn block<S: Sink>(out: &mut Writer<S>, kind: Values, count: u32, block: &[u8], values: usize, timed: bool) -> Written {
    let wrong = || out.fail(ErrorKind::NotThatManyKeys(count));
    let count = usize::try_from(count).map_err(|_| wrong())?;
    match kind.block(Input::new(block), count, values, timed) {
        Ok((rest, _)) if rest.is_empty() => {}
        _ => return Err(wrong()),
    }
    out.bytes(block);
    Ok(())
}
