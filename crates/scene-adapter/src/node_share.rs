//! Limits how many nodes scenes may add if several threads show them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A limit for all scenes that are shown at the same time. It counts the nodes that they add to those in their own
/// files: the nodes of prefabs and models, because small files can use these many times. Use this if several threads
/// show scenes, and create a [`NodeShare`] for each scene.
///
/// A thread never waits for another thread, because both could wait for each other. If there are not enough nodes, the
/// scene fails, and [`is_refused`](NodeShare::is_refused) returns true. You should then show the scene again without a
/// share, when no other scene is left.
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
    /// Creates a limit for this many nodes.
    pub fn new(most: usize) -> Self {
        Self { left: Arc::new(AtomicUsize::new(most)) }
    }

    /// Creates the share for one scene. It has no nodes yet.
    pub fn share(&self) -> Arc<NodeShare> {
        let (taken, is_refused) = (AtomicUsize::new(0), AtomicBool::new(false));
        Arc::new(NodeShare { left: self.left.clone(), taken, is_refused })
    }
}

/// The nodes that a scene has added. They are returned to [`SharedNodes`] when you drop the share, so you must keep it
/// as long as the scene.
#[derive(Debug)]
pub struct NodeShare {
    left: Arc<AtomicUsize>,
    taken: AtomicUsize,
    is_refused: AtomicBool,
}

impl NodeShare {
    /// Takes nodes before they are created. Returns whether there were enough.
    pub fn take(&self, count: usize) -> bool {
        let spend = |left: usize| left.checked_sub(count);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_ok() {
            self.taken.fetch_add(count, Ordering::Relaxed);
            return true;
        }
        self.is_refused.store(true, Ordering::Relaxed);
        false
    }

    /// Returns whether the scene has failed because other scenes have used up the nodes.
    pub fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }
}

impl Drop for NodeShare {
    fn drop(&mut self) {
        self.left.fetch_add(*self.taken.get_mut(), Ordering::Relaxed);
    }
}
