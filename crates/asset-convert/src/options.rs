//! This module contains [`ConvertOptions`], and the options for conversions in one known direction.

#[macro_use]
mod groups;
mod batch;
mod directions;
mod effects;
mod refusals;

use asset_formats::{Asset, Error, Feature, WriteOptions};
use asset_image::TextureOutput;
use asset_scene::UpAxis;
use binio::{Finding, Findings, Limits, Severity};

use self::groups::{EngineFiles, GltfFiles, Output};
use crate::{Input, broken};

pub use self::directions::{FromScene, Rewrite, ToGltf, ToScene};
pub(crate) use self::effects::Way;
pub use self::effects::{Conversion, OptionGroup, fitting_options};
pub(crate) use self::groups::{Changes, Shown};

/// Options for conversions in any direction. If an option would have no effect on a conversion, it is refused with
/// [`Error::NoEffect`].
///
/// If you know the direction, use [`ToScene`], [`ToGltf`], [`FromScene`] or [`Rewrite`] instead. These only have the
/// options for that direction. All of them can be converted to this type.
///
/// ```
/// use asset_convert::{ConvertOptions, ToGltf, UpAxis};
/// let options = ConvertOptions::default().lossy(true);
/// let options = options.scale(0.01).up(UpAxis::Z).lod(0);
/// let options = ConvertOptions::from(ToGltf::default().strict(true));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ConvertOptions {
    pub(crate) shown: Shown,
    pub(crate) changes: Changes,
    pub(crate) gltf: GltfFiles,
    pub(crate) engine_files: EngineFiles,
    pub(crate) output: Output,
}

impl ConvertOptions {
    setters! {
        resources engine class_table materials textures material_names animations animated collision navmesh
        picture_time texture_edge node_share max_expanded_bytes
        repairs motion lod scale up turn center simplify optimize_meshes
        originals strict gpu_instancing compression quantize
        into_original bind_pose_of max_bones apply_scale weld optimize tangents smooth curve_tolerance own_folders
        from_root copy_from shown_from replaces shared keeps_names prefab
        lossy deny_warnings udm_values texture_files texture_use max_texture_size power_of_two sink
    }

    /// From glTF to a new Urho3D model: adds an animation that already exists in the output folder, to report whether
    /// it fits the new skeleton. Default: none.
    #[must_use]
    pub fn other(mut self, name: &str, animation: Asset<'_>) -> Self {
        self.engine_files.add_other(name, animation);
        self
    }

    /// Returns whether a new model will have the skeleton in the scene, and not the skeleton of another file.
    pub fn has_own_skeleton(&self) -> bool {
        self.engine_files.into_original.is_none() && self.engine_files.bind_pose_of.is_none()
    }

    /// Returns the file format and size for textures.
    pub(super) fn texture_output(&self) -> TextureOutput {
        let (files, max_size, power_of_two) =
            (self.output.texture_files, self.output.max_texture_size, self.output.power_of_two);
        TextureOutput { files, max_size, power_of_two }
    }

    /// Returns the options for writing this input without a scene.
    pub(super) fn for_writing(&self, input: &Input<'_, '_>) -> WriteOptions {
        // An animation as XML contains its side file already.
        let format = input.asset.format();
        let is_animation = format.is_urho_animation() && format.has(Feature::SideFile);
        let side = input.side.filter(|_| is_animation).and_then(|side| side.content.clone());
        WriteOptions::default()
            .engine(self.shown.engine)
            .lossy(self.output.lossy)
            .repairs(self.changes.repairs.clone())
            .lod(self.changes.lod)
            .side(side)
            .texture_output(self.texture_output())
            .texture_use(self.output.texture_use)
            .limits(self.limits())
    }

    /// Returns whether textures are written in another format or size.
    pub(super) fn changes_textures(&self) -> bool {
        self.texture_output() != TextureOutput::default()
    }

    /// Returns whether no option changes the model, so that the source file of a scene can be restored.
    pub(super) fn is_plain(&self) -> bool {
        self.has_own_skeleton() && !self.reshapes()
    }

    /// Returns whether an option changes the model: the scale, axes, levels of detail, bones of a mesh, or meshes.
    pub(super) fn reshapes(&self) -> bool {
        let turns = self.changes.up != UpAxis::Y || self.engine_files.apply_scale || self.changes.turn;
        let splits = self.engine_files.max_bones != EngineFiles::default().max_bones;
        self.changes.lod.is_some() || self.changes.scale != 1.0 || turns || splits || self.changes_meshes()
    }

    /// Returns whether meshes are simplified or reordered.
    pub(super) fn changes_meshes(&self) -> bool {
        !self.changes.simplify.is_empty() || self.changes.optimize_meshes
    }

    /// Returns an error if the shares of triangles can't be used to create levels of detail.
    pub(super) fn check_simplify(&self) -> Result<(), Error> {
        let ratios = &self.changes.simplify;
        let is_share = |ratio: &f32| *ratio > 0.0 && *ratio < 1.0;
        let descends = ratios.windows(2).all(|pair| matches!(pair, [finer, coarser] if finer > coarser));
        if ratios.len() <= MAX_LEVELS && ratios.iter().all(is_share) && descends {
            return Ok(());
        }
        let list = ratios.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
        let message = format!(
            "expected at most {MAX_LEVELS} descending numbers above 0 and below 1 as the shares of triangles for simplify, found {list}"
        );
        Err(Error::Refused(message))
    }

    /// Returns the limits for this conversion.
    pub(crate) fn limits(&self) -> Limits {
        self.shown.limits()
    }

    /// Returns the findings if the options allow all losses and warnings in them.
    ///
    /// # Errors
    /// Returns [`Error::Broken`] if one of the findings is an error, [`Error::Losses`] if there are losses that the options
    /// don't allow, and [`Error::Denied`] for warnings if these are denied.
    pub fn consent(&self, findings: Findings) -> Result<Findings, Error> {
        let findings = broken::refuse(findings)?;
        let losses = if self.output.lossy { Findings::new() } else { findings.losses() };
        if !losses.is_empty() {
            return Err(Error::Losses(losses));
        }
        let is_denied =
            |finding: &&Finding| self.output.deny_warnings && finding.severity >= Severity::Warning && !finding.is_loss;
        let denied: Findings = findings.iter().filter(is_denied).cloned().collect();
        if denied.is_empty() { Ok(findings) } else { Err(Error::Denied(denied)) }
    }

    /// Returns whether an animation with this name is included.
    pub(super) fn takes(&self, animation: &str) -> bool {
        self.shown.takes(animation)
    }

    /// Returns whether there are any repairs to do.
    pub(super) fn repairs_anything(&self) -> bool {
        !self.changes.repairs.is_empty()
    }
}

/// How many levels of detail can be simplified.
const MAX_LEVELS: usize = 8;
