//! Edits to files. In a text file, an edit only changes the value that you name.

mod insert;
mod patch;
mod put;
mod remove;
mod remove_scene;
mod text;
mod update;

use binio::{Bytes, Name};
use urho_core::tree::{Edits, JsonTree, XmlTree};
use urho_core::{Engine, Variant};

use crate::archive::Naming;
use crate::class::Class;
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Scene};
use crate::value::Value;
pub(crate) use text::{Editor, Part};

/// A new value for an attribute, which you can pass to [`Document::change_attributes`].
#[derive(Clone, Debug)]
pub struct AttributeChange<'v> {
    /// The node or component to change.
    pub place: Place,
    /// The name of the attribute.
    pub name: &'v str,
    /// The new value.
    pub value: Value<'v>,
    /// How to write the value in a text file, for example `1.50` and not `1.5`. This is only used if the value is a
    /// single string, and must mean the same value.
    pub spelling: Option<&'v str>,
}

impl Document<'_> {
    /// Sets an attribute of a node or component. When there is no attribute with this name, it will be added.
    ///
    /// # Errors
    /// This function will return an error when there is no such node or component, when the encoding can't store the
    /// value, or when the class is unknown and its attributes can't be decoded.
    ///
    /// ```
    /// use urho_scene::{Document, Place, Variant};
    /// let file = b"<scene id='1'> <!-- dark -->\n\t<node id=\"2\">\n\t\t<attribute name=\"Scale\" value=\"1 1 1\"/>\n\t</node>\n</scene>";
    /// let mut document = Document::parse(file)?;
    /// document.set_attribute(Place::node(1), "Scale", Variant::Vector3([2.0; 3]))?;
    /// let changed = String::from_utf8(document.to_bytes()?).unwrap();
    /// assert_eq!(changed, String::from_utf8_lossy(file).replace("1 1 1", "2 2 2"));
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    pub fn set_attribute<'v>(&mut self, place: Place, name: &str, value: impl Into<Value<'v>>) -> Result<(), Error> {
        self.set_attributes([(place, name, value.into())])
    }

    /// Sets many attributes at once. Use this when you have a lot of changes, because text has to be parsed again after
    /// each call of [`set_attribute`](Self::set_attribute).
    ///
    /// # Errors
    /// See [`set_attribute`](Self::set_attribute). Also fails if an attribute is set twice. Nothing is changed after an
    /// error.
    pub fn set_attributes<'v>(
        &mut self,
        changes: impl IntoIterator<Item = (Place, &'v str, Value<'v>)>,
    ) -> Result<(), Error> {
        let change = |(place, name, value)| AttributeChange { place, name, value, spelling: None };
        self.change_attributes(changes.into_iter().map(change))
    }

    /// Does the same as [`set_attributes`](Self::set_attributes), but lets you decide how to write a value in text.
    ///
    /// # Errors
    /// See [`set_attributes`](Self::set_attributes).
    pub fn change_attributes<'v>(
        &mut self,
        changes: impl IntoIterator<Item = AttributeChange<'v>>,
    ) -> Result<(), Error> {
        let changes: Vec<_> = changes.into_iter().collect();
        let scene_of = |content: &Content<'_>| match content {
            Content::Binary { scene, .. } | Content::Archive { scene, .. } => Some(scene.clone().into_owned()),
            _ => None,
        };
        if let Some(mut scene) = scene_of(&self.content) {
            for AttributeChange { place, name, value, .. } in changes {
                self.set_packed(&mut scene, place, name, value)?;
            }
            if let Content::Binary { scene: old, .. } | Content::Archive { scene: old, .. } = &mut self.content {
                *old = scene;
            }
            return Ok(());
        }
        self.edit_text(|editor, edits| editor.set(edits, &changes))
    }

    fn set_packed(&self, scene: &mut Scene<'static>, place: Place, name: &str, value: Value<'_>) -> Result<(), Error> {
        let (engine, kind) = (scene.engine, scene.kind);
        let node = scene.nodes.get_mut(place.node).ok_or_else(|| not_there("such node", place))?;
        let (class, attributes) = match place.component {
            None => (None, &mut node.attributes),
            Some(number) => {
                let component = node.components.get_mut(number).ok_or_else(|| not_there("such component", place))?;
                (Some(&component.class), &mut component.attributes)
            }
        };
        let class = class_of(&self.classes, kind, place, class);
        let value = self.named(class, name, value.into_owned());
        match attributes.set_in_order(engine, class, name, value) {
            true => Ok(()),
            false => Err(not_there("class that explains the attributes", place)),
        }
    }

    /// Returns the value as this file stores it. Prefabs from rbfx store the name of an enumeration value.
    fn named(&self, class: Option<&Class>, name: &str, value: Value<'static>) -> Value<'static> {
        let is_named = matches!(&self.content, Content::Archive { style, .. } if style.naming == Naming::Names);
        let info = class.and_then(|class| class.attribute(name.as_bytes())).filter(|_| is_named);
        match (info, &value) {
            (Some(info), Value::Variant(Variant::Int(number))) => match info.name_of(*number) {
                Some(name) => Value::Variant(Variant::String(name.to_owned().into())),
                None => value,
            },
            _ => value,
        }
    }

    /// Edits the text, and then parses it again.
    fn edit_text(&mut self, change: impl FnOnce(&Editor<'_>, &mut Edits) -> Result<(), Error>) -> Result<(), Error> {
        let mut edits = Edits::new();
        let text = match &self.content {
            Content::Xml { text, .. } | Content::Json { text, .. } => text,
            Content::Binary { .. } | Content::Archive { .. } => return Ok(()),
        };
        change(&Editor { document: self }, &mut edits)?;
        let of_text = |error: urho_core::Error| error.map_kind(ErrorKind::Text);
        let changed = Bytes::from(edits.apply(text).map_err(of_text)?);
        match &mut self.content {
            Content::Xml { text, tree, .. } => {
                *tree = XmlTree::parse(&changed).map_err(of_text)?;
                *text = changed;
            }
            Content::Json { text, tree, .. } => {
                *tree = JsonTree::parse(&changed).map_err(of_text)?;
                *text = changed;
            }
            Content::Binary { .. } | Content::Archive { .. } => {}
        }
        Ok(())
    }
}

#[cold]
fn not_there(what: &'static str, place: Place) -> Error {
    Error::new(ErrorKind::NotThere(what), place.path())
}

impl<'a> Component<'a> {
    /// Sets an attribute, or adds it if there is none with this name. Returns `false` if the attributes are opaque.
    pub fn set(&mut self, engine: Engine, name: &str, value: impl Into<Value<'a>>) -> bool {
        self.attributes.set(engine, name, value)
    }

    /// Returns the name of the class. If the class is unknown and there is only a hash, this is `#` and the hash.
    pub fn class_name(&self, classes: &crate::Classes) -> String {
        let (_, name) = crate::text::class_of(classes, &self.class);
        Name::from(name).to_string()
    }
}
