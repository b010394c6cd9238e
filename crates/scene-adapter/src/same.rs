//! Compares objects, apart from rounding, because other programs write numbers with less precision even if they were
//! not edited.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

mod bind;
mod faces;
mod mesh;
mod motion;
pub mod tolerance;
mod vertex;

use asset_geometry::glam::DAffine3;

use asset_scene::{Camera, Light, LightKind, Mesh, Projection};

pub use bind::{SkinOf, skins, space};
pub use faces::{Corner, Faces, Former, Rebuilt, drop_unused, formers, kept_corners, rebuild, unseen_faces};
pub use mesh::{Drawn, Match, drawn, rounding};
pub use motion::{Motion, is_sampled, motions};
pub use vertex::{colors, normals, places, tex_coords};

/// Returns whether two transforms are the same.
pub fn transforms(a: DAffine3, b: DAffine3) -> bool {
    near(a, b, tolerance::TRANSFORM)
}

/// Whether the transforms of two joints are the same: other programs keep them less exactly than those of other nodes.
pub fn joints(a: DAffine3, b: DAffine3) -> bool {
    near(a, b, tolerance::JOINT)
}

fn near(a: DAffine3, b: DAffine3, share: f64) -> bool {
    let (a, b) = (a.to_cols_array(), b.to_cols_array());
    let size = a.iter().chain(&b).fold(1e-3_f64, |size, number| size.max(number.abs()));
    a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= share * size || a == b)
}

/// Returns whether two lights look the same. Some programs don't keep ranges and inner angles. So if only one light has
/// a range, it is ignored, and inner angles are not compared.
pub fn lights(a: &Light, b: &Light) -> bool {
    let cone = |light: &Light| match light.kind {
        LightKind::Directional => (0, 0.0),
        LightKind::Point => (1, 0.0),
        LightKind::Spot { outer, .. } => (2, outer),
    };
    cone(a).0 == cone(b).0
        && close(cone(a).1, cone(b).1, 1.0)
        && close(a.intensity, b.intensity, 1.0)
        && both(a.range, b.range, 1.0)
        && a.color.iter().zip(&b.color).all(|(a, b)| close(*a, *b, 1.0))
}

/// Returns whether two cameras see the same. The aspect ratio is not compared. If only one camera has a far plane, it
/// is ignored.
pub fn cameras(a: &Camera, b: &Camera) -> bool {
    let lens = |camera: &Camera| match camera.projection {
        Projection::Perspective { y_fov, .. } => (false, y_fov),
        Projection::Orthographic { y_mag, .. } => (true, y_mag),
    };
    lens(a).0 == lens(b).0
        && close(lens(a).1, lens(b).1, 1e-2)
        && close(a.near, b.near, 1e-2)
        && both(a.far, b.far, 1e-2)
}

/// Returns whether the morph targets of two meshes have the same default weights. If a weight was not finite before,
/// any weight is accepted.
pub fn weights(before: &Mesh, after: &Mesh) -> bool {
    let weight = |mesh: &Mesh, target: usize| mesh.morph_weights.get(target).copied().unwrap_or(0.0);
    (0..before.morph_names.len()).all(|target| {
        let (before, after) = (weight(before, target), weight(after, target));
        before == after || !before.is_finite()
    })
}

/// Returns whether a name is the other name with a number that Blender adds to duplicates: `Lamp.001` for `Lamp`.
pub fn is_numbered(name: &str, before: &str) -> bool {
    let is_number =
        |rest: &str| rest.len() == 4 && rest.starts_with('.') && rest.chars().skip(1).all(|c| c.is_ascii_digit());
    !before.is_empty() && name.strip_prefix(before).is_some_and(is_number)
}

fn close(a: f32, b: f32, least: f32) -> bool {
    (a - b).abs() <= tolerance::VIEW * a.abs().max(b.abs()).max(least)
}

fn both(a: Option<f32>, b: Option<f32>, least: f32) -> bool {
    a.zip(b).is_none_or(|(a, b)| close(a, b, least))
}
