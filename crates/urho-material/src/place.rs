//! Values of a material by their places, as the file spells them: many are read or changed at once.

use std::collections::HashSet;

use binio::{Name, Path};
use urho_core::tree::{Edits, Element, JsonKind, JsonTree, JsonValue, JsonWriter};

use crate::error::{Error, ErrorKind};
use crate::material::{File, Material};

/// Place of a value in a material. Indices count in the order of [`MaterialData`](crate::MaterialData).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MaterialPlace {
    /// A technique, and `name`, `quality` or `loddistance`.
    Technique(usize, &'static str),
    /// The resource name of a texture.
    Texture(usize),
    /// The value of a parameter.
    Parameter(usize),
    /// An element that occurs once, and its attribute: `cull` and `value`, `depthbias` and `constant`.
    Setting(&'static str, &'static str),
}

impl Material<'_> {
    /// Sets values as their texts are spelled, all in one edit. A missing setting is added. You must check that each text is a value of its type.
    ///
    /// ```
    /// use urho_material::{Material, MaterialPlace};
    /// let file = b"<material><!-- wet --><parameter name=\"Roughness\" value=\"0.50\"/></material>";
    /// let mut material = Material::parse(file)?;
    /// material.set_texts(&[(MaterialPlace::Parameter(0), "0.20")])?;
    /// assert_eq!(material.to_bytes()?, String::from_utf8_lossy(file).replace("0.50", "0.20").as_bytes());
    /// # Ok::<(), urho_material::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NoSuch`]; a text that contains NUL. Nothing is changed then.
    pub fn set_texts(&mut self, changes: &[(MaterialPlace, &str)]) -> Result<(), Error> {
        let mut changed = self.clone().into_owned();
        // New elements one by one: several values may belong to one element.
        let (stored, new): (Vec<_>, Vec<_>) = changes.iter().partition(|(place, _)| changed.has_element(*place));
        if !stored.is_empty() {
            changed.set_stored(&stored)?;
        }
        for change in new {
            changed.set_stored(&[change])?;
        }
        self.file = changed.file;
        Ok(())
    }

    /// Whether the element or object of a value exists.
    fn has_element(&self, place: MaterialPlace) -> bool {
        let MaterialPlace::Setting(element, _) = place else { return true };
        match &self.file {
            File::Xml(file) => file.root().child(element).is_some(),
            File::Json(file) => file.root().get(element).is_some(),
        }
    }

    fn set_stored(&mut self, changes: &[&(MaterialPlace, &str)]) -> Result<(), Error> {
        let mut missing = None;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let parts = XmlParts::of(root);
                changes.iter().try_for_each(|(place, text)| parts.set(*place, text, edits, &mut missing))
            })?,
            File::Json(file) => file.edit(|root, edits| {
                let parts = JsonParts::of(root);
                changes.iter().try_for_each(|(place, text)| parts.set(*place, text, edits, &mut missing))
            })?,
        }
        missing.map_or(Ok(()), |what| Err(Error::new(ErrorKind::NoSuch(what), Path::new())))
    }

    /// Returns the text of a value as the file spells it; `None` if it doesn't have the value.
    pub fn text_at(&self, place: MaterialPlace) -> Option<Name<'_>> {
        match &self.file {
            File::Xml(file) => {
                let (element, attribute) = XmlParts::of(file.root()).find(place)?;
                element.attribute(attribute)
            }
            File::Json(file) => match JsonParts::of(file.root()).find(place)? {
                value if value.kind() == JsonKind::String => value.as_str().map(|text| Name::from(text.into_owned())),
                value => Some(Name::from(value.raw())),
            },
        }
    }

    /// Returns the texts of `quality` and `loddistance` of each technique, as the file spells them.
    pub fn texts_of_techniques(&self) -> Vec<[Option<String>; 2]> {
        let count = self.data().techniques.len();
        let fields = ["quality", "loddistance"];
        let text = |name: Name<'_>| name.to_text().into_owned();
        match &self.file {
            File::Xml(file) => {
                let all = XmlParts::of(file.root()).techniques.into_iter().take(count);
                all.map(|one| fields.map(|field| one.attribute(field).map(text))).collect()
            }
            File::Json(file) => {
                let all = JsonParts::of(file.root()).techniques.into_iter().take(count);
                all.map(|one| fields.map(|field| one.get(field).map(|value| text(Name::from(value.raw()))))).collect()
            }
        }
    }

    /// Removes values, all in one edit: techniques by their `name`, textures, parameters, settings. Returns how many existed.
    ///
    /// # Errors
    /// None today; as in all edits.
    pub fn remove_at(&mut self, places: &[MaterialPlace]) -> Result<usize, Error> {
        let mut removed = 0;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let parts = XmlParts::of(root);
                removed = places.iter().filter(|place| parts.remove(**place, edits)).count();
                Ok(())
            })?,
            File::Json(file) => file.edit(|root, edits| {
                removed = JsonParts::of(root).remove(places, edits);
                Ok(())
            })?,
        }
        Ok(removed)
    }
}

/// Elements of an XML file by their kinds.
struct XmlParts<'d> {
    root: Element<'d, 'd>,
    techniques: Vec<Element<'d, 'd>>,
    textures: Vec<Element<'d, 'd>>,
    parameters: Vec<Element<'d, 'd>>,
}

impl<'d> XmlParts<'d> {
    fn of(root: Element<'d, 'd>) -> Self {
        let all = |name| root.children_named(name).collect();
        Self { root, techniques: all("technique"), textures: all("texture"), parameters: all("parameter") }
    }

    fn find(&self, place: MaterialPlace) -> Option<(Element<'d, 'd>, &'static str)> {
        Some(match place {
            MaterialPlace::Technique(index, field) => (*self.techniques.get(index)?, field),
            MaterialPlace::Texture(index) => (*self.textures.get(index)?, "name"),
            MaterialPlace::Parameter(index) => (*self.parameters.get(index)?, "value"),
            MaterialPlace::Setting(element, attribute) => (self.root.child(element)?, attribute),
        })
    }

    fn set(
        &self,
        place: MaterialPlace,
        text: &str,
        edits: &mut Edits,
        missing: &mut Option<&'static str>,
    ) -> Result<(), urho_core::Error> {
        match (self.find(place), place) {
            (Some((element, attribute)), _) => element.set_attribute(attribute, text.as_bytes(), edits),
            (None, MaterialPlace::Setting(element, attribute)) => {
                self.root.append(edits, |xml| xml.open(element).attribute(attribute, text.as_bytes()).close())
            }
            (None, _) => {
                *missing = Some("item of a material");
                Ok(())
            }
        }
    }

    fn remove(&self, place: MaterialPlace, edits: &mut Edits) -> bool {
        let Some((element, attribute)) = self.find(place) else { return false };
        let is_part = match place {
            MaterialPlace::Technique(_, field) => field != "name",
            MaterialPlace::Setting(..) => element.attributes().len() > 1,
            MaterialPlace::Texture(_) | MaterialPlace::Parameter(_) => false,
        };
        if is_part {
            return element.remove_attribute(attribute, edits);
        }
        element.remove(edits);
        true
    }
}

/// Values of a JSON file by their kinds.
struct JsonParts<'d> {
    root: JsonValue<'d, 'd>,
    techniques: Vec<JsonValue<'d, 'd>>,
    textures: Vec<JsonValue<'d, 'd>>,
    /// With their indices among the members: others are no parameters.
    parameters: Vec<(usize, JsonValue<'d, 'd>)>,
}

impl<'d> JsonParts<'d> {
    fn of(root: JsonValue<'d, 'd>) -> Self {
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

    fn find(&self, place: MaterialPlace) -> Option<JsonValue<'d, 'd>> {
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

    fn set(
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

    fn remove(&self, places: &[MaterialPlace], edits: &mut Edits) -> usize {
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

/// Writes a value as its place has it: a number, a truth value or a text.
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
