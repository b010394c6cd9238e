//! Handwritten bytes, in both directions.

use testkit::{ByteBuilder, assert_bytes};
use urho_ani::glam::{Quat, Vec3};
use urho_ani::{
    Animation, Channels, Interpolation, QuatWxyz, ReadOptions, Variant, VariantEncoding, VariantKind, Version, Weights,
};

fn same(bytes: &[u8], variant_encoding: VariantEncoding) -> Animation<'_> {
    let animation =
        Animation::parse_with(bytes, &ReadOptions::default().variant_encoding(variant_encoding)).expect("golden bytes");
    assert_bytes(&animation.to_bytes().expect("golden bytes"), bytes);
    animation
}

fn auto(bytes: &[u8]) -> Animation<'_> {
    let animation = Animation::parse(bytes).expect("golden bytes");
    assert_bytes(&animation.to_bytes().expect("golden bytes"), bytes);
    animation
}

#[test]
fn uani_with_every_mask() {
    let head = ByteBuilder::new().raw(b"UANI").cstr("Walk").f32(2.5).u32(4);
    let all = head.cstr("Hips").u8(7).u32(2);
    let all = all.f32s(&[0.0]).f32s(&[1.0, 2.0, 3.0]).f32s(&[1.0, 0.0, 0.0, 0.0]).f32s(&[1.0, 1.0, 2.0]);
    let all = all.f32s(&[0.5]).f32s(&[4.0, 5.0, 6.0]).f32s(&[0.0, 1.0, 0.0, 0.0]).f32s(&[3.0, 3.0, 4.0]);
    let bytes = all.cstr("").u8(0).u32(1).f32(9.0).cstr("x").u8(5).u32(0).cstr("Hips").u8(0xf8).u32(1).f32(1.0).build();

    let animation = auto(&bytes);
    assert_eq!((animation.version, animation.length), (Version::Uani, 2.5));
    assert_eq!(animation.name, "Walk");
    let track = &animation.tracks[0];
    assert_eq!((track.channels, track.weights), (Channels::ALL, Weights::default()));
    assert_eq!(track.times().to_vec(), [0.0, 0.5]);
    assert_eq!(track.positions().expect("positions").to_vec(), [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
    let rotations = track.rotations().expect("rotations").to_vec();
    assert_eq!(rotations, [QuatWxyz(Quat::IDENTITY), QuatWxyz(Quat::from_xyzw(1.0, 0.0, 0.0, 0.0))]);
    assert_eq!(track.scales().expect("scales").get(1), Some(Vec3::new(3.0, 3.0, 4.0)));
    assert!(animation.tracks[1].positions().is_none() && animation.tracks[1].key_count() == 1);
    assert_eq!(animation.tracks[2].channels.to_string(), "position, scale");
    assert_eq!(animation.tracks[3].channels, Channels(0xf8));
    // Two views: the file's tracks, and the engine's.
    assert_eq!(animation.tracks.len(), 4);
    let effective: Vec<String> = animation.effective_tracks().iter().map(|track| track.name.to_string()).collect();
    assert_eq!(effective, ["Hips", "", "x"]);
    assert_eq!(animation.effective_tracks()[0].channels, Channels(0xf8));
    assert_eq!(animation.track(b"Hips").expect("a track").channels, Channels(0xf8));
}

#[test]
fn trailing_bytes_stay() {
    let bytes = ByteBuilder::new().raw(b"UANI").cstr("").f32(0.0).u32(0).raw(b"more").build();
    assert_eq!(*auto(&bytes).trailing, *b"more");
}

#[test]
fn uan2_before_variant_tracks() {
    for version in [0, 1] {
        let head = ByteBuilder::new().raw(b"UAN2").u32(version).cstr("a").f32(1.0).u32(1);
        let bytes = head.cstr("b").u8(1).u32(1).f32s(&[0.0, 1.0, 2.0, 3.0]).build();
        let animation = auto(&bytes);
        assert_eq!(animation.version, Version::Uan2(version));
        assert!(animation.variant_tracks.is_empty());
    }
}

#[test]
fn uan2_version_2_has_variant_tracks_and_no_weights() {
    let head = ByteBuilder::new().raw(b"UAN2").u32(2).cstr("Door").f32(1.0).u32(1);
    let track = head.cstr("Hinge").u8(2).u32(1).f32s(&[0.0, 1.0, 0.0, 0.0, 0.0]);
    let variants = track.u32(1).cstr("@Light/Range").u8(3).u8(1).f32(0.5).u32(2).f32s(&[0.0, 1.5, 1.0, 2.5]);
    let bytes = variants.build();
    let animation = auto(&bytes);
    let track = &animation.variant_tracks[0];
    assert_eq!((track.interpolation, track.tension, track.weight), (Interpolation::LINEAR, 0.5, 1.0));
    let keys: Vec<_> = track.iter(animation.variant_encoding).collect();
    assert_eq!(keys, [(0.0, Variant::Float(1.5)), (1.0, Variant::Float(2.5))]);
}

#[test]
fn uan2_version_3_has_one_weight() {
    let head = ByteBuilder::new().raw(b"UAN2").u32(3).cstr("Door").f32(1.0).u32(1);
    let track = head.cstr("Hinge").u8(1).f32(0.25).u32(1).f32s(&[0.0, 1.0, 2.0, 3.0]);
    let bytes = track.u32(1).cstr("v").u8(1).u8(0).f32(0.0).f32(0.75).u32(1).f32(0.5).u32(42).build();
    let animation = auto(&bytes);
    assert_eq!(animation.tracks[0].weights, Weights::same(0.25));
    assert_eq!(animation.variant_tracks[0].weight, 0.75);
    assert_eq!(animation.variant_tracks[0].iter(animation.variant_encoding).next(), Some((0.5, Variant::Int(42))));
}

#[test]
fn uan2_version_4_has_a_weight_for_each_channel() {
    for version in [4, 5, u32::MAX] {
        let head = ByteBuilder::new().raw(b"UAN2").u32(version).cstr("Door").f32(1.0).u32(1);
        let track = head.cstr("Hinge").u8(4).f32s(&[0.25, 0.5, 0.75]).u32(1).f32s(&[0.0, 1.0, 2.0, 3.0]);
        let spline = track.u32(1).cstr("v").u8(4).u8(3).f32(0.5).f32(1.0).u32(2);
        let keys = spline.f32s(&[0.0, 1.0, 2.0]).f32s(&[1.0, 3.0, 4.0]);
        let bytes = keys.f32s(&[10.0, 11.0, 12.0, 13.0]).f32s(&[14.0, 15.0, 16.0, 17.0]).build();
        let animation = auto(&bytes);
        assert_eq!(animation.tracks[0].weights, Weights { position: 0.25, rotation: 0.5, scale: 0.75 });
        let track = &animation.variant_tracks[0];
        let tangents: Vec<_> = track.tangents(animation.variant_encoding).collect();
        assert_eq!(tangents[0], [Variant::Vector2([10.0, 11.0]), Variant::Vector2([12.0, 13.0])]);
        assert_eq!(tangents[1], [Variant::Vector2([14.0, 15.0]), Variant::Vector2([16.0, 17.0])]);
    }
}

/// A track of quaternions, and one of texts, under the numbers of an encoding.
fn typed(quaternion: u8, string: u8) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"UAN2").u32(4).cstr("Door").f32(1.0).u32(0).u32(2);
    let turn = head.cstr("@/Rotation").u8(quaternion).u8(1).f32(0.5).f32(1.0).u32(1).f32s(&[0.0, 1.0, 0.0, 0.0, 0.0]);
    let text = turn.cstr("@Text/Text").u8(string).u8(0).f32(0.5).f32(1.0).u32(2);
    text.f32(0.0).cstr("open").f32(0.5).cstr("").build()
}

#[test]
fn types_have_two_numberings() {
    for (variant_encoding, bytes) in [(VariantEncoding::RbfxOld, typed(7, 9)), (VariantEncoding::RbfxNew, typed(9, 11))]
    {
        // The file doesn't identify its encoding, but one is more plausible.
        for animation in [same(&bytes, variant_encoding), auto(&bytes)] {
            assert_eq!(animation.variant_encoding, variant_encoding);
            let [turn, text] = &animation.variant_tracks[..] else { panic!("two tracks") };
            assert_eq!(
                (turn.kind(variant_encoding), text.kind(variant_encoding)),
                (Some(VariantKind::Quaternion), Some(VariantKind::String))
            );
            assert_eq!(turn.iter(variant_encoding).next(), Some((0.0, Variant::Quaternion([1.0, 0.0, 0.0, 0.0]))));
            let texts: Vec<_> = text.iter(variant_encoding).collect();
            assert_eq!(texts, [(0.0, Variant::String("open".into())), (0.5, Variant::String("".into()))]);
        }
    }
    let (old, new) = (typed(7, 9), typed(9, 11));
    let old = auto(&old);
    let converted = old.to_encoding(VariantEncoding::RbfxNew).expect("both types are in both encodings");
    assert_bytes(&converted.to_bytes().expect("golden bytes"), &new);
    assert_bytes(
        &converted.to_encoding(VariantEncoding::RbfxOld).expect("and back").to_bytes().expect("bytes"),
        &typed(7, 9),
    );
}

#[test]
fn nested_values_are_one_block() {
    let head = ByteBuilder::new().raw(b"UAN2").u32(2).cstr("").f32(1.0).u32(0).u32(1);
    let track = head.cstr("v").u8(16).u8(3).f32(0.5).u32(1).f32(0.0);
    // Two items: an integer, and nothing. Then its tangents, without items.
    let bytes = track.u8(2).u8(1).u32(7).u8(0).u8(0).u8(0).build();
    let animation = same(&bytes, VariantEncoding::RbfxNew);
    let track = &animation.variant_tracks[0];
    let items = vec![Variant::Int(7), Variant::None];
    assert_eq!(track.iter(animation.variant_encoding).next(), Some((0.0, Variant::VariantVector(items))));
    assert_eq!((track.keys.len(), track.tangents.len()), (11, 2));
}
