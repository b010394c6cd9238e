//! Draws tile maps.

use std::rc::Rc;

use asset_image::Pixels;
use asset_render::{Background, Canvas, Quad};
use urho_resource::views::{Tile, TileField, TileMap, TileSet, View as _};
use urho_resource::{Document, Kind};

use super::files::Files;
use super::{MISSING, fit};

/// A tile set with its images, ready to be drawn.
struct Set {
    set: TileSet,
    image: Option<Rc<Pixels>>,
    /// The images for single tiles.
    images: Vec<(u32, Option<Rc<Pixels>>)>,
}

pub(super) fn draw(
    document: &Document<'_>,
    files: &mut Files<'_>,
    canvas: &mut Canvas,
) -> Result<(), urho_resource::Error> {
    let map = TileMap::of(document)?;
    let sets: Vec<Set> = map.sets.iter().map(|set| loaded(set, files)).collect();
    let size = map.pixels();
    let view = view(&map, size, canvas);
    let (width, height) = canvas.pixels().size();
    let factor = enlargement(view.scale, [width, height]);
    let large = Canvas::new(width.saturating_mul(factor), height.saturating_mul(factor), Background::Transparent);
    let Ok(mut large) = large else { return Ok(()) };
    let scaled = view.enlarged(factor);
    layers(&map, files, (&sets, &scaled), &mut large);
    shrink(large.pixels(), factor, canvas);
    missing(&map, &sets, &view, canvas);
    Ok(())
}

/// The most pixels of an enlarged picture.
const MOST_PIXELS: u64 = 1 << 23;
/// How much a picture is enlarged at most.
const MOST: u32 = 32;

/// Returns how much larger to draw tiles than they will be shown, so that each of their pixels is drawn. The edges of
/// tiles then fit together; if their pixels were mixed before, what is behind them would be seen in between.
fn enlargement(scale: f32, [width, height]: [u32; 2]) -> u32 {
    let wanted = (1.0 / scale.max(1e-6)).ceil().clamp(1.0, MOST as f32) as u32;
    let fits = |factor: &u32| {
        u64::from(width).saturating_mul(height.into()).saturating_mul(u64::from(*factor).pow(2)) <= MOST_PIXELS
    };
    (1..=wanted).rev().find(fits).unwrap_or(1)
}

/// Draws an enlarged picture in its usual size.
fn shrink(large: &Pixels, factor: u32, canvas: &mut Canvas) {
    let (width, height) = canvas.pixels().size();
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 4);
    let whole = factor.saturating_mul(factor) as f32;
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let part = (0..factor).flat_map(|down| (0..factor).map(move |right| (x * factor + right, y * factor + down)));
        let mut sum = [0.0_f32; 4];
        for [red, green, blue, alpha] in part.filter_map(|(x, y)| large.get(x, y)) {
            let alpha = f32::from(alpha);
            let colors = [red, green, blue].map(|channel| f32::from(channel) * alpha);
            sum.iter_mut().zip(colors.into_iter().chain([alpha])).for_each(|(sum, own)| *sum += own);
        }
        let [red, green, blue, alpha] = sum;
        let color = [red, green, blue].map(|channel| channel / alpha.max(1.0));
        bytes.extend(color.into_iter().chain([alpha / whole]).map(|value| (value + 0.5) as u8));
    }
    if let Ok(pixels) = Pixels::new(width, height, bytes) {
        let area = [0.0, 0.0, width as f32, height as f32];
        canvas.draw(&pixels, &Quad::upright(area, area));
    }
}

/// Draws everything whose image is there.
fn layers(map: &TileMap, files: &mut Files<'_>, (sets, view): (&[Set], &View), canvas: &mut Canvas) {
    let size = map.pixels();
    for layer in map.images.iter().filter(|layer| layer.visible != 0) {
        let Some(image) = layer.images.first() else { continue };
        let names = files.beside(&image.source);
        if let Some(image) = files.image(&names) {
            let whole = [image.width() as f32, image.height() as f32];
            let top = view.top - size[1] * view.scale;
            let area = [view.left, top, whole[0] * view.scale, whole[1] * view.scale];
            canvas.draw(&image, &Quad::upright(area, [0.0, 0.0, whole[0], whole[1]]));
        }
    }
    for layer in map.layers.iter().filter(|layer| layer.visible != 0) {
        for TileField { column, row, tile } in layer.fields() {
            let center = map.corner(column, row);
            one(tile, center, sets, view, canvas);
        }
    }
    // Objects without a tile are shapes for the game's code, which the engine doesn't draw.
    for group in map.objects.iter().filter(|group| group.visible != 0) {
        for object in &group.objects {
            if let Some(tile) = object.tile {
                one(Tile(tile), [object.x, size[1] - object.y], sets, view, canvas);
            }
        }
    }
}

/// Draws only the edges of a tile if its image is missing.
fn missing(map: &TileMap, sets: &[Set], view: &View, canvas: &mut Canvas) {
    let layers = map.layers.iter().filter(|layer| layer.visible != 0);
    let fields = layers.flat_map(|layer| layer.fields().map(|field| (field.tile, map.corner(field.column, field.row))));
    let height = map.pixels()[1];
    let groups = map.objects.iter().filter(|group| group.visible != 0);
    let objects = groups.flat_map(|group| &group.objects);
    let objects = objects.filter_map(|object| Some((Tile(object.tile?), [object.x, height - object.y])));
    for (tile, place) in fields.chain(objects) {
        if let Some((set, None, part)) = shown(tile, sets) {
            let [x, top] = corner(set, part, place, view);
            let size = [set.tile_width as f32, set.tile_height as f32].map(|length| length * view.scale);
            canvas.frame([x, top, size[0], size[1]], MISSING);
        }
    }
}

/// Converts from pixels of the map, with y pointing up, to pixels of the picture.
struct View {
    scale: f32,
    left: f32,
    top: f32,
}

impl View {
    fn enlarged(&self, factor: u32) -> Self {
        let factor = factor as f32;
        Self { scale: self.scale * factor, left: self.left * factor, top: self.top * factor }
    }
}

/// Fits all fields into the picture. This can be more than the map size that the engine reports, because in a map of
/// diamonds some fields are outside.
fn view(map: &TileMap, size: [f32; 2], canvas: &Canvas) -> View {
    let mut bounds = [0.0, 0.0, size[0], size[1]];
    for layer in &map.layers {
        for TileField { column, row, .. } in layer.fields() {
            let [x, y] = map.corner(column, row);
            let far = [x + map.tile_width as f32, y + map.tile_height as f32];
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(far[0]), bounds[3].max(far[1])];
        }
    }
    let [left, bottom, right, top] = bounds;
    let (width, height) = canvas.pixels().size();
    let scale = fit([right - left, top - bottom], (width, height));
    let margin = |size: u32, length: f32| (size as f32 - length * scale) / 2.0;
    View {
        scale,
        left: (margin(width, right - left) - left * scale).round(),
        top: (margin(height, top - bottom) + top * scale).round(),
    }
}

/// Reads the images of a tile set. If the set is in another file, this is read first.
fn loaded(set: &TileSet, files: &mut Files<'_>) -> Set {
    let mut set = set.clone();
    if let Some(source) = &set.source {
        let names = files.beside(source);
        let bytes = files.read(&names);
        let other = bytes.as_deref().and_then(|bytes| Document::parse_as(Kind::TileSet, bytes).ok());
        if let Some(other) = other.and_then(|other| TileSet::of(&other).ok()) {
            set = TileSet { first_id: set.first_id, ..other };
        }
    }
    let mut image = |source: &str| {
        let names = files.beside(source);
        files.image(&names)
    };
    let set_image = set.images.first().and_then(|one| image(&one.source));
    let images = set.tiles.iter().filter_map(|tile| Some((tile.id, image(&tile.images.first()?.source)))).collect();
    Set { set, image: set_image, images }
}

/// Returns the tile set of a tile, its image, and the part of the image that it shows.
fn shown(tile: Tile, sets: &[Set]) -> Option<(&TileSet, Option<&Pixels>, [f32; 4])> {
    let id = tile.id()?;
    let Set { set, image, images } = sets.iter().rev().find(|one| one.set.first_id <= id)?;
    let number = id - set.first_id;
    let own = images.iter().find(|(id, _)| *id == number).map(|(_, image)| image);
    let (image, part) = match (own, image) {
        (Some(image), _) => {
            let size = image.as_ref().map_or([0.0; 2], |image| [image.width() as f32, image.height() as f32]);
            (image, [0.0, 0.0, size[0], size[1]])
        }
        (None, image) => (image, set.part(number)),
    };
    Some((set, image.as_deref(), part))
}

/// Returns the upper left corner of a tile, in pixels of the picture.
fn corner(set: &TileSet, part: [f32; 4], [x, y]: [f32; 2], view: &View) -> [f32; 2] {
    let offset = set.offsets.first().map_or([0.0; 2], |stored| [stored.x as f32, stored.y as f32]);
    let height = part[3] - part[1];
    [view.left + (x - offset[0]) * view.scale, view.top - (y + height - offset[1]) * view.scale]
}

fn one(tile: Tile, place: [f32; 2], sets: &[Set], view: &View, canvas: &mut Canvas) {
    let scale = view.scale;
    let Some((set, Some(image), part)) = shown(tile, sets) else { return };
    let [x, top] = corner(set, part, place, view);
    let [width, height] = [part[2] - part[0], part[3] - part[1]];
    let [mut left, mut upper, mut right, mut lower] = part;
    if tile.is_flipped_x() {
        std::mem::swap(&mut left, &mut right);
    }
    if tile.is_flipped_y() {
        std::mem::swap(&mut upper, &mut lower);
    }
    let mut quad = Quad::upright([x, top, width * scale, height * scale], [left, upper, right, lower]);
    if tile.is_swapped() {
        // The engine swaps the upper left and the lower right corner.
        quad.corner = [x + width * scale, top + height * scale];
        (quad.across, quad.down) = ([0.0, -height * scale], [-width * scale, 0.0]);
    }
    canvas.draw(image, &Quad { is_smooth: scale < 1.0, ..quad });
}
