//! Small scenes that make many nodes by prefabs and models.

use scene_adapter::{ResourceReader, SharedNodes};
use scene_urho::asset_scene::Scene;
use scene_urho::level::to_scene;
use scene_urho::{Model, ShowOptions};
use urho_mdl::glam::{Quat, Vec3, Vec4};
use urho_mdl::{Bone, Collision, Skeleton};
use urho_scene::Document;

use crate::level::{Files, attribute, component, node};

/// Nodes that prefabs of a scene may add, and nodes that models may add.
const LIMITS: (usize, usize) = (1 << 17, 1 << 18);

const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];

/// A model of this many bones.
fn skinned(bones: u32) -> Vec<u8> {
    let bone = |number: u32| Bone {
        name: format!("b{number}").into(),
        parent: 0,
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
        offset_matrix: [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        collision: Collision::default(),
    };
    let model = Model::builder().positions(&CORNERS).skin(&[[0; 4]; 3], &[Vec4::X; 3]).indices(&[0, 1, 2]);
    let model = model.skeleton(Skeleton { bones: (0..bones).map(bone).collect() });
    model.build().expect("a model").to_bytes().expect("bytes")
}

/// A model of this many levels of detail beyond the finest.
fn detailed(levels: usize) -> Vec<u8> {
    let model = Model::builder().positions(&CORNERS).indices(&[0, 1, 2]);
    let model = (1..=levels).fold(model, |model, level| model.lod(level as f32, &[0, 1, 2]));
    model.build().expect("a model").to_bytes().expect("bytes")
}

/// A scene of nodes that each have this content.
fn scene(count: u32, inside: &str) -> String {
    let nodes: String = (0..count).map(|number| node(number + 3, "n", inside)).collect();
    format!(r#"<scene id="1">{}</scene>"#, node(2, "top", &nodes))
}

/// Returns how many nodes a file makes, and how many findings say that they are too many.
fn counts(file: &str, files: &Files) -> (Scene<'static>, usize) {
    let document = Document::parse(file.as_bytes()).expect("a scene");
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let mut options = ShowOptions::default();
    options.materials = false;
    let (scene, findings) = to_scene(&document, "level", &mut resources, &options).expect("a scene");
    let is_limit = |finding: &&binio::Finding| finding.kind == scene_urho::kinds::TOO_MANY_NODES;
    (scene, findings.iter().filter(is_limit).count())
}

#[test]
fn bones_of_models_are_limited() {
    let files = Files::default().with("a.mdl", skinned(1_000));
    let shows = component("AnimatedModel", &[("Model", "Model;a.mdl")]);
    let (few, said) = counts(&scene(100, &shows), &files);
    assert!(few.nodes.len() > 100_000 && said == 0, "{} {said}", few.nodes.len());
    let (many, said) = counts(&scene(1_000, &shows), &files);
    assert!((LIMITS.1 - 2_000..LIMITS.1 + 2_000).contains(&many.nodes.len()), "{}", many.nodes.len());
    assert_eq!(said, 1, "one finding for all");
}

#[test]
fn levels_of_detail_are_limited() {
    let files = Files::default().with("a.mdl", detailed(1_000));
    let shows = component("StaticModel", &[("Model", "Model;a.mdl")]);
    let (few, said) = counts(&scene(100, &shows), &files);
    assert_eq!((few.nodes.len(), said), (101 + 100 * 1_000, 0));
    let (many, said) = counts(&scene(1_000, &shows), &files);
    assert!((LIMITS.1 - 2_000..LIMITS.1 + 2_000).contains(&many.nodes.len()), "{}", many.nodes.len());
    assert_eq!(said, 1, "one finding for all");
    // The finest level needs no node of its own.
    assert_eq!(many.nodes.iter().filter(|node| node.name == "n" && node.mesh.is_some()).count(), 1_000);
}

#[test]
fn components_of_prefabs_count() {
    // Each instance is one node with a thousand lights, which face the other way and so are nodes.
    let lights = component("Light", &[("Light Type", "Directional")]).repeat(1_000);
    let files = Files::default().with("a.prefab", scene(1, &lights));
    let prefab = attribute("Prefab", "PrefabResource;a.prefab");
    let shows = format!(r#"<component type="PrefabReference" id="9">{prefab}</component>"#);
    let (few, said) = counts(&scene(100, &shows), &files);
    assert!(few.nodes.len() > 100_000 && said == 0, "{} {said}", few.nodes.len());
    let (many, said) = counts(&scene(200, &shows), &files);
    assert!((LIMITS.0 - 2_000..LIMITS.0 + 2_000).contains(&many.nodes.len()), "{}", many.nodes.len());
    assert!(said > 0);
}

#[test]
fn scenes_share_nodes() {
    let files = Files::default().with("a.mdl", skinned(100)).with("a.prefab", scene(100, ""));
    let prefab = attribute("Prefab", "PrefabResource;a.prefab");
    let prefab = format!(r#"<component type="PrefabReference" id="9">{prefab}</component>"#);
    let model = component("AnimatedModel", &[("Model", "Model;a.mdl")]);
    for shows in [prefab, model] {
        let file = scene(6, &shows);
        let document = Document::parse(file.as_bytes()).expect("a scene");
        let nodes = SharedNodes::new(1_000);
        let attempt = || {
            let share = nodes.share();
            let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
            resources.node_share = Some(share.clone());
            (to_scene(&document, "level", &mut resources, &ShowOptions::default()), share)
        };
        let (made, first) = attempt();
        assert!(made.is_ok_and(|(scene, _)| scene.nodes.len() > 600) && !first.is_refused());
        let (made, second) = attempt();
        assert!(made.is_err() && second.is_refused());
        drop((first, second));
        let (made, third) = attempt();
        assert!(made.is_ok() && !third.is_refused());
    }
}
