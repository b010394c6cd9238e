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
    /// How the fields of a map are arranged.
    Orientation: Orthogonal {
        /// In rows and columns.
        Orthogonal = "orthogonal",
        /// In rows and columns that are diagonals on the screen.
        Isometric = "isometric",
        /// As diamonds in rows. Every second row is shifted.
        Staggered = "staggered",
        /// As hexagons in rows. Every second row is shifted.
        Hexagonal = "hexagonal",
    }
}

record! {
    /// The image of a tile set or a layer. If a tile set has an image without a size, it has no tiles.
    MapImage in "image" {
        /// The image file, relative to the map.
        source: String = "source" or "",
        /// The width in pixels.
        width: Option<u32> = "width" or "",
        /// The height in pixels.
        height: Option<u32> = "height" or "",
    }
}

record! {
    /// How far to move the tiles of a set when they are drawn.
    TileOffset in "tileoffset" {
        /// How far to the right, in pixels.
        x: i32 = "x" or "0",
        /// How far down, in pixels.
        y: i32 = "y" or "0",
    }
}

record! {
    /// A tile that has something of its own, for example an image.
    TileSetTile in "tile" {
        /// The id in this tile set.
        id: u32 = "id" or "0",
    }
    many {
        /// The image of this tile, if the set has no image.
        images: MapImage,
    }
}

record! {
    /// A tile set, which may be in the map or in a file of its own.
    TileSet in "tileset" {
        /// The id that the first tile has in the map.
        first_id: u32 = "firstgid" or "0",
        /// The file of the tile set, relative to the map. If this is set, everything else is in that file.
        source: Option<String> = "source" or "",
        /// The name of the tile set.
        name: Option<String> = "name" or "",
        /// The width of a tile in pixels.
        tile_width: u32 = "tilewidth" or "0",
        /// The height of a tile in pixels.
        tile_height: u32 = "tileheight" or "0",
        /// The distance between tiles in pixels.
        spacing: u32 = "spacing" or "0",
        /// The margin around all tiles in pixels.
        margin: u32 = "margin" or "0",
    }
    many {
        /// How far to move all tiles. Only the first is used.
        offsets: TileOffset,
        /// The image. Only the first is used.
        images: MapImage,
        /// The tiles that have something of their own.
        tiles: TileSetTile,
    }
}

record! {
    /// An object on the map.
    MapObject in "object" {
        /// The name of the object.
        name: Option<String> = "name" or "",
        /// The type of the object.
        kind: Option<String> = "type" or "",
        /// The tile to show, if any.
        tile: Option<u32> = "gid" or "",
        /// The distance from the left in pixels.
        x: f32 = "x" or "0",
        /// The distance from the top in pixels.
        y: f32 = "y" or "0",
        /// The width in pixels.
        width: Option<f32> = "width" or "",
        /// The height in pixels.
        height: Option<f32> = "height" or "",
    }
}

record! {
    /// A layer that consists of objects.
    ObjectGroup in "objectgroup" {
        /// The name of the layer.
        name: String = "name" or "",
        /// This is 0 if the layer is hidden.
        visible: i32 = "visible" or "1",
    }
    many {
        /// The objects in this layer.
        objects: MapObject,
    }
}

record! {
    /// A layer that consists of a single image.
    ImageLayer in "imagelayer" {
        /// The name of the layer.
        name: String = "name" or "",
        /// This is 0 if the layer is hidden.
        visible: i32 = "visible" or "1",
    }
    many {
        /// The image. Only the first is used.
        images: MapImage,
    }
}

record! {
    /// A layer that consists of tiles.
    TileLayer in "layer" {
        /// The name of the layer.
        name: String = "name" or "",
        /// The number of fields in a row.
        width: u32 = "width" or "0",
        /// The number of rows.
        height: u32 = "height" or "0",
        /// This is 0 if the layer is hidden.
        visible: i32 = "visible" or "1",
    }
    one {
        /// The tiles of this layer.
        data: TileData,
    }
}

impl TileLayer {
    /// Returns the tile in a field, or `None` if this is outside the layer.
    pub fn tile(&self, column: u32, row: u32) -> Option<Tile> {
        let index = u64::from(row) * u64::from(self.width) + u64::from(column);
        let is_inside = column < self.width && row < self.height;
        usize::try_from(index).ok().filter(|_| is_inside).and_then(|index| self.data.tiles.get(index).copied())
    }
}

/// A tile map, or a tile set in a file of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMap {
    /// How the fields are arranged.
    pub orientation: Orientation,
    /// The number of fields in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The width of a field in pixels.
    pub tile_width: u32,
    /// The height of a field in pixels.
    pub tile_height: u32,
    /// The tile sets that the map uses.
    pub sets: Vec<TileSet>,
    /// The layers with tiles, in file order.
    pub layers: Vec<TileLayer>,
    /// The layers with objects, in file order.
    pub objects: Vec<ObjectGroup>,
    /// The layers with an image, in file order.
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
