//! Reads lights.

use std::f32::consts::FRAC_PI_2;

use asset_scene::{Light, LightKind};
use ufbx::LightType;

use super::{Reader, named};
use crate::kinds;

/// The minimum difference between the two angles of a cone, in radians.
const EDGE: f32 = 1e-3;

impl Reader<'_> {
    /// Reads all lights, and assigns them to their nodes.
    pub(super) fn read_lights(&mut self) {
        let file = self.file;
        for light in &file.lights {
            let kind = self.light_kind(light);
            let intensity = self.numbers.one(light.intensity).max(0.0);
            let name = light.element.name.to_string();
            let color = self.numbers.three(light.color).map(|channel| channel.max(0.0));
            let made = Light { name, kind, color, intensity, range: None };
            let id = self.scene.lights.push(made);
            for node in &light.element.instances {
                if let Some(node) = self.node(node) {
                    self.scene[node].light = Some(id);
                }
            }
        }
        if !file.lights.is_empty() {
            let message = "brightness has no unit in the file: 1, which programs show as 100 %, became 1 cd or 1 lx";
            self.note(kinds::LIGHT_CONVERTED, "lights", message);
        }
    }

    fn light_kind(&mut self, light: &ufbx::Light) -> LightKind {
        let what = match light.type_ {
            LightType::Directional => return LightKind::Directional,
            LightType::Point => return LightKind::Point,
            LightType::Spot => {
                let angle = |degrees: f64| ((degrees.to_radians() / 2.0) as f32).clamp(0.0, FRAC_PI_2);
                let outer = angle(light.outer_angle).max(EDGE);
                return LightKind::Spot { inner: angle(light.inner_angle).min(outer - EDGE), outer };
            }
            LightType::Area => "an area light",
            LightType::Volume => "a volume light",
        };
        self.findings.warning(
            kinds::LIGHT_CONVERTED,
            named("light", &light.element.name),
            format!("{what} became a point light"),
        );
        LightKind::Point
    }
}
