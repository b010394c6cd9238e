//! Add, replace, remove, reorder and convert vertex elements.

use alloc::vec::Vec;
use asset_geometry::write_column;
use binio::{Bytes, Fault, Path};

use crate::error::{Error, ErrorKind};
use crate::version::Version;
use crate::vertex::{
    Declaration, Element, ElementMask, ElementType, PlacedElement, Semantic, VertexBuffer, VertexValue,
};

/// An element in the old vertices, and the byte offset where it will be in the new vertices.
type Move = (PlacedElement, usize);

/// How the declaration must change to store an element.
struct Change {
    declaration: Declaration,
    /// The index of the element in the new declaration.
    new: usize,
    /// The index of the old element that this replaces, if any.
    replaced: Option<usize>,
}

impl VertexBuffer<'_> {
    /// Sets the values of an element, for example new texture coordinates. You must pass exactly one value for each
    /// vertex.
    ///
    /// If an element with this semantic and index exists, it is replaced: it keeps its position, and also its type if
    /// this can store the values. Otherwise the element is appended, or in a legacy mask inserted where its bit
    /// belongs. Bytes are stored as numbers (`ubyte4`) for blend indices and as 0 to 1 (`ubyte4n`) for anything else.
    ///
    /// ```
    /// use urho_mdl::{Semantic, VertexBuffer, Declaration, Range, glam::Vec3};
    /// let declaration = Declaration::List(Vec::new());
    /// let mut buffer = VertexBuffer { vertex_count: 1, declaration, morph_range: Range::default(), data: Default::default() };
    /// buffer.set_column(Semantic::POSITION, 0, &[Vec3::ONE])?;
    /// buffer.set_column(Semantic::COLOR, 0, &[[255, 0, 0, 255]])?;
    /// buffer.set_column(Semantic::TEXCOORD, 0, &[[0.5, 0.25]])?;
    /// assert_eq!(buffer.declaration.to_string(), "position:vec3 color:ubyte4n uv0:vec2");
    /// assert_eq!(buffer.colors(0).unwrap().get(0), Some([255, 0, 0, 255]));
    ///
    /// // Change a column: read it, change the values, set it.
    /// let mut positions: Vec<Vec3> = buffer.positions().unwrap().iter().collect();
    /// positions.iter_mut().for_each(|position| position.y += 2.0);
    /// buffer.set_column(Semantic::POSITION, 0, &positions)?;
    /// assert_eq!(buffer.column::<[f32; 3]>(Semantic::POSITION, 0).unwrap().get(0), Some([1.0, 3.0, 1.0]));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongLength`] if `values` has a different length, [`ErrorKind::NotInVersion`] if a legacy
    /// mask has no bit for this element, and [`ErrorKind::WrongDataSize`] if the buffer contradicts its counts. The
    /// buffer is not changed after an error.
    pub fn set_column<T: VertexValue>(&mut self, semantic: Semantic, index: u8, values: &[T]) -> Result<(), Error> {
        let path = || Path::new().part(semantic.name().unwrap_or("element"));
        self.check_size()?;
        let (expected, actual) = (u64::from(self.vertex_count), values.len() as u64);
        if expected != actual {
            return Err(Error::new(ErrorKind::WrongLength { expected, actual }, path()));
        }
        let change = self.change::<T>(semantic, index).map_err(|kind| Error::new(kind, path()))?;
        let Change { declaration, new, replaced } = change;
        let kept = self.declaration.placed().enumerate().filter(|(at, _)| Some(*at) != replaced);
        let places = declaration.placed().enumerate().filter(|(at, _)| *at != new);
        let moves: Vec<Move> = kept.zip(places).map(|((_, from), (_, to))| (from, to.offset)).collect();
        let (offset, stride) = (offset_of(&declaration, new), declaration.stride());
        let mut data = self.moved(&moves, stride)?;
        let written = write_column(&mut data, stride, offset, values);
        debug_assert!(written, "there is one value per vertex, and the element holds it");
        (self.declaration, self.data) = (declaration, Bytes::from(data));
        Ok(())
    }

    /// Removes the first element with this semantic and index. Returns `false` if there is no such element.
    ///
    /// ```
    /// # let mut model = urho_mdl::Model::builder().positions(&[[0.0; 3]; 3]).uvs(1, &[[0.0; 2]; 3]).indices(&[0, 1, 2]).build()?;
    /// # use urho_mdl::Semantic;
    /// assert!(model.vertex_buffers[0].remove_column(Semantic::TEXCOORD, 1)?);
    /// assert_eq!(model.vertex_buffers[0].declaration.to_string(), "position:vec3");
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongDataSize`] if the buffer contradicts its counts.
    pub fn remove_column(&mut self, semantic: Semantic, index: u8) -> Result<bool, Error> {
        self.check_size()?;
        let Some(removed) = self.find(semantic, index) else { return Ok(false) };
        let kept: Vec<PlacedElement> = self.declaration.placed().filter(|placed| *placed != removed).collect();
        let elements = kept.iter().map(|placed| placed.element);
        let declaration = match &self.declaration {
            Declaration::List(_) => Declaration::List(elements.collect()),
            Declaration::Mask(mask) => Declaration::Mask(without(*mask, removed.element, Version::Umdl)),
            Declaration::Mask2011(mask) => Declaration::Mask2011(without(*mask, removed.element, Version::Bare2011)),
        };
        let moves: Vec<Move> = kept.into_iter().zip(declaration.placed().map(|to| to.offset)).collect();
        self.data = Bytes::from(self.moved(&moves, declaration.stride())?);
        self.declaration = declaration;
        Ok(true)
    }

    /// Returns the same vertices with another declaration. Use this to reorder elements, to convert them to other
    /// types, or to remove them.
    ///
    /// Elements are matched by semantic and index. For duplicates, the first one with the same type is used. Values are
    /// converted by these rules:
    ///
    /// - Missing float components are taken from (0, 0, 0, 1), as the graphics card does.
    /// - Between floats and `ubyte4n`, 1 is 255, rounded to the nearest. Blend weights are rounded so that their bytes
    ///   still sum to 255.
    /// - `ubyte4` stores integers. Between `ubyte4` and `ubyte4n` the bytes do not change.
    /// - Values that are too large or too small are clamped, and NaN will be 0.
    ///
    /// ```
    /// # let model = urho_mdl::Model::builder().positions(&[[0.0; 3]; 3]).colors(0, &[[255, 0, 0, 255]; 3]).indices(&[0, 1, 2]).build()?;
    /// use urho_mdl::{Declaration, Element, ElementType, Semantic, glam::Vec4};
    /// let position = Element::new(ElementType::VECTOR3, Semantic::POSITION, 0);
    /// let color = Element::new(ElementType::VECTOR4, Semantic::COLOR, 0);
    /// let buffer = model.vertex_buffers[0].with_declaration(&Declaration::List(vec![position, color]))?;
    /// assert_eq!(buffer.column::<Vec4>(Semantic::COLOR, 0).unwrap().get(2), Some(Vec4::new(1.0, 0.0, 0.0, 1.0)));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] for an element that is not in this buffer, [`ErrorKind::UnknownElementType`] if
    /// the size of a type is not known, and [`ErrorKind::WrongDataSize`] if the buffer contradicts its counts.
    pub fn with_declaration(&self, declaration: &Declaration) -> Result<VertexBuffer<'static>, Error> {
        self.check_size()?;
        let (mut moves, mut conversions) = (Vec::new(), Vec::new());
        for (place, to) in declaration.placed().enumerate() {
            let (wanted, path) = (to.element, || Path::from([("element", place)]));
            if wanted.kind().size().is_none() {
                return Err(Error::new(ErrorKind::UnknownElementType(wanted.kind().0), path()));
            }
            let same = |from: &PlacedElement| {
                from.element.semantic() == wanted.semantic() && from.element.index() == wanted.index()
            };
            let exact = |from: &PlacedElement| same(from) && from.element.kind() == wanted.kind();
            let found = self.declaration.placed().find(exact).or_else(|| self.declaration.placed().find(same));
            let missing = || Error::new(ErrorKind::Missing("an element with this semantic and index"), path());
            let from = found.ok_or_else(missing)?;
            if from.element.kind() == wanted.kind() {
                moves.push((from, to.offset));
            } else {
                conversions.push((from, to));
            }
        }
        let stride = declaration.stride();
        let mut data = self.moved(&moves, stride)?;
        for (from, to) in conversions {
            self.convert(from, &mut data, stride, to);
        }
        let (declaration, data) = (declaration.clone(), Bytes::from(data));
        Ok(VertexBuffer { vertex_count: self.vertex_count, declaration, morph_range: self.morph_range, data })
    }

    /// Returns the value of an element as a shader sees it, for any type. If the vertex or element is missing, this is
    /// (0, 0, 0, 1).
    pub(super) fn components(&self, element: PlacedElement, vertex: usize) -> [f32; 4] {
        let at = vertex.saturating_mul(self.stride()).saturating_add(element.offset);
        components(element.element.kind(), self.data.get(at..).unwrap_or_default())
    }

    /// Stores such a value. Does nothing if the vertex does not exist.
    pub(super) fn set_components(&mut self, element: PlacedElement, vertex: usize, values: [f32; 4]) {
        let at = vertex.saturating_mul(self.stride()).saturating_add(element.offset);
        let (kind, weights) = (element.element.kind(), element.element.semantic() == Semantic::BLENDWEIGHTS);
        if let Some(place) = self.data.to_mut().get_mut(at..) {
            store(values, kind, weights, place);
        }
    }

    /// Checks that the vertex count, the stride and the data agree.
    pub(super) fn check_size(&self) -> Result<(), Error> {
        let expected = u64::from(self.vertex_count).saturating_mul(self.stride() as u64);
        let actual = self.data.len() as u64;
        let wrong = || Error::new(ErrorKind::WrongDataSize { expected, actual }, "vertices");
        if expected == actual { Ok(()) } else { Err(wrong()) }
    }

    /// Returns how the declaration must change to store values of type `T`.
    fn change<T: VertexValue>(&self, semantic: Semantic, index: u8) -> Result<Change, ErrorKind> {
        let same = |element: &Element| element.semantic() == semantic && element.index() == index;
        let mut elements: Vec<Element> = self.declaration.elements().collect();
        let found = elements.iter().position(|element| same(element) && T::fits(element.kind()));
        if let Some(new) = found {
            return Ok(Change { declaration: self.declaration.clone(), new, replaced: Some(new) });
        }
        let element = Element::new(T::kind_for(semantic), semantic, index);
        let replaced = elements.iter().position(same);
        let (mask, version) = match &self.declaration {
            Declaration::List(_) => {
                let new = replaced.unwrap_or(elements.len());
                match elements.get_mut(new) {
                    Some(place) => *place = element,
                    None => elements.push(element),
                }
                return Ok(Change { declaration: Declaration::List(elements), new, replaced });
            }
            Declaration::Mask(mask) => (*mask, Version::Umdl),
            Declaration::Mask2011(mask) => (*mask, Version::Bare2011),
        };
        let no_bit = ErrorKind::NotInVersion("a vertex element without a bit in the mask");
        let bit = element.bit_in(version).ok_or(no_bit)?;
        let others = replaced.and_then(|at| elements.get(at)).map_or(mask, |old| without(mask, *old, version));
        let mask = ElementMask(others.0 | 1 << bit);
        let declaration =
            if version == Version::Bare2011 { Declaration::Mask2011(mask) } else { Declaration::Mask(mask) };
        let new = declaration.elements().position(|other| other == element).unwrap_or_default();
        Ok(Change { declaration, new, replaced })
    }

    /// Copies elements to new vertices of `stride` bytes. Gaps are filled with zeros.
    fn moved(&self, moves: &[Move], stride: usize) -> Result<Vec<u8>, Error> {
        let mut data = zeros(self.vertex_count, stride)?;
        let vertices = data.chunks_exact_mut(stride.max(1)).zip(self.data.chunks_exact(self.stride().max(1)));
        for (new, old) in vertices {
            for (from, to) in moves {
                let size = from.element.kind().size().unwrap_or(0);
                let from = old.get(from.offset..).and_then(|rest| rest.get(..size));
                let to = new.get_mut(*to..).and_then(|rest| rest.get_mut(..size));
                if let (Some(from), Some(to)) = (from, to) {
                    to.copy_from_slice(from);
                }
            }
        }
        Ok(data)
    }

    /// Converts an element of this buffer to another type and writes it to other vertices.
    fn convert(&self, from: PlacedElement, data: &mut [u8], stride: usize, to: PlacedElement) {
        let (old, new) = (from.element.kind(), to.element.kind());
        let weights = to.element.semantic() == Semantic::BLENDWEIGHTS;
        for (new_vertex, old_vertex) in
            data.chunks_exact_mut(stride.max(1)).zip(self.data.chunks_exact(self.stride().max(1)))
        {
            let from = old_vertex.get(from.offset..).unwrap_or_default();
            let to = new_vertex.get_mut(to.offset..).unwrap_or_default();
            match (old, new) {
                (ElementType::UBYTE4, ElementType::UBYTE4_NORM) | (ElementType::UBYTE4_NORM, ElementType::UBYTE4) => {
                    put(to, from.get(..4).unwrap_or_default());
                }
                _ => store(components(old, from), new, weights, to),
            }
        }
    }
}

/// Returns the byte offset in a vertex where the element with index `at` begins.
fn offset_of(declaration: &Declaration, at: usize) -> usize {
    declaration.placed().nth(at).map_or(0, |placed| placed.offset)
}

/// Returns the mask without the bit for `element`.
fn without(mask: ElementMask, element: Element, version: Version) -> ElementMask {
    element.bit_in(version).map_or(mask, |bit| ElementMask(mask.0 & !(1 << bit)))
}

/// Returns vertices that are all zeros.
fn zeros(count: u32, stride: usize) -> Result<Vec<u8>, Error> {
    let size = u64::from(count).saturating_mul(stride as u64);
    let too_large = || Error::new(Fault::TooLarge { value: size, max: isize::MAX as u64 }, "vertices");
    let size = usize::try_from(size).map_err(|_| too_large())?;
    let mut data = Vec::new();
    data.try_reserve_exact(size).map_err(|_| too_large())?;
    data.resize(size, 0);
    Ok(data)
}

/// Returns the components of a stored value as a shader sees them. Missing components are taken from (0, 0, 0, 1).
fn components(kind: ElementType, stored: &[u8]) -> [f32; 4] {
    let mut components = [0.0, 0.0, 0.0, 1.0];
    let words = stored.chunks_exact(4).filter_map(<[u8]>::first_chunk::<4>);
    match kind {
        ElementType::UBYTE4 | ElementType::UBYTE4_NORM => {
            let unit = if kind == ElementType::UBYTE4 { 1.0 } else { 255.0 };
            components.iter_mut().zip(stored).for_each(|(component, byte)| *component = f32::from(*byte) / unit);
        }
        ElementType::INT => {
            components.iter_mut().zip(words).take(1).for_each(|(to, word)| *to = i32::from_le_bytes(*word) as f32);
        }
        _ => {
            let count = kind.size().unwrap_or(0) / 4;
            components.iter_mut().zip(words).take(count).for_each(|(to, word)| *to = f32::from_le_bytes(*word));
        }
    }
    components
}

/// Converts the components to the type `kind` and stores them.
fn store(components: [f32; 4], kind: ElementType, weights: bool, to: &mut [u8]) {
    let [x, y, z, _] = components;
    match kind {
        ElementType::UBYTE4 => put(to, &components.map(|value| nearest(value, 1.0))),
        ElementType::UBYTE4_NORM if weights => put(to, &weight_bytes(components)),
        ElementType::UBYTE4_NORM => put(to, &components.map(|value| nearest(value, 255.0))),
        // Saturates; NaN is 0.
        ElementType::INT => put(to, &(x as i32).to_le_bytes()),
        ElementType::FLOAT => put(to, &x.to_le_bytes()),
        ElementType::VECTOR2 => put(to, [x, y].map(f32::to_le_bytes).as_flattened()),
        ElementType::VECTOR3 => put(to, [x, y, z].map(f32::to_le_bytes).as_flattened()),
        _ => put(to, components.map(f32::to_le_bytes).as_flattened()),
    }
}

/// Copies `bytes` to the start of the slice.
fn put(to: &mut [u8], bytes: &[u8]) {
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
}

/// Returns the byte that is nearest to `value * unit`. The cast saturates and converts NaN to 0.
fn nearest(value: f32, unit: f32) -> u8 {
    (value * unit + 0.5) as u8
}

/// Converts weights to bytes. If the weights sum to 1, the bytes will too, because the largest absorbs the rounding
/// error.
fn weight_bytes(weights: [f32; 4]) -> [u8; 4] {
    let mut bytes = weights.map(|weight| nearest(weight, 255.0));
    let sum: f32 = weights.iter().sum();
    if (sum - 1.0).abs() < 1e-3 {
        let left = 255 - bytes.iter().map(|byte| i16::from(*byte)).sum::<i16>();
        if let Some(largest) = bytes.iter_mut().max() {
            *largest = u8::try_from(i16::from(*largest) + left).unwrap_or(*largest);
        }
    }
    bytes
}
