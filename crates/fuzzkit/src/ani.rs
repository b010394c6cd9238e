//! Animations.

use binio::{Bytes, Encode, Error, Sink, Writer};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_ani::{
    Animation, Channels, ErrorKind, Interpolation, ReadOptions, Track, Variant, VariantEncoding, VariantKind,
    VariantTrack, Version, Weights,
};

use crate::Target;
use crate::common::{block, float, name, vec3};

/// The fuzz target for animations.
pub const TARGET: Target = Target { name: "urho_ani", body, seeds };

/// Tries to read the old type numbers. With any value except this and [`NEW`], the reader has to choose.
pub const OLD: u8 = 1;
/// Tries to read the new type numbers.
pub const NEW: u8 = 2;
/// Lets the reader choose.
pub const ANY: u8 = 0;

/// Applies the laws to `urho-ani`.
pub struct Ani<const ERA: u8>;

impl<const ERA: u8> Format for Ani<ERA> {
    testkit::contract!(Animation, ErrorKind, validate);

    fn parse(bytes: &[u8]) -> Result<Animation<'_>, Error<ErrorKind>> {
        let options = ReadOptions::default();
        let options = match ERA {
            OLD => options.variant_encoding(VariantEncoding::RbfxOld),
            NEW => options.variant_encoding(VariantEncoding::RbfxNew),
            _ => options,
        };
        Animation::parse_with(bytes, &options)
    }

    fn rebuild(animation: Animation<'static>) -> Animation<'static> {
        let Animation { version, variant_encoding, name, length, tracks, variant_tracks, trailing } = animation;
        let track = |Track { name, channels, weights, keys }| Track { name, channels, weights, keys: copy(keys) };
        let variant_track = |track: VariantTrack<'static>| {
            let VariantTrack { name, variant_type, interpolation, tension, weight, key_count, keys, tangents } = track;
            let (keys, tangents) = (copy(keys), copy(tangents));
            VariantTrack { name, variant_type, interpolation, tension, weight, key_count, keys, tangents }
        };
        let tracks = tracks.into_iter().map(track).collect();
        let variant_tracks = variant_tracks.into_iter().map(variant_track).collect();
        Animation { version, variant_encoding, name, length, tracks, variant_tracks, trailing: copy(trailing) }
    }

    fn blocks<'d>(animation: &'d Animation<'_>) -> Vec<&'d [u8]> {
        let keys = animation.tracks.iter().flat_map(|track| [track.name.as_bytes(), &*track.keys]);
        let variants = animation.variant_tracks.iter();
        let variants = variants.flat_map(|track| [track.name.as_bytes(), &*track.keys, &*track.tangents]);
        keys.chain(variants).chain([animation.name.as_bytes(), &*animation.trailing]).collect()
    }
}

fn copy(block: Bytes<'static>) -> Bytes<'static> {
    Bytes::from(block.to_vec())
}

/// Checks law 2, where both the writer and the reader use the encoding of the animation.
///
/// # Panics
/// Panics if the law is violated.
pub fn inverse(animation: &Animation<'static>) {
    match animation.variant_encoding {
        VariantEncoding::RbfxOld => laws::inverse::<Ani<OLD>>(animation),
        _ => laws::inverse::<Ani<NEW>>(animation),
    }
}

/// Generates both encodings of rbfx.
pub fn variant_encoding() -> impl Strategy<Value = VariantEncoding> {
    prop_oneof![Just(VariantEncoding::RbfxOld), Just(VariantEncoding::RbfxNew)]
}

/// Generates all versions, and also numbers that nobody has used yet.
pub fn version() -> impl Strategy<Value = Version> {
    prop_oneof![2 => Just(Version::Uani), 4 => (0_u32..6).prop_map(Version::Uan2), 1 => any::<u32>().prop_map(Version::Uan2)]
}

/// Generates animations in all versions. The values do not always make sense.
pub fn animation() -> impl Strategy<Value = Animation<'static>> {
    (version(), variant_encoding()).prop_flat_map(|(version, variant_encoding)| {
        let variants = if version.has_variant_tracks() { 0..4 } else { 0..1 };
        let variant_tracks = vec(variant_track(version, variant_encoding), variants);
        let trailing = prop_oneof![3 => Just(Vec::new()), 1 => vec(any::<u8>(), 0..9)];
        (name(), float(), vec(track(version), 0..5), variant_tracks, trailing).prop_map(
            move |(name, length, tracks, variant_tracks, trailing)| Animation {
                version,
                variant_encoding,
                name,
                length,
                tracks,
                variant_tracks,
                trailing: trailing.into(),
            },
        )
    })
}

fn track(version: Version) -> impl Strategy<Value = Track<'static>> {
    let channels = prop_oneof![8 => 0_u8..8, 1 => any::<u8>()].prop_map(Channels);
    let keys = (channels, 0_usize..5)
        .prop_flat_map(|(channels, count)| block(count * channels.key_size()).prop_map(move |keys| (channels, keys)));
    (name(), keys, [float(), float(), float()]).prop_map(move |(name, (channels, keys), weights)| {
        let [position, rotation, scale] = weights;
        let weights = match version {
            Version::Uan2(4..) => Weights { position, rotation, scale },
            Version::Uan2(3) => Weights::same(position),
            _ => Weights::default(),
        };
        Track { name, channels, weights, keys }
    })
}

fn variant_track(version: Version, variant_encoding: VariantEncoding) -> impl Strategy<Value = VariantTrack<'static>> {
    let kinds: Vec<VariantKind> = VariantKind::all().filter(|kind| kind.number(variant_encoding).is_some()).collect();
    let kinds: Vec<VariantKind> = kinds.into_iter().filter(|kind| value_of(*kind).is_some()).collect();
    let head = (name(), prop_oneof![8 => 0_u8..4, 1 => any::<u8>()], float(), float());
    (head, prop::sample::select(kinds)).prop_flat_map(move |((name, interpolation, tension, weight), kind)| {
        let value = || value_of(kind).unwrap_or_else(|| Just(Variant::None).boxed());
        vec((float(), value(), value(), value()), 0..4).prop_map(move |keys| {
            let spline = interpolation == Interpolation::TANGENT_SPLINE.0;
            let values: Vec<_> = keys.iter().map(|(time, value, ..)| (Some(*time), value)).collect();
            let tangents: Vec<_> =
                keys.iter().filter(|_| spline).flat_map(|(_, _, a, b)| [(None, a), (None, b)]).collect();
            VariantTrack {
                name: name.clone(),
                variant_type: kind.number(variant_encoding).unwrap_or_default(),
                interpolation: Interpolation(interpolation),
                tension,
                weight: if version.has_weights() { weight } else { 1.0 },
                key_count: u32::try_from(keys.len()).unwrap_or_default(),
                keys: payloads(&values, kind, variant_encoding).into(),
                tangents: payloads(&tangents, kind, variant_encoding).into(),
            }
        })
    })
}

/// Generates values with the given type. If no file can store them, returns `None`.
fn value_of(kind: VariantKind) -> Option<BoxedStrategy<Variant<'static>>> {
    let ints = any::<[i32; 4]>();
    let vector4 = [float(), float(), float(), float()];
    let some = any::<u64>().prop_map(|bits| Variant::Double(f64::from_bits(bits)));
    Some(match kind {
        VariantKind::None => Just(Variant::None).boxed(),
        VariantKind::Int => any::<i32>().prop_map(Variant::Int).boxed(),
        VariantKind::Bool => any::<u8>().prop_map(Variant::Bool).boxed(),
        VariantKind::Float => float().prop_map(Variant::Float).boxed(),
        VariantKind::Vector2 => [float(), float()].prop_map(Variant::Vector2).boxed(),
        VariantKind::Vector3 => vec3().prop_map(|vector| Variant::Vector3(vector.to_array())).boxed(),
        VariantKind::Vector4 => vector4.prop_map(Variant::Vector4).boxed(),
        VariantKind::Quaternion => vector4.prop_map(Variant::Quaternion).boxed(),
        VariantKind::Color => vector4.prop_map(Variant::Color).boxed(),
        VariantKind::Rect => vector4.prop_map(|rect| Variant::Rect(Some(rect))).boxed(),
        VariantKind::DoubleVector2 => {
            any::<[u64; 2]>().prop_map(|bits| Variant::DoubleVector2(bits.map(f64::from_bits))).boxed()
        }
        VariantKind::String => name().prop_map(Variant::String).boxed(),
        VariantKind::Buffer => vec(any::<u8>(), 0..200).prop_map(|bytes| Variant::Buffer(bytes.into())).boxed(),
        VariantKind::IntRect => ints.prop_map(Variant::IntRect).boxed(),
        VariantKind::IntVector2 => ints.prop_map(|[x, y, ..]| Variant::IntVector2([x, y])).boxed(),
        VariantKind::IntVector3 => ints.prop_map(|[x, y, z, _]| Variant::IntVector3([x, y, z])).boxed(),
        VariantKind::Int64 => any::<i64>().prop_map(Variant::Int64).boxed(),
        VariantKind::Double => some.boxed(),
        VariantKind::StringVector => vec(name(), 0..3).prop_map(Variant::StringVector).boxed(),
        VariantKind::VariantVector => {
            let item = prop_oneof![Just(Variant::None), some, name().prop_map(Variant::String)];
            let nested = vec(item.clone(), 0..3).prop_map(Variant::VariantVector);
            vec(prop_oneof![item, nested], 0..4).prop_map(Variant::VariantVector).boxed()
        }
        _ => return None,
    })
}

/// Returns values as they would be in a file, but without their types. If there are times, these come first.
fn payloads(
    values: &[(Option<f32>, &Variant<'static>)],
    kind: VariantKind,
    variant_encoding: VariantEncoding,
) -> Vec<u8> {
    binio::to_bytes(&Payloads { values, kind, variant_encoding }).expect("these values can be encoded")
}

struct Payloads<'v> {
    values: &'v [(Option<f32>, &'v Variant<'static>)],
    kind: VariantKind,
    variant_encoding: VariantEncoding,
}

impl Encode for Payloads<'_> {
    type Kind = ErrorKind;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> binio::Written<ErrorKind> {
        self.values.iter().try_for_each(|(time, value)| {
            time.iter().for_each(|time| out.f32_le(*time));
            value.write_payload(out, self.kind, self.variant_encoding)
        })
    }
}

/// Reads the bytes in all possible ways to check the laws.
fn body(bytes: &[u8]) {
    laws::all::<Ani<ANY>>(bytes);
    laws::all::<Ani<OLD>>(bytes);
    laws::all::<Ani<NEW>>(bytes);
}

/// Returns some generated animations in all versions.
fn seeds() -> Vec<Vec<u8>> {
    crate::common::examples(animation(), 32).into_iter().filter_map(|animation| animation.to_bytes().ok()).collect()
}
