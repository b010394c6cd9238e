//! Documents against a schema.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Findings, Name, Path, Segment};
use udm::{Array, Document, Element, Type, Value};

use super::{Meaning, Object, Property, Schema};
use crate::kinds;

impl Schema {
    /// Checks a document against the object of its asset type.
    ///
    /// Warnings are values of another type, names that an enum doesn't have and keys that are missing; notes are numbers of
    /// another type, which the engine converts, and keys that the schema doesn't know.
    pub fn check(&self, document: &Document<'_>) -> Findings {
        let mut findings = Findings::new();
        let asset_type = document.asset_type();
        match self.object_of(&asset_type.to_text()) {
            Some((_, object)) => self.check_object(object, document.data(), &mut findings),
            None => findings.note(
                kinds::SCHEMA_NO_ASSET_TYPE,
                "asset type",
                format!("the schema has no object for {asset_type}"),
            ),
        }
        findings
    }

    /// Checks a document against the object `name`, with any asset type.
    pub fn check_as(&self, name: &str, document: &Document<'_>) -> Findings {
        let mut findings = Findings::new();
        match self.object(name) {
            Some(object) => self.check_object(object, document.data(), &mut findings),
            None => findings.error(
                kinds::SCHEMA_INVALID,
                "schema",
                format!("the schema has no object \"{}\"", Name::from(name)),
            ),
        }
        findings
    }

    fn check_object<'s>(&'s self, object: &'s Object, data: &Element<'_>, findings: &mut Findings) {
        let mut pending: Vec<(Path, &'s Object, &Element<'_>)> = alloc::vec![(Path::new(), object, data)];
        while let Some((path, object, element)) = pending.pop() {
            for (name, property) in &object.children {
                let path = path.clone().name(name.as_bytes());
                match element.get(name) {
                    Some(Value::Nil) if property.optional => {}
                    Some(value) => self.check_value(&path, property, value, findings, &mut pending),
                    None if property.optional => {}
                    None => findings.warning(
                        kinds::KEY_MISSING,
                        path,
                        "expected this key, found none: the engine takes its default",
                    ),
                }
            }
            let known = |key: &Name<'_>| object.children.iter().any(|(name, _)| *key == *name.as_str());
            for (key, _) in element.iter().filter(|(key, _)| !known(key)) {
                findings.note(kinds::KEY_UNKNOWN, path.clone().name(key), "the schema has no such key");
            }
        }
    }

    fn check_value<'s, 'd>(
        &'s self,
        path: &Path,
        property: &Property,
        value: &'d Value<'d>,
        findings: &mut Findings,
        pending: &mut Vec<(Path, &'s Object, &'d Element<'d>)>,
    ) {
        let name = property.type_name().unwrap_or_default();
        match self.meaning(name) {
            Meaning::Enum(values) => {
                if !value.as_str().is_some_and(|text| values.iter().any(|value| value == text)) {
                    let message = format!("expected one of {name} ({}), found {}", values.join(", "), shown(value));
                    findings.warning(kinds::ENUM_VALUE, path.clone(), message);
                }
            }
            Meaning::Flags(values) => {
                let known = |text: &str| values.iter().any(|(value, _)| value == text);
                let fits = |text: &str| text.is_empty() || text.split('|').all(known);
                if !value.as_str().is_some_and(fits) {
                    let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
                    let message = format!("expected some of {name} ({}), found {}", names.join("|"), shown(value));
                    findings.warning(kinds::ENUM_VALUE, path.clone(), message);
                }
            }
            Meaning::Object(object) => match value {
                Value::Element(element) => pending.push((path.clone(), object, element)),
                other => findings.warning(
                    kinds::WRONG_TYPE,
                    path.clone(),
                    format!("expected an element {name}, found {}", other.ty()),
                ),
            },
            Meaning::Text if value.as_text().is_none() => {
                findings.warning(
                    kinds::WRONG_TYPE,
                    path.clone(),
                    format!("expected a string, a {name}, found {}", value.ty()),
                );
            }
            Meaning::Text | Meaning::Any => {}
            Meaning::Type(ty) => self.check_type(path, ty, property, value, findings, pending),
            Meaning::Unknown => {
                findings.error(
                    kinds::SCHEMA_INVALID,
                    path.clone(),
                    format!("the schema's type \"{}\" is none", Name::from(name)),
                );
            }
        }
    }

    fn check_type<'s, 'd>(
        &'s self,
        path: &Path,
        ty: Type,
        property: &Property,
        value: &'d Value<'d>,
        findings: &mut Findings,
        pending: &mut Vec<(Path, &'s Object, &'d Element<'d>)>,
    ) {
        let found = value.ty();
        let both = |is: fn(Type) -> bool| is(ty) && is(found);
        if found != ty {
            let is_number =
                |ty: Type| matches!(ty, Type::BOOL | Type::HALF) || (Type::I8.0..=Type::F64.0).contains(&ty.0);
            let is_text = |ty: Type| matches!(ty, Type::STRING | Type::UTF8 | Type::REF);
            let message = format!("expected {ty}, found {found}");
            return if both(is_number) || both(is_text) || both(Type::is_array) {
                findings.note(kinds::TYPE_CONVERTED, path.clone(), format!("{message}: the engine converts it"));
            } else {
                findings.warning(kinds::WRONG_TYPE, path.clone(), message);
            };
        }
        let (Some(array), Some(item)) = (value.as_array(), &property.value_type) else { return };
        let expected = match self.meaning(item) {
            Meaning::Enum(_) | Meaning::Flags(_) => Type::U32,
            Meaning::Object(object) => {
                if let Array::Items(items) = array {
                    let elements =
                        items.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_element()?)));
                    pending.extend(elements.map(|(index, element)| {
                        let mut path = path.clone();
                        path.push(Segment::Index(index as u64));
                        (path, object, element)
                    }));
                }
                Type::ELEMENT
            }
            Meaning::Text => Type::STRING,
            Meaning::Any => return,
            Meaning::Type(ty) => ty,
            Meaning::Unknown => {
                return findings.error(
                    kinds::SCHEMA_INVALID,
                    path.clone(),
                    format!("the schema's type \"{}\" is none", Name::from(item.as_str())),
                );
            }
        };
        if array.item_type() != expected {
            findings.warning(
                kinds::WRONG_TYPE,
                path.clone(),
                format!("expected an array of {expected}, found one of {}", array.item_type()),
            );
        }
    }
}

/// A value in a message.
fn shown(value: &Value<'_>) -> String {
    match value.as_text() {
        Some(text) => format!("\"{}\"", Name::from(text)),
        None => format!("{}", value.ty()),
    }
}
