//! The loader: files to scenes, scenes to assets.

use asset_project::Format;
use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetServer, LoadContext};
use bevy::reflect::TypePath;

use crate::resources::Shelf;
use crate::shown::{File, shown};
use crate::{EngineAsset, EngineAssetsError, EngineAssetsSettings};

/// Extensions of the files that the plugin loads, without the dot.
pub const EXTENSIONS: &[&str] = &[
    "mdl", "ani", "pmdl", "pmdl_b", "pmap", "pmap_b", "pmat", "pmat_b", "zed", "xml", "json", "bin", "prefab", "scene",
    "material", "dds", "ktx", "tga", "vtf",
];

/// Loads files of Urho3D, rbfx, Pragma and ZED; see the [crate's front page](crate).
#[derive(TypePath)]
pub struct EngineAssetsLoader {
    server: AssetServer,
    roots: Vec<String>,
}

impl EngineAssetsLoader {
    /// Creates a loader, as the plugin does: `roots` are asset paths of folders with resources.
    pub fn new(server: AssetServer, roots: Vec<String>) -> Self {
        Self { server, roots }
    }
}

impl AssetLoader for EngineAssetsLoader {
    type Asset = EngineAsset;
    type Settings = EngineAssetsSettings;
    type Error = EngineAssetsError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &EngineAssetsSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<EngineAsset, EngineAssetsError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let file = File::new(context.path().clone(), bytes);
        let roots = settings.roots.iter().chain(&self.roots).map(String::as_str);
        let mut shelf = Shelf::new(context, self.server.clone(), roots);
        let format = file.parse()?.format();
        if format == Format::IMAGE {
            return crate::textures::file(&file, settings, context);
        }
        let shown = shown(file, format, settings, &mut shelf).await?;
        crate::tree::build(&shown, settings, context)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}
