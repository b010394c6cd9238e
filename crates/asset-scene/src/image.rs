//! Images: image files for textures.

mod bytes;

pub use bytes::{ImageBytes, ImageSource, SharedRead};

use std::sync::Arc;

use crate::Source;

/// An image, as its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image<'a> {
    /// Name.
    pub name: String,
    /// Name of the separate file that it was read from or is written to; `None` if it is embedded.
    pub file: Option<String>,
    /// The file: png, jpg or another type, in memory or read on demand. Empty if it is missing.
    pub bytes: ImageBytes<'a>,
    /// Additional data of the image's format. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
}

binio::into_owned! { pub Image { bytes; name, file, source }, borrowed }

impl Image<'_> {
    /// Returns the media type by the first bytes: `image/png`, `image/jpeg`, `image/webp`, `image/ktx2`; `None` for other types.
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
