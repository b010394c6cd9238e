//! Migrates materials whose techniques use different parameters in the other engine: soft particles and water.

use urho_material::urho_core::Variant;
use urho_material::{Material, ParameterValue};

use super::context::Made;

/// The parameter for soft particles in Urho3D. It is the inverse of the distance at which a particle is opaque,
/// measured to the surface behind it.
const FADE_SCALE: &str = "SoftParticleFadeScale";
/// The same in rbfx: an offset, and this distance. Water uses it, too.
const FADE_OFFSET_SCALE: &str = "FadeOffsetScale";
/// Parameters for water in Urho3D that rbfx doesn't have.
const OF_WATER: [&str; 3] = ["NoiseTiling", "WaterTint", "FresnelPower"];
/// The depth at which you can't see through water. rbfx uses this value for its own water.
const WATER_DEPTH: f32 = 5.0;

fn is_soft(stems: &[String]) -> bool {
    stems.iter().any(|stem| stem.contains("Particle") && stem.contains("Soft"))
}

/// Returns the numbers of a parameter.
fn numbers(material: &Material<'_>, name: &str) -> Option<Vec<f32>> {
    material.data().parameter(name)?.numbers()
}

/// Writes the parameters for rbfx. `stems` are the technique names in Urho3D.
pub(super) fn to_rbfx(
    material: &mut Material<'static>,
    stems: &[String],
    notes: &mut Made,
) -> Result<(), urho_material::Error> {
    if is_soft(stems) {
        soft_particles_to_rbfx(material, notes)?;
    }
    if stems.iter().any(|stem| stem == "Water") {
        water_to_rbfx(material, notes)?;
    }
    Ok(())
}

fn soft_particles_to_rbfx(material: &mut Material<'static>, notes: &mut Made) -> Result<(), urho_material::Error> {
    if numbers(material, FADE_OFFSET_SCALE).is_some() {
        return Ok(());
    }
    let scale = numbers(material, FADE_SCALE).and_then(|numbers| numbers.first().copied());
    match scale.filter(|scale| scale.is_finite() && *scale > 0.0) {
        Some(scale) => {
            let distance = scale.recip();
            material.set_parameter(FADE_OFFSET_SCALE, ParameterValue(Variant::Vector2([0.0, distance])))?;
            material.remove_parameter(FADE_SCALE)?;
            notes.changed(format!(
                "{FADE_SCALE} {scale} becomes {FADE_OFFSET_SCALE} 0 {distance}; particles are soft where the RenderPipeline has Readable Depth"
            ));
        }
        None => notes.by_hand(
            None,
            format!("soft particles need {FADE_OFFSET_SCALE}: 0 and the distance at which they are opaque"),
        ),
    }
    Ok(())
}

fn water_to_rbfx(material: &mut Material<'static>, notes: &mut Made) -> Result<(), urho_material::Error> {
    if let Some([tiling, ..]) = numbers(material, "NoiseTiling").as_deref() {
        material.set_parameter("UOffset", ParameterValue(Variant::Vector4([*tiling, 0.0, 0.0, 0.0])))?;
        material.set_parameter("VOffset", ParameterValue(Variant::Vector4([0.0, *tiling, 0.0, 0.0])))?;
    }
    if let Some([r, g, b, ..]) = numbers(material, "WaterTint").as_deref() {
        material.set_parameter("MatDiffColor", ParameterValue(Variant::Vector4([*r, *g, *b, 0.5])))?;
    }
    material.set_parameter(FADE_OFFSET_SCALE, ParameterValue(Variant::Vector2([0.0, WATER_DEPTH])))?;
    for name in OF_WATER {
        material.remove_parameter(name)?;
    }
    notes.by_hand(
        None,
        "the water of rbfx is drawn in another way: compare MatDiffColor, MatSpecColor, NormalScale and FadeOffsetScale; planar reflections need a texture in the slot Reflection0",
    );
    Ok(())
}

/// Writes the parameters for Urho3D. `stems` are the technique names in rbfx.
pub(super) fn to_urho3d(
    material: &mut Material<'static>,
    stems: &[String],
    notes: &mut Made,
) -> Result<(), urho_material::Error> {
    let numbers = numbers(material, FADE_OFFSET_SCALE);
    let Some([offset, distance, ..]) = numbers.as_deref().filter(|_| is_soft(stems)) else { return Ok(()) };
    if *distance > 0.0 {
        let scale = distance.recip();
        material.set_parameter(FADE_SCALE, scale)?;
        material.remove_parameter(FADE_OFFSET_SCALE)?;
        notes.changed(format!("{FADE_OFFSET_SCALE} becomes {FADE_SCALE} {scale}"));
    }
    if *offset != 0.0 || *distance <= 0.0 {
        notes.by_hand(None, format!("{FADE_OFFSET_SCALE} {offset} {distance}: {FADE_SCALE} has no offset; set it"));
    }
    Ok(())
}
