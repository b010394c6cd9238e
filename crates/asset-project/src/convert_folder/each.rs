//! The same work for many values: on all cores with the feature `parallel`, otherwise one after the other.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Returns the results in the order of the values.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, R: Send>(values: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    values.into_par_iter().map(work).collect()
}

/// Returns the results in the order of the values.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(values: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    values.into_iter().map(work).collect()
}

/// Threads that [`map`] works on.
#[cfg(feature = "parallel")]
pub(super) fn threads() -> usize {
    rayon::current_num_threads()
}

/// Threads that [`map`] works on.
#[cfg(not(feature = "parallel"))]
pub(super) fn threads() -> usize {
    1
}
