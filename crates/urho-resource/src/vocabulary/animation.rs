//! Animations of values, and of the attributes of objects.

use super::ValueType::{Count, Float, Text, Typed, VariantType, Word};
use super::ui::{TIME, VARIANT, WRAP};
use super::{AttributeInfo, ElementInfo, Need, Vocabulary, attribute, element};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static VALUE: Vocabulary = Vocabulary {
    kind: Kind::ValueAnimation,
    about: "Keyframes of a value. Urho3D and rbfx read XML whatever the extension; U3D reads `.xml` and `.json`.",
    root: Some(&VALUE_ROOT),
    json_root: Some(&VALUE_JSON),
    engines: Engines::ALL,
    references: "keyframes of type `ResourceRef`: resource names",
};

pub(super) static OBJECT: Vocabulary = Vocabulary {
    kind: Kind::ObjectAnimation,
    about: "Animations of the attributes of an object. Urho3D and rbfx read XML whatever the extension; U3D reads `.xml` and \
            `.json`.",
    root: Some(&OBJECT_ROOT),
    json_root: Some(&OBJECT_JSON),
    engines: Engines::ALL,
    references: "keyframes of type `ResourceRef`: resource names",
};

const INTERPOLATION: AttributeInfo = attribute("interpolationmethod", Word(&["None", "Linear", "Spline"]), "Linear");
const TENSION: AttributeInfo = attribute("splinetension", Float, "0.5");
static KEYFRAMES: &[&ElementInfo] = &[
    &element("keyframe", &[TIME, attribute("type", VariantType, "None"), attribute("value", Typed, "")])
        .many()
        .children(&[&VARIANT, &element("string", &[attribute("value", Text, "")]).many()]),
    &element("eventframe", &[TIME, attribute("eventtype", Count, "0").note("hash of the event")])
        .many()
        .children(&[&element("eventdata", &[]).children(&[&VARIANT])]),
];

static VALUE_ROOT: ElementInfo = element("valueanimation", &[INTERPOLATION, TENSION]).children(KEYFRAMES);
pub(super) static OBJECT_ROOT: ElementInfo = element("objectanimation", &[]).children(&[&ATTRIBUTE]);
pub(super) static ATTRIBUTE: ElementInfo = element(
    "attributeanimation",
    &[
        attribute("name", Text, "").need(Need::Expected("the engine finds no attribute")),
        INTERPOLATION,
        TENSION,
        attribute("wrapmode", WRAP, "Loop"),
        attribute("speed", Float, "").note("1 in a layout, 0 in an object animation"),
    ],
)
.many()
.children(KEYFRAMES);

static JSON_KEYFRAMES: &[&ElementInfo] = &[
    &element("keyframes", &[TIME]).many().children(&[&JSON_VARIANT]),
    &element("eventframes", &[TIME, attribute("eventtype", Count, "0")])
        .many()
        .children(&[&element("eventdata", &[]).children(&[&ANY_VARIANT])]),
];
static JSON_VARIANT: ElementInfo =
    element("value", &[attribute("type", VariantType, "None"), attribute("value", Typed, "")]);
static ANY_VARIANT: ElementInfo =
    element("*", &[attribute("type", VariantType, "None"), attribute("value", Typed, "")]).many();
static VALUE_JSON: ElementInfo = element("", &[INTERPOLATION, TENSION]).children(JSON_KEYFRAMES);
static OBJECT_JSON: ElementInfo = element("", &[]).children(&[&element("attributeanimations", &[])
    .children(&[&element(
        "*",
        &[
            attribute("name", Text, ""),
            INTERPOLATION,
            TENSION,
            attribute("wrapmode", WRAP, "Loop"),
            attribute("speed", Float, "0"),
        ],
    )
    .many()
    .children(JSON_KEYFRAMES)])
    .need(Need::Expected("the animation is empty"))]);
