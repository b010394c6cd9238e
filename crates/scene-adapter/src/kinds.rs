//! Finding kinds of this crate.

use binio::FindingKind;

/// A primitive has no positions and is skipped.
pub const NO_POSITIONS: &FindingKind =
    &FindingKind::new("scene-adapter/no-positions", "A primitive has no positions and is skipped.");
/// A primitive contains no complete triangle, line or point.
pub const NO_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/no-primitive", "A primitive contains no complete triangle, line or point.");
/// The last indices don't form a complete triangle or line.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("scene-adapter/incomplete-primitive", "The last indices don't form a complete triangle or line.");
/// Tangents can't be computed.
pub const TANGENTS_NOT_COMPUTED: &FindingKind =
    &FindingKind::new("scene-adapter/tangents-not-computed", "Tangents can't be computed.");
/// A name contains a NUL and stays escaped.
pub const NAME_WITH_NUL: &FindingKind =
    &FindingKind::new("scene-adapter/name-with-nul", "A name contains a NUL and stays escaped.");
/// A name is already in use, so a new name is chosen.
pub const NAME_TAKEN: &FindingKind =
    &FindingKind::new("scene-adapter/name-taken", "A name is already in use, so a new name is chosen.");
/// A new file is created, without the other data of the source file.
pub const NEW_FILE: &FindingKind =
    &FindingKind::new("scene-adapter/new-file", "A new file is created, without the other data of the source file.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[NO_POSITIONS, NO_PRIMITIVE, INCOMPLETE_PRIMITIVE, TANGENTS_NOT_COMPUTED, NAME_WITH_NUL, NAME_TAKEN];
