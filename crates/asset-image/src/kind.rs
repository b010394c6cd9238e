//! The kind of texture file.

use std::fmt;

/// The kind of texture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// Portable Network Graphics (`.png`).
    Png,
    /// JPEG (`.jpg`).
    Jpeg,
    /// Truevision (`.tga`).
    Tga,
    /// Windows bitmap (`.bmp`).
    Bmp,
    /// DirectDraw surface (`.dds`).
    Dds,
    /// Khronos texture 1 (`.ktx`).
    Ktx,
    /// Khronos texture 2 (`.ktx2`).
    Ktx2,
    /// Valve texture (`.vtf`).
    Vtf,
    /// WebP (`.webp`).
    WebP,
    /// PowerVR texture 3 (`.pvr`). This can only be identified.
    Pvr,
    /// Photoshop (`.psd`). This can only be identified.
    Psd,
    /// Radiance (`.hdr`). This can only be identified.
    Hdr,
    /// Graphics Interchange Format (`.gif`). This can only be identified.
    Gif,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::Png,
        Self::Jpeg,
        Self::Tga,
        Self::Bmp,
        Self::Dds,
        Self::Ktx,
        Self::Ktx2,
        Self::Vtf,
        Self::WebP,
        Self::Pvr,
        Self::Psd,
        Self::Hdr,
        Self::Gif,
    ];

    /// Returns the kind of a file, given its first bytes. 16 bytes are enough for this. Note that a tga has no
    /// identifier. To detect this too, use [`Kind::of`].
    pub(crate) fn of_identifier(head: &[u8]) -> Option<Self> {
        let is = |identifier: &[u8]| head.starts_with(identifier);
        Some(match head.get(..4)? {
            b"\x89PNG" if is(b"\x89PNG\r\n\x1a\n") => Self::Png,
            [0xff, 0xd8, 0xff, _] => Self::Jpeg,
            b"DDS " => Self::Dds,
            b"\xabKTX" if is(b"\xabKTX 11\xbb\r\n\x1a\n") => Self::Ktx,
            b"\xabKTX" if is(b"\xabKTX 20\xbb\r\n\x1a\n") => Self::Ktx2,
            b"VTF\0" => Self::Vtf,
            b"RIFF" if head.get(8..12) == Some(b"WEBP") => Self::WebP,
            b"PVR\x03" | b"\x03RVP" => Self::Pvr,
            b"8BPS" => Self::Psd,
            b"#?RA" if is(b"#?RADIANCE") => Self::Hdr,
            b"#?RG" if is(b"#?RGBE") => Self::Hdr,
            b"GIF8" => Self::Gif,
            // The two words between are reserved; two letters alone begin many a text.
            [b'B', b'M', ..] if head.get(6..10) == Some(&[0; 4]) => Self::Bmp,
            _ => return None,
        })
    }

    /// Returns the name, which is also used as the extension: `png`, `jpg`, `dds` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Tga => "tga",
            Self::Bmp => "bmp",
            Self::Dds => "dds",
            Self::Ktx => "ktx",
            Self::Ktx2 => "ktx2",
            Self::Vtf => "vtf",
            Self::WebP => "webp",
            Self::Pvr => "pvr",
            Self::Psd => "psd",
            Self::Hdr => "hdr",
            Self::Gif => "gif",
        }
    }

    /// Returns the media type, if this kind can be used in glTF and in browsers.
    pub const fn media_type(self) -> Option<&'static str> {
        match self {
            Self::Png => Some("image/png"),
            Self::Jpeg => Some("image/jpeg"),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
