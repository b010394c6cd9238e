//! How much other programs may change unasked. All tolerances of comparisons between a scene and its original are here.
//!
//! A difference up to the tolerance is rounding, and the bytes of the original stay. A greater difference is an edit.

/// Transforms of nodes, as a fraction of the largest number in their matrix.
pub const TRANSFORM: f64 = 2e-6;
/// Transforms of joints, as a fraction of the largest number in their matrix. Blender stores bones by head, tail and roll, and computes their
/// transforms from these.
pub const JOINT: f64 = 1e-4;
/// Positions of vertices, as a fraction of the mesh's size.
pub const PLACE: f32 = 1e-5;
/// Positions of skinned vertices, as a fraction of the mesh's size. Programs transform them to the space of their armature and back by rounded
/// bind matrices. A rig in centimetres comes back from Blender with differences of 5.5e-5.
pub const SKINNED_PLACE: f32 = 1e-4;
/// Inverse bind matrices, as a fraction of their largest number, or of 1 if that is less.
pub const BIND: f64 = 1e-4;
/// Texture coordinates, as a fraction, or of 1 if they are less. Programs turn them upside down and back.
pub const TEX_COORD: f32 = 2e-5;
/// Colours and weights, which some programs store as bytes.
pub const BYTE: f32 = 5e-3;
/// Weights of bones in models, which programs normalize.
pub const WEIGHT: f32 = 1e-2;
/// Distance between the ends of two unit normals, which some programs store as angles of 16 bits.
pub const NORMAL: f32 = 2e-2;
/// Positions of bones at rest, as a fraction of the model's size.
pub const BONE_PLACE: f32 = 2e-5;
/// Rotations of bones at rest, as the distance of their quaternions.
pub const BONE_TURN: f32 = 1e-4;
/// Scales of bones, as a difference. Bones have none at rest in Blender, so that the small scales of their ancestors add up.
pub const BONE_SCALE: f32 = 5e-3;
/// Inverse bind matrices of bones with weights that are replaced in an edited model, as a difference; their positions as a fraction of the model's
/// size. Animations depend on the original's.
pub const BIND_POSE: f32 = 1e-3;
/// Bounding boxes of edited models, as a fraction of the model's size.
pub const BOUNDS: f32 = 1e-3;
/// Keys of animations: positions as a fraction of the model's size, rotations in radians.
pub const KEY: f32 = 1e-4;
/// Seconds that a program may add to an animation or cut off from it: the longest frame of programs that count frames.
pub const FRAME: f32 = 1.0 / 23.0;
/// Distances of levels of detail, as a fraction.
pub const LOD_DISTANCE: f32 = 1e-3;
/// Intensities, ranges and angles of lights, and lenses of cameras, as a fraction.
pub const VIEW: f32 = 1e-4;
/// Numbers of materials, as a fraction, or of 1 if they are less. Programs convert colours between colour spaces.
pub const MATERIAL: f32 = 1e-4;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use asset_geometry::glam::{DAffine3, DMat4, DQuat, DVec3, Vec2, Vec3};
    use asset_scene::{Array, Attribute, Id, Light, Mesh, Node, Primitive, Scene, Semantic, Skin};

    use super::*;
    use crate::same::{self, Drawn, SkinOf};

    /// Asserts that a difference just below the tolerance is rounding, and a difference just above is an edit.
    fn ends_at(tolerance: impl Into<f64>, is_same: impl Fn(f64) -> bool) {
        let tolerance = tolerance.into();
        assert!(is_same(0.0) && is_same(tolerance * 0.9), "below {tolerance}");
        assert!(!is_same(tolerance * 1.1), "above {tolerance}");
    }

    /// A triangle of the size 4. One corner is `far` of that size away from its place, and the second joint is changed.
    fn rig(far: f64, changed: DAffine3) -> Scene<'static> {
        let mut scene = Scene::default();
        let far = (4.0 * far) as f32;
        let places = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 2.0 + far, 0.0]]));
        let joints = scene.arrays.push(Array::from_u8x4([[0, 1, 0, 0]; 3], false));
        let weights = scene.arrays.push(Array::from_f32s([[0.5_f32, 0.5, 0.0, 0.0]; 3]));
        let columns = [(Semantic::Position, places), (Semantic::Joints(0), joints), (Semantic::Weights(0), weights)];
        let attributes = columns.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
        let primitives = vec![Primitive { attributes, ..Primitive::default() }];
        let mesh = Some(scene.meshes.push(Mesh { primitives, ..Mesh::default() }));
        let joint = |name: &str| Node { name: name.to_owned(), ..Node::default() };
        let joints = vec![scene.nodes.push(joint("hip")), scene.nodes.push(joint("knee"))];
        let knee = DAffine3::from_translation(DVec3::new(0.0, -0.5, 0.0));
        let inverse_bind = [DAffine3::IDENTITY, changed * knee].map(|bind| DMat4::from(bind).as_mat4().to_cols_array());
        let skin = Some(scene.skins.push(Skin { joints, inverse_bind: inverse_bind.to_vec(), ..Skin::default() }));
        scene.nodes.push(Node { mesh, skin, ..Node::default() });
        scene
    }

    fn draws_the_same(far: f64, skin: Option<Id<Skin>>) -> bool {
        let of = |far: f64| Drawn::of_mesh(&rig(far, DAffine3::IDENTITY), Id::new(0), skin, true);
        same::drawn(&of(0.0), &of(far)).is_some()
    }

    fn binds_the_same(changed: DAffine3) -> bool {
        let skin = Id::new(0);
        let (still, changed) = (rig(0.0, DAffine3::IDENTITY), rig(0.0, changed));
        same::skins(SkinOf::new(&still, skin), SkinOf::new(&changed, skin))
    }

    #[test]
    fn transforms() {
        let at = |x: f64| DAffine3::from_translation(DVec3::new(x, 8.0, 0.0));
        ends_at(TRANSFORM, |far| same::transforms(at(0.0), at(8.0 * far)));
        ends_at(JOINT, |far| same::joints(at(0.0), at(8.0 * far)));
    }

    #[test]
    fn positions() {
        ends_at(PLACE, |far| draws_the_same(far, None));
        ends_at(SKINNED_PLACE, |far| draws_the_same(far, Some(Id::new(0))));
        let positions = [Vec3::ZERO, Vec3::new(4.0, 0.0, 0.0)];
        let near = |is_skinned| same::rounding(&positions, is_skinned);
        assert_eq!((near(false), near(true)), (4.0 * PLACE, 4.0 * SKINNED_PLACE));
    }

    #[test]
    fn binds() {
        ends_at(BIND, |far| binds_the_same(DAffine3::from_translation(DVec3::new(far, 0.0, 0.0))));
        ends_at(BIND, |far| binds_the_same(DAffine3::from_quat(DQuat::from_rotation_z(far))));
        ends_at(BONE_SCALE, |far| binds_the_same(DAffine3::from_scale(DVec3::splat(1.0 + far))));
    }

    #[test]
    fn vertices() {
        ends_at(TEX_COORD, |far| same::tex_coords(Vec2::new(3.0, 0.0), Vec2::new(3.0 + 3.0 * far as f32, 0.0)));
        ends_at(BYTE, |far| same::colors([0.5; 4], [0.5, 0.5, 0.5 + far as f32, 0.5]));
        ends_at(NORMAL, |far| same::normals(Vec3::Z, Vec3::new(0.0, far.sin() as f32, far.cos() as f32)));
    }

    #[test]
    fn views() {
        let light = |intensity: f64| Light { intensity: 50.0 * intensity as f32, ..Light::default() };
        ends_at(VIEW, |far| same::lights(&light(1.0), &light(1.0 + far)));
    }
}
