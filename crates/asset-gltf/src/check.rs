//! Conformance checks: errors of the Khronos validator, and problems that other programs fail on.
//!
//! Reading a file needs little of it: wrong bounds, a camera without a lens, an image that is none don't keep anybody from the scene.
//! Here the JSON is looked at as it is in the file, with the numbers that its accessors lead to. One finding tells of all values of an
//! accessor that are wrong in one way.

mod accessors;
mod animations;
mod cameras;
mod images;
mod joints;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod rows;
mod schema;
mod skins;
mod without_extras;

use std::borrow::Cow;

use std::collections::HashMap;

use asset_scene::{Array, Component, Data};
use binio::{Findings, Path};
use serde_json::Value;

use crate::Resolver;
use crate::error::shown_message;
use crate::kinds;
use rows::{Tally, Test};
use without_extras::WithoutExtras;

/// The buffer views of a file.
pub(crate) trait Views {
    /// Returns the first bytes of a view, and its length, or `None` if the view is invalid.
    fn head(&self, number: usize) -> Option<(Cow<'_, [u8]>, u64)>;
}

/// Parts of a file to check.
pub(crate) struct Document<'r> {
    /// The JSON, which has been read before.
    pub(crate) json: &'r [u8],
    /// Whether it is a `.glb`, and has a chunk of bytes.
    pub(crate) glb: Option<bool>,
    /// Of each accessor.
    pub(crate) arrays: &'r [Array<'static>],
    pub(crate) views: &'r dyn Views,
    pub(crate) resolver: &'r dyn Resolver,
}

/// Returns the problems of a readable file.
pub(crate) fn check(document: &Document<'_>) -> Findings {
    let root = match serde_json::from_slice(document.json) {
        Ok(WithoutExtras(root)) => root,
        // In parts that nobody else reads.
        Err(failure) => {
            let mut findings = Findings::new();
            findings.error(kinds::UNREADABLE, Path::new(), shown_message(&failure.to_string()));
            return findings;
        }
    };
    let mut check =
        Check { document, root: &root, findings: Findings::new(), known: HashMap::new(), influences: HashMap::new() };
    schema::check(&mut check);
    accessors::check(&mut check);
    images::check(&mut check);
    materials::check(&mut check);
    cameras::check(&mut check);
    lights::check(&mut check);
    meshes::check(&mut check);
    nodes::check(&mut check);
    skins::check(&mut check);
    animations::check(&mut check);
    check.findings
}

/// A check on its way.
struct Check<'r> {
    document: &'r Document<'r>,
    root: &'r Value,
    findings: Findings,
    /// Results for accessors, which any number of parts may share.
    known: HashMap<(usize, Test), Tally>,
    /// Results for sets of joints and weights.
    influences: HashMap<joints::Key, joints::Found>,
}

impl<'r> Check<'r> {
    fn error(&mut self, kind: &'static binio::FindingKind, path: Path, message: impl Into<String>) {
        self.findings.error(kind, path, message);
    }

    /// The objects of a list at the root.
    fn list(&self, name: &str) -> &'r [Value] {
        items(self.root, name)
    }

    /// Whether the file declares an extension.
    fn uses(&self, extension: &str) -> bool {
        items(self.root, "extensionsUsed").iter().any(|name| name.as_str() == Some(extension))
    }

    /// The values of an accessor; `None` if there are none but zeros that nobody wrote: those are for a program to fill in.
    fn values(&self, accessor: usize) -> Option<&'r Array<'static>> {
        let array = self.document.arrays.get(accessor);
        array.filter(|array| !matches!(&array.data, Data::Sparse { rows, .. } if rows.is_empty()))
    }

    /// Returns the number type of an accessor.
    fn component(&self, accessor: usize) -> Option<Component> {
        self.document.arrays.get(accessor).map(|array| array.component)
    }

    /// Returns the result of a test of an accessor; each test runs once.
    fn test(&mut self, accessor: usize, test: Test) -> Tally {
        let array = self.values(accessor);
        *self
            .known
            .entry((accessor, test))
            .or_insert_with(|| array.map_or_else(Tally::default, |array| test.run(array)))
    }

    /// An error if a test says something of an accessor.
    fn tell(&mut self, accessor: usize, test: Test, path: impl FnOnce() -> Path) {
        if let Some(message) = self.test(accessor, test).say(test.what()) {
            self.error(kinds::ACCESSOR_VALUES, path(), message);
        }
    }

    /// Whether an accessor says its least and greatest values.
    fn has_bounds(&self, accessor: usize) -> bool {
        let accessor = self.list("accessors").get(accessor);
        accessor.is_some_and(|accessor| accessor.get("min").is_some() && accessor.get("max").is_some())
    }
}

/// A list in an object; empty if there is none.
fn items<'v>(object: &'v Value, name: &str) -> &'v [Value] {
    object.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A number in an object that refers to something.
fn index(object: &Value, name: &str) -> Option<usize> {
    object.get(name).and_then(whole)
}

/// A whole number, which may be written as `3.0`.
fn whole(value: &Value) -> Option<usize> {
    let number = value.as_u64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..9.0e15).contains(number))?;
        Some(number as u64)
    });
    number.and_then(|number| usize::try_from(number).ok())
}

/// Numbers in an object; `None` if there is no such list.
fn numbers(object: &Value, name: &str) -> Option<Vec<f64>> {
    let list = object.get(name)?.as_array()?;
    Some(list.iter().filter_map(Value::as_f64).collect())
}

/// Pairs of name and value of an object in an object.
fn entries<'v>(object: &'v Value, name: &str) -> impl Iterator<Item = (&'v str, &'v Value)> {
    object.get(name).and_then(Value::as_object).into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
