//! Network replication in rbfx.

use urho_core::VariantKind::{Bool, Float, Int, ResourceRef, VariantVector};

use crate::class::table::{ClassTable, a, class, derived, e, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    class("ReplicationManager", &[
        a("Is Fixed Update Server", Bool, "true"),
        a("Allow Zero Updates On Server", Bool, "false"),
    ]),
    class("StaticNetworkObject", &[
        a("Client Prefab", ResourceRef, "PrefabResource;"),
        a("Is Origin For Distance Filtering", Bool, "true"),
    ]),
    derived("BehaviorNetworkObject", "StaticNetworkObject", &[
        inherited_to("Client Prefab", "Is Origin For Distance Filtering"),
    ]),
    class("FilteredByDistance", &[
        a("Is Relevant", Bool, "true"),
        a("Update Period", Int, "0"),
        a("Distance", Float, "100"),
    ]),
    class("FilteredByOwner", &[]),
    class("PredictedKinematicController", &[]),
    class("ReplicatedAnimation", &[
        a("Num Upload Attempts", Int, "4"),
        a("Replicate Owner", Bool, "false"),
        a("Smoothing Time", Float, "0.2"),
        a("Layers", VariantVector, ""),
    ]),
    class("ReplicatedParent", &[]),
    class("ReplicatedTransform", &[
        a("Num Upload Attempts", Int, "8"),
        a("Replicate Owner", Bool, "false"),
        a("Position Track Only", Bool, "false"),
        a("Rotation Track Only", Bool, "false"),
        a("Scale Track Only", Bool, "false"),
        a("Smoothing Constant", Float, "15"),
        a("Movement Threshold", Float, "0.001"),
        a("Snap Threshold", Float, "5"),
        a("Synchronize Position", Bool, "true"),
        e("Synchronize Rotation", "1", "None|XYZ"),
        a("Extrapolate Position", Bool, "true"),
        a("Extrapolate Rotation", Bool, "false"),
        a("Synchronize Scale", Bool, "false"),
        e("Position Encoding", "0", "Float|Double|Int32|Int16"),
        a("Position Encoding Parameter", Float, "1024000"),
        e("Rotation Encoding", "0", "Float|Double|Int32|Int16"),
        e("Velocity Encoding", "0", "Float|Double|Int32|Int16"),
        a("Velocity Encoding Parameter", Float, "100"),
        e("Angular Velocity Encoding", "0", "Float|Double|Int32|Int16"),
        a("Angular Velocity Encoding Parameter", Float, "100"),
    ]),
    class("TrackedAnimatedModel", &[a("Track On Client", Bool, "false")]),
];
