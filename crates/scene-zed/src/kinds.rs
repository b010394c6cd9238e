//! Finding kinds of this crate.

/// Kinds that all adapters share.
pub use scene_adapter::kinds::{LODS_LOST, UV_SETS_LOST};
/// Kinds of ZED files.
pub use zed_asset::kinds::NAME_CHANGED;

binio::kinds! {
    ANIMATIONS_LOST: "scene-zed/animations-lost", "Animations are lost.",
        engine: "The model doesn't move: ZED models have no animations.",
        advice: "Pass --lossy to accept the loss.";
    LINES_AND_POINTS_LOST: "scene-zed/lines-and-points-lost", "Lines and points are lost.",
        engine: "The model lacks lines and points.",
        advice: "Replace them with triangles in the modelling program, or pass --lossy to accept the loss.";
    SKIN_LOST: "scene-zed/skin-lost", "A skin is lost.",
        engine: "The mesh stays in its rest pose.",
        advice: "Pass --lossy to accept the loss.";
    MORPHS_LOST: "scene-zed/morphs-lost", "Morph targets are lost.",
        engine: "The mesh stays in its base shape.",
        advice: "Pass --lossy to accept the loss.";
    PRIMITIVE_LOST: "scene-zed/primitive-lost", "Primitive data is lost.",
        engine: "The model lacks this vertex data.",
        advice: "Pass --lossy to accept the loss.";
    SKELETON_LOST: "scene-zed/skeleton-lost", "The skeleton is lost.",
        engine: "The output lacks the skeleton, whose meaning isn't known.",
        advice: "Pass --lossy to accept the loss.";
    MESH_NOT_SHOWN: "scene-zed/mesh-not-shown", "A mesh can't be shown.",
        engine: "The output lacks this mesh.",
        advice: "Nothing needs to be done if it's empty. Otherwise export the model again, or pass --lossy to accept \
            the loss.";
}
