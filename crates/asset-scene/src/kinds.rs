//! Finding kinds of this crate.

use binio::FindingKind;

/// Levels of detail of a node without a mesh are lost.
pub const LODS_WITHOUT_MESH: &FindingKind =
    &FindingKind::new("asset-scene/lods-without-mesh", "Levels of detail of a node without a mesh are lost.");
/// Meshes under level-of-detail nodes are lost.
pub const MESHES_UNDER_LODS: &FindingKind =
    &FindingKind::new("asset-scene/meshes-under-lods", "Meshes under level-of-detail nodes are lost.");
/// No node shows a mesh.
pub const NO_NODE_SHOWS_MESH: &FindingKind =
    &FindingKind::new("asset-scene/no-node-shows-mesh", "No node shows a mesh.");
/// An animation doesn't begin at time 0.
pub const ANIMATION_START: &FindingKind =
    &FindingKind::new("asset-scene/animation-start", "An animation doesn't begin at time 0.");
/// Scales that differ by axis, mirror or shear are kept.
pub const SCALES_STAY: &FindingKind =
    &FindingKind::new("asset-scene/scales-stay", "Scales that differ by axis, mirror or shear are kept.");
/// Joint influences are changed.
pub const JOINT_INFLUENCES: &FindingKind =
    &FindingKind::new("asset-scene/joint-influences", "Joint influences are changed.");
/// Bones of the original that the scene doesn't have are kept.
pub const BONES_KEPT: &FindingKind =
    &FindingKind::new("asset-scene/bones-kept", "Bones of the original that the scene doesn't have are kept.");
/// Bones that the original doesn't have are added.
pub const BONES_ADDED: &FindingKind =
    &FindingKind::new("asset-scene/bones-added", "Bones that the original doesn't have are added.");
/// Bones have a different parent than in the original.
pub const BONES_REPARENTED: &FindingKind =
    &FindingKind::new("asset-scene/bones-reparented", "Bones have a different parent than in the original.");
/// Animation channels are lost.
pub const CHANNELS_LOST: &FindingKind = &FindingKind::new("asset-scene/channels-lost", "Animation channels are lost.");
/// Bones have a different position than in the original.
pub const BONES_MOVED: &FindingKind =
    &FindingKind::new("asset-scene/bones-moved", "Bones have a different position than in the original.");
/// A primitive has no positions and is skipped.
pub const NO_POSITIONS: &FindingKind =
    &FindingKind::new("asset-scene/no-positions", "A primitive has no positions and is skipped.");
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
    BONES_REPARENTED,
    CHANNELS_LOST,
    BONES_MOVED,
    NO_POSITIONS,
    KEYS_REPAIRED,
    BONES_UNMATCHED,
    POSITIONS_BROKEN,
];
