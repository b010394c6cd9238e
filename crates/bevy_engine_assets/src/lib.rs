//! A Bevy plugin that loads the files of Urho3D, U3D, rbfx, Pragma and the ZED engine: models, animations, materials,
//! scenes, prefabs, maps, textures and packages.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_engine_assets::{EngineAssetLabel, EngineAssetsPlugin};
//!
//! fn main() {
//!     App::new().add_plugins((DefaultPlugins, EngineAssetsPlugin)).add_systems(Startup, spawn).run();
//! }
//!
//! fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
//!     // The same as "Models/Kachujin/Kachujin.mdl#Scene0".
//!     commands.spawn(WorldAssetRoot(assets.load(EngineAssetLabel::Scene.from_asset("Models/Kachujin/Kachujin.mdl"))));
//! }
//! ```
//!
//! If you know `bevy_gltf`, you know this plugin. A file is loaded as an [`EngineAsset`] with labelled parts; see
//! [`EngineAssetLabel`] for the labels, and [`EngineAssetsSettings`] for the settings of a load. You must add the
//! plugin after `DefaultPlugins`.
//!
//! **Dependencies.** The asset server reads the materials, textures and models that a file references, so they can be
//! in any asset source. If one of them changes, the assets that use it are reloaded. Resource names are relative to the
//! folder that contains `Models`, `Materials`, `Scenes` … (Pragma: `models`, `materials`, `maps`). If this folder is
//! `Data`, they can also be in `CoreData`, `Cache`, a folder of `Autoload`, or another folder beside it. Then the
//! folders above it are searched, and then [`EngineAssetsRoots`].
//!
//! **Files of others.** Some extensions are also used by other programs; see [`SHARED_EXTENSIONS`]. If you have added a
//! plugin that loads them earlier, it keeps the extension. You can still use
//! `load::<EngineAsset>("Textures/Stone.dds")` to read such a file with this plugin. Otherwise, this plugin loads them.
//! If it can't show a file, such as an interface layout in `.xml`, you get an [`EngineAsset`] without parts and a
//! finding with the kind [`kinds::NOT_SHOWN`]. So you can use `load_folder("Data/Scenes")` to load all scenes. Note
//! that Bevy refuses a folder if no plugin can load one of its files, for example a `.txt`.
//!
//! **Conventions.** The plugin follows the rules of glTF: right-handed, Y up, metres, linear factors. If you convert a
//! model to `.glb` and load it with `bevy_gltf`, it has the same meshes, transforms and clips. Models look along +Z. To
//! turn them to Bevy's -Z as `bevy_gltf` does, set [`EngineAssetsSettings::convert_coordinates`], or
//! [`EngineAssetsCoordinates`] for all loads.

#![forbid(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]

mod animations;
mod assets;
mod coordinates;
mod error;
pub mod kinds;
mod label;
mod loader;
mod materials;
mod meshes;
mod nodes;
mod package;
mod plugin;
mod resources;
mod settings;
mod shown;
mod supply;
mod textures;
mod tree;
mod turns;

pub use assets::{
    EngineAsset, EngineExtras, EngineMaterialExtras, EngineMaterialName, EngineMesh, EngineMeshName, EngineNode,
    EnginePrimitive, EngineSceneExtras, EngineSkin, LevelOfDetail,
};
pub use binio::{Finding, FindingKind, Findings, Severity};
pub use coordinates::{ConvertCoordinates, EngineAssetsCoordinates};
pub use error::EngineAssetsError;
pub use label::EngineAssetLabel;
pub use loader::{EXTENSIONS, EngineAssetsLoader, SHARED_EXTENSIONS};
pub use package::PackageSource;
pub use plugin::{EngineAssetsPlugin, EngineAssetsRoots};
pub use settings::{EngineAssetsSettings, SkinnedMeshBoundsPolicy};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
