//! Shows Urho3D documents as scenes.

use asset_scene::{Id, Material, Scene};
use binio::Findings;
use scene_adapter::{Document, Error, ResourceReader, Role, ShowOptions, Unshown};
use urho_ani::Animation;
use urho_mdl::Model;

use crate::export::animation::values::moved_node;
use crate::level;
use crate::look::load;
use crate::weights::{of_tracks, side_weights};
use crate::{ColorSpace, MaterialExport, SideFile};

/// A model, together with its side file.
#[derive(Clone, Debug)]
pub struct ModelDocument<'d, 'a> {
    /// The model to show.
    pub model: &'d Model<'a>,
    /// The side file, which will be stored in the scene.
    pub side: Option<SideFile>,
}

impl<'d> Document<'d> for ModelDocument<'d, '_> {
    fn role(&self) -> Role {
        Role::Model
    }

    fn to_scene(
        &self,
        name: &str,
        _: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error> {
        let (mut scene, findings) = crate::to_scene(self.model, name, options)?;
        if let (Some(side), Some(source)) = (&self.side, scene.source.as_mut()) {
            side.store(source);
        }
        Ok((scene, findings))
    }

    fn show_materials(&self, scene: &mut Scene<'d>, resources: &mut ResourceReader<'_>, options: &ShowOptions<'_>) {
        load::show(scene, resources, options);
    }

    fn unshown(&self, _: &Scene<'_>) -> Unshown {
        let bones = &self.model.skeleton.bones;
        Unshown { counts: Vec::new(), bone_shapes: bones.iter().filter(|bone| bone.collision.mask != 0).count() }
    }
}

/// An animation, together with its side file.
#[derive(Clone, Debug)]
pub struct AnimationDocument<'d, 'a> {
    /// The animation to show.
    pub animation: &'d Animation<'a>,
    /// The side file, which will be stored with the animation in the scene.
    pub side: Option<SideFile>,
    /// If the animation was read from XML (rbfx), the text of the file. This will be stored instead of an `.ani`.
    pub text: Option<&'d [u8]>,
}

impl<'d> Document<'d> for AnimationDocument<'d, '_> {
    fn role(&self) -> Role {
        Role::Animation
    }

    fn to_scene(
        &self,
        name: &str,
        _: &mut ResourceReader<'_>,
        _: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error> {
        Ok((Scene { name: name.to_owned(), ..Scene::default() }, Findings::new()))
    }

    fn add_to(&self, scene: &mut Scene<'d>, name: &str) -> Findings {
        let (id, mut findings) = crate::add_animation(scene, self.animation.borrowed(), name);
        let source = scene.animations.get_mut(id).and_then(|added| added.source.as_mut());
        if let Some(source) = source {
            self.side.iter().for_each(|side| side.store(source));
            if let Some(text) = self.text {
                source.original = Some(text.into());
            }
        }
        let stored = scene[id].source.as_ref().and_then(|source| SideFile::stored(source).ok().flatten());
        if let Some(side) = stored {
            findings.extend(crate::add_side_weights(scene, id, &side));
        }
        findings
    }

    fn moves(&self, scene: &Scene<'_>) -> bool {
        let moves_node = scene.nodes.iter().any(|node| self.animation.track(node.name.as_bytes()).is_some());
        let moves_value = || {
            let own = self.animation.variant_tracks.iter();
            let mut moved = own.filter_map(|track| moved_node(track, self.animation.variant_encoding));
            moved.any(|(name, _)| scene.nodes.iter().any(|node| node.name == name))
        };
        let moves_morph = || {
            let of_side = |side: &SideFile| !side_weights(scene, side, &mut Findings::new()).is_empty();
            !of_tracks(scene, self.animation).0.is_empty() || self.side.as_ref().is_some_and(of_side)
        };
        moves_node || moves_value() || moves_morph()
    }
}

/// A scene or prefab.
#[derive(Clone, Copy, Debug)]
pub struct SceneDocument<'d, 'a> {
    /// The scene or prefab to show.
    pub document: &'d urho_scene::Document<'a>,
}

impl<'d> Document<'d> for SceneDocument<'d, '_> {
    fn role(&self) -> Role {
        Role::Level
    }

    fn to_scene(
        &self,
        name: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error> {
        Ok(level::to_scene(self.document, name, resources, options)?)
    }
}

/// Makes a material in a scene look like a material file, given the name of the file.
pub fn show_material(
    scene: &mut Scene<'_>,
    material: Id<Material>,
    name: &str,
    resources: &mut ResourceReader<'_>,
    options: &ShowOptions<'_>,
) {
    let mut looks = MaterialExport::new(ColorSpace::default());
    looks.load(name, material, scene, resources, options.textures);
}
