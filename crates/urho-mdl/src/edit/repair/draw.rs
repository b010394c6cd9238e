//! Repairs for index buffers and levels of detail.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::{Topology, lines, points, triangles};
use binio::{Budget, Findings, Limits, Path};

use crate::edit::draws::encode;
use crate::index::{IndexBuffer, Primitive};
use crate::kinds;
use crate::model::{Lod, Model};
use crate::range::Range;

pub(super) fn index_sizes(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, buffer) in model.index_buffers.iter_mut().enumerate() {
        if matches!(buffer.index_size, 2 | 4) {
            continue;
        }
        let new = resized(buffer);
        let message = format!(
            "{} indices of {} bytes became {} of {}",
            buffer.index_count, buffer.index_size, new.index_count, new.index_size
        );
        notes.note(kinds::REPAIRED, Path::from([("index buffer", number)]), message);
        *buffer = new;
    }
}

/// Returns the buffer with the indices that the engine reads: they will have 2 or 4 bytes.
fn resized(buffer: &IndexBuffer<'_>) -> IndexBuffer<'static> {
    let indices: Vec<u32> = buffer.iter().take(buffer.index_count as usize).collect();
    encode(&indices, buffer.width() == 4)
}

/// Removes the vertices from buffers without elements, because nothing can read them.
fn unreadable_vertices(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, buffer) in model.vertex_buffers.iter_mut().enumerate() {
        if buffer.stride() == 0 && buffer.vertex_count > 0 {
            let message = format!("{} vertices without elements dropped", buffer.vertex_count);
            notes.note(kinds::REPAIRED, Path::from([("vertex buffer", number)]), message);
            (buffer.vertex_count, buffer.morph_range) = (0, Range::default());
        }
    }
}

pub(super) fn broken_lods(model: &mut Model<'_>, notes: &mut Findings) {
    unreadable_vertices(model, notes);
    let (vertex_buffers, index_buffers) = (model.vertex_buffers.len(), model.index_buffers.len());
    let whole =
        |lod: &Lod| (lod.vertex_buffer as usize) < vertex_buffers && (lod.index_buffer as usize) < index_buffers;
    for (number, geometry) in model.geometries.iter_mut().enumerate() {
        let before = geometry.lods.len();
        geometry.lods.retain(whole);
        let dropped = before - geometry.lods.len();
        if dropped > 0 {
            let message = format!("{dropped} of {before} levels of detail dropped");
            notes.note(kinds::REPAIRED, Path::from([("geometry", number)]), message);
        }
    }
}

/// Visits all levels of detail whose index buffer exists. The callback gets the level, the number of indices in this
/// buffer, and the path.
fn each_lod(model: &mut Model<'_>, mut change: impl FnMut(&mut Lod, u32, Path)) {
    let counts: Vec<u32> = model
        .index_buffers
        .iter()
        .map(|buffer| u32::try_from(buffer.data.len() / buffer.width()).unwrap_or(u32::MAX).min(buffer.index_count))
        .collect();
    for (number, geometry) in model.geometries.iter_mut().enumerate() {
        for (level, lod) in geometry.lods.iter_mut().enumerate() {
            if let Some(count) = counts.get(lod.index_buffer as usize) {
                change(lod, *count, Path::from([("geometry", number), ("LOD", level)]));
            }
        }
    }
}

pub(super) fn draw_ranges(model: &mut Model<'_>, notes: &mut Findings) {
    each_lod(model, |lod, count, path| {
        let old = lod.draw;
        let mut new = old;
        if !old.fits(u64::from(count)) {
            new.count = count.saturating_sub(old.start);
            new.start = if new.count == 0 { 0 } else { old.start };
        }
        match lod.primitive.topology() {
            Some(Topology::Triangles) => new.count -= new.count % 3,
            Some(Topology::Lines) => new.count -= new.count % 2,
            _ => {}
        }
        if new != old {
            let message =
                format!("changed the draw range from {}+{} to {}+{}", old.start, old.count, new.start, new.count);
            notes.note(kinds::REPAIRED, path, message);
            lod.draw = new;
        }
    });
}

/// A level of detail after the bad primitives were removed.
struct Mended {
    primitive: Primitive,
    indices: Vec<u32>,
    before: usize,
    after: usize,
}

pub(super) fn bad_primitives(model: &mut Model<'_>, notes: &mut Findings) {
    let mut geometries = core::mem::take(&mut model.geometries);
    // Levels of detail may share indices: each range is repaired once.
    let keys: Vec<Key> = geometries.iter().flat_map(|geometry| geometry.lods.iter().map(key)).collect();
    let mut known: BTreeMap<Key, Option<Placed>> = BTreeMap::new();
    let mut budget = Limits::default().budget();
    for (number, geometry) in geometries.iter_mut().enumerate() {
        for (level, lod) in geometry.lods.iter_mut().enumerate() {
            let placed = known.entry(key(lod)).or_insert_with(|| {
                let mended = mended(model, lod)?;
                let is_alone = !keys.iter().any(|other| overlaps(*other, key(lod)));
                let (primitive, draw) = place(model, lod, &mended, is_alone, &mut budget);
                Some(Placed { primitive, draw, dropped: mended.before - mended.after, before: mended.before })
            });
            let Some(Placed { primitive, draw, dropped, before }) = *placed else { continue };
            let path = Path::from([("geometry", number), ("LOD", level)]);
            notes.note(kinds::REPAIRED, path, format!("{dropped} of {before} primitives dropped"));
            (lod.primitive, lod.draw) = (primitive, draw);
        }
    }
    model.geometries = geometries;
}

/// Where the valid primitives were stored.
#[derive(Clone, Copy)]
struct Placed {
    primitive: Primitive,
    draw: Range,
    dropped: usize,
    before: usize,
}

/// Whether two different levels of detail share indices.
fn overlaps(a: Key, b: Key) -> bool {
    let end = |key: Key| u64::from(key.3) + u64::from(key.4);
    a != b && a.1 == b.1 && u64::from(a.3) < end(b) && u64::from(b.3) < end(a)
}

/// The fields that decide which primitives are drawn.
type Key = (u32, u32, u32, u32, u32);

fn key(lod: &Lod) -> Key {
    (lod.vertex_buffer, lod.index_buffer, lod.primitive.0, lod.draw.start, lod.draw.count)
}

/// Returns the valid primitives of a level of detail, or `None` if nothing is wrong with it.
fn mended(model: &Model<'_>, lod: &Lod) -> Option<Mended> {
    let vertices = model.vertex_buffer(lod)?.vertex_count;
    let good = |index: &u32| *index < vertices;
    if model.indices(lod).all(|index| good(&index)) {
        return None;
    }
    let indices = || model.indices(lod);
    let Some(topology) = lod.primitive.topology() else {
        // The primitives of an unknown type can't be separated, so none can be kept.
        return Some(Mended { primitive: lod.primitive, indices: Vec::new(), before: indices().len(), after: 0 });
    };
    let (primitive, kept): (Primitive, Vec<u32>) = if topology.is_triangles() {
        let kept = triangles(topology, indices()).filter(|corners| corners.iter().all(good));
        (Primitive::TRIANGLE_LIST, kept.flatten().collect())
    } else if topology.is_lines() {
        (Primitive::LINE_LIST, lines(topology, indices()).filter(|ends| ends.iter().all(good)).flatten().collect())
    } else {
        (Primitive::POINT_LIST, points(topology, indices()).filter(good).collect())
    };
    let size = if topology.is_triangles() { 3 } else { 1 + usize::from(topology.is_lines()) };
    let (before, after) = (topology.primitive_count(indices().len()), kept.len() / size);
    Some(Mended { primitive, indices: kept, before, after })
}

/// Writes the repaired indices over the old ones if no other level uses these and there is enough room. Otherwise,
/// appends them to the buffer.
///
/// If this would let a small file with overlapping ranges grow without bound, the level will be empty.
fn place(model: &mut Model<'_>, lod: &Lod, mended: &Mended, is_alone: bool, budget: &mut Budget) -> (Primitive, Range) {
    let none = (mended.primitive, Range::default());
    let Some(buffer) = model.index_buffers.get_mut(lod.index_buffer as usize) else { return none };
    if !matches!(buffer.index_size, 2 | 4) {
        *buffer = resized(buffer);
    }
    let Some(count) = u32::try_from(mended.indices.len()).ok().filter(|count| *count > 0) else { return none };
    let new = encode(&mended.indices, buffer.width() == 4);
    let old = (lod.draw.start as usize).saturating_mul(buffer.width());
    let end = old.saturating_add(new.data.len());
    if let Some(place) = buffer.data.to_mut().get_mut(old..end).filter(|_| is_alone && count <= lod.draw.count) {
        place.copy_from_slice(&new.data);
        return (mended.primitive, Range { start: lod.draw.start, count });
    }
    let start = buffer.index_count;
    let Some(end) = start.checked_add(count).filter(|_| budget.spend(u64::from(count) * 4).is_ok()) else {
        return none;
    };
    buffer.data.to_mut().extend_from_slice(&new.data);
    buffer.index_count = end;
    (mended.primitive, Range { start, count })
}

pub(super) fn sort_lods(model: &mut Model<'_>, notes: &mut Findings) {
    for (number, geometry) in model.geometries.iter_mut().enumerate() {
        let old = geometry.lods.clone();
        let lods = &mut geometry.lods;
        if let [only] = lods.as_mut_slice() {
            // Drawn at any distance.
            only.distance = 0.0;
        }
        lods.retain(|lod| lod.distance.is_finite());
        lods.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        // The first begins at 0, with any distance; of several at one distance the engine uses the last.
        lods.iter_mut().for_each(|lod| lod.distance = lod.distance.max(0.0));
        if let Some(first) = lods.first_mut() {
            first.distance = 0.0;
        }
        lods.dedup_by(|later, earlier| {
            let same = later.distance == earlier.distance;
            if same {
                core::mem::swap(later, earlier);
            }
            same
        });
        if lods.is_empty() {
            // No level had a distance; the finest remains.
            lods.extend(old.first().map(|first| Lod { distance: 0.0, ..first.clone() }));
        }
        if *lods != old {
            let message = format!("{} levels of detail in order, of {}", lods.len(), old.len());
            notes.note(kinds::REPAIRED, Path::from([("geometry", number)]), message);
        }
    }
}
