//! Output of `inspect --json` for a package: the directory, and hashes of the entries.

use std::io::BufRead;

use binio::{Name, ReadAt};
use serde::Serialize;
use sha2::{Digest, Sha256};
use urho_core::sdbm;

use crate::package::{EntryRef, Package};

/// A package without its data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'p> {
    /// Identifier at the beginning of the package.
    pub id: &'static str,
    /// Number of entries.
    pub num_files: usize,
    /// Size of the whole file in bytes.
    pub total_size: u64,
    /// Uncompressed size of all entries in bytes.
    pub total_data_size: u64,
    /// Checksum of all entries, as stored.
    pub checksum: u32,
    /// Whether the data is compressed.
    pub compressed: bool,
    /// Offset of the package in the file.
    pub start: u64,
    /// Entries in directory order.
    pub entries: Vec<EntrySummary<'p>>,
}

/// An entry.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EntrySummary<'p> {
    /// Entry name.
    pub name: Name<'p>,
    /// Offset of the data in the file.
    pub offset: u64,
    /// Uncompressed size in bytes.
    pub size: u64,
    /// Stored checksum.
    pub checksum: u32,
    /// Content, if requested.
    #[serde(flatten)]
    pub content: Option<ContentSummary>,
}

/// Result of reading an entry.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct ContentSummary {
    /// Number of bytes that could be read.
    pub bytes_read: u64,
    /// Checksum of the entry, computed from its data.
    pub recomputed_sdbm: u32,
    /// Their SHA-256 in lower-case hex.
    pub sha256: String,
    /// Reason why it couldn't be read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl<S: ReadAt> Package<S> {
    /// Returns the package without its data; with the SHA-256 of every entry if `hashes`, which reads everything. An
    /// unreadable entry has its error.
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
            id: self.kind().as_str(),
            num_files: self.len(),
            total_size: self.file_size(),
            total_data_size: self.data_size(),
            checksum: self.checksum(),
            compressed: self.kind().is_packed(),
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
