//! Converts values of documents to Python. Each keeps its type (`python/engine_assets/_udm_values.py`).

use engine_assets::binio::Limits;
use engine_assets::udm::{self, Array, Fixed, StructLayout, Type, Value, ValueType};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::error::malformed;

/// Returns the class with this name.
pub(super) fn class<'py>(py: Python<'py>, name: &'static str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let import = || Ok::<_, PyErr>(py.import("engine_assets._udm_values")?.into_any().unbind());
    MODULE.get_or_try_init(py, import)?.bind(py).getattr(name)
}

/// Returns the class to use for numbers. The class is cached, because it will be needed for every number.
fn number_class<'py>(py: Python<'py>, is_float: bool) -> PyResult<&'py Bound<'py, PyType>> {
    static INT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static FLOAT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (cell, name) = if is_float { (&FLOAT, "Float") } else { (&INT, "Int") };
    cell.import(py, "engine_assets._udm_values", name)
}

/// Converts a value of a document. This may unpack the value, using the default limits.
pub(super) fn to_python<'py>(py: Python<'py>, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    let ty = value.ty();
    match value {
        Value::String(_) | Value::Ref(_) | Value::Utf8(_) => match value.as_str() {
            Some(text) => class(py, "Str")?.call1((text, ty.to_string())),
            None => blob(py, value.as_text().unwrap_or_default(), ty),
        },
        Value::Blob(bytes) => blob(py, bytes, ty),
        Value::Lz4(packed) => {
            let bytes = py.detach(|| packed.unpack(&mut Limits::default().budget()));
            blob(py, &bytes.map_err(|error| malformed(py, &error, None))?, ty)
        }
        Value::Element(element) => {
            let entries = PyDict::new(py);
            for (key, value) in element.iter() {
                entries.set_item(&*key.to_text(), to_python(py, value)?)?;
            }
            class(py, "Element")?.call1((entries,))
        }
        Value::Array(array) => list(py, array),
        Value::Struct(structure) => {
            let fields = PyDict::new(py);
            for (name, value) in structure.fields() {
                fields.set_item(&*name.to_text(), plain(py, &value)?)?;
            }
            class(py, "Struct")?.call1((fields, ValueType::of(value).to_string()))
        }
        Value::Fixed(fixed) => class(py, "Vector")?.call1((numbers(py, fixed)?, ty.to_string())),
        Value::F32(_) | Value::F64(_) | Value::Half(_) => {
            number_class(py, true)?.call1((plain(py, value)?, ty.to_string()))
        }
        Value::Nil | Value::Bool(0 | 1) => plain(py, value),
        _ => number_class(py, false)?.call1((plain(py, value)?, ty.to_string())),
    }
}

fn blob<'py>(py: Python<'py>, bytes: &[u8], ty: Type) -> PyResult<Bound<'py, PyAny>> {
    class(py, "Blob")?.call1((PyBytes::new(py, bytes), ty.to_string()))
}

/// Converts a number, a text or nothing without its type. This is used in arrays and structs, which have the type.
fn plain<'py>(py: Python<'py>, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Nil => py.None().into_bound(py),
        Value::Bool(byte @ (0 | 1)) => (*byte == 1).into_pyobject(py)?.to_owned().into_any(),
        Value::F32(number) => short(*number).into_pyobject(py)?.into_any(),
        Value::Half(bits) => short(udm::half::to_f32(*bits)).into_pyobject(py)?.into_any(),
        Value::F64(number) => number.into_pyobject(py)?.into_any(),
        Value::String(_) | Value::Ref(_) => match value.as_str() {
            Some(text) => text.into_pyobject(py)?.into_any(),
            None => PyBytes::new(py, value.as_text().unwrap_or_default()).into_any(),
        },
        other => match other.as_i128() {
            Some(number) => number.into_pyobject(py)?.into_any(),
            None => to_python(py, other)?,
        },
    })
}

/// Returns the double with the fewest digits that is the same float: 12.6, not 12.600000381469727.
fn short(number: f32) -> f64 {
    let short: f64 = number.to_string().parse().unwrap_or(f64::NAN);
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is checked")]
    if (short as f32).to_bits() == number.to_bits() { short } else { f64::from(number) }
}

fn numbers<'py>(py: Python<'py>, fixed: &Fixed<'_>) -> PyResult<Bound<'py, PyList>> {
    if let Some(floats) = fixed.as_f32s() {
        return PyList::new(py, floats.iter().map(|number| short(number.get())));
    }
    if let Some(wholes) = fixed.as_i32s() {
        return PyList::new(py, wholes.iter().map(|number| number.get()));
    }
    if let Some(shorts) = fixed.as_u16s() {
        return PyList::new(py, shorts.iter().map(|number| number.get()));
    }
    PyList::new(py, fixed.as_u8s().unwrap_or_default().iter().map(|byte| u32::from(*byte)))
}

fn list<'py>(py: Python<'py>, array: &Array<'_>) -> PyResult<Bound<'py, PyAny>> {
    let unpacked = py.detach(|| array.unpack(&mut Limits::default().budget()));
    let unpacked = unpacked.map_err(|error| malformed(py, &error, None))?;
    let items = PyList::empty(py);
    for index in 0..unpacked.len() {
        let Some(item) = unpacked.item(index) else { break };
        items.append(plain(py, &item)?)?;
    }
    class(py, "Array")?.call1((items, item_name(array), array.ty().to_string()))
}

/// Returns the type of the items in an array, including the fields of structs.
pub(super) fn item_name(array: &Array<'_>) -> String {
    match layout(array) {
        Some(layout) => ValueType::from(layout.clone().into_owned()).to_string(),
        None => array.item_type().to_string(),
    }
}

/// Returns the fields of the items, if this is an array of structs.
pub(super) fn layout<'v>(array: &'v Array<'v>) -> Option<&'v StructLayout<'v>> {
    match array {
        Array::Structs(structs) => Some(structs.layout()),
        Array::Packed(packed) => packed.layout(),
        _ => None,
    }
}
