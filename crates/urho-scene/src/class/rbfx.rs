//! Classes of rbfx.

mod drawables;
mod physics;
mod rendering;
mod scene;

use super::table::ClassTable;

/// The tables of rbfx.
pub(super) fn rbfx() -> impl Iterator<Item = &'static ClassTable> + Clone {
    [scene::CLASSES, drawables::CLASSES, rendering::CLASSES, physics::CLASSES].into_iter().flatten()
}
