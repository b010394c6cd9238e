//! An open package: its directory is in memory, its data stays in the source.

use std::fmt;
use std::sync::OnceLock;

use binio::{Fault, Limits, Name, ReadAt, Segment};

use crate::block::{Block, BlockRun};
use crate::directory::{Directory, Entry, Rbfx, read_trailer};
use crate::error::{Error, ErrorKind, io_error};
use crate::index::{FoldedIndex, NameIndex};
use crate::kind::Kind;

/// Largest accepted ratio of decompressed bytes to file bytes; more is a decompression bomb.
const MOST_EXPANSION: u64 = 32;

binio::options! {
    /// How to open a package.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Limits of the package. Opening needs `max_entries` only.
        pub(crate) limits: Limits = Limits::default(),
        /// Where the package begins in the file; `None`: at 0, or where the last four bytes of the file point.
        #[setter(into)]
        pub(crate) start: Option<u64> = None,
    }
}

/// An open package: in a slice, in a [`File`](std::fs::File) (positioned reads, no memory map), or in any [`ReadAt`].
///
/// Opening only reads the directory, in one piece. A package is [`Sync`] if its source is: any number of threads can read entries at once.
pub struct Package<S> {
    pub(crate) source: S,
    pub(crate) length: u64,
    pub(crate) directory: Directory,
    pub(crate) limits: Limits,
    last_word: Option<u32>,
    names: OnceLock<NameIndex>,
    folded: OnceLock<FoldedIndex>,
}

impl<S> Package<S> {
    /// Replaces the source by another with the same bytes, for example an owned copy.
    pub fn map_source<T>(self, map: impl FnOnce(S) -> T) -> Package<T> {
        let Self { source, length, directory, limits, last_word, names, folded } = self;
        Package { source: map(source), length, directory, limits, last_word, names, folded }
    }
}

/// For systems with positioned reads; elsewhere put the file into a [`Mutex`](std::sync::Mutex).
#[cfg(any(unix, windows))]
impl Package<std::fs::File> {
    /// Opens the package file at `path`. A pipe is an error: it can't be read at any offset, and to open it can take for ever.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_path(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        if !path.metadata().map_err(io_error)?.is_file() {
            return Err(io_error(std::io::ErrorKind::InvalidInput.into()));
        }
        Self::open(std::fs::File::open(path).map_err(io_error)?)
    }
}

impl<S: ReadAt> Package<S> {
    /// Opens the package at the start of `source` or appended to it.
    ///
    /// As in the engine, the last four bytes of the file must be the last four bytes of an appended package. Bytes after a package at the start of the file are
    /// harmless.
    ///
    /// # Errors
    /// [`ErrorKind::NotAPackage`], an incomplete directory ([`ErrorKind::Data`], [`ErrorKind::DirectoryOutside`]) or, in packages of rbfx, a directory inside
    /// the head ([`ErrorKind::Contradiction`]), or an I/O error. Entries outside the file are reported by [`validate`](Self::validate), and can't be read.
    pub fn open(source: S) -> Result<Self, Error> {
        Self::open_with(source, &ReadOptions::default())
    }

    /// Opens a package with `options`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`Fault::Limit`] if there are too many entries.
    pub fn open_with(source: S, options: &ReadOptions) -> Result<Self, Error> {
        let length = source.len().map_err(io_error)?;
        let directory = Directory::read(&source, length, options.start, &options.limits)?;
        let last_word = read_trailer(&source, length)?;
        let (names, folded) = (OnceLock::new(), OnceLock::new());
        Ok(Self { source, length, directory, limits: options.limits, last_word, names, folded })
    }

    /// Returns the source.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns the kind of package.
    pub fn kind(&self) -> Kind {
        self.directory.head.kind
    }

    /// Returns the offset of the package in the file.
    pub fn start(&self) -> u64 {
        self.directory.start
    }

    /// Returns the size of the whole file, with the data before and after the package; the engine's "total size".
    pub fn file_size(&self) -> u64 {
        self.length
    }

    /// Returns the stored checksum of the concatenated entries.
    pub fn checksum(&self) -> u32 {
        self.directory.head.checksum
    }

    /// Returns the additional head fields of rbfx packages.
    pub fn rbfx(&self) -> Option<Rbfx> {
        self.kind().is_rbfx().then_some(self.directory.head.rbfx)
    }

    /// Returns whether the file ends with the size of the package, as required for an appended package.
    pub fn has_trailer(&self) -> bool {
        self.last_word.map(u64::from) == self.length.checked_sub(self.start())
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.directory.len()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the uncompressed size of all entries, from the directory.
    pub fn data_size(&self) -> u64 {
        self.entries().map(|entry| entry.size()).fold(0, u64::saturating_add)
    }

    /// Returns the default limits of extraction: the limits of [`ReadOptions`], or 32 times the file size if that is more. Packages of real assets need much
    /// less, overlapping entries need more.
    pub fn extract_limits(&self) -> Limits {
        let mut limits = self.limits;
        limits = limits.max_expanded_bytes(limits.expanded_bytes().max(self.length.saturating_mul(MOST_EXPANSION)));
        limits
    }

    /// Iterates over all entries in directory order, with duplicates.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = EntryRef<'_, S>> + DoubleEndedIterator {
        (0..self.len()).map(|index| EntryRef { package: self, index })
    }

    /// Returns entry `index` of the directory.
    pub fn entry(&self, index: usize) -> Option<EntryRef<'_, S>> {
        (index < self.len()).then_some(EntryRef { package: self, index })
    }

    /// Returns the entry with exactly this name; for duplicates the last, as in the engine.
    ///
    /// The first look-up creates an index of the names.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<EntryRef<'_, S>> {
        self.entry(self.find(name.as_ref())?)
    }

    /// Returns the entry with this name, or the last entry of the first name that is equal ignoring ASCII case, as the engine on Windows.
    pub fn get_ignore_case(&self, name: impl AsRef<[u8]>) -> Option<EntryRef<'_, S>> {
        let name = name.as_ref();
        self.get(name).or_else(|| self.get(self.directory.name(self.find_alike(name)?)))
    }
}

impl<S> Package<S> {
    /// Returns the last entry named `name`.
    fn find(&self, name: &[u8]) -> Option<usize> {
        self.names.get_or_init(|| NameIndex::new(&self.directory)).find(&self.directory, name)
    }

    /// Returns the first entry that matches `name`, ignoring ASCII case.
    fn find_alike(&self, name: &[u8]) -> Option<usize> {
        self.folded.get_or_init(|| FoldedIndex::new(&self.directory)).find(&self.directory, name)
    }
}

impl<S> fmt::Debug for Package<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = &self.directory.head;
        write!(f, "{} package of {} entries at {:#x}", head.kind, head.count, self.directory.start)
    }
}

/// An entry of an open package.
pub struct EntryRef<'p, S> {
    package: &'p Package<S>,
    index: usize,
}

impl<S> Clone for EntryRef<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for EntryRef<'_, S> {}

impl<S> fmt::Debug for EntryRef<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.package.directory.entry(self.index).fmt(f)
    }
}

impl<'p, S: ReadAt> EntryRef<'p, S> {
    /// Returns the number in the directory.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the directory entry.
    pub fn record(&self) -> Entry<'p> {
        self.package.directory.entry(self.index)
    }

    /// Returns the name, as stored and unchecked, for example `../x`.
    pub fn name(&self) -> Name<'p> {
        Name::from(self.package.directory.name(self.index))
    }

    /// Returns the uncompressed size in bytes.
    pub fn size(&self) -> u64 {
        self.record().size.into()
    }

    /// Returns the stored SDBM of the uncompressed bytes.
    pub fn checksum(&self) -> u32 {
        self.record().checksum
    }

    /// Returns the offset of the data in the file, not in the package.
    pub fn position(&self) -> u64 {
        self.package.directory.start.saturating_add(self.record().offset.into())
    }

    /// Returns whether a later entry has the same name, so that no look-up finds this one.
    pub fn is_shadowed(&self) -> bool {
        self.package.find(self.package.directory.name(self.index)) != Some(self.index)
    }

    /// Returns the first entry with the same name, ignoring ASCII case.
    pub(crate) fn first_alike(&self) -> Option<Self> {
        self.package.entry(self.package.find_alike(self.package.directory.name(self.index))?)
    }

    /// Returns the stored size in bytes. Compressed entries don't store it: this skips through their blocks.
    ///
    /// # Errors
    /// [`ErrorKind::EntryOutside`], or an invalid block.
    pub fn stored_size(&self) -> Result<u64, Error> {
        let mut run = self.run()?;
        if !self.is_packed() {
            return Ok(run.left());
        }
        let start = run.at();
        while let Some(head) = run.head(self.source()).map_err(|error| self.within(error))? {
            run.skip(head);
        }
        Ok(run.at().saturating_sub(start))
    }

    /// Reads the whole entry and checks the checksum.
    ///
    /// # Errors
    /// [`Fault::Limit`] if it exceeds `limits`; [`ErrorKind::EntryOutside`], a damaged block, [`ErrorKind::Checksum`], or an I/O error. The result is never a
    /// part of the entry.
    pub fn read(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.read_into(limits, &mut bytes)?;
        Ok(bytes)
    }

    /// As [`read`](Self::read), replacing the content of `bytes`, to reuse memory.
    ///
    /// # Errors
    /// As [`read`](Self::read). Then `bytes` is empty.
    pub fn read_into(&self, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.fill(limits, bytes).and_then(|()| self.check(urho_core::sdbm(0, bytes))).inspect_err(|_| bytes.clear())
    }

    /// Reads the whole entry without checking the checksum.
    ///
    /// # Errors
    /// As [`read`](Self::read), but for the checksum.
    pub fn read_unverified(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.read_unverified_into(limits, &mut bytes)?;
        Ok(bytes)
    }

    /// As [`read_into`](Self::read_into), without checking the checksum.
    ///
    /// # Errors
    /// As [`read_unverified`](Self::read_unverified). Then `bytes` is empty.
    pub fn read_unverified_into(&self, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.fill(limits, bytes).inspect_err(|_| bytes.clear())
    }

    /// Fills `bytes`; the previous content is overwritten, or remains after an error.
    fn fill(&self, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let fail = |fault: Fault| self.error(fault);
        let size = self.size();
        let mut run = self.run()?;
        limits.budget().spend(size).map_err(fail)?;
        let length = usize::try_from(size).map_err(|_| fail(Fault::Limit("memory")))?;
        // Memory for a large compressed entry is reserved as its blocks are read.
        let at_once = if self.is_packed() { length.min(MOST_AT_ONCE) } else { length };
        let missing = at_once.saturating_sub(bytes.len());
        bytes.try_reserve_exact(missing).map_err(|_| fail(Fault::Limit("memory")))?;
        if !self.is_packed() && size > 0 {
            bytes.resize(length, 0);
            return self.source().read_exact_at(bytes, run.at()).map_err(io_error);
        }
        let mut done = 0_usize;
        while let Some(head) = run.head(self.source()).map_err(|error| self.within(error))? {
            let end = done + usize::from(head.unpacked);
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            let out = bytes.get_mut(done..end).unwrap_or_default();
            run.unpack(self.source(), head, out).map_err(|error| self.within(error))?;
            done = end;
        }
        bytes.truncate(done);
        Ok(())
    }

    /// Iterates over the compressed blocks. A stored entry has none.
    pub fn blocks(&self) -> impl Iterator<Item = Result<Block, Error>> + use<'p, S> {
        let entry = *self;
        let mut run = if entry.is_packed() { Some(entry.run()) } else { None };
        std::iter::from_fn(move || {
            let result = match run.as_mut()? {
                Ok(blocks) => entry.next_block(blocks).transpose(),
                Err(_) => run.take().and_then(Result::err).map(Err),
            };
            if matches!(result, Some(Err(_))) {
                run = None;
            }
            result
        })
    }

    fn next_block(&self, run: &mut BlockRun) -> Result<Option<Block>, Error> {
        let Some(head) = run.head(self.source()).map_err(|error| self.within(error))? else { return Ok(None) };
        let data = run.packed(self.source(), head).map_err(|error| self.within(error))?.to_vec();
        Ok(Some(Block { unpacked_len: head.unpacked, data }))
    }

    pub(crate) fn is_packed(&self) -> bool {
        self.package.kind().is_packed()
    }

    pub(crate) fn source(&self) -> &'p S {
        &self.package.source
    }

    /// Returns the run of its data, if the file can contain it.
    pub(crate) fn run(&self) -> Result<BlockRun, Error> {
        let (at, size, length) = (self.position(), self.size(), self.package.length);
        let least = if self.is_packed() { size.div_ceil(255) } else { size };
        let end = at.saturating_add(least);
        if size > 0 && end > length {
            return Err(self.error(ErrorKind::EntryOutside { end, length }));
        }
        Ok(BlockRun::new(at, size, length))
    }

    /// Checks the checksum.
    pub(crate) fn check(&self, computed: u32) -> Result<(), Error> {
        let stored = self.checksum();
        if computed == stored { Ok(()) } else { Err(self.error(ErrorKind::Checksum { stored, computed })) }
    }

    /// Creates an error about the entry, at its numbers in the directory.
    pub(crate) fn error(&self, kind: impl Into<ErrorKind>) -> Error {
        let error = Error::new(kind, binio::Path::new()).at(self.package.directory.record_at(self.index));
        self.within(error)
    }

    /// Adds the entry to the path of an error.
    pub(crate) fn within(&self, error: Error) -> Error {
        error.within(Segment::Name(self.name().into_owned()))
    }
}

/// Memory that is reserved at once for an entry with a larger declared size.
const MOST_AT_ONCE: usize = 1 << 20;
