//! Detects scenes that were not edited, so that they can be converted back to the original file.

use std::collections::BTreeSet;

use asset_scene::glam::{DAffine3, DQuat, DVec3};
use asset_scene::{Id, Mesh, Node, Primitive, Scene, Semantic, Skin, Transform};
use scene_adapter::same::tolerance::LOD_DISTANCE;
use scene_adapter::same::{self, Drawn};

/// Returns whether `scene` has the same parts as `shown`, in the same order, apart from rounding by other programs.
///
/// If a value in `shown` is NaN or infinite, any value is accepted in `scene`, because glTF can't store these.
pub(super) fn is_unedited(scene: &Scene<'_>, shown: &Scene<'_>) -> bool {
    let mut skin_of: Vec<Option<Id<Skin>>> = vec![None; shown.meshes.len()];
    for node in &shown.nodes {
        if let (Some(mesh), Some(skin)) = (node.mesh, node.skin) {
            skin_of.get_mut(mesh.index()).into_iter().for_each(|slot| *slot = Some(skin));
        }
    }
    // Animations may add nodes at the end for targets that the model lacks.
    let further = scene.nodes.iter().skip(shown.nodes.len());
    scene.nodes.len() >= shown.nodes.len()
        && further.into_iter().all(|node| node.mesh.is_none() && node.lods.is_empty())
        && (scene.meshes.len(), scene.skins.len()) == (shown.meshes.len(), shown.skins.len())
        && shown.nodes.iter().zip(&scene.nodes).all(|(before, now)| same_nodes(before, now))
        && shown.skins.ids().all(|skin| same_skins((shown, scene), skin))
        && shown.meshes.ids().zip(skin_of).all(|(mesh, skin)| same_meshes((shown, scene), mesh, skin))
}

fn same_nodes(before: &Node, now: &Node) -> bool {
    let near =
        |a: Option<f32>, b: Option<f32>| a.zip(b).map_or(a == b, |(a, b)| (a - b).abs() <= LOD_DISTANCE * a.abs());
    let lods = before.lods.len() == now.lods.len()
        && before.lods.iter().zip(&now.lods).all(|(a, b)| a.node == b.node && near(a.distance, b.distance));
    (&before.name, before.parent, before.mesh, before.skin) == (&now.name, now.parent, now.mesh, now.skin)
        && lods
        && same_transforms(turned(&before.transform), turned(&now.transform))
}

/// Returns the matrix for a transform after its rotation is normalized, because glTF requires this.
fn turned(transform: &Transform) -> DAffine3 {
    match transform {
        Transform::Trs { translation, rotation, scale } => DAffine3::from_scale_rotation_translation(
            DVec3::from(scale.map(f64::from)),
            DQuat::from_array(rotation.map(f64::from)).normalize(),
            DVec3::from(translation.map(f64::from)),
        ),
        Transform::Matrix(_) => transform.to_affine(),
    }
}

fn same_transforms(before: DAffine3, now: DAffine3) -> bool {
    !before.is_finite() || same::transforms(before, now)
}

fn same_skins((shown, scene): (&Scene<'_>, &Scene<'_>), skin: Id<Skin>) -> bool {
    let (before, now) = (&shown[skin], &scene[skin]);
    let bind = |scene: &Scene<'_>, joint: usize| scene[skin].joint(joint).map(|(_, bind)| bind);
    before.joints == now.joints
        && (0..before.joints.len()).all(|joint| {
            bind(shown, joint).zip(bind(scene, joint)).is_none_or(|(before, now)| same_transforms(before, now))
        })
}

fn same_meshes((shown, scene): (&Scene<'_>, &Scene<'_>), mesh: Id<Mesh>, skin: Option<Id<Skin>>) -> bool {
    let (before, now) = (&shown[mesh], &scene[mesh]);
    let drawn = |scene: &Scene<'_>| Drawn::of_mesh(scene, mesh, skin, true);
    before.morph_names == now.morph_names
        && same::weights(before, now)
        && before.primitives.iter().map(semantics).eq(now.primitives.iter().map(semantics))
        && before.primitives.iter().map(|one| one.topology).eq(now.primitives.iter().map(|one| one.topology))
        && same::drawn(&drawn(shown), &drawn(scene)).is_some()
}

/// Returns the attributes of a primitive, but not tangents, because most programs compute these again.
fn semantics(primitive: &Primitive) -> BTreeSet<&Semantic> {
    let all = primitive.attributes.iter().map(|attribute| &attribute.semantic);
    all.filter(|semantic| **semantic != Semantic::Tangent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset_scene::LodLevel;

    #[test]
    fn distances_of_levels_are_edited_above_the_tolerance_alone() {
        let node = |distance: f32| Node {
            lods: vec![LodLevel { node: Id::new(1), distance: Some(distance) }],
            ..Node::default()
        };
        assert!(same_nodes(&node(50.0), &node(50.0 * (1.0 + LOD_DISTANCE * 0.9))));
        assert!(!same_nodes(&node(50.0), &node(50.0 * (1.0 + LOD_DISTANCE * 1.1))));
    }
}
