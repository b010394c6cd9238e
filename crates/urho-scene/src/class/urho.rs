//! Classes of Urho3D and U3D.

mod drawables;
mod physics;
mod rendering;
mod scene;
mod u3d;

use super::table::ClassTable;

/// The tables of Urho3D.
pub(super) fn urho3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    [scene::CLASSES, drawables::CLASSES, rendering::CLASSES, physics::CLASSES].into_iter().flatten()
}

/// The tables of U3D: those of Urho3D, and its own, which come later and count.
pub(super) fn u3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    urho3d().chain(u3d::CLASSES)
}
