//! Matches the faces of an edited mesh with the faces of the original.

use std::collections::{HashMap, HashSet};

use asset_geometry::glam::Vec3;

/// How many candidates to try for a face before it is considered new. This limits the time if there are many equal
/// faces.
const TRIES: usize = 64;

/// A list of points, lines or triangles.
#[derive(Clone, Copy, Debug)]
pub struct Faces<'f> {
    /// How many vertices a face has: 1, 2 or 3.
    pub corners: usize,
    /// The vertices of all faces.
    pub indices: &'f [u32],
    /// The positions of the vertices.
    pub positions: &'f [Vec3],
    /// The distance up to which positions are the same: [`rounding`](super::rounding) of the whole mesh, of which this may be a
    /// small part.
    pub near: f32,
}

/// The original face of an edited face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Former {
    /// The number of the face in the original.
    pub face: usize,
    /// The corner of the original that is the first corner of the edited face.
    pub turn: usize,
}

impl Former {
    /// Returns the corner of the original face for a corner of the edited face. Both have `corners` of them.
    pub fn corner(self, corner: usize, corners: usize) -> usize {
        corner.saturating_add(self.turn).checked_rem(corners).unwrap_or(0)
    }
}

impl Faces<'_> {
    /// Returns how many complete faces there are.
    pub fn count(&self) -> usize {
        self.indices.len().checked_div(self.corners).unwrap_or(0)
    }

    /// Returns the vertex at a corner.
    pub fn vertex(&self, face: usize, corner: usize) -> Option<u32> {
        self.indices.get(face.checked_mul(self.corners)?.checked_add(corner)?).copied()
    }

    /// Returns the sum of the positions of a face's corners.
    fn middle(&self, face: usize) -> Vec3 {
        let vertices = (0..self.corners).filter_map(|corner| self.vertex(face, corner));
        vertices.filter_map(|vertex| self.positions.get(vertex as usize)).sum()
    }
}

/// Returns the original face of each face in `edited`, or `None` for a new face.
///
/// Faces with equal corners are matched first, in any order. A face that shares an edge with a matched face is matched next, because one of its vertices
/// was moved. Faces between two matched neighbours are then matched in order if both meshes have the same number of faces there. `same` compares a vertex of the original with a vertex of the edited mesh. If the
/// meshes have different kinds of faces, all results are `None`.
pub fn formers(original: Faces<'_>, edited: Faces<'_>, same: impl Fn(u32, u32) -> bool) -> Vec<Option<Former>> {
    let mut formers: Vec<Option<Former>> = vec![None; edited.count()];
    if original.corners != edited.corners {
        return formers;
    }
    let mut open = vec![true; original.count()];
    let is_same = |face: usize, own: usize, turn: usize, corner: usize| {
        let turned = Former { face, turn }.corner(corner, original.corners);
        let (before, after) = (original.vertex(face, turned), edited.vertex(own, corner));
        before.zip(after).is_some_and(|(before, after)| same(before, after))
    };
    let equal =
        |face: usize, own: usize, turn: usize| (0..original.corners).all(|corner| is_same(face, own, turn, corner));
    // As a rule they are in the same order.
    for (face, (former, open)) in formers.iter_mut().zip(&mut open).enumerate() {
        if equal(face, face, 0) {
            (*former, *open) = (Some(Former { face, turn: 0 }), false);
        }
    }
    if formers.iter().any(Option::is_none) {
        in_another_order((original, edited), &mut formers, &mut open, equal);
        // Most moved faces have a corner that stayed. It says which corner is which.
        let turn_of = |face: usize, own: usize| {
            let stayed =
                |turn: &usize| (0..original.corners).filter(|corner| is_same(face, own, *turn, *corner)).count();
            (0..original.corners).rev().max_by_key(stayed).unwrap_or(0)
        };
        beside_kept((original, edited), &mut formers, &mut open);
        moved(&mut formers, &mut open, turn_of);
    }
    formers
}

/// A corner of a face of the edited mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Index of the corner in [`Faces::indices`] of the edited mesh.
    pub at: usize,
    /// Vertex of the original, or `None` if the face is new.
    pub before: Option<u32>,
    /// Vertex of the edited mesh.
    pub after: u32,
}

/// Returns the corners of all faces that have an original face, in the order of the edited mesh.
pub fn kept_corners<'f>(
    original: Faces<'f>,
    edited: Faces<'f>,
    formers: &'f [Option<Former>],
) -> impl Iterator<Item = Corner> + 'f {
    let faces = formers.iter().enumerate().filter_map(|(face, former)| Some((face, (*former)?)));
    faces.flat_map(move |(face, former)| {
        (0..original.corners).filter_map(move |corner| {
            let at = face.checked_mul(edited.corners)?.checked_add(corner)?;
            let before = original.vertex(former.face, former.corner(corner, original.corners))?;
            Some(Corner { at, before: Some(before), after: *edited.indices.get(at)? })
        })
    })
}

/// Faces of the original after the edits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Vertices of all faces: those of the original in their order, then the new faces.
    pub indices: Vec<u32>,
    /// `true` if the edited mesh lacks a face of the original.
    pub has_lost: bool,
    /// `true` if the edited mesh has a new face.
    pub has_new: bool,
}

/// Writes the faces of the edited mesh with vertices of the original, and keeps the given [unseen faces](unseen_faces).
/// `place` must return the vertex to use for a corner. If a new face shares a corner with a kept face, it uses the same
/// vertex, and `place` is not called for it.
pub fn rebuild(
    original: Faces<'_>,
    unseen: &[usize],
    edited: Faces<'_>,
    formers: &[Option<Former>],
    mut place: impl FnMut(Corner) -> u32,
) -> Rebuilt {
    let corners = original.corners;
    let mut faces: Vec<Option<Vec<u32>>> = vec![None; original.count()];
    let mut known = HashMap::new();
    for (face, former) in formers.iter().enumerate() {
        let Some(former) = former else { continue };
        let mut vertices = vec![0; corners];
        for corner in 0..corners {
            let at = face.saturating_mul(corners).saturating_add(corner);
            let turned = former.corner(corner, corners);
            let (Some(before), Some(after)) = (original.vertex(former.face, turned), edited.indices.get(at)) else {
                continue;
            };
            let vertex = place(Corner { at, before: Some(before), after: *after });
            known.insert(*after, vertex);
            vertices.get_mut(turned).into_iter().for_each(|slot| *slot = vertex);
        }
        faces.get_mut(former.face).into_iter().for_each(|slot| *slot = Some(std::mem::take(&mut vertices)));
    }
    for face in unseen {
        let first = face.saturating_mul(corners);
        let same = original.indices.get(first..first.saturating_add(corners));
        let slot = faces.get_mut(*face).filter(|slot| slot.is_none());
        slot.into_iter().for_each(|slot| *slot = same.map(<[u32]>::to_vec));
    }
    let mut added = Vec::new();
    for (face, _) in formers.iter().enumerate().filter(|(_, former)| former.is_none()) {
        for corner in 0..edited.corners {
            let at = face.saturating_mul(edited.corners).saturating_add(corner);
            let Some(after) = edited.indices.get(at).copied() else { continue };
            added.push(*known.entry(after).or_insert_with(|| place(Corner { at, before: None, after })));
        }
    }
    let (has_lost, has_new) = (faces.iter().any(Option::is_none), !added.is_empty());
    Rebuilt { indices: faces.into_iter().flatten().flatten().chain(added).collect(), has_lost, has_new }
}

/// Returns the original faces to keep although the edited mesh lacks them. These have two corners in the same place, so
/// nobody can see them, and other programs drop them. `kept` must contain the unchanged vertices: if a vertex was edited
/// or deleted, its unseen faces are not kept.
pub fn unseen_faces(original: Faces<'_>, formers: &[Option<Former>], kept: &[u32]) -> Vec<usize> {
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

/// Finds the vertices to remove, because only lost faces used them. Returns for each of the `count` vertices whether it
/// stays, and changes `after` to the new numbers. Returns `None` if all vertices stay. A vertex that no face used before
/// will stay too.
pub fn drop_unused(before: &[u32], after: &mut [u32], count: usize) -> Option<Vec<bool>> {
    let used = |indices: &[u32]| {
        let mut used = vec![false; count];
        indices.iter().for_each(|index| used.get_mut(*index as usize).into_iter().for_each(|used| *used = true));
        used
    };
    let keep: Vec<bool> = used(before).into_iter().zip(used(after)).map(|(was, is)| is || !was).collect();
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    let numbers: Vec<u32> = keep
        .iter()
        .scan(0_u32, |next, keep| {
            let number = *next;
            *next = next.saturating_add((*keep).into());
            Some(number)
        })
        .collect();
    after.iter_mut().for_each(|index| *index = numbers.get(*index as usize).copied().unwrap_or(*index));
    Some(keep)
}

/// Matches equal faces that have another index.
fn in_another_order(
    (original, edited): (Faces<'_>, Faces<'_>),
    formers: &mut [Option<Former>],
    open: &mut [bool],
    equal: impl Fn(usize, usize, usize) -> bool,
) {
    let near = original.near.max(edited.near);
    let cell = near * 64.0;
    let cell_of = |place: Vec3| (place / cell).floor().to_array().map(|number| number as i64);
    let mut places: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    // From the end, so that the first of equal ones is taken first.
    for (face, _) in open.iter().enumerate().rev().filter(|(_, open)| **open) {
        places.entry(cell_of(original.middle(face))).or_default().push(face);
    }
    let mut tries = formers.len().saturating_mul(TRIES);
    for (own, former) in formers.iter_mut().enumerate().filter(|(_, former)| former.is_none()) {
        let (middle, reach) = (edited.middle(own), Vec3::splat(near * 4.0));
        let mut cells = vec![cell_of(middle - reach), cell_of(middle + reach), cell_of(middle)];
        cells.dedup();
        for cell in cells {
            let Some(faces) = places.get_mut(&cell) else { continue };
            let turn_of = |face: usize| (0..original.corners).find(|turn| equal(face, own, *turn));
            let found = faces.iter().enumerate().rev().take(tries.min(TRIES)).find_map(|(at, face)| {
                tries = tries.saturating_sub(1);
                Some((at, Former { face: *face, turn: turn_of(*face)? }))
            });
            if let Some((at, found)) = found {
                faces.remove(at);
                open.get_mut(found.face).into_iter().for_each(|open| *open = false);
                *former = Some(found);
                break;
            }
        }
    }
}

/// Matches faces that share corners with matched faces: a moved vertex changes its faces, and their other corners stayed.
fn beside_kept((original, edited): (Faces<'_>, Faces<'_>), formers: &mut [Option<Former>], open: &mut [bool]) {
    let kept: HashMap<u32, u32> =
        kept_corners(original, edited, formers).filter_map(|corner| Some((corner.after, corner.before?))).collect();
    // The open faces around each vertex of the original.
    let mut around: HashMap<u32, Vec<usize>> = HashMap::new();
    for (face, _) in open.iter().enumerate().filter(|(_, open)| **open) {
        for vertex in (0..original.corners).filter_map(|corner| original.vertex(face, corner)) {
            around.entry(vertex).or_default().push(face);
        }
    }
    for (own, former) in formers.iter_mut().enumerate().filter(|(_, former)| former.is_none()) {
        let stayed: Vec<Option<u32>> =
            (0..edited.corners).map(|corner| kept.get(&edited.vertex(own, corner)?).copied()).collect();
        let faces = stayed.iter().flatten().filter_map(|vertex| around.get(vertex));
        let faces = faces.flatten().copied().filter(|face| open.get(*face) == Some(&true)).take(TRIES);
        let turns = faces.flat_map(|face| (0..original.corners).map(move |turn| Former { face, turn }));
        let shared = |former: Former| {
            let corners = stayed.iter().enumerate().filter_map(|(corner, vertex)| Some((corner, (*vertex)?)));
            let is_there = |(corner, vertex): &(usize, u32)| {
                original.vertex(former.face, former.corner(*corner, original.corners)) == Some(*vertex)
            };
            corners.filter(is_there).count()
        };
        // Of equal candidates the first.
        let best = turns.map(|former| (shared(former), former)).reduce(|a, b| if b.0 > a.0 { b } else { a });
        // Two of three corners are an edge, and one alone may belong to any face around it.
        if let Some((_, best)) = best.filter(|(shared, _)| shared.saturating_mul(2) > original.corners) {
            open.get_mut(best.face).into_iter().for_each(|open| *open = false);
            *former = Some(best);
        }
    }
}

/// Matches the faces between two matched neighbours in order, if both meshes have the same number there.
fn moved(formers: &mut [Option<Former>], open: &mut [bool], turn_of: impl Fn(usize, usize) -> usize) {
    let mut at = 0;
    while at < formers.len() {
        if formers.get(at).is_some_and(Option::is_some) {
            at = at.saturating_add(1);
            continue;
        }
        let rest = formers.get(at..).unwrap_or_default();
        let run = rest.iter().take_while(|former| former.is_none()).count();
        let number = |place: Option<usize>| Some(formers.get(place?)?.as_ref()?.face);
        let start = number(at.checked_sub(1)).map_or(0, |face| face.saturating_add(1));
        let end = number(at.checked_add(run)).unwrap_or(open.len());
        let between = open.get(start..end).unwrap_or_default();
        if between.len() == run && between.iter().all(|open| *open) {
            let places = formers.get_mut(at..).into_iter().flatten().take(run);
            for ((own, face), former) in (at..).zip(start..end).zip(places) {
                *former = Some(Former { face, turn: turn_of(face, own) });
            }
            open.get_mut(start..end).into_iter().flatten().for_each(|open| *open = false);
        }
        at = at.saturating_add(run);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// Returns a strip of triangles along x, as a list.
    fn strip(count: u32) -> (Vec<u32>, Vec<Vec3>) {
        let indices = (0..count).flat_map(|at| [at, at + 1, at + 2]).collect();
        let positions = (0..count + 2).map(|at| Vec3::new(at as f32, (at % 2) as f32, 0.0)).collect();
        (indices, positions)
    }

    fn compare(a: &(Vec<u32>, Vec<Vec3>), b: &(Vec<u32>, Vec<Vec3>)) -> Vec<Option<(usize, usize)>> {
        let ((ai, ap), (bi, bp)) = (a.clone(), b.clone());
        let faces = |indices, positions| Faces {
            corners: 3,
            indices,
            positions,
            near: crate::same::rounding(positions, false),
        };
        let (original, edited) = (faces(&ai, &ap), faces(&bi, &bp));
        let same = |before: u32, after: u32| (ap[before as usize] - bp[after as usize]).length() < 1e-5;
        formers(original, edited, same).into_iter().map(|former| former.map(|one| (one.face, one.turn))).collect()
    }

    #[test]
    fn equal_faces_are_paired_in_any_order() {
        let plain = strip(4);
        assert_eq!(compare(&plain, &plain), [0, 1, 2, 3].map(|face| Some((face, 0))));
        let mut other = plain.clone();
        other.0.rotate_left(3);
        assert_eq!(compare(&plain, &other), [1, 2, 3, 0].map(|face| Some((face, 0))));
        let mut turned = plain.clone();
        turned.0[..3].rotate_left(1);
        assert_eq!(compare(&plain, &turned)[0], Some((0, 1)));
        turned.0[..3].reverse();
        assert_eq!(compare(&plain, &turned)[0], Some((0, 0)), "another face at its place: its vertices were moved");
    }

    #[test]
    fn moved_faces_keep_their_place_and_new_ones_have_none() {
        let plain = strip(5);
        let mut moved = plain.clone();
        moved.1[3] += Vec3::Z;
        assert_eq!(compare(&plain, &moved), [0, 1, 2, 3, 4].map(|face| Some((face, 0))));
        moved.0[6..9].rotate_left(1);
        assert_eq!(compare(&plain, &moved)[2], Some((2, 1)), "the corners that stayed say how it is turned");
        let mut fewer = plain.clone();
        fewer.0.drain(3..6);
        fewer.1[6] += Vec3::Z;
        assert_eq!(compare(&plain, &fewer), [0, 2, 3, 4].map(|face| Some((face, 0))));
        let mut more = plain.clone();
        more.0.extend([0, 2, 1]);
        assert_eq!(compare(&plain, &more)[5], None);
    }

    #[test]
    fn faces_are_rebuilt_on_the_vertices_of_the_original() {
        let places = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE, Vec3::ONE];
        // The second face can't be seen, and the third is removed.
        let original = Faces {
            corners: 3,
            indices: &[0, 1, 2, 1, 3, 4, 2, 1, 3],
            positions: &places,
            near: crate::same::rounding(&places, false),
        };
        let edited = Faces {
            corners: 3,
            indices: &[1, 2, 0, 2, 1, 5],
            positions: &places,
            near: crate::same::rounding(&places, false),
        };
        let formers = [Some(Former { face: 0, turn: 1 }), None];
        let unseen = unseen_faces(original, &formers, &[0, 1, 2, 3, 4]);
        assert_eq!(unseen, [1]);
        let mut asked = Vec::new();
        let rebuilt = rebuild(original, &unseen, edited, &formers, |corner| {
            asked.push((corner.before, corner.after));
            corner.before.unwrap_or(9)
        });
        assert_eq!(rebuilt.indices, [0, 1, 2, 1, 3, 4, 2, 1, 9], "the new face shares an edge with the kept one");
        assert_eq!((rebuilt.has_lost, rebuilt.has_new), (true, true));
        assert_eq!(asked, [(Some(1), 1), (Some(2), 2), (Some(0), 0), (None, 5)]);
    }

    #[test]
    fn vertices_that_only_lost_faces_used_are_dropped() {
        let mut after = [0, 2, 3];
        // Nothing ever used the vertex 4.
        assert_eq!(drop_unused(&[0, 1, 2, 1, 2, 3], &mut after, 5), Some(vec![true, false, true, true, true]));
        assert_eq!(after, [0, 1, 2]);
        assert_eq!(drop_unused(&[0, 1, 2], &mut after, 3), None);
    }
}
