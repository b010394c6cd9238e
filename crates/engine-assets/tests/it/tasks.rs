//! The examples, run: the first tasks of a newcomer.

#[path = "../../examples/build_cube.rs"]
mod build_cube;
#[path = "../../examples/convert_folder.rs"]
mod convert_folder;
#[path = "../../examples/draw_model.rs"]
mod draw_model;
#[path = "../../examples/edit_udm.rs"]
mod edit_udm;
#[path = "../../examples/glb_to_mdl.rs"]
mod glb_to_mdl;
#[path = "../../examples/look_into_script.rs"]
mod look_into_script;
#[path = "../../examples/print_bones.rs"]
mod print_bones;
#[path = "../../examples/replace_in_package.rs"]
mod replace_in_package;
#[path = "../../examples/retime_animation.rs"]
mod retime_animation;
#[path = "../../examples/scene_inventory.rs"]
mod scene_inventory;
#[path = "../../examples/strip_lods.rs"]
mod strip_lods;

use engine_assets::convert::{ConvertOptions, Input, OutputFormat, Overwrite, convert};
use engine_assets::prelude::*;
use engine_assets::urho_ani::Animation;
use engine_assets::urho_mdl::Model;
use engine_assets::urho_pak::Package;
use engine_assets::{Asset, Error, Hint, udm, urho_mdl};

fn sample(name: &str) -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    samples.into_iter().find(|sample| sample.name == name).expect("a sample of this name").bytes
}

/// The error for a file without a scene suggests no other output format.
#[test]
fn animations_and_textures_have_no_scene() {
    let said = |name: &str| {
        let bytes = sample(name);
        let asset = Asset::parse(&bytes, Some(name.as_ref())).unwrap().into_owned();
        asset.to_scene("scene").map(drop).unwrap_err().to_string()
    };
    assert_eq!(said("Character_Wave.ani"), "expected a model, found another format: Urho3D animation");
    let bytes = sample("Flat.ps3");
    let shader = Asset::parse(&bytes, Some("Flat.ps3".as_ref())).unwrap();
    let error = shader.convert_to("Flat.glb", &ConvertOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "expected a document that can be converted, found Urho3D shader cache, which can't become glb");
    let error = shader.convert_to("Flat.hs5", &ConvertOptions::default()).unwrap();
    assert_eq!(error.requested("Flat.hs5").unwrap().bytes, bytes);
}

#[test]
fn options_of_opening_hold() {
    use engine_assets::OpenOptions;
    let cube = build_cube::cube().unwrap();
    let (model, _) = cube.to_version_lossy(urho_mdl::Version::Bare2011);
    let bare = model.to_bytes().unwrap();
    let error = Asset::parse(&bare, Some("Old.mdl".as_ref())).unwrap_err();
    assert!(matches!(error, Error::Unknown { hint: Some(Hint::BareModel) }), "{error}");
    assert!(error.to_string().contains("bare_2011"));
    assert!(Asset::parse_with(&bare, Some("Old.mdl".as_ref()), &OpenOptions::default().bare_2011(true)).is_ok());
    let glb = {
        let bytes = sample("Tile.zed");
        let asset = Asset::parse(&bytes, None).unwrap().into_owned();
        asset.convert_to("Tile.glb", &ConvertOptions::default()).unwrap().files.pop().unwrap().bytes
    };
    let limits = engine_assets::binio::Limits::default().max_expanded_bytes(1);
    let small = OpenOptions::default().limits(limits);
    assert!(Asset::parse_with(&glb, None, &small).is_err());
    assert!(Asset::parse_with(&glb, None, &OpenOptions::default().check_gltf(false)).is_ok());
    let asset = Asset::parse(&glb, None).unwrap();
    assert!(asset.into_owned().to_scene("Tile").is_ok());
}

/// JSON says nothing of itself: it has to be whole.
#[test]
fn scenes_in_json_are_detected_by_the_whole_file() {
    use engine_assets::{Detection, Format};
    let scene = engine_assets::urho_scene::Scene::new(
        engine_assets::urho_scene::Engine::Urho3d,
        engine_assets::urho_scene::Kind::Prefab,
    );
    let json = engine_assets::urho_scene::Document::from_scene(
        scene,
        engine_assets::urho_scene::Encoding::Json,
        &Default::default(),
    );
    let json = json.unwrap().0.to_bytes().unwrap();
    let path = Some("Lamp.json".as_ref());
    let length = json.len() as u64;
    assert_eq!(Format::detect(&json, length, &json, path), Detection::Known(Format::URHO_PREFAB));
    assert_eq!(Format::detect(&json[..json.len() - 2], length, &json, path), Detection::Unknown(None));
}

#[test]
fn bones_are_printed_below_their_parents() {
    let bytes = sample("Character.mdl");
    let model = Model::parse(&bytes).unwrap();
    let text = print_bones::bones(&model);
    assert_eq!(text.lines().count(), model.skeleton.bones.len());
    let first = text.lines().next().unwrap();
    assert!(!first.starts_with(' ') && text.lines().nth(1).unwrap().starts_with("  "), "{text}");
}

#[test]
fn a_cube_has_six_sides() {
    let cube = build_cube::cube().unwrap();
    assert!(cube.validate().is_empty(), "{:?}", cube.validate());
    let lod = &cube.geometries[0].lods[0];
    let buffer = &cube.vertex_buffers[0];
    let (positions, normals) = (buffer.positions().unwrap().to_vec(), buffer.normals().unwrap().to_vec());
    let triangles: Vec<[u32; 3]> = cube.triangles(lod).collect();
    assert_eq!(triangles.len(), 12);
    for [a, b, c] in triangles.into_iter().map(|corners| corners.map(|corner| corner as usize)) {
        // Clockwise from outside in a left-handed space: the cross product points out.
        let out = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
        assert!(out.dot(normals[a]) > 0.9, "{a} {b} {c}");
    }
}

#[test]
fn an_animation_takes_longer() {
    let bytes = sample("Character_Wave.ani");
    let slow = retime_animation::retimed(&bytes, 2.0).unwrap();
    let lengths = [&bytes, &slow].map(|bytes| Animation::parse(bytes).unwrap().length);
    assert_eq!(lengths[1], lengths[0] * 2.0);
}

#[test]
fn one_entry_is_replaced() {
    let bytes = sample("Character.pak");
    let changed = replace_in_package::replaced(&bytes, "Character.xml", b"<metadata/>").unwrap();
    let (before, after) = (Package::open(&bytes[..]).unwrap(), Package::open(&changed[..]).unwrap());
    let limits = engine_assets::binio::Limits::default();
    assert_eq!(after.get("Character.xml").unwrap().read_with(&limits).unwrap(), b"<metadata/>");
    let [old, new] = [&before, &after].map(|package| package.get("Character.mdl").unwrap().read_with(&limits).unwrap());
    assert_eq!(old, new);
}

#[test]
fn a_value_is_changed() {
    let changed = edit_udm::with_float(b"$float range 3.0\n$string name \"lamp\"\n", "range", 4.5).unwrap();
    let document = udm::Document::parse(&changed).unwrap();
    assert_eq!(document.get("range"), Some(&udm::Value::F32(4.5)));
    assert_eq!(document.get("name").and_then(udm::Value::as_text), Some(&b"lamp"[..]));
}

#[test]
fn one_level_of_detail_stays() {
    let bytes = sample("Character.mdl");
    let fine = strip_lods::stripped(&bytes, 0).unwrap();
    let model = Model::parse(&fine).unwrap();
    assert!(model.geometries.iter().all(|geometry| geometry.lods.len() == 1) && fine.len() < bytes.len());
}

#[test]
fn gltf_becomes_a_model_and_back() {
    let bytes = sample("Character.mdl");
    let asset = Asset::parse(&bytes, None).unwrap();
    let options = ConvertOptions::default();
    let mut glb = convert(&[Input::new("Fox", &asset)], OutputFormat::GLB, "Fox.glb", &options).unwrap();
    let made = glb_to_mdl::to_mdl(&glb.files.pop().unwrap().bytes).unwrap();
    assert!(made.restored);
    assert_eq!(made.files.last().unwrap().bytes, bytes);
    let folder = tempfile::tempdir().unwrap();
    made.write_below(folder.path(), Overwrite::Never).unwrap();
    assert_eq!(std::fs::read(folder.path().join("Fox.mdl")).unwrap(), bytes);
    let again = made.write_below(folder.path(), Overwrite::Never).unwrap_err();
    assert_eq!(again.kind(), std::io::ErrorKind::AlreadyExists);
    made.write_below(folder.path(), Overwrite::Always).unwrap();
}

#[test]
fn models_of_every_engine_are_drawn() {
    for name in ["Character.mdl", "Crate.pmdl_b", "Tile.zed"] {
        let asset = Asset::parse(&sample(name), Some(name.as_ref())).unwrap().into_owned();
        let draws = draw_model::draws(&asset).unwrap();
        assert!(!draws.is_empty(), "{name}");
        for draw in draws {
            assert!(
                !draw.triangles.is_empty()
                    && draw.triangles.iter().flatten().all(|corner| (*corner as usize) < draw.vertices.positions.len())
            );
            let (positions, normals) = (&draw.vertices.positions, &draw.vertices.normals);
            assert!(normals.is_empty() || normals.len() == positions.len());
            assert!(positions.iter().all(|position| position.is_finite()), "{name}");
        }
    }
}

/// A unit of Pragma is 0.025 m. Skinned meshes are placed by their joints, which are below the node that scales.
#[test]
fn skinned_and_rigid_parts_are_drawn_in_metres() {
    use engine_assets::asset_scene::Semantic;
    use engine_assets::pragma_asset::{MeshData, Model, Pose, glam::Vec3};
    let triangle = |x: f32| MeshData {
        positions: vec![Vec3::new(x, 0.0, 0.0), Vec3::new(x + 40.0, 0.0, 0.0), Vec3::new(x, 40.0, 0.0)],
        indices: vec![0, 1, 2],
        ..MeshData::default()
    };
    let bound = MeshData { bones: vec![[0, -1, -1, -1]; 3], weights: vec![[1.0, 0.0, 0.0, 0.0]; 3], ..triangle(0.0) };
    let model = Model::builder().bone("arm", None, Pose::default()).material("white");
    let model = model.mesh("body", bound).mesh("stone", triangle(400.0)).build().unwrap();
    let asset = engine_assets::Asset::new(model);
    let (scene, _) = asset.to_scene("model").unwrap();
    assert!(
        scene.meshes.iter().flat_map(|mesh| &mesh.primitives).any(|one| one.attribute(&Semantic::Joints(0)).is_some())
    );
    let draws = draw_model::draws(&asset).unwrap();
    let mut farthest: Vec<f32> = draws
        .iter()
        .map(|draw| draw.vertices.positions.iter().map(|position| position.x).fold(0.0, f32::max))
        .collect();
    farthest.sort_by(f32::total_cmp);
    assert_eq!(farthest, [1.0, 11.0]);
    // The same through glTF.
    let glb =
        convert(&[Input::new("model", &asset)], OutputFormat::GLB, "model.glb", &ConvertOptions::default()).unwrap();
    let glb = Asset::parse(&glb.files[0].bytes, None).unwrap();
    let bounds = |asset: &Asset<'_>| {
        let (scene, _) = asset.to_scene("model").unwrap();
        scene.rest_pose().unwrap().bounds(&scene).unwrap()
    };
    assert_eq!(bounds(&glb), bounds(&asset));
}

#[test]
fn folders_are_converted_and_bad_models_dont_stop_them() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("in");
    std::fs::create_dir_all(from.join("deep")).unwrap();
    let model = sample("Character.mdl");
    for (name, bytes) in
        [("a.mdl", &model[..]), ("deep/b.zed", &sample("Tile.zed")), ("cut.mdl", &model[..99]), ("notes.txt", b"no")]
    {
        std::fs::write(from.join(name), bytes).unwrap();
    }
    let out = folder.path().join("out");
    let done = convert_folder::convert(&from, &out).unwrap();
    assert_eq!((done.files().len(), done.skipped().len(), done.failures().len()), (2, 1, 1), "{done:?}");
    assert!(done.failures()[0].to_string().contains("cut.mdl"), "{done:?}");
    for name in ["a.glb", "deep/b.glb"] {
        assert!(std::fs::read(out.join(name)).unwrap().starts_with(b"glTF"), "{name}");
    }
    // Existing files aren't replaced.
    let refused = convert_folder::convert(&from, &out).unwrap_err();
    assert!(refused.to_string().contains("2 output files already exist: "), "{refused}");
}

#[test]
fn scripts_are_looked_into() {
    let look = look_into_script::look(&sample("Scripts/Start.asc")).unwrap();
    assert_eq!(
        (look.calls.as_deref(), look.texts.as_slice()),
        (Some(&["void Print()".to_owned()][..]), &["Hello".to_owned()][..])
    );
    assert!(look.far_reaching().is_empty());
    let reaching = look_into_script::Look {
        calls: Some(vec!["FileSystem@ get_fileSystem()".into()]),
        texts: vec![],
        findings: vec![],
    };
    assert_eq!(reaching.far_reaching(), ["FileSystem@ get_fileSystem()"]);
}

#[test]
fn scenes_have_an_inventory() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["Models/Box.mdl", "Materials/Ground.xml"] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, sample(name)).unwrap();
    }
    let resources = engine_assets::Resources::new().folder(folder.path()).unwrap();
    let inventory = scene_inventory::take(&sample("Scenes/Camp.xml"), &resources).unwrap();
    assert_eq!((inventory.nodes, inventory.components["AnimatedModel"], inventory.files["Character.mdl"]), (5, 2, 2));
    assert_eq!(inventory.missing, ["Character.mdl", "Materials/Character.xml"]);
}
