//! Settings of a load.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSamplerDescriptor;
use serde::{Deserialize, Serialize};

use crate::ConvertCoordinates;

/// Settings of a load, as `GltfLoaderSettings` has them. By default everything is loaded.
///
/// ```no_run
/// # use bevy::prelude::*;
/// # use bevy_engine_assets::{EngineAsset, EngineAssetsSettings};
/// # fn load(assets: Res<AssetServer>) {
/// let jack: Handle<EngineAsset> = assets
///     .load_builder()
///     .with_settings(|settings: &mut EngineAssetsSettings| {
///         settings.load_cameras = false;
///         settings.animations.push("Models/Jack_Walk.ani".into());
///     })
///     .load("Models/Jack.mdl");
/// # }
/// ```
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default)]
pub struct EngineAssetsSettings {
    /// Where meshes are kept. If empty, there are no meshes.
    pub load_meshes: RenderAssetUsages,
    /// Where textures are kept. If empty, there are no materials and no textures.
    pub load_materials: RenderAssetUsages,
    /// Whether cameras are spawned.
    pub load_cameras: bool,
    /// Whether lights are spawned.
    pub load_lights: bool,
    /// Whether there are clips, and components that play them.
    pub load_animations: bool,
    /// Whether coarser levels of detail are spawned; then all levels have a `VisibilityRange`. Levels of unknown distance are left out.
    pub load_levels_of_detail: bool,
    /// Whether animations in the folder of a model of Urho3D that are called after it (`Jack_Walk.ani` of `Jack.mdl`) belong to the model.
    pub animations_beside: bool,
    /// Further animations of the model: asset paths.
    pub animations: Vec<String>,
    /// Of an animation: the asset path of the model that it moves, `Models/Jack.mdl`. The asset is then the model with this one animation. Without it,
    /// the nodes are the bones of the animation without a hierarchy, and its clip moves no model.
    pub model: Option<String>,
    /// Asset paths of folders in which resources are looked for, after the folders of the file and before [`EngineAssetsRoots`](crate::EngineAssetsRoots):
    /// `Data`, `core://`.
    pub roots: Vec<String>,
    /// Of a map of Pragma: whether its collision meshes are spawned, as hidden entities.
    pub load_collision: bool,
    /// Of a map of Pragma: whether its navigation mesh is spawned, as a hidden entity.
    pub load_navmesh: bool,
    /// The sampler that textures override. Default: linear filters.
    pub default_sampler: Option<ImageSamplerDescriptor>,
    /// Whether all textures have the default sampler.
    pub override_sampler: bool,
    /// Which parts turn to Bevy's axes. Default: those of [`EngineAssetsCoordinates`](crate::EngineAssetsCoordinates).
    pub convert_coordinates: Option<ConvertCoordinates>,
    /// Bounds of skinned meshes.
    pub skinned_mesh_bounds_policy: SkinnedMeshBoundsPolicy,
}

impl Default for EngineAssetsSettings {
    fn default() -> Self {
        Self {
            load_meshes: RenderAssetUsages::default(),
            load_materials: RenderAssetUsages::default(),
            load_cameras: true,
            load_lights: true,
            load_animations: true,
            load_levels_of_detail: true,
            animations_beside: true,
            animations: Vec::new(),
            model: None,
            roots: Vec::new(),
            load_collision: false,
            load_navmesh: false,
            default_sampler: None,
            override_sampler: false,
            convert_coordinates: None,
            skinned_mesh_bounds_policy: SkinnedMeshBoundsPolicy::default(),
        }
    }
}

impl EngineAssetsSettings {
    /// Which parts turn; the plugin has set it.
    pub(crate) fn coordinates(&self) -> ConvertCoordinates {
        self.convert_coordinates.unwrap_or_default()
    }
}

/// Bounds of skinned meshes, which culling uses.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub enum SkinnedMeshBoundsPolicy {
    /// Bounds of the mesh in its bind pose.
    BindPose,
    /// Bounds that follow the joints: a `DynamicSkinnedMeshBounds`.
    #[default]
    Dynamic,
    /// Bounds of the bind pose; the mesh is never culled: a `NoFrustumCulling`.
    NoFrustumCulling,
}
