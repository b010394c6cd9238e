//! A finished picture.

use asset_image::Pixels;
use binio::Findings;

use crate::camera::Camera;
use crate::error::{Error, of_image};

/// A finished picture, and how it came about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Picture {
    /// Its pixels, in sRGB; alpha is straight.
    pub pixels: Pixels,
    /// From where the scene is seen.
    pub camera: Camera,
    /// Number of triangles that the scene shows, seen or not.
    pub triangles: usize,
    /// Differences between the picture and the scene, with their reasons.
    pub findings: Findings,
}

impl Picture {
    /// Encodes it as png.
    ///
    /// # Errors
    /// An error of the encoder.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.pixels.to_png().map_err(of_image)
    }
}
