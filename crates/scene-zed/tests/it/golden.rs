//! Scenes and models by hand.

use crate::kit;

use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{Array, Id, Node, Primitive, Scene, Transform};
use binio::Limits;
use fuzzkit::scene::by_hand;
use fuzzkit::scene::evaluate::corners;
use scene_zed::{CreateModelOptions, CreatedModel, Encoding, Model, create, to_scene};
use zed_asset::{MeshBuilder, ModelBuilder};

/// A quad of two triangles, clockwise.
fn quad() -> Model<'static> {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
    let mesh = MeshBuilder::new(&corners).triangles(&[0, 2, 1, 1, 2, 3]).material(4);
    ModelBuilder::new("quad").mesh(mesh).build().unwrap()
}

/// The corners of all triangles, turned around.
fn made(model: &Model<'_>) -> Vec<DVec3> {
    let mut corners = Vec::new();
    for mesh in model.meshes() {
        let positions: Vec<[f32; 3]> = mesh.positions().iter().collect();
        for [a, b, c] in mesh.triangles() {
            corners.extend([a, c, b].map(|index| DVec3::from(positions[index as usize].map(f64::from))));
        }
    }
    corners
}

#[test]
fn a_model_is_a_scene() {
    let model = quad();
    let (scene, findings) = to_scene(&model, "quad", &Default::default()).unwrap();
    scene.check().unwrap();
    assert!(findings.is_empty());
    let primitive = &scene.meshes[Id::new(0)].primitives[0];
    assert_eq!(scene[primitive.indices.unwrap()].to_u32s().unwrap(), [0, 1, 2, 1, 3, 2]);
    let material = &scene[primitive.material.unwrap()];
    assert_eq!((material.name.as_str(), material.double_sided), ("Material 4", true));
    assert_eq!(kit::comes_back(&model), Ok(()));
}

/// Sheared, mirrored and uneven parents: at rest each triangle is where glTF has it, its front and its normal on the side that they were.
#[test]
fn triangles_stand_where_the_scene_shows_them() {
    let scenes = by_hand::below_parents();
    assert_eq!(scenes.len(), 21);
    for (name, scene) in scenes {
        let CreatedModel { model, findings, .. } = create(&scene, &CreateModelOptions::default()).unwrap();
        let (made, expected) = (made(&model), corners(&scene, None, 0.0));
        assert_eq!(made.len(), 3, "{name}");
        // A node that mirrors swaps two corners, so that the front stays where it was.
        let all_found = expected.iter().all(|at| made.iter().any(|own| own.distance(*at) < 1e-5));
        assert!(all_found, "{name}: {made:?} {expected:?}");
        let front = (made[1] - made[0]).cross(made[2] - made[0]).normalize();
        let normal = model.mesh(0).unwrap().normals().iter().next().unwrap();
        let normal = DVec3::from(normal.map(f64::from));
        if !name.ends_with("bound") {
            assert!(normal.distance(front) < 1e-5, "{name}: {normal} {front}");
        }
        let told = |what: &str| findings.iter().any(|finding| finding.to_string().contains(what));
        assert_eq!(told("animations: are lost"), !name.ends_with("still"), "{name}: {findings:?}");
        assert_eq!(told("its skin is lost"), name.ends_with("bound"), "{name}: {findings:?}");
    }
}

#[test]
fn what_is_lost_is_told() {
    let mut scene = by_hand::arm();
    let coarse = scene.nodes.push(Node { mesh: Some(Id::new(0)), ..Node::default() });
    let skinned = scene.node("Skinned").unwrap();
    scene[skinned].lods.push(asset_scene::LodLevel { node: coarse, distance: None });
    let CreatedModel { model, findings, .. } = create(&scene, &CreateModelOptions::default()).unwrap();
    assert_eq!(model.meshes().count(), 1, "coarser levels are left out");
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    for part in ["its skin is lost", "coarser levels of detail are lost", "texture coordinates are lost"] {
        assert!(told.iter().any(|told| told.contains(part)), "{part}: {told:?}");
    }
    let expected = corners(&scene, None, 0.0);
    assert!(made(&model).iter().zip(&expected).all(|(made, expected)| made.distance(*expected) < 1e-5));
    let document = create(&scene, &CreateModelOptions::default().encoding(Encoding::DOCUMENT)).unwrap().model;
    assert!(document.mesh(0).unwrap().tex_coords().is_some());
    assert!(to_scene(&model, "arm", &Default::default()).unwrap().1.is_empty());
    assert_eq!(kit::comes_back(&model), Ok(()));
}

/// A few hundred kilobytes that show one mesh of 3000 vertices a hundred thousand times.
#[test]
fn small_scenes_that_show_much_are_refused_before_anything_grows() {
    let mut scene = Scene::default();
    let positions = Array::from_f32s(vec![[0.0_f32; 3]; 3000]);
    let attributes = vec![by_hand::attribute(&mut scene, asset_scene::Semantic::Position, positions)];
    let mesh = by_hand::mesh(&mut scene, "dust", Primitive { attributes, ..Primitive::default() });
    let node = Node { mesh: Some(mesh), transform: Transform::IDENTITY, ..Node::default() };
    scene.nodes.extend(vec![node; 100_000]);
    let error = create(&scene, &CreateModelOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("meshes: expected at most"), "{error}");
    let limits = Limits::default().max_expanded_bytes(100);
    assert!(create(&by_hand::arm(), &CreateModelOptions::default().limits(limits)).is_err());
}
