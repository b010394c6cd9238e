//! Selects the level of detail that a conversion keeps.

use asset_formats::Error;
use asset_scene::Scene;

use super::ConvertOptions;

/// Removes all other levels of detail if only one should be kept.
pub(super) fn keep_lod(scene: &mut Scene<'_>, options: &ConvertOptions) -> Result<(), Error> {
    let Some(level) = options.changes.lod else { return Ok(()) };
    let levels = scene.nodes.iter().map(|node| node.lods.len()).max().unwrap_or(0).saturating_add(1);
    asset_formats::check_lod(level, levels)?;
    scene.keep_lod(level);
    Ok(())
}
