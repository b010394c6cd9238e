//! Bones and nodes as a forest.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Mul;

/// A forest of nodes, created from their parents: any order, any number of roots, cycles allowed.
///
/// A root is a node without parent, a node that is its own parent (Urho3D's convention) or a node whose parent doesn't exist (the engine
/// attaches such a bone to the model node). A cycle of two or more nodes is cut at each of its nodes: all of them count as roots, listed
/// after the others and reported by [`cyclic`](Self::cyclic); their other descendants stay.
///
/// Five words per node in one allocation each, no allocation per node; built in linear time.
///
/// ```
/// use asset_geometry::Hierarchy;
/// // 0 and 1 below 2; 3 and 4 name each other.
/// let nodes = Hierarchy::new([Some(2), Some(2), None, Some(4), Some(3)]);
/// assert_eq!(nodes.roots(), [2, 3, 4]);
/// assert_eq!(nodes.cyclic(), [3, 4]);
/// assert_eq!(nodes.children(2), [0, 1]);
/// assert_eq!(nodes.depth_first(), [2, 0, 1, 3, 4]);
/// assert_eq!((nodes.parent(0), nodes.parent(3)), (Some(2), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// Parent of each node; the number of nodes for a root.
    parents: Vec<usize>,
    depths: Vec<usize>,
    order: Vec<usize>,
    /// Children of all nodes, grouped by node; the last group contains the roots.
    children: Vec<usize>,
    /// Start of each node's group in `children`, and the end of the roots.
    starts: Vec<usize>,
    cyclic: usize,
}

impl Hierarchy {
    /// Creates the forest of nodes with these parents, one per node.
    pub fn new(parents: impl IntoIterator<Item = Option<usize>>) -> Self {
        let mut parents: Vec<usize> = parents.into_iter().map(|parent| parent.unwrap_or(usize::MAX)).collect();
        let count = parents.len();
        for (node, parent) in parents.iter_mut().enumerate() {
            if *parent >= count || *parent == node {
                *parent = count;
            }
        }
        let on_cycle = nodes_on_cycles(&parents);
        for (parent, &on_cycle) in parents.iter_mut().zip(&on_cycle) {
            if on_cycle {
                *parent = count;
            }
        }
        let (starts, children) = child_lists(&parents, &on_cycle);
        let cyclic = on_cycle.iter().filter(|on_cycle| **on_cycle).count();
        let mut forest =
            Self { parents, depths: vec![0; count], order: Vec::with_capacity(count), children, starts, cyclic };
        forest.walk();
        forest
    }

    /// Computes the order and the depths.
    fn walk(&mut self) {
        let mut order = core::mem::take(&mut self.order);
        let mut open: Vec<usize> = self.roots().iter().rev().copied().collect();
        while let Some(node) = open.pop() {
            order.push(node);
            let above = self.parent(node).and_then(|parent| self.depths.get(parent));
            let depth = above.map_or(0, |depth| depth + 1);
            if let Some(own) = self.depths.get_mut(node) {
                *own = depth;
            }
            open.extend(self.children(node).iter().rev());
        }
        self.order = order;
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Returns the parent of a node; `None` for a root, for a node on a cycle and for a missing node.
    #[inline]
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().filter(|parent| *parent < self.len())
    }

    /// Returns the children of a node, ascending; empty for a missing node.
    pub fn children(&self, node: usize) -> &[usize] {
        if node < self.len() { self.list(node) } else { &[] }
    }

    /// Returns the roots, ascending, then the nodes on cycles, ascending.
    pub fn roots(&self) -> &[usize] {
        self.list(self.len())
    }

    /// Returns the nodes on cycles, ascending, without their other descendants.
    pub fn cyclic(&self) -> &[usize] {
        let roots = self.roots();
        roots.get(roots.len() - self.cyclic..).unwrap_or_default()
    }

    /// Returns whether a node is on a cycle.
    pub fn is_cyclic(&self, node: usize) -> bool {
        self.cyclic().binary_search(&node).is_ok()
    }

    /// Returns the number of ancestors of a node: 0 for a root. `None` for a missing node.
    pub fn depth(&self, node: usize) -> Option<usize> {
        self.depths.get(node).copied()
    }

    /// Returns every node exactly once, each followed by its descendants: parents before children, trees in the order of
    /// [`roots`](Self::roots).
    pub fn depth_first(&self) -> &[usize] {
        &self.order
    }

    /// Returns the transforms of all nodes in the space of the roots' parent, from transforms relative to each node's parent: `global =
    /// global of the parent * local`, for column vectors as in [`glam`]: `Affine3A`, `Mat4` … `None` unless there is one transform per
    /// node.
    pub fn global_transforms<T: Copy + Mul<Output = T>>(&self, locals: &[T]) -> Option<Vec<T>> {
        let mut out = locals.to_vec();
        self.globalize(&mut out).then_some(out)
    }

    /// [`global_transforms`](Self::global_transforms) into a reusable slice. Returns `false` and writes nothing unless both have one
    /// transform per node.
    #[must_use]
    pub fn global_transforms_into<T: Copy + Mul<Output = T>>(&self, locals: &[T], out: &mut [T]) -> bool {
        if locals.len() != self.len() || out.len() != self.len() {
            return false;
        }
        out.copy_from_slice(locals);
        self.globalize(out)
    }

    /// Converts local transforms to global ones in place. Returns `false` and writes nothing unless there is one per node.
    #[must_use]
    pub fn globalize<T: Copy + Mul<Output = T>>(&self, transforms: &mut [T]) -> bool {
        if transforms.len() != self.len() {
            return false;
        }
        for &node in &self.order {
            let above = self.parent(node).and_then(|parent| transforms.get(parent)).copied();
            if let (Some(above), Some(own)) = (above, transforms.get_mut(node)) {
                *own = above * *own;
            }
        }
        true
    }

    fn list(&self, node: usize) -> &[usize] {
        let (start, end) = (self.starts.get(node), self.starts.get(node + 1));
        start.zip(end).and_then(|(start, end)| self.children.get(*start..*end)).unwrap_or_default()
    }
}

/// Returns the nodes on cycles: the remaining nodes after nodes without children are removed repeatedly.
fn nodes_on_cycles(parents: &[usize]) -> Vec<bool> {
    let mut children = vec![0usize; parents.len()];
    for &parent in parents {
        if let Some(children) = children.get_mut(parent) {
            *children += 1;
        }
    }
    let mut remains = vec![true; parents.len()];
    for start in 0..parents.len() {
        let mut node = start;
        while children.get(node) == Some(&0) {
            let Some(remains) = remains.get_mut(node).filter(|remains| **remains) else { break };
            *remains = false;
            node = parents.get(node).copied().unwrap_or(usize::MAX);
            if let Some(children) = children.get_mut(node) {
                *children -= 1;
            }
        }
    }
    remains
}

/// Returns the children of all nodes in one list, and the start of each node's group. Roots are the children of an extra node after the
/// last.
fn child_lists(parents: &[usize], on_cycle: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let count = parents.len();
    // Shifted by one at first: filling moves each start to the end of its group, which is the start of the next.
    let mut starts = vec![0usize; count + 3];
    for &parent in parents {
        if let Some(size) = starts.get_mut(parent + 2) {
            *size += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += *start;
        *start = total;
    }
    let mut children = vec![0; count];
    for cyclic in [false, true] {
        for (node, (&parent, _)) in parents.iter().zip(on_cycle).enumerate().filter(|(_, (_, on))| **on == cyclic) {
            let Some(next) = starts.get_mut(parent + 1) else { continue };
            if let Some(place) = children.get_mut(*next) {
                *place = node;
            }
            *next += 1;
        }
    }
    starts.truncate(count + 2);
    (starts, children)
}
