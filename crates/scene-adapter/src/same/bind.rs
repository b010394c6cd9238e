//! Comparison of skins, wherever their meshes are bound.

use std::collections::HashMap;

use asset_geometry::glam::{DAffine3, DMat3};
use asset_scene::world::inverse;
use asset_scene::{Id, Scene, Skin, bind_space};

use super::tolerance::{BIND, BONE_SCALE};

/// A skin in its scene.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SkinOf<'s> {
    /// The scene of the skin and its joints.
    pub scene: &'s Scene<'s>,
    /// The number of the skin.
    pub skin: Id<Skin>,
}

impl<'s> SkinOf<'s> {
    /// Names a skin of a scene.
    pub const fn new(scene: &'s Scene<'s>, skin: Id<Skin>) -> Self {
        Self { scene, skin }
    }
}

/// The inverse bind matrix of each joint, by its name.
fn joints(of: SkinOf<'_>) -> HashMap<&str, DAffine3> {
    let SkinOf { scene, skin } = of;
    let Some(skin) = scene.skins.get(skin) else { return HashMap::new() };
    let joints = (0..skin.joints.len()).filter_map(|joint| skin.joint(joint));
    joints.filter_map(|(node, bind)| Some((scene.nodes.get(node)?.name.as_str(), bind))).collect()
}

/// Returns the transform from the space that a skin binds its meshes in to the space of another skin, from the joints with the same names; `None` if it
/// is the identity. Pass it to [`Drawn::of_mesh_in`](super::Drawn::of_mesh_in): programs export skinned meshes where the scene shows them.
pub fn space(own: SkinOf<'_>, other: SkinOf<'_>) -> Option<DAffine3> {
    let (own, other) = (joints(own), joints(other));
    let pair = |(name, bind): (&&str, &DAffine3)| Some((inverse(*bind)?, inverse(*other.get(*name)?)?));
    let mut names: Vec<_> = own.iter().collect();
    names.sort_unstable_by_key(|(name, _)| **name);
    let pairs: Vec<(DAffine3, DAffine3)> = names.into_iter().filter_map(pair).collect();
    Some(bind_space(&pairs).0).filter(|space| *space != DAffine3::IDENTITY)
}

/// Returns whether two skins bind to joints of the same names in the same way, wherever the meshes are.
pub fn skins(a: SkinOf<'_>, b: SkinOf<'_>) -> bool {
    // The joints of a mesh that is elsewhere are in the same way elsewhere.
    let back = space(a, b).map_or(DAffine3::IDENTITY, |space| space.inverse());
    let (a, b) = (joints(a), joints(b));
    a.len() == b.len() && a.iter().all(|(name, own)| b.get(name).is_some_and(|other| close(*own * back, *other)))
}

fn close(own: DAffine3, other: DAffine3) -> bool {
    let (a, b) = (own.to_cols_array(), other.to_cols_array());
    // Distances from joints to the space of their mesh are rounded by the size of both.
    let size = a.iter().chain(&b).fold(1.0_f64, |size, number| size.max(number.abs()));
    let is_near = a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= BIND * size || a == b);
    is_near || inverse(own).is_some_and(|own| is_scale(other * own, size))
}

/// Whether a joint changed by a small scale alone: bones of Blender have none at rest.
fn is_scale(change: DAffine3, size: f64) -> bool {
    let matrix = change.matrix3;
    let scaled = (matrix - DMat3::IDENTITY).to_cols_array().into_iter().fold(0.0_f64, |most, one| most.max(one.abs()));
    // A matrix that isn't symmetric rotates. Without the scales of its ancestors, a joint is at another place.
    (matrix - matrix.transpose()).abs_diff_eq(DMat3::ZERO, BIND)
        && scaled <= BONE_SCALE.into()
        && change.translation.abs().max_element() <= (BIND + scaled) * size
}
