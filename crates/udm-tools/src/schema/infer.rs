//! Infers a schema from documents.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use udm::{Array, Document, Element, Type, Value};

use super::{Object, Property, Schema, SchemaType};

/// What was seen in elements at the same place.
#[derive(Default)]
struct Seen {
    /// How many elements were seen.
    count: usize,
    children: BTreeMap<String, Child>,
}

/// What was seen under a key.
#[derive(Default)]
struct Child {
    count: usize,
    types: BTreeSet<Type>,
    items: BTreeSet<Type>,
    /// What was seen in the elements under this key, or in an array of elements.
    inner: Seen,
}

/// Collects what documents contain, in order to create a schema for them.
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
    /// What was seen for every asset type, and its highest version.
    roots: BTreeMap<String, (u32, Seen)>,
}

/// Elements nested deeper than this can contain anything.
const DEEPEST: u16 = 32;

impl Inference {
    /// Creates an inference that has not seen any documents.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the content of a document.
    pub fn add(&mut self, document: &Document<'_>) {
        let name = document.asset_type().to_text().into_owned();
        let (version, seen) = self.roots.entry(name).or_default();
        *version = document.asset_version().max(*version);
        look(document.data(), seen, DEEPEST);
    }

    /// Returns a schema that fits all documents that were added. It has an object for every asset type and for every
    /// element. A key missing from some documents will be optional, and the type of a key with several types will be
    /// `Any`.
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

/// Returns a name with a capital first letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
