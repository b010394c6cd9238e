//! Scenes, nodes and other classes in Urho3D and U3D that are not visible.

use urho_core::VariantKind::{
    Bool, Buffer, Float, Int, Quaternion, ResourceRef, String, StringVector, VariantMap, VariantVector, Vector3,
};

use crate::class::table::{ClassTable, a, class, derived, e, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    class("Scene", &[
        a("Name", String, ""),
        a("Time Scale", Float, "1"),
        a("Smoothing Constant", Float, "50"),
        a("Snap Threshold", Float, "5"),
        a("Elapsed Time", Float, "0"),
        a("Next Replicated Node ID", Int, "1"),
        a("Next Replicated Component ID", Int, "1"),
        a("Next Local Node ID", Int, "16777216"),
        a("Next Local Component ID", Int, "16777216"),
        a("Variables", VariantMap, ""),
        a("Variable Names", String, ""),
    ]),
    class("Node", &[
        a("Is Enabled", Bool, "true"),
        a("Name", String, ""),
        a("Tags", StringVector, ""),
        a("Position", Vector3, "0 0 0"),
        a("Rotation", Quaternion, "1 0 0 0"),
        a("Scale", Vector3, "1 1 1"),
        a("Variables", VariantMap, ""),
    ]),
    class("Octree", &[
        a("Bounding Box Min", Vector3, "-1000 -1000 -1000"),
        a("Bounding Box Max", Vector3, "1000 1000 1000"),
        a("Number of Levels", Int, "8"),
    ]),
    class("DebugRenderer", &[a("Line Antialias", Bool, "false")]),
    class("SplinePath", &[
        e("Interpolation Mode", "0", "Bezier|Catmull-Rom|Linear|Catmull-Rom Full"),
        a("Speed", Float, "1"),
        a("Traveled", Float, "0"),
        a("Elapsed Time", Float, "0"),
        a("Controlled", Int, "0").node_id(),
        a("Control Points", VariantVector, "").node_ids(),
    ]),
    class("SoundSource", &[
        a("Is Enabled", Bool, "true"),
        a("Sound", ResourceRef, "Sound;"),
        a("Type", String, "Effect"),
        a("Frequency", Float, "0"),
        a("Gain", Float, "1"),
        a("Attenuation", Float, "1"),
        a("Panning", Float, "0"),
        a("Is Playing", Bool, "false"),
        e("Autoremove Mode", "0", "Disabled|Component|Node"),
        a("Play Position", Int, "0"),
    ]),
    derived("SoundSource3D", "SoundSource", &[
        inherited_to("Is Enabled", "Gain"),
        inherited_to("Is Playing", "Play Position"),
        a("Near Distance", Float, "0"),
        a("Far Distance", Float, "100"),
        a("Inner Angle", Float, "360"),
        a("Outer Angle", Float, "360"),
        a("Rolloff Factor", Float, "2"),
    ]),
    class("SoundListener", &[a("Is Enabled", Bool, "true")]),
    class("NetworkPriority", &[
        a("Base Priority", Float, "100"),
        a("Distance Factor", Float, "0"),
        a("Minimum Priority", Float, "0"),
        a("Always Update Owner", Bool, "true"),
    ]),
    class("ScriptInstance", &[
        a("Is Enabled", Bool, "true"),
        a("Delayed Method Calls", Buffer, ""),
        a("Script File", ResourceRef, "ScriptFile;"),
        a("Class Name", String, ""),
        a("Script Data", Buffer, ""),
    ]),
    class("LuaScriptInstance", &[
        a("Is Enabled", Bool, "true"),
        a("Script File", ResourceRef, "LuaFile;"),
        a("Script Object Type", String, ""),
        a("Script Data", Buffer, ""),
    ]),
    // Its attributes are only sent over a network.
    class("SmoothedTransform", &[]),
    class("UIComponent", &[]),
];
