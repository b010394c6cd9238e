//! Typed views: the values of a document as plain structs. Use them if your program has to compute with the values.
//!
//! A [`View`] has the values that the engine would read from the file: missing values have their default value, and a
//! deprecated element is replaced with what it means. You can change its fields and then [`apply`](View::apply) it.
//! This only writes the values that are different, so comments, layout, unknown elements and how all other numbers are
//! written will stay as they are.
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
//! A patch file (`inherit`) has no values of its own. You must first apply it to its base using [`Document::applied`].

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
    ImageLayer, MapImage, MapObject, ObjectGroup, Orientation, TileField, TileLayer, TileMap, TileOffset, TileSet,
    TileSetTile,
};
pub use tiles::{Tile, TileData};

use node::Node;

/// The values of a document as a struct.
pub trait View: Sized + Clone + PartialEq + private::Convert {
    /// The kinds of documents that this view can show.
    const KINDS: &'static [Kind];

    /// Reads the values as the engine does. When a value is missing, it will be set to the default value of the engine.
    ///
    /// # Errors
    /// Returns [`ErrorKind::OtherKind`] when the document is of another kind, or when it is a patch file, which has no
    /// values by itself.
    fn of(document: &Document<'_>) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::OtherKind, Path::new());
        if !Self::KINDS.contains(&document.kind()) || document.inherited().is_some() {
            return Err(wrong());
        }
        let root = document.root().ok_or_else(wrong)?;
        Self::from_item(&root)
    }

    /// Writes the values that are different from those in the document, and nothing else. Returns whether there was any
    /// difference.
    ///
    /// When you have added an item to a list, it will be inserted at the same position. When you have removed an item,
    /// it is removed with everything in it.
    ///
    /// # Errors
    /// See [`of`](Self::of). Also returns [`ErrorKind::NotConvertible`] when a value can't be written to the file, for
    /// example to a compressed layer. The document is not changed after an error.
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

/// A single `apply` does not insert more items than this.
const MOST_PASSES: usize = 4096;

mod private {
    use super::{Error, Item, Node};

    /// Converts between a view and the elements in a document.
    pub trait Convert: Sized {
        /// Reads a view from an element.
        fn from_item(item: &Item<'_>) -> Result<Self, Error>;
        /// Returns the elements for this view, in the same form as in the file.
        fn to_node(&self, root: &Item<'_>) -> Node;
    }
}
