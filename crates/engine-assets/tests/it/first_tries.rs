//! Six small programs as somebody writes them who has read the documentation only.

use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine-assets-cli/samples").join(name)
}

type Done = Result<(), Box<dyn std::error::Error>>;

#[test]
fn bounding_box_and_bones() -> Done {
    use engine_assets::urho_mdl::Model;

    let bytes = std::fs::read(sample("Character.mdl"))?;
    let model = Model::parse(&bytes)?;
    println!("{:?} to {:?}", model.bounds.min, model.bounds.max);
    for bone in &model.skeleton.bones {
        println!("{} below {:?}", bone.name, bone.parent);
    }
    assert!(!model.skeleton.bones.is_empty());
    Ok(())
}

#[test]
fn extract_a_package_and_append_to_it() -> Done {
    use engine_assets::urho_pak::{Package, UnpackOptions};

    let folder = tempfile::tempdir()?;
    let package = Package::open_path(sample("Character.pak"))?;
    let unpacked = package.extract(folder.path(), UnpackOptions::default())?;
    println!("{} files", unpacked.written);

    let mut builder = package.edit();
    builder.add("Notes.txt", b"Made by hand.")?;
    let bigger = folder.path().join("Bigger.pak");
    builder.save(&bigger, false)?;

    let bigger = Package::open_path(&bigger)?;
    assert_eq!(bigger.entries().count(), package.entries().count() + 1);
    assert_eq!(bigger.get("Notes.txt").unwrap().read()?, b"Made by hand.");
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn udm_as_a_type_of_mine() -> Done {
    use engine_assets::udm;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Settings {
        name: String,
        range: f32,
        sides: Vec<u32>,
        shadows: bool,
    }

    let settings: Settings = udm::from_slice(b"$string name \"Lamp\"\n$float range 12.5\n")?;
    assert_eq!(settings, Settings { name: "Lamp".into(), range: 12.5, ..Settings::default() });
    let text = udm::to_text(&settings, "nil", 1, udm::Style::Compact)?;
    assert_eq!(udm::from_slice::<Settings>(&text)?, settings);
    Ok(())
}

#[test]
fn where_a_hand_is_in_the_middle_of_an_animation() -> Done {
    use engine_assets::asset_scene::Player;
    use engine_assets::convert::{Input, ToScene, gltf_scene};

    let (model, animation) =
        (engine_assets::open(sample("Character.mdl"))?, engine_assets::open(sample("Character_Wave.ani"))?);
    let inputs = [Input::new("Character", &model), Input::new("Character_Wave", &animation)];
    let (scene, _) = gltf_scene(&inputs, &ToScene::default())?;
    let wave = scene.animation("Character_Wave").expect("the animation");
    let player = Player::new(&scene, wave)?;
    let pose = player.sample(player.duration() / 2.0);
    for (id, node) in scene.nodes.enumerate() {
        println!("{}: {}", node.name, pose.world(id).w_axis);
    }
    Ok(())
}

#[test]
fn a_folder_to_glb() -> Done {
    use engine_assets::ConvertFolder;
    use engine_assets::convert::{ConvertOptions, OutputFormat};

    let folder = tempfile::tempdir()?;
    let report = ConvertFolder::new([sample("Models")], OutputFormat::GLB, folder.path())
        .options(ConvertOptions::default().lossy(true))
        .progress(|done, total, file| println!("{done} of {total}: {}", file.display()))
        .run()?;
    for failure in report.failures() {
        println!("{failure}");
    }
    assert!(!report.files().is_empty());
    Ok(())
}

#[test]
fn a_glb_from_nothing() -> Done {
    use engine_assets::asset_gltf::{WriteOptions, write_glb};
    use engine_assets::asset_scene::{Array, Attribute, Material, Mesh, Node, Primitive, Scene, Semantic};

    let mut scene = Scene::default();
    let positions = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let red =
        scene.materials.push(Material { name: "red".into(), base_color: [1.0, 0.0, 0.0, 1.0], ..Material::default() });
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let primitive = Primitive { attributes, material: Some(red), ..Primitive::default() };
    let mesh = scene.meshes.push(Mesh { name: "triangle".into(), primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { name: "triangle".into(), mesh: Some(mesh), ..Node::default() });
    let (glb, findings) = write_glb(&scene, &WriteOptions::default())?;
    for finding in &findings {
        println!("{finding}");
    }
    assert!(glb.starts_with(b"glTF"));
    Ok(())
}
