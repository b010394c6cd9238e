//! Detects the format of a file: asks the drivers, the strongest evidence first.

use std::fmt;
use std::path::Path;

use crate::content::{self, Content};
use crate::driver::{Driver, Evidence};
use crate::drivers;
use crate::format::Format;
use crate::head::FileHead;

impl Format {
    /// Returns the format that a file name promises, or `None` if this format may have that name. Use this to find a model that is called `.ani`.
    pub(crate) fn misnamed(self, path: &Path) -> Option<Self> {
        content::expected(path).filter(|expected| !self.is_of_family(*expected))
    }

    /// Detects the format of a file from its bytes and its name.
    ///
    /// `head` are the first bytes, `tail` at least the last four, `length` is the length of the file. Formats with an identifier need the
    /// first 16 bytes, XML up to its root element, JSON materials up to their techniques; a UDM document whose type isn't in `head` goes by its name.
    /// JSON scenes, and binary prefabs, are detected only if `head` is the whole file, which is then parsed.
    pub fn detect(head: &[u8], length: u64, tail: &[u8], path: Option<&Path>) -> Detection {
        detect(&FileHead::new(head, length, tail, path), path)
    }
}

fn detect(head: &FileHead<'_>, path: Option<&Path>) -> Detection {
    let expected = path.and_then(content::expected);
    if let Some((format, content)) = expected.zip(Content::of(head.start(), head.length(), head.end())) {
        return Detection::OtherContent(format, content);
    }
    for evidence in Evidence::ALL {
        if let Some(driver) = drivers::all().find(|driver| (driver.detect)(head, evidence)) {
            return Detection::Known(driver.format);
        }
        // A look-alike has first bytes of its own, which say more than its end and its name.
        if evidence == Evidence::General {
            if let Some(title) = look_alike(head) {
                return Detection::LookAlike(title);
            }
        }
    }
    match (hint(head), expected) {
        (None, Some(format)) => Detection::OtherContent(format, Content::Unknown),
        (hint, _) => Detection::Unknown(hint),
    }
}

/// Returns the first driver of a list that claims a file, by the strongest evidence.
pub(crate) fn claimed<'d>(
    drivers: impl Iterator<Item = &'d Driver> + Clone,
    head: &FileHead<'_>,
) -> Option<&'d Driver> {
    Evidence::ALL.into_iter().find_map(|evidence| drivers.clone().find(|driver| (driver.detect)(head, evidence)))
}

/// Returns the formats whose drivers claim a file by the strongest evidence that any driver accepts. There is never more than one, or the file would be
/// what the order of the list says.
///
/// ```
/// use asset_project::{Format, FileHead, claims};
/// let head = FileHead::new(b"UMD2\0\0\0\0", 8, &[], None);
/// assert_eq!(claims(&head), [Format::URHO_MDL]);
/// ```
pub fn claims(head: &FileHead<'_>) -> Vec<Format> {
    let by = |evidence: Evidence| -> Vec<Format> {
        drivers::all().filter(|driver| (driver.detect)(head, evidence)).map(|driver| driver.format).collect()
    };
    Evidence::ALL.into_iter().map(by).find(|formats| !formats.is_empty()).unwrap_or_default()
}

/// Returns the description of a file of another engine that has an extension of a supported format.
fn look_alike(head: &FileHead<'_>) -> Option<&'static str> {
    let mut all = drivers::all().flat_map(|driver| driver.look_alikes);
    all.find(|one| head.start().starts_with(one.begins)).map(|one| one.title)
}

/// The format that the name of a file suggests.
fn hint(head: &FileHead<'_>) -> Option<Hint> {
    head.has_extension(&["mdl"]).then_some(Hint::BareModel)
}

/// Detects the format of a file by its first and last bytes, `ends` of each.
#[cfg(feature = "fs")]
pub(crate) fn detect_file(path: &Path, ends: u64) -> std::io::Result<Detection> {
    detect_file_as(path, path, ends)
}

/// As [`detect_file`], for the file by another name.
#[cfg(feature = "fs")]
pub(crate) fn detect_file_as(path: &Path, name: &Path, ends: u64) -> std::io::Result<Detection> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let mut file = asset_unpack::open_regular(path)?;
    let length = file.metadata()?.len();
    if length == 0 {
        // Files of the system, too, which may have no end.
        return Ok(Format::detect(&[], 0, &[], Some(name)));
    }
    // With room for all of it, one call reads it.
    let room = || Vec::with_capacity(usize::try_from(ends.min(length)).unwrap_or(0));
    let (mut head, mut tail) = (room(), room());
    file.by_ref().take(ends).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(length.saturating_sub(ends)))?;
    file.take(ends).read_to_end(&mut tail)?;
    Ok(Format::detect(&head, length, &tail, Some(name)))
}

/// Result of [`Format::detect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detection {
    /// A format that this library knows.
    Known(Format),
    /// A file of another engine that shares its extension or identifier with a supported format; a description of it.
    LookAlike(&'static str),
    /// A file whose extension belongs to one family of formats only, and whose content is no file: the format of the extension, and the content.
    OtherContent(Format, Content),
    /// Unknown format, with a hint if the name suggests one.
    Unknown(Option<Hint>),
}

/// A format that the name of a file suggests although nothing in the file identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A model of Urho3D from before March 2011: [`OpenOptions::bare_2011`](crate::OpenOptions::bare_2011) opens it.
    BareModel,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BareModel => "a model from before March 2011 has no identifier: open it with `bare_2011`",
        })
    }
}
