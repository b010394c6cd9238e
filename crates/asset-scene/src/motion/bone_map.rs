//! Maps the bones of one skeleton to the bones of another.

use std::collections::HashMap;

use binio::{Findings, Path};
use serde_json::Value;

use super::convention::{Body, without_namespace};
use crate::{Error, ErrorKind, Id, Node, Scene, kinds};

/// Pairs of bone names: the name in the source, and the name in the target.
///
/// You can write a map as text, using a line `source = target` for each pair. Empty lines and lines that begin with `#`
/// will be ignored. You can also read it from `RetargetAnimations.json`, which is used by rbfx.
///
/// ```
/// use asset_scene::motion::BoneMap;
/// let map = BoneMap::parse("# Mixamo to Biped\nmixamorig:Hips = Bip01_Pelvis\n")?;
/// assert_eq!(map.pairs(), [("mixamorig:Hips".to_owned(), "Bip01_Pelvis".to_owned())]);
/// # Ok::<(), asset_scene::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    pairs: Vec<(String, String)>,
}

impl BoneMap {
    /// Creates a map from pairs of source and target.
    pub fn new(pairs: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        Self { pairs: pairs.into_iter().map(|(source, target)| (source.into(), target.into())).collect() }
    }

    /// Reads a map from text, or from the JSON that rbfx uses.
    ///
    /// # Errors
    /// Fails if a line has no `=` or lacks one of the names, if a target bone occurs twice, or if the JSON has no
    /// pairs. The message names the line.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let map = if text.trim_start().starts_with('{') { Self::of_json(text)? } else { Self::of_text(text)? };
        let mut seen = HashMap::new();
        for (number, (source, target)) in map.pairs.iter().enumerate() {
            if let Some(other) = seen.insert(target, source).filter(|other| *other != source) {
                let message = format!("expected one source for {target:?}, found {other:?} and {source:?}");
                return Err(wrong(message, Path::from([("pair", number)])));
            }
        }
        Ok(map)
    }

    /// Returns the pairs of source and target.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// Returns the map for the other direction.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { pairs: self.pairs.iter().map(|(source, target)| (target.clone(), source.clone())).collect() }
    }

    /// Finds the pairs for two skeletons by their bone names. This knows the conventions of Mixamo, Unreal's mannequin,
    /// Rigify, Biped and similar ones, with any namespace or prefix, and it also pairs bones whose names are equal. If
    /// the spines don't have the same number of bones, this function pairs them by their share of the length.
    pub fn between(source: &Scene<'_>, target: &Scene<'_>) -> Self {
        let (from, to) = (Body::of(source), Body::of(target));
        let mut ids: Vec<(Id<Node>, Id<Node>)> = Vec::new();
        for (role, bone) in &to.bones {
            ids.extend(from.bones.get(role).map(|other| (*other, *bone)));
        }
        let (count, others) = (to.spine.len(), from.spine.len());
        for (number, bone) in to.spine.iter().enumerate() {
            let partner = match (count.checked_sub(1), others.checked_sub(1)) {
                (Some(last), Some(end)) if last > 0 => {
                    let twice = number.saturating_mul(end).saturating_mul(2);
                    twice.saturating_add(last).checked_div(last.saturating_mul(2))
                }
                _ => Some(0),
            };
            ids.extend(partner.and_then(|partner| from.spine.get(partner)).map(|other| (*other, *bone)));
        }
        let named: HashMap<&str, Id<Node>> =
            source.nodes.enumerate().rev().map(|(id, node)| (without_namespace(&node.name), id)).collect();
        let known: std::collections::HashSet<Id<Node>> = ids.iter().map(|(_, bone)| *bone).collect();
        for (id, node) in target.nodes.enumerate().filter(|(id, node)| node.mesh.is_none() && !known.contains(id)) {
            let other = named.get(without_namespace(&node.name)).filter(|other| source[**other].mesh.is_none());
            ids.extend(other.filter(|_| !node.name.is_empty()).map(|other| (*other, id)));
        }
        ids.sort_by_key(|(_, bone)| *bone);
        Self::new(ids.into_iter().map(|(from, to)| (source[from].name.clone(), target[to].name.clone())))
    }

    fn of_text(text: &str) -> Result<Self, Error> {
        let mut pairs = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let pair = line.split_once('=').map(|(source, target)| (source.trim(), target.trim()));
            match pair.filter(|(source, target)| !source.is_empty() && !target.is_empty()) {
                Some((source, target)) => pairs.push((source.to_owned(), target.to_owned())),
                None => {
                    let message = format!("expected \"source = target\", found {line:?}");
                    return Err(wrong(message, Path::from([("line", number.saturating_add(1))])));
                }
            }
        }
        Ok(Self { pairs })
    }

    /// Reads `boneMapping` from the rbfx tasks. It must be the same in all tasks.
    fn of_json(text: &str) -> Result<Self, Error> {
        let json: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string(), Path::from("JSON")))?;
        let lists = ["tasks", "taskTemplates"].into_iter().filter_map(|name| json.get(name)?.as_array());
        let mut maps = lists.flatten().filter_map(|task| task.get("boneMapping")).map(pairs_of);
        let first = maps
            .next()
            .ok_or_else(|| wrong("expected a task with a boneMapping, found none".into(), Path::from("tasks")))?;
        if first.is_empty() || maps.any(|other| other != first) {
            let message = "expected one boneMapping that all tasks share, found none or several";
            return Err(wrong(message.into(), Path::from("tasks")));
        }
        Ok(Self { pairs: first })
    }
}

/// Reads the pairs from a JSON object, or from a list of objects with `key` and `value`.
fn pairs_of(map: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut pairs: Vec<(String, String)> = match map {
        Value::Object(object) => object.iter().filter_map(|(key, value)| Some((key.clone(), text(value)?))).collect(),
        Value::Array(items) => {
            items.iter().filter_map(|item| Some((text(item.get("key")?)?, text(item.get("value")?)?))).collect()
        }
        _ => Vec::new(),
    };
    pairs.sort();
    pairs
}

fn wrong(message: String, path: Path) -> Error {
    Error::new(ErrorKind::Unsupported(message), path)
}

/// Finds nodes by name. If there is no exact match, this ignores namespaces.
pub(super) struct Named<'s> {
    exact: HashMap<&'s str, Id<Node>>,
    plain: HashMap<&'s str, Id<Node>>,
}

impl<'s> Named<'s> {
    pub(super) fn of(scene: &'s Scene<'_>) -> Self {
        let bones = || scene.nodes.enumerate().rev().filter(|(_, node)| node.mesh.is_none());
        Self {
            exact: bones().map(|(id, node)| (node.name.as_str(), id)).collect(),
            plain: bones().map(|(id, node)| (without_namespace(&node.name), id)).collect(),
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<Id<Node>> {
        self.exact.get(name).or_else(|| self.plain.get(without_namespace(name))).copied()
    }
}

/// Renames the bones of a scene, using the target names in a map. If the scene doesn't have a bone in the map, this is
/// reported as a finding.
///
/// # Errors
/// Fails if two nodes would have the same name.
pub fn rename_bones(scene: &mut Scene<'_>, map: &BoneMap) -> Result<Findings, Error> {
    let mut findings = Findings::new();
    let named = Named::of(scene);
    let (mut new, mut missing): (Vec<(Id<Node>, &str)>, Vec<&str>) = (Vec::new(), Vec::new());
    for (before, now) in map.pairs() {
        match named.find(before) {
            Some(id) => new.push((id, now)),
            None => missing.push(before),
        }
    }
    let changed: HashMap<Id<Node>, &str> = new.iter().copied().collect();
    let mut names = HashMap::new();
    for (id, node) in scene.nodes.enumerate().filter(|(_, node)| node.mesh.is_none()) {
        let name = changed.get(&id).copied().unwrap_or(&node.name);
        if let Some(other) =
            names.insert(name, id).filter(|other| changed.contains_key(other) || changed.contains_key(&id))
        {
            let message = format!(
                "expected a new name for each bone, found {name:?} for {:?} and {:?}",
                scene[other].name, node.name
            );
            return Err(wrong(message, Path::from("bone map")));
        }
    }
    for (id, name) in new {
        name.clone_into(&mut scene[id].name);
    }
    if let Some(first) = missing.first() {
        let message = format!("bones of the map that aren't there: {}, the first is {first:?}", missing.len());
        findings.note(kinds::BONES_UNMATCHED, "bone map", message);
    }
    Ok(findings)
}
