//! Writes a scene as a model, with its animations, materials and textures.

use std::collections::HashMap;

use asset_scene::glam::DAffine3;
use asset_scene::world::World;
use asset_scene::{Id, Material, Node, Scene};
use binio::{Findings, Path};
use pragma_asset::{Encoding, Model};
use scene_adapter::kinds::NEW_FILE;
use scene_adapter::look::MaterialPlan;
use scene_adapter::{CreateOptions, Created, Error, origin, same};

use crate::apply;
use crate::look::apply::edited;
use crate::{CreateMaterialOptions, CreateModelOptions, create_materials};

/// Use this target to write a model.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ModelTarget<'o> {
    /// The form to write.
    pub encoding: Encoding,
    /// The model that the scene was edited from. If you set this, the target updates this model instead of creating a
    /// new one.
    pub original: Option<&'o Model<'static>>,
}

impl scene_adapter::Target for ModelTarget<'_> {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        scene.animations.retain_ids({
            let taken: Vec<bool> = scene.animations.iter().map(|animation| (options.takes)(&animation.name)).collect();
            move |id| taken.get(id.index()) == Some(&true)
        });
        let carried =
            if options.is_plain && self.original.is_none() { carried(scene, &mut made.findings) } else { None };
        let original = self.original.or(carried.as_ref());
        // Bones that only another program has turned are no edit, but their keys have to be turned back.
        if let Some(original) = original {
            let (before, _) = crate::to_scene(original, &scene.name, &origin::show_options(scene))?;
            if has_other_axes(scene, &before) {
                made.findings.extend(scene.take_skeleton_of(&before)?);
            }
        }
        let (mut model, looks) = self.build(scene, original, options, &mut made)?;
        model.set_encoding(self.encoding);
        self.materials(scene, &mut model, &looks, options, &mut made)?;
        let bytes = model.to_bytes().map_err(malformed)?;
        made.add(options.output, bytes);
        Ok(made)
    }

    fn takes_skeleton(&self) -> bool {
        self.original.is_some()
    }
}

/// A model, and the scene's material for each of its materials.
type CreatedModel = (Model<'static>, Vec<Option<Id<Material>>>);

impl ModelTarget<'_> {
    /// Returns the original with all edits, or a new model.
    fn build(
        &self,
        scene: &mut Scene<'_>,
        original: Option<&Model<'static>>,
        options: &CreateOptions<'_>,
        made: &mut Created,
    ) -> Result<CreatedModel, Error> {
        made.restored = original.is_some();
        let build = CreateModelOptions::default().limits(options.files.limits).optimization(options.files.optimization);
        let build = build.smooth(options.files.smooth);
        if original.is_none() && options.scale != 1.0 {
            scene.scale(options.scale);
        }
        let built = apply::model(original, scene, &build)?;
        made.findings.extend(built.findings);
        Ok((built.model, built.materials))
    }

    /// Creates the materials and textures for a model, and sets their names in the model.
    fn materials(
        &self,
        scene: &Scene<'_>,
        model: &mut Model<'_>,
        materials: &[Option<Id<Material>>],
        options: &CreateOptions<'_>,
        made: &mut Created,
    ) -> Result<(), Error> {
        if !options.files.materials {
            return Ok(());
        }
        // The folder of a model's materials is named after the model.
        let mut options = *options;
        options.files.folder = options.below_models;
        let built = options.with_files(|files| {
            let mut plan = MaterialPlan::of_model(scene, materials, &files, |own| edited(scene, own));
            made.findings.extend(std::mem::take(&mut plan.findings));
            let how = CreateMaterialOptions::default().encoding(model.encoding()).copies(&plan.copies).files(files);
            let mut built = create_materials(scene, &plan.wanted, &how, &mut files.limits.budget());
            let names = plan.names(std::mem::take(&mut built.names));
            built.names = materials.iter().map(|id| names.get(&(*id)?).cloned()).collect();
            built
        });
        built.name_in(model).map_err(malformed)?;
        made.findings.extend(built.findings);
        made.files.extend(built.files.into_iter().map(|file| options.below_root(file)));
        Ok(())
    }
}

/// Returns whether another program has changed the bone axes. Programs that show bones as sticks will do this: each
/// bone is still in the same position, but most of them point in another direction.
fn has_other_axes(scene: &Scene<'_>, before: &Scene<'_>) -> bool {
    let (world, known) = (World::new(scene), World::new(before));
    let named: HashMap<&str, Id<Node>> =
        scene.nodes.enumerate().rev().map(|(id, node)| (node.name.as_str(), id)).collect();
    let bones = before.skins.first().map_or(&[][..], |skin| &skin.joints);
    let places = bones.iter().filter_map(|bone| Some((known.world(*bone), named.get(before[*bone].name.as_str())?)));
    let is_turned = |(was, now): &(DAffine3, &Id<Node>)| {
        let now = world.world(**now);
        let there = DAffine3 { translation: was.translation, ..now };
        same::transforms(there, now) && !same::transforms(*was, there)
    };
    places.filter(is_turned).count().saturating_mul(2) > bones.len()
}

/// Reads the model that is stored in a scene. If the file is damaged, this reports a finding.
fn carried(scene: &Scene<'_>, findings: &mut Findings) -> Option<Model<'static>> {
    crate::original(scene).unwrap_or_else(|error| {
        let message = format!("can't be updated, so a new file is made: {error}");
        findings.warning(NEW_FILE, Path::from("original"), message);
        None
    })
}

fn malformed(error: pragma_asset::Error) -> Error {
    Error::document("pragma-model", error)
}
