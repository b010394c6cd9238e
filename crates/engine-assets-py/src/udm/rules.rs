//! Chooses the types of new values, using the rules in the documentation of `engine_assets.udm`.

use engine_assets::udm::{Array, PackedArray, Type, Value, ValueType};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyMapping, PyString};

use super::write::{Wish, array_of, bytes, element, from_python, is_list, items, number, text, unlike, within};
use crate::error::malformed;

/// The number types, narrowest first. In a list, numbers are converted to the widest type.
const WIDER: [Type; 5] = [Type::I32, Type::I64, Type::U64, Type::F32, Type::F64];

/// The names that numpy uses for types.
const NUMPY: [(&str, Type); 12] = [
    ("bool", Type::BOOL),
    ("int8", Type::I8),
    ("uint8", Type::U8),
    ("int16", Type::I16),
    ("uint16", Type::U16),
    ("int32", Type::I32),
    ("uint32", Type::U32),
    ("int64", Type::I64),
    ("uint64", Type::U64),
    ("float16", Type::HALF),
    ("float32", Type::F32),
    ("float64", Type::F64),
];

/// Returns `true` if an object of this kind can be converted to a value.
pub(super) fn is_known(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyFloat>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || is_list(object)
        || object.cast::<PyMapping>().is_ok()
        || object.hasattr("dtype").unwrap_or(false)
}

/// Converts an object to a value if no type is given.
pub(super) fn value(object: &Bound<'_, PyAny>, wish: &Wish<'_>) -> PyResult<Value<'static>> {
    if object.is_none() {
        return Ok(Value::Nil);
    }
    if let Some((ty, shape)) = numpy_type(object)? {
        return numpy(object, wish, ty, &shape);
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Value::from(value.is_true()));
    }
    if object.is_instance_of::<PyInt>() {
        let fitting = WIDER.iter().take(3).find_map(|ty| number(object, *ty).ok());
        return fitting
            .ok_or_else(|| PyValueError::new_err(format!("expected a number of at most 64 bits, found {object}")));
    }
    if let Ok(value) = object.cast::<PyFloat>() {
        return Ok(float(value.value()));
    }
    if object.is_instance_of::<PyString>() {
        return text(object, Type::STRING, None);
    }
    if is_list(object) {
        return list(object, wish, Type::ARRAY);
    }
    if object.cast::<PyMapping>().is_ok() {
        return element(object, wish, None);
    }
    bytes(object, Type::BLOB).map(|bytes| Value::Blob(bytes.to_vec().into()))
}

/// Converts a number to `float`, or to `double` if this keeps more digits.
fn float(number: f64) -> Value<'static> {
    #[expect(clippy::cast_possible_truncation, reason = "whether anything is lost is what is asked")]
    let narrow = number as f32;
    let is_same = narrow.to_string().parse() == Ok(number) || number.is_nan();
    if is_same { Value::F32(narrow) } else { Value::F64(number) }
}

/// Returns the type and shape of a numpy array or number.
fn numpy_type(object: &Bound<'_, PyAny>) -> PyResult<Option<(Type, Vec<usize>)>> {
    let (Ok(dtype), Ok(shape)) = (object.getattr("dtype"), object.getattr("shape")) else { return Ok(None) };
    let name: String = dtype.getattr("name")?.extract()?;
    let known = NUMPY.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty);
    let Some(ty) = known else { return Err(PyValueError::new_err(format!("UDM has no type for numpy's {name}"))) };
    Ok(Some((ty, shape.extract()?)))
}

/// Converts a numpy array or number. The type of a number is kept, and an array is converted to an array of this type.
/// If each row has two to four `float32` or `int32`, the rows are converted to vectors.
fn numpy(object: &Bound<'_, PyAny>, wish: &Wish<'_>, ty: Type, shape: &[usize]) -> PyResult<Value<'static>> {
    let item = match (shape, ty) {
        ([], _) => return number(&object.call_method0("item")?, ty),
        ([_], _) => ty,
        ([_, 2], Type::F32) => Type::VEC2,
        ([_, 3], Type::F32) => Type::VEC3,
        ([_, 4], Type::F32) => Type::VEC4,
        ([_, 2], Type::I32) => Type::VEC2I,
        ([_, 3], Type::I32) => Type::VEC3I,
        ([_, 4], Type::I32) => Type::VEC4I,
        _ => return Err(PyValueError::new_err(format!("UDM has no type for an array of {ty} of shape {shape:?}"))),
    };
    array_of(&object.call_method0("tolist")?, wish, &ValueType::from(item), None).map(Value::Array)
}

/// Converts a list to an array. The type is taken from the items, or chosen by the rules. Numbers are stored in the
/// narrowest type that can store all of them.
pub(super) fn list(object: &Bound<'_, PyAny>, wish: &Wish<'_>, ty: Type) -> PyResult<Value<'static>> {
    let py = object.py();
    let items = items(object, ty)?;
    let mut values = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let value = wish.inside(None, None).and_then(|wish| from_python(item, &wish));
        values.push(value.map_err(|error| within(py, error, &format!("[{index}]")))?);
    }
    let rank = |value: &Value<'_>| WIDER.iter().position(|ty| *ty == value.ty());
    let first = values.first().map_or(Type::NIL, Value::ty);
    let ranks: Option<Vec<usize>> = values.iter().map(rank).collect();
    let widest = ranks.and_then(|ranks| ranks.into_iter().max()).and_then(|rank| WIDER.get(rank));
    if let (Type::STRUCT, Some(first)) = (first, values.first()) {
        return array_of(object, wish, &ValueType::of(first), None).map(Value::Array);
    }
    let item = widest.copied().unwrap_or(first);
    for (index, (value, object)) in values.iter_mut().zip(&items).enumerate() {
        if value.ty() != item {
            let widened = if widest.is_some() { number(object, item) } else { Err(unlike(object, item)) };
            *value = widened.map_err(|error| within(py, error, &format!("[{index}]")))?;
        }
    }
    let wrong = |error| malformed(py, &error, None);
    let made = Array::from_items(item, values).map_err(wrong)?;
    if ty == Type::ARRAY_LZ4 {
        return Ok(Value::Array(Array::Packed(Box::new(PackedArray::compress(&made).map_err(wrong)?))));
    }
    Ok(Value::Array(made))
}
