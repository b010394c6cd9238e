//! Matches the faces of an edited mesh with the faces of the original.

use std::collections::HashMap;

use asset_geometry::glam::Vec3;

use super::mesh::{Extent, share};

/// Number of candidates per face before the face counts as new. This bounds the time for many equal faces.
const TRIES: usize = 64;

/// List of points, lines or triangles.
#[derive(Clone, Copy, Debug)]
pub struct Faces<'f> {
    /// Vertices of a face: 1, 2 or 3.
    pub corners: usize,
    /// The vertices of all faces.
    pub indices: &'f [u32],
    /// Positions of the vertices.
    pub positions: &'f [Vec3],
    /// Whether joints move the vertices.
    pub is_skinned: bool,
}

/// Original face of an edited face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Former {
    /// Number of the face in the original.
    pub face: usize,
    /// Corner of the original that is the first corner of the edited face.
    pub turn: usize,
}

impl Faces<'_> {
    /// Number of whole faces.
    pub fn count(&self) -> usize {
        self.indices.len().checked_div(self.corners).unwrap_or(0)
    }

    /// Returns the vertex of a corner.
    pub fn vertex(&self, face: usize, corner: usize) -> Option<u32> {
        self.indices.get(face.checked_mul(self.corners)?.checked_add(corner)?).copied()
    }

    /// The sum of the positions of a face's corners.
    fn middle(&self, face: usize) -> Vec3 {
        let vertices = (0..self.corners).filter_map(|corner| self.vertex(face, corner));
        vertices.filter_map(|vertex| self.positions.get(vertex as usize)).sum()
    }

    /// Returns the tolerance for positions, which grows with the size of the mesh.
    pub fn tolerance(&self) -> f32 {
        Extent::of(self.positions).size() * share(self.is_skinned)
    }
}

/// Returns the original face of each face in `edited`, or `None` for a new face.
///
/// Faces with equal corners are matched first, in any order. Faces between two matched neighbours are then matched in order if both meshes have the
/// same number of faces there, because their vertices were moved. `same` compares a vertex of the original with a vertex of the edited mesh. If the
/// meshes have different kinds of faces, all results are `None`.
pub fn formers(original: Faces<'_>, edited: Faces<'_>, same: impl Fn(u32, u32) -> bool) -> Vec<Option<Former>> {
    let mut formers: Vec<Option<Former>> = vec![None; edited.count()];
    if original.corners != edited.corners {
        return formers;
    }
    let mut open = vec![true; original.count()];
    let equal = |face: usize, own: usize, turn: usize| {
        (0..original.corners).all(|corner| {
            let turned = corner.saturating_add(turn).checked_rem(original.corners).unwrap_or(0);
            let (before, after) = (original.vertex(face, turned), edited.vertex(own, corner));
            before.zip(after).is_some_and(|(before, after)| same(before, after))
        })
    };
    // As a rule they are in the same order.
    for (face, (former, open)) in formers.iter_mut().zip(&mut open).enumerate() {
        if equal(face, face, 0) {
            (*former, *open) = (Some(Former { face, turn: 0 }), false);
        }
    }
    if formers.iter().any(Option::is_none) {
        in_another_order((original, edited), &mut formers, &mut open, equal);
        moved(&mut formers, &mut open);
    }
    formers
}

/// Matches equal faces at another index.
fn in_another_order(
    (original, edited): (Faces<'_>, Faces<'_>),
    formers: &mut [Option<Former>],
    open: &mut [bool],
    equal: impl Fn(usize, usize, usize) -> bool,
) {
    let near = original.tolerance().max(edited.tolerance());
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

/// Matches the faces between two matched neighbours in order, if both meshes have the same number there.
fn moved(formers: &mut [Option<Former>], open: &mut [bool]) {
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
            for (face, former) in (start..end).zip(places) {
                *former = Some(Former { face, turn: 0 });
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

    /// A strip of triangles along x, as a list.
    fn strip(count: u32) -> (Vec<u32>, Vec<Vec3>) {
        let indices = (0..count).flat_map(|at| [at, at + 1, at + 2]).collect();
        let positions = (0..count + 2).map(|at| Vec3::new(at as f32, (at % 2) as f32, 0.0)).collect();
        (indices, positions)
    }

    fn compare(a: &(Vec<u32>, Vec<Vec3>), b: &(Vec<u32>, Vec<Vec3>)) -> Vec<Option<(usize, usize)>> {
        let ((ai, ap), (bi, bp)) = (a.clone(), b.clone());
        let faces = |indices, positions| Faces { corners: 3, indices, positions, is_skinned: false };
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
        let mut fewer = plain.clone();
        fewer.0.drain(3..6);
        fewer.1[6] += Vec3::Z;
        assert_eq!(compare(&plain, &fewer), [0, 2, 3, 4].map(|face| Some((face, 0))));
        let mut more = plain.clone();
        more.0.extend([0, 2, 1]);
        assert_eq!(compare(&plain, &more)[5], None);
    }
}
