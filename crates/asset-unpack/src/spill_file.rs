//! Bytes that are put away until they are asked for.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use binio::ReadAt;

/// Stored content.
type Kept = Arc<dyn ReadAt + Send + Sync>;

/// Puts bytes away: few in memory, more in a file without a name in the system's folder for such files, which is gone with the process.
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
    /// Bytes that are left in memory.
    small: u64,
}

#[derive(Default)]
struct State {
    #[cfg(all(feature = "fs", not(target_family = "wasm")))]
    file: Option<(Arc<std::fs::File>, u64)>,
    /// Bytes that were left in memory.
    left: u64,
    /// Whether there can be no such file.
    failed: bool,
}

impl SpillFile {
    /// Creates a spool that keeps this number of bytes in memory before it writes to the disk.
    pub fn new(small: u64) -> Self {
        Self { small, ..Self::default() }
    }

    /// Puts bytes away. Returns the file and where they are in it; `None` if they are to stay in memory: they are few, or there is no file to put them
    /// into.
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
    /// Writes to the end of a file without a name.
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

    /// There are no files.
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
