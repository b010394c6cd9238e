//! Options of all adapters.

use binio::Limits;

/// Options for `to_scene` of every adapter.
///
/// ```
/// use asset_scene::ReadOptions;
/// let mut limits = binio::Limits::default();
/// limits.max_expanded_bytes = 1 << 24;
/// let options = ReadOptions::default().limits(limits);
/// # assert_eq!(options.limits, limits);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Memory limit for expanded vertices, indices and keys: [`Limits::max_expanded_bytes`]. Default: 1 GiB.
    pub limits: Limits,
}

impl ReadOptions {
    /// Sets [`limits`](#structfield.limits).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// The axis of a scene that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UpAxis {
    /// Y, as in glTF.
    #[default]
    Y,
    /// Z: the scene is rotated by a quarter about X, so that its forward axis is -Y, as in Blender.
    Z,
}
