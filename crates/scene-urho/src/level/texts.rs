//! Reads texts in a scene, which only pictures show.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::color::srgb_to_linear;
use asset_scene::{Facing, Id, Node, Text};
use urho_scene::{Component, Variant};

use super::parts::{flag, float, number};
use super::sprites;

/// The size of a pixel of a font, in the unit of the scene.
const PIXEL: f32 = 1.0 / 128.0;
/// The pixels of a point: the engine draws fonts for 96 dots in an inch.
const PIXELS_PER_POINT: f32 = 96.0 / 72.0;
/// The longest text that is shown, in characters.
const LONGEST: usize = 2000;

/// Reads a `Text3D` component. If nothing of it can be seen, returns `None`.
pub(super) fn of_component(component: &Component<'_>, node: Id<Node>) -> Option<Text> {
    let text = match component.get("Text")? {
        Variant::String(text) => text.as_str()?.replace("\\n", "\n"),
        _ => return None,
    };
    let text: String = text.chars().take(LONGEST).collect();
    let [red, green, blue, alpha] = ["Top Left Color", "Color"]
        .iter()
        .find_map(|name| match component.get(name) {
            Some(Variant::Color(color) | Variant::Vector4(color)) if color != [1.0; 4] => Some(color),
            _ => None,
        })
        .unwrap_or([1.0; 4]);
    let is_seen = alpha * float(component, "Opacity", 1.0) > 0.0;
    // A word that is wrapped has the width of its box.
    let width = Some(number(component, "Width", 0)).filter(|width| *width > 0 && !flag(component, "Word Wrap", false));
    let share = |name: &str| number(component, name, 0).clamp(0, 2) as f32 / 2.0;
    let em = float(component, "Font Size", 12.0) * PIXELS_PER_POINT * PIXEL;
    (is_seen && em > 0.0 && em.is_finite() && !text.trim().is_empty()).then(|| Text {
        node,
        lines: text.lines().map(str::to_owned).collect(),
        em,
        width: width.map(|width| width as f32 * PIXEL),
        text_align: share("Text Alignment"),
        anchor: [share("Horiz Alignment"), share("Vert Alignment")],
        color: [red, green, blue].map(|channel| srgb_to_linear(channel.clamp(0.0, 1.0))),
        facing: match number(component, "Face Camera Mode", 0) {
            0 => Facing::Node,
            mode => sprites::facing(mode),
        },
    })
}
