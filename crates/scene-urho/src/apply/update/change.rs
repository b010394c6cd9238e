//! Changes a vertex buffer of the original by replacing and adding vertices.

use std::collections::{BTreeMap, HashMap};

use asset_scene::{Component, Error, ErrorKind, Semantic};
use binio::{Bytes, Path};
use scene_adapter::same;
use urho_mdl::{Model, VertexBuffer};

use super::difference::{BONES, COLORS, Difference, MORPHS, NORMAL, POSITION, TEX_COORDS};
use super::morphs;
use super::vertices::{Delta, Vertices};
use crate::vertex::Column;

/// What to change in a vertex buffer of the original.
#[derive(Default)]
pub(super) struct Change {
    /// Vertices that must not be changed, because a face still needs them.
    kept: Vec<bool>,
    /// Finds changed vertices by the original vertex and the new bytes, so that the same change is stored only once.
    rows: HashMap<(Option<u32>, Vec<u8>), u32>,
    replaced: BTreeMap<u32, Vec<u8>>,
    added: Vec<Vec<u8>>,
    /// The new morph offsets of changed vertices, by morph.
    deltas: BTreeMap<usize, BTreeMap<u32, Delta>>,
}

/// Encodes vertices in the vertex format of the original.
pub(super) struct Maker<'v> {
    pub(super) before: &'v Vertices,
    pub(super) after: &'v Vertices,
    pub(super) stored: &'v VertexBuffer<'v>,
    pub(super) mapping: &'v [u32],
    pub(super) built_mapping: &'v [u32],
}

impl Maker<'_> {
    /// Returns the original bytes of vertex `before`, with all attributes that differ replaced by those of `after`. If
    /// there is no such vertex, this starts with zeros.
    fn row(&self, before: Option<u32>, after: u32, difference: Difference) -> Vec<u8> {
        let stride = self.stored.stride();
        let stored =
            before.and_then(|vertex| self.stored.data.get((vertex as usize).checked_mul(stride)?..)?.get(..stride));
        let mut row = stored.map_or_else(|| vec![0; stride], <[u8]>::to_vec);
        for column in &self.before.columns {
            if let Some(value) = self.value(column, before.map(|vertex| vertex as usize), after as usize, difference) {
                let place = row.get_mut(column.element.offset..).and_then(|rest| rest.get_mut(..value.len()));
                place.into_iter().for_each(|place| place.copy_from_slice(&value));
            }
        }
        row
    }

    /// Returns the encoded value of an attribute, or `None` to keep the original bytes.
    fn value(&self, column: &Column, before: Option<usize>, after: usize, difference: Difference) -> Option<Vec<u8>> {
        let has = |what: Difference| difference & what != 0;
        let value: Vec<f32> = match column.semantic {
            Semantic::Position if has(POSITION) => self.after.positions.get(after)?.to_array().to_vec(),
            Semantic::Normal if has(NORMAL) => self.after.normals.get(after)?.to_array().to_vec(),
            // Tangents depend on positions, normals and texture coordinates.
            Semantic::Tangent if has(POSITION | NORMAL | TEX_COORDS) => {
                self.after.tangents.get(after)?.to_array().to_vec()
            }
            Semantic::TexCoord(set) if has(TEX_COORDS) => {
                let value = *self.after.tex_coords.get(set as usize)?.get(after)?;
                let known = before.and_then(|before| self.before.tex_coords.get(set as usize)?.get(before));
                if known.is_some_and(|known| same::tex_coords(*known, value)) {
                    return None;
                }
                value.to_array().to_vec()
            }
            Semantic::Color(set) if has(COLORS) => {
                let value = *self.after.colors.get(set as usize)?.get(after)?;
                let known = before.and_then(|before| self.before.colors.get(set as usize)?.get(before));
                if known.is_some_and(|known| same::colors(*known, value)) {
                    return None;
                }
                value.to_vec()
            }
            Semantic::Weights(_) if has(BONES) => {
                self.after.influences(after, self.built_mapping).map(|(_, weight)| weight).to_vec()
            }
            Semantic::Joints(_) if has(BONES) => {
                let place = |(bone, weight): (u32, f32)| match self.mapping {
                    _ if weight <= 0.0 => 0,
                    [] => bone as u8,
                    mapping => mapping.iter().position(|known| *known == bone).unwrap_or(0) as u8,
                };
                return Some(self.after.influences(after, self.built_mapping).map(place).to_vec());
            }
            _ => return None,
        };
        let wanted = usize::from(column.shape().1);
        let value = value.into_iter().take(wanted);
        Some(match column.shape().0 {
            Component::U8 => value.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8).collect(),
            _ => value.flat_map(f32::to_le_bytes).collect(),
        })
    }
}

impl Change {
    pub(super) fn keep(&mut self, vertices: impl Iterator<Item = u32>) {
        for vertex in vertices.map(|vertex| vertex as usize) {
            if self.kept.len() <= vertex {
                self.kept.resize(vertex.saturating_add(1), false);
            }
            self.kept.get_mut(vertex).into_iter().for_each(|kept| *kept = true);
        }
    }

    /// Replaces a vertex in place. If another face still needs it, this adds a copy instead. Returns the vertex index.
    pub(super) fn edited(&mut self, maker: &Maker<'_>, before: u32, after: u32, difference: Difference) -> u32 {
        let row = maker.row(Some(before), after, difference);
        let deltas = if difference & MORPHS != 0 {
            maker.after.deltas(after as usize)
        } else {
            maker.before.deltas(before as usize)
        };
        let key = (Some(before), key(&row, deltas));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let number =
            if !self.kept.get(before as usize).is_some_and(|kept| *kept) && !self.replaced.contains_key(&before) {
                if difference & MORPHS != 0 {
                    let lost = maker.before.deltas(before as usize).iter().map(|(morph, _)| (*morph, Delta::default()));
                    self.take_deltas(before, lost.chain(deltas.iter().copied()));
                }
                self.replaced.insert(before, row);
                before
            } else {
                self.add(maker, row, deltas)
            };
        self.rows.insert(key, number);
        number
    }

    /// Adds a vertex that has no original, unless the same vertex was already added. Returns the vertex index.
    pub(super) fn new_vertex(&mut self, maker: &Maker<'_>, after: u32) -> u32 {
        let row = maker.row(None, after, Difference::MAX);
        let deltas = maker.after.deltas(after as usize);
        let key = (None, key(&row, deltas));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let number = self.add(maker, row, deltas);
        self.rows.insert(key, number);
        number
    }

    fn add(&mut self, maker: &Maker<'_>, row: Vec<u8>, deltas: &[(usize, Delta)]) -> u32 {
        let number = maker.stored.vertex_count.saturating_add(self.added.len() as u32);
        self.added.push(row);
        self.take_deltas(number, deltas.iter().copied());
        number
    }

    fn take_deltas(&mut self, vertex: u32, deltas: impl Iterator<Item = (usize, Delta)>) {
        for (morph, delta) in deltas {
            self.deltas.entry(morph).or_default().insert(vertex, delta);
        }
    }

    /// Writes all changes to vertex buffer `number` and to the morphs.
    ///
    /// # Errors
    /// Fails if the buffer would have more than 2³² vertices.
    pub(super) fn write(self, number: u32, model: &mut Model<'static>) -> Result<(), Error> {
        let path = || Path::from([("vertex buffer", number as usize)]);
        let Some(buffer) = model.vertex_buffers.get_mut(number as usize) else { return Ok(()) };
        if self.replaced.is_empty() && self.added.is_empty() {
            return Ok(());
        }
        let count = u64::from(buffer.vertex_count).saturating_add(self.added.len() as u64);
        let too_many =
            |_| Error::new(ErrorKind::Unsupported(format!("{count} vertices are too many for a buffer")), path());
        let count = u32::try_from(count).map_err(too_many)?;
        let (stride, mut data) = (buffer.stride(), buffer.data.to_vec());
        for (vertex, row) in &self.replaced {
            let place =
                data.get_mut((*vertex as usize).saturating_mul(stride)..).and_then(|rest| rest.get_mut(..stride));
            place.into_iter().for_each(|place| place.copy_from_slice(row));
        }
        self.added.iter().for_each(|row| data.extend_from_slice(row));
        (buffer.data, buffer.vertex_count) = (Bytes::from(data), count);
        for (morph, deltas) in &self.deltas {
            morphs::write(model, *morph, number, deltas);
        }
        Ok(())
    }
}

/// Returns a key to find identical vertices, which includes their morph offsets.
fn key(row: &[u8], deltas: &[(usize, Delta)]) -> Vec<u8> {
    let mut key = row.to_vec();
    for (morph, delta) in deltas {
        key.extend(morph.to_le_bytes());
        let numbers = [delta.position, delta.normal, delta.tangent].into_iter().flat_map(|offset| offset.to_array());
        key.extend(numbers.flat_map(f32::to_le_bytes));
    }
    key
}
