//! The document of an asset, which can be edited.

use std::sync::{Arc, Mutex};

use engine_assets::Asset as Parsed;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::source::Opened;
use crate::udm::Document;

/// A document of any format, as read by `open`. Use paths to read and change values in scenes, prefabs, materials,
/// models, animations and other data files of Urho3D, and in UDM documents, which have their own paths:
/// `asset["nodes/Jack/AnimatedModel/Model"]`. Nothing else in the file will change.
#[pyclass(frozen, module = "engine_assets")]
pub(crate) struct Asset {
    pub(super) state: State,
}

impl Asset {
    pub(crate) fn new(opened: Arc<Opened>) -> Self {
        Self { state: State::new(opened) }
    }

    /// Returns the document with all edits.
    pub(crate) fn opened(&self, py: Python<'_>) -> PyResult<Arc<Opened>> {
        self.state.opened(py)
    }
}

/// A document that can be edited. If you took arrays or scenes from it before an edit, they keep the old document.
pub(crate) struct State {
    inner: Mutex<Inner>,
}

struct Inner {
    /// The document when it was last read.
    opened: Arc<Opened>,
    /// A copy of the document for edits.
    edited: Option<Parsed<'static>>,
    /// This is `true` if `edited` is newer than `opened`.
    is_newer: bool,
    /// The UDM document that was returned to Python, and its revision in `opened`.
    document: Option<(Py<PyAny>, u64)>,
}

impl State {
    pub(crate) fn new(opened: Arc<Opened>) -> Self {
        Self { inner: Mutex::new(Inner { opened, edited: None, is_newer: false, document: None }) }
    }

    /// Returns the document with all edits.
    pub(crate) fn opened(&self, py: Python<'_>) -> PyResult<Arc<Opened>> {
        self.with(py, |inner| inner.current(py))
    }

    /// Changes the document. If there is an error, it does not change.
    pub(crate) fn edit<T, E>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Parsed<'static>) -> Result<T, E>,
        raise: impl FnOnce(E) -> PyErr,
    ) -> PyResult<T> {
        self.with(py, |inner| {
            let opened = inner.current_unless_newer(py)?;
            let mut edited = match inner.edited.take() {
                Some(edited) => edited,
                None => opened.again().map_err(|error| opened.raise(py, &error))?.into_owned(),
            };
            match change(&mut edited) {
                Ok(done) => {
                    (inner.edited, inner.is_newer) = (Some(edited), true);
                    Ok(done)
                }
                Err(error) => {
                    // Documents leave themselves unchanged after an error.
                    inner.edited = Some(edited);
                    Err(raise(error))
                }
            }
        })
    }

    /// Reads the document with all edits. It is not encoded first, so this is faster than [`opened`](Self::opened).
    pub(crate) fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&Parsed<'_>) -> T) -> PyResult<T> {
        self.with(py, |inner| {
            let opened = inner.current_unless_newer(py)?;
            match inner.edited.as_ref().filter(|_| inner.is_newer) {
                Some(edited) => Ok(read(edited)),
                None => Ok(read(opened.asset())),
            }
        })
    }

    /// Returns the UDM document, or `None` for other formats. This is always the same object.
    pub(crate) fn document<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.with(py, |inner| {
            if let Some((document, _)) = &inner.document {
                return Ok(Some(document.bind(py).clone()));
            }
            let Some(copy) = inner.opened.asset().as_udm().map(|document| document.clone().into_owned()) else {
                return Ok(None);
            };
            let document = Document::new(copy).into_python(py)?;
            inner.document = Some((document.clone().unbind(), 0));
            Ok(Some(document))
        })
    }

    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        let mut inner = self.inner.lock_py_attached(py).unwrap_or_else(std::sync::PoisonError::into_inner);
        work(&mut inner)
    }
}

impl Inner {
    /// Updates `opened` and returns it.
    fn current(&mut self, py: Python<'_>) -> PyResult<Arc<Opened>> {
        if let Some((document, seen)) = &mut self.document {
            let shown = document.bind(py).cast::<Document>()?.get();
            let revision = shown.revision();
            if revision != *seen {
                let bytes = shown.encoded(py)?;
                self.opened = self.opened.with_bytes(py, &bytes)?;
                *seen = revision;
            }
        }
        if let Some(edited) = self.edited.as_ref().filter(|_| self.is_newer) {
            let bytes = py.detach(|| edited.to_bytes());
            let bytes = bytes.map_err(|error| self.opened.raise(py, &error))?;
            self.opened = self.opened.with_bytes(py, &bytes)?;
            self.is_newer = false;
        }
        Ok(self.opened.clone())
    }

    /// Like [`current`](Self::current), but without edits that have not been encoded yet.
    fn current_unless_newer(&mut self, py: Python<'_>) -> PyResult<Arc<Opened>> {
        if self.is_newer { Ok(self.opened.clone()) } else { self.current(py) }
    }
}
