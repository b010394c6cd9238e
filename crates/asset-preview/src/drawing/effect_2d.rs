//! Draws 2D particles at a given time.

use asset_render::{Blend, Canvas};
use urho_resource::Document;
use urho_resource::particles::Emitter2d;
use urho_resource::views::{ParticleEffect2d, View as _};

use super::files::Files;
use super::particle::{ParticleQuad, time};

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
    emitter.run(time(seconds));
    let image = files.image(&files.beside(&effect.texture));
    let blend = match (effect.blend_source, effect.blend_destination) {
        (_, ONE) => Blend::Add,
        (ONE, ZERO) => Blend::Replace,
        // Other pairs than the engine's nine are alpha.
        _ => Blend::Alpha,
    };
    let (width, height) = canvas.pixels().size();
    for particle in emitter.particles() {
        let quad = ParticleQuad {
            middle: [width as f32 / 2.0 + particle.position[0], height as f32 / 2.0 - particle.position[1]],
            size: [particle.size; 2],
            rotation: particle.rotation,
            tint: particle.color.map(|part| part.clamp(0.0, 1.0)),
            blend,
            part: [0.0, 0.0, 1.0, 1.0],
        };
        quad.draw(image.as_deref(), canvas);
    }
    Ok(())
}
