//! Reads the textures of materials.

use asset_scene::glam::{DMat2, DVec2};
use asset_scene::{ImageId, Sampler, Texture, TextureTransform, Wrap};
use binio::Path;

use super::Reader;
use crate::kinds;

/// The images in a file, and the names of a material's texture coordinate sets.
#[derive(Clone, Copy)]
pub(super) struct Places<'p> {
    pub(super) images: &'p [ImageId],
    pub(super) sets: &'p [&'p str],
}

impl Reader<'_> {
    /// Returns a texture, or `None` if it does not use an image.
    pub(super) fn texture(&mut self, texture: &ufbx::Texture, places: Places<'_>, path: &Path) -> Option<Texture> {
        let files: Vec<&ufbx::Texture> = (&texture.file_textures).into_iter().collect();
        let Some(first) = files.iter().find(|file| file.has_file) else {
            let message = format!("the texture {:?} is computed by its program; left out", &*texture.element.name);
            self.findings.expected_loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
            return None;
        };
        if files.len() > 1 {
            let message = format!("of {} layers of a texture only the lowest is used", files.len());
            self.findings.loss(kinds::MATERIAL_PART_LOST, path.clone(), message);
        }
        let image = *places.images.get(first.file_index as usize)?;
        let set = places.sets.iter().position(|set| *set == &*first.uv_set).unwrap_or(0);
        let wrap = |wrap: ufbx::WrapMode| if wrap == ufbx::WrapMode::Clamp { Wrap::Clamp } else { Wrap::Repeat };
        let sampler = Sampler { wrap_s: wrap(first.wrap_u), wrap_t: wrap(first.wrap_v), ..Sampler::default() };
        let transform = if first.has_uv_transform {
            self.uv_transform(&first.uv_to_texture, path)
        } else {
            TextureTransform::default()
        };
        Some(Texture { image, tex_coord: u32::try_from(set).unwrap_or(0), sampler, transform })
    }

    /// Converts the transform of texture coordinates, because the origin was at the bottom but must be at the top.
    fn uv_transform(&mut self, matrix: &ufbx::Matrix, path: &Path) -> TextureTransform {
        let columns = DMat2::from_cols_array(&[matrix.m00, -matrix.m10, -matrix.m01, matrix.m11]);
        let offset = [matrix.m01 + matrix.m03, 1.0 - matrix.m11 - matrix.m13];
        let (x, y) = (columns.x_axis, columns.y_axis);
        let angle = (-x.y).atan2(x.x);
        let (sine, cosine) = angle.sin_cos();
        let (width, height) = (x.length(), y.dot(DVec2::new(sine, cosine)));
        if y.dot(DVec2::new(cosine, -sine)).abs() > 1e-4 * y.length() {
            self.findings.loss(kinds::MATERIAL_PART_LOST, path.clone(), "the shear of a texture is left out");
        }
        TextureTransform {
            offset: offset.map(|number| self.numbers.one(number)),
            rotation: self.numbers.one(angle),
            scale: [width, height].map(|number| self.numbers.one(number)),
        }
    }
}
