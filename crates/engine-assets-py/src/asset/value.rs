//! Converts values of documents to Python and to text.

use engine_assets::paths::{self, Value};
use engine_assets::urho_core::VariantKind;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyTuple};

/// The maximum depth of nested lists.
const DEEPEST: usize = 4;

/// Converts a value to the Python object for it: a number, a text, bytes, or a tuple.
pub(super) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    use VariantKind as K;
    let text = value.text();
    let kind = value.kind.filter(|_| value.words.is_empty());
    match kind {
        Some(K::Bool) => Ok((text == "true" || text == "1").into_pyobject(py)?.to_owned().into_any()),
        Some(K::Int | K::Int64) => whole(py, &text),
        Some(K::Float | K::Double) => float(py, &text),
        Some(K::IntRect | K::IntVector2 | K::IntVector3) => numbers(py, &text, whole),
        Some(
            K::Vector2
            | K::Vector3
            | K::Vector4
            | K::DoubleVector2
            | K::DoubleVector3
            | K::Quaternion
            | K::Color
            | K::Rect
            | K::Matrix3
            | K::Matrix3x4
            | K::Matrix4,
        ) => numbers(py, &text, float),
        Some(K::Buffer) => {
            let bytes: Option<Vec<u8>> = text.split_ascii_whitespace().map(|byte| byte.parse().ok()).collect();
            bytes.map_or_else(|| text_of(py, &text), |bytes| Ok(PyBytes::new(py, &bytes).into_any()))
        }
        Some(K::StringVector) => Ok(PyTuple::new(py, paths::split_texts(&text))?.into_any()),
        _ => text_of(py, &text),
    }
}

fn text_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyString::new(py, text).into_any())
}

/// Converts a text to a number if possible. Any other text is returned as it is.
fn whole<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    match text.parse::<i128>() {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => text_of(py, text),
    }
}

fn float<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    match text.parse::<f64>() {
        Ok(number) => Ok(PyFloat::new(py, number).into_any()),
        Err(_) => text_of(py, text),
    }
}

fn numbers<'py>(
    py: Python<'py>,
    text: &str,
    number: impl Fn(Python<'py>, &str) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let all = text.split_ascii_whitespace().map(|text| number(py, text)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, all)?.into_any())
}

/// Returns the text of a value. Numbers and lists of numbers are written as in files.
pub(crate) fn to_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok(String::new());
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
    }
    if let Some(text) = single(value)? {
        return Ok(text);
    }
    let mut texts = Vec::new();
    let are_texts = items(value, &mut texts, 0)?;
    if are_texts { Ok(paths::join_texts(&texts)) } else { Ok(texts.join(" ")) }
}

/// Returns the text of a value that is not a list.
fn single(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.extract().map(Some);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(truth.is_true().to_string()));
    }
    if let Ok(whole) = value.cast::<PyInt>() {
        return Ok(Some(whole.to_string()));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Some(number.value().to_string()));
    }
    scalar_of_numpy(value)
}

/// Returns the text of a numpy number, with the digits of its type.
fn scalar_of_numpy(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let (Ok(dtype), Ok(0)) = (value.getattr("dtype"), value.getattr("ndim").and_then(|count| count.extract::<usize>()))
    else {
        return Ok(None);
    };
    let name: String = dtype.getattr("name")?.extract()?;
    let item = value.call_method0("item")?;
    if name == "float32" || name == "float16" {
        return Ok(Some(item.extract::<f32>()?.to_string()));
    }
    single(&item)
}

/// Adds the texts of all items in a list. Returns `true` if the items are texts.
fn items(value: &Bound<'_, PyAny>, texts: &mut Vec<String>, depth: usize) -> PyResult<bool> {
    let wrong = || {
        let found = value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("expected a number, a text or a list of them, found {found}"))
    };
    if depth >= DEEPEST {
        return Err(wrong());
    }
    let mut are_texts = None;
    for item in value.try_iter().map_err(|_| wrong())? {
        let item = item?;
        let is_text = item.is_instance_of::<PyString>();
        if *are_texts.get_or_insert(is_text) != is_text {
            return Err(PyTypeError::new_err("expected numbers or texts, found both"));
        }
        match single(&item)? {
            Some(text) => texts.push(text),
            None => {
                items(&item, texts, depth + 1)?;
            }
        }
    }
    Ok(are_texts.unwrap_or(false))
}
