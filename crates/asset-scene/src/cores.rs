//! Runs work on all cores. Without the feature `parallel`, everything runs on the calling thread, and the results are
//! the same.

/// Returns how many items [`each`] processes at the same time.
pub fn count() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// Calls a function for each item, and returns the results in the order of the items. Use this for a few large items,
/// because each of them is a task of its own.
///
/// ```
/// assert_eq!(asset_scene::cores::each(vec![1, 2, 3], |number| number * 2), [2, 4, 6]);
/// ```
#[cfg(feature = "parallel")]
pub fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    // A single item would only be moved to another thread.
    if items.len() < 2 {
        return items.into_iter().map(work).collect();
    }
    items.into_par_iter().with_max_len(1).map(work).collect()
}

/// Calls a function for each item, and returns the results in the order of the items.
#[cfg(not(feature = "parallel"))]
pub fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    items.into_iter().map(work).collect()
}
