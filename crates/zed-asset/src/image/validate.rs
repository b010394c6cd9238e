//! What the structure of an image file can't express.

use alloc::format;
use binio::{Budget, Findings, Path};

use super::{Compression, Image};
use crate::header::Kind;

/// What an entry may unpack to, for each byte of its blob, before it is worth a word.
const MUCH: u64 = 200;

impl Image<'_> {
    /// Returns everything that is unusual about the image file, by its index alone. No engine reads one.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let path = || Path::new().item("entry", index).name(&entry.file_name());
            if let Some(header) = entry.header {
                let known = [Kind::MODEL, Kind::ANIMATION, Kind::FONT, Kind::IMAGE];
                if !known.contains(&header.kind) {
                    findings.note(path(), format!("a file of the unknown kind {}", header.kind));
                }
            }
            if entry.name.as_ref().is_some_and(|name| name.is_empty() || name.as_str().is_none()) {
                findings.warning(path(), "the name is empty or not UTF-8");
            }
            let stored =
                usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob)).map_or(0, binio::Bytes::len);
            if entry.compression != Compression::STORED && entry.size / MUCH > stored as u64 {
                findings.note(path(), format!("{stored} bytes unpack to {}", entry.size));
            }
        }
        findings
    }

    /// Reads every entry and compares its checksum. Those that can't be read are errors; spends `budget`.
    pub fn verify(&self, budget: &mut Budget) -> Findings {
        let mut findings = Findings::new();
        for entry in &self.entries {
            if let Err(error) = self.read(entry, budget) {
                findings.error(error.path().clone(), format!("{}", error.kind()));
            }
        }
        findings
    }
}
