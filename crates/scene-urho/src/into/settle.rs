//! Writes edited vertices and faces into the buffers of the original model.
//!
//! The scene was built as a new model first. Each face of the new model is matched with a face of the original. A vertex that didn't change keeps
//! its bytes, and a changed vertex is replaced in place unless another face still needs the old one. Only then a vertex is added.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use asset_geometry::{Topology, is_degenerate, lines, triangles};
use asset_scene::glam::Vec3;
use asset_scene::{Error, ErrorKind, winding};
use binio::Path;
use scene_adapter::same::{self, Faces, Former};
use urho_mdl::{Bounds, Lod, LodIndices, Model, Primitive};

use super::change::{Change, Maker};
use super::difference::{Difference, MORPHS, POSITION, difference};
use super::places::Place;
use super::vertices::Vertices;

/// A level of detail that both models have, and where it is in each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) original: Place,
    pub(super) built: Place,
}

/// Summary of the changes.
#[derive(Default)]
pub(super) struct Settled {
    /// Geometries of the original with moved, added or removed faces.
    pub(super) reshaped: BTreeSet<usize>,
    /// `true` if the edited model lacks faces of the original.
    pub(super) dropped_faces: bool,
    /// Bounding box of all vertices that were moved or added.
    pub(super) bounds: Option<Bounds>,
}

impl Settled {
    fn include(&mut self, position: Option<&Vec3>) {
        let bounds = self.bounds.get_or_insert(Bounds::UNDEFINED);
        position.into_iter().for_each(|position| bounds.include(*position));
    }
}

/// Faces of a [`Pair`] with at least one difference.
struct Compared {
    pair: Pair,
    corners: usize,
    /// Vertices of the built faces.
    built: Vec<u32>,
    /// Vertices of the original faces.
    original: Vec<u32>,
    formers: Vec<Option<Former>>,
    /// Original faces that stay although no built face is one of them.
    unseen: Vec<usize>,
    /// Differences of each corner of the built faces; 0 for new faces.
    differences: Vec<Difference>,
}

/// Collects the changes of all vertex buffers before they are written.
pub(super) struct Settler<'m> {
    original: &'m Model<'m>,
    built: &'m Model<'m>,
    unpacked: HashMap<(bool, u32), Vertices>,
    /// Index in the original for each morph of the built model.
    morphs: Vec<usize>,
    changes: BTreeMap<u32, Change>,
}

impl<'m> Settler<'m> {
    pub(super) fn new(original: &'m Model<'m>, built: &'m Model<'m>, morphs: Vec<usize>) -> Self {
        Self { original, built, unpacked: HashMap::new(), morphs, changes: BTreeMap::new() }
    }

    /// Returns `true` if the original vertex format can store the built vertices: both or neither are skinned, and no attribute is missing.
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

    /// Writes the differences of all pairs into `model`, which is a copy of the original. `untouched` are the levels of the original that stay.
    ///
    /// # Errors
    /// Too many vertices or indices for a buffer.
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

    /// Compares all corners of a pair and marks unchanged vertices, so that no edit overwrites them. Returns `None` if nothing changed.
    fn compare(&mut self, pair: Pair) -> Option<Compared> {
        let (was, is) = (lod(self.original, pair.original)?, lod(self.built, pair.built)?);
        let (corners, original) = faces(self.original, was)?;
        let (built_corners, built) = faces(self.built, is)?;
        let (before, after) =
            (self.unpacked.get(&(false, was.vertex_buffer))?, self.unpacked.get(&(true, is.vertex_buffer))?);
        let is_skinned = before.has_bones();
        let own = Faces { corners, indices: &original, positions: &before.positions, is_skinned };
        let other = Faces { corners: built_corners, indices: &built, positions: &after.positions, is_skinned };
        let near = own.tolerance().max(other.tolerance());
        let maps = (mapping_of(self.original, pair.original), mapping_of(self.built, pair.built));
        let differ = |a: u32, b: u32| difference((before, a as usize), (after, b as usize), maps, near);
        let formers = same::formers(own, other, |a, b| differ(a, b) == 0);
        let mut differences = vec![0; built.len()];
        let mut kept = Vec::new();
        for (face, former) in formers.iter().enumerate() {
            let Some(former) = former else { continue };
            for corner in 0..corners {
                let turned = corner.saturating_add(former.turn).checked_rem(corners).unwrap_or(0);
                let (Some(a), Some(b)) = (own.vertex(former.face, turned), other.vertex(face, corner)) else {
                    continue;
                };
                let difference = differ(a, b);
                match differences.get_mut(face.saturating_mul(corners).saturating_add(corner)) {
                    Some(slot) if difference != 0 => *slot = difference,
                    _ => kept.push(a),
                }
            }
        }
        let unseen = unseen_faces(own, &formers, &kept);
        let is_whole = formers.iter().all(Option::is_some) && formers.len().saturating_add(unseen.len()) == own.count();
        let is_same = is_whole && differences.iter().all(|difference| *difference == 0);
        self.changes.entry(was.vertex_buffer).or_default().keep(kept.into_iter());
        (!is_same).then_some(Compared { pair, corners, built, original, formers, unseen, differences })
    }

    /// Creates the new index list of a level from unchanged, changed and new vertices.
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
        let change = self.changes.entry(was.vertex_buffer).or_default();
        let mut faces: Vec<Option<Vec<u32>>> = vec![None; original.len().checked_div(*corners)?];
        let (mut added, mut places) = (Vec::new(), HashMap::new());
        for (face, former) in formers.iter().enumerate() {
            let Some(former) = former else { continue };
            let mut made = vec![0; *corners];
            for corner in 0..*corners {
                let turned = corner.saturating_add(former.turn).checked_rem(*corners)?;
                let at = face.saturating_mul(*corners).saturating_add(corner);
                let (own, other) =
                    (*original.get(former.face.saturating_mul(*corners).saturating_add(turned))?, *built.get(at)?);
                let difference = *differences.get(at)?;
                if difference & (POSITION | MORPHS) != 0 {
                    settled.reshaped.insert(geometry);
                    settled.include(maker.after.positions.get(other as usize));
                }
                let vertex = if difference == 0 { own } else { change.edited(&maker, own, other, difference) };
                places.insert(other, vertex);
                *made.get_mut(turned)? = vertex;
            }
            *faces.get_mut(former.face)? = Some(made);
        }
        for (face, _) in formers.iter().enumerate().filter(|(_, former)| former.is_none()) {
            for corner in 0..*corners {
                let other = *built.get(face.saturating_mul(*corners).saturating_add(corner))?;
                settled.include(maker.after.positions.get(other as usize));
                added.push(*places.entry(other).or_insert_with(|| change.new_vertex(&maker, other)));
            }
        }
        for face in unseen {
            let first = face.saturating_mul(*corners);
            let same = original.get(first..first.saturating_add(*corners))?;
            *faces.get_mut(*face)? = Some(same.to_vec());
        }
        let gone = faces.iter().any(Option::is_none);
        settled.dropped_faces |= gone;
        if gone || !added.is_empty() {
            settled.reshaped.insert(geometry);
        }
        let made: Vec<u32> = faces.into_iter().flatten().flatten().chain(added).collect();
        if made != *original {
            if let Some(lod) = model.geometries.get_mut(geometry).and_then(|geometry| geometry.lods.get_mut(level)) {
                lod.primitive = list_of(lod.primitive);
            }
            indices.push(LodIndices { geometry, level, indices: made });
        }
        Some(())
    }

    /// Gives the mapping of a geometry the bones that only the built one has.
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

    /// Whether the bones of a level fit into the mapping of its original geometry.
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

/// Returns the original faces that no built face is, that have two corners in the same place, and that were not edited: programs drop such faces,
/// because nobody sees them. Vertices that faces with a surface no longer need were edited, or deleted. `kept` are the unchanged vertices.
fn unseen_faces(original: Faces<'_>, formers: &[Option<Former>], kept: &[u32]) -> Vec<usize> {
    let taken: HashSet<usize> = formers.iter().flatten().map(|former| former.face).collect();
    let vertices = |face: usize| (0..original.corners).filter_map(move |corner| original.vertex(face, corner));
    let is_unseen = |face: &usize| {
        let places: Vec<_> = vertices(*face).filter_map(|vertex| original.positions.get(vertex as usize)).collect();
        places
            .iter()
            .enumerate()
            .any(|(at, place)| places.iter().skip(at.saturating_add(1)).any(|other| place == other))
    };
    let (unseen, seen): (Vec<usize>, Vec<usize>) =
        (0..original.count()).partition(|face| !taken.contains(face) && is_unseen(face));
    if unseen.is_empty() {
        return unseen;
    }
    let kept: HashSet<u32> = kept.iter().copied().collect();
    let needed: HashSet<u32> = seen.into_iter().flat_map(vertices).collect();
    let is_unedited = |face: &usize| vertices(*face).all(|vertex| kept.contains(&vertex) || !needed.contains(&vertex));
    unseen.into_iter().filter(is_unedited).collect()
}

/// Returns the bones with a weight in any vertex of a built level.
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

/// Returns the faces as a list: the number of vertices per face, and all vertex indices.
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

/// Returns the list primitive for a strip or fan.
fn list_of(primitive: Primitive) -> Primitive {
    match primitive.topology() {
        Some(Topology::TriangleStrip | Topology::TriangleFan) => Primitive::TRIANGLE_LIST,
        Some(Topology::LineStrip) => Primitive::LINE_LIST,
        _ => primitive,
    }
}
