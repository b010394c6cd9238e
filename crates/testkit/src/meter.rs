//! Heap meter.
//!
//! A test binary that uses it declares `#[global_allocator] static HEAP: Meter = Meter;` and runs one test only: the meter
//! counts for the whole process.

pub use peak_alloc::PeakAlloc as Meter;

/// Returns the peak heap of `work`, minus the heap before it.
pub fn peak_of<T>(heap: &Meter, work: impl FnOnce() -> T) -> usize {
    let before = heap.current_usage();
    heap.reset_peak_usage();
    let result = work();
    let peak = heap.peak_usage().saturating_sub(before);
    drop(result);
    peak
}
