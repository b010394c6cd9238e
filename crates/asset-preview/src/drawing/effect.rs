//! Draws the particles of an effect at a given time, as seen from the front.

use asset_formats::kinds;
use asset_render::{Blend, Canvas};
use binio::Path;
use urho_material::Material;
use urho_resource::Document;
use urho_resource::particles::{Emitter, Particle};
use urho_resource::views::{FaceMode, ParticleEffect, View as _};

use super::files::Files;
use super::particle::{self, Look, Speck, Swarm};

/// What the material defines: texture, colour, blend mode.
struct Surface {
    image: Option<std::rc::Rc<asset_image::Pixels>>,
    color: [f32; 4],
    blend: Blend,
}

/// The particles of an effect, in the colour of its material.
#[derive(Clone)]
struct Particles<'e> {
    emitter: Emitter<'e>,
    is_sorted: bool,
    is_along: bool,
    color: [f32; 4],
}

impl<'e> Particles<'e> {
    fn of(effect: &'e ParticleEffect, color: [f32; 4]) -> Self {
        let is_along = effect.face_camera_mode == FaceMode::Direction;
        Self { emitter: Emitter::new(effect), is_sorted: effect.sorted, is_along, color }
    }
}

impl Swarm for Particles<'_> {
    const IS_FLAT: bool = false;

    fn run(&mut self, seconds: f32) {
        self.emitter.run(seconds);
    }

    fn specks(&self) -> Vec<Speck> {
        let mut particles: Vec<&Particle> = self.emitter.particles().collect();
        if self.is_sorted {
            particles.sort_by(|a, b| b.position[2].total_cmp(&a.position[2]));
        }
        let speck = |particle: &Particle| Speck {
            center: particle.position,
            size: particle.size.map(|size| 2.0 * size),
            rotation: particle.rotation,
            along: self.is_along.then_some(particle.direction),
            tint: std::array::from_fn(|part| particle.color[part] * self.color[part]),
            part: particle.uv,
        };
        particles.into_iter().map(speck).collect()
    }
}

/// Returns the time that shows most of the effect, in seconds.
pub(super) fn moment(document: &Document<'_>, files: &mut Files<'_>) -> Result<f32, urho_resource::Error> {
    let effect = ParticleEffect::of(document)?;
    let Surface { color, blend, .. } = surface(&effect.material, files);
    Ok(particle::moment(&Particles::of(&effect, color), blend))
}

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
    seconds: f32,
) -> Result<(), urho_resource::Error> {
    let effect = ParticleEffect::of(document)?;
    let Surface { image, color, blend } = surface(&effect.material, files);
    particle::draw(&Particles::of(&effect, color), &Look { image: image.as_deref(), blend }, canvas, seconds);
    Ok(())
}

/// Reads the material. The blend mode is taken from the name of the technique.
fn surface(name: &str, files: &mut Files<'_>) -> Surface {
    let mut surface = Surface { image: None, color: [1.0; 4], blend: Blend::Alpha };
    let bytes = files.read(&[name.to_owned()]);
    let Some(material) = bytes.as_deref().and_then(|bytes| Material::parse(bytes).ok()) else {
        let message = "the material isn't there, or can't be read: particles are plain squares";
        files.findings.warning(kinds::DRAWING_INCOMPLETE, Path::from("material").name(name.as_bytes()), message);
        return surface;
    };
    let data = material.data();
    let technique = data.techniques.first().map(|technique| technique.name.to_text().into_owned()).unwrap_or_default();
    if technique.contains("Add") {
        surface.blend = Blend::Add;
    } else if technique.contains("Multiply") {
        surface.blend = Blend::Multiply;
    }
    if let Some([r, g, b, a, ..]) =
        data.parameter("MatDiffColor").and_then(urho_material::Parameter::numbers).as_deref()
    {
        surface.color = [*r, *g, *b, *a];
    }
    let texture = data.textures.first().map(|texture| texture.name.to_text().into_owned());
    surface.image = texture.and_then(|texture| files.image(&[texture]));
    surface
}
