//! Morph definitions, to be used in both directions.

use asset_scene::Semantic;
use urho_mdl::ElementMask;

/// Floats per offset.
pub(crate) const WIDTH: usize = 3;
/// Bytes per offset.
pub(crate) const SIZE: usize = WIDTH * size_of::<f32>();

/// The vertex elements that a morph can change, in the order in which they are stored in a record.
pub(crate) const ELEMENTS: [(ElementMask, Semantic); 3] = [
    (ElementMask::POSITION, Semantic::Position),
    (ElementMask::NORMAL, Semantic::Normal),
    (ElementMask::TANGENT, Semantic::Tangent),
];

/// Returns the elements that a buffer changes, each with its place in a record.
pub(crate) fn elements(mask: ElementMask) -> impl Iterator<Item = (Semantic, usize)> {
    let changed = ELEMENTS.into_iter().filter(move |(element, _)| mask.contains(*element));
    changed
        .enumerate()
        .map(|(place, (_, semantic))| (semantic, size_of::<u32>().saturating_add(place.saturating_mul(SIZE))))
}
