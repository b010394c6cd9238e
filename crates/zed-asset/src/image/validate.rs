//! Checks image files.

use alloc::format;
use binio::{Budget, Findings, Path, Severity};

use super::index::record_at;
use super::{Compression, Image};
use crate::kind::Kind;
use crate::kinds;

/// If a blob is compressed by more than this factor, this is unusual.
const MUCH: u64 = 200;

impl Image<'_> {
    /// Checks the image file by looking at the index, and reports what is unusual. No engine reads image files. To also
    /// check the contents, use [`verify`](Self::verify).
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let path = || Path::new().item("entry", index).name(&entry.file_name());
            let at = record_at(index);
            if let Some(header) = entry.header {
                let known = [Kind::MODEL, Kind::ANIMATION, Kind::FONT, Kind::IMAGE];
                if !known.contains(&header.kind) {
                    findings.add_at(
                        kinds::FILE_KIND_UNKNOWN,
                        Severity::Note,
                        path(),
                        format!("a file of the unknown kind {}", header.kind),
                        at,
                    );
                }
            }
            if entry.name.as_ref().is_some_and(|name| name.is_empty() || name.as_str().is_none()) {
                findings.add_at(kinds::ENTRY_NAME, Severity::Warning, path(), "the name is empty or not UTF-8", at);
            }
            let stored =
                usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob)).map_or(0, binio::Bytes::len);
            if entry.compression != Compression::STORED && entry.size / MUCH > stored as u64 {
                findings.add_at(
                    kinds::ENTRY_SIZE,
                    Severity::Note,
                    path(),
                    format!("{stored} bytes unpack to {}", entry.size),
                    at,
                );
            }
        }
        findings
    }

    /// Reads every entry and verifies its checksum. If an entry can't be read, this is reported as an error. The sizes
    /// are taken from your `budget`.
    pub fn verify(&self, budget: &mut Budget) -> Findings {
        let mut findings = Findings::new();
        for (index, entry) in self.entries.iter().enumerate() {
            if let Err(error) = self.read(entry, budget) {
                let message = format!("{}", error.kind());
                findings.add_at(
                    kinds::ENTRY_UNREADABLE,
                    Severity::Error,
                    error.path().clone(),
                    message,
                    record_at(index),
                );
            }
        }
        findings
    }
}
