//! Animations in XML for rbfx, and side files for animations and models.

use super::ValueType::{Bool, Float, Text, Typed, VariantType, Vector3, Word};
use super::{AttributeInfo, ElementInfo, Need, Vocabulary, attribute, element};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static ANIMATION: Vocabulary = Vocabulary {
    kind: Kind::XmlAnimation,
    about: "A whole animation of rbfx in XML, asked for by its name with `.xml`. `length` tells it from the side file of an `.ani`.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::RBFX,
    references: "",
};
pub(super) static PARAMETERS: Vocabulary = Vocabulary {
    kind: Kind::AnimationParameters,
    about: "Triggers and metadata of the animation `X.ani`, in `X.xml` beside it. rbfx adds the tracks of the file to those of the \
            animation.",
    root: Some(&SIDE),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static MODEL: Vocabulary = Vocabulary {
    kind: Kind::ModelParameters,
    about: "Metadata of the model `X.mdl`, in `X.xml` beside it.",
    root: Some(&MODEL_ROOT),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};
pub(super) static BAKED_LIGHT: Vocabulary = Vocabulary {
    kind: Kind::BakedLight,
    about: "Baked light of a scene, in the folder beside it: light probes, and for `GI.bin` the tetrahedra between them. Nothing in the \
            file identifies it: its name and its first byte do.",
    root: None,
    json_root: None,
    engines: Engines::RBFX,
    references: "",
};

const TIME: AttributeInfo = attribute("time", Float, "0").unit("s");
const CHILDREN: &[&ElementInfo] = &[&TRANSFORM, &VARIANT, &TRIGGER, &METADATA];
static ROOT: ElementInfo = element(
    "animation",
    &[
        attribute("name", Text, ""),
        attribute("length", Float, "").unit("s").need(Need::Required("the animation has no length")),
    ],
)
.children(CHILDREN);
static SIDE: ElementInfo =
    element("animation", &[attribute("name", Text, "").engines(Engines::NONE)]).children(CHILDREN);
static TRANSFORM: ElementInfo = element(
    "transform",
    &[
        attribute("name", Text, ""),
        attribute("position", Bool, "false"),
        attribute("rotation", Bool, "false"),
        attribute("scale", Bool, "false"),
        attribute("weight", Float, "1"),
        attribute("positionweight", Float, "1"),
        attribute("rotationweight", Float, "1"),
        attribute("scaleweight", Float, "1"),
    ],
)
.many()
.engines(Engines::RBFX)
.children(&[&element(
    "keyframe",
    &[
        TIME,
        attribute("position", Vector3, "0 0 0"),
        attribute("rotation", Text, "1 0 0 0").note("a quaternion, or three angles in degrees"),
        attribute("scale", Vector3, "1 1 1"),
    ],
)
.many()]);
static VARIANT: ElementInfo = element(
    "variant",
    &[
        attribute("name", Text, "").note("node path, `@`, component, `/`, attribute"),
        attribute("type", VariantType, "None"),
        attribute("interpolation", Word(&["none", "linear", "spline", "cubicspline"]), "linear"),
        attribute("tension", Float, "0.5"),
        attribute("weight", Float, "1"),
    ],
)
.many()
.engines(Engines::RBFX)
.children(&[&element("keyframe", &[TIME, attribute("value", Text, "").note("of the type of the track")])
    .many()
    .children(&[
        &element("intangent", &[attribute("value", Text, "")]),
        &element("outtangent", &[attribute("value", Text, "")]),
    ])]);
static TRIGGER: ElementInfo = element(
    "trigger",
    &[
        attribute("normalizedtime", Float, "").note("share of the length; counts before `time`"),
        attribute("time", Float, "").unit("s"),
        attribute("type", VariantType, "None"),
        attribute("value", Typed, ""),
    ],
)
.many()
.open();
static METADATA: ElementInfo = element(
    "metadata",
    &[attribute("name", Text, ""), attribute("type", VariantType, "None"), attribute("value", Typed, "")],
)
.many()
.open();
static MODEL_ROOT: ElementInfo = element("model", &[]).children(&[&METADATA]);
