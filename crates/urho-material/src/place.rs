//! Access to values in a material by their place and as they are written, to read or change many at once.

mod json;

use binio::{Name, Path};
use urho_core::tree::{Edits, Element, JsonKind};

use crate::error::{Error, ErrorKind};
use crate::material::{File, Material};
use json::JsonParts;

/// The place of a value in a material, to be used with [`Material::set_texts`] and [`Material::text_at`]. An index
/// counts as in [`MaterialData`](crate::MaterialData).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MaterialPlace {
    /// A technique, and either `name`, `quality` or `loddistance`.
    Technique(usize, &'static str),
    /// The resource name of a texture.
    Texture(usize),
    /// The value of a parameter.
    Parameter(usize),
    /// An element that occurs only once, and its attribute: for example `cull` and `value`, or `depthbias` and
    /// `constant`.
    Setting(&'static str, &'static str),
}

impl Material<'_> {
    /// Changes many values in a single edit. When a setting is missing, it will be added. The texts are written exactly
    /// as you pass them, so you must check that each is valid for its type.
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
    /// Returns [`ErrorKind::NoSuch`] when a place does not exist. Also fails if a text contains NUL. Nothing is changed
    /// after an error.
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

    /// Whether the element or object that the value belongs to exists.
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

    /// Returns the value exactly as written in the file, or `None` if the file does not have it.
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

    /// Returns `quality` and `loddistance` of each technique, exactly as written in the file.
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

    /// Removes many values in a single edit, and returns how many there were. To remove a technique, pass the place of
    /// its `name`.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
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

/// The elements in an XML file, grouped by kind.
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
