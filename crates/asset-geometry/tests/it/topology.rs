//! Primitives against expansion by hand.

use asset_geometry::{Topology, is_degenerate, lines, points, triangles};
use proptest::collection::vec;
use proptest::prelude::*;

const ALL: [Topology; 6] = [
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::TriangleFan,
    Topology::Lines,
    Topology::LineStrip,
    Topology::Points,
];

fn naive_triangles(topology: Topology, indices: &[u32]) -> Vec<[u32; 3]> {
    match topology {
        Topology::Triangles => indices.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        Topology::TriangleStrip => (0..indices.len().saturating_sub(2))
            .map(|i| [indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]])
            .collect(),
        Topology::TriangleFan => (2..indices.len()).map(|i| [indices[0], indices[i - 1], indices[i]]).collect(),
        _ => Vec::new(),
    }
}

fn naive_lines(topology: Topology, indices: &[u32]) -> Vec<[u32; 2]> {
    match topology {
        Topology::Lines => indices.chunks_exact(2).map(|c| [c[0], c[1]]).collect(),
        Topology::LineStrip => indices.windows(2).map(|c| [c[0], c[1]]).collect(),
        _ => Vec::new(),
    }
}

/// Returns the items, with the promised length before each of them.
fn counted<T>(mut items: impl ExactSizeIterator<Item = T>) -> (Vec<T>, bool) {
    let (mut out, mut promised) = (Vec::new(), vec![items.len()]);
    while let Some(item) = items.next() {
        out.push(item);
        promised.push(items.len());
    }
    let ended = items.next().is_none();
    let right = promised.iter().rev().enumerate().all(|(left, promised)| left == *promised);
    (out, ended && right)
}

proptest! {
    #[test]
    fn triangles_lines_and_points_are_as_by_hand(indices in vec(any::<u32>(), 0..30)) {
        for topology in ALL {
            let (found, right) = counted(triangles(topology, indices.iter().copied()));
            prop_assert!(right);
            prop_assert_eq!(found.len(), topology.triangle_count(indices.len()));
            prop_assert_eq!(&found, &naive_triangles(topology, &indices));
            let made = found.len();

            let (found, right) = counted(lines(topology, indices.iter().copied()));
            prop_assert!(right);
            prop_assert_eq!(found.len(), topology.line_count(indices.len()));
            prop_assert_eq!(&found, &naive_lines(topology, &indices));
            let made = made + found.len();

            let (found, right) = counted(points(topology, indices.iter().copied()));
            prop_assert!(right);
            prop_assert_eq!(&found, if topology == Topology::Points { &indices[..] } else { &[] });
            prop_assert_eq!(made + found.len(), topology.primitive_count(indices.len()));
        }
    }
}

/// A strip zigzags over a flat band: the area of each triangle, with its sign, must be the same.
#[test]
fn strips_keep_their_winding() {
    let corner = |index: u32| ((index / 2) as f32, (index % 2) as f32);
    let areas = triangles(Topology::TriangleStrip, 0..20).map(|[a, b, c]| {
        let ((ax, ay), (bx, by), (cx, cy)) = (corner(a), corner(b), corner(c));
        (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    });
    assert!(areas.into_iter().all(|area| area == -1.0));
}

#[test]
fn degenerate() {
    assert!(is_degenerate([1, 1, 2]) && is_degenerate([1, 2, 1]) && is_degenerate([2, 1, 1]));
    assert!(!is_degenerate([1, 2, 3]));
}

#[test]
fn endless_lists_have_no_upper_bound() {
    let mut strip = triangles(Topology::TriangleStrip, 0..=u32::MAX);
    assert_eq!(strip.next(), Some([0, 1, 2]));
    let mut cycle = triangles(Topology::TriangleFan, [1, 2, 3].into_iter().cycle());
    assert_eq!((cycle.next(), cycle.size_hint().1), (Some([1, 2, 3]), None));
}
