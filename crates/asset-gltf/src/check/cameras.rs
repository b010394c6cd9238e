//! Checks cameras.

use crate::kinds;
use binio::Path;
use serde_json::Value;

use super::Check;

pub(super) fn check(check: &mut Check<'_>) {
    for (number, camera) in check.list("cameras").iter().enumerate().filter(|(_, camera)| camera.is_object()) {
        let path = || Path::from([("camera", number)]);
        let lenses = ["perspective", "orthographic"].map(|name| (name, camera.get(name)));
        if lenses.iter().filter(|(_, lens)| lens.is_some()).count() > 1 {
            check.error(kinds::CAMERA_TYPE, path(), "both perspective and orthographic");
        }
        match camera.get("type").and_then(Value::as_str) {
            None => check.error(kinds::CAMERA_TYPE, path(), "there is no type"),
            Some(kind) if lenses.iter().any(|(name, lens)| *name == kind && lens.is_none()) => {
                check.error(kinds::CAMERA_TYPE, path(), format!("there is no {}", binio::Name::from(kind)));
            }
            Some(_) => {}
        }
        for (name, lens) in lenses {
            if let Some(lens) = lens {
                self::lens(check, lens, name == "perspective", &path().part(name));
            }
        }
    }
}

fn lens(check: &mut Check<'_>, lens: &Value, is_perspective: bool, path: &Path) {
    let number = |name: &str| lens.get(name).and_then(Value::as_f64);
    let needed: &[&'static str] = if is_perspective { &["yfov", "znear"] } else { &["xmag", "ymag", "zfar", "znear"] };
    for name in needed.iter().filter(|name| number(name).is_none()) {
        check.error(kinds::CAMERA_VALUE, path.clone(), format!("there is no {name}"));
    }
    let positive: &[&'static str] = if is_perspective { &["yfov", "znear", "zfar", "aspectRatio"] } else { &["zfar"] };
    for name in positive.iter().filter(|name| number(name).is_some_and(|number| number <= 0.0)) {
        check.error(kinds::CAMERA_VALUE, path.clone().part(name), "should be greater than 0");
    }
    if !is_perspective && number("znear").is_some_and(|near| near < 0.0) {
        check.error(kinds::CAMERA_VALUE, path.clone().part("znear"), "should be 0 or more");
    }
    for name in ["xmag", "ymag"].into_iter().filter(|name| number(name) == Some(0.0)) {
        check.error(kinds::CAMERA_VALUE, path.clone().part(name), "should not be 0");
    }
    if number("zfar").zip(number("znear")).is_some_and(|(far, near)| far <= near) {
        check.error(kinds::CAMERA_VALUE, path.clone(), "zfar should be greater than znear");
    }
}
