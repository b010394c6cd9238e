//! Adding and removing levels of detail.

use alloc::vec::Vec;
use binio::{Fault, Path};

use super::draws::{MOST_FOR_16_BITS, encode};
use crate::error::{Error, ErrorKind};
use crate::index::Primitive;
use crate::model::{Lod, Model};
use crate::range::Range;

impl Model<'_> {
    /// Adds a level of detail, a triangle list, to a geometry; returns its number. Its indices refer to the vertices of the geometry's
    /// first level, and are appended to that level's index buffer.
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
    /// [`ErrorKind::OutOfRange`]: the geometry doesn't exist, or an index is out of bounds. [`ErrorKind::Missing`]: no level provides
    /// the buffers. [`ErrorKind::Unfit`]: a distance that isn't above 0 or equals the distance of another level; incomplete triangles.
    /// The model is unchanged after an error.
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

    /// Removes a level of detail. The first remaining level then begins at distance 0, as in importers. Buffers are unchanged:
    /// [`drop_unused_vertices`](Self::drop_unused_vertices) removes the unused data.
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
    /// [`ErrorKind::OutOfRange`]: the geometry or level doesn't exist.
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

    /// Reduces the model to one level of detail: each geometry keeps its `level`-th level, or its coarsest if it has fewer, from
    /// distance 0 on. Unused vertices, indices and buffers are removed; buffers are renumbered, morphs are adapted. Geometries, bones
    /// and the bounding box are unchanged.
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
    /// As [`split_buffers`](Self::split_buffers), for the remaining levels. The model is unchanged after an error.
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

/// Checks that indices are complete triangles of `vertices` vertices.
fn check_triangles(indices: &[u32], vertices: u32) -> Result<(), ErrorKind> {
    if indices.len() % 3 != 0 {
        return Err(ErrorKind::Unfit("the indices make no whole triangles"));
    }
    match indices.iter().find(|index| **index >= vertices) {
        Some(beyond) => Err(ErrorKind::OutOfRange { number: u64::from(*beyond), count: u64::from(vertices) }),
        None => Ok(()),
    }
}
