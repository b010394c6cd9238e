//! Nodes that scenes may add together while several threads show them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Nodes that all scenes that are shown at the same time may add to the nodes of their own files: those of prefabs and models, which small files can
/// name any number of times. Use it if several threads show scenes: each scene gets a [`NodeShare`].
///
/// No thread waits for another one: that could be a thread that waits for this one. If the nodes don't suffice, the scene is an error and its share
/// [`is_refused`](NodeShare::is_refused): show the scene again without a share when no other scene is left.
///
/// ```
/// use scene_adapter::SharedNodes;
/// let nodes = SharedNodes::new(10);
/// let (first, second) = (nodes.share(), nodes.share());
/// assert!(first.take(6) && !second.take(6) && second.is_refused());
/// drop(first);
/// assert!(nodes.share().take(10));
/// ```
#[derive(Debug)]
pub struct SharedNodes {
    left: Arc<AtomicUsize>,
}

impl SharedNodes {
    /// Creates a budget of this many nodes.
    pub fn new(most: usize) -> Self {
        Self { left: Arc::new(AtomicUsize::new(most)) }
    }

    /// Creates the share of one scene, which is empty.
    pub fn share(&self) -> Arc<NodeShare> {
        let (taken, is_refused) = (AtomicUsize::new(0), AtomicBool::new(false));
        Arc::new(NodeShare { left: self.left.clone(), taken, is_refused })
    }
}

/// Nodes that a scene has added. They return to the [`SharedNodes`] when the share is dropped: keep it as long as the scene.
#[derive(Debug)]
pub struct NodeShare {
    left: Arc<AtomicUsize>,
    taken: AtomicUsize,
    is_refused: AtomicBool,
}

impl NodeShare {
    /// Takes nodes before they are created, and returns whether there were as many.
    pub fn take(&self, count: usize) -> bool {
        let spend = |left: usize| left.checked_sub(count);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_ok() {
            self.taken.fetch_add(count, Ordering::Relaxed);
            return true;
        }
        self.is_refused.store(true, Ordering::Relaxed);
        false
    }

    /// Whether the scene lacks nodes because other scenes have them.
    pub fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }
}

impl Drop for NodeShare {
    fn drop(&mut self) {
        self.left.fetch_add(*self.taken.get_mut(), Ordering::Relaxed);
    }
}
