//! Which axis points up.

/// The axis that should point up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UpAxis {
    /// Y, as in glTF.
    #[default]
    Y,
    /// Z, as in Blender. The scene is rotated by 90° about X, so -Y will point forward.
    Z,
}
