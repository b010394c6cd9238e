//! Draws tile maps.

use std::rc::Rc;

use asset_image::Pixels;
use asset_render::{Canvas, Quad};
use urho_resource::views::{Tile, TileMap, TileSet, View as _};
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
        for (column, row, tile) in layer.fields() {
            let center = map.corner(column, row);
            one(tile, center, &sets, &view, canvas);
        }
    }
    // Objects without a tile are shapes for the game's code, which the engine doesn't draw.
    for group in map.objects.iter().filter(|group| group.visible != 0) {
        for object in &group.objects {
            if let Some(tile) = object.tile {
                one(Tile(tile), [object.x, size[1] - object.y], &sets, &view, canvas);
            }
        }
    }
    Ok(())
}

/// Converts from pixels of the map, with y pointing up, to pixels of the picture.
struct View {
    scale: f32,
    left: f32,
    top: f32,
}

/// Fits all fields into the picture. This can be more than the map size that the engine reports, because in a map of
/// diamonds some fields are outside.
fn view(map: &TileMap, size: [f32; 2], canvas: &Canvas) -> View {
    let mut bounds = [0.0, 0.0, size[0], size[1]];
    for layer in &map.layers {
        for (column, row, _) in layer.fields() {
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

fn one(tile: Tile, [x, y]: [f32; 2], sets: &[Set], view: &View, canvas: &mut Canvas) {
    let scale = view.scale;
    let Some(id) = tile.id() else { return };
    let Some(Set { set, image, images }) = sets.iter().rev().find(|one| one.set.first_id <= id) else { return };
    let number = id - set.first_id;
    let tile_image = images.iter().find(|(id, _)| *id == number).map(|(_, image)| image);
    let (image, part) = match (tile_image, image) {
        (Some(image), _) => {
            let size = image.as_ref().map_or([0.0; 2], |image| [image.width() as f32, image.height() as f32]);
            (image, [0.0, 0.0, size[0], size[1]])
        }
        (None, image) => (image, set.part(number)),
    };
    let mut offset = [0.0; 2];
    if let Some(stored) = set.offsets.first() {
        offset = [stored.x as f32, stored.y as f32];
    }
    let [width, height] = [part[2] - part[0], part[3] - part[1]];
    // In pixels of the picture.
    let (x, top) = (view.left + (x - offset[0]) * scale, view.top - (y + height - offset[1]) * scale);
    let Some(image) = image else {
        return canvas
            .frame([x, top, set.tile_width as f32, set.tile_height as f32].map(|value| value * scale), MISSING);
    };
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
