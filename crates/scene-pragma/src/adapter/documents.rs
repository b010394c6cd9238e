//! Shows Pragma documents as scenes.

use std::collections::HashSet;

use asset_scene::{Id, Scene, escape_name};
use binio::{Findings, Name, Path};
use pragma_asset::{Animation, AnimationFlags, Map, Model, Reference};
use scene_adapter::{Document, Error, ResourceReader, Role, ShowOptions, Unshown};

use crate::MaterialExport;
use crate::level;
use crate::look::load;

/// A model.
#[derive(Clone, Copy, Debug)]
pub struct ModelDocument<'d, 'a> {
    /// The model to show.
    pub model: &'d Model<'a>,
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
        Ok(crate::to_scene(self.model, name, options)?)
    }

    fn show_materials(&self, scene: &mut Scene<'d>, resources: &mut ResourceReader<'_>, options: &ShowOptions<'_>) {
        load::show(scene, self.model, resources, options);
    }

    fn unshown(&self, scene: &Scene<'_>) -> Unshown {
        Unshown { counts: counts(self.model, scene), bone_shapes: 0 }
    }
}

/// Counts the parts of a model that can't be seen in the scene.
fn counts(model: &Model<'_>, scene: &Scene<'_>) -> Vec<(&'static str, usize)> {
    let animations = model.animations();
    let shown: HashSet<&str> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    // The reference pose is made anew.
    let unseen = |one: &&Animation<'_>| {
        let name = escape_name(one.name.as_bytes());
        name != "reference" && !shown.contains(name.as_str())
    };
    let with = |has: fn(&Animation<'_>) -> bool| animations.iter().filter(|one| has(one)).count();
    vec![
        ("hit boxes", model.hit_boxes().len()),
        ("collision meshes", model.collision_meshes().len()),
        ("attachments", model.attachments().len()),
        ("attached objects", model.object_attachments().len()),
        ("joints", model.joints().len()),
        ("levels of detail", model.lods().len()),
        ("body groups", model.body_groups().len()),
        ("further skins", model.skins().len().saturating_sub(scene.variants.len().max(1))),
        ("included models", model.include_models().len()),
        ("animations that move no bone", animations.iter().filter(unseen).count()),
        ("animations with flags", with(|one| one.flags() != AnimationFlags::default())),
        ("animations with an activity", with(|one| one.activity().is_some())),
        ("animations with fading", with(|one| one.fade_in_time().or(one.fade_out_time()).is_some())),
        ("animations with blending", with(|one| one.blend().is_some())),
        ("events of animations", animations.iter().map(|animation| animation.events().len()).sum()),
        ("blend controllers", model.blend_controllers().len()),
        ("inverse kinematics", model.ik_controllers().len()),
        ("eyeballs", model.eyeballs().len()),
        ("phonemes", model.phonemes().len()),
        ("flags", model.flags().len()),
    ]
}

/// A map.
#[derive(Clone, Copy, Debug)]
pub struct MapDocument<'d, 'a> {
    /// The map to show.
    pub map: &'d Map<'a>,
}

impl<'d> Document<'d> for MapDocument<'d, '_> {
    fn role(&self) -> Role {
        Role::Level
    }

    fn to_scene(
        &self,
        name: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), Error> {
        Ok(level::to_scene(self.map, name, resources, options)?)
    }
}

/// Makes a material in a scene look like a material file, given the name of the file.
pub fn show_material(
    scene: &mut Scene<'_>,
    material: Id<asset_scene::Material>,
    name: &str,
    resources: &mut ResourceReader<'_>,
    options: &ShowOptions<'_>,
) {
    let candidates = vec![name.to_owned()];
    let reference = Reference { path: Path::new(), name: Name::from(name).into_owned(), candidates };
    MaterialExport::new().load(&reference, material, scene, resources, options.textures);
}
