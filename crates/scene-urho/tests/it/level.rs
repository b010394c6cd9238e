//! Round trips of scenes and prefabs through neutral scenes: each component class, and hostile files.

use std::collections::BTreeMap;
use std::f32::consts::PI;

use proptest::prelude::*;
use scene_adapter::ResourceReader;
use scene_urho::Engine;
use scene_urho::Model;
use scene_urho::ShowOptions;
use scene_urho::asset_scene::curve::Curve;
use scene_urho::asset_scene::{
    Animation, Array, Attribute, Camera, Channel, Id, Interpolation, Light, LightKind, Mesh, Node, Primitive,
    Projection, Property, Scene, Semantic, Skin, Transform,
};
use scene_urho::level::{CreateLevelOptions, CreatedLevel, create, to_scene};
use urho_scene::{Document, Encoding, Kind, Variant};

/// Files by their names.
#[derive(Default)]
pub(super) struct Files(pub(super) BTreeMap<String, Vec<u8>>);

impl Files {
    pub(super) fn with(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.0.insert(name.to_owned(), bytes.into());
        self
    }
}

/// Returns the scene of a document with resources in memory; materials stay names.
fn scene_of(
    document: &Document<'_>,
    files: &Files,
    mut options: ShowOptions<'_>,
) -> Result<(Scene<'static>, binio::Findings), scene_urho::asset_scene::Error> {
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    options.materials = false;
    to_scene(document, "level", &mut resources, &options)
}

pub(super) fn sign() -> Vec<u8> {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    Model::builder().positions(&corners).indices(&[0, 1, 2]).build().unwrap().to_bytes().unwrap()
}

pub(super) fn shown(file: &str, files: Files) -> (Scene<'static>, Vec<String>) {
    let document = Document::parse(file.as_bytes()).unwrap();
    let (scene, findings) = scene_of(&document, &files, ShowOptions::default()).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

pub(super) fn built(scene: &Scene<'_>, options: &CreateLevelOptions<'_>) -> CreatedLevel {
    create(scene, "level", options, &mut binio::Limits::default().budget()).unwrap()
}

pub(super) fn attribute(name: &str, value: &str) -> String {
    format!(r#"<attribute name="{name}" value="{value}"/>"#)
}

pub(super) fn component(class: &str, attributes: &[(&str, &str)]) -> String {
    let attributes: String = attributes.iter().map(|(name, value)| attribute(name, value)).collect();
    format!(r#"<component type="{class}" id="1">{attributes}</component>"#)
}

pub(super) fn node(id: u32, name: &str, inside: &str) -> String {
    format!(r#"<node id="{id}">{}{inside}</node>"#, attribute("Name", name))
}

/// Lights and cameras of another program: the engine shows the same.
#[test]
fn new_lights_and_cameras() {
    let mut scene = Scene::default();
    let add = |scene: &mut Scene<'static>, light: Light| Some(scene.lights.push(light));
    let spot = LightKind::Spot { inner: 0.1, outer: 0.5 };
    let light = add(&mut scene, Light { kind: spot, intensity: 3.0, range: Some(8.0), ..Light::default() });
    scene.nodes.push(Node { name: "spot".into(), light, ..Node::default() });
    let light = add(&mut scene, Light { intensity: PI, color: [0.5, 1.0, 0.0], ..Light::default() });
    scene.nodes.push(Node { name: "point".into(), light, ..Node::default() });
    let projection = Projection::Perspective { y_fov: 1.0, aspect: None };
    let camera = Some(scene.cameras.push(Camera { projection, near: 0.5, far: Some(50.0), ..Camera::default() }));
    scene.nodes.push(Node { name: "eye".into(), camera, ..Node::default() });
    let projection = Projection::Orthographic { x_mag: 6.0, y_mag: 3.0 };
    let camera = Some(scene.cameras.push(Camera { projection, near: 0.0, far: Some(9.0), ..Camera::default() }));
    scene.nodes.push(Node { name: "plan".into(), camera, ..Node::default() });
    for encoding in [
        Encoding::Xml,
        Encoding::Json,
        Encoding::Binary,
        Encoding::ArchiveXml,
        Encoding::ArchiveJson,
        Encoding::ArchiveBinary,
    ] {
        let made = built(&scene, &CreateLevelOptions::default().encoding(encoding));
        let (again, _) = scene_of(&made.document, &Files::default(), ShowOptions::default()).unwrap();
        let close = |a: f32, b: f32| (a - b).abs() < 1e-4 * a.abs().max(1.0);
        for (a, b) in scene.lights.iter().zip(&again.lights) {
            assert!(
                close(a.intensity, b.intensity) && a.color.iter().zip(b.color).all(|(a, b)| close(*a, b)),
                "{a:?} {b:?}"
            );
        }
        let LightKind::Spot { outer, .. } = again.lights[Id::new(0)].kind else { panic!("a spot") };
        assert!(close(outer, 0.5));
        let [eye, plan] = [0, 1].map(|at| again.cameras[Id::new(at)].projection);
        let Projection::Perspective { y_fov, .. } = eye else { panic!("{eye:?}") };
        let Projection::Orthographic { x_mag, y_mag } = plan else { panic!("{plan:?}") };
        assert!(close(y_fov, 1.0) && close(x_mag, 6.0) && close(y_mag, 3.0), "{eye:?} {plan:?}");
        // Nodes that faced −Z still do.
        let world = |scene: &Scene<'_>, holds: fn(&Node) -> bool| {
            let (id, _) = scene.nodes.enumerate().find(|(_, node)| holds(node)).expect("a holder");
            scene.world(id)
        };
        let before = world(&scene, |node| node.camera == Some(Id::new(0)));
        let after = world(&again, |node| node.camera == Some(Id::new(0)));
        assert!(before.abs_diff_eq(after, 1e-5), "{encoding}: {before} {after}");
    }
}

/// A model exists once, for any number of uses, with one mesh for each list of materials.
#[test]
fn models_are_shared() {
    let shows = |material: &str| {
        component("StaticModel", &[("Model", "Model;Models/Sign.mdl"), ("Material", &format!("Material;{material}"))])
    };
    let group = r#"<component type="StaticModelGroup" id="9"><attribute name="Model" value="Model;Models/Sign.mdl"/><attribute name="Material" value="Material;a"/><attribute name="Instance Nodes"><variant type="Int" value="3"/><variant type="Int" value="5"/><variant type="Int" value="2"/><variant type="Int" value="77"/></attribute></component>"#;
    let nodes = [
        node(2, "one", &shows("a")),
        node(3, "two", &shows("a")),
        node(4, "red", &shows("b")),
        node(5, "instance", ""),
        node(6, "group", group),
        node(7, "lost", &component("StaticModel", &[("Model", "Model;../../etc/passwd")])),
    ];
    let file = format!(r#"<scene id="1">{}</scene>"#, nodes.concat());
    let (scene, said) = shown(&file, Files::default().with("Models/Sign.mdl", sign()));
    assert_eq!((scene.meshes.len(), scene.materials.len(), scene.arrays.len()), (2, 2, 2));
    let meshes: Vec<_> = scene.nodes.iter().map(|node| (node.name.as_str(), node.mesh.map(Id::index))).collect();
    let expected = [
        ("one", Some(0)),
        ("two", Some(0)),
        ("red", Some(1)),
        ("instance", Some(0)),
        ("group", None),
        ("lost", None),
        ("Sign", Some(0)),
    ];
    // The instance at the first node is a second model there.
    assert_eq!(meshes, expected);
    assert_eq!(scene.nodes[Id::new(6)].parent, Some(Id::new(0)));
    let expected = [
        "warning: node 5 > component 0: there is no node of the id 77 to show an instance at",
        "warning: node 6 > component 0 > ../../etc/passwd: no model: not in memory",
    ];
    assert_eq!(said, expected);
    // Everything round-trips, without duplicates.
    let back = built(&scene, &CreateLevelOptions::default());
    let again = back.document.scene();
    let components: Vec<usize> = again.nodes.iter().map(|node| node.components.len()).collect();
    assert_eq!(components, [0, 1, 1, 1, 0, 1, 1]);
    let written: Vec<&str> = back.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(written, ["Models/Sign.mdl"]);
}

/// Invisible content round-trips: physics, scripts, variables, tags, unknown classes.
#[test]
fn what_is_not_shown_comes_back() {
    let body = component("RigidBody", &[("Mass", "80"), ("Collision Mask", "3")]);
    let script = component("ScriptInstance", &[("Class Name", "Ninja"), ("Delayed Method Calls", "0")]);
    let zone = component("Zone", &[("Ambient Color", "0.25 0.5 0.75 1"), ("Fog Start", "50")]);
    let unknown = component("MyGame", &[("Anything", "a b c")]);
    let tags = r#"<attribute name="Tags"><string value="a"/><string value="b"/></attribute>"#;
    let file = format!(r#"<node id="7">{tags}{body}{script}{zone}{unknown}</node>"#);
    let (scene, said) = shown(&file, Files::default());
    assert_eq!(said.len(), 3, "{said:?}");
    let back = built(&scene, &CreateLevelOptions::default());
    assert_eq!(back.document.kind(), Kind::Prefab);
    let again = back.document.scene();
    let node = &again.nodes[0];
    assert_eq!((node.id, node.tags().len()), (7, 2));
    let get = |component: usize, name: &str| node.components[component].get(name);
    assert_eq!(get(0, "Mass"), Some(Variant::Float(80.0)));
    assert_eq!(get(0, "Collision Mask"), Some(Variant::Int(3)));
    assert_eq!(get(2, "Ambient Color"), Some(Variant::Color([0.25, 0.5, 0.75, 1.0])));
    let text = String::from_utf8(back.document.to_bytes().unwrap()).unwrap();
    assert!(text.contains(r#"<component type="MyGame""#) && text.contains(r#"value="a b c""#), "{text}");
}

/// The file contains a moved node and a new one but not a removed one, and nothing else changes.
#[test]
fn edits_are_taken_over() {
    let shows = component("StaticModel", &[("Model", "Model;Models/Sign.mdl"), ("View Mask", "6")]);
    let file = format!(r#"<scene id="1">{}{}</scene>"#, node(2, "moved", &shows), node(3, "gone", ""));
    let (mut scene, _) = shown(&file, Files::default().with("Models/Sign.mdl", sign()));
    scene.nodes[Id::new(0)].transform = Transform::from_translation([1.0, 2.0, 3.0]);
    scene.retain_nodes(|node| node.index() == 0);
    let mesh = scene.nodes[Id::new(0)].mesh;
    let scale = Transform::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [-1.0, 2.0, 0.5] };
    scene.nodes.push(Node { name: "new".into(), parent: Some(Id::new(0)), mesh, transform: scale, ..Node::default() });
    let back = built(&scene, &CreateLevelOptions::default());
    let again = back.document.scene();
    assert_eq!(again.nodes.iter().map(|node| node.name().to_string()).collect::<Vec<_>>(), ["", "moved", "new"]);
    assert_eq!(again.nodes[1].position().to_array(), [-1.0, 2.0, 3.0]);
    assert_eq!(again.nodes[1].components[0].get("View Mask"), Some(Variant::Int(6)));
    assert_eq!(again.nodes[2].scale().to_array(), [-1.0, 2.0, 0.5]);
    assert_eq!(again.nodes[2].components_of("StaticModel").count(), 1);
}

/// A skin and a rock, which animations of these names move.
fn animated(names: &[&str]) -> Scene<'static> {
    let mut scene = Scene::default();
    let positions = Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let attributes = [
        (Semantic::Position, positions),
        (Semantic::Joints(0), Array::from_u8x4([[0, 1, 0, 0]; 3], false)),
        (Semantic::Weights(0), Array::from_f32s([[0.5f32, 0.5, 0.0, 0.0]; 3])),
    ];
    let attributes =
        attributes.map(|(semantic, array)| Attribute { semantic, array: scene.arrays.push(array) }).to_vec();
    let mesh = Mesh {
        name: "Fox".into(),
        primitives: vec![Primitive { attributes, ..Primitive::default() }],
        ..Mesh::default()
    };
    let mesh = Some(scene.meshes.push(mesh));
    let named =
        |name: &str, parent: Option<usize>| Node { name: name.into(), parent: parent.map(Id::new), ..Node::default() };
    for node in [named("hip", None), named("knee", Some(0)), named("bell", Some(1)), named("rock", None)] {
        scene.nodes.push(node);
    }
    let skin = Some(scene.skins.push(Skin { joints: vec![Id::new(0), Id::new(1)], ..Skin::default() }));
    scene.nodes.push(Node { mesh, skin, ..named("skin", None) });
    let times = scene.arrays.push(Array::from_f32s([[0.0f32], [1.0]]));
    let values = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0]]));
    let channel = |node: usize| Channel {
        node: Id::new(node),
        property: Property::Translation,
        interpolation: Interpolation::Linear,
        times,
        values,
    };
    for name in names {
        let channels = vec![channel(1), channel(3)];
        scene.animations.push(Animation { name: (*name).to_owned(), channels, source: None });
    }
    scene
}

/// rbfx reads a count and 15 values for each animation; it has no other states.
#[test]
fn animations_of_rbfx() {
    let options = CreateLevelOptions::default().engine(Engine::Rbfx).encoding(Encoding::ArchiveXml);
    let made = built(&animated(&["Walk", "Run"]), &options);
    let level = made.document.scene();
    let mut played = Vec::new();
    for component in level.nodes.iter().flat_map(|node| &node.components) {
        let names: Vec<String> = component.attributes.iter().map(|(name, _)| name.name.to_string()).collect();
        assert!(!names.iter().any(|name| name.ends_with("Animation States")), "{names:?}");
        if !component.is_a("AnimationController") {
            continue;
        }
        let value = component.attributes.get("Animations").expect("what it plays").into_owned();
        let Some(Variant::VariantVector(items)) = value.variant().cloned() else { panic!("a list") };
        assert_eq!((&items[0], items.len()), (&Variant::Int(2), 31));
        for (values, weight) in items[1..].chunks(15).zip([1.0, 0.0]) {
            let Variant::ResourceRef(animation) = &values[0] else { panic!("an animation") };
            assert_eq!(*animation.kind.name, *b"Animation");
            played.push(animation.name.to_string());
            let (zero, text) = (Variant::Float(0.0), Variant::String("".into()));
            let expected = [
                Variant::Bool(1),
                Variant::Bool(1),
                Variant::Int(0),
                Variant::Int(0),
                text,
                zero.clone(),
                zero.clone(),
                zero.clone(),
                // Compared exactly by the engine; another number ends the loop.
                Variant::Float(100_000_000.0),
                Variant::Float(1.0),
                Variant::Bool(0),
                Variant::Float(weight),
                Variant::Float(weight),
                zero,
            ];
            assert_eq!(values[1..], expected);
        }
    }
    assert_eq!(played, ["Models/Walk.ani", "Models/Run.ani", "Models/Fox_Walk.ani", "Models/Fox_Run.ani"]);
}

/// A skin of another program: its joints stay nodes, with their attachments, and the model finds them by name.
#[test]
fn a_skin_and_its_animation() {
    let made = built(&animated(&["Walk"]), &CreateLevelOptions::default());
    let names: Vec<&str> = made.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["Models/Fox.mdl", "Models/Fox_Walk.ani", "Models/Walk.ani"]);
    let mut files = Files::default();
    for file in &made.files {
        files.0.insert(file.name.clone(), file.bytes.clone());
    }
    let (again, said) = scene_of(&made.document, &files, ShowOptions::default()).unwrap();
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert_eq!(said, Vec::<String>::new());
    let skin = &again.skins[Id::new(0)];
    let joints: Vec<&str> = skin.joints.iter().map(|joint| again[*joint].name.as_str()).collect();
    assert_eq!(joints, ["hip", "knee"]);
    let bell = again.node("bell").expect("what hangs on a bone");
    assert_eq!(again[bell].parent, again.node("knee"));
    let moved: Vec<&str> =
        again.animations.iter().flat_map(|one| &one.channels).map(|one| again[one.node].name.as_str()).collect();
    assert_eq!(moved, ["rock", "knee"]);
}

/// `animated` with a mesh of two morphs, bound to bones or not, whose weights its animation moves.
fn morphing(is_bound: bool) -> Scene<'static> {
    let mut scene = animated(&["Walk"]);
    let by = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.5]; 3]));
    let mesh = &mut scene.meshes[Id::new(0)];
    mesh.morph_names = vec!["smile".to_owned(), "blink".to_owned()];
    mesh.primitives[0].targets = vec![vec![Attribute { semantic: Semantic::Position, array: by }]; 2];
    if !is_bound {
        mesh.primitives[0].attributes.truncate(1);
        scene.nodes[Id::new(4)].skin = None;
    }
    let times = scene.arrays.push(Array::from_f32s([[0.0f32], [1.0]]));
    let values = scene.arrays.push(Array::from_f32s([[0.0f32], [0.25], [1.0], [0.25]]));
    let (property, interpolation) = (Property::MorphWeights, Interpolation::Linear);
    let channel = Channel { node: Id::new(4), property, interpolation, times, values };
    scene.animations[Id::new(0)].channels.push(channel);
    scene
}

#[test]
fn weights_of_morphs_come_back() {
    let all = [(Engine::Urho3d, Encoding::Xml), (Engine::Rbfx, Encoding::ArchiveXml)];
    for ((target, encoding), is_bound) in all.into_iter().flat_map(|one| [(one, false), (one, true)]) {
        let scene = morphing(is_bound);
        let options = CreateLevelOptions::default().engine(target).encoding(encoding);
        let made = built(&scene, &options);
        let mut files = Files::default();
        for file in &made.files {
            files = files.with(&file.name, file.bytes.clone());
        }
        let (again, said) = scene_of(&made.document, &files, ShowOptions::default()).unwrap();
        assert!(said.is_empty(), "{said:?}");
        let channels = again.animations.iter().flat_map(|animation| &animation.channels);
        let moved: Vec<&Channel> = channels.filter(|one| one.property == Property::MorphWeights).collect();
        let [weights] = moved[..] else { panic!("{target:?}, {is_bound}: {} channels of weights", moved.len()) };
        assert!(again[weights.node].mesh.is_some_and(|mesh| again[mesh].morph_names.len() == 2));
        assert_eq!(again[weights.node].skin.is_some(), is_bound);
        let curve = Curve::read(&again, weights).unwrap();
        for (time, expected) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)] {
            let weights = curve.weights(time);
            // Urho3D has steps of 1/30 s and 1/255.
            assert!(
                (weights[0] - expected).abs() < 0.04 && (weights[1] - 0.25).abs() < 0.04,
                "{target:?}: {weights:?}"
            );
        }
        // The second time nothing is added.
        let twice = built(&again, &options);
        let count = |level: &CreatedLevel, class: &str| {
            let nodes = &level.document.scene().nodes;
            nodes.iter().flat_map(|node| node.components_of(class)).count()
        };
        assert_eq!(count(&made, "AnimatedModel"), 1);
        for class in ["AnimatedModel", "AnimationController"] {
            assert_eq!(count(&twice, class), count(&made, class), "{target:?}, {is_bound}: {class}");
        }
    }
}

/// A prefab that contains itself, directly and through another prefab.
#[test]
fn prefabs_inside_of_themselves() {
    let refers = |name: &str| {
        let prefab = format!(r#"<attribute name="Prefab" type="ResourceRef" value="PrefabResource;{name}"/>"#);
        let component =
            format!(r#"<component _typeName="PrefabReference"><attributes>{prefab}</attributes></component>"#);
        format!("<resource><nodes><node><components>{component}</components></node></nodes></resource>")
    };
    let file = refers("a.prefab");
    let Ok(document) = Document::parse(file.as_bytes()) else { panic!("an archive") };
    let files = Files::default().with("a.prefab", refers("b.prefab")).with("b.prefab", refers("a.prefab"));
    let (scene, findings) = scene_of(&document, &files, ShowOptions::default()).unwrap();
    assert!(scene.nodes.len() < 10, "{}", scene.nodes.len());
    let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|said| said.contains("a.prefab: contains itself")), "{said:?}");
}

/// Each of ten prefabs shows the next one four times: a million nodes of ten files of a kilobyte.
#[test]
fn prefabs_that_show_each_other() {
    let refers = |name: &str| {
        let prefab = attribute("Prefab", &format!("PrefabResource;{name}"));
        let component = format!(r#"<component type="PrefabReference" id="9">{prefab}</component>"#);
        let nodes: String = (3..7).map(|id| node(id, "n", &component)).collect();
        format!(r#"<scene id="1">{}</scene>"#, node(2, "top", &nodes))
    };
    let files = (1..10).fold(Files::default(), |files, number| {
        files.with(&format!("{number}.prefab"), refers(&format!("{}.prefab", number + 1)))
    });
    let document = Document::parse(refers("1.prefab").as_bytes()).unwrap().into_owned();
    let limit = testkit::hostile::TimeLimit::seconds(60);
    let (scene, findings) = scene_of(&document, &files, ShowOptions::default()).unwrap();
    limit.check();
    assert!((1 << 16..=(1 << 17) + 5).contains(&scene.nodes.len()), "{}", scene.nodes.len());
    assert!(findings.iter().any(|finding| finding.kind == scene_urho::kinds::TOO_MANY_NODES));
}

/// 120 nodes deep, and back.
#[test]
fn deep_scenes() {
    let inside = (2..122).rev().fold(String::new(), |inside, id| node(id, "deep", &inside));
    let (scene, _) = shown(&format!(r#"<scene id="1">{inside}</scene>"#), Files::default());
    assert_eq!(scene.nodes.len(), 120);
    for encoding in [Encoding::Xml, Encoding::Binary] {
        let back = built(&scene, &CreateLevelOptions::default().encoding(encoding));
        assert_eq!(back.document.scene().depth(), 121);
    }
}

/// Duplicate ids, and a group whose own node shows its model.
#[test]
fn ids_in_circles() {
    let group = r#"<component type="StaticModelGroup" id="1"><attribute name="Model" value="Model;s"/><attribute name="Instance Nodes"><variant type="Int" value="2"/><variant type="Int" value="2"/><variant type="Int" value="1"/></attribute></component>"#;
    let file = format!(r#"<scene id="1">{}{}</scene>"#, node(2, "a", group), node(2, "b", group));
    let (scene, said) = shown(&file, Files::default().with("s", sign()));
    assert_eq!(scene.nodes.iter().filter(|node| node.mesh.is_some()).count(), 4 - 2, "{said:?}");
    let ids: Vec<u32> =
        built(&scene, &CreateLevelOptions::default()).document.scene().nodes.iter().map(|node| node.id).collect();
    assert_eq!(ids, [1, 2, 3]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Any scene becomes a file or is refused, and the file shows the scene again.
    #[test]
    fn any_scene_is_built_or_refused(scene in fuzzkit::gltf::scene(), prefab: bool) {
        let kind = prefab.then_some(Kind::Prefab);
        let options = CreateLevelOptions::default().kind(kind);
        let made = create(&scene, "level", &options, &mut binio::Limits::default().budget());
        if let Ok(made) = made {
            let mut files = Files::default();
            for file in &made.files {
                files.0.insert(file.name.clone(), file.bytes.clone());
            }
            let (again, _) = scene_of(&made.document, &files, ShowOptions::default()).expect("what was written");
            let coarse = scene.lod_nodes();
            let lights = scene.nodes.enumerate().filter(|(id, node)| node.light.is_some() && !coarse[*id]).count();
            prop_assert!(again.lights.len() >= lights);
        }
    }
}
