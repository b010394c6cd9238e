//! Reads lights (`KHR_lights_punctual`).

use std::f32::consts::FRAC_PI_4;

use asset_scene::{Id, Light, LightKind};
use binio::Path;

use super::{File, kept};
use crate::error::{shown, shown_message};
use crate::json;

impl File<'_> {
    /// Returns all lights that are valid, and the id of each light in the file.
    pub(super) fn lights(&mut self) -> (Vec<Light>, Vec<Option<Id<Light>>>) {
        let root = self.root;
        let lights = root.extensions.as_ref().and_then(|extensions| extensions.lights.as_ref());
        let read = |text: &serde_json::value::RawValue| {
            let light: json::Light =
                serde_json::from_str(text.get()).map_err(|failure| shown_message(&failure.to_string()))?;
            of_json(light)
        };
        let all = lights.map_or(&[][..], |lights| &lights.lights);
        kept(all, read, |number, why| self.lost(Path::from([("light", number)]), &why))
    }
}

fn of_json(light: json::Light) -> Result<Light, String> {
    let json::Light { name, kind, color, intensity, range, spot } = light;
    let kind = match kind.as_str() {
        "directional" => LightKind::Directional,
        "point" => LightKind::Point,
        "spot" => {
            let spot = spot.ok_or("there is no spot")?;
            let (inner, outer) = (spot.inner_cone_angle.unwrap_or(0.0), spot.outer_cone_angle.unwrap_or(FRAC_PI_4));
            LightKind::Spot { inner, outer }
        }
        _ => return Err(format!("expected the type directional, point or spot, found \"{}\"", shown(&kind))),
    };
    Ok(Light { name, kind, color: color.unwrap_or([1.0; 3]), intensity: intensity.unwrap_or(1.0), range })
}
