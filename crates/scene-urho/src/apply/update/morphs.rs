//! Changes the vertex offsets in the records of a morph.

use std::collections::BTreeMap;

use asset_scene::Scene;
use asset_scene::Semantic;
use asset_scene::glam::Vec3;
use binio::Bytes;
use urho_mdl::{ElementMask, Model, Morph, MorphBuffer, Range};

use super::vertices::Delta;
use crate::morph::elements;

/// Writes vertex offsets to the records of a morph, for one vertex buffer. This does not change records for other
/// vertices. If a vertex has no offset any more, this removes its record.
pub(super) fn write(model: &mut Model<'static>, morph: usize, vertex_buffer: u32, deltas: &BTreeMap<u32, Delta>) {
    let Some(known) = model.morphs.get_mut(morph) else { return };
    let place = known.buffers.iter().position(|buffer| buffer.vertex_buffer == vertex_buffer);
    if place.is_none() && deltas.values().all(Delta::is_zero) {
        return;
    }
    // Several buffers for the same vertices are added up: the first gets the sum.
    let gone: BTreeMap<u32, Delta> = deltas.keys().map(|vertex| (*vertex, Delta::default())).collect();
    for (number, buffer) in known.buffers.iter_mut().enumerate().filter(|(_, one)| one.vertex_buffer == vertex_buffer) {
        *buffer = rewritten(buffer, if place == Some(number) { deltas } else { &gone });
    }
    if place.is_none() {
        let empty = MorphBuffer { vertex_buffer, mask: new_mask(deltas), vertex_count: 0, data: Bytes::EMPTY };
        known.buffers.push(rewritten(&empty, deltas));
    }
    widen(model, vertex_buffer, deltas);
}

/// Returns the elements that new records need.
fn new_mask(deltas: &BTreeMap<u32, Delta>) -> ElementMask {
    let has = |offset: fn(&Delta) -> Vec3| deltas.values().any(|delta| offset(delta) != Vec3::ZERO);
    let mut mask = ElementMask::POSITION;
    if has(|delta| delta.normal) {
        mask = ElementMask(mask.0 | ElementMask::NORMAL.0);
    }
    if has(|delta| delta.tangent) {
        mask = ElementMask(mask.0 | ElementMask::TANGENT.0);
    }
    mask
}

fn rewritten(before: &MorphBuffer<'_>, deltas: &BTreeMap<u32, Delta>) -> MorphBuffer<'static> {
    let mut open = deltas.clone();
    let mut data = Vec::with_capacity(before.data.len());
    for record in before.data.chunks_exact(before.stride()) {
        let Some((vertex, _)) = record.split_first_chunk() else { continue };
        let vertex = u32::from_le_bytes(*vertex);
        if !deltas.contains_key(&vertex) {
            data.extend_from_slice(record);
            continue;
        }
        // A vertex that occurs again has its sum in the first record.
        if let Some(delta) = open.remove(&vertex).filter(|delta| !delta.is_zero()) {
            data.extend(encoded(before, vertex, &delta));
        }
    }
    for (vertex, delta) in open.iter().filter(|(_, delta)| !delta.is_zero()) {
        data.extend(encoded(before, *vertex, delta));
    }
    let vertex_count = data.len().checked_div(before.stride()).unwrap_or(0) as u32;
    MorphBuffer { vertex_buffer: before.vertex_buffer, mask: before.mask, vertex_count, data: Bytes::from(data) }
}

fn encoded(buffer: &MorphBuffer<'_>, vertex: u32, delta: &Delta) -> Vec<u8> {
    let mut record = vertex.to_le_bytes().to_vec();
    for (semantic, _) in elements(buffer.mask) {
        let offset = match semantic {
            Semantic::Position => delta.position,
            Semantic::Normal => delta.normal,
            _ => delta.tangent,
        };
        record.extend(offset.to_array().into_iter().flat_map(f32::to_le_bytes));
    }
    record
}

/// If vertices are outside of the range that morphs change, extends the range.
fn widen(model: &mut Model<'static>, vertex_buffer: u32, deltas: &BTreeMap<u32, Delta>) {
    let mut changed = deltas.iter().filter(|(_, delta)| !delta.is_zero()).map(|(vertex, _)| *vertex);
    let Some(first) = changed.next() else { return };
    let last = changed.next_back().unwrap_or(first);
    let Some(buffer) = model.vertex_buffers.get_mut(vertex_buffer as usize) else { return };
    let Range { start, count } = buffer.morph_range;
    let (low, high) = if count == 0 {
        (first, last)
    } else {
        (first.min(start), last.max(start.saturating_add(count.saturating_sub(1))))
    };
    buffer.morph_range = Range { start: low, count: high.saturating_sub(low).saturating_add(1) };
}

/// Which morphs of a built model and its original belong together.
pub(super) struct Numbers {
    /// The number in the original for each morph.
    pub(super) morphs: Vec<usize>,
    /// Morphs of the original that are no longer in the scene, ascending.
    pub(super) gone: Vec<usize>,
}

/// Finds the morphs of a built model in its original, by their names. If a morph is not in the original, this adds it
/// to `model`. But if just as many are missing in the scene, they were renamed. This copies default weights if the
/// model can store them.
pub(super) fn numbers(
    (original, shown): (&Model<'_>, &Scene<'_>),
    (built, scene): (&Model<'_>, &Scene<'_>),
    model: &mut Model<'static>,
) -> Numbers {
    let names =
        |scene: &Scene<'_>| scene.meshes.iter().map(|mesh| mesh.morph_names.clone()).find(|names| !names.is_empty());
    let is_same = built.morphs.len() == original.morphs.len()
        && scene
            .meshes
            .iter()
            .all(|mesh| mesh.morph_names.is_empty() || Some(&mesh.morph_names) == names(shown).as_ref());
    let mut open: Vec<bool> = vec![true; original.morphs.len()];
    let mut found: Vec<Option<usize>> = Vec::with_capacity(built.morphs.len());
    for (number, morph) in built.morphs.iter().enumerate() {
        let named = || {
            let mut known = original.morphs.iter().zip(&open).enumerate();
            known.find(|(_, (known, open))| **open && known.name == morph.name).map(|(place, _)| place)
        };
        let place = if is_same { Some(number) } else { named() };
        place.and_then(|place| open.get_mut(place)).into_iter().for_each(|open| *open = false);
        found.push(place);
    }
    let left: Vec<usize> = open.iter().enumerate().filter(|(_, open)| **open).map(|(place, _)| place).collect();
    let is_renamed = found.iter().filter(|place| place.is_none()).count() == left.len();
    let gone = if is_renamed { Vec::new() } else { left.clone() };
    let mut left = left.into_iter();
    let mut numbers = Vec::with_capacity(found.len());
    for (place, morph) in found.into_iter().zip(&built.morphs) {
        let number = match place.or_else(|| left.next().filter(|_| is_renamed)) {
            Some(number) => number,
            None => {
                let weight = original.version.has_morph_weights().then(|| morph.weight.unwrap_or(0.0));
                model.morphs.push(Morph { name: morph.name.clone().into_owned(), weight, buffers: Vec::new() });
                model.morphs.len().saturating_sub(1)
            }
        };
        if let Some(known) = model.morphs.get_mut(number) {
            if place.is_none() {
                known.name = morph.name.clone().into_owned();
            }
            // A weight that is no number comes back as another.
            if let (Some(before), Some(now)) = (&mut known.weight, morph.weight) {
                if before.is_finite() {
                    *before = now;
                }
            }
        }
        numbers.push(number);
    }
    Numbers { morphs: numbers, gone }
}
