//! Textures: which image, by which coordinates, read how.

use crate::{ImageId, bits};

/// An image as a material uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// The image.
    pub image: ImageId,
    /// The set of texture coordinates.
    pub tex_coord: u32,
    /// How it is read.
    pub sampler: Sampler,
    /// What becomes of the coordinates first.
    pub transform: TextureTransform,
}

impl Texture {
    /// The image by the first set of texture coordinates, repeated.
    pub fn new(image: ImageId) -> Self {
        Self { image, tex_coord: 0, sampler: Sampler::default(), transform: TextureTransform::default() }
    }
}

/// How an image is read between and beyond its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// What is left and right of the image.
    pub wrap_s: Wrap,
    /// What is above and below the image.
    pub wrap_t: Wrap,
    /// How pixels are enlarged; `None`: as the program likes.
    pub magnify: Option<Filter>,
    /// How pixels are made smaller; `None`: as the program likes.
    pub minify: Option<Minify>,
}

/// What is beyond an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The image mirrored.
    Mirror,
    /// The pixels of its edge.
    Clamp,
}

/// Which pixels are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest.
    Nearest,
    /// A mean of those around.
    Linear,
}

/// How pixels are made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minify {
    /// Within an image.
    pub filter: Filter,
    /// Between an image and one of half the size; `None`: the image alone.
    pub mipmaps: Option<Filter>,
}

/// What becomes of texture coordinates: scaled, turned, moved, in that order.
#[derive(Clone, Copy, Debug)]
pub struct TextureTransform {
    /// How far they are moved, in images to the right and down.
    pub offset: [f32; 2],
    /// How far they are turned about the origin, in radians, counter-clockwise as the image is seen.
    pub rotation: f32,
    /// How many images there are in the place of one.
    pub scale: [f32; 2],
}

impl Default for TextureTransform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] }
    }
}

impl TextureTransform {
    /// All numbers: offset, rotation, scale.
    pub fn numbers(&self) -> [f32; 5] {
        let ([x, y], [u, v]) = (self.offset, self.scale);
        [x, y, self.rotation, u, v]
    }

    /// Whether coordinates stay as they are.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }
}

impl PartialEq for TextureTransform {
    /// By the bits.
    fn eq(&self, other: &Self) -> bool {
        bits::same(&self.numbers(), &other.numbers())
    }
}
