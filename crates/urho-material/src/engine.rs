//! The engines whose material files differ.

/// The engine that a material is for. Only engines whose files differ have a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Urho3D up to 1.8, and U3D. The render order is from 0 to 255, and 128 by default.
    #[default]
    Urho3d,
    /// Urho3D since September 2022. The render order is from -128 to 127, and 0 by default.
    Urho3dSigned,
    /// rbfx. It uses slots instead of units, and can't read JSON.
    Rbfx,
}
