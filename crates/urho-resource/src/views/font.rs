//! Bitmap fonts.

use super::View;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, record};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

record! {
    /// Size of a bitmap font.
    FontInfo in "info" {
        /// Size in points.
        size: i32 = "size" or "0",
    }
}

record! {
    /// Measures of a bitmap font.
    FontCommon in "common" {
        /// Height of a row in pixels.
        line_height: i32 = "lineHeight" or "0",
        /// Number of pages.
        pages: u32 = "pages" or "0",
    }
}

record! {
    /// An image of glyphs.
    Page in "page" {
        /// Image file beside the font.
        file: String = "file" or "",
    }
}

record! {
    /// Images of a font.
    Pages in "pages" {}
    many {
        /// Images by number.
        page: Page,
    }
}

record! {
    /// A character: a rectangle of a page.
    Glyph in "char" {
        /// Character number.
        id: u32 = "id" or "0",
        /// Left edge in pixels.
        x: i32 = "x" or "0",
        /// Top edge in pixels.
        y: i32 = "y" or "0",
        /// Width in pixels.
        width: i32 = "width" or "0",
        /// Height in pixels.
        height: i32 = "height" or "0",
        /// Pixels from the pen to the left edge.
        x_offset: i32 = "xoffset" or "0",
        /// Pixels from the top of the row to the top edge.
        y_offset: i32 = "yoffset" or "0",
        /// Pixels from this pen position to the next.
        x_advance: i32 = "xadvance" or "0",
        /// Number of the page.
        page: u32 = "page" or "0",
    }
}

record! {
    /// Characters of a font.
    Glyphs in "chars" {}
    many {
        /// Characters in file order.
        char: Glyph,
    }
}

record! {
    /// Two characters that are nearer to each other or farther apart than usual.
    Kerning in "kerning" {
        /// Left character.
        first: u32 = "first" or "0",
        /// Right character.
        second: u32 = "second" or "0",
        /// Pixels that are added between them.
        amount: i32 = "amount" or "0",
    }
}

record! {
    /// Kernings of a font.
    Kernings in "kernings" {}
    many {
        /// Kernings in file order.
        kerning: Kerning,
    }
}

/// A bitmap font: BMFont in XML.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BitmapFont {
    /// Size.
    pub info: FontInfo,
    /// Measures.
    pub common: FontCommon,
    /// Images.
    pub pages: Pages,
    /// Characters.
    pub chars: Glyphs,
    /// Kernings.
    pub kernings: Kernings,
}

impl BitmapFont {
    /// Returns a character; of several with the same number the last, as in the engine.
    pub fn glyph(&self, id: u32) -> Option<&Glyph> {
        self.chars.char.iter().rev().find(|glyph| glyph.id == id)
    }

    /// Returns the pixels that are added between two characters.
    pub fn kerning(&self, first: u32, second: u32) -> i32 {
        let found = self.kernings.kerning.iter().rev().find(|one| one.first == first && one.second == second);
        found.map_or(0, |kerning| kerning.amount)
    }

    /// Whether a file is a signed distance field, whose alpha is a distance and not a coverage.
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
