//! Morph targets, their weights and levels of detail round-trip through new models.

use crate::kit;

use asset_scene::{Array, Channel, Id, Interpolation, LodLevel, Mesh, Node, Property, Scene, Semantic, curve::Curve};
use fuzzkit::scene::compare::{size, worst};
use fuzzkit::scene::random::Random;
use fuzzkit::scene::{by_hand, evaluate, random};
use pragma_asset::Model;
use pragma_asset::model::{
    Flex, FlexAnimationData, FlexController, MorphAttribute, MorphFrame, MorphMeshData, Operation,
};
use scene_pragma::{CreateModelOptions, create, to_scene, update};

/// Rounding error of 11 bits, as a fraction.
const HALF: f32 = 1.0 / 2048.0;

/// A box with two morph targets, normals of one of them, colours and texture coordinates, and a coarser level of it from 12 m on.
fn face() -> Scene<'static> {
    let mut scene = Scene { name: "face".into(), ..Scene::default() };
    let fine = head(&mut scene, "Head", 1.0);
    let coarse = head(&mut scene, "Head far", 0.75);
    let node = by_hand::node(&mut scene, "Head", None, by_hand::at(0.0, 1.5, 0.0));
    let far = by_hand::node(&mut scene, "Head_LOD1", None, by_hand::at(0.0, 1.5, 0.0));
    (scene[node].mesh, scene[far].mesh) = (Some(fine), Some(coarse));
    scene[node].lods.push(LodLevel { node: far, distance: Some(12.0) });
    let values = [[0.0], [0.0], [1.0], [0.25], [0.0], [1.0_f32]];
    let weights =
        by_hand::channel(&mut scene, node, (Property::MorphWeights, Interpolation::Linear), &[0.0, 0.5, 1.0], &values);
    by_hand::animation(&mut scene, "Talk", vec![weights]);
    scene
}

fn head(scene: &mut Scene<'static>, name: &str, size: f32) -> Id<Mesh> {
    let mut primitive = by_hand::cuboid(scene, [size; 3]);
    let attribute = |scene: &mut Scene<'static>, semantic, rows: [[f32; 3]; 8]| {
        by_hand::attribute(scene, semantic, Array::from_f32s(rows))
    };
    let normals: [[f32; 3]; 8] =
        std::array::from_fn(|corner| if corner < 4 { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] });
    primitive.attributes.push(attribute(scene, Semantic::Normal, normals));
    let uvs = Array::from_f32s((0..8_u8).map(|corner| [f32::from(corner % 3) / 2.0, f32::from(corner / 3) / 2.0]));
    primitive.attributes.push(by_hand::attribute(scene, Semantic::TexCoord(0), uvs));
    let colors = Array::from_u8x4([[9, 99, 199, 255]; 8], true);
    primitive.attributes.push(by_hand::attribute(scene, Semantic::Color(0), colors));
    let smile = std::array::from_fn(|corner| if corner % 2 == 0 { [0.125, 0.0, -0.0625] } else { [0.0; 3] });
    let blink = std::array::from_fn(|corner| if corner == 3 { [0.0, -0.3, 0.0] } else { [0.0; 3] });
    let turned = std::array::from_fn(|corner| if corner == 3 { [0.5, 0.0, -0.25] } else { [0.0; 3] });
    let smile = vec![attribute(scene, Semantic::Position, smile)];
    let blink = vec![attribute(scene, Semantic::Position, blink), attribute(scene, Semantic::Normal, turned)];
    primitive.targets = vec![smile, blink];
    let names = vec!["smile".to_owned(), "blink".to_owned()];
    scene.meshes.push(Mesh { name: name.into(), morph_names: names, primitives: vec![primitive], ..Mesh::default() })
}

fn parsed(model: &Model<'_>) -> Model<'static> {
    Model::parse(&model.to_bytes().expect("a model")).expect("what was written").into_owned()
}

/// Returns the values of a semantic, one list per drawn corner, with the offset of each morph target.
fn corners(scene: &Scene<'_>, mesh: Id<Mesh>, semantic: &Semantic) -> Vec<Vec<[f32; 3]>> {
    let mut all = Vec::new();
    for primitive in &scene[mesh].primitives {
        let column =
            |array: asset_scene::ArrayId| -> Vec<[f32; 3]> { scene[array].to_f32s::<3>().expect("three floats") };
        let base = primitive.attribute(semantic).map(column).expect("the attribute");
        let targets: Vec<Vec<[f32; 3]>> = (0..primitive.targets.len())
            .map(|target| primitive.target_attribute(target, semantic).map_or(vec![[0.0; 3]; base.len()], &column))
            .collect();
        for index in scene[primitive.indices.expect("indices")].to_u32s().expect("whole numbers") {
            let index = index as usize;
            all.push(std::iter::once(base[index]).chain(targets.iter().map(|target| target[index])).collect());
        }
    }
    all
}

fn assert_near(a: &[Vec<[f32; 3]>], b: &[Vec<[f32; 3]>], scale: f32) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b * scale).abs() <= HALF * a.abs().max(1e-3), "{a} {b}");
        }
    }
}

#[test]
fn morph_targets_weights_and_levels_come_back() {
    let scene = face();
    // Vertices are compared one by one.
    let options = CreateModelOptions::default().optimization(scene_adapter::surface::Optimization::NONE);
    let built = create(&scene, &options).expect("a model");
    let told: Vec<String> = built.findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().all(|one| one.contains("its colours aren't in the model")), "{told:?}");
    assert_eq!(told.len(), 2, "once for each mesh: {told:?}");
    let model = parsed(&built.model);
    assert_eq!(model.validate().iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    let names: Vec<String> = model.flexes().iter().map(|flex| flex.name.to_string()).collect();
    assert_eq!(names, ["smile", "blink"], "one for both levels");
    assert_eq!(model.flex_controllers().len(), 2);
    let lods: Vec<(u32, f32)> = model.lods().iter().map(|lod| (lod.lod, lod.distance)).collect();
    assert_eq!(lods, [(1, 480.0)]);

    let (back, findings) = to_scene(&model, "face", &Default::default()).expect("a scene");
    assert!(findings.iter().all(|one| one.kind == scene_pragma::kinds::FLEX_CONTROLLERS), "{findings:?}");
    let node = back.node("Head").expect("the node");
    assert_eq!(back[node].lods.len(), 1);
    assert_eq!(back[node].lods[0].distance, Some(12.0));
    let far = back[node].lods[0].node;
    assert_eq!(back[far].name, "Head_LOD1");
    for (node, mesh) in [(node, 0), (far, 1)] {
        let (mesh, made) = (Id::<Mesh>::new(mesh), back[node].mesh.expect("a mesh"));
        assert_eq!(back[made].morph_names, scene[mesh].morph_names);
        let expected: Vec<Vec<[f32; 3]>> = corners(&scene, mesh, &Semantic::Position)
            .into_iter()
            .map(|mut all| {
                all[0][1] += 1.5;
                all
            })
            .collect();
        assert_near(&corners(&back, made, &Semantic::Position), &expected, 40.0);
        assert_near(&corners(&back, made, &Semantic::Normal), &corners(&scene, mesh, &Semantic::Normal), 1.0);
        let tangents = back[made].primitives[0].attribute(&Semantic::Tangent).expect("tangents");
        for [x, y, z, w] in back[tangents].to_f32s::<4>().expect("four floats") {
            assert!((x * x + y * y + z * z - 1.0).abs() < 1e-4 && w.abs() == 1.0, "{x} {y} {z} {w}");
        }
    }
    // One more for the coarser level: it moves with the finest.
    let [weights, of_far] = back.animations[Id::new(0)].channels.as_slice() else { panic!("two channels") };
    assert_eq!((weights.node, of_far.node), (node, far));
    let (was, is) =
        (Curve::read(&scene, &scene.animations[Id::new(0)].channels[0]).unwrap(), Curve::read(&back, weights).unwrap());
    assert_eq!(is.times().len(), 25, "a second of 24 frames");
    for time in is.times() {
        let (was, is) = (was.weights(*time), is.weights(*time));
        assert!(was.iter().zip(&is).all(|(a, b)| (a - b).abs() < 1e-6), "{time}: {was:?} {is:?}");
    }
    assert_eq!(back.animations[Id::new(0)].name, "Talk");
    let again = kit::home(&back).expect("what it came from");
    assert_eq!(again.to_bytes().unwrap(), model.to_bytes().unwrap());
}

/// Without texture coordinates too.
#[test]
fn tangents_have_a_direction() {
    let mut scene = Scene::default();
    let primitive = by_hand::cuboid(&mut scene, [1.0; 3]);
    let mesh = by_hand::mesh(&mut scene, "plain", primitive);
    by_hand::node(&mut scene, "plain", None, by_hand::at(0.0, 0.0, 0.0));
    scene[Id::<Node>::new(0)].mesh = Some(mesh);
    let model = create(&scene, &CreateModelOptions::default()).expect("a model").model;
    let mut budget = pragma_asset::Limits::default().budget();
    let vertices = model.meshes()[0].vertices(&mut budget).expect("vertices");
    let (tangents, normals) = (vertices.tangents().expect("tangents"), vertices.normals().expect("normals"));
    for (tangent, normal) in tangents.iter().zip(normals.iter()) {
        assert!((tangent.truncate().length() - 1.0).abs() < 1e-5 && tangent.truncate().dot(normal).abs() < 1e-5);
    }
}

/// Compares both with every morph target applied to a half beyond its default. Names may differ if meshes begin with different weights.
fn half_more(scene: &mut Scene<'_>) {
    for mesh in &mut scene.meshes {
        mesh.morph_weights.resize(mesh.morph_names.len(), 0.0);
        mesh.morph_weights.iter_mut().for_each(|weight| *weight += 0.5);
    }
}

#[test]
fn morphs_of_any_scene_do_the_same_in_the_model() {
    let (mut compared, mut morphs) = (0, 0);
    for seed in 0..150 {
        let mut scene = random::scene(&mut Random(seed));
        let Ok(built) = create(&scene, &CreateModelOptions::default()) else { continue };
        if built.findings.iter().any(|finding| finding.kind == scene_pragma::kinds::BIND_POSE_DIFFERS) {
            continue;
        }
        let model = parsed(&built.model);
        let (mut back, _) = to_scene(&model, "back", &Default::default()).expect("a scene");
        morphs += back.meshes.iter().map(|mesh| mesh.morph_names.len()).sum::<usize>();
        half_more(&mut scene);
        half_more(&mut back);
        let expected = [evaluate::corners(&scene, None, 0.0)];
        let made = [evaluate::corners(&back, None, 0.0)];
        if expected.iter().flatten().any(|corner| !corner.is_finite()) {
            continue;
        }
        let size = size(&expected);
        let off = worst(&expected, &made, size * 1e-3).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(off <= size * 1e-3, "seed {seed}: off by {off}, the size is {size}");
        compared += 1;
    }
    assert!(compared > 60 && morphs > 50, "{compared} scenes with {morphs} morph targets");
}

/// Targets of one name that move separately are two flexes; targets that move together are one.
#[test]
fn what_moves_apart_is_told_apart() {
    for apart in [false, true] {
        let mut scene = face();
        scene.nodes[Id::new(0)].lods.clear();
        let other = by_hand::node(&mut scene, "Teeth", None, by_hand::at(0.0, 0.0, 0.0));
        scene[other].mesh = Some(Id::new(1));
        scene.nodes[Id::new(1)].mesh = None;
        let last = if apart { 0.5_f32 } else { 1.0 };
        let values = [[0.0], [0.0], [1.0], [0.25], [0.0], [last]];
        let kind = (Property::MorphWeights, Interpolation::Linear);
        let channel: Channel = by_hand::channel(&mut scene, other, kind, &[0.0, 0.5, 1.0], &values);
        scene.animations[Id::new(0)].channels.push(channel);
        let model = create(&scene, &CreateModelOptions::default()).expect("a model").model;
        let names: Vec<String> = model.flexes().iter().map(|flex| flex.name.to_string()).collect();
        let expected: &[&str] = if apart { &["smile", "blink", "blink_2"] } else { &["smile", "blink"] };
        assert_eq!(names, expected);
    }
}

#[test]
fn default_weights_are_in_the_vertices() {
    let mut scene = face();
    scene.meshes[Id::new(0)].morph_weights = vec![0.5, 0.0];
    scene.meshes[Id::new(1)].morph_weights = vec![0.5, 0.0];
    let built = create(&scene, &CreateModelOptions::default()).expect("a model");
    assert!(
        built.findings.iter().any(|one| one.kind == scene_pragma::kinds::REST_WEIGHTS_BAKED),
        "{:?}",
        built.findings
    );
    let controllers = built.model.flex_controllers();
    assert_eq!((controllers[0].min, controllers[0].max), (-0.5, 1.0));
    let (back, _) = to_scene(&built.model, "face", &Default::default()).expect("a scene");
    let curve = Curve::read(&back, &back.animations[Id::new(0)].channels[0]).expect("weights");
    assert!((curve.weights(0.0)[0] + 0.5).abs() < 1e-6, "{:?}", curve.weights(0.0));
}

/// A model whose flexes are more than one controller each.
fn with_formulas() -> Model<'static> {
    let mut model = parsed(&create(&face(), &CreateModelOptions::default()).expect("a model").model);
    let steps = ["Fetch", "Const", "Mul"].map(|kind| {
        let (index, value) = ((kind == "Fetch").then_some(0), (kind == "Const").then_some(0.5));
        Operation { kind: kind.into(), index, value }
    });
    let half = Flex { morph_target_animation: Some(0), operations: steps.to_vec(), ..Flex::default() };
    model.set_flex("smile", &half);
    model
}

#[test]
fn formulas_say_how_far_morphs_are_applied() {
    let model = with_formulas();
    let (scene, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    let curve = Curve::read(&scene, &scene.animations[Id::new(0)].channels[0]).expect("weights");
    assert!((curve.weights(0.5)[0] - 0.5).abs() < 1e-6 && (curve.weights(1.0)[1] - 1.0).abs() < 1e-6);
}

/// Into the original: unedited parts keep every bit, edits are included, formulas stay.
#[test]
fn edited_morphs_go_into_the_original() {
    let model = with_formulas();
    let (mut scene, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    scene.source = None;
    let same = update(&model, &scene, &CreateModelOptions::default().scale(40.0)).expect("a model").model;
    assert_eq!(same.to_bytes().unwrap(), model.to_bytes().unwrap());

    let mesh = scene[scene.node("Head").expect("the node")].mesh.expect("a mesh");
    let array = scene[mesh].primitives[0].target_attribute(1, &Semantic::Position).expect("deltas");
    let moved: Vec<[f32; 3]> = scene[array].to_f32s::<3>().unwrap().iter().map(|[x, y, z]| [*x, y * 2.0, *z]).collect();
    scene[array] = Array::from_f32s(moved);
    let frown = scene.arrays.push(Array::from_f32s((0..scene[array].count).map(|_| [0.0, -4.0, 0.0_f32])));
    let frown = vec![asset_scene::Attribute { semantic: Semantic::Position, array: frown }];
    scene[mesh].primitives[0].targets.push(frown);
    scene[mesh].morph_names.push("frown".into());
    scene.animations[Id::new(0)].channels.clear();
    let built = update(&model, &scene, &CreateModelOptions::default()).expect("a model");
    let into = parsed(&built.model);
    let names: Vec<String> = into.flexes().iter().map(|flex| flex.name.to_string()).collect();
    assert_eq!(names, ["smile", "blink", "frown"]);
    assert_eq!(into.flexes()[0].operations, model.flexes()[0].operations);
    let (back, _) = to_scene(&into, "face", &Default::default()).expect("a scene");
    let made = back[back.node("Head").unwrap()].mesh.unwrap();
    assert_near(&corners(&back, made, &Semantic::Position), &corners(&scene, mesh, &Semantic::Position), 1.0);
    assert!(into.flex_animations().len() == 1, "what the scene hasn't got stays");
}

/// A model of the face whose material is `skin`.
fn with_skin() -> Model<'static> {
    let mut scene = face();
    scene.materials.push(asset_scene::Material::named("skin"));
    for mesh in &mut scene.meshes {
        mesh.primitives[0].material = Some(Id::new(0));
    }
    parsed(&create(&scene, &CreateModelOptions::default()).expect("a model").model)
}

#[test]
fn primitives_and_materials_that_are_new_go_into_the_original() {
    let model = with_skin();
    let (mut scene, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    scene.source = None;
    let gold = scene.materials.push(asset_scene::Material::named("gold"));
    let mut crown = by_hand::cuboid(&mut scene, [20.0; 3]);
    crown.material = Some(gold);
    crown.targets = vec![Vec::new(), Vec::new()];
    let head = scene[scene.node("Head").unwrap()].mesh.unwrap();
    scene[head].primitives.push(crown);
    let hat = by_hand::cuboid(&mut scene, [10.0; 3]);
    let hat = by_hand::mesh(&mut scene, "Hat", hat);
    let root = scene[scene.node("Head").unwrap()].parent;
    let node = by_hand::node(&mut scene, "Hat", root, by_hand::at(0.0, 100.0, 0.0));
    scene[node].mesh = Some(hat);
    let built = update(&model, &scene, &CreateModelOptions::default()).expect("a model");
    let losses: Vec<String> = built.findings.iter().filter(|one| one.is_loss).map(ToString::to_string).collect();
    assert_eq!(losses, [""; 0]);
    let into = parsed(&built.model);
    assert!(into.validate().is_empty(), "{:?}", into.validate());
    let materials: Vec<String> = into.materials().iter().map(ToString::to_string).collect();
    assert_eq!(materials, ["skin", "gold", "white"]);
    let groups: Vec<(String, usize)> =
        into.mesh_groups().iter().map(|group| (group.name.to_string(), group.meshes()[0].meshes().len())).collect();
    assert_eq!(groups, [("Head".to_owned(), 2), ("Head_LOD1".to_owned(), 1), ("Hat".to_owned(), 1)]);
    assert_eq!(into.base_mesh_groups(), [0, 2]);
    let (back, _) = to_scene(&into, "face", &Default::default()).expect("a scene");
    let crown = &back[back[back.node("Head").unwrap()].mesh.unwrap()].primitives[1];
    assert_eq!(back[crown.material.unwrap()].name, "gold");
    // As many units as before: the boxes have been made in units.
    let hat = &back[back[back.node("Hat").unwrap()].mesh.unwrap()].primitives[0];
    let top = back[hat.attribute(&Semantic::Position).unwrap()].to_f32s::<3>().unwrap();
    assert!(top.iter().all(|[_, y, _]| (90.0..=110.0).contains(y)), "{top:?}");
}

#[test]
fn a_new_material_and_edited_tangents_go_into_the_original() {
    let model = with_skin();
    let (mut scene, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    scene.source = None;
    let head = scene[scene.node("Head").unwrap()].mesh.unwrap();
    let array = scene[head].primitives[0].attribute(&Semantic::Tangent).expect("tangents");
    let turned = scene[array].to_f32s::<4>().unwrap().into_iter().map(|[x, y, z, w]| [x, y, z, -w]);
    let turned: Vec<[f32; 4]> = turned.collect();
    scene[array] = Array::from_f32s(turned.iter().copied());
    scene[head].primitives[0].material = Some(scene.materials.push(asset_scene::Material::named("gold")));
    let into = parsed(&update(&model, &scene, &CreateModelOptions::default()).expect("a model").model);
    let (back, _) = to_scene(&into, "face", &Default::default()).expect("a scene");
    let primitive = &back[back[back.node("Head").unwrap()].mesh.unwrap()].primitives[0];
    assert_eq!(back[primitive.material.expect("a material")].name, "gold");
    let array = primitive.attribute(&Semantic::Tangent).expect("tangents");
    let signs = |rows: &[[f32; 4]]| rows.iter().map(|row| row[3]).collect::<Vec<_>>();
    assert_eq!(signs(&back[array].to_f32s::<4>().unwrap()), signs(&turned));
}

#[test]
fn values_that_dont_fit_are_refused() {
    let mut model = with_formulas();
    let values = vec![vec![0.0, 1.0], vec![0.0]];
    let uneven = FlexAnimationData { fps: 24.0, controllers: vec![0, 1], values };
    assert!(model.set_flex_animation("x", &uneven).unwrap_err().to_string().contains("as many values as frames"));
    let still = FlexAnimationData { fps: 0.0, controllers: vec![0], values: vec![vec![0.0]] };
    assert!(model.set_flex_animation("x", &still).unwrap_err().to_string().contains("above 0"));
    let attributes = vec![MorphAttribute { property: "position".into(), values: Vec::new() }];
    let frames = vec![MorphFrame { vertices: vec![3], attributes, ..MorphFrame::default() }];
    let mesh = MorphMeshData { frames, ..MorphMeshData::default() };
    let error = model.set_morph_target_animation("x", &[mesh]).unwrap_err().to_string();
    assert!(error.contains("as many values of each property as vertices"), "{error}");
    assert_eq!(model.set_flex_controller("smile", &FlexController::default()), 0, "in place of the one of the name");
    model.rename_flex_animation("Talk", "Speak").expect("there is one");
    assert!(model.rename_flex_animation("Talk", "Say").is_err());
}
