//! Writes a neutral scene as a map, with the models, materials and textures that it uses.

use asset_scene::Scene;
use pragma_asset::{Encoding, Map};
use scene_adapter::{CreateOptions, Created, Error};

use crate::level::{self, CreateMapOptions};

/// Use this target to write a map.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct MapTarget<'o> {
    /// The form to write.
    pub encoding: Encoding,
    /// The map that the scene was edited from, which is updated.
    pub original: Option<&'o Map<'static>>,
}

impl scene_adapter::Target for MapTarget<'_> {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        scene_adapter::look::adopt_sources(scene);
        if options.scale != 1.0 {
            scene.scale(options.scale);
        }
        let built = options.with_files(|files| {
            let how = CreateMapOptions::default().encoding(self.encoding).original(self.original).files(files);
            level::create(scene, options.stem(), &how, &mut files.limits.budget())
        })?;
        let bytes = built.map.to_bytes().map_err(|error| Error::document("pragma-map", error))?;
        let mut made = Created::new(built.findings);
        made.restored = built.restored && options.is_plain;
        made.files.extend(built.files.into_iter().map(|file| options.below_root(file)));
        made.add(options.output, bytes);
        Ok(made)
    }
}
