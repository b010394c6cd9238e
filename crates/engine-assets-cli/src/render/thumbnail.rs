//! Draws small pictures of files, for pages and editors.

use std::sync::Arc;

use engine_assets::render::{Background, Picture, Renderer};
use engine_assets::scene_adapter::NodeShare;

use super::open::{Opener, Refused};
use crate::inputs::Input;

/// The width and height of a picture, in pixels.
pub(crate) const EDGE: u32 = 128;
/// The maximum size of a picture in bytes.
const LARGEST_PICTURE: usize = 48 << 10;
/// The maximum size of a file in bytes. Larger files are not drawn, because this would take too long.
pub(crate) const LARGEST_SHOWN: u64 = 32 << 20;

/// Draws a file and returns it as png. Returns `None` if there is nothing to see, or if the file is too large.
pub(crate) fn picture(opener: &Opener, input: &Input, share: Option<Arc<NodeShare>>) -> Option<Vec<u8>> {
    let drawn = opener.with_share((input, &[]), share, |show| {
        let renderer = Renderer::new(EDGE, EDGE).background(Background::Transparent).scene_camera(true);
        show.picture(&renderer, None).map_err(Refused)
    });
    let is_visible = |picture: &Picture| picture.pixels.pixels().iter().any(|[_, _, _, alpha]| *alpha > 0);
    drawn.ok().filter(is_visible)?.to_png().ok().filter(|png| png.len() <= LARGEST_PICTURE)
}
