//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all adapters share.
pub use scene_adapter::kinds::{LODS_LOST, UV_SETS_LOST};
/// Kinds of ZED files.
pub use zed_asset::kinds::NAME_CHANGED;

/// Animations are lost.
pub const ANIMATIONS_LOST: &FindingKind = &FindingKind::new("scene-zed/animations-lost", "Animations are lost.")
    .with_engine("The model doesn't move: ZED models have no animations.")
    .with_advice("Pass --lossy to accept the loss.");
/// Lines and points are lost.
pub const LINES_AND_POINTS_LOST: &FindingKind =
    &FindingKind::new("scene-zed/lines-and-points-lost", "Lines and points are lost.")
        .with_engine("The model lacks lines and points.")
        .with_advice("Replace them with triangles in the modelling program, or pass --lossy to accept the loss.");
/// A skin is lost.
pub const SKIN_LOST: &FindingKind = &FindingKind::new("scene-zed/skin-lost", "A skin is lost.")
    .with_engine("The mesh stays in its rest pose.")
    .with_advice("Pass --lossy to accept the loss.");
/// Morph targets are lost.
pub const MORPHS_LOST: &FindingKind = &FindingKind::new("scene-zed/morphs-lost", "Morph targets are lost.")
    .with_engine("The mesh stays in its base shape.")
    .with_advice("Pass --lossy to accept the loss.");
/// Primitive data is lost.
pub const PRIMITIVE_LOST: &FindingKind = &FindingKind::new("scene-zed/primitive-lost", "Primitive data is lost.")
    .with_engine("The model lacks this vertex data.")
    .with_advice("Pass --lossy to accept the loss.");
/// The skeleton is lost.
pub const SKELETON_LOST: &FindingKind = &FindingKind::new("scene-zed/skeleton-lost", "The skeleton is lost.")
    .with_engine("The output lacks the skeleton, whose meaning isn't known.")
    .with_advice("Pass --lossy to accept the loss.");
/// A mesh can't be shown.
pub const MESH_NOT_SHOWN: &FindingKind = &FindingKind::new("scene-zed/mesh-not-shown", "A mesh can't be shown.")
    .with_engine("The output lacks this mesh.")
    .with_advice(
        "Nothing needs to be done if it's empty. Otherwise export the model again, or pass --lossy to \
        accept the loss.",
    );

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[ANIMATIONS_LOST, LINES_AND_POINTS_LOST, SKIN_LOST, MORPHS_LOST, PRIMITIVE_LOST, SKELETON_LOST, MESH_NOT_SHOWN];
