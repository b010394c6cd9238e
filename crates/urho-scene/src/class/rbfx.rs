//! The classes of rbfx.

mod drawables;
mod game;
mod ik;
mod physics;
mod rendering;
mod replica;
mod scene;
mod two_d;

use super::table::ClassTable;

/// Returns the tables for rbfx.
pub(super) fn rbfx() -> impl Iterator<Item = &'static ClassTable> + Clone {
    [
        scene::CLASSES,
        drawables::CLASSES,
        rendering::CLASSES,
        physics::CLASSES,
        game::CLASSES,
        ik::CLASSES,
        two_d::CLASSES,
        replica::CLASSES,
    ]
    .into_iter()
    .flatten()
}
