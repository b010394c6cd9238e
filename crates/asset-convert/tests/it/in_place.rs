//! Edits of files that others use go to copies.

use std::path::Path;
use std::sync::Arc;

use asset_convert::{ConvertOptions, ConvertTo as _, Input, OutputFormat, Overwrite, convert};
use asset_formats::Asset;
use asset_project::{Project, Resources};
use asset_scene::Scene;

const STONE: &str = "<material><technique name=\"Techniques/NoTexture.xml\"/></material>\n";

/// A scene that shows the model with the material.
fn scene(material: &str) -> String {
    let attribute = |name: &str, value: &str| format!("<attribute name=\"{name}\" value=\"{value}\"/>");
    let (model, list) =
        (attribute("Model", "Model;Models/Hero.mdl"), attribute("Material", &format!("Material;{material}")));
    format!(
        "<scene id=\"1\"><node id=\"2\"><component type=\"AnimatedModel\" id=\"3\">{model}{list}</component></node></scene>\n"
    )
}

/// A project with the scene `Room.xml`, a model, its material, and further files.
fn project(more: &[(&str, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    let model = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character.mdl").unwrap().bytes;
    write("Models/Hero.mdl", &model);
    write("Materials/Stone.xml", STONE.as_bytes());
    write("Scenes/Room.xml", scene("Materials/Stone.xml").as_bytes());
    more.iter().for_each(|(name, text)| write(name, text.as_bytes()));
    folder
}

/// Exports the scene, edits it, and writes it over its file. Returns the names of all files that were changed or added,
/// and the findings.
fn written(folder: &Path, shared: bool, edit: impl Fn(&mut Scene<'static>)) -> (Vec<String>, Vec<String>) {
    let path = folder.join("Scenes/Room.xml");
    let glb = Project::around(&path).unwrap().open(&path).unwrap().to_glb().unwrap();
    let (scene, _) =
        asset_gltf::parse(&glb.files.last().unwrap().bytes, &Default::default(), &asset_gltf::NoFiles).unwrap();
    let mut scene = scene.into_owned();
    edit(&mut scene);
    write(folder, shared, &scene)
}

/// Writes a scene to the file. Returns the names of all files that were changed or added, and the findings.
fn write(folder: &Path, shared: bool, scene: &Scene<'_>) -> (Vec<String>, Vec<String>) {
    let (edited, _) = asset_gltf::write_glb(scene, &Default::default()).unwrap();
    let asset = Asset::parse(&edited, None).unwrap();
    let resources = Arc::new(Resources::new().folder(folder).unwrap());
    let options = ConvertOptions::default().resources(resources).replaces(true).shared(shared);
    let converted = convert(&[Input::new("Room", &asset)], OutputFormat::XML, "Scenes/Room.xml", &options).unwrap();
    let is_new = |name: &str, bytes: &[u8]| std::fs::read(folder.join(name)).map_or(true, |before| before != bytes);
    let mut files: Vec<String> = converted
        .files
        .iter()
        .filter(|file| is_new(file.name.as_str(), &file.bytes))
        .map(|file| file.name.to_string())
        .collect();
    files.sort();
    let findings = converted.findings.iter().map(ToString::to_string).collect();
    converted.write_below(folder, Overwrite::Always).unwrap();
    (files, findings)
}

fn paint(scene: &mut Scene<'static>) {
    let stone = scene.materials.iter_mut().find(|material| material.name == "Stone").unwrap();
    stone.base_color = [1.0, 0.0, 0.0, 1.0];
}

fn move_vertices(scene: &mut Scene<'static>) {
    let positions: Vec<_> = scene
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives)
        .filter_map(|primitive| primitive.attribute(&asset_scene::Semantic::Position))
        .collect();
    for array in positions {
        let moved = scene[array].map_rows(|[x, y, z]: [f32; 3]| [x * 2.0, y, z]).unwrap();
        scene[array] = asset_scene::Array::from_f32s(moved);
    }
}

#[test]
fn what_only_the_output_uses_is_changed() {
    let readme = [("readme.txt", "Materials/Stone.xml is a stone.".to_owned())];
    let folder = project(&readme);
    let (files, findings) = written(folder.path(), false, paint);
    assert_eq!(files, ["Materials/Stone.xml"], "{findings:?}");
    let folder = project(&readme);
    let (files, findings) = written(folder.path(), false, move_vertices);
    assert_eq!(files, ["Models/Hero.mdl"], "{findings:?}");
}

#[test]
fn what_others_use_is_copied() {
    let other = || ("Scenes/Yard.xml", scene("Materials/Stone.xml"));
    let script = || ("Scripts/Main.lua", "cache:GetResource('Material', 'Materials/Stone.xml')\n".to_owned());
    for more in [other(), script()] {
        let folder = project(std::slice::from_ref(&more));
        let (files, findings) = written(folder.path(), false, paint);
        assert_eq!(files, ["Materials/Stone_2.xml", "Scenes/Room.xml"]);
        let expected = format!("{} uses this file too, so the edit goes to Materials/Stone_2.xml", more.0);
        assert!(findings.iter().any(|finding| finding.contains(&expected)), "{findings:?}");
        assert_eq!(std::fs::read_to_string(folder.path().join("Materials/Stone.xml")).unwrap(), STONE);
    }
    let folder = project(&[other()]);
    let (files, findings) = written(folder.path(), false, move_vertices);
    assert_eq!(files, ["Models/Hero_2.mdl", "Scenes/Room.xml"]);
    assert!(findings.iter().any(|finding| finding.contains("Scenes/Yard.xml uses this file too")), "{findings:?}");
    // On request it is changed for all.
    let folder = project(&[other(), script()]);
    assert_eq!(written(folder.path(), true, paint).0, ["Materials/Stone.xml"]);
    assert_eq!(written(folder.path(), true, move_vertices).0, ["Models/Hero.mdl"]);
}

#[test]
fn files_of_files_belong_to_whoever_owns_these() {
    // The material list belongs to the model, and the model to the scene.
    let list = || ("Models/Hero.txt", "Materials/Stone.xml\n".to_owned());
    let folder = project(&[list()]);
    assert_eq!(written(folder.path(), false, paint).0, ["Materials/Stone.xml"]);
    // Another scene shows the model with the materials of its list.
    let folder = project(&[list(), ("Scenes/Yard.xml", scene(""))]);
    assert_eq!(written(folder.path(), false, paint).0, ["Materials/Stone_2.xml", "Scenes/Room.xml"]);
}

/// Returns the findings about changes that are lost, when the file is changed between the export and the way back.
fn lost(edit: impl Fn(&mut Scene<'static>), before: (&str, &str), now: (&str, &str), into: bool) -> Vec<String> {
    let folder = project(&[]);
    let path = folder.path().join("Scenes/Room.xml");
    let with_name = |(node, time): (&str, &str)| {
        let name = format!("<node id=\"2\"><attribute name=\"Name\" value=\"{node}\"/>");
        let scene = scene("Materials/Stone.xml").replace("<node id=\"2\">", &name);
        let time = format!("<scene id=\"1\"><attribute name=\"Time Scale\" value=\"{time}\"/>");
        std::fs::write(&path, scene.replace("<scene id=\"1\">", &time)).unwrap();
    };
    with_name(before);
    let resources = Arc::new(Resources::new().folder(folder.path()).unwrap());
    let options = ConvertOptions::default().resources(resources);
    let bytes = std::fs::read(&path).unwrap();
    let exported = Asset::parse(&bytes, Some(&path)).unwrap();
    let input = Input::new("Room", &exported).resource("Scenes/Room.xml");
    let glb = convert(&[input], OutputFormat::GLB, "Room.glb", &options).unwrap();
    let (scene, _) =
        asset_gltf::parse(&glb.files.last().unwrap().bytes, &Default::default(), &asset_gltf::NoFiles).unwrap();
    let mut scene = scene.into_owned();
    edit(&mut scene);
    let (edited, _) = asset_gltf::write_glb(&scene, &Default::default()).unwrap();
    with_name(now);
    let bytes = std::fs::read(&path).unwrap();
    let original = Asset::parse(&bytes, Some(&path)).unwrap();
    let options = options.replaces(true);
    let options = if into {
        options.into_original(asset_formats::Original::new(original.into_owned()).unwrap())
    } else {
        options
    };
    let asset = Asset::parse(&edited, None).unwrap();
    let convert = |options: &ConvertOptions| {
        convert(&[Input::new("Room", &asset)], OutputFormat::XML, "Scenes/Room.xml", options)
    };
    let is_refused = convert(&options).is_err();
    let converted = convert(&options.lossy(true)).unwrap();
    let losses = converted.findings.losses();
    assert_eq!(is_refused, !losses.is_empty(), "{losses:?}");
    let told = converted.findings.iter().filter(|finding| finding.kind == asset_formats::kinds::CHANGED_SINCE_EXPORT);
    told.map(|finding| if finding.is_loss { format!("loss: {finding}") } else { finding.to_string() }).collect()
}

#[test]
fn changes_after_the_export_are_not_lost_in_silence() {
    let nothing = |_: &mut Scene<'static>| ();
    let rename = |scene: &mut Scene<'static>| {
        let node = scene.nodes.iter_mut().find(|node| node.name == "Lamp").unwrap();
        node.name = "Lantern".to_owned();
    };
    for into in [false, true] {
        assert_eq!(lost(rename, ("Lamp", "1"), ("Lamp", "1"), into), Vec::<String>::new());
        // The file has the edit already.
        assert_eq!(lost(rename, ("Lamp", "1"), ("Lantern", "1"), into), Vec::<String>::new());
        let told = lost(nothing, ("Lamp", "1"), ("Torch", "1"), into);
        assert!(told.len() == 1 && told[0].contains("Name of nodes/Torch changed from Lamp to Torch."), "{told:?}");
    }
    // Both have changed the name: somebody else, or an earlier edit that was written.
    let told = lost(rename, ("Lamp", "1"), ("Torch", "1"), false);
    assert!(told.len() == 1 && told[0].starts_with("warning") && told[0].contains("from Lamp to Torch."), "{told:?}");
    let told = lost(rename, ("Lamp", "1"), ("Lamp", "2"), false);
    assert!(
        told.len() == 1
            && told[0].starts_with("loss")
            && told[0].contains("Time Scale of nodes[#1] changed from 1 to 2."),
        "{told:?}"
    );
    assert_eq!(lost(rename, ("Lamp", "1"), ("Lamp", "2"), true), Vec::<String>::new());
}

/// Removes what a program leaves out that doesn't know custom properties.
fn forget_origin(scene: &mut Scene<'static>) {
    scene.source = None;
    scene.other_sources.clear();
    scene.nodes.iter_mut().for_each(|node| node.source = None);
}

/// What was replaced without its original.
fn replaced(findings: &[String]) -> Vec<&String> {
    findings.iter().filter(|finding| finding.contains("doesn't name as its original")).collect()
}

#[test]
fn a_scene_that_names_no_original_warns_of_what_it_replaces() {
    let script = "<component type=\"ScriptInstance\" id=\"4\"/></node>";
    let room = scene("Materials/Stone.xml").replacen("</node>", script, 1);
    let folder = project(&[("Scenes/Room.xml", room)]);
    let (_, findings) = written(folder.path(), false, forget_origin);
    let [warning] = replaced(&findings)[..] else { panic!("{findings:#?}") };
    assert!(warning.starts_with("warning: ") && warning.contains("ScriptInstance was removed"), "{warning}");
}

#[test]
fn a_scene_that_is_converted_again_warns_only_of_what_it_has_no_more() {
    let folder = project(&[]);
    let mut scene = Scene::default();
    for name in ["Spawn", "Goal"] {
        scene.nodes.push(asset_scene::Node { name: name.to_owned(), ..Default::default() });
    }
    std::fs::remove_file(folder.path().join("Scenes/Room.xml")).unwrap();
    for _ in 0..2 {
        let (_, findings) = write(folder.path(), false, &scene);
        assert_eq!(replaced(&findings), Vec::<&String>::new());
    }
    let mut less = Scene::default();
    less.nodes.push(scene.nodes.iter().next().unwrap().clone());
    let (_, findings) = write(folder.path(), false, &less);
    let [warning] = replaced(&findings)[..] else { panic!("{findings:#?}") };
    assert!(warning.contains("nodes/Goal was removed"), "{warning}");
}

#[test]
fn a_scene_that_names_its_original_replaces_nothing() {
    let script = "<component type=\"ScriptInstance\" id=\"4\"/></node>";
    let folder = project(&[("Scenes/Room.xml", scene("Materials/Stone.xml").replacen("</node>", script, 1))]);
    let (files, findings) = written(folder.path(), false, |_| {});
    assert_eq!((files, replaced(&findings)), (Vec::new(), Vec::new()));
}

#[test]
fn a_file_that_cant_be_read_is_not_replaced_in_silence() {
    let folder = project(&[("Scenes/Room.xml", "<scene id=\"1\">".to_owned())]);
    let mut scene = Scene::default();
    scene.nodes.push(asset_scene::Node { name: "Spawn".to_owned(), ..Default::default() });
    let (_, findings) = write(folder.path(), false, &scene);
    let [warning] = replaced(&findings)[..] else { panic!("{findings:#?}") };
    assert!(warning.ends_with("the two can't be compared"), "{warning}");
}
