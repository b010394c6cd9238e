//! Converts Python objects to document values. To find the type, this uses the requested type if there is one. If not,
//! it uses the type of the old value, then the type of the object itself, and then the rules.

use engine_assets::binio::{Limits, Name};
use engine_assets::udm::{
    self, Array, Element, Fixed, Packed, PackedArray, Struct, StructLayout, Structs, Type, Value, ValueType,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use super::read::{class, item_name};
use super::rules;
use crate::error::malformed;
use crate::source::bytes_of;

/// The maximum depth of nested values, which is the same as for reading.
const DEEPEST: usize = 128;

/// How to convert a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Wish<'v> {
    /// The requested type.
    pub(super) ty: Option<&'v ValueType>,
    /// The value that is replaced. Its type is kept, and also the types of values in it.
    pub(super) old: Option<&'v Value<'v>>,
    depth: usize,
}

impl<'v> Wish<'v> {
    pub(super) fn new(ty: Option<&'v ValueType>, old: Option<&'v Value<'v>>) -> Self {
        Self { ty, old, depth: 0 }
    }

    /// Returns how to convert a value in this value.
    pub(super) fn inside(&self, ty: Option<&'v ValueType>, old: Option<&'v Value<'v>>) -> PyResult<Self> {
        if self.depth >= DEEPEST {
            return Err(PyValueError::new_err(format!("expected at most {DEEPEST} values in values, found more")));
        }
        Ok(Self { ty, old, depth: self.depth + 1 })
    }
}

/// Returns the document value of a Python object.
pub(super) fn from_python(object: &Bound<'_, PyAny>, wish: &Wish<'_>) -> PyResult<Value<'static>> {
    let own = if wish.ty.is_none() && wish.old.is_none() { own_type(object)? } else { None };
    let ty = match (wish.ty, wish.old) {
        (Some(ty), _) => Some(ty.clone()),
        (None, Some(old)) => Some(ValueType::of(old)),
        (None, None) => own,
    };
    let Some(ty) = ty else { return rules::value(object, wish) };
    let old = wish.old.filter(|old| old.ty() == ty.ty());
    match ty.ty() {
        Type::NIL if object.is_none() => Ok(Value::Nil),
        Type::STRING | Type::REF | Type::UTF8 => text(object, ty.ty(), old),
        Type::BLOB => Ok(Value::Blob(bytes(object, ty.ty())?.to_vec().into())),
        Type::LZ4 => packed(object, old),
        Type::ELEMENT => element(object, wish, old),
        Type::ARRAY | Type::ARRAY_LZ4 => array(object, wish, ty.ty(), old),
        Type::STRUCT => {
            let layout = ty.layout().ok_or_else(|| PyValueError::new_err("expected a type such as struct<uint8:x>"))?;
            let mut data = Vec::new();
            row(object, layout, &mut data)?;
            let made = Struct::new(layout.clone(), data);
            Ok(made.map_err(|error| malformed(object.py(), &error, None))?.into())
        }
        ty if ty.components().is_some() => fixed(object, ty).map(Value::Fixed),
        ty => number(object, ty),
    }
}

/// Returns the type that an object itself has.
fn own_type(object: &Bound<'_, PyAny>) -> PyResult<Option<ValueType>> {
    let py = object.py();
    if !object.is_instance(&class(py, "Typed")?)? {
        return Ok(None);
    }
    let name: String = object.getattr("type")?.extract()?;
    ValueType::parse(&name).map(Some).map_err(|error| malformed(py, &error, None))
}

/// Creates the error for an object that does not have the expected type.
pub(super) fn unlike(object: &Bound<'_, PyAny>, ty: impl std::fmt::Display) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    let message = format!("expected {ty}, found {found}");
    if rules::is_known(object) { PyValueError::new_err(message) } else { PyTypeError::new_err(message) }
}

/// Adds the place of a value to the front of an error.
pub(super) fn within(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let message = format!("{place}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else if error.get_type(py).is(py.get_type::<PyValueError>()) {
        PyValueError::new_err(message)
    } else {
        error
    }
}

pub(super) fn text(object: &Bound<'_, PyAny>, ty: Type, old: Option<&Value<'_>>) -> PyResult<Value<'static>> {
    let mut text = match object.cast::<PyString>() {
        Ok(text) => text.extract::<String>()?.into_bytes(),
        Err(_) => bytes(object, ty)?.to_vec(),
    };
    Ok(match ty {
        Type::STRING => Value::String(Name::from(text)),
        Type::REF => Value::Ref(Name::from(text)),
        _ => {
            // Files end some texts with a NUL.
            let ends = |text: &[u8]| text.ends_with(b"\0");
            if matches!(old, Some(Value::Utf8(old)) if ends(old)) && !ends(&text) {
                text.push(0);
            }
            Value::Utf8(text.into())
        }
    })
}

pub(super) fn bytes(object: &Bound<'_, PyAny>, ty: Type) -> PyResult<PyBackedBytes> {
    let bytes = if object.is_instance_of::<PyList>() { None } else { bytes_of(object)? };
    bytes.ok_or_else(|| unlike(object, ty))
}

/// Compresses bytes with LZ4. If they are the same as before, the old block is used.
fn packed(object: &Bound<'_, PyAny>, old: Option<&Value<'_>>) -> PyResult<Value<'static>> {
    let content = bytes(object, Type::LZ4)?;
    if let Some(Value::Lz4(old)) = old {
        if old.unpack(&mut Limits::default().budget()).is_ok_and(|bytes| bytes == *content) {
            return Ok(Value::Lz4(old.clone().into_owned()));
        }
    }
    let packed = Packed::compress(&content);
    Ok(Value::Lz4(packed.map_err(|error| malformed(object.py(), &error, None))?))
}

pub(super) fn element(object: &Bound<'_, PyAny>, wish: &Wish<'_>, old: Option<&Value<'_>>) -> PyResult<Value<'static>> {
    let py = object.py();
    let entries = object.cast::<PyMapping>().map_err(|_| unlike(object, Type::ELEMENT))?;
    let old = old.and_then(Value::as_element);
    let mut element = Element::new();
    for entry in entries.items()?.iter() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
        let key: String = key.extract().map_err(|_| unlike(&key, "a key of text"))?;
        let old = old.and_then(|old| old.get(&key));
        let value = wish.inside(None, old).and_then(|wish| from_python(&value, &wish));
        let value = value.map_err(|error| within(py, error, &key))?;
        element.push(Name::from(key), value);
    }
    Ok(Value::Element(element))
}

/// Returns the items of a list, a tuple, a numpy array, or any other object that can be iterated.
pub(super) fn items<'py>(object: &Bound<'py, PyAny>, ty: impl std::fmt::Display) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_single = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.cast::<PyMapping>().is_ok_and(|_| !object.is_instance_of::<PyList>());
    if is_single {
        return Err(unlike(object, ty));
    }
    object.try_iter().map_err(|_| unlike(object, ty))?.collect()
}

fn array(object: &Bound<'_, PyAny>, wish: &Wish<'_>, ty: Type, old: Option<&Value<'_>>) -> PyResult<Value<'static>> {
    let py = object.py();
    let wrong = |error: udm::Error| malformed(py, &error, None);
    let name = match old.and_then(Value::as_array) {
        Some(old) => item_name(old),
        None if object.is_instance(&class(py, "Array")?)? => object.getattr("item")?.extract()?,
        None => return rules::list(object, wish, ty),
    };
    let item = ValueType::parse(&name).map_err(wrong)?;
    let old = old.and_then(Value::as_array);
    let unpacked = old.and_then(|old| old.unpack(&mut Limits::default().budget()).ok());
    let made = array_of(object, wish, &item, unpacked.as_deref())?;
    match (old, ty) {
        // Equal items keep their packed bytes.
        (Some(Array::Packed(old)), _) if unpacked.as_deref() == Some(&made) => {
            Ok(Value::Array(Array::Packed(old.clone())).into_owned())
        }
        (_, Type::ARRAY_LZ4) => Ok(Value::Array(Array::Packed(Box::new(PackedArray::compress(&made).map_err(wrong)?)))),
        _ => Ok(Value::Array(made)),
    }
}

/// Creates an array of items with one type. If the old array has items at the same indices, they are used as old
/// values.
pub(super) fn array_of(
    object: &Bound<'_, PyAny>,
    wish: &Wish<'_>,
    item: &ValueType,
    old: Option<&Array<'_>>,
) -> PyResult<Array<'static>> {
    let py = object.py();
    let items = items(object, format!("an array of {item}"))?;
    if let Some(layout) = item.layout() {
        let mut data = Vec::new();
        for (index, object) in items.iter().enumerate() {
            row(object, layout, &mut data).map_err(|error| within(py, error, &format!("[{index}]")))?;
        }
        let count = u32::try_from(items.len()).map_err(|_| PyValueError::new_err("too many items"))?;
        let made = Structs::new(layout.clone(), count, data);
        return Ok(Array::Structs(Box::new(made.map_err(|error| malformed(py, &error, None))?)));
    }
    let mut values = Vec::with_capacity(items.len());
    for (index, object) in items.iter().enumerate() {
        let before = old.filter(|_| !item.ty().is_trivial()).and_then(|old| old.item(index));
        let value = match before.as_deref() {
            Some(old) => wish.inside(None, Some(old)).and_then(|wish| from_python(object, &wish)),
            None => wish.inside(Some(item), None).and_then(|wish| from_python(object, &wish)),
        };
        values.push(value.map_err(|error| within(py, error, &format!("[{index}]")))?);
    }
    Array::from_items(item.ty(), values).map_err(|error| malformed(py, &error, None))
}

/// Converts the fields of a struct, given by name or in order.
fn row(object: &Bound<'_, PyAny>, layout: &StructLayout<'_>, data: &mut Vec<u8>) -> PyResult<()> {
    let py = object.py();
    let fields = layout.fields();
    let values = match object.cast::<PyMapping>().ok().filter(|_| !object.is_instance_of::<PyList>()) {
        Some(entries) => {
            if entries.len()? != fields.len() {
                return Err(PyValueError::new_err(format!(
                    "expected {} fields, found {}",
                    fields.len(),
                    entries.len()?
                )));
            }
            let value = |(_, name): &(Type, Name<'_>)| {
                let missing = |_| PyValueError::new_err(format!("expected a field {name}, found none"));
                entries.get_item(&*name.to_text()).map_err(missing)
            };
            fields.iter().map(value).collect::<PyResult<Vec<_>>>()?
        }
        None => items(object, Type::STRUCT)?,
    };
    if values.len() != fields.len() {
        return Err(PyValueError::new_err(format!("expected {} fields, found {}", fields.len(), values.len())));
    }
    for ((ty, name), value) in fields.iter().zip(values) {
        let field = if ty.components().is_some() { fixed(&value, *ty).map(Value::Fixed) } else { number(&value, *ty) };
        field.map_err(|error| within(py, error, &name.to_text()))?.append_bytes(data);
    }
    Ok(())
}

/// Converts the numbers of a vector, colour, rotation or matrix. The rows of a matrix can be separate lists.
pub(super) fn fixed(object: &Bound<'_, PyAny>, ty: Type) -> PyResult<Fixed<'static>> {
    let py = object.py();
    let Some((component, count)) = ty.components() else { return Err(unlike(object, ty)) };
    let mut numbers = Vec::new();
    for item in items(object, ty)? {
        match items(&item, component) {
            Ok(row) => numbers.extend(row),
            Err(_) => numbers.push(item),
        }
    }
    let mut data = Vec::new();
    for (index, item) in numbers.iter().enumerate() {
        let value = number(item, component).map_err(|error| within(py, error, &format!("[{index}]")))?;
        value.append_bytes(&mut data);
    }
    let made = Fixed::new(ty, &data).map(Fixed::into_owned);
    made.ok_or_else(|| PyValueError::new_err(format!("expected {count} numbers for {ty}, found {}", numbers.len())))
}

/// Converts a single number, which must be in the range of its type.
pub(super) fn number(object: &Bound<'_, PyAny>, ty: Type) -> PyResult<Value<'static>> {
    match ty {
        Type::NIL if object.is_none() => Ok(Value::Nil),
        Type::BOOL => match object.cast::<PyBool>() {
            Ok(value) => Ok(Value::from(value.is_true())),
            Err(_) => whole(object, ty, Value::Bool),
        },
        Type::I8 => whole(object, ty, Value::I8),
        Type::U8 => whole(object, ty, Value::U8),
        Type::I16 => whole(object, ty, Value::I16),
        Type::U16 => whole(object, ty, Value::U16),
        Type::I32 => whole(object, ty, Value::I32),
        Type::U32 => whole(object, ty, Value::U32),
        Type::I64 => whole(object, ty, Value::I64),
        Type::U64 => whole(object, ty, Value::U64),
        Type::F64 => float(object, ty).map(Value::F64),
        Type::F32 => narrow(object, ty).map(Value::F32),
        Type::HALF => {
            let number = narrow(object, ty)?;
            let bits = udm::half::from_f32(number);
            if number.is_finite() && !udm::half::to_f32(bits).is_finite() {
                return Err(beyond(ty, number));
            }
            Ok(Value::Half(bits))
        }
        _ => Err(unlike(object, ty)),
    }
}

fn beyond(ty: Type, number: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("expected {ty}, found {number}, which is out of its range"))
}

fn whole<T: TryFrom<i128>>(
    object: &Bound<'_, PyAny>,
    ty: Type,
    value: impl FnOnce(T) -> Value<'static>,
) -> PyResult<Value<'static>> {
    let is_other = object.is_instance_of::<PyBool>() || object.is_instance_of::<PyFloat>();
    if is_other || !(object.is_instance_of::<PyInt>() || object.hasattr("__index__")?) {
        return Err(unlike(object, ty));
    }
    let number = object.extract::<i128>().ok().and_then(|number| T::try_from(number).ok());
    number.map(value).ok_or_else(|| beyond(ty, object))
}

fn float(object: &Bound<'_, PyAny>, ty: Type) -> PyResult<f64> {
    if object.is_instance_of::<PyBool>() {
        return Err(unlike(object, ty));
    }
    object.extract::<f64>().map_err(|_| unlike(object, ty))
}

/// Converts a number to a 32-bit float. It is rounded, but never to infinity.
fn narrow(object: &Bound<'_, PyAny>, ty: Type) -> PyResult<f32> {
    let number = float(object, ty)?;
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is wanted")]
    let narrow = number as f32;
    if number.is_finite() && !narrow.is_finite() { Err(beyond(ty, number)) } else { Ok(narrow) }
}

/// Returns `true` if a Python object is a list of values.
pub(super) fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}
