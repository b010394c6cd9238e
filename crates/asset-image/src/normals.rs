//! Normal maps: plain normals out of packed ones.

use crate::channel::{Channel, byte};
use crate::info::NormalPacking;
use crate::pixels::Pixels;

impl Pixels {
    /// Makes plain normals of packed ones: X, Y and Z in red, green and blue, alpha 255. Z is `sqrt(1 − x² − y²)`, 0 where X and Y
    /// are longer than 1.
    ///
    /// Keeps the direction of green: [`flip_green`](Self::flip_green) reverses it.
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

    /// Turns Y of a normal map round: from green up (OpenGL, glTF) to green down (DirectX) and back.
    pub fn flip_green(&mut self) {
        self.invert(Channel::G);
    }

    /// Multiplies X and Y of a plain normal map, and makes the normals of unit length again: stronger bumps above 1, weaker ones below.
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

/// The third coordinate of a unit vector whose first two are given, all three as bytes for −1 to 1.
fn z_of(x: u8, y: u8) -> u8 {
    let coordinate = |byte: u8| f32::from(byte) / 127.5 - 1.0;
    let (x, y) = (coordinate(x), coordinate(y));
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    // 127.5 to 255: a byte, with any rounding.
    ((z + 1.0) * 127.5).round() as u8
}
