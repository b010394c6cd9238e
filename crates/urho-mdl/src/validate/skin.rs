//! Findings about bones, blending and morphs.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Vec4};
use binio::{Findings, Path};

use super::Tally;
use crate::model::{Geometry, Model};
use crate::morph::MorphBuffer;
use crate::skeleton::Collision;
use crate::vertex::{ElementMask, Semantic, VertexBuffer};

/// Bones in one draw call that every graphics API of the engines can take, and that the best can.
const BONES_EVERYWHERE: usize = 64;
const BONES_AT_BEST: usize = 128;

pub(super) fn blending(model: &Model<'_>, findings: &mut Findings) {
    let bones = model.skeleton.bones.len();
    for (index, buffer) in model.vertex_buffers.iter().enumerate() {
        let path = Path::from([("vertex buffer", index)]);
        let has = |semantic| buffer.find(semantic, 0).is_some();
        let blended = has(Semantic::BLENDWEIGHTS) && has(Semantic::BLENDINDICES);
        if bones > 0 && !blended {
            findings
                .warning(path.clone(), "the model has bones, but no blend weights or indices here; it's drawn skinned");
        } else if bones == 0 && blended {
            findings.warning(path.clone(), "blend weights, but the model has no bones; the engine ignores them");
        }
        let Some(weights) = buffer.weights() else { continue };
        if let Some(vertices) = Tally::of(weights.iter(), bad_weights).say("vertices") {
            let message =
                format!("{vertices}, have blend weights that are negative or don't sum to 1; shaders don't mend it");
            findings.warning(path, message);
        }
    }
    for (index, geometry) in model.geometries.iter().enumerate() {
        self::bone_mapping(model, geometry, &Path::from([("geometry", index)]), findings);
    }
}

/// Whether weights are negative or don't sum to 1.
fn bad_weights(weights: Vec4) -> bool {
    !(weights.cmpge(Vec4::ZERO).all() && (weights.element_sum() - 1.0).abs() < 1e-3)
}

fn bone_mapping(model: &Model<'_>, geometry: &Geometry, path: &Path, findings: &mut Findings) {
    let bones = model.skeleton.bones.len();
    let mapped = &geometry.bone_mapping;
    if let Some(entries) = Tally::of(mapped.iter(), |bone| *bone as usize >= bones).say("bones of the mapping") {
        findings.error(path.clone(), format!("{entries}, lie beyond the skeleton's {bones}; the engine doesn't check"));
    }
    let drawn = if mapped.is_empty() { bones } else { mapped.len() };
    if drawn > BONES_AT_BEST {
        findings.warning(path.clone(), format!("{drawn} bones in one draw call; shaders take {BONES_AT_BEST} at best"));
    } else if drawn > BONES_EVERYWHERE {
        findings.note(path.clone(), format!("{drawn} bones in one draw call; {BONES_EVERYWHERE} work everywhere"));
    }
    for (level, lod) in geometry.lods.iter().enumerate().filter(|_| bones > 0) {
        let Some(buffer) = model.vertex_buffer(lod) else { continue };
        let (Some(joints), Some(weights)) = (buffer.joints(), buffer.weights()) else { continue };
        let beyond = |vertex: u32| {
            let Some((joints, weights)) = joints.get(vertex as usize).zip(weights.get(vertex as usize)) else {
                return false;
            };
            joints.iter().zip(weights.to_array()).any(|(joint, weight)| weight != 0.0 && usize::from(*joint) >= drawn)
        };
        if let Some(indices) = Tally::of(model.indices(lod), beyond).say("indices of the draw range") {
            let message =
                format!("{indices}, lead to blend indices beyond the {drawn} bones; shaders read other memory");
            findings.error(path.clone().item("LOD", level), message);
        }
    }
}

pub(super) fn morphs(model: &Model<'_>, findings: &mut Findings) {
    let mut names = BTreeSet::new();
    // Once per vertex buffer, because many morphs may change one with many elements.
    let masks = model.vertex_buffers.iter().map(|buffer| ElementMask::from_elements(buffer.declaration.elements()));
    let targets: Vec<_> = model.vertex_buffers.iter().zip(masks).collect();
    for (index, morph) in model.morphs.iter().enumerate() {
        let path = Path::from([("morph", index)]);
        if !names.insert(&morph.name) {
            findings.warning(path.clone(), format!("\"{}\" is the name of a morph before it", morph.name));
        }
        if morph.weight.is_some_and(|weight| !weight.is_finite()) {
            findings.warning(path.clone(), "the default weight is not finite");
        }
        let mut changed = BTreeSet::new();
        for (place, buffer) in morph.buffers.iter().enumerate() {
            let path = path.clone().item("buffer", place);
            if !changed.insert(buffer.vertex_buffer) {
                findings.warning(path.clone(), "the same vertex buffer as before; the engine keeps the later one");
            }
            self::morph_buffer(&targets, buffer, &path, findings);
        }
    }
}

fn morph_buffer(
    targets: &[(&VertexBuffer<'_>, ElementMask)],
    buffer: &MorphBuffer<'_>,
    path: &Path,
    findings: &mut Findings,
) {
    let known = ElementMask::MORPHED.iter().fold(0, |bits, element| bits | element.0);
    if buffer.mask.0 & !known != 0 {
        findings.note(path.clone(), "bits of the mask other than position, normal and tangent carry no data");
    }
    for (what, column) in [
        ("position deltas are not finite", buffer.positions()),
        ("normal deltas are not finite", buffer.normals()),
        ("tangent deltas are not finite", buffer.tangents()),
    ] {
        let bad = column.map_or(Tally::default(), |column| Tally::of(column.iter(), |delta| !delta.is_finite()));
        if let Some(deltas) = bad.say(what) {
            findings.warning(path.clone(), deltas);
        }
    }
    let Some((target, held)) = targets.get(buffer.vertex_buffer as usize) else {
        let message = format!("vertex buffer {} doesn't exist; the engine never applies it", buffer.vertex_buffer);
        findings.warning(path.clone(), message);
        return;
    };
    if buffer.mask.0 & known & !held.0 != 0 {
        findings
            .error(path.clone(), "changes an element that the vertices don't have; the engine reads misaligned deltas");
    }
    let range = target.morph_range.numbers();
    if range.is_empty() && buffer.vertex_count > 0 {
        findings.warning(path.clone(), "the vertex buffer's morph range is empty; the engine ignores the morph");
        return;
    }
    let vertices = buffer.vertices();
    let outside = vertices
        .map_or(Tally::default(), |column| Tally::of(column.iter(), |vertex| !range.contains(&u64::from(vertex))));
    if let Some(deltas) = outside.say("deltas") {
        findings.error(
            path.clone(),
            format!("{deltas}, are for vertices outside the morph range; the engine writes there"),
        );
    }
}

pub(super) fn skeleton(model: &Model<'_>, findings: &mut Findings) {
    let skeleton = &model.skeleton;
    let count = skeleton.bones.len();
    let mut names = BTreeMap::new();
    let mut roots = 0_usize;
    for (index, bone) in skeleton.bones.iter().enumerate() {
        let path = || Path::from([("bone", index)]);
        let first = *names.entry(&bone.name).or_insert(index);
        if first != index {
            let message =
                format!("\"{}\" is the name of bone {first}, too; animations reach the first only", bone.name);
            findings.warning(path(), message);
        }
        let parent = bone.parent as usize;
        if parent >= count {
            findings.warning(
                path(),
                format!("parent {parent} doesn't exist; the engine hangs the bone on the model's node"),
            );
        }
        roots = roots.saturating_add(usize::from(parent == index));
        let (rotation, scale) = (bone.rotation.is_finite(), bone.scale.is_finite());
        if !(bone.position.is_finite() && rotation && scale && bone.offset_matrix.iter().all(|cell| cell.is_finite())) {
            findings.warning(path(), "the bind pose is not finite");
        }
        collision(&bone.collision, path, findings);
    }
    if roots > 1 {
        findings.warning("skeleton", format!("{roots} roots; the engine animates what is below the last one only"));
    }
    let hierarchy = skeleton.hierarchy();
    if let Some(bones) = Tally::of(0..count, |bone| hierarchy.is_cyclic(bone)).say("bones") {
        findings.error("skeleton", format!("{bones}, are their own ancestors"));
    } else if count > 0 {
        bind_pose(model, findings);
    }
    if count > 0 && skeleton.bones.iter().all(|bone| bone.collision.mask & 3 == 0) {
        findings
            .warning("skeleton", "no bone has a sphere or a box; the engine loses the model's bounds once it moves");
    }
}

fn collision(collision: &Collision, path: impl Fn() -> Path, findings: &mut Findings) {
    if collision.mask & !(Collision::SPHERE | Collision::BOX) != 0 {
        findings.note(path(), format!("collision mask {:#04x} has bits without a meaning", collision.mask));
    }
    let undefined = collision.bounds.is_some_and(|bounds| !bounds.is_defined());
    if undefined || collision.radius.is_some_and(|radius| !radius.is_finite()) {
        findings.warning(path(), "its sphere or box is undefined");
    }
}

/// Whether offset matrices undo the bind pose. They needn't in the engine, but then the bind pose doesn't show the model.
fn bind_pose(model: &Model<'_>, findings: &mut Findings) {
    let bones = &model.skeleton.bones;
    let locals: Vec<Affine3A> = bones.iter().map(crate::Bone::local_transform).collect();
    let globals = model.skeleton.hierarchy().global_transforms(&locals).unwrap_or_default();
    let off = |(global, bone): (Affine3A, &crate::Bone<'_>)| {
        let identity = global * bone.inverse_bind();
        let size = 1.0 + global.translation.abs().max_element();
        !identity.abs_diff_eq(Affine3A::IDENTITY, 1e-2 * size)
    };
    if let Some(bones) = Tally::of(globals.into_iter().zip(bones), off).say("offset matrices") {
        let message =
            format!("{bones}, are not the inverse of the bind pose; the model is distorted until it is animated");
        findings.note("skeleton", message);
    }
}
