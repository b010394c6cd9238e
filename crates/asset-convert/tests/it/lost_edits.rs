//! Edits that no engine writes are told, and those that are written aren't.

use std::path::Path;
use std::sync::Arc;

use asset_convert::{ConvertOptions, ConvertTo as _, OutputFormat, convert};
use asset_formats::Asset;
use asset_project::{Project, Resources};
use asset_scene::{Id, Scene};
use scene_adapter::kinds;

const ROOM: &str = r#"<?xml version="1.0"?>
<scene id="1">
	<node id="2">
		<attribute name="Name" value="hero" />
		<component type="AnimatedModel" id="3">
			<attribute name="Model" value="Model;Models/Hero.mdl" />
		</component>
		<component type="AnimationController" id="4">
			<attribute name="Animations">
				<variant type="String" value="Models/Hero_Wave.ani" />
				<variant type="Float" value="1" />
				<variant type="Float" value="1" />
				<variant type="Float" value="0" />
				<variant type="Float" value="0" />
			</attribute>
		</component>
	</node>
</scene>
"#;

/// Writes a project with a scene, and returns the scene's path.
fn project(folder: &Path) -> std::path::PathBuf {
    let sample = |name: &str| fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).unwrap().bytes;
    let files = [
        ("Models/Hero.mdl", sample("Character.mdl")),
        ("Models/Hero_Wave.ani", sample("Character_Wave.ani")),
        ("Scenes/Room.xml", ROOM.as_bytes().to_vec()),
    ];
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder.join("Scenes/Room.xml")
}

/// Returns the kinds of findings about edits that aren't written, after an edit in glTF.
fn told(edit: impl Fn(&mut Scene<'static>)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = project(folder.path());
    let glb = Project::around(&path).unwrap().open(&path).unwrap().to_glb().unwrap();
    let bytes = &glb.files.last().unwrap().bytes;
    let (scene, _) = asset_gltf::parse(bytes, &Default::default(), &asset_gltf::NoFiles).unwrap();
    let mut scene = scene.into_owned();
    edit(&mut scene);
    let (edited, _) = asset_gltf::write_glb(&scene, &Default::default()).unwrap();
    let asset = Asset::parse(&edited, None).unwrap();
    let resources = Arc::new(Resources::new().folder(folder.path()).unwrap());
    let options = ConvertOptions::default().resources(resources);
    let input = asset_convert::Input::new("Room", &asset);
    let converted = convert(&[input], OutputFormat::XML, "Scenes/Room.xml", &options).unwrap();
    let lost = [kinds::EDIT_LOST, kinds::ANIMATIONS_KEPT];
    let lost = converted.findings.iter().filter(|finding| lost.contains(&finding.kind));
    lost.map(ToString::to_string).collect()
}

#[test]
fn what_is_written_is_not_told() {
    assert_eq!(told(|_| ()), Vec::<String>::new());
    let hidden = told(|scene| {
        scene.nodes.iter_mut().filter(|node| node.mesh.is_some()).for_each(|node| node.hidden = true);
    });
    assert_eq!(hidden, Vec::<String>::new(), "the engine disables the component");
}

#[test]
fn what_cannot_be_written_is_told() {
    let doubled = told(|scene| scene.materials.iter_mut().for_each(|material| material.double_sided ^= true));
    assert!(doubled.len() == 1 && doubled[0].contains("a plain material that was edited"), "{doubled:?}");
    let removed = told(|scene| scene.animations = Default::default());
    assert!(removed.len() == 1 && removed[0].contains("\"Hero_Wave\""), "{removed:?}");
    let renamed = told(|scene| scene.animations[Id::new(0)].name = "Greet".into());
    assert!(renamed.len() == 1 && renamed[0].contains("they stay in the file"), "{renamed:?}");
}
