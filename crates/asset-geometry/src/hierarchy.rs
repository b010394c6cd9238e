//! This module contains [`Hierarchy`], a forest of bones or nodes.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Mul;

/// A forest of nodes, which you can create from a list of parents. The nodes can be in any order, with any number of
/// roots, and a file may even contain cycles.
///
/// There are three kinds of roots: a node without a parent, a node that is its own parent (this is used in Urho3D), and
/// a node whose parent does not exist (the engine would attach this bone to the model node). A cycle will be cut at all
/// its nodes. They count as roots too, but come after the other roots. Use [`cyclic`](Self::cyclic) to report them.
/// Their descendants stay with them.
///
/// This will use five words for a node, but no allocation per node. Creating it takes linear time.
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
    /// The parent of each node, or the number of nodes if this is a root.
    parents: Vec<usize>,
    depths: Vec<usize>,
    order: Vec<usize>,
    /// The children of all nodes, grouped by node. The last group contains the roots.
    children: Vec<usize>,
    /// Where the group of each node begins in `children`, and where the roots end.
    starts: Vec<usize>,
    cyclic: usize,
}

impl Hierarchy {
    /// Creates the forest, given the parent of each node in order.
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

    /// Returns true if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Returns the parent of a node. This is `None` for a root, for a node on a cycle, and for a node that does not
    /// exist.
    #[inline]
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().filter(|parent| *parent < self.len())
    }

    /// Returns the children of a node in ascending order, or an empty slice for a node that does not exist.
    pub fn children(&self, node: usize) -> &[usize] {
        if node < self.len() { self.list(node) } else { &[] }
    }

    /// Returns the roots in ascending order, followed by the nodes on cycles in ascending order.
    pub fn roots(&self) -> &[usize] {
        self.list(self.len())
    }

    /// Returns the nodes on cycles, in ascending order. This does not include their other descendants.
    pub fn cyclic(&self) -> &[usize] {
        let roots = self.roots();
        roots.get(roots.len() - self.cyclic..).unwrap_or_default()
    }

    /// Returns true if this node is on a cycle.
    pub fn is_cyclic(&self, node: usize) -> bool {
        self.cyclic().binary_search(&node).is_ok()
    }

    /// Returns how deep a node is in its tree, where a root is 0, or `None` for a node that does not exist.
    pub fn depth(&self, node: usize) -> Option<usize> {
        self.depths.get(node).copied()
    }

    /// Returns all nodes, with the descendants of a node directly after it. Use this to go through the parents before
    /// their children. The trees have the same order as in [`roots`](Self::roots).
    pub fn depth_first(&self) -> &[usize] {
        &self.order
    }

    /// Converts transforms that are relative to the parent node to the space of the roots' parent. You must pass one
    /// transform per node; otherwise this returns `None`.
    ///
    /// The transforms will be multiplied as `global = global of the parent * local`, for column vectors as in [`glam`].
    /// You can use `Affine3A`, `Mat4` …
    pub fn global_transforms<T: Copy + Mul<Output = T>>(&self, locals: &[T]) -> Option<Vec<T>> {
        let mut out = locals.to_vec();
        self.globalize(&mut out).then_some(out)
    }

    /// Like [`global_transforms`](Self::global_transforms), but writes to a slice that you can use again. Returns
    /// `false`, and does not write anything, unless both slices have one transform per node.
    #[must_use]
    pub fn global_transforms_into<T: Copy + Mul<Output = T>>(&self, locals: &[T], out: &mut [T]) -> bool {
        if locals.len() != self.len() || out.len() != self.len() {
            return false;
        }
        out.copy_from_slice(locals);
        self.globalize(out)
    }

    /// Converts local transforms to global transforms in place. Returns `false`, and does not write anything, unless
    /// there is one transform per node.
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

/// Finds the nodes on cycles, by removing nodes without children again and again. The nodes that remain must be on a
/// cycle.
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

/// Returns the children of all nodes in a single list, and where the group of each node begins. The roots come last, as
/// the children of an additional node.
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
