//! Checks a file against the specification. It reports errors as the Khronos validator does, and problems that make
//! other programs fail.
//!
//! To read a file, only a few of these things must be right: you can still get a scene if the bounds are wrong, a
//! camera has no lens, or an image is not an image. This is why the check looks at the JSON as it is in the file, and
//! at the numbers in its accessors. If several values of an accessor are wrong in the same way, there is only one
//! finding.

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

/// Access to the buffer views in a file.
pub(crate) trait Views {
    /// Returns the first bytes of a view and its full length, or `None` if the view is invalid.
    fn head(&self, number: usize) -> Option<(Cow<'_, [u8]>, u64)>;
}

/// The parts of a file that must be checked.
pub(crate) struct Document<'r> {
    /// The JSON, which was already read without errors.
    pub(crate) json: &'r [u8],
    /// This is `None` for a `.gltf`, which has no container. For a `.glb`, the flag is `true` if there is a chunk of
    /// bytes.
    pub(crate) glb: Option<bool>,
    /// The array of each accessor.
    pub(crate) arrays: &'r [Array<'static>],
    pub(crate) views: &'r dyn Views,
    pub(crate) resolver: &'r dyn Resolver,
}

/// Checks a file that could be read, and returns all problems.
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

/// The state of a check.
struct Check<'r> {
    document: &'r Document<'r>,
    root: &'r Value,
    findings: Findings,
    /// The results for accessors, because several parts can use the same accessor.
    known: HashMap<(usize, Test), Tally>,
    /// The results for sets of joints and weights.
    influences: HashMap<joints::Key, joints::Found>,
}

impl<'r> Check<'r> {
    fn error(&mut self, kind: &'static binio::FindingKind, path: Path, message: impl Into<String>) {
        self.findings.error(kind, path, message);
    }

    /// Returns the objects in a list at the root.
    fn list(&self, name: &str) -> &'r [Value] {
        items(self.root, name)
    }

    /// Returns `true` if the file declares an extension.
    fn uses(&self, extension: &str) -> bool {
        items(self.root, "extensionsUsed").iter().any(|name| name.as_str() == Some(extension))
    }

    /// Returns the values of an accessor. If it has only zeros that are not stored, this is `None`, because a program
    /// must fill them in.
    fn values(&self, accessor: usize) -> Option<&'r Array<'static>> {
        let array = self.document.arrays.get(accessor);
        array.filter(|array| !matches!(&array.data, Data::Sparse { rows, .. } if rows.is_empty()))
    }

    /// Returns the number type of an accessor.
    fn component(&self, accessor: usize) -> Option<Component> {
        self.document.arrays.get(accessor).map(|array| array.component)
    }

    /// Runs a test on an accessor and returns the result. Each test is only run once.
    fn test(&mut self, accessor: usize, test: Test) -> Tally {
        let array = self.values(accessor);
        *self
            .known
            .entry((accessor, test))
            .or_insert_with(|| array.map_or_else(Tally::default, |array| test.run(array)))
    }

    /// Adds an error if an accessor does not pass a test.
    fn tell(&mut self, accessor: usize, test: Test, path: impl FnOnce() -> Path) {
        if let Some(message) = self.test(accessor, test).say(test.what()) {
            self.error(kinds::ACCESSOR_VALUES, path(), message);
        }
    }

    /// Returns `true` if an accessor has a minimum and a maximum.
    fn has_bounds(&self, accessor: usize) -> bool {
        let accessor = self.list("accessors").get(accessor);
        accessor.is_some_and(|accessor| accessor.get("min").is_some() && accessor.get("max").is_some())
    }
}

/// Returns a list in an object. If there is no such list, this is empty.
fn items<'v>(object: &'v Value, name: &str) -> &'v [Value] {
    object.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns a number in an object that refers to another object.
fn index(object: &Value, name: &str) -> Option<usize> {
    object.get(name).and_then(whole)
}

/// Returns a whole number. It can also be written as `3.0`.
fn whole(value: &Value) -> Option<usize> {
    let number = value.as_u64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..9.0e15).contains(number))?;
        Some(number as u64)
    });
    number.and_then(|number| usize::try_from(number).ok())
}

/// Returns a list of numbers in an object, or `None` if there is no such list.
fn numbers(object: &Value, name: &str) -> Option<Vec<f64>> {
    let list = object.get(name)?.as_array()?;
    Some(list.iter().filter_map(Value::as_f64).collect())
}

/// Returns the names and values of an object that is in another object.
fn entries<'v>(object: &'v Value, name: &str) -> impl Iterator<Item = (&'v str, &'v Value)> {
    object.get(name).and_then(Value::as_object).into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
