//! Bitmap fonts.

use super::View;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, record};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

record! {
    /// The size of a bitmap font.
    FontInfo in "info" {
        /// The size in points.
        size: i32 = "size" or "0",
    }
}

record! {
    /// The measurements of a bitmap font.
    FontCommon in "common" {
        /// The height of a row in pixels.
        line_height: i32 = "lineHeight" or "0",
        /// The number of pages.
        pages: u32 = "pages" or "0",
    }
}

record! {
    /// An image that contains glyphs.
    Page in "page" {
        /// The image file, relative to the font.
        file: String = "file" or "",
    }
}

record! {
    /// The images of a font.
    Pages in "pages" {}
    many {
        /// The images. A glyph refers to them by index.
        page: Page,
    }
}

record! {
    /// A character, which is drawn as a rectangle from a page.
    Glyph in "char" {
        /// The number of the character.
        id: u32 = "id" or "0",
        /// The left edge in pixels.
        x: i32 = "x" or "0",
        /// The top edge in pixels.
        y: i32 = "y" or "0",
        /// The width in pixels.
        width: i32 = "width" or "0",
        /// The height in pixels.
        height: i32 = "height" or "0",
        /// The distance from the pen to the left edge in pixels.
        x_offset: i32 = "xoffset" or "0",
        /// The distance from the top of the row to the top edge in pixels.
        y_offset: i32 = "yoffset" or "0",
        /// How many pixels the pen moves for the next character.
        x_advance: i32 = "xadvance" or "0",
        /// The index of the page.
        page: u32 = "page" or "0",
    }
}

record! {
    /// The characters of a font.
    Glyphs in "chars" {}
    many {
        /// The characters in file order.
        char: Glyph,
    }
}

record! {
    /// A pair of characters that should be nearer to each other or farther apart than usual.
    Kerning in "kerning" {
        /// The left character.
        first: u32 = "first" or "0",
        /// The right character.
        second: u32 = "second" or "0",
        /// How many pixels to add between them.
        amount: i32 = "amount" or "0",
    }
}

record! {
    /// The kernings of a font.
    Kernings in "kernings" {}
    many {
        /// The kernings in file order.
        kerning: Kerning,
    }
}

/// A bitmap font: BMFont in XML.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BitmapFont {
    /// The size of the font.
    pub info: FontInfo,
    /// Measurements that are the same for all glyphs.
    pub common: FontCommon,
    /// The images that contain the glyphs.
    pub pages: Pages,
    /// The characters.
    pub chars: Glyphs,
    /// The kernings.
    pub kernings: Kernings,
}

impl BitmapFont {
    /// Returns the glyph for a character. For duplicates, this is the last, as in the engine.
    pub fn glyph(&self, id: u32) -> Option<&Glyph> {
        self.chars.char.iter().rev().find(|glyph| glyph.id == id)
    }

    /// Returns how many pixels to add between two characters.
    pub fn kerning(&self, first: u32, second: u32) -> i32 {
        let pair = self.kernings.kerning.iter().rev().find(|one| one.first == first && one.second == second);
        pair.map_or(0, |kerning| kerning.amount)
    }

    /// Returns whether this is the name of a signed distance field. In such a font, alpha is a distance and not the
    /// coverage.
    pub fn is_distance_field(name: &str) -> bool {
        name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("sdf"))
    }
}

impl View for BitmapFont {
    const KINDS: &'static [Kind] = &[Kind::BitmapFont];
}

impl Convert for BitmapFont {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        use super::record::child;
        Ok(Self {
            info: child(item),
            common: child(item),
            pages: child(item),
            chars: child(item),
            kernings: child(item),
        })
    }

    fn to_node(&self, _: &Item<'_>) -> Node {
        let children = vec![
            self.info.node(false),
            self.common.node(false),
            self.pages.node(false),
            self.chars.node(false),
            self.kernings.node(false),
        ];
        Node { children, ..Node::new("font") }
    }
}
