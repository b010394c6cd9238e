//! Compares a scene with the models in its file. If a model was edited, this writes it to its file, or to a copy.

use std::collections::HashMap;
use std::rc::Rc;

use asset_scene::{Error, Id, Mesh, Node, Scene};
use binio::Path;
use scene_adapter::same::{self, Drawn, Match};
use scene_adapter::sub_scene::Bones;

use super::Work;
use crate::kinds;
use crate::level::parts;
use crate::level::parts::stem;
use crate::level::project_model::{Divided, ProjectModel, Shown, Verdict};
use crate::level::stored::Made;
use crate::level::write::{List, Slot, reference};

/// A component in the file, with the node in the scene that shows its model.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) node: Id<Node>,
    /// The index of its node in the file.
    pub(super) place: usize,
    pub(super) component: usize,
    /// The model that it uses.
    pub(super) model: String,
    pub(super) bones: Option<Rc<Bones>>,
}

impl Use {
    /// Returns what the node shows.
    pub(super) fn shown<'u>(&'u self, scene: &'u Scene<'_>) -> Option<Shown<'u>> {
        let node = scene.nodes.get(self.node)?;
        Some(Shown { mesh: node.mesh?, node, bones: self.bones.as_deref(), is_first: false })
    }
}

/// Nodes that show the same mesh in the same way.
struct Group<'u> {
    first: &'u Use,
    uses: Vec<&'u Use>,
    /// Whether bones and morphs are shown.
    moves: bool,
    /// The part that was edited.
    part: &'static str,
}

/// What a node shows: the meshes of all levels of detail, whether it has a skin, the joint names, and the inverse bind
/// matrices.
type Look = (Vec<Id<Mesh>>, bool, Vec<String>, Vec<[u32; 16]>);

fn look(scene: &Scene<'_>, shown: Shown<'_>, moves: bool) -> Look {
    let coarser = shown.node.lods.iter().filter_map(|lod| scene[lod.node].mesh);
    let skin = shown.node.skin.map(|skin| &scene[skin]);
    let names = skin.iter().flat_map(|skin| &skin.joints).map(|joint| scene[*joint].name.clone());
    let binds = skin.iter().flat_map(|skin| &skin.inverse_bind).map(|bind| bind.map(f32::to_bits));
    (std::iter::once(shown.mesh).chain(coarser).collect(), moves, names.collect(), binds.collect())
}

/// What to do with an edit.
struct Outcome<'h> {
    /// The file to write it to.
    name: String,
    /// Why the original file must not be changed, if so.
    why: Option<String>,
    /// Whether this is the original file.
    is_original: bool,
    /// The original, whose other content must be kept.
    original: Option<&'h ProjectModel>,
    /// Whether the bones of the original were edited.
    has_new_bones: bool,
}

impl Work<'_, '_> {
    /// Writes every model that does not exist yet or was edited in the scene.
    pub(super) fn edited_models(&mut self, uses: &[Use]) -> Result<(), Error> {
        let mut names: Vec<&str> = Vec::new();
        let mut by_name: HashMap<&str, Vec<&Use>> = HashMap::new();
        for one in uses {
            let own = by_name.entry(&one.model).or_default();
            if own.is_empty() {
                names.push(&one.model);
            }
            own.push(one);
        }
        for name in names {
            match self.project_model(name) {
                Ok(in_project) => {
                    let uses = by_name.get(name).map_or(&[][..], Vec::as_slice);
                    self.edited_model(name, in_project.as_ref(), uses)?;
                }
                Err(why) => {
                    let message = format!("can't be compared with the scene, so it is kept unchanged: {why}");
                    let path = Path::from("model").name(name.as_bytes());
                    self.findings.warning(kinds::PART_NOT_COMPARED, path, message);
                }
            }
        }
        Ok(())
    }

    /// Reads the model with this name from the project.
    pub(super) fn project_model(&self, name: &str) -> Result<Option<ProjectModel>, String> {
        let Some(bytes) = self.models.read(name)? else { return Ok(None) };
        ProjectModel::read(name, &bytes, self.models.options.files.limits).map(Some)
    }

    /// Writes all edits of one model.
    fn edited_model(&mut self, name: &str, in_project: Option<&ProjectModel>, uses: &[&Use]) -> Result<(), Error> {
        let (mut edited, mut is_shown) = (Vec::new(), false);
        for mut group in self.groups(uses) {
            match self.compare(in_project, &group) {
                None => {}
                Some(Verdict::Same(divided)) => {
                    is_shown = true;
                    if let (Some(in_project), Divided::Into(geometries)) = (in_project, divided) {
                        self.take_materials(in_project, &group, &geometries);
                    }
                }
                Some(Verdict::Edited(_)) if self.shows_another(name, &group) => {}
                Some(Verdict::Edited(part)) => {
                    group.part = part;
                    edited.push(group);
                }
            }
        }
        // An unreadable existing file stays.
        if edited.is_empty() || in_project.is_none() && self.models.options.files.exists(name) {
            return Ok(());
        }
        let why = self.models.protection(name);
        let versions = self.versions(edited);
        let count = |version: &[Group<'_>]| version.iter().map(|group| group.uses.len()).sum::<usize>();
        let most = versions.iter().map(|version| count(version)).max().unwrap_or(0);
        let fits = |group: &Group<'_>| in_project.is_none_or(|in_project| group.moves || in_project.is_still());
        let original = versions
            .iter()
            .position(|version| count(version) == most && version.first().is_some_and(fits))
            .filter(|_| !is_shown && why.is_none());
        for (number, version) in versions.iter().enumerate() {
            let is_original = original == Some(number);
            let name = if is_original { name.to_owned() } else { self.models.free_beside(name) };
            let part = version.first().map_or("", |group| group.part);
            let outcome = Outcome {
                name,
                why: why.clone(),
                is_original,
                original: in_project.filter(|_| is_original),
                has_new_bones: part == "skeleton",
            };
            self.write_version(version, in_project.is_some(), &outcome)?;
        }
        Ok(())
    }

    /// Checks if nodes show another model of the file without any edits. If so, their components will use that model
    /// instead.
    fn shows_another(&mut self, name: &str, group: &Group<'_>) -> bool {
        let Some(shown) = group.first.shown(self.scene) else { return false };
        let mesh = &self.scene[shown.mesh].name;
        let is_it = |other: &String| other != name && (mesh == stem(other) || same::is_numbered(mesh, stem(other)));
        let mut names: Vec<String> = parts::named(&self.level, "Model").into_iter().map(|(_, name)| name).collect();
        names.retain(is_it);
        names.sort_unstable();
        names.dedup();
        for other in names {
            let Ok(Some(in_project)) = self.project_model(&other) else { continue };
            let Some(Verdict::Same(divided)) = self.compare(Some(&in_project), group) else { continue };
            let outcome = Outcome { name: other, why: None, is_original: false, original: None, has_new_bones: false };
            for one in &group.uses {
                self.name_model(one, &outcome);
            }
            if let Divided::Into(geometries) = divided {
                self.take_materials(&in_project, group, &geometries);
            }
            return true;
        }
        false
    }

    /// Groups nodes that show the same mesh.
    fn groups<'u>(&self, uses: &[&'u Use]) -> Vec<Group<'u>> {
        let mut groups: Vec<Group<'u>> = Vec::new();
        let mut places: HashMap<Look, usize> = HashMap::new();
        for one in uses {
            let Some(shown) = one.shown(self.scene) else { continue };
            let component = self.level.nodes.get(one.place).and_then(|node| node.components.get(one.component));
            let moves = component.is_some_and(|component| component.is_a("AnimatedModel"));
            let place = places.entry(look(self.scene, shown, moves)).or_insert_with(|| {
                groups.push(Group { first: one, uses: Vec::new(), moves, part: "" });
                groups.len().saturating_sub(1)
            });
            if let Some(group) = groups.get_mut(*place) {
                group.uses.push(one);
            }
        }
        groups
    }

    /// Compares nodes with the model in the file. Returns `None` if they show no mesh. If there is no file, everything
    /// is new.
    fn compare(&self, in_project: Option<&ProjectModel>, group: &Group<'_>) -> Option<Verdict> {
        let shown = group.first.shown(self.scene)?;
        let Some(in_project) = in_project else { return Some(Verdict::Edited("mesh")) };
        let verdict = in_project.compare(self.scene, shown, group.moves);
        let is_bound = matches!(verdict, Verdict::Same(_)) && shown.bones.is_some();
        let other = is_bound && group.uses.iter().any(|one| self.has_other_bones(in_project, one));
        Some(if other { Verdict::Edited("skeleton") } else { verdict })
    }

    /// Returns whether additional bones of the model are not the same as the nodes in the scene.
    fn has_other_bones(&self, in_project: &ProjectModel, one: &Use) -> bool {
        let bones = one.bones.iter().flat_map(|bones| &bones.nodes);
        let of_model =
            bones.filter(|node| self.keys[**node].as_ref().is_some_and(|layout| layout.made == Some(Made::Bone)));
        of_model.into_iter().any(|node| {
            let node = &self.scene[*node];
            let own = in_project.node(&node.name).map(|own| own.transform.to_affine());
            own.is_some_and(|own| !same::joints(own, node.transform.to_affine()))
        })
    }

    /// Merges groups that look the same into one version.
    fn versions<'u>(&self, groups: Vec<Group<'u>>) -> Vec<Vec<Group<'u>>> {
        let drawn = |group: &Group<'_>| {
            let shown = group.first.shown(self.scene)?;
            Some(Drawn::of_mesh(self.scene, shown.mesh, shown.node.skin, group.moves))
        };
        let mut versions: Vec<(Vec<Drawn>, Vec<Group<'u>>)> = Vec::new();
        for group in groups {
            let Some(own) = drawn(&group) else { continue };
            let is_it = |(other, known): &&mut (Vec<Drawn>, Vec<Group<'_>>)| {
                known.first().is_some_and(|first| first.part == group.part && first.moves == group.moves)
                    && matches!(same::drawn(&own, other), Some(Match::Primitives(_)))
            };
            match versions.iter_mut().find(is_it) {
                Some((_, known)) => known.push(group),
                None => versions.push((own, vec![group])),
            }
        }
        versions.into_iter().map(|(_, groups)| groups).collect()
    }

    /// Writes what some nodes show as a model, and lets their components use it.
    fn write_version(&mut self, version: &[Group<'_>], exists: bool, outcome: &Outcome<'_>) -> Result<(), Error> {
        let mut is_written = false;
        for group in version {
            let Some(shown) = group.first.shown(self.scene) else { continue };
            let Some((model, materials)) =
                self.models.make(shown, outcome.original.map(|original| (original, outcome.has_new_bones)))?
            else {
                continue;
            };
            if !is_written {
                self.models.add_model(&outcome.name, &model)?;
                self.tell(group, exists, outcome);
                is_written = true;
            }
            for one in &group.uses {
                self.name_model(one, outcome);
                let before = self.materials_of(one);
                // An original can have geometries that the scene doesn't show.
                let bare = if outcome.original.is_none() { Slot::Bare } else { Slot::Unshown };
                let slot = |material: &Option<_>| material.map_or(bare, Slot::Material);
                let materials = materials.iter().map(slot).collect();
                let list = List { node: one.place, component: one.component, materials, before: Some(before) };
                self.models.lists.push(list);
            }
        }
        Ok(())
    }

    /// Lets a component use this model.
    fn name_model(&mut self, one: &Use, outcome: &Outcome<'_>) {
        let engine = self.engine;
        let node = self.level.nodes.get_mut(one.place);
        let component = node.and_then(|node| node.components.get_mut(one.component));
        if let Some(component) = component.filter(|_| !outcome.is_original) {
            component.attributes.set(engine, "Model", reference(engine, "Model", &outcome.name));
        }
    }

    /// Reports what was done with an edit. If the file was missing, there is no report.
    fn tell(&mut self, group: &Group<'_>, exists: bool, outcome: &Outcome<'_>) {
        let path = Path::from("model").name(group.first.model.as_bytes());
        let mesh = group.first.shown(self.scene).map_or("", |shown| self.scene[shown.mesh].name.as_str());
        let Group { part, .. } = group;
        match (outcome.is_original, exists) {
            (true, false) => {}
            (true, true) => {
                let message = format!("the {part} of {mesh} was edited: the file is written anew");
                self.findings.warning(kinds::PART_WRITTEN, path, message);
            }
            (false, _) => {
                let why = outcome.why.as_deref().unwrap_or("others still use this file");
                let message = format!("the {part} of {mesh} was edited; {why}, so it becomes {}", outcome.name);
                self.findings.note(kinds::PART_COPIED, path, message);
            }
        }
    }

    /// Writes the materials of nodes that show a model without any edits.
    fn take_materials(&mut self, in_project: &ProjectModel, group: &Group<'_>, geometries: &[usize]) {
        let Some(shown) = group.first.shown(self.scene) else { return };
        let mut materials = vec![Slot::Unshown; in_project.geometries()];
        for (primitive, geometry) in self.scene[shown.mesh].primitives.iter().zip(geometries) {
            if let Some(slot) = materials.get_mut(*geometry) {
                *slot = Slot::shown(primitive.material);
            }
        }
        for one in &group.uses {
            let before = Some(self.materials_of(one));
            let materials = materials.clone();
            self.models.lists.push(List { node: one.place, component: one.component, materials, before });
        }
    }

    /// Returns the materials that a component uses.
    fn materials_of(&self, one: &Use) -> Vec<Option<String>> {
        let component = self.level.nodes.get(one.place).and_then(|node| node.components.get(one.component));
        component.map(|component| parts::resources(component, "Material")).unwrap_or_default()
    }
}
