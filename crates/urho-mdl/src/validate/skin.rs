//! Findings about bones, blend data and morphs.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Quat, Vec3, Vec4};
use binio::{Findings, Path};

use super::{Effort, Tally};
use crate::kinds;
use crate::model::{Geometry, Lod, Model};
use crate::morph::MorphBuffer;
use crate::skeleton::{Bone, Collision};
use crate::vertex::{ElementMask, Semantic, VertexBuffer};

/// Every graphics API in the engines supports this many bones in a draw call. The other value is the most that any of
/// them supports.
const BONES_EVERYWHERE: usize = 64;
const BONES_AT_BEST: usize = 128;

/// How far a weight sum can be from 1. This is the error from rounding four weights to bytes.
const WEIGHT_TOLERANCE: f32 = 2.5 / 255.0;

/// The engine ignores boxes and spheres that are smaller than this.
const SMALLEST_SHAPE: f32 = 1e-6;

/// How far the length of a rotation can be from 1.
const ROTATION_TOLERANCE: f32 = 1e-2;

pub(super) fn blending(model: &Model<'_>, findings: &mut Findings) {
    for (index, buffer) in model.vertex_buffers.iter().enumerate() {
        blend_data(model, buffer, Path::from([("vertex buffer", index)]), findings);
    }
    draw_calls(model, findings);
}

/// Checks that a vertex buffer has blend data if and only if the model has bones, and that the weights sum to 1.
fn blend_data(model: &Model<'_>, buffer: &VertexBuffer<'_>, path: Path, findings: &mut Findings) {
    let bones = model.skeleton.bones.len();
    let has = |semantic| buffer.find(semantic, 0).is_some();
    let blended = has(Semantic::BLENDWEIGHTS) && has(Semantic::BLENDINDICES);
    if bones > 0 && !blended {
        findings.warning(
            kinds::WEIGHTS_MISSING,
            path.clone(),
            "the model has bones, but no blend weights or indices here; it's drawn skinned",
        );
    } else if bones == 0 && blended {
        findings.warning(
            kinds::WEIGHTS_WITHOUT_BONES,
            path.clone(),
            "blend weights, but the model has no bones; the engine ignores them",
        );
    }
    let Some(weights) = blend_weights(buffer) else { return };
    if let Some(vertices) = Tally::of(weights, bad_weights).say("vertices") {
        let message =
            format!("{vertices} have blend weights that are negative or don't sum to 1; shaders don't correct them");
        findings.warning(kinds::WEIGHTS_INVALID, path, message);
    }
}

/// Checks the bones in each draw call: the bone mapping, and the blend indices in its vertices.
fn draw_calls(model: &Model<'_>, findings: &mut Findings) {
    let bones = model.skeleton.bones.len();
    let mapped = model.geometries.iter().any(|geometry| !geometry.bone_mapping.is_empty());
    let joints: Vec<Joints> = model.vertex_buffers.iter().map(Joints::of).collect();
    let mut effort = Effort::new(model);
    for (index, geometry) in model.geometries.iter().enumerate() {
        let path = Path::from([("geometry", index)]);
        if mapped && geometry.bone_mapping.is_empty() {
            findings.note(
                kinds::BONE_MAPPING_MISSING,
                path.clone(),
                "no bone mapping, though others have one; it takes the bones of the skeleton",
            );
        }
        bone_mapping(model, geometry, &path, findings);
        for (level, lod) in geometry.lods.iter().enumerate().filter(|_| bones > 0) {
            let path = path.clone().item("LOD", level);
            joints_in_range(model, &joints, (geometry, lod), &mut effort, &path, findings);
        }
    }
}

/// Returns the blend weights as floats, for any of the usual types.
fn blend_weights<'m>(buffer: &'m VertexBuffer<'_>) -> Option<Box<dyn Iterator<Item = Vec4> + 'm>> {
    if let Some(floats) = buffer.weights() {
        return Some(Box::new(floats.iter()));
    }
    let bytes = buffer.column::<[u8; 4]>(Semantic::BLENDWEIGHTS, 0)?;
    Some(Box::new(bytes.iter().map(|weights| Vec4::from(weights.map(f32::from)) / 255.0)))
}

/// The highest blend indices that have a weight in a vertex buffer.
struct Joints {
    /// The highest index for each vertex.
    of_vertices: Vec<u8>,
    /// The highest index of all. It is stored, because many levels of detail can draw many vertices.
    highest: Option<u8>,
}

impl Joints {
    fn of(buffer: &VertexBuffer<'_>) -> Self {
        let highest = |(joints, weights): ([u8; 4], Vec4)| {
            let weighted = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
            weighted.map(|(joint, _)| joint).max().unwrap_or(0)
        };
        let of_vertices: Vec<u8> = match (buffer.joints(), blend_weights(buffer)) {
            (Some(joints), Some(weights)) => joints.iter().zip(weights).map(highest).collect(),
            _ => Vec::new(),
        };
        let highest = of_vertices.iter().copied().max();
        Self { of_vertices, highest }
    }
}

fn joints_in_range(
    model: &Model<'_>,
    joints: &[Joints],
    (geometry, lod): (&Geometry, &Lod),
    effort: &mut Effort,
    path: &Path,
    findings: &mut Findings,
) {
    let drawn = bones_drawn(model, geometry);
    let beyond = |joint: &u8| usize::from(*joint) >= drawn;
    let joints = joints.get(lod.vertex_buffer as usize);
    let Some(joints) = joints.filter(|joints| joints.highest.as_ref().is_some_and(beyond)) else { return };
    if !effort.spend(lod.draw.count) {
        if !effort.reported {
            findings.note(
                kinds::NOT_CHECKED,
                path.clone(),
                "levels of detail draw the same indices so often that the rest isn't looked at",
            );
            effort.reported = true;
        }
        return;
    }
    let indices = Tally::of(model.indices(lod), |vertex| joints.of_vertices.get(vertex as usize).is_some_and(beyond));
    if let Some(indices) = indices.say("indices of the draw range") {
        let message = format!("{indices} lead to blend indices beyond the {drawn} bones; shaders read other memory");
        findings.error(kinds::BLEND_INDEX_OUT_OF_BOUNDS, path.clone(), message);
    }
}

/// Returns how many bones the blend indices in a geometry can refer to.
fn bones_drawn(model: &Model<'_>, geometry: &Geometry) -> usize {
    match geometry.bone_mapping.len() {
        0 => model.skeleton.bones.len(),
        mapped => mapped,
    }
}

/// Returns whether the weights are negative or do not sum to 1.
fn bad_weights(weights: Vec4) -> bool {
    !(weights.cmpge(Vec4::ZERO).all() && (weights.element_sum() - 1.0).abs() < WEIGHT_TOLERANCE)
}

fn bone_mapping(model: &Model<'_>, geometry: &Geometry, path: &Path, findings: &mut Findings) {
    let bones = model.skeleton.bones.len();
    let mapped = &geometry.bone_mapping;
    if let Some(entries) = Tally::of(mapped.iter(), |bone| *bone as usize >= bones).say("bones of the mapping") {
        findings.error(
            kinds::BONE_MAPPING_OUT_OF_BOUNDS,
            path.clone(),
            format!("{entries} lie beyond the skeleton's {bones}; the engine doesn't check"),
        );
    }
    let drawn = bones_drawn(model, geometry);
    if drawn > BONES_AT_BEST {
        findings.warning(
            kinds::TOO_MANY_BONES,
            path.clone(),
            format!("{drawn} bones in one draw call; shaders take {BONES_AT_BEST} at best"),
        );
    } else if drawn > BONES_EVERYWHERE {
        findings.note(
            kinds::MANY_BONES,
            path.clone(),
            format!("{drawn} bones in one draw call; {BONES_EVERYWHERE} work everywhere"),
        );
    }
}

pub(super) fn morphs(model: &Model<'_>, findings: &mut Findings) {
    let mut names = BTreeSet::new();
    // Once per vertex buffer, because many morphs may change a buffer with many elements.
    let masks = model.vertex_buffers.iter().map(|buffer| ElementMask::from_elements(buffer.declaration.elements()));
    let targets: Vec<_> = model.vertex_buffers.iter().zip(masks).collect();
    for (index, morph) in model.morphs.iter().enumerate() {
        let path = Path::from([("morph", index)]);
        if !names.insert(&morph.name) {
            findings.warning(
                kinds::MORPH_NAME_DUPLICATE,
                path.clone(),
                format!("\"{}\" is the name of a morph before it", morph.name),
            );
        }
        if morph.weight.is_some_and(|weight| !weight.is_finite()) {
            findings.warning(kinds::MORPH_WEIGHT_NOT_FINITE, path.clone(), "the default weight is not finite");
        }
        let mut changed = BTreeSet::new();
        for (place, buffer) in morph.buffers.iter().enumerate() {
            let path = path.clone().item("buffer", place);
            if !changed.insert(buffer.vertex_buffer) {
                findings.warning(
                    kinds::MORPH_BUFFER_DUPLICATE,
                    path.clone(),
                    "the same vertex buffer as before; the engine keeps the later one",
                );
            }
            morph_buffer(&targets, buffer, &path, findings);
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
        findings.note(
            kinds::MORPH_MASK_BITS,
            path.clone(),
            "bits of the mask other than position, normal and tangent carry no data",
        );
    }
    finite_deltas(buffer, path, findings);
    let Some((target, held)) = targets.get(buffer.vertex_buffer as usize) else {
        let message = format!("vertex buffer {} doesn't exist; the engine never applies it", buffer.vertex_buffer);
        findings.warning(kinds::MORPH_BUFFER_MISSING, path.clone(), message);
        return;
    };
    if buffer.mask.0 & known & !held.0 != 0 {
        findings.error(
            kinds::MORPH_ELEMENT_MISSING,
            path.clone(),
            "changes an element that the vertices don't have; the engine reads misaligned deltas",
        );
    }
    morph_range(target, buffer, path, findings);
}

fn finite_deltas(buffer: &MorphBuffer<'_>, path: &Path, findings: &mut Findings) {
    for (what, column) in [
        ("position deltas are not finite", buffer.positions()),
        ("normal deltas are not finite", buffer.normals()),
        ("tangent deltas are not finite", buffer.tangents()),
    ] {
        let bad = column.map_or(Tally::default(), |column| Tally::of(column.iter(), |delta| !delta.is_finite()));
        if let Some(deltas) = bad.say(what) {
            findings.warning(kinds::MORPH_DELTAS_NOT_FINITE, path.clone(), deltas);
        }
    }
}

/// Checks that all vertices with deltas are in the morph range of their vertex buffer.
fn morph_range(target: &VertexBuffer<'_>, buffer: &MorphBuffer<'_>, path: &Path, findings: &mut Findings) {
    let range = target.morph_range.numbers();
    if range.is_empty() && buffer.vertex_count > 0 {
        findings.warning(
            kinds::MORPH_RANGE_EMPTY,
            path.clone(),
            "the vertex buffer's morph range is empty; the engine ignores the morph",
        );
        return;
    }
    let vertices = buffer.vertices();
    let outside = vertices
        .map_or(Tally::default(), |column| Tally::of(column.iter(), |vertex| !range.contains(&u64::from(vertex))));
    if let Some(deltas) = outside.say("deltas") {
        findings.error(
            kinds::MORPH_OUT_OF_RANGE,
            path.clone(),
            format!("{deltas} are for vertices outside the morph range; the engine writes there"),
        );
    }
}

pub(super) fn skeleton(model: &Model<'_>, findings: &mut Findings) {
    let bones = &model.skeleton.bones;
    let mut names = BTreeMap::new();
    for (index, bone) in bones.iter().enumerate() {
        let path = || Path::from([("bone", index)]);
        let first = *names.entry(&bone.name).or_insert(index);
        if first != index {
            let message =
                format!("\"{}\" is the name of bone {first}, too; animations reach the first only", bone.name);
            findings.warning(kinds::BONE_NAME_DUPLICATE, path(), message);
        }
        if bone.parent as usize >= bones.len() {
            findings.warning(
                kinds::BONE_PARENT_MISSING,
                path(),
                format!("parent {} doesn't exist; the engine hangs the bone on the model's node", bone.parent),
            );
        }
        transform(bone, path, findings);
        collision(&bone.collision, path, findings);
    }
    tree(model, findings);
    if !bones.is_empty() && bones.iter().all(|bone| bone.collision.mask & 3 == 0) {
        findings.warning(
            kinds::BONE_BOUNDS_MISSING,
            "skeleton",
            "no bone has a sphere or a box; the engine loses the model's bounds once it moves",
        );
    }
}

/// Checks the skeleton for bad roots and cycles. If there are no cycles, also checks the offset matrices.
fn tree(model: &Model<'_>, findings: &mut Findings) {
    let skeleton = &model.skeleton;
    let count = skeleton.bones.len();
    let roots = skeleton.bones.iter().enumerate().filter(|(index, bone)| bone.parent as usize == *index).count();
    if roots > 1 {
        findings.warning(
            kinds::SKELETON_ROOTS,
            "skeleton",
            format!("{roots} roots; the engine animates only the bones under the last one"),
        );
    }
    let hierarchy = skeleton.hierarchy();
    if let Some(bones) = Tally::of(0..count, |bone| hierarchy.is_cyclic(bone)).say("bones") {
        findings.warning(
            kinds::SKELETON_CYCLE,
            "skeleton",
            format!("{bones} are their own ancestors; the engine never places them"),
        );
    } else if count > 0 {
        bind_pose(model, findings);
    }
}

/// Checks the bind pose of a bone.
fn transform(bone: &Bone<'_>, path: impl Fn() -> Path, findings: &mut Findings) {
    let (rotation, scale) = (bone.rotation.is_finite(), bone.scale.is_finite());
    if !(bone.position.is_finite() && rotation && scale && bone.offset_matrix.iter().all(|cell| cell.is_finite())) {
        findings.warning(kinds::BIND_POSE_NOT_FINITE, path(), "the bind pose is not finite");
    }
    if scale {
        self::scale(bone.scale, &path, findings);
    }
    if rotation {
        self::rotation(bone.rotation, &path, findings);
    }
}

fn scale(scale: Vec3, path: impl Fn() -> Path, findings: &mut Findings) {
    if scale.cmpeq(Vec3::ZERO).any() {
        findings.warning(
            kinds::BONE_SCALE,
            path(),
            format!("scale {scale}: its vertices and children become flat or invisible"),
        );
    } else if scale.cmplt(Vec3::ZERO).any() {
        findings.note(kinds::BONE_SCALE, path(), format!("scale {scale}: its vertices and children are mirrored"));
    }
}

fn rotation(rotation: Quat, path: impl Fn() -> Path, findings: &mut Findings) {
    let length = rotation.length();
    if length == 0.0 {
        findings.warning(kinds::ROTATION_NOT_UNIT, path(), "the rotation is the quaternion 0 0 0 0, which is none");
    } else if (length - 1.0).abs() > ROTATION_TOLERANCE {
        let message = format!("the rotation is a quaternion of length {length}; the engine scales the bone by it");
        findings.warning(kinds::ROTATION_NOT_UNIT, path(), message);
    }
}

fn collision(collision: &Collision, path: impl Fn() -> Path, findings: &mut Findings) {
    if collision.mask & !(Collision::SPHERE | Collision::BOX) != 0 {
        findings.note(
            kinds::COLLISION_MASK_BITS,
            path(),
            format!("collision mask {:#04x} has bits without a meaning", collision.mask),
        );
    }
    let undefined = collision.bounds.is_some_and(|bounds| !bounds.is_defined());
    if undefined || collision.radius.is_some_and(|radius| !radius.is_finite()) {
        findings.warning(kinds::BONE_BOUNDS_UNDEFINED, path(), "its sphere or box is undefined");
    } else if collision.is_tiny() {
        findings.note(kinds::BONE_BOUNDS_SMALL, path(), "its sphere or box is next to nothing; the engine drops it");
    }
    if collision.mask & (Collision::SPHERE | Collision::BOX) == Collision::SPHERE {
        findings.note(
            kinds::BONE_SPHERE_ONLY,
            path(),
            "a sphere without a box; the engine bounds the model with half its radius",
        );
    }
}

impl Collision {
    /// Returns whether the shape is so small that the engine ignores it.
    fn is_tiny(&self) -> bool {
        let size = self.bounds.and_then(|bounds| bounds.size());
        size.is_some_and(|size| size.length() < SMALLEST_SHAPE)
            || self.radius.is_some_and(|radius| radius < SMALLEST_SHAPE)
    }
}

/// Reports offset matrices that are not the inverse of the bind pose. The engine does not require this, but the bind
/// pose will not look like the model.
fn bind_pose(model: &Model<'_>, findings: &mut Findings) {
    let bones = &model.skeleton.bones;
    let locals: Vec<Affine3A> = bones.iter().map(Bone::local_transform).collect();
    let globals = model.skeleton.hierarchy().global_transforms(&locals).unwrap_or_default();
    let off = |(global, bone): (Affine3A, &Bone<'_>)| {
        let identity = global * bone.inverse_bind();
        let size = 1.0 + global.translation.abs().max_element();
        !identity.abs_diff_eq(Affine3A::IDENTITY, 1e-2 * size)
    };
    if let Some(bones) = Tally::of(globals.into_iter().zip(bones), off).say("offset matrices") {
        let message =
            format!("{bones} are not the inverse of the bind pose; in the bind pose the mesh isn't as it was modelled");
        // Animations set all bones, so the model looks as intended; models of the engines themselves have such matrices.
        findings.note(kinds::OFFSET_MATRIX, "skeleton", message);
    }
}
