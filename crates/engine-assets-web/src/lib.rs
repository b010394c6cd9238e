//! engine-assets in a browser: functions for the page's worker in `www/`.
//!
//! A [`Session`] contains the dropped files, each with a number; the content of a package is identified by the entry number, -1 for the file
//! itself. Everything is read through ranges, so that a package is never in memory as a whole. Objects are returned as JSON, as the command line
//! prints it; errors are thrown as the JSON of a finding.

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

/// The files that the page shows.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    dropped: Arc<Dropped>,
    packages: HashMap<u32, Arc<Package<Source>>>,
    /// Packages with entries that are shown although their checksums are wrong.
    trusted: HashSet<u32>,
}

#[wasm_bindgen]
impl Session {
    /// Without any file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file under its path, with `/` between folders. Returns its number.
    pub fn add(&mut self, path: String, source: JsSource) -> u32 {
        Arc::make_mut(&mut self.dropped).add(path, Source::keep(source))
    }

    /// From now on, shows entries of a package even with a wrong checksum.
    pub fn trust(&mut self, file: u32) {
        self.trusted.insert(file);
    }

    /// Removes a file: it is found no more. Other files keep their numbers.
    pub fn remove(&mut self, file: u32) {
        Arc::make_mut(&mut self.dropped).remove(file);
        self.packages.remove(&file);
        self.trusted.remove(&file);
    }

    /// Gives a file another content, as after an edit.
    pub fn replace(&mut self, file: u32, source: JsSource) {
        Arc::make_mut(&mut self.dropped).replace(file, Source::keep(source));
        self.packages.remove(&file);
    }
}

/// Thrown value: a finding as JSON.
fn thrown(error: &Error) -> JsValue {
    json(&FindingSummary::from(error)).map_or_else(|error| error, JsValue::from)
}

/// Thrown value for an invalid request.
fn refused(message: impl Into<String>) -> JsValue {
    thrown(&Error::Refused(message.into()))
}

fn json(value: &impl serde::Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| JsValue::from(error.to_string()))
}

/// Findings as the command line prints them.
fn findings(found: &engine_assets::binio::Findings) -> Vec<FindingSummary> {
    found.iter().map(FindingSummary::from).collect()
}

/// The worst of some findings as `validate --json` has it.
fn status(found: &engine_assets::binio::Findings) -> &'static str {
    match found.worst() {
        Some(Severity::Error) => "error",
        Some(_) => "findings",
        None => "ok",
    }
}
