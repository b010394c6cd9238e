//! Compares two versions of a scene or an image, and shows the changes in colour.

mod image;
mod scene;
mod triangles;

pub(crate) use self::scene::{Content, Marked};

use asset_image::Pixels;
use asset_scene::Scene;

use crate::texture::Textures;

/// A scene to compare, and its textures.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s, 'a> {
    /// The scene.
    pub scene: &'s Scene<'a>,
    /// The textures that were decoded for this scene.
    pub textures: &'s Textures,
}

/// Pictures of two versions: before, after, and the changes in colour.
///
/// The pictures of a scene use the same camera, so you can switch between them to see what changed. To compare scenes,
/// use [`Renderer::compare`](crate::Renderer::compare). To compare images, use [`Comparison::of_images`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The old version.
    pub before: Pixels,
    /// The new version.
    pub after: Pixels,
    /// Both versions in grey. If a part differs, it is drawn in [`ADDED`](Self::ADDED), [`REMOVED`](Self::REMOVED) or
    /// [`RESTYLED`](Self::RESTYLED).
    pub changes: Pixels,
    /// The number of triangles that only the new version has in their place.
    pub added: usize,
    /// The number of triangles that only the old version has in their place.
    pub removed: usize,
    /// How many triangles have another material, other normals or other texture coordinates. For images, this is the
    /// number of pixels.
    pub restyled: usize,
}

impl Comparison {
    /// The colour for triangles that were added. Most people will be able to distinguish this green from
    /// [`REMOVED`](Self::REMOVED).
    pub const ADDED: [u8; 3] = [0, 158, 115];
    /// The colour for triangles that were removed.
    pub const REMOVED: [u8; 3] = [213, 94, 0];
    /// The colour for triangles that look different, and for pixels that differ.
    pub const RESTYLED: [u8; 3] = [178, 70, 160];

    /// Returns `true` if there is any change to see.
    pub fn is_different(&self) -> bool {
        self.added + self.removed + self.restyled > 0
    }
}
