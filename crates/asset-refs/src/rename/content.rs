//! Changes names inside a file, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use asset_formats::{Asset, Typed, references};
use binio::Name;
use urho_scene::Variant;

use super::NameChange;
use super::whole::Whole;
use crate::graph::{Language, MOST_BYTES, PART_SEPARATORS, is_stage, literals_of};

/// The new text of each reference, by the old text.
pub(super) struct Names(pub(super) BTreeMap<String, NewName>);

/// The new text of a reference.
pub(super) struct NewName {
    pub(super) new: String,
    /// The resource type.
    pub(super) kind: String,
    pub(super) is_certain: bool,
}

/// A file that was changed.
pub(super) struct Done {
    pub(super) bytes: Vec<u8>,
    pub(super) changes: Vec<NameChange>,
    /// Names that are not certain, and were not found where they could be changed.
    pub(super) missing: Vec<String>,
}

impl Names {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn new_of(&self, old: &str) -> Option<&str> {
        self.0.get(old).map(|name| name.new.as_str())
    }

    /// Returns the names that were not found.
    ///
    /// # Errors
    /// Returns an error if one of them is certain, because the file would then lose its reference.
    fn missing(&self, replaced: &BTreeSet<String>) -> Result<Vec<String>, String> {
        let missing = || self.0.iter().filter(|(old, _)| !replaced.contains(*old));
        match missing().find(|(_, name)| name.is_certain) {
            Some((name, _)) => Err(format!("{name} can't be found in its content")),
            None => Ok(missing().map(|(old, _)| old.clone()).collect()),
        }
    }

    /// Returns the changes for these names in a binary file.
    fn changes(&self, replaced: &BTreeSet<String>) -> Vec<NameChange> {
        let change =
            |old: &String| Some(NameChange { line: None, old: old.clone(), new: self.new_of(old)?.to_owned() });
        replaced.iter().filter_map(change).collect()
    }
}

/// Changes the names inside a file. It then checks that the references have changed, but nothing else has.
///
/// # Errors
/// Returns the reason why the file can't be changed. The file name is not included.
pub(super) fn changed(path: &Path, bytes: &[u8], names: &Names, whole: &Whole<'_>) -> Result<Done, String> {
    let asset = Asset::parse_file(bytes, path).ok();
    let typed = asset.as_ref().map(Asset::typed);
    let done = match (&asset, typed) {
        (_, Some(Typed::UrhoScene(scene))) if std::str::from_utf8(bytes).is_err() || bytes.contains(&0) => {
            of_scene(scene, names)?
        }
        (Some(asset), _) if asset.format().is_pragma() => of_udm(asset, names)?,
        (Some(asset), Some(Typed::Udm(_))) if bytes.contains(&0) => of_udm(asset, names)?,
        _ => of_text(path, bytes, names, whole)?,
    };
    // A glTF can't be read again before its files have their new names.
    if let Some(asset) = asset.filter(|asset| asset.neutral_scene().is_none()) {
        compare(path, &asset, &done.bytes, names)?;
    }
    Ok(done)
}

/// Checks that a changed file has the same references as the original, but with the new names.
fn compare(path: &Path, asset: &Asset<'_>, bytes: &[u8], names: &Names) -> Result<(), String> {
    let after = Asset::parse_file(bytes, path).map_err(|error| format!("can't be read with the new names: {error}"))?;
    let named = |asset: &Asset<'_>| -> Vec<String> {
        references(asset, None).into_iter().map(|reference| reference.name.to_text().into_owned()).collect()
    };
    let expected: BTreeSet<String> =
        named(asset).into_iter().map(|name| names.new_of(&name).map_or(name.clone(), str::to_owned)).collect();
    let actual: BTreeSet<String> = named(&after).into_iter().collect();
    let different = expected.symmetric_difference(&actual).next();
    match different.map(|name| format!("its format can't store the new names alone; {name} differs")) {
        None => Ok(()),
        Some(reason) => Err(reason),
    }
}

/// Changes the strings in a text at their offsets.
fn of_text(path: &Path, bytes: &[u8], names: &Names, whole: &Whole<'_>) -> Result<Done, String> {
    let language = Language::of(path).ok_or("names in files of this format can't be changed")?;
    let text = std::str::from_utf8(bytes).map_err(|_| "it isn't UTF-8")?;
    let mut places: BTreeMap<usize, NameChange> = BTreeMap::new();
    let mut replaced = BTreeSet::new();
    // The end of the last longer name that begins at or before an offset.
    let mut longer: BTreeMap<usize, usize> = BTreeMap::new();
    literals_of(text, language, |literal| {
        let end = literal.offset + literal.text.len();
        if literal.text.contains(PART_SEPARATORS) && whole.is_name(literal.text) {
            longer.entry(literal.offset).and_modify(|known| *known = end.max(*known)).or_insert(end);
        }
        let Some((old, name)) = names.0.get_key_value(literal.text) else { return };
        // A shader has the name of a pass or of anything else too.
        if name.kind == "Shader" && !is_stage(text, literal.offset) {
            return;
        }
        replaced.insert(old.clone());
        let change = NameChange { line: Some(literal.line), old: old.clone(), new: name.new.clone() };
        match places.get(&literal.offset) {
            Some(known) if known.old.len() >= old.len() => {}
            _ => drop(places.insert(literal.offset, change)),
        }
    });
    // A part of a longer name isn't a name: the longer one is changed as a whole, or stays.
    places.retain(|offset, change| {
        let end = offset + change.old.len();
        let around = longer.range(offset.saturating_sub(MOST_BYTES)..=*offset);
        !around.into_iter().any(|(start, after)| end <= *after && after - start > change.old.len())
    });
    let (mut changed, mut at) = (String::with_capacity(text.len()), 0);
    places.retain(|offset, change| {
        let Some(between) = text.get(at..*offset) else { return false };
        changed += between;
        changed += &change.new;
        at = offset + change.old.len();
        true
    });
    changed += text.get(at..).unwrap_or_default();
    let missing = names.missing(&replaced)?;
    Ok(Done { bytes: changed.into_bytes(), changes: places.into_values().collect(), missing })
}

/// Changes the references in a binary scene or prefab.
fn of_scene(document: &urho_scene::Document<'_>, names: &Names) -> Result<Done, String> {
    let scene = document.scene();
    let mut changes: Vec<(urho_scene::Place, String, Variant<'static>)> = Vec::new();
    let mut replaced = BTreeSet::new();
    let mut add = |place, attributes: &urho_scene::Attributes<'_>| {
        for (name, value) in attributes.iter() {
            let Some(variant) = value.variant() else { continue };
            let mut variant = variant.clone().into_owned();
            if replace(&mut variant, names, &mut replaced) {
                changes.push((place, name.name.to_text().into_owned(), variant));
            }
        }
    };
    for (index, node) in scene.nodes.iter().enumerate() {
        add(urho_scene::Place::node(index), &node.attributes);
        for (number, component) in node.components.iter().enumerate() {
            add(urho_scene::Place::node(index).component(number), &component.attributes);
        }
    }
    let mut edited = document.clone();
    let changes = changes.iter().map(|(place, name, value)| (*place, name.as_str(), value.clone().into()));
    edited.set_attributes(changes).map_err(|error| error.to_string())?;
    let bytes = edited.to_bytes().map_err(|error| error.to_string())?;
    Ok(Done { bytes, changes: names.changes(&replaced), missing: names.missing(&replaced)? })
}

/// Changes the names in a value, at any depth, and adds the old names to `replaced`. Returns whether there were any.
fn replace(value: &mut Variant<'static>, names: &Names, replaced: &mut BTreeSet<String>) -> bool {
    let mut rename = |name: &mut Name<'static>| {
        let old = name.to_text().into_owned();
        let new = names.new_of(&old).map(str::to_owned);
        let is_it = new.is_some();
        if let Some(new) = new {
            *name = Name::from(new);
            replaced.insert(old);
        }
        is_it
    };
    match value {
        Variant::ResourceRef(reference) => rename(&mut reference.name),
        Variant::ResourceRefList(list) => list.names.iter_mut().fold(false, |any, name| rename(name) | any),
        Variant::String(text) => rename(text),
        Variant::StringVector(list) => list.iter_mut().fold(false, |any, name| rename(name) | any),
        Variant::VariantVector(items) => items.iter_mut().fold(false, |any, item| replace(item, names, replaced) | any),
        Variant::VariantMap(entries) => {
            entries.iter_mut().fold(false, |any, (_, item)| replace(item, names, replaced) | any)
        }
        Variant::StringVariantMap(entries) => {
            entries.iter_mut().fold(false, |any, (_, item)| replace(item, names, replaced) | any)
        }
        _ => false,
    }
}

/// Changes the references in a Pragma asset, or in a binary schema.
fn of_udm(asset: &Asset<'_>, names: &Names) -> Result<Done, String> {
    let mut document = asset.as_udm().ok_or("names in files of this format can't be changed")?.clone();
    let mut budget = udm::Limits::default().budget();
    let (mut changes, mut replaced) = (Vec::new(), BTreeSet::new());
    for place in places_of(asset) {
        let Some(new) = names.new_of(&place.name) else { continue };
        let is_it = |path: &String| {
            let value = document.fetch(path, &mut budget).ok();
            value.is_some_and(|value| value.as_text().is_some_and(|text| text == place.name.as_bytes()))
        };
        let path = place.paths.into_iter().find(is_it).ok_or_else(|| format!("{} can't be found in it", place.name))?;
        document.set(&path, new.to_owned()).map_err(|error| error.to_string())?;
        replaced.insert(place.name.clone());
        changes.push(NameChange { line: None, old: place.name, new: new.to_owned() });
    }
    let bytes = document.to_bytes().map_err(|error| error.to_string())?;
    Ok(Done { bytes, changes, missing: names.missing(&replaced)? })
}

/// A name in a Pragma asset, and the paths where the value can be.
struct PragmaPlace {
    name: String,
    paths: Vec<String>,
}

fn places_of(asset: &Asset<'_>) -> Vec<PragmaPlace> {
    let list = |key: &str, names: Vec<Name<'_>>| -> Vec<PragmaPlace> {
        let place = |(index, name): (usize, Name<'_>)| PragmaPlace {
            name: name.to_text().into_owned(),
            paths: vec![format!("{key}[{index}]")],
        };
        names.into_iter().enumerate().map(place).collect()
    };
    match asset.typed() {
        Typed::PragmaModel(model) => {
            let mut places = list("materials", model.materials());
            places.extend(list("includeModels", model.include_models()));
            places
        }
        Typed::PragmaMap(map) => {
            let mut places = list("materials", map.materials());
            let models = map.entities().into_iter().enumerate().filter_map(|(index, entity)| {
                let name = entity.key_value("model")?.to_text().into_owned();
                Some(PragmaPlace { name, paths: vec![format!("entities[{index}]/keyValues/model")] })
            });
            places.extend(models);
            places
        }
        Typed::PragmaMaterial(material) => of_material(material),
        Typed::PragmaParticles(particles) => {
            let systems = particles.systems().into_iter().filter_map(|system| {
                let parent = udm::child_path("particleSystemDefinitions", &system.name);
                let name = system.material()?.to_text().into_owned();
                Some(PragmaPlace {
                    name,
                    paths: ["assetData/keyValues", "keyValues"]
                        .map(|keys| format!("{parent}/{keys}/material"))
                        .to_vec(),
                })
            });
            systems.collect()
        }
        Typed::Udm(document) => {
            let schema = udm_tools::schema::Schema::from_document(document).unwrap_or_default();
            list("schema/includes", schema.includes.iter().map(|name| Name::from(name.as_str())).collect())
        }
        _ => Vec::new(),
    }
}

fn of_material(material: &pragma_asset::Material<'_>) -> Vec<PragmaPlace> {
    let shader = material.shader().map(|shader| udm::child_path("", &shader)).unwrap_or_default();
    let below = |rest: String| vec![format!("{shader}/{rest}")];
    let texture = |(slot, name): (Name<'_>, Name<'_>)| {
        let slot = udm::child_path("textures", &slot);
        let mut paths = below(slot.clone());
        paths.extend(below(format!("{slot}/texture")));
        PragmaPlace { name: name.to_text().into_owned(), paths }
    };
    let mut places: Vec<PragmaPlace> = material.textures().into_iter().map(texture).collect();
    let base = material.base_material().map(|name| name.to_text().into_owned());
    places.extend(base.map(|name| PragmaPlace { name, paths: below("base_material".to_owned()) }));
    places
}
