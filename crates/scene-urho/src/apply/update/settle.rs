//! Writes edited vertices and faces to the buffers of the original model.
//!
//! Before this, the scene is built as a new model. Then each face of the new model is matched with a face of the
//! original. If a vertex was not changed, it keeps its bytes. A changed vertex is replaced in place, unless another
//! face still needs the old vertex. Only in this case a vertex is added.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_geometry::{Topology, is_degenerate, lines, triangles};
use asset_scene::glam::Vec3;
use asset_scene::{Error, ErrorKind, winding};
use binio::Path;
use scene_adapter::same::{self, Corner, Faces, Former, Rebuilt};
use urho_mdl::{Bounds, Lod, LodIndices, Model, Primitive};

use super::change::{Change, Maker};
use super::difference::{Difference, MORPHS, POSITION, difference};
use super::places::Place;
use super::vertices::Vertices;

/// A level of detail that is in both models, with its place in each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) original: Place,
    pub(super) built: Place,
}

/// Summary of the changes.
#[derive(Default)]
pub(super) struct Settled {
    /// Geometries of the original whose faces were moved, added or removed.
    pub(super) reshaped: BTreeSet<usize>,
    /// Whether some faces of the original are missing in the edited model.
    pub(super) dropped_faces: bool,
    /// The bounding box of all vertices that were moved or added.
    pub(super) bounds: Option<Bounds>,
}

impl Settled {
    fn include(&mut self, position: Option<&Vec3>) {
        let bounds = self.bounds.get_or_insert(Bounds::UNDEFINED);
        position.into_iter().for_each(|position| bounds.include(*position));
    }
}

/// The faces of a [`Pair`], if there is at least one difference.
struct Compared {
    pair: Pair,
    corners: usize,
    /// The vertices of the built faces.
    built: Vec<u32>,
    /// The vertices of the original faces.
    original: Vec<u32>,
    formers: Vec<Option<Former>>,
    /// Original faces that stay although no built face is one of them.
    unseen: Vec<usize>,
    /// What has changed at each corner of the built faces, or 0 for new faces.
    differences: Vec<Difference>,
}

/// Collects the changes to all vertex buffers before they are written.
pub(super) struct Settler<'m> {
    original: &'m Model<'m>,
    built: &'m Model<'m>,
    unpacked: HashMap<(bool, u32), Vertices>,
    /// For each morph of the built model, its index in the original.
    morphs: Vec<usize>,
    changes: BTreeMap<u32, Change>,
    /// The distance up to which positions are the same, without and with bones.
    nearest: [f32; 2],
}

impl<'m> Settler<'m> {
    pub(super) fn new(original: &'m Model<'m>, built: &'m Model<'m>, morphs: Vec<usize>) -> Self {
        Self { original, built, unpacked: HashMap::new(), morphs, changes: BTreeMap::new(), nearest: [0.0; 2] }
    }

    fn near(&self, has_bones: bool) -> f32 {
        let [still, skinned] = self.nearest;
        if has_bones { skinned } else { still }
    }

    /// Returns whether the built vertices can be stored in the original vertex format. For this, both or none must be
    /// skinned, and no attribute may be missing.
    pub(super) fn fits(&mut self, pair: Pair, has_skin: bool) -> bool {
        let (Some(was), Some(is)) = (lod(self.original, pair.original), lod(self.built, pair.built)) else {
            return false;
        };
        let (was, is) = (was.vertex_buffer, is.vertex_buffer);
        self.unpack(false, was);
        self.unpack(true, is);
        let (Some(was), Some(is)) = (self.unpacked.get(&(false, was)), self.unpacked.get(&(true, is))) else {
            return false;
        };
        was.has_bones() == has_skin && !was.lacks_sets_of(is)
    }

    fn unpack(&mut self, is_built: bool, buffer: u32) {
        if self.unpacked.contains_key(&(is_built, buffer)) {
            return;
        }
        let known: Vec<usize> = (0..self.original.morphs.len()).collect();
        let unpacked = if is_built {
            Vertices::of(self.built, buffer as usize, &self.morphs)
        } else {
            Vertices::of(self.original, buffer as usize, &known)
        };
        self.unpacked.extend(unpacked.map(|unpacked| ((is_built, buffer), unpacked)));
    }

    /// Writes the changes for all pairs to `model`, which must be a copy of the original. `untouched` lists the levels
    /// of the original that must not change.
    ///
    /// # Errors
    /// Fails if there are too many vertices or indices for a buffer.
    pub(super) fn settle(
        mut self,
        pairs: &[Pair],
        untouched: &[Place],
        model: &mut Model<'static>,
    ) -> Result<Settled, Error> {
        for pair in pairs {
            lod(self.original, pair.original).into_iter().for_each(|lod| self.unpack(false, lod.vertex_buffer));
            lod(self.built, pair.built).into_iter().for_each(|lod| self.unpack(true, lod.vertex_buffer));
        }
        let all = self.unpacked.values();
        self.nearest = all.fold([0.0; 2], |[still, skinned], vertices| {
            let near = |has_bones| same::rounding(&vertices.positions, has_bones);
            [near(false).max(still), near(true).max(skinned)]
        });
        for place in untouched {
            let Some(lod) = lod(self.original, *place) else { continue };
            self.changes.entry(lod.vertex_buffer).or_default().keep(self.original.indices(lod));
        }
        let compared: Vec<Compared> = pairs.iter().filter_map(|pair| self.compare(*pair)).collect();
        let (mut settled, mut indices) = (Settled::default(), Vec::new());
        for compared in &compared {
            self.level(compared, model, &mut settled, &mut indices);
        }
        for (number, change) in std::mem::take(&mut self.changes) {
            change.write(number, model)?;
        }
        let failed =
            |error: urho_mdl::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("indices"));
        model.set_indices(&indices).map_err(failed)?;
        Ok(settled)
    }

    /// Compares all corners of a pair, and marks vertices that have not changed so that no edit overwrites them.
    /// Returns `None` if nothing has changed.
    fn compare(&mut self, pair: Pair) -> Option<Compared> {
        let (was, is) = (lod(self.original, pair.original)?, lod(self.built, pair.built)?);
        let (corners, original) = faces(self.original, was)?;
        let (built_corners, built) = faces(self.built, is)?;
        let (before, after) =
            (self.unpacked.get(&(false, was.vertex_buffer))?, self.unpacked.get(&(true, is.vertex_buffer))?);
        let near = self.near(before.has_bones());
        let own = Faces { corners, indices: &original, positions: &before.positions, near };
        let other = Faces { corners: built_corners, indices: &built, positions: &after.positions, near };
        let maps = (mapping_of(self.original, pair.original), mapping_of(self.built, pair.built));
        let differ = |a: u32, b: u32| difference((before, a as usize), (after, b as usize), maps, near);
        let formers = same::formers(own, other, |a, b| differ(a, b) == 0);
        let mut differences = vec![0; built.len()];
        let mut kept = Vec::new();
        for Corner { at, before, after } in same::kept_corners(own, other, &formers) {
            let Some(before) = before else { continue };
            let difference = differ(before, after);
            match differences.get_mut(at) {
                Some(slot) if difference != 0 => *slot = difference,
                _ => kept.push(before),
            }
        }
        let unseen = same::unseen_faces(own, &formers, &kept);
        let is_whole = formers.iter().all(Option::is_some) && formers.len().saturating_add(unseen.len()) == own.count();
        let is_same = is_whole && differences.iter().all(|difference| *difference == 0);
        self.changes.entry(was.vertex_buffer).or_default().keep(kept.into_iter());
        (!is_same).then_some(Compared { pair, corners, built, original, formers, unseen, differences })
    }

    /// Creates the new index list for a level, from unchanged, changed and new vertices.
    fn level(
        &mut self,
        compared: &Compared,
        model: &mut Model<'static>,
        settled: &mut Settled,
        indices: &mut Vec<LodIndices>,
    ) -> Option<()> {
        let Compared { pair, corners, built, original, formers, unseen, differences } = compared;
        let (geometry, level) = pair.original;
        let (was, is) = (lod(self.original, pair.original)?, lod(self.built, pair.built)?);
        self.extend_mapping(*pair, model);
        let mapping = &model.geometries.get(geometry)?.bone_mapping;
        let maker = Maker {
            before: self.unpacked.get(&(false, was.vertex_buffer))?,
            after: self.unpacked.get(&(true, is.vertex_buffer))?,
            stored: self.original.vertex_buffers.get(was.vertex_buffer as usize)?,
            mapping,
            built_mapping: mapping_of(self.built, pair.built),
        };
        let near = self.near(maker.before.has_bones());
        let change = self.changes.entry(was.vertex_buffer).or_default();
        let own = Faces { corners: *corners, indices: original, positions: &maker.before.positions, near };
        let other = Faces { corners: *corners, indices: built, positions: &maker.after.positions, near };
        let Rebuilt { indices: made, has_lost, has_new } = same::rebuild(own, unseen, other, formers, |corner| {
            let Corner { at, before, after } = corner;
            let Some(before) = before else {
                settled.include(maker.after.positions.get(after as usize));
                return change.new_vertex(&maker, after);
            };
            let difference = differences.get(at).copied().unwrap_or(0);
            if difference & (POSITION | MORPHS) != 0 {
                settled.reshaped.insert(geometry);
                settled.include(maker.after.positions.get(after as usize));
            }
            if difference == 0 { before } else { change.edited(&maker, before, after, difference) }
        });
        settled.dropped_faces |= has_lost;
        if has_lost || has_new {
            settled.reshaped.insert(geometry);
        }
        if made != *original {
            if let Some(lod) = model.geometries.get_mut(geometry).and_then(|geometry| geometry.lods.get_mut(level)) {
                lod.primitive = list_of(lod.primitive);
            }
            indices.push(LodIndices { geometry, level, indices: made });
        }
        Some(())
    }

    /// Adds the bones that are only in the built geometry to the bone mapping of the original geometry.
    fn extend_mapping(&self, pair: Pair, model: &mut Model<'static>) {
        let Some(geometry) = model.geometries.get_mut(pair.original.0) else { return };
        if geometry.bone_mapping.is_empty() {
            return;
        }
        for bone in bones(self.built, pair.built, &self.unpacked) {
            if !geometry.bone_mapping.contains(&bone) {
                geometry.bone_mapping.push(bone);
            }
        }
    }

    /// Returns whether the bones of a level fit in the bone mapping of the original geometry.
    pub(super) fn bones_fit(&mut self, pair: Pair, most: usize) -> bool {
        let Some(lod) = lod(self.built, pair.built) else { return false };
        self.unpack(true, lod.vertex_buffer);
        let mapping = mapping_of(self.original, pair.original);
        let mut bones = bones(self.built, pair.built, &self.unpacked);
        if mapping.is_empty() {
            return bones.last().is_none_or(|bone| *bone < 256);
        }
        let known = mapping.len();
        bones.retain(|bone| !mapping.contains(bone));
        bones.is_empty() || known.saturating_add(bones.len()) <= most
    }
}

/// Returns the bones that have a weight in any vertex of a built level.
fn bones(built: &Model<'_>, place: Place, unpacked: &HashMap<(bool, u32), Vertices>) -> BTreeSet<u32> {
    let Some(lod) = lod(built, place) else { return BTreeSet::new() };
    let Some(vertices) = unpacked.get(&(true, lod.vertex_buffer)).filter(|vertices| vertices.has_bones()) else {
        return BTreeSet::new();
    };
    let mapping = mapping_of(built, place);
    let influences = built.indices(lod).flat_map(|vertex| vertices.influences(vertex as usize, mapping));
    influences.filter(|(_, weight)| *weight > 0.0).map(|(bone, _)| bone).collect()
}

fn lod<'m>(model: &'m Model<'_>, (geometry, level): Place) -> Option<&'m Lod> {
    model.geometries.get(geometry)?.lods.get(level)
}

fn mapping_of<'m>(model: &'m Model<'_>, (geometry, _): Place) -> &'m [u32] {
    model.geometries.get(geometry).map_or(&[], |geometry| &geometry.bone_mapping)
}

/// Returns the faces as a list: how many vertices a face has, and all vertex indices.
fn faces(model: &Model<'_>, lod: &Lod) -> Option<(usize, Vec<u32>)> {
    let topology = lod.primitive.topology()?;
    let indices = model.indices(lod);
    let whole = winding::whole(topology, indices.len());
    let indices = indices.take(whole);
    Some(match topology {
        Topology::Triangles => (3, indices.collect()),
        Topology::TriangleStrip | Topology::TriangleFan => {
            // Triangles without a surface only stitch strips together.
            let triangles = triangles(topology, indices).filter(|corners| !is_degenerate(*corners));
            (3, triangles.flatten().collect())
        }
        Topology::Lines | Topology::LineStrip => (2, lines(topology, indices).flatten().collect()),
        Topology::Points => (1, indices.collect()),
    })
}

/// Returns the primitive type to use if a strip or fan becomes a list.
fn list_of(primitive: Primitive) -> Primitive {
    match primitive.topology() {
        Some(Topology::TriangleStrip | Topology::TriangleFan) => Primitive::TRIANGLE_LIST,
        Some(Topology::LineStrip) => Primitive::LINE_LIST,
        _ => primitive,
    }
}
