//! Classes of Urho3D and U3D.

mod drawables;
mod ik;
mod physics;
mod rendering;
mod scene;
mod two_d;
mod u3d;

use super::table::ClassTable;

/// Tables of Urho3D.
pub(super) fn urho3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    [scene::CLASSES, drawables::CLASSES, rendering::CLASSES, physics::CLASSES, two_d::CLASSES, ik::CLASSES]
        .into_iter()
        .flatten()
}

/// Tables of U3D: Urho3D's, then its own, which override them.
pub(super) fn u3d() -> impl Iterator<Item = &'static ClassTable> + Clone {
    urho3d().chain(u3d::CLASSES)
}
