//! Converts interleaved vertices to attributes.

use asset_scene::{Array, Component, Semantic};
use pragma_asset::udm::{Array as Stored, PlacedField, StructLayout, Type};
use scene_adapter::columns::gather;

/// A field of a vertex, and the attribute that it becomes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) semantic: Semantic,
    /// The number of floats in a value.
    width: usize,
    offset: usize,
}

/// The layout of vertices.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) stride: usize,
    pub(crate) columns: Vec<Column>,
}

/// The vertex fields that become attributes.
const FIELDS: [(&str, Type, Semantic, usize); 4] = [
    ("pos", Type::VEC3, Semantic::Position, 3),
    ("uv", Type::VEC2, Semantic::TexCoord(0), 2),
    ("n", Type::VEC3, Semantic::Normal, 3),
    ("t", Type::VEC4, Semantic::Tangent, 4),
];

/// Returns the layout of an array of vertices, which can be packed. Returns `None` if they have no positions.
pub(crate) fn record(vertices: &Stored<'_>) -> Option<Record> {
    let layout = match vertices {
        Stored::Structs(structs) => structs.layout(),
        Stored::Packed(packed) if packed.layout().is_some() => packed.layout()?,
        // As older files have it.
        other if other.item_type() == Type::VEC3 => return Some(of_positions()),
        _ => return None,
    };
    let record = of_fields(layout);
    record.columns.iter().any(|column| column.semantic == Semantic::Position).then_some(record)
}

fn of_positions() -> Record {
    let position = Column { semantic: Semantic::Position, width: 3, offset: 0 };
    Record { stride: size_of::<[f32; 3]>(), columns: vec![position] }
}

fn of_fields(layout: &StructLayout<'_>) -> Record {
    let mut record = Record { stride: layout.size(), columns: Vec::new() };
    for field in layout.placed() {
        let PlacedField { ty, name, offset } = field;
        // If two fields have the same name, the result of a lookup applies.
        let counts = layout.field(name.as_bytes()) == Some(field);
        let known = FIELDS.iter().find(|(known, known_ty, ..)| name == known && ty == *known_ty).filter(|_| counts);
        let column = known.map(|(_, _, semantic, width)| Column { semantic: semantic.clone(), width: *width, offset });
        record.columns.extend(column);
    }
    record
}

impl Column {
    fn size(&self) -> usize {
        self.width.saturating_mul(size_of::<f32>())
    }

    /// Reads the values from the vertices.
    pub(crate) fn array(&self, vertices: &[u8], stride: usize) -> Array<'static> {
        let mut data = gather(vertices, stride, self.offset, self.size());
        self.turn(&mut data);
        Array::from_bytes(Component::F32, self.width as u8, data)
    }

    /// Changes the sign of the fourth number, because bitangents point in the other direction in scenes.
    fn turn(&self, data: &mut [u8]) {
        if self.semantic == Semantic::Tangent {
            data.chunks_exact_mut(16).filter_map(<[u8]>::last_mut).for_each(|sign| *sign ^= 0x80);
        }
    }
}

/// Returns whether every tangent has the same value, which has no direction. This is how a file says that it has no
/// tangents.
pub(crate) fn has_no_direction(tangents: &Array<'_>) -> bool {
    let data = tangents.dense();
    let Some(first) = data.first_chunk::<16>() else { return false };
    // Zero of either sign.
    let is_zero = |word: &[u8]| matches!(word, [0, 0, 0, 0 | 0x80]);
    first.chunks_exact(4).take(3).all(is_zero) && data.chunks_exact(16).all(|value| value == first)
}
