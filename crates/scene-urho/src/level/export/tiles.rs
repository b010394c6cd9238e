//! Reads tile maps and rigs in the plane, which only pictures show.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use std::collections::HashMap;
use std::rc::Rc;

use asset_scene::color::srgb_to_linear;
use asset_scene::{Facing, Id, Material, Node, Sprite, SpriteSet};
use urho_resource::views::{ImageLayer, MapImage, SpriteSheet, Spriter, Tile, TileField, TileMap, TileSet, View as _};
use urho_resource::{Document, Kind, rig};
use urho_scene::{Component, Variant};

use super::Export;
use super::flat::{BlendMode, Part, order_of, read};
use super::staging::{Origin, Pending};
use crate::level::{parts, sprites};

/// How tiles are combined with what is behind them.
const TILES: BlendMode = BlendMode::Alpha;

/// The engine draws layers of a map this far apart. Most tiles are in front of sprites in the same layer.
const LAYER: i32 = 10;

/// The rectangles of a layer, by image.
type Layer = HashMap<String, Vec<Sprite>>;

/// An image in the plane, in pixels.
struct Rectangle {
    /// The middle, with y pointing up.
    middle: [f32; 2],
    size: [f32; 2],
    /// Clockwise, in radians.
    rotation: f32,
    uv: [f32; 4],
    color: [f32; 4],
}

impl Rectangle {
    fn sprite(&self) -> Sprite {
        let [x, y] = self.middle.map(|pixels| pixels * sprites::PER_PIXEL);
        let [red, green, blue, alpha] = self.color;
        Sprite {
            position: crate::mirror::vector([x, y, 0.0]),
            size: self.size.map(|pixels| pixels * sprites::PER_PIXEL / 2.0),
            rotation: self.rotation,
            color: [srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue), alpha],
            uv: self.uv,
            direction: [0.0, 1.0, 0.0],
        }
    }
}

impl Export<'_, '_> {
    /// Adds the tiles of a map. Image layers are behind them. Returns `false` if the map can't be read.
    pub(super) fn stage_tile_map(&mut self, node: Id<Node>, at: (usize, usize), component: &Component<'_>) -> bool {
        let Some(name) = parts::resource(component, "Tmx File") else { return true };
        let map = match self.tile_map(&name) {
            Ok(map) => map,
            Err(why) => {
                self.no_sprite(at, &name, &why);
                return false;
            }
        };
        let mut order = 0;
        for layer in map.images.iter().filter(|layer| layer.visible != 0) {
            let rectangles = self.image_layer(&map, layer, &name);
            self.pend_layer(node, rectangles, &mut order);
        }
        for layer in map.layers.iter().filter(|layer| layer.visible != 0) {
            let mut rectangles = Layer::new();
            for TileField { column, row, tile } in layer.fields() {
                self.tile(&map, &name, (tile, map.corner(column, row)), &mut rectangles);
            }
            self.pend_layer(node, rectangles, &mut order);
        }
        for group in map.objects.iter().filter(|group| group.visible != 0) {
            let mut rectangles = Layer::new();
            for object in &group.objects {
                let corner = [object.x, map.pixels()[1] - object.y];
                if let Some(tile) = object.tile {
                    self.tile(&map, &name, (Tile(tile), corner), &mut rectangles);
                }
            }
            self.pend_layer(node, rectangles, &mut order);
        }
        true
    }

    fn tile_map(&mut self, name: &str) -> Result<TileMap, String> {
        let bytes = self.resources.read(name)?;
        let document = Document::parse_as(Kind::TileMap, &bytes).map_err(|error| error.to_string())?;
        let mut map = TileMap::of(&document).map_err(|error| error.to_string())?;
        for set in &mut map.sets {
            let Some(source) = &set.source else { continue };
            let bytes = self.resources.read(&related(name, source))?;
            let other = Document::parse_as(Kind::TileSet, &bytes).map_err(|error| error.to_string())?;
            let other = TileSet::of(&other).map_err(|error| error.to_string())?;
            *set = TileSet { first_id: set.first_id, ..other };
        }
        Ok(map)
    }

    fn image_layer(&mut self, map: &TileMap, layer: &ImageLayer, name: &str) -> Layer {
        let Some(MapImage { source, .. }) = layer.images.first() else { return Layer::new() };
        let image = related(name, source);
        let Ok(size) = self.size_of(&image) else { return Layer::new() };
        let top = map.pixels()[1];
        let middle = [size[0] / 2.0, top - size[1] / 2.0];
        let whole = Rectangle { middle, size, rotation: 0.0, uv: [0.0, 0.0, 1.0, 1.0], color: [1.0; 4] };
        [(image, vec![whole.sprite()])].into()
    }

    /// Adds a tile, given the lower left corner of its field in pixels. A tile whose image is missing is left out.
    fn tile(&mut self, map: &TileMap, name: &str, (tile, corner): (Tile, [f32; 2]), layer: &mut Layer) {
        let Some(id) = tile.id() else { return };
        let Some(set) = map.sets.iter().rev().find(|set| set.first_id <= id) else { return };
        let number = id.saturating_sub(set.first_id);
        let own = set.tiles.iter().find(|tile| tile.id == number).and_then(|tile| tile.images.first());
        let Some(image) = own.or(set.images.first()).map(|image| related(name, &image.source)) else { return };
        let Ok(size) = self.size_of(&image) else { return };
        let [left, top, right, bottom] = if own.is_some() { [0.0, 0.0, size[0], size[1]] } else { set.part(number) };
        let part = Part { image, rectangle: [left, top, right - left, bottom - top], size, hot_spot: [0.0; 2] };
        let mut uv = part.uv([tile.is_flipped_x(), tile.is_flipped_y()]);
        let [width, height] = [right - left, bottom - top];
        let offset = set.offsets.first().map_or([0.0; 2], |offset| [offset.x as f32, offset.y as f32]);
        let middle = [corner[0] - offset[0] + width / 2.0, corner[1] - offset[1] + height / 2.0];
        let (mut rotation, mut size) = (0.0, [width, height]);
        if tile.is_swapped() {
            // The engine swaps the upper left and the lower right corner.
            uv.swap(1, 3);
            (rotation, size) = (-std::f32::consts::FRAC_PI_2, [height, width]);
        }
        let rectangle = Rectangle { middle, size, rotation, uv, color: [1.0; 4] };
        layer.entry(part.image).or_default().push(rectangle.sprite());
    }

    fn pend_layer(&mut self, node: Id<Node>, layer: Layer, order: &mut i32) {
        let mut images: Vec<(String, Vec<Sprite>)> = layer.into_iter().collect();
        images.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (image, sprites) in images {
            if let Some(material) = self.flat_material(&image, TILES) {
                self.pend_flat(node, material, sprites, (*order, 1));
            }
        }
        *order = order.saturating_add(LAYER);
    }

    fn pend_flat(&mut self, node: Id<Node>, material: Id<Material>, sprites: Vec<Sprite>, order: (i32, i32)) {
        let (at, material, facing) = (Some(node), Some(material), Facing::Node);
        let set = SpriteSet { node: at, owner: at, material, facing, sprites };
        self.pend(Pending { set, node, is_scaled: true, origin: Origin::File, order });
    }

    /// Adds the images of a rig, in the pose of its animation at the time of the picture. Returns `false` if the rig can't
    /// be read.
    pub(super) fn stage_rig(&mut self, node: Id<Node>, at: (usize, usize), component: &Component<'_>) -> bool {
        let Some(name) = parts::resource(component, "Animation Set") else { return true };
        let time = self.staging.as_ref().map_or(0.0, |stager| stager.time);
        let (rig, sheet) = match self.rig(&name) {
            Ok(files) => files,
            Err(why) => {
                self.no_sprite(at, &name, &why);
                return false;
            }
        };
        let text = |attribute: &str| match component.get(attribute) {
            Some(Variant::String(text)) => text.as_str().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let (entity, animation) = (text("Entity"), text("Animation"));
        let named = rig.entities.iter().find(|known| known.name == entity);
        let Some(animations) = named.or(rig.entities.first()).map(|entity| &entity.animations) else { return true };
        let Some(animation) = animations.iter().find(|known| known.name == animation) else { return true };
        let mode = BlendMode::of(parts::number(component, "Blend Mode", 3));
        let flips = ["Flip X", "Flip Y"].map(|flip| parts::flag(component, flip, false));
        let color = match component.get("Color") {
            Some(Variant::Color(color) | Variant::Vector4(color)) => color,
            _ => [1.0; 4],
        };
        let (layer, mut order) = order_of(component);
        // Neighbours with the same image are one set, because their order must stay.
        let mut sets: Vec<(String, Vec<Sprite>)> = Vec::new();
        for part in rig::pose(&rig, animation, time * parts::float(component, "Speed", 1.0)) {
            let Some((image, rectangle)) = self.rig_part(&name, (&part, sheet.as_deref()), flips, color) else {
                continue;
            };
            match sets.last_mut().filter(|(last, _)| *last == image) {
                Some((_, sprites)) => sprites.push(rectangle.sprite()),
                None => sets.push((image, vec![rectangle.sprite()])),
            }
        }
        for (image, sprites) in sets {
            if let Some(material) = self.flat_material(&image, mode) {
                self.pend_flat(node, material, sprites, (layer, order));
            }
            order = order.saturating_add(1);
        }
        true
    }

    /// Reads a rig, and the sheet beside it that has its images, if there is one.
    fn rig(&mut self, name: &str) -> Result<(Rc<Spriter>, Option<Rc<SpriteSheet>>), String> {
        let Self { resources, staging, .. } = self;
        let Some(stager) = staging else { return Err(String::new()) };
        let known = stager.flat.rigs.entry(name.to_owned());
        let rig = known.or_insert_with(|| read(resources, name, Kind::Spriter)).clone()?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Ok((rig, self.sheet(&format!("{stem}.xml")).ok()))
    }

    /// Returns an image of a rig and where it is drawn. If it is missing, returns `None`.
    fn rig_part(
        &mut self,
        name: &str,
        (part, sheet): (&rig::Part<'_>, Option<&SpriteSheet>),
        [flip_x, flip_y]: [bool; 2],
        [red, green, blue, _]: [f32; 4],
    ) -> Option<(String, Rectangle)> {
        let file = &part.file.name;
        let shown = match sheet {
            Some(sheet) => {
                let base = file.rsplit('/').next().unwrap_or(file);
                let base = base.rsplit_once('.').map_or(base, |(base, _)| base);
                let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                sheet.sprites.iter().find(|sprite| sprite.name == base)?;
                self.part(&format!("{stem}.xml@{base}")).ok()?
            }
            None => self.part(&related(name, file)).ok()?,
        };
        let [_, _, width, height] = shown.rectangle;
        let rig::Place { angle, scale, alpha, .. } = part.place;
        let [x, y] = part.middle([width, height]);
        let rectangle = Rectangle {
            middle: [if flip_x { -x } else { x }, if flip_y { -y } else { y }],
            size: [width * scale[0], height * scale[1]],
            rotation: if flip_x == flip_y { -angle.to_radians() } else { angle.to_radians() },
            uv: shown.uv([flip_x, flip_y]),
            color: [red, green, blue, alpha],
        };
        Some((shown.image, rectangle))
    }
}

/// Returns the name of a file beside another. Like in the engine, folders can be left with `..`.
fn related(file: &str, name: &str) -> String {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut names: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let plain = name.replace('\\', "/");
    for part in plain.split('/') {
        match part {
            ".." => drop(names.pop()),
            "." | "" => {}
            part => names.push(part),
        }
    }
    names.join("/")
}
