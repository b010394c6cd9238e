//! Implements the adapter contract: how to show models as scenes, and how to write scenes to models.

use asset_scene::Scene;
use binio::{Findings, Path};
use scene_adapter::kinds::NEW_FILE;
use scene_adapter::{CreateOptions, Created, Document, Error, ResourceReader, Role, ShowOptions};
use zed_asset::{Encoding, Model};

use crate::CreateModelOptions;
use crate::apply;

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

/// A model of the ZED engine.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ModelTarget<'o> {
    /// The encoding to write. `None`: the original keeps its encoding, a new model gets the engine's.
    pub encoding: Option<Encoding>,
    /// Whether to convert strips and fans to lists.
    pub lists: bool,
    /// The model that the scene was edited from, which is updated.
    pub original: Option<&'o Model<'static>>,
}

impl scene_adapter::Target for ModelTarget<'_> {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        let carried =
            if options.is_plain && self.original.is_none() { carried(scene, &mut made.findings) } else { None };
        let original = self.original.or(carried.as_ref());
        made.restored = original.is_some();
        if options.scale != 1.0 {
            scene.scale(options.scale);
        }
        let build =
            CreateModelOptions::default().encoding(self.encoding.unwrap_or_default()).limits(options.files.limits);
        let build = build.optimization(options.files.optimization).smooth(options.files.smooth);
        let built = apply::model(original, scene, &build)?;
        made.findings.extend(built.findings);
        // The edits come first: what the wanted encoding can't hold is lost afterwards.
        let (model, losses) = match self.encoding {
            Some(Encoding::ENGINE) => built.model.for_engine_lossy(),
            Some(encoding) => built.model.to_encoding_lossy(encoding),
            None => (built.model, Findings::new()),
        };
        made.findings.extend(losses);
        let model = if self.lists { model.to_lists() } else { model };
        let bytes = model.to_bytes().map_err(|error| Error::document("zed-model", error))?;
        made.add(options.output, bytes);
        Ok(made)
    }
}

/// Reads the model that a scene carries along. A finding reports a damaged one.
fn carried(scene: &Scene<'_>, findings: &mut Findings) -> Option<Model<'static>> {
    crate::original(scene).unwrap_or_else(|error| {
        let message = format!("can't be updated, so a new file is made: {error}");
        findings.warning(NEW_FILE, Path::from("original"), message);
        None
    })
}
