//! Bones as nodes, and blend indices as joints.

use std::collections::HashMap;

use asset_geometry::glam::{Quat, Vec3};
use binio::{Bytes, Findings, Path};
use urho_mdl::{Bone, Skeleton};

use super::layout::BoneLayout;
use super::mirror;
use crate::error::unfit;
use crate::json;
use crate::{Array, Component, Error, Node, Scene, Skin, Source, Transform, escape_name, unescape_name};

/// Name of the block with what [`record`] makes of each bone.
pub(super) const BLOCK: &str = "bones";

/// Adds a node per bone and the skin of all of them.
pub(super) fn add_bones(skeleton: &Skeleton<'_>, scene: &mut Scene<'_>, findings: &mut Findings) {
    if skeleton.bones.is_empty() {
        return;
    }
    let hierarchy = skeleton.hierarchy();
    let first = scene.nodes.len();
    for (index, bone) in skeleton.bones.iter().enumerate() {
        if hierarchy.is_cyclic(index) {
            findings.warning(Path::from([("bone", index)]), "hangs below itself; it becomes a root");
        } else if hierarchy.parent(index).is_none() && bone.parent as usize != index {
            findings
                .note(Path::from([("bone", index)]), format!("there is no parent {}; it becomes a root", bone.parent));
        }
        scene.nodes.push(Node {
            name: escape_name(&bone.name),
            parent: hierarchy.parent(index).map(|parent| first + parent),
            transform: transform(bone),
            ..Node::default()
        });
    }
    // glTF wants one node above all joints of a skin.
    if let [_, _, ..] = hierarchy.roots() {
        let above = scene.nodes.len();
        scene.nodes.push(Node { name: scene.name.clone(), ..Node::default() });
        for root in hierarchy.roots() {
            if let Some(node) = scene.nodes.get_mut(first + root) {
                node.parent = Some(above);
            }
        }
    }
    scene.skins.push(Skin {
        name: scene.name.clone(),
        joints: (first..first + skeleton.bones.len()).collect(),
        inverse_bind: skeleton.bones.iter().map(|bone| mirror::columns(&bone.offset_matrix)).collect(),
        root: None,
    });
}

fn transform(bone: &Bone<'_>) -> Transform {
    Transform::Trs {
        translation: mirror::vector(bone.position.to_array()),
        rotation: mirror::rotation(bone.rotation.to_array()),
        scale: bone.scale.to_array(),
    }
}

/// Place and offset matrix of all bones: 22 floats each, in the engine's space and the file's order.
pub(super) fn block(skeleton: &Skeleton<'_>) -> Bytes<'static> {
    let mut data = Vec::with_capacity(skeleton.bones.len() * size_of::<[f32; 22]>());
    for bone in &skeleton.bones {
        let [x, y, z, w] = bone.rotation.to_array();
        let numbers = bone.position.to_array().into_iter().chain([w, x, y, z]).chain(bone.scale.to_array());
        data.extend(numbers.chain(bone.offset_matrix).flat_map(f32::to_le_bytes));
    }
    data.into()
}

/// The bones: as they are in the block if there is one and the scene still says the same, else as the scene has them.
pub(super) fn bones(
    scene: &Scene<'_>,
    source: &Source<'_>,
    layouts: &[BoneLayout],
) -> Result<Skeleton<'static>, Error> {
    if layouts.is_empty() {
        return Ok(Skeleton::default());
    }
    let path = Path::from("skin");
    let skin = scene.skins.first().filter(|skin| skin.joints.len() == layouts.len());
    let skin = skin.ok_or_else(|| unfit(path, "another number of joints"))?;
    let bone_of: HashMap<usize, usize> = skin.joints.iter().enumerate().map(|(bone, node)| (*node, bone)).collect();
    let expected = asset_geometry::Hierarchy::new(layouts.iter().map(|bone| Some(bone.parent as usize)));
    let mut stored = source.block(BLOCK).map(|block| block.chunks_exact(size_of::<[f32; 22]>()));
    let mut bones = Vec::with_capacity(layouts.len());
    for (index, (layout, node)) in layouts.iter().zip(&skin.joints).enumerate() {
        let path = || Path::from([("node", *node)]);
        let node = scene.nodes.get(*node).ok_or_else(|| unfit(path(), "missing"))?;
        if node.parent.and_then(|parent| bone_of.get(&parent).copied()) != expected.parent(index) {
            return Err(unfit(path(), "another parent"));
        }
        let inverse_bind = skin.inverse_bind.get(index).copied().unwrap_or(IDENTITY);
        let mut bone =
            bone(node, layout, &inverse_bind).ok_or_else(|| unfit(path(), "a matrix where a bone has parts"))?;
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

fn floats(record: &[u8]) -> [f32; 22] {
    let mut words = record.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| f32::from_le_bytes(*word));
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

/// Takes from the record what the bone says in other bits only: a rotation that was made unit length, a number that was none.
fn take(bone: &mut Bone<'_>, record: &[f32; 22]) {
    let [px, py, pz, w, x, y, z, sx, sy, sz, matrix @ ..] = *record;
    let rotation = Quat::from_xyzw(x, y, z, w);
    let straight = rotation.is_finite() && rotation.length_squared().is_normal();
    let unit = if straight { rotation.normalize() } else { bone.rotation };
    let same = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| a == b || !b.is_finite());
    if same(bone.position.as_ref(), &[px, py, pz]) {
        bone.position = Vec3::new(px, py, pz);
    }
    if bone.rotation.dot(unit).abs() >= 0.999_99 * bone.rotation.length().min(1.0) || bone.rotation == rotation {
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

/// Weights of vertices, as far as they are zero or not.
pub(super) struct Weights<'w> {
    pub(super) data: &'w [u8],
    /// Bytes of a weight: 4 of a float, 1 of a fraction.
    pub(super) size: usize,
}

impl Weights<'_> {
    /// Whether each weight is something else than zero, in order.
    fn used(&self) -> impl Iterator<Item = bool> + '_ {
        self.data.chunks_exact(self.size.max(1)).map(|weight| match *weight {
            // Zero of either sign.
            [a, b, c, d] => [a, b, c, d & 0x7f] != [0; 4],
            [fraction] => fraction != 0,
            _ => true,
        })
    }
}

/// Joints of vertices, and which of the vertices refer to bones that don't exist.
pub(super) struct Joints {
    pub(super) joints: Vec<u32>,
    pub(super) astray: Vec<u32>,
}

/// The bones of the skeleton that blend indices stand for. 0 where the weight is 0, as glTF wants it, and where there is no such bone.
pub(super) fn resolve(blend: &[u8], weights: &Weights<'_>, mapping: &[u32], bones: usize) -> Joints {
    let mut resolved = Joints { joints: Vec::with_capacity(blend.len()), astray: Vec::new() };
    for (slot, (index, used)) in blend.iter().zip(weights.used()).enumerate() {
        let bone = match mapping {
            [] => Some(u32::from(*index)),
            mapping => mapping.get(usize::from(*index)).copied(),
        };
        let joint = bone.filter(|bone| (*bone as usize) < bones);
        if used && joint.is_none() {
            let vertex = (slot / 4) as u32;
            if resolved.astray.last() != Some(&vertex) {
                resolved.astray.push(vertex);
            }
        }
        resolved.joints.push(joint.filter(|_| used).unwrap_or(0));
    }
    resolved
}

/// Blend indices that stand for joints: the first of a mapping that says this bone; 0 where the weight is 0 or none does.
pub(super) fn unresolve(joints: &[u32], weights: &Weights<'_>, mapping: &[u32]) -> Vec<u8> {
    let mut index_of: HashMap<u32, u8> = HashMap::new();
    for (index, bone) in mapping.iter().enumerate().take(256) {
        index_of.entry(*bone).or_insert(index as u8);
    }
    let index = |joint: u32| match mapping {
        [] => u8::try_from(joint).unwrap_or(0),
        _ => index_of.get(&joint).copied().unwrap_or(0),
    };
    let pairs = joints.iter().zip(weights.used());
    pairs.map(|(joint, used)| if used { index(*joint) } else { 0 }).collect()
}

/// Joints as an array, in 8 bits if there are few bones.
pub(super) fn array(joints: &[u32], bones: usize) -> Array<'static> {
    if bones <= 256 {
        Array::packed(Component::U8, 4, joints.iter().map(|joint| *joint as u8).collect::<Vec<_>>())
    } else {
        let data: Vec<u8> = joints.iter().flat_map(|joint| (*joint as u16).to_le_bytes()).collect();
        Array::packed(Component::U16, 4, data)
    }
}

/// What can't be worked out from joints: the slots in which two lists of blend indices differ.
pub(super) fn differences(worked_out: &[u8], stored: &[u8]) -> (Vec<u32>, json::Base64) {
    let differing = worked_out.iter().zip(stored).enumerate().filter(|(_, (a, b))| a != b);
    let (slots, values): (Vec<u32>, Vec<u8>) = differing.map(|(slot, (_, stored))| (slot as u32, *stored)).unzip();
    (slots, json::Base64(values))
}
