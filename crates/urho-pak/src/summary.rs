//! What `inspect --json` prints for a package: the directory, and hashes of the entries.

use std::io::BufRead;

use binio::{Name, ReadAt};
use serde::Serialize;
use sha2::{Digest, Sha256};
use urho_core::sdbm;

use crate::package::{EntryRef, Package};

/// A package without its data, to be serialized. Use [`Package::summary`] to create it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'p> {
    /// The identifier at the start of the package.
    pub id: &'static str,
    /// The number of entries.
    pub num_files: usize,
    /// The size of the whole file in bytes.
    pub total_size: u64,
    /// The uncompressed size of all entries in bytes.
    pub total_data_size: u64,
    /// The checksum of all entries, as stored.
    pub checksum: u32,
    /// Whether the data is compressed.
    pub compressed: bool,
    /// Where the package starts in the file.
    pub start: u64,
    /// The entries in directory order.
    pub entries: Vec<EntrySummary<'p>>,
}

/// The summary of an entry.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EntrySummary<'p> {
    /// The name of the entry.
    pub name: Name<'p>,
    /// Where the data starts in the file.
    pub offset: u64,
    /// The uncompressed size in bytes.
    pub size: u64,
    /// The checksum as stored.
    pub checksum: u32,
    /// What was read from the entry. Only set if hashes were requested.
    #[serde(flatten)]
    pub content: Option<ContentSummary>,
}

/// The result of reading an entry.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct ContentSummary {
    /// How many bytes could be read.
    pub bytes_read: u64,
    /// The checksum that was computed from these bytes.
    pub recomputed_sdbm: u32,
    /// The SHA-256 of these bytes in lower-case hex.
    pub sha256: String,
    /// Why the entry could not be read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl<S: ReadAt> Package<S> {
    /// Returns a summary of the package without its data. If `hashes` is set, it includes the SHA-256 of every entry,
    /// which must read the whole package. If an entry can't be read, its error is included instead.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let mut entries = Vec::with_capacity(self.len());
        for found in self.entries() {
            let content = hashes.then(|| content(found));
            entries.push(EntrySummary {
                name: found.name(),
                offset: found.position(),
                size: found.size(),
                checksum: found.checksum(),
                content,
            });
        }
        Summary {
            id: self.encoding().as_str(),
            num_files: self.len(),
            total_size: self.file_size(),
            total_data_size: self.data_size(),
            checksum: self.checksum(),
            compressed: self.encoding().is_packed(),
            start: self.start(),
            entries,
        }
    }
}

fn content<S: ReadAt>(entry: EntryRef<'_, S>) -> ContentSummary {
    let mut reader = entry.reader().verify(false);
    let mut hash = Sha256::new();
    let mut content = ContentSummary::default();
    loop {
        let piece = match reader.fill_buf() {
            Ok([]) => break,
            Ok(piece) => piece,
            Err(error) => {
                content.error = Some(error.to_string());
                break;
            }
        };
        let length = piece.len();
        hash.update(piece);
        content.recomputed_sdbm = sdbm(content.recomputed_sdbm, piece);
        content.bytes_read += length as u64;
        reader.consume(length);
    }
    content.sha256 = hash.finalize().iter().fold(String::with_capacity(64), |text, byte| text + &format!("{byte:02x}"));
    content
}
