//! Assets that are passed as arguments, and the animations next to models.

use std::path::PathBuf;
use std::sync::Arc;

use engine_assets::{Feature, Isolate, OpenOptions, convert as conversion};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use super::state::Asset;
use crate::error;
use crate::owned_scene::stem;
use crate::source::{Opened, Origin, opened_entry};

/// Opens an asset, given the asset itself, its path or its bytes.
pub(crate) fn opened(source: &Bound<'_, PyAny>) -> PyResult<Arc<Opened>> {
    match source.cast::<Asset>() {
        Ok(asset) => asset.get().opened(source.py()),
        Err(_) => Opened::open(source, None, &OpenOptions::default()),
    }
}

/// Opens an asset like [`opened`], using these options if it is not open yet. If `isolate` is given, FBX and OBJ are
/// read in a separate process.
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
        if opened.asset().format().has(Feature::NativeParser) {
            return Err(PyValueError::new_err("isolate: expected the path of a file, found its bytes"));
        }
        return Ok(opened);
    };
    match py.detach(|| isolate.glb(&path)) {
        Some(Ok(bytes)) => Opened::parse(py, PyBytes::new(py, &bytes).into(), Some(path), Origin::File, options),
        Some(Err(error)) => Err(error::raise(py, &error, Some(&path))),
        None => Opened::open(source, None, options),
    }
}

/// Opens one or several assets.
pub(super) fn several(sources: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<Opened>>> {
    let is_one = sources.is_instance_of::<PyString>() || sources.is_instance_of::<Asset>() || !is_list(sources)?;
    if is_one { Ok(vec![opened(sources)?]) } else { sources.try_iter()?.map(|source| opened(&source?)).collect() }
}

fn is_list(sources: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(sources.is_instance_of::<PyList>() || sources.is_instance_of::<PyTuple>() || sources.hasattr("__next__")?)
}

/// Returns the animations in the folder or package of a model. `wanted` is called with the names of the animation and
/// the model. If a file can't be read, it is skipped, because nobody asked for it.
pub(crate) fn beside(
    py: Python<'_>,
    model: &Arc<Opened>,
    wanted: &(dyn Fn(&str, &str) -> bool + Sync),
) -> Vec<Arc<Opened>> {
    if !model.asset().format().has(Feature::AnimationsBeside) {
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
