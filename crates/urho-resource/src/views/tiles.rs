//! The tiles of a layer, in the encodings that Tiled uses.

use binio::Path;
use urho_core::tree::Edits;

use super::field::Field;
use super::node::Node;
use super::record::{Record, attribute};
use crate::error::{Error, ErrorKind};
use crate::item::Item;

/// This bit is set if the tile is mirrored from left to right.
const FLIP_X: u32 = 1 << 31;
/// This bit is set if the tile is mirrored from top to bottom.
const FLIP_Y: u32 = 1 << 30;
/// This bit is set if the axes of the tile are swapped.
const SWAP: u32 = 1 << 29;

/// A tile in a map, as the file stores it: an id, and bits that say how it is mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tile(pub u32);

impl Tile {
    /// Creates a tile that is not mirrored.
    pub const fn new(id: u32) -> Self {
        Self(id & 0x0fff_ffff)
    }

    /// Returns the id of the tile, which is unique in all tile sets of the map. For an empty field, this is `None`.
    pub const fn id(self) -> Option<u32> {
        match self.0 & 0x0fff_ffff {
            0 => None,
            id => Some(id),
        }
    }

    /// Returns whether the tile is mirrored from left to right.
    pub const fn is_flipped_x(self) -> bool {
        self.0 & FLIP_X != 0
    }

    /// Returns whether the tile is mirrored from top to bottom.
    pub const fn is_flipped_y(self) -> bool {
        self.0 & FLIP_Y != 0
    }

    /// Returns whether the axes of the tile are swapped. This is done before it is mirrored.
    pub const fn is_swapped(self) -> bool {
        self.0 & SWAP != 0
    }
}

/// The tiles of a layer, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileData {
    /// `xml`, `csv` or `base64`. The engine rejects any other encoding.
    pub encoding: String,
    /// The compression. The engine rejects compressed tiles, and they are not read here either.
    pub compression: Option<String>,
    /// The tiles. There are as many as the data contains, which may be wrong for the layer.
    pub tiles: Vec<Tile>,
}

impl Record for TileData {
    const NAMES: &'static [&'static str] = &["data"];

    fn read(item: &Item<'_>) -> Self {
        let encoding: String = attribute(item, "encoding", "xml");
        let compression: Option<String> = attribute(item, "compression", "");
        let text = item.content().map(|content| content.text()).unwrap_or_default();
        let tiles = match &*encoding {
            _ if compression.is_some() => Vec::new(),
            "xml" => item.children_named("tile").iter().map(|tile| Tile(attribute(tile, "gid", "0"))).collect(),
            "csv" => numbers(&text).map(|(_, number)| Tile(number)).collect(),
            "base64" => decode(&text),
            _ => Vec::new(),
        };
        Self { encoding, compression, tiles }
    }

    fn node(&self, _: bool) -> Node {
        let node = Node::new("data").with([
            ("encoding", (self.encoding != "xml").then(|| self.encoding.scalar()).flatten()),
            ("compression", self.compression.scalar()),
        ]);
        if self.encoding == "xml" {
            let tile = |tile: &Tile| Node::new("tile").with([("gid", tile.0.scalar())]);
            return Node { children: self.tiles.iter().map(tile).collect(), ..node };
        }
        Node { tiles: Some(self.tiles.clone()), ..node }
    }
}

/// Writes tiles in the given encoding.
pub(super) fn text(encoding: &str, tiles: &[Tile]) -> Option<String> {
    match encoding {
        "csv" => Some(tiles.iter().map(|tile| tile.0.to_string()).collect::<Vec<_>>().join(",")),
        "base64" => Some(encode(tiles)),
        _ => None,
    }
}

/// Replaces the tiles in the text of an element. White space does not change, and in a list the commas do not change
/// either.
pub(super) fn replace(item: &Item<'_>, tiles: &[Tile], edits: &mut Edits) -> Result<(), Error> {
    let refused = |why| Err(Error::new(ErrorKind::NotConvertible(why), Path::new()));
    let Item::Xml(element) = item else { return refused("tiles are stored in XML") };
    let Some(content) = element.content_span() else { return refused("the layer's data have no text") };
    let raw = element.text();
    // Escapes and comments move the text, so that places of numbers would be wrong.
    let is_plain = content.len() == raw.len();
    let encoding: String = attribute(item, "encoding", "xml");
    let new = match &*encoding {
        _ if element.attribute("compression").is_some() => return refused("the tiles are compressed"),
        "csv" if is_plain && numbers(&raw).count() == tiles.len() => {
            let mut new = Vec::with_capacity(raw.len());
            let mut end = 0;
            for ((range, number), tile) in numbers(&raw).zip(tiles) {
                let is_same = number == tile.0;
                new.extend_from_slice(raw.get(end..range.start).unwrap_or_default());
                let old = raw.get(range.clone()).unwrap_or_default();
                let number = tile.0.to_string();
                new.extend_from_slice(if is_same { old } else { number.as_bytes() });
                end = range.end;
            }
            new.extend_from_slice(raw.get(end..).unwrap_or_default());
            new
        }
        "base64" => {
            let start = raw.len() - raw.trim_ascii_start().len();
            let end = raw.trim_ascii_end().len();
            let around = |range: std::ops::Range<usize>| raw.get(range).unwrap_or_default();
            [around(0..start), encode(tiles).as_bytes(), around(end.max(start)..raw.len())].concat()
        }
        other => match text(other, tiles) {
            Some(text) => text.into_bytes(),
            None => return refused("the encoding of the tiles isn't known"),
        },
    };
    edits.replace(content, new);
    Ok(())
}

/// Returns the numbers in a list and where they are, up to the first word that is not a number.
fn numbers(text: &[u8]) -> impl Iterator<Item = (std::ops::Range<usize>, u32)> {
    let mut at = 0;
    let words = text.split(|byte| *byte == b',').map(move |word| {
        let start = at + (word.len() - word.trim_ascii_start().len());
        at += word.len() + 1;
        (start, word.trim_ascii())
    });
    let number = |word: &[u8]| std::str::from_utf8(word).ok().and_then(|word| word.parse::<u32>().ok());
    words
        .filter(|(_, word)| !word.is_empty())
        .map_while(move |(start, word)| Some((start..start + word.len(), number(word)?)))
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes Base64 up to the first character that is not in the alphabet, as the engine does.
fn decode(text: &[u8]) -> Vec<Tile> {
    let digit = |byte: &u8| LETTERS.iter().position(|letter| letter == byte).map(|digit| digit as u32);
    let digits: Vec<u32> = text.trim_ascii().iter().map_while(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    for group in digits.chunks(4) {
        let word = group.iter().enumerate().fold(0, |word, (index, digit)| word | digit << (18 - 6 * index));
        bytes.extend_from_slice(word.to_be_bytes().get(1..group.len()).unwrap_or_default());
    }
    bytes.chunks_exact(4).filter_map(|word| word.first_chunk()).map(|word| Tile(u32::from_le_bytes(*word))).collect()
}

fn encode(tiles: &[Tile]) -> String {
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.0.to_le_bytes()).collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().enumerate().fold(0_u32, |word, (index, byte)| word | u32::from(*byte) << (16 - 8 * index));
        for index in 0..4 {
            let letter = LETTERS.get((word >> (18 - 6 * index) & 63) as usize).copied().unwrap_or(b'A');
            text.push(if index <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}
