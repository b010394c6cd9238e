//! The head and the directory, which are read when you open a package.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Encode, Fault, Input, Limits, Name, ReadAt, Segment, Sink, Within, Writer, parse, record};
use zerocopy::little_endian::{I64, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, io_error};

/// The start of every package.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct HeadRecord {
    id: [u8; 4],
    count: U32,
    checksum: U32,
}

/// Comes next in rbfx packages.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct RbfxRecord {
    version: U32,
    directory: I64,
}

/// Comes after the name of an entry.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct EntryRecord {
    offset: U32,
    size: U32,
    checksum: U32,
}

/// The size of an entry without the name: a NUL and three numbers.
pub(crate) const ENTRY_LEN: usize = size_of::<EntryRecord>() + 1;

/// The maximum length of a name. The engines have no limit. It is needed here so that a damaged directory will not be
/// read to its end in search of a NUL.
pub(crate) const MAX_NAME: usize = 1 << 16;

/// An entry in the directory, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The name as stored. It was not checked, so it can be something like `../x`.
    pub name: Name<'a>,
    /// Where the data starts, from the start of the package.
    pub offset: u32,
    /// The uncompressed size in bytes.
    pub size: u32,
    /// The SDBM checksum of the uncompressed bytes.
    pub checksum: u32,
}

binio::into_owned! { pub Entry { name; offset, size, checksum } }

impl Encode for Entry<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> binio::Written<ErrorKind> {
        out.cstring(&self.name)?;
        let Self { offset, size, checksum, .. } = *self;
        out.record(&EntryRecord { offset: offset.into(), size: size.into(), checksum: checksum.into() });
        Ok(())
    }
}

/// Fields that only rbfx packages have in their head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rbfx {
    /// The format version. rbfx only knows version 0.
    pub version: u32,
    /// Where the directory starts, from the start of the package.
    pub directory: i64,
}

/// The numbers before the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) encoding: Encoding,
    pub(crate) count: u32,
    pub(crate) checksum: u32,
    pub(crate) rbfx: Rbfx,
}

impl Head {
    pub(crate) fn encode<S: Sink>(&self, out: &mut Writer<S>) {
        let Self { encoding, count, checksum, rbfx } = *self;
        out.record(&HeadRecord { id: encoding.id(), count: count.into(), checksum: checksum.into() });
        if encoding.is_rbfx() {
            out.record(&RbfxRecord { version: rbfx.version.into(), directory: rbfx.directory.into() });
        }
    }
}

/// The head and the directory of a package. The directory is kept as a block of bytes, from which entries are read when
/// they are needed.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub(crate) head: Head,
    /// Where the package starts in the file.
    pub(crate) start: u64,
    /// Where the directory starts in the file.
    pub(crate) at: u64,
    bytes: Vec<u8>,
    /// Where each entry starts in `bytes`, and where the last entry ends.
    starts: Vec<u32>,
}

impl Directory {
    /// Reads the package at `start`. If there is no `start`, it is searched at 0 and at the end of the file.
    pub(crate) fn read<S: ReadAt + ?Sized>(
        source: &S,
        length: u64,
        start: Option<u64>,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let start = match start {
            Some(start) => start,
            None => find_start(source, length)?,
        };
        let (head, at) = read_head(source, length, start)?;
        let count_at = start.saturating_add(4);
        let remaining = length.saturating_sub(at);
        let count = usize::try_from(head.count).unwrap_or(usize::MAX);
        if u64::from(head.count).saturating_mul(ENTRY_LEN as u64) > remaining {
            let fault = Fault::ImpossibleCount { count: head.count.into(), remaining };
            return Err(Error::new(fault, "entry count").at(count_at));
        }
        if u64::from(head.count) > limits.entries() {
            return Err(Error::new(Fault::Limit("entries"), "entry count").at(count_at));
        }
        let mut scan = Scan { starts: Vec::with_capacity(count.saturating_add(1)), position: 0 };
        let mut bytes = Vec::new();
        // Names of real packages give 50 bytes per entry; for other sizes a few more reads are enough.
        let mut wanted = u64::from(head.count).saturating_mul(64).max(256);
        loop {
            read_up_to(source, at, wanted.min(remaining), &mut bytes)?;
            match scan.run(&bytes, count) {
                Ok(()) => break,
                Err((fault, place)) if wanted >= remaining || matches!(fault, Fault::Limit(_)) => {
                    return Err(scan.error(fault, at.saturating_add(place as u64)));
                }
                Err(_) => wanted = wanted.saturating_mul(2),
            }
        }
        bytes.truncate(scan.position);
        Ok(Self { head, start, at, bytes, starts: scan.starts })
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the size of the directory in bytes.
    pub(crate) fn bytes_len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns where the entry is in the directory.
    fn range(&self, index: usize) -> core::ops::Range<usize> {
        let place = |index: usize| self.starts.get(index).map_or(self.bytes.len(), |start| *start as usize);
        place(index)..place(index.saturating_add(1))
    }

    /// Reads an entry without a copy. It always exists, because an `index` must come from this directory.
    pub(crate) fn entry(&self, index: usize) -> Entry<'_> {
        let bytes = self.bytes.get(self.range(index)).unwrap_or_default();
        const NONE: &EntryRecord = &EntryRecord { offset: U32::ZERO, size: U32::ZERO, checksum: U32::ZERO };
        let (name, record) = EntryRecord::ref_from_suffix(bytes).unwrap_or((bytes, NONE));
        let name = Name::from(name.split_last().map_or(name, |(_, name)| name));
        Entry { name, offset: record.offset.get(), size: record.size.get(), checksum: record.checksum.get() }
    }

    /// Returns the name of an entry.
    #[inline]
    pub(crate) fn name(&self, index: usize) -> &[u8] {
        let range = self.range(index);
        self.bytes.get(range.start..range.end.saturating_sub(ENTRY_LEN)).unwrap_or_default()
    }

    /// Returns the file offset of the numbers after the name.
    pub(crate) fn record_at(&self, index: usize) -> u64 {
        let end = self.range(index).end as u64;
        self.at.saturating_add(end).saturating_sub(size_of::<EntryRecord>() as u64)
    }

    /// Returns the file offset of the data, if it is where packers put it.
    pub(crate) fn data_at(&self) -> u64 {
        let directory = if self.head.encoding.is_rbfx() { 0 } else { self.bytes.len() as u64 };
        self.start.saturating_add(self.head.encoding.head_len()).saturating_add(directory)
    }
}

/// Looks for a package at the start of the file, then for a package that was appended to it. See [Appended
/// packages](crate::format#appended-packages).
fn find_start<S: ReadAt + ?Sized>(source: &S, length: u64) -> Result<u64, Error> {
    let not_a_package = || Err(Error::new(ErrorKind::NotAPackage, binio::Path::new()).at(0));
    if is_id_at(source, 0, length)? {
        return Ok(0);
    }
    let Some(last) = read_trailer(source, length)? else { return not_a_package() };
    match length.checked_sub(u64::from(last)) {
        Some(start) if is_id_at(source, start, length)? => Ok(start),
        _ => not_a_package(),
    }
}

/// Reads the last four bytes of a file with `length` bytes.
pub(crate) fn read_trailer<S: ReadAt + ?Sized>(source: &S, length: u64) -> Result<Option<u32>, Error> {
    let Some(at) = length.checked_sub(4) else { return Ok(None) };
    let mut word = [0; 4];
    source.read_exact_at(&mut word, at).map_err(io_error)?;
    Ok(Some(u32::from_le_bytes(word)))
}

fn is_id_at<S: ReadAt + ?Sized>(source: &S, at: u64, length: u64) -> Result<bool, Error> {
    if length.saturating_sub(at) < 4 {
        return Ok(false);
    }
    let mut id = [0; 4];
    source.read_exact_at(&mut id, at).map_err(io_error)?;
    Ok(Encoding::from_id(&id).is_some())
}

/// Reads the numbers before the directory, and returns them with the file offset of the directory.
fn read_head<S: ReadAt + ?Sized>(source: &S, length: u64, start: u64) -> Result<(Head, u64), Error> {
    let mut bytes = Vec::new();
    let whole = Encoding::Rpak.head_len();
    let remaining = length.saturating_sub(start);
    read_up_to(source, start, whole.min(remaining), &mut bytes)?;
    let Some(encoding) = Encoding::from_id(&bytes) else {
        return Err(Error::new(ErrorKind::NotAPackage, binio::Path::new()).at(start.min(length)));
    };
    bytes.truncate(usize::try_from(encoding.head_len()).unwrap_or(usize::MAX));
    let head = parse(Input::at(&bytes, start), |input| {
        let (input, head) = record::<HeadRecord, ErrorKind>(input).within("head")?;
        let head = Head { encoding, count: head.count.get(), checksum: head.checksum.get(), rbfx: Rbfx::default() };
        if !encoding.is_rbfx() {
            return Ok((input, head));
        }
        let (input, rbfx) = record::<RbfxRecord, ErrorKind>(input).within("head")?;
        let rbfx = Rbfx { version: rbfx.version.get(), directory: rbfx.directory.get() };
        Ok((input, Head { rbfx, ..head }))
    })?;
    if !encoding.is_rbfx() {
        return Ok((head, start.saturating_add(encoding.head_len())));
    }
    let at = start.saturating_add(16);
    match u64::try_from(head.rbfx.directory) {
        Ok(offset) if offset < whole => {
            Err(Error::new(ErrorKind::Contradiction("the directory overlaps the header"), "head").at(at))
        }
        Ok(offset) if offset <= remaining => Ok((head, start.saturating_add(offset))),
        _ => {
            let kind = ErrorKind::DirectoryOutside { offset: head.rbfx.directory, length: remaining };
            Err(Error::new(kind, "head").at(at))
        }
    }
}

/// Reads until `bytes` has the `wanted` number of bytes from `at` on. Bytes that were read before are kept.
fn read_up_to<S: ReadAt + ?Sized>(source: &S, at: u64, wanted: u64, bytes: &mut Vec<u8>) -> Result<(), Error> {
    let too_large = || Error::new(Fault::Limit("memory"), "directory").at(at);
    let known = bytes.len();
    let wanted = usize::try_from(wanted).map_err(|_| too_large())?;
    if known == 0 {
        *bytes = vec![0; wanted];
    } else {
        bytes.try_reserve_exact(wanted.saturating_sub(known)).map_err(|_| too_large())?;
        bytes.resize(wanted, 0);
    }
    let fresh = bytes.get_mut(known..).unwrap_or_default();
    if fresh.is_empty() {
        return Ok(());
    }
    source.read_exact_at(fresh, at.saturating_add(known as u64)).map_err(io_error)
}

/// How far the search for entries has come.
struct Scan {
    starts: Vec<u32>,
    position: usize,
}

impl Scan {
    /// Continues until there are `count` entries, or until `bytes` ends.
    ///
    /// # Errors
    /// Returns what is wrong with the next entry, and where this entry is in `bytes`.
    fn run(&mut self, bytes: &[u8], count: usize) -> Result<(), (Fault, usize)> {
        while self.starts.len() < count {
            let rest = bytes.get(self.position..).unwrap_or_default();
            let start = self.start()?;
            let name = match memchr::memchr(0, rest.get(..=MAX_NAME).unwrap_or(rest)) {
                Some(name) => name,
                None if rest.len() > MAX_NAME => return Err((Fault::Limit("name length"), self.position)),
                None => return Err((Fault::Unterminated, self.position)),
            };
            let length = name.saturating_add(ENTRY_LEN);
            if length > rest.len() {
                let record = name.saturating_add(1);
                let remaining = rest.len().saturating_sub(record) as u64;
                let fault = Fault::UnexpectedEnd { needed: size_of::<EntryRecord>() as u64, remaining };
                return Err((fault, self.position.saturating_add(record)));
            }
            self.starts.push(start);
            self.position = self.position.saturating_add(length);
        }
        let end = self.start()?;
        self.starts.push(end);
        Ok(())
    }

    /// Returns the current position, which is where the next entry starts.
    fn start(&self) -> Result<u32, (Fault, usize)> {
        u32::try_from(self.position).map_err(|_| (Fault::Limit("directory bytes"), self.position))
    }

    /// Creates an error about the next entry. The `offset` is in the file.
    fn error(&self, fault: Fault, offset: u64) -> Error {
        let part = if matches!(fault, Fault::UnexpectedEnd { .. }) { "record" } else { "name" };
        let error = Error::new(fault, part).at(offset);
        error.within(Segment::Index(self.starts.len() as u64)).within(Segment::Part("entry"))
    }
}
