//! Draws 2D particles at a given time.

use asset_render::{Blend, Canvas, Quad};
use urho_resource::Document;
use urho_resource::particles::Emitter2d;
use urho_resource::views::{ParticleEffect2d, View as _};

use super::files::Files;

/// If no time is set, this many seconds are used, because most effects are fully visible by then.
const USUAL: f32 = 1.0;
/// The number that OpenGL uses for the factor 1.
const ONE: i32 = 1;
/// The number that OpenGL uses for the factor 0.
const ZERO: i32 = 0;

/// Draws the particles, with the emitter in the middle. The unit is a pixel of the image.
pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
    seconds: f32,
) -> Result<(), urho_resource::Error> {
    let effect = ParticleEffect2d::of(document)?;
    let mut emitter = Emitter2d::new(&effect);
    emitter.run(if seconds > 0.0 { seconds } else { USUAL });
    let image = files.image(&files.beside(&effect.texture));
    let blend = match (effect.blend_source, effect.blend_destination) {
        (_, ONE) => Blend::Add,
        (ONE, ZERO) => Blend::Replace,
        // Other pairs than the engine's nine are alpha.
        _ => Blend::Alpha,
    };
    let (width, height) = canvas.pixels().size();
    for particle in emitter.particles() {
        let angle = particle.rotation.to_radians();
        let (sine, cosine) = (libm::sinf(angle), libm::cosf(angle));
        let across = [particle.size * cosine, particle.size * sine];
        let down = [-particle.size * sine, particle.size * cosine];
        let middle = [width as f32 / 2.0 + particle.position[0], height as f32 / 2.0 - particle.position[1]];
        let corner = [0, 1].map(|axis| middle[axis] - (across[axis] + down[axis]) / 2.0);
        let tint = particle.color.map(|part| part.clamp(0.0, 1.0));
        let quad = Quad { corner, across, down, tint, blend, is_smooth: true, ..Quad::upright([0.0; 4], [0.0; 4]) };
        match &image {
            Some(image) => {
                let part = [0.0, 0.0, image.width() as f32, image.height() as f32];
                canvas.draw(image, &Quad { part, ..quad });
            }
            None => canvas.plain(&quad),
        }
    }
    Ok(())
}
