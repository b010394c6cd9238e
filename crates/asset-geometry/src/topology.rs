//! Conversion of index lists to separate primitives.

use core::iter::{Fuse, FusedIterator};

/// Primitive type of an index list.
///
/// The types that occur in the supported formats; the format's own number stays in its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Three indices each.
    Triangles,
    /// Each index from the third on forms a triangle with the previous two.
    TriangleStrip,
    /// Each index from the third on forms a triangle with the previous one and the first.
    TriangleFan,
    /// Two indices each.
    Lines,
    /// Each index from the second on forms a line with the previous one.
    LineStrip,
    /// One index each.
    Points,
}

impl Topology {
    /// Returns the number of primitives of `indices` indices, without an incomplete last one.
    pub const fn primitive_count(self, indices: usize) -> usize {
        match self {
            Self::Triangles => indices / 3,
            Self::TriangleStrip | Self::TriangleFan => indices.saturating_sub(2),
            Self::Lines => indices / 2,
            Self::LineStrip => indices.saturating_sub(1),
            Self::Points => indices,
        }
    }

    /// Returns the number of triangles of `indices` indices, including degenerate ones: 0 for lines and points.
    pub const fn triangle_count(self, indices: usize) -> usize {
        if self.is_triangles() { self.primitive_count(indices) } else { 0 }
    }

    /// Returns the number of lines of `indices` indices: 0 for triangles and points.
    pub const fn line_count(self, indices: usize) -> usize {
        if self.is_lines() { self.primitive_count(indices) } else { 0 }
    }

    /// Returns whether the primitives are triangles.
    pub const fn is_triangles(self) -> bool {
        matches!(self, Self::Triangles | Self::TriangleStrip | Self::TriangleFan)
    }

    /// Returns whether the primitives are lines.
    pub const fn is_lines(self) -> bool {
        matches!(self, Self::Lines | Self::LineStrip)
    }
}

/// Iterates over the triangles of an index list, all with the winding of the first; none for lines or points.
///
/// In a strip the second and third corner of every second triangle are swapped, in a fan the first index leads. So the first corner of a strip's
/// triangle is its first index, as in glTF and Direct3D. Degenerate triangles (see [`is_degenerate`]) are kept: they connect strips, they count
/// for the winding, and the number of triangles stays [`Topology::triangle_count`].
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

/// Iterates over the lines of an index list; none for triangles or points.
pub fn lines<I: IntoIterator<Item = u32>>(topology: Topology, indices: I) -> Segments<I::IntoIter> {
    Segments { topology, indices: indices.into_iter().fuse(), held: None }
}

/// Iterates over the points of an index list; none for triangles or lines.
pub fn points<I: IntoIterator<Item = u32>>(topology: Topology, indices: I) -> Points<I::IntoIter> {
    Points { indices: (topology == Topology::Points).then(|| indices.into_iter().fuse()) }
}

/// Returns whether two corners are the same vertex, so that nothing is drawn.
pub const fn is_degenerate([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || a == c
}

/// Iterator of [`triangles`].
#[derive(Clone, Debug)]
pub struct Triangles<I> {
    topology: Topology,
    indices: Fuse<I>,
    /// Previous two corners in a strip or fan.
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

/// Iterator of [`lines`].
#[derive(Clone, Debug)]
pub struct Segments<I> {
    topology: Topology,
    indices: Fuse<I>,
    /// End of the previous line, in a strip.
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

/// Iterator of [`points`].
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

/// Returns the size hint of primitives from the remaining and the held indices.
fn count_hint(
    (least, most): (usize, Option<usize>),
    held: usize,
    count: impl Fn(usize) -> usize,
) -> (usize, Option<usize>) {
    (count(least.saturating_add(held)), most.and_then(|most| most.checked_add(held)).map(count))
}
