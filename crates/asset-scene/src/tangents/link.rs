//! Neighbours of triangles.

use asset_geometry::TrianglesAround;

use super::NONE;
use super::face::{Face, next, previous};

/// An edge from the vertex in the middle to another one, or back.
struct Spoke {
    end: u32,
    face: u32,
    edge: usize,
    is_outward: bool,
}

/// Finds the neighbours of each triangle: of the triangles with an edge, each with the first later one that has it in the other direction.
pub(super) fn link(faces: &mut [Face], around: &TrianglesAround) {
    let mut spokes = Vec::new();
    for vertex in 0..around.vertices() {
        spokes.clear();
        let first = add_spokes(faces, vertex, around.of(vertex), &mut spokes);
        link_spokes(faces, &spokes);
        link_degenerate(faces, vertex, around.of(vertex), first);
    }
}

/// Adds the edges to vertices of larger numbers. Returns the first triangle that isn't degenerate.
fn add_spokes(faces: &[Face], vertex: u32, around: &[u32], spokes: &mut Vec<Spoke>) -> Option<u32> {
    let mut first = None;
    for number in around {
        let Some(face) = faces.get(*number as usize).filter(|face| !face.is_degenerate) else { continue };
        first = first.or(Some(*number));
        let Some(corner) = face.corner(vertex) else { continue };
        let before = previous(corner);
        for (other, edge, is_outward) in [(next(corner), corner, true), (before, before, false)] {
            let end = face.vertices.get(other).copied().unwrap_or_default();
            if end > vertex {
                spokes.push(Spoke { end, face: *number, edge, is_outward });
            }
        }
    }
    first
}

fn link_spokes(faces: &mut [Face], spokes: &[Spoke]) {
    for (place, spoke) in (1..).zip(spokes) {
        if !is_free(faces, spoke) {
            continue;
        }
        let fits =
            |other: &&Spoke| other.end == spoke.end && other.is_outward != spoke.is_outward && is_free(faces, other);
        let Some(other) = spokes.get(place..).unwrap_or_default().iter().find(fits) else { continue };
        set(faces, spoke.face, spoke.edge, other.face);
        set(faces, other.face, other.edge, spoke.face);
    }
}

fn is_free(faces: &[Face], spoke: &Spoke) -> bool {
    let face = faces.get(spoke.face as usize);
    face.and_then(|face| face.neighbors.get(spoke.edge)).is_some_and(|neighbor| *neighbor == NONE)
}

fn set(faces: &mut [Face], face: u32, edge: usize, neighbor: u32) {
    let slot = faces.get_mut(face as usize).and_then(|face| face.neighbors.get_mut(edge));
    slot.into_iter().for_each(|slot| *slot = neighbor);
}

/// Lets corners of degenerate triangles copy from the first other triangle.
fn link_degenerate(faces: &mut [Face], vertex: u32, around: &[u32], first: Option<u32>) {
    for number in around {
        let Some(face) = faces.get_mut(*number as usize).filter(|face| face.is_degenerate) else { continue };
        let slots = face.vertices.iter().zip(&mut face.neighbors).filter(|(own, _)| **own == vertex);
        slots.for_each(|(_, slot)| *slot = first.unwrap_or(NONE));
    }
}
