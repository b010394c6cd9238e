//! Writes edits of prefabs to the prefab's file. But if the file is also shown without these edits, this writes a copy.

use std::collections::{BTreeMap, HashSet};

use asset_scene::{Error, Id, Node, Transform};
use binio::{Budget, Path};
use scene_adapter::{ResourceReader, ShowOptions, same};
use urho_scene::{Component, Document};

use super::pairs::Pairs;
use super::{CreatedLevel, Work, create_with};
use crate::kinds;
use crate::level::export::to_scene;
use crate::level::options::CreateLevelOptions;
use crate::level::parts;
use crate::level::parts::stem;
use crate::level::prefab::{has_own_node, path_of, top_of};
use crate::level::side::Side;
use crate::level::stored::Made;
use crate::level::write::{Around, failed, reference};

/// A prefab in the project.
pub(super) struct PrefabFile {
    bytes: Vec<u8>,
    document: Document<'static>,
    /// The resources that it uses, in lower case.
    names: HashSet<String>,
}

/// The prefabs that a scene shows, directly or in other prefabs. If one can't be read, this has the reason. This does
/// not include prefabs that don't exist.
type PrefabFiles = BTreeMap<String, Result<PrefabFile, String>>;

/// A component that shows a prefab.
struct Instance {
    node: Id<Node>,
    /// The index of its node in the file.
    place: usize,
    component: usize,
    file: String,
    /// The path to the node in the prefab that is shown. If empty, everything is shown.
    path: String,
}

/// What to do with a version.
struct Outcome<'w> {
    /// Whether to write it to the prefab's file.
    is_original: bool,
    /// Whether this version is shown in all places.
    is_alone: bool,
    /// Why it isn't written to the prefab's file, if so.
    why: &'w str,
}

/// Places that show a prefab with the same edits.
type Version<'i> = Vec<(&'i Instance, Pairs)>;

/// A prefab, to be compared with the places that show it.
struct Compared<'c> {
    name: &'c str,
    file: &'c PrefabFile,
    own: &'c Side<'c>,
    shown: &'c Side<'c>,
}

impl Work<'_, '_> {
    /// If a node only shows a prefab with one node, this moves the outer node instead, because the engine places the
    /// prefab where its component is.
    pub(super) fn moved_prefabs(&mut self) {
        if !self.has_prefab_nodes() {
            return;
        }
        let side = Side::new(self.scene);
        let channels = self.scene.animations.iter().flat_map(|animation| &animation.channels);
        let driven: HashSet<Id<Node>> = channels.map(|channel| channel.node).collect();
        for id in self.scene.nodes.ids() {
            let children: Vec<Id<Node>> = side.world.children(id).collect();
            let [root] = children.as_slice() else { continue };
            let node = &self.scene[id];
            let shows_more = node.mesh.is_some() || node.light.is_some() || node.camera.is_some();
            let root = (*root, self.scene[*root].transform.to_affine());
            let is_still = same::transforms(root.1, Transform::IDENTITY.to_affine());
            let is_free = !shows_more && !driven.contains(&id) && !driven.contains(&root.0);
            if is_free && !is_still && side.is_of_prefab(root.0) && self.made.is_kept(id) {
                self.made.turn(id, node.transform.to_affine(), root.1);
                self.moved_roots.insert(root.0);
            }
        }
    }

    /// Reads the prefabs that the scene shows, and finds out which resources they use.
    pub(super) fn read_prefabs(&mut self) -> PrefabFiles {
        let mut files = PrefabFiles::new();
        let mut budget = self.options.files.limits.budget();
        let mut open: Vec<String> = self.instances().into_iter().map(|instance| instance.file).collect();
        while let (Some(name), Some(project)) = (open.pop(), self.options.files.project) {
            if files.contains_key(&name) {
                continue;
            }
            let read = project.read(&name, &mut budget);
            let parse = |bytes: Vec<u8>| match Document::parse(&bytes).map(Document::into_owned) {
                Ok(document) => Ok(PrefabFile { names: parts::names(&document.scene()), bytes, document }),
                Err(error) => Err(error.to_string()),
            };
            let Some(file) = read.and_then(|bytes| bytes.map(parse).transpose()).transpose() else { continue };
            if let Ok(file) = &file {
                self.models.named.extend(file.names.iter().cloned());
                let level = file.document.scene();
                let components = level.nodes.iter().flat_map(|node| &node.components);
                open.extend(components.filter_map(prefab_of));
            }
            files.insert(name, file);
        }
        files
    }

    /// Writes the prefabs that were edited.
    pub(super) fn prefabs(&mut self, files: &PrefabFiles, budget: &mut Budget) -> Result<(), Error> {
        let instances = self.instances();
        if instances.is_empty() && !self.has_prefab_nodes() {
            return Ok(());
        }
        let own = Side::new(self.scene);
        let mut claimed = HashSet::new();
        let mut by_file: BTreeMap<&str, Vec<&Instance>> = BTreeMap::new();
        for instance in &instances {
            by_file.entry(&instance.file).or_default().push(instance);
            claim(&own, instance.node, &mut claimed);
        }
        for (name, instances) in by_file {
            let path = || Path::from("prefab").name(name.as_bytes());
            let Some(file) = files.get(name) else {
                if instances.iter().any(|instance| !own.of_prefab(instance.node).is_empty()) {
                    let message = "isn't in the target project: what the scene shows of it isn't written";
                    self.findings.note(kinds::PART_NOT_WRITTEN, path(), message);
                }
                continue;
            };
            let read = file.as_ref().map_err(Clone::clone);
            match read.and_then(|file| Ok((file, shown(name, file, self.options)?))) {
                Ok((file, scene)) => {
                    let compared = Compared { name, file, own: &own, shown: &Side::new(&scene) };
                    self.prefab(&compared, &instances, &mut claimed, (files, budget))?;
                }
                Err(why) => {
                    let message = format!("can't be compared with the scene, so it is kept unchanged: {why}");
                    self.findings.warning(kinds::PART_NOT_COMPARED, path(), message);
                }
            }
        }
        self.strays(&own, &claimed);
        Ok(())
    }

    fn has_prefab_nodes(&self) -> bool {
        self.keys.as_slice().iter().flatten().any(|layout| layout.made == Some(Made::Prefab))
    }

    /// Returns the components in the file that show prefabs.
    fn instances(&self) -> Vec<Instance> {
        let mut instances = Vec::new();
        for (node, place) in self.places.enumerate().filter_map(|(node, place)| Some((node, (*place)?))) {
            let components = self.level.nodes.get(place).map_or(&[][..], |node| &node.components);
            for (component, own) in components.iter().enumerate() {
                let Some(file) = prefab_of(own) else { continue };
                instances.push(Instance { node, place, component, file, path: path_of(own) });
            }
        }
        instances
    }

    /// Compares a prefab with all places that show it, and writes edits.
    fn prefab(
        &mut self,
        compared: &Compared<'_>,
        instances: &[&Instance],
        claimed: &mut HashSet<Id<Node>>,
        (files, budget): (&PrefabFiles, &mut Budget),
    ) -> Result<(), Error> {
        let (mut versions, mut is_shown): (Vec<Version<'_>>, bool) = (Vec::new(), false);
        for instance in instances {
            let Some(top) = top_in(compared, instance) else {
                is_shown = true;
                continue;
            };
            let pairs = Pairs::new(compared.own, (instance.node, instance.component), (compared.shown, top));
            claimed.extend(pairs.nodes());
            if !self.is_edited(instance, &pairs, compared) {
                is_shown = true;
                continue;
            }
            let alike = |version: &&mut Version<'_>| {
                version.first().is_some_and(|(_, known)| known.is_alike(&pairs, compared.own))
            };
            match versions.iter_mut().find(alike) {
                Some(version) => version.push((instance, pairs)),
                None => versions.push(vec![(instance, pairs)]),
            }
        }
        let why = if versions.is_empty() { None } else { self.models.protection(compared.name) };
        let most = versions.iter().map(Vec::len).max().filter(|_| !is_shown && why.is_none());
        let original = versions.iter().position(|version| Some(version.len()) == most);
        for (number, version) in versions.iter().enumerate() {
            let why = why.as_deref().unwrap_or("others still use this file");
            let outcome = Outcome { is_original: original == Some(number), is_alone: versions.len() == 1, why };
            self.version(compared, version, &outcome, (files, budget))?;
        }
        Ok(())
    }

    /// Returns whether nodes were edited in one place. If nothing of the prefab is left there, it is kept.
    fn is_edited(&mut self, instance: &Instance, pairs: &Pairs, compared: &Compared<'_>) -> bool {
        let name = &compared.own.scene[instance.node].name;
        let path = || Path::from("prefab at").name(name.as_bytes());
        if pairs.nodes().next().is_none() {
            if !compared.shown.scene.nodes.is_empty() {
                self.findings.note(kinds::PART_NOT_COMPARED, path(), "shows nothing of its prefab, which is kept");
            }
            return false;
        }
        let root = pairs.root().filter(|root| !self.moved_roots.contains(root)).map(|root| &compared.own.scene[root]);
        let is_still = |node: &&Node| same::transforms(node.transform.to_affine(), Transform::IDENTITY.to_affine());
        if let Some(root) = root.filter(|root| !is_still(root)) {
            let why = "the engine puts the root of a prefab where the node is that shows it";
            let message = format!("{} was moved, which isn't written: {why}", root.name);
            self.findings.loss(kinds::PART_NOT_WRITTEN, path(), message);
        }
        pairs.is_edited(compared.own, compared.shown)
    }

    /// Writes one edited version of a prefab, and lets its components use it.
    fn version(
        &mut self,
        compared: &Compared<'_>,
        version: &Version<'_>,
        outcome: &Outcome<'_>,
        (files, budget): (&PrefabFiles, &mut Budget),
    ) -> Result<(), Error> {
        let Some((first, pairs)) = version.first() else { return Ok(()) };
        let scene = pairs.scene(self.scene, compared.shown.scene);
        let Outcome { is_original, is_alone, why } = *outcome;
        let file = if is_original { compared.name.to_owned() } else { self.models.free_beside(compared.name) };
        let around = self.around(compared.name, files, is_original && is_alone);
        let encoding = compared.file.document.encoding();
        let made = self.models.files.receive(|on_file| {
            let mut options = self.options.encoding(encoding);
            (options.kind, options.engine) = (None, None);
            options.files.on_file = Some(on_file);
            create_with(&scene, stem(compared.name), &options, around, budget)
        });
        let (CreatedLevel { document, findings, .. }, taken) = made?;
        self.models.around.taken.extend(taken);
        let path = Path::from("prefab").name(compared.name.as_bytes());
        self.findings.extend(findings.into_iter().map(|finding| finding.inside(path.clone())));
        let bytes = document.to_bytes().map_err(|error| failed(&file, &error))?;
        // What was edited has files of its own.
        if bytes == compared.file.bytes {
            return Ok(());
        }
        self.models.files.add(&file, bytes);
        let place = &self.scene[first.node].name;
        if is_original {
            let message = format!("was edited at {place}: the file is written anew");
            self.findings.warning(kinds::PART_WRITTEN, path, message);
            return Ok(());
        }
        self.findings.note(kinds::PART_COPIED, path, format!("was edited at {place}; {why}, so it becomes {file}"));
        let engine = self.engine;
        for (instance, _) in version {
            let node = self.level.nodes.get_mut(instance.place);
            if let Some(component) = node.and_then(|node| node.components.get_mut(instance.component)) {
                component.attributes.set(engine, "Prefab", reference(engine, "PrefabResource", &file));
            }
        }
        Ok(())
    }

    /// Returns the names that this file uses, for use in another version of a prefab. If another version stays, this
    /// includes its names.
    fn around(&mut self, prefab: &str, files: &PrefabFiles, is_only: bool) -> Around {
        let others =
            files.iter().filter(|(name, _)| !is_only || *name != prefab).filter_map(|(_, file)| file.as_ref().ok());
        let mut named = self.models.around.named.clone();
        named.extend(others.flat_map(|file| &file.names).cloned());
        named.extend(parts::names(&self.level));
        Around {
            taken: std::mem::take(&mut self.models.around.taken),
            materials: self.models.around.materials.clone(),
            named,
        }
    }

    /// Reports nodes that belong to a prefab, but are not where it is shown.
    fn strays(&mut self, own: &Side<'_>, claimed: &HashSet<Id<Node>>) {
        let strays = self.scene.nodes.ids().filter(|node| own.is_of_prefab(*node) && !claimed.contains(node));
        for node in strays.collect::<Vec<_>>() {
            let path = Path::from("node").name(self.scene[node].name.as_bytes());
            let message = "is part of a prefab, which nothing shows here: it isn't written";
            self.findings.loss(kinds::PART_NOT_WRITTEN, path, message);
        }
    }
}

/// Adds all nodes below a node that belong to prefabs.
fn claim(own: &Side<'_>, node: Id<Node>, claimed: &mut HashSet<Id<Node>>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        claimed.extend(own.bound.get(&node).into_iter().flatten().copied());
        for child in own.of_prefab(node) {
            claimed.insert(child);
            open.push(child);
        }
    }
}

/// Returns the node of the prefab that is shown in one place, including everything below it.
fn top_in(compared: &Compared<'_>, instance: &Instance) -> Option<Id<Node>> {
    let level = compared.file.document.scene();
    let place = top_of(&level, &instance.path)?.checked_sub(usize::from(!has_own_node(&level)))?;
    (place < compared.shown.scene.nodes.len()).then(|| Id::new(place))
}

/// Returns the prefab that a component shows.
fn prefab_of(component: &Component<'_>) -> Option<String> {
    component.is_a("PrefabReference").then(|| parts::resource(component, "Prefab")).flatten()
}

/// Converts the prefab to a scene.
fn shown(
    name: &str,
    file: &PrefabFile,
    options: &CreateLevelOptions<'_>,
) -> Result<asset_scene::Scene<'static>, String> {
    let Some(project) = options.files.project else { return Err("there is no project".to_owned()) };
    let mut resources = ResourceReader::new(project, options.files.limits);
    let mut how = ShowOptions::default();
    (how.materials, how.limits) = (false, options.files.limits);
    to_scene(&file.document, stem(name), &mut resources, &how)
        .map(|(scene, _)| scene)
        .map_err(|error| error.to_string())
}
