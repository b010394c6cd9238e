//! What a scene refers to: resources by name, and nodes and components by id.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use binio::Name;
use urho_core::{Engine, Variant, resource_type_name};

use crate::attributes::Attributes;
use crate::class::{Class, Classes, Reference};
use crate::place::Place;
use crate::scene::{Kind, Scene};
use crate::value::Value;

/// A resource that an attribute refers to, for example a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The node or component that has this attribute.
    pub place: Place,
    /// The name of the attribute.
    pub attribute: String,
    /// The type, for example `Model`. If the file does not say it, this is empty.
    pub kind: String,
    /// The name of the resource: a path relative to the resource folders.
    pub name: Name<'static>,
}

/// An attribute that refers to a node or component by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdReference {
    /// The node or component that has this attribute.
    pub place: Place,
    /// The name of the attribute.
    pub attribute: String,
    /// Whether this is the id of a component and not of a node.
    pub to_component: bool,
    /// The id that the attribute refers to.
    pub id: u32,
    /// The node or component with this id, or `None` if it does not exist.
    pub target: Option<Place>,
}

impl Scene<'_> {
    /// Returns every resource that an attribute refers to: models, materials, textures, prefabs and so on. A resource
    /// that is used several times will be returned several times; see [`resource_counts`](Self::resource_counts) to
    /// count them. Empty references are left out.
    pub fn resources(&self) -> Vec<Resource> {
        let mut resources = Vec::new();
        self.each_resource(|place, attribute, kind, name| {
            let (attribute, kind, name) = (attribute.to_owned(), kind.to_owned(), name.clone().into_owned());
            resources.push(Resource { place, attribute, kind, name });
        });
        resources
    }

    /// Calls `each` for every [resource](Self::resources), with its place, the name of the attribute, the type and the
    /// name. Use this if you do not want to allocate a list.
    pub fn each_resource(&self, mut each: impl FnMut(Place, &str, &str, &Name<'_>)) {
        self.each_attribute(|place, _, attribute, value| {
            let Some(variant) = value.variant() else { return };
            visit(self.engine, variant, &mut |kind, name| each(place, attribute, kind, name));
            // Urho3D stores the names of playing animations as text, each before four numbers.
            if let ("Animations", Variant::VariantVector(items)) = (attribute, variant) {
                let texts = items.iter().filter_map(Variant::as_name).filter(|text| text.ends_with(b".ani"));
                texts.for_each(|text| each(place, attribute, "Animation", text));
            }
        });
    }

    /// Returns all resources by type and name, together with how often each is used.
    pub fn resource_counts(&self) -> BTreeMap<(String, Name<'static>), usize> {
        let mut counts = BTreeMap::new();
        for resource in self.resources() {
            *counts.entry((resource.kind, resource.name)).or_insert(0) += 1;
        }
        counts
    }

    /// Iterates over the prefabs that components refer to (rbfx). All of them are also in
    /// [`resources`](Self::resources).
    pub fn prefabs(&self) -> impl Iterator<Item = Resource> {
        self.resources().into_iter().filter(|resource| resource.kind == "PrefabResource")
    }

    /// Returns the class of a node or component, or `None` if it does not exist or its class is unknown.
    ///
    /// ```
    /// use urho_scene::{Classes, Engine, Kind, Place, Scene};
    /// let scene = Scene::new(Engine::Urho3d, Kind::Scene);
    /// assert_eq!(scene.class_at(Classes::of(Engine::Urho3d), Place::node(0)).unwrap().name(), "Scene");
    /// ```
    pub fn class_at<'c>(&self, classes: &'c Classes, place: Place) -> Option<&'c Class> {
        match place.component {
            None => class_of(classes, self.kind, place, None),
            Some(number) => {
                let component = self.nodes.get(place.node)?.components.get(number)?;
                class_of(classes, self.kind, place, Some(&component.class))
            }
        }
    }

    /// Returns every attribute that refers to a node or component by its id, for example to find references that lead
    /// to nothing. An id of 0 is an empty reference and is left out.
    ///
    /// To know which attributes are ids, this needs the `classes` of the engine or of your game.
    pub fn id_references(&self, classes: &Classes) -> Vec<IdReference> {
        let (nodes, components) = self.ids();
        let mut references = Vec::new();
        self.each_attribute(|place, class, name, value| {
            let class = class_of(classes, self.kind, place, class);
            let info = class.and_then(|class| class.attribute(name.as_bytes()));
            let reference = info.map_or(Reference::Nothing, |info| info.reference);
            let ids: Vec<u32> = match (reference, value.variant()) {
                (Reference::Node | Reference::Component, Some(Variant::Int(id))) => vec![*id as u32],
                (Reference::Nodes, Some(Variant::VariantVector(items))) => {
                    let ids = items
                        .iter()
                        .skip(1)
                        .filter_map(|item| if let Variant::Int(id) = item { Some(*id as u32) } else { None });
                    ids.collect()
                }
                _ => return,
            };
            let to_component = reference == Reference::Component;
            let known = if to_component { &components } else { &nodes };
            references.extend(ids.into_iter().filter(|id| *id != 0).map(|id| IdReference {
                place,
                attribute: name.to_owned(),
                to_component,
                id,
                target: known.get(&id).copied(),
            }));
        });
        references
    }

    /// Returns the first node and the first component with each id.
    pub(crate) fn ids(&self) -> (HashMap<u32, Place>, HashMap<u32, Place>) {
        let (mut nodes, mut components) = (HashMap::new(), HashMap::new());
        for (index, node) in self.nodes.iter().enumerate() {
            let place = Place::node(index);
            nodes.entry(node.id).or_insert(place);
            for (number, component) in node.components.iter().enumerate() {
                components.entry(component.id).or_insert(place.component(number));
            }
        }
        (nodes, components)
    }

    /// Calls `each` for every attribute that is stored, with its place, the class of its component, its name and its
    /// value.
    pub(crate) fn each_attribute(
        &self,
        mut each: impl FnMut(Place, Option<&urho_core::HashedName<'_>>, &str, &Value<'_>),
    ) {
        let mut all = |place, class, attributes: &Attributes<'_>| {
            for (name, value) in attributes.iter() {
                each(place, class, &name.name.to_text(), &value);
            }
        };
        for (index, node) in self.nodes.iter().enumerate() {
            all(Place::node(index), None, &node.attributes);
            for (number, component) in node.components.iter().enumerate() {
                all(Place::node(index).component(number), Some(&component.class), &component.attributes);
            }
        }
    }
}

/// Returns the class of a node or component.
pub(crate) fn class_of<'c>(
    classes: &'c Classes,
    kind: Kind,
    place: Place,
    class: Option<&urho_core::HashedName<'_>>,
) -> Option<&'c Class> {
    match class {
        Some(class) => classes.get(class.hash).map(|class| &**class),
        None if place.node == 0 && (kind == Kind::Scene || classes.engine() == Engine::Rbfx) => Some(classes.scene()),
        None => Some(classes.node()),
    }
}

/// Calls `each` with the type and the name of every resource in a value, however deep.
fn visit(engine: Engine, value: &Variant<'_>, each: &mut dyn FnMut(&str, &Name<'_>)) {
    match value {
        Variant::ResourceRef(reference) if !reference.name.is_empty() => {
            each(&kind(engine, &reference.kind), &reference.name);
        }
        Variant::ResourceRefList(list) => {
            let kind = kind(engine, &list.kind);
            list.names.iter().filter(|name| !name.is_empty()).for_each(|name| each(&kind, name));
        }
        Variant::VariantVector(items) => items.iter().for_each(|item| visit(engine, item, each)),
        Variant::VariantMap(entries) => entries.iter().for_each(|(_, item)| visit(engine, item, each)),
        Variant::StringVariantMap(entries) => entries.iter().for_each(|(_, item)| visit(engine, item, each)),
        _ => {}
    }
}

/// Returns the name of a resource type. If only a hash is known and not the name, this is empty.
fn kind<'k>(engine: Engine, kind: &'k urho_core::HashedName<'_>) -> Cow<'k, str> {
    match kind.name.is_empty() {
        true => Cow::Borrowed(resource_type_name(engine.hashes(), kind.hash).unwrap_or_default()),
        false => kind.name.to_text(),
    }
}
