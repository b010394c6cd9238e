//! Creates invalid input from valid input. To find problems with it, this module also limits the stack and the time of
//! a test.

use std::time::{Duration, Instant};

/// Iterates over every prefix of `bytes`, starting with the empty prefix. The full input is not included.
pub fn truncations(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..bytes.len()).map(|length| &bytes[..length])
}

/// Iterates over copies of `bytes`, where `word` overwrites four bytes at another offset each time. You also get this
/// offset.
pub fn with_words(bytes: &[u8], word: u32) -> impl Iterator<Item = (usize, Vec<u8>)> + '_ {
    (0..bytes.len().saturating_sub(3)).map(move |offset| (offset, with_word(bytes, offset, word)))
}

/// Returns a copy of `bytes`, where `word` overwrites the four bytes at `offset`.
pub fn with_word(bytes: &[u8], offset: usize, word: u32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    changed
}

/// Iterates over random changes of one to four bytes in small `files`. You will get `few` of them, or 100 000 if
/// [`SOAK`] is set.
pub fn mutations(files: &[Vec<u8>], few: usize) -> impl Iterator<Item = Vec<u8>> + '_ {
    /// Larger files will be skipped, because a small file covers the same in less time.
    const SMALL: usize = 4096;
    let small: Vec<&Vec<u8>> = files.iter().filter(|file| (1..=SMALL).contains(&file.len())).collect();
    let count = scaled(few, 100_000);
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        // A linear congruential generator; its upper bits are good.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    (0..count).filter_map(move |index| {
        let mut changed = small.get(index % small.len().max(1))?.to_vec();
        for _ in 0..=next(4) {
            let (at, length) = (next(changed.len()), changed.len());
            match next(4) {
                0 => changed[at] = next(256) as u8,
                1 => changed[at] ^= 1 << next(8),
                2 => changed[at] = changed[at].wrapping_add([1, 255][next(2)]),
                _ => changed[at] = changed[next(length)],
            }
        }
        Some(changed)
    })
}

/// The name of the environment variable that extends [`sample`], [`scaled`] and [`mutations`]. It is set by `cargo
/// xtask soak`.
pub const SOAK: &str = "ENGINE_ASSETS_SOAK";

/// Returns `full` if [`SOAK`] is set, and `quick` otherwise. Use this to set the size of an input in a test of the
/// cost.
pub fn scaled<T>(quick: T, full: T) -> T {
    if std::env::var_os(SOAK).is_some() { full } else { quick }
}

/// Returns the step to use if you want to try at most `most` of `count` changes, spread evenly. If [`SOAK`] is set, you
/// will get a thousand, which for a small file is all of them.
pub fn sample(count: usize, most: usize) -> usize {
    const MANY: usize = 1000;
    count / scaled(most, MANY) + 1
}

/// The environment variable with the factor by which this machine is slower than others, for example because it is an
/// emulator.
const SLOWER: &str = "ENGINE_ASSETS_SLOWER";

/// Returns the factor by which this machine is slower than others: 1, unless `ENGINE_ASSETS_SLOWER` is set.
///
/// # Panics
/// Panics if the variable is not a number.
pub fn slower() -> u32 {
    std::env::var(SLOWER).map_or(1, |factor| factor.parse().expect("a factor in ENGINE_ASSETS_SLOWER"))
}

/// Limits how long a test may take. This should be much longer than work that is proportional to the input, but much
/// shorter than work that grows with its square.
#[derive(Debug)]
#[must_use = "a limit that isn't checked limits nothing"]
pub struct TimeLimit {
    begin: Instant,
    longest: Duration,
}

impl TimeLimit {
    /// Starts the time. If `ENGINE_ASSETS_SLOWER` is set, the limit is multiplied by this factor.
    ///
    /// # Panics
    /// Panics if the factor is not a number.
    pub fn seconds(seconds: u32) -> Self {
        Self { begin: Instant::now(), longest: Duration::from_secs(seconds.into()).saturating_mul(slower()) }
    }

    /// Checks how long it took.
    ///
    /// # Panics
    /// Panics if this is longer than the limit.
    #[track_caller]
    pub fn check(&self) {
        let taken = self.begin.elapsed();
        assert!(taken < self.longest, "took {taken:?}, expected less than {:?}", self.longest);
    }
}

/// Checks that the time of `work` grows with its size, and not with the square of it. `work` gets `size` and eight times
/// as much, so linear work takes eight times as long, and quadratic work takes 64 times as long.
///
/// This measures the processor time of the calling thread, because other tests run at the same time. The least times of
/// up to six attempts will be compared.
///
/// # Panics
/// Panics if `work` does, or if it takes more than 24 times as long.
#[track_caller]
pub fn assert_linear(size: usize, work: impl Fn(usize)) {
    /// The memory of the larger size may not fit in the caches, so this is more than eight.
    const MOST: u32 = 24;
    /// Less than this can be the cost of a single page fault.
    const SLACK: Duration = Duration::from_millis(10);
    let time = |size: usize| {
        let begin = thread_time();
        work(size);
        thread_time().saturating_sub(begin)
    };
    let (mut short, mut long) = (Duration::MAX, Duration::MAX);
    for _ in 0..6 {
        (short, long) = (short.min(time(size)), long.min(time(size * 8)));
        if long <= short * MOST + SLACK {
            return;
        }
    }
    panic!("{short:?}, eight times the size: {long:?}");
}

/// Returns the processor time of this thread so far.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns a time that passes while this thread runs.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// Runs `work` in a thread with a stack of 512 KiB, because some hosts do not provide more.
///
/// # Panics
/// Panics if `work` does. Note that a stack overflow ends the process.
pub fn with_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
