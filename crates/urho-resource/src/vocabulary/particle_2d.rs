//! Particle effects in the plane.

use super::ValueType::{Float, Int};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static PEX: Vocabulary = Vocabulary {
    kind: Kind::ParticleEffect2d,
    about: "A particle emitter in the plane, as drawing tools export it. The engine reads an element that the file lacks as 0.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};

const fn float(unit: &'static str) -> AttributeInfo {
    attribute("value", Float, "0").unit(unit)
}

const PIXELS: &[AttributeInfo] = &[float("px")];
const SPEED: &[AttributeInfo] = &[float("px/s")];
const ACCELERATION: &[AttributeInfo] = &[float("px/s²")];
const SECONDS: &[AttributeInfo] = &[float("s")];
const DEGREES: &[AttributeInfo] = &[float("degrees")];
const TURNING: &[AttributeInfo] = &[float("degrees/s")];
const INTEGER: &[AttributeInfo] = &[attribute("value", Int, "0")];
const POSITION: &[AttributeInfo] = &[attribute("x", Float, "0").unit("px"), attribute("y", Float, "0").unit("px")];
const RGBA: &[AttributeInfo] = &[
    attribute("red", Float, "0"),
    attribute("green", Float, "0"),
    attribute("blue", Float, "0"),
    attribute("alpha", Float, "0"),
];

static ROOT: ElementInfo = element("particleEmitterConfig", &[]).open().children(&[
    &element("texture", &[attribute("name", resource("Sprite2D", Rule::Beside), "")])
        .open()
        .need(Need::Expected("the engine looks for a sprite without a name, and draws nothing")),
    &element("sourcePosition", POSITION).note("the engine ignores it"),
    &element("sourcePositionVariance", POSITION),
    &element("speed", SPEED),
    &element("speedVariance", SPEED),
    &element("particleLifeSpan", SECONDS).note("at least 0.01"),
    &element("particleLifespanVariance", SECONDS).note("mind the capitals"),
    &element("angle", DEGREES),
    &element("angleVariance", DEGREES),
    &element("gravity", POSITION).note("px/s²; y is down"),
    &element("radialAcceleration", ACCELERATION),
    &element("tangentialAcceleration", ACCELERATION),
    &element("radialAccelVariance", ACCELERATION),
    &element("tangentialAccelVariance", ACCELERATION),
    &element("startColor", RGBA),
    &element("startColorVariance", RGBA),
    &element("finishColor", RGBA),
    &element("finishColorVariance", RGBA),
    &element("maxParticles", INTEGER).note("0 is 1; the engine can't allocate a negative number"),
    &element("startParticleSize", PIXELS),
    &element("startParticleSizeVariance", PIXELS),
    &element("finishParticleSize", PIXELS),
    &element("FinishParticleSizeVariance", PIXELS).note("a capital F"),
    &element("duration", SECONDS).note("0 or negative: forever"),
    &element("emitterType", INTEGER).note("0 gravity, 1 radial; others behave as gravity"),
    &element("maxRadius", PIXELS),
    &element("maxRadiusVariance", PIXELS),
    &element("minRadius", PIXELS),
    &element("minRadiusVariance", PIXELS),
    &element("rotatePerSecond", TURNING),
    &element("rotatePerSecondVariance", TURNING),
    &element("blendFuncSource", INTEGER).note("OpenGL number; with `blendFuncDestination` one of seven pairs"),
    &element("blendFuncDestination", INTEGER),
    &element("rotationStart", DEGREES),
    &element("rotationStartVariance", DEGREES),
    &element("rotationEnd", DEGREES),
    &element("rotationEndVariance", DEGREES),
]);
