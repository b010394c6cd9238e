//! Image files: archives of files. The layout is this crate's own, see [`format`](crate::format); the engine's document only
//! describes such a file in prose.

mod block;
mod build;
#[cfg(feature = "extract")]
mod extract;
#[cfg(feature = "std")]
mod file;
mod index;
#[cfg(feature = "std")]
mod stream;
#[cfg(feature = "serde")]
pub(crate) mod summary;
mod validate;
mod write;

use alloc::format;
use alloc::vec::Vec;
use binio::{Budget, Bytes, Limits, Name};

pub use build::ImageBuilder;
#[cfg(feature = "std")]
pub use file::{EntryReader, EntryRef, ImageFile};
pub use index::IMAGE_VERSION;

use crate::error::{Error, ErrorKind};
use crate::hash::fnv1a;
use crate::header::Header;

/// An image file in memory. For large files use `ImageFile`.
#[derive(Clone, Debug, PartialEq)]
pub struct Image<'a> {
    /// Version of the layout: major (1), minor, revision.
    pub version: [u8; 3],
    /// Whether names of entries are stored, in addition to their hashes.
    pub has_names: bool,
    /// The entries, by ascending hash.
    pub entries: Vec<ImageEntry<'a>>,
    /// Stored contents of entries, in the order of the first references; each is referenced.
    pub blobs: Vec<Bytes<'a>>,
}

/// A file in an image file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageEntry<'a> {
    /// [`fnv1a`] of the name. Unique.
    pub hash: u32,
    /// The name: a path with `/` between its parts. It is stored unchecked; extraction checks it.
    pub name: Option<Name<'a>>,
    /// The 11-byte header of a file of the ZED engine, which the blob lacks; `None` for other files.
    pub header: Option<Header>,
    /// Compression of its blob.
    pub compression: Compression,
    /// Size of the file without its header.
    pub size: u64,
    /// CRC-32 of the file with its header.
    pub checksum: u32,
    /// Number of its blob. Files with the same content share one.
    pub blob: u32,
}

/// Compression of a blob.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compression(pub u32);

impl Compression {
    /// Uncompressed.
    pub const STORED: Self = Self(0);
    /// In blocks of 64 KiB, each compressed with LZ4 unless that makes it larger.
    pub const LZ4: Self = Self(1);
}

binio::options! {
    /// How to read an image file.
    #[derive(Clone, Debug)]
    pub struct ImageOptions {
        /// How many entries it may have.
        pub(crate) limits: Limits = Limits::default(),
    }
}

binio::into_owned! { pub Image { entries, blobs; version, has_names } }

impl<'a> Image<'a> {
    /// Reads an image file. Blobs are borrowed from `bytes` and not examined; the checksum of the index is checked, checksums
    /// of entries are checked when they are read.
    ///
    /// # Errors
    /// [`ErrorKind::NotZed`], [`ErrorKind::OtherFile`], [`ErrorKind::Unknown`] for versions and compressions,
    /// [`ErrorKind::Checksum`], and every deviation from the format: it is this crate's own, so no real files require
    /// leniency.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ImageOptions::default())
    }

    /// Reads an image file with `options`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ImageOptions) -> Result<Self, Error> {
        index::image(bytes, options)
    }

    /// Returns the entry with this name.
    pub fn get(&self, name: &str) -> Option<&ImageEntry<'a>> {
        let found = self.get_hash(fnv1a(name.as_bytes()))?;
        found.name.as_ref().is_none_or(|stored| stored == name).then_some(found)
    }

    /// Returns the entry whose name has this hash.
    pub fn get_hash(&self, hash: u32) -> Option<&ImageEntry<'a>> {
        let index = self.entries.binary_search_by_key(&hash, |entry| entry.hash).ok()?;
        self.entries.get(index)
    }

    /// Returns the file of an entry with its header; spends `budget`.
    ///
    /// # Errors
    /// An error of its blob, [`ErrorKind::Checksum`], or [`Fault::Limit`](binio::Fault::Limit).
    pub fn read(&self, entry: &ImageEntry<'_>, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        let fail = |kind| Error::new(kind, binio::Path::new().name(entry.file_name().as_bytes()));
        let blob = usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob));
        let blob = blob.ok_or_else(|| fail(ErrorKind::Contradiction("the entry has no blob")))?;
        block::read(entry, blob, budget).map_err(fail)
    }
}

binio::into_owned! { pub ImageEntry { name; hash, header, compression, size, checksum, blob } }

impl ImageEntry<'_> {
    /// Returns its name, or a name from its hash: `7e65eb54.zed` for a file of the engine, `7e65eb54.bin` for others.
    pub fn file_name(&self) -> Name<'_> {
        let extension = if self.header.is_some() { "zed" } else { "bin" };
        let made = || Name::from(format!("{:08x}.{extension}", self.hash));
        self.name.as_ref().map_or_else(made, Name::borrowed)
    }

    /// Returns the size of the file with its header.
    pub fn file_size(&self) -> u64 {
        self.size.saturating_add(self.header.map_or(0, |_| crate::HEADER_LEN as u64))
    }
}
