//! Programs without the feature `simplify`: its options are refused.

use asset_scene::Scene;
use binio::Findings;

use crate::Error;
use crate::convert::ConvertOptions;

/// Refuses options that change meshes.
pub(super) fn apply(_: &mut Scene<'_>, options: &ConvertOptions, _: &mut Findings) -> Result<(), Error> {
    if options.changes_meshes() {
        return Err(Error::Refused("simplification and optimization of meshes need the feature simplify".into()));
    }
    Ok(())
}

/// Leaves the animations of a scene without new levels as they are.
pub(super) fn animate(_: &mut Scene<'_>) {}
