//! Checks lights (`KHR_lights_punctual`).

use crate::kinds;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use binio::{Name, Path};
use serde_json::Value;

use super::{Check, index, items, numbers};

const NAME: &str = "KHR_lights_punctual";

pub(super) fn check(check: &mut Check<'_>) {
    let lights = of_extension(check.root).map_or(&[][..], |extension| items(extension, "lights"));
    for (number, light) in lights.iter().enumerate() {
        self::light(check, light, &Path::from([("light", number)]));
    }
    for (number, node) in check.list("nodes").iter().enumerate() {
        let Some(extension) = of_extension(node) else { continue };
        let path = || Path::from([("node", number)]).part("light");
        match index(extension, "light") {
            None => check.error(kinds::REFERENCE_MISSING, path(), "there is no light"),
            Some(missing) if missing >= lights.len() => {
                check.error(kinds::REFERENCE_MISSING, path(), format!("there is no light {missing}"));
            }
            Some(_) => {}
        }
    }
}

fn of_extension(object: &Value) -> Option<&Value> {
    object.get("extensions")?.get(NAME)
}

fn light(check: &mut Check<'_>, light: &Value, path: &Path) {
    let kind = light.get("type").and_then(Value::as_str);
    match kind {
        None => check.error(kinds::LIGHT_TYPE, path.clone(), "there is no type"),
        Some("directional" | "point") => {}
        Some("spot") => match light.get("spot") {
            None => check.error(kinds::LIGHT_TYPE, path.clone(), "there is no spot"),
            Some(spot) => cone(check, spot, &path.clone().part("spot")),
        },
        Some(other) => {
            check.error(kinds::LIGHT_TYPE, path.clone(), format!("\"{}\" is no type of light", Name::from(other)));
        }
    }
    if numbers(light, "color").is_some_and(|color| !color.iter().all(|number| (0.0..=1.0).contains(number))) {
        check.error(kinds::LIGHT_VALUE, path.clone().part("color"), "should be from 0 to 1");
    }
    let number = |name: &str| light.get(name).and_then(Value::as_f64);
    if number("intensity").is_some_and(|intensity| intensity < 0.0) {
        check.error(kinds::LIGHT_VALUE, path.clone().part("intensity"), "should be 0 or more");
    }
    if number("range").is_some_and(|range| range <= 0.0) {
        check.error(kinds::LIGHT_VALUE, path.clone().part("range"), "should be greater than 0");
    }
}

fn cone(check: &mut Check<'_>, spot: &Value, path: &Path) {
    let angle = |name: &str| spot.get(name).and_then(Value::as_f64);
    let (inner, outer) = (angle("innerConeAngle").unwrap_or(0.0), angle("outerConeAngle").unwrap_or(FRAC_PI_4));
    if !(outer > 0.0 && outer <= FRAC_PI_2) {
        check.error(
            kinds::LIGHT_VALUE,
            path.clone().part("outerConeAngle"),
            "should be greater than 0 and at most a right angle",
        );
    }
    if !(inner >= 0.0 && inner < outer) {
        check.error(
            kinds::LIGHT_VALUE,
            path.clone().part("innerConeAngle"),
            "should be 0 or more and less than outerConeAngle",
        );
    }
}
