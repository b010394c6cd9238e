//! Content of a document, as a serde value (feature `serde`).

use std::fmt;

use serde::{Serialize, Serializer};

/// Output of `inspect --json` for a document: what its format crate says about it. Serialize it to read it.
pub struct Summary<'a>(Box<dyn erased_serde::Serialize + 'a>);

impl<'a> Summary<'a> {
    /// A summary of any serde value that is a map.
    pub fn new(summary: impl Serialize + 'a) -> Self {
        Self(Box::new(summary))
    }
}

/// Nothing is known about a document.
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
