//! Packing, a batch of blocks at a time.
//!
//! Entries are cut into pieces, pieces of many small entries come into one batch, and a batch is summed and packed on as many
//! cores as there are, then written in order. Meanwhile the next batch is read. So the bytes don't depend on the number of cores,
//! and the memory is that of two batches.

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

/// The most that a package, and every offset in it, may be: the trailer has 32 bits, and no engine opens more.
pub(crate) const MAX_SIZE: u64 = u32::MAX as u64;

/// Pieces in a batch: 4 MiB of raw bytes.
const BATCH: usize = 128;

/// A piece of an entry.
#[derive(Default)]
struct Piece {
    /// Number of the entry.
    entry: usize,
    /// Bytes of it, unpacked.
    length: usize,
    /// What is to be done with it.
    task: Task,
    /// The bytes to be summed and packed.
    raw: Vec<u8>,
    /// What they were packed to, or had been.
    packed: Vec<u8>,
    /// Checksum of the raw bytes.
    sum: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Task {
    /// To be summed and packed.
    #[default]
    Pack,
    /// To be summed and written as it is.
    Store,
    /// Packed already.
    Copy,
}

/// What is known of an entry when its pieces come.
struct Given {
    size: u64,
    /// The checksum that it keeps.
    checksum: Option<u32>,
}

/// Packs entries one behind the other.
pub(crate) struct Packer<'o> {
    kind: Kind,
    level: Level,
    out: &'o mut dyn Write,
    /// Where the data begins, and where the next byte comes to stand, from the start of the package.
    begin: u64,
    at: u64,
    /// Bytes of the entries that have been written, unpacked.
    done: u64,
    checksum: u32,
    given: Vec<Given>,
    /// Those whose data has begun.
    places: Vec<Place>,
    /// The batch that is being read.
    batch: Batch,
    /// Who packs; a batch that comes back is used again.
    work: Work,
}

/// Pieces: only the first `used` count, the others keep their memory.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    used: usize,
}

impl<'o> Packer<'o> {
    /// A packer whose first byte stands at `begin` of the package.
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

    /// Packs the next entry.
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

    /// Cuts an entry into pieces that are to be packed or stored.
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
        // A file that has grown isn't the one whose size was asked.
        match reader.read(&mut [0]).map_err(io_error)? {
            0 => Ok(()),
            _ => Err(Error::new(ErrorKind::Changed, binio::Path::new())),
        }
    }

    /// The next piece to be filled.
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

    /// Writes what has been packed; the batch, empty.
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

    /// The data of the first `count` entries begins here, if it hasn't yet. Entries without data begin where the next one
    /// does.
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

    /// Packs what is left; where everything came to stand.
    pub(crate) fn finish(mut self, progress: &mut dyn FnMut(u64)) -> Result<Packed, Error> {
        for _ in 0..2 {
            let packed = self.work.swap(std::mem::take(&mut self.batch), self.level)?;
            self.write_batch(packed, progress)?;
        }
        self.place(self.given.len())?;
        Ok(Packed { places: self.places, stored: self.at - self.begin, checksum: self.checksum })
    }
}

/// A length as its field.
fn field(length: usize) -> Result<U16, Error> {
    u16::try_from(length).map(U16::new).map_err(|_| Error::new(too_large(length as u64), "block"))
}

/// All cores pack one batch while the next is read.
#[cfg(feature = "parallel")]
#[derive(Default)]
struct Work(Option<std::sync::mpsc::Receiver<Result<Batch, Error>>>);

#[cfg(feature = "parallel")]
impl Work {
    /// Begins with a batch; gives the one before it, packed.
    fn swap(&mut self, mut batch: Batch, level: Level) -> Result<Batch, Error> {
        use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _};
        let before = self.0.take().map_or_else(|| Ok(Batch::default()), wait);
        if batch.used > 0 {
            let (sender, receiver) = std::sync::mpsc::sync_channel(1);
            self.0 = Some(receiver);
            rayon::spawn(move || {
                // One by one: blocks take very different times, and one of them is enough work.
                let pieces = batch.pieces[..batch.used].par_iter_mut().with_max_len(1);
                let packed = pieces.try_for_each(|piece| run(piece, level)).map(|()| batch);
                // Whoever gave up packing no longer listens.
                let _ = sender.send(packed);
            });
        }
        before
    }
}

/// What the pool sends. A thread of the pool helps with the work instead of keeping others from it.
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

/// One core packs a batch when it comes.
#[cfg(not(feature = "parallel"))]
#[derive(Default)]
struct Work {}

#[cfg(not(feature = "parallel"))]
impl Work {
    /// A batch, packed.
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

/// What packing gave.
#[derive(PartialEq)]
pub(crate) struct Packed {
    pub(crate) places: Vec<Place>,
    /// Bytes of all data.
    pub(crate) stored: u64,
    pub(crate) checksum: u32,
}

/// Where the data of an entry came to stand.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Place {
    /// From the start of the package.
    pub(crate) offset: u32,
    pub(crate) checksum: u32,
}

impl Packed {
    /// Zeros for `entries` entries, in place of what isn't known yet.
    pub(crate) fn unknown(entries: usize) -> Self {
        Self { places: vec![Place::default(); entries], stored: 0, checksum: 0 }
    }
}

/// The fault of a package, an entry or an offset beyond [`MAX_SIZE`].
pub(crate) fn too_large(value: u64) -> ErrorKind {
    Fault::TooLarge { value, max: MAX_SIZE }.into()
}
