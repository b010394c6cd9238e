//! Projects: which file names which, and renames.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use engine_assets::convert_folder::ResourceLookup;
use engine_assets::graph::{Graph, GraphReader, Target, Usage, Use};
use engine_assets::rename::{Rename, RenameError, RenamePlan};
use engine_assets::survey::needs_user;
use engine_assets::{Asset, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::error::{of_system, raise};

/// The references of a project, read once.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct References {
    graph: Graph,
}

/// Where the files of a project are.
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

/// Reads the references of a project.
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
    /// All references.
    fn every<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.all(py, self.graph.references())
    }

    /// References to a file: its resource name or path.
    fn users<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.all(py, self.find(name)?.into_iter().flat_map(|file| self.graph.users(file)))
    }

    /// References in a file, with `deep` also in the files that it names.
    fn uses<'py>(&self, py: Python<'py>, name: &str, deep: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let files = self.find(name)?;
        if deep {
            return self.all(py, files.into_iter().flat_map(|file| self.graph.deep_uses(file)).map(|(_, user)| user));
        }
        self.all(py, files.into_iter().flat_map(|file| self.graph.uses(file)))
    }

    /// Files that nothing names, and with `perhaps` those that only parts of names fit.
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

    /// Files that may name others and that weren't searched, with the reasons.
    fn unsearched(&self) -> Vec<(PathBuf, String)> {
        self.graph.unsearched().into_iter().map(|one| (one.path, one.reason)).collect()
    }
}

/// Whether a file is only of use if another one names it: an image, a material.
fn needs(path: &Path) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    needs_user(path, Asset::parse(&bytes, Some(path)).ok().as_ref())
}

/// A planned rename.
#[pyclass(frozen, module = "engine_assets._native")]
pub(crate) struct Renaming {
    plan: Mutex<RenamePlan>,
}

/// The changes of a file: its path, its new path, and line, old and new text of each.
type Changed = (PathBuf, PathBuf, Vec<(Option<u32>, String, String)>);

/// Plans to rename files and folders of a project, with all references to them.
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
    /// Files that move or change.
    fn files(&self) -> Vec<Changed> {
        let plan = self.plan();
        let file = |file: &engine_assets::rename::ChangedFile| {
            let changes = file.changes.iter().map(|one| (one.line, one.old.clone(), one.new.clone()));
            (file.from.clone(), file.to.clone(), changes.collect())
        };
        plan.files.iter().map(file).collect()
    }

    /// Places that may mean a renamed file and stay as they are.
    fn left(&self) -> Vec<(PathBuf, Option<u32>, String)> {
        self.plan().left.iter().map(|one| (one.path.clone(), one.line, one.text.clone())).collect()
    }

    /// Files that may name a renamed file and that weren't searched, with the reasons.
    fn unsearched(&self) -> Vec<(PathBuf, String)> {
        self.plan().unsearched.iter().map(|one| (one.path.clone(), one.reason.clone())).collect()
    }

    /// Changes all files, or none.
    fn write(&self, py: Python<'_>) -> PyResult<()> {
        let written = py.detach(|| self.plan().write());
        written.map_err(|error| of_system(py, &error, None))
    }
}
