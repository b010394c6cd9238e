//! Checks documents against a schema.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::{Findings, Name, Path, Segment};
use udm::{Array, Document, Element, Type, Value};

use super::{Meaning, Object, Property, Schema};
use crate::kinds;

impl Schema {
    /// Checks a document against the object for its asset type.
    ///
    /// You get a warning for a value with another type, a name that is not in the enum, or a missing key. You get a
    /// note for a number with another type, because the engine converts it, and for a key that the schema does not
    /// know.
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

    /// Checks a document against the object with the given name. The asset type is ignored.
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

    fn check_object(&self, object: &Object, data: &Element<'_>, findings: &mut Findings) {
        let mut check = Check { schema: self, findings, pending: alloc::vec![(Path::new(), object, data)] };
        while let Some((path, object, element)) = check.pending.pop() {
            check.element(&path, object, element);
        }
    }
}

/// The state while a document is checked.
struct Check<'s, 'd, 'f> {
    schema: &'s Schema,
    findings: &'f mut Findings,
    /// The elements to check next.
    pending: Vec<(Path, &'s Object, &'d Element<'d>)>,
}

impl<'s, 'd> Check<'s, 'd, '_> {
    fn element(&mut self, path: &Path, object: &'s Object, element: &'d Element<'d>) {
        for (name, property) in &object.children {
            let path = path.clone().name(name.as_bytes());
            match element.get(name) {
                Some(Value::Nil) if property.optional => {}
                Some(value) => self.value(&path, property, value),
                None if property.optional => {}
                None => self.findings.warning(
                    kinds::KEY_MISSING,
                    path,
                    "expected this key, found none: the engine takes its default",
                ),
            }
        }
        let known = |key: &Name<'_>| object.children.iter().any(|(name, _)| *key == *name.as_str());
        for (key, _) in element.iter().filter(|(key, _)| !known(key)) {
            self.findings.note(kinds::KEY_UNKNOWN, path.clone().name(key), "the schema has no such key");
        }
    }

    fn value(&mut self, path: &Path, property: &'s Property, value: &'d Value<'d>) {
        let name = property.type_name().unwrap_or_default();
        let (kind, message) = match self.schema.meaning(name) {
            Meaning::Enum(values) if !value.as_str().is_some_and(|text| values.iter().any(|value| value == text)) => {
                let message = format!("expected one of {name} ({}), found {}", values.join(", "), shown(value));
                (kinds::ENUM_VALUE, message)
            }
            Meaning::Flags(values) if !value.as_str().is_some_and(|text| are_flags(text, values)) => {
                let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
                let message = format!("expected some of {name} ({}), found {}", names.join("|"), shown(value));
                (kinds::ENUM_VALUE, message)
            }
            Meaning::Object(object) => match value {
                Value::Element(element) => return self.pending.push((path.clone(), object, element)),
                other => (kinds::WRONG_TYPE, format!("expected an element {name}, found {}", other.ty())),
            },
            Meaning::Text if value.as_text().is_none() => {
                (kinds::WRONG_TYPE, format!("expected a string, a {name}, found {}", value.ty()))
            }
            Meaning::Enum(_) | Meaning::Flags(_) | Meaning::Text | Meaning::Any => return,
            Meaning::Type(ty) if value.ty() != ty => return self.other_type(path, ty, value.ty()),
            Meaning::Type(_) => return self.array(path, property, value),
            Meaning::Unknown => return self.unknown_type(path, name),
        };
        self.findings.warning(kind, path.clone(), message);
    }

    /// Reports a type that does not exist in the schema.
    fn unknown_type(&mut self, path: &Path, name: &str) {
        let message = format!("the schema's type \"{}\" is none", Name::from(name));
        self.findings.error(kinds::SCHEMA_INVALID, path.clone(), message);
    }

    /// Reports that a value has the type `found`, although the schema needs `expected`.
    fn other_type(&mut self, path: &Path, expected: Type, found: Type) {
        let both = |is: fn(Type) -> bool| is(expected) && is(found);
        let is_number = |ty: Type| matches!(ty, Type::BOOL | Type::HALF) || (Type::I8.0..=Type::F64.0).contains(&ty.0);
        let is_text = |ty: Type| matches!(ty, Type::STRING | Type::UTF8 | Type::REF);
        let message = format!("expected {expected}, found {found}");
        if both(is_number) || both(is_text) || both(Type::is_array) {
            self.findings.note(kinds::TYPE_CONVERTED, path.clone(), format!("{message}: the engine converts it"));
        } else {
            self.findings.warning(kinds::WRONG_TYPE, path.clone(), message);
        }
    }

    /// Checks the item type of an array, and adds its elements to the list.
    fn array(&mut self, path: &Path, property: &'s Property, value: &'d Value<'d>) {
        let (Some(array), Some(item)) = (value.as_array(), &property.value_type) else { return };
        let expected = match self.schema.meaning(item) {
            Meaning::Enum(_) | Meaning::Flags(_) => Type::U32,
            Meaning::Object(object) => {
                if let Array::Items(items) = array {
                    let elements =
                        items.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_element()?)));
                    self.pending.extend(elements.map(|(index, element)| {
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
            Meaning::Unknown => return self.unknown_type(path, item),
        };
        if array.item_type() != expected {
            let message = format!("expected an array of {expected}, found one of {}", array.item_type());
            self.findings.warning(kinds::WRONG_TYPE, path.clone(), message);
        }
    }
}

/// Returns `true` if a list like `A|B` only contains flags.
fn are_flags<T>(text: &str, flags: &[(String, T)]) -> bool {
    let known = |text: &str| flags.iter().any(|(flag, _)| flag == text);
    text.is_empty() || text.split('|').all(known)
}

/// Returns a value the way it is shown in a message.
fn shown(value: &Value<'_>) -> String {
    match value.as_text() {
        Some(text) => format!("\"{}\"", Name::from(text)),
        None => format!("{}", value.ty()),
    }
}
