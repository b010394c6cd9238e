//! Prints the contents of a glTF scene.

use std::fmt::Write as _;

use engine_assets::Clip;
use engine_assets::asset_scene::Scene;
use engine_assets::asset_scene::motion::ClipStats;
use engine_assets::binio::Name;

use crate::counts::{counted, grouped};

/// The maximum number of items to list for each kind. The others are only counted.
const LISTED: usize = 20;

/// Writes the contents of a scene.
pub(super) fn describe(scene: &Scene<'_>, text: &mut String) {
    let summary = scene.summary(false);
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {}", counted(summary.nodes, "node"));
    list(
        text,
        "mesh",
        summary.meshes.iter().map(|mesh| {
            let (vertices, indices) = mesh.primitives.iter().fold((0, 0), |(vertices, indices), primitive| {
                (vertices + primitive.vertices, indices + primitive.indices)
            });
            let (vertices, indices) = (grouped(vertices as u64), grouped(indices as u64));
            let parts = counted(mesh.primitives.len(), "primitive");
            let morphs = counted(mesh.morph_targets.len(), "morph target");
            format!("{}: {parts}, {vertices} vertices, {indices} indices, {morphs}", safe(mesh.name))
        }),
    );
    list(
        text,
        "skin",
        summary.skins.iter().map(|skin| format!("{}: {}", safe(skin.name), counted(skin.joints, "joint"))),
    );
    list(text, "material", summary.materials.iter().map(|name| safe(name)));
    for (noun, views) in [("light", &summary.lights), ("camera", &summary.cameras)] {
        list(text, noun, views.iter().map(|view| format!("{}: {}", safe(view.name), view.kind)));
    }
    list(
        text,
        "animation",
        summary.animations.iter().zip(Clip::of_scene(scene)).map(|(animation, clip)| {
            let (channels, nodes) = (counted(animation.channels, "channel"), counted(animation.nodes, "node"));
            format!("{}: {channels} of {nodes}{}", safe(animation.name), facts(&clip))
        }),
    );
    if let Some(source) = summary.source {
        let _ = writeln!(text, "  made from: {}", safe(source));
    }
}

/// Returns the length, keys, frame rate, loop gap, speed and sliding feet of an animation.
pub(super) fn facts(clip: &Clip) -> String {
    let Some(ClipStats { duration, keys, gap, root_speed, slide, .. }) = &clip.stats else { return String::new() };
    let mut text = format!(", {duration:.2} s, {}", counted(*keys, "key"));
    // Writing to a string can't fail.
    if let Some(rate) = clip.fps {
        let _ = write!(text, ", {rate} fps");
    }
    let _ = write!(text, ", loop gap {:.1}°", gap.angle);
    if gap.distance > 0.0 || gap.share > 0.0 {
        let _ = write!(text, " and {:.3}", gap.distance.max(gap.share));
    }
    if *root_speed >= 0.005 {
        let _ = write!(text, ", moves {root_speed:.2} m/s");
    }
    if *slide >= 0.0005 {
        let _ = write!(text, ", feet slide {:.1} cm", slide * 100.0);
    }
    text
}

fn list(text: &mut String, what: &str, lines: impl ExactSizeIterator<Item = String>) {
    let count = lines.len();
    for (index, line) in lines.take(LISTED).enumerate() {
        let _ = writeln!(text, "  {what} {index}: {line}");
    }
    if count > LISTED {
        let _ = writeln!(text, "  and {} more", counted(count - LISTED, what));
    }
}

/// Escapes a name from a file, so that it can be printed to a terminal.
fn safe(name: &str) -> String {
    Name::from(name).to_string()
}
