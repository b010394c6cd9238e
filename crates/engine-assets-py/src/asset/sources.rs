//! Assets as arguments, and the animations beside models.

use std::path::PathBuf;
use std::sync::Arc;

use engine_assets::urho_pak::Limits;
use engine_assets::{Format, Isolate, OpenOptions, convert as conversion};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use super::Asset;
use crate::error;
use crate::held::stem;
use crate::open_package::Open;
use crate::source::{Opened, Origin};

/// An asset, or its path or bytes.
pub(crate) fn opened(source: &Bound<'_, PyAny>) -> PyResult<Arc<Opened>> {
    match source.cast::<Asset>() {
        Ok(asset) => asset.get().opened(source.py()),
        Err(_) => Opened::open(source, None, &OpenOptions::default()),
    }
}

/// As [`opened`], with options for what isn't open yet. FBX and OBJ are read by the process of `isolate`, if there is one.
pub(crate) fn opened_with(
    source: &Bound<'_, PyAny>,
    options: &OpenOptions,
    isolate: Option<&Isolate>,
) -> PyResult<Arc<Opened>> {
    if source.is_instance_of::<Asset>() {
        return opened(source);
    }
    let Some(isolate) = isolate else { return Opened::open(source, None, options) };
    let py = source.py();
    let Ok(path) = source.extract::<PathBuf>() else {
        let opened = Opened::open(source, None, options)?;
        return match opened.asset().format() {
            Format::FBX | Format::OBJ => {
                Err(PyValueError::new_err("isolate: expected the path of a file, found its bytes"))
            }
            _ => Ok(opened),
        };
    };
    match py.detach(|| isolate.glb(&path)) {
        Some(Ok(bytes)) => Opened::parse(py, PyBytes::new(py, &bytes).into(), Some(path), Origin::File, options),
        Some(Err(error)) => Err(error::raise(py, &error, Some(&path))),
        None => Opened::open(source, None, options),
    }
}

/// Assets, paths or bytes: one or several.
pub(super) fn several(sources: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<Opened>>> {
    let is_one = sources.is_instance_of::<PyString>() || sources.is_instance_of::<Asset>() || !is_list(sources)?;
    if is_one { Ok(vec![opened(sources)?]) } else { sources.try_iter()?.map(|source| opened(&source?)).collect() }
}

fn is_list(sources: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(sources.is_instance_of::<PyList>() || sources.is_instance_of::<PyTuple>() || sources.hasattr("__next__")?)
}

/// The animations beside a model, in its folder or package, for whose names and the model's `wanted` is true. Unreadable files are skipped: nobody
/// asked for them.
pub(crate) fn beside(
    py: Python<'_>,
    model: &Arc<Opened>,
    wanted: &(dyn Fn(&str, &str) -> bool + Sync),
) -> Vec<Arc<Opened>> {
    if model.asset().format() != Format::URHO_MDL {
        return Vec::new();
    }
    let name = stem(model);
    let is_wanted = |animation: &str| wanted(animation, &name);
    if let Origin::Entry(open) = &model.origin {
        let entries = open.animations_beside(model.path().unwrap_or(std::path::Path::new("")), &is_wanted);
        return entries.into_iter().filter_map(|entry| opened_entry(py, open, &entry).ok()).collect();
    }
    let Some(file) = model.file() else { return Vec::new() };
    let paths = py.detach(|| conversion::animations_beside(file, is_wanted));
    paths.into_iter().filter_map(|path| opened(path.into_pyobject(py).ok()?.as_any()).ok()).collect()
}

/// An entry of a package.
pub(crate) fn opened_entry(py: Python<'_>, open: &Arc<Open>, name: &str) -> PyResult<Arc<Opened>> {
    let entry = open.package.get(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    let bytes = py.detach(|| entry.read(&Limits::default()));
    let bytes = PyBytes::new(py, &bytes.map_err(|error| error::malformed(py, &error, open.path.as_deref()))?).into();
    Opened::parse(py, bytes, Some(name.into()), Origin::Entry(open.clone()), &OpenOptions::default())
}
