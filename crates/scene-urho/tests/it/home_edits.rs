//! Edits around the parts of a file: further roots, copies of skinned meshes, parts without their information, files of other folders.

use std::collections::BTreeMap;

use scene_adapter::{CreateOptions, FileOptions, ResourceLoader, ResourceReader, ShowOptions, Target as _};
use scene_urho::adapter::ModelTarget;
use scene_urho::asset_scene::{Animation, Array, Channel, Id, Interpolation, Node, Property, Scene, Transform};
use scene_urho::level::{CreateLevelOptions, create, to_scene};
use urho_scene::{Document, Encoding, Kind, Variant};

use crate::edits::{Project, node, png, shape};

const CRATE: &str = r#"<node id="1">
	<attribute name="Name" value="crate" />
	<attribute name="Position" value="5 0 0" />
	<component type="StaticModel" id="1">
		<attribute name="Model" value="Model;Models/Box.mdl" />
	</component>
	<component type="RigidBody" id="2">
		<attribute name="Mass" value="3" />
	</component>
</node>
"#;

const HERO: &str = r#"<node id="1">
	<attribute name="Name" value="hero" />
	<component type="AnimatedModel" id="1">
		<attribute name="Model" value="Model;Models/Hero.mdl" />
		<attribute name="Cast Shadows" value="true" />
	</component>
</node>
"#;

const LAMPS: &str = r#"<scene id="1">
	<node id="2">
		<attribute name="Name" value="spot" />
		<component type="Light" id="1">
			<attribute name="Light Type" value="Spot" />
			<attribute name="Color" value="1 0.5 0.25 1" />
			<attribute name="Spot FOV" value="60" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="sun" />
		<component type="Light" id="2">
			<attribute name="Light Type" value="Directional" />
			<attribute name="Brightness Multiplier" value="5000" />
			<attribute name="Temperature" value="4000" />
			<attribute name="Use Physical Values" value="true" />
		</component>
	</node>
	<node id="4">
		<attribute name="Name" value="wall" />
		<component type="StaticModel" id="3">
			<attribute name="Model" value="Model;Models/Box.mdl" />
			<attribute name="Material" value="Material;Materials/Red.xml" />
		</component>
		<component type="CollisionShape" id="4">
			<attribute name="Size" value="2 2 2" />
		</component>
	</node>
</scene>
"#;

const RED: &str = "<material>\n\t<technique name=\"Techniques/DiffNormal.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/Wall.png\" />\n\t<texture unit=\"normal\" name=\"Textures/Gone.png\" />\n</material>\n";

fn project() -> Project {
    let hero = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character.mdl").unwrap();
    let files = [
        ("Models/Box.mdl", shape(1.0)),
        ("Models/Hero.mdl", hero.bytes),
        ("Materials/Red.xml", RED.as_bytes().to_vec()),
        ("Textures/Wall.png", png(200)),
    ];
    files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

/// What came of an edit.
struct Home {
    before: String,
    text: String,
    files: BTreeMap<String, Vec<u8>>,
    said: Vec<String>,
}

impl Home {
    /// The lines that came, and those that went.
    fn lines(&self) -> (Vec<&str>, Vec<&str>) {
        let (now, before): (Vec<&str>, Vec<&str>) = (self.text.lines().collect(), self.before.lines().collect());
        let new = now.iter().filter(|line| !before.contains(line)).map(|line| line.trim()).collect();
        let gone = before.iter().filter(|line| !now.contains(line)).map(|line| line.trim()).collect();
        (new, gone)
    }

    fn parsed(&self) -> urho_scene::Scene<'static> {
        Document::parse(self.text.as_bytes()).unwrap().scene().into_owned()
    }
}

fn edited_in(file: &str, project: &dyn ResourceLoader, edit: impl FnOnce(&mut Scene<'static>)) -> Home {
    let (document, all) = (Document::parse(file.as_bytes()).unwrap(), self::project());
    let mut resources = ResourceReader::new(&all, binio::Limits::default());
    let (mut scene, _) = to_scene(&document, "camp", &mut resources, &ShowOptions::default()).unwrap();
    edit(&mut scene);
    scene.check().unwrap();
    let options = CreateLevelOptions::default().encoding(document.encoding()).files(FileOptions::in_project(project));
    let built = create(&scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap();
    Home {
        before: file.to_owned(),
        text: String::from_utf8(built.document.to_bytes().unwrap()).unwrap(),
        files: built.files.into_iter().map(|file| (file.name, file.bytes)).collect(),
        said: built.findings.iter().map(ToString::to_string).collect(),
    }
}

fn edited(file: &str, edit: impl FnOnce(&mut Scene<'static>)) -> Home {
    edited_in(file, &project(), edit)
}

/// Adds an empty node beside all others.
fn beside(scene: &mut Scene<'static>) {
    let transform = Transform::from_translation([1.0, 2.0, 3.0]);
    scene.nodes.push(Node { name: "spawn".into(), transform, ..Node::default() });
}

#[test]
fn a_second_root_of_a_prefab_becomes_a_child_where_it_is() {
    let home = edited(CRATE, beside);
    let level = home.parsed();
    let [root, spawn] = level.nodes.as_slice() else { panic!("{}", home.text) };
    assert_eq!((root.components.len(), spawn.parent, spawn.name().to_string()), (2, Some(0), "spawn".to_owned()));
    // Mirrored, and seen from the root.
    assert_eq!(spawn.position().to_array(), [-6.0, 2.0, 3.0]);
    assert_eq!((home.lines().1, home.files.len()), (Vec::new(), 0), "{:?}", home.said);
}

#[test]
fn a_copy_of_the_root_of_a_prefab_becomes_a_child() {
    let home = edited(CRATE, |scene| {
        let id = node(scene, "crate");
        // Sorted before the original, as some programs sort names.
        let copy = Node { name: "crate.001".into(), ..scene[id].clone() };
        let all: Vec<Node> = std::iter::once(copy).chain(scene.nodes.iter().cloned()).collect();
        scene.nodes = all.into_iter().collect();
    });
    let level = home.parsed();
    let [root, copy] = level.nodes.as_slice() else { panic!("{}", home.text) };
    assert_eq!((root.id, root.components.len(), root.name().to_string()), (1, 2, "crate".to_owned()));
    assert_eq!((copy.parent, copy.components.len(), copy.position().to_array()), (Some(0), 2, [0.0; 3]));
    assert!(home.lines().1.is_empty() && home.files.is_empty());
}

#[test]
fn a_second_root_of_a_prefab_of_rbfx_becomes_a_child() {
    let of = |name: &str| {
        format!(r#"<node><attributes><attribute name="Name" type="String" value="{name}" /></attributes></node>"#)
    };
    let file = format!("<resource><nodes>{}{}</nodes></resource>", of("post"), of("preview"));
    assert_eq!(Document::parse(file.as_bytes()).unwrap().encoding(), Encoding::ArchiveXml);
    let home = edited(&file, beside);
    let level = home.parsed();
    assert_eq!(level.kind, Kind::Prefab);
    let parents = |name: &str| level.nodes.iter().find(|node| *node.name() == *name.as_bytes()).unwrap().parent;
    let place = |name: &str| level.nodes.iter().position(|node| *node.name() == *name.as_bytes()).unwrap();
    // What the prefab had beside its first node stays there.
    assert_eq!((parents("post"), parents("preview")), (Some(0), Some(0)));
    assert_eq!(parents("spawn"), Some(place("post") as u32));
}

/// The engine takes a node for the one with its id, so a new node must not inherit what was removed.
#[test]
fn a_new_node_takes_nothing_over_from_a_deleted_one() {
    let file = LAMPS.replace(
        "<attribute name=\"Name\" value=\"wall\" />",
        "<attribute name=\"Name\" value=\"wall\" /><attribute name=\"Position\" value=\"1 2 3\" /><attribute name=\"Tags\"><string value=\"solid\" /></attribute>",
    );
    let home = edited(&file, |scene| {
        let gone = node(scene, "wall");
        scene.retain_nodes(|node| node != gone);
        scene.nodes.push(Node { name: "new".into(), ..Node::default() });
    });
    let level = home.parsed();
    let new = level.nodes.iter().find(|node| *node.name() == *b"new").unwrap();
    assert_eq!((new.id, new.position().to_array()), (5, [0.0; 3]), "{}", home.text);
    assert!(!home.text.contains("solid") && !home.text.contains("CollisionShape"), "{}", home.text);
}

#[test]
fn a_copy_of_a_skinned_mesh_is_a_second_component() {
    let home = edited(HERO, |scene| {
        let (_, mesh) = scene.nodes.enumerate().find(|(_, node)| node.skin.is_some()).unwrap();
        let copy = Node { name: format!("{}.001", mesh.name), ..mesh.clone() };
        scene.nodes.push(copy);
    });
    let level = home.parsed();
    let models: Vec<_> = level.nodes[0].components_of("AnimatedModel").collect();
    assert_eq!((level.nodes.len(), models.len(), home.files.len()), (1, 2, 0), "{}", home.text);
    assert_eq!(models[0].get("Model"), models[1].get("Model"));
    assert!(home.lines().1.is_empty());
}

/// A clip that is new in the scene becomes a file beside the model, and its components can play it. What they play
/// stays.
#[test]
fn a_new_clip_of_a_model_is_listed_where_it_plays() {
    let wave = |scene: &mut Scene<'static>| {
        let joint = scene.skins[Id::new(0)].joints[1];
        let times = scene.arrays.push(Array::from_f32s([[0.0], [1.0]]));
        let values = scene.arrays.push(Array::from_f32s([[0.0; 3], [0.0, 1.0, 0.0]]));
        let (property, interpolation) = (Property::Translation, Interpolation::Linear);
        let channel = Channel { node: joint, property, interpolation, times, values };
        scene.animations.push(Animation { name: "Jump".into(), channels: vec![channel], source: None });
    };
    let playing = |home: &Home| {
        let level = home.parsed();
        let controller = level.nodes[0].components_of("AnimationController").next().unwrap();
        let Some(Variant::VariantVector(played)) = controller.get("Animations") else { panic!("{}", home.text) };
        let text = |item: &Variant<'_>| if let Variant::String(name) = item { Some(name.to_string()) } else { None };
        let weights = |item: &Variant<'_>| if let Variant::Float(number) = item { Some(*number) } else { None };
        let names: Vec<String> = played.iter().filter_map(text).collect();
        assert_eq!(played.len(), names.len() * 5, "a name and four numbers for each");
        (names, played.iter().filter_map(weights).collect::<Vec<f32>>())
    };
    let home = edited(HERO, wave);
    let jump = "Models/Hero_Jump.ani".to_owned();
    assert!(home.files.contains_key(&jump), "{:?}", home.files.keys());
    assert_eq!(playing(&home), (vec![jump.clone()], vec![1.0, 1.0, 0.0, 0.0]), "it plays at once");

    let run = r#"<component type="AnimationController" id="9"><attribute name="Animations"><variant type="String" value="Models/Run.ani"/><variant type="Float" value="2"/><variant type="Float" value="1"/><variant type="Float" value="0"/><variant type="Float" value="0"/></attribute></component></node>"#;
    let home = edited(&HERO.replacen("</node>", run, 1), wave);
    let numbers = vec![2.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    assert_eq!(playing(&home), (vec!["Models/Run.ani".to_owned(), jump], numbers), "it waits");
}

/// Blender names every node; a name that nobody has chosen isn't written.
#[test]
fn nodes_without_a_name_stay_so() {
    let nameless = CRATE.replace(r#"value="crate""#, r#"value="""#);
    let home = |name: &str| {
        let name = name.to_owned();
        let home = edited(&nameless, move |scene| {
            let node = scene.nodes.iter_mut().find(|node| node.mesh.is_some()).unwrap();
            node.name = name;
        });
        home.lines().0.join("")
    };
    for given in ["Box", "Box.001", "Node_12"] {
        assert_eq!(home(given), "", "{given}");
    }
    assert_eq!(home("chest"), r#"<attribute name="Name" value="chest" />"#);
}

/// Weights of morph targets belong to the component, and the model stays.
#[test]
fn edited_morph_weights_are_written_to_the_component() {
    let weigh = |weight: f32| {
        move |scene: &mut Scene<'static>| {
            let mesh = scene.meshes.iter_mut().find(|mesh| !mesh.morph_names.is_empty()).expect("morph targets");
            mesh.morph_weights = vec![0.0; mesh.morph_names.len()];
            mesh.morph_weights[0] = weight;
        }
    };
    let home = edited(HERO, weigh(0.0));
    assert_eq!((home.text.as_str(), home.files.len()), (HERO, 0));
    let home = edited(HERO, weigh(0.5));
    let (new, gone) = home.lines();
    assert!(new.len() == 1 && new[0].starts_with(r#"<attribute name="Morphs" value="128"#), "{new:?}");
    assert_eq!((gone.len(), home.files.len()), (0, 0));
    // From there to another weight.
    let home = edited(&home.text, weigh(1.0));
    assert!(home.lines().0[0].contains(r#"value="255"#), "{:?}", home.lines());
}

#[test]
fn only_what_was_edited_of_a_light_is_written() {
    let light = |edit: fn(&mut Scene<'static>)| edited(LAMPS, edit);
    let brighter = light(|scene| {
        let spot = scene.nodes.iter().filter_map(|node| node.light).find(|id| scene.lights[*id].range.is_some());
        scene.lights[spot.unwrap()].intensity *= 2.0;
    });
    assert_eq!(brighter.lines(), (vec![r#"<attribute name="Brightness Multiplier" value="2" />"#], vec![]));
    let green = light(|scene| {
        let spot = scene.nodes.iter().filter_map(|node| node.light).find(|id| scene.lights[*id].range.is_some());
        scene.lights[spot.unwrap()].color = [0.0, 1.0, 0.0];
    });
    assert_eq!(
        green.lines(),
        (
            vec![r#"<attribute name="Color" value="0 1 0 1" />"#],
            vec![r#"<attribute name="Color" value="1 0.5 0.25 1" />"#]
        )
    );
    // Physical units and the temperature stay with a brightness.
    let sun = light(|scene| {
        let sun = scene.nodes.iter().filter_map(|node| node.light).find(|id| scene.lights[*id].range.is_none());
        scene.lights[sun.unwrap()].intensity *= 0.5;
    });
    let (new, gone) = sun.lines();
    assert_eq!((new.len(), gone), (1, vec![r#"<attribute name="Brightness Multiplier" value="5000" />"#]));
    assert!(new[0].contains("value=\"2500\"") || new[0].contains("value=\"2500.0"), "{new:?}");
}

#[test]
fn nodes_and_materials_without_their_information_are_found_by_name() {
    let forget = |scene: &mut Scene<'static>| {
        scene.nodes.iter_mut().for_each(|node| node.source = None);
        scene.materials.iter_mut().for_each(|material| material.source = None);
    };
    let home = edited(LAMPS, forget);
    assert_eq!((home.text.as_str(), home.files.len()), (LAMPS, 0), "{:?}", home.said);
    let moved = edited(LAMPS, |scene| {
        forget(scene);
        let wall = node(scene, "wall");
        scene[wall].transform = Transform::from_translation([1.0, 0.0, 0.0]);
    });
    let (new, gone) = moved.lines();
    assert_eq!((new, gone), (vec![r#"<attribute name="Position" value="-1 0 0" />"#], vec![]));
}

#[test]
fn of_two_nodes_of_a_name_the_one_in_its_place_is_the_file_s() {
    let home = edited(LAMPS, |scene| {
        let wall = node(scene, "wall");
        scene[wall].source = None;
        let second = scene[wall].clone();
        scene[wall].transform = Transform::from_translation([4.0, 0.0, 0.0]);
        scene.nodes.push(second);
    });
    let level = home.parsed();
    let walls: Vec<_> = level.nodes.iter().filter(|node| *node.name() == *"wall".as_bytes()).collect();
    let physics = |node: &urho_scene::Node<'_>| node.components_of("CollisionShape").count();
    let places: Vec<_> = walls.iter().map(|node| (node.position().to_array()[0], physics(node))).collect();
    assert_eq!(places, [(0.0, 1), (-4.0, 0)], "{}", home.text);
    // Two that are alike are the file's node and a new one.
    let twice = edited(LAMPS, |scene| {
        let wall = node(scene, "wall");
        scene[wall].source = None;
        let second = scene[wall].clone();
        scene.nodes.push(second);
    });
    assert_eq!(twice.text.matches("CollisionShape").count(), 1);
    assert!(twice.lines().1.is_empty(), "{:?}", twice.lines());
}

/// Takes the information of all nodes away, as programs do that drop extras.
fn forget(scene: &mut Scene<'static>) {
    scene.nodes.iter_mut().for_each(|node| node.source = None);
}

#[test]
fn nodes_known_by_name_alone_keep_what_the_scene_does_not_show() {
    // A program that exports no lights, and a mesh that was deleted.
    let home = edited(LAMPS, |scene| {
        forget(scene);
        scene.nodes.iter_mut().for_each(|node| (node.light, node.mesh) = (None, None));
        scene.lights = Vec::new().into();
    });
    assert_eq!(home.text, LAMPS, "{:?}", home.said);
    assert!(home.said.iter().any(|line| line.contains("that it doesn't show stay")), "{:?}", home.said);
    // Models that aren't at hand.
    let home = edited_in(LAMPS, &Project::new(), forget);
    assert_eq!(home.text, LAMPS, "{:?}", home.said);
    assert!(home.files.contains_key("Models/Box.mdl"));
}

#[test]
fn nodes_of_a_file_that_go_because_nothing_has_their_name_are_told() {
    let home = edited(LAMPS, |scene| {
        forget(scene);
        let wall = node(scene, "wall");
        scene[wall].name = "Another".into();
    });
    assert!(home.said.iter().any(|line| line.contains("go with all their components: wall")), "{:?}", home.said);
    assert!(!home.text.contains("CollisionShape"));
}

/// A project whose materials lie in a folder that isn't written to.
struct Elsewhere(Project);

impl ResourceLoader for Elsewhere {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        Some(&self.0)
    }

    fn is_elsewhere(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

#[test]
fn edits_of_files_in_other_folders_go_to_copies() {
    let place = Elsewhere(project());
    let same = edited_in(LAMPS, &place, |_| ());
    assert_eq!((same.text.as_str(), same.files.len()), (LAMPS, 0));
    let home = edited_in(LAMPS, &place, |scene| {
        scene.materials.iter_mut().for_each(|material| material.base_color = [1.0, 0.0, 0.0, 1.0]);
    });
    assert_eq!(home.files.keys().collect::<Vec<_>>(), ["Materials/Red_2.xml"]);
    let text = String::from_utf8(home.files["Materials/Red_2.xml"].clone()).unwrap();
    // Nothing but the colour is new, and what isn't there is still named.
    assert!(text.contains("MatDiffColor") && text.contains("Textures/Gone.png"), "{text}");
    assert!(home.said.iter().any(|line| line.contains("another folder of the project")), "{:?}", home.said);
    assert!(!home.said.iter().any(|line| line.contains("left out")), "{:?}", home.said);
    assert_eq!(home.lines().0, [r#"<attribute name="Material" value="Material;Materials/Red_2.xml" />"#]);
}

/// Converting a model writes its materials, but never over files in another folder of the project.
#[test]
fn materials_of_models_in_other_folders_go_to_copies() {
    let place = Elsewhere(project());
    let made = |edit: fn(&mut Scene<'static>)| {
        let (document, all) = (Document::parse(LAMPS.as_bytes()).unwrap(), project());
        let mut resources = ResourceReader::new(&all, binio::Limits::default());
        let (mut scene, _) = to_scene(&document, "camp", &mut resources, &ShowOptions::default()).unwrap();
        edit(&mut scene);
        let mut options = CreateOptions::new("Models/Wall.mdl");
        options.files = FileOptions::in_project(&place);
        let made = ModelTarget::default().create(&mut scene, &options).unwrap();
        let names: Vec<String> = made.files.into_iter().map(|file| file.name).collect();
        (names, made.findings.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(made(|_| ()).0, ["Models/Wall.txt", "Models/Wall.mdl"]);
    let (names, said) = made(|scene| scene.materials.iter_mut().for_each(|own| own.base_color = [1.0, 0.0, 0.0, 1.0]));
    assert_eq!(names, ["Materials/Red_2.xml", "Models/Wall.txt", "Models/Wall.mdl"]);
    assert!(said.iter().any(|line| line.contains("another folder of the project")), "{said:?}");
}

#[test]
fn a_new_name_of_a_material_is_told() {
    let home = edited(LAMPS, |scene| scene.materials.iter_mut().for_each(|material| material.name = "Blue".into()));
    assert_eq!((home.text.as_str(), home.files.len()), (LAMPS, 0));
    assert!(home.said.iter().any(|line| line.contains("was renamed to Blue")), "{:?}", home.said);
    let numbered = edited(LAMPS, |scene| scene.materials.iter_mut().for_each(|one| one.name = "Red.001".into()));
    assert!(numbered.said.is_empty(), "{:?}", numbered.said);
}

/// A geometry without a material file shows a placeholder. A material list can't say its name.
#[test]
fn a_new_name_of_a_placeholder_is_told() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = scene_urho::Model::builder().positions(&corners).indices(&[0, 1, 2]).build().unwrap();
    let said = |name: &str| {
        let (mut scene, _) = scene_urho::to_scene(&model, "sign", &ShowOptions::default()).unwrap();
        scene.name = "Scene".to_owned();
        scene.materials.iter_mut().for_each(|own| own.name = name.to_owned());
        let made = ModelTarget::default().create(&mut scene, &CreateOptions::new("Models/sign.mdl")).unwrap();
        assert_eq!(made.files.len(), 1);
        made.findings.iter().filter(|finding| finding.message.contains("new name")).count()
    };
    assert_eq!(["sign 0", "sign 0.001", "Scene 0", "Stone", "Stone 1"].map(said), [0, 0, 0, 1, 1]);
}

/// A constraint between two bodies, and a node without both.
const DOOR: &str = r#"<scene id="1">
	<node id="2">
		<attribute name="Name" value="door" />
		<component type="RigidBody" id="2" />
		<component type="Constraint" id="3">
			<attribute name="Other Body NodeID" value="3" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="frame" />
		<component type="RigidBody" id="4" />
	</node>
	<node id="4">
		<attribute name="Name" value="mat" />
	</node>
</scene>
"#;

#[test]
fn references_to_deleted_nodes_are_told() {
    let without = |name: &'static str| {
        edited(DOOR, move |scene| {
            let gone = scene.nodes.enumerate().find(|(_, node)| node.name == name).map(|(id, _)| id);
            scene.retain_nodes(|node| Some(node) != gone);
        })
    };
    let home = without("frame");
    let expected =
        "attribute \"Other Body NodeID\" of Constraint at \"door\" refers to the node \"frame\" [3], which was deleted";
    assert!(home.said.iter().any(|line| line.contains(expected)), "{:?}", home.said);
    let is_told = |line: &String| line.contains("was deleted");
    assert!(!without("mat").said.iter().any(is_told));
    assert!(!without("door").said.iter().any(is_told));
}

#[test]
fn a_scene_that_does_not_come_back_stores_no_file() {
    let (document, all) = (Document::parse(DOOR.as_bytes()).unwrap(), project());
    let shown = |comes_back: bool| {
        let mut options = ShowOptions::default();
        options.comes_back = comes_back;
        let mut resources = ResourceReader::new(&all, binio::Limits::default());
        to_scene(&document, "camp", &mut resources, &options).unwrap().0
    };
    let stored = |scene: &Scene<'_>| {
        let files = scene.nodes.iter().filter_map(|node| node.source.as_ref()?.layout.get("document").cloned());
        (scene.source.is_some(), files.count())
    };
    let (kept, bare) = (shown(true), shown(false));
    assert_eq!((stored(&kept), stored(&bare)), ((true, 3), (false, 0)));
    let look = |scene: &Scene<'_>| {
        let nodes = scene.nodes.iter().map(|node| (node.name.clone(), node.transform));
        nodes.collect::<Vec<_>>()
    };
    assert_eq!(look(&kept), look(&bare));
}
