//! Particle graphs for rbfx.

use super::ValueType::{Bool, Count, Float, Text, Typed, VariantType};
use super::{AttributeInfo, ElementInfo, Need, Vocabulary, attribute, element};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static GRAPH: Vocabulary = Vocabulary {
    kind: Kind::ParticleGraph,
    about: "Layers of particles, each with three graphs of nodes. A node class, property or pin that the engine doesn't know \
            makes the layer incomplete. The node classes are listed below.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::RBFX,
    references: "properties of type `ResourceRef` and `ResourceRefList`: resource names",
};

static ROOT: ElementInfo = element("particleGraphEffect", &[]).children(&[&element("layers", &[])
    .need(Need::Required("the engine loads nothing"))
    .children(&[&element(
        "layer",
        &[
            attribute("capacity", Count, "16"),
            attribute("duration", Float, "1").unit("s"),
            attribute("timeScale", Float, "1"),
            attribute("loop", Bool, "false"),
            attribute("type", Text, "").engines(Engines::NONE),
        ],
    )
    .many()
    .children(&[&EMIT, &INIT, &UPDATE])])]);
static EMIT: ElementInfo = element("emit", &[]).children(&[&GRAPH_NODES]);
static INIT: ElementInfo = element("init", &[]).children(&[&GRAPH_NODES]);
static UPDATE: ElementInfo = element("update", &[]).children(&[&GRAPH_NODES]);
static GRAPH_NODES: ElementInfo = element("nodes", &[]).children(&[&NODE]);
static NODE: ElementInfo = element(
    "node",
    &[
        attribute("id", Count, "").need(Need::Required("the engine loads nothing")),
        attribute("name", Text, "").need(Need::Required("the engine loads nothing")).note("a node class"),
    ],
)
.many()
.children(&[
    &element("properties", &[]).children(&[&PROPERTY]),
    &element("enter", &[]).children(&[&element("pin", PIN).many()]),
    &element("exit", &[]).children(&[&element("pin", PIN).many()]),
    &element("in", &[]).children(&[&element("pin", PIN).many().children(&[&VALUE])]),
    &element("out", &[]).children(&[&element("pin", PIN).many()]),
]);
static PROPERTY: ElementInfo = element(
    "property",
    &[
        attribute("name", Text, "").need(Need::Required("the engine loads nothing")),
        attribute("type", VariantType, "").need(Need::Required("the engine loads nothing")),
        attribute("value", Typed, ""),
    ],
)
.many()
.children(&[&VALUE]);
/// A value that consists of parts, such as a list or a curve.
static VALUE: ElementInfo = element("value", &[attribute("*", Text, "")]).many().children(&[&PART]);
static PART: ElementInfo = element("*", &[attribute("*", Text, "")]).many().children(&[&PART]);
const PIN: &[AttributeInfo] = &[
    attribute("name", Text, ""),
    attribute("type", VariantType, ""),
    attribute("node", Count, "").note("id of the node whose output is read"),
    attribute("pin", Text, "").note("name of the output pin"),
    attribute("value", Typed, "").note("a constant"),
];

/// A node class: its name, properties, inputs and outputs.
#[derive(Debug)]
pub(crate) struct GraphNode {
    /// The name of the class.
    pub(crate) name: &'static str,
    /// The names of its properties.
    pub(crate) properties: &'static [&'static str],
    /// The input pins. `*` stands for any name.
    pub(crate) inputs: &'static [&'static str],
    /// The output pins. `*` stands for any name.
    pub(crate) outputs: &'static [&'static str],
}

const fn node(
    name: &'static str,
    properties: &'static [&'static str],
    inputs: &'static [&'static str],
    outputs: &'static [&'static str],
) -> GraphNode {
    GraphNode { name, properties, inputs, outputs }
}

const OUT: &[&str] = &["out"];
const PLACED: &[&str] = &["position", "velocity"];

/// The node classes in the engine.
pub(crate) static NODES: &[GraphNode] = &[
    node("Add", &[], &["x", "y"], OUT),
    node("Subtract", &[], &["x", "y"], OUT),
    node("Multiply", &[], &["x", "y"], OUT),
    node("Divide", &[], &["x", "y"], OUT),
    node("Negate", &[], &["x"], OUT),
    node("TimeStepScale", &[], &["x"], OUT),
    node("Lerp", &[], &["x", "y", "t"], OUT),
    node("Slerp", &[], &["x", "y", "t"], OUT),
    node("Length", &[], &["x"], OUT),
    node("Normalized", &[], &["x"], OUT),
    node("Cast", &[], &["x"], OUT),
    node("Make", &[], &["x", "y", "z", "translation", "rotation", "scale", "pitch", "yaw", "roll"], OUT),
    node("Break", &[], &["vec", "q"], &["x", "y", "z", "w", "axis", "angle"]),
    node("Noise3D", &[], &["x"], OUT),
    node("CurlNoise3D", &[], &["x"], OUT),
    node("TimeStep", &[], &[], OUT),
    node("EffectTime", &[], &[], OUT),
    node("NormalizedEffectTime", &[], &[], OUT),
    node("Constant", &["Value"], &[], OUT),
    node("Random", &["Min", "Max"], &[], OUT),
    node("Curve", &["Duration", "IsLooped", "Curve"], &["t"], OUT),
    node("GetAttribute", &[], &[], &["*"]),
    node("SetAttribute", &[], &[""], &["*"]),
    node("GetUniform", &[], &[], &["*"]),
    node("SetUniform", &[], &[""], &["*"]),
    node("Emit", &[], &["count"], &[]),
    node("BurstTimer", &["Delay", "Interval", "Cycles"], &["count"], OUT),
    node("Expire", &[], &["time", "lifetime"], &[]),
    node("Destroy", &[], &["condition"], &[]),
    node("Move", &[], PLACED, &["newPosition"]),
    node("ApplyForce", &[], &["velocity", "force"], OUT),
    node("LimitVelocity", &["Dampen"], &["velocity", "limit"], OUT),
    node("Bounce", &["Dampen", "BounceFactor"], PLACED, &["newPosition", "newVelocity"]),
    node("Sphere", &["Radius", "Radius Thickness", "Translation", "Rotation", "Scale", "From"], &[], PLACED),
    node("Hemisphere", &["Radius", "Radius Thickness", "Translation", "Rotation", "Scale", "From"], &[], PLACED),
    node(
        "Cone",
        &["Radius", "Radius Thickness", "Angle", "Length", "Translation", "Rotation", "Scale", "From"],
        &[],
        PLACED,
    ),
    node("Circle", &["Radius", "Radius Thickness", "Translation", "Rotation", "Scale"], &[], PLACED),
    node("Box", &["Box Thickness", "Translation", "Rotation", "Scale", "From"], &[], PLACED),
    node("Print", &[], &["value"], &[]),
    node(
        "RenderBillboard",
        &["Material", "Rows", "Columns", "Face Camera Mode", "Sort By Distance", "Is Worldspace", "Crop"],
        &["pos", "size", "frame", "color", "rotation", "direction"],
        &[],
    ),
    node("RenderMesh", &["Model", "Material", "Is Worldspace"], &["transform"], &[]),
];
