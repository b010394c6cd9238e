//! Properties that hold for every model and scene, sensible or not.

use crate::kit;

use asset_scene::{Id, Material, Mesh, Node, Scene, Transform};
use fuzzkit::zed as files;
use proptest::prelude::*;
use scene_zed::{CreateModelOptions, CreatedModel, Model, create, original, to_scene};
use zed_asset::ByteOrder;

/// An edit of one object, as a person makes it.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Delete,
    Duplicate,
    Move,
    Paint,
}

/// How far an object is moved.
const FAR: f32 = 4096.0;
/// A material number that no generated model has.
const FRESH: u32 = 4_000_000_000;

/// Edits an object. Returns the number of its mesh in the model.
fn edit(scene: &mut Scene<'static>, edit: Edit, object: Id<Node>) -> Option<usize> {
    let mesh = scene[object].mesh?;
    let number = kit::number_of(&scene[mesh]);
    match edit {
        Edit::Delete => scene[object].mesh = None,
        Edit::Duplicate => {
            let copy = scene[mesh].clone();
            let mesh = scene.meshes.push(Mesh { name: "copy".to_owned(), ..copy });
            scene.nodes.push(Node { name: "copy".to_owned(), mesh: Some(mesh), ..Node::default() });
        }
        Edit::Move => scene[object].transform = Transform::from_translation([FAR, 0.0, 0.0]),
        Edit::Paint => {
            let material = scene.materials.push(Material::named(format!("Material {FRESH}")));
            scene[mesh].primitives.iter_mut().for_each(|primitive| primitive.material = Some(material));
        }
    }
    Some(number)
}

/// A model whose vertices are at places that floats can be moved from and back.
fn near_model() -> BoxedStrategy<Model<'static>> {
    let near = |mut model: Model<'static>| {
        let (stride, order) = (model.encoding.vertices.stride(), model.byte_order);
        for mesh in model.meshes_mut() {
            let mut vertices = mesh.vertices.to_vec();
            for float in vertices.chunks_exact_mut(stride).flat_map(|vertex| vertex[..12].chunks_exact_mut(4)) {
                let place = f32::from(float[0]) / 4.0;
                float.copy_from_slice(&if order == ByteOrder::Big { place.to_be_bytes() } else { place.to_le_bytes() });
            }
            mesh.vertices = vertices.into();
        }
        model
    };
    let shows = |model: &Model<'_>| {
        let scene = to_scene(model, "model", &Default::default());
        model.to_bytes().is_ok() && scene.is_ok_and(|(scene, _)| !kit::triangles_of_scene(&scene).is_empty())
    };
    files::model().prop_map(near).prop_filter("a model that shows something", shows).boxed()
}

proptest! {
    // Few generated models show something.
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// One edit is written, and nothing else changes.
    #[test]
    fn one_edit_changes_one_mesh(
        model in near_model(),
        kind in prop::sample::select(vec![Edit::Delete, Edit::Duplicate, Edit::Move, Edit::Paint]),
        object in any::<prop::sample::Index>(),
    ) {
        let (scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
        let mut scene = scene.into_owned();
        let objects: Vec<Id<Node>> = scene.mesh_nodes().map(|(node, _)| node).collect();
        let (object, is_only) = (*object.get(&objects), objects.len() == 1);
        let number = edit(&mut scene, kind, object).unwrap();
        let updated = kit::updated(&model, &scene);
        if let (Edit::Delete, true) = (kind, is_only) {
            prop_assert!(updated.is_err(), "nothing would be left");
            return Ok(());
        }
        let updated = updated.unwrap().model;
        let (now, before): (Vec<_>, Vec<_>) = (updated.meshes().collect(), model.meshes().collect());
        let gone = usize::from(matches!(kind, Edit::Delete));
        let added = now.len() + gone - before.len();
        // A new object gets a mesh for each of its arrays of triangles.
        prop_assert!(if matches!(kind, Edit::Duplicate) { added >= 1 } else { added == 0 }, "{} new meshes", added);
        for (other, before) in before.iter().enumerate().filter(|(other, _)| *other != number) {
            let place = if other > number { other - gone } else { other };
            prop_assert_eq!(now[place].mesh(), before.mesh(), "mesh {}", other);
        }
        match kind {
            Edit::Delete => {}
            Edit::Duplicate => {
                prop_assert_eq!(now[number].mesh(), before[number].mesh());
                let copy = kit::triangles_of(&updated, |mesh| mesh >= before.len());
                prop_assert_eq!(copy, kit::triangles_of(&model, |mesh| mesh == number));
            }
            Edit::Move => {
                let own = |model: &Model<'_>| kit::triangles_of(model, |mesh| mesh == number);
                let moved = own(&model).into_iter().map(|corners| corners.map(|[x, y, z]| [x + FAR, y, z]));
                prop_assert_eq!(own(&updated), moved.collect::<Vec<_>>());
                prop_assert_eq!(now[number].material(), before[number].material());
            }
            Edit::Paint => {
                prop_assert_eq!(now[number].material(), FRESH);
                let material = before[number].material();
                let painted = zed_asset::Mesh { material, ..now[number].mesh().borrowed().into_owned() };
                prop_assert_eq!(&painted, before[number].mesh());
            }
        }
    }

    /// The edits from one model to another give a model that shows the other one, also if the first one is empty.
    #[test]
    fn edits_lead_from_any_model_to_any_other(before in near_model(), wanted in near_model()) {
        let (mut scene, _) = to_scene(&wanted, "model", &Default::default()).unwrap();
        scene.source = None;
        let wanted = kit::triangles_of_scene(&scene);
        let mut empty = before.borrowed().into_owned();
        empty.chunks.list.retain(|chunk| !matches!(chunk.content, zed_asset::Content::Mesh(_)));
        let new = create(&scene, &CreateModelOptions::default().encoding(before.encoding)).unwrap();
        for made in [kit::updated(&before, &scene).unwrap(), kit::updated(&empty, &scene).unwrap(), new] {
            prop_assert!(made.model.to_bytes().is_ok());
            let (again, _) = to_scene(&made.model, "model", &Default::default()).unwrap();
            prop_assert_eq!(&kit::triangles_of_scene(&again), &wanted);
        }
    }
}

proptest! {
    #[test]
    fn models_come_back(model in files::model()) {
        // Some can't be written at all: nothing in a file says its encoding.
        if let Ok(bytes) = model.to_bytes() {
            prop_assert_eq!(kit::comes_back(&model), Ok(()));
            let (scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
            let read = kit::read(&kit::glb(&scene).unwrap().0).unwrap();
            let carried = original(&read).unwrap().unwrap();
            prop_assert_eq!(carried.to_bytes().unwrap(), bytes.clone());
            if !read.meshes.is_empty() {
                prop_assert_eq!(kit::updated(&carried, &read).unwrap().model.to_bytes().unwrap(), bytes);
            }
        }
    }

    /// Triangles and vertices in another order are no edit, and a moved vertex changes nothing else.
    #[test]
    fn edits_stay_small(model in files::model(), by in 1.0_f32..2.0) {
        let (mut scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
        let moved = kit::move_a_vertex(&mut scene, by);
        if let (Ok(_), Some(mesh)) = (model.to_bytes(), moved) {
            let updated = kit::updated(&model, &scene).unwrap().model;
            let others = updated.meshes().zip(model.meshes()).enumerate().filter(|(number, _)| *number != mesh);
            for (number, (updated, before)) in others {
                prop_assert_eq!(updated.mesh(), before.mesh(), "{}", number);
            }
            let (now, before) = (updated.mesh(mesh).unwrap(), model.mesh(mesh).unwrap());
            prop_assert_eq!(now.mesh().strips.len(), before.mesh().strips.len());
            prop_assert!(now.vertex_count() <= before.vertex_count() + 1);
            let rows = now.positions().iter().zip(before.positions().iter());
            let changed = rows.filter(|(now, before)| now.map(f32::to_bits) != before.map(f32::to_bits)).count();
            prop_assert!(changed <= 1, "{} vertices", changed);
        }
    }

    #[test]
    fn any_scene_becomes_a_model(scene in fuzzkit::gltf::any_scene(), encoding in files::encoding()) {
        if let Ok(CreatedModel { model: made, .. }) = create(&scene, &CreateModelOptions::default().encoding(encoding)) {
            let bytes = made.to_bytes().unwrap();
            prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().encoding(encoding)).is_ok());
        }
    }

    #[test]
    fn sound_scenes_become_models(scene in fuzzkit::gltf::scene(), encoding in files::encoding()) {
        let made = create(&scene, &CreateModelOptions::default().encoding(encoding)).unwrap().model;
        let bytes = made.to_bytes().unwrap();
        prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().encoding(encoding)).is_ok());
    }

    #[test]
    fn any_urho_model_becomes_a_model(model in fuzzkit::mdl::drawing_model(), encoding in files::encoding()) {
        let (scene, _) = scene_urho::to_scene(&model, "100% model", &Default::default()).unwrap();
        let made = create(&scene, &CreateModelOptions::default().encoding(encoding)).unwrap().model;
        let bytes = made.to_bytes().unwrap();
        prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().encoding(encoding)).is_ok());
    }
}
