//! How much heap something takes.
//!
//! A test binary that uses it declares `#[global_allocator] static HEAP: Meter = Meter;` and runs one test only: the meter
//! counts for the whole process.

pub use peak_alloc::PeakAlloc as Meter;

/// The most heap that `work` held at once, beyond what was held before it.
pub fn peak_of<T>(heap: &Meter, work: impl FnOnce() -> T) -> usize {
    let before = heap.current_usage();
    heap.reset_peak_usage();
    let result = work();
    let peak = heap.peak_usage().saturating_sub(before);
    drop(result);
    peak
}
