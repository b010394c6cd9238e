//! Conversion to other versions of the format.

use alloc::vec::Vec;
use binio::{Bytes, Findings, Path};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::model::{Model, Tail};
use crate::morph::Morph;
use crate::version::Version;
use crate::vertex::{Declaration, Element, ElementMask, PlacedElement, VertexBuffer};

/// Something that will be lost, because the version can't store it.
struct Loss {
    path: Path,
    what: &'static str,
}

impl Model<'_> {
    /// Converts the model to another version of the format, for example to use it in an older engine.
    ///
    /// If the new version uses a mask, the elements will be sorted by their legacy bits. If only the new version stores
    /// morph weights, they will be 0. This is also how the engines read the original model.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`] for the first thing that `version` can't store. Use
    /// [`losses_in`](Self::losses_in) to see the whole list, or [`to_version_lossy`](Self::to_version_lossy) to convert
    /// anyway.
    pub fn to_version(&self, version: Version) -> Result<Model<'_>, Error> {
        let (model, losses) = self.convert(version);
        match losses.into_iter().next() {
            Some(loss) => Err(Error::new(ErrorKind::NotInVersion(loss.what), loss.path)),
            None => Ok(model),
        }
    }

    /// Converts the model to another version of the format even if something must be dropped. The findings tell you
    /// everything that this version can't store.
    pub fn to_version_lossy(&self, version: Version) -> (Model<'_>, Findings) {
        let (model, losses) = self.convert(version);
        (model, findings(losses))
    }

    /// Checks that [`to_version_lossy`](Self::to_version_lossy) would not leave a vertex buffer without elements,
    /// because the engines can't use such a buffer.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInVersion`] for the first vertex buffer whose elements `version` can't store.
    pub fn check_version(&self, version: Version) -> Result<(), Error> {
        for (index, buffer) in self.vertex_buffers.iter().enumerate() {
            let has_elements = |buffer: &VertexBuffer<'_>| buffer.declaration.elements().next().is_some();
            if has_elements(buffer) && !has_elements(&convert_buffer(buffer, version, index, &mut Vec::new())) {
                return Err(Error::new(
                    ErrorKind::NotInVersion("any element of a vertex buffer"),
                    Path::from([("vertex buffer", index)]),
                ));
            }
        }
        Ok(())
    }

    /// Returns a warning for everything that would be lost in `version`. Use this to ask the user before a conversion.
    pub fn losses_in(&self, version: Version) -> Findings {
        findings(self.convert(version).1)
    }

    fn convert(&self, version: Version) -> (Model<'_>, Vec<Loss>) {
        let mut losses = Vec::new();
        let buffers = self.vertex_buffers.iter().enumerate();
        let vertex_buffers =
            buffers.map(|(index, buffer)| convert_buffer(buffer, version, index, &mut losses)).collect();
        let morphs = self.morphs.iter().enumerate();
        let morphs = morphs.map(|(index, morph)| convert_morph(morph, version, index, &mut losses)).collect();
        let tail = convert_tail(self, version, &mut losses);
        let model = Model {
            version,
            vertex_buffers,
            index_buffers: self.index_buffers.iter().map(crate::IndexBuffer::borrowed).collect(),
            geometries: self.geometries.clone(),
            morphs,
            skeleton: self.skeleton.clone(),
            bounds: self.bounds,
            tail,
        };
        (model, losses)
    }
}

fn findings(losses: Vec<Loss>) -> Findings {
    let mut findings = Findings::new();
    losses
        .into_iter()
        .for_each(|loss| findings.loss(kinds::CONVERSION_LOSS, loss.path, alloc::format!("lost: {}", loss.what)));
    findings
}

fn convert_buffer<'m>(
    buffer: &'m VertexBuffer<'_>,
    version: Version,
    index: usize,
    losses: &mut Vec<Loss>,
) -> VertexBuffer<'m> {
    let mut lose = |what| losses.push(Loss { path: Path::from([("vertex buffer", index)]), what });
    let already = match &buffer.declaration {
        Declaration::List(_) => version.has_declarations(),
        Declaration::Mask(_) => matches!(version, Version::Umdl | Version::Amdl),
        Declaration::Mask2011(_) => version == Version::Bare2011,
    };
    if already {
        return VertexBuffer { declaration: buffer.declaration.clone(), data: buffer.data.borrowed(), ..*buffer };
    }
    if buffer.declaration.has_unknown_bits() {
        lose("bits of the element mask without a meaning");
    }
    if version.has_declarations() {
        if buffer.declaration.elements().any(Element::is_instance_matrix) {
            lose("the mark of an instance matrix, which is per instance");
        }
        let declaration = Declaration::List(buffer.declaration.elements().collect());
        return VertexBuffer { declaration, data: buffer.data.borrowed(), ..*buffer };
    }
    let was_per_vertex = matches!(buffer.declaration, Declaration::List(_));
    if was_per_vertex && buffer.declaration.elements().any(Element::is_instance_matrix) {
        lose(
            "the place of uv4 to uv6 in a vertex: texture coordinates with four floats are an instance matrix in a mask",
        );
    }
    let (mask, places) = into_legacy_order(&buffer.declaration, version, lose);
    let declaration = if version == Version::Bare2011 { Declaration::Mask2011(mask) } else { Declaration::Mask(mask) };
    VertexBuffer { declaration, data: rearranged(buffer, &places), ..*buffer }
}

/// Returns the mask for the elements of `from`, and the elements in the order in which this mask stores them.
fn into_legacy_order(
    from: &Declaration,
    version: Version,
    mut lose: impl FnMut(&'static str),
) -> (ElementMask, Vec<PlacedElement>) {
    let mut sorted: Vec<(usize, PlacedElement)> = Vec::new();
    for placed in from.placed() {
        if placed.element.spare() != 0 {
            lose("spare bits of a vertex element");
        }
        match placed.element.bit_in(version) {
            Some(bit) if sorted.iter().all(|(other, _)| *other != bit) => sorted.push((bit, placed)),
            _ => lose("a vertex element without a bit in the mask"),
        }
    }
    sorted.sort_by_key(|(bit, _)| *bit);
    let mask = sorted.iter().fold(0, |mask, (bit, _)| mask | 1 << bit);
    (ElementMask(mask), sorted.into_iter().map(|(_, placed)| placed).collect())
}

/// Returns the vertices with the elements in the order of `places`. If this is the stored order, the bytes are
/// borrowed.
fn rearranged<'m>(buffer: &'m VertexBuffer<'_>, places: &[PlacedElement]) -> Bytes<'m> {
    if buffer.declaration.placed().eq(places.iter().copied()) {
        return buffer.data.borrowed();
    }
    let stride = buffer.stride();
    let vertices = buffer.data.chunks_exact(stride.max(1));
    let elements = |vertex: &'m [u8]| {
        let element = move |placed: &PlacedElement| {
            let size = placed.element.kind().size().unwrap_or(0);
            vertex.get(placed.offset..).and_then(|rest| rest.get(..size)).unwrap_or_default()
        };
        places.iter().map(element)
    };
    let mut data = Vec::with_capacity(buffer.data.len());
    vertices.flat_map(elements).for_each(|element| data.extend_from_slice(element));
    Bytes::from(data)
}

fn convert_morph<'m>(morph: &'m Morph<'_>, version: Version, index: usize, losses: &mut Vec<Loss>) -> Morph<'m> {
    // Without a stored weight the engine starts with 0.
    let weight = morph.weight.unwrap_or(0.0);
    if !version.has_morph_weights() && weight.to_bits() != 0 {
        losses.push(Loss { path: Path::from([("morph", index)]), what: "its default weight" });
    }
    let buffers = morph.buffers.iter().map(|buffer| crate::MorphBuffer { data: buffer.data.borrowed(), ..*buffer });
    Morph {
        name: morph.name.borrowed(),
        weight: version.has_morph_weights().then_some(weight),
        buffers: buffers.collect(),
    }
}

fn convert_tail<'m>(model: &'m Model<'_>, version: Version, losses: &mut Vec<Loss>) -> Tail<'m> {
    let mut lose = |what| losses.push(Loss { path: Path::from("tail"), what });
    let from = &model.tail;
    let same = |belongs: fn(Version) -> bool| belongs(version) == belongs(model.version);
    let bare = |version| version == Version::Bare2011;
    let mut tail = Tail { centers: from.centers.clone(), rest: from.rest.borrowed(), ..Tail::default() };
    match &from.geometry_names {
        Some(names) if version.has_geometry_names() => tail.geometry_names = Some(names.borrowed()),
        Some(_) => lose("names of geometries"),
        None => {}
    }
    if bare(version) {
        // A UMDL of 2011 has the levels where later files have a center.
        tail.lod_levels = model.lod_levels_2011();
        tail.centers.clear();
        if tail.lod_levels.is_none() && !from.centers.is_empty() {
            lose("centers of geometries");
        }
    } else if from.lod_levels.is_some() {
        lose("LOD levels of 2011");
    }
    // The engine reads the missing part of a truncated center from uninitialized memory.
    let cut_off = from.centers.len() < model.geometries.len() && from.lod_levels.is_none();
    if version != model.version && cut_off && !from.rest.is_empty() {
        tail.rest = Bytes::EMPTY;
        lose("the beginning of a center that is cut off");
        return tail;
    }
    // Bytes without a meaning could get one after another kind of tail.
    let kept = same(bare) && same(Version::has_geometry_names);
    if !kept && !from.rest.is_empty() {
        tail.rest = Bytes::EMPTY;
        lose("bytes after the end");
    }
    tail
}
