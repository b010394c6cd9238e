//! Reads what the render pipeline of rbfx does after it has drawn a scene.

use asset_scene::{Exposure, ToneCurve};
use urho_scene::{Component, Engine, Scene, Variant};

use super::parts::{flag, number};

/// The number of the colour space `HDR Linear`, the only one with an exposure.
const HDR: i32 = 2;
/// What the names of all passes begin with.
const PASS: &str = "Postprocess: ";
/// The passes that pictures show, or that don't change them by themselves.
const SHOWN: [&str; 7] =
    ["Exposure", "Tone Mapping", "Draw Outlines", "Adjust Color", "FXAA v2", "FXAA v3", "Anti-Aliasing"];

/// Returns the exposure of a scene, and the passes that pictures don't show.
pub(super) fn of(level: &Scene<'_>) -> (Option<Exposure>, Vec<String>) {
    let Some(pipeline) = pipeline(level) else { return (None, Vec::new()) };
    let mut unshown = passes(pipeline);
    if flag(pipeline, "Use Variance Shadow Maps", false) {
        unshown.push("blur of variance shadow maps".to_owned());
    }
    if number(pipeline, "Color Space", 0) != HDR {
        return (None, unshown);
    }
    if matches!(parameter(pipeline, "Exposure: Automatic"), Some(Variant::Bool(is_on)) if is_on != 0) {
        unshown.push("automatic exposure".to_owned());
    }
    let factor = match parameter(pipeline, "Exposure: Min") {
        Some(Variant::Float(factor)) if factor.is_finite() => factor.max(0.0),
        _ => 1.0,
    };
    let curve = match parameter(pipeline, "Tone Mapping: Mode") {
        Some(Variant::Int(1)) => ToneCurve::Reinhard,
        Some(Variant::Int(2)) => ToneCurve::ReinhardWhite,
        Some(Variant::Int(3)) => ToneCurve::Uncharted2,
        _ => ToneCurve::None,
    };
    let is_plain = curve == ToneCurve::None && factor == 1.0;
    ((!is_plain).then_some(Exposure { factor, curve }), unshown)
}

/// Returns whether the cube maps of reflection probes can show the inside of a box.
pub(super) fn has_rooms(level: &Scene<'_>) -> bool {
    pipeline(level).is_some_and(|pipeline| flag(pipeline, "Cubemap Box Projection", false))
}

fn pipeline<'s>(level: &'s Scene<'_>) -> Option<&'s Component<'s>> {
    let mut pipelines = level.nodes.iter().flat_map(|node| node.components_of("RenderPipeline"));
    pipelines.next().filter(|_| level.engine == Engine::Rbfx)
}

fn parameter<'p>(pipeline: &'p Component<'_>, name: &str) -> Option<Variant<'p>> {
    let Some(Variant::StringVariantMap(entries)) = pipeline.get("Render Path Parameters") else { return None };
    entries.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Returns the enabled passes that change a picture and aren't shown.
fn passes(pipeline: &Component<'_>) -> Vec<String> {
    let Some(Variant::VariantVector(items)) = pipeline.get("Render Passes") else { return Vec::new() };
    let passes = items.chunks_exact(2).filter_map(|pair| match pair {
        [Variant::String(name), Variant::Bool(is_on)] if *is_on != 0 => {
            name.as_str()?.strip_prefix(PASS).map(str::to_owned)
        }
        _ => None,
    });
    passes.filter(|pass| !SHOWN.contains(&pass.as_str())).take(8).collect()
}
