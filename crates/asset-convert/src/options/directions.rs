//! The options for conversions in one known direction.

use std::sync::Arc;

use asset_formats::Asset;
use asset_project::Resources;
use binio::Limits;

use super::ConvertOptions;
use super::groups::{Changes, EngineFiles, GltfFiles, Output, Shown};

/// Options for converting documents to a [scene](crate::scene()) or, with `asset-preview`, to a picture.
///
/// ```
/// use asset_convert::ToScene;
/// let options = ToScene::default().textures(false);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToScene {
    pub(crate) shown: Shown,
}

impl ToScene {
    setters! {
        resources engine class_table materials textures material_names animations animated collision navmesh
        picture_time texture_edge node_share max_expanded_bytes
    }

    /// Shows scenes as in a picture, at the given time unless [`picture_time`](Self::picture_time) is already set.
    #[must_use]
    pub fn default_picture_time(mut self, seconds: f32) -> Self {
        self.shown.picture_time.get_or_insert(seconds);
        self
    }

    /// Returns the limits for reading files with these options.
    pub fn limits(&self) -> Limits {
        self.shown.limits()
    }

    /// Returns the project where materials and textures are searched, as set by [`resources`](Self::resources).
    pub fn project(&self) -> Option<&Arc<Resources>> {
        self.shown.resources.as_ref()
    }
}

/// Options for converting documents to glTF; see [`ConvertTo::to_glb_with`](crate::ConvertTo::to_glb_with).
///
/// ```
/// use asset_convert::ToGltf;
/// let options = ToGltf::default().scale(0.01).originals(false).strict(true);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToGltf {
    shown: Shown,
    changes: Changes,
    gltf: GltfFiles,
    output: Output,
}

impl ToGltf {
    setters! {
        resources engine class_table materials textures material_names animations animated collision navmesh
        picture_time texture_edge node_share max_expanded_bytes
        repairs motion lod scale simplify optimize_meshes
        originals strict gpu_instancing compression quantize
        lossy deny_warnings texture_files max_texture_size power_of_two sink
    }
}

/// Options for creating the files of an engine from a glTF, an FBX or a model of another engine, and for writing the
/// edits in a glTF into an existing file; see [`ConvertTo::to_engine`](crate::ConvertTo::to_engine).
///
/// ```
/// use asset_convert::{FromScene, Tangents};
/// let options = FromScene::default().tangents(Tangents::Always).max_bones(128);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FromScene {
    shown: Shown,
    changes: Changes,
    engine_files: EngineFiles,
    output: Output,
}

impl FromScene {
    setters! {
        resources engine class_table materials textures animations animated node_share max_expanded_bytes
        repairs motion lod scale up turn simplify optimize_meshes
        into_original bind_pose_of max_bones apply_scale weld optimize tangents smooth curve_tolerance own_folders
        from_root copy_from shown_from replaces shared keeps_names prefab
        lossy deny_warnings udm_values texture_files max_texture_size power_of_two sink
    }

    /// Adds an animation that already exists in the output folder, to report whether it fits the new skeleton. Default:
    /// none.
    #[must_use]
    pub fn other(mut self, name: &str, animation: Asset<'_>) -> Self {
        self.engine_files.add_other(name, animation);
        self
    }
}

/// Options for changing a document that keeps its format; see [`ConvertTo::rewrite`](crate::ConvertTo::rewrite). All
/// data that isn't changed stays as it is.
///
/// ```
/// use asset_convert::{Center, Rewrite};
/// let options = Rewrite::default().scale(0.01).center(Center::Bottom);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Rewrite {
    shown: Shown,
    changes: Changes,
    output: Output,
}

impl Rewrite {
    setters! {
        resources engine class_table max_expanded_bytes
        repairs motion lod scale up turn center simplify optimize_meshes tangents smooth
        lossy deny_warnings udm_values sink
    }
}

impl From<ToScene> for ConvertOptions {
    fn from(ToScene { shown }: ToScene) -> Self {
        Self { shown, ..Self::default() }
    }
}

impl From<ToGltf> for ConvertOptions {
    fn from(ToGltf { shown, changes, gltf, output }: ToGltf) -> Self {
        Self { shown, changes, gltf, output, ..Self::default() }
    }
}

impl From<FromScene> for ConvertOptions {
    fn from(FromScene { shown, changes, engine_files, output }: FromScene) -> Self {
        Self { shown, changes, engine_files, output, ..Self::default() }
    }
}

impl From<Rewrite> for ConvertOptions {
    fn from(Rewrite { shown, changes, output }: Rewrite) -> Self {
        Self { shown, changes, output, ..Self::default() }
    }
}
