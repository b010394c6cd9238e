//! Converts packed normals into plain normals.

use crate::channel::{Channel, byte};
use crate::info::NormalPacking;
use crate::pixels::Pixels;

impl Pixels {
    /// Converts packed normals into plain normals: X, Y and Z go to red, green and blue, and alpha will be 255. Z is
    /// `sqrt(1 − x² − y²)`, or 0 if X and Y are longer than 1.
    ///
    /// This does not change the direction of green. To do this, use [`flip_green`](Self::flip_green).
    #[must_use]
    pub fn unpack_normals(mut self, packing: NormalPacking) -> Self {
        for pixel in self.pixels_mut() {
            let [red, green, blue, alpha] = *pixel;
            *pixel = match packing {
                NormalPacking::Rgb => [red, green, blue, 255],
                NormalPacking::AlphaGreen => [alpha, green, z_of(alpha, green), 255],
                NormalPacking::RedGreen => [red, green, z_of(red, green), 255],
            };
        }
        self
    }

    /// Inverts Y in a normal map. Use this to convert from green up (OpenGL, glTF) to green down (DirectX), or back.
    pub fn flip_green(&mut self) {
        self.invert(Channel::G);
    }

    /// Multiplies X and Y in a plain normal map, and scales the normals to unit length again. Use a scale above 1 to
    /// make bumps stronger, or below 1 to make them weaker.
    pub fn scale_normals(&mut self, scale: f32) {
        for pixel in self.pixels_mut() {
            let [x, y, z, alpha] = *pixel;
            let coordinate = |value: u8| f32::from(value) / 127.5 - 1.0;
            let (x, y, z) = (coordinate(x) * scale, coordinate(y) * scale, coordinate(z));
            let length = (x * x + y * y + z * z).sqrt();
            if length > 0.0 {
                let [x, y, z] = [x, y, z].map(|value| byte((value / length + 1.0) * 127.5));
                *pixel = [x, y, z, alpha];
            }
        }
    }
}

/// Returns the third coordinate of a unit vector, given the first two. All of them are bytes that stand for −1 to 1.
fn z_of(x: u8, y: u8) -> u8 {
    let coordinate = |byte: u8| f32::from(byte) / 127.5 - 1.0;
    let (x, y) = (coordinate(x), coordinate(y));
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    // 127.5 to 255: a byte, with any rounding.
    ((z + 1.0) * 127.5).round() as u8
}
