//! Assembles buffers, geometries and morphs after the checks.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Fault, Name, Path};

use super::{Delta, ModelBuilder, NewColumn, NewGeometry, NewLod, NewMorph, NewPart};
use crate::edit::draws::{IndexRuns, MOST_FOR_16_BITS};
use crate::error::Error;
use crate::index::IndexBuffer;
use crate::model::{Geometry, GeometryNames, Lod, Model, Tail};
use crate::morph::{Morph, MorphBuffer};
use crate::range::Range;
use crate::version::Version;
use crate::vertex::{Declaration, Element, ElementMask, Semantic, VertexBuffer};

/// The version number that Atomic writes before the geometry names.
const NAMES_VERSION: u32 = 1;

/// Where the vertices of a part will be stored.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    buffer: usize,
    /// The index of the first vertex in the buffer.
    base: u32,
}

/// A vertex buffer that will be created, with its index buffer.
#[derive(Debug, Default)]
struct NewBuffer {
    parts: Vec<usize>,
    vertices: u32,
    wide: bool,
}

/// Where all parts will be stored.
#[derive(Debug, Default)]
struct Layout {
    buffers: Vec<NewBuffer>,
    /// The place for each part, or `None` if the part has no vertices.
    places: Vec<Option<Place>>,
}

impl<'a> ModelBuilder<'a> {
    /// Returns the model, but without the values that must be computed from its vertices.
    pub(super) fn assembled(&mut self) -> Result<Model<'a>, Error> {
        let layout = self.layout();
        let buffers = layout.buffers.iter().enumerate();
        let vertex_buffers =
            buffers.map(|(number, buffer)| self.vertex_buffer(number, buffer)).collect::<Result<_, _>>()?;
        let (geometries, index_buffers) = self.draws(&layout)?;
        let mut tail = Tail::default();
        if self.version.has_geometry_names() {
            let names = self.geometries.iter().map(|geometry| geometry.name.clone().unwrap_or_default()).collect();
            tail.geometry_names = Some(GeometryNames { version: NAMES_VERSION, names });
        }
        Ok(Model {
            version: self.version,
            vertex_buffers,
            index_buffers,
            geometries,
            morphs: self.built_morphs(&layout),
            skeleton: core::mem::take(&mut self.skeleton),
            bounds: Bounds::UNDEFINED,
            tail,
        })
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        // Last buffer with these elements and this index size.
        let mut last: BTreeMap<(Vec<u32>, Option<u32>), usize> = BTreeMap::new();
        for (number, part) in self.finished.iter().enumerate() {
            if part.columns.is_empty() {
                layout.places.push(None);
                continue;
            }
            let elements = self.sorted(part).iter().map(|column| column.element.0).collect();
            let key = (elements, part.index_size);
            // Checked before.
            let count = u32::try_from(part.vertices()).unwrap_or(u32::MAX);
            let fits = |buffer: &usize| {
                let held = layout.buffers.get(*buffer).map_or(0, |buffer| buffer.vertices);
                self.shared && held.saturating_add(count) <= MOST_FOR_16_BITS
            };
            let buffer = last.get(&key).copied().filter(fits).unwrap_or(layout.buffers.len());
            if buffer == layout.buffers.len() {
                layout.buffers.push(NewBuffer::default());
                last.insert(key, buffer);
            }
            let Some(new) = layout.buffers.get_mut(buffer) else { continue };
            layout.places.push(Some(Place { buffer, base: new.vertices }));
            new.parts.push(number);
            new.vertices = new.vertices.saturating_add(count);
            new.wide = part.index_size.map_or(new.vertices > MOST_FOR_16_BITS, |size| size > 2);
        }
        layout
    }

    /// Returns the columns in the order in which a vertex stores them.
    fn sorted<'p>(&self, part: &'p NewPart) -> Vec<&'p NewColumn> {
        let mut columns: Vec<&NewColumn> = part.columns.iter().collect();
        if self.version.has_declarations() {
            columns.sort_by_key(|column| order(column.element));
        } else {
            columns.sort_by_key(|column| column.element.bit_in(self.version));
        }
        columns
    }

    fn declaration(&self, elements: Vec<Element>) -> Declaration {
        if self.version.has_declarations() {
            return Declaration::List(elements);
        }
        let bits = elements.iter().filter_map(|element| element.bit_in(self.version));
        let mask = ElementMask(bits.fold(0, |mask, bit| mask | 1 << bit));
        if self.version == Version::Bare2011 { Declaration::Mask2011(mask) } else { Declaration::Mask(mask) }
    }

    /// Creates the vertex buffer. The columns must have been checked.
    fn vertex_buffer(&self, number: usize, buffer: &NewBuffer) -> Result<VertexBuffer<'static>, Error> {
        let parts: Vec<_> = buffer.parts.iter().filter_map(|part| self.finished.get(*part)).collect();
        let elements = parts.first().map(|part| self.sorted(part)).unwrap_or_default();
        let declaration = self.declaration(elements.iter().map(|column| column.element).collect());
        let size = (buffer.vertices as usize).saturating_mul(declaration.stride());
        let mut data = Vec::new();
        let fault = Fault::TooLarge { value: size as u64, max: isize::MAX as u64 };
        let too_large = |_| Error::new(fault, Path::from([("vertex buffer", number)]).part("vertices"));
        data.try_reserve_exact(size).map_err(too_large)?;
        data.resize(size, 0);
        let stride = declaration.stride();
        let mut rest = data.as_mut_slice();
        for part in parts {
            let length = part.vertices().saturating_mul(stride).min(rest.len());
            let (vertices, others) = rest.split_at_mut(length);
            interleave(vertices, stride, &self.sorted(part));
            rest = others;
        }
        let (vertex_count, morph_range) = (buffer.vertices, Range::default());
        Ok(VertexBuffer { vertex_count, declaration, morph_range, data: Bytes::from(data) })
    }

    /// Returns the geometries and their index buffers. There is exactly one index buffer for a vertex buffer.
    fn draws(&self, layout: &Layout) -> Result<(Vec<Geometry>, Vec<IndexBuffer<'static>>), Error> {
        let mut runs = IndexRuns::unlimited(layout.buffers.len());
        let bare = |from: &NewGeometry<'_>| Geometry { bone_mapping: from.bone_mapping.clone(), lods: Vec::new() };
        let mut geometries: Vec<Geometry> = self.geometries.iter().map(bare).collect();
        let numbered = self.geometries.iter().enumerate();
        let mut levels: Vec<(usize, usize)> =
            numbered.flat_map(|(number, from)| (0..from.lods.len()).map(move |level| (level, number))).collect();
        // The finest levels of all geometries first.
        levels.sort_unstable();
        for (level, number) in levels {
            let Some(from) = self.geometries.get(number) else { continue };
            let (Some(lod), Some(to)) = (from.lods.get(level), geometries.get_mut(number)) else { continue };
            let NewLod { part, distance, primitive, indices } = lod;
            let place = |part: &usize| layout.places.get(*part).copied().flatten();
            // An empty level may have no vertices: it gets the buffers of another level.
            let anywhere = || from.lods.iter().find_map(|lod| place(&lod.part)).unwrap_or_default();
            let Place { buffer, base } = place(part).unwrap_or_else(anywhere);
            let mut draw = Range::default();
            if !indices.is_empty() {
                let wide = layout.buffers.get(buffer).is_some_and(|buffer| buffer.wide);
                let moved = match base {
                    0 => Cow::Borrowed(indices),
                    _ => Cow::Owned(indices.iter().map(|index| index.saturating_add(base)).collect()),
                };
                draw = runs.append(buffer, wide, &moved)?;
            }
            let (distance, primitive, number) = (*distance, *primitive, buffer as u32);
            to.lods.push(Lod { distance, primitive, vertex_buffer: number, index_buffer: number, draw });
        }
        Ok((geometries, runs.finish()))
    }

    fn built_morphs(&mut self, layout: &Layout) -> Vec<Morph<'a>> {
        let mut morphs: Vec<Morph<'a>> = Vec::new();
        let mut numbers: BTreeMap<Name<'a>, usize> = BTreeMap::new();
        let mut changes: BTreeMap<(usize, usize), Vec<Delta>> = BTreeMap::new();
        for NewMorph { name, weight, part, mut deltas } in core::mem::take(&mut self.morphs) {
            let number = *numbers.entry(name.clone()).or_insert(morphs.len());
            if number == morphs.len() {
                // Without a stored weight the engine starts with 0.
                let weight = self.version.has_morph_weights().then_some(0.0);
                morphs.push(Morph { name, weight, buffers: Vec::new() });
            }
            if let Some(slot) = morphs.get_mut(number).and_then(|morph| morph.weight.as_mut()) {
                *slot = weight.unwrap_or(*slot);
            }
            let Some(Place { buffer, base }) = layout.places.get(part).copied().flatten() else { continue };
            deltas.iter_mut().for_each(|delta| delta.vertex = delta.vertex.saturating_add(base));
            changes.entry((number, buffer)).or_default().append(&mut deltas);
        }
        for ((number, buffer), deltas) in changes.into_iter().filter(|(_, deltas)| !deltas.is_empty()) {
            morphs.get_mut(number).into_iter().for_each(|morph| morph.buffers.push(morph_buffer(buffer, &deltas)));
        }
        morphs
    }
}

/// The number of vertices to interleave at once. A block must be small enough for the nearest cache.
const BLOCK: usize = 256;

/// Interleaves the columns into whole vertices.
fn interleave(vertices: &mut [u8], stride: usize, columns: &[&NewColumn]) {
    for (number, block) in vertices.chunks_mut(stride.saturating_mul(BLOCK).max(1)).enumerate() {
        let mut offset = 0;
        for column in columns {
            let size = column.element.kind().size().unwrap_or(0);
            let values = column.data.get(number * BLOCK * size..).unwrap_or_default();
            // Copying is faster with a constant length.
            match size {
                4 => place::<4>(block, stride, offset, values),
                8 => place::<8>(block, stride, offset, values),
                12 => place::<12>(block, stride, offset, values),
                16 => place::<16>(block, stride, offset, values),
                _ => {}
            }
            offset += size;
        }
    }
}

/// Writes a value of `N` bytes to the same offset in each vertex.
fn place<const N: usize>(vertices: &mut [u8], stride: usize, offset: usize, values: &[u8]) {
    for (vertex, value) in vertices.chunks_exact_mut(stride).zip(values.chunks_exact(N)) {
        if let Some(place) = vertex.get_mut(offset..offset + N) {
            place.copy_from_slice(value);
        }
    }
}

impl NewPart {
    pub(super) fn vertices(&self) -> usize {
        self.columns.first().map_or(0, |column| column.count)
    }
}

/// Returns the rank of an element in the order that AssetImporter uses.
fn order(element: Element) -> (u8, u8) {
    let place = match element.semantic() {
        Semantic::POSITION => 0,
        Semantic::NORMAL => 1,
        Semantic::COLOR => 2,
        Semantic::TEXCOORD => 3,
        Semantic::TANGENT => 4,
        Semantic::BLENDWEIGHTS => 5,
        Semantic::BLENDINDICES => 6,
        other => other.0.saturating_add(7),
    };
    (place, element.index())
}

/// Returns the mask for the elements that these deltas change.
pub(super) fn mask(deltas: &[Delta]) -> ElementMask {
    let changes = |of: fn(&Delta) -> Vec3| deltas.iter().any(|delta| of(delta) != Vec3::ZERO);
    let normal = if changes(|delta| delta.normal) { ElementMask::NORMAL.0 } else { 0 };
    let tangent = if changes(|delta| delta.tangent) { ElementMask::TANGENT.0 } else { 0 };
    ElementMask(ElementMask::POSITION.0 | normal | tangent)
}

fn morph_buffer(buffer: usize, deltas: &[Delta]) -> MorphBuffer<'static> {
    let mask = mask(deltas);
    let mut data = Vec::with_capacity(deltas.len().saturating_mul(mask.morph_stride()));
    for Delta { vertex, position, normal, tangent } in deltas {
        data.extend_from_slice(&vertex.to_le_bytes());
        for (element, value) in ElementMask::MORPHED.into_iter().zip([position, normal, tangent]) {
            if mask.contains(element) {
                data.extend(value.to_array().iter().flat_map(|axis| axis.to_le_bytes()));
            }
        }
    }
    let vertex_count = u32::try_from(deltas.len()).unwrap_or(u32::MAX);
    MorphBuffer { vertex_buffer: buffer as u32, mask, vertex_count, data: Bytes::from(data) }
}
