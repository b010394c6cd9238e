//! The plugin.

use bevy::app::{App, Plugin};
use bevy::asset::{AssetApp, AssetServer};
use bevy::ecs::resource::Resource;

use crate::assets::{EngineAsset, EngineMesh, EngineNode, EngineSkin};
use crate::assets::{
    EngineExtras, EngineMaterialExtras, EngineMaterialName, EngineMeshName, EngineSceneExtras, LevelOfDetail,
};
use crate::loader::{EXTENSIONS, EngineAssetsLoader};

/// Asset paths of folders in which resources are looked for, after the folders of the file: `["core://", "Data"]`. Insert the resource before the app
/// runs.
#[derive(Clone, Debug, Default, Resource)]
pub struct EngineAssetsRoots(pub Vec<String>);

/// Loads files of Urho3D, rbfx, Pragma and ZED. Add it after `DefaultPlugins`.
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
            .preregister_asset_loader::<EngineAssetsLoader>(EXTENSIONS);
    }

    fn finish(&self, app: &mut App) {
        let roots = app.world().resource::<EngineAssetsRoots>().0.clone();
        let server = app.world().resource::<AssetServer>().clone();
        app.register_asset_loader(EngineAssetsLoader::new(server, roots));
    }
}
