//! Engines whose material files differ.

/// Engine, where they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Urho3D up to 1.8 and U3D: render order from 0 to 255, 128 by default.
    #[default]
    Urho3d,
    /// Urho3D since September 2022: render order from -128 to 127, 0 by default.
    Urho3dSigned,
    /// rbfx: slots instead of units, no JSON.
    Rbfx,
}
