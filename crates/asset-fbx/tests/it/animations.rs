//! Animations.

use asset_fbx::asset_scene::reduce::CurveTolerance;
use asset_fbx::asset_scene::{Interpolation, Property, Scene};
use asset_fbx::binio::Findings;
use asset_fbx::{NoFiles, ReadOptions, kinds, parse};

use crate::support::{SECOND, array, assert_near, count, fbx, model, oo, op, read};

/// Flags of keys: constant, linear, and cubic with automatic tangents.
const CONSTANT: i32 = 2;
const LINEAR: i32 = 4;
const CUBIC: i32 = 8 | 0x100;

fn curve(id: u32, keys: &[(f64, f64)], flags: i32) -> String {
    let times: Vec<i64> = keys.iter().map(|(time, _)| (time * SECOND as f64) as i64).collect();
    let values: Vec<f64> = keys.iter().map(|(_, value)| *value).collect();
    format!(
        "AnimationCurve: {id}, \"AnimCurve::\", \"\" {{\n\tDefault: 0\n\tKeyVer: 4008\n\tKeyTime: {}\n\tKeyValueFloat: {}\n\tKeyAttrFlags: {}\n\tKeyAttrDataFloat: {}\n\tKeyAttrRefCount: {}\n}}\n",
        array(&times),
        array(&values),
        array(&[flags]),
        array(&[0, 0, 0, 0]),
        array(&[keys.len()])
    )
}

/// A clip of a node that moves along X or turns about Y, from `begin` to `end` seconds.
fn clip(name: &str, property: &str, axis: &str, (begin, end): (f64, f64), curve: &str) -> String {
    let time = |seconds: f64| (seconds * SECOND as f64) as i64;
    let objects = format!(
        "{}AnimationStack: 20, \"AnimStack::{name}\", \"\" {{\n\tProperties70: {{\n\t\tP: \"LocalStart\", \"KTime\", \"Time\", \"\",{}\n\t\tP: \"LocalStop\", \"KTime\", \"Time\", \"\",{}\n\t}}\n}}\nAnimationLayer: 21, \"AnimLayer::L\", \"\" {{\n}}\nAnimationCurveNode: 22, \"AnimCurveNode::{property}\", \"\" {{\n}}\n{curve}",
        model(2, "Door", "Null", ""),
        time(begin),
        time(end)
    );
    let connections = [oo(2, 0), oo(21, 20), oo(22, 21), op(22, 2, property), op(23, 22, axis)].concat();
    fbx(&objects, &connections)
}

fn moving(name: &str, range: (f64, f64), keys: &[(f64, f64)], flags: i32) -> String {
    clip(name, "Lcl Translation", "d|X", range, &curve(23, keys, flags))
}

/// The times and values of a property of the only clip.
fn keys(scene: &Scene<'_>, property: Property) -> (Vec<f32>, Vec<f32>, Interpolation) {
    let channel =
        scene.animations.first().unwrap().channels.iter().find(|channel| channel.property == property).unwrap();
    let times = scene[channel.times].rows::<1>().unwrap().map(|[time]| time).collect();
    let array = &scene[channel.values];
    let values = match property {
        Property::Rotation => array.to_f32s::<4>().unwrap().concat(),
        _ => array.to_f32s::<3>().unwrap().concat(),
    };
    (times, values, channel.interpolation)
}

#[test]
fn linear_keys_stay_as_they_are() {
    // The middle key is on the line between the others, and a person set it.
    let (scene, findings) = read(&moving("Open", (0.0, 2.0), &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], LINEAR));
    let (times, values, interpolation) = keys(&scene, Property::Translation);
    assert_near(&times, &[0.0, 1.0, 2.0]);
    assert_near(&values, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    assert_eq!(interpolation, Interpolation::Linear);
    assert_eq!((scene.animations.len(), count(&findings, kinds::CURVES_REDUCED)), (1, 0));
}

#[test]
fn constant_keys_are_steps() {
    let (scene, _) = read(&moving("Blink", (0.0, 2.0), &[(0.0, 0.0), (1.0, 1.0), (2.0, 3.0)], CONSTANT));
    let (times, values, interpolation) = keys(&scene, Property::Translation);
    assert_eq!(interpolation, Interpolation::Step);
    assert_near(&times, &[0.0, 1.0, 2.0]);
    assert_near(&values, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
}

#[test]
fn splines_are_sampled_and_reduced() {
    let bounce: Vec<(f64, f64)> = (0..=10).map(|key| (f64::from(key), f64::from(key % 2) * 0.01)).collect();
    let file = moving("Bounce", (0.0, 10.0), &bounce, CUBIC);
    let (scene, findings) = read(&file);
    assert_eq!(count(&findings, kinds::CURVES_REDUCED), 1);
    let (times, ..) = keys(&scene, Property::Translation);
    assert!(times.len() < 200, "{} keys of more than 600 samples", times.len());
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    // A tenth of the tolerance needs more keys; both are near each other.
    let fine = CurveTolerance { length: 1e-5, ..CurveTolerance::default() };
    let (exact, _) = parse(file.as_bytes(), &ReadOptions::default().curve_tolerance(fine), &NoFiles).unwrap();
    assert!(keys(&exact, Property::Translation).0.len() > times.len());
    let at = |scene: &Scene<'_>, time: f32| {
        let pose = scene.sample(scene.animations.ids().next().unwrap(), time).unwrap();
        pose.world(scene.node("Door").unwrap()).w_axis.x
    };
    let (mut most, mut least) = (0.0_f32, f32::INFINITY);
    for frame in 0..=1000 {
        let time = frame as f32 / 100.0;
        assert!((at(&scene, time) - at(&exact, time)).abs() < 2e-4, "{time}");
        (most, least) = (most.max(at(&exact, time)), least.min(at(&exact, time)));
    }
    assert!(most > 0.009 && least < 0.001, "it moves");
}

#[test]
fn turns_of_more_than_half_a_circle_stay() {
    let (scene, _) =
        read(&clip("Spin", "Lcl Rotation", "d|Y", (0.0, 1.0), &curve(23, &[(0.0, 0.0), (1.0, 360.0)], LINEAR)));
    let (times, values, _) = keys(&scene, Property::Rotation);
    assert!((3..=5).contains(&times.len()), "{times:?}");
    assert_eq!(values.len(), times.len() * 4);
    let id = scene.animations.ids().next().unwrap();
    for (time, angle) in [(0.25_f32, 90.0_f32), (0.5, 180.0), (0.9, 324.0)] {
        let x = scene.sample(id, time).unwrap().world(scene.node("Door").unwrap()).x_axis;
        let angle = angle.to_radians();
        assert!((x.x - angle.cos()).abs() < 1e-3 && (x.z + angle.sin()).abs() < 1e-3, "{time}: {x}");
    }
}

#[test]
fn clips_begin_at_zero_and_end_with_their_range() {
    let (scene, findings) = read(&moving("Open", (1.0, 2.0), &[(0.0, 0.0), (4.0, 4.0)], LINEAR));
    let (times, values, _) = keys(&scene, Property::Translation);
    assert_near(&times, &[0.0, 1.0]);
    assert_near(&values, &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    assert_eq!(count(&findings, kinds::CLIP_CUT), 1);
}

#[test]
fn curves_that_repeat_fill_their_clip() {
    let repeated = curve(23, &[(0.0, 0.0), (1.0, 1.0)], LINEAR)
        .replace("\tKeyVer", "\tPost-Extrapolation: {\n\t\tType: 82\n\t\tRepetition: -1\n\t}\n\tPostExtrapolation: {\n\t\tType: 82\n\t\tRepetition: -1\n\t}\n\tKeyVer");
    let (scene, _) = read(&clip("Loop", "Lcl Translation", "d|X", (0.0, 3.0), &repeated));
    let id = scene.animations.ids().next().unwrap();
    let at = |time: f32| scene.sample(id, time).unwrap().world(scene.node("Door").unwrap()).w_axis.x;
    assert!((at(2.5) - 0.5).abs() < 0.02, "{}", at(2.5));
    assert!((scene.duration(id).unwrap() - 3.0).abs() < 1e-3);
}

fn named(stored: &str, file: &str) -> (String, Findings) {
    let text = moving(stored, (0.0, 1.0), &[(0.0, 0.0), (1.0, 1.0)], LINEAR);
    let (scene, findings) = parse(text.as_bytes(), &ReadOptions::default().name(file), &NoFiles).unwrap();
    (scene.animations.first().unwrap().name.clone(), findings)
}

#[test]
fn clips_have_names_of_people() {
    for (stored, file, name, told) in [
        ("Door|Walk|BaseLayer", "", "Walk", 1),
        ("Door|mixamo.com|Layer0", "", "mixamo.com", 1),
        ("Door|mixamo.com|Layer0", "Running", "Running", 1),
        ("Take 001", "Running", "Running", 1),
        ("Walk", "Running", "Walk", 0),
    ] {
        let (found, findings) = named(stored, file);
        assert_eq!((found.as_str(), count(&findings, kinds::CLIP_NAMED)), (name, told), "{stored}");
    }
}
