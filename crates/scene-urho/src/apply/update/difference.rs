//! Finds out which parts of a vertex were edited.

use asset_scene::glam::Vec3;
use scene_adapter::same::{self, tolerance};

use super::vertices::{Delta, Vertices};

/// The parts of a vertex that differ, as bits.
pub(super) type Difference = u8;
pub(super) const POSITION: Difference = 1;
pub(super) const NORMAL: Difference = 2;
pub(super) const TEX_COORDS: Difference = 4;
pub(super) const COLORS: Difference = 8;
pub(super) const BONES: Difference = 16;
pub(super) const MORPHS: Difference = 32;

/// Compares an original vertex with a built vertex. This ignores attributes that only one model has.
pub(super) fn difference(
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
    before.iter().chain(after).all(|(bone, _)| (share(before, *bone) - share(after, *bone)).abs() <= tolerance::WEIGHT)
}

/// Returns whether morphs move two vertices in the same way. Both lists must be sorted by morph number.
fn same_deltas(before: &[(usize, Delta)], after: &[(usize, Delta)], near: f32) -> bool {
    let of = |all: &[(usize, Delta)], morph: usize| {
        let place = all.binary_search_by_key(&morph, |(own, _)| *own).ok();
        place.and_then(|place| all.get(place)).map(|(_, delta)| *delta).unwrap_or_default()
    };
    before.iter().chain(after).all(|(morph, _)| {
        let (own, other) = (of(before, *morph), of(after, *morph));
        let has_normals = own.normal != Vec3::ZERO;
        same::places(own.position, other.position, near)
            && (!has_normals || same::places(own.normal, other.normal, tolerance::NORMAL))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_offsets_differ_above_the_tolerance_alone() {
        let weights = |far: f32| [(3, 0.5 + far), (4, 0.5 - far), (0, 0.0), (0, 0.0)];
        assert!(same_bones(&weights(0.0), &weights(tolerance::WEIGHT * 0.9)));
        assert!(!same_bones(&weights(0.0), &weights(tolerance::WEIGHT * 1.1)));
        let offsets =
            |far: f32| [(0, Delta { position: Vec3::X, normal: Vec3::new(0.1, far, 0.0), tangent: Vec3::ZERO })];
        assert!(same_deltas(&offsets(0.0), &offsets(tolerance::NORMAL * 0.9), 1e-5));
        assert!(!same_deltas(&offsets(0.0), &offsets(tolerance::NORMAL * 1.1), 1e-5));
    }
}
