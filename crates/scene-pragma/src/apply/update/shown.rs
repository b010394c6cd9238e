//! Compares a scene to the scene of the original. If a mesh or animation was not edited, it must keep every bit of the
//! original. This can't be done using the scene alone, because it has rounded numbers, and doesn't have animation keys
//! that follow from other keys.

use std::collections::HashMap;

use asset_scene::appearance::{Level, appearances};
use asset_scene::world::World;
use asset_scene::{Animation, AnimationId, Id, Mesh, Node, Scene, Skin};
use binio::Findings;
use scene_adapter::same::tolerance::KEY;
use scene_adapter::same::{self, Drawn, Match, Motion, SkinOf};

use super::parts::material;
use crate::apply::create::CreateModelOptions;
use crate::look::known::KnownMaterials;

/// The scene of the original.
pub(super) struct Shown<'s> {
    scene: &'s Scene<'s>,
    /// Its meshes, with their nodes.
    levels: HashMap<Id<Mesh>, Level>,
    /// Its animations by name.
    animations: HashMap<&'s str, &'s Animation<'s>>,
    /// Whether the edited scene has the same unit, and its bones are in the same place. If not, nothing can be the
    /// same.
    stands: bool,
}

impl<'s> Shown<'s> {
    pub(super) fn new(scene: &'s Scene<'s>, edited: &Scene<'_>, options: &CreateModelOptions) -> Self {
        let all = appearances(scene, &World::new(scene), &mut Findings::new());
        let levels = all.into_iter().flat_map(|one| one.levels).map(|level| (level.mesh, level)).collect();
        let animations = scene.animations.iter().map(|one| (one.name.as_str(), one)).collect();
        // Scenes of models are in metres, for which the default is.
        let stands = options.scale == CreateModelOptions::default().scale && stand_alike(scene, edited);
        Self { scene, levels, animations, stands }
    }

    /// Returns whether a mesh of the edited scene looks the same as this original mesh, with the same materials.
    pub(super) fn draws_alike(
        &self,
        (edited, materials): (&Scene<'_>, &KnownMaterials),
        level: &Level,
        mesh: Id<Mesh>,
    ) -> bool {
        let Some(own) = self.levels.get(&mesh).filter(|_| self.stands) else { return false };
        let is_placed = match (own.skin, level.skin) {
            (Some(own), Some(skin)) => same::skins(SkinOf::new(self.scene, own), SkinOf::new(edited, skin)),
            (None, None) => same::transforms(own.world, level.world),
            _ => false,
        };
        let (before, now) = (&self.scene[mesh], &edited[level.mesh]);
        if !is_placed || before.morph_names != now.morph_names || !same::weights(before, now) {
            return false;
        }
        let drawn = |scene: &Scene<'_>, mesh: Id<Mesh>, skin: Option<Id<Skin>>| Drawn::of_mesh(scene, mesh, skin, true);
        let (ours, theirs) = (drawn(edited, level.mesh, level.skin), drawn(self.scene, mesh, own.skin));
        let Some(Match::Primitives(places)) = same::drawn(&ours, &theirs) else { return false };
        ours.iter().zip(places).all(|(drawn, place)| {
            let Some(other) = theirs.get(place) else { return false };
            let now = now.primitives.get(drawn.primitive).and_then(|primitive| primitive.material);
            let known = material(self.scene, mesh, other.primitive);
            let is_same =
                now.zip(known).map_or(now.is_none() && known.is_none(), |(now, known)| materials.is_called(now, known));
            is_same && drawn.has_tangents_of(other)
        })
    }

    /// Returns whether an animation of the edited scene moves nodes in the same way as the original animation with this
    /// name.
    pub(super) fn moves_alike(&self, edited: &Scene<'_>, animation: AnimationId, name: &str) -> bool {
        let Some(own) = self.animations.get(name).filter(|_| self.stands) else { return false };
        let edited = Motion::new(edited, &edited[animation].channels);
        same::motions(edited, Motion::new(self.scene, &own.channels), f64::from(KEY))
    }
}

/// Returns whether bones, and other nodes without a mesh, have the same world transforms in both scenes.
fn stand_alike(scene: &Scene<'_>, edited: &Scene<'_>) -> bool {
    let named: HashMap<&str, Id<Node>> =
        edited.nodes.enumerate().rev().map(|(id, node)| (node.name.as_str(), id)).collect();
    let (world, other) = (World::new(scene), World::new(edited));
    scene.nodes.enumerate().filter(|(_, node)| node.mesh.is_none()).all(|(id, node)| {
        named.get(node.name.as_str()).is_some_and(|there| same::transforms(world.world(id), other.world(*there)))
    })
}
