//! Refuses the options for meshes in a program without the feature `simplify`.

use asset_formats::Error;
use asset_scene::Scene;
use binio::Findings;

use crate::ConvertOptions;

/// Returns an error if any option would change meshes.
pub(super) fn apply(_: &mut Scene<'_>, options: &ConvertOptions, _: &mut Findings) -> Result<(), Error> {
    if options.changes_meshes() {
        return Err(Error::Refused("simplification and optimization of meshes need the feature simplify".into()));
    }
    Ok(())
}

/// Does nothing, because there are no new levels to animate.
pub(super) fn animate(_: &mut Scene<'_>) {}
