//! An app without a window and a GPU, and waiting for its assets.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::asset::io::AssetSourceBuilder;
use bevy::asset::{AssetPath, LoadState, RecursiveDependencyLoadState, UntypedAssetId};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_engine_assets::{EngineAssetsPlugin, PackageSource};

/// Real files; `None` if nobody says where they are.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("ENGINE_ASSETS_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: ENGINE_ASSETS_CORPUS isn't set");
    }
    folder
}

/// How long an asset may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// An app with the plugin, whose assets are in `assets`, further files in `made` (`made://`), and packages by the names of their sources.
pub(crate) fn app(assets: &Path, made: &Path, packages: &[(&'static str, PathBuf)]) -> App {
    app_with(assets, made, packages, |_| ())
}

/// As [`app`], with further plugins before ours.
pub(crate) fn app_with(
    assets: &Path,
    made: &Path,
    packages: &[(&'static str, PathBuf)],
    before: impl FnOnce(&mut App),
) -> App {
    let mut app = App::new();
    let source = AssetSourceBuilder::platform_default(&made.display().to_string(), None);
    app.register_asset_source("made", source);
    for (name, path) in packages {
        app.register_asset_source(*name, PackageSource::open(path).expect("a package").into_builder());
    }
    let no_gpu = WgpuSettings { backends: None, ..WgpuSettings::default() };
    let plugins = DefaultPlugins
        .set(AssetPlugin {
            file_path: assets.display().to_string(),
            watch_for_changes_override: Some(true),
            ..AssetPlugin::default()
        })
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(no_gpu)), ..RenderPlugin::default() })
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..WindowPlugin::default() })
        .disable::<WinitPlugin>()
        .disable::<bevy::log::LogPlugin>();
    app.add_plugins(plugins);
    before(&mut app);
    app.add_plugins(EngineAssetsPlugin);
    app.finish();
    app.cleanup();
    app
}

/// Updates the app until `done` has a result.
pub(crate) fn until<T>(app: &mut App, what: &str, mut done: impl FnMut(&mut App) -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        app.update();
        if let Some(result) = done(app) {
            return result;
        }
        assert!(begin.elapsed() < PATIENCE, "{what} takes too long");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until an asset and all its dependencies are loaded. Returns the message of a failure.
pub(crate) fn settle(app: &mut App, id: impl Into<UntypedAssetId>, what: &str) -> Result<(), String> {
    let id = id.into();
    until(app, what, |app| {
        let server = app.world().resource::<AssetServer>();
        match (server.get_load_state(id), server.get_recursive_dependency_load_state(id)) {
            (Some(LoadState::Failed(error)), _) => Some(Err(error.to_string())),
            (_, Some(RecursiveDependencyLoadState::Failed(error))) => Some(Err(error.to_string())),
            (Some(LoadState::Loaded), Some(RecursiveDependencyLoadState::Loaded)) => Some(Ok(())),
            _ => None,
        }
    })
}

/// Loads an asset.
pub(crate) fn load<A: Asset>(app: &mut App, path: impl Into<AssetPath<'static>>) -> Result<Handle<A>, String> {
    let path = path.into();
    let handle = app.world().resource::<AssetServer>().load::<A>(path.clone());
    settle(app, handle.id(), &path.to_string()).map(|()| handle)
}

/// Spawns a scene. Returns its root entity, which the loader made.
pub(crate) fn spawn(app: &mut App, scene: Handle<WorldAsset>) -> Entity {
    let entity = app.world_mut().spawn(WorldAssetRoot(scene)).id();
    until(app, "a scene", |app| app.world().get::<Children>(entity).and_then(|children| children.first().copied()))
}
