//! Split, join and remove buffers.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use binio::{Budget, Bytes, Fault, Limits, Path};

use super::draws::Target;
use crate::error::{Error, ErrorKind};
use crate::model::{Lod, Model};
use crate::morph::{Morph, MorphBuffer};
use crate::range::Range;
use crate::vertex::{Declaration, ElementMask, VertexBuffer};

/// Vertices from an old buffer that will be a new buffer.
struct Part {
    /// The index of the old buffer.
    from: u32,
    /// Vertices in the old buffer, in ascending order. The position in this list is the new vertex index.
    vertices: Vec<u32>,
}

impl Part {
    fn new_number(&self, old: u32) -> Option<u32> {
        u32::try_from(self.vertices.binary_search(&old).ok()?).ok()
    }

    fn renumber(&self, indices: &mut [u32]) {
        for index in indices {
            *index = self.new_number(*index).unwrap_or_default();
        }
    }
}

impl Model<'_> {
    /// Splits the buffers so that every geometry has its own vertex buffer and index buffer, with nothing in them that
    /// it does not draw. Use this before you edit or export geometries separately.
    ///
    /// If two geometries share a vertex, it will be copied. Unused vertices are removed, and morphs are updated to
    /// match. If the levels of a geometry use several vertex buffers, it will get the same number of new buffers.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mut model = urho_mdl::Model::builder()
    ///     .positions(&corners)
    ///     .indices(&[0, 1, 2])
    ///     .indices(&[2, 1, 3])
    ///     .build()?;
    /// model.split_buffers()?;
    /// let counts: Vec<u32> = model.vertex_buffers.iter().map(|buffer| buffer.vertex_count).collect();
    /// assert_eq!(counts, [3, 3]);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a level of detail references missing data ([`ErrorKind::OutOfRange`]) or a buffer contradicts its counts
    /// ([`ErrorKind::WrongDataSize`]), use [`repair`](Self::repair) first. If overlapping levels of detail or copied
    /// declarations would need more than a gigabyte, this returns [`ErrorKind::Data`]. The model is not changed after
    /// an error.
    pub fn split_buffers(&mut self) -> Result<(), Error> {
        self.check_buffers()?;
        let mut budget = Limits::default().budget();
        // Bytes of a vertex and of the declaration. Once per vertex buffer, because many levels of detail may draw a buffer with many elements.
        let cost = |buffer: &VertexBuffer<'_>| {
            let elements = buffer.declaration.elements().count();
            (buffer.stride().max(size_of::<u32>()) as u64, elements.saturating_mul(size_of::<u32>()) as u64)
        };
        let costs: Vec<(u64, u64)> = self.vertex_buffers.iter().map(cost).collect();
        let cost_of = |buffer: u32| costs.get(buffer as usize).copied().unwrap_or_default();
        let mut parts = Vec::new();
        let mut places = BTreeMap::new();
        let mut index_buffers = BTreeMap::new();
        for (number, geometry) in self.geometries.iter().enumerate() {
            let mut used: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for (level, lod) in geometry.lods.iter().enumerate() {
                let path = || Path::from([("geometry", number), ("LOD", level)]);
                let indices = self.sound_indices(lod, path)?;
                let (vertex, _) = cost_of(lod.vertex_buffer);
                budget
                    .spend((indices.len() as u64).saturating_mul(vertex))
                    .map_err(|fault| Error::new(fault, path()))?;
                used.entry(lod.vertex_buffer).or_default().extend(indices);
                let next = index_buffers.len() as u32;
                index_buffers.entry(number).or_insert(next);
            }
            for (from, mut vertices) in used {
                let (_, declaration) = cost_of(from);
                budget.spend(declaration).map_err(|fault| Error::new(fault, Path::from([("geometry", number)])))?;
                vertices.sort_unstable();
                vertices.dedup();
                places.insert((number, from), parts.len());
                parts.push(Part { from, vertices });
            }
        }
        let morphs = self.parted_morphs(&parts, &mut budget)?;
        self.redraw(index_buffers.len(), |geometry, lod, indices| {
            let place = places.get(&(geometry, lod.vertex_buffer)).copied().unwrap_or_default();
            let part = parts.get(place);
            if let Some(part) = part {
                part.renumber(indices);
            }
            let vertices = part.map_or(0, |part| part.vertices.len() as u32);
            let index_buffer = index_buffers.get(&geometry).copied().unwrap_or_default();
            Ok(Target { vertex_buffer: place as u32, index_buffer, vertices })
        })?;
        self.take_parts(&parts, morphs);
        let touched = self.touched();
        let ranges = self.vertex_buffers.iter_mut().map(|buffer| &mut buffer.morph_range).zip(touched);
        ranges.filter(|(range, _)| range.count > 0).for_each(|(range, touched)| *range = touched);
        Ok(())
    }

    /// Joins all vertex buffers that have the same declaration, and all index buffers. The engine can then draw the
    /// model with fewer state changes.
    ///
    /// Vertices keep their order, and a joined buffer will be at the position of its first part. A morph range is
    /// extended to cover the ranges from all parts. The engine ignores morph deltas if the buffer has an empty morph
    /// range. Such deltas are removed, because they would take effect in the joined buffer.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let one = urho_mdl::Model::builder().positions(&corners).indices(&[0, 1, 2]);
    /// let mut model = one.next_buffer().positions(&corners).indices(&[2, 1, 0]).build()?;
    /// assert_eq!((model.vertex_buffers.len(), model.index_buffers.len()), (2, 2));
    /// model.join_buffers()?;
    /// assert_eq!((model.vertex_buffers.len(), model.index_buffers.len()), (1, 1));
    /// assert_eq!(model.triangles(&model.geometries[1].lods[0]).next(), Some([5, 4, 3]));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`split_buffers`](Self::split_buffers), and [`ErrorKind::Data`] if a joined buffer
    /// would have more than 2³² − 1 vertices.
    pub fn join_buffers(&mut self) -> Result<(), Error> {
        self.check_buffers()?;
        let joined = self.groups()?;
        let place = |buffer: u32| joined.places.get(buffer as usize).copied().unwrap_or_default();
        let totals = &joined.totals;
        self.redraw(1, |_, lod: &Lod, indices| {
            let (group, base) = place(lod.vertex_buffer);
            indices.iter_mut().for_each(|index| *index = index.saturating_add(base));
            let vertices = totals.get(group as usize).copied().unwrap_or_default();
            Ok(Target { vertex_buffer: group, index_buffer: 0, vertices })
        })?;
        let morphs: Vec<Morph<'static>> = self.morphs.iter().map(|morph| self.joined_morph(morph, place)).collect();
        let mut buffers: Vec<VertexBuffer<'static>> = Vec::new();
        for (old, (group, base)) in core::mem::take(&mut self.vertex_buffers).into_iter().zip(&joined.places) {
            match buffers.get_mut(*group as usize) {
                Some(buffer) => {
                    buffer.vertex_count = buffer.vertex_count.saturating_add(old.vertex_count);
                    buffer.data.to_mut().extend_from_slice(&old.data);
                    buffer.morph_range = hull(buffer.morph_range, shifted(old.morph_range, *base));
                }
                None => buffers.push(old.into_owned()),
            }
        }
        self.vertex_buffers = buffers;
        self.morphs =
            morphs.into_iter().zip(&self.morphs).map(|(new, old)| Morph { name: old.name.clone(), ..new }).collect();
        Ok(())
    }

    /// Removes the indices and vertices that are not used, and returns how many vertices it removed. Call this after
    /// you have removed levels of detail or geometries.
    ///
    /// Buffers keep their index, even if they are now empty; see [`drop_unused_buffers`](Self::drop_unused_buffers) to
    /// remove them. Morphs are updated to match.
    ///
    /// ```
    /// let mut model = urho_mdl::Model::builder().positions(&[[1.0; 3]; 5]).indices(&[0, 2, 4]).build()?;
    /// assert_eq!(model.drop_unused_vertices()?, 2);
    /// assert_eq!(model.triangles(&model.geometries[0].lods[0]).next(), Some([0, 1, 2]));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`split_buffers`](Self::split_buffers).
    pub fn drop_unused_vertices(&mut self) -> Result<usize, Error> {
        self.check_buffers()?;
        let mut used: Vec<Vec<bool>> =
            self.vertex_buffers.iter().map(|buffer| alloc::vec![false; buffer.vertex_count as usize]).collect();
        for (number, geometry) in self.geometries.iter().enumerate() {
            for (level, lod) in geometry.lods.iter().enumerate() {
                let indices = self.sound_indices(lod, || Path::from([("geometry", number), ("LOD", level)]))?;
                let Some(used) = used.get_mut(lod.vertex_buffer as usize) else { continue };
                for index in indices {
                    used.get_mut(index as usize).into_iter().for_each(|used| *used = true);
                }
            }
        }
        let part = |(from, used): (usize, &Vec<bool>)| {
            let vertices = used.iter().zip(0_u32..).filter(|(used, _)| **used).map(|(_, vertex)| vertex).collect();
            Part { from: from as u32, vertices }
        };
        let parts: Vec<Part> = used.iter().enumerate().map(part).collect();
        let morphs = self.parted_morphs(&parts, &mut Limits::default().budget())?;
        self.redraw(self.index_buffers.len(), |_, lod, indices| {
            let part = parts.get(lod.vertex_buffer as usize);
            if let Some(part) = part {
                part.renumber(indices);
            }
            let vertices = part.map_or(0, |part| part.vertices.len() as u32);
            Ok(Target { vertex_buffer: lod.vertex_buffer, index_buffer: lod.index_buffer, vertices })
        })?;
        self.take_parts(&parts, morphs);
        Ok(used.iter().flatten().filter(|used| !**used).count())
    }

    /// Removes the vertex and index buffers that no level of detail references, together with their morph buffers.
    /// Returns how many were removed.
    ///
    /// The remaining buffers are renumbered, so do not keep a buffer index from before this call.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let one = urho_mdl::Model::builder().positions(&corners).indices(&[0, 1, 2]);
    /// let mut model = one.next_buffer().positions(&corners).indices(&[2, 1, 0]).build()?;
    /// model.geometries.remove(0);
    /// assert_eq!(model.drop_unused_buffers(), 2);
    /// assert_eq!(model.triangles(&model.geometries[0].lods[0]).next(), Some([2, 1, 0]));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    pub fn drop_unused_buffers(&mut self) -> usize {
        let before = self.vertex_buffers.len() + self.index_buffers.len();
        let named = |of: fn(&Lod) -> u32| self.geometries.iter().flat_map(|geometry| &geometry.lods).map(of).collect();
        let vertices = keep_named(&mut self.vertex_buffers, &named(|lod| lod.vertex_buffer));
        let indices = keep_named(&mut self.index_buffers, &named(|lod| lod.index_buffer));
        for lod in self.geometries.iter_mut().flat_map(|geometry| &mut geometry.lods) {
            lod.vertex_buffer = vertices.get(&lod.vertex_buffer).copied().unwrap_or(lod.vertex_buffer);
            lod.index_buffer = indices.get(&lod.index_buffer).copied().unwrap_or(lod.index_buffer);
        }
        for morph in &mut self.morphs {
            morph.buffers.retain(|changed| vertices.contains_key(&changed.vertex_buffer));
            for changed in &mut morph.buffers {
                changed.vertex_buffer = vertices.get(&changed.vertex_buffer).copied().unwrap_or(changed.vertex_buffer);
            }
        }
        before - self.vertex_buffers.len() - self.index_buffers.len()
    }

    pub(super) fn check_buffers(&self) -> Result<(), Error> {
        for (number, buffer) in self.vertex_buffers.iter().enumerate() {
            buffer
                .check_size()
                .map_err(|error| Error::new(error.into_kind(), Path::from([("vertex buffer", number)])))?;
            // Each vertex takes at least one byte in the file; otherwise the count wouldn't bound the work.
            if buffer.stride() == 0 && buffer.vertex_count > 0 {
                return Err(Error::new(
                    ErrorKind::Missing("elements of vertices"),
                    Path::from([("vertex buffer", number)]),
                ));
            }
        }
        Ok(())
    }

    /// Replaces the vertex buffers with new buffers for `parts`. Morph ranges will contain the same vertices as before.
    fn take_parts(&mut self, parts: &[Part], morphs: Vec<Vec<MorphBuffer<'static>>>) {
        let picked = |part: &Part| self.vertex_buffers.get(part.from as usize).map(|buffer| picked(buffer, part));
        self.vertex_buffers = parts.iter().filter_map(picked).collect();
        self.morphs.iter_mut().zip(morphs).for_each(|(morph, buffers)| morph.buffers = buffers);
    }

    /// Returns the morph buffers for `parts`.
    fn parted_morphs(&self, parts: &[Part], budget: &mut Budget) -> Result<Vec<Vec<MorphBuffer<'static>>>, Error> {
        // New place of each old vertex: buffer, vertex, new buffer, new vertex.
        let mut moves: Vec<(u32, u32, u32, u32)> = Vec::new();
        for (part, number) in parts.iter().zip(0..) {
            moves.extend(part.vertices.iter().zip(0..).map(|(old, new)| (part.from, *old, number, new)));
        }
        moves.sort_unstable();
        let parted = |(number, morph): (usize, &Morph<'_>)| {
            let fail = |fault| Error::new(fault, Path::from([("morph", number)]));
            let mut new: BTreeMap<u32, MorphBuffer<'static>> = BTreeMap::new();
            // If several refer to one buffer, the engine keeps the later.
            let latest: BTreeMap<u32, &MorphBuffer<'_>> =
                morph.buffers.iter().map(|buffer| (buffer.vertex_buffer, buffer)).collect();
            for (from, old) in latest {
                for record in old.data.chunks_exact(old.stride()) {
                    let Some((vertex, deltas)) = record.split_first_chunk() else { continue };
                    let vertex = u32::from_le_bytes(*vertex);
                    let first = moves.partition_point(|(buffer, old, ..)| (*buffer, *old) < (from, vertex));
                    let moves = moves.get(first..).unwrap_or_default().iter();
                    for (.., part, moved) in moves.take_while(|(buffer, old, ..)| (*buffer, *old) == (from, vertex)) {
                        budget.spend(record.len() as u64).map_err(fail)?;
                        let empty = || MorphBuffer {
                            vertex_buffer: *part,
                            mask: old.mask,
                            vertex_count: 0,
                            data: Bytes::EMPTY,
                        };
                        let buffer = new.entry(*part).or_insert_with(empty);
                        buffer.vertex_count = buffer.vertex_count.saturating_add(1);
                        let data = buffer.data.to_mut();
                        data.extend_from_slice(&moved.to_le_bytes());
                        data.extend_from_slice(deltas);
                    }
                }
            }
            Ok(new.into_values().collect())
        };
        self.morphs.iter().enumerate().map(parted).collect()
    }

    /// Decides which vertex buffers can be joined.
    fn groups(&self) -> Result<Groups, Error> {
        let mut numbers = BTreeMap::new();
        let mut groups = Groups { places: Vec::new(), totals: Vec::new() };
        for (number, buffer) in self.vertex_buffers.iter().enumerate() {
            let mut key: Vec<u32> = buffer.declaration.elements().map(|element| element.0).collect();
            if let Declaration::Mask(mask) | Declaration::Mask2011(mask) = &buffer.declaration {
                key.push(mask.0);
            }
            let group = *numbers.entry(key).or_insert(groups.totals.len());
            if group == groups.totals.len() {
                groups.totals.push(0);
            }
            let Some(total) = groups.totals.get_mut(group) else { continue };
            groups.places.push((group as u32, *total));
            let (value, max) = (u64::from(*total) + u64::from(buffer.vertex_count), u64::from(u32::MAX));
            let too_large = |_| Error::new(Fault::TooLarge { value, max }, Path::from([("vertex buffer", number)]));
            *total = u32::try_from(value).map_err(too_large)?;
        }
        Ok(groups)
    }

    /// Returns this morph for the joined buffers, but without the name.
    fn joined_morph(&self, morph: &Morph<'_>, place: impl Fn(u32) -> (u32, u32)) -> Morph<'static> {
        let mut latest: BTreeMap<u32, &MorphBuffer<'_>> = BTreeMap::new();
        for buffer in &morph.buffers {
            let target = self.vertex_buffers.get(buffer.vertex_buffer as usize);
            if target.is_some_and(|target| target.morph_range.count > 0) {
                latest.insert(buffer.vertex_buffer, buffer);
            }
        }
        let mut masks: BTreeMap<u32, u32> = BTreeMap::new();
        latest.values().for_each(|old| *masks.entry(place(old.vertex_buffer).0).or_default() |= old.mask.0);
        let mut joined: BTreeMap<u32, MorphBuffer<'static>> = BTreeMap::new();
        for old in latest.values() {
            let (group, base) = place(old.vertex_buffer);
            let mask = ElementMask(masks.get(&group).copied().unwrap_or_default());
            let moved = renumbered(old, group, mask, |vertex| vertex.checked_add(base));
            match joined.get_mut(&group) {
                Some(buffer) => {
                    buffer.vertex_count = buffer.vertex_count.saturating_add(moved.vertex_count);
                    buffer.data.to_mut().extend_from_slice(&moved.data);
                }
                None => drop(joined.insert(group, moved)),
            }
        }
        Morph { name: binio::Name::default(), weight: morph.weight, buffers: joined.into_values().collect() }
    }

    /// Returns the range from the first to the last vertex that a morph changes, for each vertex buffer.
    pub(super) fn touched(&self) -> Vec<Range> {
        let mut ranges = alloc::vec![Range::default(); self.vertex_buffers.len()];
        for buffer in self.morphs.iter().flat_map(|morph| &morph.buffers) {
            let Some(range) = ranges.get_mut(buffer.vertex_buffer as usize) else { continue };
            for vertex in buffer.vertices().into_iter().flat_map(|column| column.iter()) {
                *range = hull(*range, Range { start: vertex, count: 1 });
            }
        }
        ranges
    }
}

/// Keeps only the buffers in `named`, and returns a map from the old to the new buffer index.
fn keep_named<B>(buffers: &mut Vec<B>, named: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
    let kept = named.iter().filter(|number| (**number as usize) < buffers.len());
    let numbers = kept.copied().zip(0..).collect();
    let mut number = 0..;
    buffers.retain(|_| number.next().is_some_and(|number| named.contains(&number)));
    numbers
}

/// The plan to join vertex buffers.
struct Groups {
    /// The new buffer for each old buffer, and the index where its vertices will start.
    places: Vec<(u32, u32)>,
    /// The number of vertices in each new buffer.
    totals: Vec<u32>,
}

/// Copies the vertices in `part` to a new buffer. The morph range will contain the same vertices as before.
fn picked(buffer: &VertexBuffer<'_>, part: &Part) -> VertexBuffer<'static> {
    let stride = buffer.stride();
    let mut data = Vec::with_capacity(part.vertices.len().saturating_mul(stride));
    for vertex in &part.vertices {
        let vertex = buffer.data.get((*vertex as usize).saturating_mul(stride)..).and_then(|rest| rest.get(..stride));
        data.extend_from_slice(vertex.unwrap_or_default());
    }
    let old = buffer.morph_range.numbers();
    let below = |end: u64| part.vertices.partition_point(|vertex| u64::from(*vertex) < end) as u32;
    let (start, end) = (below(old.start), below(old.end));
    VertexBuffer {
        vertex_count: part.vertices.len() as u32,
        declaration: buffer.declaration.clone(),
        morph_range: if end > start { Range { start, count: end - start } } else { Range::default() },
        data: Bytes::from(data),
    }
}

/// Returns a morph buffer for another vertex buffer. Vertices are renumbered, or removed if `number` returns `None`.
/// If `mask` adds elements, their deltas will be 0.
pub(super) fn renumbered(
    old: &MorphBuffer<'_>,
    vertex_buffer: u32,
    mask: ElementMask,
    number: impl Fn(u32) -> Option<u32>,
) -> MorphBuffer<'static> {
    let mut data = Vec::new();
    let mut vertex_count = 0_u32;
    for record in old.data.chunks_exact(old.stride()) {
        let Some((vertex, mut deltas)) = record.split_first_chunk() else { continue };
        let Some(vertex) = number(u32::from_le_bytes(*vertex)) else { continue };
        data.extend_from_slice(&vertex.to_le_bytes());
        for element in ElementMask::MORPHED {
            let mut delta = [0; size_of::<[f32; 3]>()];
            if old.mask.contains(element) {
                if let Some((stored, rest)) = deltas.split_first_chunk() {
                    (delta, deltas) = (*stored, rest);
                }
            }
            if mask.contains(element) {
                data.extend_from_slice(&delta);
            }
        }
        vertex_count = vertex_count.saturating_add(1);
    }
    MorphBuffer { vertex_buffer, mask, vertex_count, data: Bytes::from(data) }
}

/// Returns the range shifted by `by`. An empty range is not changed.
fn shifted(range: Range, by: u32) -> Range {
    if range.count == 0 {
        Range::default()
    } else {
        Range { start: range.start.saturating_add(by), count: range.count }
    }
}

/// Returns the smallest range that contains both ranges. Empty ranges are ignored.
fn hull(a: Range, b: Range) -> Range {
    match (a.count, b.count) {
        (_, 0) => a,
        (0, _) => b,
        _ => {
            let (start, end) = (a.start.min(b.start), a.numbers().end.max(b.numbers().end));
            let count = u32::try_from(end - u64::from(start)).unwrap_or(u32::MAX);
            Range { start, count }
        }
    }
}
