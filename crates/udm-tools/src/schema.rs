//! Schemas (`.udms`) define the types, keys and default values of documents.
//!
//! A schema is also a UDM document: `schema { types { … } includes … }`. In the engine, only scripts read schemas. They
//! use them to create new data and accessors, and never to check anything. With this module, you can check documents
//! against a schema, and also infer a schema from documents.
//!
//! ```
//! use udm::Document;
//! use udm_tools::schema::Schema;
//! let schema = Schema::parse(br#"
//! schema { types {
//!     Mode { $string type enum $array values [string]["Fast","Slow"] }
//!     Lamp {
//!         format { $string type LAMP $uint32 version 1 }
//!         children {
//!             range { $float default 5.0 }
//!             mode { $string type Mode $string default Fast }
//!         }
//!     }
//! } }"#)?;
//! let mut lamp = Document::new("LAMP", 1);
//! lamp.data_mut().insert("mode", "Warm");
//! let found: Vec<String> = schema.check(&lamp).iter().map(ToString::to_string).collect();
//! assert!(found.contains(&"warning: mode: expected one of Mode (Fast, Slow), found \"Warm\"".to_owned()));
//! assert_eq!(schema.complete(&mut lamp)?, ["range"]);
//! assert_eq!(lamp.get("range").and_then(udm::Value::as_f64), Some(5.0));
//! # Ok::<(), udm_tools::Error>(())
//! ```

mod check;
mod complete;
mod infer;

pub use infer::Inference;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::{Name, Segment};
use udm::{Array, Document, Element, Type, Value};

use crate::error::{Error, ErrorKind, no_place, of_document};

/// The types in a schema, by name.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Schema {
    /// Other schemas that this schema is based on. Each is a file name, with or without the extension.
    pub includes: Vec<String>,
    /// The types declared in this schema, by name.
    pub types: BTreeMap<String, SchemaType>,
}

/// A type in a [`Schema`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SchemaType {
    /// Exactly one of these names. It is stored as a string, or in an array as a uint32, which is the position in this
    /// list.
    Enum(Vec<String>),
    /// Any combination of these names, stored as a string with `|` between them. Each name has its own bits.
    Flags(Vec<(String, i64)>),
    /// An element with these keys.
    Object(Object),
}

/// An element with known keys.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// The asset type and version, if this type can be used for a whole document.
    pub format: Option<(String, u32)>,
    /// The keys and their definitions, in schema order.
    pub children: Vec<(String, Property)>,
}

/// Defines a key.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Property {
    /// The type: a type in the schema, `Reference`, `Uuid`, `Any`, or a UDM type. If this is `None`, the type of the
    /// default value is used.
    pub ty: Option<String>,
    /// The item type, if this is an array.
    pub value_type: Option<String>,
    /// The default value.
    pub default: Option<Value<'static>>,
    /// Whether the value may be missing or nil.
    pub optional: bool,
}

impl Property {
    /// Returns the name of the type.
    pub fn type_name(&self) -> Option<&str> {
        match (&self.ty, &self.default) {
            (Some(ty), _) => Some(ty),
            (None, Some(default)) => default.ty().name(),
            (None, None) => None,
        }
    }
}

fn refuse<T>(message: String) -> Result<T, Error> {
    Err(no_place(ErrorKind::BadSchema(message.into())))
}

fn text(element: &Element<'_>, key: &str) -> Option<String> {
    element.get(key).and_then(Value::as_str).map(ToString::to_string)
}

fn strings(value: Option<&Value<'_>>) -> Vec<String> {
    match value.and_then(Value::as_array) {
        Some(Array::Strings(strings)) => strings.iter().map(|text| Name::from(text).to_text().into_owned()).collect(),
        _ => Vec::new(),
    }
}

impl Schema {
    /// Reads a schema. It can be text or binary.
    ///
    /// # Errors
    /// Fails when [`Document::parse`] or [`from_document`](Self::from_document) does.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let document = Document::parse(bytes).map_err(of_document)?;
        Self::from_document(&document)
    }

    /// Reads a schema from its document.
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadSchema`] for a schema without types, for anything that is not a type, and for a property
    /// with neither a type nor a default value.
    pub fn from_document(document: &Document<'_>) -> Result<Self, Error> {
        let Some(schema) = document.get("schema").and_then(Value::as_element) else {
            return refuse("expected the element \"schema\", found none".into());
        };
        let mut types = BTreeMap::new();
        for (name, value) in schema.get("types").and_then(Value::as_element).into_iter().flat_map(Element::iter) {
            let within = |error: Error| error.within(Segment::Name(name.clone().into_owned()));
            let Some(element) = value.as_element() else {
                return refuse(format!("expected an element, found {}", value.ty())).map_err(within);
            };
            types.insert(name.to_text().into_owned(), schema_type(element).map_err(within)?);
        }
        Ok(Self { includes: strings(schema.get("includes")), types })
    }

    /// Adds the types of another schema. If a type exists, it is not replaced.
    pub fn include(&mut self, other: Self) {
        for (name, ty) in other.types {
            self.types.entry(name).or_insert(ty);
        }
    }

    /// Returns the object to use for documents with the given asset type.
    pub fn object_of(&self, asset_type: &str) -> Option<(&str, &Object)> {
        self.types.iter().find_map(|(name, ty)| match ty {
            SchemaType::Object(object) if object.format.as_ref().is_some_and(|(ty, _)| ty == asset_type) => {
                Some((name.as_str(), object))
            }
            _ => None,
        })
    }

    fn object(&self, name: &str) -> Option<&Object> {
        match self.types.get(name)? {
            SchemaType::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Converts the schema into a document, so that you can write it.
    pub fn to_document(&self) -> Document<'static> {
        let mut types = Element::new();
        for (name, ty) in &self.types {
            types.push(name.clone(), type_element(ty));
        }
        let mut schema = Element::new();
        if !self.includes.is_empty() {
            schema.push("includes", Array::from_strings(&self.includes));
        }
        schema.push("types", types);
        Document::from_data([("schema", schema)].into_iter().collect())
    }
}

fn schema_type(element: &Element<'_>) -> Result<SchemaType, Error> {
    match text(element, "type").as_deref() {
        Some("enum") => Ok(SchemaType::Enum(strings(element.get("values")))),
        Some("enum_flags") => {
            let values = element.get("values").and_then(Value::as_element).into_iter().flat_map(Element::iter);
            let flag = |(name, value): (&Name<'_>, &Value<'_>)| Some((name.to_text().into_owned(), value.as_i64()?));
            Ok(SchemaType::Flags(values.filter_map(flag).collect()))
        }
        Some(other) => refuse(format!("expected enum, enum_flags or no type, found \"{other}\"")),
        None => object(element).map(SchemaType::Object),
    }
}

fn object(element: &Element<'_>) -> Result<Object, Error> {
    let format = element.get("format").and_then(Value::as_element).and_then(|format| {
        let version = format.get("version").and_then(Value::as_u64).and_then(|version| u32::try_from(version).ok());
        Some((text(format, "type")?, version.unwrap_or(1)))
    });
    let mut children = Vec::new();
    for (name, value) in element.get("children").and_then(Value::as_element).into_iter().flat_map(Element::iter) {
        let within = |error: Error| error.within(Segment::Name(name.clone().into_owned()));
        let Some(child) = value.as_element() else {
            return refuse(format!("expected an element, found {}", value.ty())).map_err(within);
        };
        let property = Property {
            ty: text(child, "type"),
            value_type: text(child, "valueType"),
            default: child.get("default").map(|value| value.clone().into_owned()),
            optional: child.get("optional").is_some(),
        };
        if property.type_name().is_none() {
            return refuse("expected a type or a default, found neither".into()).map_err(within);
        }
        children.push((name.to_text().into_owned(), property));
    }
    Ok(Object { format, children })
}

fn type_element(ty: &SchemaType) -> Element<'static> {
    let mut element = Element::new();
    match ty {
        SchemaType::Enum(values) => {
            element.push("type", "enum");
            element.push("values", Array::from_strings(values));
        }
        SchemaType::Flags(values) => {
            element.push("type", "enum_flags");
            let values: Element<'static> =
                values.iter().map(|(name, bits)| (name.clone(), u32::try_from(*bits).unwrap_or(0))).collect();
            element.push("values", values);
        }
        SchemaType::Object(object) => {
            if let Some((name, version)) = &object.format {
                let mut format = Element::new();
                format.push("type", name.clone());
                format.push("version", *version);
                element.push("format", format);
            }
            let mut children = Element::new();
            for (name, property) in &object.children {
                children.push(name.clone(), property_element(property));
            }
            element.push("children", children);
        }
    }
    element
}

fn property_element(property: &Property) -> Element<'static> {
    let mut element = Element::new();
    if let Some(ty) = &property.ty {
        element.push("type", ty.clone());
    }
    if let Some(ty) = &property.value_type {
        element.push("valueType", ty.clone());
    }
    if let Some(default) = &property.default {
        element.push("default", default.clone());
    }
    if property.optional {
        element.push("optional", true);
    }
    element
}

/// What a type name stands for.
enum Meaning<'s> {
    Enum(&'s [String]),
    Flags(&'s [(String, i64)]),
    Object(&'s Object),
    /// A value that is stored as a string.
    Text,
    Any,
    Type(Type),
    Unknown,
}

impl Schema {
    fn meaning(&self, name: &str) -> Meaning<'_> {
        match (self.types.get(name), name) {
            (Some(SchemaType::Enum(values)), _) => Meaning::Enum(values),
            (Some(SchemaType::Flags(values)), _) => Meaning::Flags(values),
            (Some(SchemaType::Object(object)), _) => Meaning::Object(object),
            (None, "Reference" | "Uuid") => Meaning::Text,
            (None, "Any") => Meaning::Any,
            (None, name) => Type::from_name(name.as_bytes()).map_or(Meaning::Unknown, Meaning::Type),
        }
    }
}
