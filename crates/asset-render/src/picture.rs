//! Finished pictures.

use asset_image::Pixels;
use binio::Findings;

use crate::camera::Camera;
use crate::error::{Error, of_image};

/// A finished picture, and how it was drawn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Picture {
    /// The pixels in sRGB. Alpha is straight.
    pub pixels: Pixels,
    /// The camera that was used.
    pub camera: Camera,
    /// The number of triangles in the scene, even if they can't be seen.
    pub triangles: usize,
    /// How the picture differs from the scene, and why.
    pub findings: Findings,
}

impl Picture {
    /// Encodes the picture to png.
    ///
    /// # Errors
    /// Fails if the encoder does.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.pixels.to_png().map_err(of_image)
    }
}
