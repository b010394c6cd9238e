//! Writes accessors, buffer views and bytes.

use std::borrow::Cow;

use asset_scene::{Array, Component, Data, ImageBytes, Scene};
use serde_json::Number;

use super::arrays::Entry;
use super::compressed;
use super::role::Usage;
use crate::Compression;
use crate::error::{Error, ErrorKind, error};
use crate::extras::{EngineAssets, Extras, raw};
use crate::json::{Accessor, BufferView, Integer, Sparse, SparseIndices, SparseValues, ViewExtensions};
use crate::shape::{Element, component_code};

/// The bytes of a file, and the views of these bytes.
#[derive(Default)]
pub(super) struct Buffer<'s> {
    /// The parts that come before `bytes`.
    before: Vec<Part<'s>>,
    /// The length of these parts.
    length_before: usize,
    bytes: Vec<u8>,
    pub(super) views: Vec<BufferView>,
    compression: Compression,
    /// These say if compressed triangles can begin at another corner: in general, and for the entry that is being
    /// written.
    turns: bool,
    turn: bool,
    /// The length of all compressed views after they are decoded.
    fallback: usize,
}

/// A part of the bytes while they are being collected.
enum Part<'s> {
    Bytes(Vec<u8>),
    /// The bytes of the entry with this number. They are only copied when they are written.
    Entry(usize),
    Image(&'s ImageBytes<'s>),
}

/// A part of the bytes.
pub(super) enum Piece<'s> {
    Bytes(Cow<'s, [u8]>),
    /// An image, which is only read when it is written.
    Image(&'s ImageBytes<'s>),
}

/// A part that is shorter than this is merged with others.
const ALONE: usize = 1 << 12;

impl<'s> Buffer<'s> {
    pub(super) fn new(compression: Compression, turns: bool) -> Self {
        Self { compression, turns, ..Self::default() }
    }

    /// Returns the length of all compressed views after they are decoded.
    pub(super) fn fallback(&self) -> usize {
        self.fallback
    }

    /// Adds the bytes of an entry and returns its accessor.
    pub(super) fn accessor(&mut self, number: usize, entry: &Entry<'_>) -> Result<Accessor, Error> {
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
        self.turn = self.turns && !entry.strip;
        match &array.data {
            Data::Dense(bytes) => {
                accessor.buffer_view = Some(self.elements(bytes, element, entry.usage, Some(number)));
            }
            Data::Sparse { rows, .. } if rows.is_empty() => {}
            Data::Sparse { rows, values } => accessor.sparse = Some(Box::new(self.sparse(rows, values, element))),
        }
        Ok(accessor)
    }

    /// Adds bytes as a view of their own.
    pub(super) fn block(&mut self, bytes: &[u8]) -> Integer {
        let start = self.begin();
        self.bytes.extend_from_slice(bytes);
        self.end(start, None, None)
    }

    /// Adds elements without gaps. Vertices begin at multiples of four bytes. `entry` is the number of the entry that
    /// the elements belong to.
    fn elements(&mut self, bytes: &[u8], element: Element, usage: Usage, entry: Option<usize>) -> Integer {
        let start = self.begin();
        let size = element.size();
        let stride = if usage == Usage::Vertex { size.next_multiple_of(4) } else { size };
        if let Some(packed) = self.compressed(bytes, (element, stride), usage) {
            return packed;
        }
        if stride == size && !element.has_gaps() {
            match entry.filter(|_| bytes.len() >= ALONE) {
                Some(entry) => self.alone(Part::Entry(entry), bytes.len()),
                None => self.bytes.extend_from_slice(bytes),
            }
        } else {
            spread(bytes, element, stride, &mut self.bytes);
        }
        // Where elements don't end at a multiple of four, their distance has to be said, even if it is one.
        let said = usage == Usage::Vertex && element.extent() % 4 != 0;
        self.end(start, said.then_some(stride), target(usage))
    }

    /// Adds compressed elements. Returns `None` if they must not be compressed, or would not become shorter.
    fn compressed(&mut self, bytes: &[u8], (element, stride): (Element, usize), usage: Usage) -> Option<Integer> {
        if self.compression == Compression::None {
            return None;
        }
        let mut whole = Vec::new();
        spread(bytes, element, stride, &mut whole);
        let (packed, mut compression) = compressed::encode(&whole, stride, usage, self.turn)?;
        let start = self.begin();
        self.bytes.extend_from_slice(&packed);
        let view = self.end(start, None, target(usage));
        compression.byte_offset = (start > 0).then_some(Integer::from(start));
        let whole_view = self.views.last_mut()?;
        whole_view.buffer = Integer(1);
        whole_view.byte_offset = (self.fallback > 0).then_some(Integer::from(self.fallback));
        whole_view.byte_length = Integer::from(whole.len());
        whole_view.byte_stride = (usage == Usage::Vertex).then_some(Integer::from(stride));
        whole_view.extensions =
            Some(Box::new(ViewExtensions { meshopt: Some(compression), ..ViewExtensions::default() }));
        self.fallback = self.fallback.saturating_add(whole.len()).next_multiple_of(4);
        Some(view)
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
        let values = SparseValues { buffer_view: self.elements(values, element, Usage::None, None), byte_offset: None };
        Sparse { count: Integer::from(rows.len()), indices, values }
    }

    /// Adds an image as a view of its own. Its bytes are not read yet.
    pub(super) fn image(&mut self, image: &'s ImageBytes<'s>) -> Integer {
        let start = self.begin();
        self.alone(Part::Image(image), usize::try_from(image.len()).unwrap_or(usize::MAX));
        self.end(start, None, None)
    }

    /// Adds a part of `length` bytes that is not copied yet.
    fn alone(&mut self, part: Part<'s>, length: usize) {
        self.length_before = self.begin().saturating_add(length);
        self.before.extend([Part::Bytes(std::mem::take(&mut self.bytes)), part]);
    }

    /// Returns the bytes, the views, and the length. `entries` must be the entries of the accessors. `scene` must be
    /// the scene that they belong to, or a scene with the same arrays.
    pub(super) fn into_pieces(
        mut self,
        entries: Vec<Entry<'_>>,
        scene: &'s Scene<'s>,
    ) -> (Vec<Piece<'s>>, Vec<BufferView>, usize) {
        let length = self.begin();
        self.before.push(Part::Bytes(self.bytes));
        let mut entries = entries.into_iter().enumerate();
        let piece = |part| match part {
            Part::Bytes(bytes) => Piece::Bytes(bytes.into()),
            Part::Image(image) => Piece::Image(image),
            // Parts are in the order of the entries.
            Part::Entry(number) => {
                let entry = entries.find(|(other, _)| *other == number);
                Piece::Bytes(entry.map(|(_, entry)| entry.into_bytes(scene)).unwrap_or_default())
            }
        };
        (self.before.into_iter().map(piece).collect(), self.views, length)
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
            extensions: None,
        });
        // The next part begins at a multiple of four, and so do any bytes after the buffer.
        let gap = self.begin().wrapping_neg() % 4;
        self.bytes.resize(self.bytes.len() + gap, 0);
        Integer::from(self.views.len() - 1)
    }
}

/// Appends elements. Use this if there are gaps between their columns, or if they have a stride.
fn spread(bytes: &[u8], element: Element, stride: usize, out: &mut Vec<u8>) {
    out.reserve((bytes.len() / element.packed().max(1)).saturating_mul(stride));
    let mut end = out.len();
    for columns in bytes.chunks_exact(element.packed()) {
        end += stride;
        for column in columns.chunks_exact(element.column) {
            out.extend_from_slice(column);
            out.resize(out.len() + element.step - element.column, 0);
        }
        out.resize(end, 0);
    }
}

/// Returns the target of a view.
fn target(usage: Usage) -> Option<u64> {
    match usage {
        Usage::Vertex => Some(34962),
        Usage::Index => Some(34963),
        _ => None,
    }
}

/// Returns the minimum and maximum of each column, as they are written to the file.
fn bounds(array: &Array<'_>) -> (Vec<Number>, Vec<Number>) {
    let bounds = match array.component {
        Component::F32 => float_bounds(array),
        _ => any_bounds(array),
    };
    let bounds = bounds.into_iter();
    bounds.map(|(least, most)| (number(array.component, least), number(array.component, most))).unzip()
}

/// The number of floats that are compared at once. These are whole rows of 1 to 4 floats.
const LANES: usize = 12;

/// Returns the bounds of an array of floats, which must not contain NaN.
fn float_bounds(array: &Array<'_>) -> Vec<(f32, f32)> {
    let (Data::Dense(values) | Data::Sparse { values, .. }) = &array.data;
    let width = usize::from(array.width);
    if LANES % width.max(1) != 0 {
        return any_bounds(array);
    }
    let mut lanes = [(f32::INFINITY, f32::NEG_INFINITY); LANES];
    let mut look = |block: &[u8]| {
        for ((least, most), bytes) in lanes.iter_mut().zip(block.chunks_exact(size_of::<f32>())) {
            let number = bytes.try_into().map_or(0.0, f32::from_le_bytes);
            *least = if number < *least { number } else { *least };
            *most = if number > *most { number } else { *most };
        }
    };
    let blocks = values.chunks_exact(LANES * size_of::<f32>());
    let rest = blocks.remainder();
    blocks.for_each(&mut look);
    look(rest);
    let start = if has_zeros(array) { (0.0, 0.0) } else { (f32::INFINITY, f32::NEG_INFINITY) };
    let column = |column: usize| {
        let lanes = lanes.iter().skip(column).step_by(width);
        lanes.fold(start, |(least, most), lane| (lane.0.min(least), lane.1.max(most)))
    };
    if values.is_empty() && !has_zeros(array) { Vec::new() } else { (0..width).map(column).collect() }
}

/// Returns `true` if there are rows that are not stored.
fn has_zeros(array: &Array<'_>) -> bool {
    matches!(&array.data, Data::Sparse { rows, .. } if rows.len() < array.count)
}

fn any_bounds(array: &Array<'_>) -> Vec<(f32, f32)> {
    let (Data::Dense(values) | Data::Sparse { values, .. }) = &array.data;
    let mut bounds: Vec<Option<(f32, f32)>> = vec![has_zeros(array).then_some((0.0, 0.0)); usize::from(array.width)];
    for row in values.chunks_exact(array.row_size().max(1)) {
        for (bounds, bytes) in bounds.iter_mut().zip(row.chunks_exact(array.component.size())) {
            let number = array.component.to_f32(bytes, false);
            let (least, most) = bounds.unwrap_or((number, number));
            *bounds = Some((least.min(number), most.max(number)));
        }
    }
    bounds.into_iter().flatten().collect()
}

/// Returns a number for the JSON. Whole numbers have no fraction, and floats have as few digits as possible.
fn number(component: Component, value: f32) -> Number {
    if component != Component::F32 {
        return Number::from(value as i64);
    }
    let text = serde_json::to_string(&value).unwrap_or_default();
    let shortest = serde_json::from_str::<Number>(&text).ok();
    shortest.or_else(|| Number::from_f64(f64::from(value))).unwrap_or_else(|| Number::from(0))
}
