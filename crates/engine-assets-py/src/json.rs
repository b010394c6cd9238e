//! Converts Python objects to JSON and back.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Converts JSON to Python objects.
pub(crate) fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// Converts Python objects to JSON. Bytes become base64.
pub(crate) fn dumps(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let options = PyDict::new(py);
    options.set_item("default", py.import("engine_assets._types")?.getattr("base64_text")?)?;
    py.import("json")?.call_method("dumps", (value,), Some(&options))?.extract()
}
