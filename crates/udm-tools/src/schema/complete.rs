//! Fills in default values from a schema.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use udm::{Array, Document, Element, PackedArray, Structs, Type, Value, child_path};

use super::{Meaning, Object, Property, Schema, refuse};
use crate::error::{Error, of_document};

/// Objects within objects beyond this aren't completed: a type may hold itself.
const DEEPEST: u16 = 32;

impl Schema {
    /// Adds the keys that a document lacks, with their defaults, and returns their paths.
    ///
    /// Objects are added with their children, arrays empty. Properties without a default are skipped, and so are `Uuid`s, which must be unique.
    ///
    /// # Errors
    /// [`ErrorKind::BadSchema`](crate::ErrorKind::BadSchema) if the schema has no object for the asset type, or if its objects nest
    /// deeper than 32 levels.
    pub fn complete(&self, document: &mut Document<'_>) -> Result<Vec<String>, Error> {
        let asset_type = document.asset_type().to_text().into_owned();
        match self.object_of(&asset_type) {
            Some((_, object)) => {
                let mut added = Vec::new();
                self.fill(object, document.data_mut(), "", &mut added, DEEPEST)?;
                Ok(added)
            }
            None => refuse(format!("expected an object for the asset type \"{asset_type}\", found none")),
        }
    }

    fn fill(
        &self,
        object: &Object,
        element: &mut Element<'_>,
        path: &str,
        added: &mut Vec<String>,
        levels: u16,
    ) -> Result<(), Error> {
        let Some(levels) = levels.checked_sub(1) else {
            return refuse(format!("{path}: expected objects at most {DEEPEST} levels deep, found more"));
        };
        for (name, property) in &object.children {
            let path = child_path(path, name.as_bytes());
            if element.get(name).is_none() {
                let Some(default) = self.default(property)? else { continue };
                added.push(path.clone());
                element.push(name.clone(), default);
            }
            let inner = property.type_name().map(|name| self.meaning(name));
            if let (Some(Meaning::Object(object)), Some(Value::Element(child))) = (inner, element.get_mut(name)) {
                self.fill(object, child, &path, added, levels)?;
            }
        }
        Ok(())
    }

    /// Returns the default value of a property; `None` if there is none.
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

    /// An array without items.
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
