//! Writes only the edited vertices to a sub mesh of the original. All other vertices keep their bits and their order.

use std::collections::HashMap;

use asset_geometry::glam::{Vec2, Vec3};
use pragma_asset::MeshData;
use scene_adapter::same::{self, Corner, Faces, Former, Rebuilt, tolerance};
use scene_adapter::surface::Target;

/// Which parts of a vertex differ.
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

    /// Returns whether the tangent changes. It depends on everything except bones.
    fn moves_tangent(self) -> bool {
        self.position || self.normal || self.tex_coords || self.tangent
    }
}

/// A sub mesh of the original with the edits of the scene.
pub(super) struct Settled {
    pub(super) data: MeshData,
    /// Whether the original vertices still have the same numbers. New vertices may follow.
    pub(super) keeps_order: bool,
    /// For each vertex, the built vertex that it comes from, or `None` if no face uses it.
    sources: Vec<Option<u32>>,
}

impl Settled {
    /// Moves the offsets of morph targets from the built vertices to these vertices.
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

/// Writes a built sub mesh into the original. This matches faces by their positions, so it does not matter if another
/// program has changed the order of everything and split vertices. `targets` has the morph targets for the built
/// vertices. Set [`Comparison::has_tangents`] if the scene has its own tangents; if not, tangents that only follow from
/// other changes don't count as an edit.
pub(super) fn settle(stored: &MeshData, built: MeshData, targets: &[Target], how: Comparison) -> Settled {
    let corners = corners(&stored.geometry_type);
    let is_alike = corners == self::corners(&built.geometry_type)
        && stored.pose == built.pose
        && stored.bones.is_empty() == built.bones.is_empty();
    if !is_alike {
        let sources = (0..built.positions.len() as u32).map(Some).collect();
        return Settled { data: built, keeps_order: false, sources };
    }
    let near = how.near;
    let own = Faces { corners, indices: &stored.indices, positions: &stored.positions, near };
    let other = Faces { corners, indices: &built.indices, positions: &built.positions, near };
    let formers = same::formers(own, other, |a, b| how.difference((stored, a), (&built, b)) == Difference::default());
    let mut work = Work::new(stored, &built, targets, how);
    work.keep(own, other, &formers);
    let unseen = same::unseen_faces(own, &formers, &work.kept());
    let rebuilt = same::rebuild(own, &unseen, other, &formers, |corner| match corner.before {
        Some(before) => work.edited(before, corner.after),
        None => work.row(None, corner.after, Difference::ALL),
    });
    work.finish(rebuilt)
}

/// Returns the number of vertices in a face.
fn corners(geometry_type: &str) -> usize {
    match geometry_type {
        "Lines" => 2,
        "Points" => 1,
        _ => 3,
    }
}

/// The state while a sub mesh is written.
struct Work<'w> {
    stored: &'w MeshData,
    built: &'w MeshData,
    targets: &'w [Target],
    how: Comparison,
    data: MeshData,
    sources: Vec<Option<u32>>,
    /// The original vertices that must not be changed, because a face needs them as they were, or because they were
    /// already changed.
    taken: Vec<bool>,
    /// Finds changed and new vertices by the original vertex and the new numbers, so that the same change is stored
    /// only once.
    rows: HashMap<(Option<u32>, Vec<u32>), u32>,
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
        Self { stored, built, targets, how, data, sources, taken, rows: HashMap::new() }
    }

    /// Marks the vertices that are needed by a corner that hasn't changed.
    fn keep(&mut self, own: Faces<'_>, other: Faces<'_>, formers: &[Option<Former>]) {
        for Corner { before, after, .. } in same::kept_corners(own, other, formers) {
            let Some(before) = before.filter(|before| self.difference(*before, after) == Difference::default()) else {
                continue;
            };
            self.taken.get_mut(before as usize).into_iter().for_each(|taken| *taken = true);
            self.sources.get_mut(before as usize).into_iter().for_each(|own| *own = own.or(Some(after)));
        }
    }

    /// Returns the vertices that an unchanged corner needs.
    fn kept(&self) -> Vec<u32> {
        (0..).zip(&self.taken).filter(|(_, taken)| **taken).map(|(vertex, _)| vertex).collect()
    }

    fn difference(&self, a: u32, b: u32) -> Difference {
        self.how.difference((self.stored, a), (self.built, b))
    }

    /// Returns the vertex to use for a corner that was vertex `a`, and is now the built vertex `b`.
    fn edited(&mut self, a: u32, b: u32) -> u32 {
        let difference = self.difference(a, b);
        let source = self.sources.get(a as usize).copied().flatten();
        if difference == Difference::default() && source.is_none_or(|known| self.moves_alike(known, b)) {
            return a;
        }
        self.row(Some(a), b, difference)
    }

    /// Returns whether morph targets move two built vertices in the same way.
    fn moves_alike(&self, a: u32, b: u32) -> bool {
        let same = |column: &[Vec3]| a == b || same::places(at(column, a), at(column, b), self.how.near);
        self.targets.iter().all(|target| same(&target.positions) && same(&target.normals))
    }

    /// Writes the parts of a built vertex that differ, and returns the vertex number. This changes the vertex in place
    /// if nothing else needs it; otherwise it adds a vertex at the end.
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

    /// Returns the bits that will be written for a built vertex.
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

    /// Adds a copy of an original vertex, or an empty vertex.
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

    fn finish(mut self, Rebuilt { indices, has_lost, .. }: Rebuilt) -> Settled {
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
        let keeps_order = !has_lost || !self.drop_unused();
        Settled { data: self.data, keeps_order, sources: self.sources }
    }

    /// Removes the vertices that were only used by removed faces. Returns whether there were any.
    fn drop_unused(&mut self) -> bool {
        let data = &mut self.data;
        let count = data.positions.len();
        let Some(keep) = same::drop_unused(&self.stored.indices, &mut data.indices, count) else { return false };
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

/// How to compare vertices.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    /// Positions may differ by this much.
    pub(super) near: f32,
    /// Whether to compare tangents too. If not set, tangents will be expected to follow from the rest of the vertex.
    pub(super) has_tangents: bool,
}

impl Comparison {
    /// Compares an original vertex with a built vertex. This ignores attributes that only one of them has.
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

/// Returns the bones of a vertex, each with its share of the weight.
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

/// Returns the values from both columns, if both exist.
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

/// Adds the value of an original vertex to a column, but not if the column is empty.
fn copy<T: Copy + Default>(column: &mut Vec<T>, stored: &[T], before: Option<u32>) {
    if !column.is_empty() {
        column.push(before.map_or_else(T::default, |before| at(stored, before)));
    }
}

fn retain<T>(column: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    column.retain(|_| keep.next().copied().unwrap_or(true));
}
