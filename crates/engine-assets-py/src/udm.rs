//! UDM documents.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine_assets::binio::Limits;
use engine_assets::documents;
use engine_assets::udm::{self, Style, Type, Value, ValueType};
use engine_assets::udm_tools::json::{Plain, TaggedValue};
use engine_assets::udm_tools::{self, DiffOptions};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

use crate::error::{at_path, findings, malformed, raise};
use crate::json::{dumps, loads};
use crate::source::bytes_of;

/// A UDM document, text or binary. Keys are paths: `light/range`, `spots[0]`, with the data of the asset as their beginning.
#[pyclass(frozen, subclass, module = "engine_assets.udm")]
pub(crate) struct Document {
    document: Mutex<udm::Document<'static>>,
}

impl Document {
    pub(crate) fn new(document: udm::Document<'static>) -> Self {
        Self { document: Mutex::new(document) }
    }

    fn lock(&self) -> MutexGuard<'_, udm::Document<'static>> {
        self.document.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn copy(&self) -> udm::Document<'static> {
        self.lock().clone()
    }
}

/// Returns the exception for an error at a path: a `KeyError` for a missing key.
fn missing(py: Python<'_>, path: &str, error: &udm::Error) -> PyErr {
    match error.kind() {
        udm::ErrorKind::NoSuchPath(_) => PyKeyError::new_err(path.to_owned()),
        kind => at_path(py, path, kind.to_string()),
    }
}

/// A value as Python has it: bytes of blobs, unpacked if they are packed; anything else as plain JSON says it.
fn to_python<'py>(py: Python<'py>, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Blob(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
        Value::Lz4(packed) => {
            let bytes = py.detach(|| packed.unpack(&mut Limits::default().budget()));
            Ok(PyBytes::new(py, &bytes.map_err(|error| malformed(py, &error, None))?).into_any())
        }
        other => {
            let json = py.detach(|| serde_json::to_string(&Plain(other)));
            loads(py, &json.map_err(|error| PyValueError::new_err(error.to_string()))?)
        }
    }
}

/// Returns the value of a Python object, with a known type or with the type of its JSON.
fn from_python(value: &Bound<'_, PyAny>, ty: Option<&ValueType>, old: Option<&Value<'_>>) -> PyResult<Value<'static>> {
    let py = value.py();
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let json = dumps(value)?;
    let item = match old {
        Some(Value::Array(array)) => Some(array.item_type()),
        _ => None,
    };
    let tagged = match (ty.map(ValueType::ty), item) {
        (None | Some(Type::ELEMENT), _) => {
            let document = documents::from_json(format!("{{\"value\":{json}}}").as_bytes());
            let document = document.map_err(|error| raise(py, &error, None))?;
            return document.data().get("value").cloned().ok_or_else(|| PyValueError::new_err("no value"));
        }
        (Some(ty), Some(item)) => format!("{{\"{ty}\":{{\"item\":\"{item}\",\"items\":{json}}}}}"),
        (Some(ty), None) => format!("{{\"{ty}\":{json}}}"),
    };
    let read: TaggedValue = serde_json::from_str(&tagged).map_err(|error| wrong(&error))?;
    Ok(read.0)
}

#[pymethods]
impl Document {
    /// Reads a document.
    ///
    /// Args:
    ///     data: Text or bytes, in either form.
    #[new]
    fn read(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = data.py();
        let bytes = match data.cast::<PyString>() {
            Ok(text) => text.extract::<String>()?.into_bytes(),
            Err(_) => bytes_of(data)?
                .map(|bytes| bytes.to_vec())
                .ok_or_else(|| pyo3::exceptions::PyTypeError::new_err("expected str or bytes"))?,
        };
        let document = py.detach(|| udm::Document::parse(&bytes).map(udm::Document::into_owned));
        document.map(Self::new).map_err(|error| malformed(py, &error, None))
    }

    /// Type of the asset, such as `PMDL`; `nil` without any.
    #[getter]
    fn asset_type(&self) -> String {
        self.lock().asset_type().to_text().into_owned()
    }

    /// Version of the asset.
    #[getter]
    fn asset_version(&self) -> u32 {
        self.lock().asset_version()
    }

    /// Whether it was read from text.
    #[getter]
    fn is_text(&self) -> bool {
        self.lock().form() == udm::Form::Text
    }

    fn __getitem__<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let document = self.lock();
        let value = document.fetch(path, &mut Limits::default().budget());
        let value = value.map_err(|error| missing(py, path, &error))?.into_owned().into_owned();
        drop(document);
        to_python(py, &value)
    }

    /// Sets a value. An existing value keeps its type; a new value gets the type of its JSON.
    fn __setitem__(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_there = self.lock().fetch(path, &mut Limits::default().budget()).is_ok();
        if is_there {
            self.set(path, value, None)
        } else {
            self.insert(path, from_python(value, None, None)?, value.py())
        }
    }

    /// Sets a value.
    ///
    /// Args:
    ///     path: Path of the value.
    ///     value: The value, as reading returns it, or as UDM text of any type.
    ///     type: Its type, such as `float` or `vec3`; required for a new path. Missing parents are created.
    #[pyo3(signature = (path, value, r#type = None))]
    fn set(&self, path: &str, value: &Bound<'_, PyAny>, r#type: Option<&str>) -> PyResult<()> {
        let py = value.py();
        if let Ok(text) = value.extract::<String>() {
            let set = documents::set_text(&mut self.lock(), path, &text, r#type, r#type.is_some());
            return set.map_err(|message| at_path(py, path, message));
        }
        let found = self.lock().fetch(path, &mut Limits::default().budget()).map(|old| old.into_owned().into_owned());
        let old = match (found, r#type) {
            (Ok(old), _) => Some(old),
            (Err(error), None) => return Err(missing(py, path, &error)),
            (Err(_), Some(_)) => None,
        };
        let ty = match (r#type, &old) {
            (Some(ty), _) => Some(ValueType::parse(ty).map_err(|error| malformed(py, &error, None))?),
            (None, old) => old.as_ref().map(ValueType::of),
        };
        let old = old.filter(|_| r#type.is_none());
        self.insert(path, from_python(value, ty.as_ref(), old.as_ref())?, py)
    }

    fn __delitem__(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        self.lock().remove(path).map(drop).map_err(|error| missing(py, path, &error))
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

    /// Iterates over the keys of the data, as paths.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys: Vec<String> = self.lock().data().iter().map(|(key, _)| udm::escape_key(key.as_bytes())).collect();
        keys.into_pyobject(py)?.call_method0("__iter__")
    }

    /// Returns the data as dicts, lists, numbers and text; bytes are base64 in it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let data = self.lock().data().clone();
        to_python(py, &Value::Element(data))
    }

    /// Encodes the document: as it was read, unless another form is asked for.
    ///
    /// Args:
    ///     form: `binary`, `text` or `compact`. Text that is only edited keeps its comments and layout without it.
    #[pyo3(signature = (form = None))]
    fn to_bytes<'py>(&self, py: Python<'py>, form: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let document = self.copy();
        let bytes = match form {
            None => py.detach(|| document.to_bytes()),
            Some("binary") => py.detach(|| document.to_binary()),
            Some("text") => py.detach(|| document.to_text(Style::Pretty)),
            Some("compact") => py.detach(|| document.to_text(Style::Compact)),
            Some(other) => {
                return Err(PyValueError::new_err(format!("expected binary, text or compact, found {other}")));
            }
        };
        Ok(PyBytes::new(py, &bytes.map_err(|error| malformed(py, &error, None))?))
    }

    /// Returns everything that is unusual or wrong: an empty list, if nothing is.
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
    fn insert(&self, path: &str, value: Value<'static>, py: Python<'_>) -> PyResult<()> {
        self.lock().insert(path, value).map(drop).map_err(|error| missing(py, path, &error))
    }
}

/// Returns a document from the output of Python's `json.dumps`: with types, if it contains them, otherwise plain data.
#[pyfunction]
pub(crate) fn from_json(value: &Bound<'_, PyAny>) -> PyResult<Document> {
    let (py, json) = (value.py(), dumps(value)?);
    let document = py.detach(|| documents::from_json(json.as_bytes()));
    document.map(Document::new).map_err(|error| raise(py, &error, None))
}

/// Returns the added, removed and changed values of the second document.
#[pyfunction]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    old: &Bound<'py, Document>,
    new: &Bound<'py, Document>,
    tolerance: f64,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "engine_assets._types", "Change")?;
    let (old, new) = (old.get().copy(), new.get().copy());
    let changes = py.detach(|| udm_tools::diff_with(&old, &new, &DiffOptions::default().tolerance(tolerance)));
    let value = |value: Option<&Value<'_>>| value.map(|value| to_python(py, value)).transpose();
    let made = changes.iter().map(|change| {
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        let kind = match (old, new) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        };
        class.call1((kind, &*change.path, value(old)?, value(new)?))
    });
    made.collect()
}
