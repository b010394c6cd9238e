//! Reads side files from JSON.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use binio::{Findings, Name, Path};
use serde_json::Value;

use super::oddities::Oddities;
use super::{Metadata, Sidecar, Trigger};
use crate::error::{Error, ErrorKind};
use crate::hash::{HashAlgorithm, StringHash};
use crate::kind::VariantKind;
use crate::kinds;
use crate::known_hashes::HashedName;
use crate::variant::Variant;

pub(super) fn sidecar(bytes: &[u8], length: Option<f32>, hashes: HashAlgorithm) -> Result<(Sidecar, Findings), Error> {
    let root: Value = serde_json::from_slice(bytes).map_err(|error| {
        Error::new(ErrorKind::Json(error.to_string()), Path::new()).at(offset(bytes, error.line(), error.column()))
    })?;
    let mut json = Json { hashes, odd: Oddities::default() };
    let mut sidecar = Sidecar { hashes, ..Sidecar::new("animation") };
    json.known(&root, &["triggers", "metadata"], &Path::new());
    for (index, trigger) in json.array(root.get("triggers"), &Path::from("triggers")).iter().enumerate() {
        sidecar.triggers.extend(json.trigger(trigger, length, &Path::from([("trigger", index)])));
    }
    for (index, metadata) in json.array(root.get("metadata"), &Path::from("metadata")).iter().enumerate() {
        let path = Path::from([("metadata", index)]);
        json.known(metadata, &["name", "type", "value"], &path);
        let name = json.text(metadata.get("name"), &path, "name");
        let value = json.typed(metadata, &path);
        sidecar.metadata.push(Metadata { name, value });
    }
    sidecar.sort_triggers();
    sidecar.check_names(&mut json.odd);
    Ok((sidecar, json.odd.into_findings()))
}

/// Converts a line and a column to an offset. Both are counted from 1, and a column is a byte.
fn offset(bytes: &[u8], line: usize, column: usize) -> u64 {
    let before: usize =
        bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    (before + column.saturating_sub(1)).min(bytes.len()) as u64
}

struct Json {
    hashes: HashAlgorithm,
    odd: Oddities,
}

impl Json {
    /// Reports unknown keys.
    fn known(&mut self, object: &Value, known: &[&str], path: &Path) {
        match object.as_object() {
            None => self.odd.warning(kinds::WRONG_TYPE, path.clone(), "not an object; the engine reads nothing of it"),
            Some(object) => {
                for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
                    let message = format!("\"{}\" is not read and not kept", Name::from(key.as_str()));
                    self.odd.warning(kinds::WRONG_TYPE, path.clone(), message);
                }
            }
        }
    }

    /// Returns the items of an array. If this is not an array, there are none.
    fn array<'v>(&mut self, value: Option<&'v Value>, path: &Path) -> &'v [Value] {
        match value {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.odd.warning(kinds::WRONG_TYPE, path.clone(), "not an array; the engine reads nothing of it");
                &[]
            }
        }
    }

    fn text(&mut self, value: Option<&Value>, path: &Path, what: &str) -> Name<'static> {
        let text = value.and_then(Value::as_str);
        if text.is_none_or(|text| text.contains('\0')) {
            self.odd.warning(
                kinds::WRONG_TYPE,
                path.clone(),
                format!("{what}: not a text; the engine reads the part before a NUL, or an empty text"),
            );
        }
        // The engine's texts end at a NUL.
        let text = text.unwrap_or_default().split('\0').next().unwrap_or_default();
        Name::from(text.to_string())
    }

    fn number(&mut self, value: &Value, path: &Path, what: &str) -> f64 {
        value.as_f64().unwrap_or_else(|| {
            self.odd.warning(kinds::WRONG_TYPE, path.clone(), format!("{what}: not a number; the engine takes 0"));
            0.0
        })
    }

    fn trigger(&mut self, trigger: &Value, length: Option<f32>, path: &Path) -> Option<Trigger> {
        self.known(trigger, &["time", "normalizedTime", "type", "value"], path);
        let given = |key| trigger.get(key).filter(|time: &&Value| !time.is_null());
        let time = match (given("normalizedTime"), given("time")) {
            (Some(time), _) if length.is_none() => {
                self.number(time, path, "normalizedTime");
                let message = "its time is a share of an animation's length, which is not known here: left out";
                self.odd.warning(kinds::TIME_RELATIVE, path.clone(), message);
                return None;
            }
            (Some(time), _) => self.number(time, path, "normalizedTime") as f32 * length.unwrap_or(1.0),
            (None, Some(time)) => self.number(time, path, "time") as f32,
            (None, None) => {
                self.odd.warning(
                    kinds::TIME_MISSING,
                    path.clone(),
                    "neither time nor normalizedTime; the engine leaves it out",
                );
                return None;
            }
        };
        Some(Trigger { time, value: self.typed(trigger, path) })
    }

    /// Returns the value of an object that has a `type` and a `value`.
    fn typed(&mut self, object: &Value, path: &Path) -> Variant<'static> {
        let name = self.text(object.get("type"), path, "type");
        let kind = VariantKind::from_name(&name).unwrap_or(VariantKind::None);
        if kind == VariantKind::None && !name.eq_ignore_ascii_case(b"none") {
            self.odd.warning(
                kinds::TYPE_UNKNOWN,
                path.clone(),
                format!("unknown type \"{name}\"; the engine reads nothing"),
            );
            return Variant::None;
        }
        let value = object.get("value").unwrap_or(&Value::Null);
        match kind {
            VariantKind::None => Variant::None,
            VariantKind::Bool => Variant::Bool(u8::from(value.as_bool().unwrap_or_else(|| {
                self.odd.warning(kinds::WRONG_TYPE, path.clone(), "neither true nor false; the engine takes false");
                false
            }))),
            VariantKind::Int => Variant::Int(self.int(value, path)),
            VariantKind::Float => Variant::Float(self.number(value, path, "value") as f32),
            VariantKind::Double => Variant::Double(self.number(value, path, "value")),
            VariantKind::VariantVector => {
                let items = self.array(Some(value), path);
                Variant::VariantVector(items.iter().map(|item| self.typed(item, path)).collect())
            }
            VariantKind::StringVector => {
                let items = self.array(Some(value), path);
                Variant::StringVector(items.iter().map(|item| self.text(Some(item), path, "value")).collect())
            }
            VariantKind::VariantMap => Variant::VariantMap(self.map(value, path)),
            _ => {
                let text = self.text(Some(value), path, "value");
                let read = Variant::from_text(kind, &text, self.hashes);
                if let Some(odd) = read.odd {
                    self.odd.warning(kinds::VALUE_INVALID, path.clone(), odd);
                }
                read.value.into_owned()
            }
        }
    }

    fn int(&mut self, value: &Value, path: &Path) -> i32 {
        let number = self.number(value, path, "value");
        // Rounded towards zero; values out of range are clamped.
        let int = number as i32;
        if value.is_number() && f64::from(int) != number {
            self.odd.warning(kinds::VALUE_INVALID, path.clone(), "not an integer of 32 bits; the engine cuts it");
        }
        int
    }

    /// Returns the values of an object whose keys are hashes in hexadecimal.
    fn map(&mut self, value: &Value, path: &Path) -> Vec<(HashedName<'static>, Variant<'static>)> {
        let Some(object) = value.as_object() else {
            self.odd.warning(kinds::WRONG_TYPE, path.clone(), "not an object; the engine reads nothing of it");
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (key, value) in object {
            let hash = u32::from_str_radix(key, 16);
            if hash.is_err() {
                let message = format!("key \"{}\" is not a hash in hex; left out", Name::from(key.as_str()));
                self.odd.warning(kinds::VALUE_INVALID, path.clone(), message);
            }
            let value = self.typed(value, path);
            entries.extend(hash.ok().map(|hash| (HashedName::from(StringHash(hash)), value)));
        }
        entries
    }
}
