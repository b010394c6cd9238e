//! Checks that names can be used as paths below a folder, on every system.

use binio::Name;

/// The reason why a name is not a [`SafePath`] or a [`SafeName`](crate::SafeName).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameFault {
    /// The name is empty.
    #[error("has no name")]
    Empty,
    /// The name is not UTF-8. Windows and macOS don't have such names.
    #[error("isn't UTF-8")]
    NotUtf8,
    /// The name is absolute, for example `/x` or `//server/x`.
    #[error("begins at the root")]
    Absolute,
    /// The name contains `..`, which leads out of the folder.
    #[error("`..` leads out of the folder")]
    Parent,
    /// A part of the path is empty, for example in `a//b`, `a/./b` or `a/`.
    #[error("an empty part or `.` between slashes")]
    EmptyPart,
    /// The name contains a backslash. This separates folders on Windows, but on other systems it is a character like
    /// any other.
    #[error("a backslash is a folder on Windows only")]
    Backslash,
    /// The name contains a colon. On Windows, this would be a drive as in `C:x`, or the stream of a file as in `a:b`.
    #[error("a colon is a drive or a stream on Windows")]
    Colon,
    /// The name contains one of `< > " | ? *`, which are not allowed on Windows.
    #[error("{0:?} can't be in a name on Windows")]
    Forbidden(char),
    /// The name contains a character that can't be seen: a control character, or a character to change the direction of
    /// text.
    #[error("an invisible or control character")]
    Invisible,
    /// A part ends with a dot or a space. Windows would remove them.
    #[error("a dot or a blank at the end of a part")]
    TrailingDot,
    /// The name is a device on Windows, in every folder, for example `CON`, `nul.txt` or `COM1`.
    #[error("the name of a device on Windows")]
    Device,
    /// The file or folder is hidden and used by tools, for example `.git/hooks` or `.bashrc`. Most programs don't show
    /// it.
    #[error("a hidden file or folder")]
    Hidden,
    /// The system will run this file, for example `autorun.inf`, `x.bat` or `x.lnk`.
    #[error("a file that a system runs")]
    Run,
    /// The name is too long: a part may have at most 255 bytes, and the path at most 64 parts and 4096 bytes.
    #[error("too long")]
    TooLong,
}

/// The maximum length of a part in bytes. Every system supports this length.
const MAX_PART: usize = 255;
/// The maximum length of a path in bytes.
const MAX_PATH: usize = 4096;
/// The maximum number of parts in a path.
const MAX_PARTS: usize = 64;

/// A name to be used as a path in a folder. This is a relative path, with `/` between its parts, and it will be the
/// same path on every system. No part leads out of the folder, is a device, a stream or a drive, or becomes another
/// name when it is written to the disk.
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
    /// Returns the reason if the name is not safe.
    pub fn new(name: &'n [u8]) -> Result<Self, NameFault> {
        let text = std::str::from_utf8(name).map_err(|_| NameFault::NotUtf8)?;
        check_whole(text)?;
        text.split('/').try_for_each(check_part)?;
        Ok(Self(text))
    }

    /// Returns the whole name.
    pub fn as_str(self) -> &'n str {
        self.0
    }

    /// Returns the folders and the file name.
    #[cfg(all(feature = "fs", not(target_family = "wasm")))]
    pub(crate) fn split(self) -> (impl Iterator<Item = &'n str> + Clone, &'n str) {
        let (folders, name) = self.0.rsplit_once('/').map_or((None, self.0), |(folders, name)| (Some(folders), name));
        (folders.into_iter().flat_map(|folders| folders.split('/')), name)
    }

    /// Returns the folders, followed by the file name.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = &'n str> {
        self.0.split('/')
    }
}

/// Checks a path as a whole, but not its parts.
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

/// Returns `true` if Windows would open a device for this name, even if it has an extension.
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
