//! What documents are read from: the `bytes` of a file, or those that were given.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::{Asset, Error, OpenOptions, SideFile};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView};

use crate::error::raise;

self_cell::self_cell!(
    /// A document and the `bytes` object that it borrows from.
    struct Parsed {
        owner: PyBackedBytes,
        #[covariant]
        dependent: Asset,
    }
);

/// An open document, shared by everything that shows a part of it.
pub(crate) struct Opened {
    parsed: Parsed,
    /// Its path, or what it is called.
    pub(crate) name: Option<PathBuf>,
    /// Whether `name` is the path of the file that it was read from.
    pub(crate) is_file: bool,
}

impl Opened {
    /// Reads a document: of a path, or of bytes that `name` says more about.
    pub(crate) fn open(source: &Bound<'_, PyAny>, name: Option<PathBuf>, options: &OpenOptions) -> PyResult<Arc<Self>> {
        let py = source.py();
        let (bytes, name, is_file) = match bytes_of(source)? {
            Some(bytes) => (bytes, name, false),
            None => {
                let path: PathBuf = source.extract().map_err(|_| expected(source))?;
                (read(py, &path)?, Some(path), true)
            }
        };
        Self::parse(py, bytes, name, is_file, options)
    }

    /// Reads a document that was read from `name`, if that is a file.
    pub(crate) fn parse(
        py: Python<'_>,
        bytes: PyBackedBytes,
        name: Option<PathBuf>,
        is_file: bool,
        options: &OpenOptions,
    ) -> PyResult<Arc<Self>> {
        let parsed = py.detach(|| {
            Parsed::try_new(bytes, |bytes| match &name {
                Some(path) if is_file => Asset::parse_file_with(bytes, path, options),
                name => Asset::parse_with(bytes, name.as_deref(), options),
            })
        });
        match parsed {
            Ok(parsed) => Ok(Arc::new(Self { parsed, name, is_file })),
            Err(error) => Err(raise(py, &error, name.as_deref())),
        }
    }

    pub(crate) fn asset(&self) -> &Asset<'_> {
        self.parsed.borrow_dependent()
    }

    pub(crate) fn bytes(&self) -> &PyBackedBytes {
        self.parsed.borrow_owner()
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.name.as_deref()
    }

    /// The side file beside the file, if it is one.
    pub(crate) fn side_file(&self) -> Option<SideFile> {
        self.asset().side_file(self.path().filter(|_| self.is_file)?)
    }

    /// The exception for an error about the document.
    pub(crate) fn raise(&self, py: Python<'_>, error: &Error) -> PyErr {
        raise(py, error, self.path())
    }
}

/// The bytes of a source that is no path: those of `bytes` as they are, of other buffers a copy.
pub(crate) fn bytes_of(source: &Bound<'_, PyAny>) -> PyResult<Option<PyBackedBytes>> {
    if let Ok(view) = source.cast::<PyMemoryView>() {
        let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
        return Ok(Some(bytes.into()));
    }
    Ok(source.extract().ok())
}

/// Reads a file into a `bytes` object, without the lock and without another copy.
pub(crate) fn read(py: Python<'_>, path: &Path) -> PyResult<PyBackedBytes> {
    let file = py.import("io")?.getattr("FileIO")?.call1((path.as_os_str(), "rb"))?;
    let bytes = file.call_method0("readall");
    file.call_method0("close")?;
    Ok(bytes?.cast_into::<PyBytes>()?.into())
}

fn expected(source: &Bound<'_, PyAny>) -> PyErr {
    let found = source.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected a path (str, os.PathLike) or bytes, found {found}"))
}
