//! Values of materials, in one name space.

use std::collections::HashMap;

use pragma_asset::Material;
use pragma_asset::udm::{Element, Value};

/// Value of a name.
#[derive(Clone, Debug)]
enum Entry<'m> {
    Texture(String),
    Value(&'m Value<'m>),
}

/// Textures and properties of a material and of its base materials: the first with a name supplies its value.
pub(super) struct Values<'m> {
    layers: Vec<HashMap<String, Entry<'m>>>,
}

impl<'m> Values<'m> {
    pub(super) fn of(materials: &[&'m Material<'m>]) -> Self {
        Self { layers: materials.iter().map(|material| layer(material)).collect() }
    }

    /// The path of a texture, in lower case and with `/`, as the engine looks for it.
    pub(super) fn texture(&self, name: &str) -> Option<&str> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Texture(path) => Some(path.as_str()),
            Entry::Value(_) => None,
        })
    }

    /// Numbers of a property, as many as wanted. More are cut off; a single one isn't taken for several.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Option<[f32; N]> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Value(value) => numbers(value)?.first_chunk::<N>().copied(),
            Entry::Texture(_) => None,
        })
    }

    /// All numbers of a property.
    pub(super) fn all_numbers(&self, name: &str) -> Option<Vec<f32>> {
        self.layers.iter().find_map(|layer| match layer.get(name)? {
            Entry::Value(value) => numbers(value),
            Entry::Texture(_) => None,
        })
    }

    /// A number, or the place of a word in a list.
    pub(super) fn choice(&self, name: &str, words: &[&str]) -> Option<usize> {
        self.layers.iter().find_map(|layer| {
            let Entry::Value(value) = layer.get(name)? else { return None };
            let word = value.as_str().and_then(|text| words.iter().position(|word| text.eq_ignore_ascii_case(word)));
            word.or_else(|| numbers(value)?.first().map(|number| *number as usize))
        })
    }

    /// Names of all that is said.
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

/// Adds the values of an element; nested values have slashes in their names. Documents nest no deeper than their reader allows.
fn add<'m>(element: &'m Element<'m>, above: &str, entries: &mut HashMap<String, Entry<'m>>) {
    for (name, value) in element.iter() {
        let name = format!("{above}{}", name.to_text());
        match value.as_element() {
            Some(inner) => add(inner, &format!("{name}/"), entries),
            None => drop(entries.insert(name, Entry::Value(value))),
        }
    }
}

/// Returns the numbers of a value: of a number, a vector, or a text.
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
