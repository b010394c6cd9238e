//! Finds the files that other files reference: materials, textures, models of scenes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::{Error, Resources};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::source::{Opened, Origin};

/// The value of `resources`: true, false, or folders and packages.
pub(crate) enum Roots {
    Usual(bool),
    Named(Paths),
}

impl<'py> FromPyObject<'_, 'py> for Roots {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<bool>() {
            Ok(usual) => Ok(Self::Usual(usual)),
            Err(_) => object.extract().map(Self::Named),
        }
    }
}

/// One or several paths.
#[derive(Default)]
pub(crate) struct Paths(pub(crate) Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Self(vec![path]));
        }
        let wrong = || PyTypeError::new_err("expected True, False, or paths of folders and packages");
        let paths = object.try_iter().map_err(|_| wrong())?;
        let paths = paths.map(|path| path?.extract::<PathBuf>().map_err(|_| wrong()));
        paths.collect::<PyResult<_>>().map(Self)
    }
}

impl Roots {
    /// Returns the resources of a document. If `roots` is not given, `usual` decides if the usual places are searched.
    pub(crate) fn of(roots: Option<&Self>, document: &Arc<Opened>, usual: bool) -> Result<Option<Resources>, Error> {
        match roots {
            Some(Self::Named(paths)) if !paths.0.is_empty() => named(&paths.0).map(Some),
            Some(Self::Usual(false)) => Ok(None),
            None if !usual => Ok(None),
            _ => Ok(around(document)),
        }
    }
}

/// Returns the folders and packages in the project of a document, or the package or folder that contains it. For bytes,
/// this is `None`.
pub(crate) fn around(document: &Opened) -> Option<Resources> {
    match &document.origin {
        Origin::Entry(open) => open.path.as_ref().and_then(|path| Resources::new().package(path).ok()),
        _ => {
            let file = document.file()?;
            let project = Resources::around(file).ok().filter(|resources| !resources.is_empty());
            project.or_else(|| {
                let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
                Resources::new().folder(folder.unwrap_or(Path::new("."))).ok()
            })
        }
    }
}

pub(crate) fn named(roots: &[PathBuf]) -> Result<Resources, Error> {
    let add = |resources: Resources, path: &PathBuf| resources.root(path);
    roots.iter().try_fold(Resources::new(), add).map_err(|error| Error::Refused(error.to_string()))
}
