//! Records a run in the output folder, so that a later run only has to write what has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::needs::Needs;
use super::report::FileReport;

/// The file name of the record in the output folder.
pub(super) const NAME: &str = "engine-assets-migration.json";

/// The version of the record and of the rules. It must be increased when a rule changes, so that all files are created
/// again.
const VERSION: u32 = 1;

/// The record of a run.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: u32,
    /// Hash of everything that affects all files.
    context: String,
    /// The files in the project, by name.
    files: BTreeMap<String, Recorded>,
}

/// A file in the project, with the reports about it and its entries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Recorded {
    /// Hash of the content.
    pub(super) sha256: String,
    /// Resources that the outputs depend on.
    #[serde(default)]
    pub(super) needs: Needs,
    pub(super) reports: Vec<FileReport>,
}

impl Manifest {
    /// Creates an empty record for a context.
    pub(super) fn new(context: String) -> Self {
        Self { version: VERSION, context, files: BTreeMap::new() }
    }

    /// Reads the record in a folder. Returns `None` if there is none, or if it has another version.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        let bytes = asset_unpack::read_regular(folder.join(NAME)).ok()?;
        let read: Self = serde_json::from_slice(&bytes).ok()?;
        (read.version == VERSION).then_some(read)
    }

    /// Returns whether this record was written in the same context.
    pub(super) fn is_of(&self, context: &str) -> bool {
        self.context == context
    }

    pub(super) fn get(&self, name: &str) -> Option<&Recorded> {
        self.files.get(name)
    }

    pub(super) fn add(&mut self, name: String, recorded: Recorded) {
        self.files.insert(name, recorded);
    }

    /// Returns the names of all resources that outputs depend on.
    pub(super) fn used(&self) -> BTreeSet<&str> {
        let needs = self.files.values().flat_map(|recorded| &recorded.needs);
        needs.filter(|(_, hash)| hash.is_some()).map(|(name, _)| name.as_str()).collect()
    }

    /// Returns all outputs, with their hashes.
    pub(super) fn outputs(&self) -> BTreeMap<String, String> {
        let reports = self.files.values().flat_map(|recorded| &recorded.reports);
        let outputs = reports.flat_map(|report| &report.outputs);
        outputs.map(|output| (output.name.clone(), output.sha256.clone())).collect()
    }

    /// Returns the record as bytes.
    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// Returns the SHA-256 of these bytes in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
