//! Values of a material by their places, as the file spells them: many are read or changed at once.

mod json;

use binio::{Name, Path};
use urho_core::tree::{Edits, Element, JsonKind};

use crate::error::{Error, ErrorKind};
use crate::material::{File, Material};
use json::JsonParts;

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
