//! Sampling against values computed by hand from the engines' rules.

use proptest::prelude::*;
use urho_ani::glam::{Quat, Vec3};
use urho_ani::{
    Animation, Binding, Cursor, Interpolation, Playback, Player, Rules, Track, TrackData, Transform, Variant,
    VariantEncoding, VariantTrack, Version,
};

const ERA: VariantEncoding = VariantEncoding::RbfxNew;

fn playback(looped: bool, rules: Rules) -> Playback {
    Playback { length: 4.0, looped, rules }
}

/// A track of positions along x.
fn along(keys: &[(f32, f32)]) -> Track<'static> {
    let data = TrackData {
        times: keys.iter().map(|(time, _)| *time).collect(),
        positions: Some(keys.iter().map(|(_, x)| Vec3::new(*x, -x, 0.5)).collect()),
        ..TrackData::default()
    };
    Track::from_data("bone", &data).expect("as many positions as times")
}

fn x_at(track: &Track<'_>, time: f32, playback: &Playback) -> f32 {
    let mut pose = Transform::IDENTITY;
    assert!(track.sample(time, playback, &mut Cursor::default(), &mut pose));
    assert_eq!((pose.position.y, pose.position.z), (-pose.position.x, 0.5));
    assert_eq!((pose.rotation, pose.scale), (Quat::IDENTITY, Vec3::ONE), "no such channels");
    pose.position.x
}

#[test]
fn tracks_are_sampled_at_keys_and_between() {
    let track = along(&[(0.0, 0.0), (1.0, 10.0), (3.0, 20.0)]);
    for rules in [Rules::Urho3D, Rules::Rbfx] {
        for looped in [false, true] {
            let playback = playback(looped, rules);
            for (time, x) in [(0.0, 0.0), (0.25, 2.5), (1.0, 10.0), (2.0, 15.0), (2.5, 17.5), (3.0, 20.0)] {
                assert_eq!(x_at(&track, time, &playback), x, "{time} {playback:?}");
            }
        }
    }
}

#[test]
fn behind_the_last_key() {
    let track = along(&[(0.0, 0.0), (1.0, 10.0), (3.0, 20.0)]);
    for rules in [Rules::Urho3D, Rules::Rbfx] {
        assert_eq!(x_at(&track, 3.5, &playback(false, rules)), 20.0, "held");
        // From 20 at 3 to 0 at 4, which is 0 again.
        assert_eq!(x_at(&track, 3.25, &playback(true, rules)), 15.0);
        assert_eq!(x_at(&track, 4.0, &playback(true, rules)), 0.0);
    }
    // The wrapped interval is longer if the first key is late: from 3 over 4 = 0 to 1, two seconds.
    let late = along(&[(1.0, 10.0), (3.0, 20.0)]);
    for rules in [Rules::Urho3D, Rules::Rbfx] {
        assert_eq!(x_at(&late, 3.5, &playback(true, rules)), 17.5);
    }
    // No time between the last key and the first: the first key's value.
    let whole = along(&[(0.0, 1.0), (4.0, 9.0)]);
    assert_eq!(x_at(&whole, 4.0, &playback(true, Rules::Urho3D)), 1.0);
    assert_eq!(x_at(&whole, 4.0, &playback(false, Rules::Urho3D)), 9.0);
}

#[test]
fn before_the_first_key() {
    let track = along(&[(1.0, 10.0), (3.0, 20.0)]);
    for looped in [false, true] {
        // The line of the first two keys, 5 a second, extrapolated backwards.
        assert_eq!(x_at(&track, 0.5, &playback(looped, Rules::Urho3D)), 7.5);
        assert_eq!(x_at(&track, 0.0, &playback(looped, Rules::Urho3D)), 5.0);
        assert_eq!(x_at(&track, 0.5, &playback(looped, Rules::Rbfx)), 10.0);
    }
}

#[test]
fn single_keys_equal_times_and_none() {
    let single = along(&[(1.0, 10.0)]);
    for looped in [false, true] {
        for rules in [Rules::Urho3D, Rules::Rbfx] {
            for time in [0.0, 1.0, 2.0, 4.0] {
                assert_eq!(x_at(&single, time, &playback(looped, rules)), 10.0);
            }
        }
    }
    // Of keys at one time the last counts from then on, the first until then.
    let jump = along(&[(0.0, 0.0), (2.0, 8.0), (2.0, 100.0), (4.0, 100.0)]);
    assert_eq!(x_at(&jump, 1.0, &playback(false, Rules::Urho3D)), 4.0);
    assert_eq!(x_at(&jump, 2.0, &playback(false, Rules::Urho3D)), 100.0);
    let mut pose = Transform { position: Vec3::ONE, ..Transform::IDENTITY };
    let none = along(&[]);
    assert!(!none.sample(1.0, &playback(true, Rules::Urho3D), &mut Cursor::default(), &mut pose));
    assert_eq!(pose.position, Vec3::ONE);
}

#[test]
fn close_behind_a_key_rbfx_holds_it() {
    let track = along(&[(0.0, 1.0), (4.0, 1e9)]);
    let time = 2e-6;
    assert_eq!(x_at(&track, time, &playback(false, Rules::Rbfx)), 1.0);
    assert!(x_at(&track, time, &playback(false, Rules::Urho3D)) > 400.0);
}

#[test]
fn rotations_go_the_shorter_way() {
    let turn = Quat::from_rotation_y;
    let data = TrackData {
        times: vec![0.0, 2.0],
        rotations: Some(vec![turn(0.0), -turn(1.0)]),
        scales: Some(vec![Vec3::ONE, Vec3::splat(3.0)]),
        ..TrackData::default()
    };
    let track = Track::from_data("bone", &data).expect("a track");
    let mut pose = Transform::IDENTITY;
    let playback = playback(false, Rules::Urho3D);
    track.sample(0.5, &playback, &mut Cursor::default(), &mut pose);
    // A quarter of the turn: half of that in the quaternion.
    let expected = Quat::from_xyzw(0.0, 0.125_f32.sin(), 0.0, 0.125_f32.cos());
    assert!((pose.rotation - expected).length() < 1e-6, "{}", pose.rotation);
    assert_eq!(pose.scale, Vec3::splat(1.5));
    assert_eq!(pose.position, Vec3::ZERO, "no such channel");
}

#[test]
fn time_goes_round_or_stops() {
    let looped = playback(true, Rules::Urho3D);
    let clamped = playback(false, Rules::Urho3D);
    for (time, delta, round, stop) in [
        (1.0, 1.0, 2.0, 2.0),
        (3.5, 1.0, 0.5, 4.0),
        (3.0, 1.0, 0.0, 4.0),
        (0.5, -1.0, 3.5, 0.0),
        (0.0, 9.0, 1.0, 4.0),
        (0.0, -9.0, 3.0, 0.0),
        (2.0, 4e6, 2.0, 4.0),
        (4.0, 0.0, 4.0, 4.0),
    ] {
        assert_eq!(looped.advance(time, delta), round, "{time} + {delta}");
        assert_eq!(clamped.advance(time, delta), stop, "{time} + {delta}");
    }
    let nothing = Playback { length: 0.0, ..looped };
    assert_eq!(nothing.advance(0.0, 1.0), 0.0);
    // Nothing hangs.
    for odd in [f32::NAN, f32::INFINITY, -f32::MAX, f32::MIN_POSITIVE] {
        for other in [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45] {
            let _ = Playback { length: other, ..looped }.advance(0.0, odd);
        }
    }
}

#[test]
fn poses_are_what_the_tracks_say() {
    let mut animation = Animation::new(Version::Uani, "a", 4.0);
    for (name, from) in [("b", 0.0), ("nobody", 1.0), ("a", 2.0), ("b", 5.0)] {
        let mut track = along(&[(0.0, from), (4.0, from + 4.0)]);
        track.name = name.into();
        animation.tracks.push(track);
    }
    let mut player = Player::new(&animation, ["a", "b", "c", "b"]);
    let mut bindings: Vec<_> = player.bindings().collect();
    bindings.sort_unstable();
    assert_eq!(
        bindings,
        [(0, 2), (1, 3)].map(|(bone, track)| Binding { bone, track }),
        "the later of two tracks, the first of two bones"
    );
    let rest = Transform { position: Vec3::splat(-1.0), ..Transform::IDENTITY };
    let mut pose = [rest; 4];
    let playback = Playback::of(&animation, false);
    player.sample(1.0, &playback, &mut pose);
    assert_eq!(pose.map(|bone| bone.position.x), [3.0, 6.0, -1.0, -1.0]);
    player.sample(100.0, &playback, &mut pose);
    assert_eq!(pose.map(|bone| bone.position.x), [6.0, 9.0, -1.0, -1.0], "no further than the end");
    player.sample(2.0, &playback, &mut pose[..1]);
    assert_eq!(pose[0].position.x, 4.0);
}

fn curve_at(track: &VariantTrack<'_>, looped: bool, time: f32) -> Variant<'static> {
    let playback = playback(looped, Rules::Rbfx);
    track.curve(ERA).sample(time, &playback, &mut Cursor::default()).expect("there are keys").into_owned()
}

fn floats(interpolation: Interpolation, keys: &[(f32, f32)]) -> VariantTrack<'static> {
    let keys: Vec<_> = keys.iter().map(|(time, value)| (*time, Variant::Float(*value))).collect();
    VariantTrack::from_keys("v", interpolation, &keys, ERA).expect("floats")
}

fn float_at(track: &VariantTrack<'_>, looped: bool, time: f32) -> f32 {
    let Variant::Float(value) = curve_at(track, looped, time) else { panic!("a float") };
    value
}

#[test]
fn steps_and_lines() {
    let keys = [(1.0, 2.0), (2.0, 4.0), (3.0, 0.0)];
    let steps = floats(Interpolation::NONE, &keys);
    let lines = floats(Interpolation::LINEAR, &keys);
    for (time, step, line) in [(0.0, 2.0, 2.0), (1.0, 2.0, 2.0), (1.5, 2.0, 3.0), (2.25, 4.0, 3.0), (3.5, 0.0, 0.0)] {
        assert_eq!((float_at(&steps, false, time), float_at(&lines, false, time)), (step, line), "{time}");
    }
    // From 0 at 3 to 2 at 1 + 4: a quarter of the way.
    assert_eq!((float_at(&steps, true, 3.5), float_at(&lines, true, 3.5)), (0.0, 0.5));
    let unknown = floats(Interpolation(9), &keys);
    assert_eq!(float_at(&unknown, false, 1.5), 2.0);
}

#[test]
fn tension_splines() {
    // Tangents with tension 0.5: 0, (6 − 0) / 2, (2 − 1) / 2, 0.
    let track = floats(Interpolation::TENSION_SPLINE, &[(0.0, 0.0), (1.0, 1.0), (2.0, 6.0), (3.0, 2.0)]);
    // At the middle the four weights are 1/2, 1/2, 1/8 and −1/8.
    assert_eq!(float_at(&track, false, 0.5), 0.5 - 3.0 / 8.0);
    assert_eq!(float_at(&track, false, 1.5), 3.5 + 3.0 / 8.0 - 0.5 / 8.0);
    // At a quarter: 27/32, 5/32, 9/64, −3/64.
    assert_eq!(float_at(&track, false, 1.25), 27.0 / 32.0 + 30.0 / 32.0 + 3.0 * 9.0 / 64.0 - 0.5 * 3.0 / 64.0);
    // Across the end, where the tangents are 0.
    assert_eq!(float_at(&track, true, 3.5), 1.0);
    // Closed: at both ends (2 − 4) / 2.
    let closed = floats(Interpolation::TENSION_SPLINE, &[(0.0, 0.0), (1.0, 2.0), (2.0, 4.0), (4.0, 0.0)]);
    assert_eq!(float_at(&closed, false, 0.5), 1.0 + -1.0 / 8.0 - 2.0 / 8.0);
}

#[test]
fn tangent_splines() {
    let key =
        |time, value, before, behind| (time, Variant::Float(value), [Variant::Float(before), Variant::Float(behind)]);
    let keys = [key(0.0, 0.0, 9.0, 4.0), key(2.0, 8.0, 2.0, 16.0)];
    let track = VariantTrack::from_spline("v", &keys, ERA).expect("floats");
    // The tangents aren't multiplied by the two seconds between the keys.
    assert_eq!(float_at(&track, false, 1.0), 4.0 + 4.0 / 8.0 - 2.0 / 8.0);
    assert_eq!(float_at(&track, false, 3.0), 8.0);
    // Across the end: out of the last, into the first.
    assert_eq!(float_at(&track, true, 3.0), 4.0 + 16.0 / 8.0 - 9.0 / 8.0);
}

#[test]
fn other_types() {
    let two = |interpolation, a: Variant<'static>, b: Variant<'static>| {
        VariantTrack::from_keys("v", interpolation, &[(0.0, a), (4.0, b)], ERA).expect("values of one type")
    };
    let line = Interpolation::LINEAR;
    // Truncated towards zero: −2.5 and 2.5.
    assert_eq!(curve_at(&two(line, Variant::Int(-10), Variant::Int(0)), false, 3.0), Variant::Int(-2));
    assert_eq!(curve_at(&two(line, Variant::Int64(10), Variant::Int64(0)), false, 3.0), Variant::Int64(2));
    let rect = two(line, Variant::IntRect([0, 10, -10, 3]), Variant::IntRect([0, 20, 10, 4]));
    assert_eq!(curve_at(&rect, false, 2.0), Variant::IntRect([0, 15, 0, 3]));
    // Splines of integers are linear.
    let spline = two(Interpolation::TENSION_SPLINE, Variant::Int(0), Variant::Int(100));
    assert_eq!(curve_at(&spline, false, 1.0), Variant::Int(25));
    // Texts and booleans hold.
    let text = two(line, Variant::String("a".into()), Variant::String("b".into()));
    assert_eq!(curve_at(&text, false, 3.9), Variant::String("a".into()));
    assert_eq!(curve_at(&two(line, Variant::Bool(1), Variant::Bool(0)), false, 3.9), Variant::Bool(1));
    assert_eq!(curve_at(&two(line, Variant::Double(1.0), Variant::Double(3.0)), false, 1.0), Variant::Double(1.5));
    let color = two(line, Variant::Color([0.0, 1.0, 0.0, 1.0]), Variant::Color([1.0, 0.0, 0.0, 0.0]));
    assert_eq!(curve_at(&color, false, 1.0), Variant::Color([0.25, 0.75, 0.0, 0.75]));
    let turn = |angle: f32| Variant::Quaternion([(angle / 2.0).cos(), 0.0, (angle / 2.0).sin(), 0.0]);
    let turned = curve_at(&two(line, turn(0.0), turn(1.0)), false, 2.0);
    let expected = Quat::from_rotation_y(0.5);
    assert!((turned.as_quat().expect("a rotation") - expected).length() < 1e-6);
    // A spline of rotations interpolates the components and normalises the result.
    let spline = curve_at(&two(Interpolation::TENSION_SPLINE, turn(0.0), turn(1.0)), false, 1.0);
    let mixed = Quat::IDENTITY * (27.0 / 32.0) + Quat::from_rotation_y(1.0) * (5.0 / 32.0);
    assert!((spline.as_quat().expect("a rotation") - mixed.normalize()).length() < 1e-6);
}

proptest! {
    /// A cursor only changes the speed.
    #[test]
    fn cursors_are_free(
        mut times in proptest::collection::vec(0.0_f32..4.0, 1..12),
        at in proptest::collection::vec(0.0_f32..4.0, 1..12),
        looped: bool,
    ) {
        times.sort_by(f32::total_cmp);
        let keys: Vec<(f32, f32)> = times.iter().map(|time| (*time, time * time)).collect();
        let track = along(&keys);
        let mut cursor = Cursor::default();
        for rules in [Rules::Urho3D, Rules::Rbfx] {
            let playback = playback(looped, rules);
            for time in &at {
                let mut pose = Transform::IDENTITY;
                track.sample(*time, &playback, &mut cursor, &mut pose);
                let mut fresh = Transform::IDENTITY;
                track.sample(*time, &playback, &mut Cursor::default(), &mut fresh);
                prop_assert_eq!(pose.position.to_array().map(f32::to_bits), fresh.position.to_array().map(f32::to_bits));
            }
        }
    }
}
