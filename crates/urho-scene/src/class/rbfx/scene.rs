//! Scenes, nodes and other classes in rbfx that are not visible.

use urho_core::VariantKind::{
    Bool, DoubleVector3, Float, Int, IntVector3, Rect, ResourceRef, ResourceRefList, String, StringVariantMap,
    StringVector, VariantVector, Vector3,
};

use crate::class::table::{ClassTable, a, as_in_urho3d, class, e, inherited, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("Scene", &[
        inherited_to("Name", "Time Scale"),
        inherited("Elapsed Time"),
        a("Next Node ID", Int, "1"),
        a("Next Component ID", Int, "1"),
        a("Variables", StringVariantMap, ""),
        a("Update Events", StringVector, "@SceneForcedUpdate;SceneUpdate;AttributeAnimationUpdate;SceneSubsystemUpdate;ScenePostUpdate;@SceneForcedPostUpdate"),
        a("World Origin", IntVector3, "0 0 0"),
        a("Elapsed Time Wrap", DoubleVector3, "1e+12 1024 1"),
        a("Lightmaps", ResourceRefList, "Texture2D"),
    ]),
    as_in_urho3d("Node", &[
        inherited_to("Is Enabled", "Scale"),
        a("Variables", StringVariantMap, ""),
        e("World Origin Update Mode", "0", "Move|Ignore|Recurse"),
    ]),
    class("UnknownComponent", &[]),
    as_in_urho3d("Octree", &[inherited_to("Bounding Box Min", "Number of Levels")]),
    class("DebugRenderer", &[a("Line Antialias", Bool, "false")]),
    as_in_urho3d("SplinePath", &[inherited_to("Interpolation Mode", "Control Points")]),
    as_in_urho3d("SoundSource", &[
        inherited_to("Is Enabled", "Panning"),
        a("Reach", Float, "0"),
        a("Low Frequency Effect", Bool, "false"),
        a("Ignore Scene Time Scale", Bool, "false"),
        inherited_to("Is Playing", "Play Position"),
    ]),
    as_in_urho3d("SoundSource3D", &[
        inherited_to("Is Enabled", "Gain"),
        a("Reach", Float, "0"),
        a("Low Frequency Effect", Bool, "false"),
        a("Ignore Scene Time Scale", Bool, "false"),
        inherited_to("Is Playing", "Rolloff Factor"),
    ]),
    class("SoundListener", &[a("Is Enabled", Bool, "true")]),
    class("PrefabReference", &[
        a("Prefab", ResourceRef, "PrefabResource;"),
        a("Path", String, ""),
    ]),
    class("CameraOperator", &[
        a("Is Enabled", Bool, "true"),
        a("Padding", Rect, "0 0 0 0"),
        a("Track Bounding Box", Bool, "false"),
        a("Bounding Box Min", Vector3, "-1 -1 -1"),
        a("Bounding Box Max", Vector3, "1 1 1"),
        a("Tracked Nodes", VariantVector, "").node_ids(),
    ]),
    class("FreeFlyController", &[
        a("Speed", Float, "20"),
        a("Accelerated Speed", Float, "100"),
        a("Min Pitch", Float, "-90"),
        a("Max Pitch", Float, "90"),
        a("Mouse Sensitivity", Float, "0.1"),
        a("Touch Sensitivity", Float, "1"),
        a("Axis Sensitivity", Float, "100"),
    ]),
    class("MoveAndOrbitController", &[a("Input Map", ResourceRef, "InputMap;")]),
    class("ShakeComponent", &[
        a("Trauma", Float, "0"),
        a("Trauma Power", Float, "2"),
        a("Trauma Falloff", Float, "1"),
        a("Time Scale", Float, "16"),
        a("Shift Range", Vector3, "0 0 0"),
        a("Rotation Range", Vector3, "0 0 0"),
    ]),
    class("WorldOrigin", &[
        a("Is Enabled", Bool, "true"),
        a("Max Distance", Int, "8192"),
        a("Step", Int, "128"),
        a("Update X", Bool, "true"),
        a("Update Y", Bool, "false"),
        a("Update Z", Bool, "true"),
    ]),
];
