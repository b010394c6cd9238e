//! Edits of files. In text each only changes the named value.

mod insert;
mod text;
mod update;

use binio::{Bytes, Name};
use urho_core::tree::{Edits, JsonTree, XmlTree};

use crate::class::Engine;
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::references::class_of;
use crate::scene::{Component, Scene};
use crate::value::Value;
use text::Editor;

impl Document<'_> {
    /// Sets an attribute of a node or component, or adds it.
    ///
    /// # Errors
    /// A missing place, a value that the encoding can't store, attributes of an unknown class.
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

    /// As [`set_attribute`](Self::set_attribute), for many attributes at once: text is parsed once.
    ///
    /// # Errors
    /// As [`set_attribute`](Self::set_attribute), and a duplicate attribute name; nothing is changed then.
    pub fn set_attributes<'v, 'n>(
        &mut self,
        changes: impl IntoIterator<Item = (Place, &'n str, Value<'v>)>,
    ) -> Result<(), Error> {
        let changes: Vec<_> = changes.into_iter().collect();
        let scene_of = |content: &Content<'_>| match content {
            Content::Binary { scene, .. } | Content::Archive { scene, .. } => Some(scene.clone().into_owned()),
            _ => None,
        };
        if let Some(mut scene) = scene_of(&self.content) {
            for (place, name, value) in changes {
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
        match attributes.set_in_order(engine, class, name, value.into_owned()) {
            true => Ok(()),
            false => Err(not_there("class that explains the attributes", place)),
        }
    }

    /// Removes an attribute, with its duplicates, so that the engine uses its default value. Returns false if it doesn't exist.
    ///
    /// # Errors
    /// A missing place.
    pub fn remove_attribute(&mut self, place: Place, name: &str) -> Result<bool, Error> {
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            let node = scene.nodes.get_mut(place.node).ok_or_else(|| not_there("such node", place))?;
            let attributes = match place.component {
                None => &mut node.attributes,
                Some(number) => {
                    &mut node.components.get_mut(number).ok_or_else(|| not_there("such component", place))?.attributes
                }
            };
            return Ok(attributes.remove(name));
        }
        let mut removed = false;
        self.edit_text(|editor, edits| {
            removed = editor.remove_attribute(edits, place, name)?;
            Ok(())
        })?;
        Ok(removed)
    }

    /// Removes a component, or a node with its descendants.
    ///
    /// # Errors
    /// A missing place, the outermost node.
    pub fn remove(&mut self, place: Place) -> Result<(), Error> {
        if place.node == 0 && place.component.is_none() {
            return Err(not_there("scene without its outermost node", place));
        }
        if let Content::Binary { scene, .. } | Content::Archive { scene, .. } = &mut self.content {
            return match scene.remove(place) {
                true => Ok(()),
                false => Err(not_there("such node or component", place)),
            };
        }
        self.edit_text(|editor, edits| editor.remove(edits, place))
    }

    /// Edits text, which is then parsed again.
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

impl Scene<'_> {
    /// Removes a component, or a node with its descendants. Returns false if it doesn't exist, and for the outermost node.
    pub fn remove(&mut self, place: Place) -> bool {
        if let Some(number) = place.component {
            let components = self.nodes.get_mut(place.node).map(|node| &mut node.components);
            return components.filter(|all| number < all.len()).map(|all| all.remove(number)).is_some();
        }
        if place.node == 0 || place.node >= self.nodes.len() {
            return false;
        }
        // New index of each node; `None` for removed nodes.
        let mut moved: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let parent_goes = node.parent.is_some_and(|parent| moved.get(parent as usize).is_some_and(Option::is_none));
            let goes = index == place.node || parent_goes;
            moved.push((!goes).then_some(kept));
            kept += u32::from(!goes);
        }
        let mut stays = moved.iter().map(Option::is_some);
        self.nodes.retain(|_| stays.next().unwrap_or(true));
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| moved.get(parent as usize).copied().flatten());
        }
        true
    }
}

#[cold]
fn not_there(what: &'static str, place: Place) -> Error {
    Error::new(ErrorKind::NotThere(what), place.path())
}

impl<'a> Component<'a> {
    /// Sets an attribute, or adds it. Returns false if the attributes are opaque.
    pub fn set(&mut self, engine: Engine, name: &str, value: impl Into<Value<'a>>) -> bool {
        self.attributes.set(engine, name, value)
    }

    /// Returns the class name; for an unknown class with only a hash, `#` and the hash.
    pub fn class_name(&self, classes: &crate::Classes) -> String {
        let (_, name) = crate::text::class_of(classes, &self.class);
        Name::from(name).to_string()
    }
}
