//! Image files on disk. Only the index is read into memory, and entries are read by single blocks.

use alloc::vec::Vec;
use std::io::{self, Read};

use binio::{Input, Limits, Name, ReadAt};

use super::block::{BLOCK_HEAD_LEN, BLOCK_LEN, BlockHead, check, header_bytes};
use super::index::{HEAD_LEN, Index, index, index_len};
use super::{Compression, ImageEntry, ImageOptions};
use crate::error::{Error, ErrorKind};
use crate::hash::fnv1a;

/// An image file in any reader that supports positions, for example a `File` or bytes. It can be read by several
/// threads at the same time.
#[derive(Debug)]
pub struct ImageFile<S> {
    source: S,
    index: Index<'static>,
}

impl<S: ReadAt> ImageFile<S> {
    /// Opens an image file and reads its index.
    ///
    /// # Errors
    /// Returns any I/O error. If [`Image::parse`](super::Image::parse) would fail, you get its error as
    /// [`InvalidData`](io::ErrorKind::InvalidData).
    pub fn open(source: S) -> io::Result<Self> {
        Self::open_with(source, &ImageOptions::default())
    }

    /// Opens an image file using `options`.
    ///
    /// # Errors
    /// Fails when [`open`](Self::open) does.
    pub fn open_with(source: S, options: &ImageOptions) -> io::Result<Self> {
        let length = source.len()?;
        let mut bytes = read(&source, 0, length.min(HEAD_LEN as u64))?;
        let index_length = binio::parse(Input::new(&bytes), index_len)?;
        if index_length > length {
            let remaining = length - bytes.len() as u64;
            let fault = binio::Fault::UnexpectedEnd { needed: index_length - bytes.len() as u64, remaining };
            return Err(Error::new(ErrorKind::Data(fault), "index").at(bytes.len() as u64).into());
        }
        bytes = read(&source, 0, index_length)?;
        let parsed = binio::parse(Input::new(&bytes), |input| {
            let (_, index) = index(input, length, options)?;
            Ok((binio::rest::<ErrorKind>(input)?.0, index))
        })?;
        let Index { version, has_names, entries, blobs } = parsed;
        let entries = entries.into_iter().map(ImageEntry::into_owned).collect();
        Ok(Self { source, index: Index { version, has_names, entries, blobs } })
    }

    /// Returns the version of the layout.
    pub fn version(&self) -> [u8; 3] {
        self.index.version
    }

    /// Returns `true` if names are stored.
    pub fn has_names(&self) -> bool {
        self.index.has_names
    }

    /// Iterates over the entries, sorted by hash.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = EntryRef<'_, S>> {
        self.index.entries.iter().map(|entry| EntryRef { file: self, entry })
    }

    /// Returns the entry with the given name.
    pub fn get(&self, name: &str) -> Option<EntryRef<'_, S>> {
        let found = self.get_hash(fnv1a(name.as_bytes()))?;
        found.entry.name.as_ref().is_none_or(|stored| stored == name).then_some(found)
    }

    /// Returns the entry whose name has the given hash.
    pub fn get_hash(&self, hash: u32) -> Option<EntryRef<'_, S>> {
        let index = self.index.entries.binary_search_by_key(&hash, |entry| entry.hash).ok()?;
        self.index.entries.get(index).map(|entry| EntryRef { file: self, entry })
    }
}

fn read<S: ReadAt>(source: &S, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.resize(length, 0);
    source.read_exact_at(&mut bytes, offset)?;
    Ok(bytes)
}

/// An entry in an [`ImageFile`].
#[derive(Debug)]
pub struct EntryRef<'f, S> {
    file: &'f ImageFile<S>,
    entry: &'f ImageEntry<'static>,
}

impl<S> Clone for EntryRef<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for EntryRef<'_, S> {}

impl<'f, S: ReadAt> EntryRef<'f, S> {
    /// Returns the entry in the index.
    pub fn entry(&self) -> &'f ImageEntry<'static> {
        self.entry
    }

    /// Returns the name. If it is not stored, the hash is used instead.
    pub fn file_name(&self) -> Name<'f> {
        self.entry.file_name()
    }

    /// Returns the size of the file, including its header.
    pub fn size(&self) -> u64 {
        self.entry.file_size()
    }

    /// Returns the size of the blob.
    pub fn stored_size(&self) -> u64 {
        self.place().1
    }

    /// Returns the offset and the length of the blob.
    fn place(&self) -> (u64, u64) {
        let place = usize::try_from(self.entry.blob).ok().and_then(|blob| self.file.index.blobs.get(blob));
        place.copied().unwrap_or_default()
    }

    /// Returns a reader for the file. It only needs a single block in memory, and verifies the checksum when you get to
    /// the end.
    pub fn reader(&self) -> EntryReader<'f, S> {
        let (at, length) = self.place();
        let piece = self.entry.header.as_ref().map(header_bytes).unwrap_or_default();
        let left = self.entry.size;
        EntryReader { entry: *self, at, end: at + length, left, piece, read: 0, hasher: crc32fast::Hasher::new() }
    }

    /// Reads the whole file into memory.
    ///
    /// # Errors
    /// Fails when the [`reader`](Self::reader) does, or if the file is larger than the default [`Limits`] allow.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        self.read_with(&Limits::default())
    }

    /// Reads the whole file into memory, using `limits`.
    ///
    /// # Errors
    /// Fails when the [`reader`](Self::reader) does, or if the file is larger than `limits` allow.
    pub fn read_with(&self, limits: &Limits) -> io::Result<Vec<u8>> {
        limits.budget().spend(self.size()).map_err(|fault| Error::new(ErrorKind::Data(fault), binio::Path::new()))?;
        let mut bytes = Vec::new();
        self.reader().read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Reads an entry piece by piece. If there is an error in the file, the [`io::Error`] contains an [`Error`].
#[derive(Debug)]
pub struct EntryReader<'f, S> {
    entry: EntryRef<'f, S>,
    at: u64,
    end: u64,
    /// How many bytes are left in blocks.
    left: u64,
    piece: Vec<u8>,
    /// How many bytes of this piece were read.
    read: usize,
    hasher: crc32fast::Hasher,
}

impl<S: ReadAt> EntryReader<'_, S> {
    /// Loads the next piece. At the end, this verifies the checksum.
    fn load(&mut self) -> Result<(), io::Error> {
        self.hasher.update(&self.piece);
        self.piece.clear();
        self.read = 0;
        let at = self.at;
        let located = |kind: ErrorKind| {
            let path = binio::Path::new().name(self.entry.file_name().as_bytes());
            io::Error::from(Error::new(kind, path).at(at))
        };
        if self.left == 0 {
            if at != self.end {
                return Err(located(ErrorKind::Data(binio::Fault::Trailing(self.end - at))));
            }
            return check(self.entry.entry.checksum, self.hasher.clone().finalize()).map_err(located);
        }
        let size = self.left.min(BLOCK_LEN as u64);
        let available = self.end - at;
        let source = &self.entry.file.source;
        let short =
            |needed: u64| located(ErrorKind::Data(binio::Fault::UnexpectedEnd { needed, remaining: available }));
        let (piece, taken) = if self.entry.entry.compression == Compression::STORED {
            (read(source, at, size)?, size)
        } else {
            if available < BLOCK_HEAD_LEN {
                return Err(short(BLOCK_HEAD_LEN));
            }
            let mut word = [0; 4];
            source.read_exact_at(&mut word, at)?;
            let size = usize::try_from(size).unwrap_or(BLOCK_LEN);
            let head = BlockHead::new(u32::from_le_bytes(word), size).map_err(located)?;
            let taken = BLOCK_HEAD_LEN + head.length as u64;
            if available < taken {
                return Err(short(taken));
            }
            let stored = read(source, at + BLOCK_HEAD_LEN, head.length as u64)?;
            let mut piece = Vec::with_capacity(size);
            head.unpack(&stored, size, &mut piece).map_err(located)?;
            (piece, taken)
        };
        (self.at, self.left, self.piece) = (at + taken, self.left - size, piece);
        Ok(())
    }
}

impl<S: ReadAt> Read for EntryReader<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.read == self.piece.len() {
            self.load()?;
        }
        let piece = self.piece.get(self.read..).unwrap_or_default();
        let length = piece.len().min(buffer.len());
        for (target, byte) in buffer.iter_mut().zip(piece) {
            *target = *byte;
        }
        self.read += length;
        Ok(length)
    }
}
