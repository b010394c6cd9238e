//! The classes of Urho3D and U3D.

mod drawables;
mod ik;
mod physics;
mod rendering;
mod scene;
mod two_d;
mod u3d;

use super::table::ClassTable;

/// Returns the tables for Urho3D.
pub(super) fn urho3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    [scene::CLASSES, drawables::CLASSES, rendering::CLASSES, physics::CLASSES, two_d::CLASSES, ik::CLASSES]
        .into_iter()
        .flatten()
}

/// Returns the tables for U3D. These are the tables for Urho3D followed by others that override them.
pub(super) fn u3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    urho3d().chain(u3d::CLASSES)
}
