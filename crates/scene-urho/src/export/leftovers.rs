//! Model data that no primitive contains.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{Topology, winding};
use scene_adapter::json::Base64;

use super::mesh::{Builder, is_skinned};
use super::morph;
use crate::blend::{self, blending, weights_of};
use crate::layout::{Gap, Joints, Layout};
use crate::vertex;

impl Builder<'_, '_> {
    /// Adds the data that no primitive contains to the layout.
    pub(super) fn leftovers(&self, layout: &mut Layout) {
        let model = self.model;
        let mut shown: HashSet<(usize, bool)> = HashSet::new();
        let mut mappings: BTreeMap<usize, BTreeMap<&[u32], usize>> = BTreeMap::new();
        let mut covered: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
        for (geometry, level) in layout.meshes.iter().flatten() {
            let Some(geometry_here) = model.geometries.get(*geometry) else { continue };
            let Some(lod) = geometry_here.lods.get(*level) else { continue };
            let topology = lod.primitive.topology().unwrap_or(Topology::Points);
            shown.insert((lod.vertex_buffer as usize, topology == Topology::Points));
            let mappings = mappings.entry(lod.vertex_buffer as usize).or_default();
            mappings.entry(&geometry_here.bone_mapping).or_insert(*geometry);
            let start = lod.draw.start as usize;
            let run = (start, start.saturating_add(winding::whole(topology, lod.draw.count as usize)));
            covered.entry(lod.index_buffer as usize).or_default().push(run);
        }
        for (number, (buffer, stored)) in layout.vertex_buffers.iter_mut().zip(&model.vertex_buffers).enumerate() {
            match mappings.get(&number) {
                Some(mappings) if is_skinned(model, number) => buffer.joints = self.joints_left(number, mappings),
                Some(_) => {}
                None => buffer.data = Some(Base64(stored.data.to_vec())),
            }
        }
        for (number, (buffer, stored)) in layout.index_buffers.iter_mut().zip(&model.index_buffers).enumerate() {
            let size = stored.index_size as usize;
            let runs = covered.remove(&number).filter(|_| stored.width() == size).into_iter().flatten();
            let runs = runs.map(|(start, end)| (start.saturating_mul(size), end.saturating_mul(size))).collect();
            let gap = |(start, end): (usize, usize)| {
                // Gaps are inside of the stored data.
                let data = stored.data.get(start..end).map(<[u8]>::to_vec);
                data.map(|data| Gap { at: start as u64, data: Base64(data) })
            };
            buffer.gaps = winding::gaps(runs, stored.data.len()).into_iter().filter_map(gap).collect();
        }
        self.morphs_left(layout, &shown);
    }

    /// Blend indices that don't follow from the joints that need the fewest such.
    fn joints_left(&self, number: usize, mappings: &BTreeMap<&[u32], usize>) -> Option<Joints> {
        let buffer = self.model.vertex_buffers.get(number)?;
        let columns = vertex::columns(&buffer.declaration, true, Topology::Triangles);
        let (blend, weights) = blending(&columns)?;
        let (stored, weight_data) =
            (blend.stored(&buffer.data, buffer.stride()), weights.stored(&buffer.data, buffer.stride()));
        let weights = weights_of(&weight_data, weights);
        let mut best: Option<Joints> = None;
        for (mapping, geometry) in mappings {
            let resolved = self.joints.get(&(number, *mapping))?;
            let (slots, values) = blend::differences(&blend::unresolve(&resolved.joints, &weights, mapping), &stored);
            if best.as_ref().is_none_or(|best| slots.len() < best.slots.len()) {
                best = Some(Joints { geometry: *geometry, slots, values });
            }
        }
        best
    }

    /// Morph buffers that are no target of any primitive.
    fn morphs_left(&self, layout: &mut Layout, shown: &HashSet<(usize, bool)>) {
        for (number, (morph, stored)) in layout.morphs.iter_mut().zip(&self.model.morphs).enumerate() {
            for (place, (buffer, stored)) in morph.buffers.iter_mut().zip(&stored.buffers).enumerate() {
                let keys = [false, true].map(|points| (stored.vertex_buffer as usize, points));
                let targets = keys.map(|key| self.vertices.get(&key).filter(|_| shown.contains(&key)));
                let mut targets =
                    targets.into_iter().flatten().filter_map(|vertices| vertices.targets.get(number)?.as_ref());
                if targets.any(|target| target.plain == Some(place)) {
                    buffer.order = morph::order(stored);
                } else {
                    buffer.data = Some(Base64(stored.data.to_vec()));
                }
            }
        }
    }
}
