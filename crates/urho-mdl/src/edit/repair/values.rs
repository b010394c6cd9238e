//! Repair for NaN and infinities.

use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::{Quat, Vec3};
use binio::{Bytes, Findings, Path};

use crate::kinds;
use crate::model::Model;
use crate::skeleton::{Bone, Collision};
use crate::vertex::{ElementType, PlacedElement, Semantic};

pub(super) fn non_finite(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, buffer) in model.vertex_buffers.iter_mut().enumerate() {
        let stride = buffer.stride();
        let elements: Vec<PlacedElement> = buffer.declaration.placed().collect();
        for (place, placed) in elements.into_iter().enumerate() {
            let Some(floats) = floats(placed.element.kind()) else { continue };
            let whole = whole_value(placed.element.semantic());
            let mended = mend(&mut buffer.data, stride, placed.offset, floats, whole);
            if mended > 0 {
                let path = Path::from([("vertex buffer", number), ("element", place)]);
                notes.note(
                    kinds::REPAIRED,
                    path,
                    format!("{}: replaced NaN or infinity in {mended} vertices", placed.element),
                );
            }
        }
    }
    for (number, morph) in model.morphs.iter_mut().enumerate() {
        let path = Path::from([("morph", number)]);
        if morph.weight.is_some_and(|weight| !weight.is_finite()) {
            morph.weight = Some(0.0);
            notes.note(kinds::REPAIRED, path.clone(), "the default weight is now 0");
        }
        for (place, buffer) in morph.buffers.iter_mut().enumerate() {
            let stride = buffer.stride();
            let floats = (stride - size_of::<u32>()) / size_of::<f32>();
            let mended = mend(&mut buffer.data, stride, size_of::<u32>(), floats, None);
            if mended > 0 {
                let message = format!("replaced NaN or infinity in {mended} deltas");
                notes.note(kinds::REPAIRED, path.clone().item("buffer", place), message);
            }
        }
    }
    bones(model, notes);
}

/// Returns how many floats a value of this type has, if it consists of floats.
fn floats(kind: ElementType) -> Option<usize> {
    match kind {
        ElementType::FLOAT => Some(1),
        ElementType::VECTOR2 => Some(2),
        ElementType::VECTOR3 => Some(3),
        ElementType::VECTOR4 => Some(4),
        _ => None,
    }
}

/// Returns a replacement for the whole value. Use this if a value with a NaN is meaningless, even if the other
/// components are finite.
fn whole_value(semantic: Semantic) -> Option<[f32; 4]> {
    match semantic {
        Semantic::NORMAL => Some([0.0, 1.0, 0.0, 0.0]),
        Semantic::TANGENT => Some([1.0, 0.0, 0.0, 1.0]),
        _ => None,
    }
}

/// Replaces every value of `floats` floats that contains NaN or infinity, and returns how many were replaced.
fn mend(data: &mut Bytes<'_>, stride: usize, offset: usize, floats: usize, whole: Option<[f32; 4]>) -> usize {
    let bad = |word: &[u8]| word.first_chunk().is_some_and(|word| !f32::from_le_bytes(*word).is_finite());
    let words = |record: &[u8]| record.get(offset..).is_some_and(|value| value.chunks_exact(4).take(floats).any(bad));
    if !data.chunks_exact(stride.max(1)).any(words) {
        return 0;
    }
    let mut mended = 0;
    for record in data.to_mut().chunks_exact_mut(stride.max(1)).filter(|record| words(record)) {
        mended += 1;
        for (place, word) in
            record.get_mut(offset..).into_iter().flat_map(|v| v.chunks_exact_mut(4)).take(floats).enumerate()
        {
            match whole.and_then(|whole| whole.get(place).copied()) {
                Some(value) => word.copy_from_slice(&value.to_le_bytes()),
                None if bad(word) => word.fill(0),
                None => {}
            }
        }
    }
    mended
}

fn bones(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, bone) in model.skeleton.bones.iter_mut().enumerate() {
        let path = || Path::from([("bone", number)]);
        let pose = (bone.position, bone.rotation, bone.scale);
        if !bone.position.is_finite() {
            bone.position = Vec3::ZERO;
        }
        if !bone.rotation.is_finite() {
            bone.rotation = Quat::IDENTITY;
        }
        if !bone.scale.is_finite() {
            bone.scale = Vec3::ONE;
        }
        if !(pose.0.is_finite() && pose.1.is_finite() && pose.2.is_finite()) {
            notes.note(kinds::REPAIRED, path(), "replaced NaN or infinity in the bind pose");
        }
        collision(bone, || notes.note(kinds::REPAIRED, path(), "its sphere or box wasn't finite and is gone"));
    }
    let bad: Vec<usize> =
        model.skeleton.bones.iter().enumerate().filter(|(_, bone)| !is_finite(bone)).map(|(n, _)| n).collect();
    if bad.is_empty() {
        return;
    }
    let mut computed = model.skeleton.clone();
    computed.compute_offset_matrices();
    for number in bad {
        let (Some(bone), Some(computed)) = (model.skeleton.bones.get_mut(number), computed.bones.get(number)) else {
            continue;
        };
        bone.offset_matrix = if is_finite(computed) { computed.offset_matrix } else { Bone::new("", 0).offset_matrix };
        notes.note(kinds::REPAIRED, Path::from([("bone", number)]), "replaced NaN or infinity in the offset matrix");
    }
}

/// Returns whether the offset matrix is finite.
fn is_finite(bone: &Bone<'_>) -> bool {
    bone.offset_matrix.iter().all(|cell| cell.is_finite())
}

/// Removes the sphere or the box if it is not finite.
fn collision(bone: &mut Bone<'_>, changed: impl FnOnce()) {
    let shape = &mut bone.collision;
    let sphere = shape.radius.is_some_and(|radius| !radius.is_finite());
    let bounds = shape.bounds.is_some_and(|bounds| !(bounds.min.is_finite() && bounds.max.is_finite()));
    if sphere {
        (shape.radius, shape.mask) = (None, shape.mask & !Collision::SPHERE);
    }
    if bounds {
        (shape.bounds, shape.mask) = (None, shape.mask & !Collision::BOX);
    }
    if sphere || bounds {
        changed();
    }
}
