//! Draws a single particle.

use asset_image::Pixels;
use asset_render::{Blend, Canvas, Quad};

/// If no time is set, effects are shown after this many seconds, because most of them are fully visible by then.
const USUAL: f32 = 1.0;

/// Returns the time to show, in seconds.
pub(super) fn time(seconds: f32) -> f32 {
    if seconds > 0.0 { seconds } else { USUAL }
}

/// A particle in the picture.
pub(super) struct ParticleQuad {
    /// The middle, in pixels.
    pub(super) middle: [f32; 2],
    /// Width and height, in pixels.
    pub(super) size: [f32; 2],
    /// Degrees, clockwise.
    pub(super) rotation: f32,
    pub(super) tint: [f32; 4],
    pub(super) blend: Blend,
    /// The part of the image: left, top, right and bottom, from 0 to 1.
    pub(super) part: [f32; 4],
}

impl ParticleQuad {
    pub(super) fn draw(&self, image: Option<&Pixels>, canvas: &mut Canvas) {
        let angle = self.rotation.to_radians();
        let (sine, cosine) = (libm::sinf(angle), libm::cosf(angle));
        let [width, height] = self.size;
        // The second axis of the picture points down.
        let across = [width * cosine, width * sine];
        let down = [-height * sine, height * cosine];
        let corner = [0, 1].map(|axis| self.middle[axis] - (across[axis] + down[axis]) / 2.0);
        let (tint, blend) = (self.tint, self.blend);
        let quad = Quad { corner, across, down, tint, blend, is_smooth: true, ..Quad::upright([0.0; 4], [0.0; 4]) };
        match image {
            Some(image) => {
                let [width, height] = [image.width() as f32, image.height() as f32];
                let [left, top, right, bottom] = self.part;
                let part = [left * width, top * height, right * width, bottom * height];
                canvas.draw(image, &Quad { part, ..quad });
            }
            None => canvas.plain(&quad),
        }
    }
}
