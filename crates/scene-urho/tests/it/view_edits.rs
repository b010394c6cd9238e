//! Edits of scene nodes that show a component of a node: lights, cameras, second models, skinned meshes.

use scene_adapter::FileOptions;
use scene_urho::asset_scene::glam::{DAffine3, DMat4, DQuat, DVec3};
use scene_urho::asset_scene::{Id, LightKind, Node, Scene, Transform};
use scene_urho::level::{CreateLevelOptions, create};
use urho_scene::Document;

use crate::edits::{Project, node, shape, shown};

/// A spot alone at its node, a light beside a model, a camera, two models at one node.
const CAMP: &str = r#"<scene id="1">
	<node id="2">
		<attribute name="Name" value="spot" />
		<attribute name="Position" value="1 2 3" />
		<component type="Light" id="1">
			<attribute name="Light Type" value="Spot" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="house" />
		<component type="StaticModel" id="2">
			<attribute name="Model" value="Model;Models/Box.mdl" />
		</component>
		<component type="StaticModel" id="3">
			<attribute name="Model" value="Model;Models/Tent.mdl" />
		</component>
		<component type="Light" id="4">
			<attribute name="Light Type" value="Directional" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
	<node id="4">
		<attribute name="Name" value="eye" />
		<component type="Camera" id="5" />
	</node>
</scene>
"#;

fn project() -> Project {
    [("Models/Box.mdl", shape(1.0)), ("Models/Tent.mdl", shape(2.0))]
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .into()
}

/// The file, the names of other files and the messages after an edit.
fn edited(edit: impl FnOnce(&mut Scene<'static>)) -> (String, Vec<String>, Vec<String>) {
    let project = project();
    let mut scene = shown(CAMP, &project);
    edit(&mut scene);
    scene.check().unwrap();
    let options = CreateLevelOptions::default().files(FileOptions::in_project(&project));
    let built = create(&scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap();
    let text = String::from_utf8(built.document.to_bytes().unwrap()).unwrap();
    let files = built.files.into_iter().map(|file| file.name).collect();
    (text, files, built.findings.iter().map(|finding| finding.kind.as_str().to_owned()).collect())
}

/// Turns a node about the vertical, and moves it.
fn nudge(scene: &mut Scene<'static>, name: &str) {
    let id = node(scene, name);
    let by = DAffine3::from_rotation_translation(DQuat::from_rotation_y(0.5), DVec3::new(0.0, 1.0, 0.0));
    let moved = DMat4::from(by * scene[id].transform.to_affine());
    scene[id].transform = Transform::Matrix(moved.as_mat4().to_cols_array());
}

/// Deletes a node.
fn delete(scene: &mut Scene<'static>, name: &str) {
    let gone = node(scene, name);
    let keep: Vec<Id<Node>> = scene.nodes.ids().filter(|id| *id != gone).collect();
    let new = |id: Id<Node>| keep.iter().position(|kept| *kept == id).map(Id::new);
    let nodes: Vec<Node> =
        keep.iter().map(|id| Node { parent: scene[*id].parent.and_then(new), ..scene[*id].clone() }).collect();
    assert!(scene.nodes.iter().all(|node| node.lods.is_empty()) && scene.animations.is_empty());
    scene.nodes = nodes.into_iter().collect();
}

/// Adds a copy of a node, as programs name copies.
fn duplicate(scene: &mut Scene<'static>, name: &str) {
    let id = node(scene, name);
    let copy = Node {
        name: format!("{name}.001"),
        transform: Transform::from_translation([9.0, 0.0, 0.0]),
        ..scene[id].clone()
    };
    scene.nodes.push(copy);
}

fn parsed(text: &str) -> urho_scene::Scene<'static> {
    Document::parse(text.as_bytes()).unwrap().scene().into_owned()
}

#[test]
fn nothing_changes_without_an_edit() {
    assert_eq!(edited(|_| ()), (CAMP.to_owned(), Vec::new(), Vec::new()));
}

#[test]
fn a_hidden_view_disables_its_component() {
    let (text, files, said) = edited(|scene| {
        for name in ["spot_Light", "house_Light"] {
            let id = node(scene, name);
            scene[id].hidden = true;
        }
    });
    assert_eq!((files.len(), said.len()), (0, 0), "{said:?}");
    let level = parsed(&text);
    let components = level.nodes.iter().flat_map(|node| &node.components);
    let disabled = components.filter(|component| component.get("Is Enabled") == Some(urho_scene::Variant::Bool(0)));
    assert_eq!(disabled.map(|component| component.id).collect::<Vec<_>>(), [1, 4]);
}

/// The engine takes the edge of a spot from a texture, and some programs drop inner angles.
#[test]
fn inner_angles_of_spots_are_told() {
    let edged = |share: f32| {
        edited(|scene| {
            for light in &mut scene.lights {
                if let LightKind::Spot { inner, outer } = &mut light.kind {
                    *inner = *outer * share;
                }
            }
        })
    };
    let told = vec!["scene-adapter/part-not-written".to_owned()];
    for (share, told) in [(0.3, told), (0.0, Vec::new())] {
        assert_eq!(edged(share), (CAMP.to_owned(), Vec::new(), told));
    }
}

#[test]
fn a_light_that_is_alone_takes_its_node_along() {
    let (text, _, said) = edited(|scene| nudge(scene, "spot_Light"));
    assert_eq!((text.matches("<node").count(), said.len()), (3, 0), "{text} {said:?}");
    let again = shown(&text, &project());
    let mut wanted = shown(CAMP, &project());
    nudge(&mut wanted, "spot_Light");
    let world = |scene: &Scene<'_>| scene.world(node(scene, "spot_Light"));
    assert!(world(&again).abs_diff_eq(world(&wanted), 1e-5), "{text}");
    let (text, _, said) = edited(|scene| {
        let id = node(scene, "spot_Light");
        scene[id].name = "torch_Light".to_owned();
    });
    assert_eq!((text, said), (CAMP.replace("\"spot\"", "\"torch\""), Vec::new()));
}

#[test]
fn a_light_beside_others_gets_a_node_of_its_own() {
    let (text, _, said) = edited(|scene| nudge(scene, "house_Light"));
    assert!(said.is_empty(), "{said:?}");
    let file = parsed(&text);
    let house = file.node_with_id(3).unwrap();
    assert_eq!(file.nodes[house].components_of("Light").count(), 0);
    let lights: Vec<_> = file.nodes.iter().filter(|node| node.components_of("Light").next().is_some()).collect();
    assert_eq!((lights.len(), lights[1].parent), (2, Some(house as u32)));
    // Its other attributes come along.
    assert!(text.matches("Cast Shadows").count() == 2, "{text}");
    let again = shown(&text, &project());
    let mut wanted = shown(CAMP, &project());
    nudge(&mut wanted, "house_Light");
    let world = |scene: &Scene<'_>| {
        let lights = scene.nodes.enumerate().filter(|(_, node)| node.light.is_some());
        lights.map(|(id, _)| scene.world(id)).collect::<Vec<_>>()
    };
    for (again, wanted) in world(&again).iter().zip(world(&wanted)) {
        assert!(again.abs_diff_eq(wanted, 1e-5), "{text}");
    }
    assert_eq!(world(&again).len(), 2);
}

#[test]
fn deleted_views_take_their_component_along() {
    for (view, class, id) in [("spot_Light", "Light", 2), ("house_Light", "Light", 3), ("eye_Camera", "Camera", 4)] {
        let (text, files, said) = edited(|scene| delete(scene, view));
        let file = parsed(&text);
        let left = file.node_with_id(id).unwrap();
        assert_eq!(file.nodes[left].components_of(class).count(), 0, "{view}: {text}");
        assert_eq!((file.nodes.len(), files.len(), said.len()), (4, 0, 0), "{view}: {said:?}");
    }
    let (text, ..) = edited(|scene| delete(scene, "Tent"));
    assert!(text.contains("Box.mdl") && !text.contains("Tent.mdl"), "{text}");
    let (text, ..) = edited(|scene| {
        let house = node(scene, "house");
        scene[house].mesh = None;
    });
    assert!(!text.contains("Box.mdl") && text.contains("Tent.mdl"), "{text}");
}

#[test]
fn copies_are_nodes_with_the_same_component() {
    let (text, _, said) = edited(|scene| duplicate(scene, "spot_Light"));
    let file = parsed(&text);
    assert_eq!((file.nodes.len(), said.len()), (5, 0), "{said:?}");
    let copies =
        file.nodes.iter().filter(|node| node.components_of("Light").any(|light| light.get("Cast Shadows").is_some()));
    assert_eq!(copies.count(), 3, "{text}");
    let (text, files, _) = edited(|scene| duplicate(scene, "Tent"));
    assert_eq!((text.matches("Tent.mdl").count(), files.len()), (2, 0), "{text}");
}

#[test]
fn a_view_moves_to_another_parent() {
    let (text, ..) = edited(|scene| {
        let (light, eye) = (node(scene, "spot_Light"), node(scene, "eye"));
        scene[light].parent = Some(eye);
    });
    let file = parsed(&text);
    let eye = file.node_with_id(4).unwrap() as u32;
    let lights: Vec<_> = file.nodes.iter().filter(|node| node.components_of("Light").next().is_some()).collect();
    assert!(lights.len() == 2 && lights.iter().any(|node| node.parent == Some(eye)), "{text}");
}

#[test]
fn a_name_that_only_a_component_has_is_told() {
    let (text, _, said) = edited(|scene| {
        let tent = node(scene, "Tent");
        scene[tent].name = "Marquee".to_owned();
    });
    assert_eq!((text.as_str(), said), (CAMP, vec!["scene-adapter/part-not-written".to_owned()]));
}

/// A crate with a body on a table, which moves it too.
const BODIES: &str = r#"<scene id="1">
	<node id="2">
		<attribute name="Name" value="table" />
		<attribute name="Position" value="1 0 0" />
		<component type="RigidBody" id="1">
			<attribute name="Physics Position" value="1 0 0" />
		</component>
		<node id="3">
			<attribute name="Name" value="crate" />
			<attribute name="Position" value="0 2 0" />
			<component type="RigidBody" id="2">
				<attribute name="Physics Rotation" value="1 0 0 0" />
				<attribute name="Physics Position" value="1 2 0" />
			</component>
		</node>
	</node>
	<node id="4">
		<attribute name="Name" value="floor" />
		<component type="RigidBody" id="3">
			<attribute name="Physics Position" value="7 7 7" />
		</component>
	</node>
</scene>
"#;

#[test]
fn bodies_follow_moved_nodes_and_their_children() {
    let mut scene = shown(BODIES, &project());
    let table = node(&scene, "table");
    // x changes its sign on the way.
    scene[table].transform = Transform::from_translation([-5.0, 1.0, 0.0]);
    let back = |scene: &Scene<'_>| {
        let options = CreateLevelOptions::default();
        let built = create(scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap();
        String::from_utf8(built.document.to_bytes().unwrap()).unwrap()
    };
    let wanted = BODIES
        .replace("name=\"Position\" value=\"1 0 0\"", "name=\"Position\" value=\"5 1 0\"")
        .replace("\"Physics Position\" value=\"1 0 0\"", "\"Physics Position\" value=\"5 1 0\"")
        .replace("value=\"1 2 0\"", "value=\"5 3 0\"");
    assert_eq!(back(&scene), wanted);
    assert_eq!(back(&shown(BODIES, &project())), BODIES);
    // Nodes without ids are found by their names.
    let bare = "<node>\n\t<attribute name=\"Name\" value=\"box\" />\n\t<component type=\"RigidBody\">\n\t\t<attribute name=\"Physics Position\" value=\"7 7 7\" />\n\t</component>\n</node>\n";
    assert_eq!(back(&shown(bare, &project())), bare);
}

#[test]
fn hidden_nodes_are_disabled() {
    let (text, _, said) = edited(|scene| {
        let house = node(scene, "house");
        scene[house].hidden = true;
    });
    let file = parsed(&text);
    let enabled: Vec<bool> = file.nodes.iter().skip(1).map(urho_scene::Node::is_enabled).collect();
    assert_eq!((enabled, said), (vec![true, false, true], Vec::new()), "{text}");
}

/// A new scene with bodies of physics gets their worlds, once. An edited scene keeps its own root.
#[test]
fn new_scenes_with_bodies_get_physics_worlds() {
    let body = |class: &str| {
        format!(
            "<node id=\"2\"><component type=\"{class}\" id=\"1\"><attribute name=\"Mass\" value=\"1\" /></component></node>"
        )
    };
    for (class, world) in [("RigidBody", "PhysicsWorld"), ("RigidBody2D", "PhysicsWorld2D")] {
        let scene = shown(&body(class), &Project::new());
        let options = CreateLevelOptions::default().kind(urho_scene::Kind::Scene);
        let built = create(&scene, "yard", &options, &mut binio::Limits::default().budget()).unwrap();
        let level = built.document.scene();
        let worlds: Vec<_> = level.nodes[0].components.iter().map(|one| one.class.name.to_string()).collect();
        assert_eq!(worlds, ["Octree", "DebugRenderer", world]);
        assert!(level.nodes.iter().any(|node| node.components_of(class).count() == 1));
        // A prefab has no world.
        let built =
            create(&scene, "yard", &CreateLevelOptions::default(), &mut binio::Limits::default().budget()).unwrap();
        assert!(built.document.scene().nodes.iter().all(|node| node.components_of(world).count() == 0));
        let file = format!("<scene id=\"1\">{}</scene>\n", body(class));
        let scene = shown(&file, &Project::new());
        let built =
            create(&scene, "yard", &CreateLevelOptions::default(), &mut binio::Limits::default().budget()).unwrap();
        assert_eq!(String::from_utf8(built.document.to_bytes().unwrap()).unwrap(), file);
    }
}
