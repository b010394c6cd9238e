//! Sources of documents: a file, or `bytes` that were passed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::{Asset, Error, OpenOptions, SideFile};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::error::{malformed, raise};
use crate::open_package::Open;

self_cell::self_cell!(
    /// A document and the `bytes` object that it borrows from.
    pub(crate) struct Parsed {
        owner: PyBackedBytes,
        #[covariant]
        dependent: Asset,
    }
);

/// An open document, shared by all objects that show a part of it.
pub(crate) struct Opened {
    parsed: Parsed,
    /// The path or name.
    pub(crate) name: Option<PathBuf>,
    pub(crate) origin: Origin,
    options: OpenOptions,
}

/// Where a document comes from.
#[derive(Clone)]
pub(crate) enum Origin {
    /// A file. The name is its path.
    File,
    /// An entry of a package. The name is that of the entry.
    Entry(Arc<Open>),
    /// Bytes that were passed.
    Bytes,
}

impl Opened {
    /// Reads a document, given a path or bytes. The `name` is used to detect the format of bytes.
    pub(crate) fn open(source: &Bound<'_, PyAny>, name: Option<PathBuf>, options: &OpenOptions) -> PyResult<Arc<Self>> {
        let py = source.py();
        if let Some(bytes) = bytes_of(source)? {
            let name = name.map_or_else(|| name_of(source), |name| Ok(Some(name)))?;
            return Self::parse(py, bytes, name, Origin::Bytes, options);
        }
        let path: PathBuf = source.extract().map_err(|_| expected(source))?;
        if let Some((package, entry)) = package_entry(&path) {
            return opened_entry(py, &Arc::new(Open::file(py, package)?), entry);
        }
        if let Some(url) = path.to_str().filter(|text| text.contains("://") && !path.exists()) {
            let opened = py.import("fsspec")?.call_method1("open", (url, "rb"))?;
            let bytes = bytes_of(&opened)?.ok_or_else(|| expected(&opened))?;
            return Self::parse(py, bytes, Some(name.unwrap_or(path)), Origin::Bytes, options);
        }
        Self::parse(py, read(py, &path)?, Some(path), Origin::File, options)
    }

    /// Parses a document, given its name and origin.
    pub(crate) fn parse(
        py: Python<'_>,
        bytes: PyBackedBytes,
        name: Option<PathBuf>,
        origin: Origin,
        options: &OpenOptions,
    ) -> PyResult<Arc<Self>> {
        let parsed = py.detach(|| Parsed::try_new(bytes, |bytes| parse(bytes, name.as_deref(), &origin, options)));
        match parsed {
            Ok(parsed) => Ok(Arc::new(Self { parsed, name, origin, options: options.clone() })),
            Err(error) => Err(raise(py, &error, name.as_deref())),
        }
    }

    /// Parses the document again, to get a separate copy.
    pub(crate) fn again(&self) -> Result<Asset<'_>, Error> {
        parse(self.bytes(), self.path(), &self.origin, &self.options)
    }

    /// Parses other bytes for the same file.
    pub(crate) fn with_bytes(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<Arc<Self>> {
        let bytes = PyBytes::new(py, bytes).into();
        Self::parse(py, bytes, self.name.clone(), self.origin.clone(), &self.options)
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

    /// Returns the path, if the document is a file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.path().filter(|_| matches!(self.origin, Origin::File))
    }

    /// Returns the side file of a file or package entry, if there is one.
    pub(crate) fn side_file(&self) -> Option<SideFile> {
        let path = self.path()?;
        match &self.origin {
            Origin::File => self.asset().side_file(path),
            Origin::Entry(open) => self.asset().side_file_by(|length| {
                let mut beside = ["xml", "json"].into_iter().map(|extension| path.with_extension(extension));
                beside.find_map(|path| {
                    let bytes = open.read(&path)?;
                    Some(SideFile::parse(path, bytes, length))
                })
            }),
            Origin::Bytes => None,
        }
    }

    /// Creates the exception for an error about this document.
    pub(crate) fn raise(&self, py: Python<'_>, error: &Error) -> PyErr {
        raise(py, error, self.path())
    }
}

fn parse<'b>(bytes: &'b [u8], name: Option<&Path>, origin: &Origin, options: &OpenOptions) -> Result<Asset<'b>, Error> {
    match (name, origin) {
        (Some(path), Origin::File) => Asset::parse_file_with(bytes, path, options),
        (name, _) => Asset::parse_with(bytes, name, options),
    }
}

/// Opens an entry of a package.
pub(crate) fn opened_entry(py: Python<'_>, open: &Arc<Open>, name: &str) -> PyResult<Arc<Opened>> {
    let entry = open.package.get(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    let bytes = py.detach(|| entry.read());
    let bytes = PyBytes::new(py, &bytes.map_err(|error| malformed(py, &error, open.path.as_deref()))?).into();
    Opened::parse(py, bytes, Some(name.into()), Origin::Entry(open.clone()), &OpenOptions::default())
}

/// Returns the bytes of a source, or `None` for a path. This copies the content of buffers and open files, but not of
/// `bytes`.
pub(crate) fn bytes_of(source: &Bound<'_, PyAny>) -> PyResult<Option<PyBackedBytes>> {
    if let Ok(bytes) = source.extract::<PyBackedBytes>() {
        return Ok(Some(bytes));
    }
    if let Ok(view) = PyMemoryView::from(source) {
        let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
        return Ok(Some(bytes.into()));
    }
    let read = if source.hasattr("read")? {
        Some(source.call_method0("read")?)
    } else if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
        None
    } else if source.hasattr("read_bytes")? {
        // Paths in archives and packages of Python.
        Some(source.call_method0("read_bytes")?)
    } else if source.hasattr("open")? {
        // Files of fsspec.
        let file = source.call_method0("open")?;
        let read = file.call_method0("read");
        file.call_method0("close")?;
        Some(read?)
    } else {
        None
    };
    if let Some(read) = read {
        let bytes =
            read.cast_into::<PyBytes>().map_err(|_| PyTypeError::new_err("expected a file that is open for bytes"))?;
        return Ok(Some(bytes.into()));
    }
    Ok(None)
}

/// Returns the name of an open file, or of a path in an archive, to be used to detect the format.
fn name_of(source: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    for attribute in ["name", "full_name", "path"] {
        if let Ok(name) = source.getattr(attribute) {
            if let Ok(name) = name.cast::<PyString>() {
                return name.extract().map(Some);
            }
        }
    }
    Ok(None)
}

/// Splits a path such as `game.pak:Models/Jack.mdl` into package and entry, unless it is the path of a file.
fn package_entry(path: &Path) -> Option<(&Path, &str)> {
    let text = path.to_str().filter(|_| !path.exists())?;
    let mut colons = text.match_indices(':').filter_map(|(at, _)| Some((text.get(..at)?, text.get(at + 1..)?)));
    let (package, entry) = colons.find(|(package, entry)| !entry.is_empty() && Path::new(package).is_file())?;
    Some((Path::new(package), entry))
}

/// Reads a file into a `bytes` object. This releases the interpreter's lock, and does not need another copy.
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
