//! Refuses options that would have no effect on a conversion.

use asset_project::{Error, Format, OutputFormat};
use asset_scene::UpAxis;

use super::ConvertOptions;
use crate::Tangents;

impl ConvertOptions {
    /// Returns an error if the output format is a version that the requested engine can't read.
    pub(crate) fn refuse_other_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        use urho_scene::Engine;
        let of_rbfx = matches!(
            output_format,
            OutputFormat::UMD3
                | OutputFormat::UAN2
                | OutputFormat::ARCHIVE_XML
                | OutputFormat::ARCHIVE_JSON
                | OutputFormat::ARCHIVE_BINARY
        );
        let of_urho3d = matches!(output_format, OutputFormat::UMDL | OutputFormat::UMD2 | OutputFormat::UANI);
        match self.engine {
            Some(Engine::Rbfx) if of_urho3d => {}
            Some(Engine::Urho3d | Engine::U3d) if of_rbfx => {}
            _ => return Ok(()),
        }
        let engine = self.engine.map(Engine::name).unwrap_or_default();
        Err(Error::Refused(format!("the engine {engine} has no files of the format {output_format}")))
    }

    /// Returns an error for options that would have no effect, because this conversion doesn't use a scene.
    pub(crate) fn refuse_scenes(&self, output_format: OutputFormat, format: Format) -> Result<(), Error> {
        let default = Self::default();
        let (animations, up, original) =
            (!self.animations.is_empty(), self.up != default.up, self.into.is_some() || self.bind_pose.is_some());
        // Models of Urho3D can be cut to a level of detail as they are.
        let lod = self.lod.is_some() && format != Format::URHO_MDL;
        let options = [
            (animations, "animations"),
            (!self.animated, "no-animations"),
            (
                !self.motion.is_empty(),
                "clip, merge, speed, reverse, mirror, onto, loop, in-place, root-motion, fps or rename-bones",
            ),
            (lod, "lod"),
            (self.scale != default.scale, "scale"),
            (up, "up"),
            (original, "into or the option bind-pose-of"),
            (self.apply_scale, "apply-scale"),
            (self.turn, "facing"),
            (self.center.is_some(), "center"),
            (!self.originals, "no-originals"),
            (self.strict, "strict"),
            (self.gpu_instancing, "gpu-instancing"),
            (self.compression != default.compression || self.quantize, "compress"),
            (self.max_bones != default.max_bones, "max-bones"),
            (!self.simplify.is_empty(), "simplify"),
            (self.optimize_meshes, "optimize-meshes"),
            (!self.weld, "no-weld"),
            (self.tangents != default.tangents, "tangents"),
            (self.smooth.is_some(), "smooth"),
            (self.curve_tolerance != default.curve_tolerance, "curve-tolerance"),
            (!self.optimize, "no-optimize"),
            (!self.materials, "no-materials"),
            (!self.textures, "no-textures"),
            (!self.material_names.is_empty(), "material"),
            (self.repairs_anything() && format != Format::URHO_MDL, "repair"),
            (self.prefab, "prefab"),
            (self.copy_from.is_some(), "copy-resources"),
            (self.collision, "collision"),
            (self.navmesh, "navmesh"),
            (self.texture_files != default.texture_files, "textures"),
            (self.texture_use.is_some() && output_format != OutputFormat::DDS, "texture-use"),
            (
                self.max_texture_size.is_some() && !matches!(output_format, OutputFormat::DDS | OutputFormat::PNG),
                "max-size",
            ),
            (self.power_of_two && !matches!(output_format, OutputFormat::DDS | OutputFormat::PNG), "power-of-two"),
        ];
        refuse(&options, &format!("from {} to {output_format}", format.title()))
    }

    /// Returns an error for options that would have no effect on a conversion from a scene to engine files.
    pub(crate) fn refuse_for_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        let is_model = output_format.extension() == Some("mdl");
        let has_files = output_format.has_materials() || output_format.is_urho_scene() || output_format.is_pragma_map();
        let has_meshes = has_files || output_format.is_model();
        let options = [
            (self.center.is_some(), "center"),
            (!self.originals, "no-originals"),
            (self.strict, "strict"),
            (self.gpu_instancing, "gpu-instancing"),
            (self.compression != Self::default().compression || self.quantize, "compress"),
            (!self.animated && (output_format.is_level() || output_format.extension() == Some("ani")), "no-animations"),
            (!self.animated && self.is_about_animations(), "no-animations together with options for animations"),
            (!self.materials && !has_files, "no-materials"),
            (!self.textures && !has_files, "no-textures"),
            (!self.material_names.is_empty(), "material"),
            (self.copy_from.is_some() && !has_files, "copy-resources"),
            (self.up != UpAxis::Y && !is_model && output_format.extension() != Some("ani"), "up"),
            (self.max_bones != Self::default().max_bones && !is_model, "max-bones"),
            (!self.weld && !has_meshes, "no-weld"),
            (self.tangents != Tangents::default() && !is_model && !output_format.is_urho_scene(), "tangents"),
            (self.smooth.is_some() && !has_meshes, "smooth"),
            (!self.optimize && !has_meshes, "no-optimize"),
            (self.prefab && !output_format.is_urho_scene(), "prefab"),
            (self.texture_use.is_some(), "texture-use"),
            (self.texture_files != Self::default().texture_files && !has_files, "textures"),
            (self.texture_files == asset_image::TextureFiles::Webp, "textures webp"),
            (self.max_texture_size.is_some() && !has_files, "max-size"),
            (self.power_of_two && !has_files, "power-of-two"),
            (self.collision, "collision"),
            (self.navmesh, "navmesh"),
            (
                self.into.is_some() && self.bind_pose.is_some(),
                "bind-pose-of together with into, which has the same skeleton,",
            ),
            (self.into.is_some() && !(self.weld && self.optimize), "no-weld or no-optimize together with into"),
            (!self.simplify.is_empty() && !has_meshes, "simplify"),
            (self.optimize_meshes && !has_meshes, "optimize-meshes"),
            (self.into.is_some() && self.changes_meshes(), "simplify or optimize-meshes together with into"),
            (
                self.into.is_some() && (self.lod.is_some() || self.scale != 1.0 || self.up != UpAxis::Y),
                "lod, scale or up together with into",
            ),
            (
                output_format.is_urho_scene() && (self.bind_pose.is_some() || self.reshapes()),
                "bind-pose-of, apply-scale, facing, lod, scale, up, simplify or optimize-meshes",
            ),
        ];
        refuse(&options, &format!("to {output_format}"))
    }

    /// Returns an error for options that only affect maps, if this is not a map.
    pub(crate) fn refuse_for_format(&self, format: Format) -> Result<(), Error> {
        let is_map = format == Format::PRAGMA_MAP;
        let options = [(self.collision && !is_map, "collision"), (self.navmesh && !is_map, "navmesh")];
        refuse(&options, &format!("from {}", format.title()))
    }

    /// Returns an error for options that would have no effect on a conversion to glTF.
    pub(crate) fn refuse_for_gltf(&self) -> Result<(), Error> {
        let options = [
            (!self.animated && self.is_about_animations(), "no-animations together with options for animations"),
            (self.up != UpAxis::Y, "up"),
            (self.center.is_some(), "center"),
            (self.max_bones != Self::default().max_bones, "max-bones"),
            (!self.weld, "no-weld"),
            (self.tangents != Tangents::default(), "tangents"),
            (self.smooth.is_some(), "smooth"),
            (!self.optimize, "no-optimize"),
            (self.prefab, "prefab"),
            (self.texture_use.is_some(), "texture-use"),
            (
                matches!(self.texture_files, asset_image::TextureFiles::Dds | asset_image::TextureFiles::Bc7),
                "textures dds",
            ),
            (self.copy_from.is_some(), "copy-resources"),
            (self.into.is_some() || self.bind_pose.is_some(), "into or bind-pose-of"),
            (self.apply_scale, "apply-scale"),
            (self.turn, "facing"),
        ];
        refuse(&options, "to glTF")
    }
}

/// Returns an error about the first option that is set.
fn refuse(options: &[(bool, &str)], conversion: &str) -> Result<(), Error> {
    match options.iter().find(|(set, _)| *set) {
        Some((_, option)) => {
            Err(Error::Refused(format!("the option {option} has no effect on a conversion {conversion}")))
        }
        None => Ok(()),
    }
}
