//! Compares a scene with the animations in its file, and writes those that were edited.

use std::collections::{HashMap, HashSet};

use asset_scene::{Channel, Error, Id, Node};
use binio::Path;
use scene_adapter::same::{self, Motion};
use scene_adapter::sub_scene::{Bones, SubScene};
use urho_ani::Animation;
use urho_scene::{Engine, Variant};

use super::Work;
use super::edits::Use;
use crate::apply::create::CreatedAnimation;
use crate::kinds;
use crate::level::parts;
use crate::level::parts::stem;
use crate::level::project_model::ProjectModel;
use crate::level::unmoved;

/// Motions may differ by this share, or by this part of a radian, because other programs store rotations as angles.
const NEAR: f64 = 1e-3;

/// Something that plays an animation in a file: the node with the component, and the nodes that it moves.
struct Player<'h> {
    place: usize,
    nodes: HashSet<Id<Node>>,
    /// If these nodes are bones, the bones and the model that has them.
    bones: Option<&'h Bones>,
    in_project: Option<&'h ProjectModel>,
}

/// An animation in the project, compared to the scene.
enum State {
    /// The animation is not in the project, or not in the scene.
    Missing,
    /// It moves nodes as the scene does.
    Same,
    /// It moves nodes in another way.
    Edited(Box<Animation<'static>>),
}

impl Work<'_, '_> {
    /// Writes each bone animation that does not exist yet or was edited.
    pub(super) fn edited_animations(&mut self, uses: &[Use]) -> Result<(), Error> {
        let mut known_models: HashMap<&str, Option<ProjectModel>> = HashMap::new();
        let mut seen = HashSet::new();
        let bound: Vec<&Use> = uses.iter().filter(|one| one.bones.is_some() && seen.insert(one.place)).collect();
        for one in &bound {
            if !self.animations_at(one.place).is_empty() && !known_models.contains_key(one.model.as_str()) {
                known_models.insert(&one.model, self.project_model(&one.model).ok().flatten());
            }
        }
        let mut players: Vec<(String, Vec<Player<'_>>)> = Vec::new();
        for one in &bound {
            let Some(bones) = &one.bones else { continue };
            for name in self.animations_at(one.place) {
                let in_project = known_models.get(one.model.as_str()).and_then(Option::as_ref);
                let nodes = bones.nodes.iter().copied().collect();
                let player = Player { place: one.place, nodes, bones: Some(bones), in_project };
                match players.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, all)) => all.push(player),
                    None => players.push((name, vec![player])),
                }
            }
        }
        players.into_iter().try_for_each(|(name, players)| self.edited_animation(&name, &players))?;
        self.new_clips(&bound)
    }

    /// Writes the animations that move bones of existing models and that nothing in the file plays yet.
    fn new_clips(&mut self, bound: &[&Use]) -> Result<(), Error> {
        if self.scene.animations.iter().all(|own| self.actions.is_played(&own.name)) {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for one in bound {
            let Some(bones) = one.bones.as_ref().filter(|bones| seen.insert(bones.nodes.first().copied())) else {
                continue;
            };
            let alone = SubScene::of_bones(self.scene, bones, |name| !self.actions.is_played(name));
            let clips = self.models.model_animations(Some(&alone), None, &one.model)?;
            self.play_too(one, &clips.animations);
        }
        Ok(())
    }

    /// Writes animations for nodes that are not bones. They will be played at the outermost node.
    pub(super) fn moving_nodes(&mut self, joints: &HashSet<Id<Node>>) -> Result<(), Error> {
        if self.scene.animations.is_empty() {
            return Ok(());
        }
        let mut named = parts::named(&self.level, "Animation");
        // The file of a model has its bones only; other nodes of the action have a file of their own.
        named.retain(|(_, name)| self.actions.action(name) == stem(name));
        let played: HashSet<String> = named.iter().map(|(_, name)| stem(name).to_owned()).collect();
        let is_plain = |node: Id<Node>| !joints.contains(&node) && self.made.is_kept(node);
        let nodes: HashSet<Id<Node>> = self.scene.nodes.ids().filter(|node| is_plain(*node)).collect();
        let is_written = |node| self.made.is_kept(node);
        let alone = SubScene::of_nodes(self.scene, is_plain, is_written, |name| !played.contains(name));
        let mut seen = HashSet::new();
        for (place, name) in named.iter().filter(|(_, name)| seen.insert(name)) {
            let player = Player { place: *place, nodes: nodes.clone(), bones: None, in_project: None };
            if !self.channels(name, &player.nodes).is_empty() {
                self.edited_animation(name, &[player])?;
            }
        }
        if alone.scene.animations.is_empty() {
            return Ok(());
        }
        let animations = self.models.animations(&alone)?.animations;
        let engine = self.engine;
        for (node, own) in &alone.nodes {
            let name = alone.scene[*own].name.clone();
            let node = self.places[*node].and_then(|place| self.level.nodes.get_mut(place));
            if let Some(node) = node.filter(|node| *node.name() != *name.as_bytes()) {
                node.attributes.set(engine, "Name", Variant::String(name.into()));
            }
        }
        let top = usize::from(self.level.kind == urho_scene::Kind::Prefab && self.engine == Engine::Rbfx);
        self.control(top, &animations, true);
        Ok(())
    }

    fn edited_animation(&mut self, name: &str, players: &[Player<'_>]) -> Result<(), Error> {
        let states: Vec<State> = players.iter().map(|player| self.state(name, player)).collect();
        let is_edited = states.iter().any(|state| !matches!(state, State::Same));
        let why = is_edited.then(|| self.models.protection(name)).flatten();
        let is_same = why.is_some() || states.iter().any(|state| matches!(state, State::Same));
        let mut written: Option<&Player<'_>> = None;
        for (player, state) in players.iter().zip(&states) {
            let original = match state {
                State::Same => continue,
                State::Missing if self.models.options.files.exists(name) => continue,
                State::Missing => None,
                State::Edited(original) => Some(original.as_ref()),
            };
            if written.is_some_and(|first| self.moves_alike(name, first, player)) {
                continue;
            }
            let is_copy = is_same || written.is_some();
            let file = if is_copy { self.models.free_beside(name) } else { name.to_owned() };
            if !self.write_animation((name, &file), player, original)? {
                continue;
            }
            if is_copy {
                self.rename_animation(player.place, name, &file);
                let why = why.as_deref().unwrap_or("others still use this file");
                let message = format!("moves bones otherwise than before; {why}, so it becomes {file}");
                let path = Path::from("animation").name(name.as_bytes());
                self.findings.note(kinds::PART_COPIED, path, message);
            } else {
                written = Some(player);
                self.tell_animation(name, original.is_some());
            }
        }
        Ok(())
    }

    fn tell_animation(&mut self, name: &str, exists: bool) {
        if exists {
            let path = Path::from("animation").name(name.as_bytes());
            self.findings.warning(kinds::PART_WRITTEN, path, "was edited: the file is written anew");
        }
    }

    /// Returns the channels that move these nodes, for the animation that is stored in this file.
    fn channels(&self, name: &str, nodes: &HashSet<Id<Node>>) -> Vec<Channel> {
        let action = self.actions.action(name);
        let own = self.scene.animations.iter().filter(|animation| animation.name == action);
        own.flat_map(|own| &own.channels).filter(|channel| nodes.contains(&channel.node)).copied().collect()
    }

    /// Returns whether two players are moved in the same way.
    fn moves_alike(&self, name: &str, a: &Player<'_>, b: &Player<'_>) -> bool {
        let (own, other) = (self.channels(name, &a.nodes), self.channels(name, &b.nodes));
        same::motions(Motion::new(self.scene, &own), Motion::new(self.scene, &other), NEAR)
    }

    fn state(&mut self, name: &str, player: &Player<'_>) -> State {
        let own = self.channels(name, &player.nodes);
        let action = self.actions.action(name);
        let is_part = action != stem(name);
        if is_part && own.is_empty() || !self.scene.animations.iter().any(|animation| animation.name == action) {
            return State::Missing;
        }
        let read = self.models.read(name).and_then(|bytes| {
            let parse = |bytes: Vec<u8>| Animation::parse(&bytes).map(Animation::into_owned);
            bytes.map(parse).transpose().map_err(|error| error.to_string())
        });
        let animation = match read {
            Ok(Some(animation)) => animation,
            Ok(None) => return State::Missing,
            Err(why) => {
                let path = Path::from("animation").name(name.as_bytes());
                let message = format!("can't be compared with the scene's animations, so it is kept unchanged: {why}");
                self.findings.warning(kinds::PART_NOT_COMPARED, path, message);
                return State::Same;
            }
        };
        let mut file = player.in_project.map(|in_project| in_project.scene.borrowed()).unwrap_or_default();
        let (id, _) = crate::add_animation(&mut file, animation.borrowed(), stem(name));
        let names: HashSet<&str> = player.nodes.iter().map(|node| self.scene[*node].name.as_str()).collect();
        let is_theirs = |channel: &&Channel| names.contains(file[channel.node].name.as_str());
        let theirs: Vec<Channel> = file[id].channels.iter().filter(is_theirs).copied().collect();
        if same::motions(Motion::new(self.scene, &own), Motion::new(&file, &theirs), NEAR) {
            State::Same
        } else {
            State::Edited(Box::new(animation))
        }
    }

    /// Writes an animation to a file, and keeps other content of the original. Returns whether there are any keys.
    fn write_animation(
        &mut self,
        (name, file): (&str, &str),
        player: &Player<'_>,
        original: Option<&Animation<'_>>,
    ) -> Result<bool, Error> {
        let action = self.actions.action(name);
        let alone = match player.bones {
            Some(bones) => SubScene::of_bones(self.scene, bones, |own| own == action),
            None => {
                let is_moved = |node| player.nodes.contains(&node);
                SubScene::of_nodes(self.scene, is_moved, |node| self.made.is_kept(node), |own| own == action)
            }
        };
        let built = self.models.create_animations(&alone)?;
        let Some(CreatedAnimation { animation, .. }) = built.into_iter().next() else { return Ok(false) };
        let model = player.in_project.map(|in_project| &in_project.model);
        let animation = match original {
            Some(original) => {
                let before = crate::AnimationBefore { original, shown: None, model };
                crate::update_animation(before, animation, &mut self.findings)
            }
            None => {
                let mut animation = animation;
                let own = self.scene.animations.iter().find(|own| own.name == action);
                own.into_iter().for_each(|own| unmoved::add(own, &mut animation));
                animation
            }
        };
        self.models.add_animation(file, &animation)?;
        Ok(true)
    }

    /// Lets the components of a node play another animation.
    fn rename_animation(&mut self, place: usize, before: &str, now: &str) {
        let engine = self.engine;
        let components = self.level.nodes.get_mut(place).into_iter().flat_map(|node| &mut node.components);
        for component in components {
            let mut changed: Vec<(String, Variant<'static>)> = Vec::new();
            for (name, value) in component.attributes.iter() {
                let Some(mut variant) = value.variant().map(|variant| variant.clone().into_owned()) else { continue };
                if renamed(&mut variant, before, now) {
                    changed.push((name.name.to_string(), variant));
                }
            }
            for (name, variant) in changed {
                component.attributes.set(engine, &name, variant);
            }
        }
    }
}

/// Changes a value if it refers to this animation. Returns whether it does.
fn renamed(variant: &mut Variant<'static>, before: &str, now: &str) -> bool {
    match variant {
        Variant::ResourceRef(reference) if parts::clean(&reference.name) == before => {
            reference.name = now.to_owned().into();
            true
        }
        Variant::String(name) if parts::clean(name) == before => {
            *name = now.to_owned().into();
            true
        }
        Variant::VariantVector(items) => items.iter_mut().fold(false, |any, item| renamed(item, before, now) | any),
        _ => false,
    }
}
