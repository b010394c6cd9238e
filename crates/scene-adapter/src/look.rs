//! Functions for materials that adapters need: write files and images, and compare a material to its source.

mod difference;
mod each;
mod edited;
mod file_names;
mod files;
mod image_cache;
mod images;
mod prefetch;
mod report;
mod rules;
mod texture_jobs;

pub use crate::resources::ResourceFile;
pub use asset_scene::cores::count as cores;
pub use difference::{Property, Slot, changes, look};
pub use each::{MaterialWriter, write_materials};
pub use edited::{EditedMaterial, MaterialPlan};
pub use file_names::{CopyNames, file_name, image_name, is_resource_name};
pub use files::{FilePair, ResourceFiles, without_extension};
pub use image_cache::ImageCache;
pub use images::{
    ImageLabel, Images, NO_IMAGE, TextureLayout, adopt_sources, decoding, image_bytes, image_pixels, made_of, plane,
    renew_sums, sources_of_images, stem,
};
pub use prefetch::{ImagePrefetch, MadeImage, rest_of};
pub use report::{LookRule, Report};
pub use texture_jobs::{TextureJob, TextureJobs};

use asset_scene::{Material, Scene};

/// Returns whether a material in an engine's model is only a placeholder, because its file was never read.
pub fn is_place(scene: &Scene<'_>, material: &Material) -> bool {
    let (roughness, double_sided) = (material.roughness, material.double_sided);
    let plain = Material { roughness, double_sided, ..Material::named(material.name.clone()) };
    scene.source.is_some() && *material == plain && (material.roughness == 1.0 || material.roughness == 0.5)
}
