//! Maps and tile sets from Tiled.

use super::ValueType::{Count, ExactWord, Float, Int, Text};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static MAP: Vocabulary = Vocabulary {
    kind: Kind::TileMap,
    about: "A map of tiles. The engine ignores groups of layers with all they contain, and refuses compressed layers.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};

pub(super) static SET: Vocabulary = Vocabulary {
    kind: Kind::TileSet,
    about: "A tile set that maps name. The engine looks for its images beside the map, not beside this file.",
    root: Some(&EXTERNAL),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};

const ORIENTATIONS: &[&str] = &["orthogonal", "isometric", "staggered", "hexagonal"];
const SIZE: Need = Need::Required("the map has no tiles");
static ROOT: ElementInfo = element(
    "map",
    &[
        attribute("version", Text, "").need(Need::Required("the version must start with `1.`")),
        attribute("orientation", ExactWord(ORIENTATIONS), "")
            .need(Need::Required("the engine refuses other orientations")),
        attribute("width", Count, "").unit("tiles").need(SIZE),
        attribute("height", Count, "").unit("tiles").need(SIZE),
        attribute("tilewidth", Count, "").unit("px").need(SIZE),
        attribute("tileheight", Count, "").unit("px").need(SIZE),
    ],
)
.open()
.children(&[&TILE_SET, &LAYER, &OBJECT_GROUP, &IMAGE_LAYER, &PROPERTIES]);

const SET_ATTRIBUTES: [AttributeInfo; 6] = [
    attribute("firstgid", Count, "0"),
    attribute("source", resource("XMLFile", Rule::Beside), "").note("the set is in another file"),
    attribute("tilewidth", Count, "0").unit("px"),
    attribute("tileheight", Count, "0").unit("px"),
    attribute("spacing", Count, "0").unit("px"),
    attribute("margin", Count, "0").unit("px"),
];
static TILE_SET: ElementInfo = element("tileset", &SET_ATTRIBUTES).many().open().children(SET_CHILDREN);
static EXTERNAL: ElementInfo = element("tileset", &SET_ATTRIBUTES).open().children(SET_CHILDREN);
static SET_CHILDREN: &[&ElementInfo] = &[
    &element("tileoffset", &[attribute("x", Int, "0").unit("px"), attribute("y", Int, "0").unit("px")]).open(),
    &IMAGE,
    &TILE,
    &PROPERTIES,
];
const IMAGE_SIZE: Need = Need::Expected("the engine makes no tiles of the image");
static IMAGE: ElementInfo = element(
    "image",
    &[
        attribute("source", resource("Image", Rule::Beside), "").need(Need::Required("the map doesn't load")),
        attribute("width", Count, "").unit("px").need(IMAGE_SIZE),
        attribute("height", Count, "").unit("px").need(IMAGE_SIZE),
    ],
)
.open();
static TILE: ElementInfo = element("tile", &[attribute("id", Count, "0")]).many().open().children(&[
    &element("image", &[attribute("source", resource("Image", Rule::Beside), "")]).open(),
    &OBJECT_GROUP,
    &PROPERTIES,
    &element("animation", &[]).engines(Engines::U3D).children(&[&element(
        "frame",
        &[attribute("tileid", Count, "0"), attribute("duration", Count, "0").unit("ms")],
    )
    .many()]),
]);
static LAYER: ElementInfo = element(
    "layer",
    &[
        attribute("name", Text, ""),
        attribute("width", Count, "").unit("tiles").need(SIZE),
        attribute("height", Count, "").unit("tiles").need(SIZE),
        attribute("visible", Int, "1"),
    ],
)
.many()
.open()
.children(&[&DATA, &PROPERTIES]);
static DATA: ElementInfo = element(
    "data",
    &[
        attribute("encoding", Text, "xml").note("`xml`, `csv` or `base64`; the engine refuses others"),
        attribute("compression", Text, "").note("the engine refuses any"),
    ],
)
.open()
.need(Need::Required("the engine refuses a layer without `data`"))
.text(Text)
.children(&[&element("tile", &[attribute("gid", Count, "0")]).many().open()]);
static OBJECT_GROUP: ElementInfo =
    element("objectgroup", &[attribute("name", Text, "")]).many().open().children(&[&OBJECT, &PROPERTIES]);
static OBJECT: ElementInfo = element(
    "object",
    &[
        attribute("name", Text, ""),
        attribute("type", Text, ""),
        attribute("gid", Count, "0"),
        attribute("x", Float, "0").unit("px"),
        attribute("y", Float, "0").unit("px"),
        attribute("width", Float, "0").unit("px"),
        attribute("height", Float, "0").unit("px"),
    ],
)
.many()
.open()
.children(&[
    &element("polygon", &[attribute("points", Text, "").unit("px")]).open(),
    &element("polyline", &[attribute("points", Text, "").unit("px")]).open(),
    &element("ellipse", &[]).open(),
    &PROPERTIES,
]);
static IMAGE_LAYER: ElementInfo = element("imagelayer", &[attribute("name", Text, "")]).many().open().children(&[
    &element(
        "image",
        &[attribute("source", resource("Texture2D", Rule::Beside), "").need(Need::Required("the map doesn't load"))],
    )
    .open(),
    &PROPERTIES,
]);
static PROPERTIES: ElementInfo = element("properties", &[]).open().children(&[&element(
    "property",
    &[attribute("name", Text, ""), attribute("value", Text, "").note("text between the tags is ignored")],
)
.many()
.open()]);
