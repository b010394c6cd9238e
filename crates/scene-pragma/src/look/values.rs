//! The values in materials, in one name space.

use std::collections::HashMap;

use pragma_asset::Material;
use pragma_asset::udm::{Element, Value};

/// The value for a name.
#[derive(Clone, Debug)]
enum Entry<'m> {
    Texture(String),
    Value(&'m Value<'m>),
}

/// The textures and properties of a material and its base materials. The first that has a name is used.
pub(super) struct Values<'m> {
    layers: Vec<HashMap<String, Entry<'m>>>,
}

impl<'m> Values<'m> {
    pub(super) fn of(materials: &[&'m Material<'m>]) -> Self {
        Self { layers: materials.iter().map(|material| layer(material)).collect() }
    }

    /// Returns the path of a texture, in lower case and with `/`, because the engine uses this to find the file.
    pub(super) fn texture(&self, name: &str) -> Option<&str> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Texture(path) => Some(path.as_str()),
            Entry::Value(_) => None,
        })
    }

    /// Returns the first `N` numbers of a property. A single number can't be used for more than one.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Option<[f32; N]> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Value(value) => numbers(value)?.first_chunk::<N>().copied(),
            Entry::Texture(_) => None,
        })
    }

    /// Returns all numbers of a property.
    pub(super) fn all_numbers(&self, name: &str) -> Option<Vec<f32>> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Value(value) => numbers(value),
            Entry::Texture(_) => None,
        })
    }

    /// Returns a number, or the index of a word in the list.
    pub(super) fn choice(&self, name: &str, words: &[&str]) -> Option<usize> {
        self.layers.iter().find_map(|layer| {
            let Entry::Value(value) = layer.get(name)? else { return None };
            let word = value.as_str().and_then(|text| words.iter().position(|word| text.eq_ignore_ascii_case(word)));
            word.or_else(|| numbers(value)?.first().map(|number| *number as usize))
        })
    }

    /// Returns all names that have a value.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.layers.iter().flat_map(|layer| layer.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn layer<'m>(material: &'m Material<'m>) -> HashMap<String, Entry<'m>> {
    let mut entries = HashMap::new();
    let paths = material.textures().into_iter();
    let texture = |path: &str| Entry::Texture(path.trim().replace('\\', "/").to_lowercase());
    let paths: HashMap<String, Entry<'m>> =
        paths.map(|(name, path)| (name.to_text().into_owned(), texture(&path.to_text()))).collect();
    // Textures first, then properties: the later of a name counts.
    for list in ["textures", "properties"] {
        let Some(element) = material.element().get(list).and_then(Value::as_element) else { continue };
        add(element, "", &mut entries);
        if list == "textures" {
            entries.extend(paths.iter().map(|(name, entry)| (name.clone(), entry.clone())));
        }
    }
    entries
}

/// Adds the values in an element. The name of a nested value will contain slashes. There is no need for a limit,
/// because the reader limits how deep documents can be nested.
fn add<'m>(element: &'m Element<'m>, above: &str, entries: &mut HashMap<String, Entry<'m>>) {
    for (name, value) in element.iter() {
        let name = format!("{above}{}", name.to_text());
        match value.as_element() {
            Some(inner) => add(inner, &format!("{name}/"), entries),
            None => drop(entries.insert(name, Entry::Value(value))),
        }
    }
}

/// Returns the numbers in a value, which can be a number, a vector or a text.
fn numbers(value: &Value<'_>) -> Option<Vec<f32>> {
    if let Some(fixed) = value.as_fixed() {
        return fixed.as_f32s().map(|numbers| numbers.iter().map(|number| number.get()).collect());
    }
    if let Some(text) = value.as_str() {
        let numbers: Option<Vec<f32>> =
            text.split_ascii_whitespace().map(|word| fast_float2::parse(word).ok()).collect();
        return numbers.filter(|numbers| !numbers.is_empty());
    }
    value.as_f64().map(|number| vec![number as f32])
}
