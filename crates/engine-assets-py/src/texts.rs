//! Arguments that can be one or several texts.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The texts of an argument. You can pass one text or several.
#[derive(Default)]
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self(vec![text.extract()?]));
        }
        let wrong = |found: Borrowed<'_, 'py, PyAny>| {
            let name = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("expected a text or a list of texts, found {name}"))
        };
        let mut texts = Vec::new();
        for item in object.try_iter().map_err(|_| wrong(object))? {
            let item = item?;
            texts.push(item.extract::<String>().map_err(|_| wrong(item.as_borrowed()))?);
        }
        Ok(Self(texts))
    }
}
