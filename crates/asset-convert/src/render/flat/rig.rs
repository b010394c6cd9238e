//! Draws the poses of Spriter rigs.

use std::rc::Rc;

use asset_image::Pixels;
use asset_render::{Canvas, Quad};
use urho_resource::views::{
    CurveType, MainlineKey, SheetSprite, SpriteSheet, Spriter, SpriterAnimation, SpriterKey, SpriterTimeline, View as _,
};
use urho_resource::{Document, Kind};

use super::MISSING;
use super::files::Files;

/// The place of a bone or image: x and y in pixels, with y pointing up, an angle in degrees, a scale, and an opacity.
#[derive(Clone, Copy, Debug)]
struct Place {
    x: f32,
    y: f32,
    angle: f32,
    scale: [f32; 2],
    alpha: f32,
}

/// An image in a pose.
struct Shown {
    pose: Place,
    pivot: [f32; 2],
    size: [f32; 2],
    image: Option<Rc<Pixels>>,
    part: [f32; 4],
    order: i32,
}

const ROOT: Place = Place { x: 0.0, y: 0.0, angle: 0.0, scale: [1.0; 2], alpha: 1.0 };

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
    let mut time = seconds.max(0.0) * 1000.0;
    if animation.length > 0.0 {
        time = if animation.looping { time % animation.length } else { time.min(animation.length) };
    }
    let sheet = sheet(files);
    let mut shown = pose(&rig, animation, time, files, sheet.as_ref());
    shown.sort_by_key(|one| one.order);
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
            tint: [1.0, 1.0, 1.0, one.pose.alpha],
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
    let (sine, cosine) = (libm::sinf(one.pose.angle.to_radians()), libm::cosf(one.pose.angle.to_radians()));
    [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]].map(|[u, v]| {
        let x = (u - pivot_x) * width * one.pose.scale[0];
        let y = (v - pivot_y) * height * one.pose.scale[1];
        [one.pose.x + x * cosine - y * sine, one.pose.y + x * sine + y * cosine]
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

fn pose(
    rig: &Spriter,
    animation: &SpriterAnimation,
    time: f32,
    files: &mut Files<'_>,
    sheet: Option<&(SpriteSheet, Option<Rc<Pixels>>)>,
) -> Vec<Shown> {
    let Some(key) = mainline(animation, time) else { return Vec::new() };
    let mut bones: Vec<Place> = Vec::new();
    let parent = |bones: &[Place], index: i32| usize::try_from(index).ok().and_then(|index| bones.get(index).copied());
    for bone in &key.bones {
        let pose = timeline(animation, bone.timeline).and_then(|line| keyed(animation, line, bone.key, time, bone_of));
        let Some(pose) = pose else { continue };
        bones.push(inside(pose, parent(&bones, bone.parent).unwrap_or(ROOT)));
    }
    let mut shown = Vec::new();
    for object in &key.objects {
        let Some(line) = timeline(animation, object.timeline) else { continue };
        let Some(pose) = keyed(animation, line, object.key, time, object_of) else { continue };
        let Some(object_key) = index(&line.keys, object.key).and_then(|key| key.objects.first()) else { continue };
        let folder = rig.folders.iter().find(|folder| folder.id == object_key.folder);
        let Some(file) = folder.and_then(|folder| folder.files.iter().find(|file| file.id == object_key.file)) else {
            continue;
        };
        let pivot = match (object_key.pivot_x, object_key.pivot_y) {
            (None, None) => [file.pivot_x, file.pivot_y],
            (x, y) => [x.unwrap_or(0.0), y.unwrap_or(1.0)],
        };
        let (image, part, size) = image(&file.name, files, sheet);
        let size = size.unwrap_or([file.width, file.height]);
        let pose = inside(pose, parent(&bones, object.parent).unwrap_or(ROOT));
        shown.push(Shown { pose, pivot, size, image, part, order: object.z_index });
    }
    shown
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

fn index<T>(items: &[T], index: i32) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| items.get(index))
}

fn timeline(animation: &SpriterAnimation, number: i32) -> Option<&SpriterTimeline> {
    index(&animation.timelines, number)
}

/// Returns the last key of the main line at or before this time.
fn mainline(animation: &SpriterAnimation, time: f32) -> Option<&MainlineKey> {
    let keys = &animation.mainline.keys;
    keys.iter().take_while(|key| key.time <= time).last().or(keys.first())
}

fn bone_of(key: &SpriterKey) -> Option<Place> {
    let bone = key.bones.first()?;
    Some(Place { x: bone.x, y: bone.y, angle: bone.angle, scale: [bone.scale_x, bone.scale_y], alpha: bone.alpha })
}

fn object_of(key: &SpriterKey) -> Option<Place> {
    let one = key.objects.first()?;
    Some(Place { x: one.x, y: one.y, angle: one.angle, scale: [one.scale_x, one.scale_y], alpha: one.alpha })
}

/// Returns the place at a key, moved towards the next key.
fn keyed(
    animation: &SpriterAnimation,
    line: &SpriterTimeline,
    number: i32,
    time: f32,
    pose: fn(&SpriterKey) -> Option<Place>,
) -> Option<Place> {
    let key = index(&line.keys, number)?;
    let start = pose(key)?;
    if line.keys.len() == 1 || key.curve == CurveType::Instant {
        return Some(start);
    }
    let next = index(&line.keys, number.saturating_add(1)).or_else(|| line.keys.first().filter(|_| animation.looping));
    let Some((next, other)) = next.and_then(|next| Some((next, pose(next)?))) else { return Some(start) };
    let end = if next.time < key.time { next.time + animation.length } else { next.time };
    let t = if end > key.time { (time - key.time) / (end - key.time) } else { 0.0 };
    let t = curved(key, t);
    let mix = |a: f32, b: f32| a + (b - a) * t;
    let turned = match key.spin {
        spin if spin > 0 && other.angle < start.angle => other.angle + 360.0,
        spin if spin < 0 && other.angle > start.angle => other.angle - 360.0,
        _ => other.angle,
    };
    Some(Place {
        x: mix(start.x, other.x),
        y: mix(start.y, other.y),
        angle: mix(start.angle, turned),
        scale: [mix(start.scale[0], other.scale[0]), mix(start.scale[1], other.scale[1])],
        alpha: mix(start.alpha, other.alpha),
    })
}

/// Returns the progress along a curve. The curve begins at 0 and ends at 1; the points in between are the numbers of
/// the key.
fn curved(key: &SpriterKey, t: f32) -> f32 {
    let mix = |a: f32, b: f32| a + (b - a) * t;
    match key.curve {
        CurveType::Quadratic => mix(mix(0.0, key.c1), mix(key.c1, 1.0)),
        CurveType::Cubic => {
            let (a, b, c) = (mix(0.0, key.c1), mix(key.c1, key.c2), mix(key.c2, 1.0));
            mix(mix(a, b), mix(b, c))
        }
        CurveType::Linear | CurveType::Instant => t,
    }
}

/// Converts a place from the space of its parent to the space outside.
fn inside(pose: Place, parent: Place) -> Place {
    let (sine, cosine) = (libm::sinf(parent.angle.to_radians()), libm::cosf(parent.angle.to_radians()));
    let (x, y) = (pose.x * parent.scale[0], pose.y * parent.scale[1]);
    Place {
        x: x * cosine - y * sine + parent.x,
        y: x * sine + y * cosine + parent.y,
        angle: pose.angle + parent.angle,
        scale: [pose.scale[0] * parent.scale[0], pose.scale[1] * parent.scale[1]],
        alpha: pose.alpha * parent.alpha,
    }
}
