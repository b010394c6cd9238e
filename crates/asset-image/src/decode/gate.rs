//! Limits the memory for images that are decoded at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

/// How many bytes of pixels all threads may decode at the same time, unless a single image needs more. This is what the
/// default limits allow for a single file.
const MOST: u64 = 1 << 30;

/// The pixels in this process.
static PIXELS: Gate = Gate { used: Mutex::new(0), left: Condvar::new() };

/// Counts the bytes that are in use.
struct Gate {
    used: Mutex<u64>,
    left: Condvar,
}

/// Bytes that are in use until you drop this.
pub(super) struct Turn<'g> {
    gate: &'g Gate,
    length: u64,
}

/// Waits until you may decode pixels that take this many bytes. To avoid a deadlock, the caller must decode only a
/// single image and must not wait for anything else.
pub(super) fn enter(length: u64) -> Turn<'static> {
    PIXELS.enter(length, MOST)
}

impl Gate {
    fn enter(&self, length: u64, most: u64) -> Turn<'_> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        // One picture is always decoded, however large.
        while *used > 0 && used.saturating_add(length) > most {
            used = self.left.wait(used).unwrap_or_else(PoisonError::into_inner);
        }
        *used = used.saturating_add(length);
        Turn { gate: self, length }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut used = self.gate.used.lock().unwrap_or_else(PoisonError::into_inner);
        *used = used.saturating_sub(self.length);
        drop(used);
        self.gate.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn threads_share_the_memory() {
        let gate = Gate { used: Mutex::new(0), left: Condvar::new() };
        let (now, peak) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for length in [3, 7, 10, 4, 6, 25, 1, 9] {
                let (gate, now, peak) = (&gate, &now, &peak);
                scope.spawn(move || {
                    let turn = gate.enter(length, 10);
                    let together = now.fetch_add(length, Ordering::SeqCst) + length;
                    // The picture of 25 is decoded alone.
                    assert!(together <= 10 || together == 25, "{together}");
                    peak.fetch_max(together, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    now.fetch_sub(length, Ordering::SeqCst);
                    drop(turn);
                });
            }
        });
        assert_eq!((peak.load(Ordering::SeqCst), now.load(Ordering::SeqCst)), (25, 0));
    }
}
