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

impl TileLayer {
    /// Returns the fields that contain a tile. This goes through the tiles in the file, because the
    /// size of a layer can be wrong.
    pub fn fields(&self) -> impl Iterator<Item = TileField> {
        let width = self.width.max(1);
        let fields = (0_u32..).zip(&self.data.tiles).filter(|(_, tile)| tile.id().is_some());
        fields.map(move |(index, tile)| TileField { column: index % width, row: index / width, tile: *tile })
    }
}

/// A field of a layer that contains a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileField {
    /// The column, counting from 0 at the left.
    pub column: u32,
    /// The row, counting from 0 at the top.
    pub row: u32,
    /// The tile.
    pub tile: Tile,
}

impl TileSet {
    /// Returns the part of the image that shows a tile, given the number of the tile in this set: left, top, right and
    /// bottom in pixels.
    pub fn part(&self, number: u32) -> [f32; 4] {
        let width = self.images.first().and_then(|image| image.width).unwrap_or(0);
        let step = |size: u32| size.saturating_add(self.spacing).max(1);
        let inner = width.saturating_sub(self.margin.saturating_mul(2)).saturating_add(self.spacing);
        let columns = (inner / step(self.tile_width)).max(1);
        let x = self.margin.saturating_add((number % columns).saturating_mul(step(self.tile_width)));
        let y = self.margin.saturating_add((number / columns).saturating_mul(step(self.tile_height)));
        [x, y, x.saturating_add(self.tile_width), y.saturating_add(self.tile_height)].map(|value| value as f32)
    }
}

impl TileMap {
    /// Returns the width and the height of the map in pixels, as the engine computes them.
    #[allow(clippy::arithmetic_side_effects, reason = "floats")]
    pub fn pixels(&self) -> [f32; 2] {
        let [width, height, tile_width, tile_height] =
            [self.width, self.height, self.tile_width, self.tile_height].map(|value| value as f32);
        match self.orientation {
            Orientation::Orthogonal | Orientation::Isometric => [width * tile_width, height * tile_height],
            Orientation::Staggered => [(width + 0.5) * tile_width, (height + 1.0) * tile_height / 2.0],
            Orientation::Hexagonal => [(width + 0.5) * tile_width, (height - 1.0) * 0.75 * tile_height + tile_height],
        }
    }

    /// Returns the lower left corner of a field in pixels: how far to the right and up it is from the lower left corner
    /// of the map.
    #[allow(clippy::arithmetic_side_effects, reason = "floats")]
    pub fn corner(&self, column: u32, row: u32) -> [f32; 2] {
        let [height, tile_width, tile_height] =
            [self.height, self.tile_width, self.tile_height].map(|value| value as f32);
        let (x, y) = (column as f32, row as f32);
        let below = height - 1.0 - y;
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        match self.orientation {
            Orientation::Orthogonal => [x * tile_width, below * tile_height],
            Orientation::Isometric => {
                let width = self.width as f32;
                [(width + x - y - 1.0) * tile_width / 2.0, (height * 2.0 - x - y - 2.0) * tile_height / 2.0]
            }
            Orientation::Staggered => [(x + shift) * tile_width, below * 0.5 * tile_height],
            Orientation::Hexagonal => [(x + shift) * tile_width, below * 0.75 * tile_height],
        }
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
