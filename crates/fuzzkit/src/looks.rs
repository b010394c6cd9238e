//! Images and materials for the tests of adapters, and properties to be compared.

use asset_image::{Channel, Mip, Pixels, decode};
use asset_scene::{Image, Material, Scene, Texture};
use binio::{Findings, Limits};

/// Returns a png where each pixel is different, so that you will notice when a pixel moves. Use `full` to choose
/// channels that should be 255 everywhere.
///
/// # Panics
/// Panics if the png can't be written.
pub fn picture(seed: u8, full: &[Channel]) -> Vec<u8> {
    let pixels = (0..64_u8).flat_map(|at| [3, 5, 7, 4_u8].map(|step| at.wrapping_mul(step).wrapping_add(seed)));
    let mut pixels = Pixels::new(8, 8, pixels.collect()).expect("64 pixels");
    full.iter().for_each(|channel| pixels.fill(*channel, 255));
    pixels.to_png().expect("a png")
}

/// Returns a png with four pixels of the same colour.
///
/// # Panics
/// Panics if the png can't be written.
pub fn png(pixel: [u8; 4]) -> Vec<u8> {
    Pixels::filled(2, 2, pixel).and_then(|pixels| pixels.to_png()).expect("a png")
}

/// Adds an image, and returns a texture that uses it.
pub fn texture(scene: &mut Scene<'_>, name: &str, bytes: Vec<u8>) -> Texture {
    Texture::new(scene.images.push(Image { name: name.into(), bytes: bytes.into(), ..Image::default() }))
}

/// Returns the pixels of the image that a texture uses.
///
/// # Panics
/// Panics if the image can't be decoded.
pub fn pixels(scene: &Scene<'_>, texture: Option<Texture>) -> Option<Pixels> {
    let decoded = |texture: Texture| {
        decode(&scene[texture.image].bytes.read().unwrap_or_default(), Mip(0), &mut Limits::default().budget())
    };
    texture.map(|texture| decoded(texture).expect("pixels"))
}

/// Returns the findings as text.
pub fn said(findings: &Findings) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

/// Returns `true` if there is a finding for the given rule, which means that its message begins with the text of the
/// rule.
pub fn told(findings: &Findings, rule: impl std::fmt::Display) -> bool {
    let text = rule.to_string();
    findings
        .iter()
        .any(|one| one.message.strip_prefix(&text).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
}

/// Returns `true` if numbers are equal, except for rounding when they were converted to other factors and back.
pub fn near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
}

/// Returns the light that a material emits. It does not matter how it is split into factors.
pub fn emitted(material: &Material) -> [f32; 3] {
    material.emissive.map(|color| color * material.emissive_strength)
}
