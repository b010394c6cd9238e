//! Models of Pragma by hand, as scenes.

use crate::kit;

use asset_scene::glam::{Quat, Vec2, Vec3, Vec4};
use asset_scene::{
    Animation, AnimationId, Array, Attribute, Channel, Id, Mesh, Node, Primitive, Property, Scene, Semantic, Topology,
    Transform,
};
use pragma_asset::model::{BodyGroup, Lod, Replacement};
use pragma_asset::udm::{Array as Stored, Element, Items, Plain, Type, Value};
use pragma_asset::{AnimationData, AnimationFlags, Encoding, Frames, Limits, MeshData, Model, Pose};
use proptest::prelude::*;
use scene_pragma::{CreateModelOptions, CreatedModel};

fn triangle() -> MeshData {
    MeshData {
        positions: vec![Vec3::ZERO, Vec3::X * 40.0, Vec3::Y * 40.0],
        normals: vec![Vec3::Z; 3],
        uvs: vec![Vec2::ZERO, Vec2::X, Vec2::Y],
        tangents: vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 3],
        uv_sets: vec![("lightmap".into(), vec![Vec2::splat(0.5); 3])],
        bones: vec![[0, -1, -1, -1], [1, 0, -1, -1], [1, 0, -1, -1]],
        weights: vec![[1.0, 0.0, 0.0, 0.0], [0.75, 0.25, 0.0, 0.0], [1.0, 0.0, 0.0, 0.5]],
        indices: vec![0, 1, 2],
        ..MeshData::default()
    }
}

fn quarter() -> Quat {
    Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)
}

fn wave(flags: AnimationFlags) -> AnimationData {
    let pose = |x: f32| Pose { origin: Vec3::new(x, 0.0, 0.0), ..Pose::IDENTITY };
    let frames = Frames::new(2.0, vec![1], vec![pose(1.0), pose(2.0), pose(4.0)]);
    AnimationData { activity_weight: 1, flags, frames, ..AnimationData::default() }
}

/// Two bones, the second one 10 units up and turned, a triangle bound to both, a wave and a gesture.
fn arm() -> Model<'static> {
    let hand = Pose { origin: Vec3::Y * 10.0, rotation: quarter(), scale: Vec3::ONE };
    let shoulder = Pose { rotation: quarter(), ..Pose::IDENTITY };
    let model = Model::builder().material("skin").mesh("body", triangle()).bone("shoulder", None, shoulder);
    let model = model.bone("hand", Some(0), hand).animation("wave", wave(AnimationFlags::LOOP));
    model.animation("nudge", wave(AnimationFlags::GESTURE)).build().unwrap()
}

fn node(number: usize) -> Id<Node> {
    Id::new(number)
}

fn mesh(number: usize) -> Id<Mesh> {
    Id::new(number)
}

fn animation(number: usize) -> AnimationId {
    Id::new(number)
}

fn array<'s>(scene: &'s Scene<'_>, semantic: &Semantic) -> &'s Array<'s> {
    &scene[scene.meshes[mesh(0)].primitives[0].attribute(semantic).unwrap()]
}

#[test]
fn a_skinned_triangle_keeps_its_numbers() {
    let model = arm();
    let (scene, findings) = scene_pragma::to_scene(&model, "arm", &Default::default()).unwrap();
    scene.check().unwrap();
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["arm", "shoulder", "hand", "body"]);
    assert_eq!(scene.nodes[node(0)].transform, Transform::from_scale(0.025));
    let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(node(0)), Some(node(1)), None]);
    assert_eq!((scene.nodes[node(3)].mesh, scene.nodes[node(3)].skin), (Some(mesh(0)), Some(Id::new(0))));
    // As seen from the shoulder, which is turned by 90° about Z, up is to the side.
    let Transform::Trs { translation, rotation, .. } = scene.nodes[node(2)].transform else { panic!() };
    assert!((Vec3::from(translation) - Vec3::X * 10.0).length() < 1e-5, "{translation:?}");
    assert!(Quat::from_array(rotation).dot(Quat::IDENTITY).abs() > 0.999_999);

    assert_eq!(array(&scene, &Semantic::Position).to_f32s::<3>().unwrap()[1], [40.0, 0.0, 0.0]);
    assert_eq!(array(&scene, &Semantic::Tangent).to_f32s::<4>().unwrap(), [[1.0, 0.0, 0.0, -1.0]; 3]);
    assert_eq!(array(&scene, &Semantic::TexCoord(0)).to_f32s::<2>().unwrap()[2], [0.0, 1.0]);
    assert_eq!(array(&scene, &Semantic::TexCoord(1)).to_f32s::<2>().unwrap(), [[0.5, 0.5]; 3]);
    // Weights of bones that aren't there are 0, and where the weight is 0, so is the joint.
    assert_eq!(array(&scene, &Semantic::Joints(0)).to_u32s().unwrap(), [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(array(&scene, &Semantic::Weights(0)).to_f32s::<4>().unwrap()[2], [1.0, 0.0, 0.0, 0.0]);
    let messages: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|message| message.contains("1 weights of bones that aren't there")), "{messages:?}");
    assert_eq!(scene[scene.meshes[mesh(0)].primitives[0].material.unwrap()].name, "skin");
    kit::comes_back(&model).unwrap();
}

#[test]
fn gestures_are_put_onto_the_reference_pose() {
    let model = arm();
    let scene = kit::scene(&model).unwrap();
    let names: Vec<_> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(names, ["wave", "nudge"]);
    let keys = |number: usize, property| {
        let mut channels = scene.animations[animation(number)].channels.iter();
        let channel = channels.find(|channel| channel.property == property && channel.node == node(2)).unwrap();
        assert_eq!(scene[channel.times].to_f32s::<1>().unwrap(), [[0.0], [0.5], [1.0]]);
        scene[channel.values].to_f32s::<3>().unwrap()
    };
    assert_eq!(keys(0, Property::Translation), [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    let nudged = keys(1, Property::Translation);
    assert!((Vec3::from(nudged[2]) - Vec3::X * 14.0).length() < 1e-4, "{nudged:?}");
}

/// A model of the document of `arm`, changed.
fn changed(change: impl FnOnce(&mut Element<'static>)) -> Model<'static> {
    let mut document = arm().document;
    change(document.data_mut());
    Model::from_document(document, Encoding::Binary).unwrap()
}

fn sub_mesh<'e>(data: &'e mut Element<'static>) -> &'e mut Element<'static> {
    fn first<'e>(element: &'e mut Element<'static>, key: &str) -> &'e mut Element<'static> {
        let Some(Stored::Items(items)) = element.get_mut(key).and_then(Value::as_array_mut) else { panic!() };
        items[0].as_element_mut().unwrap()
    }
    let groups = data.get_mut("meshGroups").and_then(Value::as_element_mut).unwrap();
    let group = groups.iter_mut().next().unwrap().1.as_element_mut().unwrap();
    let sub_mesh = first(first(group, "meshes"), "subMeshes");
    sub_mesh.get_mut("assetData").and_then(Value::as_element_mut).unwrap()
}

#[test]
fn what_isnt_packed_comes_back_byte_for_byte() {
    let model = arm();
    let expanded = Model::from_document(kit::expanded(&model.document), Encoding::Binary).unwrap();
    kit::comes_back(&expanded).unwrap();
    let text = Model::from_document(model.document.clone(), Encoding::Text).unwrap();
    kit::comes_back(&text).unwrap();
}

#[test]
fn what_text_cant_say_comes_back() {
    let mut model = changed(|data| data.push("odd", Value::Bool(7)));
    model.document.trailing = vec![1, 2, 3].into();
    model.document.header_version = 1;
    kit::comes_back(&model).unwrap();
}

#[test]
fn older_spellings_and_positions_alone_come_back() {
    let model = changed(|data| {
        let sub_mesh = sub_mesh(data);
        sub_mesh.remove("vertices");
        sub_mesh
            .push("vertexData", Stored::from_values(&[[0.0_f32, 1.0, -0.0], [1.0, 2.0, 3.0], [f32::NAN, 0.0, 1.0]]));
        sub_mesh.remove("indices");
        sub_mesh.push("indexData", Stored::from_values(&[2_u32, 1, 0]));
        sub_mesh.push("alphas", Stored::from_values(&[[0.5_f32, 0.0]; 3]));
        sub_mesh.insert("geometryType", "Points");
    });
    let scene = kit::scene(&model).unwrap();
    let primitive = &scene.meshes[mesh(0)].primitives[0];
    assert_eq!(primitive.topology, Topology::Points);
    assert!(primitive.attribute(&Semantic::Custom("PRAGMA_ALPHA".into())).is_some());
    // Without uvs of their own the further sets begin at 0.
    assert!(primitive.attribute(&Semantic::TexCoord(0)).is_some());
    kit::comes_back(&model).unwrap();
}

#[test]
fn what_cant_be_drawn_is_told_and_comes_back() {
    type Change = fn(&mut Element<'static>);
    let changes: [(Change, &str); 4] = [
        (|sub_mesh| drop(sub_mesh.insert("indices", Stored::from_values(&[0_u16, 1, 3]))), "indices beyond"),
        (|sub_mesh| drop(sub_mesh.insert("indices", Stored::from_values(&[0_u16, 1]))), "isn't whole"),
        (|sub_mesh| drop(sub_mesh.insert("vertices", Stored::from_values(&[1.0_f32]))), "no positions"),
        (|sub_mesh| drop(sub_mesh.insert("geometryType", "Patches")), "a geometry type"),
    ];
    for (change, told) in changes {
        let model = changed(|data| change(sub_mesh(data)));
        let (scene, findings) = scene_pragma::to_scene(&model, "arm", &Default::default()).unwrap();
        assert!(scene.meshes.is_empty(), "{told}");
        assert!(findings.iter().any(|finding| finding.message.contains(told)), "{told}: {findings:?}");
        kit::comes_back(&model).unwrap();
    }
}

#[test]
fn coarse_groups_are_levels_of_detail() {
    let still = || MeshData { bones: Vec::new(), weights: Vec::new(), ..triangle() };
    let model = Model::builder().material("skin").mesh("fine", still()).mesh("coarse", still());
    let mut model = model.mesh("hat", still()).mesh("helmet", still()).build().unwrap();
    let replacements = vec![Replacement { source: 0, target: 1 }];
    model.set_lods(&[Lod { lod: 1, distance: 400.0, replacements }]);
    model.set_body_group("head", &[2, 3]);
    assert_eq!(model.body_groups(), [BodyGroup { name: "head".into(), mesh_groups: vec![2, 3] }]);
    let (scene, findings) = scene_pragma::to_scene(&model, "model", &Default::default()).unwrap();
    scene.check().unwrap();
    let find = |name: &str| scene.node(name).unwrap();
    let fine = &scene.nodes[find("fine")];
    assert_eq!((fine.parent, fine.skin, fine.lods.len()), (Some(node(0)), None, 1));
    assert_eq!((fine.lods[0].node, fine.lods[0].distance), (find("fine_LOD1"), Some(10.0)));
    assert_eq!(scene.nodes[find("fine_LOD1")].parent, None);
    let notes: Vec<_> = findings.iter().map(|finding| finding.path.to_string()).collect();
    assert_eq!(notes, ["mesh group > helmet"], "{findings:?}");
    kit::comes_back(&model).unwrap();
}

#[test]
fn moved_bones_go_back() {
    let model = arm();
    let mut scene = kit::scene(&model).unwrap().into_owned();
    let Transform::Trs { translation, .. } = &mut scene.nodes[node(1)].transform else { panic!() };
    translation[2] = 3.0;
    let restored = kit::home(&scene).unwrap();
    let poses = restored.skeleton().unwrap().reference_poses();
    assert!((poses[0].origin - Vec3::Z * 3.0).length() < 1e-5, "{poses:?}");
    assert!((poses[1].origin - Vec3::new(0.0, 10.0, 3.0)).length() < 1e-4, "{poses:?}");
}

#[test]
fn edited_arrays_and_keys_go_back() {
    let model = arm();
    let mut scene = kit::scene(&model).unwrap().into_owned();
    let position = scene.meshes[mesh(0)].primitives[0].attribute(&Semantic::Position).unwrap();
    scene[position] = Array::from_f32s([[1.0_f32, 2.0, 3.0]; 3]);
    let channel = *scene.animations[animation(0)]
        .channels
        .iter()
        .find(|channel| channel.property == Property::Translation)
        .unwrap();
    scene[channel.values] = Array::from_f32s([[7.0_f32, 8.0, 9.0]; 3]);
    let restored = kit::home(&scene).unwrap();
    let mut budget = Limits::default().budget();
    let data = MeshData::read(&restored.meshes()[0], &mut budget).unwrap();
    assert!(
        data.positions.iter().all(|place| place.abs_diff_eq(Vec3::new(1.0, 2.0, 3.0), 1e-5)),
        "{:?}",
        data.positions
    );
    assert_eq!(data.bones, triangle().bones);
    let frames = restored.animation("wave").unwrap().frames(None, &mut budget).unwrap();
    assert!(frames.poses[2].origin.abs_diff_eq(Vec3::new(7.0, 8.0, 9.0), 1e-4), "{:?}", frames.poses[2]);
}

#[test]
fn what_has_no_place_is_told() {
    let model = arm();
    let edited = |edit: fn(&mut Scene<'static>)| {
        let mut scene = kit::scene(&model).unwrap().into_owned();
        edit(&mut scene);
        let updated = scene_pragma::update(&model, &scene, &Default::default()).unwrap();
        let said: Vec<String> = updated.findings.iter().map(ToString::to_string).collect();
        (kit::encoded(&updated.model).unwrap() == kit::encoded(&model).unwrap(), said.join("\n"))
    };
    let (is_same, said) = edited(|scene| scene.nodes[node(2)].parent = Some(node(0)));
    assert!(said.contains("skeleton > hand: has another parent"), "{said}");
    assert!(is_same, "{said}");
    let (is_same, said) = edited(|scene| {
        scene.nodes.push(Node { name: "spawn".into(), ..Node::default() });
    });
    assert!(is_same && said.contains("new empty nodes are no part of a model and left out: 1"), "{said}");
    // An export that leaves unedited meshes out means the others.
    let (is_same, said) = edited(|scene| {
        let body = scene.node("body").unwrap();
        (scene[body].mesh, scene[body].skin) = (None, None);
    });
    assert!(is_same && said.contains("no node is called \"body\": the group stays as it was"), "{said}");
    let (is_same, said) = edited(|scene| {
        let body = scene.node("body").unwrap();
        scene[body].name = "torso".into();
        scene[body].transform = Transform::from_translation([0.0, 1.0, 0.0]);
    });
    assert!(is_same && said.contains("was \"body\": the new name isn't written"), "{said}");
    assert!(said.contains("was moved, which has no effect"), "{said}");
}

#[test]
fn one_edited_vertex_changes_one_vertex() {
    let model = arm();
    let mut scene = kit::scene(&model).unwrap().into_owned();
    let position = scene.meshes[mesh(0)].primitives[0].attribute(&Semantic::Position).unwrap();
    let mut rows = scene[position].to_f32s::<3>().unwrap();
    rows[1][0] += 5.0;
    scene[position] = Array::from_f32s(rows);
    let data = |model: &Model<'_>| MeshData::read(&model.meshes()[0], &mut Limits::default().budget()).unwrap();
    let (before, after) = (data(&model), data(&kit::home(&scene).unwrap()));
    assert!(after.positions[1].abs_diff_eq(before.positions[1] + Vec3::X * 5.0, 1e-5), "{:?}", after.positions);
    assert_eq!((after.positions[0], after.positions[2]), (before.positions[0], before.positions[2]));
    assert_eq!((&after.normals, &after.uvs, &after.indices), (&before.normals, &before.uvs, &before.indices));
    assert_eq!((&after.bones, &after.weights, &after.uv_sets), (&before.bones, &before.weights, &before.uv_sets));
}

#[test]
fn a_scene_of_another_format_carries_no_model() {
    let mut scene = kit::scene(&arm()).unwrap().into_owned();
    scene.source.as_mut().unwrap().format = "urho-mdl".into();
    assert_eq!(scene_pragma::original(&scene).unwrap(), None);
    let source = scene.source.as_mut().unwrap();
    (source.format, source.original) = ("pragma-model".into(), Some(b"UDMB".to_vec().into()));
    assert!(scene_pragma::original(&scene).unwrap_err().to_string().starts_with("original"));
}

#[test]
fn a_spent_budget_is_an_error() {
    let model = arm();
    let mut options = scene_pragma::ShowOptions::default();
    options.limits = Limits::default().max_expanded_bytes(100);
    let error = scene_pragma::to_scene(&model, "arm", &options).unwrap_err();
    assert!(error.to_string().contains("exceeded the limit"), "{error}");
}

fn odd_float() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), Just(0.0), Just(-0.0), Just(1.0), -2.0f32..2.0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// With any values in vertices, weights and keys, the model round-trips.
    #[test]
    fn any_numbers_come_back(
        vertices in prop::collection::vec(prop::array::uniform12(odd_float()), 3),
        bones in prop::collection::vec(prop::array::uniform4(-2i32..4), 3),
        weights in prop::collection::vec(prop::array::uniform4(odd_float()), 3),
        keys in prop::collection::vec((odd_float(), prop::array::uniform4(odd_float())), 1..4),
    ) {
        let mesh = MeshData {
            positions: vertices.iter().map(|v| Vec3::from_slice(&v[..3])).collect(),
            uvs: vertices.iter().map(|v| Vec2::from_slice(&v[3..5])).collect(),
            normals: vertices.iter().map(|v| Vec3::from_slice(&v[5..8])).collect(),
            tangents: vertices.iter().map(|v| Vec4::from_slice(&v[8..12])).collect(),
            bones: bones.iter().map(|ids| ids.map(|id| id.min(1))).collect(),
            weights,
            ..triangle()
        };
        let model = Model::builder().material("skin").mesh("body", mesh).bone("shoulder", None, Pose::IDENTITY);
        let mut model = model.bone("hand", Some(0), Pose::at(Vec3::Y)).animation("wave", wave(AnimationFlags::LOOP)).build().unwrap();
        let quats: Vec<u8> = keys.iter().flat_map(|(_, value)| value.iter().flat_map(|number| number.to_le_bytes())).collect();
        let times: Vec<f32> = keys.iter().map(|(time, _)| *time).collect();
        let mut channel = Element::new();
        channel.push("values", Stored::Plain(Plain::new(Type::QUAT, keys.len() as u32, quats).unwrap()));
        channel.push("property", "rotation");
        channel.push("node", 0_u16);
        channel.push("times", Stored::from_values(&times));
        let path = "animations/wave/assetData/channels";
        model.document.set(path, Value::Array(Stored::Items(Items::from_elements([channel])))).unwrap();
        prop_assert_eq!(kit::comes_back(&model), Ok(()));
    }
}

#[test]
fn a_mirrored_triangle_is_turned_around_in_a_new_model() {
    let mut scene = Scene::default();
    let mut attribute = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let attributes = vec![
        attribute(Semantic::Position, Array::from_f32s([[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])),
        // Without normals tangents count for nothing.
        attribute(Semantic::Normal, Array::from_f32s([[0.0_f32, 0.0, 1.0]; 3])),
        attribute(Semantic::Tangent, Array::from_f32s([[1.0_f32, 0.0, 0.0, 1.0]; 3])),
    ];
    let primitive = Primitive { attributes, ..Primitive::default() };
    scene.meshes.push(Mesh { name: "leaf".into(), primitives: vec![primitive], ..Mesh::default() });
    let transform =
        Transform::Trs { translation: [0.0, 0.0, 2.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [-1.0, 1.0, 1.0] };
    scene.nodes.push(Node { name: "leaf".into(), mesh: Some(mesh(0)), transform, ..Node::default() });
    let options = CreateModelOptions::default();
    let CreatedModel { model, findings, .. } = scene_pragma::create(&scene, &options).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let data = MeshData::read(&model.meshes()[0], &mut Limits::default().budget()).unwrap();
    assert_eq!(data.positions, [Vec3::new(0.0, 0.0, 80.0), Vec3::new(-40.0, 0.0, 80.0), Vec3::new(0.0, 40.0, 80.0)]);
    assert_eq!(data.indices, [0, 2, 1]);
    assert_eq!(data.normals, [Vec3::Z; 3]);
    // Mirrored, and then the other way round than glTF's.
    assert_eq!(data.tangents, [Vec4::new(-1.0, 0.0, 0.0, 1.0); 3]);
    assert_eq!(model.materials(), ["white"]);
    kit::comes_back(&model).unwrap();
}

#[test]
fn a_new_model_says_what_it_leaves_out() {
    let mut scene = Scene::default();
    let mut attribute = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let uv = || Array::from_f32s([[0.0_f32, 1.0]; 3]);
    let attributes = vec![
        attribute(Semantic::Position, Array::from_f32s([[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])),
        attribute(Semantic::TexCoord(0), uv()),
        attribute(Semantic::TexCoord(1), uv()),
        attribute(Semantic::TexCoord(2), uv()),
        attribute(Semantic::Color(0), Array::from_u8x4([[255; 4]; 3], true)),
    ];
    let primitive = Primitive { attributes, ..Primitive::default() };
    scene.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(mesh(0)), ..Node::default() });
    let options = CreateModelOptions::default();
    let CreatedModel { model: _, findings, .. } = scene_pragma::create(&scene, &options).unwrap();
    let told: Vec<_> = findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        told,
        ["its colours aren't in the model", "only two of its sets of texture coordinates are in the model"]
    );
}

#[test]
fn a_new_model_of_a_scene_moves_as_the_old_one() {
    let model = arm();
    let scene = kit::scene(&model).unwrap();
    let mut budget = Limits::default().budget();
    let options = CreateModelOptions::default().frames_per_second(2);
    let built = scene_pragma::create(&scene, &options).unwrap().model;
    let names = |model: &Model<'_>| {
        model.skeleton().unwrap().bones.iter().map(|bone| bone.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&built), names(&model));
    let data = MeshData::read(&built.meshes()[0], &mut budget).unwrap();
    for (found, expected) in data.positions.iter().zip(triangle().positions) {
        assert!((*found - expected).length() < 1e-4, "{found}");
    }
    assert_eq!((data.bones[1], data.weights[1]), ([1, 0, -1, -1], [0.75, 0.25, 0.0, 0.0]));
    let frames = built.animation("wave").unwrap().frames(None, &mut budget).unwrap();
    assert_eq!(frames.len(), 3);
    // The shoulder stays: only the hand is in the animation.
    let skeleton = built.skeleton().unwrap();
    let moved: Vec<_> = frames.bones.iter().map(|bone| skeleton.bones[*bone as usize].name.to_string()).collect();
    assert_eq!(moved, ["hand"]);
    let stored = built.animation("wave").unwrap().channels(&mut budget).unwrap();
    let keys: Vec<_> = stored.iter().map(|channel| (channel.property.to_string(), channel.times.len())).collect();
    assert_eq!(keys, [("position", 3), ("rotation", 2), ("scale", 2)].map(|(name, keys)| (name.to_owned(), keys)));
    let hand: Vec<f32> = (0..3).map(|frame| frames.frame(frame).unwrap()[0].origin.x).collect();
    assert!(hand.iter().zip([1.0, 2.0, 4.0]).all(|(found, expected)| (found - expected).abs() < 1e-4), "{hand:?}");
}

#[test]
fn an_endless_animation_is_an_error() {
    assert!(rolled(1e30).unwrap_err().to_string().contains("exceeded the limit"));
}

/// Two keys make as many frames as they are apart: a file of a kilobyte would become one of many megabytes.
#[test]
fn keys_that_are_days_apart_are_an_error() {
    let error = rolled(400_000.0).unwrap_err();
    assert_eq!(error.path().to_string(), "animation 0");
    assert!(error.to_string().contains("9600001 frames"), "{error}");
    assert!(rolled(3_600.0).is_ok());
}

/// A model of a wheel that moves until a time.
fn rolled(end: f32) -> Result<scene_pragma::CreatedModel, asset_scene::Error> {
    let mut scene = Scene::default();
    scene.nodes.push(Node { name: "wheel".into(), ..Node::default() });
    let times = scene.arrays.push(Array::from_f32s([[0.0], [end]]));
    let values = scene.arrays.push(Array::from_f32s([[0.0_f32; 3], [1.0; 3]]));
    let (node, property, interpolation) = (node(0), Property::Translation, asset_scene::Interpolation::Linear);
    let channels = vec![Channel { node, property, interpolation, times, values }];
    scene.animations.push(Animation { name: "roll".into(), channels, ..Animation::default() });
    scene_pragma::create(&scene, &CreateModelOptions::default())
}

#[test]
fn turned_axes_of_bones_are_no_edit() {
    use asset_scene::glam::DAffine3;
    use asset_scene::world::World;
    use scene_adapter::{CreateOptions, Target};
    let model = arm();
    let mut scene = kit::scene(&model).unwrap().into_owned();
    // As programs do that show bones as sticks along an axis of their own.
    let turn = DAffine3::from_rotation_x(1.0);
    let known = World::new(&scene);
    let worlds: Vec<DAffine3> = scene.nodes.ids().map(|node| known.world(node) * turn).collect();
    let skin = scene.skins[Id::new(0)].clone();
    let mut binds = skin.inverse_bind.clone();
    for (joint, bind) in skin.joints.iter().zip(&mut binds) {
        let inverse = DAffine3::from_mat4(asset_scene::glam::Mat4::from_cols_array(bind).as_dmat4());
        *bind = asset_scene::glam::DMat4::from(turn.inverse() * inverse).as_mat4().to_cols_array();
        let parent = scene[*joint].parent.unwrap();
        let above = if skin.joints.contains(&parent) { worlds[parent.index()] } else { known.world(parent) };
        let (scale, rotation, translation) = (above.inverse() * worlds[joint.index()]).to_scale_rotation_translation();
        scene[*joint].transform = Transform::Trs {
            translation: translation.as_vec3().to_array(),
            rotation: rotation.as_quat().to_array(),
            scale: scale.as_vec3().to_array(),
        };
    }
    scene.skins[Id::new(0)].inverse_bind = binds;
    scene.animations = Default::default();
    scene.check().unwrap();
    let target = scene_pragma::adapter::ModelTarget::default();
    let made = target.create(&mut scene, &CreateOptions::new("arm.pmdl_b")).unwrap();
    let file = made.files.iter().find(|file| file.name == "arm.pmdl_b").unwrap();
    assert_eq!(file.bytes, kit::encoded(&model).unwrap(), "{:?}", made.findings);
}
