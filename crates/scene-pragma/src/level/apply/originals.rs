//! The maps that the nodes of a scene come from.

use std::collections::HashMap;

use asset_scene::{Scene, Source, sum};
use binio::Findings;
use pragma_asset::udm::Element;
use pragma_asset::{Encoding, Map};
use scene_adapter::originals::{Numbers, Renumbering};

use crate::level::MAP_FORMAT;
use crate::level::entity::Values;
use crate::level::stored::EntityKey;

/// The map that is edited, and other maps whose entities people have copied into the scene.
#[derive(Default)]
pub(super) struct Originals {
    /// The map that is edited. `None` if the scene is new.
    pub(super) edited: Option<Map<'static>>,
    /// The entities of the edited map, followed by those of the other maps.
    entities: Vec<Element<'static>>,
    /// The number of entities in the edited map.
    count: usize,
    numbers: Renumbering,
}

impl Originals {
    /// Reads the maps of a scene. `named` is the map to edit instead of the one that the scene carries. Returns the maps
    /// together with the scene, if the keys of its nodes had to be changed: they are numbers of entities in all maps
    /// then.
    pub(super) fn of<'s>(scene: &'s Scene<'s>, named: Option<&Map<'static>>) -> (Self, Option<Scene<'s>>) {
        let mut originals = Self::default();
        let carried = scene.source.as_ref().and_then(map);
        let edited = match (named, &carried) {
            (Some(named), _) => named.to_bytes().ok().map(|bytes| (named.clone(), sum(&bytes))),
            (None, Some((carried, bytes))) => Some((carried.clone(), sum(bytes))),
            (None, None) => None,
        };
        if let Some((edited, id)) = edited {
            originals.entities = elements(&edited);
            originals.count = originals.entities.len();
            originals.edited = Some(edited);
            originals.numbers.add(id, Numbers::Edited);
            if let Some((former, bytes)) = carried.filter(|_| named.is_some()) {
                originals.add(&former, bytes, true);
            }
        }
        for (other, bytes) in scene.other_sources.iter().filter_map(map) {
            originals.add(&other, bytes, false);
        }
        let changed = originals.numbers.apply::<EntityKey>(scene);
        (originals, changed)
    }

    /// Adds the entities of another map, or of a former version of the edited map.
    fn add(&mut self, map: &Map<'static>, bytes: &[u8], is_former: bool) {
        let id = sum(bytes);
        if self.numbers.has(&id) {
            return;
        }
        let others = elements(map);
        let numbers = if is_former {
            let newer = self.edited.as_ref().map(newer_places).unwrap_or_default();
            let behind = self.entities.len();
            Numbers::Former(former_numbers(map, &newer, behind))
        } else {
            Numbers::From(self.entities.len())
        };
        self.numbers.add(id, numbers);
        self.entities.extend(others);
    }

    /// Returns the entity that a scene node shows.
    pub(super) fn element(&self, key: &EntityKey) -> Option<&Element<'static>> {
        self.entities.get(key.entity)
    }

    /// Returns whether an entity comes from another map, so that its `uuid` means nothing.
    pub(super) fn is_foreign(&self, key: &EntityKey) -> bool {
        key.entity >= self.count
    }

    /// Returns the class of the entity that a scene node shows.
    pub(super) fn class(&self, key: &EntityKey) -> Option<String> {
        Some(self.element(key)?.get("className")?.as_str()?.to_owned())
    }

    /// Returns whether the entity that a scene node shows uses a model.
    pub(super) fn has_model(&self, key: &EntityKey) -> bool {
        let Some(element) = self.element(key) else { return false };
        let mut alone = Map::empty(Encoding::Binary);
        *alone.push_entity("").element_mut() = element.clone();
        alone.entities().into_iter().any(|entity| Values::of(entity).model().is_some())
    }

    /// Reports nodes if their map is missing. A node that was matched by name with the edited map isn't reported.
    pub(super) fn tell_unknown(&self, scene: &Scene<'_>, findings: &mut Findings) {
        // If the file that the scene names isn't at hand, this is reported for the whole scene.
        if self.edited.is_some() || scene.source.is_none() {
            self.numbers.tell_unknown(scene, findings);
        }
    }
}

/// Returns the map of a source with its bytes, or `None` if it has none that can be read.
fn map<'s>(source: &'s Source<'_>) -> Option<(Map<'static>, &'s [u8])> {
    let bytes = source.original.as_deref().filter(|_| source.format == MAP_FORMAT)?;
    Some((Map::parse(bytes).ok()?.into_owned(), bytes))
}

fn elements(map: &Map<'static>) -> Vec<Element<'static>> {
    map.entities().into_iter().map(|entity| entity.element().clone().into_owned()).collect()
}

/// What identifies an entity in all versions of a map: its `uuid`, or else its class and name.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Uuid(String),
    Named(String, String),
}

/// Returns the identities of all entities.
fn identities(map: &Map<'static>) -> impl Iterator<Item = Identity> {
    map.entities().into_iter().enumerate().map(|(number, entity)| {
        let uuid = entity.key_value("uuid").map(|uuid| uuid.to_text().into_owned());
        let values = Values::of(entity);
        let name = || Identity::Named(values.class.clone(), values.name(number));
        uuid.map_or_else(name, Identity::Uuid)
    })
}

/// Returns the number of each entity in the edited map. Of several with the same identity, this is the first.
fn newer_places(edited: &Map<'static>) -> HashMap<Identity, usize> {
    let mut places = HashMap::new();
    for (number, identity) in identities(edited).enumerate() {
        places.entry(identity).or_insert(number);
    }
    places
}

/// Returns the numbers for the entities of a former version. Entities that were removed stay where they are: `behind` the
/// newer version.
fn former_numbers(former: &Map<'static>, newer: &HashMap<Identity, usize>, behind: usize) -> Vec<Option<usize>> {
    let number = |(number, identity)| newer.get(&identity).copied().or_else(|| behind.checked_add(number));
    identities(former).enumerate().map(number).collect()
}
