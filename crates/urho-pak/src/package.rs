//! An open package.

use std::fmt;
use std::sync::OnceLock;

use binio::{Fault, Limits, Name, ReadAt, Segment};

use crate::block::{Block, BlockRun};
use crate::directory::{Directory, Entry, Rbfx, read_trailer};
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, io_error, no_such_entry};
use crate::index::{FoldedIndex, NameIndex};

/// The largest ratio of decompressed bytes to file bytes that is accepted. With more, it would be a decompression bomb.
const MOST_EXPANSION: u64 = 32;

binio::options! {
    /// Options for [`Package::open_with`].
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets the limits for this package. Only `max_entries` is needed to open it.
        pub(crate) limits: Limits = Limits::default(),
        /// Sets where the package begins in the file. By default (`None`), this is 0, or where the last four bytes of the
        /// file say.
        #[setter(into)]
        pub(crate) start: Option<u64> = None,
    }
}

/// An open package. The source may be a slice, a [`File`](std::fs::File) or anything that implements [`ReadAt`]. A file
/// does not have to be mapped into memory, because it is read at positions.
///
/// Only the directory is read when you open a package. If the source is [`Sync`], so is the package, and any number of
/// threads can use it to read entries at the same time.
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
    /// Replaces the source. The new source must have the same bytes; for example, it can be an owned copy.
    pub fn map_source<T>(self, map: impl FnOnce(S) -> T) -> Package<T> {
        let Self { source, length, directory, limits, last_word, names, folded } = self;
        Package { source: map(source), length, directory, limits, last_word, names, folded }
    }
}

/// This needs an operating system that can read files at a position. On others, put the file into a
/// [`Mutex`](std::sync::Mutex) and use [`Package::open`].
#[cfg(any(unix, windows))]
impl Package<std::fs::File> {
    /// Opens the package file at the given path. This can't be a pipe, because a pipe can't be read at any offset, and
    /// opening it may block for ever.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub fn open_path(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        if !path.metadata().map_err(io_error)?.is_file() {
            return Err(io_error(std::io::ErrorKind::InvalidInput.into()));
        }
        Self::open(std::fs::File::open(path).map_err(io_error)?)
    }
}

impl<S: ReadAt> Package<S> {
    /// Opens a package. It may be at the start of the source, or appended to something else, for example to an
    /// executable.
    ///
    /// As in the engine, an appended package must be at the end of the file to be found. When a package is at the
    /// start, it does not matter what follows it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAPackage`] when there is no package, [`ErrorKind::Data`] or
    /// [`ErrorKind::DirectoryOutside`] when the directory is incomplete, [`ErrorKind::Contradiction`] when the
    /// directory of an rbfx package is inside the head, and any I/O error.
    ///
    /// Note that it is not an error when an entry is outside the file. You will not be able to read it, and
    /// [`validate`](Self::validate) will report it.
    pub fn open(source: S) -> Result<Self, Error> {
        Self::open_with(source, &ReadOptions::default())
    }

    /// Opens a package using the given `options`, for example if it begins somewhere else in the file.
    ///
    /// # Errors
    /// Returns the same errors as [`open`](Self::open), and [`Fault::Limit`] if there are too many entries.
    pub fn open_with(source: S, options: &ReadOptions) -> Result<Self, Error> {
        let length = source.len().map_err(io_error)?;
        let directory = Directory::read(&source, length, options.start, &options.limits)?;
        let last_word = read_trailer(&source, length)?;
        let (names, folded) = (OnceLock::new(), OnceLock::new());
        Ok(Self { source, length, directory, limits: options.limits, last_word, names, folded })
    }

    /// Returns the source that the package is read from.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns the encoding of the package.
    pub fn encoding(&self) -> Encoding {
        self.directory.head.encoding
    }

    /// Returns where the package starts in the file.
    pub fn start(&self) -> u64 {
        self.directory.start
    }

    /// Returns the size of the whole file, including what is before and after the package. In the engine this is called
    /// "total size".
    pub fn file_size(&self) -> u64 {
        self.length
    }

    /// Returns the stored checksum of all entries together. To check it, use [`verify`](Self::verify).
    pub fn checksum(&self) -> u32 {
        self.directory.head.checksum
    }

    /// Returns the additional fields in the head if this is an rbfx package.
    pub fn rbfx(&self) -> Option<Rbfx> {
        self.encoding().is_rbfx().then_some(self.directory.head.rbfx)
    }

    /// Returns whether the file ends with the size of the package. Without this, an appended package would not be
    /// found.
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

    /// Returns the uncompressed size of all entries, as the directory says.
    pub fn data_size(&self) -> u64 {
        self.entries().map(|entry| entry.size()).fold(0, u64::saturating_add)
    }

    /// Returns the limits to use by default when you extract this package: those from [`ReadOptions`], or 32 times the
    /// file size when this is more. Real assets need much less, but overlapping entries need more.
    pub fn extract_limits(&self) -> Limits {
        let mut limits = self.limits;
        limits = limits.max_expanded_bytes(limits.expanded_bytes().max(self.length.saturating_mul(MOST_EXPANSION)));
        limits
    }

    /// Iterates over all entries in directory order, including duplicates.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = EntryRef<'_, S>> + DoubleEndedIterator {
        (0..self.len()).map(|index| EntryRef { package: self, index })
    }

    /// Returns the entry with this index in the directory.
    pub fn entry(&self, index: usize) -> Option<EntryRef<'_, S>> {
        (index < self.len()).then_some(EntryRef { package: self, index })
    }

    /// Returns the entry with exactly this name, or the last of them when there are duplicates, as in the engine. See
    /// [`get_ignore_case`](Self::get_ignore_case) to do as the engine does on Windows.
    ///
    /// On the first call, an index of the names is created to be used by later calls.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<EntryRef<'_, S>> {
        self.entry(self.find(name.as_ref())?)
    }

    /// Returns the entry with this name, as the engine does on Windows: when there is no exact match, ASCII case is
    /// ignored. When several names match, the first of these names is used, and then the last entry with this name.
    pub fn get_ignore_case(&self, name: impl AsRef<[u8]>) -> Option<EntryRef<'_, S>> {
        let name = name.as_ref();
        self.get(name).or_else(|| self.get(self.directory.name(self.find_alike(name)?)))
    }

    /// Reads the entry with exactly this name; see [`get`](Self::get) and [`EntryRef::read`].
    ///
    /// ```
    /// # use urho_pak::{Builder, ErrorKind, Encoding, Package};
    /// # let mut builder = Builder::new(Encoding::Upak);
    /// # builder.add("Data/Readme.txt", b"Made by hand.")?;
    /// # let bytes = builder.to_bytes()?;
    /// let package = Package::open(bytes.as_slice())?;
    /// assert_eq!(package.read("Data/Readme.txt")?, b"Made by hand.");
    /// let error = package.read("data/readme.txt").unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::NoSuchEntry { near } if near == &["Data/Readme.txt"]));
    /// # Ok::<(), urho_pak::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuchEntry`] when there is no such entry, and otherwise the errors of [`EntryRef::read`].
    pub fn read(&self, name: impl AsRef<[u8]>) -> Result<Vec<u8>, Error> {
        let name = name.as_ref();
        let names = (0..self.len()).map(|index| self.directory.name(index));
        self.get(name).ok_or_else(|| no_such_entry(name, names))?.read()
    }
}

impl<S> Package<S> {
    /// Returns the last entry with this name.
    fn find(&self, name: &[u8]) -> Option<usize> {
        self.names.get_or_init(|| NameIndex::new(&self.directory)).find(&self.directory, name)
    }

    /// Returns the first entry with this name, ignoring ASCII case.
    fn find_alike(&self, name: &[u8]) -> Option<usize> {
        self.folded.get_or_init(|| FoldedIndex::new(&self.directory)).find(&self.directory, name)
    }
}

impl<S> fmt::Debug for Package<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = &self.directory.head;
        write!(f, "{} package of {} entries at {:#x}", head.encoding, head.count, self.directory.start)
    }
}

/// An entry in an open package. Call [`read`](Self::read) to get its bytes, or [`reader`](Self::reader) if it is too
/// large for memory.
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
    /// Returns the index in the directory.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the directory entry as stored.
    pub fn record(&self) -> Entry<'p> {
        self.package.directory.entry(self.index)
    }

    /// Returns the name as stored. It was not checked, so do not use it as a path: it could be something like `../x`.
    pub fn name(&self) -> Name<'p> {
        Name::from(self.package.directory.name(self.index))
    }

    /// Returns the uncompressed size in bytes.
    pub fn size(&self) -> u64 {
        self.record().size.into()
    }

    /// Returns the stored SDBM checksum of the uncompressed bytes.
    pub fn checksum(&self) -> u32 {
        self.record().checksum
    }

    /// Returns where the data starts in the file. Note that this is not relative to the package.
    pub fn position(&self) -> u64 {
        self.package.directory.start.saturating_add(self.record().offset.into())
    }

    /// Returns whether a later entry has the same name, so that you will not be able to get this one by name.
    pub fn is_shadowed(&self) -> bool {
        self.package.find(self.package.directory.name(self.index)) != Some(self.index)
    }

    /// Returns the first entry with the same name, ignoring ASCII case.
    pub(crate) fn first_alike(&self) -> Option<Self> {
        self.package.entry(self.package.find_alike(self.package.directory.name(self.index))?)
    }

    /// Returns the stored size in bytes. For a compressed entry, this function has to go through all blocks, because
    /// the size is not stored.
    ///
    /// # Errors
    /// Returns [`ErrorKind::EntryOutside`] when the data is outside the file, or an error about an invalid block.
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

    /// Reads the whole entry into memory and checks its checksum. You will never get a part of it. For an entry that
    /// may be too large, use [`reader`](Self::reader) instead.
    ///
    /// # Errors
    /// Returns [`Fault::Limit`] when the entry is larger than the limits from [`ReadOptions`] allow,
    /// [`ErrorKind::EntryOutside`], [`ErrorKind::Checksum`], an error about a damaged block, or an I/O error.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        self.read_with(&self.package.limits)
    }

    /// Reads the whole entry like [`read`](Self::read), but using other limits.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_with(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.read_into(limits, &mut bytes)?;
        Ok(bytes)
    }

    /// Reads the whole entry like [`read_with`](Self::read_with), but into an existing buffer, to use its memory again. The
    /// previous content is replaced.
    ///
    /// # Errors
    /// See [`read`](Self::read). After an error, `bytes` will be empty.
    pub fn read_into(&self, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.fill(limits, bytes).and_then(|()| self.check(urho_core::sdbm(0, bytes))).inspect_err(|_| bytes.clear())
    }

    /// Reads the whole entry without checking its checksum, for example to rescue data from a damaged package.
    ///
    /// # Errors
    /// See [`read`](Self::read). A wrong checksum is no error here.
    pub fn read_unverified(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.read_unverified_into(limits, &mut bytes)?;
        Ok(bytes)
    }

    /// Reads the whole entry like [`read_into`](Self::read_into), but does not check its checksum.
    ///
    /// # Errors
    /// Returns the same errors as [`read_unverified`](Self::read_unverified). After an error, `bytes` is empty.
    pub fn read_unverified_into(&self, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.fill(limits, bytes).inspect_err(|_| bytes.clear())
    }

    /// Reads the entry into `bytes`. After an error, some of the previous content can remain.
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

    /// Iterates over the compressed blocks. If the entry is not compressed, there are none.
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
        self.package.encoding().is_packed()
    }

    pub(crate) fn source(&self) -> &'p S {
        &self.package.source
    }

    /// Returns a run over the data, if the file can contain it.
    pub(crate) fn run(&self) -> Result<BlockRun, Error> {
        let (at, size, length) = (self.position(), self.size(), self.package.length);
        let least = if self.is_packed() { size.div_ceil(255) } else { size };
        let end = at.saturating_add(least);
        if size > 0 && end > length {
            return Err(self.error(ErrorKind::EntryOutside { end, length }));
        }
        Ok(BlockRun::new(at, size, length))
    }

    /// Checks that the stored checksum is `computed`.
    pub(crate) fn check(&self, computed: u32) -> Result<(), Error> {
        let stored = self.checksum();
        if computed == stored { Ok(()) } else { Err(self.error(ErrorKind::Checksum { stored, computed })) }
    }

    /// Creates an error about this entry. The offset is that of its numbers in the directory.
    pub(crate) fn error(&self, kind: impl Into<ErrorKind>) -> Error {
        let error = Error::new(kind, binio::Path::new()).at(self.package.directory.record_at(self.index));
        self.within(error)
    }

    /// Adds this entry to the path of an error.
    pub(crate) fn within(&self, error: Error) -> Error {
        error.within(Segment::Name(self.name().into_owned()))
    }
}

/// If the declared size is larger than this, the memory is not reserved at once, because the size may be wrong.
const MOST_AT_ONCE: usize = 1 << 20;
