//! Images: files with pixels that textures show.

mod bytes;

pub use bytes::{ImageBytes, ImageSource, SharedRead};

use crate::Source;

/// An image as the file it is in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image<'a> {
    /// Name.
    pub name: String,
    /// Name of the file beside the scene's own that it came from or is to be in; `None` if it is inside.
    pub file: Option<String>,
    /// The file: png, jpg or another, here or where it is read from when it is asked for. Empty if it isn't there.
    pub bytes: ImageBytes<'a>,
    /// What the image's own format holds beside all this. It has no blocks.
    pub source: Option<Box<Source<'static>>>,
}

impl Image<'_> {
    /// Returns what the first bytes say the file is: `image/png`, `image/jpeg`, `image/webp`, `image/ktx2`; `None` of anything else.
    pub fn media_type(&self) -> Option<&'static str> {
        match self.bytes.head() {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
            [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
            [0xab, b'K', b'T', b'X', b' ', b'2', b'0', 0xbb, ..] => Some("image/ktx2"),
            _ => None,
        }
    }

    /// Returns the same image without copying its bytes.
    pub fn borrowed(&self) -> Image<'_> {
        let (name, file, source) = (self.name.clone(), self.file.clone(), self.source.clone());
        Image { name, file, bytes: self.bytes.borrowed(), source }
    }

    /// Copies what is borrowed, so that the image outlives what it was made from.
    pub fn into_owned(self) -> Image<'static> {
        Image { name: self.name, file: self.file, bytes: self.bytes.into_owned(), source: self.source }
    }
}
