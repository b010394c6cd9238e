//! Compression of batches of blocks.
//!
//! Entries are split into pieces; pieces of many small entries share a batch. A batch is checksummed and compressed on all cores,
//! then written in order, while the next batch is read. So the bytes don't depend on the number of cores, and two batches are in
//! memory.

use std::io::Write;

use binio::{Fault, lz4_compress};
use urho_core::{sdbm, sdbm_join};
use zerocopy::IntoBytes as _;
use zerocopy::little_endian::U16;

use crate::block::{BLOCK_SIZE, BlockRecord};
use crate::content::Content;
use crate::edit::Level;
use crate::error::{Error, ErrorKind, io_error};
use crate::kind::Kind;

/// Maximum size of a package and of every offset in it: the trailer has 32 bits, and no engine opens more.
pub(crate) const MAX_SIZE: u64 = u32::MAX as u64;

/// Pieces in a batch: 4 MiB of uncompressed bytes.
const BATCH: usize = 128;

/// A piece of an entry.
#[derive(Default)]
struct Piece {
    /// Number of the entry.
    entry: usize,
    /// Uncompressed size in bytes.
    length: usize,
    /// Work to do.
    task: Task,
    /// Bytes to checksum and compress.
    raw: Vec<u8>,
    /// Compressed bytes, new or copied.
    packed: Vec<u8>,
    /// Checksum of the uncompressed bytes.
    sum: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Task {
    /// Checksum and compress.
    #[default]
    Pack,
    /// Checksum and store.
    Store,
    /// Already compressed.
    Copy,
}

/// Known facts about an entry before its pieces are read.
struct Given {
    size: u64,
    /// Checksum to keep.
    checksum: Option<u32>,
}

/// Compresses entries one after the other.
pub(crate) struct Packer<'o> {
    kind: Kind,
    level: Level,
    out: &'o mut dyn Write,
    /// Offsets of the data and of the next byte, from the start of the package.
    begin: u64,
    at: u64,
    /// Uncompressed bytes of the written entries.
    done: u64,
    checksum: u32,
    given: Vec<Given>,
    /// Entries whose data has begun.
    places: Vec<Place>,
    /// The batch that is being read.
    batch: Batch,
    /// Worker; a returned batch is reused.
    work: Work,
}

/// Pieces: only the first `used` count, the others are spare memory.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    used: usize,
}

impl<'o> Packer<'o> {
    /// Creates a packer whose first byte is at `begin` of the package.
    pub(crate) fn new(kind: Kind, level: Level, begin: u64, out: &'o mut dyn Write) -> Self {
        Self {
            kind,
            level,
            out,
            begin,
            at: begin,
            done: 0,
            checksum: 0,
            given: Vec::new(),
            places: Vec::new(),
            batch: Batch::default(),
            work: Work::default(),
        }
    }

    /// Compresses the next entry.
    pub(crate) fn entry(&mut self, content: &Content<'_>, progress: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let entry = self.given.len();
        self.given.push(Given { size: content.len(), checksum: content.kept_checksum() });
        if content.is_empty() {
            return Ok(());
        }
        if self.kind.is_packed() {
            if let Some(blocks) = content.blocks()? {
                for block in blocks {
                    let block = block?;
                    let length = usize::from(block.unpacked_len);
                    let piece = self.piece(progress)?;
                    *piece = Piece { entry, length, task: Task::Copy, packed: block.data, ..Piece::default() };
                }
                return Ok(());
            }
        }
        self.read(entry, content, progress)
    }

    /// Splits an entry into pieces to compress or store.
    fn read(&mut self, entry: usize, content: &Content<'_>, progress: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let task = if self.kind.is_packed() { Task::Pack } else { Task::Store };
        let mut reader = content.open()?;
        let mut left = content.len();
        while left > 0 {
            let length = left.min(BLOCK_SIZE as u64) as usize;
            let piece = self.piece(progress)?;
            piece.raw.resize(length, 0);
            (piece.entry, piece.length, piece.task) = (entry, length, task);
            reader.read_exact(&mut piece.raw).map_err(|error| match error.kind() {
                std::io::ErrorKind::UnexpectedEof => Error::new(ErrorKind::Changed, binio::Path::new()),
                _ => io_error(error),
            })?;
            left -= length as u64;
        }
        // A file that has grown no longer has the size that was asked for.
        match reader.read_exact(&mut [0]) {
            Ok(()) => Err(Error::new(ErrorKind::Changed, binio::Path::new())),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(io_error(error)),
        }
    }

    /// Returns the next piece to fill.
    fn piece(&mut self, progress: &mut dyn FnMut(u64)) -> Result<&mut Piece, Error> {
        if self.batch.used == BATCH {
            let packed = self.work.swap(std::mem::take(&mut self.batch), self.level);
            self.batch = self.write_batch(packed?, progress)?;
        }
        if self.batch.used == self.batch.pieces.len() {
            self.batch.pieces.push(Piece::default());
        }
        let piece = &mut self.batch.pieces[self.batch.used];
        self.batch.used += 1;
        Ok(piece)
    }

    /// Writes a compressed batch; returns it empty.
    fn write_batch(&mut self, batch: Batch, progress: &mut dyn FnMut(u64)) -> Result<Batch, Error> {
        for piece in &batch.pieces[..batch.used] {
            self.write(piece)?;
            progress(self.done);
        }
        Ok(Batch { used: 0, ..batch })
    }

    fn write(&mut self, piece: &Piece) -> Result<(), Error> {
        self.place(piece.entry + 1)?;
        if let Some(Given { checksum: None, .. }) = self.given.get(piece.entry) {
            let length = piece.length as u64;
            self.checksum = sdbm_join(self.checksum, piece.sum, length);
            if let Some(place) = self.places.last_mut() {
                place.checksum = sdbm_join(place.checksum, piece.sum, length);
            }
        }
        self.done += piece.length as u64;
        if piece.task == Task::Store {
            return self.put(&piece.raw);
        }
        let (unpacked, packed) = (field(piece.length)?, field(piece.packed.len())?);
        self.put(BlockRecord { unpacked, packed }.as_bytes())?;
        self.put(&piece.packed)
    }

    /// Sets the data offset of the first `count` entries, unless it is set. Entries without data have the offset of the next one.
    fn place(&mut self, count: usize) -> Result<(), Error> {
        while self.places.len() < count {
            let offset = u32::try_from(self.at).map_err(|_| Error::new(too_large(self.at), "offset"))?;
            let mut place = Place { offset, checksum: 0 };
            if let Some(Given { size, checksum: Some(checksum) }) = self.given.get(self.places.len()) {
                place.checksum = *checksum;
                if *size > 0 {
                    self.checksum = sdbm_join(self.checksum, *checksum, *size);
                }
            }
            self.places.push(place);
        }
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(io_error)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Compresses the rest; returns the offsets of everything.
    pub(crate) fn finish(mut self, progress: &mut dyn FnMut(u64)) -> Result<Packed, Error> {
        for _ in 0..2 {
            let packed = self.work.swap(std::mem::take(&mut self.batch), self.level)?;
            self.write_batch(packed, progress)?;
        }
        self.place(self.given.len())?;
        Ok(Packed { places: self.places, stored: self.at - self.begin, checksum: self.checksum })
    }
}

/// Converts a length to its field.
fn field(length: usize) -> Result<U16, Error> {
    u16::try_from(length).map(U16::new).map_err(|_| Error::new(too_large(length as u64), "block"))
}

/// All cores compress one batch while the next is read.
#[cfg(feature = "parallel")]
#[derive(Default)]
struct Work(Option<std::sync::mpsc::Receiver<Result<Batch, Error>>>);

#[cfg(feature = "parallel")]
impl Work {
    /// Starts a batch; returns the previous one, compressed.
    fn swap(&mut self, mut batch: Batch, level: Level) -> Result<Batch, Error> {
        use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _};
        let before = self.0.take().map_or_else(|| Ok(Batch::default()), wait);
        if batch.used > 0 {
            let (sender, receiver) = std::sync::mpsc::sync_channel(1);
            self.0 = Some(receiver);
            rayon::spawn(move || {
                // One by one: compression times vary, and one block is enough work.
                let pieces = batch.pieces[..batch.used].par_iter_mut().with_max_len(1);
                let packed = pieces.try_for_each(|piece| run(piece, level)).map(|()| batch);
                // A stopped packer no longer receives.
                let _ = sender.send(packed);
            });
        }
        before
    }
}

/// Receives from the pool. A pool thread helps with the work instead of blocking others.
#[cfg(feature = "parallel")]
fn wait(receiver: std::sync::mpsc::Receiver<Result<Batch, Error>>) -> Result<Batch, Error> {
    use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
    loop {
        let helped = rayon::yield_now() == Some(rayon::Yield::Executed);
        let patience = std::time::Duration::from_millis(if helped { 0 } else { 1 });
        match receiver.recv_timeout(patience) {
            Ok(batch) => return batch,
            Err(Timeout) => {}
            Err(Disconnected) => return Err(io_error(std::io::Error::other("a thread has died"))),
        }
    }
}

/// One core compresses a batch immediately.
#[cfg(not(feature = "parallel"))]
#[derive(Default)]
struct Work {}

#[cfg(not(feature = "parallel"))]
impl Work {
    /// Returns the batch, compressed.
    fn swap(&mut self, mut batch: Batch, level: Level) -> Result<Batch, Error> {
        batch.pieces[..batch.used].iter_mut().try_for_each(|piece| run(piece, level))?;
        Ok(batch)
    }
}

fn run(piece: &mut Piece, level: Level) -> Result<(), Error> {
    if piece.task != Task::Copy {
        piece.sum = sdbm(0, &piece.raw);
    }
    if piece.task == Task::Pack {
        let packed = match level {
            Level::Fast => lz4_compress(&piece.raw),
            #[cfg(feature = "hc")]
            Level::High(level) => binio::lz4_compress_high(&piece.raw, level),
        };
        piece.packed = packed.map_err(|fault| Error::new(fault, "block"))?;
    }
    Ok(())
}

/// Result of packing.
#[derive(PartialEq)]
pub(crate) struct Packed {
    pub(crate) places: Vec<Place>,
    /// Size of all data in bytes.
    pub(crate) stored: u64,
    pub(crate) checksum: u32,
}

/// Position of the data of an entry.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Place {
    /// Offset from the start of the package.
    pub(crate) offset: u32,
    pub(crate) checksum: u32,
}

impl Packed {
    /// Returns zeros for `entries` entries, as placeholders.
    pub(crate) fn unknown(entries: usize) -> Self {
        Self { places: vec![Place::default(); entries], stored: 0, checksum: 0 }
    }
}

/// Returns the error of a package, an entry or an offset above [`MAX_SIZE`].
pub(crate) fn too_large(value: u64) -> ErrorKind {
    Fault::TooLarge { value, max: MAX_SIZE }.into()
}
