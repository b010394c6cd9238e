//! Draws the texts of a scene.

use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{Pose, Scene, Text};
use binio::Budget;

use crate::camera::Camera;
use crate::error::{Error, too_much};
use crate::geometry::{Draw, Geometry, Triangle, Vertex};
use crate::letters::Outlined;
use crate::sprites::{axes, place_of};

/// The number of bytes that a rectangle of a letter takes until it is drawn.
const PER_RECTANGLE: u64 = 1536;
/// The number of bytes to take from the budget for a letter before it is known how many rectangles it has.
const PER_LETTER: u64 = 1024;
/// How much a text can be wider or narrower than the font.
const STRETCH: [f32; 2] = [0.4, 2.5];

/// Adds the texts of a scene, turned to the camera.
pub(crate) fn add(
    geometry: &mut Geometry,
    scene: &Scene<'_>,
    pose: &Pose,
    camera: &Camera,
    budget: &mut Budget,
) -> Result<(), Error> {
    let texts = scene.staging.as_deref().map_or(&[][..], |staging| &staging.texts);
    let mut spend = |bytes: u64| {
        let left = budget.left();
        budget.spend(bytes).map_err(|_| too_much("bytes of texts", left, bytes))
    };
    for text in texts {
        let letters = text.lines.iter().map(|line| line.len() as u64).sum::<u64>();
        spend(letters.saturating_mul(PER_LETTER))?;
        let Some(outlined) = Outlined::of(&text.lines, text.text_align) else { continue };
        spend((outlined.rectangles.len() as u64).saturating_mul(PER_RECTANGLE))?;
        add_text(geometry, (text, &outlined), pose, camera);
    }
    Ok(())
}

fn add_text(geometry: &mut Geometry, (text, outlined): (&Text, &Outlined), pose: &Pose, camera: &Camera) {
    let place = place_of(pose, Some(text.node));
    let [right, up] = axes(text.facing, &place, camera);
    let scale = [place.matrix3.x_axis, place.matrix3.y_axis].map(DVec3::length);
    let [width, height] = outlined.size;
    let stretch = text.width.map_or(1.0, |wanted| (wanted / (width * text.em).max(1e-6)).clamp(STRETCH[0], STRETCH[1]));
    let em = f64::from(text.em);
    let (right, up) = (right * (scale[0] * em * f64::from(stretch)), up * (scale[1] * em));
    let draw = geometry.draws.len() as u32;
    geometry.draws.push(Draw { is_unlit: true, is_sprite: true, ..Draw::of(0) });
    let [red, green, blue] = text.color;
    for [left, top, end, bottom] in &outlined.rectangles {
        let first = geometry.vertices.len() as u32;
        let at = |x: f32, y: f32| {
            let (x, y) = (x - width * text.anchor[0], height * text.anchor[1] - y);
            (place.translation + right * f64::from(x) + up * f64::from(y)).as_vec3()
        };
        let corners = [at(*left, *top), at(*end, *top), at(*end, *bottom), at(*left, *bottom)];
        geometry.vertices.extend(corners.map(|position| Vertex {
            position,
            normal: Vec3::Y,
            color: [red, green, blue, 1.0],
            ..Vertex::default()
        }));
        let corners = [[0, 2, 1], [0, 3, 2]].map(|corners| corners.map(|corner: u32| first.saturating_add(corner)));
        geometry.triangles.extend(corners.map(|corners| Triangle { corners, draw }));
    }
}
