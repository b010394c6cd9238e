//! Sprite sheets.

use super::ValueType::{Int, Text};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static SHEET: Vocabulary = Vocabulary {
    kind: Kind::SpriteSheet,
    about: "Rectangles of an image, as sprites. The extension decides which reader the engine uses: `.xml` or `.json`.",
    root: Some(&XML),
    json_root: Some(&JSON),
    engines: Engines::ALL,
    references: "",
};

const IMAGE: AttributeInfo = attribute("imagePath", resource("Texture2D", Rule::Beside), "")
    .need(Need::Required("without its image the sheet doesn't load"));
const PIXELS: [AttributeInfo; 9] = [
    attribute("name", Text, "").note("the first of equal names counts"),
    attribute("x", Int, "0").unit("px"),
    attribute("y", Int, "0").unit("px"),
    attribute("width", Int, "0").unit("px"),
    attribute("height", Int, "0").unit("px"),
    attribute("frameX", Int, "0").unit("px").note("usually negative"),
    attribute("frameY", Int, "0").unit("px").note("usually negative"),
    attribute("frameWidth", Int, "").unit("px").note("counts only together with `frameHeight`"),
    attribute("frameHeight", Int, "").unit("px").note("counts only together with `frameWidth`"),
];

static XML: ElementInfo =
    element("TextureAtlas", &[IMAGE]).open().children(&[&element("SubTexture", &PIXELS).many().open()]);
static JSON: ElementInfo = element("", &[IMAGE]).open().children(&[&element("subtextures", &PIXELS).many().open()]);

pub(super) static PLIST: Vocabulary = Vocabulary {
    kind: Kind::PropertyListSheet,
    about: "A sprite sheet as a property list. rbfx refuses every sheet of this kind.",
    root: Some(&PROPERTY_LIST),
    json_root: None,
    engines: Engines::URHO,
    references: "`metadata`, `realTextureFileName`: Texture2D beside the file",
};

static PROPERTY_LIST: ElementInfo = element("plist", &[attribute("version", Text, "1.0").engines(Engines::NONE)])
    .children(&[&DICT])
    .note("needs `frames` and `metadata`");
static DICT: ElementInfo = element("dict", &[]).many().children(&[
    &element("key", &[]).many().text(Text),
    &element("string", &[]).many().text(Text).note("`{{x,y},{w,h}}` and `{w,h}` for rectangles and sizes"),
    &element("real", &[]).many().text(super::ValueType::Float),
    &element("integer", &[]).many().text(Int),
    &element("true", &[]).many(),
    &element("false", &[]).many(),
    &DICT,
    &ARRAY,
]);
static ARRAY: ElementInfo = element("array", &[]).many().children(DICT_CHILDREN);
static DICT_CHILDREN: &[&ElementInfo] = &[
    &element("string", &[]).many().text(Text),
    &element("real", &[]).many().text(super::ValueType::Float),
    &element("integer", &[]).many().text(Int),
    &element("true", &[]).many(),
    &element("false", &[]).many(),
    &DICT,
    &ARRAY,
];
