//! Spriter projects.

use super::ValueType::{Bool, Float, Int, Text, Word};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static SPRITER: Vocabulary = Vocabulary {
    kind: Kind::Spriter,
    about: "Animations of sprites and bones. The engine ignores sounds, events, tags, variables and `obj_info`, but refuses a \
            file with a timeline that is neither `bone` nor `sprite`.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::ALL,
    references: "`X.xml` or `X.plist` with the name of the file: SpriteSheet2D, if it exists. Its sprites then replace the \
                 files of the folders",
};

const fn id() -> AttributeInfo {
    attribute("id", Int, "0")
}

const fn name() -> AttributeInfo {
    attribute("name", Text, "")
}

static ROOT: ElementInfo =
    element("spriter_data", &[attribute("scml_version", Float, "0"), attribute("generator", Text, "")])
        .open()
        .children(&[&FOLDER, &ENTITY]);
static FOLDER: ElementInfo = element("folder", &[id(), name()]).many().open().children(&[&element(
    "file",
    &[
        id(),
        attribute("name", resource("Image", Rule::Beside), ""),
        attribute("width", Float, "0").unit("px"),
        attribute("height", Float, "0").unit("px"),
        attribute("pivot_x", Float, "0"),
        attribute("pivot_y", Float, "1"),
    ],
)
.many()
.open()]);
static ENTITY: ElementInfo = element("entity", &[id(), name()]).many().open().children(&[&CHARACTER_MAP, &ANIMATION]);
static CHARACTER_MAP: ElementInfo = element("character_map", &[id(), name()]).many().open().children(&[&element(
    "map",
    &[
        attribute("folder", Int, "0"),
        attribute("file", Int, "0"),
        attribute("target_folder", Int, "-1"),
        attribute("target_file", Int, "-1"),
    ],
)
.many()
.open()]);
static ANIMATION: ElementInfo = element(
    "animation",
    &[id(), name(), attribute("length", Float, "0").unit("ms"), attribute("looping", Bool, "true")],
)
.many()
.open()
.children(&[&MAINLINE, &TIMELINE]);
static MAINLINE: ElementInfo = element("mainline", &[])
    .open()
    .need(Need::Required("an animation without keys of the main line reads foreign memory"))
    .children(&[&element("key", &[id(), attribute("time", Float, "0").unit("ms")])
        .many()
        .open()
        .children(&[&element("bone_ref", REFERENCE).many().open(), &element("object_ref", REFERENCE).many().open()])]);
const REFERENCE: &[AttributeInfo] = &[
    id(),
    attribute("parent", Int, "-1"),
    attribute("timeline", Int, "0"),
    attribute("key", Int, "0"),
    attribute("z_index", Int, "0"),
];
static TIMELINE: ElementInfo = element(
    "timeline",
    &[
        id(),
        name(),
        attribute("object_type", Text, "sprite").note("`bone` or `sprite`; the engine refuses others"),
        attribute("type", Text, "").note("counts before `object_type`"),
    ],
)
.many()
.open()
.children(&[&TIMELINE_KEY]);
static TIMELINE_KEY: ElementInfo = element(
    "key",
    &[
        id(),
        attribute("time", Float, "0").unit("ms"),
        attribute("spin", Int, "1"),
        attribute("curve_type", Word(&["instant", "linear", "quadratic", "cubic"]), "linear"),
        attribute("c1", Float, "0"),
        attribute("c2", Float, "0"),
    ],
)
.many()
.open()
.children(&[
    &element(
        "bone",
        &[
            attribute("x", Float, "0").unit("px"),
            attribute("y", Float, "0").unit("px"),
            attribute("angle", Float, "0").unit("degrees"),
            attribute("scale_x", Float, "1"),
            attribute("scale_y", Float, "1"),
            attribute("a", Float, "1"),
            attribute("length", Float, "200").unit("px"),
            attribute("width", Float, "10").unit("px"),
        ],
    )
    .open(),
    &element(
        "object",
        &[
            attribute("folder", Int, "-1"),
            attribute("file", Int, "-1"),
            attribute("x", Float, "0").unit("px"),
            attribute("y", Float, "0").unit("px"),
            attribute("angle", Float, "0").unit("degrees"),
            attribute("scale_x", Float, "1"),
            attribute("scale_y", Float, "1"),
            attribute("pivot_x", Float, "").note("the file's by default"),
            attribute("pivot_y", Float, "").note("the file's by default"),
            attribute("a", Float, "1"),
        ],
    )
    .open(),
]);
