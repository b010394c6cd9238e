//! Reads morph targets. These are the shapes of blend channels, including the shapes in between.

use std::cmp::Ordering;

use asset_scene::{Array, Attribute, Component, Data, Semantic};

use super::Reader;
use crate::error::Error;

/// A morph target, which is one shape of a channel.
#[derive(Clone)]
pub(super) struct Target<'f> {
    pub(super) name: String,
    pub(super) channel: &'f ufbx::BlendChannel,
    /// The index of this shape in the channel.
    pub(super) key: usize,
    shape: &'f ufbx::BlendShape,
}

/// The way in which a blend channel mixes its shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mix {
    /// The shape before `next`, or `None` for the base.
    previous: Option<usize>,
    next: usize,
    /// The weight of `next`. The rest is for `previous`.
    share: f64,
}

/// Returns the weights of morph targets, using `channel` to get the weight of a channel.
pub(super) fn weights(targets: &[Target<'_>], channel: impl Fn(&ufbx::BlendChannel) -> f64) -> Vec<f64> {
    let (mut last, mut mix): (Option<u32>, Option<Mix>) = (None, None);
    let weight = |target: &Target<'_>| {
        // The shapes of a channel are next to each other.
        let number = target.channel.element.element_id;
        if last != Some(number) {
            let keys: Vec<f64> = target.channel.keyframes.iter().map(|key| key.target_weight).collect();
            (last, mix) = (Some(number), Mix::of(&keys, channel(target.channel)));
        }
        mix.map_or(0.0, |mix| mix.weight(target.key))
    };
    targets.iter().map(weight).collect()
}

impl Mix {
    /// Decides how to mix the shapes of a channel for this weight. A shape will be complete at its weight in `keys`,
    /// which must be in ascending order. The base is at 0.
    fn of(keys: &[f64], weight: f64) -> Option<Self> {
        let at = |key: usize| keys.get(key).copied().unwrap_or(0.0);
        let is_negative = |key: &usize| at(*key) < 0.0;
        // The shapes on the side of the weight, and the nearest one on the other side.
        let last_negative = (0..keys.len()).rev().find(is_negative);
        let first_positive = (0..keys.len()).find(|key| !is_negative(key));
        let (mut side, other, beyond): (Vec<usize>, _, _) = if weight > 0.0 {
            ((0..keys.len()).filter(|key| !is_negative(key)).collect(), last_negative, Ordering::Greater)
        } else {
            ((0..keys.len()).rev().filter(is_negative).collect(), first_positive, Ordering::Less)
        };
        // The last two are continued beyond the last.
        let end = side.iter().position(|key| at(*key).partial_cmp(&weight) == Some(beyond));
        side.truncate(end.map_or(side.len(), |end| end.saturating_add(1)));
        let (previous, next) = match (side.as_slice(), other) {
            ([.., previous, next], _) => (Some(*previous), *next),
            ([next], _) => (None, *next),
            // A shape is applied the other way around.
            ([], Some(next)) => (None, next),
            ([], None) => return None,
        };
        let start = previous.map_or(0.0, at);
        let length = at(next) - start;
        (length != 0.0).then(|| Self { previous, next, share: (weight - start) / length })
    }

    /// Returns the weight of a shape.
    fn weight(self, key: usize) -> f64 {
        if key == self.next {
            self.share
        } else if Some(key) == self.previous {
            1.0 - self.share
        } else {
            0.0
        }
    }
}

impl<'f> Reader<'f> {
    /// Returns the morph targets of a mesh.
    pub(super) fn morph_targets(&mut self, mesh: &ufbx::Mesh) -> Vec<Target<'f>> {
        let file = self.file;
        // The same mesh, for as long as the file lives.
        let Some(mesh) = file.meshes.get(mesh.element.typed_id as usize) else { return Vec::new() };
        let mut targets = Vec::new();
        for channel in (&mesh.blend_deformers).into_iter().flat_map(|deformer| &deformer.channels) {
            let own = channel.element.name.rsplit('.').next().unwrap_or_default();
            let count = channel.keyframes.len();
            for (key, keyframe) in channel.keyframes.iter().enumerate() {
                let is_last = key.saturating_add(1) == count;
                let name =
                    if is_last { own.to_owned() } else { format!("{own} {:.0}%", keyframe.target_weight * 100.0) };
                targets.push(Target { name, channel, key, shape: &keyframe.shape });
            }
        }
        targets
    }

    /// Returns the morph targets for vertices that have been copied from vertices in the file.
    pub(super) fn morphs(
        &mut self,
        targets: &[Target<'f>],
        vertices: &[u32],
        mesh: &ufbx::Mesh,
    ) -> Result<Vec<Vec<Attribute>>, Error> {
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        self.spend((mesh.num_vertices as u64).saturating_add(vertices.len() as u64).saturating_mul(8))?;
        let copies = Copies::new(vertices, mesh.num_vertices);
        targets.iter().map(|target| self.morph(target.shape, &copies, vertices.len())).collect()
    }

    fn morph(&mut self, shape: &ufbx::BlendShape, copies: &Copies, count: usize) -> Result<Vec<Attribute>, Error> {
        let moved = || {
            let offsets = shape.offset_vertices.iter().enumerate();
            offsets.flat_map(|(offset, vertex)| copies.of(*vertex).iter().map(move |copy| (*copy, offset)))
        };
        let has_normals = !shape.normal_offsets.is_empty();
        let per_row = if has_normals { 28 } else { 16 };
        self.spend((moved().count() as u64).saturating_mul(per_row))?;
        let mut rows: Vec<(u32, usize)> = moved().collect();
        // Of several offsets of one vertex the first counts, as in the library.
        rows.sort_by_key(|(copy, _)| *copy);
        rows.dedup_by_key(|(copy, _)| *copy);
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut attributes = Vec::new();
        let columns = [(Semantic::Position, &shape.position_offsets), (Semantic::Normal, &shape.normal_offsets)];
        for (semantic, offsets) in columns.into_iter().take(if has_normals { 2 } else { 1 }) {
            let mut values = Vec::with_capacity(rows.len().saturating_mul(12));
            for (_, offset) in &rows {
                let weight = shape.offset_weights.get(*offset).copied().unwrap_or(1.0);
                let value = offsets.get(*offset).copied().unwrap_or_default();
                let value = ufbx::Vec3 { x: value.x * weight, y: value.y * weight, z: value.z * weight };
                values.extend(self.numbers.three(value).into_iter().flat_map(f32::to_le_bytes));
            }
            let rows = rows.iter().map(|(copy, _)| *copy).collect();
            let data = Data::Sparse { rows, values: values.into() };
            let array = Array { component: Component::F32, width: 3, normalized: false, count, data };
            attributes.push(Attribute { semantic, array: self.scene.arrays.push(array) });
        }
        Ok(attributes)
    }
}

/// The vertices of a primitive, grouped by the vertex in the file that they were copied from.
struct Copies {
    /// Where the copies of a vertex begin, and the end of the last copies.
    starts: Vec<u32>,
    copies: Vec<u32>,
}

impl Copies {
    fn new(vertices: &[u32], count: usize) -> Self {
        let mut order: Vec<(u32, u32)> = vertices.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut starts = Vec::with_capacity(count.saturating_add(1));
        for vertex in 0..=count as u32 {
            starts.push(order.partition_point(|(own, _)| *own < vertex) as u32);
        }
        Self { starts, copies: order.into_iter().map(|(_, copy)| copy).collect() }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        let (start, end) = (self.starts.get(vertex), self.starts.get(vertex.saturating_add(1)));
        let range = start.zip(end).and_then(|(start, end)| self.copies.get(*start as usize..*end as usize));
        range.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(keys: &[f64], weight: f64) -> Vec<f64> {
        let mix = Mix::of(keys, weight);
        (0..keys.len()).map(|key| mix.map_or(0.0, |mix| mix.weight(key))).collect()
    }

    #[test]
    fn shapes_between_are_mixed() {
        assert_eq!(all(&[1.0], 0.25), [0.25]);
        assert_eq!(all(&[1.0], 0.0), [0.0]);
        assert_eq!(all(&[1.0], -0.5), [-0.5], "there is no shape on that side");
        assert_eq!(all(&[-1.0], 0.5), [-0.5], "there is no shape on that side");
        assert_eq!(all(&[0.5, 1.0], 0.25), [0.5, 0.0]);
        assert_eq!(all(&[0.5, 1.0], 0.5), [1.0, 0.0]);
        assert_eq!(all(&[0.5, 1.0], 0.75), [0.5, 0.5]);
        assert_eq!(all(&[0.5, 1.0], 1.5), [-1.0, 2.0], "continued beyond the last");
        assert_eq!(all(&[-1.0, 1.0], -0.5), [0.5, 0.0]);
        assert_eq!(all(&[], 1.0), [0.0_f64; 0]);
        assert_eq!(all(&[0.0], 1.0), [0.0], "complete at no weight");
    }
}
