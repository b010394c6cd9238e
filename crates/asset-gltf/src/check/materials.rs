//! Checks the references in materials and textures.

use crate::kinds;
use binio::Path;
use serde_json::Value;

use super::{Check, index};

/// The textures of a material: the object that contains the texture, and its name.
const TEXTURES: [(Option<&str>, &str); 5] = [
    (Some("pbrMetallicRoughness"), "baseColorTexture"),
    (Some("pbrMetallicRoughness"), "metallicRoughnessTexture"),
    (None, "normalTexture"),
    (None, "occlusionTexture"),
    (None, "emissiveTexture"),
];

pub(super) fn check(check: &mut Check<'_>) {
    let (samplers, images) = (check.list("samplers").len(), check.list("images").len());
    for (number, texture) in check.list("textures").iter().enumerate() {
        for (name, count) in [("sampler", samplers), ("source", images)] {
            if let Some(missing) = index(texture, name).filter(|index| *index >= count) {
                let path = Path::from([("texture", number)]).part(name);
                check.error(
                    kinds::REFERENCE_MISSING,
                    path,
                    format!("there is no {} {missing}", if name == "source" { "image" } else { name }),
                );
            }
        }
    }
    let textures = check.list("textures").len();
    for (number, material) in check.list("materials").iter().enumerate() {
        let path = || Path::from([("material", number)]);
        for (name, info) in infos(material) {
            match index(info, "index") {
                None => check.error(kinds::REFERENCE_MISSING, path().part(name), "there is no index"),
                Some(missing) if missing >= textures => {
                    check.error(kinds::REFERENCE_MISSING, path().part(name), format!("there is no texture {missing}"));
                }
                Some(_) => {}
            }
        }
        factors(check, material, &path);
    }
}

/// Checks that numbers are in their range.
fn factors(check: &mut Check<'_>, material: &Value, path: &dyn Fn() -> Path) {
    let rough = material.get("pbrMetallicRoughness");
    let number =
        |object: Option<&Value>, name: &str| object.and_then(|object| object.get(name)).and_then(Value::as_f64);
    let strength = number(material.get("occlusionTexture"), "strength");
    let fractions = [
        ("metallicFactor", number(rough, "metallicFactor")),
        ("roughnessFactor", number(rough, "roughnessFactor")),
        ("strength", strength),
    ];
    for (name, _) in fractions.into_iter().filter(|(_, number)| number.is_some_and(|n| !(0.0..=1.0).contains(&n))) {
        check.error(kinds::MATERIAL_VALUE, path().part(name), "should be between 0 and 1");
    }
    let colors = [("baseColorFactor", rough), ("emissiveFactor", Some(material))];
    for (name, object) in colors {
        let numbers = object.and_then(|object| super::numbers(object, name)).unwrap_or_default();
        if numbers.iter().any(|number| !(0.0..=1.0).contains(number)) {
            check.error(kinds::MATERIAL_VALUE, path().part(name), "should be between 0 and 1");
        }
    }
    if number(Some(material), "alphaCutoff").is_some_and(|cutoff| cutoff < 0.0) {
        check.error(kinds::MATERIAL_VALUE, path().part("alphaCutoff"), "should be 0 or more");
    }
}

/// Returns the texture references in a material.
pub(super) fn infos(material: &Value) -> impl Iterator<Item = (&'static str, &Value)> {
    TEXTURES.into_iter().filter_map(move |(within, name)| {
        let object = within.map_or(Some(material), |within| material.get(within))?;
        object.get(name).map(|info| (name, info))
    })
}
