//! Limits how many conversions run at the same time, so that there are not more of them than cores.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<usize> = Mutex::new(0);
static FREE: Condvar = Condvar::new();

/// The right to run a conversion. It ends when you drop this.
pub(crate) struct Turn(());

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until a conversion can run.
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
