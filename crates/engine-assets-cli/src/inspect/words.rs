//! The words for keys and values of a summary, which are those of the JSON as far as people can read them.

use engine_assets::binio::Name;

use super::value::Value;
use crate::counts::grouped;

/// The units of values. The JSON contains the same numbers; its schema tells their units.
const UNITS: &[(&str, &str)] = &[
    ("bytes", "bytes"),
    ("data_size", "bytes"),
    ("duration", "s"),
    ("foot_slide", "m"),
    ("frequency", "Hz"),
    ("index_size", "bytes"),
    ("length", "s"),
    ("loop_gap", "°, m, share"),
    ("root_speed", "m/s"),
    ("size", "bytes"),
    ("time", "s"),
    ("total_data_size", "bytes"),
    ("total_size", "bytes"),
    ("trailing_bytes", "bytes"),
    ("vertex_size", "bytes"),
];

/// Numbers that are names, so their digits are not grouped.
const NAMES: &[&str] = &["checksum", "id"];

/// Values that are left out, because most files have them.
const USUAL: &[(&str, i64)] = &[
    ("comments", 0),
    ("depth", 1),
    ("event_count", 0),
    ("faces", 1),
    ("layers", 1),
    ("morph_range_count", 0),
    ("morph_range_start", 0),
    ("output_count", 0),
    ("start", 0),
    ("trailing", 0),
    ("trailing_bytes", 0),
];

/// Flags that are left out if they are not set.
const UNSET: &[&str] = &["clientside_only", "has_metadata", "premultiplied"];

/// Returns whether a value says nothing about this file in particular.
pub(super) fn is_usual(key: &str, value: &Value) -> bool {
    match value {
        Value::Integer(number) => USUAL.contains(&(key, *number)),
        Value::Flag(false) => UNSET.contains(&key),
        _ => false,
    }
}

/// Returns the unit of a value, or `None` if it has none.
pub(super) fn unit(key: &str) -> Option<&'static str> {
    UNITS.iter().find(|(name, _)| *name == key).map(|(_, unit)| *unit)
}

/// Returns the words of a key. For example, `vertex_buffers` becomes `vertex buffers`.
pub(super) fn label(key: &str) -> String {
    safe(key.strip_prefix("num_").unwrap_or(key)).replace('_', " ")
}

/// Escapes a text from a file, so that it can be printed to a terminal. A backslash stays a single one, as in the JSON.
pub(super) fn safe(text: &str) -> String {
    Name::from(text).to_string().replace("\\\\", "\\")
}

/// Returns a value in one line. Values in a list are separated by commas, and numbers in brackets.
pub(super) fn one_line(key: &str, value: &Value) -> String {
    match value {
        Value::Nothing => "-".to_owned(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Integer(number) if NAMES.contains(&key) => number.to_string(),
        Value::Integer(number) => {
            let sign = if *number < 0 { "-" } else { "" };
            format!("{sign}{}", grouped(number.unsigned_abs()))
        }
        Value::Float(number) => float(*number),
        Value::Text(text) => nonfinite(text).map_or_else(|| safe(text), float),
        Value::List(list) => {
            let items = list.items.iter().filter(|item| !matches!(item, Value::Text(text) if text.is_empty()));
            let items: Vec<String> = items.map(|item| one_line(key, item)).collect();
            match is_vector(value) {
                true => format!("[{}]", items.join(", ")),
                false => items.join(if is_box(value) { " to " } else { ", " }),
            }
        }
        Value::Map(map) => {
            let entries = map.items.iter().filter(|(_, value)| !value.is_empty());
            entries
                .map(|(key, value)| format!("{} {}", label(key), one_line(key, value)))
                .collect::<Vec<_>>()
                .join(", ")
        }
    }
}

/// Returns whether this is a list of numbers.
pub(super) fn is_vector(value: &Value) -> bool {
    let is_number = |item: &Value| item.is_number() || matches!(item, Value::Text(text) if nonfinite(text).is_some());
    matches!(value, Value::List(list) if !list.items.is_empty() && list.items.iter().all(is_number))
}

/// Returns whether this is a list of two corners.
pub(super) fn is_box(value: &Value) -> bool {
    matches!(value, Value::List(list) if list.items.len() == 2 && list.items.iter().all(is_vector))
}

/// Returns a number with up to six digits, which is as precise as numbers of 32 bits are.
fn float(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let exponent = number.abs().log10().floor();
    if !(-5.0..9.0).contains(&exponent) {
        return format!("{number:.2e}");
    }
    let decimals = (5.0 - exponent).max(0.0) as usize;
    let text = format!("{number:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// Returns a number that JSON does not have. See [`engine_assets::binio::summary::Float`].
fn nonfinite(text: &str) -> Option<f64> {
    let bits = u32::from_str_radix(text.strip_prefix("nonfinite:0x")?, 16).ok()?;
    Some(f32::from_bits(bits).into())
}
