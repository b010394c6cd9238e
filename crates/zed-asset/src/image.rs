//! Image files: many files in one. The layout is this crate's own, see [`format`](crate::format); the engine's document
//! describes such a file in words only, without a byte layout.

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

/// An image file in memory. For one that is too large for that there is `ImageFile`.
#[derive(Clone, Debug, PartialEq)]
pub struct Image<'a> {
    /// Version of the layout: major (1), minor, revision.
    pub version: [u8; 3],
    /// Whether the names of entries are stored, not their hashes alone.
    pub has_names: bool,
    /// The entries, by ascending hash.
    pub entries: Vec<ImageEntry<'a>>,
    /// What entries hold, as it is stored. In the order in which entries first refer to them, each referred to.
    pub blobs: Vec<Bytes<'a>>,
}

/// A file in an image file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageEntry<'a> {
    /// [`fnv1a`] of the name. No two entries have the same.
    pub hash: u32,
    /// The name: a path with `/` between its parts. As it is stored; what it may do is for extraction to judge.
    pub name: Option<Name<'a>>,
    /// The 11 bytes that a file of the ZED engine begins with, which the blob is without; `None` for other files.
    pub header: Option<Header>,
    /// How its blob is stored.
    pub compression: Compression,
    /// Bytes of the file without its header.
    pub size: u64,
    /// CRC-32 of the file, header and all.
    pub checksum: u32,
    /// Number of its blob. Files with the same content share one.
    pub blob: u32,
}

/// How a blob is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compression(pub u32);

impl Compression {
    /// As it is.
    pub const STORED: Self = Self(0);
    /// In blocks of 64 KiB, each packed with LZ4 unless that makes it larger.
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

impl<'a> Image<'a> {
    /// Reads an image file. Blobs are borrowed from `bytes` and not looked at; the checksum of the index is compared, those of
    /// entries when they are read.
    ///
    /// # Errors
    /// [`ErrorKind::NotZed`], [`ErrorKind::OtherFile`], [`ErrorKind::Unknown`] for versions and ways of compression,
    /// [`ErrorKind::Checksum`], and wherever the file isn't exactly as the format says: it is ours, so there are no real
    /// files to be lenient with.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ImageOptions::default())
    }

    /// Reads an image file as `options` say.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ImageOptions) -> Result<Self, Error> {
        index::image(bytes, options)
    }

    /// The entry of this name.
    pub fn get(&self, name: &str) -> Option<&ImageEntry<'a>> {
        let found = self.get_hash(fnv1a(name.as_bytes()))?;
        found.name.as_ref().is_none_or(|stored| stored == name).then_some(found)
    }

    /// The entry whose name has this hash.
    pub fn get_hash(&self, hash: u32) -> Option<&ImageEntry<'a>> {
        let index = self.entries.binary_search_by_key(&hash, |entry| entry.hash).ok()?;
        self.entries.get(index)
    }

    /// The file of an entry, header and all; spends `budget`.
    ///
    /// # Errors
    /// What is broken about its blob, [`ErrorKind::Checksum`], or [`Fault::Limit`](binio::Fault::Limit).
    pub fn read(&self, entry: &ImageEntry<'_>, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        let fail = |kind| Error::new(kind, binio::Path::new().name(entry.file_name().as_bytes()));
        let blob = usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob));
        let blob = blob.ok_or_else(|| fail(ErrorKind::Contradiction("the entry has no blob")))?;
        block::read(entry, blob, budget).map_err(fail)
    }

    /// The image file, free of the bytes it was read from.
    pub fn into_owned(self) -> Image<'static> {
        let Self { version, has_names, entries, blobs } = self;
        let entries = entries.into_iter().map(ImageEntry::into_owned).collect();
        Image { version, has_names, entries, blobs: blobs.into_iter().map(Bytes::into_owned).collect() }
    }
}

impl ImageEntry<'_> {
    /// Its name, or one made of its hash: `7e65eb54.zed` for a file of the engine, `7e65eb54.bin` for others.
    pub fn file_name(&self) -> Name<'_> {
        let extension = if self.header.is_some() { "zed" } else { "bin" };
        let made = || Name::from(format!("{:08x}.{extension}", self.hash));
        self.name.as_ref().map_or_else(made, Name::borrowed)
    }

    /// Bytes of the file, header and all.
    pub fn file_size(&self) -> u64 {
        self.size.saturating_add(self.header.map_or(0, |_| crate::HEADER_LEN as u64))
    }

    /// The entry, free of the bytes it was read from.
    pub fn into_owned(self) -> ImageEntry<'static> {
        let Self { hash, name, header, compression, size, checksum, blob } = self;
        ImageEntry { hash, name: name.map(Name::into_owned), header, compression, size, checksum, blob }
    }
}
