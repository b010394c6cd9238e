//! Faces that share an edge.

use super::faces::{Face, NONE};

/// An edge of a face, in the list of its vertex with the lower number.
#[derive(Clone, Copy)]
struct Edge {
    /// The vertex with the higher number.
    high: u32,
    face: u32,
    /// Number of the edge: the edge of corner 0 ends at corner 1.
    number: u8,
    /// Whether the edge starts at the vertex with the lower number.
    is_forward: bool,
}

/// Returns the neighbour of each face at each edge, or [`NONE`]: a face that has the edge in the other direction. If more than two faces have an edge,
/// the first ones are pairs. `vertices` is the number of vertices.
pub(super) fn neighbors(faces: &[Face], vertices: usize) -> Vec<[u32; 3]> {
    let (mut edges, ends) = edges(faces, vertices);
    let mut neighbors = vec![[NONE; 3]; faces.len()];
    let mut start = 0;
    for end in ends {
        let edges = edges.get_mut(start..end).unwrap_or_default();
        start = end;
        edges.sort_by_key(|edge| edge.high);
        for same in edges.chunk_by(|a, b| a.high == b.high) {
            pair(same, &mut neighbors);
        }
    }
    neighbors
}

/// Makes pairs of the faces with one edge.
fn pair(edges: &[Edge], neighbors: &mut [[u32; 3]]) {
    for (index, edge) in edges.iter().enumerate() {
        let later = edges.get(index.saturating_add(1)..).unwrap_or_default();
        if !is_free(edge, neighbors) {
            continue;
        }
        let fits = |other: &&Edge| other.is_forward != edge.is_forward && is_free(other, neighbors);
        if let Some(other) = later.iter().find(fits) {
            set(neighbors, edge, other.face);
            set(neighbors, other, edge.face);
        }
    }
}

fn is_free(edge: &Edge, neighbors: &[[u32; 3]]) -> bool {
    neighbors.get(edge.face as usize).and_then(|face| face.get(usize::from(edge.number))) == Some(&NONE)
}

fn set(neighbors: &mut [[u32; 3]], edge: &Edge, neighbor: u32) {
    let face = neighbors.get_mut(edge.face as usize);
    if let Some(own) = face.and_then(|face| face.get_mut(usize::from(edge.number))) {
        *own = neighbor;
    }
}

/// Returns the edges of all faces by their vertex with the lower number, then in the order of the faces, and where the edges of each vertex end.
fn edges(faces: &[Face], vertices: usize) -> (Vec<Edge>, Vec<usize>) {
    let of_face = |(index, face): (usize, &Face)| {
        let [a, b, c] = face.vertices;
        [(a, b, 0), (b, c, 1), (c, a, 2)].map(|(from, to, number)| {
            let edge = Edge { high: from.max(to), face: index as u32, number, is_forward: from < to };
            (from.min(to) as usize, edge)
        })
    };
    let all = || faces.iter().enumerate().flat_map(of_face);
    let mut starts = vec![0_usize; vertices];
    for (low, _) in all() {
        if let Some(count) = starts.get_mut(low) {
            *count = count.saturating_add(1);
        }
    }
    let mut total = 0_usize;
    for start in &mut starts {
        total = total.saturating_add(std::mem::replace(start, total));
    }
    let mut edges = vec![Edge { high: NONE, face: NONE, number: 0, is_forward: false }; total];
    for (low, edge) in all() {
        let Some(place) = starts.get_mut(low) else { continue };
        if let Some(own) = edges.get_mut(*place) {
            *own = edge;
        }
        *place = place.saturating_add(1);
    }
    // Each start has moved to its end.
    (edges, starts)
}
