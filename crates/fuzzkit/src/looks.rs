//! Images and materials for tests of adapters, and their comparable properties.

use asset_image::{Channel, Mip, Pixels, decode};
use asset_scene::{Image, Material, Scene, Texture};
use binio::{Findings, Limits};

/// Returns a png with unique pixels, so that every move is visible; some channels are 255 everywhere.
///
/// # Panics
/// If it can't be written.
pub fn picture(seed: u8, full: &[Channel]) -> Vec<u8> {
    let pixels = (0..64_u8).flat_map(|at| [3, 5, 7, 4_u8].map(|step| at.wrapping_mul(step).wrapping_add(seed)));
    let mut pixels = Pixels::new(8, 8, pixels.collect()).expect("64 pixels");
    full.iter().for_each(|channel| pixels.fill(*channel, 255));
    pixels.to_png().expect("a png")
}

/// A png of four pixels of one colour.
///
/// # Panics
/// If it can't be written.
pub fn png(pixel: [u8; 4]) -> Vec<u8> {
    Pixels::filled(2, 2, pixel).and_then(|pixels| pixels.to_png()).expect("a png")
}

/// A texture of a new image.
pub fn texture(scene: &mut Scene<'_>, name: &str, bytes: Vec<u8>) -> Texture {
    Texture::new(scene.images.push(Image { name: name.into(), bytes: bytes.into(), ..Image::default() }))
}

/// The pixels of the image of a texture.
///
/// # Panics
/// If they can't be decoded.
pub fn pixels(scene: &Scene<'_>, texture: Option<Texture>) -> Option<Pixels> {
    let decoded = |texture: Texture| {
        decode(&scene[texture.image].bytes.read().unwrap_or_default(), Mip(0), &mut Limits::default().budget())
    };
    texture.map(|texture| decoded(texture).expect("pixels"))
}

/// The findings as they are printed.
pub fn said(findings: &Findings) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

/// Whether a finding is by a rule: its message begins with the text of the rule.
pub fn told(findings: &Findings, rule: impl std::fmt::Display) -> bool {
    let text = rule.to_string();
    findings
        .iter()
        .any(|one| one.message.strip_prefix(&text).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
}

/// Returns whether numbers are equal except for the rounding of a round trip through other factors.
pub fn near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
}

/// Light that a material emits: how it is split into factors is nobody's business.
pub fn emitted(material: &Material) -> [f32; 3] {
    material.emissive.map(|color| color * material.emissive_strength)
}
