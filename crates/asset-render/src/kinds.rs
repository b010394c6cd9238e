//! Finding kinds of this crate.

use binio::FindingKind;

/// A primitive has no positions and is not drawn.
pub const NO_POSITIONS: &FindingKind =
    &FindingKind::new("asset-render/no-positions", "A primitive has no positions and is not drawn.");
/// A primitive is invalid and is not drawn.
pub const PRIMITIVE_LEFT_OUT: &FindingKind =
    &FindingKind::new("asset-render/primitive-left-out", "A primitive is invalid and is not drawn.");
/// A texture is missing or can't be decoded.
pub const TEXTURE_UNAVAILABLE: &FindingKind =
    &FindingKind::new("asset-render/texture-unavailable", "A texture is missing or can't be decoded.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[NO_POSITIONS, PRIMITIVE_LEFT_OUT, TEXTURE_UNAVAILABLE];
