//! Writes image files without keeping them in memory.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use binio::Name;

use super::block::{BLOCK_LEN, pack};
use super::build::{Source, check_compression, strip};
use super::index::{EntryRecord, HEAD_LEN, IMAGE_VERSION};
use super::write::index_bytes;
use super::{Compression, ImageBuilder, ImageEntry};
use crate::error::{Error, ErrorKind};
use crate::header::HEADER_LEN;

impl<'a> ImageBuilder<'a> {
    /// Adds a file on disk. It is not opened until you write the image file.
    ///
    /// # Errors
    /// Fails when [`add`](Self::add) does.
    pub fn add_file(&mut self, name: impl Into<Name<'a>>, path: impl Into<PathBuf>) -> Result<(), Error> {
        self.insert(name.into(), Source::Disk(path.into()))
    }

    /// Writes the image file to `out`, which must be at its start. The bytes are the same as from
    /// [`build`](Self::build), but this function only needs a single block of each file in memory. For this, it has to
    /// read every file twice: first to compute the checksum, and then to write the blob.
    ///
    /// # Errors
    /// Returns any I/O error, and an error if a file was changed in the meantime.
    pub fn write_to(&self, mut out: impl Write + Seek) -> io::Result<()> {
        check_compression(self.compression)?;
        let plan = self.plan()?;
        let mut lengths: Vec<u64> = plan.blobs.iter().map(|_| 0).collect();
        let start = out.stream_position()?;
        // The index contains the lengths of blobs, which are known last; its own length is known now.
        out.write_all(&alloc::vec![0; self.index_len(&plan)])?;
        for (length, source) in lengths.iter_mut().zip(&plan.blobs) {
            *length = self.write_blob(source, &mut out)?;
        }
        let end = out.stream_position()?;
        let index = index_bytes(IMAGE_VERSION, self.has_names, &plan.entries, &lengths).map_err(Error::from)?;
        out.seek(SeekFrom::Start(start))?;
        out.write_all(&index)?;
        out.seek(SeekFrom::Start(end))?;
        out.flush()
    }

    /// Computes the index. The length of each blob is not known yet.
    fn plan(&self) -> io::Result<Plan<'_>> {
        let mut plan = Plan { entries: Vec::new(), blobs: Vec::new(), known: BTreeMap::new() };
        for (hash, (name, source)) in &self.files {
            let Told { header, size, checksum, content } = source.tell()?;
            let blob = plan.blob(source, size, content)?;
            plan.entries.push(ImageEntry {
                hash: *hash,
                name: self.has_names.then(|| name.borrowed()),
                header,
                compression: self.compression_of(size),
                size,
                checksum,
                blob,
            });
        }
        Ok(plan)
    }

    /// Returns the length of the index.
    fn index_len(&self, plan: &Plan<'_>) -> usize {
        let names = plan.entries.iter().filter_map(|entry| entry.name.as_ref());
        let names: usize = names.map(|name| size_of::<u16>() + name.len()).sum();
        HEAD_LEN + plan.entries.len() * size_of::<EntryRecord>() + names
    }

    /// Writes a blob and returns its length.
    fn write_blob(&self, blob: &PlannedBlob<'_>, out: &mut impl Write) -> io::Result<u64> {
        let mut reader = blob.source.content(blob.stripped)?;
        let (mut block, mut length, mut left) = (Vec::with_capacity(BLOCK_LEN), 0, blob.size);
        let mut hasher = crc32fast::Hasher::new();
        while left > 0 {
            block.clear();
            let size = left.min(BLOCK_LEN as u64);
            reader.by_ref().take(size).read_to_end(&mut block)?;
            if block.len() as u64 != size {
                break;
            }
            hasher.update(&block);
            left -= size;
            let packed;
            let written = if self.compression == Compression::LZ4 {
                packed = pack(&block).map_err(|fault| Error::new(ErrorKind::Data(fault), binio::Path::new()))?;
                &packed
            } else {
                &block
            };
            out.write_all(written)?;
            length += written.len() as u64;
        }
        if left > 0 || hasher.finalize() != blob.checksum || reader.read(&mut [0])? > 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a file changed while it was read"));
        }
        Ok(length)
    }
}

/// What to write.
struct Plan<'b> {
    entries: Vec<ImageEntry<'b>>,
    blobs: Vec<PlannedBlob<'b>>,
    /// The blobs, by their size and checksum.
    known: BTreeMap<(u64, u32), Vec<u32>>,
}

struct PlannedBlob<'b> {
    source: &'b Source<'b>,
    stripped: bool,
    size: u64,
    /// The checksum of the content, without the header.
    checksum: u32,
}

impl<'b> Plan<'b> {
    /// Returns the number of the blob that has this content. If there is no such blob, it is added.
    fn blob(&mut self, source: &'b Source<'b>, size: u64, content: Content) -> io::Result<u32> {
        let Content { stripped, checksum } = content;
        let alike = self.known.entry((size, checksum)).or_default();
        for number in alike.iter().filter(|_| size > 0) {
            let Some(other) = self.blobs.get(*number as usize) else { continue };
            let (mut a, mut b) = (other.source.content(other.stripped)?, source.content(stripped)?);
            if is_same(&mut a, &mut b)? {
                return Ok(*number);
            }
        }
        let number = u32::try_from(self.blobs.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        alike.push(number);
        self.blobs.push(PlannedBlob { source, stripped, size, checksum });
        Ok(number)
    }
}

fn is_same(a: &mut dyn Read, b: &mut dyn Read) -> io::Result<bool> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    loop {
        left.clear();
        right.clear();
        a.take(BLOCK_LEN as u64).read_to_end(&mut left)?;
        b.take(BLOCK_LEN as u64).read_to_end(&mut right)?;
        if left != right {
            return Ok(false);
        }
        if left.is_empty() {
            return Ok(true);
        }
    }
}

/// What we know about a file after reading it once.
struct Told {
    header: Option<crate::header::Header>,
    /// The size without the header.
    size: u64,
    /// The checksum of the whole file.
    checksum: u32,
    content: Content,
}

/// What is stored for a file.
#[derive(Clone, Copy)]
struct Content {
    /// Whether a header was removed.
    stripped: bool,
    /// The checksum of the rest.
    checksum: u32,
}

impl Source<'_> {
    fn open(&self) -> io::Result<alloc::boxed::Box<dyn Read + '_>> {
        Ok(match self {
            Self::Memory(bytes) => alloc::boxed::Box::new(&**bytes),
            Self::Disk(path) => alloc::boxed::Box::new(io::BufReader::new(File::open(path)?)),
        })
    }

    /// Opens the file. If `stripped` is set, its header is skipped.
    fn content(&self, stripped: bool) -> io::Result<alloc::boxed::Box<dyn Read + '_>> {
        let mut reader = self.open()?;
        if stripped {
            reader.read_exact(&mut [0; HEADER_LEN])?;
        }
        Ok(reader)
    }

    fn tell(&self) -> io::Result<Told> {
        let mut reader = self.open()?;
        let mut start = Vec::with_capacity(HEADER_LEN);
        reader.by_ref().take(HEADER_LEN as u64).read_to_end(&mut start)?;
        let (header, content) = strip(&start);
        let (mut whole, mut inside) = (crc32fast::Hasher::new(), crc32fast::Hasher::new());
        whole.update(&start);
        inside.update(content);
        let mut size = content.len() as u64;
        let mut block = Vec::with_capacity(BLOCK_LEN);
        while reader.by_ref().take(BLOCK_LEN as u64).read_to_end(&mut block)? > 0 {
            whole.update(&block);
            inside.update(&block);
            size += block.len() as u64;
            block.clear();
        }
        let content = Content { stripped: header.is_some(), checksum: inside.finalize() };
        Ok(Told { header, size, checksum: whole.finalize(), content })
    }
}
