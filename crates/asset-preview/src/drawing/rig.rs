//! Draws the poses of Spriter rigs.

use std::rc::Rc;

use asset_image::Pixels;
use asset_render::{Canvas, Quad};
use urho_resource::rig::{self, Part, Place};
use urho_resource::views::{SheetSprite, SpriteSheet, Spriter, View as _};
use urho_resource::{Document, Kind};

use super::MISSING;
use super::files::Files;

/// An image in a pose.
struct Shown {
    place: Place,
    pivot: [f32; 2],
    size: [f32; 2],
    image: Option<Rc<Pixels>>,
    part: [f32; 4],
}

/// Returns the names of the animations in a rig. They belong to the first figure, because this is the one that the
/// engine uses.
pub(super) fn animations(document: &Document<'_>) -> Vec<String> {
    let rig = Spriter::of(document).ok();
    let entity = rig.as_ref().and_then(|rig| rig.entities.first());
    entity.map_or_else(Vec::new, |entity| entity.animations.iter().map(|animation| animation.name.clone()).collect())
}

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
    (wanted, seconds): &(Option<String>, f32),
) -> Result<(), urho_resource::Error> {
    let rig = Spriter::of(document)?;
    let animations = rig.entities.first().map_or(&[][..], |entity| &entity.animations);
    let named = wanted.as_ref().and_then(|name| animations.iter().find(|one| one.name == *name));
    let Some(animation) = named.or(animations.first()) else { return Ok(()) };
    let sheet = sheet(files);
    let shown = rig::pose(&rig, animation, *seconds).into_iter().map(|Part { file, place, pivot, .. }| {
        let (image, part, size) = image(&file.name, files, sheet.as_ref());
        Shown { place, pivot, size: size.unwrap_or([file.width, file.height]), image, part }
    });
    let shown: Vec<Shown> = shown.collect();
    let bounds = shown.iter().flat_map(|one| corners(one).into_iter().take(4)).fold(None, around);
    let Some([left, bottom, right, top]) = bounds else { return Ok(()) };
    let (width, height) = canvas.pixels().size();
    let scale = (width as f32 / (right - left).max(1.0)).min(height as f32 / (top - bottom).max(1.0)) * 0.95;
    let middle = [f32::midpoint(left, right), f32::midpoint(bottom, top)];
    let to_picture = |[x, y]: [f32; 2]| {
        [width as f32 / 2.0 + (x - middle[0]) * scale, height as f32 / 2.0 - (y - middle[1]) * scale]
    };
    for one in &shown {
        let [upper_left, upper_right, lower_left, _] = corners(one).map(to_picture);
        let between = |to: [f32; 2]| [to[0] - upper_left[0], to[1] - upper_left[1]];
        let quad = Quad {
            corner: upper_left,
            across: between(upper_right),
            down: between(lower_left),
            tint: [1.0, 1.0, 1.0, one.place.alpha],
            is_smooth: true,
            ..Quad::upright([0.0; 4], one.part)
        };
        match &one.image {
            Some(image) => canvas.draw(image, &quad),
            None => canvas.frame([upper_left[0], upper_left[1], one.size[0] * scale, one.size[1] * scale], MISSING),
        }
    }
    Ok(())
}

fn around(bounds: Option<[f32; 4]>, [x, y]: [f32; 2]) -> Option<[f32; 4]> {
    let [left, bottom, right, top] = bounds.unwrap_or([x, y, x, y]);
    Some([left.min(x), bottom.min(y), right.max(x), top.max(y)])
}

/// Returns the corners in the order upper left, upper right, lower left, lower right. y points up.
fn corners(one: &Shown) -> [[f32; 2]; 4] {
    let [width, height] = one.size;
    let [pivot_x, pivot_y] = one.pivot;
    let (sine, cosine) = (libm::sinf(one.place.angle.to_radians()), libm::cosf(one.place.angle.to_radians()));
    [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]].map(|[u, v]| {
        let x = (u - pivot_x) * width * one.place.scale[0];
        let y = (v - pivot_y) * height * one.place.scale[1];
        [one.place.x + x * cosine - y * sine, one.place.y + x * sine + y * cosine]
    })
}

/// Returns the sprite sheet beside the rig, if there is one. Its sprites are then used instead of the images.
fn sheet(files: &mut Files<'_>) -> Option<(SpriteSheet, Option<Rc<Pixels>>)> {
    let stem = files.resource().rsplit_once('.').map_or(files.resource(), |(stem, _)| stem).to_owned();
    let bytes = files.read(&[format!("{stem}.xml")])?;
    let document = Document::parse_as(Kind::SpriteSheet, &bytes).ok()?;
    let sheet = SpriteSheet::of(&document).ok()?;
    let names = files.beside(&sheet.image);
    let image = files.image(&names);
    Some((sheet, image))
}

/// Returns an image, the part to draw, and its size. This is a sprite in the sheet, which is found by the name without
/// folder and extension; if there is no sheet, it is a file.
fn image(
    name: &str,
    files: &mut Files<'_>,
    sheet: Option<&(SpriteSheet, Option<Rc<Pixels>>)>,
) -> (Option<Rc<Pixels>>, [f32; 4], Option<[f32; 2]>) {
    if let Some((sheet, image)) = sheet {
        let base = name.rsplit('/').next().unwrap_or(name);
        let base = base.rsplit_once('.').map_or(base, |(base, _)| base);
        let sheet_sprite: Option<&SheetSprite> = sheet.sprites.iter().find(|sprite| sprite.name == base);
        return match sheet_sprite {
            Some(sprite) => {
                let [x, y, width, height] = [sprite.x, sprite.y, sprite.width, sprite.height].map(|value| value as f32);
                (image.clone(), [x, y, x + width, y + height], Some([width, height]))
            }
            None => (None, [0.0; 4], None),
        };
    }
    let names = files.beside(name);
    let image = files.image(&names);
    let size = image.as_ref().map(|image| [image.width() as f32, image.height() as f32]);
    let [width, height] = size.unwrap_or([0.0; 2]);
    (image, [0.0, 0.0, width, height], size)
}
