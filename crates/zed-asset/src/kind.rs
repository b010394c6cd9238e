//! Detects a file by its first bytes.

use core::fmt;

/// Every file begins with these bytes.
pub(crate) const ID: [u8; 3] = *b"ZED";

/// The letter that tells the kind of a file. Unknown letters are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// A model (`M`). Of all files with this header, the engine is only able to load models.
    pub const MODEL: Self = Self(b'M');
    /// An animation (`A`). Its content was never defined.
    pub const ANIMATION: Self = Self(b'A');
    /// A font as in the format document (`F`). The fonts that the engine reads have another header.
    pub const FONT: Self = Self(b'F');
    /// An image file (`I`). This letter and the layout were defined by this crate (see [`format`](crate::format)).
    pub const IMAGE: Self = Self(b'I');

    /// Returns the letter, if it is one.
    pub fn letter(self) -> Option<char> {
        self.0.is_ascii_graphic().then_some(char::from(self.0))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letter() {
            Some(letter) => write!(f, "{letter}"),
            None => write!(f, "\\x{:02x}", self.0),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({self})")
    }
}

/// The kind of a file, which can also belong to a predecessor or to the successor of the ZED engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A model (`ZED`, `M`). To read it, use [`Model`](crate::Model).
    Model,
    /// An animation (`ZED`, `A`). To read it, use [`Animation`](crate::Animation).
    Animation,
    /// A font as the engine reads it (`ZEDF`, with another header). To read it, use [`Font`](crate::Font).
    Font,
    /// A font as in the format document (`ZED`, `F`). To read it, use [`Font`](crate::Font).
    DocumentFont,
    /// An image file (`ZED`, `I`). To read it, use [`Image`](crate::Image).
    Image,
    /// A texture (`ZEDT`). The engine has a header for it, but the code to read it was not finished.
    Texture,
    /// Any other letter after `ZED`.
    Other(Kind),
    /// A model from 2010 (`.zedg`). It was written by an exporter for Maya, and there is no reader left.
    Model2010,
    /// A model from 2011 (V1). Its first chunk has 69 bytes, which contain the name, the counts and `ZED`.
    Model2011,
    /// A model from December 2011 to April 2013 (2.x). Its first chunk contains `ZED`.
    Model2012,
    /// A model from Killer (`KILM`), the game engine that came after ZED.
    Killer,
}

/// The size of a chunk description before April 2013: a 16-bit token and a 64-bit size.
const WIDE: usize = 10;

impl FileKind {
    /// Returns the kind of a file, given its first bytes. If this is not known, the result is `None`.
    ///
    /// ```
    /// use zed_asset::FileKind;
    /// assert_eq!(FileKind::detect(b"ZEDM\0\0\x01"), Some(FileKind::Model));
    /// assert_eq!(FileKind::detect(b"KILM"), Some(FileKind::Killer));
    /// assert_eq!(FileKind::detect(b"UMDL"), None);
    /// ```
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"KILM") {
            return Some(Self::Killer);
        }
        if !bytes.starts_with(&ID) {
            return predecessor(bytes);
        }
        Some(match Kind(*bytes.get(ID.len())?) {
            Kind::MODEL => Self::Model,
            Kind::ANIMATION => Self::Animation,
            Kind::FONT if is_engine_font(bytes) => Self::Font,
            Kind::FONT => Self::DocumentFont,
            Kind::IMAGE => Self::Image,
            Kind(b'T') => Self::Texture,
            other => Self::Other(other),
        })
    }
}

/// Returns `true` if a font has the header that the engine uses. It has a type and a background mode where the format
/// document has a version and flags (see [Fonts](crate::format#fonts)).
pub(crate) fn is_engine_font(bytes: &[u8]) -> bool {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    matches!((word(4), word(8)), (Some(1..=3), Some(1..=4)))
}

/// Detects the formats before April 2013. In these, everything is in chunks, and the first chunk is a header with `ZED`
/// at its end or close to it.
fn predecessor(bytes: &[u8]) -> Option<FileKind> {
    let (token, rest) = bytes.split_first_chunk::<2>()?;
    let (size, header) = rest.split_first_chunk::<8>()?;
    if !matches!(token, [1, 0] | [0, 1]) {
        return None;
    }
    let size = match u64::from_le_bytes(*size) {
        little @ 0..=0xffff => little,
        _ => u64::from_be_bytes(*size),
    };
    let says = |at: usize, what: &[u8]| header.get(at..).is_some_and(|text| text.starts_with(what));
    match size {
        49 if says(44, b"ZEDG") => Some(FileKind::Model2010),
        69 if says(64, &ID) => Some(FileKind::Model2011),
        11..=255 if says(0, &ID) => Some(FileKind::Model2012),
        _ => None,
    }
    .filter(|_| bytes.len() > WIDE)
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model => f.write_str("a ZED model"),
            Self::Animation => f.write_str("a ZED animation"),
            Self::Font => f.write_str("a font of the ZED engine"),
            Self::DocumentFont => f.write_str("a ZED font as the document has it"),
            Self::Image => f.write_str("a ZED image file"),
            Self::Texture => f.write_str("a ZED texture (ZEDT), whose reader the engine never finished"),
            Self::Other(kind) => write!(f, "a ZED file of the unknown kind {kind}"),
            Self::Model2010 => f.write_str("a ZED model of 2010 (.zedg), which nothing reads any more"),
            Self::Model2011 => f.write_str("a ZED model of 2011 (V1), which nothing reads any more"),
            Self::Model2012 => f.write_str("a ZED model of 2012 (2.x), which nothing reads any more"),
            Self::Killer => f.write_str("a model of Killer (KILM), the successor of the ZED engine"),
        }
    }
}
