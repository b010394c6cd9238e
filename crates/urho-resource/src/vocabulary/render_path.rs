//! Render paths.

use super::ValueType::{Bool, ColorOrFog, Count, Float, Int, Text, Vector2, Word};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, rbfx, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static URHO: Vocabulary = Vocabulary {
    kind: Kind::RenderPath,
    about: "Render targets and commands of a viewport, or a post-process effect that is appended to others. The engine doesn't \
            check the name of the root.",
    root: Some(&ROOT),
    json_root: None,
    engines: Engines::URHO,
    references: "",
};

pub(super) static RBFX: Vocabulary = Vocabulary {
    kind: Kind::RbfxRenderPath,
    about: "Passes of a viewport: objects of the engine's pass classes, in JSON or XML.",
    root: Some(&PASSES_XML),
    json_root: Some(&PASSES),
    engines: Engines::RBFX,
    references: "`Shader Name` of FullScreenShaderPass: `Shaders/GLSL/`…`.glsl`; values of type `ResourceRef`: resource names",
};

const FORMATS: &[&str] = &[
    "a",
    "l",
    "la",
    "rgb",
    "rgba",
    "rgba16",
    "rgba16f",
    "rgba32f",
    "rg16",
    "rg16f",
    "rg32f",
    "r16f",
    "r32f",
    "float",
    "lineardepth",
    "depth",
    "d24s8",
    "readabledepth",
    "hwdepth",
];
const COMMANDS: &[&str] = &["clear", "scenepass", "quad", "forwardlights", "lightvolumes", "renderui", "sendevent"];
const BLENDS: &[&str] =
    &["replace", "add", "multiply", "alpha", "addalpha", "premulalpha", "invdestalpha", "subtract", "subtractalpha"];

static ROOT: ElementInfo = element("renderpath", &[]).children(&[&TARGET, &COMMAND]);
static TARGET: ElementInfo = element(
    "rendertarget",
    &[
        attribute("name", Text, "").need(Need::Expected("the engine skips a target without a name")),
        attribute("tag", Text, ""),
        attribute("enabled", Bool, "true"),
        attribute("format", Word(FORMATS), "rgb"),
        attribute("cubemap", Bool, "false"),
        attribute("filter", Bool, "false"),
        attribute("srgb", Bool, "false"),
        attribute("persistent", Bool, "false"),
        attribute("size", Vector2, "").unit("px"),
        attribute("sizedivisor", Vector2, "").note("of the viewport; overrides `size`"),
        attribute("rtsizedivisor", Vector2, "").note("deprecated"),
        attribute("sizemultiplier", Vector2, "").note("of the viewport"),
        attribute("width", Float, "").note("overrides the first number of the size"),
        attribute("height", Float, "").note("overrides the second number of the size"),
        attribute("multisample", Int, "1").note("1 to 16"),
        attribute("autoresolve", Bool, "true"),
    ],
)
.many();
static COMMAND: ElementInfo = element(
    "command",
    &[
        attribute("type", Word(COMMANDS), "").need(Need::Expected("the engine drops the command")),
        attribute("tag", Text, ""),
        attribute("enabled", Bool, "true"),
        attribute("metadata", Text, "").note("`gbuffer`, `base`, `alpha` have a meaning"),
        attribute("color", ColorOrFog, "").note("clear"),
        attribute("depth", Float, "").note("clear"),
        attribute("stencil", Int, "").note("clear"),
        attribute("pass", Text, "").note("scenepass, forwardlights: a pass name of techniques"),
        attribute("sort", Word(&["fronttoback", "backtofront"]), "fronttoback").note("scenepass"),
        attribute("marktostencil", Bool, "false").note("scenepass"),
        attribute("vertexlights", Bool, "false").note("scenepass"),
        attribute("uselitbase", Bool, "true").note("forwardlights"),
        attribute("vs", resource("Shader", Rule::Shader), "").note("quad, lightvolumes"),
        attribute("ps", resource("Shader", Rule::Shader), "").note("quad, lightvolumes"),
        attribute("blend", Word(BLENDS), "replace").note("quad"),
        attribute("vsdefines", Text, ""),
        attribute("psdefines", Text, ""),
        attribute("name", Text, "").note("sendevent"),
        attribute("output", Text, "viewport").note("a render target"),
        attribute("face", Count, "0").note("0 to 5"),
        attribute("depthstencil", Text, "").note("a render target"),
    ],
)
.many()
.children(&[&OUTPUT, &PARAMETER, &TEXTURE]);
static OUTPUT: ElementInfo = element(
    "output",
    &[
        attribute("index", Count, "0").note("0 to 3; others are ignored"),
        attribute("name", Text, "").note("a render target"),
        attribute("face", Count, "0").note("0 to 5"),
    ],
)
.many();
static PARAMETER: ElementInfo = element(
    "parameter",
    &[attribute("name", Text, "").need(Need::Expected("no shader reads it")), attribute("value", Text, "")],
)
.many();
static TEXTURE: ElementInfo = element(
    "texture",
    &[
        attribute("unit", Text, "diffuse"),
        attribute("name", Text, "").note("a render target, `viewport` or a texture's resource name"),
    ],
)
.many();

static PASSES: ElementInfo = element("", &[]).children(&[&PASS]);
static PASS: ElementInfo =
    element("passes", &[attribute("type", Text, "").need(Need::Required(CLASS)).note(PASS_NOTE)])
        .many()
        .children(&[&rbfx::VALUE]);
static PASSES_XML: ElementInfo =
    element("resource", &[])
        .children(&[&element("passes", &[]).children(&[&element("*", XML_PASS).many().children(&[&rbfx::VALUE_XML])])]);
const XML_PASS: &[AttributeInfo] = &[attribute("type", Text, "").need(Need::Required(CLASS)).note(PASS_NOTE)];
const CLASS: &str = "an unknown class fails the load";
const PASS_NOTE: &str = "AutoExposurePass, AmbientOcclusionPass, BloomPass, OutlineRenderPass, ToneMappingPass, \
                         FullScreenShaderPass, or a class of the game";
