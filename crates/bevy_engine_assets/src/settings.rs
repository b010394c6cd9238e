//! The settings for a load.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSamplerDescriptor;
use serde::{Deserialize, Serialize};

use crate::ConvertCoordinates;

/// The settings for a load, which are similar to `GltfLoaderSettings`. By default, everything is loaded.
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
    /// Where to keep meshes. If this is empty, meshes are not loaded.
    pub load_meshes: RenderAssetUsages,
    /// Where to keep textures. If this is empty, materials and textures are not loaded.
    pub load_materials: RenderAssetUsages,
    /// Set this to spawn cameras.
    pub load_cameras: bool,
    /// Set this to spawn lights.
    pub load_lights: bool,
    /// Set this to load clips and the components that play them.
    pub load_animations: bool,
    /// Set this to spawn coarser levels of detail. Then all levels have a `VisibilityRange`. A level is left out if its
    /// distance is not known.
    pub load_levels_of_detail: bool,
    /// Set this to load animations in the folder of an Urho3D model if their names begin with its name (`Jack_Walk.ani`
    /// for `Jack.mdl`).
    pub animations_beside: bool,
    /// Asset paths of other animations to load with the model.
    pub animations: Vec<String>,
    /// For an animation: the asset path of the model that it moves, for example `Models/Jack.mdl`. You then get the
    /// model with only this animation. If you don't set this, the nodes are the bones of the animation without a
    /// hierarchy, and its clip does not move a model.
    pub model: Option<String>,
    /// Asset paths of folders to search for resources, such as `Data` or `core://`. They are searched after the folders
    /// of the file and before [`EngineAssetsRoots`](crate::EngineAssetsRoots).
    pub roots: Vec<String>,
    /// For a Pragma map: set this to spawn its collision meshes as hidden entities.
    pub load_collision: bool,
    /// For a Pragma map: set this to spawn its navigation mesh as a hidden entity.
    pub load_navmesh: bool,
    /// The default sampler for textures, which can override it. If you don't set this, filters are linear.
    pub default_sampler: Option<ImageSamplerDescriptor>,
    /// Set this to use the default sampler for all textures.
    pub override_sampler: bool,
    /// Which parts to turn to Bevy's axes. If you don't set this,
    /// [`EngineAssetsCoordinates`](crate::EngineAssetsCoordinates) is used.
    pub convert_coordinates: Option<ConvertCoordinates>,
    /// How to compute the bounds of skinned meshes.
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
    /// Returns which parts to turn. The loader has already set the default.
    pub(crate) fn coordinates(&self) -> ConvertCoordinates {
        self.convert_coordinates.unwrap_or_default()
    }
}

/// How to compute the bounds of skinned meshes, which are used for culling.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub enum SkinnedMeshBoundsPolicy {
    /// Use the bounds of the mesh in its bind pose.
    BindPose,
    /// Use bounds that follow the joints. This adds `DynamicSkinnedMeshBounds`.
    #[default]
    Dynamic,
    /// Use the bounds of the bind pose, but never cull the mesh. This adds `NoFrustumCulling`.
    NoFrustumCulling,
}
