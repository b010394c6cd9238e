//! FBX and OBJ.

use crate::common;

use common::{folder, path, png, run, stderr, stdout, text};
use engine_assets::Format;
use engine_assets::asset_scene::{Data, Scene};
use serde_json::Value;

/// A door of one square in centimetres, with a texture of another machine, that turns about Y in a second: a curve with few keys.
fn door(name: &str) -> String {
    let second = 46_186_158_000_i64;
    format!(
        r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {{
	FBXVersion: 7400
}}
GlobalSettings:  {{
	Properties70:  {{
		P: "UpAxis", "int", "Integer", "",1
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",2
		P: "FrontAxisSign", "int", "Integer", "",1
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",1.0
	}}
}}
Objects:  {{
	Geometry: 1, "Geometry::", "Mesh" {{
		Vertices: *12 {{
			a: 0,0,0,100,0,0,100,200,0,0,200,0
		}}
		PolygonVertexIndex: *4 {{
			a: 0,1,2,-4
		}}
		LayerElementUV: 0 {{
			Name: "map1"
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "Direct"
			UV: *8 {{
				a: 0,0,1,0,1,1,0,1
			}}
		}}
		Layer: 0 {{
			LayerElement: {{
				Type: "LayerElementUV"
				TypedIndex: 0
			}}
		}}
	}}
	Model: 2, "Model::{name}", "Mesh" {{
	}}
	Material: 3, "Material::oak", "" {{
		ShadingModel: "lambert"
	}}
	Texture: 4, "Texture::oak", "" {{
		FileName: "C:\Users\someone\oak.png"
		RelativeFilename: "..\someone\oak.png"
	}}
	AnimationStack: 20, "AnimStack::{name}|Open|BaseLayer", "" {{
		Properties70: {{
			P: "LocalStop", "KTime", "Time", "",{second}
		}}
	}}
	AnimationLayer: 21, "AnimLayer::BaseLayer", "" {{
	}}
	AnimationCurveNode: 22, "AnimCurveNode::R", "" {{
	}}
	AnimationCurve: 23, "AnimCurve::", "" {{
		KeyTime: *3 {{
			a: 0,{half},{second}
		}}
		KeyValueFloat: *3 {{
			a: 0,90,20
		}}
		KeyAttrFlags: *1 {{
			a: 264
		}}
		KeyAttrDataFloat: *4 {{
			a: 0,0,0,0
		}}
		KeyAttrRefCount: *1 {{
			a: 3
		}}
	}}
}}
Connections:  {{
	C: "OO",1,2
	C: "OO",2,0
	C: "OO",3,2
	C: "OP",4,3, "DiffuseColor"
	C: "OO",21,20
	C: "OO",22,21
	C: "OP",22,2, "Lcl Rotation"
	C: "OP",23,22, "d|Y"
}}
"#,
        half = second / 2,
        name = name
    )
}

const CRATE: &str = "mtllib crate.mtl\no Crate\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl pine\nf 1/1 2/1 3/1\n";

fn scene(file: &std::path::Path) -> Scene<'static> {
    let Some(gltf) =
        engine_assets::open(file).ok().and_then(|asset| asset.into_owned().downcast::<engine_assets::GltfDocument>())
    else {
        panic!("a glb")
    };
    gltf.scene
}

#[test]
fn files_are_detected_and_inspected() {
    let folder = folder(&[
        ("a.fbx", door("Door").as_bytes()),
        ("noname", door("Door").as_bytes()),
        ("b.obj", CRATE.as_bytes()),
        ("b.txt", CRATE.as_bytes()),
        ("c.fbx", b"garbage garbage"),
    ]);
    for (name, format, variant) in [("a.fbx", "fbx", "text"), ("noname", "fbx", "text"), ("b.obj", "obj", "obj")] {
        let output = run(&["inspect", "--json", text(&path(&folder, name))]);
        let found: Value = serde_json::from_str(stdout(&output).trim()).expect("JSON");
        assert_eq!((found["format"].as_str(), found["variant"].as_str()), (Some(format), Some(variant)), "{name}");
    }
    // Text of any kind may look like OBJ.
    assert_ne!(run(&["inspect", text(&path(&folder, "b.txt"))]).status.code(), Some(0));
    let output = run(&["inspect", text(&path(&folder, "c.fbx"))]);
    assert!(output.status.code() != Some(0) && stderr(&output).contains("FBX"), "{}", stderr(&output));
}

#[test]
fn models_become_models_of_engines() {
    let picture = png(7);
    let folder = folder(&[("a.fbx", door("Door").as_bytes()), ("oak.png", &picture)]);
    let input = path(&folder, "a.fbx");
    for (output, format) in
        [("out/a.glb", Format::GLTF), ("out/Models/a.mdl", Format::URHO_MDL), ("out/a.pmdl_b", Format::PRAGMA_MODEL)]
    {
        let target = path(&folder, output);
        let done = run(&["convert", text(&input), "-o", text(&target)]);
        assert_eq!(done.status.code(), Some(0), "{output}: {}", stderr(&done));
        assert!(stderr(&done).contains("asset-fbx/texture-found"), "{}", stderr(&done));
        assert_eq!(engine_assets::open(&target).expect("a model").format(), format);
    }
    let glb = scene(&path(&folder, "out/a.glb"));
    assert_eq!(glb.animations.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["Open"]);
    assert_eq!(&*glb.images.first().expect("an image").bytes.read().expect("bytes"), &*picture);
    let bounds = glb.rest_pose().expect("a pose").bounds(&glb).expect("bounds");
    assert!((bounds.max.y - 2.0).abs() < 1e-5 && (bounds.max.x - 1.0).abs() < 1e-5, "in metres: {bounds:?}");
    // The animation and the texture are files of the engine.
    let files = common::files(&path(&folder, "out"));
    assert!(files.keys().any(|name| name.ends_with("_Open.ani")), "{:?}", files.keys());
    assert!(files.keys().any(|name| name.starts_with("Textures/")), "{:?}", files.keys());
    let Some(model) = engine_assets::open(path(&folder, "out/Models/a.mdl"))
        .ok()
        .and_then(|asset| asset.into_owned().downcast::<engine_assets::urho_mdl::Model<'static>>())
    else {
        panic!("a model")
    };
    assert_eq!(model.geometries.len(), 1);
}

#[test]
fn curves_have_as_many_keys_as_their_tolerance_needs() {
    let folder = folder(&[("a.fbx", door("Door").as_bytes())]);
    let keys = |tolerance: &str| {
        let target = path(&folder, &format!("{tolerance}.glb"));
        let input = path(&folder, "a.fbx");
        let done = run(&["convert", text(&input), "-o", text(&target), "--curve-tolerance", tolerance]);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        let scene = scene(&target);
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let most = channels.map(|channel| scene[channel.times].count).max().expect("a channel");
        assert!(scene.arrays.iter().all(|array| matches!(array.data, Data::Dense(_))));
        most
    };
    let (fine, usual, coarse) = (keys("0.001"), keys("0.1"), keys("30"));
    assert!(fine >= usual && usual > coarse && (3..20).contains(&coarse), "{fine} {usual} {coarse}");
    let zero = run(&["convert", "a.fbx", "-o", "a.glb", "--curve-tolerance", "0"]);
    assert_eq!(zero.status.code(), Some(2));
}

#[test]
fn folders_are_converted() {
    let folder = folder(&[
        ("in/doors/a.fbx", door("Door").as_bytes()),
        ("in/crate.obj", CRATE.as_bytes()),
        ("in/crate.mtl", b"newmtl pine\nKd 1 0 0\n"),
        ("in/notes.txt", b"notes"),
    ]);
    let (from, to) = (path(&folder, "in"), path(&folder, "out"));
    let done = run(&["convert", text(&from), "--to", "glb", "-o", text(&to)]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let names: Vec<String> = common::files(&to).into_keys().collect();
    assert_eq!(names, ["crate.glb", "doors/a.glb"]);
    let target = scene(&path(&folder, "out/crate.glb"));
    assert_eq!(target.materials.first().expect("a material").base_color, [1.0, 0.0, 0.0, 1.0]);
    // Only what has changed is converted again: the materials of an OBJ are a part of it.
    let again = |expected: &str| {
        let done = run(&["convert", text(&from), "--to", "glb", "-o", text(&to), "--newer"]);
        assert!(stderr(&done).contains(expected), "{}", stderr(&done));
    };
    again("2");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(10);
    std::fs::File::options()
        .write(true)
        .open(from.join("crate.mtl"))
        .and_then(|file| file.set_modified(later))
        .expect("a file");
    again("crate.glb");
}

#[test]
fn they_are_only_read() {
    let folder = folder(&[("a.fbx", door("Door").as_bytes()), ("b.obj", CRATE.as_bytes())]);
    for (input, output) in [("a.fbx", "c.fbx"), ("a.fbx", "c.obj"), ("b.obj", "c.fbx")] {
        let done = run(&["convert", text(&path(&folder, input)), "-o", text(&path(&folder, output))]);
        assert_ne!(done.status.code(), Some(0), "{input} to {output}");
    }
    // There is nothing to compare with.
    let done = run(&["validate", "--roundtrip", text(&path(&folder, "a.fbx"))]);
    assert_eq!(done.status.code(), Some(0), "{}{}", stdout(&done), stderr(&done));
}

#[test]
fn damaged_files_are_errors() {
    let whole = door("Door");
    let folder = folder(&[("a.fbx", &whole.as_bytes()[..whole.len() / 2])]);
    let done = run(&["convert", text(&path(&folder, "a.fbx")), "-o", text(&path(&folder, "a.glb"))]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    assert!(!path(&folder, "a.glb").exists());
}

/// A process of its own reads the file: the result is the same, and its errors are errors.
#[test]
fn files_are_read_in_a_process_of_their_own() {
    let whole = door("Door");
    let folder = folder(&[
        ("in/a.fbx", whole.as_bytes()),
        ("in/b.obj", CRATE.as_bytes()),
        ("in/oak.png", &png(7)),
        ("bad/c.fbx", &whole.as_bytes()[..whole.len() / 2]),
    ]);
    for (input, output) in [("in/a.fbx", "a.mdl"), ("in/b.obj", "b.mdl")] {
        let convert = |to: &str, more: &[&str]| {
            let target = path(&folder, &format!("{to}/Models/{output}"));
            let done = run(&[&["convert", text(&path(&folder, input)), "-o", text(&target)], more].concat());
            assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
            (common::files(&path(&folder, to)), stderr(&done))
        };
        let (plain, _) = convert(&format!("plain-{output}"), &[]);
        let (isolated, said) = convert(&format!("isolated-{output}"), &["--isolate"]);
        assert_eq!(plain.keys().collect::<Vec<_>>(), isolated.keys().collect::<Vec<_>>());
        let model = format!("Models/{output}");
        assert_eq!(plain[&model], isolated[&model]);
        assert!(!input.ends_with("fbx") || said.contains("asset-fbx/texture-found"), "{said}");
    }
    let target = path(&folder, "c.glb");
    let done = run(&["convert", text(&path(&folder, "bad/c.fbx")), "-o", text(&target), "--isolate"]);
    assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
    assert!(!target.exists() && stderr(&done).contains("the process that reads it ended"), "{}", stderr(&done));
}
