//! Compares vertices, triangles and morphs in models.

use std::collections::HashMap;

use urho_mdl::{ElementType, IndexBuffer, Model, Morph, Semantic, VertexBuffer};

use super::{Spread, float, short};
use crate::diff::{Change, DiffOptions};
use crate::escape;

/// Compares buffers that have the same index, and morphs that have the same name.
pub(super) fn compare(old: &Model<'_>, new: &Model<'_>, options: &DiffOptions, changes: &mut Vec<Change>) {
    for (index, (old, new)) in old.vertex_buffers.iter().zip(&new.vertex_buffers).enumerate() {
        vertices(&format!("vertex_buffers[{index}]"), old, new, options, changes);
    }
    for (index, (old, new)) in old.index_buffers.iter().zip(&new.index_buffers).enumerate() {
        triangles(&format!("index_buffers[{index}]"), old, new, changes);
    }
    let known: HashMap<&[u8], &Morph<'_>> = old.morphs.iter().map(|morph| (morph.name.as_bytes(), morph)).collect();
    for new in &new.morphs {
        if let Some(old) = known.get(new.name.as_bytes()) {
            morphs(old, new, changes);
        }
    }
}

fn morphs(old: &Morph<'_>, new: &Morph<'_>, changes: &mut Vec<Change>) {
    for (index, (before, after)) in old.buffers.iter().zip(&new.buffers).enumerate() {
        if before.data != after.data && before.vertex_count == after.vertex_count && before.mask == after.mask {
            let stride = before.stride().max(1);
            let pairs = before.data.chunks_exact(stride).zip(after.data.chunks_exact(stride));
            let count = pairs.filter(|(before, after)| before != after).count();
            let path = format!("morphs/{}/buffers[{index}]", escape(&new.name.to_text()));
            changes.push(Change::note(path, format!("{count} of {} vertices differ", after.vertex_count)));
        }
    }
}

/// Compares the elements that are in both buffers.
fn vertices(
    path: &str,
    old: &VertexBuffer<'_>,
    new: &VertexBuffer<'_>,
    options: &DiffOptions,
    changes: &mut Vec<Change>,
) {
    // Another number of vertices or other elements are a difference of the parts.
    if old.data == new.data || old.vertex_count != new.vertex_count {
        return;
    }
    for placed in new.declaration.placed() {
        let element = placed.element;
        let same = old.find(element.semantic(), element.index()).filter(|old| old.element.kind() == element.kind());
        let Some(before) = same else { continue };
        let (kind, size) = (element.kind(), element.kind().size().unwrap_or(0));
        let values = [Values::new(old, before.offset, size), Values::new(new, placed.offset, size)];
        let spread = differences(&values, kind, options.tolerance);
        if spread.count > 0 {
            let name = element.semantic().name().unwrap_or("element");
            let name = if element.index() > 0 { format!("{name}{}", element.index()) } else { name.to_owned() };
            changes
                .push(Change::note(format!("{path}/{name}"), message(element.semantic(), &spread, new.vertex_count)));
        }
    }
}

/// The values of an element for all vertices.
struct Values<'b> {
    data: &'b [u8],
    stride: usize,
    offset: usize,
    size: usize,
}

impl<'b> Values<'b> {
    fn new(buffer: &'b VertexBuffer<'_>, offset: usize, size: usize) -> Self {
        Self { data: &buffer.data, stride: buffer.stride().max(1), offset, size }
    }

    fn iter(&self) -> impl Iterator<Item = &'b [u8]> {
        let range = self.offset..self.offset + self.size;
        self.data.chunks_exact(self.stride).map(move |vertex| vertex.get(range.clone()).unwrap_or_default())
    }
}

fn differences([old, new]: &[Values<'_>; 2], kind: ElementType, tolerance: f64) -> Spread {
    let mut spread = Spread::default();
    for (index, (old, new)) in old.iter().zip(new.iter()).enumerate() {
        if old != new {
            let difference = distance(kind, old, new);
            if difference > tolerance || difference.is_nan() {
                spread.add(index, difference);
            }
        }
    }
    spread
}

/// Returns how much two values of an element differ.
fn distance(kind: ElementType, old: &[u8], new: &[u8]) -> f64 {
    match kind {
        ElementType::FLOAT | ElementType::VECTOR2 | ElementType::VECTOR3 | ElementType::VECTOR4 => {
            let axes = (0..new.len() / 4).map(|axis| float(new, axis) - float(old, axis));
            axes.map(|difference| difference * difference).sum::<f64>().sqrt()
        }
        _ => {
            let pairs = old.iter().zip(new).map(|(old, new)| f64::from(old.abs_diff(*new)));
            pairs.fold(0.0, f64::max)
        }
    }
}

fn message(semantic: Semantic, spread: &Spread, total: u32) -> String {
    let verb = if semantic == Semantic::POSITION { "moved" } else { "differ" };
    let most = spread.most.map(|(most, index)| format!(", most by {} at vertex {index}", short(most)));
    format!("{} of {total} vertices {verb}{}", spread.count, most.unwrap_or_default())
}

fn triangles(path: &str, old: &IndexBuffer<'_>, new: &IndexBuffer<'_>, changes: &mut Vec<Change>) {
    if old.data == new.data && old.index_size == new.index_size || old.index_count != new.index_count {
        return;
    }
    let (mut count, mut first) = (0_usize, None);
    for (index, (old, new)) in old.iter().zip(new.iter()).enumerate() {
        if old != new {
            count += 1;
            first = first.or(Some(index));
        }
    }
    if let Some(first) = first {
        let total = new.index_count;
        changes.push(Change::note(path, format!("{count} of {total} indices differ, the first is index {first}")));
    }
}
