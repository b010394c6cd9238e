//! Creates the components that show models and play animations, and the files for both.

use std::collections::HashSet;
use std::rc::Rc;

use asset_scene::world::World;
use asset_scene::{Error, Id, Node};
use binio::Path;
use scene_adapter::sub_scene::{Bones, SubScene};
use urho_scene::{Engine, Variant};

use super::Work;
use super::actions::Actions;
use super::edits::Use;
use super::skeletons::Skeletons;
use crate::kinds;
use crate::level::controller;
use crate::level::parts;
use crate::level::parts::stem;
use crate::level::project_model::Shown;
use crate::level::stored::{Made, NodeKey};
use crate::level::write::{BuiltModel, Clips, List, Slot, reference};
use crate::weights;

impl Work<'_, '_> {
    /// Adds a component for each mesh that has none. This also writes each model and animation that does not exist yet
    /// or was edited.
    pub(super) fn models(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        let (world, lods) = (World::new(scene), scene.lod_nodes());
        // Reserves the resource names that the file uses.
        self.models.around.taken.extend(parts::names(&self.level));
        self.actions = Actions::of(scene, &self.level);
        let (mut joints, mut meshes) = (HashSet::<Id<Node>>::new(), Vec::new());
        for (id, node) in scene.nodes.enumerate().filter(|(id, node)| node.mesh.is_some() && !lods[*id]) {
            let of_prefab = self.keys[id].as_ref().is_some_and(|own| own.made == Some(Made::Prefab));
            let bones = node.skin.map(|skin| Rc::new(Bones::of(scene, &world, skin)));
            joints.extend(bones.iter().flat_map(|bones| bones.nodes.iter().copied()));
            if !of_prefab {
                meshes.push((id, bones));
            }
        }
        let mut skeletons = Skeletons::of(scene, &world, &meshes);
        let mut uses = Vec::new();
        for (id, bones) in meshes {
            uses.extend(match bones {
                Some(bones) => self.bound(id, bones, &mut skeletons)?,
                None => self.still(id)?,
            });
        }
        self.edited_models(&uses)?;
        self.edited_weights(&uses);
        self.edited_animations(&uses)?;
        self.missing()?;
        self.moving_nodes(&joints)
    }

    /// Returns the component that already shows the mesh of a node, and the model that it uses.
    fn stored(&self, id: Id<Node>, owner: Option<Id<Node>>) -> Option<Use> {
        let layout = self.keys[id].as_ref()?;
        let component = if layout.made.is_some() { layout.component } else { layout.mesh }?;
        let place = owner.and_then(|owner| self.places[owner])?;
        let own = self.level.nodes.get(place)?.components.get(component)?;
        Some(Use { node: id, place, component, model: parts::resource(own, "Model")?, bones: None })
    }

    /// Returns whether a component in the file already shows a mesh that is not a model, for example a terrain or a
    /// group elsewhere.
    fn is_shown(layout: Option<&NodeKey>) -> bool {
        layout.is_some_and(|layout| layout.made.is_some() || layout.mesh.is_some() || layout.group)
    }

    /// Returns the component for a mesh without a skin. This is the file's component, or else a new one.
    fn still(&mut self, id: Id<Node>) -> Result<Option<Use>, Error> {
        let owner = if self.made.is_kept(id) { Some(id) } else { self.made.above(id) };
        if let Some(stored) = self.stored(id, owner) {
            return Ok(Some(stored));
        }
        if Self::is_shown(self.keys[id].as_ref()) {
            return Ok(None);
        }
        let node = &self.scene[id];
        let Some((place, mesh)) = owner.and_then(|owner| self.places[owner]).zip(node.mesh) else { return Ok(None) };
        let Some(model) = self.models.model(Shown { mesh, node, bones: None, is_first: false })? else {
            return Ok(None);
        };
        // Only this component morphs.
        let morphs = !self.scene[mesh].morph_names.is_empty();
        let weights = SubScene::of_morphs(self.scene, id);
        let clips = self.models.model_animations(None, weights.as_ref(), &model.name)?;
        self.show(place, if morphs { "AnimatedModel" } else { "StaticModel" }, model, clips);
        Ok(None)
    }

    /// Returns the component for a mesh with a skin. This is the file's component, or else a new one. The first new
    /// component for a skeleton plays the animations of all its bones.
    fn bound(&mut self, id: Id<Node>, own: Rc<Bones>, skeletons: &mut Skeletons) -> Result<Option<Use>, Error> {
        let (own_place, owner) = self.place_of(&own);
        let node = &self.scene[id];
        let Some((own_place, mesh)) = own_place.zip(node.mesh) else { return Ok(None) };
        if let Some(stored) = self.stored(id, owner) {
            return Ok(Some(Use { bones: Some(own), ..stored }));
        }
        let (bones, is_first) = skeletons.bones(id, &own);
        let place = self.place_of(&bones).0.unwrap_or(own_place);
        let shown = Shown { mesh, node, bones: Some(&bones), is_first };
        let Some(model) = self.models.model(shown)? else { return Ok(None) };
        skeletons.mark(id, &own);
        let alone = SubScene::of_bones(self.scene, &bones, |name| is_first && !self.actions.plays(place, name));
        let weights = SubScene::of_morphs(self.scene, id);
        let clips = self.models.model_animations(Some(&alone), weights.as_ref(), &model.name)?;
        if is_first {
            self.rename_bones(&bones, &alone);
        }
        self.show(place, "AnimatedModel", model, clips);
        Ok(None)
    }

    /// Returns where the node that holds the bones is in the file, and the same node in the scene if there is one.
    fn place_of(&self, bones: &Bones) -> (Option<usize>, Option<Id<Node>>) {
        match bones.holder {
            Some(node) => {
                let owner = if self.made.is_kept(node) { Some(node) } else { self.made.above(node) };
                (owner.and_then(|owner| self.places[owner]), owner)
            }
            None => (bones.nodes.iter().find_map(|top| self.made.holders.get(top)).copied(), None),
        }
    }

    /// Renames nodes in the file to the bone names in the model, because the engine finds bones by name.
    fn rename_bones(&mut self, bones: &Bones, alone: &SubScene<'_>) {
        for node in &bones.nodes {
            let name = alone.nodes.get(node).map(|own| alone.scene[*own].name.clone());
            let (Some(name), Some(place)) = (name, self.places[*node]) else { continue };
            let engine = self.engine;
            if let Some(node) = self.level.nodes.get_mut(place).filter(|node| *node.name() != *name.as_bytes()) {
                node.attributes.set(engine, "Name", Variant::String(name.into()));
            }
        }
    }

    /// Returns the animations that the components of a node play.
    pub(super) fn animations_at(&self, place: usize) -> Vec<String> {
        let Some(node) = self.level.nodes.get(place) else { return Vec::new() };
        let mut alone = urho_scene::Scene::new(self.engine, urho_scene::Kind::Prefab);
        alone.nodes = vec![urho_scene::Node { parent: None, ..node.clone() }];
        parts::named(&alone, "Animation").into_iter().map(|(_, name)| name).collect()
    }

    /// Adds the component that shows a model.
    fn show(&mut self, place: usize, class: &'static str, model: BuiltModel, clips: Clips) {
        let engine = self.engine;
        let Clips { animations, weights: weight_animations } = clips;
        let animations = animations.as_slice();
        let stored = (!model.weights.is_empty()).then(|| self.weights_of(&model.name, &model.weights));
        let Some(component) = self.add(place, class) else { return };
        component.attributes.set(engine, "Model", reference(engine, "Model", &model.name));
        component.attributes.set(engine, "Cast Shadows", Variant::Bool(1));
        if let Some(bytes) = stored {
            component.attributes.set(engine, weights::MORPHS, Variant::Buffer(bytes.into()));
        }
        if !animations.is_empty() && engine != Engine::Rbfx {
            component.attributes.set(engine, "Animation States", controller::model_states(engine, animations, true));
        }
        let count = weight_animations.len();
        component.animations.extend(weight_animations.into_iter().next());
        if count > 1 {
            let message =
                format!("{count} animations move the weights of its morphs, of which a component plays one: the first");
            self.findings.loss(kinds::MORPH_WEIGHTS_LOST, Path::from("model").name(model.name.as_bytes()), message);
        }
        let number = self.level.nodes.get(place).map_or(0, |node| node.components.len()).saturating_sub(1);
        let materials = model.materials.into_iter().map(Slot::shown).collect();
        self.models.lists.push(List { node: place, component: number, materials, before: None });
        self.control(place, animations, false);
    }

    /// Lets a node play animations: a new controller plays the first of them in a loop. If the node has a controller, it
    /// keeps playing what it plays, and the game can use these too.
    pub(super) fn control(&mut self, place: usize, animations: &[String], of_nodes: bool) {
        let engine = self.engine;
        if animations.is_empty() {
            return;
        }
        let existing = self.controller(place);
        let component = match existing {
            Some(number) => self.level.nodes.get_mut(place).and_then(|node| node.components.get_mut(number)),
            None => self.add(place, "AnimationController"),
        };
        let Some(component) = component else { return };
        let played = controller::played(engine, animations, existing.is_none());
        let played = controller::joined(component.get("Animations"), played);
        component.attributes.set(engine, "Animations", played);
        // rbfx keeps no states of its own.
        if of_nodes && engine != Engine::Rbfx {
            let states = controller::node_states(engine, animations);
            let states = controller::joined(component.get("Node Animation States"), states);
            component.attributes.set(engine, "Node Animation States", states);
        }
    }

    /// Lets an existing component of a model play animations too. They can be seen at once only if nothing is played
    /// there yet.
    pub(super) fn play_too(&mut self, one: &Use, animations: &[String]) {
        let (engine, is_free) = (self.engine, self.controller(one.place).is_none());
        let node = self.level.nodes.get_mut(one.place);
        let component = node.and_then(|node| node.components.get_mut(one.component));
        if let Some(component) = component.filter(|_| !animations.is_empty() && engine != Engine::Rbfx) {
            let before = component.get("Animation States");
            let states = controller::model_states(engine, animations, is_free && before.is_none());
            let states = controller::joined(before, states);
            component.attributes.set(engine, "Animation States", states);
        }
        self.control(one.place, animations, false);
    }

    /// Returns the component of a node that plays animations.
    fn controller(&self, place: usize) -> Option<usize> {
        let components = self.level.nodes.get(place).map_or(&[][..], |node| &node.components);
        components.iter().position(|component| component.is_a("AnimationController"))
    }

    /// Reports models that the file uses, but that are missing and can't be created.
    fn missing(&mut self) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for (_, name) in parts::named(&self.level, "Model") {
            let is_known = !seen.insert(name.clone()) || self.models.written.contains(&name);
            if is_known || self.options.files.exists(&name) {
                continue;
            }
            let mesh = self.scene.nodes.iter().find(|node| {
                let mesh = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh));
                node.skin.is_none() && mesh.is_some_and(|mesh| mesh.name == stem(&name))
            });
            match mesh.and_then(|node| Some((node, node.mesh?))) {
                Some((node, mesh)) => {
                    if let Some((model, _)) =
                        self.models.make(Shown { mesh, node, bones: None, is_first: false }, None)?
                    {
                        self.models.add_model(&name, &model)?;
                    }
                }
                None => self.findings.warning(
                    kinds::MODEL_MISSING,
                    Path::from("model").name(name.as_bytes()),
                    "the scene references it; it is neither in the target project nor in the glTF file",
                ),
            }
        }
        Ok(())
    }
}
