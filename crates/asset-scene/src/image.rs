//! Images: the image files that textures use.

mod bytes;

pub use bytes::{ImageBytes, ImageSource, SharedRead};

use std::sync::Arc;

use crate::Source;

/// An image, as an encoded file. This crate doesn't decode it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image<'a> {
    /// The name.
    pub name: String,
    /// The name of the image file, if the image is not embedded. The image was read from this file, or will be written
    /// to it.
    pub file: Option<String>,
    /// The bytes of the file: png, jpg or another type. They may be in memory, or be read when needed. If the file is
    /// missing, this will be empty.
    pub bytes: ImageBytes<'a>,
    /// Additional data from the image's format. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
}

binio::into_owned! { pub Image { bytes; name, file, source }, borrowed }

impl Image<'_> {
    /// Returns the media type, given the first bytes: `image/png`, `image/jpeg`, `image/webp` or `image/ktx2`. Returns
    /// `None` for other types.
    pub fn media_type(&self) -> Option<&'static str> {
        match self.bytes.head() {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
            [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
            [0xab, b'K', b'T', b'X', b' ', b'2', b'0', 0xbb, ..] => Some("image/ktx2"),
            _ => None,
        }
    }
}
