//! Textures: an image, with texture coordinates and a sampler.

use crate::ImageId;
use binio::same_bits;

/// An image, and how a material uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// The image.
    pub image: ImageId,
    /// The texture coordinate set to use.
    pub tex_coord: u32,
    /// How to filter and wrap the image.
    pub sampler: Sampler,
    /// How to transform the texture coordinates.
    pub transform: TextureTransform,
}

impl Texture {
    /// Creates a texture that repeats the image and uses the first texture coordinate set.
    pub fn new(image: ImageId) -> Self {
        Self { image, tex_coord: 0, sampler: Sampler::default(), transform: TextureTransform::default() }
    }
}

/// How to filter and wrap an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// How to wrap to the left and right.
    pub wrap_s: Wrap,
    /// How to wrap above and below.
    pub wrap_t: Wrap,
    /// The filter for magnification, or `None` to let the program decide.
    pub magnify: Option<Filter>,
    /// The filter for minification, or `None` to let the program decide.
    pub minify: Option<Minify>,
}

/// What to show outside of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// Repeats the image.
    #[default]
    Repeat,
    /// Repeats the image, but mirrors every second copy.
    Mirror,
    /// Repeats the pixels at the edge.
    Clamp,
}

/// How to filter pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// Uses the nearest pixel.
    Nearest,
    /// Uses the mean of the surrounding pixels.
    Linear,
}

/// How to filter an image when it is minified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minify {
    /// The filter to use within an image.
    pub filter: Filter,
    /// The filter to use between mip levels, or `None` to not use mip levels.
    pub mipmaps: Option<Filter>,
}

/// Transforms texture coordinates: first the scale, then the rotation, then the translation.
#[derive(Clone, Copy, Debug)]
pub struct TextureTransform {
    /// The translation, in images to the right and down.
    pub offset: [f32; 2],
    /// The rotation about the origin, in radians, counter-clockwise in the image.
    pub rotation: f32,
    /// How often the image is repeated.
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

    /// Returns whether this doesn't change any coordinates.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }
}

impl PartialEq for TextureTransform {
    /// Compares floats by their bits.
    fn eq(&self, other: &Self) -> bool {
        same_bits(&self.numbers(), &other.numbers())
    }
}
