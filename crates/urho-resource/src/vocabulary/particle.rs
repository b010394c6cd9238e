//! Particle effects in space.

use super::ValueType::{Bool, Color, Float, Int, Rect, Vector2, Vector3, Word};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

/// How billboards can face the camera.
const FACE_MODES: &[&str] = &["None", "Rotate XYZ", "Rotate Y", "LookAt XYZ", "LookAt Y", "LookAt Mixed", "Direction"];
/// `Point` is a sphere with a size of 0.
const SHAPES: &[&str] = &["Sphere", "Box", "SphereVolume", "Cylinder", "Ring", "Point"];

pub(super) static EFFECT: Vocabulary = Vocabulary {
    kind: Kind::ParticleEffect,
    about: "A particle emitter in space. The engine doesn't check the name of the root.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::ALL,
    references: "",
};

static ROOT: ElementInfo = element("particleeffect", &[]).names(&["particleemitter"]).children(&[
    &MATERIAL,
    &NUM_PARTICLES,
    &UPDATE_INVISIBLE,
    &RELATIVE,
    &SCALED,
    &SORTED,
    &FIXED_SCREEN_SIZE,
    &ANIM_LOD_BIAS,
    &EMITTER_TYPE,
    &EMITTER_SIZE,
    &EMITTER_RADIUS,
    &DIRECTION,
    &CONSTANT_FORCE,
    &DAMPING_FORCE,
    &ACTIVE_TIME,
    &INACTIVE_TIME,
    &EMISSION_RATE,
    &INTERVAL,
    &PARTICLE_SIZE,
    &TIME_TO_LIVE,
    &VELOCITY,
    &ROTATION,
    &ROTATION_SPEED,
    &SIZE_DELTA,
    &FACE_CAMERA_MODE,
    &COLOR,
    &COLOR_FADE,
    &TEXTURE_ANIMATION,
]);

const fn enable(name: &'static str, attributes: &'static [AttributeInfo]) -> ElementInfo {
    element(name, attributes)
}

const ENABLED: &[AttributeInfo] = &[attribute("enable", Bool, "true")];
const DISABLED: &[AttributeInfo] = &[attribute("enable", Bool, "false")];

static MATERIAL: ElementInfo = element("material", &[attribute("name", resource("Material", Rule::Absolute), "")]);
static NUM_PARTICLES: ElementInfo = element("numparticles", &[attribute("value", Int, "10")]);
static UPDATE_INVISIBLE: ElementInfo = enable("updateinvisible", DISABLED);
static RELATIVE: ElementInfo = enable("relative", ENABLED).note("particles move with the node");
static SCALED: ElementInfo = enable("scaled", ENABLED).note("the node's scale applies");
static SORTED: ElementInfo = enable("sorted", DISABLED);
static FIXED_SCREEN_SIZE: ElementInfo = enable("fixedscreensize", DISABLED);
static ANIM_LOD_BIAS: ElementInfo = element("animlodbias", &[attribute("value", Float, "0")]);
static EMITTER_TYPE: ElementInfo = element("emittertype", &[attribute("value", Word(SHAPES), "Sphere")]);
static EMITTER_SIZE: ElementInfo =
    element("emittersize", &[attribute("value", Vector3, "0 0 0").unit("world units")]).note("full size");
static EMITTER_RADIUS: ElementInfo = element("emitterradius", &[attribute("value", Float, "").unit("world units")])
    .note("deprecated; sets all three sizes and overrides `emittersize`");
static CONSTANT_FORCE: ElementInfo = element("constantforce", &[attribute("value", Vector3, "0 0 0").unit("units/s²")]);
static DAMPING_FORCE: ElementInfo = element("dampingforce", &[attribute("value", Float, "0")]);
static ACTIVE_TIME: ElementInfo =
    element("activetime", &[attribute("value", Float, "0").unit("s")]).note("negative: forever; 0: no switching");
static INACTIVE_TIME: ElementInfo =
    element("inactivetime", &[attribute("value", Float, "0").unit("s")]).note("negative: forever; 0: no switching");

macro_rules! range {
    ($item:ident, $name:literal, $type:ident, $value:literal, $unit:literal, $note:literal) => {
        static $item: ElementInfo = element(
            $name,
            &[
                attribute("value", $type, $value).unit($unit),
                attribute("min", $type, "").unit($unit).note("counts only together with `max`"),
                attribute("max", $type, "").unit($unit).note("counts only together with `min`"),
            ],
        )
        .note($note);
    };
}

range!(DIRECTION, "direction", Vector3, "", "", "random between -1 -1 -1 and 1 1 1 by default; normalized");
range!(EMISSION_RATE, "emissionrate", Float, "10", "1/s", "0 stops the emission");
range!(INTERVAL, "interval", Float, "", "s", "deprecated; overrides `emissionrate`");
range!(PARTICLE_SIZE, "particlesize", Vector2, "0.1 0.1", "world units", "half the width and half the height");
range!(TIME_TO_LIVE, "timetolive", Float, "1", "s", "");
range!(VELOCITY, "velocity", Float, "1", "units/s", "");
range!(ROTATION, "rotation", Float, "0", "degrees", "");
range!(ROTATION_SPEED, "rotationspeed", Float, "0", "degrees/s", "");

static SIZE_DELTA: ElementInfo = element(
    "sizedelta",
    &[attribute("add", Float, "0").unit("1/s"), attribute("mul", Float, "1").note("factor per second")],
);
static FACE_CAMERA_MODE: ElementInfo =
    element("faceCameraMode", &[attribute("value", Word(FACE_MODES), "Rotate XYZ")]).note("mind the capitals");
static COLOR: ElementInfo = element("color", &[attribute("value", Color, "1 1 1 1")]);

const TIME: AttributeInfo = attribute("time", Float, "0").unit("s");
static COLOR_FADE: ElementInfo =
    element("colorfade", &[attribute("color", Color, "1 1 1 1").need(Need::Expected("the frame is white")), TIME])
        .many()
        .note("replaces `color`; not sorted by the engine");
static TEXTURE_ANIMATION: ElementInfo =
    element("texanim", &[attribute("uv", Rect, "0 0 0 0").need(Need::Expected("the frame is empty")), TIME])
        .many()
        .note("`uv` from 0 to 1; not sorted by the engine");
