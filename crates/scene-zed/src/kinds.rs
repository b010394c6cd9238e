//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all adapters share.
pub use scene_adapter::kinds::{LODS_LOST, UV_SETS_LOST};
/// Kinds of ZED files.
pub use zed_asset::kinds::NAME_CHANGED;

/// Animations are lost.
pub const ANIMATIONS_LOST: &FindingKind = &FindingKind::new("scene-zed/animations-lost", "Animations are lost.");
/// Lines and points are lost.
pub const LINES_AND_POINTS_LOST: &FindingKind =
    &FindingKind::new("scene-zed/lines-and-points-lost", "Lines and points are lost.");
/// A skin is lost.
pub const SKIN_LOST: &FindingKind = &FindingKind::new("scene-zed/skin-lost", "A skin is lost.");
/// Morph targets are lost.
pub const MORPHS_LOST: &FindingKind = &FindingKind::new("scene-zed/morphs-lost", "Morph targets are lost.");
/// Primitive data is lost.
pub const PRIMITIVE_LOST: &FindingKind = &FindingKind::new("scene-zed/primitive-lost", "Primitive data is lost.");
/// The skeleton is lost.
pub const SKELETON_LOST: &FindingKind = &FindingKind::new("scene-zed/skeleton-lost", "The skeleton is lost.");
/// A mesh can't be shown.
pub const MESH_NOT_SHOWN: &FindingKind = &FindingKind::new("scene-zed/mesh-not-shown", "A mesh can't be shown.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[ANIMATIONS_LOST, LINES_AND_POINTS_LOST, SKIN_LOST, MORPHS_LOST, PRIMITIVE_LOST, SKELETON_LOST, MESH_NOT_SHOWN];
