//! Detects file formats by asking the drivers, with the strongest evidence first.

use std::fmt;
use std::path::Path;

use crate::content::{self, Content};
use crate::driver::{Driver, Evidence};
use crate::drivers;
use crate::format::Format;
use crate::head::FileHead;

impl Format {
    /// Returns the format that you would expect from the file name, or `None` if this format may have that name. Use
    /// this to find a model that is called `.ani`.
    pub fn misnamed(self, path: &Path) -> Option<Self> {
        content::expected_format(path).filter(|expected| !self.is_of_family(*expected))
    }

    /// Detects the format of a file from the bytes and the file name.
    ///
    /// Pass the first bytes as `head`, at least the last four as `tail`, and the file length as `length`. How much
    /// `head` must contain depends on the format. The first 16 bytes are enough if the format has an identifier. XML
    /// needs everything up to the root element, and JSON materials everything up to the techniques. If a UDM document's
    /// type is not in `head`, the file name decides. JSON scenes and binary prefabs can only be detected if `head` is
    /// the whole file, because they will be parsed.
    pub fn detect(head: &[u8], length: u64, tail: &[u8], path: Option<&Path>) -> Detection {
        detect(&FileHead::new(head, length, tail, path), path)
    }
}

fn detect(head: &FileHead<'_>, path: Option<&Path>) -> Detection {
    let expected = path.and_then(content::expected_format);
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
    match (Hint::of(head), expected) {
        (None, Some(format)) => Detection::OtherContent(format, Content::Unknown),
        (hint, _) => Detection::Unknown(hint),
    }
}

/// Returns the driver that claims the file with the strongest evidence. If several do, the first driver wins.
pub fn claimed<'d>(drivers: impl Iterator<Item = &'d Driver> + Clone, head: &FileHead<'_>) -> Option<&'d Driver> {
    Evidence::ALL.into_iter().find_map(|evidence| drivers.clone().find(|driver| (driver.detect)(head, evidence)))
}

/// Returns all formats whose drivers claim the file with the strongest evidence that any driver accepts. Use this to
/// test a new driver: if there is more than one, the detected format depends on the order of the list.
///
/// ```
/// use asset_formats::{Format, FileHead, claims};
/// let head = FileHead::new(b"UMD2\0\0\0\0", 8, &[], None);
/// assert_eq!(claims(&head), [Format::URHO_MDL]);
/// ```
pub fn claims(head: &FileHead<'_>) -> Vec<Format> {
    let by = |evidence: Evidence| -> Vec<Format> {
        drivers::all().filter(|driver| (driver.detect)(head, evidence)).map(|driver| driver.format).collect()
    };
    Evidence::ALL.into_iter().map(by).find(|formats| !formats.is_empty()).unwrap_or_default()
}

/// Describes the file if it is known to come from another engine that uses the same extension as a supported format.
fn look_alike(head: &FileHead<'_>) -> Option<&'static str> {
    let mut all = drivers::all().flat_map(|driver| driver.look_alikes);
    all.find(|one| head.start().starts_with(one.begins)).map(|one| one.title)
}

/// Detects the format of a file by reading `ends` bytes at both ends.
#[cfg(feature = "fs")]
pub fn detect_file(path: &Path, ends: u64) -> std::io::Result<Detection> {
    detect_file_as(path, path, ends)
}

/// Like [`detect_file`], but as if the file had the given name.
#[cfg(feature = "fs")]
pub fn detect_file_as(path: &Path, name: &Path, ends: u64) -> std::io::Result<Detection> {
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

/// This is the result of [`Format::detect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detection {
    /// The file is in a supported format.
    Known(Format),
    /// The file comes from another engine, which uses the same extension or identifier as a supported format. This
    /// describes it.
    LookAlike(&'static str),
    /// The extension belongs to a single family of formats, but the content is no such file. This is the format to
    /// expect from the extension, and the content.
    OtherContent(Format, Content),
    /// The format is unknown. There is a hint if you could guess it from the name.
    Unknown(Option<Hint>),
}

/// A format that you could guess from the file name, although nothing in the file identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// An Urho3D model from before March 2011. You can open it with
    /// [`OpenOptions::bare_2011`](crate::OpenOptions::bare_2011).
    BareModel,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BareModel => "a model from before March 2011 has no identifier: open it with `bare_2011`",
        })
    }
}
