//! Converts the corners of triangles to vertices, so that equal corners can share a vertex.

use std::collections::HashMap;

use asset_scene::{Array, Attribute, Component, Primitive, Semantic};
use ufbx::{Face, MeshPart};

use super::Reader;
use crate::error::Error;

/// The vertices and triangles of a material.
pub(super) struct Corners<'m> {
    mesh: &'m ufbx::Mesh,
    columns: Vec<Column<'m>>,
    /// The vertex in the file, for each vertex.
    pub(super) vertices: Vec<u32>,
    /// The numbers for all vertices, with one row per vertex.
    rows: Vec<f32>,
    indices: Vec<u32>,
    /// Finds a vertex by the vertex in the file and the bits of all its numbers.
    known: HashMap<Vec<u32>, u32>,
    /// The key of the current corner.
    key: Vec<u32>,
}

/// An attribute that has a value for each corner.
#[derive(Clone, Copy)]
enum Column<'m> {
    Position(&'m ufbx::VertexVec3),
    Normal(&'m ufbx::VertexVec3),
    TexCoord(u32, &'m ufbx::VertexVec2),
    Color(u32, &'m ufbx::VertexVec4),
}

impl Column<'_> {
    const fn width(self) -> usize {
        match self {
            Self::Position(_) | Self::Normal(_) => 3,
            Self::TexCoord(..) => 2,
            Self::Color(..) => 4,
        }
    }

    const fn semantic(self) -> Semantic {
        match self {
            Self::Position(_) => Semantic::Position,
            Self::Normal(_) => Semantic::Normal,
            Self::TexCoord(set, _) => Semantic::TexCoord(set),
            Self::Color(set, _) => Semantic::Color(set),
        }
    }

    /// Adds the numbers of a corner.
    fn push(&self, corner: usize, row: &mut Vec<f32>, reader: &mut Reader<'_>) {
        /// Returns the value of an attribute at a corner, or `None` if an index is out of bounds.
        fn of<T: Copy>(values: &[T], indices: &[u32], corner: usize) -> Option<T> {
            values.get(*indices.get(corner)? as usize).copied()
        }
        match *self {
            Self::Position(own) | Self::Normal(own) => {
                let value = of(&own.values, &own.indices, corner).unwrap_or_default();
                row.extend(reader.numbers.three(value));
            }
            Self::TexCoord(_, own) => {
                let value = of(&own.values, &own.indices, corner).unwrap_or_default();
                let [u, v] = reader.numbers.two(value);
                // From the top left.
                row.extend([u, 1.0 - v]);
            }
            Self::Color(_, own) => {
                let value = of(&own.values, &own.indices, corner).unwrap_or_default();
                row.extend(reader.numbers.four(value));
            }
        }
    }
}

impl<'m> Corners<'m> {
    /// The maximum number of texture coordinate sets, and also of colour sets.
    pub(super) const SETS: usize = 8;

    pub(super) fn new(mesh: &'m ufbx::Mesh) -> Self {
        let mut columns = vec![Column::Position(&mesh.vertex_position)];
        columns.extend(mesh.vertex_normal.exists.then_some(Column::Normal(&mesh.vertex_normal)));
        let uvs = mesh.uv_sets.iter().filter(|set| set.vertex_uv.exists).take(Self::SETS);
        columns.extend((0..).zip(uvs).map(|(number, set)| Column::TexCoord(number, &set.vertex_uv)));
        let colors = mesh.color_sets.iter().filter(|set| set.vertex_color.exists).take(Self::SETS);
        columns.extend((0..).zip(colors).map(|(number, set)| Column::Color(number, &set.vertex_color)));
        let (vertices, rows, indices) = (Vec::new(), Vec::new(), Vec::new());
        Self { mesh, columns, vertices, rows, indices, known: HashMap::new(), key: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    fn width(&self) -> usize {
        self.columns.iter().map(|column| column.width()).sum()
    }

    /// Adds the triangles from all faces with a material. Returns how many faces had to be left out, because a face was
    /// a hole or had fewer than three corners.
    pub(super) fn add(&mut self, part: &MeshPart, reader: &mut Reader<'_>) -> Result<usize, Error> {
        // Row, key and index of each corner, and the place of the key in the table.
        let per_corner = (self.width() as u64).saturating_mul(8).saturating_add(64);
        reader.spend((part.num_triangles as u64).saturating_mul(3).saturating_mul(per_corner))?;
        let mut left_out = 0_usize;
        let mut triangles = Vec::new();
        for number in &part.face_indices {
            let number = *number as usize;
            let is_hole = self.mesh.face_hole.get(number).copied().unwrap_or(false);
            let face = self.mesh.faces.get(number).copied().filter(|face| face.num_indices >= 3 && !is_hole);
            let Some(face) = face else {
                left_out = left_out.saturating_add(1);
                continue;
            };
            triangulate(self.mesh, face, &mut triangles);
            for corner in &triangles {
                let index = self.corner(*corner, reader);
                self.indices.push(index);
            }
        }
        Ok(left_out)
    }

    /// Returns the vertex for a corner.
    fn corner(&mut self, corner: u32, reader: &mut Reader<'_>) -> u32 {
        let vertex = self.mesh.vertex_indices.get(corner as usize).copied().unwrap_or(0);
        let start = self.rows.len();
        for column in &self.columns {
            column.push(corner as usize, &mut self.rows, reader);
        }
        let row = self.rows.get(start..).unwrap_or_default();
        self.key.clear();
        self.key.push(vertex);
        self.key.extend(row.iter().map(|number| number.to_bits()));
        if let Some(known) = self.known.get(&self.key) {
            self.rows.truncate(start);
            return *known;
        }
        let next = self.vertices.len() as u32;
        self.known.insert(self.key.clone(), next);
        self.vertices.push(vertex);
        next
    }

    /// Returns the triangles with all their attributes.
    pub(super) fn primitive(&self, reader: &mut Reader<'_>) -> Primitive {
        let width = self.width();
        let mut attributes = Vec::with_capacity(self.columns.len());
        let mut first = 0_usize;
        for column in &self.columns {
            let end = first.saturating_add(column.width());
            let numbers = self.rows.chunks_exact(width.max(1)).filter_map(|row| row.get(first..end)).flatten();
            let data: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
            let array = Array::from_bytes(Component::F32, column.width() as u8, data);
            attributes.push(Attribute { semantic: column.semantic(), array: reader.scene.arrays.push(array) });
            first = end;
        }
        // The largest index of 16 bits restarts strips on graphics cards.
        let indices = if self.vertices.len() <= usize::from(u16::MAX) {
            Array::from_u16s(self.indices.iter().map(|index| *index as u16))
        } else {
            Array::from_u32s(self.indices.iter().copied())
        };
        Primitive { attributes, indices: Some(reader.scene.arrays.push(indices)), ..Primitive::default() }
    }
}

/// Splits a face with at least three corners into triangles.
fn triangulate(mesh: &ufbx::Mesh, face: Face, triangles: &mut Vec<u32>) {
    let count = (face.num_indices as usize).saturating_sub(2).saturating_mul(3);
    triangles.clear();
    triangles.resize(count, 0);
    let found = ufbx::triangulate_face(triangles, mesh, face) as usize;
    triangles.truncate(found.saturating_mul(3));
}
