//! Changes scenes.

use std::collections::HashMap;
use std::rc::Rc;

use asset_formats::{Error, Format};
use binio::Name;
use urho_core::{Variant, VariantKind};
use urho_scene::{AttributeChange, AttributeInfo, Document, Place, Value};

use super::variant;
use super::{At, What};
use crate::edit::Setting;
use crate::error::PathError;

fn failed(error: urho_scene::Error) -> PathError {
    PathError::Document(Error::malformed(Format::URHO_SCENE, error))
}

/// The new values of attributes. Each attribute occurs once, in the order in which they were first named.
#[derive(Default)]
struct Values {
    all: Vec<(Place, Rc<str>, Value<'static>, Option<String>)>,
    known: HashMap<(Place, Rc<str>), usize>,
}

impl Values {
    fn whole(&mut self, place: Place, name: &Rc<str>, value: Value<'static>, spelling: Option<String>) {
        let index = *self.known.entry((place, name.clone())).or_insert(self.all.len());
        match self.all.get_mut(index) {
            Some(one) => (one.2, one.3) = (value, spelling),
            None => self.all.push((place, name.clone(), value, spelling)),
        }
    }

    /// Returns the value of an attribute, so that you can change its items. At first, this is the value in the file.
    fn value(&mut self, now: &Now<'_>, place: Place, name: &Rc<str>) -> Option<&mut Variant<'static>> {
        if !self.known.contains_key(&(place, name.clone())) {
            let value = now.value(place, name)?;
            self.whole(place, name, Value::Variant(value), None);
        }
        let index = *self.known.get(&(place, name.clone()))?;
        match &mut self.all.get_mut(index)?.2 {
            Value::Variant(variant) => Some(variant),
            _ => None,
        }
    }

    fn apply(self, document: &mut Document<'_>) -> Result<(), PathError> {
        let changes = self.all.iter().map(|(place, name, value, spelling)| AttributeChange {
            place: *place,
            name,
            value: value.clone(),
            spelling: spelling.as_deref(),
        });
        document.change_attributes(changes).map_err(failed)
    }
}

/// The content of the file.
struct Now<'d> {
    document: &'d Document<'d>,
    scene: urho_scene::Scene<'d>,
}

impl<'d> Now<'d> {
    fn of(document: &'d Document<'d>) -> Self {
        Self { document, scene: document.scene() }
    }

    fn info(&self, place: Place, name: &str) -> Option<&AttributeInfo> {
        self.scene.class_at(self.document.classes(), place)?.attribute(name.as_bytes())
    }

    /// Returns the value of an attribute, or its default.
    fn value(&self, place: Place, name: &str) -> Option<Variant<'static>> {
        let node = self.scene.nodes.get(place.node)?;
        let attributes = match place.component {
            None => &node.attributes,
            Some(number) => &node.components.get(number)?.attributes,
        };
        match attributes.get(name) {
            Some(value) => value.variant().cloned().map(Variant::into_owned),
            None => self.info(place, name)?.value_if_absent(),
        }
    }
}

/// Sets all values in a single edit.
pub(in super::super) fn set(document: &mut Document<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let mut values = Values::default();
    let now = Now::of(document);
    for (At { place, what }, setting) in settings {
        let What::Attribute { name, items } = what else {
            return Err(PathError::refused(&setting.path, "only attributes have values"));
        };
        let Some((last, around)) = items.split_last() else {
            let value = match (&setting.variant, setting.is_untyped) {
                (Variant::String(text), true) => Value::Text(text.clone()),
                (variant, _) => Value::Variant(variant.clone()),
            };
            // References are written with their types.
            let is_spelled = !matches!(setting.variant, Variant::ResourceRef(_) | Variant::StringVector(_));
            values.whole(*place, name, value, is_spelled.then(|| setting.text.clone()));
            continue;
        };
        let whole = values.value(&now, *place, name).and_then(|whole| variant::inner_mut(whole, around));
        let slot = whole.is_some_and(|whole| variant::set_item(whole, *last, setting.variant.clone()));
        if !slot {
            return Err(PathError::refused(&setting.path, "the item can't be set"));
        }
    }
    drop(now);
    values.apply(document)
}

/// Adds an attribute.
pub(in super::super) fn create(
    document: &mut Document<'_>,
    target: &crate::views::Place<'_>,
    at: &At,
    text: &str,
    kind: Option<VariantKind>,
) -> Result<(), PathError> {
    let (path, name) = (target.path, target.name);
    if at.what != What::Itself {
        return Err(PathError::refused(path, "attributes belong to nodes and components"));
    }
    let hashes = document.engine().hashes();
    let value = match kind {
        None => Value::Text(Name::from(text.to_owned())),
        Some(kind) => {
            let like = crate::Value { hashes, ..crate::Value::of_kind(kind) };
            Value::Variant(like.parse(path, text)?)
        }
    };
    document.set_attribute(at.place, name, value).map_err(failed)
}

/// Removes attributes, items, components and nodes.
pub(in super::super) fn remove(document: &mut Document<'_>, removed: &[(&str, At)]) -> Result<(), PathError> {
    let mut attributes: Vec<(Place, &str)> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    let mut values = Values::default();
    let now = Now::of(document);
    // From the last item to the first, so that positions stay.
    for (path, At { place, what }) in removed.iter().rev() {
        match what {
            What::Itself => places.push(*place),
            What::Attribute { name, items } => match items.split_last() {
                None => attributes.push((*place, name)),
                Some((last, around)) => {
                    let whole = values.value(&now, *place, name).and_then(|whole| variant::inner_mut(whole, around));
                    if !whole.is_some_and(|whole| variant::remove_item(whole, *last)) {
                        return Err(PathError::refused(*path, "the item can't be removed"));
                    }
                }
            },
            What::Nodes | What::Children | What::Components => {
                return Err(PathError::refused(*path, "a list can't be removed; remove its items"));
            }
        }
    }
    drop(now);
    // On a copy, so that an error leaves the document as it is.
    let mut changed = document.clone().into_owned();
    if !values.all.is_empty() {
        values.apply(&mut changed)?;
    }
    if !attributes.is_empty() {
        changed.remove_attributes(&attributes).map_err(failed)?;
    }
    if !places.is_empty() {
        changed.remove_all(&places).map_err(failed)?;
    }
    *document = changed;
    Ok(())
}

/// Inserts a node, a component or an item.
pub(in super::super) fn insert(
    document: &mut Document<'_>,
    (path, at): (&str, &At),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    let at_end = || match index {
        None => Ok(()),
        Some(_) => Err(PathError::refused(path, "nodes and components are added at the end; leave the position out")),
    };
    match &at.what {
        What::Nodes | What::Children => {
            at_end()?;
            document.add_node(at.place.node, text).map(drop).map_err(failed)
        }
        What::Components => {
            at_end()?;
            document.add_component(at.place.node, text).map(drop).map_err(failed)
        }
        What::Itself => Err(PathError::refused(path, "only lists take items")),
        What::Attribute { name, items } => {
            let mut values = Values::default();
            let now = Now::of(document);
            let hashes = document.engine().hashes();
            let list = values.value(&now, at.place, name).and_then(|whole| variant::inner_mut(whole, items));
            let Some(list) = list else { return Err(PathError::refused(path, "only lists take items")) };
            variant::insert_item(list, (path, hashes), index, text)?;
            drop(now);
            values.apply(document)
        }
    }
}
