//! Levels of detail of new models.

use asset_scene::{Array, Id, LodLevel, Scene, Transform};
use scene_adapter::surface::Optimization;
use scene_urho::{CreateModelOptions, create};

use super::models::{box_scene, options};
use crate::kit::compare::check;
use crate::kit::engine;
use fuzzkit::scene::by_hand::{arm, at, cuboid, mesh, node, ribbon};

#[test]
fn levels_of_detail_keep_their_distances() {
    let mut scene = arm();
    let primitive = ribbon(&mut scene, 2.0, 2, |share| ([0, 1, 0, 0], [1.0 - share, share, 0.0, 0.0]));
    let coarse = mesh(&mut scene, "Coarse", primitive);
    let far = node(&mut scene, "Far", None, at(0.0, 0.0, 0.0));
    scene.nodes[far].mesh = Some(coarse);
    scene.nodes[far].skin = Some(Id::new(0));
    scene.nodes[Id::new(3)].lods = vec![LodLevel { node: far, distance: Some(25.0) }];
    let (model, _) = check(&scene, &options()).unwrap();
    let lods = &model.geometries[0].lods;
    let drawn: Vec<_> = lods.iter().map(|lod| (lod.distance, lod.draw.count)).collect();
    assert_eq!(drawn, [(0.0, 48), (31.25, 12)], "the mean size is 0.8");
    assert_eq!(model.geometries.len(), 1);
    let (model, _) = check(&scene, &options().lods(false)).unwrap();
    assert_eq!(model.geometries[0].lods.len(), 1);
    // In parts, each has both levels.
    let (model, _) = check(&scene, &options().max_bones(1)).unwrap();
    assert!(model.geometries.iter().all(|geometry| geometry.lods.len() == 2));
}

#[test]
fn levels_take_the_place_of_their_node() {
    for keep_hierarchy in [false, true] {
        let mut scene = box_scene(at(1.0, 2.0, 3.0));
        let tilted = Transform::Trs {
            translation: [0.0, 1.0, 0.0],
            rotation: fuzzkit::scene::by_hand::turn([1.0, 0.0, 0.0], 30.0),
            scale: [1.0, 3.0, 1.0],
        };
        let below = node(&mut scene, "Below", Some(Id::new(0)), tilted);
        let far = node(&mut scene, "Far", None, at(0.0, 0.0, 0.5));
        let primitive = cuboid(&mut scene, [0.5, 1.0, 1.0]);
        let coarse = mesh(&mut scene, "Coarse", primitive);
        scene.nodes[below].mesh = Some(Id::new(0));
        scene.nodes[far].mesh = Some(coarse);
        scene.nodes[below].lods = vec![LodLevel { node: far, distance: None }];
        let options = options().keep_hierarchy(keep_hierarchy);
        let (model, _) = check(&scene, &options).unwrap();
        assert_eq!(model.geometries[1].lods[1].distance, 10.0);
        // As if the coarse one had always been there.
        scene.nodes[below].lods.clear();
        (scene.nodes[below].mesh, scene.nodes[below].transform) = (Some(coarse), at(0.0, 0.0, 0.5));
        scene.nodes[far].mesh = None;
        let expected = create(&scene, &options).unwrap().model;
        let (made, expected) = (engine::corners(&model, 1, None, 0.0), engine::corners(&expected, 0, None, 0.0));
        assert_eq!(made.len(), expected.len());
        assert!(made.iter().zip(&expected).all(|(made, expected)| made.distance(*expected) < 1e-5));
    }
}

/// A box whose coarser level leaves out its last side, with the same vertices.
fn box_of_two_levels() -> Scene<'static> {
    let mut scene = box_scene(at(0.0, 0.0, 0.0));
    let mut primitive = scene.meshes[Id::new(0)].primitives[0].clone();
    let indices = primitive.checked_indices(&scene, 8).unwrap();
    primitive.indices = Some(scene.arrays.push(Array::from_u32s(indices.into_iter().take(30))));
    let coarse = mesh(&mut scene, "Coarse", primitive);
    let far = node(&mut scene, "Far", None, at(0.0, 0.0, 0.0));
    scene.nodes[far].mesh = Some(coarse);
    scene.nodes[Id::new(0)].lods = vec![LodLevel { node: far, distance: Some(50.0) }];
    scene
}

#[test]
fn levels_share_equal_vertices() {
    let scene = box_of_two_levels();
    let vertices = |options: &CreateModelOptions| {
        let (model, _) = check(&scene, options).unwrap();
        assert_eq!(model.geometries[0].lods.iter().map(|lod| lod.draw.count).collect::<Vec<_>>(), [36, 30]);
        model.vertex_buffers.iter().map(|buffer| buffer.vertex_count).sum::<u32>()
    };
    assert_eq!(vertices(&options()), 24, "all of the coarser level's are among the finer's");
    assert_eq!(vertices(&options().optimization(Optimization::NONE)), 66, "a vertex per corner");
}
