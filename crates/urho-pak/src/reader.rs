//! A streaming reader for an entry.

use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use binio::ReadAt;
use urho_core::sdbm;

use crate::block::{BLOCK_SIZE, BlockRun};
use crate::error::{Error, into_io, io_error};
use crate::package::EntryRef;

/// Reads an entry piece by piece, with only a single block in memory. Use this for an entry that may be too large to be
/// read at once.
///
/// When you read the whole entry in order, its checksum is checked at the end, and when it is wrong, you will get an
/// error instead of the last piece. You can seek, but this has to go through the blocks on the way. Each error is an
/// [`Error`](crate::Error) inside an [`io::Error`].
pub struct EntryReader<'p, S> {
    entry: EntryRef<'p, S>,
    size: u64,
    position: u64,
    /// The bytes of the entry from `loaded_at` on.
    loaded: Vec<u8>,
    loaded_at: u64,
    /// Where the next block is. This is `None` before the first read, and always if the entry is not compressed.
    run: Option<BlockRun>,
    /// Where all known blocks start, in the entry and in the file.
    known: Vec<(u32, u64)>,
    /// How many bytes were read in order from the start, and their checksum.
    summed: (u64, u32),
    verify: bool,
}

impl<S> fmt::Debug for EntryReader<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry reader at byte {} of {}", self.position, self.size)
    }
}

impl<'p, S: ReadAt> EntryRef<'p, S> {
    /// Returns a streaming reader for this entry, which only needs memory for a single block.
    pub fn reader(&self) -> EntryReader<'p, S> {
        EntryReader::new(*self)
    }
}

impl<'p, S: ReadAt> EntryReader<'p, S> {
    fn new(entry: EntryRef<'p, S>) -> Self {
        let size = entry.size();
        Self {
            entry,
            size,
            position: 0,
            loaded: Vec::new(),
            loaded_at: 0,
            run: None,
            known: Vec::new(),
            summed: (0, 0),
            verify: true,
        }
    }

    /// Sets whether the checksum is checked, which it is by default.
    #[must_use]
    pub fn verify(mut self, verify: bool) -> Self {
        self.verify = verify;
        self
    }

    /// Returns the entry that is being read.
    pub fn entry(&self) -> EntryRef<'p, S> {
        self.entry
    }

    /// Loads the piece at `position` if it is not loaded yet.
    fn load(&mut self) -> Result<(), Error> {
        if self.position >= self.size {
            let (summed, sum) = self.summed;
            return if self.verify && summed == self.size { self.entry.check(sum) } else { Ok(()) };
        }
        let loaded = self.loaded_at..self.loaded_at + self.loaded.len() as u64;
        if loaded.contains(&self.position) {
            return Ok(());
        }
        if self.entry.is_packed() {
            self.load_block()?;
        } else {
            self.load_stored()?;
        }
        let result = self.sum();
        if result.is_err() {
            self.loaded.clear();
        }
        result
    }

    fn load_stored(&mut self) -> Result<(), Error> {
        let run = self.entry.run()?;
        let length = (self.size - self.position).min(2 * BLOCK_SIZE as u64);
        self.loaded_at = self.position;
        self.loaded.resize(length as usize, 0);
        let read = self.entry.source().read_exact_at(&mut self.loaded, run.at() + self.position);
        read.map_err(|error| {
            self.loaded.clear();
            io_error(error)
        })
    }

    fn load_block(&mut self) -> Result<(), Error> {
        let first = self.entry.run()?;
        let loaded = self.find_block(first).map_err(|error| self.entry.within(error));
        if loaded.is_err() {
            self.loaded.clear();
            // The position after a damaged block is unknown.
            self.run = None;
        }
        loaded
    }

    /// Finds the block at `position`, starting from the nearest known block, and decompresses it.
    fn find_block(&mut self, first: BlockRun) -> Result<(), Error> {
        let mut run = self.nearest_run(first);
        loop {
            let begins = self.size - run.left();
            if self.known.last().is_none_or(|(last, _)| u64::from(*last) < begins) {
                self.known.push((begins as u32, run.at()));
            }
            let Some(head) = run.head(self.entry.source())? else { return Ok(()) };
            if begins + u64::from(head.unpacked) > self.position {
                self.loaded.resize(head.unpacked.into(), 0);
                run.unpack(self.entry.source(), head, &mut self.loaded)?;
                self.loaded_at = begins;
                self.run = Some(run);
                return Ok(());
            }
            run.skip(head);
        }
    }

    /// Returns the last known block that does not start after `position`.
    fn nearest_run(&mut self, first: BlockRun) -> BlockRun {
        let behind = self.known.partition_point(|(begins, _)| u64::from(*begins) <= self.position);
        let (begins, at) = match self.known[..behind].last() {
            Some((begins, at)) => (u64::from(*begins), *at),
            None => (0, first.at()),
        };
        match self.run.take() {
            Some(run) if (begins..=self.position).contains(&(self.size - run.left())) => run,
            _ => first.restart(at, self.size - begins),
        }
    }

    /// Updates the checksum if the loaded bytes come next, and checks it at the end.
    fn sum(&mut self) -> Result<(), Error> {
        let (summed, sum) = self.summed;
        if !self.verify || summed != self.loaded_at {
            return Ok(());
        }
        let next = (summed + self.loaded.len() as u64, sdbm(sum, &self.loaded));
        if next.0 == self.size {
            self.entry.check(next.1)?;
        }
        self.summed = next;
        Ok(())
    }
}

impl<S: ReadAt> BufRead for EntryReader<'_, S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.load().map_err(into_io)?;
        let from = self.position.saturating_sub(self.loaded_at);
        Ok(usize::try_from(from).ok().and_then(|from| self.loaded.get(from..)).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.position = self.position.saturating_add(amount as u64);
    }
}

impl<S: ReadAt> Read for EntryReader<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let found = self.fill_buf()?;
        let count = found.len().min(buffer.len());
        buffer[..count].copy_from_slice(&found[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<S: ReadAt> Seek for EntryReader<'_, S> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = position.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
