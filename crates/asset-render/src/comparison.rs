//! Two versions of a scene or an image in pictures, with the changes in colour.

mod image;
mod scene;
mod triangles;

pub(crate) use self::scene::{Content, Marked};

use asset_image::Pixels;
use asset_scene::Scene;

use crate::texture::Textures;

/// A scene to compare, with its textures.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s, 'a> {
    /// The scene.
    pub scene: &'s Scene<'a>,
    /// The textures of this scene.
    pub textures: &'s Textures,
}

/// Pictures of two versions: before, after, and the changes in colour.
///
/// Scenes are seen by one camera, so that you can switch between the pictures. See [`Renderer::compare`](crate::Renderer::compare) for scenes and
/// [`Comparison::of_images`] for images.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The earlier version.
    pub before: Pixels,
    /// The later version.
    pub after: Pixels,
    /// Both versions in grey, with the parts that differ in [`ADDED`](Self::ADDED), [`REMOVED`](Self::REMOVED) and [`RESTYLED`](Self::RESTYLED).
    pub changes: Pixels,
    /// Number of triangles that only the later version has at their place.
    pub added: usize,
    /// Number of triangles that only the earlier version has at their place.
    pub removed: usize,
    /// Number of triangles with another material, normals or texture coordinates; of pixels for images.
    pub restyled: usize,
}

impl Comparison {
    /// Colour of triangles that only the later version has: a green that most people can tell from [`REMOVED`](Self::REMOVED).
    pub const ADDED: [u8; 3] = [0, 158, 115];
    /// Colour of triangles that only the earlier version has.
    pub const REMOVED: [u8; 3] = [213, 94, 0];
    /// Colour of triangles that look different, and of pixels that differ.
    pub const RESTYLED: [u8; 3] = [178, 70, 160];

    /// Whether the pictures show a change.
    pub fn is_different(&self) -> bool {
        self.added + self.removed + self.restyled > 0
    }
}
