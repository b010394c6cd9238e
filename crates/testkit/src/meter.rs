//! Measures the heap.
//!
//! To use this, a test binary must declare `#[global_allocator] static HEAP: Meter = Meter;`. It should only run a
//! single test, because the meter counts for the whole process.

pub use peak_alloc::PeakAlloc as Meter;

/// Returns how much heap `work` uses at its peak, not including what was used before.
pub fn peak_of<T>(heap: &Meter, work: impl FnOnce() -> T) -> usize {
    let before = heap.current_usage();
    heap.reset_peak_usage();
    let result = work();
    let peak = heap.peak_usage().saturating_sub(before);
    drop(result);
    peak
}
