//! Animations of rbfx in XML: to glTF and home, to `.ani` and back, and edits by path.

use std::path::Path;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use asset_formats::{Asset, Format, SideFile, Typed};
use asset_paths::{SetOptions, ValuePath, Values};
use asset_scene::{Array, Property, Scene};

const DOOR: &str = r#"<animation length="2">
    <!-- opens -->
    <variant name="Left/@/Position" type="Vector3" interpolation="spline" tension="0.7">
        <keyframe time="0.0" value="-0.5 1.0 0.0"/>
        <keyframe time="1.0" value="-1.5  1.0 0.0"/>
        <keyframe time="2.0" value="-1.0 1.0 0.5"/>
    </variant>
    <variant name="Hinge/@/Rotation" type="Quaternion">
        <keyframe time="0" value="1 0 0 0"/>
        <keyframe time="2" value="0.5 0.5 0.5 0.5"/>
    </variant>
    <transform name="Handle" position="yes"><keyframe time="0" position="1 2 3"/></transform>
    <trigger time="1.5" type="String" value="slam"/>
</animation>
"#;

fn parse(text: &[u8]) -> Asset<'_> {
    Asset::parse(text, Some(Path::new("Door.xml"))).expect("an animation")
}

fn made(inputs: &[Input<'_, '_>], output_format: OutputFormat, name: &str) -> Converted {
    convert(inputs, output_format, name, &ConvertOptions::default()).expect("nothing is lost")
}

fn glb(text: &str) -> Vec<u8> {
    let door = parse(text.as_bytes());
    made(&[Input::new("Door", &door)], OutputFormat::GLB, "Door.glb").files.pop().expect("a glTF").bytes
}

fn home(glb: &[u8]) -> (String, Converted) {
    let glb = Asset::parse(glb, None).expect("a glTF");
    let mut made = made(&[Input::new("Door", &glb)], OutputFormat::ANI_XML, "Door.xml");
    let file = made.files.pop().expect("the animation");
    (String::from_utf8(file.bytes).expect("text"), made)
}

/// The glTF after an edit of its scene.
fn edited(glb: &[u8], change: impl FnOnce(&mut Scene<'_>)) -> Vec<u8> {
    let (mut scene, _) = asset_gltf::parse(glb, &Default::default(), &asset_gltf::NoFiles).expect("what was written");
    change(&mut scene);
    asset_gltf::write_glb(&scene, &Default::default()).expect("a scene").0
}

#[test]
fn an_animation_comes_home_as_it_was() {
    let door = parse(DOOR.as_bytes());
    assert_eq!((door.format(), door.to_bytes().expect("its text")), (Format::URHO_XML_ANI, DOOR.as_bytes().to_vec()));
    let (text, made) = home(&glb(DOOR));
    assert_eq!(text, DOOR);
    assert!(made.files.is_empty() && made.findings.is_empty(), "{:?}", made.findings);
}

/// The nodes of the paths move as the engine moves them: splines are splines of glTF.
#[test]
fn nodes_move_as_in_the_engine() {
    let glb = glb(DOOR);
    let (scene, _) = asset_gltf::parse(&glb, &Default::default(), &asset_gltf::NoFiles).expect("what was written");
    let channels: Vec<_> = scene.animations.iter().flat_map(|animation| &animation.channels).collect();
    let of = |name: &str| channels.iter().find(|channel| scene[channel.node].name == name).expect("a channel");
    let curve = asset_scene::curve::Curve::read(&scene, of("Left")).expect("sound");
    let door = parse(DOOR.as_bytes());
    let Typed::UrhoAni(animation) = door.typed() else { panic!("an animation") };
    let engine = animation.variant_tracks[0].curve(animation.variant_encoding);
    let playback = urho_ani::Playback::of(animation, false);
    for step in 0..=20_u8 {
        let time = f32::from(step) / 10.0;
        let place = curve.sample(time, asset_scene::curve::Side::After).truncate().as_vec3().to_array();
        let value = engine.sample(time, &playback, &mut urho_ani::Cursor::default()).and_then(|value| value.as_vec3());
        let [x, y, z] = value.expect("a place").to_array();
        let far = place.iter().zip([-x, y, z]).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(far < 1e-5, "{time}: {place:?} is not {x} {y} {z}");
    }
    assert_eq!(of("Hinge").property, Property::Rotation);
    assert_eq!(channels.len(), 3);
}

#[test]
fn one_edit_changes_one_track() {
    let glb = edited(&glb(DOOR), |scene| {
        let animation = scene.animations.first().expect("an animation");
        let channel = animation.channels.iter().find(|channel| scene[channel.node].name == "Hinge").expect("a channel");
        let (values, mut rows) = (channel.values, scene[channel.values].to_f32s::<4>().expect("rotations"));
        rows[1] = [0.0, -1.0, 0.0, 0.0];
        scene[values] = Array::from_f32s(rows);
    });
    let (text, made) = home(&glb);
    assert_eq!(text, DOOR.replace("value=\"0.5 0.5 0.5 0.5\"", "value=\"0 0 1 0\""));
    assert!(made.findings.is_empty(), "{:?}", made.findings);
    // A spline becomes keys in a line, which is told; everything else stays.
    let glb = edited(&glb, |scene| {
        let animation = scene.animations.first().expect("an animation");
        let channel = animation.channels.iter().find(|channel| scene[channel.node].name == "Left").expect("a channel");
        let (values, mut rows) = (channel.values, scene[channel.values].to_f32s::<3>().expect("places"));
        rows[7][1] += 1.0;
        scene[values] = Array::from_f32s(rows);
    });
    let (text, made) = home(&glb);
    let messages: Vec<_> = made.findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert_eq!(messages, ["scene-urho/track-linear"]);
    let rest = DOOR.split_once("</variant>").expect("the spline's end").1.replace("0.5 0.5 0.5 0.5", "0 0 1 0");
    assert!(text.starts_with("<animation length=\"2\">\n    <!-- opens -->\n    <variant name=\"Left/@/Position\""));
    assert!(text.ends_with(&rest) && text.contains("interpolation=\"linear\""), "{text}");
    assert!(text.contains(" 2 0.5\" />"), "the last key is one higher: {text}");
}

/// A track whose channel is gone is removed, and told.
#[test]
fn a_removed_channel_is_told() {
    let glb = edited(&glb(DOOR), |scene| {
        let names: Vec<String> = scene.nodes.iter().map(|node| node.name.clone()).collect();
        let animation = scene.animations.iter_mut().next().expect("an animation");
        animation.channels.retain(|channel| names[channel.node.index()] != "Hinge");
    });
    let (text, made) = home(&glb);
    assert!(!text.contains("Hinge") && text.contains("Handle") && text.contains("slam"), "{text}");
    let messages: Vec<_> = made.findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert_eq!(messages, ["scene-urho/track-removed"]);
}

/// Beside a model the animation is converted with it, and comes home beside it.
#[test]
fn an_animation_goes_with_its_model() {
    let samples = fuzzkit::samples::all();
    let model = samples.iter().find(|sample| sample.name == "Character.mdl").expect("a sample");
    let model = Asset::parse(&model.bytes, None).expect("a model");
    let Typed::UrhoMdl(own) = model.typed() else { panic!("a model") };
    let bone = own.skeleton.bones.last().expect("a bone").name.to_string();
    let text = DOOR.replace("\"Handle\"", &format!("\"{bone}\""));
    let nod = parse(text.as_bytes());
    let inputs = [Input::new("Character", &model), Input::new("Character_Nod", &nod)];
    let glb = made(&inputs, OutputFormat::GLB, "Character.glb").files.pop().expect("a glTF").bytes;
    let glb = Asset::parse(&glb, None).expect("a glTF");
    let options = ConvertOptions::default().materials(false);
    let made = convert(&[Input::new("Character", &glb)], OutputFormat::UMD3, "Character.mdl", &options);
    let made = made.expect("nothing is lost");
    let file = made.files.iter().find(|file| file.name == "Character_Nod.xml").expect("the animation");
    assert_eq!(String::from_utf8_lossy(&file.bytes), text);
    assert!(made.files.iter().all(|file| !file.name.ends_with(".ani")));
}

#[test]
fn triggers_go_to_the_side_file_and_back() {
    let door = parse(DOOR.as_bytes());
    let binary = made(&[Input::new("Door", &door)], OutputFormat::ANI, "Open.ani");
    let [side, ani] = &binary.files[..] else { panic!("two files") };
    assert_eq!((side.name.as_str(), ani.name.as_str()), ("Open.xml", "Open.ani"));
    assert!(ani.bytes.starts_with(b"UAN2"), "only rbfx has variant tracks");
    let (asset, side) =
        (Asset::parse(&ani.bytes, None).expect("ours"), SideFile::parse("Open.xml", side.bytes.clone(), Some(2.0)));
    let back = made(&[Input::new("Open", &asset).side(&side)], OutputFormat::ANI_XML, "Open.xml");
    let [file] = &back.files[..] else { panic!("one file") };
    let (own, again) = (parse(DOOR.as_bytes()), parse(&file.bytes));
    let (Typed::UrhoAni(own), Typed::UrhoAni(again)) = (own.typed(), again.typed()) else { panic!("animations") };
    assert_eq!(own, again);
    assert!(String::from_utf8_lossy(&file.bytes).contains("slam"));
    // The first version has no variant tracks, which is a loss.
    assert!(convert(&[Input::new("Door", &door)], OutputFormat::UANI, "Open.ani", &ConvertOptions::default()).is_err());
}

#[test]
fn values_are_set_by_their_paths() {
    let mut door = parse(DOOR.as_bytes());
    let path: ValuePath = "tracks/Handle/keys[0]/position".parse().expect("a path");
    door.set_values(&path, "1 2 4", &SetOptions::default()).expect("a place");
    assert_eq!(door.to_bytes().expect("text"), DOOR.replace("\"1 2 3\"", "\"1 2 4\"").into_bytes());
    let path: ValuePath = "length".parse().expect("a path");
    door.set_values(&path, "3", &SetOptions::default()).expect("a length");
    let text = DOOR.replace("\"1 2 3\"", "\"1 2 4\"").replace("length=\"2\"", "length=\"3\"");
    assert_eq!(door.to_bytes().expect("text"), text.into_bytes());
}
