//! A schema out of documents.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use udm::{Array, Document, Element, Type, Value};

use super::{Object, Property, Schema, SchemaType};

/// Observations about the elements in one place.
#[derive(Default)]
struct Seen {
    /// How many there were.
    count: usize,
    children: BTreeMap<String, Child>,
}

/// Observations about a key.
#[derive(Default)]
struct Child {
    count: usize,
    types: BTreeSet<Type>,
    items: BTreeSet<Type>,
    /// The elements there, or those in the array there.
    inner: Seen,
}

/// Collects the content of documents, and creates a schema for it.
///
/// ```
/// use udm::Document;
/// use udm_tools::schema::Inference;
/// let mut inference = Inference::new();
/// inference.add(&Document::parse(b"$float a 1 at { $vec3 pos [1,2,3] }")?);
/// inference.add(&Document::parse(b"$float a 2")?);
/// let text = inference.schema().to_document().to_text(udm::Style::Compact)?;
/// assert!(String::from_utf8_lossy(&text).contains("at{$string type \"NilAt\" $bool optional 1}"));
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Default)]
pub struct Inference {
    /// By asset type, with the highest version.
    roots: BTreeMap<String, (u32, Seen)>,
}

/// Elements within elements beyond this are free.
const DEEPEST: u16 = 32;

impl Inference {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks at a document.
    pub fn add(&mut self, document: &Document<'_>) {
        let name = document.asset_type().to_text().into_owned();
        let (version, seen) = self.roots.entry(name).or_default();
        *version = document.asset_version().max(*version);
        look(document.data(), seen, DEEPEST);
    }

    /// Returns a schema that all documents fit: an object for each asset type and each element, keys that not all have
    /// optional, `Any` where types differ.
    pub fn schema(&self) -> Schema {
        let mut types = BTreeMap::new();
        for (asset_type, (version, seen)) in &self.roots {
            let name = capital(asset_type);
            let format = Some((asset_type.clone(), *version));
            let object = Object { format, children: children(&name, seen, &mut types) };
            types.insert(name, SchemaType::Object(object));
        }
        Schema { includes: Vec::new(), types }
    }
}

fn look(element: &Element<'_>, seen: &mut Seen, levels: u16) {
    seen.count = seen.count.saturating_add(1);
    let last: BTreeMap<&[u8], &Value<'_>> = element.iter().map(|(key, value)| (key.as_bytes(), value)).collect();
    for (key, value) in last {
        let child = seen.children.entry(binio::Name::from(key).to_text().into_owned()).or_default();
        child.count = child.count.saturating_add(1);
        child.types.insert(value.ty());
        let Some(levels) = levels.checked_sub(1) else { continue };
        match value {
            Value::Element(element) => look(element, &mut child.inner, levels),
            Value::Array(array) => {
                child.items.insert(array.item_type());
                if let Array::Items(items) = array {
                    items.iter().filter_map(Value::as_element).for_each(|item| look(item, &mut child.inner, levels));
                }
            }
            _ => {}
        }
    }
}

fn children(name: &str, seen: &Seen, types: &mut BTreeMap<String, SchemaType>) -> Vec<(String, Property)> {
    seen.children.iter().map(|(key, child)| (key.clone(), property(name, key, child, seen.count, types))).collect()
}

fn property(name: &str, key: &str, child: &Child, of: usize, types: &mut BTreeMap<String, SchemaType>) -> Property {
    let mut inner = || {
        let name = format!("{name}{}", capital(key));
        let object = Object { format: None, children: children(&name, &child.inner, types) };
        types.insert(name.clone(), SchemaType::Object(object));
        name
    };
    let only = |types: &BTreeSet<Type>| if types.len() == 1 { types.first().copied() } else { None };
    let ty = only(&child.types);
    let (ty, value_type) = match ty {
        Some(Type::ELEMENT) if child.inner.count > 0 => (inner(), None),
        Some(ty) if ty.is_array() => match only(&child.items) {
            Some(Type::ELEMENT) if child.inner.count > 0 => (ty.to_string(), Some(inner())),
            Some(item) => (ty.to_string(), Some(item.to_string())),
            None => (ty.to_string(), Some("Any".to_string())),
        },
        Some(ty) => (ty.to_string(), None),
        None => ("Any".to_string(), None),
    };
    Property { ty: Some(ty), value_type, default: None, optional: child.count < of }
}

/// A name with a capital at its beginning.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
