//! Bad input made from good.

/// Every beginning of `bytes`, from nothing to all but the last byte.
pub fn truncations(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..bytes.len()).map(|length| &bytes[..length])
}

/// `bytes` with the four bytes at each offset in turn set to `word`, and that offset.
pub fn with_words(bytes: &[u8], word: u32) -> impl Iterator<Item = (usize, Vec<u8>)> + '_ {
    (0..bytes.len().saturating_sub(3)).map(move |offset| (offset, with_word(bytes, offset, word)))
}

/// `bytes` with the four bytes at `offset` set to `word`.
pub fn with_word(bytes: &[u8], offset: usize, word: u32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    changed
}

/// The variable that makes [`sample`] leave nothing out: `cargo xtask soak` sets it.
pub const SOAK: &str = "ENGINE_ASSETS_SOAK";

/// At most `most` of `count` changes, spread evenly: the step to the next. With [`SOAK`] set, all of them.
pub fn sample(count: usize, most: usize) -> usize {
    if std::env::var_os(SOAK).is_some() { 1 } else { count / most + 1 }
}

/// Runs `work` in a thread with a stack of 512 KiB, the smallest that a host gives.
///
/// # Panics
/// If `work` does. A stack that isn't enough ends the process.
pub fn with_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
