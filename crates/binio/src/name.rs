//! Names and byte blocks from a file.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Deref;

use crate::escaped::misleads;

/// A name as stored in a file, given by bytes. These are usually UTF-8, but this is not checked, so you must not rely
/// on it.
///
/// To compare a name with a `str`, use `==`. `Display` and `Debug` escape everything that could mislead a reader or a
/// terminal: control characters, bidirectional controls, backslashes, and bytes that are not UTF-8.
///
/// ```
/// use binio::Name;
/// let name = Name::from("Bip01 é");
/// assert_eq!(name, "Bip01 é");
/// assert_eq!(Name::from(&b"a\x1b[2J\xff"[..]).to_string(), r"a\u{1b}[2J\xff");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name<'a>(Cow<'a, [u8]>);

impl<'a> Name<'a> {
    /// Returns the bytes of the name.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the name as text, or `None` if it is not UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// Returns the name as text. Bytes that are not UTF-8 are escaped, in the same way as by `Display`.
    pub fn to_text(&self) -> Cow<'_, str> {
        self.as_str().map_or_else(|| Cow::Owned(alloc::format!("{self}")), Cow::Borrowed)
    }

    /// Returns a name that borrows from this one.
    pub fn borrowed(&self) -> Name<'_> {
        Name(Cow::Borrowed(&self.0))
    }

    /// Returns the bytes of the name. They are borrowed if the name is borrowed.
    pub fn into_cow(self) -> Cow<'a, [u8]> {
        self.0
    }

    /// Returns a name that does not borrow from the file.
    pub fn into_owned(self) -> Name<'static> {
        Name(Cow::Owned(self.0.into_owned()))
    }
}

impl Deref for Name<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Name<'_> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }
}

impl From<String> for Name<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text.into_bytes()))
    }
}

impl<'a> From<&'a [u8]> for Name<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self(Cow::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for Name<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Cow::Owned(bytes))
    }
}

impl PartialEq<str> for Name<'_> {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl PartialEq<&str> for Name<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                write_escaped(f, character)?;
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// Returns a path of this system as text that is safe to print. It is escaped like a [`Name`], but the separators of
/// Windows are not doubled.
///
/// ```
/// assert_eq!(binio::shown_path("Models/Box\u{7}.mdl"), r"Models/Box\u{7}.mdl");
/// ```
#[cfg(feature = "std")]
pub fn shown_path(path: impl AsRef<std::path::Path>) -> String {
    let shown = alloc::string::ToString::to_string(&Name::from(path.as_ref().as_os_str().as_encoded_bytes()));
    if cfg!(windows) { shown.replace("\\\\", "\\") } else { shown }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", alloc::format!("{self}").replace('"', "\\\""))
    }
}

/// Writes a character, or its escape if this character could move the cursor, reverse the text or look like an escape.
fn write_escaped(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    match character {
        '\\' => f.write_str("\\\\"),
        _ if misleads(character) => write!(f, "{}", character.escape_unicode()),
        _ => f.write_char(character),
    }
}

/// A block of bytes, borrowed from the file until it is changed. `Debug` only prints the length.
///
/// ```
/// use binio::Bytes;
/// let mut block = Bytes::from(&[1, 2, 3][..]);
/// block.to_mut()[0] = 9;
/// assert_eq!(*block, [9, 2, 3]);
/// assert_eq!(format!("{block:?}"), "3 bytes");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Bytes<'a>(Cow<'a, [u8]>);

impl<'a> Bytes<'a> {
    /// A block without bytes.
    pub const EMPTY: Self = Self(Cow::Borrowed(&[]));

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the bytes to be changed. This will first copy the bytes if they are borrowed.
    pub fn to_mut(&mut self) -> &mut Vec<u8> {
        self.0.to_mut()
    }

    /// Returns `true` if the bytes are borrowed from the file.
    pub fn is_borrowed(&self) -> bool {
        matches!(self.0, Cow::Borrowed(_))
    }

    /// Returns a block that borrows from this one.
    pub fn borrowed(&self) -> Bytes<'_> {
        Bytes(Cow::Borrowed(&self.0))
    }

    /// Returns a block that does not borrow from the file.
    pub fn into_owned(self) -> Bytes<'static> {
        Bytes(Cow::Owned(self.0.into_owned()))
    }
}

impl Deref for Bytes<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<'a> From<&'a [u8]> for Bytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self(Cow::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for Bytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Cow::Owned(bytes))
    }
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}
