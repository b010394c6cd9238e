//! Typed views: the values of a document as plain structs, for programs that compute with them.
//!
//! A [`View`] is read from a [`Document`] as the engine reads the file: defaults are filled in, deprecated elements become what they mean. Change its
//! fields and [`apply`](View::apply) it: only the values that differ are written, so comments, layout, unknown elements and the spelling of all other
//! numbers stay as they are.
//!
//! ```
//! use urho_resource::{Document, views::{ParticleEffect, View}};
//!
//! let file = b"<particleeffect>\n\t<velocity min=\"1.50\" max=\"2\" /> <!-- calm -->\n</particleeffect>\n";
//! let mut document = Document::parse(file, None)?;
//! let mut effect = ParticleEffect::of(&document)?;
//! assert_eq!((effect.velocity.min, effect.time_to_live.max), (1.5, 1.0));
//! effect.velocity.max = 4.0;
//! effect.apply(&mut document)?;
//! assert_eq!(document.text(), b"<particleeffect>\n\t<velocity min=\"1.50\" max=\"4\" /> <!-- calm -->\n</particleeffect>\n");
//! # Ok::<(), urho_resource::Error>(())
//! ```
//!
//! A patch file (`inherit`) has no values of its own: apply it to its base with [`Document::applied`] first.

mod field;
mod font;
mod node;
mod particle;
mod particle_2d;
mod record;
mod render_path;
mod sheet;
mod spriter;
mod tile_map;
mod tiles;

use binio::Path;

use crate::document::Document;
use crate::error::{Error, ErrorKind};
use crate::item::Item;
use crate::kind::Kind;

pub use field::Range;
pub use font::{BitmapFont, FontCommon, FontInfo, Glyph, Glyphs, Kerning, Kernings, Page, Pages};
pub use particle::{ColorFrame, EmitterShape, FaceMode, ParticleEffect, TextureFrame};
pub use particle_2d::{EmitterMode, ParticleEffect2d, Rgba};
pub use render_path::{
    CommandKind, CommandOutput, CommandTexture, RenderCommand, RenderPath, RenderTarget, ShaderParameter,
};
pub use sheet::{SheetSprite, SpriteSheet};
pub use spriter::{
    BoneReference, CurveType, MainlineKey, ObjectReference, Spriter, SpriterAnimation, SpriterBone, SpriterEntity,
    SpriterFile, SpriterFolder, SpriterKey, SpriterMainline, SpriterSpatial, SpriterTimeline,
};
pub use tile_map::{
    ImageLayer, MapImage, MapObject, ObjectGroup, Orientation, TileLayer, TileMap, TileOffset, TileSet, TileSetTile,
};
pub use tiles::{Tile, TileData};

use node::Node;

/// Values of a document as a struct.
pub trait View: Sized + Clone + PartialEq + private::Convert {
    /// Kinds of documents that this view shows.
    const KINDS: &'static [Kind];

    /// Reads the values as the engine reads them. Missing values have the engine's defaults.
    ///
    /// # Errors
    /// [`ErrorKind::OtherKind`]: the document is of another kind, or a patch file, which has no values of its own.
    fn of(document: &Document<'_>) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::OtherKind, Path::new());
        if !Self::KINDS.contains(&document.kind()) || document.inherited().is_some() {
            return Err(wrong());
        }
        let root = document.root().ok_or_else(wrong)?;
        Self::from_item(&root)
    }

    /// Writes the values that differ from those of the document, and nothing else. Returns whether anything differed.
    ///
    /// New list items are inserted where they are in the list; removed ones are removed with everything inside.
    ///
    /// # Errors
    /// As [`of`](Self::of); [`ErrorKind::NotConvertible`] for values that the file can't store, for example tiles of a compressed layer. The document is
    /// then unchanged.
    fn apply(&self, document: &mut Document<'_>) -> Result<bool, Error> {
        let first = Self::of(document)?;
        if first == *self {
            return Ok(false);
        }
        let mut changed = document.clone();
        // One insertion in each pass: a text has no place for the second child of an element that has none yet.
        for _ in 0..MOST_PASSES {
            let current = Self::of(&changed)?;
            let Some(root) = changed.root() else { break };
            let (stored, wanted) = (current.to_node(&root), self.to_node(&root));
            if stored == wanted {
                *document = changed;
                return Ok(true);
            }
            let edits = node::edits(&root, &stored, &wanted)?;
            if edits.is_empty() {
                break;
            }
            changed.apply(edits)?;
        }
        Err(Error::new(ErrorKind::NotConvertible("the file can't store all of these values"), Path::new()))
    }
}

/// Insertions that one `apply` makes at most.
const MOST_PASSES: usize = 4096;

mod private {
    use super::{Error, Item, Node};

    /// Between a view and the elements of a document.
    pub trait Convert: Sized {
        /// Reads a view.
        fn from_item(item: &Item<'_>) -> Result<Self, Error>;
        /// Returns the elements that the view describes, in the form that the file has now.
        fn to_node(&self, root: &Item<'_>) -> Node;
    }
}
