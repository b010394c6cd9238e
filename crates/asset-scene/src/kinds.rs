//! Finding kinds of this crate.

use binio::FindingKind;

/// Levels of detail of a node without a mesh are lost.
pub const LODS_WITHOUT_MESH: &FindingKind =
    &FindingKind::new("asset-scene/lods-without-mesh", "Levels of detail of a node without a mesh are lost.")
        .with_engine("The output lacks these levels of detail.")
        .with_advice("Give the node a mesh for the finest level, or pass --lossy to accept the loss.");
/// Meshes under level-of-detail nodes are lost.
pub const MESHES_UNDER_LODS: &FindingKind =
    &FindingKind::new("asset-scene/meshes-under-lods", "Meshes under level-of-detail nodes are lost.")
        .with_engine("The output lacks these meshes.")
        .with_advice("Move the meshes out of the level-of-detail nodes, or pass --lossy to accept the loss.");
/// No node shows a mesh.
pub const NO_NODE_SHOWS_MESH: &FindingKind =
    &FindingKind::new("asset-scene/no-node-shows-mesh", "No node shows a mesh.")
        .with_engine("The output shows each mesh once, at the origin.")
        .with_advice(
            "Nothing needs to be done. If meshes should be elsewhere, place them with nodes in the modelling \
            program.",
        );
/// An animation doesn't begin at time 0.
pub const ANIMATION_START: &FindingKind =
    &FindingKind::new("asset-scene/animation-start", "An animation doesn't begin at time 0.")
        .with_engine("The animation starts at 0, or keeps a pause at its start if it shares its times.")
        .with_advice(
            "Nothing needs to be done. To avoid a pause, start the animation at frame 0 in the modelling program.",
        );
/// Scales that differ by axis, mirror or shear are kept.
pub const SCALES_STAY: &FindingKind =
    &FindingKind::new("asset-scene/scales-stay", "Scales that differ by axis, mirror or shear are kept.")
        .with_engine("These nodes keep their scale in the output.")
        .with_advice("Apply the scale in the modelling program and export again.");
/// Joint influences are changed.
pub const JOINT_INFLUENCES: &FindingKind =
    &FindingKind::new("asset-scene/joint-influences", "Joint influences are changed.")
        .with_engine("The mesh bends slightly differently at these vertices.")
        .with_advice("Limit the weights to four bones for each vertex and normalize them in the modelling program.");
/// Bones of the original that the scene doesn't have are kept.
pub const BONES_KEPT: &FindingKind =
    &FindingKind::new("asset-scene/bones-kept", "Bones of the original that the scene doesn't have are kept.")
        .with_engine("The written model still has these bones; nothing new is bound to them.")
        .with_advice("Nothing needs to be done. Scripts and attachments that use the bones keep working.");
/// Bones that the original doesn't have are added.
pub const BONES_ADDED: &FindingKind =
    &FindingKind::new("asset-scene/bones-added", "Bones that the original doesn't have are added.")
        .with_engine("The written model has these bones after the original's bones. Old animations don't move them.")
        .with_advice(
            "Nothing needs to be done if you added the bones on purpose. Otherwise remove them in the \
            modelling program.",
        );
/// Bones have other names than in the original.
pub const BONES_RENAMED: &FindingKind = &FindingKind::new(
    "asset-scene/bones-renamed",
    "Bones have other names than in the original.",
)
.with_engine("Models of Urho3D and Pragma and their animations get the new names, and other animations don't move these bones. Models inside maps keep the old names.")
.with_advice(
    "If other models share the animations, rename their bones too, or undo the change in the modelling program.",
);
/// Bones have a different parent than in the original.
pub const BONES_REPARENTED: &FindingKind =
    &FindingKind::new("asset-scene/bones-reparented", "Bones have a different parent than in the original.")
        .with_engine("These bones keep the parent that they have in the original.")
        .with_advice(
            "Undo the change in the modelling program. To use the new hierarchy, convert without --into, as a \
            new model.",
        );
/// Animation channels are lost.
pub const CHANNELS_LOST: &FindingKind = &FindingKind::new("asset-scene/channels-lost", "Animation channels are lost.")
    .with_engine("The output plays the animation without these channels.")
    .with_advice("Correct the channels in the modelling program and export again, or pass --lossy to accept the loss.");
/// Bones have a different position than in the original.
pub const BONES_MOVED: &FindingKind =
    &FindingKind::new("asset-scene/bones-moved", "Bones have a different position than in the original.")
        .with_engine("These bones keep the pose that they have in the original; animations of the original still fit.")
        .with_advice(
            "Nothing needs to be done if the model looks right. To use the new pose, convert without --into, \
            as a new model.",
        );
/// A primitive has no positions and is skipped.
pub const NO_POSITIONS: &FindingKind =
    &FindingKind::new("asset-scene/no-positions", "A primitive has no positions and is skipped.")
        .with_engine("The output and pictures lack this primitive.")
        .with_advice("Export the mesh again with positions.");
/// Keyframes that can't be played are repaired.
pub const KEYS_REPAIRED: &FindingKind =
    &FindingKind::new("asset-scene/keys-repaired", "Keyframes that can't be played are repaired.")
        .with_engine("Engines show NaN, rotations of another length than 1 and times that go back as jumps and distortions, or not at all.")
        .with_advice("Compare the animation with the program that wrote it, and export it anew if it moves otherwise.");
/// Bones have no partner in the other skeleton.
pub const BONES_UNMATCHED: &FindingKind =
    &FindingKind::new("asset-scene/bones-unmatched", "Bones have no partner in the other skeleton.")
        .with_engine("Bones without a partner keep their pose of rest.")
        .with_advice("Name the pairs in a bone map.");
/// Positions or bind poses aren't finite.
pub const POSITIONS_BROKEN: &FindingKind =
    &FindingKind::new("asset-scene/positions-broken", "Positions or bind poses aren't finite.")
        .with_engine("The mesh disappears, or covers the screen.")
        .with_advice("Export the model anew: nothing tells where the vertices were.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    LODS_WITHOUT_MESH,
    MESHES_UNDER_LODS,
    NO_NODE_SHOWS_MESH,
    ANIMATION_START,
    SCALES_STAY,
    JOINT_INFLUENCES,
    BONES_KEPT,
    BONES_ADDED,
    BONES_RENAMED,
    BONES_REPARENTED,
    CHANNELS_LOST,
    BONES_MOVED,
    NO_POSITIONS,
    KEYS_REPAIRED,
    BONES_UNMATCHED,
    POSITIONS_BROKEN,
];
