//! Reads sprites and particles in the plane, which only pictures show.

use std::collections::HashMap;
use std::rc::Rc;

use asset_scene::color::srgb_to_linear;
use asset_scene::{Alpha, Facing, Id, Image, Material, Mixing, Node, Sprite, SpriteSet, SurfaceEffect, Texture};
use scene_adapter::ResourceReader;
use scene_adapter::look::without_extension;
use urho_resource::views::{ParticleEffect2d, SheetSprite, SpriteSheet, Spriter, View};
use urho_resource::{Document, Kind};
use urho_scene::{Component, Place, Variant};

use super::Export;
use super::staging::{Origin, Pending};
use crate::kinds;
use crate::level::{parts, sprites};

/// The factor 1 of OpenGL.
const ONE: i32 = 1;
/// The factor 0 of OpenGL.
const ZERO: i32 = 0;
/// The order of components that do not have a layer.
pub(super) const UNLAYERED: (i32, i32) = (0, 0);

/// How a drawable in the plane is combined with what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BlendMode {
    Replace,
    Add,
    Multiply,
    Alpha,
    AddAlpha,
}

impl BlendMode {
    /// Returns the mode with a number in files. The modes that pictures don't have are shown as alpha.
    pub(super) fn of(number: i32) -> Self {
        match number {
            0 => Self::Replace,
            1 => Self::Add,
            2 => Self::Multiply,
            4 => Self::AddAlpha,
            _ => Self::Alpha,
        }
    }

    /// Returns the mode that an effect asks for.
    fn of_effect(effect: &ParticleEffect2d) -> Self {
        match (effect.blend_source, effect.blend_destination) {
            (ONE, ONE) => Self::Add,
            (_, ONE) => Self::AddAlpha,
            (ONE, ZERO) => Self::Replace,
            _ => Self::Alpha,
        }
    }

    fn mixing(self) -> Mixing {
        match self {
            Self::Replace | Self::Alpha => Mixing::Usual,
            Self::Add => Mixing::Add,
            Self::AddAlpha => Mixing::AddAlpha,
            Self::Multiply => Mixing::Multiply,
        }
    }
}

/// A part of an image.
pub(super) struct Part {
    pub(super) image: String,
    /// Left, top, width and height in pixels.
    pub(super) rectangle: [f32; 4],
    /// The size of the whole image in pixels.
    pub(super) size: [f32; 2],
    pub(super) hot_spot: [f32; 2],
}

/// The files for sprites and 2D particles, so that each is only read once.
#[derive(Default)]
pub(super) struct FlatFiles {
    effects: HashMap<String, Result<Rc<ParticleEffect2d>, String>>,
    sheets: HashMap<String, Result<Rc<SpriteSheet>, String>>,
    pub(super) rigs: HashMap<String, Result<Rc<Spriter>, String>>,
    /// The sizes of images in pixels.
    sizes: HashMap<String, Result<[f32; 2], String>>,
    materials: HashMap<(String, BlendMode), Id<Material>>,
}

impl Export<'_, '_> {
    /// Adds the sprite of a component.
    pub(super) fn stage_flat_sprite(&mut self, node: Id<Node>, at: (usize, usize), component: &Component<'_>) {
        let Some(name) = parts::resource(component, "Sprite") else { return };
        let mode = BlendMode::of(parts::number(component, "Blend Mode", 3));
        let part = match self.part(&name) {
            Ok(part) => part,
            Err(why) => return self.no_sprite(at, &name, &why),
        };
        let Some(material) = self.flat_material(&part.image, mode) else { return };
        let set = SpriteSet {
            node: Some(node),
            owner: Some(node),
            material: Some(material),
            facing: Facing::Node,
            sprites: vec![sprite_of(component, &part)],
        };
        self.pend(Pending { set, node, is_scaled: true, origin: Origin::File, order: order_of(component) });
    }

    /// Adds the particles of a component.
    pub(super) fn stage_flat_emitter(&mut self, node: Id<Node>, at: (usize, usize), component: &Component<'_>) {
        let Some(name) = parts::resource(component, "Particle Effect") else { return };
        if !parts::flag(component, "Is Emitting", true) {
            return;
        }
        let effect = match self.flat_effect(&name) {
            Ok(effect) => effect,
            Err(why) => return self.no_sprite(at, &name, &why),
        };
        let beside = beside(&name, &effect.texture);
        // The name of this attribute ends with a space in the engine.
        let sprite = parts::resource(component, "Sprite ").unwrap_or(beside);
        let part = match self.part(&sprite) {
            Ok(part) => part,
            Err(why) => return self.no_sprite(at, &sprite, &why),
        };
        let mode = match component.get("Blend Mode") {
            Some(Variant::Int(mode)) => BlendMode::of(mode),
            _ => BlendMode::of_effect(&effect),
        };
        let Some(material) = self.flat_material(&part.image, mode) else { return };
        // The engine places the particles in the world's plane, however the node is turned.
        let set = SpriteSet { material: Some(material), facing: Facing::Node, ..SpriteSet::default() };
        let origin = Origin::Flat(effect, part.uv([false; 2]));
        self.pend(Pending { set, node, is_scaled: false, origin, order: order_of(component) });
    }

    pub(super) fn no_sprite(&mut self, (index, number): (usize, usize), name: &str, why: &str) {
        let path = Place::node(index).component(number).path().name(name.as_bytes());
        self.findings.warning(kinds::EFFECT_UNAVAILABLE, path, format!("not drawn: {why}"));
    }

    /// Finds the image of a sprite, which is an image file or a part of a sheet: `sheet.xml@name`.
    pub(super) fn part(&mut self, name: &str) -> Result<Part, String> {
        let Some((file, wanted)) = name.split_once('@') else {
            let size = self.size_of(name)?;
            return Ok(Part {
                image: name.to_owned(),
                rectangle: [0.0, 0.0, size[0], size[1]],
                size,
                hot_spot: [0.5; 2],
            });
        };
        let sheet = self.sheet(file)?;
        let sprite = sheet.sprites.iter().find(|sprite| sprite.name == wanted);
        let sprite = sprite.ok_or_else(|| format!("{file} has no sprite {wanted:?}"))?;
        let image = beside(file, &sheet.image);
        let SheetSprite { x, y, width, height, .. } = *sprite;
        let size = self.size_of(&image)?;
        let rectangle = [x, y, width, height].map(|edge| edge as f32);
        Ok(Part { image, rectangle, size, hot_spot: sprite.hot_spot() })
    }

    pub(super) fn sheet(&mut self, file: &str) -> Result<Rc<SpriteSheet>, String> {
        let Self { resources, staging, .. } = self;
        let Some(stager) = staging else { return Err(String::new()) };
        let known = stager.flat.sheets.entry(file.to_owned());
        known.or_insert_with(|| read(resources, file, Kind::SpriteSheet)).clone()
    }

    fn flat_effect(&mut self, file: &str) -> Result<Rc<ParticleEffect2d>, String> {
        let Self { resources, staging, .. } = self;
        let Some(stager) = staging else { return Err(String::new()) };
        let known = stager.flat.effects.entry(file.to_owned());
        known.or_insert_with(|| read(resources, file, Kind::ParticleEffect2d)).clone()
    }

    pub(super) fn size_of(&mut self, image: &str) -> Result<[f32; 2], String> {
        let Self { resources, staging, .. } = self;
        let Some(stager) = staging else { return Err(String::new()) };
        let read = || {
            let info = asset_image::Info::of(&resources.read(image)?).map_err(|error| error.to_string())?;
            Ok([info.width.max(1) as f32, info.height.max(1) as f32])
        };
        stager.flat.sizes.entry(image.to_owned()).or_insert_with(read).clone()
    }

    /// Returns the material that shows an image in the plane. Each image and mode has one. Returns `None` if the image
    /// can't be read.
    pub(super) fn flat_material(&mut self, image: &str, mode: BlendMode) -> Option<Id<Material>> {
        let stager = self.staging.as_ref()?;
        if let Some(known) = stager.flat.materials.get(&(image.to_owned(), mode)) {
            return Some(*known);
        }
        let is_shown = self.materials && self.textures;
        let texture = is_shown.then(|| self.resources.read(image).ok()).flatten().map(|bytes| {
            let file = image.rsplit('/').next().unwrap_or(image);
            Texture::new(self.scene.images.push(Image {
                name: without_extension(file).to_owned(),
                file: Some(image.to_owned()),
                bytes: bytes.into(),
                ..Image::default()
            }))
        });
        let alpha = if mode == BlendMode::Replace { Alpha::Opaque } else { Alpha::Blend };
        let material = self.scene.materials.push(Material {
            base_color: [1.0; 4],
            base_color_texture: texture,
            alpha,
            unlit: true,
            double_sided: true,
            ..Material::named(image)
        });
        let stager = self.staging.as_mut()?;
        stager.flat.materials.insert((image.to_owned(), mode), material);
        if mode.mixing() != Mixing::Usual {
            stager.surface(material, SurfaceEffect { mixing: mode.mixing(), ..SurfaceEffect::default() });
        }
        Some(material)
    }
}

impl Part {
    /// Returns the texture coordinates: left, top, right and bottom.
    pub(super) fn uv(&self, [flip_x, flip_y]: [bool; 2]) -> [f32; 4] {
        let [x, y, width, height] = self.rectangle;
        let [left, right] = [x, x + width].map(|edge| edge / self.size[0]);
        let [top, bottom] = [y, y + height].map(|edge| edge / self.size[1]);
        let [left, right] = if flip_x { [right, left] } else { [left, right] };
        let [top, bottom] = if flip_y { [bottom, top] } else { [top, bottom] };
        [left, top, right, bottom]
    }
}

/// Returns the rectangle that a component draws, in the space of its node.
fn sprite_of(component: &Component<'_>, part: &Part) -> Sprite {
    let flips = ["Flip X", "Flip Y"].map(|name| parts::flag(component, name, false));
    let hot_spot = match component.get("Hot Spot") {
        Some(Variant::Vector2(own)) if parts::flag(component, "Use Hot Spot", false) => own,
        _ => part.hot_spot,
    };
    let [_, _, width, height] = part.rectangle;
    let size = [width, height].map(|pixels| pixels * sprites::PER_PIXEL);
    let axis = |size: f32, hot_spot: f32, is_flipped: bool| {
        let hot_spot = if is_flipped { 1.0 - hot_spot } else { hot_spot };
        [-size * hot_spot, size * (1.0 - hot_spot)]
    };
    let [left, right] = axis(size[0], hot_spot[0], flips[0]);
    let [bottom, top] = axis(size[1], hot_spot[1], flips[1]);
    let mut rectangle = [left, bottom, right, top];
    if let Some(own) = stored(component, "Draw Rectangle", "Use Draw Rectangle") {
        rectangle = own;
    }
    // The engine stores left, bottom, right and top here.
    let own = stored(component, "Texture Rectangle", "Use Texture Rectangle");
    let uv = own.map_or_else(|| part.uv(flips), |[left, bottom, right, top]| [left, top, right, bottom]);
    let [left, bottom, right, top] = rectangle;
    let color = match component.get("Color") {
        Some(Variant::Color(color) | Variant::Vector4(color)) => color,
        _ => [1.0; 4],
    };
    let [red, green, blue, alpha] = color;
    Sprite {
        position: crate::mirror::vector([(left + right) / 2.0, (bottom + top) / 2.0, 0.0]),
        size: [(right - left) / 2.0, (top - bottom) / 2.0],
        rotation: 0.0,
        color: [srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue), alpha],
        uv,
        direction: [0.0, 1.0, 0.0],
    }
}

/// Returns a rectangle attribute that is only used if a flag is set.
fn stored(component: &Component<'_>, name: &str, flag: &str) -> Option<[f32; 4]> {
    match component.get(name)? {
        Variant::Rect(rectangle) if parts::flag(component, flag, false) => rectangle,
        _ => None,
    }
}

/// Reads a data file.
pub(super) fn read<T: View>(resources: &mut ResourceReader<'_>, file: &str, kind: Kind) -> Result<Rc<T>, String> {
    let bytes = resources.read(file)?;
    let document = Document::parse_as(kind, &bytes).map_err(|error| error.to_string())?;
    T::of(&document).map(Rc::new).map_err(|error| error.to_string())
}

/// Returns the order of a drawable: its layer first.
pub(super) fn order_of(component: &Component<'_>) -> (i32, i32) {
    (parts::number(component, "Layer", 0), parts::number(component, "Order in Layer", 0))
}

/// Returns the name of a file beside another.
fn beside(file: &str, name: &str) -> String {
    file.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"))
}
