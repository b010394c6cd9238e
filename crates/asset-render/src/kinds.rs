//! Finding kinds of this crate.

use binio::FindingKind;

/// Kinds that all users of scenes share.
pub use asset_scene::kinds::NO_POSITIONS;

/// A primitive is invalid and is not drawn.
pub const PRIMITIVE_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-render/primitive-left-out", "A primitive is invalid and is not drawn.");
/// A texture is missing or can't be decoded.
pub const TEXTURE_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-render/texture-unavailable", "A texture is missing or can't be decoded.");

/// Nothing of the scene is visible in the picture.
pub const EMPTY_PICTURE: &FindingKind =
    &FindingKind::new("asset-render/empty-picture", "Nothing of the scene is visible in the picture.");

/// Nothing is visible in the default view, and the view is turned.
pub const VIEW_TURNED: &FindingKind =
    &FindingKind::new("asset-render/view-turned", "Nothing is visible in the default view, and the view is turned.");
/// A scene has lines, points or bones and no triangles.
pub const NO_TRIANGLES: &FindingKind =
    &FindingKind::new("asset-render/no-triangles", "A scene has lines, points or bones and no triangles.");

/// Pixels have more transparent layers than are drawn.
pub const LAYERS_OMITTED: &FindingKind =
    &FindingKind::new("asset-render/layers-omitted", "Pixels have more transparent layers than are drawn.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[PRIMITIVE_LEFT_OUT, TEXTURE_UNAVAILABLE, EMPTY_PICTURE, VIEW_TURNED, NO_TRIANGLES, LAYERS_OMITTED];
