//! Textures: image, texture coordinates and sampler.

use crate::ImageId;
use binio::same_bits;

/// An image as a material uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// The image.
    pub image: ImageId,
    /// The set of texture coordinates.
    pub tex_coord: u32,
    /// Sampler.
    pub sampler: Sampler,
    /// Transform of the texture coordinates.
    pub transform: TextureTransform,
}

impl Texture {
    /// Creates a texture with the first set of texture coordinates, repeated.
    pub fn new(image: ImageId) -> Self {
        Self { image, tex_coord: 0, sampler: Sampler::default(), transform: TextureTransform::default() }
    }
}

/// Filtering and wrapping of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// Wrapping to the left and right.
    pub wrap_s: Wrap,
    /// Wrapping above and below.
    pub wrap_t: Wrap,
    /// Magnification filter; `None`: default of the program.
    pub magnify: Option<Filter>,
    /// Minification filter; `None`: default of the program.
    pub minify: Option<Minify>,
}

/// Wrapping mode outside of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image is repeated.
    #[default]
    Repeat,
    /// The image is repeated and mirrored.
    Mirror,
    /// The edge pixels are repeated.
    Clamp,
}

/// Pixel filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest pixel.
    Nearest,
    /// The mean of the surrounding pixels.
    Linear,
}

/// Minification filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minify {
    /// Filter within an image.
    pub filter: Filter,
    /// Filter between mip levels; `None`: no mip levels.
    pub mipmaps: Option<Filter>,
}

/// Transform of texture coordinates: scale, rotation, translation, in that order.
#[derive(Clone, Copy, Debug)]
pub struct TextureTransform {
    /// Translation, in images to the right and down.
    pub offset: [f32; 2],
    /// Rotation about the origin, in radians, counter-clockwise in the image.
    pub rotation: f32,
    /// Number of repetitions.
    pub scale: [f32; 2],
}

impl Default for TextureTransform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] }
    }
}

impl TextureTransform {
    /// Returns all numbers: offset, rotation, scale.
    pub fn numbers(&self) -> [f32; 5] {
        let ([x, y], [u, v]) = (self.offset, self.scale);
        [x, y, self.rotation, u, v]
    }

    /// Returns whether coordinates are unchanged.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }
}

impl PartialEq for TextureTransform {
    /// Floats are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.numbers(), &other.numbers())
    }
}
