//! Edits of maps. Nothing but the value that you set will be changed.

use binio::Path;
use udm::{Element, Value};

use super::{Entity, Lightmap, MapKind, Output};
use crate::asset::Asset;
use crate::edit::{
    child, item, items, items_or_new, owned, put, put_list, put_name, put_names, put_pose, refuse, strings,
};
use crate::error::{Error, ErrorKind};
use crate::node::Node;
use crate::pose::Pose;

impl<'a> Asset<'a, MapKind> {
    /// Sets the materials of the map.
    pub fn set_materials(&mut self, materials: &[&str]) {
        put_names(self.document.data_mut(), "materials", materials);
    }

    /// Sets the lightmap settings.
    pub fn set_lightmap(&mut self, lightmap: &Lightmap) {
        let place = child(self.document.data_mut(), "lightmap");
        put(place, "intensity", lightmap.intensity);
        put(place, "exposure", lightmap.exposure);
    }

    /// Returns the entity at `index`, so that you can edit it.
    ///
    /// ```
    /// use pragma_asset::{Encoding, Map, Pose, glam::Vec3};
    /// let mut map = Map::empty(Encoding::Text);
    /// map.push_entity("info_player_start").set_pose(&Pose::at(Vec3::Y));
    /// map.entity_mut(0).unwrap().set_key_value("uuid", "b0a0");
    /// assert_eq!(map.entities()[0].pose(), Pose::at(Vec3::Y));
    /// ```
    pub fn entity_mut(&mut self, index: usize) -> Option<EntityMut<'_, 'a>> {
        let version = self.version();
        item(self.document.data_mut(), "entities", index).map(|element| EntityMut { element, version })
    }

    /// Appends an entity.
    #[expect(clippy::expect_used, reason = "it was put there")]
    pub fn push_entity(&mut self, class_name: &str) -> EntityMut<'_, 'a> {
        let mut element = Element::new();
        put_name(&mut element, "className", class_name.as_bytes());
        put_pose(&mut element, "pose", &Pose::IDENTITY, true);
        let entities = items_or_new(self.document.data_mut(), "entities").values_mut();
        entities.push(Value::Element(element));
        let last = entities.len().saturating_sub(1);
        self.entity_mut(last).expect("the entity exists")
    }

    /// Removes an entity. Note that the numbers of all later entities will change.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such entity.
    pub fn remove_entity(&mut self, index: usize) -> Result<Element<'a>, Error> {
        let missing = || refuse(ErrorKind::Missing("such entity"), Path::new().item("entities", index));
        let entities = items(self.document.data_mut(), "entities").ok_or_else(missing)?.values_mut();
        let Some(Value::Element(element)) = entities.get_mut(index) else { return Err(missing()) };
        let removed = core::mem::take(element);
        entities.remove(index);
        Ok(removed)
    }
}

/// An entity in a map that you can edit.
#[derive(Debug)]
pub struct EntityMut<'d, 'a> {
    element: &'d mut Element<'a>,
    version: u32,
}

impl<'a> EntityMut<'_, 'a> {
    /// Returns the entity for reading.
    pub fn get(&self) -> Entity<'_> {
        Entity(Node(self.element))
    }

    /// Returns the element. This can be used to set a value that has no method here.
    pub fn element_mut(&mut self) -> &mut Element<'a> {
        self.element
    }

    /// Sets the class.
    pub fn set_class_name(&mut self, name: &str) {
        put_name(self.element, "className", name.as_bytes());
    }

    /// Sets the pose. This does not change the key value `origin`, which a map from another tool may have, because the
    /// engine uses the pose.
    pub fn set_pose(&mut self, pose: &Pose) {
        put_pose(self.element, "pose", pose, true);
    }

    /// Sets a key value. If it does not exist, it will be added.
    pub fn set_key_value(&mut self, key: &str, value: &str) {
        child(self.element, "keyValues").insert(owned(key.as_bytes()), owned(value.as_bytes()));
    }

    /// Removes a key value. Returns `false` if there is no such key value.
    pub fn remove_key_value(&mut self, key: &str) -> bool {
        let values = self.element.get_mut("keyValues").and_then(Value::as_element_mut);
        values.is_some_and(|values| values.remove(key).is_some())
    }

    /// Sets the outputs.
    pub fn set_outputs(&mut self, outputs: &[Output<'_>]) {
        put_list(self.element, "outputs", outputs, |output, place| {
            put_name(place, "name", &output.name);
            put_name(place, "target", &output.target);
            put_name(place, "input", &output.input);
            put_name(place, "param", &output.param);
            put(place, "delay", output.delay);
            put(place, "times", output.times);
        });
    }

    /// Sets whether the entity only exists on clients. In version 1 of the map, this is written to an element, and in
    /// version 2, to a text. Other flags will not be changed.
    pub fn set_clientside_only(&mut self, on: bool) {
        if self.get().is_clientside_only() == on {
            return;
        }
        if let Some(Value::Element(flags)) = self.element.get_mut("flags") {
            flags.insert("clientsideOnly", on);
        } else if self.version < 2 {
            child(self.element, "flags").insert("clientsideOnly", on);
        } else {
            self.set_flag_text(on);
        }
    }

    fn set_flag_text(&mut self, on: bool) {
        const FLAG: &[u8] = b"ClientsideOnly";
        let known = self.get().0.name("flags");
        let others = known.split(|byte| *byte == b'|').map(<[u8]>::trim_ascii);
        let others = others.filter(|flag| !flag.is_empty() && *flag != FLAG && *flag != b"None");
        let flags: alloc::vec::Vec<&[u8]> = others.chain(on.then_some(FLAG)).collect();
        let text = if flags.is_empty() { b"None".to_vec() } else { flags.join(&b'|') };
        put_name(self.element, "flags", &text);
    }

    /// Adds a component. In version 2, this is an element with flags and properties. In version 1, and if the other
    /// components are only names, this is a name.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Taken`] if there is already a component with this name.
    pub fn add_component(&mut self, name: &str) -> Result<(), Error> {
        if self.get().components().iter().any(|component| component.name == name) {
            return Err(refuse(ErrorKind::Taken(owned(name.as_bytes())), Path::from("components")));
        }
        let is_list = matches!(self.element.get("components"), Some(Value::Array(_)));
        if is_list || self.version < 2 && self.element.get("components").is_none() {
            let components = self.get().components();
            let names = components.iter().map(|component| component.name.as_bytes()).chain([name.as_bytes()]);
            let names = strings(names);
            self.element.insert("components", names);
        } else {
            let mut component = Element::new();
            component.push("flags", "None");
            component.push("properties", Element::new());
            child(self.element, "components").push(owned(name.as_bytes()), component);
        }
        Ok(())
    }
}
