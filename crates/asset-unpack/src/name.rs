//! Names that are paths below a folder, on every system.

use binio::Name;

/// Why a name is no [`SafePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameFault {
    /// No name at all.
    #[error("has no name")]
    Empty,
    /// Bytes that aren't UTF-8; Windows and macOS have no such names.
    #[error("isn't UTF-8")]
    NotUtf8,
    /// `/x`, or `//server/x`.
    #[error("begins at the root")]
    Absolute,
    /// The component `..`, which leads out of the folder.
    #[error("`..` leads out of the folder")]
    Parent,
    /// `a//b`, `a/./b`, `a/`.
    #[error("an empty part or `.` between slashes")]
    EmptyPart,
    /// A folder on Windows, a letter elsewhere.
    #[error("a backslash is a folder on Windows only")]
    Backslash,
    /// `C:x` is a drive, `a:b` a stream of a file, on Windows.
    #[error("a colon is a drive or a stream on Windows")]
    Colon,
    /// `< > " | ? *`, which Windows has no files with.
    #[error("{0:?} can't be in a name on Windows")]
    Forbidden(char),
    /// Control characters, characters that can't be seen or turn text around.
    #[error("an invisible or control character")]
    Invisible,
    /// Windows leaves dots and blanks at the end of a name out.
    #[error("a dot or a blank at the end of a part")]
    TrailingDot,
    /// `CON`, `nul.txt`, `COM1` … are devices on Windows, in every folder.
    #[error("the name of a device on Windows")]
    Device,
    /// `.git/hooks`, `.bashrc`: files and folders of tools, which most programs don't show.
    #[error("a hidden file or folder")]
    Hidden,
    /// `autorun.inf`, `x.bat`, `x.lnk`: files that a system runs.
    #[error("a file that a system runs")]
    Run,
    /// A part beyond 255 bytes, more than 64 parts, or 4096 bytes in all.
    #[error("too long")]
    TooLong,
}

/// Bytes of a part of a path that every system takes.
const MAX_PART: usize = 255;
/// Bytes of a path.
const MAX_PATH: usize = 4096;
/// Parts of a path.
const MAX_PARTS: usize = 64;

/// A name that is a path in a folder, and the same path on every system. It is relative, with `/` between its parts. No part leads out, is a device,
/// a stream or a drive, or becomes another name when a file is created.
///
/// ```
/// use asset_unpack::{NameFault, SafePath};
/// let path = SafePath::new(b"Textures/Stone.dds")?;
/// assert_eq!(path.parts().collect::<Vec<_>>(), ["Textures", "Stone.dds"]);
/// assert_eq!(SafePath::new(br"Textures\..\..\x"), Err(NameFault::Backslash));
/// assert_eq!(SafePath::new(b"aux.h"), Err(NameFault::Device));
/// # Ok::<(), NameFault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SafePath<'n>(&'n str);

impl<'n> SafePath<'n> {
    /// Checks a name.
    ///
    /// # Errors
    /// The problem of the name.
    pub fn new(name: &'n [u8]) -> Result<Self, NameFault> {
        let text = std::str::from_utf8(name).map_err(|_| NameFault::NotUtf8)?;
        check_whole(text)?;
        text.split('/').try_for_each(check_part)?;
        Ok(Self(text))
    }

    /// The whole name.
    pub fn as_str(self) -> &'n str {
        self.0
    }

    /// The folders, and the name of the file in the last of them.
    #[cfg(all(feature = "fs", not(target_family = "wasm")))]
    pub(crate) fn split(self) -> (impl Iterator<Item = &'n str> + Clone, &'n str) {
        let (folders, name) = self.0.rsplit_once('/').map_or((None, self.0), |(folders, name)| (Some(folders), name));
        (folders.into_iter().flat_map(|folders| folders.split('/')), name)
    }

    /// The folders, and then the file.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = &'n str> {
        self.0.split('/')
    }
}

/// Checks a path without its parts.
pub(crate) fn check_whole(text: &str) -> Result<(), NameFault> {
    if text.is_empty() {
        return Err(NameFault::Empty);
    }
    if text.starts_with('/') {
        return Err(NameFault::Absolute);
    }
    let is_long = text.len() > MAX_PATH || text.split('/').count() > MAX_PARTS;
    if is_long { Err(NameFault::TooLong) } else { Ok(()) }
}

pub(crate) fn check_part(part: &str) -> Result<(), NameFault> {
    match part {
        "" | "." => return Err(NameFault::EmptyPart),
        ".." => return Err(NameFault::Parent),
        _ => {}
    }
    for character in part.chars() {
        match character {
            '\\' => return Err(NameFault::Backslash),
            ':' => return Err(NameFault::Colon),
            '<' | '>' | '"' | '|' | '?' | '*' => return Err(NameFault::Forbidden(character)),
            _ => {}
        }
    }
    // Characters that need an escape can't be part of a visible name.
    let shown = Name::from(part).to_string();
    if shown != part {
        return Err(NameFault::Invisible);
    }
    if part.ends_with(['.', ' ']) {
        return Err(NameFault::TrailingDot);
    }
    if is_device(part) {
        return Err(NameFault::Device);
    }
    if part.len() > MAX_PART { Err(NameFault::TooLong) } else { Ok(()) }
}

/// Returns whether Windows interprets a name as a device, with any extension.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end_matches(' ');
    let is = |device: &str| stem.eq_ignore_ascii_case(device);
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].into_iter().any(is) {
        return true;
    }
    let port = |device: &str| {
        let (head, tail) = stem.split_at_checked(device.len()).unwrap_or((stem, ""));
        let numbered = matches!(tail, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³");
        head.eq_ignore_ascii_case(device) && numbered
    };
    port("COM") || port("LPT")
}
