//! The summary of an image file, which is the output of `inspect --json`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Name;
use binio::summary::Block;
use serde::Serialize;

use super::index::{EntryRecord, HEAD_LEN};
use super::{Compression, Image, ImageEntry};

/// An image file without its contents.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ImageSummary<'i> {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The version of the layout (major, minor, revision).
    pub version: [u8; 3],
    /// Whether names are stored.
    pub has_names: bool,
    /// The number of blobs. If two files have the same content, they use the same blob.
    pub blob_count: usize,
    /// The entries, sorted by hash.
    pub entries: Vec<ImageEntrySummary<'i>>,
}

/// An entry in an image file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ImageEntrySummary<'i> {
    /// The FNV-1a of the name, in hex.
    pub hash: String,
    /// The name. This is missing if names are not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name<'i>>,
    /// The letter of the kind, if this is a file of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// The size of the file, including its header.
    pub size: u64,
    /// Either `stored` or `lz4`.
    pub compression: &'static str,
    /// The CRC-32 of the file, in hex.
    pub checksum: String,
    /// The number of the blob.
    pub blob: u32,
    /// The blob as it is stored.
    #[serde(flatten)]
    pub data: Block,
}

impl Image<'_> {
    /// Returns the summary. Set `hashes` to get the SHA-256 of blobs.
    pub fn summary(&self, hashes: bool) -> ImageSummary<'_> {
        let names = self.entries.iter().filter_map(|entry| entry.name.as_ref()).map(|name| 2 + name.len());
        let index = HEAD_LEN + self.entries.len() * size_of::<EntryRecord>() + names.sum::<usize>();
        let blobs: usize = self.blobs.iter().map(binio::Bytes::len).sum();
        ImageSummary {
            bytes: (index + blobs) as u64,
            version: self.version,
            has_names: self.has_names,
            blob_count: self.blobs.len(),
            entries: self.entries.iter().map(|entry| self.entry_summary(entry, hashes)).collect(),
        }
    }

    fn entry_summary<'i>(&'i self, entry: &'i ImageEntry<'_>, hashes: bool) -> ImageEntrySummary<'i> {
        let blob = usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob));
        ImageEntrySummary {
            hash: format!("{:08x}", entry.hash),
            name: entry.name.as_ref().map(Name::borrowed),
            r#type: entry.header.map(|header| header.kind.to_string()),
            size: entry.file_size(),
            compression: if entry.compression == Compression::STORED { "stored" } else { "lz4" },
            checksum: format!("{:08x}", entry.checksum),
            blob: entry.blob,
            data: Block::new(blob.map_or(&[][..], |blob| blob), hashes),
        }
    }
}
