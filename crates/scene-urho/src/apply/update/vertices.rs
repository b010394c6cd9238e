//! Unpacks the vertices in a buffer, so that they can be compared.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use std::collections::BTreeMap;

use asset_scene::glam::{Vec2, Vec3, Vec4};
use asset_scene::{Component, Semantic, Topology};
use urho_mdl::{Model, VertexBuffer};

use crate::vertex::{self, Column};

/// The offsets of a morph for a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Delta {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    pub(super) tangent: Vec3,
}

impl Delta {
    pub(super) fn is_zero(&self) -> bool {
        [self.position, self.normal, self.tangent].iter().all(|offset| *offset == Vec3::ZERO)
    }
}

/// The columns of a vertex buffer by their meaning. A column is empty if the buffer doesn't have it.
pub(super) struct Vertices {
    pub(super) columns: Vec<Column>,
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) tangents: Vec<Vec4>,
    /// The sets without gaps.
    pub(super) tex_coords: Vec<Vec<Vec2>>,
    pub(super) colors: Vec<Vec<[f32; 4]>>,
    pub(super) blend: Vec<[u8; 4]>,
    pub(super) weights: Vec<[f32; 4]>,
    /// The number of bones in the model.
    bones: usize,
    deltas: Deltas,
}

/// The morphs of all vertices, sorted by vertex.
#[derive(Default)]
struct Deltas {
    /// Where the records of each vertex begin.
    starts: Vec<usize>,
    /// The morph number, and its offsets.
    records: Vec<(usize, Delta)>,
}

impl Vertices {
    /// Unpacks a vertex buffer of a model. `morphs` has the numbers to use for its morphs.
    pub(super) fn of(model: &Model<'_>, number: usize, morphs: &[usize]) -> Option<Self> {
        let buffer = model.vertex_buffers.get(number)?;
        let skinned = !model.skeleton.bones.is_empty() && vertex::can_be_skinned(&buffer.declaration);
        let columns = vertex::columns(&buffer.declaration, skinned, Topology::Triangles);
        let mut own = Self {
            positions: Vec::new(),
            normals: Vec::new(),
            tangents: Vec::new(),
            tex_coords: Vec::new(),
            colors: Vec::new(),
            blend: Vec::new(),
            weights: Vec::new(),
            bones: model.skeleton.bones.len(),
            deltas: Deltas::of(model, number, morphs),
            columns,
        };
        for column in &own.columns {
            match column.semantic {
                Semantic::Position => own.positions = rows(buffer, column).map(Vec3::from_array).collect(),
                Semantic::Normal => own.normals = rows(buffer, column).map(Vec3::from_array).collect(),
                Semantic::Tangent => own.tangents = rows(buffer, column).map(Vec4::from_array).collect(),
                Semantic::TexCoord(_) => own.tex_coords.push(rows(buffer, column).map(Vec2::from_array).collect()),
                // Colours of three numbers are opaque.
                Semantic::Color(_) => own.colors.push(rows_or(buffer, column, 1.0).collect()),
                Semantic::Weights(_) => own.weights = rows(buffer, column).collect(),
                Semantic::Joints(_) => {
                    let stored = column.stored(&buffer.data, buffer.stride());
                    own.blend = stored.chunks_exact(4).filter_map(<[u8]>::first_chunk).copied().collect();
                }
                Semantic::Custom(_) => {}
            }
        }
        Some(own)
    }

    /// Returns whether the vertices are moved by bones.
    pub(super) fn has_bones(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Returns whether the other buffer has texture coordinates or colours that can't be stored in this buffer.
    pub(super) fn lacks_sets_of(&self, other: &Self) -> bool {
        other.tex_coords.len() > self.tex_coords.len() || other.colors.len() > self.colors.len()
    }

    /// Returns the morphs that move a vertex, sorted by number.
    pub(super) fn deltas(&self, vertex: usize) -> &[(usize, Delta)] {
        let Deltas { starts, records } = &self.deltas;
        match (starts.get(vertex), starts.get(vertex.saturating_add(1))) {
            (Some(start), Some(end)) => records.get(*start..*end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Returns the bones of a vertex with their weights, whose sum is 1.
    pub(super) fn influences(&self, vertex: usize, mapping: &[u32]) -> [(u32, f32); 4] {
        let mut found = [(0, 0.0); 4];
        let (Some(blend), Some(weights)) = (self.blend.get(vertex), self.weights.get(vertex)) else { return found };
        // As a scene shows them: bones that don't exist are the first, and so is that of a vertex without weights.
        let bone = |index: u8| {
            let bone = match mapping {
                [] => Some(u32::from(index)),
                mapping => mapping.get(usize::from(index)).copied(),
            };
            bone.filter(|bone| (*bone as usize) < self.bones).unwrap_or(0)
        };
        let counts = |weight: f32| if weight > 0.0 && weight.is_finite() { weight } else { 0.0 };
        let sum: f32 = weights.iter().map(|weight| counts(*weight)).sum();
        if sum > 0.0 {
            for ((slot, index), weight) in found.iter_mut().zip(blend).zip(weights) {
                *slot = (bone(*index), counts(*weight) / sum);
            }
        } else {
            let [slot, ..] = &mut found;
            *slot = (0, 1.0);
        }
        found
    }
}

impl Deltas {
    fn of(model: &Model<'_>, number: usize, morphs: &[usize]) -> Self {
        let count = model.vertex_buffers.get(number).map_or(0, |buffer| buffer.vertex_count as usize);
        let mut sums: BTreeMap<(u32, usize), Delta> = BTreeMap::new();
        for (morph, known) in morphs.iter().zip(&model.morphs) {
            for buffer in known.buffers.iter().filter(|buffer| buffer.vertex_buffer as usize == number) {
                let offsets = [buffer.positions(), buffer.normals(), buffer.tangents()];
                for (place, vertex) in buffer.vertices().into_iter().flat_map(|column| column.iter()).enumerate() {
                    let [position, normal, tangent] = offsets
                        .each_ref()
                        .map(|column| column.as_ref().and_then(|column| column.get(place)).unwrap_or(Vec3::ZERO));
                    let sum = sums.entry((vertex, *morph)).or_default();
                    sum.position += position;
                    sum.normal += normal;
                    sum.tangent += tangent;
                }
            }
        }
        let mut starts = Vec::with_capacity(count.saturating_add(1));
        let mut records = Vec::with_capacity(sums.len());
        for ((vertex, morph), delta) in sums {
            if vertex as usize >= count {
                break;
            }
            while starts.len() <= vertex as usize {
                starts.push(records.len());
            }
            records.push((morph, delta));
        }
        while starts.len() <= count {
            starts.push(records.len());
        }
        Self { starts, records }
    }
}

fn rows<'b, const N: usize>(
    buffer: &'b VertexBuffer<'_>,
    column: &Column,
) -> impl Iterator<Item = [f32; N]> + use<'b, N> {
    rows_or(buffer, column, 0.0)
}

/// Returns the values in a column. If it has fewer numbers than `N`, the others are `otherwise`.
fn rows_or<'b, const N: usize>(
    buffer: &'b VertexBuffer<'_>,
    column: &Column,
    otherwise: f32,
) -> impl Iterator<Item = [f32; N]> + use<'b, N> {
    let (offset, size, component) = (column.element.offset, column.size(), column.shape().0);
    buffer.data.chunks_exact(buffer.stride().max(1)).map(move |vertex| {
        let stored = vertex.get(offset..).and_then(|rest| rest.get(..size)).unwrap_or_default();
        let mut row = [otherwise; N];
        match component {
            Component::U8 => row.iter_mut().zip(stored).for_each(|(value, byte)| *value = f32::from(*byte) / 255.0),
            _ => {
                let words = stored.chunks_exact(4).filter_map(<[u8]>::first_chunk);
                row.iter_mut().zip(words).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
            }
        }
        row
    })
}
