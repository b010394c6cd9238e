//! Finds vertices that several levels of detail can share.

use asset_geometry::glam::{Vec3, Vec4};

use super::equal::first_equal;
use super::{Surface, Target};

/// An index needs only two bytes up to this number of vertices.
const SMALL: usize = 1 << 16;

/// Merges the vertices of several surfaces, and returns the indices of each surface in this list. Returns `None` if no
/// vertex can be shared, if the surfaces don't have the same columns, or if larger indices would be needed.
pub fn shared(levels: &[&Surface]) -> Option<(Surface, Vec<Vec<u32>>)> {
    let (first, further) = levels.split_first()?;
    if further.is_empty() || !further.iter().all(|level| first.has_columns_of(level)) {
        return None;
    }
    let mut whole = (*first).clone();
    for level in further {
        whole.append(level);
    }
    let before = whole.positions.len();
    whole.join_equal();
    let after = whole.positions.len();
    let largest = levels.iter().map(|level| level.positions.len()).max()?;
    if after == before || after > SMALL && largest <= SMALL {
        return None;
    }
    let mut rest = std::mem::take(&mut whole.indices).into_iter();
    let indices = levels.iter().map(|level| rest.by_ref().take(level.indices.len()).collect()).collect();
    Some((whole, indices))
}

/// If the angle between two computed tangents of a vertex is smaller than this, given as a cosine, they are considered
/// equal.
const SAME_TANGENT: f32 = 0.7;

/// Copies computed tangents from finer levels to the vertices of coarser levels at the same place, so that they can be
/// shared. This is needed because a tangent depends on all triangles around a vertex, and coarser levels have fewer
/// triangles.
pub fn share_tangents<'l>(levels: impl IntoIterator<Item = &'l mut Surface>) {
    let mut levels: Vec<&mut Surface> = levels.into_iter().collect();
    let rows = levels.iter().map(|level| level.places()).fold(0, usize::saturating_add);
    let first = first_equal(rows as u32, |row| place(&levels, row as usize));
    let mut known: Vec<Vec4> = Vec::with_capacity(rows);
    // The next row at the same place with another tangent.
    let mut next: Vec<Option<u32>> = vec![None; rows];
    let tangents = levels.iter_mut().flat_map(|level| {
        let places = level.places();
        level.tangents.iter_mut().take(places)
    });
    for ((row, first), tangent) in (0..).zip(first).zip(tangents) {
        let is_it = |other: &Vec4| other.w == tangent.w && other.truncate().dot(tangent.truncate()) >= SAME_TANGENT;
        let mut here = Some(first).filter(|first| *first != row);
        while let Some(other) = here {
            if let Some(shared) = known.get(other as usize).filter(|other| is_it(other)) {
                *tangent = *shared;
                break;
            }
            let Some(link) = next.get_mut(other as usize) else { break };
            here = *link;
            *link = link.or(Some(row));
        }
        known.push(*tangent);
    }
}

/// Returns the bits of the position, normal and first texture coordinates of a row in all levels.
fn place(levels: &[&mut Surface], mut row: usize) -> Option<[u32; 8]> {
    for level in levels {
        let places = level.places();
        if row < places {
            let ([a, b, c], [d, e, f]) = (level.positions.get(row)?.to_array(), level.normals.get(row)?.to_array());
            let [g, h] = level.tex_coords.first()?.1.get(row)?.to_array();
            return Some([a, b, c, d, e, f, g, h].map(f32::to_bits));
        }
        row = row.saturating_sub(places);
    }
    None
}

impl Surface {
    /// Returns how many vertices have everything that is needed for a tangent.
    fn places(&self) -> usize {
        let tex_coords = self.tex_coords.first().map_or(0, |(_, column)| column.len());
        self.positions.len().min(self.normals.len()).min(self.tangents.len()).min(tex_coords)
    }

    /// Returns whether another surface has the same columns.
    fn has_columns_of(&self, other: &Self) -> bool {
        let sets = |surface: &Self| -> (Vec<u32>, Vec<u32>) {
            let tex_coords = surface.tex_coords.iter().map(|(set, _)| *set).collect();
            (tex_coords, surface.colors.iter().map(|(set, _)| *set).collect())
        };
        let targets = |surface: &Self| -> Vec<(usize, [bool; 3])> {
            let columns = |target: &Target| [&target.positions, &target.normals, &target.tangents].map(Vec::is_empty);
            surface.targets.iter().map(|target| (target.morph, columns(target))).collect()
        };
        let has = |surface: &Self| {
            let Self { positions, normals, tangents, influences, .. } = surface;
            [positions.is_empty(), normals.is_empty(), tangents.is_empty(), influences.is_empty()]
        };
        has(self) == has(other) && sets(self) == sets(other) && targets(self) == targets(other)
    }

    /// Adds the vertices and indices of a surface that has the same columns.
    fn append(&mut self, other: &Self) {
        let offset = self.positions.len() as u32;
        self.indices.extend(other.indices.iter().map(|index| index.saturating_add(offset)));
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.tangents.extend(&other.tangents);
        self.influences.extend(&other.influences);
        for ((_, column), (_, more)) in self.tex_coords.iter_mut().zip(&other.tex_coords) {
            column.extend(more);
        }
        for ((_, column), (_, more)) in self.colors.iter_mut().zip(&other.colors) {
            column.extend(more);
        }
        let extend = |column: &mut Vec<Vec3>, more: &[Vec3]| column.extend(more);
        for (target, more) in self.targets.iter_mut().zip(&other.targets) {
            extend(&mut target.positions, &more.positions);
            extend(&mut target.normals, &more.normals);
            extend(&mut target.tangents, &more.tangents);
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]
mod tests {
    use super::*;
    use asset_geometry::Topology;

    /// Returns a strip of triangles, with corners from `start` on.
    fn surface(start: u8, corners: u8) -> Surface {
        let positions: Vec<Vec3> = (start..start + corners).map(|at| Vec3::splat(f32::from(at))).collect();
        let normals = vec![Vec3::Z; positions.len()];
        let indices = (0..u32::from(corners) - 2).flat_map(|at| [at, at + 1, at + 2]).collect();
        Surface { topology: Some(Topology::Triangles), indices, positions, normals, ..Surface::default() }
    }

    fn drawn(vertices: &Surface, indices: &[u32]) -> Vec<Vec3> {
        indices.iter().map(|index| vertices.positions[*index as usize]).collect()
    }

    #[test]
    fn levels_share_their_vertices() {
        let (fine, coarse) = (surface(0, 9), surface(6, 5));
        let (vertices, indices) = shared(&[&fine, &coarse]).unwrap();
        assert_eq!((vertices.positions.len(), vertices.normals.len()), (11, 11));
        for (level, indices) in [&fine, &coarse].into_iter().zip(&indices) {
            assert_eq!(drawn(&vertices, indices), drawn(level, &level.indices));
        }
    }

    #[test]
    fn computed_tangents_of_finer_levels_are_taken() {
        let with = |tangent: Vec4| {
            let surface = surface(0, 4);
            let tex_coords = vec![(0, vec![asset_geometry::glam::Vec2::ZERO; 4])];
            Surface { tangents: vec![tangent; 4], tex_coords, ..surface }
        };
        let fine = Vec4::new(1.0, 0.0, 0.0, 1.0);
        for (coarse, expected) in [
            (Vec4::new(0.96, 0.28, 0.0, 1.0), fine),
            (Vec4::new(0.96, 0.28, 0.0, -1.0), Vec4::new(0.96, 0.28, 0.0, -1.0)),
            (Vec4::new(0.0, 1.0, 0.0, 1.0), Vec4::new(0.0, 1.0, 0.0, 1.0)),
        ] {
            let mut levels = [with(fine), with(coarse)];
            share_tangents(&mut levels);
            assert_eq!(levels[1].tangents, [expected; 4]);
        }
    }

    #[test]
    fn other_levels_keep_their_own() {
        assert!(shared(&[&surface(0, 4)]).is_none(), "one level");
        assert!(shared(&[&surface(0, 4), &surface(4, 4)]).is_none(), "nothing in common");
        let bare = Surface { normals: Vec::new(), ..surface(0, 4) };
        assert!(shared(&[&surface(0, 4), &bare]).is_none(), "other columns");
    }
}
