//! Key search against a scan, interpolation against glam and at its ends.

use asset_geometry::glam::{Quat, Vec3, Vec4};
use asset_geometry::interpolate::{hermite, hermite_quat, lerp, slerp, step, tension_tangent, tension_tangents};
use asset_geometry::{Column, Cursor, Segment, Times, key_at};
use proptest::collection::vec;
use proptest::prelude::*;

/// Times on a coarse grid, so that equal times and exact hits occur.
fn grid() -> impl Strategy<Value = f32> {
    (-4i8..40).prop_map(|step| f32::from(step) / 4.0)
}

fn sorted() -> impl Strategy<Value = Vec<f32>> {
    vec(grid(), 0..20).prop_map(|mut times| {
        times.sort_by(f32::total_cmp);
        times
    })
}

fn wild() -> impl Strategy<Value = f32> {
    prop_oneof![4 => grid(), 1 => any::<f32>()]
}

/// Returns the last key that isn't later, by a full scan.
fn scan(times: &[f32], time: f32) -> Option<usize> {
    let time = time.max(0.0);
    times.iter().rposition(|key| *key <= time).or((!times.is_empty()).then_some(0))
}

/// The engine's lookup with its stored index.
fn engine(times: &[f32], remembered: usize, time: f32) -> usize {
    let time = if time < 0.0 { 0.0 } else { time };
    let mut i = remembered.min(times.len() - 1);
    while i > 0 && time < times[i] {
        i -= 1;
    }
    while i < times.len() - 1 && time >= times[i + 1] {
        i += 1;
    }
    i
}

fn rotation() -> impl Strategy<Value = Quat> {
    [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0]
        .prop_filter("too short", |q| Vec4::from_array(*q).length() > 0.1)
        .prop_map(|q| Quat::from_array(q).normalize())
}

fn vector() -> impl Strategy<Value = Vec3> {
    [-10.0f32..10.0, -10.0f32..10.0, -10.0f32..10.0].prop_map(Vec3::from_array)
}

proptest! {
    #[test]
    fn both_searches_find_what_a_scan_finds(times in sorted(), queries in vec(grid(), 1..20), start in 0usize..30) {
        let mut cursor = Cursor { index: start };
        let bytes: Vec<u8> = times.iter().flat_map(|time| [time.to_le_bytes(), [0; 4]].concat()).collect();
        let column = Column::<f32>::new(&bytes, 8, 0).unwrap();
        for time in queries {
            let expected = scan(&times, time);
            prop_assert_eq!(key_at(&times[..], time), expected);
            prop_assert_eq!(key_at(&column, time), expected);
            prop_assert_eq!(cursor.seek(&column, time), expected);
        }
    }

    #[test]
    fn the_cursor_is_the_engines(times in vec(wild(), 1..20), queries in vec(wild(), 1..20)) {
        let (mut cursor, mut remembered) = (Cursor::default(), 0);
        for time in queries {
            remembered = engine(&times, remembered, time);
            prop_assert_eq!(cursor.seek(&times[..], time), Some(remembered));
            prop_assert!(key_at(&times[..], time).is_some_and(|key| key < times.len()));
        }
    }

    #[test]
    fn segments_hold_their_time(times in sorted(), time in 0.0f32..12.0, looped: bool) {
        let Some(from) = key_at(&times[..], time) else { return Ok(()) };
        let length = 12.0;
        let segment = Segment::at(&times[..], from, time, looped.then_some(length)).unwrap();
        prop_assert_eq!(segment.from, from);
        let last = from + 1 == times.len();
        prop_assert_eq!(segment.to, if !last { from + 1 } else if looped { 0 } else { from });
        if time >= times[from] && times.iter().all(|time| *time >= 0.0) {
            prop_assert!((0.0..=1.0).contains(&segment.t), "{segment:?}");
            let mut end = times[segment.to];
            if end < times[from] {
                end += length;
            }
            prop_assert!(segment.to == from || (lerp(times[from], end, segment.t) - time).abs() < 1e-4 || end <= times[from]);
        }
    }

    #[test]
    fn slerp_is_glams(a in rotation(), b in rotation(), t in 0.0f32..=1.0) {
        let (ours, theirs) = (Vec4::from(slerp(a, b, t)), Vec4::from(a.slerp(b, t)));
        // glam may return the other quaternion of a rotation, and for half a turn both ways are the shortest.
        let apart = ours.distance(theirs).min(ours.distance(-theirs));
        prop_assert!(apart < 2e-3 || a.dot(b).abs() < 1e-3, "{ours} {theirs}");
        prop_assert!((ours.length() - 1.0).abs() < 1e-4);
        prop_assert!(Vec4::from(slerp(a, b, 0.0)).distance(a.into()) < 1e-5);
        let near = if a.dot(b) < 0.0 { -Vec4::from(b) } else { b.into() };
        prop_assert!(Vec4::from(slerp(a, b, 1.0)).distance(near) < 1e-5);
    }

    #[test]
    fn curves_meet_their_keys(a in vector(), b in vector(), out in vector(), arrive in vector()) {
        prop_assert_eq!((hermite(a, out, b, arrive, 0.0), hermite(a, out, b, arrive, 1.0)), (a, b));
        prop_assert_eq!((lerp(a, b, 0.0), lerp(a, b, 1.0), step(a, b, 1.0)), (a, b, a));
        // The slopes at the ends are the tangents.
        let h = 1.0 / 64.0;
        let start = (hermite(a, out, b, arrive, h) - hermite(a, out, b, arrive, -h)) / (2.0 * h);
        let end = (hermite(a, out, b, arrive, 1.0 + h) - hermite(a, out, b, arrive, 1.0 - h)) / (2.0 * h);
        prop_assert!(start.distance(out) < 0.1 && end.distance(arrive) < 0.1, "{start} {out} {end} {arrive}");
    }

    #[test]
    fn rotation_curves_give_rotations(a in rotation(), b in rotation(), t in 0.0f32..=1.0) {
        let zero = Quat::from_vec4(Vec4::ZERO);
        let mixed = hermite_quat(a, zero, b, zero, t);
        prop_assert!(mixed.is_normalized() || Vec4::from(a).distance(-Vec4::from(b)) < 0.1);
        prop_assert!(hermite_quat(a, b, b, a, 0.0).dot(a) > 0.9999);
    }

    #[test]
    fn tension_is_the_rule(values in vec((-3i8..3).prop_map(f32::from), 0..8), tension in 0.0f32..2.0) {
        let n = values.len();
        let expected: Vec<f32> = (0..n).map(|i| {
            if i > 0 && i + 1 < n {
                (values[i + 1] - values[i - 1]) * tension
            } else if n > 2 && values[0] == values[n - 1] {
                (values[1] - values[n - 2]) * tension
            } else {
                0.0
            }
        }).collect();
        prop_assert_eq!(tension_tangents(&values, tension), expected);
        prop_assert!(tension_tangent(&values, n, tension).is_none() && tension_tangent(&values, usize::MAX, tension).is_none());
    }
}

#[test]
fn no_keys() {
    let none: [f32; 0] = [];
    assert_eq!((none.count(), none.time(0)), (0, None));
    assert_eq!((key_at(&none, 1.0), Cursor { index: 7 }.seek(&none, 1.0)), (None, None));
    assert_eq!(Segment::at(&none, 0, 0.0, Some(1.0)), None);
    assert!(tension_tangents::<f32>(&[], 0.5).is_empty());
}

#[test]
fn segments_at_the_edges() {
    let segment = |times: &[f32], from, time, length| {
        let Segment { to, t, .. } = Segment::at(times, from, time, length).unwrap();
        (to, t)
    };
    assert_eq!(segment(&[1.0, 3.0], 0, 0.0, None), (1, -0.5), "extrapolated before the first key");
    assert_eq!(segment(&[0.0, 4.0], 1, 4.0, Some(4.0)), (0, 1.0), "no time between the last key and the first");
    assert_eq!(segment(&[0.0, 6.0], 1, 4.0, Some(4.0)), (0, 1.0), "a key after the end of the loop");
    assert_eq!(segment(&[2.0], 0, 3.0, Some(4.0)), (0, 1.0), "a single key");
    assert_eq!(segment(&[2.0], 0, 3.0, None), (0, 0.0), "a single key");
    assert_eq!(segment(&[1.0, 1.0], 0, 1.0, None), (1, 1.0), "two keys at once");
}

#[test]
fn slerp_of_odd_quaternions() {
    let long = Quat::from_xyzw(0.0, 0.0, 0.0, 2.0);
    assert_eq!(slerp(long, long, 0.25), long, "a cosine above 1 is a lerp");
    let (a, b) = (Quat::IDENTITY, Quat::from_rotation_x(1e-3));
    assert_eq!(slerp(a, b, 0.5), Quat::from_vec4(lerp(Vec4::from(a), Vec4::from(b), 0.5)), "nearly the same is a lerp");
    assert!(slerp(a, Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), 0.5).is_nan());
    let zero = Quat::from_vec4(Vec4::ZERO);
    assert_eq!(hermite_quat(zero, zero, zero, zero, 0.5), zero);
}
