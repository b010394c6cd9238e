//! The plugin.

use bevy::app::{App, Plugin};
use bevy::asset::{AssetApp, AssetServer};
use bevy::ecs::resource::Resource;
use bevy::tasks::futures::now_or_never;

use crate::EngineAssetsCoordinates;
use crate::assets::{EngineAsset, EngineMesh, EngineNode, EngineSkin};
use crate::assets::{
    EngineExtras, EngineMaterialExtras, EngineMaterialName, EngineMeshName, EngineSceneExtras, LevelOfDetail,
};
use crate::loader::{EXTENSIONS, EngineAssetsLoader, SHARED_EXTENSIONS};

/// Asset paths of folders to search for resources, after the folders of the file: `["core://", "Data"]`. You must
/// insert this resource before the app runs.
#[derive(Clone, Debug, Default, Resource)]
pub struct EngineAssetsRoots(pub Vec<String>);

/// This plugin loads the files of Urho3D, U3D, rbfx, Pragma and ZED. You must add it after `DefaultPlugins`, because it
/// uses the asset server.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineAssetsPlugin;

impl Plugin for EngineAssetsPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<EngineAsset>()
            .init_asset::<EngineNode>()
            .init_asset::<EngineMesh>()
            .init_asset::<EngineSkin>()
            .register_type::<EngineExtras>()
            .register_type::<EngineSceneExtras>()
            .register_type::<EngineMaterialExtras>()
            .register_type::<EngineMeshName>()
            .register_type::<EngineMaterialName>()
            .register_type::<LevelOfDetail>()
            .init_resource::<EngineAssetsRoots>()
            .init_resource::<EngineAssetsCoordinates>();
        let server = app.world().resource::<AssetServer>();
        let free = SHARED_EXTENSIONS.iter().filter(|extension| !is_taken(server, extension));
        let extensions: Vec<&str> = EXTENSIONS.iter().chain(free).copied().collect();
        app.preregister_asset_loader::<EngineAssetsLoader>(&extensions);
    }

    fn finish(&self, app: &mut App) {
        let roots = app.world().resource::<EngineAssetsRoots>().0.clone();
        let coordinates = app.world().resource::<EngineAssetsCoordinates>().0;
        let server = app.world().resource::<AssetServer>().clone();
        app.register_asset_loader(EngineAssetsLoader::new(server, roots).coordinates(coordinates));
    }
}

/// Returns `true` if another plugin already loads files with this extension.
fn is_taken(server: &AssetServer, extension: &str) -> bool {
    // A loader that isn't ready yet takes the extension, too.
    !matches!(now_or_never(server.get_asset_loader_with_extension(extension)), Some(Err(_)))
}
