//! Reads how lights cast shadows.

use asset_scene::{Shadow, ShadowMap};
use urho_scene::{Component, Engine, Scene, Variant};

use super::parts::{flag, float, number};

/// The texels on each side of the shadow map of a light, unless the light has a resolution of its own.
const SIZE: f32 = 1024.0;
/// The texels on each side of a face of a point light in rbfx.
const SIZE_OF_POINT: f32 = 256.0;
/// The number of a point light in files.
const POINT: i32 = 2;

/// Returns how many samples of a shadow map an engine averages on each side. This is 2 in Urho3D, and an option in rbfx.
pub(super) fn samples(level: &Scene<'_>) -> u8 {
    if level.engine != Engine::Rbfx {
        return 2;
    }
    let pipeline = level.nodes.iter().flat_map(|node| node.components_of("RenderPipeline")).next();
    pipeline.map_or(1, |pipeline| u8::try_from(number(pipeline, "PCF Kernel Size", 1).clamp(1, 5)).unwrap_or(1))
}

/// Returns how a light casts shadows.
pub(super) fn of_component(component: &Component<'_>, engine: Engine, samples: u8) -> Shadow {
    let is_point = number(component, "Light Type", POINT) == POINT;
    let whole = if is_point && engine == Engine::Rbfx { SIZE_OF_POINT } else { SIZE };
    let resolution = float(component, "Shadow Resolution", 1.0).clamp(0.125, 1.0);
    let splits = match component.get("CSM Splits") {
        Some(Variant::Vector4(splits)) => splits,
        _ => [1000.0, 0.0, 0.0, 0.0],
    };
    let map = ShadowMap {
        // The engine has no other sizes than powers of two.
        size: (whole * resolution).ceil() as u16,
        samples,
        splits: ascending(splits),
        fade: float(component, "CSM Fade Start", 0.8).max(0.0),
        quantum: float(component, "View Size Quantize", 0.5).max(0.01),
        least: float(component, "View Size Minimum", 3.0).max(0.0),
        is_focused: flag(component, "Focus To Scene", true),
    };
    let map = ShadowMap { size: map.size.next_power_of_two(), ..map };
    Shadow { left: float(component, "Shadow Intensity", 0.0).clamp(0.0, 1.0), map: Some(map) }
}

/// Returns the splits up to the first that doesn't end behind the split before it.
fn ascending(splits: [f32; 4]) -> [f32; 4] {
    let mut before = 0.0;
    splits.map(|end| {
        // After the first that is unused, all are.
        before = if end > before { end } else { f32::INFINITY };
        if before.is_finite() { end } else { 0.0 }
    })
}
