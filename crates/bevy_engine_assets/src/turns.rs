//! Conversions take turns: as many at once as there are cores, however many files load.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<usize> = Mutex::new(0);
static FREE: Condvar = Condvar::new();

/// A turn of a conversion, which ends with this value.
pub(crate) struct Turn(());

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a turn.
pub(crate) fn wait() -> Turn {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut running = running();
    while *running >= most {
        running = FREE.wait(running).unwrap_or_else(PoisonError::into_inner);
    }
    *running += 1;
    Turn(())
}

impl Drop for Turn {
    fn drop(&mut self) {
        *running() -= 1;
        FREE.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_conversions_run_than_there_are_cores() {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let (now, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..most * 4 {
                scope.spawn(|| {
                    let _turn = super::wait();
                    peak.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_millis(2));
                    now.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert!((1..=most).contains(&peak.into_inner()));
    }
}
