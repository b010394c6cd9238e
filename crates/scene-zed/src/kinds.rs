//! Finding kinds of this crate.

use binio::FindingKind;

/// Animations are lost.
pub const ANIMATIONS_LOST: &FindingKind = &FindingKind::new("scene-zed/animations-lost", "Animations are lost.");
/// Texture coordinates are lost.
pub const UV_SETS_LOST: &FindingKind = &FindingKind::new("scene-zed/uv-sets-lost", "Texture coordinates are lost.");
/// Lines and points are lost.
pub const LINES_AND_POINTS_LOST: &FindingKind =
    &FindingKind::new("scene-zed/lines-and-points-lost", "Lines and points are lost.");
/// A skin is lost.
pub const SKIN_LOST: &FindingKind = &FindingKind::new("scene-zed/skin-lost", "A skin is lost.");
/// Coarser levels of detail are lost.
pub const LODS_LOST: &FindingKind = &FindingKind::new("scene-zed/lods-lost", "Coarser levels of detail are lost.");
/// Morph targets are lost.
pub const MORPHS_LOST: &FindingKind = &FindingKind::new("scene-zed/morphs-lost", "Morph targets are lost.");
/// Primitive data is lost.
pub const PRIMITIVE_LOST: &FindingKind = &FindingKind::new("scene-zed/primitive-lost", "Primitive data is lost.");
/// The name is shortened or changed.
pub const NAME_CHANGED: &FindingKind = &FindingKind::new("scene-zed/name-changed", "The name is shortened or changed.");
/// The skeleton is lost.
pub const SKELETON_LOST: &FindingKind = &FindingKind::new("scene-zed/skeleton-lost", "The skeleton is lost.");
/// A mesh can't be shown.
pub const MESH_NOT_SHOWN: &FindingKind = &FindingKind::new("scene-zed/mesh-not-shown", "A mesh can't be shown.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    ANIMATIONS_LOST,
    UV_SETS_LOST,
    LINES_AND_POINTS_LOST,
    SKIN_LOST,
    LODS_LOST,
    MORPHS_LOST,
    PRIMITIVE_LOST,
    NAME_CHANGED,
    SKELETON_LOST,
    MESH_NOT_SHOWN,
];
