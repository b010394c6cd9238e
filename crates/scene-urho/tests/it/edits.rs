//! Edits of a scene are written, part by part, without any other difference.

use std::collections::{BTreeMap, BTreeSet};

use scene_adapter::{FileOptions, ResourceReader, ShowOptions};
use scene_urho::Model;
use scene_urho::asset_scene::glam::{DAffine3, DMat4, DQuat, DVec3};
use scene_urho::asset_scene::{Array, ArrayId, Id, ImageBytes, Material, Mesh, Node, Scene, Semantic, Transform};
use scene_urho::level::{CreateLevelOptions, CreatedLevel, create, to_scene};
use urho_scene::Document;

/// Files by their names.
pub(super) type Project = BTreeMap<String, Vec<u8>>;

const CAMP: &str = r#"<scene id="1">
	<node id="2"><attribute name="Name" value="first"/><component type="StaticModel" id="1"><attribute name="Model" value="Model;Models/Box.mdl"/><attribute name="Material" value="Material;Materials/Red.xml"/></component></node>
	<node id="3"><attribute name="Name" value="second"/><component type="StaticModel" id="2"><attribute name="Model" value="Model;Models/Box.mdl"/><attribute name="Material" value="Material;Materials/Blue.xml"/></component></node>
	<node id="4"><attribute name="Name" value="third"/><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Tent.mdl"/><attribute name="Material" value="Material;Materials/Red.xml"/></component></node>
	<node id="5"><attribute name="Name" value="lamp"/><component type="Light" id="4"><attribute name="Light Type" value="1"/></component></node>
	<node id="6"><attribute name="Name" value="eye"/><component type="Camera" id="5"/></node>
	<node id="7"><attribute name="Name" value="hero"/><component type="AnimatedModel" id="6"><attribute name="Model" value="Model;Models/Hero.mdl"/><attribute name="Material" value="Material;"/></component><component type="AnimationController" id="7"><attribute name="Animations"><variant type="String" value="Models/Hero_Wave.ani"/><variant type="Float" value="1"/><variant type="Float" value="1"/><variant type="Float" value="0"/><variant type="Float" value="0"/></attribute></component></node>
</scene>"#;

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

pub(super) fn shape(height: f32) -> Vec<u8> {
    let corners = [[0.0, 0.0, 0.0], [0.0, height, 0.0], [1.0, 0.0, 0.0]];
    Model::builder().positions(&corners).indices(&[0, 1, 2]).build().unwrap().to_bytes().unwrap()
}

pub(super) fn png(red: u8) -> Vec<u8> {
    asset_image::Pixels::new(2, 2, [red, 0, 0, 255].repeat(4)).unwrap().to_png().unwrap()
}

fn material(color: &str, texture: &str) -> Vec<u8> {
    format!("<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"{texture}\" />\n\t<parameter name=\"MatDiffColor\" value=\"{color}\" />\n\t<parameter name=\"Wind\" value=\"3\" />\n</material>\n").into_bytes()
}

fn project() -> Project {
    let files = [
        ("Models/Box.mdl", shape(1.0)),
        ("Models/Tent.mdl", shape(2.0)),
        ("Models/Hero.mdl", sample("Character.mdl")),
        ("Models/Hero_Wave.ani", sample("Character_Wave.ani")),
        ("Materials/Red.xml", material("1 0 0 1", "Textures/Wall.png")),
        ("Materials/Blue.xml", material("0 0 1 1", "Textures/Wall.png")),
        ("Textures/Wall.png", png(200)),
    ];
    files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

/// The scene as glTF has it.
pub(super) fn shown(file: &str, project: &Project) -> Scene<'static> {
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = ResourceReader::new(project, binio::Limits::default());
    let (scene, findings) = to_scene(&document, "camp", &mut resources, &ShowOptions::default()).unwrap();
    let missing: Vec<String> =
        findings.iter().filter(|one| one.severity > binio::Severity::Note).map(ToString::to_string).collect();
    assert!(missing.iter().all(|line| line.contains("Techniques/Diff.xml")), "{missing:?}");
    scene
}

fn back(scene: &Scene<'_>, project: Option<&Project>) -> CreatedLevel {
    let options = CreateLevelOptions::default()
        .files(project.map_or_else(FileOptions::default, |project| FileOptions::in_project(project)));
    create(scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap()
}

/// Returns the file and the names of the other written files, after an edit in an existing project.
fn edited(edit: impl FnOnce(&mut Scene<'static>)) -> (String, BTreeMap<String, Vec<u8>>, Vec<String>) {
    let project = project();
    let mut scene = shown(CAMP, &project);
    edit(&mut scene);
    scene.check().unwrap();
    parts(back(&scene, Some(&project)))
}

fn parts(built: CreatedLevel) -> (String, BTreeMap<String, Vec<u8>>, Vec<String>) {
    let text = String::from_utf8(built.document.to_bytes().unwrap()).unwrap();
    let files = built.files.into_iter().map(|file| (file.name, file.bytes)).collect();
    (text, files, built.findings.iter().map(ToString::to_string).collect())
}

/// Returns the lines that differ between the unedited and the edited output.
fn differences(text: &str) -> Vec<String> {
    let (before, files, said) = edited(|_| ());
    assert_eq!((files.len(), said.len()), (0, 0), "nothing was edited: {:?} {said:?}", files.keys());
    let before: Vec<&str> = before.lines().collect();
    text.lines().filter(|line| !before.contains(line)).map(|line| line.trim().to_owned()).collect()
}

fn names(files: &BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

pub(super) fn node(scene: &Scene<'_>, name: &str) -> Id<Node> {
    scene.node(name).unwrap_or_else(|| panic!("no node {name}"))
}

/// Gives the mesh of a node positions of its own, half as high again.
pub(super) fn stretch(scene: &mut Scene<'static>, name: &str) {
    let mesh = scene[node(scene, name)].mesh.unwrap();
    let own = scene[mesh].primitives[0].attribute(&Semantic::Position).unwrap();
    let rows: Vec<[f32; 3]> = scene[own].to_f32s().unwrap();
    let array = scene.arrays.push(Array::from_f32s(rows.into_iter().map(|[x, y, z]| [x, y * 1.5, z])));
    for attribute in &mut scene[mesh].primitives[0].attributes {
        if attribute.semantic == Semantic::Position {
            attribute.array = array;
        }
    }
}

pub(super) fn height(bytes: &[u8]) -> f32 {
    Model::parse(bytes).unwrap().bounds.max.y
}

#[test]
fn what_was_not_edited_comes_back_without_a_file() {
    assert_eq!(differences(&edited(|_| ()).0), Vec::<String>::new());
}

#[test]
fn a_mesh_that_others_show_gets_a_file_of_its_own() {
    let (text, files, said) = edited(|scene| stretch(scene, "second"));
    assert_eq!(names(&files), ["Models/Box_2.mdl"]);
    assert_eq!(height(&files["Models/Box_2.mdl"]), 1.5);
    let [changed] = differences(&text).try_into().unwrap();
    let before = CAMP.lines().map(str::trim).find(|line| line.contains("\"second\"")).unwrap();
    assert_eq!(changed, before.replace("Models/Box.mdl", "Models/Box_2.mdl"));
    assert!(said.len() == 1 && said[0].contains("Models/Box_2.mdl"), "{said:?}");
}

#[test]
fn a_mesh_that_nobody_else_shows_is_written_to_its_file() {
    let (text, files, said) = edited(|scene| stretch(scene, "third"));
    assert_eq!(names(&files), ["Models/Tent.mdl"]);
    assert_eq!(height(&files["Models/Tent.mdl"]), 3.0);
    assert_eq!(differences(&text), Vec::<String>::new());
    assert!(said.len() == 1 && said[0].contains("Models/Tent.mdl") && said[0].starts_with("warning"), "{said:?}");
    let (text, files, _) = edited(|scene| {
        stretch(scene, "first");
        stretch(scene, "second");
    });
    assert_eq!((names(&files), differences(&text)), (vec!["Models/Box.mdl"], Vec::new()));
}

#[test]
fn a_node_that_shows_another_model_names_it() {
    let (text, files, said) = edited(|scene| {
        let mesh = scene[node(scene, "third")].mesh;
        let second = node(scene, "second");
        scene[second].mesh = mesh;
    });
    assert_eq!((names(&files), said), (Vec::new(), Vec::new()));
    let [changed] = differences(&text).try_into().unwrap();
    assert!(changed.contains("Models/Tent.mdl") && changed.contains("Materials/Red.xml"), "{changed}");
}

#[test]
fn nothing_is_lost_where_the_files_are_not() {
    let mut scene = shown(CAMP, &project());
    stretch(&mut scene, "second");
    for target in [None, Some(&Project::new())] {
        let (text, files, _) = parts(back(&scene, target));
        assert_eq!((height(&files["Models/Box.mdl"]), height(&files["Models/Box_2.mdl"])), (1.0, 1.5));
        assert!(text.contains("Model;Models/Box_2.mdl") && text.contains("Model;Models/Box.mdl"), "{text}");
    }
}

#[test]
fn an_edited_material_is_written_and_a_copied_one_becomes_a_file() {
    let paint = |scene: &mut Scene<'static>, id: Id<Material>| scene[id].base_color = [0.0, 1.0, 0.0, 1.0];
    let of = |scene: &Scene<'_>, name: &str| {
        let mesh = scene[node(scene, name)].mesh.unwrap();
        scene[mesh].primitives[0].material.unwrap()
    };
    let (text, files, said) = edited(|scene| paint(scene, of(scene, "second")));
    assert_eq!((names(&files), differences(&text)), (vec!["Materials/Blue.xml"], Vec::new()));
    let written = String::from_utf8(files["Materials/Blue.xml"].clone()).unwrap();
    assert!(
        written.contains("value=\"0 1 0 1\"") && written.contains("Wind") && written.contains("Textures/Wall.png"),
        "{written}"
    );
    assert!(said.iter().any(|line| line.contains("Materials/Blue.xml")), "{said:?}");
    let (text, files, _) = edited(|scene| {
        let copy = scene.materials.push(scene[of(scene, "third")].clone());
        paint(scene, copy);
        let mesh = scene[node(scene, "third")].mesh.unwrap();
        scene[mesh].primitives[0].material = Some(copy);
    });
    assert_eq!(names(&files), ["Materials/Red_2.xml"]);
    let [changed] = differences(&text).try_into().unwrap();
    let before = CAMP.lines().map(str::trim).find(|line| line.contains("\"third\"")).unwrap();
    assert_eq!(changed, before.replace("Materials/Red.xml", "Materials/Red_2.xml"));
}

#[test]
fn another_material_is_taken_over() {
    let (text, files, said) = edited(|scene| {
        let [first, second] = ["first", "second"].map(|name| scene[node(scene, name)].mesh.unwrap());
        scene[first].primitives[0].material = scene[second].primitives[0].material;
    });
    assert_eq!((files.len(), said.len()), (0, 0));
    assert_eq!(text.matches("Material;Materials/Blue.xml").count(), 2);
    assert_eq!(text.matches("Material;Materials/Red.xml").count(), 1);
}

#[test]
fn an_edited_texture_is_written_to_its_file() {
    let (text, files, said) = edited(|scene| scene.images[Id::new(0)].bytes = ImageBytes::from(png(90)));
    assert_eq!(
        (names(&files), differences(&text)),
        (vec!["Materials/Blue.xml", "Materials/Red.xml", "Textures/Wall.png"], Vec::new())
    );
    assert_eq!(files["Textures/Wall.png"], png(90));
    // The materials are unchanged.
    assert_eq!(files["Materials/Red.xml"], project()["Materials/Red.xml"]);
    assert!(said.iter().any(|line| line.contains("Textures/Wall.png")), "{said:?}");
}

#[test]
fn lights_and_cameras_are_set() {
    let (text, files, _) = edited(|scene| {
        scene.lights[Id::new(0)].intensity *= 2.0;
        scene.cameras[Id::new(0)].near = 0.5;
    });
    assert_eq!(files.len(), 0);
    let now = differences(&text);
    assert!(now.iter().any(|line| line.contains("Brightness Multiplier")), "{now:?}");
    assert!(now.iter().any(|line| line.contains("Near Clip")), "{now:?}");
}

/// The array of a channel of the only animation.
fn moving(scene: &Scene<'_>) -> ArrayId {
    let channels = &scene.animations[Id::new(0)].channels;
    channels.iter().find(|channel| channel.property == scene_urho::asset_scene::Property::Rotation).unwrap().values
}

#[test]
fn an_edited_animation_is_written_to_its_file() {
    let (text, files, said) = edited(|scene| {
        let values = moving(scene);
        let rows: Vec<[f32; 4]> = scene[values].to_f32s().unwrap();
        scene[values] = Array::from_f32s(rows.into_iter().map(|_| [0.0, 0.6, 0.0, 0.8]));
    });
    assert_eq!((names(&files), differences(&text)), (vec!["Models/Hero_Wave.ani"], Vec::new()));
    assert!(said.iter().any(|line| line.contains("Models/Hero_Wave.ani")), "{said:?}");
    assert_ne!(files["Models/Hero_Wave.ani"], sample("Character_Wave.ani"));
}

#[test]
fn an_edited_skeleton_is_written_to_its_file() {
    let (text, files, said) = edited(|scene| {
        let joint = scene.skins[Id::new(0)].joints[1];
        let Transform::Trs { translation, .. } = &mut scene[joint].transform else { panic!("a matrix") };
        translation[1] += 0.25;
    });
    assert_eq!((names(&files), differences(&text)), (vec!["Models/Hero.mdl"], Vec::new()));
    assert!(said.iter().any(|line| line.contains("skeleton") && line.contains("Models/Hero.mdl")), "{said:?}");
    let before = sample("Character.mdl");
    let [before, now] = [&before, &files["Models/Hero.mdl"]].map(|bytes| Model::parse(bytes).unwrap());
    let bones = now.skeleton.bones.iter().zip(&before.skeleton.bones);
    assert_eq!(bones.filter(|(now, before)| now != before).count(), 1, "only this bone");
}

#[test]
fn a_material_that_was_taken_off_is_none() {
    let (text, files, said) = edited(|scene| {
        let mesh = scene[node(scene, "third")].mesh.unwrap();
        scene[mesh].primitives[0].material = None;
    });
    assert_eq!((files.len(), said.len()), (0, 0), "{said:?}");
    let before = CAMP.lines().map(str::trim).find(|line| line.contains("\"third\"")).unwrap();
    assert_eq!(differences(&text), [before.replace("Materials/Red.xml", "")]);
}

#[test]
fn a_prefab_whose_root_was_deleted_is_a_loss() {
    let project = project();
    let mut scene = shown(r#"<node id="7"><attribute name="Name" value="crate"/></node>"#, &project);
    scene.nodes = Default::default();
    let (_, _, said) = parts(back(&scene, Some(&project)));
    assert!(said.iter().any(|line| line.contains("a prefab needs a root")), "{said:?}");
}

const GROUND: &str = r#"<scene id="1">
	<node id="2"><attribute name="Name" value="ground"/><component type="Terrain" id="1"><attribute name="Height Map" value="Image;Textures/Heights.png"/><attribute name="Patch Size" value="4"/></component></node>
	<node id="3"><attribute name="Name" value="trees"/><component type="StaticModelGroup" id="2"><attribute name="Model" value="Model;Models/Box.mdl"/><attribute name="Instance Nodes"><variant type="Int" value="1"/><variant type="Int" value="4"/></attribute></component></node>
	<node id="4"><attribute name="Name" value="tree"/></node>
</scene>"#;

/// Terrains are images, and groups show one model: their edits have no place in a scene.
#[test]
fn edits_of_terrains_and_groups_are_losses() {
    let mut project = project();
    let heights = asset_image::Pixels::new(5, 5, [40, 0, 0, 255].repeat(25)).unwrap().to_png().unwrap();
    project.insert("Textures/Heights.png".into(), heights);
    let lost = |target: Option<&Project>, edit: &dyn Fn(&mut Scene<'static>)| {
        let mut scene = shown(GROUND, &project);
        edit(&mut scene);
        let said = back(&scene, target).findings;
        said.losses().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let clear = |scene: &mut Scene<'static>, name: &str| {
        let id = node(scene, name);
        scene[id].mesh = None;
    };
    // Without a project, the image that the scene brings along tells what the terrain was.
    for target in [Some(&project), None] {
        assert_eq!(lost(target, &|_| ()), Vec::<String>::new());
        let expected = ["warning: node > ground: edits of a terrain here aren't written"];
        assert_eq!(lost(target, &|scene| stretch(scene, "ground")), expected);
        // A deleted terrain takes its component along.
        assert_eq!(lost(target, &|scene| clear(scene, "ground")), Vec::<String>::new());
        let mut scene = shown(GROUND, &project);
        clear(&mut scene, "ground");
        let text = String::from_utf8(back(&scene, target).document.to_bytes().unwrap()).unwrap();
        assert!(!text.contains("Terrain") && text.contains("ground"), "{text}");
    }
    let expected = ["warning: node > tree: edits of a group of models here aren't written"];
    assert_eq!(lost(Some(&project), &|scene| stretch(scene, "tree")), expected);
    assert_eq!(lost(Some(&project), &|scene| clear(scene, "tree")), expected);
}

/// Tracks that move no node of the scene come back where the file has to be written anew, and where it is edited.
#[test]
fn tracks_of_other_nodes_stay() {
    let mut project = project();
    let bytes = project["Models/Hero_Wave.ani"].clone();
    let mut animation = urho_ani::Animation::parse(&bytes).unwrap().into_owned();
    let mut ghost = animation.tracks[0].clone();
    ghost.name = "Nobody's%bone".into();
    animation.tracks.push(ghost.clone());
    project.insert("Models/Hero_Wave.ani".to_owned(), animation.to_bytes().unwrap());
    let scene = shown(CAMP, &project);
    assert!(scene.nodes.iter().all(|node| !node.name.contains("Nobody")));
    let (_, files, _) = parts(back(&scene, None));
    let written = urho_ani::Animation::parse(&files["Models/Hero_Wave.ani"]).unwrap();
    assert_eq!(written.tracks.len(), animation.tracks.len());
    assert!(written.tracks.contains(&ghost), "{:?}", written.tracks);
    // In the project, only the edit is written.
    let mut scene = shown(CAMP, &project);
    let values = moving(&scene);
    let rows: Vec<[f32; 4]> = scene[values].to_f32s().unwrap();
    scene[values] = Array::from_f32s(rows.into_iter().map(|_| [0.0, 0.6, 0.0, 0.8]));
    let (_, files, _) = parts(back(&scene, Some(&project)));
    let written = urho_ani::Animation::parse(&files["Models/Hero_Wave.ani"]).unwrap();
    assert!(written.tracks.contains(&ghost));
}

/// Moves a skinned mesh to another space, in which its joints are bound in the same way: programs export meshes where the scene shows them.
fn bind_elsewhere(scene: &mut Scene<'static>, name: &str, space: DAffine3) {
    let skin = scene[node(scene, name)].skin.unwrap();
    let bound = scene.nodes.iter().filter(|node| node.skin == Some(skin));
    let meshes: BTreeSet<Id<Mesh>> = bound.filter_map(|node| node.mesh).collect();
    let numbers = |mesh: Id<Mesh>| (0..scene[mesh].primitives.len()).map(move |number| (mesh, number));
    for (mesh, number) in meshes.into_iter().flat_map(numbers).collect::<Vec<_>>() {
        let mut primitive = scene[mesh].primitives[number].clone();
        let columns = primitive.attributes.iter_mut().map(|own| (own, false));
        let deltas = primitive.targets.iter_mut().flatten().map(|own| (own, true));
        for (own, is_delta) in columns.chain(deltas).filter(|(own, _)| own.semantic == Semantic::Position) {
            let rows: Vec<[f32; 3]> = scene[own.array].to_f32s().unwrap();
            let moved = |row: [f32; 3]| {
                let place = DVec3::from(row.map(f64::from));
                let moved = if is_delta { space.transform_vector3(place) } else { space.transform_point3(place) };
                moved.as_vec3().to_array()
            };
            own.array = scene.arrays.push(Array::from_f32s(rows.into_iter().map(moved)));
        }
        scene[mesh].primitives[number] = primitive;
    }
    let binds: Vec<DAffine3> = (0..scene[skin].joints.len()).filter_map(|at| Some(scene[skin].joint(at)?.1)).collect();
    let moved = |bind: DAffine3| DMat4::from(bind * space.inverse()).as_mat4().to_cols_array();
    scene[skin].inverse_bind = binds.into_iter().map(moved).collect();
}

#[test]
fn a_skinned_mesh_that_is_bound_elsewhere_is_no_edit() {
    let space = DAffine3::from_scale_rotation_translation(
        DVec3::splat(100.0),
        DQuat::IDENTITY,
        DVec3::new(300.0, 0.0, -2000.0),
    );
    let (text, files, said) = edited(|scene| bind_elsewhere(scene, "Hero", space));
    assert_eq!((differences(&text), names(&files), said), (Vec::new(), Vec::new(), Vec::new()));
    let (_, files, said) = edited(|scene| {
        bind_elsewhere(scene, "Hero", space);
        stretch(scene, "Hero");
    });
    assert_eq!(names(&files), ["Models/Hero.mdl"], "{said:?}");
}
