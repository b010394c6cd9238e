//! Variables of nodes are extras of scene nodes, both ways.

use scene_adapter::FileOptions;
use scene_urho::asset_scene::{Node, Scene};
use scene_urho::level::{CreateLevelOptions, create};
use serde_json::json;
use urho_scene::{Document, Engine, Kind, Variant};

use crate::edits::{Project, node, shown};

/// The hashes are SDBM of the lower case: of `health`, `tag`, and of a name that the scene doesn't list.
fn camp() -> String {
    let hash = |name: &str| urho_scene::HashedName::of(Engine::Urho3d.hashes(), name).hash.0;
    format!(
        r#"<scene id="1">
	<attribute name="Variable Names" value="Health;Tag;Place" />
	<node id="2">
		<attribute name="Name" value="guard" />
		<attribute name="Variables">
			<variant hash="{}" type="Float" value="1.5" />
			<variant hash="{}" type="String" value="north" />
			<variant hash="{}" type="Vector3" value="1 2 3" />
			<variant hash="77" type="Int" value="9" />
		</attribute>
	</node>
	<node id="3">
		<attribute name="Name" value="tent" />
	</node>
</scene>
"#,
        hash("Health"),
        hash("Tag"),
        hash("Place")
    )
}

/// The file and the kinds of the findings after an edit.
fn edited(edit: impl FnOnce(&mut Scene<'static>)) -> (String, Vec<&'static str>) {
    let project = Project::new();
    let mut scene = shown(&camp(), &project);
    edit(&mut scene);
    scene.check().unwrap();
    let options = CreateLevelOptions::default().files(FileOptions::in_project(&project));
    let built = create(&scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap();
    let text = String::from_utf8(built.document.to_bytes().unwrap()).unwrap();
    (text, built.findings.iter().map(|finding| finding.kind.as_str()).collect())
}

#[test]
fn variables_with_names_are_shown() {
    let scene = shown(&camp(), &Project::new());
    let extras = &scene[node(&scene, "guard")].extras;
    assert_eq!(
        serde_json::Value::Object(extras.clone()),
        json!({ "Health": 1.5, "Tag": "north", "Place": [1.0, 2.0, 3.0] })
    );
    assert!(scene[node(&scene, "tent")].extras.is_empty());
}

#[test]
fn edits_change_their_variable_alone() {
    let camp = camp();
    assert_eq!(edited(|_| {}).0, camp);
    let set = |name: &str, value: serde_json::Value| {
        let name = name.to_owned();
        edited(move |scene| {
            let id = node(scene, "guard");
            scene[id].extras.insert(name, value);
        })
        .0
    };
    // A program may write a whole number for a float.
    assert_eq!(set("Health", json!(2)), camp.replace("value=\"1.5\"", "value=\"2\""));
    assert_eq!(set("Tag", json!("south")), camp.replace("north", "south"));
    assert_eq!(set("Place", json!([1, 2, 4.5])), camp.replace("1 2 3", "1 2 4.5"));
    let (gone, _) = edited(|scene| {
        let id = node(scene, "guard");
        scene[id].extras.remove("Tag");
    });
    assert!(!gone.contains("north") && gone.contains("1.5") && gone.contains("hash=\"77\""), "{gone}");
    let (added, told) = edited(|scene| {
        let id = node(scene, "tent");
        scene[id].extras.insert("Beds".into(), json!(4));
        scene[id].extras.insert("Odd".into(), json!({ "a": 1 }));
    });
    assert!(added.contains("value=\"Beds;Health;Place;Tag\"") && added.contains("type=\"Int\" value=\"4\""), "{added}");
    assert_eq!(told, ["scene-urho/extras-left-out"]);
}

#[test]
fn extras_of_new_nodes_become_variables() {
    let values = json!({
        "flag": true, "count": 3, "long": 5_000_000_000_i64, "ratio": 0.5, "text": "a;b", "two": [1, 2], "four": [1, 2, 3, 4], "five": [1, 2, 3, 4, 5], "none": null
    });
    let serde_json::Value::Object(extras) = values else { panic!("an object") };
    let mut scene = Scene::default();
    scene.nodes.push(Node { name: "door".into(), extras, ..Node::default() });
    for engine in [Engine::Urho3d, Engine::Rbfx] {
        let options = CreateLevelOptions::default().kind(Kind::Scene).engine(engine);
        let built = create(&scene, "house", &options, &mut binio::Limits::default().budget()).unwrap();
        let bytes = built.document.to_bytes().unwrap();
        let document = Document::parse_with(&bytes, &urho_scene::ReadOptions::default().engine(engine)).unwrap();
        let level = document.scene();
        let door = level.nodes.iter().find(|node| node.name() == "door").unwrap();
        let variables = door.attributes.get("Variables").unwrap();
        let entries: Vec<(String, Variant<'_>)> = match variables.variant().unwrap() {
            Variant::StringVariantMap(entries) if engine == Engine::Rbfx => {
                entries.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
            }
            Variant::VariantMap(entries) if engine != Engine::Rbfx => {
                let names = level.variable_names();
                entries.iter().map(|(key, value)| (names[&key.hash].to_string(), value.clone())).collect()
            }
            other => panic!("{other:?}"),
        };
        let get = |name: &str| &entries.iter().find(|(own, _)| own == name).unwrap().1;
        assert_eq!(get("flag"), &Variant::Bool(1));
        assert_eq!(get("count"), &Variant::Int(3));
        assert_eq!(get("long"), &Variant::Int64(5_000_000_000));
        assert_eq!(get("ratio"), &Variant::Float(0.5));
        assert_eq!(get("text"), &Variant::String("a;b".into()));
        assert_eq!(get("two"), &Variant::Vector2([1.0, 2.0]));
        assert_eq!(get("four"), &Variant::Vector4([1.0, 2.0, 3.0, 4.0]));
        assert_eq!(entries.len(), 7);
        let left = built.findings.iter().find(|one| one.kind.as_str() == "scene-urho/extras-left-out").unwrap();
        assert!(!left.is_loss && left.message.contains('2'), "{left}");
    }
}
