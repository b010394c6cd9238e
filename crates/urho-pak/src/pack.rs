//! Compresses blocks in batches.
//!
//! An entry is split into pieces, and many small entries may share a batch. All cores work on a batch, which is then
//! written in order while the next batch is read. So the bytes do not depend on the number of cores, and at most two
//! batches are in memory.

use std::io::Write;

use binio::{Fault, lz4_compress};
use urho_core::{sdbm, sdbm_join};
use zerocopy::IntoBytes as _;
use zerocopy::little_endian::U16;

use crate::block::{BLOCK_SIZE, BlockRecord};
use crate::content::Content;
use crate::edit::Level;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, io_error};

/// The maximum size of a package, and of any offset in it: the trailer has 32 bits, and no engine can open a larger
/// file.
pub(crate) const MAX_SIZE: u64 = u32::MAX as u64;

/// The number of pieces in a batch, which is 4 MiB of uncompressed bytes.
const BATCH: usize = 128;

/// A piece of an entry.
#[derive(Default)]
struct Piece {
    /// The index of the entry.
    entry: usize,
    /// The uncompressed size in bytes.
    length: usize,
    /// What to do with the piece.
    task: Task,
    /// The bytes to compress and to compute the checksum from.
    raw: Vec<u8>,
    /// The compressed bytes, which can be new or copied.
    packed: Vec<u8>,
    /// The checksum of the uncompressed bytes.
    sum: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Task {
    /// Compute the checksum and compress.
    #[default]
    Pack,
    /// Compute the checksum, but do not compress.
    Store,
    /// Do nothing, because it is already compressed.
    Copy,
}

/// What is known about an entry before it is read.
struct Given {
    size: u64,
    /// The checksum, if it must be kept.
    checksum: Option<u32>,
}

/// Compresses entries, one after the other.
pub(crate) struct Packer<'o> {
    encoding: Encoding,
    level: Level,
    out: &'o mut dyn Write,
    /// Where the data begins and where the next byte goes, from the start of the package.
    begin: u64,
    at: u64,
    /// How many uncompressed bytes have been written.
    done: u64,
    checksum: u32,
    given: Vec<Given>,
    /// The entries whose data has begun.
    places: Vec<Place>,
    /// The batch that is now being filled.
    batch: Batch,
    /// The worker. It returns batches, which are used again.
    work: Work,
}

/// A batch of pieces. Only the first `used` pieces count; the others are memory to use again.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    used: usize,
}

impl<'o> Packer<'o> {
    /// Creates a packer whose data will start at `begin` in the package.
    pub(crate) fn new(encoding: Encoding, level: Level, begin: u64, out: &'o mut dyn Write) -> Self {
        Self {
            encoding,
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
        if self.encoding.is_packed() {
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

    /// Splits an entry into pieces that must be compressed or stored.
    fn read(&mut self, entry: usize, content: &Content<'_>, progress: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let task = if self.encoding.is_packed() { Task::Pack } else { Task::Store };
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

    /// Writes a compressed batch, and returns it empty.
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

    /// Sets the data offset of the first `count` entries, unless this was done before. An entry without data gets the
    /// offset of the next.
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

    /// Compresses what is left, and returns all offsets.
    pub(crate) fn finish(mut self, progress: &mut dyn FnMut(u64)) -> Result<Packed, Error> {
        for _ in 0..2 {
            let packed = self.work.swap(std::mem::take(&mut self.batch), self.level)?;
            self.write_batch(packed, progress)?;
        }
        self.place(self.given.len())?;
        Ok(Packed { places: self.places, stored: self.at - self.begin, checksum: self.checksum })
    }
}

/// Converts a length to the field that stores it.
fn field(length: usize) -> Result<U16, Error> {
    u16::try_from(length).map(U16::new).map_err(|_| Error::new(too_large(length as u64), "block"))
}

/// Compresses a batch on all cores while the next is read.
#[cfg(feature = "parallel")]
#[derive(Default)]
struct Work(Option<std::sync::mpsc::Receiver<Result<Batch, Error>>>);

#[cfg(feature = "parallel")]
impl Work {
    /// Starts to compress a batch, and returns the previous batch, which is now compressed.
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

/// Waits for a batch from the pool. A thread of this pool does other work in the meantime, so that it does not block
/// others.
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

/// Compresses a batch at once, on a single core.
#[cfg(not(feature = "parallel"))]
#[derive(Default)]
struct Work {}

#[cfg(not(feature = "parallel"))]
impl Work {
    /// Compresses the batch and returns it.
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

/// The result of packing.
#[derive(PartialEq)]
pub(crate) struct Packed {
    pub(crate) places: Vec<Place>,
    /// The size of all data in bytes.
    pub(crate) stored: u64,
    pub(crate) checksum: u32,
}

/// Where the data of an entry is.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Place {
    /// The offset from the start of the package.
    pub(crate) offset: u32,
    pub(crate) checksum: u32,
}

impl Packed {
    /// Returns zeros for all entries, to be replaced when the offsets are known.
    pub(crate) fn unknown(entries: usize) -> Self {
        Self { places: vec![Place::default(); entries], stored: 0, checksum: 0 }
    }
}

/// Returns the error for a package, an entry or an offset that is larger than [`MAX_SIZE`].
pub(crate) fn too_large(value: u64) -> ErrorKind {
    Fault::TooLarge { value, max: MAX_SIZE }.into()
}
