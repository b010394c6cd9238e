//! Triangles without a surface, which other programs drop: they stay in the original unless their vertices are edited.

use scene_urho::asset_scene::{Array, Id, Scene, Semantic};
use scene_urho::{CreateModelOptions, Model};

/// Two triangles, one apart, and two that nobody sees: with a vertex twice, and with two vertices in one place.
const INDICES: [u32; 15] = [0, 1, 2, 1, 1, 2, 2, 1, 3, 3, 4, 0, 5, 6, 7];
const PLACES: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [4.0, 0.0, 0.0],
    [4.0, 1.0, 0.0],
    [5.0, 0.0, 0.0],
];

/// A triangle as the places of its corners in tenths, whichever is first.
type Face = Vec<[i32; 3]>;

/// Returns the triangles of the model after an edit in a program that keeps only these triangles of the scene.
fn edited(keeps: impl Fn(&[u32]) -> bool, change: impl Fn(&mut Vec<[f32; 3]>)) -> Vec<Face> {
    let model = Model::builder().positions(&PLACES).indices(&INDICES).build().unwrap();
    let (scene, _) = scene_urho::to_scene(&model, "shape", &Default::default()).unwrap();
    let mut scene: Scene<'static> = scene.into_owned();
    let primitive = scene.meshes[Id::new(0)].primitives[0].clone();
    let (rows, indices) = (primitive.attribute(&Semantic::Position).unwrap(), primitive.indices.unwrap());
    let mut places: Vec<[f32; 3]> = scene[rows].to_f32s().unwrap();
    change(&mut places);
    scene[rows] = Array::from_f32s(places);
    let all = scene[indices].to_u32s().unwrap();
    let kept: Vec<u32> = all.chunks_exact(3).filter(|face| keeps(face)).flatten().copied().collect();
    scene[indices] = Array::from_u32s(kept);
    let made = scene_urho::update(&model, &scene, &CreateModelOptions::default()).unwrap().model;
    let places: Vec<[f32; 3]> =
        made.vertex_buffers[0].positions().unwrap().iter().map(|place| place.to_array()).collect();
    faces(&made.indices(&made.geometries[0].lods[0]).collect::<Vec<_>>(), &places)
}

fn is_seen(face: &[u32]) -> bool {
    let places: Vec<_> = face.iter().map(|vertex| PLACES[*vertex as usize]).collect();
    places[0] != places[1] && places[1] != places[2] && places[2] != places[0]
}

fn faces(indices: &[u32], places: &[[f32; 3]]) -> Vec<Face> {
    let sorted = |face: &[u32]| {
        let mut face: Face =
            face.iter().map(|vertex| places[*vertex as usize].map(|number| (number * 10.0) as i32)).collect();
        face.sort_unstable();
        face
    };
    let mut all: Vec<Face> = indices.chunks_exact(3).map(sorted).collect();
    all.sort_unstable();
    all
}

#[test]
fn an_edit_elsewhere_keeps_triangles_without_a_surface() {
    assert_eq!(edited(is_seen, |_| ()), faces(&INDICES, &PLACES), "nothing was edited");
    let mut places = PLACES;
    places[5][2] = 0.5;
    assert_eq!(edited(is_seen, |places| places[5][2] = 0.5), faces(&INDICES, &places));
}

#[test]
fn edited_triangles_without_a_surface_go() {
    let mut places = PLACES;
    places[0][2] = 0.5;
    let left = faces(&[0, 1, 2, 1, 1, 2, 2, 1, 3, 5, 6, 7], &places);
    assert_eq!(edited(is_seen, |places| places[0][2] = 0.5), left, "a corner of one was moved");
    let deleted = edited(|face| is_seen(face) && face.contains(&6), |_| ());
    assert_eq!(deleted, faces(&[5, 6, 7], &PLACES), "the faces around them were deleted");
}
