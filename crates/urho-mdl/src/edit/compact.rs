//! Merge, remove and reorder vertices.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use binio::{Bytes, Path};

use super::buffers::renumbered;
use super::draws::Target;
use crate::error::Error;
use crate::model::Model;
use crate::morph::MorphBuffer;
use crate::vertex::VertexBuffer;

/// The new order of the vertices in a buffer.
struct Order {
    /// The first vertex with the same content, for each old vertex.
    firsts: Vec<u32>,
    /// The new index of each old vertex that is drawn and is the first of its content.
    numbers: Vec<Option<u32>>,
    /// The old vertices, in the new order.
    from: Vec<u32>,
}

impl Order {
    fn draw(&mut self, vertex: u32) {
        let first = self.firsts.get(vertex as usize).copied().unwrap_or(vertex);
        let next = self.from.len() as u32;
        if let Some(number @ None) = self.numbers.get_mut(first as usize) {
            *number = Some(next);
            self.from.push(first);
        }
    }

    fn number(&self, vertex: u32) -> Option<u32> {
        *self.numbers.get(*self.firsts.get(vertex as usize)? as usize)?
    }
}

impl Model<'_> {
    /// Merges vertices that are equal in all elements and morphs, removes those that are not used, and puts all others
    /// in the order in which the triangles use them, which is the best order for the vertex fetch of graphics cards.
    /// Returns how many vertices it removed. Morphs are updated to match.
    ///
    /// ```
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mut model = urho_mdl::Model::builder().positions(&corners).indices(&[4, 2, 1, 0, 3, 2]).build()?;
    /// assert_eq!(model.compact_vertices()?, 1);
    /// let triangles: Vec<_> = model.triangles(&model.geometries[0].lods[0]).collect();
    /// assert_eq!(triangles, [[0, 1, 2], [3, 2, 1]]);
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`split_buffers`](Self::split_buffers).
    pub fn compact_vertices(&mut self) -> Result<usize, Error> {
        self.check_buffers()?;
        let mut orders = self.equal_vertices();
        let numbered = self.geometries.iter().enumerate();
        let mut levels: Vec<(usize, usize)> = numbered
            .flat_map(|(number, geometry)| (0..geometry.lods.len()).map(move |level| (level, number)))
            .collect();
        levels.sort_unstable();
        for (level, number) in levels {
            let Some(lod) = self.geometries.get(number).and_then(|geometry| geometry.lods.get(level)) else { continue };
            let indices = self.sound_indices(lod, || Path::from([("geometry", number), ("LOD", level)]))?;
            let Some(order) = orders.get_mut(lod.vertex_buffer as usize) else { continue };
            indices.into_iter().for_each(|vertex| order.draw(vertex));
        }
        self.redraw(self.index_buffers.len(), |_, lod, indices| {
            let order = orders.get(lod.vertex_buffer as usize);
            for index in indices {
                *index = order.and_then(|order| order.number(*index)).unwrap_or_default();
            }
            let vertices = order.map_or(0, |order| order.from.len() as u32);
            Ok(Target { vertex_buffer: lod.vertex_buffer, index_buffer: lod.index_buffer, vertices })
        })?;
        Ok(self.reorder(&orders))
    }

    /// Finds the first vertex with the same content, for each vertex in each buffer.
    fn equal_vertices(&self) -> Vec<Order> {
        let mut deltas: BTreeMap<(u32, u32), Vec<u8>> = BTreeMap::new();
        for (morph, buffer) in
            (0_u32..).zip(&self.morphs).flat_map(|(morph, one)| one.buffers.iter().map(move |buffer| (morph, buffer)))
        {
            for record in buffer.data.chunks_exact(buffer.stride()) {
                let Some((vertex, values)) = record.split_first_chunk() else { continue };
                let all = deltas.entry((buffer.vertex_buffer, u32::from_le_bytes(*vertex))).or_default();
                all.extend_from_slice(&morph.to_le_bytes());
                all.extend_from_slice(&buffer.mask.0.to_le_bytes());
                all.extend_from_slice(values);
            }
        }
        let order = |(number, buffer): (u32, &VertexBuffer<'_>)| {
            let content = |vertex: u32| (row(buffer, vertex), deltas.get(&(number, vertex)));
            let mut sorted: Vec<u32> = (0..buffer.vertex_count).collect();
            sorted.sort_unstable_by(|a, b| content(*a).cmp(&content(*b)).then(a.cmp(b)));
            let mut firsts: Vec<u32> = (0..buffer.vertex_count).collect();
            let mut first = None;
            for vertex in sorted {
                let equal = first.filter(|first| content(*first) == content(vertex)).unwrap_or(vertex);
                first = Some(equal);
                firsts.get_mut(vertex as usize).into_iter().for_each(|first| *first = equal);
            }
            Order { numbers: alloc::vec![None; firsts.len()], firsts, from: Vec::new() }
        };
        (0..).zip(&self.vertex_buffers).map(order).collect()
    }

    /// Replaces the vertex buffers and morphs, and returns how many vertices are gone.
    fn reorder(&mut self, orders: &[Order]) -> usize {
        let mut removed = 0_usize;
        for (buffer, order) in self.vertex_buffers.iter_mut().zip(orders) {
            let data: Vec<u8> = order.from.iter().flat_map(|vertex| row(buffer, *vertex)).copied().collect();
            removed = removed.saturating_add(order.firsts.len().saturating_sub(order.from.len()));
            (buffer.vertex_count, buffer.data) = (order.from.len() as u32, Bytes::from(data));
        }
        for buffer in self.morphs.iter_mut().flat_map(|morph| &mut morph.buffers) {
            let Some(order) = orders.get(buffer.vertex_buffer as usize) else { continue };
            let is_first = |vertex: &u32| order.firsts.get(*vertex as usize) == Some(vertex);
            let number = |vertex: u32| Some(vertex).filter(is_first).and_then(|vertex| order.number(vertex));
            let new: MorphBuffer<'static> = renumbered(buffer, buffer.vertex_buffer, buffer.mask, number);
            *buffer = new;
        }
        let touched = self.touched();
        let morphed = self.vertex_buffers.iter_mut().zip(touched).filter(|(buffer, _)| buffer.morph_range.count > 0);
        morphed.for_each(|(buffer, range)| buffer.morph_range = range);
        removed
    }
}

/// Returns the bytes of a vertex.
fn row<'b>(buffer: &'b VertexBuffer<'_>, vertex: u32) -> &'b [u8] {
    let stride = buffer.stride();
    buffer.data.get((vertex as usize).saturating_mul(stride)..).and_then(|rest| rest.get(..stride)).unwrap_or_default()
}
