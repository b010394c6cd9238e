//! Scenes of a few objects, as a person models them, and the triangles that a scene shows.

use asset_scene::{
    Array, Attribute, Id, Material, Mesh, Node, Primitive, Scene, Semantic, Skin, Transform, glam::Mat4,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// The joints that can move the objects, each with its position above its parent.
const JOINTS: [(&str, f32); 2] = [("hip", 2.0), ("chest", 3.0)];

/// Positions are compared in this many steps per metre.
const STEPS: f32 = 64.0;

/// The corners of a triangle.
type Corners = [[i8; 3]; 3];

/// A part of an object: its material, its triangles and whether joints move it.
type Part = (u8, Vec<Corners>);

/// Generates scenes with one to four named objects. Their triangles have a surface and whole numbers as positions, and
/// half of the scenes have joints.
pub fn shapes() -> impl Strategy<Value = Scene<'static>> {
    let corner = || [-8_i8..8, -8_i8..8, -8_i8..8];
    let triangle = [corner(), corner(), corner()].prop_filter("a surface", has_surface);
    let part = (0_u8..3, vec(triangle, 1..4));
    let object = ([-4_i8..4, -4_i8..4, -4_i8..4], vec(part, 1..3));
    (btree_map(0_u8..6, object, 1..4), any::<bool>()).prop_map(|(objects, is_bound)| {
        let mut scene = Scene { name: "shapes".to_owned(), ..Scene::default() };
        let materials: Vec<Id<Material>> =
            ["red", "green", "blue"].map(|name| scene.materials.push(Material::named(name))).into();
        let skin = is_bound.then(|| skin(&mut scene));
        for (number, (place, parts)) in objects {
            let primitives = parts.iter().map(|part| primitive(&mut scene, part, &materials, is_bound)).collect();
            let name = format!("part {number}");
            let mesh = scene.meshes.push(Mesh { name: name.clone(), primitives, ..Mesh::default() });
            let transform = Transform::from_translation(place.map(f32::from));
            scene.nodes.push(Node { name, mesh: Some(mesh), skin, transform, ..Node::default() });
        }
        scene
    })
}

fn has_surface([a, b, c]: &Corners) -> bool {
    let to = |from: &[i8; 3], to: &[i8; 3]| [0, 1, 2].map(|axis| i32::from(to[axis]) - i32::from(from[axis]));
    let (u, v) = (to(a, b), to(a, c));
    [(0, 1), (1, 2), (2, 0)].iter().any(|(i, j)| u[*i] * v[*j] != u[*j] * v[*i])
}

/// Adds the joints, and a skin of them that leaves vertices where they are.
fn skin(scene: &mut Scene<'static>) -> Id<Skin> {
    let (mut parent, mut height) = (None, 0.0);
    let (mut joints, mut inverse_bind) = (Vec::new(), Vec::new());
    for (name, above) in JOINTS {
        height += above;
        let transform = Transform::from_translation([0.0, above, 0.0]);
        let joint = scene.nodes.push(Node { name: name.to_owned(), parent, transform, ..Node::default() });
        inverse_bind.push(Mat4::from_translation([0.0, -height, 0.0].into()).to_cols_array());
        joints.push(joint);
        parent = Some(joint);
    }
    scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() })
}

fn primitive(
    scene: &mut Scene<'static>,
    (material, triangles): &Part,
    materials: &[Id<Material>],
    is_bound: bool,
) -> Primitive {
    let corners: Vec<[f32; 3]> = triangles.iter().flatten().map(|corner| corner.map(f32::from)).collect();
    let count = corners.len();
    let mut attributes =
        vec![Attribute { semantic: Semantic::Position, array: scene.arrays.push(Array::from_f32s(corners)) }];
    if is_bound {
        let joints = (0..count).map(|vertex| [u8::from(vertex % 2 == 0), 0, 0, 0]);
        let weights = (0..count).map(|_| [1.0_f32, 0.0, 0.0, 0.0]);
        let (joints, weights) =
            (scene.arrays.push(Array::from_u8x4(joints, false)), scene.arrays.push(Array::from_f32s(weights)));
        attributes.push(Attribute { semantic: Semantic::Joints(0), array: joints });
        attributes.push(Attribute { semantic: Semantic::Weights(0), array: weights });
    }
    let material = materials.get(usize::from(*material)).copied();
    Primitive { attributes, material, ..Primitive::default() }
}

/// Returns the triangles with a surface that the finest levels show in their rest pose, rounded and sorted, each with
/// its smallest corner first. Equal triangles are listed once.
///
/// # Panics
/// Panics if the scene can't be posed.
pub fn triangles(scene: &Scene<'_>) -> Vec<[[i64; 3]; 3]> {
    let pose = scene.rest_pose().expect("a scene that passes its checks");
    let mut all = Vec::new();
    for (node, mesh) in scene.mesh_nodes() {
        for primitive in &scene[mesh].primitives {
            let posed = pose.posed(scene, node, primitive).expect("a primitive with positions");
            for corners in primitive.triangles(scene).expect("indices of vertices") {
                let corner =
                    |at: u32| (posed.positions[at as usize] * STEPS).round().to_array().map(|axis| axis as i64);
                let mut corners = corners.map(corner);
                let smallest = (0..3).min_by_key(|at| corners[*at]).unwrap_or_default();
                corners.rotate_left(smallest);
                all.push(corners);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
