//! Files from outside with broken keys and positions: repaired with a warning, or refused. What says *error* writes no file.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use engine_assets::Asset;
use engine_assets::asset_scene::curve::{Curve, Side};
use engine_assets::asset_scene::{Property, Scene};

/// The float bytes of a binary chunk.
fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A `.glb` of a JSON and a binary chunk.
fn glb(json: &str, bin: &[u8]) -> Vec<u8> {
    let padded = |bytes: &[u8], with: u8| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), with);
        bytes
    };
    let (json, bin) = (padded(json.as_bytes(), b' '), padded(bin, 0));
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind.as_slice(), bytes].concat();
    let chunks = [chunk(b"JSON", &json), chunk(b"BIN\0", &bin)].concat();
    [b"glTF".as_slice(), &2_u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes(), &chunks].concat()
}

/// A triangle on a node that an animation turns, with this first coordinate, times and rotations.
fn turning(corner: f32, times: &[f32], rotations: &[f32]) -> Vec<u8> {
    turning_by(&["Open"], corner, (times, rotations))
}

/// The same with several animations of the same keys.
fn turning_by(names: &[&str], corner: f32, (times, rotations): (&[f32], &[f32])) -> Vec<u8> {
    let positions = floats(&[corner, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let (times, count) = (floats(times), times.len());
    let bin = [positions.as_slice(), &times, &floats(rotations)].concat();
    let view = |start: usize, length: usize| format!(r#"{{"buffer":0,"byteOffset":{start},"byteLength":{length}}}"#);
    let views = [view(0, 36), view(36, times.len()), view(36 + times.len(), rotations.len() * 4)].join(",");
    let animation = |name: &&str| {
        format!(
            r#"{{"name":"{name}","samplers":[{{"input":1,"output":2}}],"channels":[{{"sampler":0,"target":{{"node":0,"path":"rotation"}}}}]}}"#
        )
    };
    let animations = names.iter().map(animation).collect::<Vec<_>>().join(",");
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"Door","mesh":0}}],
"buffers":[{{"byteLength":{}}}],"bufferViews":[{views}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}},
{{"bufferView":1,"componentType":5126,"count":{count},"type":"SCALAR","min":[0],"max":[2]}},
{{"bufferView":2,"componentType":5126,"count":{count},"type":"VEC4"}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
"animations":[{animations}]}}"#,
        bin.len()
    );
    glb(&json, &bin)
}

const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// A rotation that isn't of unit length, one of length 0, one without a number, and times that go back.
fn repairable() -> Vec<u8> {
    let rotations =
        [[0.0, 0.0, 0.0, 2.0], [0.0; 4], [0.0, f32::NAN, 0.0, 1.0], [0.0, HALF, 0.0, HALF], [0.0, 0.0, 0.0, 1.0]];
    turning(0.0, &[0.0, 0.5, 0.75, 2.0, 1.0], rotations.as_flattened())
}

/// Checks that all rotations of an animation have unit length and that the times of keys ascend.
fn assert_sound(scene: &Scene<'_>) {
    let animation = scene.animations.first().expect("an animation");
    for channel in animation.channels.iter().filter(|channel| channel.property == Property::Rotation) {
        let curve = Curve::read(scene, channel).expect("a curve");
        assert_eq!(curve.times(), [0.0, 1.0, 2.0]);
        for time in curve.times() {
            assert!((curve.sample(*time, Side::After).length() - 1.0).abs() < 1e-3);
        }
    }
}

#[test]
fn broken_keys_are_repaired_with_warnings() {
    let folder = folder(&[("in.glb", &repairable())]);
    let [input, model, shown] = ["in.glb", "Models/Door.mdl", "out.glb"].map(|name| path(&folder, name));
    for output in [&model, &shown] {
        let output = run(&["convert", text(&input), "-o", text(output)]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("asset-scene/keys-repaired") && !said.contains("error"), "{said}");
    }
    let back = path(&folder, "back.glb");
    assert_eq!(run(&["convert", text(&model), "-o", text(&back)]).status.code(), Some(0));
    for file in [&shown, &back] {
        let bytes = std::fs::read(file).expect("a file");
        assert_sound(&Asset::parse(&bytes, None).expect("glTF").to_scene("Door").expect("a scene").0);
    }
    // `validate` still calls them errors: other programs refuse such a file.
    let said = run(&["validate", text(&input)]);
    assert_eq!(said.status.code(), Some(1), "{}", stdout(&said));
}

#[test]
fn denied_warnings_deny_repairs() {
    let folder = folder(&[("in.glb", &repairable())]);
    let [input, output] = ["in.glb", "Door.mdl"].map(|name| path(&folder, name));
    assert_eq!(run(&["convert", "--deny", "warnings", text(&input), "-o", text(&output)]).status.code(), Some(1));
    assert!(!output.exists());
}

#[test]
fn positions_without_a_number_are_refused_and_other_inputs_go_on() {
    let whole = turning(0.0, &[0.0], &[0.0, 0.0, 0.0, 1.0]);
    let folder = folder(&[("in/bad.glb", &turning(f32::NAN, &[0.0], &[0.0, 0.0, 0.0, 1.0])), ("in/good.glb", &whole)]);
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    let output = run(&["convert", "--to", "mdl", text(&input), "-o", text(&out)]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: mesh 0") && said.contains("asset-scene/positions-broken"), "{said}");
    assert!(said.contains("bad.glb: broken: 1 error"), "{said}");
    let files: Vec<String> = common::files(&out).into_keys().collect();
    assert!(
        files.iter().any(|name| name == "good.mdl") && files.iter().all(|name| !name.starts_with("bad")),
        "{files:?}"
    );

    let picture = path(&folder, "bad.png");
    let output = run(&["render", text(&path(&folder, "in/bad.glb")), "-o", text(&picture)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("positions-broken") && !picture.exists(), "{}", stderr(&output));
    assert_eq!(run(&["render", text(&path(&folder, "in/good.glb")), "-o", text(&picture)]).status.code(), Some(0));
}

#[test]
fn patterns_that_match_no_animation_are_an_error() {
    let folder = folder(&[("in/a.glb", &turning(0.0, &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, HALF, 0.0, HALF]))]);
    let [input, shown, model] = ["in/a.glb", "out.glb", "out.mdl"].map(|name| path(&folder, name));
    for target in [&shown, &model] {
        let output = run(&["convert", "--animations", "nosuch*", text(&input), "-o", text(target)]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("there are: Open") && !target.exists(), "{said}");
    }
    std::fs::copy(&input, path(&folder, "in/b.glb")).expect("a copy");
    let out = path(&folder, "out");
    let all = |pattern: &str| {
        let into = path(&folder, "in");
        run(&["convert", "--to", "glb", "--force", "--animations", pattern, text(&into), "-o", text(&out)])
    };
    let output = all("nosuch*");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("no animation of any file"), "{}", stderr(&output));
    assert_eq!(all("O*").status.code(), Some(0));
}

#[test]
fn a_pattern_also_selects_among_the_animations_of_a_gltf() {
    let keys: (&[f32], &[f32]) = (&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, HALF, 0.0, HALF]);
    let folder = folder(&[("in.glb", &turning_by(&["Open", "Shut"], 0.0, keys))]);
    let [input, shown] = ["in.glb", "out.glb"].map(|name| path(&folder, name));
    let output = run(&["convert", "--animations", "S*", text(&input), "-o", text(&shown)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bytes = std::fs::read(&shown).expect("a file");
    let asset = Asset::parse(&bytes, None).expect("glTF");
    let (scene, _) = asset.to_scene("x").expect("a scene");
    let names: Vec<&str> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(names, ["Shut"]);
}
