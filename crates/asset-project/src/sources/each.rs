//! Does the same work for many values. With the feature `parallel` all cores are used; otherwise, the values are
//! handled one after the other.

use std::sync::Arc;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use scene_adapter::{NodeShare, SharedNodes};

/// How many nodes all scenes in [`map_scenes`] can add together. A single scene can add the same number by prefabs.
const SCENE_NODES: usize = 1 << 17;

/// Calls `work` for each value, and returns the results in the same order.
#[cfg(feature = "parallel")]
pub fn map<T: Send, R: Send>(values: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    values.into_par_iter().map(work).collect()
}

/// Calls `work` for each value, and returns the results in the same order.
#[cfg(not(feature = "parallel"))]
pub fn map<T, R>(values: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    values.into_iter().map(work).collect()
}

/// Returns how many threads [`map`] uses.
#[cfg(feature = "parallel")]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Returns how many threads [`map`] uses.
#[cfg(not(feature = "parallel"))]
pub fn threads() -> usize {
    1
}

/// Does the same work for many values, using all cores, and returns the results in the same order. Use this if the
/// values can be scenes: even a small scene can create hundreds of megabytes of nodes by prefabs and models, so all
/// threads together are only allowed as many nodes as a single scene. You must pass the share to
/// the option `node_share` of the conversion, and keep it for as long as the scene.
///
/// If a scene needs more nodes than the others have left, it fails. `work` is then called for it again afterwards,
/// alone and without a share. So don't report an error if its share [`is_refused`](NodeShare::is_refused).
pub fn map_scenes<T: Send, R: Send>(
    values: Vec<T>,
    work: impl Fn(&T, Option<Arc<NodeShare>>) -> R + Send + Sync,
) -> Vec<R> {
    let nodes = SharedNodes::new(SCENE_NODES);
    let attempts = map(values, |value| {
        let share = nodes.share();
        let result = work(&value, Some(share.clone()));
        if share.is_refused() { Err(value) } else { Ok(result) }
    });
    attempts.into_iter().map(|attempt| attempt.unwrap_or_else(|value| work(&value, None))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn scenes_that_others_leave_no_nodes_are_shown_alone() {
        let (alone, nodes, peak) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        // Each needs more than half of the nodes, and two need more than all.
        let counts: Vec<usize> = (0..40).map(|number| SCENE_NODES / 2 + 1 + number % 2 * SCENE_NODES).collect();
        let result = map_scenes(counts.clone(), |count, share| {
            match &share {
                Some(share) if !share.take(*count) => return None,
                Some(_) => {}
                None => {
                    alone.fetch_add(1, Ordering::SeqCst);
                    assert_eq!(nodes.load(Ordering::SeqCst), 0, "nothing else is shown");
                }
            }
            let together = nodes.fetch_add(*count, Ordering::SeqCst) + count;
            peak.fetch_max(together, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(1));
            nodes.fetch_sub(*count, Ordering::SeqCst);
            Some(*count)
        });
        assert_eq!(result, counts.iter().copied().map(Some).collect::<Vec<_>>());
        assert!(alone.into_inner() >= 20);
        assert_eq!(peak.into_inner(), SCENE_NODES / 2 + 1 + SCENE_NODES, "never two at once");
    }
}
