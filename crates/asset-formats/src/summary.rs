//! This module contains [`Summary`], the content of a document as a serde value (feature `serde`).

use std::fmt;

use serde::{Serialize, Serializer};

/// The summary of a document that `inspect --json` prints. Each format crate decides what it contains. To look inside,
/// serialize it.
pub struct Summary<'a>(Box<dyn erased_serde::Serialize + 'a>);

impl<'a> Summary<'a> {
    /// Creates a summary from any value that serializes as a map.
    pub fn new(summary: impl Serialize + 'a) -> Self {
        Self(Box::new(summary))
    }
}

/// The summary of a document if nothing is known about it.
#[derive(Serialize)]
struct Nothing {}

impl Default for Summary<'_> {
    fn default() -> Self {
        Self::new(Nothing {})
    }
}

impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.0, serializer)
    }
}

impl fmt::Debug for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Summary")
    }
}
