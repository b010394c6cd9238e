//! Axes of scenes.

/// The axis of a scene that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UpAxis {
    /// Y, as in glTF.
    #[default]
    Y,
    /// Z: the scene is rotated by a quarter about X, so that its -Y points forward, as in Blender.
    Z,
}
