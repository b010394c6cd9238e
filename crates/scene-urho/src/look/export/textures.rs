//! Textures of materials: images, samplers and the transform of their coordinates.

use asset_scene::{Filter, Minify, Sampler, Texture, Wrap};
use urho_material::{TextureKind, TextureUnit};

use super::Look;
use crate::look::TextureFile;
use crate::look::images::{self, Making};
use crate::look::matrix::transform;
use crate::look::rule::Rule;

impl Look<'_, '_, '_> {
    /// Reads the transform of texture coordinates. There is a row for each coordinate, and the third number in it is
    /// not used.
    pub(super) fn coordinates(&mut self) {
        let [a, b, _, x] = self.numbers("UOffset", [1.0, 0.0, 0.0, 0.0]);
        let [c, d, _, y] = self.numbers("VOffset", [0.0, 1.0, 0.0, 0.0]);
        if [a, b, x, c, d, y] == [1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            return;
        }
        let Some(transform) = transform([a, b, c, d], [x, y]) else {
            self.report.tell(Rule::Coordinates, format!("{a} {b} {x}, {c} {d} {y}"));
            return;
        };
        for texture in self.material.texture_places().flatten().filter(|texture| texture.tex_coord == 0) {
            texture.transform = transform;
        }
    }

    /// Returns the texture for a unit, after it is converted to an image.
    pub(in crate::look) fn texture(&mut self, unit: TextureUnit, making: Making) -> Option<Texture> {
        let file = self.files.texture(unit)?;
        if file.is_other() {
            self.report.tell(Rule::OtherTextures, format!("{} {}", unit.name(), file.name));
            return None;
        }
        let image = images::get(self.images, self.scene, file, making, self.budget);
        let image = match image {
            Ok(image) => image,
            Err(why) => {
                let rule = if file.bytes.is_err() { Rule::MissingTexture } else { Rule::UnreadableTexture };
                self.report.tell(rule, format!("{} {}, {why}", unit.name(), file.name));
                return None;
            }
        };
        let sampler = file.parameters.map_or_else(Sampler::default, |parameters| self.sampler(parameters));
        Some(Texture { sampler, ..Texture::new(image) })
    }

    fn sampler(&mut self, parameters: &urho_material::Texture<'_>) -> Sampler {
        let mut wrap = |coord| match parameters.address(coord).map(|mode| mode.to_ascii_lowercase()).as_deref() {
            Some(b"mirror") => Wrap::Mirror,
            Some(b"clamp") => Wrap::Clamp,
            Some(b"border") => {
                self.report.tell(Rule::Border, "");
                Wrap::Clamp
            }
            _ => Wrap::Repeat,
        };
        let (wrap_s, wrap_t) = (wrap('u'), wrap('v'));
        let filter = parameters.filter().map(|mode| mode.to_ascii_lowercase());
        let mipmaps = parameters.mipmaps() != Some(false);
        let minify = |filter, between| Some(Minify { filter, mipmaps: mipmaps.then_some(between) });
        use Filter::{Linear, Nearest};
        let (magnify, minify) = match filter.as_deref() {
            Some(b"nearest") => (Some(Nearest), minify(Nearest, Nearest)),
            Some(b"bilinear") => (Some(Linear), minify(Linear, Nearest)),
            Some(b"trilinear" | b"anisotropic") => (Some(Linear), minify(Linear, Linear)),
            Some(b"nearestanisotropic") => (Some(Nearest), minify(Linear, Linear)),
            _ if !mipmaps => (None, Some(Minify { filter: Linear, mipmaps: None })),
            _ => (None, None),
        };
        Sampler { wrap_s, wrap_t, magnify, minify }
    }
}

impl TextureFile<'_> {
    /// Returns whether this is a cube map, a volume or an array. A material in a scene can't show these.
    fn is_other(&self) -> bool {
        let is_xml = self.name.to_ascii_lowercase().ends_with(".xml");
        is_xml
            || self
                .parameters
                .is_some_and(|own| matches!(own.kind(), TextureKind::Cube | TextureKind::Volume | TextureKind::Array))
    }
}
