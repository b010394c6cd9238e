//! Builds image files.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use binio::{Bytes, Name};

use super::block::pack_all;
use super::index::IMAGE_VERSION;
use super::{Compression, Image, ImageEntry};
use crate::error::{Error, ErrorKind};
use crate::hash::fnv1a;
use crate::header::{HEADER_LEN, Header, header};
use crate::kind::Kind;
use crate::order::ByteOrder;

/// Collects files and creates an image file from them. The result does not depend on the order in which you add the
/// files.
///
/// ```
/// use zed_asset::{Image, ImageBuilder, binio::Limits};
/// let mut builder = ImageBuilder::new();
/// builder.add("Audio/Hammer.ogg", &b"OggS"[..])?;
/// builder.add("Models/Empty.zed", &b"ZEDM\0\0\x01\0\0\0\0"[..])?;
/// let bytes = builder.build()?.to_bytes()?;
///
/// let image = Image::parse(&bytes)?;
/// let entry = image.get("Models/Empty.zed").unwrap();
/// assert_eq!(entry.size, 0, "the header is in the index");
/// assert_eq!(image.read(entry, &mut Limits::default().budget())?, b"ZEDM\0\0\x01\0\0\0\0");
/// # Ok::<(), zed_asset::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImageBuilder<'a> {
    pub(super) compression: Compression,
    pub(super) has_names: bool,
    /// The files, by the hash of their name.
    pub(super) files: BTreeMap<u32, (Name<'a>, Source<'a>)>,
}

/// Where to get the bytes of a file.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    Memory(Bytes<'a>),
    /// A file on disk, which is not opened until it is written.
    #[cfg(feature = "std")]
    Disk(std::path::PathBuf),
}

impl Default for ImageBuilder<'_> {
    fn default() -> Self {
        Self { compression: Compression::LZ4, has_names: true, files: BTreeMap::new() }
    }
}

impl<'a> ImageBuilder<'a> {
    /// Creates a builder without files. By default, names are stored and blobs are compressed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how to compress blobs. The default is [`Compression::LZ4`].
    #[must_use]
    pub fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Sets whether to store names in addition to their hashes. The default is `true`.
    #[must_use]
    pub fn names(mut self, has_names: bool) -> Self {
        self.has_names = has_names;
        self
    }

    /// Adds a file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Collision`] if the name is already used, or if another name has the same hash.
    pub fn add(&mut self, name: impl Into<Name<'a>>, content: impl Into<Bytes<'a>>) -> Result<(), Error> {
        self.insert(name.into(), Source::Memory(content.into()))
    }

    pub(super) fn insert(&mut self, name: Name<'a>, source: Source<'a>) -> Result<(), Error> {
        let hash = fnv1a(&name);
        if self.files.contains_key(&hash) {
            return Err(Error::new(ErrorKind::Collision(hash), binio::Path::new().name(&name)));
        }
        if self.has_names && name.len() > usize::from(u16::MAX) {
            return Err(Error::new(
                ErrorKind::Unsound("a name has at most 65535 bytes"),
                binio::Path::new().name(&name),
            ));
        }
        self.files.insert(hash, (name, source));
        Ok(())
    }

    /// Removes a file. Returns `false` if there is no such file.
    pub fn remove(&mut self, name: &str) -> bool {
        self.files.remove(&fnv1a(name.as_bytes())).is_some()
    }

    /// Creates the image file in memory.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Unsound`] if there is a file on disk, because you must use `write_to` for this, and
    /// [`ErrorKind::Unknown`] for an unknown compression.
    pub fn build(&self) -> Result<Image<'static>, Error> {
        check_compression(self.compression)?;
        let mut image = Image { has_names: self.has_names, ..Image::default() };
        let mut blobs: BTreeMap<&[u8], u32> = BTreeMap::new();
        for (hash, (name, source)) in &self.files {
            let inside = |kind: ErrorKind| Error::new(kind, binio::Path::new().name(name));
            let file: &[u8] = match source {
                Source::Memory(bytes) => bytes,
                #[cfg(feature = "std")]
                Source::Disk(_) => return Err(inside(ErrorKind::Unsound("a file on the disk wants `write_to`"))),
            };
            let (header, content) = strip(file);
            let next = image.blobs.len() as u32;
            let blob = match blobs.get(content) {
                Some(blob) if !content.is_empty() => *blob,
                _ => {
                    blobs.insert(content, next);
                    let packed = match self.compression_of(content.len() as u64) {
                        Compression::LZ4 => pack_all(content).map_err(|fault| inside(fault.into()))?,
                        _ => content.to_vec(),
                    };
                    image.blobs.push(Bytes::from(packed));
                    next
                }
            };
            image.entries.push(ImageEntry {
                hash: *hash,
                name: self.has_names.then(|| name.clone().into_owned()),
                header,
                compression: self.compression_of(content.len() as u64),
                size: content.len() as u64,
                checksum: crc32fast::hash(file),
                blob,
            });
        }
        Ok(image)
    }

    /// Returns how to compress a blob of `size` bytes. If it is empty, it is not compressed.
    pub(super) fn compression_of(&self, size: u64) -> Compression {
        if size == 0 { Compression::STORED } else { self.compression }
    }
}

pub(super) fn check_compression(compression: Compression) -> Result<(), Error> {
    if matches!(compression, Compression::STORED | Compression::LZ4) {
        return Ok(());
    }
    let value = u64::from(compression.0);
    Err(Error::new(ErrorKind::Unknown { what: "compression", value }, binio::Path::new()))
}

impl Default for Image<'_> {
    fn default() -> Self {
        Self { version: IMAGE_VERSION, has_names: false, entries: Vec::new(), blobs: Vec::new() }
    }
}

/// Splits a file of the engine into its header and the rest. If a file begins with `ZED` and a kind, it has a header.
/// Nothing is interpreted, so all 11 bytes are kept.
pub(super) fn strip(file: &[u8]) -> (Option<Header>, &[u8]) {
    match header(binio::Input::new(file), ByteOrder::Little) {
        Ok((_, header)) if header.kind != Kind(0) => (Some(header), file.get(HEADER_LEN..).unwrap_or_default()),
        _ => (None, file),
    }
}
