//! Image files, which are archives of files. The engine has no such files, only a description in its format document.
//! The layout was defined by this crate (see [`format`](crate::format)).

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

use crate::error::{Error, ErrorKind};
use crate::hash::fnv1a;
use crate::header::Header;

/// An image file that is in memory. For a large file, use `ImageFile`.
#[derive(Clone, Debug, PartialEq)]
pub struct Image<'a> {
    /// The version of the layout: major (which is 1), minor and revision.
    pub version: [u8; 3],
    /// Whether the names of entries are stored in addition to their hashes.
    pub has_names: bool,
    /// The entries, sorted by hash.
    pub entries: Vec<ImageEntry<'a>>,
    /// The contents of the entries as they are stored, in the order in which entries refer to them. There must not be a
    /// blob that no entry uses.
    pub blobs: Vec<Bytes<'a>>,
}

/// A file in an image file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageEntry<'a> {
    /// The [`fnv1a`] of the name. It must be unique.
    pub hash: u32,
    /// The name, which is a path with `/` between its parts. The name is not checked until you extract the file.
    pub name: Option<Name<'a>>,
    /// If this is a file of the ZED engine, its 11-byte header, which the blob does not contain. For other files, this
    /// is `None`.
    pub header: Option<Header>,
    /// How the blob is compressed.
    pub compression: Compression,
    /// The size of the file, without the header.
    pub size: u64,
    /// The CRC-32 of the file, including the header.
    pub checksum: u32,
    /// The number of the blob. If two files have the same content, they use the same blob.
    pub blob: u32,
}

/// How a blob is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compression(pub u32);

impl Compression {
    /// Not compressed.
    pub const STORED: Self = Self(0);
    /// Compressed by LZ4, in blocks of 64 KiB. If this would make a block larger, it is stored as it is.
    pub const LZ4: Self = Self(1);
}

binio::options! {
    /// Use this to change how an image file is read.
    #[derive(Clone, Debug)]
    pub struct ImageOptions {
        /// Limits how many entries there may be.
        pub(crate) limits: Limits = Limits::default(),
    }
}

binio::into_owned! { pub Image { entries, blobs; version, has_names } }

impl<'a> Image<'a> {
    /// Reads an image file. The blobs are borrowed from `bytes`, and this function does not look at them. It verifies
    /// the checksum of the index, but the checksum of an entry is not verified until you read it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotZed`] or [`ErrorKind::OtherFile`] if this is another file, [`ErrorKind::Unknown`] for an
    /// unknown version or compression, [`ErrorKind::Checksum`] if the index was modified, and an error for anything
    /// else that does not follow the format. There is no need to be lenient, because all of these files are written by
    /// this crate.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ImageOptions::default())
    }

    /// Reads an image file using `options`.
    ///
    /// # Errors
    /// Fails when [`parse`](Self::parse) does.
    pub fn parse_with(bytes: &'a [u8], options: &ImageOptions) -> Result<Self, Error> {
        index::image(bytes, options)
    }

    /// Returns the entry with the given name.
    pub fn get(&self, name: &str) -> Option<&ImageEntry<'a>> {
        let found = self.get_hash(fnv1a(name.as_bytes()))?;
        found.name.as_ref().is_none_or(|stored| stored == name).then_some(found)
    }

    /// Returns the entry whose name has the given hash.
    pub fn get_hash(&self, hash: u32) -> Option<&ImageEntry<'a>> {
        let index = self.entries.binary_search_by_key(&hash, |entry| entry.hash).ok()?;
        self.entries.get(index)
    }

    /// Returns the file of an entry, including its header. The size is taken from your `budget`.
    ///
    /// # Errors
    /// Returns an error in the blob, [`ErrorKind::Checksum`] if the file was modified, or
    /// [`Fault::Limit`](binio::Fault::Limit) if the budget is not enough.
    pub fn read(&self, entry: &ImageEntry<'_>, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        let fail = |kind| Error::new(kind, binio::Path::new().name(entry.file_name().as_bytes()));
        let blob = usize::try_from(entry.blob).ok().and_then(|blob| self.blobs.get(blob));
        let blob = blob.ok_or_else(|| fail(ErrorKind::Contradiction("the entry has no blob")))?;
        block::read(entry, blob, budget).map_err(fail)
    }
}

binio::into_owned! { pub ImageEntry { name; hash, header, compression, size, checksum, blob } }

impl ImageEntry<'_> {
    /// Returns the name. If it is not stored, the hash is used instead: `7e65eb54.zed` for a file of the engine, and
    /// `7e65eb54.bin` for any other file.
    pub fn file_name(&self) -> Name<'_> {
        let extension = if self.header.is_some() { "zed" } else { "bin" };
        let made = || Name::from(format!("{:08x}.{extension}", self.hash));
        self.name.as_ref().map_or_else(made, Name::borrowed)
    }

    /// Returns the size of the file, including its header.
    pub fn file_size(&self) -> u64 {
        self.size.saturating_add(self.header.map_or(0, |_| crate::header::HEADER_LEN as u64))
    }
}
