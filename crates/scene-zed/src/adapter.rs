//! Implements the adapter contract: how to show models as scenes, and how to write scenes to models.

use asset_scene::Scene;
use binio::Findings;
use scene_adapter::{CreateOptions, Created, Document, Error, ResourceReader, Role, ShowOptions, restored};
use zed_asset::{Dialect, Model};

use crate::CreateModelOptions;

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
}

/// Use this target to write a model.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ModelTarget {
    /// The dialect to use for a new model.
    pub dialect: Dialect,
    /// Whether to convert strips and fans to lists.
    pub lists: bool,
}

impl Default for ModelTarget {
    fn default() -> Self {
        Self { dialect: Dialect::ENGINE, lists: false }
    }
}

impl scene_adapter::Target for ModelTarget {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        let model = restored("model", options, &mut made.findings, || crate::restore(scene));
        made.restored = model.is_some();
        let model = match model {
            Some(model) => model,
            None => {
                if options.scale != 1.0 {
                    scene.scale(options.scale);
                }
                let build = CreateModelOptions::default().dialect(self.dialect).limits(options.files.limits);
                let build = build.optimization(options.files.optimization).smooth(options.files.smooth);
                let built = crate::create(scene, &build)?;
                made.findings.extend(built.findings);
                built.model
            }
        };
        let model = if self.lists { model.to_lists() } else { model };
        let bytes = model.to_bytes().map_err(|error| Error::document("zed-model", error))?;
        made.add(options.output, bytes);
        Ok(made)
    }
}
