//! This module converts index lists to separate primitives.

use core::iter::{Fuse, FusedIterator};

/// How a list of indices should be read. This has all types in the supported formats, but not the number that a format
/// uses for the type, because you can find this in the document of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Three indices per triangle.
    Triangles,
    /// A triangle for every index from the third on, together with the previous two indices.
    TriangleStrip,
    /// A triangle for every index from the third on, together with the previous index and the first.
    TriangleFan,
    /// Two indices per line.
    Lines,
    /// A line for every index from the second on, together with the previous index.
    LineStrip,
    /// One index per point.
    Points,
}

impl Topology {
    /// Returns how many primitives this many indices form. An incomplete primitive at the end does not count.
    pub const fn primitive_count(self, indices: usize) -> usize {
        match self {
            Self::Triangles => indices / 3,
            Self::TriangleStrip | Self::TriangleFan => indices.saturating_sub(2),
            Self::Lines => indices / 2,
            Self::LineStrip => indices.saturating_sub(1),
            Self::Points => indices,
        }
    }

    /// Returns how many triangles this many indices form, including degenerate triangles. This is 0 for lines and
    /// points.
    pub const fn triangle_count(self, indices: usize) -> usize {
        if self.is_triangles() { self.primitive_count(indices) } else { 0 }
    }

    /// Returns how many lines this many indices form. This is 0 for triangles and points.
    pub const fn line_count(self, indices: usize) -> usize {
        if self.is_lines() { self.primitive_count(indices) } else { 0 }
    }

    /// Returns true if this is a type of triangles.
    pub const fn is_triangles(self) -> bool {
        matches!(self, Self::Triangles | Self::TriangleStrip | Self::TriangleFan)
    }

    /// Returns true if this is a type of lines.
    pub const fn is_lines(self) -> bool {
        matches!(self, Self::Lines | Self::LineStrip)
    }
}

/// Iterates over the triangles in an index list. All of them will have the winding of the first. For lines or points
/// there are none.
///
/// To keep the winding in a strip, the second and third corner of every second triangle must be swapped, but the first
/// corner is still the first index of the triangle, as in glTF and Direct3D. In a fan, the first index of the list
/// comes first. This does not remove degenerate triangles (see [`is_degenerate`]), because they connect strips and
/// count for the winding, so you will always get [`Topology::triangle_count`] triangles.
///
/// ```
/// use asset_geometry::{Topology, is_degenerate, triangles};
/// let fan: Vec<_> = triangles(Topology::TriangleFan, [5, 6, 7, 8]).collect();
/// assert_eq!(fan, [[5, 6, 7], [5, 7, 8]]);
///
/// let stitched = triangles(Topology::TriangleStrip, [0, 1, 2, 2, 7, 7, 8, 9]);
/// assert_eq!(stitched.filter(|corners| !is_degenerate(*corners)).collect::<Vec<_>>(), [[0, 1, 2], [7, 9, 8]]);
/// ```
pub fn triangles<I: IntoIterator<Item = u32>>(topology: Topology, indices: I) -> Triangles<I::IntoIter> {
    Triangles { topology, indices: indices.into_iter().fuse(), held: None, swap: false }
}

/// Iterates over the lines in an index list. For triangles or points there are none.
pub fn lines<I: IntoIterator<Item = u32>>(topology: Topology, indices: I) -> Segments<I::IntoIter> {
    Segments { topology, indices: indices.into_iter().fuse(), held: None }
}

/// Iterates over the points in an index list. For triangles or lines there are none.
pub fn points<I: IntoIterator<Item = u32>>(topology: Topology, indices: I) -> Points<I::IntoIter> {
    Points { indices: (topology == Topology::Points).then(|| indices.into_iter().fuse()) }
}

/// Returns true if two corners use the same vertex, because such a triangle will not be drawn.
pub const fn is_degenerate([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || a == c
}

/// An iterator returned by [`triangles`].
#[derive(Clone, Debug)]
pub struct Triangles<I> {
    topology: Topology,
    indices: Fuse<I>,
    /// The previous two corners, in a strip or fan.
    held: Option<[u32; 2]>,
    swap: bool,
}

impl<I: Iterator<Item = u32>> Iterator for Triangles<I> {
    type Item = [u32; 3];

    #[inline]
    fn next(&mut self) -> Option<[u32; 3]> {
        let (first, second) = match self.topology {
            Topology::Triangles => return Some([self.indices.next()?, self.indices.next()?, self.indices.next()?]),
            Topology::TriangleStrip | Topology::TriangleFan => match self.held {
                Some([first, second]) => (first, second),
                None => (self.indices.next()?, self.indices.next()?),
            },
            Topology::Lines | Topology::LineStrip | Topology::Points => return None,
        };
        let third = self.indices.next()?;
        if self.topology == Topology::TriangleFan {
            self.held = Some([first, third]);
            return Some([first, second, third]);
        }
        self.held = Some([second, third]);
        self.swap = !self.swap;
        Some(if self.swap { [first, second, third] } else { [first, third, second] })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let held = if self.held.is_some() { 2 } else { 0 };
        count_hint(self.indices.size_hint(), held, |indices| self.topology.triangle_count(indices))
    }
}

impl<I: ExactSizeIterator<Item = u32>> ExactSizeIterator for Triangles<I> {}
impl<I: Iterator<Item = u32>> FusedIterator for Triangles<I> {}

/// An iterator returned by [`lines`].
#[derive(Clone, Debug)]
pub struct Segments<I> {
    topology: Topology,
    indices: Fuse<I>,
    /// The end of the previous line, in a strip.
    held: Option<u32>,
}

impl<I: Iterator<Item = u32>> Iterator for Segments<I> {
    type Item = [u32; 2];

    #[inline]
    fn next(&mut self) -> Option<[u32; 2]> {
        if !self.topology.is_lines() {
            return None;
        }
        let first = match self.held {
            Some(first) => first,
            None => self.indices.next()?,
        };
        let second = self.indices.next()?;
        self.held = (self.topology == Topology::LineStrip).then_some(second);
        Some([first, second])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let held = usize::from(self.held.is_some());
        count_hint(self.indices.size_hint(), held, |indices| self.topology.line_count(indices))
    }
}

impl<I: ExactSizeIterator<Item = u32>> ExactSizeIterator for Segments<I> {}
impl<I: Iterator<Item = u32>> FusedIterator for Segments<I> {}

/// An iterator returned by [`points`].
#[derive(Clone, Debug)]
pub struct Points<I> {
    indices: Option<Fuse<I>>,
}

impl<I: Iterator<Item = u32>> Iterator for Points<I> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.indices.as_mut()?.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.as_ref().map_or((0, Some(0)), Iterator::size_hint)
    }
}

impl<I: ExactSizeIterator<Item = u32>> ExactSizeIterator for Points<I> {}
impl<I: Iterator<Item = u32>> FusedIterator for Points<I> {}

/// Returns the size hint, given the remaining and the held indices.
fn count_hint(
    (least, most): (usize, Option<usize>),
    held: usize,
    count: impl Fn(usize) -> usize,
) -> (usize, Option<usize>) {
    (count(least.saturating_add(held)), most.and_then(|most| most.checked_add(held)).map(count))
}
