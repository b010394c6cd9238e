//! Tile maps.

use super::View;
use super::field::words;
use super::node::Node;
use super::private::Convert;
use super::record::{Record, attribute, children, record, scalar};
use super::tiles::{Tile, TileData};
use crate::error::Error;
use crate::item::Item;
use crate::kind::Kind;

words! {
    /// How fields are arranged.
    Orientation: Orthogonal {
        /// In rows and columns.
        Orthogonal = "orthogonal",
        /// Rows and columns are diagonals.
        Isometric = "isometric",
        /// Diamonds in rows, of which every second is shifted.
        Staggered = "staggered",
        /// Hexagons in rows, of which every second is shifted.
        Hexagonal = "hexagonal",
    }
}

record! {
    /// An image of a tile set or layer. Without its size a tile set has no tiles.
    MapImage in "image" {
        /// Image file beside the map.
        source: String = "source" or "",
        /// Width in pixels.
        width: Option<u32> = "width" or "",
        /// Height in pixels.
        height: Option<u32> = "height" or "",
    }
}

record! {
    /// Where tiles of a set are drawn.
    TileOffset in "tileoffset" {
        /// Pixels to the right.
        x: i32 = "x" or "0",
        /// Pixels down.
        y: i32 = "y" or "0",
    }
}

record! {
    /// A tile of a set with something of its own.
    TileSetTile in "tile" {
        /// Number in the set.
        id: u32 = "id" or "0",
    }
    many {
        /// Its own image, if the set has none.
        images: MapImage,
    }
}

record! {
    /// A set of tiles, in the map or in a file of its own.
    TileSet in "tileset" {
        /// Number of the first tile in the map.
        first_id: u32 = "firstgid" or "0",
        /// File of the set beside the map; the rest is there.
        source: Option<String> = "source" or "",
        /// Name.
        name: Option<String> = "name" or "",
        /// Width of a tile in pixels.
        tile_width: u32 = "tilewidth" or "0",
        /// Height of a tile in pixels.
        tile_height: u32 = "tileheight" or "0",
        /// Pixels between tiles.
        spacing: u32 = "spacing" or "0",
        /// Pixels around all tiles.
        margin: u32 = "margin" or "0",
    }
    many {
        /// Offset of all tiles; the first counts.
        offsets: TileOffset,
        /// Image; the first counts.
        images: MapImage,
        /// Tiles with something of their own.
        tiles: TileSetTile,
    }
}

record! {
    /// An object of a map.
    MapObject in "object" {
        /// Name.
        name: Option<String> = "name" or "",
        /// Type.
        kind: Option<String> = "type" or "",
        /// The tile that it shows, if it shows one.
        tile: Option<u32> = "gid" or "",
        /// Pixels from the left.
        x: f32 = "x" or "0",
        /// Pixels from the top.
        y: f32 = "y" or "0",
        /// Width in pixels.
        width: Option<f32> = "width" or "",
        /// Height in pixels.
        height: Option<f32> = "height" or "",
    }
}

record! {
    /// A layer of objects.
    ObjectGroup in "objectgroup" {
        /// Name.
        name: String = "name" or "",
        /// 0 if it is hidden.
        visible: i32 = "visible" or "1",
    }
    many {
        /// Objects.
        objects: MapObject,
    }
}

record! {
    /// A layer with one image.
    ImageLayer in "imagelayer" {
        /// Name.
        name: String = "name" or "",
        /// 0 if it is hidden.
        visible: i32 = "visible" or "1",
    }
    many {
        /// Image; the first counts.
        images: MapImage,
    }
}

record! {
    /// A layer of tiles.
    TileLayer in "layer" {
        /// Name.
        name: String = "name" or "",
        /// Fields in a row.
        width: u32 = "width" or "0",
        /// Rows.
        height: u32 = "height" or "0",
        /// 0 if it is hidden.
        visible: i32 = "visible" or "1",
    }
    one {
        /// Tiles.
        data: TileData,
    }
}

impl TileLayer {
    /// Returns the tile of a field; `None` outside of the layer.
    pub fn tile(&self, column: u32, row: u32) -> Option<Tile> {
        let index = u64::from(row) * u64::from(self.width) + u64::from(column);
        let is_inside = column < self.width && row < self.height;
        usize::try_from(index).ok().filter(|_| is_inside).and_then(|index| self.data.tiles.get(index).copied())
    }
}

/// A tile map, or a tile set in a file of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMap {
    /// How fields are arranged.
    pub orientation: Orientation,
    /// Fields in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Width of a field in pixels.
    pub tile_width: u32,
    /// Height of a field in pixels.
    pub tile_height: u32,
    /// Tile sets.
    pub sets: Vec<TileSet>,
    /// Layers of tiles in file order.
    pub layers: Vec<TileLayer>,
    /// Layers of objects in file order.
    pub objects: Vec<ObjectGroup>,
    /// Layers with one image in file order.
    pub images: Vec<ImageLayer>,
}

impl View for TileMap {
    const KINDS: &'static [Kind] = &[Kind::TileMap];
}

impl Convert for TileMap {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        Ok(Self {
            orientation: attribute(item, "orientation", ""),
            width: attribute(item, "width", "0"),
            height: attribute(item, "height", "0"),
            tile_width: attribute(item, "tilewidth", "0"),
            tile_height: attribute(item, "tileheight", "0"),
            sets: children(item),
            layers: children(item),
            objects: children(item),
            images: children(item),
        })
    }

    fn to_node(&self, _: &Item<'_>) -> Node {
        let mut nodes: Vec<Node> = self.sets.iter().map(|set| set.node(false)).collect();
        nodes.extend(self.layers.iter().map(|layer| layer.node(false)));
        nodes.extend(self.objects.iter().map(|group| group.node(false)));
        nodes.extend(self.images.iter().map(|layer| layer.node(false)));
        let attributes = [
            ("orientation", scalar(&self.orientation)),
            ("width", scalar(&self.width)),
            ("height", scalar(&self.height)),
            ("tilewidth", scalar(&self.tile_width)),
            ("tileheight", scalar(&self.tile_height)),
        ];
        Node { children: nodes, ..Node::new("map").with(attributes) }
    }
}

impl View for TileSet {
    const KINDS: &'static [Kind] = &[Kind::TileSet];
}

impl Convert for TileSet {
    fn from_item(item: &Item<'_>) -> Result<Self, Error> {
        Ok(Self::read(item))
    }

    fn to_node(&self, _: &Item<'_>) -> Node {
        self.node(false)
    }
}
