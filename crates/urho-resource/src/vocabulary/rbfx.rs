//! Files that only rbfx reads.

use super::ValueType::{Any, Bool, Count, ExactWord, Float, Quaternion, Text, Texts, Typed, VariantType, Word};
use super::{AttributeInfo, ElementInfo, Need, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

/// The pass classes in the engine.
pub(crate) const PASSES: &[&str] = &[
    "AutoExposurePass",
    "AmbientOcclusionPass",
    "BloomPass",
    "OutlineRenderPass",
    "ToneMappingPass",
    "FullScreenShaderPass",
];

const fn rbfx(
    kind: Kind,
    about: &'static str,
    root: Option<&'static ElementInfo>,
    json: Option<&'static ElementInfo>,
) -> Vocabulary {
    Vocabulary { kind, about, root, json_root: json, engines: Engines::RBFX, references: "" }
}

pub(super) static SERIALIZABLE: Vocabulary = Vocabulary {
    references: "values of type `ResourceRef` and `ResourceRefList`: resource names",
    ..rbfx(
        Kind::Serializable,
        "An object of the engine with the attributes that differ from their default values, in JSON or XML. A byte order mark is refused.",
        Some(&SERIALIZABLE_XML),
        Some(&SERIALIZABLE_JSON),
    )
};
const CLASS: AttributeInfo =
    attribute("type", Text, "").need(Need::Required("an unknown class fails the load")).note("a class");
static SERIALIZABLE_JSON: ElementInfo = element("", &[CLASS]).children(&[&VALUE]);
static SERIALIZABLE_XML: ElementInfo = element("serializable", &[CLASS]).children(&[&VALUE_XML]);
/// The attributes of an object in JSON.
pub(super) static VALUE: ElementInfo = element("value", &[]).children(&[&ATTRIBUTES]);
static ATTRIBUTES: ElementInfo = element("attributes", OBJECT_ATTRIBUTE).many().children(&[&NESTED]);
/// A list or map inside a value. What it looks like depends on the type.
static NESTED: ElementInfo = element("*", &[attribute("*", Any, "")]).many().children(&[&NESTED]);
/// The attributes of an object in XML.
pub(super) static VALUE_XML: ElementInfo = element("value", &[])
    .children(&[&element("attributes", &[]).children(&[&element("*", OBJECT_ATTRIBUTE).many().children(&[&NESTED])])]);
const OBJECT_ATTRIBUTE: &[AttributeInfo] = &[
    attribute("name", Text, "").need(Need::Expected("the engine finds no attribute")),
    attribute("type", VariantType, "").need(Need::Required("the archive can't be read")),
    attribute("value", Typed, ""),
];

pub(super) static INPUT_MAP: Vocabulary = rbfx(
    Kind::InputMap,
    "Keys, buttons and axes of actions. A name that the engine doesn't know is read as a number, and no number as 0.",
    None,
    Some(&INPUT_MAP_JSON),
);
const CONTROLLER: AttributeInfo = attribute("controller", Bool, "false");
static INPUT_MAP_JSON: ElementInfo =
    element("", &[attribute("metadata", Any, "[]"), attribute("deadzone", Float, "0.1")])
        .children(&[&ACTION, &METADATA]);
static METADATA: ElementInfo = element("metadata", &[attribute("*", Any, "")]).many().children(&[&NESTED]);
static ACTION: ElementInfo = element("actions", &[attribute("key", Text, "").note("name of the action")])
    .many()
    .need(Need::Required("the map doesn't load"))
    .children(&[&element("value", &[]).children(&[
        &element("keys", &[attribute("scancode", Text, "").note("name of a key: `Space`, `Left Shift`")]).many(),
        &element(
            "buttons",
            &[CONTROLLER, attribute("button", Any, "0").note("a name if `controller` is true, else a number")],
        )
        .many(),
        &element(
            "axes",
            &[
                CONTROLLER,
                attribute("axis", Any, "0"),
                attribute("neutral", Float, "0"),
                attribute("pressed", Float, "1"),
            ],
        )
        .many(),
        &element("hats", &[CONTROLLER, attribute("hat", Word(&["Up", "Right", "Down", "Left"]), "Up")]).many(),
        &element("mouseButtons", &[attribute("button", Word(&["Left", "Middle", "Right", "X1", "X2"]), "Left")]).many(),
        &element("screenButtons", &[attribute("elementName", Text, "").note("name of an element of a layout")]).many(),
    ])]);

pub(super) static PIPELINE: Vocabulary = rbfx(
    Kind::AssetPipeline,
    "Transformers for the files of a folder and below. The editor drops a class that it doesn't know.",
    None,
    Some(&PIPELINE_JSON),
);
static PIPELINE_JSON: ElementInfo = element("", &[]).children(&[
    &element("Transformers", &[attribute("_Class", Text, "").need(Need::Expected("the editor drops the transformer"))])
        .many()
        .children(&[&ATTRIBUTES]),
    &element("Dependencies", &[attribute("Class", Text, ""), attribute("DependsOn", Text, "")]).many(),
]);

pub(super) static IMPORTER: Vocabulary = rbfx(
    Kind::ModelImporter,
    "Parameters of the import of a model, in the folder `X.glb.d`. If one value has another type, all parameters fall back to \
     their defaults.",
    None,
    Some(&IMPORTER_JSON),
);
static IMPORTER_JSON: ElementInfo = element(
    "",
    &[
        attribute("assetName", Text, "").note("overwritten by the file name"),
        attribute("mirrorX", Bool, "false"),
        attribute("scale", Float, "1"),
        attribute("rotation", Quaternion, "1 0 0 0"),
        attribute("fadeTransparency", Bool, "false"),
        attribute("cleanupBoneNames", Bool, "true"),
        attribute("cleanupRootNodes", Bool, "true"),
        attribute("combineLODs", Bool, "true"),
        attribute("skipTag", Texts, "[\"[skip]\"]"),
        attribute("keepNamesOnMerge", Bool, "false"),
        attribute("addEmptyNodesToSkeleton", Bool, "false"),
        attribute("offsetMatrixError", Float, "0.00002"),
        attribute("keyFrameTimeError", Float, "0.000001"),
        attribute("gpuResources", Bool, "false"),
        attribute("repairLooping", Bool, "false"),
        attribute("blenderApplyModifiers", Bool, "true"),
        attribute("blenderDeformingBonesOnly", Bool, "true"),
        attribute("lightmapUVGenerate", Bool, "false"),
        attribute("lightmapUVTexelsPerUnit", Float, "10"),
        attribute("lightmapUVChannel", Count, "1"),
        attribute("appendFiles", Texts, "[]").note("beside the source"),
        attribute("artificialSkinNodes", Texts, "[]"),
        attribute("addLights", Bool, "true"),
        attribute("addSkybox", Bool, "true"),
        attribute("addReflectionProbe", Bool, "true"),
        attribute("highRenderQuality", Bool, "true"),
        attribute("skyboxMaterial", resource("Material", Rule::Absolute), "Materials/DefaultSkybox.xml"),
        attribute("reflectionProbeCubemap", resource("TextureCube", Rule::Absolute), "Textures/DefaultSkybox.xml"),
    ],
)
.children(&[
    &element("nodeRenames", &[attribute("key", Text, ""), attribute("value", Text, "")]).many(),
    &element("resourceMetadata", &[attribute("key", Text, "").note("file name")]).many().children(&[&element(
        "value",
        &[attribute("key", Text, ""), attribute("type", VariantType, ""), attribute("value", Typed, "")],
    )
    .many()]),
    &element("resetRootMotion", &[attribute("key", Text, "").note("animation")]).many().children(&[&element(
        "value",
        &[
            attribute("factor", Float, ""),
            attribute("positionWeight", super::ValueType::Vector3, ""),
            attribute("rotationSwingWeight", Float, ""),
            attribute("rotationTwistWeight", Float, ""),
            attribute("scaleWeight", Float, ""),
        ],
    )]),
]);

pub(super) static TASKS: Vocabulary = rbfx(
    Kind::TransformerTasks,
    "Tasks of the animation transformers. The end of the file name selects the transformer: `CalculateAnimationVelocity.json`, \
     `GenerateWorldSpaceTracks.json`, `RetargetAnimations.json`. Names are relative to the folder; in templates `*` matches, \
     and `{}` is replaced.",
    None,
    Some(&TASKS_JSON),
);
static TASKS_JSON: ElementInfo = element("", &[]).children(&[
    &element("tasks", TASK).many().children(&[&BONE_MAPPING]),
    &element("taskTemplates", TASK).many().children(&[&BONE_MAPPING]),
]);
const TASK: &[AttributeInfo] = &[
    attribute("model", Text, ""),
    attribute("animation", Text, "").note("velocity"),
    attribute("targetBones", Texts, "[]").note("velocity"),
    attribute("groundThreshold", Float, "0.005").note("velocity"),
    attribute("velocityThreshold", Float, "0.00005").note("velocity"),
    attribute("sampleRate", Float, "0"),
    attribute("sourceAnimation", Text, "").note("tracks, retarget"),
    attribute("targetAnimation", Text, "").note("tracks, retarget"),
    attribute("fillRotations", Bool, "true").note("tracks"),
    attribute("deltaRotation", Bool, "true").note("tracks"),
    attribute("bones", Texts, "[]").note("tracks"),
    attribute("bendTargetOffsets", Any, "").note("tracks"),
    attribute("sourceModel", Text, "").note("retarget"),
    attribute("targetModel", Text, "").note("retarget"),
    attribute("targetInitialPose", Text, "").note("retarget"),
    attribute("ikChains", Any, "[]").note("retarget"),
];
static BONE_MAPPING: ElementInfo =
    element("boneMapping", &[attribute("key", Text, ""), attribute("value", Text, "")]).many();

pub(super) static PROJECT: Vocabulary =
    rbfx(Kind::ProjectSettings, "Settings of the editor. Plug-ins add their own sections.", None, Some(&PROJECT_JSON));
static PROJECT_JSON: ElementInfo = element("", &[]).open().children(&[
    &element("LaunchManager", &[]).children(&[&element(
        "Configurations",
        &[attribute("Name", Text, ""), attribute("MainPlugin", Text, "")],
    )
    .many()
    .children(&[&element("EngineParameters", &[attribute("*", Any, "")]).many().children(&[&NESTED])])]),
    &element("PluginManager", &[attribute("LoadedPlugins", Texts, "[]")]),
]);

pub(super) static XR: Vocabulary = rbfx(
    Kind::XrManifest,
    "Actions of OpenXR and their bindings. An unknown type drops the whole set.",
    Some(&XR_ROOT),
    None,
);
const XR_TYPES: &[&str] = &["boolean", "single", "vector1", "vector2", "vector3", "pose", "haptic"];
static XR_ROOT: ElementInfo =
    element("xr_manifest", &[]).children(&[&element("actionset", &[attribute("name", Text, "")]).many().children(&[
        &element("actions", &[]).children(&[&element(
            "action",
            &[
                attribute("name", Text, ""),
                attribute("type", ExactWord(XR_TYPES), "").need(Need::Required("an unknown type drops the set")),
                attribute("handed", Bool, "false"),
                attribute("grip", Bool, "false"),
                attribute("aim", Bool, "false"),
                attribute("subaction", Text, ""),
            ],
        )
        .many()]),
        &element("profile", &[attribute("device", Text, ""), attribute("extension", Text, "")])
            .many()
            .children(&[&element("bind", &[attribute("action", Text, ""), attribute("path", Text, "")]).many()]),
    ])]);
