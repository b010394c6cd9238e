//! Refuses options that contradict each other or the output format.

use asset_formats::{Error, OutputFormat};
use asset_image::TextureFiles;
use asset_scene::UpAxis;
use urho_scene::Engine;

use super::{Conversion, ConvertOptions, Way};
use crate::Motion;

impl ConvertOptions {
    /// Returns an error if the output format is a version that the requested engine can't read.
    pub(crate) fn refuse_other_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        let of_rbfx = matches!(
            output_format,
            OutputFormat::UMD3
                | OutputFormat::UAN2
                | OutputFormat::ARCHIVE_XML
                | OutputFormat::ARCHIVE_JSON
                | OutputFormat::ARCHIVE_BINARY
        );
        let of_urho3d = matches!(output_format, OutputFormat::UMDL | OutputFormat::UMD2 | OutputFormat::UANI);
        match self.shown.engine {
            Some(Engine::Rbfx) if of_urho3d => {}
            Some(Engine::Urho3d | Engine::U3d) if of_rbfx => {}
            _ => return Ok(()),
        }
        let engine = self.shown.engine.map(Engine::name).unwrap_or_default();
        Err(Error::Refused(format!("the engine {engine} has no files of the format {output_format}")))
    }

    /// Returns an error for options that have no effect on this conversion, or none together with other options.
    pub(crate) fn check(&self, conversion: &Conversion) -> Result<(), Error> {
        self.refuse_without_effect(conversion)?;
        let (files, has_original) = (self.output.texture_files, self.engine_files.into_original.is_some());
        let is_to_gltf = matches!(conversion.way, Way::ModelToGltf | Way::LevelToGltf);
        let changes = &self.changes;
        let is_moved = changes.lod.is_some() || changes.scale != 1.0 || changes.up != UpAxis::Y;
        let contradictions = [
            (
                !self.shown.animated && self.is_about_animations(),
                "the option no-animations can't be used with options for animations",
            ),
            (
                is_to_gltf && matches!(files, TextureFiles::Dds | TextureFiles::Bc7),
                "expected png or webp for the option textures, because no glTF contains dds",
            ),
            (
                !is_to_gltf && files == TextureFiles::Webp,
                "expected png or dds for the option textures, because no engine reads webp",
            ),
            (
                has_original && self.engine_files.bind_pose_of.is_some(),
                "the option bind-pose-of can't be used with the option into, which keeps the skeleton of the original",
            ),
            (
                has_original && !(self.engine_files.weld && self.engine_files.optimize),
                "the option no-weld or the option no-optimize can't be used with the option into",
            ),
            (
                has_original && self.changes_meshes(),
                "the option simplify or the option optimize-meshes can't be used with the option into",
            ),
            (
                has_original && is_moved,
                "the option lod, the option scale or the option up can't be used with the option into",
            ),
        ];
        match contradictions.iter().find(|(is_set, _)| *is_set) {
            Some((_, message)) => Err(Error::Refused((*message).to_owned())),
            None => Ok(()),
        }
    }

    /// Returns whether any options select or change animations.
    fn is_about_animations(&self) -> bool {
        let others = Motion { rename_bones: None, ..self.changes.motion.clone() };
        !self.shown.animations.is_empty() || !others.is_empty()
    }
}
