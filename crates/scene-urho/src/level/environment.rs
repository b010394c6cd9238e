//! Shows zones and skies as the environment of a scene.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::color::srgb_to_linear;
use asset_scene::{Fog, Id, Node, Sky};
use urho_scene::{Component, Variant};

use super::parts;

/// The zone to use for the whole scene, and a sky.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    pub(super) zone: Option<Zone>,
    pub(super) sky: Option<(Sky<'static>, Option<Id<Node>>)>,
}

/// A zone. If there is more than one, the highest priority is used, then the largest zone.
#[derive(Debug)]
pub(super) struct Zone {
    rank: (i32, f32),
    pub(super) ambient: [f32; 3],
    pub(super) fog: Fog,
}

impl Zone {
    fn of_component(component: &Component<'_>) -> Self {
        let brightness = parts::float(component, "Ambient Brightness", 1.0).max(0.0);
        let ambient = color(component, "Ambient Color", [0.1; 3]).map(|channel| channel * brightness);
        let corner = |name: &str, usual: f32| match component.get(name) {
            Some(Variant::Vector3(corner)) => corner,
            _ => [usual; 3],
        };
        let (min, max) = (corner("Bounding Box Min", -10.0), corner("Bounding Box Max", 10.0));
        let volume = min.iter().zip(max).map(|(min, max)| (max - min).max(0.0)).product();
        let start = parts::float(component, "Fog Start", 250.0).max(0.0);
        let end = parts::float(component, "Fog End", 1000.0).max(0.0);
        let fog = Fog { color: color(component, "Fog Color", [0.0; 3]), start, end };
        Self { rank: (parts::number(component, "Priority", 0), volume), ambient, fog }
    }
}

/// Returns a colour attribute, converted to linear.
fn color(component: &Component<'_>, name: &str, usual: [f32; 3]) -> [f32; 3] {
    let color = match component.get(name) {
        Some(Variant::Color([r, g, b, _]) | Variant::Vector4([r, g, b, _])) => [r, g, b],
        _ => usual,
    };
    color.map(|channel| if channel.is_finite() { srgb_to_linear(channel.max(0.0)) } else { 0.0 })
}

impl Surroundings {
    pub(super) fn zone(&mut self, component: &Component<'_>) {
        let zone = Zone::of_component(component);
        if self
            .zone
            .as_ref()
            .is_none_or(|known| zone.rank.0 > known.rank.0 || zone.rank.0 == known.rank.0 && zone.rank.1 > known.rank.1)
        {
            self.zone = Some(zone);
        }
    }
}
