//! Converts `KHR_materials_pbrSpecularGlossiness` to metallic-roughness.

use asset_scene::{Material, Specular, Texture};

use crate::json::{SpecularGlossiness, TextureInfo};

/// The reflectance of dielectrics when seen from the front, for an index of refraction of 1.5.
const DIELECTRIC: f32 = 0.04;

/// The weights of red, green and blue in the perceived brightness.
const BRIGHTNESS: [f32; 3] = [0.299, 0.587, 0.114];

/// Sets base colour, metalness, roughness and reflection. Returns `true` if glossiness in a texture was lost.
///
/// If there is no texture of specular colours, this computes the metalness that has the same diffuse and specular
/// light. If there is one, the metalness would have to be different for every pixel, so the material becomes a
/// dielectric that reflects these colours.
pub(super) fn apply(
    json: &SpecularGlossiness,
    material: &mut Material,
    mut texture: impl FnMut(Option<&TextureInfo>) -> Option<Texture>,
) -> bool {
    let [red, green, blue, alpha] = json.diffuse_factor.unwrap_or([1.0; 4]);
    let (diffuse, specular) = ([red, green, blue], json.specular_factor.unwrap_or([1.0; 3]));
    material.roughness = 1.0 - json.glossiness_factor.unwrap_or(1.0);
    material.base_color_texture = texture(json.diffuse_texture.as_ref());
    material.metallic_roughness_texture = None;
    if let Some(colors) = texture(json.specular_glossiness_texture.as_ref()) {
        material.metallic = 0.0;
        material.base_color = [red, green, blue, alpha];
        let color = specular.map(|part| part / DIELECTRIC);
        material.specular = Some(Box::new(Specular { color, color_texture: Some(colors), ..Specular::default() }));
        return true;
    }
    let (metallic, [red, green, blue]) = metalness(diffuse, specular);
    (material.metallic, material.base_color) = (metallic, [red, green, blue, alpha]);
    false
}

/// Returns the metalness and base colour that have this diffuse and specular light.
fn metalness(diffuse: [f32; 3], specular: [f32; 3]) -> (f32, [f32; 3]) {
    let diffuse_share = 1.0 - specular.into_iter().fold(0.0, f32::max);
    let (bright, shiny) = (brightness(diffuse), brightness(specular));
    let metallic = if shiny < DIELECTRIC {
        0.0
    } else {
        // The root of a quadratic equation: diffuse and specular light are mixed by the metalness.
        let linear = bright * diffuse_share / (1.0 - DIELECTRIC) + shiny - 2.0 * DIELECTRIC;
        let root = (linear * linear - 4.0 * DIELECTRIC * (DIELECTRIC - shiny)).max(0.0).sqrt();
        ((root - linear) / (2.0 * DIELECTRIC)).clamp(0.0, 1.0)
    };
    let mixed = |(diffuse, specular): (f32, f32)| {
        let of_diffuse = diffuse * diffuse_share / (1.0 - DIELECTRIC) / (1.0 - metallic).max(f32::EPSILON);
        let of_specular = (specular - DIELECTRIC * (1.0 - metallic)) / metallic.max(f32::EPSILON);
        let weight = metallic * metallic;
        let color = if weight == 0.0 { of_diffuse } else { of_diffuse * (1.0 - weight) + of_specular * weight };
        color.clamp(0.0, 1.0)
    };
    let [a, b, c] = [0, 1, 2].map(|part: usize| {
        let of = |color: [f32; 3]| color.get(part).copied().unwrap_or_default();
        mixed((of(diffuse), of(specular)))
    });
    (metallic, [a, b, c])
}

/// Returns the perceived brightness of a colour.
fn brightness(color: [f32; 3]) -> f32 {
    color.into_iter().zip(BRIGHTNESS).map(|(part, weight)| part * part * weight).sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::metalness;

    #[test]
    fn plastic_and_gold() {
        let (metallic, color) = metalness([0.8, 0.1, 0.1], [0.04; 3]);
        assert!(metallic < 0.02, "{metallic}");
        assert!((color[0] - 0.8).abs() < 0.03 && (color[1] - 0.1).abs() < 0.03, "{color:?}");
        let (metallic, color) = metalness([0.0; 3], [1.0, 0.77, 0.34]);
        assert!(metallic > 0.99, "{metallic}");
        assert!((color[0] - 1.0).abs() < 0.01 && (color[2] - 0.34).abs() < 0.01, "{color:?}");
    }

    #[test]
    fn any_numbers_give_colors() {
        let is_share = |number: &f32| number.is_nan() || (0.0..=1.0).contains(number);
        let numbers = [0.0, 1.0, 0.04, 0.5, -1.0, 7.0, f32::MAX, f32::INFINITY, f32::NEG_INFINITY];
        for diffuse in numbers {
            for specular in numbers {
                let (metallic, color) = metalness([diffuse; 3], [specular; 3]);
                assert!(is_share(&metallic), "{diffuse} {specular}: {metallic}");
                assert!(color.iter().all(is_share), "{diffuse} {specular}: {color:?}");
            }
        }
    }
}
