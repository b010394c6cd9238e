//! Shows morphs as morph targets.

use std::collections::{BTreeMap, HashMap};

use asset_scene::{Array, Attribute, Component, Data, Scene, Semantic};
use binio::{Bytes, Findings, Path};
use urho_mdl::{Model, MorphBuffer};

use crate::kinds;
use crate::mirror;
use crate::morph::{ELEMENTS, SIZE, WIDTH, elements};

/// Returns whether a buffer can be used as a morph target: no vertex may occur twice, and all must exist.
fn is_plain(buffer: &MorphBuffer<'_>, vertex_count: u32) -> bool {
    let mut vertices: Vec<u32> = buffer.vertices().into_iter().flat_map(|column| column.to_vec()).collect();
    vertices.sort_unstable();
    vertices.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
        && vertices.last().is_none_or(|last| *last < vertex_count)
}

/// The offsets of a morph for a vertex buffer.
pub(crate) struct Target {
    pub(crate) attributes: Vec<Attribute>,
}

/// Returns which morph buffers change each vertex buffer, as morph and buffer number in order.
pub(crate) fn by_vertex_buffer(model: &Model<'_>) -> HashMap<u32, Vec<(usize, usize)>> {
    let mut changes: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for (number, morph) in model.morphs.iter().enumerate() {
        for (place, buffer) in morph.buffers.iter().enumerate() {
            changes.entry(buffer.vertex_buffer).or_default().push((number, place));
        }
    }
    changes
}

/// Returns the target of a morph, for primitives that use this vertex buffer and have `attributes`. Returns `None` if
/// it would not change anything.
pub(crate) fn target(
    (model, scene): (&Model<'_>, &mut Scene<'_>),
    (vertex_buffer, changes): (usize, &[(usize, usize)]),
    attributes: &[Attribute],
    findings: &mut Findings,
) -> Option<Target> {
    let vertex_count = model.vertex_buffers.get(vertex_buffer)?.vertex_count;
    let morph = changes.first()?.0;
    let buffer = |(morph, place): &(usize, usize)| model.morphs.get(*morph)?.buffers.get(*place);
    let buffers: Vec<&MorphBuffer<'_>> = changes.iter().filter_map(buffer).collect();
    let has = |semantic: &Semantic| attributes.iter().any(|attribute| attribute.semantic == *semantic);
    let mut target = Target { attributes: Vec::new() };
    match buffers.as_slice() {
        [buffer] if is_plain(buffer, vertex_count) => {
            for (semantic, place) in elements(buffer.mask).filter(|(semantic, _)| has(semantic)) {
                let array = scene.arrays.push(sparse(buffer, place, vertex_count));
                target.attributes.push(Attribute { semantic, array });
            }
        }
        buffers => {
            for (element, semantic) in ELEMENTS.into_iter().filter(|(_, semantic)| has(semantic)) {
                let changed = buffers.iter().copied().filter(|buffer| buffer.mask.contains(element));
                let sums = sums(changed, &semantic, vertex_count);
                if !sums.is_empty() {
                    let array = scene.arrays.push(summed(sums, vertex_count));
                    target.attributes.push(Attribute { semantic, array });
                }
            }
            if !target.attributes.is_empty() {
                let path = Path::from([("morph", morph), ("vertex buffer", vertex_buffer)]);
                findings.note(
                    kinds::MORPH_VERTICES,
                    path,
                    "changes vertices twice, or missing vertices; the target has the sum for existing vertices",
                );
            }
        }
    }
    (!target.attributes.is_empty()).then_some(target)
}

/// Returns the records in a buffer, sorted by vertex.
fn sorted<'b>(buffer: &'b MorphBuffer<'_>) -> Vec<(u32, &'b [u8])> {
    let records = buffer.data.chunks_exact(buffer.stride());
    let mut records: Vec<(u32, &[u8])> =
        records.filter_map(|record| Some((u32::from_le_bytes(*record.first_chunk()?), record))).collect();
    records.sort_by_key(|(vertex, _)| *vertex);
    records
}

fn sparse(buffer: &MorphBuffer<'_>, place: usize, vertex_count: u32) -> Array<'static> {
    let records = sorted(buffer);
    let deltas = records.iter().filter_map(|(_, record)| record.get(place..)?.get(..SIZE));
    let mut values: Vec<u8> = deltas.flatten().copied().collect();
    mirror::flip(&mut values, WIDTH, &[0]);
    deltas_of(records.iter().map(|(vertex, _)| *vertex).collect(), values, vertex_count)
}

fn deltas_of(rows: Vec<u32>, values: Vec<u8>, vertex_count: u32) -> Array<'static> {
    let data = Data::Sparse { rows, values: values.into() };
    Array { component: Component::F32, width: WIDTH as u8, normalized: false, count: vertex_count as usize, data }
}

/// Adds up the offsets if there are several records for a vertex.
fn sums<'b>(
    buffers: impl Iterator<Item = &'b MorphBuffer<'b>>,
    semantic: &Semantic,
    vertex_count: u32,
) -> BTreeMap<u32, [f32; 3]> {
    let mut sums = BTreeMap::new();
    for buffer in buffers {
        let deltas = match semantic {
            Semantic::Position => buffer.positions(),
            Semantic::Normal => buffer.normals(),
            _ => buffer.tangents(),
        };
        let deltas = buffer
            .vertices()
            .into_iter()
            .flat_map(|column| column.iter())
            .zip(deltas.into_iter().flat_map(|column| column.iter()));
        for (vertex, delta) in deltas.filter(|(vertex, _)| *vertex < vertex_count) {
            let sum = sums.entry(vertex).or_insert([0.0; 3]);
            sum.iter_mut().zip(delta.to_array()).for_each(|(sum, axis)| *sum += axis);
        }
    }
    sums
}

fn summed(sums: BTreeMap<u32, [f32; 3]>, vertex_count: u32) -> Array<'static> {
    let values = sums.values().flat_map(|sum| mirror::vector(*sum)).flat_map(f32::to_le_bytes).collect();
    deltas_of(sums.into_keys().collect(), values, vertex_count)
}

/// Returns a target that changes nothing. glTF requires this where a morph has no target.
pub(crate) fn zeros(vertex_count: usize) -> Array<'static> {
    let data = Data::Sparse { rows: Vec::new(), values: Bytes::EMPTY };
    Array { component: Component::F32, width: WIDTH as u8, normalized: false, count: vertex_count, data }
}
