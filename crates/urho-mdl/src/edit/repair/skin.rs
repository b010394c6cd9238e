//! Repairs for bones, blend data and morphs.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::Vec4;
use binio::{Findings, Path};

use crate::edit::buffers::renumbered;
use crate::kinds;
use crate::model::Model;
use crate::morph::MorphBuffer;
use crate::vertex::{ElementMask, ElementType, Semantic, VertexBuffer};

pub(super) fn bone_mappings(model: &mut Model<'_>, notes: &mut Findings) {
    let bones = model.skeleton.bones.len();
    for (number, geometry) in model.geometries.iter_mut().enumerate() {
        let bad = geometry.bone_mapping.iter_mut().filter(|bone| **bone as usize >= bones);
        let repaired = bad.map(|bone| *bone = 0).count();
        if repaired == 0 {
            continue;
        }
        let message = if bones == 0 {
            geometry.bone_mapping.clear();
            "removed the bone mapping: the model has no bones".into()
        } else {
            format!("set {repaired} entries of the bone mapping to bone 0: expected bones below {bones}")
        };
        notes.note(kinds::REPAIRED, Path::from([("geometry", number)]), message);
    }
}

/// Returns how many bones each drawn vertex can use, by buffer and index: the blend indices must be less than this. If
/// several geometries draw a vertex, the smallest number counts.
///
/// Blend indices are bytes, so a geometry with more than 255 bones restricts nothing.
fn drawn_bones(model: &Model<'_>) -> BTreeMap<(u32, u32), usize> {
    let mut fewest: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for geometry in &model.geometries {
        let mapped = geometry.bone_mapping.len();
        let drawn = if mapped == 0 { model.skeleton.bones.len() } else { mapped };
        for lod in geometry.lods.iter().filter(|_| drawn <= usize::from(u8::MAX)) {
            for index in model.indices(lod) {
                let fewest = fewest.entry((lod.vertex_buffer, index)).or_insert(drawn);
                *fewest = drawn.min(*fewest);
            }
        }
    }
    fewest
}

pub(super) fn joints(model: &mut Model<'_>, notes: &mut Findings) {
    if model.skeleton.bones.is_empty() {
        return;
    }
    let drawn = drawn_bones(model);
    for (number, buffer) in model.vertex_buffers.iter_mut().enumerate() {
        let Some(joints) = buffer.joints() else { continue };
        let (mut joints, mut repaired) = (joints.to_vec(), Vec::new());
        for ((_, vertex), bones) in drawn.range((number as u32, 0)..=(number as u32, u32::MAX)) {
            let Some(joints) = joints.get_mut(*vertex as usize) else { continue };
            let bad = joints.map(|joint| usize::from(joint) >= *bones);
            if bad.contains(&true) {
                joints.iter_mut().zip(bad).filter(|(_, bad)| *bad).for_each(|(joint, _)| *joint = 0);
                repaired.push((*vertex as usize, bad));
            }
        }
        if repaired.is_empty() {
            continue;
        }
        if buffer.set_column(Semantic::BLENDINDICES, 0, &joints).is_err() {
            // Only if the buffer contradicts its counts; parsed buffers never do.
            continue;
        }
        remove_influences(buffer, &repaired);
        let message = format!("removed influences of bones that don't exist from {} vertices", repaired.len());
        notes.note(kinds::REPAIRED, Path::from([("vertex buffer", number)]), message);
    }
}

/// Sets the weights of bad influences to 0, and scales the others so that the sum does not change.
fn remove_influences(buffer: &mut VertexBuffer<'_>, repaired: &[(usize, [bool; 4])]) {
    let Some(element) = buffer.find(Semantic::BLENDWEIGHTS, 0) else { return };
    for (vertex, bad) in repaired {
        let mut weights = buffer.components(element, *vertex);
        let before: f32 = weights.iter().sum();
        weights.iter_mut().zip(bad).filter(|(_, bad)| **bad).for_each(|(weight, _)| *weight = 0.0);
        let left: f32 = weights.iter().sum();
        let scaled = weights.map(|weight| weight * (before / left));
        let usable = scaled.iter().all(|weight| weight.is_finite());
        buffer.set_components(element, *vertex, if usable { scaled } else { [1.0, 0.0, 0.0, 0.0] });
    }
}

pub(super) fn weights(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, buffer) in model.vertex_buffers.iter_mut().enumerate() {
        let four = [ElementType::VECTOR4, ElementType::UBYTE4_NORM];
        let element = buffer.find(Semantic::BLENDWEIGHTS, 0).filter(|placed| four.contains(&placed.element.kind()));
        let Some(element) = element else { continue };
        let vertices = buffer.data.len() / buffer.stride().max(1);
        let mut repaired = 0_usize;
        for vertex in 0..vertices {
            let weights = Vec4::from_array(buffer.components(element, vertex));
            let sum = weights.element_sum();
            if weights.cmpge(Vec4::ZERO).all() && (sum - 1.0).abs() < CLOSE {
                continue;
            }
            // So that the sum of four stays finite.
            let kept = weights.to_array().map(|weight| if weight > 0.0 { weight.min(f32::MAX / 8.0) } else { 0.0 });
            let sum: f32 = kept.iter().sum();
            let scaled = kept.map(|weight| weight / sum);
            let good = (scaled.iter().sum::<f32>() - 1.0).abs() < CLOSE;
            buffer.set_components(element, vertex, if good { scaled } else { [1.0, 0.0, 0.0, 0.0] });
            repaired += usize::from(buffer.components(element, vertex) != weights.to_array());
        }
        if repaired > 0 {
            notes.note(
                kinds::REPAIRED,
                Path::from([("vertex buffer", number)]),
                format!("normalised the blend weights of {repaired} vertices"),
            );
        }
    }
}

/// A sum this close to 1 is not changed, because `validate` accepts it.
const CLOSE: f32 = 1e-3;

pub(super) fn morphs(model: &mut Model<'_>, notes: &mut Findings) {
    morph_buffers(model, notes);
    morph_ranges(model, notes);
}

/// Removes deltas for vertices and elements that do not exist. If a morph has several buffers for the same vertex
/// buffer, only the last is kept.
fn morph_buffers(model: &mut Model<'_>, notes: &mut Findings) {
    let held: Vec<(ElementMask, u32)> = model
        .vertex_buffers
        .iter()
        .map(|buffer| (ElementMask::from_elements(buffer.declaration.elements()), buffer.vertex_count))
        .collect();
    for (number, morph) in model.morphs.iter_mut().enumerate() {
        let old = core::mem::take(&mut morph.buffers);
        let new = applied(&old, &held);
        let count =
            |buffers: &[MorphBuffer<'_>]| buffers.iter().map(|buffer| u64::from(buffer.vertex_count)).sum::<u64>();
        if new != old {
            let message =
                format!("kept {} of {} deltas and {} of {} buffers", count(&new), count(&old), new.len(), old.len());
            notes.note(kinds::REPAIRED, Path::from([("morph", number)]), message);
        }
        morph.buffers = new;
    }
}

/// Returns the morph buffers that the engine applies. They only contain elements and vertices that the vertex buffer
/// also has.
fn applied<'a>(buffers: &[MorphBuffer<'a>], held: &[(ElementMask, u32)]) -> Vec<MorphBuffer<'a>> {
    // If several refer to one buffer, the engine keeps the later, at the position of the first.
    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
    let mut applied: Vec<MorphBuffer<'_>> = Vec::new();
    for buffer in buffers {
        let Some((held, vertices)) = held.get(buffer.vertex_buffer as usize) else { continue };
        let buffer = restricted_to(buffer, *held, *vertices);
        match places.get(&buffer.vertex_buffer).and_then(|place| applied.get_mut(*place)) {
            Some(earlier) => *earlier = buffer,
            None => {
                places.insert(buffer.vertex_buffer, applied.len());
                applied.push(buffer);
            }
        }
    }
    applied
}

/// Fixes morph ranges that do not contain all vertices with deltas.
fn morph_ranges(model: &mut Model<'_>, notes: &mut Findings) {
    let touched = model.touched();
    for (number, (buffer, touched)) in model.vertex_buffers.iter_mut().zip(touched).enumerate() {
        let old = buffer.morph_range;
        let holds = |end: u64| old.numbers().contains(&end);
        let first_and_last = [u64::from(touched.start), touched.numbers().end.saturating_sub(1)];
        let enough = touched.count == 0 || first_and_last.into_iter().all(holds);
        if !(enough && old.fits(u64::from(buffer.vertex_count))) {
            buffer.morph_range = touched;
            let message = format!(
                "changed the morph range from {}+{} to {}+{}",
                old.start, old.count, touched.start, touched.count
            );
            notes.note(kinds::REPAIRED, Path::from([("vertex buffer", number)]), message);
        }
    }
}

/// Returns the morph buffer without the elements and vertices that the vertex buffer does not have.
fn restricted_to<'a>(buffer: &MorphBuffer<'a>, held: ElementMask, vertices: u32) -> MorphBuffer<'a> {
    let carried = ElementMask::MORPHED.iter().fold(0, |bits, element| bits | element.0);
    let mask = ElementMask(buffer.mask.0 & !(carried & !held.0));
    let inside = || buffer.vertices().is_none_or(|column| column.iter().all(|vertex| vertex < vertices));
    if mask == buffer.mask && inside() {
        return buffer.clone();
    }
    renumbered(buffer, buffer.vertex_buffer, mask, |vertex| (vertex < vertices).then_some(vertex))
}

pub(super) fn parents(model: &mut Model<'_>, notes: &mut Findings) {
    let hierarchy = model.skeleton.hierarchy();
    let count = model.skeleton.bones.len();
    for (number, bone) in model.skeleton.bones.iter_mut().enumerate() {
        let message = if bone.parent as usize >= count {
            format!("parent {} doesn't exist; made the bone a root", bone.parent)
        } else if hierarchy.is_cyclic(number) {
            format!("cycle through parent {}; made the bone a root", bone.parent)
        } else {
            continue;
        };
        bone.parent = number as u32;
        notes.note(kinds::REPAIRED, Path::from([("bone", number)]), message);
    }
}
