//! The functions of engine-assets for the browser, to be called by the page's worker in `www/`.
//!
//! To begin, create a [`Session`] and add the dropped files to it. This returns a number for each file, which must be
//! passed to the other functions. To read an entry of a package, pass the number of the entry too, or -1 for the file
//! itself. All files are read by ranges, so that even a large package is never in memory as a whole. Objects are
//! returned as JSON, in the same form as on the command line. On an error, the JSON of a finding is thrown.

mod convert;
mod document;
mod facts;
mod files;
mod opened;
mod source;
mod text;
mod view;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engine_assets::binio::Severity;
use engine_assets::urho_pak::Package;
use engine_assets::{Error, FindingSummary};
use wasm_bindgen::prelude::*;

use files::Dropped;
use source::{JsSource, Source};

/// The files on the page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    dropped: Arc<Dropped>,
    packages: HashMap<u32, Arc<Package<Source>>>,
    /// The packages to be shown even though their checksums are wrong.
    trusted: HashSet<u32>,
}

#[wasm_bindgen]
impl Session {
    /// Creates a session without files. To add them, call [`add`](Self::add).
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and returns its number. The path must use `/` between folders.
    pub fn add(&mut self, path: String, source: JsSource) -> u32 {
        Arc::make_mut(&mut self.dropped).add(path, Source::keep(source))
    }

    /// Shows the entries of a package with wrong checksums. This should only be called if a person wants to see the
    /// damaged package.
    pub fn trust(&mut self, file: u32) {
        self.trusted.insert(file);
    }

    /// Removes a file from the session, so that it will not be found any more. This does not change the numbers of
    /// other files.
    pub fn remove(&mut self, file: u32) {
        Arc::make_mut(&mut self.dropped).remove(file);
        self.packages.remove(&file);
        self.trusted.remove(&file);
    }

    /// Replaces the content of a file, given its number. This must be called after an edit, or the next function will
    /// see the old content.
    pub fn replace(&mut self, file: u32, source: JsSource) {
        Arc::make_mut(&mut self.dropped).replace(file, Source::keep(source));
        self.packages.remove(&file);
    }
}

/// Creates the value to throw for an error, which is a finding as JSON.
fn thrown(error: &Error) -> JsValue {
    json(&FindingSummary::from(error)).map_or_else(|error| error, JsValue::from)
}

/// Creates the value to throw for an invalid request.
fn refused(message: impl Into<String>) -> JsValue {
    thrown(&Error::Refused(message.into()))
}

fn json(value: &impl serde::Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| JsValue::from(error.to_string()))
}

/// Converts findings to the form that is printed by the command line.
fn findings(found: &engine_assets::binio::Findings) -> Vec<FindingSummary> {
    found.iter().map(FindingSummary::from).collect()
}

/// Returns the worst severity of these findings, as used by `validate --json`.
fn status(found: &engine_assets::binio::Findings) -> &'static str {
    match found.worst() {
        Some(Severity::Error) => "error",
        Some(_) => "findings",
        None => "ok",
    }
}
