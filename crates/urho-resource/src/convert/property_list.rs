//! Converts sprite sheets from property lists to XML.

use std::collections::HashSet;

use urho_core::tree::Element;

use super::{not_convertible, xml};
use crate::error::Error;
use crate::item::Item;
use crate::validate::{property_list_entries, property_list_value, sprite_name};

/// Converts a property list to `<TextureAtlas>`, with the sprites that Urho3D and U3D would read. They ignore rotated
/// sprites. A trimmed sprite has a frame only if both edges are trimmed.
pub(super) fn sheet(root: &Item<'_>) -> Result<Vec<u8>, Error> {
    let missing = || not_convertible("a property list without its image, its frames or a key that the engine needs");
    let Item::Xml(root) = root else { return Err(missing()) };
    let dictionary = root.child("dict").ok_or_else(missing)?;
    let image = property_list_value(dictionary, "metadata")
        .and_then(|metadata| property_list_value(metadata, "realTextureFileName"))
        .ok_or_else(missing)?;
    let frames = property_list_entries(property_list_value(dictionary, "frames").ok_or_else(missing)?);
    let mut sprites = Vec::new();
    let mut seen = HashSet::new();
    for (key, frame) in &frames {
        let rotated = property_list_value(*frame, "rotated").ok_or_else(missing)?;
        if rotated.name() != *"true" {
            let sprite = Sprite::of(*frame).ok_or_else(missing)?;
            let name = sprite_name(key);
            if name.is_empty() {
                return Err(missing());
            }
            // The engine takes the first sprite of a name.
            if seen.insert(name) {
                sprites.push((name, sprite));
            }
        }
    }
    xml(|writer| {
        writer.open("TextureAtlas").attribute("imagePath", &image.text());
        for (name, sprite) in sprites {
            writer.open("SubTexture").attribute("name", name);
            for (name, value) in sprite.attributes() {
                writer.attribute(name, value.to_string().as_bytes());
            }
            writer.close();
        }
        writer.close();
        Ok(())
    })
}

/// The numbers of a frame.
struct Sprite {
    /// The order is left, top, width, height.
    fields: [i32; 4],
    /// Where the original picture begins, relative to the sprite, and how large it is.
    frame: [i32; 4],
}

impl Sprite {
    fn of(frame: Element<'_, '_>) -> Option<Self> {
        let area = numbers::<4>(property_list_value(frame, "frame")?)?;
        let [left, top, ..] = numbers::<4>(property_list_value(frame, "sourceColorRect")?)?;
        let [width, height] = numbers::<2>(property_list_value(frame, "sourceSize")?)?;
        let [left, top] = if left != 0 && top != 0 { [left.saturating_neg(), top.saturating_neg()] } else { [0, 0] };
        Some(Self { fields: area, frame: [left, top, width, height] })
    }

    /// Returns the attributes. If the sprite was not trimmed, there is no frame.
    fn attributes(&self) -> impl Iterator<Item = (&'static str, i32)> + use<> {
        let [x, y, width, height] = self.fields;
        let is_whole = self.frame == [0, 0, width, height];
        let [left, top, whole_width, whole_height] = self.frame;
        let fields = [("x", x), ("y", y), ("width", width), ("height", height)];
        let frame = [("frameX", left), ("frameY", top), ("frameWidth", whole_width), ("frameHeight", whole_height)];
        fields.into_iter().chain(frame.into_iter().filter(move |_| !is_whole))
    }
}

/// Reads numbers in braces, for example `{{0,0},{4,4}}`. As in the engine, digits after the point are dropped.
fn numbers<const N: usize>(value: Element<'_, '_>) -> Option<[i32; N]> {
    let plain = value.text().to_text().replace(['{', '}'], "");
    let numbers: Option<Vec<i32>> =
        plain.split(',').map(|word| word.trim().parse::<f32>().ok().map(|number| number as i32)).collect();
    numbers?.try_into().ok()
}
