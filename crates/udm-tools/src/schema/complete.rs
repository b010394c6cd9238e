//! Adds missing default values to a document.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use binio::{Budget, Limits};
use udm::{Array, Document, Element, PackedArray, Structs, Type, Value, child_path};

use super::{Meaning, Object, Property, Schema, refuse};
use crate::error::{Error, of_document};

/// The maximum depth of objects to complete. This must be limited because a type may contain itself.
const DEEPEST: u16 = 32;

/// The maximum memory for added keys. Without a limit, types that contain the next type twice could create any number
/// of keys. The schemas of Pragma only add some kilobytes.
const MOST_BYTES: u64 = 64 << 20;

/// How much memory an added key takes, not counting the key, its path and its default value.
const PER_KEY: u64 = 128;

/// The keys that were added, and how much memory is left.
struct Added {
    paths: Vec<String>,
    budget: Budget,
}

impl Added {
    /// Adds a path. Its value takes `length` bytes.
    fn push(&mut self, path: &str, length: u64) -> Result<(), Error> {
        let bytes = (path.len() as u64).saturating_mul(2).saturating_add(PER_KEY).saturating_add(length);
        if self.budget.spend(bytes).is_err() {
            return refuse(format!("{path}: expected added keys of at most {MOST_BYTES} bytes, found more"));
        }
        self.paths.push(path.into());
        Ok(())
    }
}

/// Returns how many bytes a default value takes, if it is a type that can be long.
fn length_of(value: &Value<'_>) -> u64 {
    let mut text = Length(0);
    // Counts; it can't fail.
    let _ = write!(text, "{value:?}");
    text.0
}

/// Counts the text that is written to it.
struct Length(u64);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.len() as u64);
        Ok(())
    }
}

impl Schema {
    /// Adds all missing keys with their default values, and returns their paths.
    ///
    /// An object will be added with its children, and an array without items. This skips properties without a default
    /// value, and also `Uuid`s, because they must be unique.
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadSchema`](crate::ErrorKind::BadSchema) if the schema has no object for this asset type,
    /// for objects nested deeper than 32 levels, and when the added keys would take more than 64 MiB.
    pub fn complete(&self, document: &mut Document<'_>) -> Result<Vec<String>, Error> {
        let asset_type = document.asset_type().to_text().into_owned();
        match self.object_of(&asset_type) {
            Some((_, object)) => {
                let budget = Limits::default().max_expanded_bytes(MOST_BYTES).budget();
                let mut added = Added { paths: Vec::new(), budget };
                self.fill(object, document.data_mut(), "", &mut added, DEEPEST)?;
                Ok(added.paths)
            }
            None => refuse(format!("expected an object for the asset type \"{asset_type}\", found none")),
        }
    }

    fn fill(
        &self,
        object: &Object,
        element: &mut Element<'_>,
        path: &str,
        added: &mut Added,
        levels: u16,
    ) -> Result<(), Error> {
        let Some(levels) = levels.checked_sub(1) else {
            return refuse(format!("{path}: expected objects at most {DEEPEST} levels deep, found more"));
        };
        for (name, property) in &object.children {
            let path = child_path(path, name.as_bytes());
            if element.get(name).is_none() {
                let Some(default) = self.default(property)? else { continue };
                added.push(&path, length_of(&default))?;
                element.push(name.clone(), default);
            }
            let inner = property.type_name().map(|name| self.meaning(name));
            if let (Some(Meaning::Object(object)), Some(Value::Element(child))) = (inner, element.get_mut(name)) {
                self.fill(object, child, &path, added, levels)?;
            }
        }
        Ok(())
    }

    /// Returns the default value of a property. If there is no default, this is `None`.
    fn default(&self, property: &Property) -> Result<Option<Value<'static>>, Error> {
        let meaning = property.type_name().map_or(Meaning::Any, |name| self.meaning(name));
        Ok(match (meaning, &property.default) {
            (Meaning::Object(_) | Meaning::Type(Type::ELEMENT), _) => Some(Value::Element(Element::new())),
            (_, Some(default)) => Some(default.clone()),
            (Meaning::Type(ty), None) if ty.is_array() => self.empty(ty, property.value_type.as_deref())?,
            (_, None) if property.optional => Some(Value::Nil),
            (Meaning::Text, None) if property.ty.as_deref() == Some("Reference") => Some(Value::from("")),
            _ => None,
        })
    }

    /// Creates an array without items.
    fn empty(&self, ty: Type, item: Option<&str>) -> Result<Option<Value<'static>>, Error> {
        let item = match item.map(|item| self.meaning(item)) {
            Some(Meaning::Enum(_) | Meaning::Flags(_)) => Type::U32,
            Some(Meaning::Object(_)) => Type::ELEMENT,
            Some(Meaning::Text) => Type::STRING,
            Some(Meaning::Type(item)) => item,
            _ => return Ok(None),
        };
        let array = match item {
            Type::STRUCT => Array::Structs(Box::new(Structs::default())),
            _ => Array::from_items(item, Vec::new()).map_err(of_document)?,
        };
        Ok(Some(match ty {
            Type::ARRAY_LZ4 => Value::from(PackedArray::compress(&array).map_err(of_document)?),
            _ => Value::Array(array),
        }))
    }
}
