//! Nodes back into bones.

use std::collections::HashMap;

use asset_scene::glam::{Quat, Vec3};
use asset_scene::{Error, Id, Node, Scene, Source, Transform, unescape_name};
use binio::Path;
use scene_adapter::origin::mismatch;
use urho_mdl::{Bone, Skeleton};

use crate::layout::BoneLayout;
use crate::{BONES, mirror};

/// Returns the bones: from the block if it exists and the scene still has the same values, otherwise from the scene.
pub(crate) fn bones(
    scene: &Scene<'_>,
    source: &Source<'_>,
    layouts: &[BoneLayout],
) -> Result<Skeleton<'static>, Error> {
    if layouts.is_empty() {
        return Ok(Skeleton::default());
    }
    let skin = scene.skins.first().filter(|skin| skin.joints.len() == layouts.len());
    let expected = || format!("expected a skin of {} joints", layouts.len());
    let skin = skin.ok_or_else(|| mismatch("skin", expected()))?;
    let bone_of: HashMap<Id<Node>, usize> = skin.joints.iter().enumerate().map(|(bone, node)| (*node, bone)).collect();
    let parents = asset_geometry::Hierarchy::new(layouts.iter().map(|bone| Some(bone.parent as usize)));
    let mut stored = source.block(BONES).map(|block| block.chunks_exact(size_of::<[f32; 22]>()));
    let mut bones = Vec::with_capacity(layouts.len());
    for (index, (layout, node)) in layouts.iter().zip(&skin.joints).enumerate() {
        let path = || Path::from([("node", node.index())]);
        let node = &scene[*node];
        if node.parent.and_then(|parent| bone_of.get(&parent).copied()) != parents.parent(index) {
            return Err(mismatch(path(), "another parent"));
        }
        // Without matrices all are the identity.
        let inverse_bind = skin.inverse_bind.get(index).copied().unwrap_or(IDENTITY);
        let mut bone = bone(node, layout, &inverse_bind)
            .ok_or_else(|| mismatch(path(), "expected translation, rotation and scale, found a matrix"))?;
        if let Some(kept) = stored.as_mut().and_then(Iterator::next).map(floats) {
            take(&mut bone, &kept);
        }
        bones.push(bone);
    }
    Ok(Skeleton { bones })
}

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn bone(node: &Node, layout: &BoneLayout, inverse_bind: &[f32; 16]) -> Option<Bone<'static>> {
    let Transform::Trs { translation, rotation, scale } = node.transform else { return None };
    Some(Bone {
        name: unescape_name(&node.name).into(),
        parent: layout.parent,
        position: Vec3::from(mirror::vector(translation)),
        rotation: Quat::from_array(mirror::rotation(rotation)),
        scale: Vec3::from(scale),
        offset_matrix: mirror::rows(inverse_bind),
        collision: layout.collision(),
    })
}

/// Returns the floats of a record; missing floats of a truncated record are 0.
fn floats(record: &[u8]) -> [f32; 22] {
    let mut floats = [0.0; 22];
    for (float, word) in floats.iter_mut().zip(record.chunks_exact(4).filter_map(<[u8]>::first_chunk)) {
        *float = f32::from_le_bytes(*word);
    }
    floats
}

/// Restores values of the record that the scene changed in bits only: a rotation that was normalised, a NaN.
fn take(bone: &mut Bone<'_>, record: &[f32; 22]) {
    let [px, py, pz, w, x, y, z, sx, sy, sz, matrix @ ..] = *record;
    let rotation = Quat::from_xyzw(x, y, z, w);
    let straight = rotation.is_finite() && rotation.length_squared().is_normal();
    let unit = if straight { rotation.normalize() } else { bone.rotation };
    let same = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| a == b || !b.is_finite());
    if same(bone.position.as_ref(), &[px, py, pz]) {
        bone.position = Vec3::new(px, py, pz);
    }
    // The product of two quaternions tells small angles less well than their distance.
    let turned = bone.rotation.normalize();
    let is_near = (turned - unit).length().min((turned + unit).length()) <= 1e-5;
    if is_near || bone.rotation == rotation {
        bone.rotation = rotation;
    }
    if same(bone.scale.as_ref(), &[sx, sy, sz]) {
        bone.scale = Vec3::new(sx, sy, sz);
    }
    // A matrix that isn't all numbers may have been replaced as a whole.
    if same(&bone.offset_matrix, &matrix) || matrix.iter().any(|number| !number.is_finite()) {
        bone.offset_matrix = matrix;
    }
}
