//! Inverse kinematics in Urho3D and U3D.

use urho_core::VariantKind::{Bool, Float, Int, String, Vector2, Vector3};

use crate::class::table::{ClassTable, a, class, e};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    class("IKSolver", &[
        e("Algorithm", "2", "1 Bone|2 Bone|FABRIK"),
        a("Max Iterations", Int, "20"),
        a("Convergence Tolerance", Float, "0.001"),
        a("Joint Rotations", Bool, "true"),
        a("Target Rotations", Bool, "false"),
        a("Update Original Pose", Bool, "false"),
        a("Update Active Pose", Bool, "true"),
        a("Use Original Pose", Bool, "false"),
        a("Enable Constraints", Bool, "false"),
        a("Auto Solve", Bool, "true"),
    ]),
    class("IKEffector", &[
        a("Target Node", String, ""),
        a("Chain Length", Int, "0"),
        a("Target Position", Vector3, "0 0 0"),
        a("Target Rotation", Vector3, "0 0 0"),
        a("Weight", Float, "1"),
        a("Rotation Weight", Float, "1"),
        a("Rotation Decay", Float, "0.25"),
        a("Nlerp Weight", Bool, "false"),
        a("Inherit Parent Rotation", Bool, "false"),
    ]),
    // The engine's own call of its `RegisterObject` is commented out; builds that make the call write it.
    class("IKConstraint", &[
        a("Stiffness", Float, "0"),
        a("Stretchiness", Float, "0"),
        a("Length Constraints", Vector2, "0 0"),
    ]),
];
