//! Stores bytes until they are needed again.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use binio::ReadAt;

/// The stored content.
type Kept = Arc<dyn ReadAt + Send + Sync>;

/// Stores bytes until they are needed again. Small amounts stay in memory. Larger amounts are written to a file without
/// a name in the system's temporary folder, which disappears when the process ends.
///
/// ```
/// use asset_unpack::binio::ReadAt;
/// let spool = asset_unpack::SpillFile::new(16);
/// let (file, offset) = spool.put(&[7; 100]).ok_or("no temporary files here")?;
/// let mut bytes = [0; 100];
/// file.read_exact_at(&mut bytes, offset)?;
/// assert_eq!(bytes, [7; 100]);
/// // Few bytes are left to whoever has them.
/// assert!(spool.put(b"few").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct SpillFile {
    state: Mutex<State>,
    /// The number of bytes that can stay in memory.
    small: u64,
}

#[derive(Default)]
struct State {
    #[cfg(all(feature = "fs", not(target_family = "wasm")))]
    file: Option<(Arc<std::fs::File>, u64)>,
    /// The number of bytes that are in memory.
    left: u64,
    /// This is `true` if the file could not be created.
    failed: bool,
}

impl SpillFile {
    /// Creates an empty file. Up to `small` bytes are stored in memory, and from then on everything is written to the
    /// disk.
    pub fn new(small: u64) -> Self {
        Self { small, ..Self::default() }
    }

    /// Stores bytes. Returns the file, and the offset of the bytes in it. If this returns `None`, you must keep the
    /// bytes in memory, either because they are few or because there is no file.
    pub fn put(&self, bytes: &[u8]) -> Option<(Kept, u64)> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let left = state.left.saturating_add(bytes.len() as u64);
        if left <= self.small || state.failed {
            state.left = left;
            return None;
        }
        let put = state.put(bytes);
        // On a full disk, written content stays, and the rest is kept in memory.
        state.failed |= put.is_err();
        put.ok()
    }
}

impl State {
    /// Writes bytes to the end of a file without a name.
    #[cfg(all(feature = "fs", not(target_family = "wasm")))]
    fn put(&mut self, bytes: &[u8]) -> io::Result<(Kept, u64)> {
        let (file, length) = match &mut self.file {
            Some(known) => known,
            None => self.file.insert((Arc::new(crate::temporary::anonymous(&std::env::temp_dir())?), 0)),
        };
        let offset = *length;
        io::Write::write_all(&mut &**file, bytes)?;
        *length = offset.saturating_add(bytes.len() as u64);
        Ok((file.clone(), offset))
    }

    /// Returns an error, because there are no files on this system.
    #[cfg(not(all(feature = "fs", not(target_family = "wasm"))))]
    fn put(&mut self, _: &[u8]) -> io::Result<(Kept, u64)> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl fmt::Debug for SpillFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpillFile").field("small", &self.small).finish_non_exhaustive()
    }
}
