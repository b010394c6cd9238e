//! Draws the particles of an effect at a given time, as seen from the front.

use asset_formats::kinds;
use asset_render::{Blend, Canvas};
use binio::Path;
use urho_material::Material;
use urho_resource::Document;
use urho_resource::particles::{Emitter, Particle};
use urho_resource::views::{ParticleEffect, View as _};

use super::files::Files;
use super::particle::{ParticleQuad, time};

/// The distance of the camera from the emitter, and the tangent of half the field of view. These are the same as in the
/// engine's samples.
const DISTANCE: f32 = 6.0;
const TANGENT: f32 = 0.414_213_57;
/// The height that the camera looks at.
const HEIGHT: f32 = 1.0;

/// What the material defines: texture, colour, blend mode.
struct Look {
    image: Option<std::rc::Rc<asset_image::Pixels>>,
    color: [f32; 4],
    blend: Blend,
}

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
    seconds: f32,
) -> Result<(), urho_resource::Error> {
    let effect = ParticleEffect::of(document)?;
    let mut emitter = Emitter::new(&effect);
    emitter.run(time(seconds));
    let look = look(&effect.material, files);
    let mut particles: Vec<&Particle> = emitter.particles().collect();
    if effect.sorted {
        particles.sort_by(|a, b| b.position[2].total_cmp(&a.position[2]));
    }
    let (width, height) = canvas.pixels().size();
    for particle in particles {
        let depth = particle.position[2] + DISTANCE;
        if depth <= 0.05 {
            continue;
        }
        let scale = height as f32 / 2.0 / (TANGENT * depth);
        let middle = [
            width as f32 / 2.0 + particle.position[0] * scale,
            height as f32 / 2.0 - (particle.position[1] - HEIGHT) * scale,
        ];
        let quad = ParticleQuad {
            middle,
            size: particle.size.map(|size| 2.0 * (size * scale)),
            rotation: particle.rotation,
            tint: std::array::from_fn(|part| particle.color[part] * look.color[part]),
            blend: look.blend,
            part: particle.uv,
        };
        quad.draw(look.image.as_deref(), canvas);
    }
    Ok(())
}

/// Reads the material. The blend mode is taken from the name of the technique.
fn look(name: &str, files: &mut Files<'_>) -> Look {
    let mut look = Look { image: None, color: [1.0; 4], blend: Blend::Alpha };
    let bytes = files.read(&[name.to_owned()]);
    let Some(material) = bytes.as_deref().and_then(|bytes| Material::parse(bytes).ok()) else {
        let message = "the material isn't there, or can't be read: particles are plain squares";
        files.findings.warning(kinds::DRAWING_INCOMPLETE, Path::from("material").name(name.as_bytes()), message);
        return look;
    };
    let data = material.data();
    let technique = data.techniques.first().map(|technique| technique.name.to_text().into_owned()).unwrap_or_default();
    if technique.contains("Add") {
        look.blend = Blend::Add;
    } else if technique.contains("Multiply") {
        look.blend = Blend::Multiply;
    }
    if let Some([r, g, b, a, ..]) =
        data.parameter("MatDiffColor").and_then(urho_material::Parameter::numbers).as_deref()
    {
        look.color = [*r, *g, *b, *a];
    }
    let texture = data.textures.first().map(|texture| texture.name.to_text().into_owned());
    look.image = texture.and_then(|texture| files.image(&[texture]));
    look
}
