//! Projects: the references between files, and renames.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use engine_assets::graph::{Graph, GraphReader, Target, Usage, Use};
use engine_assets::rename::{Rename, RenameError, RenamePlan};
use engine_assets::sources::ResourceLookup;
use engine_assets::survey::needs_user;
use engine_assets::{Asset, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::error::{of_system, raise};

/// The references in a project. They are read only once.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct References {
    graph: Graph,
}

/// The places to search for the files of a project.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Place {
    folder: PathBuf,
    code: Vec<PathBuf>,
    resources: Vec<PathBuf>,
}

impl Place {
    fn lookup(&self, py: Python<'_>) -> PyResult<ResourceLookup> {
        let lookup = ResourceLookup::new(&self.resources);
        lookup.map_err(|error| raise(py, &Error::Refused(error.to_string()), None))
    }
}

/// Reads the references in a project.
#[pyfunction]
pub(crate) fn references(py: Python<'_>, place: Place) -> PyResult<References> {
    let lookup = place.lookup(py)?;
    let graph = py.detach(|| {
        let mut reader = GraphReader::new(std::slice::from_ref(&place.folder), &place.code, &lookup);
        if let Some(error) = reader.take_errors().pop() {
            return Err(error);
        }
        let references = reader.take().iter().map(|source| reader.references(source)).collect();
        Ok(reader.finish(references))
    });
    graph.map(|graph| References { graph }).map_err(|error| of_system(py, &error, Some(&place.folder)))
}

fn reference_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "engine_assets._project", "Reference")
}

impl References {
    fn shown<'py>(&self, py: Python<'py>, user: &Use<'_>) -> PyResult<Bound<'py, PyAny>> {
        let target = match user.target {
            Target::File(file) => self.graph.files().get(file).map(|file| file.path.clone()),
            _ => None,
        };
        let place = (user.part, user.line);
        let named = (&*user.name, user.kind, user.certainty.name());
        reference_class(py)?.call1((
            &user.from.path,
            named.0,
            target,
            user.target.name(),
            named.1,
            named.2,
            place.0,
            place.1,
        ))
    }

    fn all<'py, 'g>(
        &'g self,
        py: Python<'py>,
        uses: impl Iterator<Item = Use<'g>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        uses.map(|user| self.shown(py, &user)).collect()
    }

    fn find(&self, name: &str) -> PyResult<Vec<u32>> {
        let found = self.graph.find(name);
        let missing = || PyValueError::new_err(format!("no file of the project is called {name}"));
        if found.is_empty() { Err(missing()) } else { Ok(found) }
    }
}

#[pymethods]
impl References {
    /// Returns all references.
    fn every<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.all(py, self.graph.references())
    }

    /// Returns the references to a file, given by its resource name or path.
    fn users<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.all(py, self.find(name)?.into_iter().flat_map(|file| self.graph.users(file)))
    }

    /// Returns the references in a file. If `deep` is true, this includes references in the files that it names.
    fn uses<'py>(&self, py: Python<'py>, name: &str, deep: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let files = self.find(name)?;
        if deep {
            return self.all(py, files.into_iter().flat_map(|file| self.graph.deep_uses(file)).map(|(_, user)| user));
        }
        self.all(py, files.into_iter().flat_map(|file| self.graph.uses(file)))
    }

    /// Returns the files that no other file names. If `perhaps` is true, this includes files if only a part of their
    /// name was found.
    fn unused(&self, py: Python<'_>, perhaps: bool) -> Vec<PathBuf> {
        py.detach(|| {
            let files = self.graph.files().iter();
            let is_unused = |file| match self.graph.usage(file) {
                Usage::Unused => !perhaps,
                Usage::Perhaps(_) => perhaps,
                _ => false,
            };
            files.filter(|(file, one)| is_unused(*file) && needs(&one.path)).map(|(_, one)| one.path.clone()).collect()
        })
    }

    /// Returns the files that could not be searched, with the reasons. They may reference other files.
    fn unsearched(&self) -> Vec<(PathBuf, String)> {
        self.graph.unsearched().into_iter().map(|one| (one.path, one.reason)).collect()
    }
}

/// Returns `true` if a file is only useful when another file references it, such as an image or a material.
fn needs(path: &Path) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    needs_user(path, Asset::parse(&bytes, Some(path)).ok().as_ref())
}

/// A rename that is planned but not done yet.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct Renaming {
    plan: Mutex<RenamePlan>,
}

/// The changes to a file: its path, its new path, and the line, old text and new text of each change.
type Changed = (PathBuf, PathBuf, Vec<(Option<u32>, String, String)>);

/// Plans to rename files and folders in a project, and to change all references to them.
#[pyfunction]
pub(crate) fn rename(py: Python<'_>, place: Place, pairs: Vec<(String, String)>) -> PyResult<Renaming> {
    let lookup = place.lookup(py)?;
    let plan = py.detach(|| {
        let rename = Rename::new(&place.folder).lookup(lookup);
        let rename = place.code.iter().fold(rename, Rename::code);
        pairs.into_iter().fold(rename, |rename, (old, new)| rename.pair(old, new)).plan()
    });
    match plan {
        Ok(plan) => Ok(Renaming { plan: Mutex::new(plan) }),
        Err(RenameError::Io(error)) => Err(of_system(py, &error, Some(&place.folder))),
        Err(error) => Err(raise(py, &Error::Refused(error.to_string()), None)),
    }
}

impl Renaming {
    fn plan(&self) -> std::sync::MutexGuard<'_, RenamePlan> {
        self.plan.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[pymethods]
impl Renaming {
    /// Returns the files that will be moved or changed.
    fn files(&self) -> Vec<Changed> {
        let plan = self.plan();
        let file = |file: &engine_assets::rename::ChangedFile| {
            let changes = file.changes.iter().map(|one| (one.line, one.old.clone(), one.new.clone()));
            (file.from.clone(), file.to.clone(), changes.collect())
        };
        plan.files.iter().map(file).collect()
    }

    /// Returns the places that may mean a renamed file, but will not be changed.
    fn left(&self) -> Vec<(PathBuf, Option<u32>, String)> {
        self.plan().left.iter().map(|one| (one.path.clone(), one.line, one.text.clone())).collect()
    }

    /// Returns the files that could not be searched, with the reasons. They may reference a renamed file.
    fn unsearched(&self) -> Vec<(PathBuf, String)> {
        self.plan().unsearched.iter().map(|one| (one.path.clone(), one.reason.clone())).collect()
    }

    /// Changes the files. If there is an error, none of them is changed.
    fn write(&self, py: Python<'_>) -> PyResult<()> {
        let written = py.detach(|| self.plan().write());
        written.map_err(|error| of_system(py, &error, None))
    }
}
