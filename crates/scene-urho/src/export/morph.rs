//! Morphs as morph targets, and back.

use std::collections::{BTreeMap, HashMap};

use binio::{Bytes, Findings, Path};
use urho_mdl::{ElementMask, Model, MorphBuffer};

use super::mirror;
use crate::{Array, Attribute, Component, Data, Scene, Semantic};

/// Floats of a delta.
const WIDTH: usize = 3;
/// Bytes of a delta.
const SIZE: usize = WIDTH * size_of::<f32>();

/// What of a vertex a morph can change, in the order of its records.
pub(super) const ELEMENTS: [(ElementMask, Semantic); 3] = [
    (ElementMask::POSITION, Semantic::Position),
    (ElementMask::NORMAL, Semantic::Normal),
    (ElementMask::TANGENT, Semantic::Tangent),
];

/// The elements that a buffer changes, each with its place in a record.
pub(super) fn elements(mask: ElementMask) -> impl Iterator<Item = (Semantic, usize)> {
    let changed = ELEMENTS.into_iter().filter(move |(element, _)| mask.contains(*element));
    changed.enumerate().map(|(place, (_, semantic))| (semantic, size_of::<u32>() + place * SIZE))
}

/// Whether a morph target can be all that the buffer is: each vertex once, and all of them there.
fn is_plain(buffer: &MorphBuffer<'_>, vertex_count: u32) -> bool {
    let mut vertices: Vec<u32> = buffer.vertices().map(|column| column.to_vec()).unwrap_or_default();
    vertices.sort_unstable();
    vertices.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
        && vertices.last().is_none_or(|last| *last < vertex_count)
}

/// What a morph does to a vertex buffer.
pub(super) struct Target {
    pub(super) attributes: Vec<Attribute>,
    /// The buffer of the morph that these attributes are bit by bit, if there is one.
    pub(super) plain: Option<usize>,
}

/// Of each vertex buffer, the buffers of morphs that change it: morph and buffer, in their order.
pub(super) fn by_vertex_buffer(model: &Model<'_>) -> HashMap<u32, Vec<(usize, usize)>> {
    let mut changes: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for (number, morph) in model.morphs.iter().enumerate() {
        for (place, buffer) in morph.buffers.iter().enumerate() {
            changes.entry(buffer.vertex_buffer).or_default().push((number, place));
        }
    }
    changes
}

/// The target of a morph in primitives of a vertex buffer that have `attributes`, from the buffers of it that change those vertices; `None` if
/// nothing is left of them.
pub(super) fn target(
    (model, scene): (&Model<'_>, &mut Scene<'_>),
    (vertex_buffer, changes): (usize, &[(usize, usize)]),
    attributes: &[Attribute],
    findings: &mut Findings,
) -> Option<Target> {
    let vertex_count = model.vertex_buffers.get(vertex_buffer)?.vertex_count;
    let morph = changes.first()?.0;
    let buffer = |(morph, place): &(usize, usize)| Some((*place, model.morphs.get(*morph)?.buffers.get(*place)?));
    let buffers: Vec<(usize, &MorphBuffer<'_>)> = changes.iter().filter_map(buffer).collect();
    let has = |semantic: &Semantic| attributes.iter().any(|attribute| attribute.semantic == *semantic);
    let mut target = Target { attributes: Vec::new(), plain: None };
    match buffers.as_slice() {
        [(number, buffer)] if is_plain(buffer, vertex_count) => {
            for (semantic, place) in elements(buffer.mask).filter(|(semantic, _)| has(semantic)) {
                let array = scene.add_array(sparse(buffer, place, vertex_count));
                target.attributes.push(Attribute { semantic, array });
            }
            let whole = elements(buffer.mask).count() == target.attributes.len();
            target.plain = Some(*number).filter(|_| whole && !target.attributes.is_empty());
        }
        buffers => {
            for (element, semantic) in ELEMENTS.into_iter().filter(|(_, semantic)| has(semantic)) {
                let changed = buffers.iter().map(|(_, buffer)| *buffer).filter(|buffer| buffer.mask.contains(element));
                let sums = sums(changed, &semantic, vertex_count);
                if !sums.is_empty() {
                    let array = scene.add_array(summed(sums, vertex_count));
                    target.attributes.push(Attribute { semantic, array });
                }
            }
            if !target.attributes.is_empty() {
                let path = Path::from([("morph", morph), ("vertex buffer", vertex_buffer)]);
                findings.note(
                    path,
                    "changes vertices twice, or some that aren't there; the target has the sum of what is there",
                );
            }
        }
    }
    (!target.attributes.is_empty()).then_some(target)
}

/// The records of a buffer in the order of their vertices.
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

/// What several records do to each vertex together.
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

/// A target that changes nothing: glTF wants something there.
pub(super) fn zeros(vertex_count: usize) -> Array<'static> {
    let data = Data::Sparse { rows: Vec::new(), values: Bytes::EMPTY };
    Array { component: Component::F32, width: WIDTH as u8, normalized: false, count: vertex_count, data }
}

/// Numbers of the vertices, if they don't ascend.
pub(super) fn order(buffer: &MorphBuffer<'_>) -> Option<Vec<u32>> {
    let vertices = buffer.vertices().map(|column| column.to_vec()).unwrap_or_default();
    let ascends = vertices.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
    (!ascends).then_some(vertices)
}

/// The records of a buffer, from the arrays that its elements became.
///
/// The vertices are those that the arrays have rows of, or `order`; a dense array has those rows of which any isn't zero.
pub(super) fn records(
    mask: ElementMask,
    count: u32,
    order: Option<&[u32]>,
    arrays: &[(usize, &Array<'_>)],
) -> Option<Vec<u8>> {
    let vertices = match order {
        Some(order) => order.to_vec(),
        None => rows(arrays, count)?,
    };
    let stride = MorphBuffer { vertex_buffer: 0, mask, vertex_count: 0, data: Bytes::EMPTY }.stride();
    if vertices.len() != count as usize {
        return None;
    }
    let mut data = vec![0; vertices.len().checked_mul(stride)?];
    for (record, vertex) in data.chunks_exact_mut(stride).zip(&vertices) {
        record.get_mut(..4)?.copy_from_slice(&vertex.to_le_bytes());
    }
    for (place, array) in arrays {
        for (record, vertex) in data.chunks_exact_mut(stride).zip(&vertices) {
            if let Some(delta) = row(array, *vertex)? {
                let target = record.get_mut(*place..)?.get_mut(..SIZE)?;
                target.copy_from_slice(delta);
                mirror::flip(target, WIDTH, &[0]);
            }
        }
    }
    Some(data)
}

/// The vertices that are changed.
fn rows(arrays: &[(usize, &Array<'_>)], count: u32) -> Option<Vec<u32>> {
    let mut all: Vec<u32> = Vec::new();
    for (_, array) in arrays {
        match &array.data {
            Data::Sparse { rows, .. } => all.extend(rows),
            Data::Dense(_) if array.count == count as usize => all.extend(0..count),
            Data::Dense(data) => {
                let changed =
                    data.chunks_exact(SIZE).enumerate().filter(|(_, delta)| delta.iter().any(|byte| *byte != 0));
                all.extend(changed.map(|(vertex, _)| vertex as u32));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// A row: outer `None` if the array hasn't so many, inner if it is zeros.
fn row<'d>(array: &'d Array<'_>, vertex: u32) -> Option<Option<&'d [u8]>> {
    if vertex as usize >= array.count || array.width as usize != WIDTH || array.component != Component::F32 {
        return None;
    }
    match &array.data {
        Data::Dense(data) => Some(data.get(vertex as usize * SIZE..)?.get(..SIZE)),
        Data::Sparse { rows, values } => {
            Some(rows.binary_search(&vertex).ok().and_then(|place| values.get(place * SIZE..)?.get(..SIZE)))
        }
    }
}
