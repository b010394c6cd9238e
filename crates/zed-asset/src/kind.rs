//! Detection of files by their first bytes.

use core::fmt;

/// Identifier at the beginning of every file.
pub(crate) const ID: [u8; 3] = *b"ZED";

/// Letter of a file kind. Unknown ones are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// `M`: a model, the only kind that the engine's loader of this header accepts.
    pub const MODEL: Self = Self(b'M');
    /// `A`: an animation. Its content was never defined.
    pub const ANIMATION: Self = Self(b'A');
    /// `F`: a font of the document; the engine's own fonts have another header.
    pub const FONT: Self = Self(b'F');
    /// `I`: an image file. The letter and the layout are this crate's own, see [`format`](crate::format).
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

/// Kind of a file of the ZED engine, of one of its predecessors or of its successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A model: `ZED`, `M`. Read by [`Model`](crate::Model).
    Model,
    /// An animation: `ZED`, `A`. Read by [`Animation`](crate::Animation).
    Animation,
    /// A font of the engine: `ZEDF` and its own header. Read by [`Font`](crate::Font).
    Font,
    /// A font of the document: `ZED`, `F`. Read by [`Font`](crate::Font).
    DocumentFont,
    /// An image file: `ZED`, `I`. Read by [`Image`](crate::Image).
    Image,
    /// A texture, `ZEDT`: the engine has a header for it, and an unfinished reader.
    Texture,
    /// `ZED` and an unknown letter.
    Other(Kind),
    /// A model of 2010, `.zedg`: written by a Maya exporter, without a surviving reader.
    Model2010,
    /// A model of 2011 (V1): name, counts and `ZED` in a first chunk of 69 bytes.
    Model2011,
    /// A model from December 2011 to April 2013 (2.x): `ZED` in a first chunk.
    Model2012,
    /// A model of Killer, the game engine that came after ZED: `KILM`.
    Killer,
}

/// Bytes of the chunk descriptions before April 2013: a 16-bit token and a 64-bit size.
const WIDE: usize = 10;

impl FileKind {
    /// Returns the kind of a file that begins with `bytes`; `None` if it is unknown.
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

/// Returns whether a font has the engine's header: a type and a background mode follow its identifier, where the document
/// has a version and flags ([Fonts](crate::format#fonts)).
pub(crate) fn is_engine_font(bytes: &[u8]) -> bool {
    let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    matches!((word(4), word(8)), (Some(1..=3), Some(1..=4)))
}

/// Detects the formats before April 2013: everything is in chunks, and the first one has `ZED` at or near the end of a
/// header.
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
