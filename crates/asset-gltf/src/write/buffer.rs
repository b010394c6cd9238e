//! Accessors, their views, and the bytes.

use asset_scene::{Array, Component, Data, ImageBytes};
use serde_json::Number;

use super::arrays::{Entry, Usage};
use crate::error::{Error, ErrorKind, error};
use crate::extras::{EngineAssets, Extras, raw};
use crate::json::{Accessor, BufferView, Integer, Sparse, SparseIndices, SparseValues};
use crate::shape::{Element, component_code};

/// The bytes of a file and the views of them.
#[derive(Default)]
pub(super) struct Buffer<'s> {
    /// What is before `bytes`.
    before: Vec<Piece<'s>>,
    /// How long that is.
    length_before: usize,
    bytes: Vec<u8>,
    pub(super) views: Vec<BufferView>,
}

/// A part of the bytes.
pub(super) enum Piece<'s> {
    Bytes(Vec<u8>),
    /// An image, read when it is written.
    Image(&'s ImageBytes<'s>),
}

impl<'s> Buffer<'s> {
    /// The accessor of an array, whose bytes are added.
    pub(super) fn accessor(&mut self, entry: &Entry<'_>) -> Result<Accessor, Error> {
        let array = &*entry.array;
        let (element, kind) = Element::of_width(array.width, array.component);
        if u32::try_from(array.count).is_err() {
            return Err(error(ErrorKind::TooLarge("expected fewer than 2^32 elements in an accessor, found more")));
        }
        let (min, max) = if entry.bounds { bounds(array) } else { Default::default() };
        let extras = Extras { engine_assets: Some(EngineAssets { filler: true, ..EngineAssets::default() }) };
        let mut accessor = Accessor {
            component_type: Integer(component_code(array.component)),
            normalized: array.normalized,
            count: Integer::from(array.count),
            kind: kind.to_owned(),
            min,
            max,
            extras: if entry.filler { Some(raw(&extras)?) } else { None },
            ..Accessor::default()
        };
        match &array.data {
            Data::Dense(bytes) => accessor.buffer_view = Some(self.elements(bytes, element, entry.usage)),
            Data::Sparse { rows, .. } if rows.is_empty() => {}
            Data::Sparse { rows, values } => accessor.sparse = Some(Box::new(self.sparse(rows, values, element))),
        }
        Ok(accessor)
    }

    /// Bytes that are whole in themselves, as a view.
    pub(super) fn block(&mut self, bytes: &[u8]) -> Integer {
        let start = self.begin();
        self.bytes.extend_from_slice(bytes);
        self.end(start, None, None)
    }

    /// Elements one after the other; those of vertices at multiples of four bytes.
    fn elements(&mut self, bytes: &[u8], element: Element, usage: Usage) -> Integer {
        let start = self.begin();
        let size = element.size();
        let stride = if usage == Usage::Vertex { size.next_multiple_of(4) } else { size };
        if stride == size && !element.has_gaps() {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes.reserve((bytes.len() / element.packed().max(1)).saturating_mul(stride));
            let mut end = self.bytes.len();
            for columns in bytes.chunks_exact(element.packed()) {
                end += stride;
                for column in columns.chunks_exact(element.column) {
                    self.bytes.extend_from_slice(column);
                    self.bytes.resize(self.bytes.len() + element.step - element.column, 0);
                }
                self.bytes.resize(end, 0);
            }
        }
        let target = match usage {
            Usage::Vertex => Some(34962),
            Usage::Index => Some(34963),
            _ => None,
        };
        // Where elements don't end at a multiple of four, their distance has to be said, even if it is one.
        let said = usage == Usage::Vertex && element.extent() % 4 != 0;
        self.end(start, said.then_some(stride), target)
    }

    fn sparse(&mut self, rows: &[u32], values: &[u8], element: Element) -> Sparse {
        let last = rows.last().copied().unwrap_or(0);
        let component = match last {
            0..=0xff => Component::U8,
            0x100..=0xffff => Component::U16,
            _ => Component::U32,
        };
        let indices: Vec<u8> =
            rows.iter().flat_map(|row| row.to_le_bytes().into_iter().take(component.size())).collect();
        let indices = SparseIndices {
            buffer_view: self.block(&indices),
            byte_offset: None,
            component_type: Integer(component_code(component)),
        };
        let values = SparseValues { buffer_view: self.elements(values, element, Usage::None), byte_offset: None };
        Sparse { count: Integer::from(rows.len()), indices, values }
    }

    /// An image that is whole in itself, as a view; its bytes aren't read yet.
    pub(super) fn image(&mut self, image: &'s ImageBytes<'s>) -> Integer {
        let start = self.begin();
        self.before.push(Piece::Bytes(std::mem::take(&mut self.bytes)));
        self.before.push(Piece::Image(image));
        self.length_before = start.saturating_add(usize::try_from(image.len()).unwrap_or(usize::MAX));
        self.end(start, None, None)
    }

    /// The bytes and how many there are.
    pub(super) fn into_pieces(mut self) -> (Vec<Piece<'s>>, Vec<BufferView>, usize) {
        let length = self.begin();
        self.before.push(Piece::Bytes(self.bytes));
        (self.before, self.views, length)
    }

    fn begin(&self) -> usize {
        self.length_before.saturating_add(self.bytes.len())
    }

    fn end(&mut self, start: usize, stride: Option<usize>, target: Option<u64>) -> Integer {
        self.views.push(BufferView {
            buffer: Integer(0),
            byte_offset: (start > 0).then_some(Integer::from(start)),
            byte_length: Integer::from(self.begin() - start),
            byte_stride: stride.map(Integer::from),
            target: target.map(Integer),
        });
        // What follows begins at a multiple of four, and so does what follows the whole.
        let gap = self.begin().wrapping_neg() % 4;
        self.bytes.resize(self.bytes.len() + gap, 0);
        Integer::from(self.views.len() - 1)
    }
}

/// The smallest and the largest number of each column, as they stand in the file.
fn bounds(array: &Array<'_>) -> (Vec<Number>, Vec<Number>) {
    let width = usize::from(array.width);
    let (values, zeros) = match &array.data {
        Data::Dense(bytes) => (bytes, false),
        Data::Sparse { rows, values } => (values, rows.len() < array.count),
    };
    let plain = Array { normalized: false, ..Array::from_bytes(array.component, 0, Vec::new()) };
    let mut bounds: Vec<Option<(f32, f32)>> = vec![zeros.then_some((0.0, 0.0)); width];
    for row in values.chunks_exact(array.row_size().max(1)) {
        for (bounds, bytes) in bounds.iter_mut().zip(row.chunks_exact(array.component.size())) {
            let number = plain.number(bytes);
            let (least, most) = bounds.unwrap_or((number, number));
            *bounds = Some((least.min(number), most.max(number)));
        }
    }
    let bounds = bounds.into_iter().flatten();
    bounds.map(|(least, most)| (number(array.component, least), number(array.component, most))).unzip()
}

/// A number as JSON has it: whole numbers as such, floats in the fewest digits.
fn number(component: Component, value: f32) -> Number {
    if component != Component::F32 {
        return Number::from(value as i64);
    }
    let text = serde_json::to_string(&value).unwrap_or_default();
    let shortest = serde_json::from_str::<Number>(&text).ok();
    shortest.or_else(|| Number::from_f64(f64::from(value))).unwrap_or_else(|| Number::from(0))
}
