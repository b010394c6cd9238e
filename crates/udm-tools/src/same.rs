//! Compares values by meaning.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use binio::{Limits, Name};
use udm::{Array, Type, Value};

binio::options! {
    /// The options to use with [`diff_with`](crate::diff_with).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct DiffOptions {
        /// The difference up to which two floats will be treated as equal, in their own unit. With 0, their bits will
        /// be compared.
        pub(crate) tolerance: f64 = 0.0,
    }
}

/// Returns `true` if both values have the same meaning.
pub(crate) fn same(old: &Value<'_>, new: &Value<'_>, options: &DiffOptions) -> bool {
    if old == new {
        return true;
    }
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => same_array(old, new, options),
        (Value::Struct(a), Value::Struct(b)) => {
            a.layout() == b.layout() && same_rows(a.layout().fields(), a.as_bytes(), b.as_bytes(), options)
        }
        _ if old.ty() == new.ty() => {
            matches!((fixed_bytes(old), fixed_bytes(new)), (Some(a), Some(b)) if same_numbers(old.ty(), &a, &b, options))
        }
        _ => false,
    }
}

/// Returns the bytes of a value that has a fixed size.
fn fixed_bytes(value: &Value<'_>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    value.append_bytes(&mut bytes).then_some(bytes)
}

fn same_array(old: &Array<'_>, new: &Array<'_>, options: &DiffOptions) -> bool {
    if old.item_type() != new.item_type() || old.len() != new.len() || old.ty() != new.ty() {
        return false;
    }
    let mut budget = Limits::default().budget();
    match (old, new) {
        (Array::Packed(_), Array::Packed(_)) => match (old.unpack(&mut budget), new.unpack(&mut budget)) {
            (Ok(old), Ok(new)) => *old == *new || same_array(&old, &new, options),
            _ => false,
        },
        (Array::Plain(a), Array::Plain(b)) => same_numbers(a.item_type(), a.as_bytes(), b.as_bytes(), options),
        (Array::Structs(a), Array::Structs(b)) => {
            a.layout() == b.layout() && same_rows(a.layout().fields(), a.as_bytes(), b.as_bytes(), options)
        }
        _ => false,
    }
}

/// Returns `true` if consecutive structs with the same fields have equal values.
fn same_rows(fields: &[(Type, Name<'_>)], a: &[u8], b: &[u8], options: &DiffOptions) -> bool {
    let (mut a, mut b) = (a, b);
    for (ty, _) in fields.iter().cycle() {
        if a.is_empty() || options.tolerance <= 0.0 {
            break;
        }
        let size = ty.size().unwrap_or(0);
        let (Some((left, more)), Some((right, others))) = (a.split_at_checked(size), b.split_at_checked(size)) else {
            return false;
        };
        if !same_numbers(*ty, left, right, options) {
            return false;
        }
        (a, b) = (more, others);
    }
    a == b
}

/// Compares consecutive values of a fixed size.
fn same_numbers(ty: Type, a: &[u8], b: &[u8], options: &DiffOptions) -> bool {
    if a == b {
        return true;
    }
    if a.len() != b.len() || options.tolerance <= 0.0 {
        return false;
    }
    let near = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a - b).abs() <= options.tolerance;
    let pairs = |size: usize| a.chunks_exact(size).zip(b.chunks_exact(size));
    match ty {
        Type::F64 => pairs(8).all(|(a, b)| {
            let number = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
            a == b || near(number(a), number(b))
        }),
        Type::HALF => pairs(2).all(|(a, b)| {
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, u16::from_le_bytes);
            let number = |bytes: &[u8]| f64::from(udm::half::to_f32(number(bytes)));
            a == b || near(number(a), number(b))
        }),
        _ if ty.components().map_or(ty, |(component, _)| component) == Type::F32 => pairs(4).all(|(a, b)| {
            let number = |bytes: &[u8]| f64::from(bytes.try_into().map_or(f32::NAN, f32::from_le_bytes));
            a == b || near(number(a), number(b))
        }),
        _ => false,
    }
}

/// Returns the items of an array, which must be unpacked.
pub(crate) fn array_items<'d>(array: &'d Array<'_>) -> Vec<Cow<'d, Value<'d>>> {
    match array {
        Array::Strings(strings) => {
            let value = |text| if strings.item_type() == Type::REF { Value::Ref(text) } else { Value::String(text) };
            strings.iter().map(|text| Cow::Owned(value(Name::from(text)))).collect()
        }
        _ => (0..array.len()).map_while(|index| array.item(index)).collect(),
    }
}

/// Creates an array from `items`. It will have the same kind as `like`.
pub(crate) fn array_of(like: &Array<'_>, items: Vec<Value<'static>>) -> Result<Array<'static>, udm::Error> {
    let Array::Structs(structs) = like else { return Array::from_items(like.item_type(), items) };
    let layout = structs.layout().clone().into_owned();
    let mut data = Vec::new();
    for item in &items {
        let Some(row) = item.as_struct().filter(|row| *row.layout() == layout) else {
            let kind =
                udm::ErrorKind::Contradiction("expected structs with the fields of the array, found another item");
            return Err(udm::Error::new(kind, binio::Path::new()));
        };
        data.extend_from_slice(row.as_bytes());
    }
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    Ok(Array::Structs(Box::new(udm::Structs::new(layout, count, data)?)))
}
