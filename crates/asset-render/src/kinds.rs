//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all users of scenes share.
pub use asset_scene::kinds::NO_POSITIONS;

/// A primitive is invalid and is not drawn.
pub const PRIMITIVE_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-render/primitive-left-out", "A primitive is invalid and is not drawn.")
        .with_engine("The picture lacks this primitive.")
        .with_advice("Repair or export the model again: engine-assets validate lists its errors.");
/// A texture is missing or can't be decoded.
pub const TEXTURE_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-render/texture-unavailable", "A texture is missing or can't be decoded.")
        .with_engine("The picture shows the material without this texture.")
        .with_advice("Pass the folder or package that contains the texture with --resources, or correct the image.");

/// Nothing of the scene is visible in the picture.
pub const EMPTY_PICTURE: &FindingKind =
    &FindingKind::new("asset-render/empty-picture", "Nothing of the scene is visible in the picture.")
        .with_engine("The picture shows the background only.")
        .with_advice("Choose another view, or check that the scene contains visible triangles.");

/// Nothing is visible in the default view, and the view is turned.
pub const VIEW_TURNED: &FindingKind =
    &FindingKind::new("asset-render/view-turned", "Nothing is visible in the default view, and the view is turned.")
        .with_engine("The picture shows the other side.")
        .with_advice(
            "Nothing needs to be done. Triangles that face the wrong way can be flipped in the modelling program.",
        );
/// A scene has lines, points or bones and no triangles.
pub const NO_TRIANGLES: &FindingKind =
    &FindingKind::new("asset-render/no-triangles", "A scene has lines, points or bones and no triangles.")
        .with_engine("The picture shows lines, points or bones.")
        .with_advice("Nothing needs to be done, unless a surface is missing: then export the model with its faces.");

/// Pixels have more transparent layers than are drawn.
pub const LAYERS_OMITTED: &FindingKind =
    &FindingKind::new("asset-render/layers-omitted", "Pixels have more transparent layers than are drawn.")
        .with_engine("The farthest transparent layers are missing in the picture.")
        .with_advice("Use fewer transparent surfaces behind each other, or accept the difference.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[PRIMITIVE_LEFT_OUT, TEXTURE_UNAVAILABLE, EMPTY_PICTURE, VIEW_TURNED, NO_TRIANGLES, LAYERS_OMITTED];
