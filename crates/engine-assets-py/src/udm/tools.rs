//! Compares, patches and merges documents.

use engine_assets::udm::{self, Value};
use engine_assets::udm_tools::{self, Change, Conflict, DiffOptions, MergeOptions, OnConflict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use super::Document;
use super::read::to_python;
use super::write::{Wish, from_python};
use crate::error::malformed;

/// Returns the differences between two documents.
#[pyfunction]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    old: &Bound<'py, Document>,
    new: &Bound<'py, Document>,
    tolerance: f64,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "engine_assets._types", "Change")?;
    let (old, new) = (old.get().copy(), new.get().copy());
    let changes = py.detach(|| udm_tools::diff_with(&old, &new, &DiffOptions::default().tolerance(tolerance)));
    let made = changes.iter().map(|change| {
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        let kind = match (old, new) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        };
        class.call1((kind, &*change.path, optional(py, old)?, optional(py, new)?))
    });
    made.collect()
}

fn optional<'py>(py: Python<'py>, value: Option<&Value<'_>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    value.map(|value| to_python(py, value)).transpose()
}

/// A change, as an object in Python.
#[derive(FromPyObject)]
pub(crate) struct Changed<'py> {
    kind: String,
    path: String,
    old: Bound<'py, PyAny>,
    new: Bound<'py, PyAny>,
}

/// Applies changes to a document. If there is an error, it does not change.
#[pyfunction]
pub(crate) fn patch(py: Python<'_>, document: &Bound<'_, Document>, changes: Vec<Changed<'_>>) -> PyResult<()> {
    let value = |object: &Bound<'_, PyAny>| from_python(object, &Wish::default());
    let mut values = Vec::with_capacity(changes.len());
    for change in &changes {
        values.push(match change.kind.as_str() {
            "added" => (None, Some(value(&change.new)?)),
            "removed" => (Some(value(&change.old)?), None),
            "changed" => (Some(value(&change.old)?), Some(value(&change.new)?)),
            other => {
                return Err(PyValueError::new_err(format!("expected added, removed or changed, found {other}")));
            }
        });
    }
    let changes = changes.iter().zip(&values);
    let changes: Vec<Change<'_>> =
        changes.map(|(change, (old, new))| Change::new(&*change.path, old.as_ref(), new.as_ref())).collect();
    let document = document.get();
    let mut patched = document.copy();
    let done = py.detach(|| udm_tools::patch(&mut patched, &changes));
    done.map_err(|error| malformed(py, &error, None))?;
    *document.changing() = patched;
    Ok(())
}

/// Merges the changes of theirs into our document. Returns the document and the conflicts.
#[pyfunction]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    base: &Bound<'py, Document>,
    ours: &Bound<'py, Document>,
    theirs: &Bound<'py, Document>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<Bound<'py, PyAny>>)> {
    let (base, mut ours, theirs) = (base.get().copy(), ours.get().copy(), theirs.get().copy());
    let (found, bytes) = py.detach(|| {
        let found = udm_tools::merge(&base, &mut ours, &theirs);
        (found, ours.to_bytes())
    });
    let bytes = bytes.map_err(|error: udm::Error| malformed(py, &error, None))?;
    Ok((PyBytes::new(py, &bytes), conflicts(py, &found)?))
}

/// Merges the changes of theirs into our text. Returns the text and the conflicts.
#[pyfunction]
pub(crate) fn merge_text<'py>(
    py: Python<'py>,
    base: PyBackedBytes,
    ours: PyBackedBytes,
    theirs: PyBackedBytes,
    markers: bool,
    labels: (String, String),
) -> PyResult<(Bound<'py, PyBytes>, Vec<Bound<'py, PyAny>>)> {
    let mut options = MergeOptions::default();
    options.on_conflict = if markers { OnConflict::Markers } else { OnConflict::Ours };
    options.labels = labels;
    let merged = py.detach(|| udm_tools::merge_text(&base, &ours, &theirs, &options));
    let merged = merged.map_err(|error| malformed(py, &error, None))?;
    Ok((PyBytes::new(py, &merged.text), conflicts(py, &merged.conflicts)?))
}

fn conflicts<'py>(py: Python<'py>, found: &[Conflict]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "engine_assets._types", "Conflict")?;
    let one = |one: &Conflict| {
        class.call1((&*one.path, optional(py, one.ours.as_ref())?, optional(py, one.theirs.as_ref())?))
    };
    found.iter().map(one).collect()
}
