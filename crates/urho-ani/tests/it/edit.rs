//! Edits: kept content, results, errors.

use fuzzkit::ani::{animation, version};
use proptest::prelude::*;
use urho_ani::glam::{Quat, Vec3};
use urho_ani::{
    Animation, Channels, Cursor, ErrorKind, Interpolation, Playback, Rules, Tolerance, Track, TrackData, Transform,
    Variant, VariantEncoding, VariantTrack, Version, Weights,
};

const ERA: VariantEncoding = VariantEncoding::RbfxNew;

/// A track of all channels that moves along x.
fn track(name: &'static str, keys: &[(f32, f32)]) -> Track<'static> {
    let data = TrackData {
        times: keys.iter().map(|(time, _)| *time).collect(),
        positions: Some(keys.iter().map(|(_, x)| Vec3::new(*x, 0.0, 0.0)).collect()),
        rotations: Some(keys.iter().map(|(_, x)| Quat::from_rotation_z(*x / 10.0)).collect()),
        scales: Some(keys.iter().map(|(_, x)| Vec3::splat(1.0 + *x)).collect()),
    };
    Track::from_data(name, &data).expect("as many values as times")
}

fn animated(keys: &[(f32, f32)], length: f32) -> Animation<'static> {
    let mut animation = Animation::new(Version::LATEST, "a", length);
    animation.tracks.push(track("bone", keys));
    animation
}

fn xs(track: &Track<'_>) -> Vec<(f32, f32)> {
    track.times().iter().zip(track.positions().expect("positions").iter()).map(|(time, at)| (time, at.x)).collect()
}

fn pose(track: &Track<'_>, time: f32, length: f32) -> Transform {
    let (mut pose, mut cursor) = (Transform::IDENTITY, Cursor::default());
    let playback = Playback { length, looped: false, rules: Rules::Rbfx };
    track.sample(time, &playback, &mut cursor, &mut pose);
    pose
}

#[test]
fn tracks_are_built_from_arrays() {
    let track = track("bone", &[(0.0, 1.0), (0.5, 2.0)]);
    assert_eq!((track.channels, track.key_count(), track.keys.len()), (Channels::ALL, 2, 88));
    assert_eq!(Track::from_data("bone", &track.to_data()).expect("the same"), track);
    let wrong = TrackData { times: vec![0.0], positions: Some(vec![Vec3::ZERO; 2]), ..TrackData::default() };
    let error = Track::from_data("bone", &wrong).expect_err("one time, two positions");
    assert_eq!(error.to_string(), "position: 2 values for 1 keys");
    let mixed = [(0.0, Variant::Int(1)), (1.0, Variant::Float(1.0))];
    let error = VariantTrack::from_keys("v", Interpolation::LINEAR, &mixed, ERA).expect_err("two types");
    assert_eq!(error.to_string(), "keys > value 1: a Float where a Int is to be written (at byte 0xc)");
}

#[test]
fn trimming_keeps_the_movement() {
    let mut animation = animated(&[(0.0, 0.0), (1.0, 10.0), (2.0, 30.0), (4.0, 30.0)], 4.0);
    let keys = [(0.0, Variant::Float(0.0)), (4.0, Variant::Float(8.0))];
    let line = VariantTrack::from_keys("v", Interpolation::LINEAR, &keys, ERA).expect("floats");
    animation.variant_tracks.push(VariantTrack { weight: 0.5, ..line });
    let before = animation.clone();
    animation.trim(0.5, 3.0).expect("a part");
    assert_eq!(animation.length, 2.5);
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 5.0), (0.5, 10.0), (1.5, 30.0), (2.5, 30.0)]);
    let cut: Vec<_> = animation.variant_tracks[0].iter(ERA).collect();
    assert_eq!(cut, [(0.0, Variant::Float(1.0)), (2.5, Variant::Float(6.0))]);
    assert_eq!(animation.variant_tracks[0].weight, 0.5);
    for step in 0..=20_u8 {
        let time = f32::from(step) / 8.0;
        let (now, then) = (pose(&animation.tracks[0], time, 2.5), pose(&before.tracks[0], time + 0.5, 4.0));
        assert!(now.position.distance(then.position) < 1e-4 && now.rotation.dot(then.rotation).abs() > 0.99999);
        assert!(now.scale.distance(then.scale) < 1e-4);
    }
    // Cuts at keys add nothing; after the last key nothing moves, so nothing is needed.
    let mut animation = animated(&[(0.0, 0.0), (1.0, 10.0), (2.0, 30.0)], 4.0);
    animation.trim(1.0, 3.5).expect("a part");
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 10.0), (1.0, 30.0)]);
    // Two keys at one time are both kept.
    let mut animation = animated(&[(0.0, 0.0), (1.0, 10.0), (1.0, 20.0), (2.0, 30.0)], 2.0);
    animation.trim(0.5, 1.5).expect("a part");
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 5.0), (0.5, 10.0), (0.5, 20.0), (1.0, 25.0)]);
}

#[test]
fn trimming_refuses() {
    let mut animation = animated(&[(1.0, 0.0), (0.0, 10.0)], 4.0);
    let before = animation.clone();
    let error = animation.trim(0.0, 1.0).expect_err("times that don't ascend");
    assert_eq!(error.to_string(), "track 0 > time: times that don't ascend");
    for (start, end) in [(1.0, 1.0), (-1.0, 1.0), (0.0, 5.0), (f32::NAN, 1.0), (0.0, f32::NAN)] {
        let error = animation.trim(start, end).expect_err("no part");
        assert!(matches!(error.kind(), ErrorKind::Nonsense(_)));
    }
    assert_eq!(animation, before);
    let keys = [(0.0, Variant::Float(0.0)), (2.0, Variant::Float(8.0)), (4.0, Variant::Float(1.0))];
    let spline = VariantTrack::from_keys("v", Interpolation::TENSION_SPLINE, &keys, ERA).expect("floats");
    let mut animation = Animation { variant_tracks: vec![spline], ..Animation::new(Version::LATEST, "a", 4.0) };
    let error = animation.trim(1.0, 4.0).expect_err("a spline");
    assert_eq!(error.to_string(), "variant track 0: a spline cut between its keys");
    animation.trim(2.0, 4.0).expect("at keys it can be cut");
    assert_eq!(animation.variant_tracks[0].times(ERA).collect::<Vec<_>>(), [0.0, 2.0]);
}

#[test]
fn retiming_moves_keys_alone() {
    let mut animation = animated(&[(0.0, 0.0), (1.0, 10.0)], 2.0);
    let key = |time, value: f32| (time, Variant::Float(value), [Variant::Float(1.0), Variant::Float(2.0)]);
    let spline = VariantTrack::from_spline("v", &[key(0.0, 1.0), key(1.0, 2.0)], ERA).expect("floats");
    animation.variant_tracks.push(spline.clone());
    animation.retime(1.5).expect("slower");
    assert_eq!((animation.length, xs(&animation.tracks[0])), (3.0, vec![(0.0, 0.0), (1.5, 10.0)]));
    let track = &animation.variant_tracks[0];
    assert_eq!(track.iter(ERA).collect::<Vec<_>>(), [(0.0, Variant::Float(1.0)), (1.5, Variant::Float(2.0))]);
    assert_eq!((track.interpolation, &track.tangents), (spline.interpolation, &spline.tangents));
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(animation.retime(factor).is_err());
    }
}

#[test]
fn resampling_meets_the_way() {
    let mut animation = animated(&[(0.0, 0.0), (1.0, 10.0), (2.0, 0.0)], 2.0);
    let keys = [(0.0, Variant::Float(0.0)), (1.0, Variant::Float(4.0)), (2.0, Variant::Float(0.0))];
    for interpolation in [Interpolation::TENSION_SPLINE, Interpolation::NONE] {
        animation.variant_tracks.push(VariantTrack::from_keys("v", interpolation, &keys, ERA).expect("floats"));
    }
    animation.resample(1.5).expect("a rate");
    let third = 2.0_f32 / 3.0;
    let times = [0.0, third, 2.0 * third, 2.0];
    assert_eq!(animation.tracks[0].times().to_vec(), times);
    let found = xs(&animation.tracks[0]);
    assert!((found[1].1 - 10.0 * third).abs() < 1e-5 && (found[2].1 - 10.0 * third).abs() < 1e-5 && found[3].1 == 0.0);
    assert_eq!(animation.variant_tracks[0].interpolation, Interpolation::LINEAR);
    assert_eq!(animation.variant_tracks[1].interpolation, Interpolation::NONE);
    let steps: Vec<_> = animation.variant_tracks[1].iter(ERA).map(|(_, value)| value).collect();
    assert_eq!(steps, [0.0, 0.0, 4.0, 0.0].map(Variant::Float));
    for rate in [0.0, -1.0, f32::NAN, 1e20, f32::INFINITY] {
        assert!(animation.resample(rate).is_err(), "{rate}");
    }
    animation.length = -1.0;
    assert_eq!(*animation.resample(30.0).expect_err("no length").kind(), ErrorKind::Nonsense("a length below 0"));
}

#[test]
fn reducing_leaves_what_is_needed() {
    // A line with a bend, at many keys.
    let line: Vec<(f32, f32)> = (0..=100_u8)
        .map(|step| {
            let time = f32::from(step) / 10.0;
            (time, if time < 5.0 { time } else { 10.0 - time })
        })
        .collect();
    let mut animation = animated(&line, 10.0);
    let removed = animation.reduce(&Tolerance::default()).expect("sorted");
    assert_eq!((removed, animation.tracks[0].key_count()), (98, 3));
    assert_eq!(animation.tracks[0].times().to_vec(), [0.0, 5.0, 10.0]);
    // Empty tracks are allowed, and NaN is kept.
    let strict = Tolerance { position: 0.0, angle: 0.0, scale: 0.0 };
    assert_eq!(animated(&[(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)], 2.0).reduce(&strict).expect("sorted"), 1);
    assert_eq!(animated(&[(0.0, 1.0), (1.0, f32::NAN), (2.0, 1.0)], 2.0).reduce(&strict).expect("sorted"), 0);
    // A large track in which every other key is needed is fast too.
    let jagged: Vec<(f32, f32)> = (0..40_000_u16).map(|step| (f32::from(step), f32::from(step % 2))).collect();
    let mut animation = animated(&jagged, 40_000.0);
    assert_eq!(animation.reduce(&Tolerance::default()).expect("sorted"), 0);
    let growing: Vec<(f32, f32)> = (0..20_000_u16).map(|step| (f32::from(step), f32::from(step).powi(3))).collect();
    animated(&growing, 20_000.0).reduce(&Tolerance::default()).expect("sorted");
}

#[test]
fn tracks_get_other_names() {
    let mut animation = animated(&[(0.0, 0.0)], 1.0);
    animation.tracks.push(track("other", &[(0.0, 0.0)]));
    let renamed = animation.rename_tracks(|name| (*name == "bone").then(|| "Hips".into()));
    assert_eq!((renamed, &animation.tracks[0].name, &animation.tracks[1].name), (1, &"Hips".into(), &"other".into()));
}

#[test]
fn merging_replaces_and_adds() {
    let mut animation = animated(&[(0.0, 0.0)], 1.0);
    let mut other = animated(&[(0.0, 7.0)], 3.0);
    other.tracks.push(track("new", &[(0.0, 8.0)]));
    let turn = [(0.0, Variant::Quaternion([1.0, 0.0, 0.0, 0.0]))];
    other.variant_encoding = VariantEncoding::RbfxOld;
    let turn =
        VariantTrack::from_keys("v", Interpolation::LINEAR, &turn, VariantEncoding::RbfxOld).expect("a rotation");
    other.variant_tracks.push(turn.clone());
    let text = [(0.0, Variant::Float(1.0))];
    animation.variant_tracks.push(VariantTrack::from_keys("w", Interpolation::NONE, &text, ERA).expect("a float"));
    animation.merge(&other).expect("all of it fits");
    let names: Vec<String> = animation.tracks.iter().map(|track| track.name.to_string()).collect();
    assert_eq!((names, animation.length), (vec!["bone".to_owned(), "new".to_owned()], 3.0));
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 7.0)]);
    // Rotations have another number in this encoding.
    assert_eq!((turn.variant_type.0, animation.variant_tracks[1].variant_type.0), (7, 9));
    let mut old = Animation::new(Version::Uani, "old", 1.0);
    let before = old.clone();
    assert!(matches!(old.merge(&other).expect_err("no variant tracks there").kind(), ErrorKind::NotInVersion(_)));
    assert_eq!(old, before);
}

#[test]
fn ends_meet() {
    let mut animation = animated(&[(0.0, 1.0), (1.0, 5.0), (2.0, 5.0)], 3.0);
    animation.close_loop(0.0).expect("sorted");
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 1.0), (1.0, 5.0), (2.0, 5.0), (3.0, 1.0)]);
    let (first, last) = (pose(&animation.tracks[0], 0.0, 3.0), pose(&animation.tracks[0], 3.0, 3.0));
    assert_eq!(first, last);
    // Half of the way back at the middle of the last two seconds.
    let mut animation = animated(&[(0.0, 1.0), (1.0, 5.0), (2.0, 5.0)], 3.0);
    animation.close_loop(2.0).expect("sorted");
    assert_eq!(xs(&animation.tracks[0]), [(0.0, 1.0), (1.0, 5.0), (2.0, 3.0), (3.0, 1.0)]);
    let bent = pose(&animation.tracks[0], 2.0, 3.0).rotation;
    assert!(bent.dot(Quat::from_rotation_z(0.3)).abs() > 0.99999, "{bent}");
    assert!(animation.close_loop(-1.0).is_err() && animation.close_loop(f32::NAN).is_err());
}

#[test]
fn versions_tell_what_they_lose() {
    let mut animation = animated(&[(0.0, 0.0)], 1.0);
    animation.tracks[0].weights = Weights { scale: 0.5, ..Weights::default() };
    let line = VariantTrack::from_keys("v", Interpolation::LINEAR, &[(0.0, Variant::Int(1))], ERA).expect("an integer");
    animation.variant_tracks.push(VariantTrack { weight: 0.5, ..line });
    let losses = |version| -> Vec<String> {
        animation.losses_in(version).iter().map(|finding| format!("{}: {}", finding.path, finding.message)).collect()
    };
    assert_eq!(losses(Version::Uan2(4)), [""; 0]);
    assert_eq!(losses(Version::Uan2(3)), ["track 0: lost: a weight for each channel"]);
    assert_eq!(losses(Version::Uan2(2)), ["track 0: lost: weights", "variant track 0: lost: weights"]);
    assert_eq!(losses(Version::Uani), ["track 0: lost: weights", "variant track 0: lost: variant tracks"]);
    let error = animation.to_version(Version::Uani).expect_err("losses");
    assert_eq!(error.to_string(), "track 0: not in this version of the format: weights");
    let (lossy, _) = animation.to_version_lossy(Version::Uani);
    assert!(lossy.to_bytes().is_ok() && lossy.variant_tracks.is_empty());
}

proptest! {
    #[test]
    fn versions_convert(animation in animation(), version in version()) {
        let losses = animation.losses_in(version);
        let (lossy, told) = animation.to_version_lossy(version);
        prop_assert_eq!(&told, &losses);
        prop_assert!(lossy.to_bytes().is_ok());
        match animation.to_version(version) {
            Ok(converted) => {
                prop_assert!(losses.is_empty());
                let back = converted.to_version(animation.version).expect("nothing was lost").into_owned();
                prop_assert_eq!(back, animation);
            }
            Err(_) => prop_assert!(!losses.is_empty()),
        }
    }

    /// No edit panics or leaves an animation that can't be written.
    #[test]
    fn edits_are_safe(animation in animation(), other in animation(), a in any::<f32>(), b in 0.0_f32..50.0) {
        let mut edited = animation.clone();
        let _ = edited.trim(0.0, animation.length / 2.0);
        let _ = edited.trim(b, b + 1.0);
        let _ = edited.retime(a);
        let _ = edited.close_loop(b);
        let _ = edited.reduce(&Tolerance::default());
        let _ = edited.merge(&other);
        if edited.length < 100.0 {
            let _ = edited.resample(b);
        }
        prop_assert!(edited.to_bytes().is_ok());
        let _ = edited.to_encoding(VariantEncoding::RbfxOld);
    }

    #[test]
    fn decoding_is_what_the_columns_say(animation in animation()) {
        let mut decoded = urho_ani::Decoded::default();
        animation.decode_into(&mut decoded);
        animation.decode_into(&mut decoded);
        prop_assert_eq!(decoded.track_count(), animation.tracks.len());
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
        for (index, track) in animation.tracks.iter().enumerate() {
            let data = track.to_data();
            prop_assert_eq!(bits(decoded.times(index)), bits(&data.times));
            let flat = |all: &[Vec3]| bits(&all.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>());
            prop_assert_eq!(flat(decoded.positions(index)), flat(&data.positions.unwrap_or_default()));
            prop_assert_eq!(flat(decoded.scales(index)), flat(&data.scales.unwrap_or_default()));
            let flat = |all: &[Quat]| bits(&all.iter().flat_map(Quat::to_array).collect::<Vec<f32>>());
            prop_assert_eq!(flat(decoded.rotations(index)), flat(&data.rotations.unwrap_or_default()));
        }
        prop_assert!(decoded.times(animation.tracks.len()).is_empty());
    }
}
