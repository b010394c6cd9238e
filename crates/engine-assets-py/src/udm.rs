//! UDM documents.

mod read;
mod rules;
mod tools;
mod write;

pub(crate) use tools::{diff, merge, merge_text, patch};

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine_assets::binio::Limits;
use engine_assets::paths::documents;
use engine_assets::udm::{self, Style, Value, ValueType};
use engine_assets::udm_tools::Query;
use engine_assets::udm_tools::json::Plain;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::error::{at_path, findings, malformed, raise};
use crate::json::{dumps, loads};
use crate::source::bytes_of;
use read::to_python;
use write::{Wish, from_python};

/// A UDM document, text or binary. The keys are paths such as `light/range` or `spots[0]`, which start at the data of
/// the asset.
#[pyclass(frozen, subclass, module = "engine_assets.udm")]
pub(crate) struct Document {
    document: Mutex<udm::Document<'static>>,
    /// A number that increases with each change.
    revision: AtomicU64,
}

impl Document {
    pub(crate) fn new(document: udm::Document<'static>) -> Self {
        Self { document: Mutex::new(document), revision: AtomicU64::new(0) }
    }

    /// Converts the document to the class in `engine_assets.udm`.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import(py, "engine_assets.udm", "Document")?.call1((self,))
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// Returns the document so that it can be changed.
    fn changing(&self) -> MutexGuard<'_, udm::Document<'static>> {
        self.revision.fetch_add(1, Ordering::Relaxed);
        self.lock()
    }

    /// Encodes the document in the form in which it was read.
    pub(crate) fn encoded(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let document = self.copy();
        py.detach(|| document.to_bytes()).map_err(|error| malformed(py, &error, None))
    }

    fn lock(&self) -> MutexGuard<'_, udm::Document<'static>> {
        self.document.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn copy(&self) -> udm::Document<'static> {
        self.lock().clone()
    }
}

/// Creates the exception for an error at a path. If the key is missing, this is a `KeyError`.
fn missing(py: Python<'_>, path: &str, error: &udm::Error) -> PyErr {
    match error.kind() {
        udm::ErrorKind::NoSuchPath(_) => PyKeyError::new_err(path.to_owned()),
        kind => at_path(py, path, kind.to_string()),
    }
}

#[pymethods]
impl Document {
    /// Reads a document.
    ///
    /// Args:
    ///     data: Text or bytes in either form, or a document, which is copied.
    #[new]
    fn read(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = data.py();
        if let Ok(other) = data.cast::<Self>() {
            return Ok(Self::new(other.get().copy()));
        }
        let bytes = match data.cast::<PyString>() {
            Ok(text) => text.extract::<String>()?.into_bytes(),
            Err(_) => bytes_of(data)?
                .map(|bytes| bytes.to_vec())
                .ok_or_else(|| pyo3::exceptions::PyTypeError::new_err("expected str or bytes"))?,
        };
        let document = py.detach(|| udm::Document::parse(&bytes).map(udm::Document::into_owned));
        document.map(Self::new).map_err(|error| malformed(py, &error, None))
    }

    /// Type of the asset, such as `PMDL`, or `nil` if it has no type.
    #[getter]
    fn asset_type(&self) -> String {
        self.lock().asset_type().to_text().into_owned()
    }

    /// Version of the asset.
    #[getter]
    fn asset_version(&self) -> u32 {
        self.lock().asset_version()
    }

    /// True if the document was read from text.
    #[getter]
    fn is_text(&self) -> bool {
        self.lock().encoding() == udm::Encoding::Text
    }

    fn __getitem__<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let document = self.lock();
        let value = document.fetch(path, &mut Limits::default().budget());
        let value = value.map_err(|error| missing(py, path, &error))?.into_owned().into_owned();
        drop(document);
        to_python(py, &value)
    }

    /// Sets a value. An existing value keeps its type. A new value has its own type, or gets one by the rules of
    /// `engine_assets.udm`.
    fn __setitem__(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let found = self.lock().fetch(path, &mut Limits::default().budget()).map(|old| old.into_owned().into_owned());
        match found {
            Ok(old) => self.replace(path, value, &old),
            Err(_) => self.insert(path, from_python(value, &Wish::default())?, value.py()),
        }
    }

    /// Sets a value. Missing elements in the path are created.
    ///
    /// Args:
    ///     path: Path of the value.
    ///     value: The value, in the form in which you can read it. For any type, you can also pass its UDM text.
    ///     type: Type of the value, such as `float` or `vec3`. Default: the type of the existing value, or the type of
    ///         the new value itself.
    #[pyo3(signature = (path, value, r#type = None))]
    fn set(&self, path: &str, value: &Bound<'_, PyAny>, r#type: Option<&str>) -> PyResult<()> {
        let py = value.py();
        let Some(ty) = r#type else {
            let found = self.lock().fetch(path, &mut Limits::default().budget()).map(drop);
            let has_own = value.is_instance(&read::class(py, "Typed")?)?;
            return match found {
                Err(error) if !has_own => Err(missing(py, path, &error)),
                _ => self.__setitem__(path, value),
            };
        };
        if let Ok(text) = value.extract::<String>() {
            let set = documents::set_text(&mut self.changing(), path, &text, Some(ty), true);
            return set.map_err(|message| at_path(py, path, message));
        }
        let ty = ValueType::parse(ty).map_err(|error| malformed(py, &error, None))?;
        self.insert(path, from_python(value, &Wish::new(Some(&ty), None))?, py)
    }

    fn __delitem__(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        self.changing().remove(path).map(drop).map_err(|error| missing(py, path, &error))
    }

    /// Returns the type of a value: `float`, `vec3`, `array`, `element` …
    fn type_of(&self, py: Python<'_>, path: &str) -> PyResult<String> {
        let document = self.lock();
        let value = document.fetch(path, &mut Limits::default().budget());
        Ok(ValueType::of(&*value.map_err(|error| missing(py, path, &error))?).to_string())
    }

    fn __len__(&self) -> usize {
        self.lock().data().len()
    }

    /// Returns an iterator over the keys of the data, as paths.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys: Vec<String> = self.lock().data().iter().map(|(key, _)| udm::escape_key(key.as_bytes())).collect();
        keys.into_pyobject(py)?.call_method0("__iter__")
    }

    /// Returns the paths of all values that match a query.
    ///
    /// Args:
    ///     query: A path with patterns: `lamps/*/watts`, `**/watts`, `steps[1:3]`, `spots[-1]`, `lamps/*[type=spot]`.
    fn find(&self, py: Python<'_>, query: &str) -> PyResult<Vec<String>> {
        let parsed = Query::parse(query).map_err(|error| malformed(py, &error, None))?;
        let document = self.copy();
        match py.detach(|| parsed.find(&document)) {
            Ok(paths) => Ok(paths),
            Err(_) if parsed.is_plain() => Ok(Vec::new()),
            Err(error) => Err(malformed(py, &error, None)),
        }
    }

    /// Returns the data as dicts, lists, numbers and text. Bytes become base64.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let data = Value::Element(self.lock().data().clone());
        let json = py.detach(|| serde_json::to_string(&Plain(&data)));
        loads(py, &json.map_err(|error| PyValueError::new_err(error.to_string()))?)
    }

    /// Encodes the document. By default, it has the encoding in which it was read.
    ///
    /// Args:
    ///     encoding: `binary`, `text` or `compact`. Don't pass this if you only edited a text and want to keep its comments
    ///         and layout.
    #[pyo3(signature = (encoding = None))]
    fn to_bytes<'py>(&self, py: Python<'py>, encoding: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let document = self.copy();
        let bytes = match encoding {
            None => return Ok(PyBytes::new(py, &self.encoded(py)?)),
            Some("binary") => py.detach(|| document.to_binary()),
            Some("text") => py.detach(|| document.to_text(Style::Pretty)),
            Some("compact") => py.detach(|| document.to_text(Style::Compact)),
            Some(other) => {
                return Err(PyValueError::new_err(format!("expected binary, text or compact, found {other}")));
            }
        };
        Ok(PyBytes::new(py, &bytes.map_err(|error| malformed(py, &error, None))?))
    }

    /// Returns a list of everything that is unusual or wrong. If the list is empty, the document is fine.
    fn validate<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let document = self.copy();
        findings(py, &py.detach(|| document.validate()))
    }

    fn __repr__(&self) -> String {
        let document = self.lock();
        let keys: Vec<String> = document.data().iter().map(|(key, _)| key.to_string()).take(6).collect();
        let more = if document.data().len() > keys.len() { " …" } else { "" };
        format!("<Document {} {}: {}{more}>", document.asset_type(), document.asset_version(), keys.join(" "))
    }
}

impl Document {
    /// Replaces a value by a value of the same type.
    fn replace(&self, path: &str, value: &Bound<'_, PyAny>, old: &Value<'static>) -> PyResult<()> {
        let py = value.py();
        // A text says a value of any type.
        if let (Ok(text), None) = (value.extract::<String>(), old.as_text()) {
            let set = documents::set_text(&mut self.changing(), path, &text, None, false);
            return set.map_err(|message| PyValueError::new_err(format!("{path}: {message}")));
        }
        let new = from_python(value, &Wish::new(None, Some(old))).map_err(|error| write::within(py, error, path))?;
        if new == *old {
            return Ok(());
        }
        self.insert(path, new, py)
    }

    fn insert(&self, path: &str, value: Value<'static>, py: Python<'_>) -> PyResult<()> {
        self.changing().insert(path, value).map(drop).map_err(|error| missing(py, path, &error))
    }
}

/// Returns a document, given the output of Python's `json.dumps`. If it contains types, they are used; otherwise, it is
/// read as plain data.
#[pyfunction]
pub(crate) fn from_json<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, json) = (value.py(), dumps(value)?);
    let document = py.detach(|| documents::from_json(json.as_bytes()));
    Document::new(document.map_err(|error| raise(py, &error, None))?).into_python(py)
}

/// Returns the key to use in a path for the name of a value.
#[pyfunction]
pub(crate) fn escape_key(name: &str) -> String {
    udm::escape_key(name.as_bytes())
}
