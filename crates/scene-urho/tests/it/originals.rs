//! Scenes with nodes of several files, and with files that were changed since.

use std::collections::BTreeMap;

use scene_adapter::{ResourceReader, ShowOptions};
use scene_urho::asset_scene::{Node, Scene, Transform};
use scene_urho::level::{CreateLevelOptions, create, edit_of, to_scene};
use urho_scene::Document;

const YARD: &str = r#"<scene id="1">
	<node id="2">
		<attribute name="Name" value="door" />
		<attribute name="Position" value="1 0 0" />
		<component type="RigidBody" id="3">
			<attribute name="Mass" value="3" />
		</component>
	</node>
	<node id="4">
		<attribute name="Name" value="lamp" />
		<component type="Light" id="5">
			<attribute name="Light Type" value="Spot" />
		</component>
		<component type="SoundSource3D" id="6">
			<attribute name="Gain" value="0.5" />
		</component>
	</node>
</scene>
"#;

fn shown(file: &str) -> Scene<'static> {
    let nothing = BTreeMap::<String, Vec<u8>>::new();
    let mut resources = ResourceReader::new(&nothing, binio::Limits::default());
    let document = Document::parse(file.as_bytes()).unwrap();
    to_scene(&document, "yard", &mut resources, &ShowOptions::default()).unwrap().0
}

/// Returns the file of a scene, and what was reported about nodes.
fn written(scene: &Scene<'_>) -> (String, Vec<String>) {
    let built = create(scene, "yard", &CreateLevelOptions::default(), &mut binio::Limits::default().budget()).unwrap();
    let nodes = built.findings.iter().map(ToString::to_string).filter(|line| line.contains("isn't at hand"));
    (String::from_utf8(built.document.to_bytes().unwrap()).unwrap(), nodes.collect())
}

/// Returns the scene that shows YARD, after somebody has changed the file.
fn home_in(newer: &str, edit: impl FnOnce(&mut Scene<'static>)) -> (String, Vec<String>) {
    let mut scene = shown(YARD);
    edit(&mut scene);
    edit_of(&mut scene, &Document::parse(newer.as_bytes()).unwrap());
    written(&scene)
}

fn raise_door(scene: &mut Scene<'static>) {
    let door = scene.node("door").unwrap();
    scene[door].transform = Transform::from_translation([-1.0, 2.0, 0.0]);
}

#[test]
fn a_node_of_another_file_comes_with_its_components() {
    let other = YARD.replace("\"door\"", "\"gate\"").replace("value=\"3\"", "value=\"7\"");
    let mut scene = shown(
        "<scene id=\"1\">\n\t<node id=\"2\">\n\t\t<attribute name=\"Name\" value=\"post\" />\n\t</node>\n</scene>\n",
    );
    let pasted = shown(&other);
    let gate = pasted.node("gate").unwrap();
    scene.nodes.push(Node { name: "entry".into(), ..pasted[gate].clone() });
    let (bare, told) = written(&scene);
    assert!(!bare.contains("RigidBody"), "{bare}");
    assert!(told.len() == 1 && told[0].contains("1, the first is \"entry\""), "{told:?}");
    scene.other_sources.extend(pasted.source.clone());
    let (text, told) = written(&scene);
    assert!(told.is_empty(), "{told:?}");
    let level = Document::parse(text.as_bytes()).unwrap().scene().into_owned();
    let entry = level.nodes.iter().find(|node| node.name() == "entry").unwrap();
    let body = entry.components_of("RigidBody").next().unwrap();
    assert_eq!(body.get("Mass"), Some(urho_scene::Variant::Float(7.0)));
    // Ids belong to a file.
    assert!(level.nodes.iter().filter(|node| node.id == entry.id).count() == 1 && entry.id != 2, "{text}");
}

#[test]
fn edits_are_written_to_a_newer_version_of_the_file() {
    let newer = YARD.replace("value=\"3\"", "value=\"9\"").replace(
        "<scene id=\"1\">\n",
        "<scene id=\"1\">\n\t<node id=\"9\">\n\t\t<attribute name=\"Name\" value=\"new\" />\n\t</node>\n",
    );
    assert_eq!(
        home_in(&newer, |_| ()),
        (newer.replace("\t<node id=\"9\">\n\t\t<attribute name=\"Name\" value=\"new\" />\n\t</node>\n", ""), vec![])
    );
    let (text, _) = home_in(&newer, raise_door);
    assert!(text.contains("value=\"9\"") && text.contains("\"1 2 0\"") && !text.contains("value=\"3\""), "{text}");
}

#[test]
fn a_node_that_a_newer_version_has_not_got_comes_back() {
    let start = YARD.find("\t<node id=\"2\">").unwrap();
    let end = YARD.find("\t<node id=\"4\">").unwrap();
    let newer = format!("{}{}", &YARD[..start], &YARD[end..]);
    let (text, told) = home_in(&newer, |_| ());
    assert!(text.contains("RigidBody") && text.contains("value=\"3\"") && told.is_empty(), "{text} {told:?}");
}

#[test]
fn a_node_whose_components_were_changed_is_known_by_its_name() {
    let newer = YARD.replace(
        "\t\t<component type=\"Light\" id=\"5\">",
        "\t\t<component type=\"Camera\" id=\"8\" />\n\t\t<component type=\"Light\" id=\"5\">",
    );
    assert!(newer != YARD);
    let (text, told) = home_in(&newer, raise_door);
    assert!(text.contains("Gain") && text.contains("Camera") && text.matches("\"Light\"").count() == 1, "{text}");
    assert!(told.is_empty(), "{told:?}");
}

/// Texts of Urho3D that a project of rbfx uses are read for rbfx. The named original is read in the same way.
#[test]
fn the_same_file_is_read_for_the_same_engine() {
    let nothing = BTreeMap::<String, Vec<u8>>::new();
    let mut resources = ResourceReader::new(&nothing, binio::Limits::default());
    let for_rbfx = urho_scene::ReadOptions::default().engine(urho_scene::Engine::Rbfx);
    let document = Document::parse_with(YARD.as_bytes(), &for_rbfx).unwrap();
    let (mut scene, _) = to_scene(&document, "yard", &mut resources, &ShowOptions::default()).unwrap();
    edit_of(&mut scene, &Document::parse(YARD.as_bytes()).unwrap());
    assert_eq!(written(&scene), (YARD.to_owned(), Vec::new()));
    assert!(scene.other_sources.is_empty());
}
