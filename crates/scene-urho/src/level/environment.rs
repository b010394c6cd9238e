//! Shows zones and skies as the environment of a scene.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::color::srgb_to_linear;
use asset_scene::{Fog, HeightFog, Id, Node, Sky};
use urho_scene::{Component, Engine, Variant};

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
    /// The box in the space of the node. X is mirrored.
    pub(super) bounds: [[f32; 3]; 2],
    /// The resource name of the cube map that surfaces reflect, and the factor for what they reflect.
    pub(super) reflection: Option<(String, f32)>,
    /// The factor for the light of the cube map that is added to the ambient light.
    pub(super) background: f32,
    pub(super) ambient: [f32; 3],
    /// Whether the ambient light changes from one neighbour to the other.
    pub(super) has_gradient: bool,
    pub(super) fog: Fog,
    /// Fog around a height, in the space of the node.
    pub(super) height_fog: Option<HeightFog>,
}

impl Zone {
    pub(super) fn of_component(component: &Component<'_>, engine: Engine) -> Self {
        let brightness = parts::float(component, "Ambient Brightness", 1.0).max(0.0);
        let mut ambient = color(component, "Ambient Color", [0.1; 3], brightness);
        let corner = |name: &str, usual: f32| match component.get(name) {
            Some(Variant::Vector3(corner)) => corner,
            _ => [usual; 3],
        };
        let (min, max) = (corner("Bounding Box Min", -10.0), corner("Bounding Box Max", 10.0));
        let volume = min.iter().zip(max).map(|(min, max)| (max - min).max(0.0)).product();
        let start = parts::float(component, "Fog Start", 250.0).max(0.0);
        let end = parts::float(component, "Fog End", 1000.0).max(0.0);
        let fog = Fog { color: color(component, "Fog Color", [0.0; 3], 1.0), start, end };
        let (factor, background) = match (engine, component.get("Ambient Color")) {
            (Engine::Rbfx, _) if parts::flag(component, "Is Background Static", false) => (1.0, 0.0),
            (Engine::Rbfx, _) => (1.0, parts::float(component, "Background Brightness", 0.0).max(0.0)),
            // The shaders of Urho3D use alpha as the brightness of the map.
            (_, Some(Variant::Color([.., alpha]) | Variant::Vector4([.., alpha]))) => [alpha.clamp(0.0, 1.0); 2].into(),
            _ => (1.0, 1.0),
        };
        let reflection = parts::resource(component, "Zone Texture").map(|name| (name, factor));
        if engine == Engine::Rbfx && reflection.is_none() {
            // Without a cube map, the background has the colour of the fog.
            ambient.iter_mut().zip(fog.color).for_each(|(ambient, fog)| *ambient += fog * background);
        }
        let bounds = [[-max[0], min[1], min[2]], [-min[0], max[1], max[2]]];
        // The shaders of rbfx have neither of both.
        let is_on = |name: &str| engine != Engine::Rbfx && parts::flag(component, name, false);
        let height_fog = is_on("Height Fog Mode").then(|| HeightFog {
            height: parts::float(component, "Fog Height", 0.0),
            scale: parts::float(component, "Fog Height Scale", 0.5).max(0.0),
        });
        let has_gradient = is_on("Ambient Gradient");
        let rank = (parts::number(component, "Priority", 0), volume);
        Self { rank, bounds, reflection, background, ambient, has_gradient, fog, height_fog }
    }

    /// Returns the priority.
    pub(super) fn priority(&self) -> i32 {
        self.rank.0
    }
}

/// Returns a colour attribute with this brightness, converted to linear.
fn color(component: &Component<'_>, name: &str, usual: [f32; 3], brightness: f32) -> [f32; 3] {
    let color = match component.get(name) {
        Some(Variant::Color([r, g, b, _]) | Variant::Vector4([r, g, b, _])) => [r, g, b],
        _ => usual,
    };
    color.map(|channel| if channel.is_finite() { srgb_to_linear(channel.max(0.0) * brightness) } else { 0.0 })
}

impl Surroundings {
    pub(super) fn zone(&mut self, component: &Component<'_>, engine: Engine) {
        let zone = Zone::of_component(component, engine);
        if self
            .zone
            .as_ref()
            .is_none_or(|known| zone.rank.0 > known.rank.0 || zone.rank.0 == known.rank.0 && zone.rank.1 > known.rank.1)
        {
            self.zone = Some(zone);
        }
    }
}
