//! Add and remove levels of detail.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use binio::{Fault, Path};

use super::draws::{MOST_FOR_16_BITS, encode};
use crate::error::{Error, ErrorKind};
use crate::index::{IndexBuffer, Primitive};
use crate::model::{Lod, Model};
use crate::range::Range;

/// New indices for a level of detail. Pass them to [`Model::set_indices`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LodIndices {
    /// The index of the geometry in [`Model::geometries`].
    pub geometry: usize,
    /// The index of the level in [`Geometry::lods`](crate::Geometry::lods).
    pub level: usize,
    /// Vertices in the vertex buffer of this level, in the order that the primitive type needs.
    pub indices: Vec<u32>,
}

/// Indices that are next to each other in an index buffer, with the levels of detail that draw them.
#[derive(Default)]
struct Run {
    levels: Vec<(usize, usize)>,
    /// The new indices. Only set if all levels get the same indices and no other run overlaps.
    replaced: Option<Vec<u32>>,
}

impl Model<'_> {
    /// Replaces the indices of levels of detail, for example after you have simplified a mesh. Indices that other
    /// levels draw are not changed. If the new indices do not fit in 16 bits, the buffer will grow to 32 bits.
    ///
    /// ```
    /// use urho_mdl::LodIndices;
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mut model = urho_mdl::Model::builder().positions(&corners).indices(&[0, 1, 2, 2, 1, 3]).build()?;
    /// model.set_indices(&[LodIndices { geometry: 0, level: 0, indices: vec![0, 1, 2] }])?;
    /// assert_eq!(model.index_buffers[0].index_count, 3);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::OutOfRange`] if a level or a buffer does not exist, or if a draw range or an index is out
    /// of bounds. Also returns an error if there are too many indices for a buffer. The model is not changed after an
    /// error.
    pub fn set_indices(&mut self, levels: &[LodIndices]) -> Result<(), Error> {
        let mut new: BTreeMap<(usize, usize), &[u32]> = BTreeMap::new();
        let mut buffers = BTreeSet::new();
        for LodIndices { geometry, level, indices } in levels {
            let path = || Path::from([("geometry", *geometry), ("LOD", *level)]);
            let none = |number: usize, count: usize| {
                Error::new(ErrorKind::OutOfRange { number: number as u64, count: count as u64 }, path())
            };
            let lods = &self.geometries.get(*geometry).ok_or_else(|| none(*geometry, self.geometries.len()))?.lods;
            let lod = lods.get(*level).ok_or_else(|| none(*level, lods.len()))?;
            self.sound_indices(lod, path)?;
            let vertices = self.vertex_buffer(lod).map_or(0, |buffer| buffer.vertex_count);
            if let Some(beyond) = indices.iter().find(|index| **index >= vertices) {
                return Err(none(*beyond as usize, vertices as usize));
            }
            new.insert((*geometry, *level), indices);
            buffers.insert(lod.index_buffer);
        }
        let mut changed = Vec::new();
        for buffer in buffers {
            changed.push((buffer, self.respliced(buffer, &new)?));
        }
        for (number, (buffer, draws)) in changed {
            if let Some(place) = self.index_buffers.get_mut(number as usize) {
                *place = buffer;
            }
            for ((geometry, level), draw) in draws {
                let lod = self.geometries.get_mut(geometry).and_then(|geometry| geometry.lods.get_mut(level));
                lod.into_iter().for_each(|lod| lod.draw = draw);
            }
        }
        Ok(())
    }

    /// Returns an index buffer with the new indices, and the range that each level of detail will then draw.
    #[allow(clippy::type_complexity, reason = "a buffer and the ranges by geometry and level")]
    fn respliced(
        &self,
        number: u32,
        new: &BTreeMap<(usize, usize), &[u32]>,
    ) -> Result<(IndexBuffer<'static>, Vec<((usize, usize), Range)>), Error> {
        let path = || Path::from([("index buffer", number as usize)]);
        let runs = self.runs(number, new);
        let buffer = self.index_buffers.get(number as usize);
        let old: Vec<u32> =
            buffer.into_iter().flat_map(|buffer| buffer.iter().take(buffer.index_count as usize)).collect();
        let (mut all, mut taken, mut draws) = (Vec::with_capacity(old.len()), 0_usize, Vec::new());
        let mut later: Vec<((usize, usize), &[u32])> = Vec::new();
        let range = |start: usize, count: usize| -> Result<Range, Error> {
            let end = start.saturating_add(count) as u64;
            let whole = u32::try_from(end).map(|_| Range { start: start as u32, count: count as u32 });
            whole.map_err(|_| Error::new(Fault::TooLarge { value: end, max: u64::from(u32::MAX) }, path()))
        };
        for ((start, count), run) in &runs {
            let (start, end) = (*start as usize, (*start as usize).saturating_add(*count as usize));
            // Overlapping runs begin in what was taken already.
            let at = if start >= taken {
                all.extend_from_slice(old.get(taken..start).unwrap_or_default());
                taken = start;
                all.len()
            } else {
                all.len().saturating_sub(taken.saturating_sub(start))
            };
            if let Some(indices) = &run.replaced {
                all.extend_from_slice(indices);
                taken = end;
                let draw = range(at, indices.len())?;
                draws.extend(run.levels.iter().map(|level| (*level, draw)));
                continue;
            }
            for level in &run.levels {
                match new.get(level) {
                    Some(indices) => later.push((*level, indices)),
                    None => draws.push((*level, range(at, end.saturating_sub(start))?)),
                }
            }
            if end > taken {
                all.extend_from_slice(old.get(taken..end).unwrap_or_default());
                taken = end;
            }
        }
        all.extend_from_slice(old.get(taken..).unwrap_or_default());
        for (level, indices) in later {
            draws.push((level, range(all.len(), indices.len())?));
            all.extend_from_slice(indices);
        }
        let wide =
            buffer.is_some_and(|buffer| buffer.width() == 4) || all.iter().any(|index| *index >= MOST_FOR_16_BITS);
        Ok((encode(&all, wide), draws))
    }

    /// Returns the runs in an index buffer, sorted by start and length.
    fn runs(&self, number: u32, new: &BTreeMap<(usize, usize), &[u32]>) -> BTreeMap<(u32, u32), Run> {
        let mut runs: BTreeMap<(u32, u32), Run> = BTreeMap::new();
        let count = self.index_buffers.get(number as usize).map_or(0, |buffer| u64::from(buffer.index_count));
        for (geometry, known) in self.geometries.iter().enumerate() {
            // A range beyond the buffer draws nothing, wherever that ends.
            let here = |lod: &Lod| lod.index_buffer == number && lod.draw.fits(count);
            for (level, lod) in known.lods.iter().enumerate().filter(|(_, lod)| here(lod)) {
                runs.entry((lod.draw.start, lod.draw.count)).or_default().levels.push((geometry, level));
            }
        }
        let ranges: Vec<(u32, u32)> = runs.keys().copied().collect();
        let end = |(start, count): (u32, u32)| u64::from(start) + u64::from(count);
        let mut reached = 0_u64;
        for (place, range) in ranges.iter().enumerate() {
            let next = ranges.get(place.saturating_add(1));
            let is_alone = u64::from(range.0) >= reached && next.is_none_or(|next| u64::from(next.0) >= end(*range));
            reached = reached.max(end(*range));
            let Some(run) = runs.get_mut(range).filter(|_| is_alone) else { continue };
            let mut wanted = run.levels.iter().map(|level| new.get(level));
            let first = wanted.next().flatten();
            if let Some(first) = first.filter(|first| wanted.all(|other| other == Some(first))) {
                run.replaced = Some(first.to_vec());
            }
        }
        runs
    }

    /// Adds a level of detail to a geometry, as a triangle list, and returns the index of the new level. Levels are
    /// sorted by distance, so this need not be the last one.
    ///
    /// The indices refer to the vertices of the first level in this geometry. They are appended to the index buffer of
    /// this first level.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mut model = urho_mdl::Model::builder().positions(&corners).indices(&[0, 1, 2, 2, 1, 3]).build()?;
    /// assert_eq!(model.add_lod(0, 20.0, &[0, 1, 3])?, 1);
    /// assert_eq!(model.geometries[0].lods[1].draw.count, 3);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// The model is not changed after an error. Returns:
    ///
    /// - [`ErrorKind::OutOfRange`] if the geometry does not exist or an index is out of bounds
    /// - [`ErrorKind::Missing`] if there is no level whose buffers can be used
    /// - [`ErrorKind::Unfit`] if the distance is not greater than 0, if another level has the same distance, or if a
    ///   triangle is incomplete
    pub fn add_lod(&mut self, geometry: usize, distance: f32, indices: &[u32]) -> Result<usize, Error> {
        let path = || Path::from([("geometry", geometry)]);
        let count = self.geometries.len() as u64;
        let no_geometry = || Error::new(ErrorKind::OutOfRange { number: geometry as u64, count }, path());
        let lods = &self.geometries.get(geometry).ok_or_else(no_geometry)?.lods;
        let missing = |what| Error::new(ErrorKind::Missing(what), path());
        let first = lods.first().ok_or_else(|| missing("a first level of detail"))?.clone();
        if !(distance > 0.0 && distance.is_finite()) || lods.iter().any(|lod| lod.distance == distance) {
            return Err(Error::new(ErrorKind::Unfit("the distance has to be above 0 and no other level's"), path()));
        }
        let vertices = self.vertex_buffer(&first).ok_or_else(|| missing("its vertex buffer"))?.vertex_count;
        check_triangles(indices, vertices).map_err(|kind| Error::new(kind, path().part("indices")))?;
        let buffer = self.index_buffer(&first).ok_or_else(|| missing("its index buffer"))?;
        let mut all: Vec<u32> = buffer.iter().take(buffer.index_count as usize).collect();
        let draw = (u32::try_from(all.len()), u32::try_from(indices.len()));
        let end = all.len() as u64 + indices.len() as u64;
        let too_large = || Error::new(Fault::TooLarge { value: end, max: u64::from(u32::MAX) }, path().part("indices"));
        let ((Ok(start), Ok(count)), Ok(_)) = (draw, u32::try_from(end)) else { return Err(too_large()) };
        all.extend_from_slice(indices);
        let wide = buffer.width() == 4 || vertices > MOST_FOR_16_BITS;
        let lod = Lod { distance, primitive: Primitive::TRIANGLE_LIST, draw: Range { start, count }, ..first };
        if let Some(buffer) = self.index_buffers.get_mut(lod.index_buffer as usize) {
            *buffer = encode(&all, wide);
        }
        let Some(geometry) = self.geometries.get_mut(geometry) else { return Err(no_geometry()) };
        let behind = geometry.lods.iter().position(|other| other.distance > distance);
        let level = behind.filter(|level| *level > 0).unwrap_or(if behind.is_some() { 1 } else { geometry.lods.len() });
        geometry.lods.insert(level, lod);
        Ok(level)
    }

    /// Removes a level of detail and returns it. If this was the first level, the next one will begin at distance 0, as
    /// in importers.
    ///
    /// The buffers are not changed. Call [`drop_unused_vertices`](Self::drop_unused_vertices) to remove the data that
    /// is no longer used.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    /// let builder = urho_mdl::Model::builder().positions(&corners);
    /// let mut model = builder.indices(&[0, 1, 2, 2, 1, 3]).lod(20.0, &[0, 1, 2]).build()?;
    /// model.drop_lod(0, 0)?;
    /// assert_eq!(model.geometries[0].lods[0].distance, 0.0);
    /// assert_eq!(model.drop_unused_vertices()?, 1);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::OutOfRange`] if the geometry or the level does not exist.
    pub fn drop_lod(&mut self, geometry: usize, level: usize) -> Result<Lod, Error> {
        let none = |number: usize, count: usize| ErrorKind::OutOfRange { number: number as u64, count: count as u64 };
        let path = Path::from([("geometry", geometry)]);
        let count = self.geometries.len();
        let Some(found) = self.geometries.get_mut(geometry) else {
            return Err(Error::new(none(geometry, count), path));
        };
        let lods = &mut found.lods;
        if level >= lods.len() {
            return Err(Error::new(none(level, lods.len()), path.item("LOD", level)));
        }
        let dropped = lods.remove(level);
        if let Some(first) = lods.first_mut() {
            first.distance = 0.0;
        }
        Ok(dropped)
    }

    /// Reduces the model to a single level of detail, for example for a preview or a low-end device.
    ///
    /// Each geometry keeps the level with this index, or the coarsest level if it has fewer, and draws it from distance
    /// 0 on. Vertices, indices and buffers that are no longer used are removed, buffers are renumbered, and morphs are
    /// updated. Geometries, bones and the bounding box are not changed.
    ///
    /// ```
    /// # let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    /// let builder = urho_mdl::Model::builder().positions(&corners);
    /// let mut model = builder.indices(&[0, 1, 2, 2, 1, 3]).lod(20.0, &[0, 1, 2]).build()?;
    /// model.keep_lod(1)?;
    /// assert_eq!(model.geometries[0].lods.len(), 1);
    /// assert_eq!(model.vertex_buffers[0].vertex_count, 3);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`split_buffers`](Self::split_buffers), for the levels that remain. The model is not
    /// changed after an error.
    pub fn keep_lod(&mut self, level: usize) -> Result<(), Error> {
        let before = self.geometries.clone();
        for geometry in &mut self.geometries {
            let kept = level.min(geometry.lods.len().saturating_sub(1));
            geometry.lods = geometry.lods.get(kept).cloned().into_iter().collect();
            geometry.lods.iter_mut().for_each(|lod| lod.distance = 0.0);
        }
        match self.drop_unused_vertices() {
            Ok(_) => {
                self.drop_unused_buffers();
                Ok(())
            }
            Err(error) => {
                self.geometries = before;
                Err(error)
            }
        }
    }
}

/// Checks that the indices are complete triangles and that all their vertices exist.
fn check_triangles(indices: &[u32], vertices: u32) -> Result<(), ErrorKind> {
    if indices.len() % 3 != 0 {
        return Err(ErrorKind::Unfit("the indices make no whole triangles"));
    }
    match indices.iter().find(|index| **index >= vertices) {
        Some(beyond) => Err(ErrorKind::OutOfRange { number: u64::from(*beyond), count: u64::from(vertices) }),
        None => Ok(()),
    }
}
