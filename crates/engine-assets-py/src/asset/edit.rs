//! Reads and changes values by path.

use std::io::Write;
use std::sync::Arc;

use engine_assets::Asset as Document;
use engine_assets::paths::{self, Condition, Edited, Form, Part, PathError, SetOptions, ValuePath, Values};
use engine_assets::urho_core::VariantKind;
use engine_assets::urho_pak::asset_unpack::write_whole;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::sources::opened;
use super::state::Asset;
use super::value::{to_python, to_text};
use crate::error::{of_system, raise};
use crate::lookup;

/// Parses a path.
fn parsed(path: &str) -> PyResult<ValuePath> {
    path.parse().map_err(|error: PathError| PyValueError::new_err(format!("{path}: {error}")))
}

/// Creates the exception for an error about a path or a value.
fn refused(py: Python<'_>, error: PathError) -> PyErr {
    match error {
        PathError::Missing { .. } | PathError::Ambiguous { .. } | PathError::NoMatch => {
            PyKeyError::new_err(error.to_string())
        }
        PathError::NoPaths(_) => PyTypeError::new_err(error.to_string()),
        PathError::Document(error) => raise(py, &error, None),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// What is at a path.
enum Found {
    Value(paths::Value),
    /// A list or a group, given by its path.
    Part(String),
}

/// Returns the value at a path. For a list or a group, this is a view of the document.
pub(super) fn get<'py>(slf: &Bound<'py, Asset>, path: &str) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (py, asked) = (slf.py(), parsed(path)?);
    if asked.is_pattern() {
        return Err(PyKeyError::new_err(format!("{path}: a pattern may match several values; use find")));
    }
    let found = slf.get().state.read(py, |document| {
        let found = paths::find(&root(document)?, &asked)?.pop().ok_or(PathError::NoMatch)?;
        Ok(match found.part.value().filter(|_| found.part.form() == Form::Value) {
            Some(value) => Found::Value(value.clone()),
            None => Found::Part(found.path),
        })
    })?;
    match found.map_err(|error| refused(py, error))? {
        Found::Value(value) => to_python(py, &value),
        Found::Part(path) => CLASS.import(py, "engine_assets._paths", "Part")?.call1((slf, path)),
    }
}

fn root<'d>(document: &'d Document<'_>) -> Result<Part<'d>, PathError> {
    document.part().ok_or_else(|| PathError::NoPaths(document.format().title()))
}

/// Returns the steps to be added to a path, to get from a part to the parts in it.
pub(super) fn keys(py: Python<'_>, asset: &Asset, path: &str) -> PyResult<Vec<String>> {
    let around = if path.is_empty() { None } else { Some(parsed(path)?) };
    let found = asset.state.read(py, |document| {
        let root = root(document)?;
        let at = match &around {
            None => String::new(),
            Some(path) => paths::find(&root, path)?.pop().ok_or(PathError::NoMatch)?.path,
        };
        let below = if at.is_empty() { "*".to_owned() } else { format!("{at}/*") };
        match paths::find(&root, &below.parse()?) {
            Ok(found) => Ok(found.into_iter().map(|one| relative(&at, &one.path)).collect()),
            Err(PathError::NoMatch) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    })?;
    found.map_err(|error| refused(py, error))
}

/// Returns a path relative to the path around it, such as `Model` or `[3]`.
fn relative(around: &str, path: &str) -> String {
    let rest = path.strip_prefix(around).unwrap_or(path);
    rest.strip_prefix('/').unwrap_or(rest).to_owned()
}

/// Returns all values that match a path, with their own paths.
pub(super) fn find<'py>(py: Python<'py>, asset: &Asset, path: &str) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let asked = parsed(path)?;
    let found = asset.state.read(py, |document| {
        let found = match paths::find(&root(document)?, &asked) {
            Err(PathError::NoMatch) => Vec::new(),
            found => found?,
        };
        let values = found.into_iter().filter_map(|one| Some((one.path, one.part.value()?.clone())));
        Ok(values.collect::<Vec<_>>())
    })?;
    let found = found.map_err(|error| refused(py, error))?;
    found.into_iter().map(|(path, value)| Ok((path, to_python(py, &value)?))).collect()
}

/// The options of `Asset.set`.
pub(super) struct Setting<'a> {
    pub(super) create: bool,
    pub(super) kind: Option<&'a str>,
    pub(super) conditions: &'a [String],
    pub(super) resources: &'a [std::path::PathBuf],
}

impl Setting<'_> {
    fn options(&self, py: Python<'_>) -> PyResult<SetOptions> {
        let kind = self.kind.map(|name| {
            let unknown = || PyValueError::new_err(format!("expected a type such as Float or Vector3, found {name}"));
            VariantKind::from_name(name.as_bytes()).ok_or_else(unknown)
        });
        let resources = (!self.resources.is_empty()).then(|| lookup::named(self.resources)).transpose();
        let resources = resources.map_err(|error| raise(py, &error, None))?.map(Arc::new);
        let options = SetOptions::default().create(self.create).kind(kind.transpose()?).resources(resources);
        let add = |options: SetOptions, condition: &String| {
            let condition: Result<Condition, PathError> = condition.parse();
            condition.map(|condition| options.only(condition)).map_err(|error| refused(py, error))
        };
        self.conditions.iter().try_fold(options, add)
    }
}

/// Sets all values that match a path.
pub(super) fn set<'py>(
    asset: &Asset,
    path: &str,
    value: &Bound<'py, PyAny>,
    setting: &Setting<'_>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, asked, text) = (value.py(), parsed(path)?, to_text(value)?);
    let options = setting.options(py)?;
    let edited = asset.state.edit(py, |asset| asset.set_values(&asked, &text, &options), |error| refused(py, error))?;
    changes(py, &edited)
}

/// Removes all parts that match a path.
pub(super) fn remove<'py>(py: Python<'py>, asset: &Asset, path: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let asked = parsed(path)?;
    let edited = asset.state.edit(py, |asset| asset.remove_values(&asked, &[]), |error| refused(py, error))?;
    changes(py, &edited)
}

/// Inserts an item into a list.
pub(super) fn insert(asset: &Asset, path: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let (py, asked, text) = (value.py(), parsed(path)?, to_text(value)?);
    let edited = asset.state.edit(py, |asset| asset.insert_value(&asked, &text), |error| refused(py, error))?;
    Ok(edited.into_iter().next().map(|one| one.path).unwrap_or_default())
}

fn changes<'py>(py: Python<'py>, edited: &[Edited]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let class = value_change(py)?;
    edited.iter().map(|one| class.call1((&one.path, one.before.as_deref(), one.after.as_deref()))).collect()
}

fn value_change(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "engine_assets._types", "ValueChange")
}

/// Returns the differences between two documents.
#[pyfunction]
pub(crate) fn differences<'py>(
    py: Python<'py>,
    old: &Bound<'py, PyAny>,
    new: &Bound<'py, PyAny>,
    tolerance: f64,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (old, new) = (opened(old)?, opened(new)?);
    let options = paths::DiffOptions::default().tolerance(tolerance);
    let found = py.detach(|| paths::diff(old.asset(), new.asset(), &options));
    let class = value_change(py)?;
    let found = found.map_err(|error| raise(py, &error, new.path()))?;
    found
        .iter()
        .map(|one| class.call1((&one.path, one.old.as_deref(), one.new.as_deref(), one.note.as_deref())))
        .collect()
}

/// A merged file, its text if it is binary and has conflicts, the conflicts, and the new ids.
type Merged = (Vec<u8>, Option<Vec<u8>>, Vec<Contradiction>, Vec<(String, u32, u32)>);

/// The path of a conflict, our value and their value.
type Contradiction = (String, String, String);

/// Merges three versions of a file.
#[pyfunction]
pub(crate) fn merge_files(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    ours: &Bound<'_, PyAny>,
    theirs: &Bound<'_, PyAny>,
) -> PyResult<Merged> {
    let (base, ours, theirs) = (opened(base)?, opened(ours)?, opened(theirs)?);
    let merged = py.detach(|| {
        let versions =
            engine_assets::merge::Versions { base: base.bytes(), ours: ours.bytes(), theirs: theirs.bytes() };
        engine_assets::merge::merge(&versions, ours.path())
    });
    let merged = merged.map_err(|error| raise(py, &error, ours.path()))?;
    let conflicts = merged.conflicts.into_iter().map(|one| (one.path, one.ours, one.theirs)).collect();
    let renumbered = merged.renumbered.into_iter().map(|one| (one.name, one.old, one.new)).collect();
    Ok((merged.bytes, merged.text, conflicts, renumbered))
}

/// Resolves the conflicts in a merged text. `pick` is called with the path, our value and their value, and must return
/// `ours`, `theirs` or nothing.
#[pyfunction]
pub(crate) fn resolve(data: &[u8], pick: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Vec<Contradiction>)> {
    use engine_assets::merge::{Side, resolve};
    let (py, mut failed) = (pick.py(), None);
    let side = |conflict: &engine_assets::merge::Unresolved| -> PyResult<Option<Side>> {
        let chosen = pick.call1((&conflict.path, &conflict.ours, &conflict.theirs))?;
        match chosen.extract::<Option<String>>()?.as_deref() {
            None => Ok(None),
            Some("ours") => Ok(Some(Side::Ours)),
            Some("theirs") => Ok(Some(Side::Theirs)),
            Some(other) => Err(PyValueError::new_err(format!("expected ours, theirs or None, found {other}"))),
        }
    };
    let resolved = resolve(data, |conflict| {
        if failed.is_some() {
            return None;
        }
        side(conflict).unwrap_or_else(|error| {
            failed = Some(error);
            None
        })
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let resolved = resolved.map_err(|error| raise(py, &error, None))?;
    Ok((resolved.bytes, resolved.left.into_iter().map(|one| (one.path, one.ours, one.theirs)).collect()))
}

/// Returns the text for a name, to be used as a step in a path.
#[pyfunction]
pub(crate) fn escape(name: &str) -> String {
    paths::escape(name)
}

/// Writes a file, which is never only partly written.
#[pyfunction]
pub(crate) fn write_file(py: Python<'_>, path: std::path::PathBuf, data: &[u8], force: bool) -> PyResult<()> {
    save(py, &path, data, force)
}

/// Writes the file of a document, which is never only partly written.
pub(super) fn save(py: Python<'_>, target: &std::path::Path, bytes: &[u8], replaces: bool) -> PyResult<()> {
    let written = py.detach(|| write_whole(target, replaces, |file| file.write_all(bytes)));
    written.map_err(|error: std::io::Error| of_system(py, &error, Some(target)))
}
