//! Writes only the edited vertices into a sub mesh of the original: all others keep their bits and their order.

use std::collections::HashMap;

use asset_geometry::glam::{Vec2, Vec3};
use pragma_asset::MeshData;
use scene_adapter::same::{self, Faces, Former, tolerance};
use scene_adapter::surface::Target;

/// The parts of a vertex that differ.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Difference {
    position: bool,
    normal: bool,
    tex_coords: bool,
    tangent: bool,
    bones: bool,
}

impl Difference {
    const ALL: Self = Self { position: true, normal: true, tex_coords: true, tangent: true, bones: true };

    /// Whether the tangent is another one: it depends on all that isn't a bone.
    fn moves_tangent(self) -> bool {
        self.position || self.normal || self.tex_coords || self.tangent
    }
}

/// A sub mesh of the original with the edits of the scene.
pub(super) struct Settled {
    pub(super) data: MeshData,
    /// Whether the original's vertices have their numbers still; new ones may follow.
    pub(super) keeps_order: bool,
    /// The built vertex that each vertex comes from; `None` for those that no face has.
    sources: Vec<Option<u32>>,
}

impl Settled {
    /// Moves the offsets of morph targets from the built vertices to these.
    pub(super) fn targets(&self, targets: &[Target]) -> Vec<Target> {
        let moved = |column: &Vec<Vec3>| match column.is_empty() {
            true => Vec::new(),
            false => self.sources.iter().map(|own| own.map_or(Vec3::ZERO, |own| at(column, own))).collect(),
        };
        let moved = |target: &Target| Target {
            morph: target.morph,
            positions: moved(&target.positions),
            normals: moved(&target.normals),
            tangents: moved(&target.tangents),
        };
        targets.iter().map(moved).collect()
    }
}

/// Writes a built sub mesh into the original's. Faces are matched by their places, so another program may have changed the order of
/// everything and split vertices. `targets` are the morph targets of the built vertices. Tangents that follow from the rest are no edit:
/// `has_tangents` says that the scene has its own.
pub(super) fn settle(stored: &MeshData, built: MeshData, targets: &[Target], has_tangents: bool) -> Settled {
    let corners = corners(&stored.geometry_type);
    let is_alike = corners == self::corners(&built.geometry_type)
        && stored.pose == built.pose
        && stored.bones.is_empty() == built.bones.is_empty();
    if !is_alike {
        let sources = (0..built.positions.len() as u32).map(Some).collect();
        return Settled { data: built, keeps_order: false, sources };
    }
    let is_skinned = !stored.bones.is_empty();
    let own = Faces { corners, indices: &stored.indices, positions: &stored.positions, is_skinned };
    let other = Faces { corners, indices: &built.indices, positions: &built.positions, is_skinned };
    let near = own.tolerance().max(other.tolerance());
    let how = Comparison { near, has_tangents };
    let formers = same::formers(own, other, |a, b| how.difference((stored, a), (&built, b)) == Difference::default());
    let mut work = Work::new(stored, &built, targets, how);
    work.keep(own, other, &formers);
    let indices = work.faces(own, other, &formers);
    work.finish(indices)
}

/// The number of vertices of a face.
fn corners(geometry_type: &str) -> usize {
    match geometry_type {
        "Lines" => 2,
        "Points" => 1,
        _ => 3,
    }
}

/// A sub mesh on its way.
struct Work<'w> {
    stored: &'w MeshData,
    built: &'w MeshData,
    targets: &'w [Target],
    how: Comparison,
    data: MeshData,
    sources: Vec<Option<u32>>,
    /// Vertices of the original that some face needs as they were, or that have been changed already.
    taken: Vec<bool>,
    /// Changed and new vertices by the vertex that they were and their numbers: the same change is stored once.
    rows: HashMap<(Option<u32>, Vec<u32>), u32>,
    has_lost_faces: bool,
}

impl<'w> Work<'w> {
    fn new(stored: &'w MeshData, built: &'w MeshData, targets: &'w [Target], how: Comparison) -> Self {
        let mut data = stored.clone();
        data.uv_sets.truncate(built.uv_sets.len());
        let count = stored.positions.len();
        for (name, _) in built.uv_sets.iter().skip(data.uv_sets.len()) {
            data.uv_sets.push((name.clone(), vec![Vec2::ZERO; count]));
        }
        let (sources, taken) = (vec![None; count], vec![false; count]);
        Self { stored, built, targets, how, data, sources, taken, rows: HashMap::new(), has_lost_faces: false }
    }

    /// Marks the vertices that an unchanged corner needs.
    fn keep(&mut self, own: Faces<'_>, other: Faces<'_>, formers: &[Option<Former>]) {
        for (a, b) in matched(own, other, formers) {
            if self.difference(a, b) == Difference::default() {
                self.taken.get_mut(a as usize).into_iter().for_each(|taken| *taken = true);
                self.sources.get_mut(a as usize).into_iter().for_each(|own| *own = own.or(Some(b)));
            }
        }
    }

    fn difference(&self, a: u32, b: u32) -> Difference {
        self.how.difference((self.stored, a), (self.built, b))
    }

    /// Returns the indices of all faces: those of the original in their order, then the new ones.
    fn faces(&mut self, own: Faces<'_>, other: Faces<'_>, formers: &[Option<Former>]) -> Vec<u32> {
        let corners = own.corners;
        let mut faces: Vec<Option<Vec<u32>>> = vec![None; own.count()];
        let (mut added, mut known) = (Vec::new(), HashMap::new());
        for (face, former) in formers.iter().enumerate() {
            let Some(former) = former else { continue };
            let mut made = vec![0; corners];
            for corner in 0..corners {
                let turned = corner.saturating_add(former.turn).checked_rem(corners).unwrap_or(0);
                let (Some(a), Some(b)) = (own.vertex(former.face, turned), other.vertex(face, corner)) else {
                    continue;
                };
                let vertex = self.edited(a, b);
                known.insert(b, vertex);
                made.get_mut(turned).into_iter().for_each(|slot| *slot = vertex);
            }
            faces.get_mut(former.face).into_iter().for_each(|slot| *slot = Some(std::mem::take(&mut made)));
        }
        for (face, _) in formers.iter().enumerate().filter(|(_, former)| former.is_none()) {
            for vertex in (0..corners).filter_map(|corner| other.vertex(face, corner)) {
                let number = known.get(&vertex).copied().unwrap_or_else(|| self.row(None, vertex, Difference::ALL));
                known.insert(vertex, number);
                added.push(number);
            }
        }
        self.has_lost_faces = faces.iter().any(Option::is_none);
        faces.into_iter().flatten().flatten().chain(added).collect()
    }

    /// Returns the vertex of a corner that was vertex `a` and is now built vertex `b`.
    fn edited(&mut self, a: u32, b: u32) -> u32 {
        let difference = self.difference(a, b);
        let source = self.sources.get(a as usize).copied().flatten();
        if difference == Difference::default() && source.is_none_or(|known| self.moves_alike(known, b)) {
            return a;
        }
        self.row(Some(a), b, difference)
    }

    /// Whether morph targets move two built vertices alike.
    fn moves_alike(&self, a: u32, b: u32) -> bool {
        let same = |column: &[Vec3]| a == b || same::places(at(column, a), at(column, b), self.how.near);
        self.targets.iter().all(|target| same(&target.positions) && same(&target.normals))
    }

    /// Returns the number of a vertex with what differs of a built vertex: in place if nothing else needs it, else at the end.
    fn row(&mut self, before: Option<u32>, b: u32, difference: Difference) -> u32 {
        let key = (before, self.key(b, difference));
        if let Some(known) = self.rows.get(&key) {
            return *known;
        }
        let in_place = before.filter(|a| self.taken.get(*a as usize).is_some_and(|taken| !taken));
        let number = in_place.unwrap_or_else(|| self.push(before));
        self.taken.get_mut(number as usize).into_iter().for_each(|taken| *taken = true);
        self.sources.get_mut(number as usize).into_iter().for_each(|own| *own = Some(b));
        self.write(number as usize, b, difference);
        self.rows.insert(key, number);
        number
    }

    /// The bits of what is written of a built vertex.
    fn key(&self, b: u32, difference: Difference) -> Vec<u32> {
        let built = self.built;
        let mut key: Vec<f32> = Vec::new();
        if difference.position {
            key.extend(at(&built.positions, b).to_array());
        }
        if difference.normal {
            key.extend(at(&built.normals, b).to_array());
        }
        if difference.tex_coords {
            key.extend(at(&built.uvs, b).to_array());
            built.uv_sets.iter().for_each(|(_, set)| key.extend(at(set, b).to_array()));
        }
        if difference.moves_tangent() {
            key.extend(at(&built.tangents, b).to_array());
        }
        if difference.bones {
            key.extend(at(&built.weights, b));
            key.extend(at(&built.bones, b).map(|bone| f32::from_bits(bone as u32)));
        }
        for target in self.targets {
            key.extend(at(&target.positions, b).to_array());
            key.extend(at(&target.normals, b).to_array());
        }
        key.into_iter().map(f32::to_bits).collect()
    }

    /// Adds a copy of a vertex of the original, or an empty one.
    fn push(&mut self, before: Option<u32>) -> u32 {
        let (data, stored) = (&mut self.data, self.stored);
        let number = data.positions.len() as u32;
        copy(&mut data.positions, &stored.positions, before);
        copy(&mut data.normals, &stored.normals, before);
        copy(&mut data.uvs, &stored.uvs, before);
        // Tangents without a direction are alike at all vertices, and the scene hasn't got them.
        let like = before.or(Some(0).filter(|_| self.built.tangents.is_empty()));
        copy(&mut data.tangents, &stored.tangents, like);
        for (number, (_, set)) in data.uv_sets.iter_mut().enumerate() {
            let stored = stored.uv_sets.get(number).map_or(&[][..], |(_, stored)| stored);
            copy(set, stored, before);
        }
        copy(&mut data.bones, &stored.bones, before);
        copy(&mut data.weights, &stored.weights, before);
        self.sources.push(None);
        self.taken.push(false);
        number
    }

    fn write(&mut self, number: usize, b: u32, difference: Difference) {
        let (data, built) = (&mut self.data, self.built);
        if difference.position {
            put(&mut data.positions, number, &built.positions, b);
        }
        if difference.normal {
            put(&mut data.normals, number, &built.normals, b);
        }
        if difference.tex_coords {
            put(&mut data.uvs, number, &built.uvs, b);
            let sets = data.uv_sets.iter_mut().zip(&built.uv_sets);
            sets.for_each(|((_, own), (_, other))| put(own, number, other, b));
        }
        if difference.moves_tangent() {
            put(&mut data.tangents, number, &built.tangents, b);
        }
        if difference.bones {
            put(&mut data.bones, number, &built.bones, b);
            put(&mut data.weights, number, &built.weights, b);
        }
    }

    fn finish(mut self, indices: Vec<u32>) -> Settled {
        if self.data.uvs.is_empty() && !self.built.uvs.is_empty() {
            let uv = |own: &Option<u32>| own.map_or(Vec2::ZERO, |own| at(&self.built.uvs, own));
            self.data.uvs = self.sources.iter().map(uv).collect();
        }
        let corners = corners(&self.stored.geometry_type);
        let whole =
            self.stored.indices.len().saturating_sub(self.stored.indices.len().checked_rem(corners).unwrap_or(0));
        if self.stored.indices.get(..whole) != Some(&indices) {
            self.data.indices = indices;
        }
        let keeps_order = !self.has_lost_faces || !self.drop_unused();
        Settled { data: self.data, keeps_order, sources: self.sources }
    }

    /// Removes the vertices that removed faces had alone. Returns whether there were any.
    fn drop_unused(&mut self) -> bool {
        let count = self.data.positions.len();
        let (mut was, mut is) = (vec![false; count], vec![false; count]);
        let mark = |used: &mut Vec<bool>, indices: &[u32]| {
            indices.iter().for_each(|index| used.get_mut(*index as usize).into_iter().for_each(|used| *used = true));
        };
        mark(&mut was, &self.stored.indices);
        mark(&mut is, &self.data.indices);
        let keep: Vec<bool> = was.into_iter().zip(is).map(|(was, is)| is || !was).collect();
        if keep.iter().all(|keep| *keep) {
            return false;
        }
        let mut next = 0_u32;
        let number = |keep: &bool| {
            let own = next;
            next = next.saturating_add((*keep).into());
            own
        };
        let numbers: Vec<u32> = keep.iter().map(number).collect();
        let data = &mut self.data;
        data.indices.iter_mut().for_each(|index| *index = numbers.get(*index as usize).copied().unwrap_or(*index));
        retain(&mut data.positions, &keep);
        retain(&mut data.normals, &keep);
        retain(&mut data.uvs, &keep);
        retain(&mut data.tangents, &keep);
        data.uv_sets.iter_mut().for_each(|(_, set)| retain(set, &keep));
        retain(&mut data.bones, &keep);
        retain(&mut data.weights, &keep);
        retain(&mut self.sources, &keep);
        true
    }
}

/// The original's and the built vertex of each corner of the matched faces.
fn matched<'f>(
    own: Faces<'f>,
    other: Faces<'f>,
    formers: &'f [Option<Former>],
) -> impl Iterator<Item = (u32, u32)> + 'f {
    let faces = formers.iter().enumerate().filter_map(|(face, former)| Some((face, (*former)?)));
    faces.flat_map(move |(face, former)| {
        (0..own.corners).filter_map(move |corner| {
            let turned = corner.saturating_add(former.turn).checked_rem(own.corners)?;
            Some((own.vertex(former.face, turned)?, other.vertex(face, corner)?))
        })
    })
}

/// How vertices are compared.
#[derive(Clone, Copy)]
struct Comparison {
    /// Tolerance of positions.
    near: f32,
    /// Compare tangents too. Without this, they are taken to follow from the rest of the vertex.
    has_tangents: bool,
}

impl Comparison {
    /// Compares a vertex of the original with a built one. What only one of both has is ignored.
    fn difference(self, (stored, a): (&MeshData, u32), (built, b): (&MeshData, u32)) -> Difference {
        let tex_coords = |(own, other): (&Vec<Vec2>, &Vec<Vec2>)| {
            both(own, a, other, b).is_none_or(|(own, other)| same::tex_coords(own, other))
        };
        let mut sets = stored.uv_sets.iter().zip(&built.uv_sets).map(|((_, own), (_, other))| (own, other));
        let has_new_set = built.uv_sets.len() > stored.uv_sets.len();
        let normals = both(&stored.normals, a, &built.normals, b);
        let tangents = both(&stored.tangents, a, &built.tangents, b).filter(|_| self.has_tangents);
        let bones = both(&stored.bones, a, &built.bones, b);
        Difference {
            position: !same::places(at(&stored.positions, a), at(&built.positions, b), self.near),
            normal: !normals.is_none_or(|(own, other)| same::normals(own, other)),
            tex_coords: has_new_set || !tex_coords((&stored.uvs, &built.uvs)) || !sets.all(tex_coords),
            tangent: !tangents.is_none_or(|(own, other)| {
                same::normals(own.truncate(), other.truncate())
                    && own.w.is_sign_negative() == other.w.is_sign_negative()
            }),
            bones: !bones.is_none_or(|(own, other)| {
                let (own, other) = (shares(own, at(&stored.weights, a)), shares(other, at(&built.weights, b)));
                same_shares(&own, &other)
            }),
        }
    }
}

/// The bones of a vertex with their shares of its weight.
fn shares(bones: [i32; 4], weights: [f32; 4]) -> [(i32, f32); 4] {
    let counts =
        |(bone, weight): (i32, f32)| if bone >= 0 && weight > 0.0 && weight.is_finite() { weight } else { 0.0 };
    let mut shares = [(0, 0.0); 4];
    for (share, own) in shares.iter_mut().zip(bones.into_iter().zip(weights)) {
        *share = (own.0, counts(own));
    }
    let sum: f32 = shares.iter().map(|(_, weight)| weight).sum();
    #[allow(clippy::arithmetic_side_effects, reason = "floats")]
    shares.map(|(bone, weight)| (bone, if sum > 0.0 { weight / sum } else { 0.0 }))
}

fn same_shares(before: &[(i32, f32); 4], after: &[(i32, f32); 4]) -> bool {
    let share = |of: &[(i32, f32); 4], bone: i32| -> f32 {
        of.iter().filter(|(other, _)| *other == bone).map(|(_, weight)| *weight).sum()
    };
    let total = |of: &[(i32, f32); 4]| -> f32 { of.iter().map(|(_, weight)| *weight).sum() };
    // A vertex that nothing moves comes back with any bone, because skins of scenes need one.
    total(before) == 0.0
        || before
            .iter()
            .chain(after)
            .all(|(bone, _)| (share(before, *bone) - share(after, *bone)).abs() <= tolerance::WEIGHT)
}

/// A value of each of two columns, if both are there.
fn both<T: Copy>(own: &[T], a: u32, other: &[T], b: u32) -> Option<(T, T)> {
    own.get(a as usize).copied().zip(other.get(b as usize).copied())
}

fn at<T: Copy + Default>(column: &[T], vertex: u32) -> T {
    column.get(vertex as usize).copied().unwrap_or_default()
}

fn put<T: Copy>(column: &mut [T], number: usize, from: &[T], vertex: u32) {
    if let (Some(slot), Some(value)) = (column.get_mut(number), from.get(vertex as usize)) {
        *slot = *value;
    }
}

/// Adds the value of a vertex of the original to a column that isn't empty.
fn copy<T: Copy + Default>(column: &mut Vec<T>, stored: &[T], before: Option<u32>) {
    if !column.is_empty() {
        column.push(before.map_or_else(T::default, |before| at(stored, before)));
    }
}

fn retain<T>(column: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    column.retain(|_| keep.next().copied().unwrap_or(true));
}
