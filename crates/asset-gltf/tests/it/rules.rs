//! One rule for each content that glTF forbids: it is reported, in strict mode it is an error, and the output is valid.

use crate::support;

use asset_gltf::asset_scene::{
    Array, Camera, Component, Data, Id, Interpolation, Light, LightKind, Projection, Property, Scene, Semantic,
    Transform,
};
use asset_gltf::{ErrorKind, Rule, WriteOptions, write_glb};
use support::spoiled::{attribute, base, channel, scene_for, with_levels};
use support::{array, read};

/// Returns the scene that was written for a rule and read again.
fn after(rule: Rule) -> Scene<'static> {
    let (bytes, _) = write_glb(&scene_for(rule), &WriteOptions::default()).unwrap();
    read(&bytes).unwrap()
}

fn floats<const N: usize>(scene: &Scene<'_>, semantic: &Semantic) -> Vec<[f32; N]> {
    scene.arrays[array(scene, semantic)].to_f32s().expect("of that width")
}

#[test]
fn what_is_admitted_needs_no_rule() {
    let (bytes, findings) = write_glb(&base(), &WriteOptions::default().strict(true)).unwrap();
    assert!(findings.is_empty());
    assert_eq!(read(&bytes).unwrap(), base());
}

#[test]
fn every_rule_is_in_the_documentation() {
    let page = include_str!("../../FORMAT.md");
    for rule in Rule::ALL {
        assert!(page.contains(&format!("| `{rule:?}` | {rule} |")), "{rule:?}");
    }
}

#[test]
fn views() {
    let scene = after(Rule::Lights);
    // The float nearest to a right angle is above it.
    let outer = f32::from_bits(std::f32::consts::FRAC_PI_2.to_bits() - 1);
    let spot = LightKind::Spot { inner: 0.0, outer };
    let light = Light { kind: spot, color: [1.0, 0.0, 1.0], intensity: 0.0, ..Light::default() };
    assert_eq!(scene.lights, [light, Light { kind: LightKind::Directional, ..Light::default() }]);
    let scene = after(Rule::Lens);
    let projection = Projection::Perspective { y_fov: std::f32::consts::FRAC_PI_4, aspect: None };
    let near = Camera { projection, near: 2.0, ..Camera::default() };
    let projection = Projection::Orthographic { x_mag: 1.0, y_mag: 1.0 };
    assert_eq!(scene.cameras, [near, Camera { projection, near: 0.0, far: Some(1000.0), ..Camera::default() }]);
}

#[test]
fn every_rule_is_reported_and_strictly_an_error() {
    for rule in Rule::ALL {
        let scene = scene_for(*rule);
        let (_, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
        let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|said| said.contains(rule.text())), "{rule:?}: {said:?}");
        let error = write_glb(&scene, &WriteOptions::default().strict(true)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Changed(_)), "{rule:?}: {error}");
    }
}

#[test]
fn levels_follow_their_meshes() {
    let (bytes, _) = write_glb(&with_levels(), &WriteOptions::default()).unwrap();
    let back = read(&bytes).unwrap();
    let level = back.nodes[Id::new(2)].lods[0];
    let shown = &back.nodes[level.node];
    assert_eq!((level.distance, shown.mesh, shown.transform), (None, Some(Id::new(0)), Transform::IDENTITY));
}

#[test]
fn vertices() {
    assert_eq!(floats::<3>(&after(Rule::NonFinite), &Semantic::Position), [[0.0, 0.0, 1.0]; 3]);
    assert_eq!(
        floats::<3>(&after(Rule::Normals), &Semantic::Normal),
        [[0.0, 0.6, 0.8], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
    );
    assert_eq!(
        floats::<4>(&after(Rule::Tangents), &Semantic::Tangent),
        [[0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, -1.0], [1.0, 0.0, 0.0, 1.0]]
    );
    let signs = floats::<4>(&after(Rule::TangentSigns), &Semantic::Tangent).into_iter().map(|[.., sign]| sign);
    assert_eq!(signs.collect::<Vec<_>>(), [1.0, -1.0, 1.0]);
    assert_eq!(floats::<3>(&after(Rule::ColorRange), &Semantic::Color(0)), [[0.0, 0.5, 1.0]; 3]);
    let misplaced = after(Rule::MissingDependency);
    assert_eq!(floats::<4>(&misplaced, &Semantic::Custom("TANGENT".into())), [[1.0, 0.0, 0.0, 1.0]; 3]);
    assert_eq!(floats::<2>(&after(Rule::SetNumbers), &Semantic::TexCoord(0)), [[0.5; 2]; 3]);
    assert_eq!(
        after(Rule::NoPositions).meshes[Id::new(0)].primitives[0].attribute(&Semantic::Position),
        None,
        "what was added is left out again"
    );
    assert_eq!(after(Rule::EmptyTargets).meshes[Id::new(0)].primitives[0].targets, [[]]);
}

#[test]
fn influences() {
    let weights = |rule| floats::<4>(&after(rule), &Semantic::Weights(0));
    let joints = |rule| {
        let scene = after(rule);
        let joints = scene.arrays[array(&scene, &Semantic::Joints(0))].to_u32s().unwrap();
        [joints[0], joints[1], joints[2], joints[3]]
    };
    assert_eq!(weights(Rule::Weights), [[0.75, 0.25, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);
    assert_eq!((joints(Rule::UnusedJoints), weights(Rule::UnusedJoints)[0]), ([0, 1, 0, 0], [0.75, 0.25, 0.0, 0.0]));
    assert_eq!(
        (joints(Rule::RepeatedInfluences), weights(Rule::RepeatedInfluences)[0]),
        ([1, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    );
    assert_eq!((joints(Rule::JointRange), weights(Rule::JointRange)[0]), ([0, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
    assert_eq!(weights(Rule::ComponentType)[0], [1.0, 0.0, 0.0, 0.0]);
}

/// Meshes without a skin aren't checked, as in the Khronos validator: an unused mesh keeps its joints and weights.
#[test]
fn influences_of_a_mesh_that_nothing_shows() {
    let mut scene = base();
    attribute(&mut scene, Semantic::Joints(0), Array::from_u8x4([[200, 200, 7, 9]; 3], false));
    attribute(&mut scene, Semantic::Weights(0), Array::from_f32s([[0.5f32, 0.25, -0.5, 0.0]; 3]));
    (scene.nodes[Id::new(2)].mesh, scene.nodes[Id::new(2)].skin) = (None, None);
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(read(&bytes).unwrap(), scene);
    let checked = asset_gltf::parse(&bytes, &asset_gltf::ReadOptions::default().check(true), &asset_gltf::NoFiles);
    let messages: Vec<String> = checked.unwrap().1.iter().map(ToString::to_string).collect();
    assert_eq!(messages, Vec::<String>::new());
}

/// No number of a file may be infinite or none, whether something shows it or not.
#[test]
fn weights_that_are_no_numbers_of_a_mesh_that_nothing_shows() {
    let mut scene = base();
    attribute(&mut scene, Semantic::Joints(0), Array::from_u8x4([[200, 200, 7, 9]; 3], false));
    attribute(&mut scene, Semantic::Weights(0), Array::from_f32s([[f32::NAN, 0.25, f32::INFINITY, 7.0]; 3]));
    (scene.nodes[Id::new(2)].mesh, scene.nodes[Id::new(2)].skin) = (None, None);
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(floats::<4>(&read(&bytes).unwrap(), &Semantic::Weights(0)), [[0.0, 0.25, 0.0, 7.0]; 3]);
}

/// Weights at the end of the floats: their sum is beyond it, their shares aren't.
#[test]
fn weights_of_the_largest_floats() {
    let mut scene = base();
    let weights = [[f32::MAX, f32::MAX, 0.0, 0.0], [f32::MAX, f32::MAX, f32::MAX, 0.0], [f32::MAX, 0.0, 0.0, 0.0]];
    attribute(&mut scene, Semantic::Joints(0), Array::from_u8x4([[0, 1, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]], false));
    attribute(&mut scene, Semantic::Weights(0), Array::from_f32s(weights));
    let (bytes, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let back = read(&bytes).unwrap();
    let [halves, thirds, one] = floats::<4>(&back, &Semantic::Weights(0))[..] else { panic!("three vertices") };
    assert_eq!((halves, one), ([0.5, 0.5, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]));
    assert!((thirds[0] - 2.0 / 3.0).abs() < 1e-6 && (thirds[2] - 1.0 / 3.0).abs() < 1e-6, "{thirds:?}");
}

#[test]
fn primitives() {
    let indices = |rule, mesh: usize| {
        let scene = after(rule);
        let indices = scene.meshes[Id::new(mesh)].primitives[0].indices.expect("indices");
        (scene.arrays[indices].component, scene.arrays[indices].to_u32s().unwrap())
    };
    assert_eq!(indices(Rule::IndexRange, 0), (Component::U16, vec![0, 0, 2, 1, 1, 2]));
    assert_eq!(indices(Rule::RestartIndices, 1), (Component::U16, vec![0, 255]));
    assert_eq!(indices(Rule::IncompletePrimitives, 0), (Component::U16, vec![0, 1, 2]));
    let twice = after(Rule::JointsWithoutSkin);
    assert_eq!((twice.nodes[Id::new(2)].mesh, twice.nodes[Id::new(3)].mesh), (Some(Id::new(0)), Some(Id::new(1))));
    let semantics: Vec<String> =
        twice.meshes[Id::new(1)].primitives[0].attributes.iter().map(|own| own.semantic.to_string()).collect();
    assert_eq!(semantics, ["POSITION", "NORMAL", "TANGENT", "COLOR_0", "_JOINTS_0", "_WEIGHTS_0"]);
}

#[test]
fn nodes_and_keys() {
    let moved = after(Rule::SkinnedPlace);
    assert_eq!(
        (moved.nodes[Id::new(2)].mesh, moved.nodes[Id::new(3)].mesh, moved.nodes[Id::new(3)].parent),
        (None, Some(Id::new(0)), None)
    );
    let gathered = after(Rule::CommonRoot);
    assert_eq!([gathered.nodes[Id::new(0)].parent, gathered.nodes[Id::new(1)].parent], [Some(Id::new(3)); 2]);
    let repeated = after(Rule::RepeatedJoints);
    assert_eq!(
        (repeated.skins[Id::new(0)].joints.clone(), repeated.nodes[Id::new(3)].parent),
        ([0, 1, 3].map(Id::new).to_vec(), Some(Id::new(1)))
    );
    assert_eq!(after(Rule::InverseBind).skins[Id::new(0)].inverse_bind[1][12..], [0.5, 0.5, 0.5, 1.0]);
    let Transform::Trs { translation, rotation, scale } = after(Rule::AnimatedMatrix).nodes[Id::new(1)].transform
    else {
        panic!("a matrix")
    };
    let again = Transform::Trs { translation, rotation, scale }.to_mat4();
    let Transform::Matrix(wanted) = scene_for(Rule::AnimatedMatrix).nodes[Id::new(1)].transform else {
        panic!("no matrix")
    };
    assert!(again.abs_diff_eq(asset_gltf::asset_scene::glam::Mat4::from_cols_array(&wanted), 1e-5), "{again}");
    let keyed = after(Rule::KeyTimes);
    let times = keyed.arrays[keyed.animations[Id::new(0)].channels[1].times].to_f32s::<1>().unwrap();
    // The first of two equal times moves back, a falling one moves on.
    let [before, next] = [0.5f32.to_bits() - 1, 0.5f32.to_bits() + 1].map(f32::from_bits);
    let expected = [0.0, before, 0.5, next, f32::from_bits(f32::MAX.to_bits() - 1), f32::MAX];
    assert_eq!(times.concat(), expected);
    let held = after(Rule::SingleKeySpline);
    let channel = held.animations[Id::new(0)].channels[1];
    assert_eq!(
        (channel.interpolation, held.arrays[channel.values].to_f32s::<3>().unwrap()),
        (Interpolation::Step, vec![[2.0; 3]])
    );
}

/// An array that is used in ways that no accessor can serve at once goes over once for each.
#[test]
fn arrays_of_many_uses() {
    let mut scene = base();
    let shared = scene.arrays.push(Array::from_f32s([[0.0f32, 3.0, 4.0]; 3]));
    for attribute in &mut scene.meshes[Id::new(0)].primitives[0].attributes {
        if matches!(attribute.semantic, Semantic::Position | Semantic::Normal) {
            attribute.array = shared;
        }
    }
    let times = Array::from_f32s([[0.0f32], [1.0], [2.0]]);
    channel(&mut scene, Property::Translation, Interpolation::Linear, times, Array::from_f32s([[1.0f32; 3]; 3]));
    scene.animations[Id::new(0)].channels[1].values = shared;
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(findings.len(), 1);
    let back = read(&bytes).unwrap();
    assert_eq!(floats::<3>(&back, &Semantic::Position), [[0.0, 3.0, 4.0]; 3], "the rule for normals is for normals");
    assert_eq!(floats::<3>(&back, &Semantic::Normal), [[0.0, 0.6, 0.8]; 3]);
    assert!(matches!(back.arrays[back.animations[Id::new(0)].channels[1].values].data, Data::Dense(_)));
}

#[test]
fn a_glb_can_have_external_images() {
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &[0; 8]].concat();
    let image = |file: &str, bytes: &[u8]| asset_scene::Image {
        name: "Stone".into(),
        file: Some(file.into()),
        bytes: bytes.to_vec().into(),
        source: None,
    };
    let mut scene = base();
    let other = [&png[..], &[1]].concat();
    // The second is the same file as the first, the third has its name and other content.
    for (file, bytes) in [("Textures/a.png", &png), ("Textures/a.png", &png), ("Textures/A.png", &other)] {
        scene.images.push(image(file, bytes));
    }
    let (glb, findings) = asset_gltf::glb(&scene, &WriteOptions::default().external_images(true)).unwrap();
    let images: Vec<(&str, u64)> = glb.images().map(|(name, bytes)| (name, bytes.len())).collect();
    assert_eq!(images, [("Textures/a.png", 16)]);
    assert!(findings.iter().any(|finding| finding.path.to_string() == "image 2"));
    let mut file = Vec::new();
    glb.write_to(&mut file).unwrap();
    let text = String::from_utf8_lossy(&file);
    assert_eq!((text.matches("\"uri\":\"Textures/a.png\"").count(), text.matches("image/png").count()), (2, 1));
    // In memory, there is no place for other files.
    let (embedded, _) = write_glb(&scene, &WriteOptions::default().external_images(true)).unwrap();
    assert!(!String::from_utf8_lossy(&embedded).contains("\"uri\""));
}
