//! Refuses options that contradict each other or the output format.

use asset_formats::{Error, OutputFormat};
use asset_image::TextureFiles;
use asset_scene::UpAxis;

use super::{Conversion, ConvertOptions, Way};
use crate::Motion;

impl ConvertOptions {
    /// Returns an error if the output format is a version that the requested engine can't read.
    pub(crate) fn refuse_other_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        let Some(engine) = self.shown.engine.filter(|engine| !output_format.is_for_engine(*engine)) else {
            return Ok(());
        };
        Err(Error::Refused(format!("the engine {} has no files of the format {output_format}", engine.name())))
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
