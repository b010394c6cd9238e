//! Draws 2D particles at a given time.

use asset_render::{Blend, Canvas};
use urho_resource::Document;
use urho_resource::particles::Emitter2d;
use urho_resource::views::{ParticleEffect2d, View as _};

use super::files::Files;
use super::particle::{self, Look, Speck, Swarm};

/// The number that OpenGL uses for the factor 1.
const ONE: i32 = 1;
/// The number that OpenGL uses for the factor 0.
const ZERO: i32 = 0;

impl Swarm for Emitter2d<'_> {
    const IS_FLAT: bool = true;

    fn run(&mut self, seconds: f32) {
        Emitter2d::run(self, seconds);
    }

    fn specks(&self) -> Vec<Speck> {
        let speck = |particle: &urho_resource::particles::Particle2d| Speck {
            center: [particle.position[0], particle.position[1], 0.0],
            size: [particle.size; 2],
            rotation: particle.rotation,
            along: None,
            tint: particle.color.map(|part| part.clamp(0.0, 1.0)),
            part: [0.0, 0.0, 1.0, 1.0],
        };
        self.particles().map(speck).collect()
    }
}

/// Returns the time that shows most of the effect, in seconds.
pub(super) fn moment(document: &Document<'_>) -> Result<f32, urho_resource::Error> {
    let effect = ParticleEffect2d::of(document)?;
    Ok(particle::moment(&Emitter2d::new(&effect), blend(&effect)))
}

/// Draws the particles.
pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
    seconds: f32,
) -> Result<(), urho_resource::Error> {
    let effect = ParticleEffect2d::of(document)?;
    let image = files.image(&files.beside(&effect.texture));
    particle::draw(&Emitter2d::new(&effect), &Look { image: image.as_deref(), blend: blend(&effect) }, canvas, seconds);
    Ok(())
}

fn blend(effect: &ParticleEffect2d) -> Blend {
    match (effect.blend_source, effect.blend_destination) {
        (_, ONE) => Blend::Add,
        (ONE, ZERO) => Blend::Replace,
        // Other pairs than the engine's nine are alpha.
        _ => Blend::Alpha,
    }
}
