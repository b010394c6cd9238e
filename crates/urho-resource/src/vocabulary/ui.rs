//! Interface layouts and styles.

use super::ValueType::{Bool, Count, ExactWord, Float, Text, Typed, UiAttribute, VariantType};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, animation, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

/// The classes that a layout can create.
pub(crate) const TYPES: &[&str] = &[
    "UIElement",
    "UISelectable",
    "BorderImage",
    "Sprite",
    "Button",
    "CheckBox",
    "Cursor",
    "Text",
    "Window",
    "View3D",
    "LineEdit",
    "Slider",
    "ScrollBar",
    "ScrollView",
    "ListView",
    "Menu",
    "DropDownList",
    "ProgressBar",
    "ToolTip",
    "UIElement3D",
];
/// The classes that have a popup.
pub(crate) const POPUP_CLASSES: &[&str] = &["Menu", "DropDownList"];

pub(super) static LAYOUT: Vocabulary = Vocabulary {
    kind: Kind::UiLayout,
    about: "A tree of interface elements. Attributes are checked against the classes below; a game can add its own classes.",
    root: Some(&ELEMENT),
    json_root: None,
    engines: Engines::ALL,
    references: "attribute values `Type;name`, also in lists of variants: resource names",
};

pub(super) static STYLE: Vocabulary = Vocabulary {
    kind: Kind::UiStyle,
    about: "Styles of interface elements, or a list of icons. The first style of a name counts.",
    root: Some(&STYLES),
    json_root: None,
    engines: Engines::ALL,
    references: "attribute values `Type;name`, also in lists of variants: resource names",
};

static STYLES: ElementInfo = element("elements", &[]).children(&[&ELEMENT]);
static ELEMENT: ElementInfo = element(
    "element",
    &[
        attribute("type", Text, "UIElement").note("a class; in a style file also a style name"),
        attribute("style", Text, "").note("the class by default; `none` for no style"),
        attribute("internal", Bool, "false").note("the next unused internal child of this class"),
        attribute("index", Count, "").note("position among the children; the last by default"),
        attribute("popup", Bool, "false").note("in Menu and DropDownList: the popup, a Window"),
        attribute("styleFile", resource("XMLFile", Rule::Absolute), "").engines(Engines::RBFX),
        attribute("auto", Bool, "").engines(Engines::NONE).note("read by editors"),
    ],
)
.many()
.children(&[&ATTRIBUTE, &animation::OBJECT_ROOT, &animation::ATTRIBUTE, &ELEMENT]);
static ATTRIBUTE: ElementInfo = element(
    "attribute",
    &[
        attribute("name", Text, "").need(Need::Expected("the engine finds no attribute")),
        attribute("value", UiAttribute, ""),
    ],
)
.many()
.children(&[&element("string", &[attribute("value", Text, "")]).many(), &VARIANT])
.note("the later of equal names counts");
/// A variant in a list or a map.
pub(super) static VARIANT: ElementInfo = element("variant", VARIANT_ATTRIBUTES)
    .many()
    .children(&[&VARIANT, &element("string", &[attribute("value", Text, "")]).many()]);
const VARIANT_ATTRIBUTES: &[AttributeInfo] = &[
    attribute("hash", Count, "").note("key of a map"),
    attribute("name", Text, "").note("key of a map"),
    attribute("type", VariantType, "None"),
    attribute("value", Typed, ""),
];

/// What an animation can do at its end.
pub(super) const WRAP: super::ValueType = ExactWord(&["Loop", "Once", "Clamp"]);
/// A time in seconds.
pub(super) const TIME: AttributeInfo = attribute("time", Float, "0").unit("s");
