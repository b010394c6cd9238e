//! Bevy plugin that loads the files of Urho3D, rbfx, Pragma and the ZED engine: models, animations, materials, scenes, prefabs, maps, textures and packages.
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
//! The plugin works as `bevy_gltf` does: one file becomes an [`EngineAsset`] with labelled parts, [`EngineAssetLabel`] lists the labels, and
//! [`EngineAssetsSettings`] are the settings of a load. Add the plugin after `DefaultPlugins`.
//!
//! **Dependencies.** The asset server reads the materials, textures and models that a file refers to, so they may be in any asset source, and a file
//! that changes reloads the assets that were made of it. Names of resources are relative to the folder that contains `Models`, `Materials`,
//! `Scenes` … (Pragma: `models`, `materials`, `maps`). If that is `Data`, they may also be in `CoreData`, `Cache`, a folder of `Autoload`, or another
//! folder beside; then in the folders above, then in [`EngineAssetsRoots`].
//!
//! **Files of others.** Some extensions are no engine's alone: [`SHARED_EXTENSIONS`]. If a plugin that you added earlier loads one of these, it keeps
//! the extension; use `load::<EngineAsset>("Textures/Stone.dds")` to read such a file with this plugin. Otherwise this plugin loads them, and a file
//! that it can't show, such as an interface layout in `.xml`, becomes an [`EngineAsset`] without parts with a finding of the kind [`kinds::NOT_SHOWN`].
//! So `load_folder("Data/Scenes")` loads all scenes that there are. Note that Bevy refuses a folder that contains a file which no plugin loads, such as a
//! `.txt`.
//!
//! **Conventions.** The plugin follows the rules of glTF: right-handed, Y up, metres, linear factors. A model that is converted to `.glb` and loaded by
//! `bevy_gltf` has the same meshes, transforms and clips. Models look along +Z; set [`EngineAssetsSettings::convert_coordinates`], or
//! [`EngineAssetsCoordinates`] for all loads, to turn them to Bevy's -Z as `bevy_gltf` does.

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
