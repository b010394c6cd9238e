//! Sprite sheets.

use super::View;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, attribute, children, record, scalar};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

record! {
    /// A sprite, which is a rectangle in the image.
    SheetSprite in "SubTexture" | "subtextures" {
        /// The name. For duplicates, the first is used.
        name: String = "name" or "",
        /// The left edge in pixels.
        x: i32 = "x" or "0",
        /// The top edge in pixels.
        y: i32 = "y" or "0",
        /// The width in pixels.
        width: i32 = "width" or "0",
        /// The height in pixels.
        height: i32 = "height" or "0",
        /// If the sprite was trimmed: where the original picture begins, usually negative.
        frame_x: Option<i32> = "frameX" or "",
        /// The same as `frame_x`, but from the top.
        frame_y: Option<i32> = "frameY" or "",
        /// The width of the original picture. It is only used together with the height.
        frame_width: Option<i32> = "frameWidth" or "",
        /// The height of the original picture.
        frame_height: Option<i32> = "frameHeight" or "",
    }
}

impl SheetSprite {
    /// Returns the hot spot around which the sprite is drawn, as shares of the width and the height. This is the center
    /// of the picture before it was trimmed.
    pub fn hot_spot(&self) -> [f32; 2] {
        let axis = |offset: Option<i32>, frame: i32, size: i32| {
            let offset = offset.unwrap_or(0) as f32;
            (offset + frame as f32 / 2.0) / size as f32
        };
        match (self.frame_width, self.frame_height) {
            (Some(width), Some(height)) => {
                [axis(self.frame_x, width, self.width), 1.0 - axis(self.frame_y, height, self.height)]
            }
            _ => [0.5; 2],
        }
    }
}

/// A sprite sheet in XML or JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSheet {
    /// The image file, relative to the sheet.
    pub image: String,
    /// The sprites in file order.
    pub sprites: Vec<SheetSprite>,
}

impl View for SpriteSheet {
    const KINDS: &'static [Kind] = &[Kind::SpriteSheet];
}

impl Convert for SpriteSheet {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        Ok(Self { image: attribute(item, "imagePath", ""), sprites: children(item) })
    }

    fn to_node(&self, root: &Item<'_>) -> Node {
        let is_json = matches!(root, Item::Json(_));
        let children = self.sprites.iter().map(|sprite| sprite.node(is_json)).collect();
        Node { children, ..Node::new("TextureAtlas").with([("imagePath", scalar(&self.image))]) }
    }
}
