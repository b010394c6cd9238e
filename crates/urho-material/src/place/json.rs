//! Access to values in JSON files by their place.

use std::collections::HashSet;

use urho_core::tree::{Edits, JsonKind, JsonTree, JsonValue, JsonWriter};

use super::MaterialPlace;

/// The values in a JSON file, grouped by kind.
pub(super) struct JsonParts<'d> {
    root: JsonValue<'d, 'd>,
    pub(super) techniques: Vec<JsonValue<'d, 'd>>,
    textures: Vec<JsonValue<'d, 'd>>,
    /// The parameters, with their index among the members. Other members are not parameters.
    parameters: Vec<(usize, JsonValue<'d, 'd>)>,
}

impl<'d> JsonParts<'d> {
    pub(super) fn of(root: JsonValue<'d, 'd>) -> Self {
        let members = |name: &str| root.get(name).into_iter().flat_map(|list| list.members());
        let is_parameter = |value: &JsonValue<'_, '_>| matches!(value.kind(), JsonKind::String | JsonKind::Object);
        let parameters = members("shaderParameters").map(|member| member.value).enumerate();
        Self {
            root,
            techniques: root.get("techniques").into_iter().flat_map(|list| list.items()).collect(),
            textures: members("textures").map(|member| member.value).collect(),
            parameters: parameters.filter(|(_, value)| is_parameter(value)).collect(),
        }
    }

    pub(super) fn find(&self, place: MaterialPlace) -> Option<JsonValue<'d, 'd>> {
        match place {
            MaterialPlace::Technique(index, field) => self.techniques.get(index)?.get(field),
            MaterialPlace::Texture(index) => self.textures.get(index).copied(),
            MaterialPlace::Parameter(index) => match self.parameters.get(index)?.1 {
                object if object.kind() == JsonKind::Object => object.get("value"),
                text => Some(text),
            },
            MaterialPlace::Setting(element, attribute) => match self.root.get(element)? {
                object if object.kind() == JsonKind::Object => object.get(attribute),
                value => Some(value),
            },
        }
    }

    pub(super) fn set(
        &self,
        place: MaterialPlace,
        text: &str,
        edits: &mut Edits,
        missing: &mut Option<&'static str>,
    ) -> Result<(), urho_core::Error> {
        if let Some(value) = self.find(place).filter(|value| !value.is_null()) {
            return value.replace(edits, |json| plain(json, place, text));
        }
        match place {
            MaterialPlace::Technique(index, field) => {
                if let Some(technique) = self.techniques.get(index) {
                    return technique.set_member(field, edits, |json| plain(json, place, text));
                }
            }
            MaterialPlace::Setting(element, attribute @ ("value" | "enable")) => {
                let _ = attribute;
                return self.root.set_member(element, edits, |json| plain(json, place, text));
            }
            MaterialPlace::Setting(element, attribute) => {
                return match self.root.get(element).filter(|value| value.members().next().is_some()) {
                    Some(object) => object.set_member(attribute, edits, |json| plain(json, place, text)),
                    None => self
                        .root
                        .set_member(element, edits, |json| plain(json.object().member(attribute), place, text).end()),
                };
            }
            MaterialPlace::Texture(_) | MaterialPlace::Parameter(_) => {}
        }
        *missing = Some("item of a material");
        Ok(())
    }

    pub(super) fn remove(&self, places: &[MaterialPlace], edits: &mut Edits) -> usize {
        let places: HashSet<MaterialPlace> = places.iter().copied().collect();
        let has = |place| places.contains(&place);
        let list = |name: &str, edits: &mut Edits, is_removed: &dyn Fn(usize) -> bool| {
            self.root.get(name).map_or(0, |list| list.remove_where(is_removed, edits))
        };
        let parameters: HashSet<usize> = self
            .parameters
            .iter()
            .map(|(member, _)| *member)
            .enumerate()
            .filter(|(index, _)| has(MaterialPlace::Parameter(*index)))
            .map(|(_, member)| member)
            .collect();
        let mut removed = list("techniques", edits, &|index| has(MaterialPlace::Technique(index, "name")));
        removed += list("textures", edits, &|index| has(MaterialPlace::Texture(index)));
        removed += list("shaderParameters", edits, &|index| parameters.contains(&index));
        for (index, technique) in self.techniques.iter().enumerate() {
            let is_gone = has(MaterialPlace::Technique(index, "name"));
            let fields = ["quality", "loddistance"]
                .into_iter()
                .filter(|field| !is_gone && has(MaterialPlace::Technique(index, field)));
            removed += remove_members(*technique, &fields.collect::<Vec<_>>(), edits);
        }
        let settings: Vec<(&str, &str)> = places
            .iter()
            .filter_map(|place| {
                if let MaterialPlace::Setting(element, attribute) = place { Some((*element, *attribute)) } else { None }
            })
            .collect();
        let is_plain = |attribute: &str| matches!(attribute, "value" | "enable");
        let plain: Vec<&str> =
            settings.iter().filter(|(_, attribute)| is_plain(attribute)).map(|(element, _)| *element).collect();
        removed += remove_members(self.root, &plain, edits);
        for (element, attribute) in settings.iter().filter(|(_, attribute)| !is_plain(attribute)) {
            removed += self.root.get(element).map_or(0, |object| remove_members(object, &[attribute], edits));
        }
        removed
    }
}

fn remove_members(object: JsonValue<'_, '_>, names: &[&str], edits: &mut Edits) -> usize {
    if names.is_empty() {
        return 0;
    }
    let is_meant: Vec<bool> = object.members().map(|member| names.contains(&&*member.name())).collect();
    object.remove_where(|index| is_meant.get(index) == Some(&true), edits)
}

/// Writes a value in the form that its place needs: a number, a boolean or a string.
fn plain<'w>(json: &'w mut JsonWriter, place: MaterialPlace, text: &str) -> &'w mut JsonWriter {
    let is_text = match place {
        MaterialPlace::Technique(_, field) => field == "name",
        MaterialPlace::Texture(_) | MaterialPlace::Parameter(_) => true,
        MaterialPlace::Setting(element, attribute) => {
            !matches!(element, "renderorder" | "depthbias") && attribute != "enable"
        }
    };
    let is_json = || {
        JsonTree::parse(text.as_bytes())
            .is_ok_and(|tree| matches!(tree.root(text.as_bytes()).kind(), JsonKind::Number | JsonKind::Bool))
    };
    match (is_text, text.parse::<f64>()) {
        (true, _) => json.string(text),
        (false, _) if is_json() => json.raw(text),
        (false, Ok(number)) => json.number(number),
        (false, Err(_)) => json.string(text),
    }
}
