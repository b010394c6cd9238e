//! The vertices and indices of a built model, settled into its original: what is the same keeps its bytes.

#![allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asset_geometry::{Topology, is_degenerate, lines, triangles};
use asset_scene::glam::Vec3;
use asset_scene::{Component, Error, ErrorKind, Semantic, winding};
use binio::{Bytes, Path};
use scene_adapter::same::{self, Faces, Former};
use urho_mdl::{Bounds, Lod, LodIndices, Model, Primitive};

use super::morphs;
use super::places::Place;
use super::vertices::{Delta, Vertices};
use crate::vertex::Column;

/// What differs in a vertex.
type Difference = u8;
const POSITION: Difference = 1;
const NORMAL: Difference = 2;
const TEX_COORDS: Difference = 4;
const COLORS: Difference = 8;
const BONES: Difference = 16;
const MORPHS: Difference = 32;

/// A share of a weight by which other programs round it.
const WEIGHT: f32 = 1e-2;

/// A level of detail of the original, and of the built model that it became: geometry and level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) original: Place,
    pub(super) built: Place,
}

/// What was settled.
#[derive(Default)]
pub(super) struct Settled {
    /// Geometries of the original whose shape changed.
    pub(super) reshaped: BTreeSet<usize>,
    /// Whether faces of the original are gone.
    pub(super) dropped_faces: bool,
    /// Around the vertices that were moved or added.
    pub(super) bounds: Option<Bounds>,
}

impl Settled {
    fn include(&mut self, position: Option<&Vec3>) {
        let bounds = self.bounds.get_or_insert(Bounds::UNDEFINED);
        position.into_iter().for_each(|position| bounds.include(*position));
    }
}

/// A pair with the faces that became others.
struct Compared {
    pair: Pair,
    corners: usize,
    /// Vertices of the built faces.
    built: Vec<u32>,
    /// Vertices of the original faces.
    original: Vec<u32>,
    formers: Vec<Option<Former>>,
    /// Of each corner of the built faces; nothing for new faces.
    differences: Vec<Difference>,
}

/// Changes of an original vertex buffer.
#[derive(Default)]
struct Change {
    /// Whether something draws each vertex as it is.
    kept: Vec<bool>,
    /// Where a vertex with changed bytes and offsets of morphs is: of which vertex it is the edited form, what it holds, its number.
    rows: HashMap<(Option<u32>, Vec<u8>), u32>,
    replaced: BTreeMap<u32, Vec<u8>>,
    added: Vec<Vec<u8>>,
    /// Offsets of morphs of changed vertices, by morph.
    deltas: BTreeMap<usize, BTreeMap<u32, Delta>>,
}

/// The work.
pub(super) struct Settler<'m> {
    original: &'m Model<'m>,
    built: &'m Model<'m>,
    unpacked: HashMap<(bool, u32), Vertices>,
    /// Of each morph of the built model, its number in the original.
    morphs: Vec<usize>,
    changes: BTreeMap<u32, Change>,
}

impl<'m> Settler<'m> {
    pub(super) fn new(original: &'m Model<'m>, built: &'m Model<'m>, morphs: Vec<usize>) -> Self {
        Self { original, built, unpacked: HashMap::new(), morphs, changes: BTreeMap::new() }
    }

    /// Whether the vertices of a level can be settled into the original's: bones move both or none, and there is a place for all that they have.
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

    /// Compares the corners of a pair, and marks the vertices that stay. `None` if nothing differs.
    fn compare(&mut self, pair: Pair) -> Option<Compared> {
        let (was, is) = (lod(self.original, pair.original)?, lod(self.built, pair.built)?);
        let (corners, original) = faces(self.original, was)?;
        let (built_corners, built) = faces(self.built, is)?;
        let (before, after) =
            (self.unpacked.get(&(false, was.vertex_buffer))?, self.unpacked.get(&(true, is.vertex_buffer))?);
        let own = Faces { corners, indices: &original, positions: &before.positions };
        let other = Faces { corners: built_corners, indices: &built, positions: &after.positions };
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
        let is_whole = formers.iter().all(Option::is_some) && formers.len() == own.count();
        let is_same = is_whole && differences.iter().all(|difference| *difference == 0);
        self.changes.entry(was.vertex_buffer).or_default().keep(kept.into_iter());
        (!is_same).then_some(Compared { pair, corners, built, original, formers, differences })
    }

    /// Makes the faces of a level of vertices that stay, changed ones and new ones.
    fn level(
        &mut self,
        compared: &Compared,
        model: &mut Model<'static>,
        settled: &mut Settled,
        indices: &mut Vec<LodIndices>,
    ) -> Option<()> {
        let Compared { pair, corners, built, original, formers, differences } = compared;
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

/// The bones that the vertices of a level of a built model have.
fn bones(built: &Model<'_>, place: Place, unpacked: &HashMap<(bool, u32), Vertices>) -> BTreeSet<u32> {
    let Some(lod) = lod(built, place) else { return BTreeSet::new() };
    let Some(vertices) = unpacked.get(&(true, lod.vertex_buffer)).filter(|vertices| vertices.has_bones()) else {
        return BTreeSet::new();
    };
    let mapping = mapping_of(built, place);
    let influences = built.indices(lod).flat_map(|vertex| vertices.influences(vertex as usize, mapping));
    influences.filter(|(_, weight)| *weight > 0.0).map(|(bone, _)| bone).collect()
}

/// Makes the bytes of changed vertices.
struct Maker<'v> {
    before: &'v Vertices,
    after: &'v Vertices,
    stored: &'v urho_mdl::VertexBuffer<'v>,
    mapping: &'v [u32],
    built_mapping: &'v [u32],
}

impl Maker<'_> {
    /// The bytes of a vertex with the values of a built one where they differ.
    fn row(&self, before: Option<u32>, after: u32, difference: Difference) -> Vec<u8> {
        let stride = self.stored.stride();
        let stored =
            before.and_then(|vertex| self.stored.data.get((vertex as usize).checked_mul(stride)?..)?.get(..stride));
        let mut row = stored.map_or_else(|| vec![0; stride], <[u8]>::to_vec);
        for column in &self.before.columns {
            if let Some(value) = self.value(column, before.map(|vertex| vertex as usize), after as usize, difference) {
                let place = row.get_mut(column.element.offset..).and_then(|rest| rest.get_mut(..value.len()));
                place.into_iter().for_each(|place| place.copy_from_slice(&value));
            }
        }
        row
    }

    /// The new bytes of a value, if it differs.
    fn value(&self, column: &Column, before: Option<usize>, after: usize, difference: Difference) -> Option<Vec<u8>> {
        let has = |what: Difference| difference & what != 0;
        let value: Vec<f32> = match column.semantic {
            Semantic::Position if has(POSITION) => self.after.positions.get(after)?.to_array().to_vec(),
            Semantic::Normal if has(NORMAL) => self.after.normals.get(after)?.to_array().to_vec(),
            // Tangents follow from them.
            Semantic::Tangent if has(POSITION | NORMAL | TEX_COORDS) => {
                self.after.tangents.get(after)?.to_array().to_vec()
            }
            Semantic::TexCoord(set) if has(TEX_COORDS) => {
                let value = *self.after.tex_coords.get(set as usize)?.get(after)?;
                let known = before.and_then(|before| self.before.tex_coords.get(set as usize)?.get(before));
                if known.is_some_and(|known| same::tex_coords(*known, value)) {
                    return None;
                }
                value.to_array().to_vec()
            }
            Semantic::Color(set) if has(COLORS) => {
                let value = *self.after.colors.get(set as usize)?.get(after)?;
                let known = before.and_then(|before| self.before.colors.get(set as usize)?.get(before));
                if known.is_some_and(|known| same::colors(*known, value)) {
                    return None;
                }
                value.to_vec()
            }
            Semantic::Weights(_) if has(BONES) => {
                self.after.influences(after, self.built_mapping).map(|(_, weight)| weight).to_vec()
            }
            Semantic::Joints(_) if has(BONES) => {
                let place = |(bone, weight): (u32, f32)| match self.mapping {
                    _ if weight <= 0.0 => 0,
                    [] => bone as u8,
                    mapping => mapping.iter().position(|known| *known == bone).unwrap_or(0) as u8,
                };
                return Some(self.after.influences(after, self.built_mapping).map(place).to_vec());
            }
            _ => return None,
        };
        let wanted = usize::from(column.shape().1);
        let value = value.into_iter().take(wanted);
        Some(match column.shape().0 {
            Component::U8 => value.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8).collect(),
            _ => value.flat_map(f32::to_le_bytes).collect(),
        })
    }
}

impl Change {
    fn keep(&mut self, vertices: impl Iterator<Item = u32>) {
        for vertex in vertices.map(|vertex| vertex as usize) {
            if self.kept.len() <= vertex {
                self.kept.resize(vertex.saturating_add(1), false);
            }
            self.kept.get_mut(vertex).into_iter().for_each(|kept| *kept = true);
        }
    }

    /// The number of the edited form of a vertex: its own, if nothing else draws it as it was.
    fn edited(&mut self, maker: &Maker<'_>, before: u32, after: u32, difference: Difference) -> u32 {
        let row = maker.row(Some(before), after, difference);
        let deltas = if difference & MORPHS != 0 {
            maker.after.deltas(after as usize)
        } else {
            maker.before.deltas(before as usize)
        };
        let key = (Some(before), key(&row, deltas));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let number =
            if !self.kept.get(before as usize).is_some_and(|kept| *kept) && !self.replaced.contains_key(&before) {
                if difference & MORPHS != 0 {
                    let lost = maker.before.deltas(before as usize).iter().map(|(morph, _)| (*morph, Delta::default()));
                    self.take_deltas(before, lost.chain(deltas.iter().copied()));
                }
                self.replaced.insert(before, row);
                before
            } else {
                self.add(maker, row, deltas)
            };
        self.rows.insert(key, number);
        number
    }

    /// The number of a new vertex.
    fn new_vertex(&mut self, maker: &Maker<'_>, after: u32) -> u32 {
        let row = maker.row(None, after, Difference::MAX);
        let deltas = maker.after.deltas(after as usize);
        let key = (None, key(&row, deltas));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let number = self.add(maker, row, deltas);
        self.rows.insert(key, number);
        number
    }

    fn add(&mut self, maker: &Maker<'_>, row: Vec<u8>, deltas: &[(usize, Delta)]) -> u32 {
        let number = maker.stored.vertex_count.saturating_add(self.added.len() as u32);
        self.added.push(row);
        self.take_deltas(number, deltas.iter().copied());
        number
    }

    fn take_deltas(&mut self, vertex: u32, deltas: impl Iterator<Item = (usize, Delta)>) {
        for (morph, delta) in deltas {
            self.deltas.entry(morph).or_default().insert(vertex, delta);
        }
    }

    /// Writes the changes into a vertex buffer and the morphs.
    fn write(self, number: u32, model: &mut Model<'static>) -> Result<(), Error> {
        let path = || Path::from([("vertex buffer", number as usize)]);
        let Some(buffer) = model.vertex_buffers.get_mut(number as usize) else { return Ok(()) };
        if self.replaced.is_empty() && self.added.is_empty() {
            return Ok(());
        }
        let count = u64::from(buffer.vertex_count).saturating_add(self.added.len() as u64);
        let too_many =
            |_| Error::new(ErrorKind::Unsupported(format!("{count} vertices are too many for a buffer")), path());
        let count = u32::try_from(count).map_err(too_many)?;
        let (stride, mut data) = (buffer.stride(), buffer.data.to_vec());
        for (vertex, row) in &self.replaced {
            let place =
                data.get_mut((*vertex as usize).saturating_mul(stride)..).and_then(|rest| rest.get_mut(..stride));
            place.into_iter().for_each(|place| place.copy_from_slice(row));
        }
        self.added.iter().for_each(|row| data.extend_from_slice(row));
        (buffer.data, buffer.vertex_count) = (Bytes::from(data), count);
        for (morph, deltas) in &self.deltas {
            morphs::write(model, *morph, number, deltas);
        }
        Ok(())
    }
}

/// What tells changed forms of a vertex apart.
fn key(row: &[u8], deltas: &[(usize, Delta)]) -> Vec<u8> {
    let mut key = row.to_vec();
    for (morph, delta) in deltas {
        key.extend(morph.to_le_bytes());
        let numbers = [delta.position, delta.normal, delta.tangent].into_iter().flat_map(|offset| offset.to_array());
        key.extend(numbers.flat_map(f32::to_le_bytes));
    }
    key
}

fn lod<'m>(model: &'m Model<'_>, (geometry, level): Place) -> Option<&'m Lod> {
    model.geometries.get(geometry)?.lods.get(level)
}

fn mapping_of<'m>(model: &'m Model<'_>, (geometry, _): Place) -> &'m [u32] {
    model.geometries.get(geometry).map_or(&[], |geometry| &geometry.bone_mapping)
}

/// The faces of a level as a list: vertices of each, and the vertices of all.
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

/// The list of the same faces.
fn list_of(primitive: Primitive) -> Primitive {
    match primitive.topology() {
        Some(Topology::TriangleStrip | Topology::TriangleFan) => Primitive::TRIANGLE_LIST,
        Some(Topology::LineStrip) => Primitive::LINE_LIST,
        _ => primitive,
    }
}

/// What differs between a vertex of the original and of the built model. Columns that only one of them has don't.
fn difference(
    (before, a): (&Vertices, usize),
    (after, b): (&Vertices, usize),
    (own, other): (&[u32], &[u32]),
    near: f32,
) -> Difference {
    let mut found = 0;
    let mut tell = |is_same: bool, what: Difference| found |= if is_same { 0 } else { what };
    let places = before.positions.get(a).zip(after.positions.get(b));
    tell(places.is_none_or(|(a, b)| same::places(*a, *b, near)), POSITION);
    let normals = before.normals.get(a).zip(after.normals.get(b));
    tell(normals.is_none_or(|(a, b)| same::normals(*a, *b)), NORMAL);
    let mut sets = before.tex_coords.iter().zip(&after.tex_coords);
    let set = |(own, other): (&Vec<_>, &Vec<_>)| Some(same::tex_coords(*own.get(a)?, *other.get(b)?));
    tell(sets.all(|sets| set(sets).unwrap_or(true)), TEX_COORDS);
    let mut sets = before.colors.iter().zip(&after.colors);
    let set = |(own, other): (&Vec<_>, &Vec<_>)| Some(same::colors(*own.get(a)?, *other.get(b)?));
    tell(sets.all(|sets| set(sets).unwrap_or(true)), COLORS);
    if before.has_bones() && after.has_bones() {
        tell(same_bones(&before.influences(a, own), &after.influences(b, other)), BONES);
    }
    tell(same_deltas(before.deltas(a), after.deltas(b), near), MORPHS);
    found
}

fn same_bones(before: &[(u32, f32); 4], after: &[(u32, f32); 4]) -> bool {
    let share = |of: &[(u32, f32); 4], bone: u32| -> f32 {
        of.iter().filter(|(other, _)| *other == bone).map(|(_, weight)| *weight).sum()
    };
    before.iter().chain(after).all(|(bone, _)| (share(before, *bone) - share(after, *bone)).abs() <= WEIGHT)
}

fn same_deltas(before: &[(usize, Delta)], after: &[(usize, Delta)], near: f32) -> bool {
    let of = |all: &[(usize, Delta)], morph: usize| {
        all.iter().find(|(other, _)| *other == morph).map(|(_, delta)| *delta).unwrap_or_default()
    };
    before.iter().chain(after).all(|(morph, _)| {
        let (own, other) = (of(before, *morph), of(after, *morph));
        let has_normals = own.normal != Vec3::ZERO;
        same::places(own.position, other.position, near)
            && (!has_normals || same::places(own.normal, other.normal, NORMAL_OFFSET))
    })
}

/// How far offsets of normals may be apart.
const NORMAL_OFFSET: f32 = 2e-2;
