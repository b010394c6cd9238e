//! Reads what a scene stores about its source file.

use asset_scene::{Error, ErrorKind, Scene, Source};
use binio::{Limits, Path};
use serde::de::DeserializeOwned;

use crate::ShowOptions;

/// Reads the layout that an adapter has stored, if the source has this `format`.
///
/// # Errors
/// Fails if the layout number is not `number`, or if the layout was not written by this adapter.
pub fn layout<L: DeserializeOwned>(source: Option<&Source<'_>>, format: &str, number: u32) -> Result<Option<L>, Error> {
    let Some(source) = source.filter(|source| source.format == format) else { return Ok(None) };
    let stored = source.layout.get("layout").and_then(serde_json::Value::as_u64);
    if stored != Some(u64::from(number)) {
        let found = stored.map_or_else(|| "none".to_owned(), |stored| stored.to_string());
        return Err(mismatch("layout", format!("expected layout number {number}, found {found}")));
    }
    L::deserialize(&source.layout).map(Some).map_err(|error| mismatch("layout", error))
}

/// Creates the error for a scene that doesn't match the layout of its source. You must then write it to a new file.
pub fn mismatch(path: impl Into<Path>, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Mismatch(why.to_string()), path)
}

fn largest_layout(scene: &Scene<'_>) -> u64 {
    let rows = scene.arrays.iter().map(|array| (array.row_size() as u64).saturating_mul(array.count as u64));
    rows.fold(0, u64::saturating_add).saturating_mul(16).saturating_add(1 << 26)
}

/// Returns the options with which to show the original of a scene. These have the default limits, or larger limits for
/// a larger scene.
pub fn show_options(scene: &Scene<'_>) -> ShowOptions<'static> {
    let limits = Limits::default();
    let most = limits.expanded_bytes().max(largest_layout(scene));
    ShowOptions { limits: limits.max_expanded_bytes(most), ..ShowOptions::default() }
}
