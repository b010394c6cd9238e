//! Write packages.

use std::io::{self, Seek, SeekFrom, Write};

use binio::{Encode, Path, Writer};

use crate::block::{BLOCK_RECORD_LEN, BLOCK_SIZE, packed_bound};
use crate::directory::{ENTRY_LEN, Entry, Head, Rbfx};
use crate::edit::Builder;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind, io_error};
use crate::pack::{MAX_SIZE, Packed, Packer, Place, too_large};

/// What was written, for example to show it to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The number of entries.
    pub entries: u32,
    /// The uncompressed size of all entries in bytes.
    pub raw: u64,
    /// The size that their data has in the package.
    pub stored: u64,
    /// The size of the whole package in bytes.
    pub size: u64,
    /// The checksum of the data that was written.
    pub checksum: u32,
}

/// A function that is called with the number of bytes that have been compressed, and with the total.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// The size of the write buffer.
const BUFFER: usize = 1 << 18;

/// The size of the trailer, which contains the size of the package.
const TRAILER_LEN: u64 = 4;

impl Builder<'_> {
    /// Writes the package into memory. For a large package, use [`write_to`](Self::write_to) instead.
    ///
    /// # Errors
    /// See [`write_to`](Self::write_to).
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut out = io::Cursor::new(Vec::new());
        self.write_to(&mut out)?;
        Ok(out.into_inner())
    }

    /// Writes the package at the current position of `out`, which may be the start of a file or the end of an
    /// executable. It has to seek back once to write the directory, and ends after the package.
    ///
    /// Even for a large package, this only needs memory for a few blocks. When you write the same entries again, you
    /// will get the same bytes.
    ///
    /// # Errors
    /// Before anything is written, returns [`Fault::TooLarge`](binio::Fault::TooLarge) when the package would be larger
    /// than 4 GiB. Later, returns [`ErrorKind::Changed`], an I/O error, or an error about content that can't be read.
    /// The package is then incomplete and must not be used.
    pub fn write_to(&self, out: impl Write + Seek) -> Result<Written, Error> {
        self.write_to_with_progress(out, &mut |_, _| {})
    }

    /// Does the same as [`write_to`](Self::write_to), and calls `progress` with the number of compressed bytes.
    ///
    /// # Errors
    /// See [`write_to`](Self::write_to).
    pub(crate) fn write_to_with_progress(
        &self,
        out: impl Write + Seek,
        progress: Progress<'_>,
    ) -> Result<Written, Error> {
        let plan = self.checked_plan()?;
        let mut out = io::BufWriter::with_capacity(BUFFER, out);
        let start = out.stream_position().map_err(io_error)?;
        let placeholder = self.before_data(&plan, &Packed::unknown(self.len()))?;
        out.write_all(&placeholder).map_err(io_error)?;
        let packed = self.pack(&plan, &mut out, progress)?;
        let (behind, written) = self.behind_data(&plan, &packed)?;
        out.write_all(&behind).map_err(io_error)?;
        out.seek(SeekFrom::Start(start)).map_err(io_error)?;
        out.write_all(&self.before_data(&plan, &packed)?).map_err(io_error)?;
        out.seek(SeekFrom::Start(start.saturating_add(written.size))).map_err(io_error)?;
        out.flush().map_err(io_error)?;
        Ok(written)
    }

    /// Writes the package to an output that can't seek, for example a pipe or a socket. You get the same bytes as from
    /// [`write_to`](Self::write_to), but this takes longer: everything has to be compressed twice, because the
    /// directory comes first.
    ///
    /// # Errors
    /// See [`write_to`](Self::write_to).
    pub fn write_forward(&self, out: impl Write) -> Result<Written, Error> {
        self.write_forward_with_progress(out, &mut |_, _| {})
    }

    /// Does the same as [`write_forward`](Self::write_forward), and calls `progress` with the number of compressed
    /// bytes.
    ///
    /// # Errors
    /// See [`write_to`](Self::write_to).
    pub(crate) fn write_forward_with_progress(
        &self,
        out: impl Write,
        progress: Progress<'_>,
    ) -> Result<Written, Error> {
        let plan = self.plan()?;
        let mut out = io::BufWriter::with_capacity(BUFFER, out);
        let total = plan.raw.saturating_mul(2);
        let first = self.pack(&plan, &mut io::sink(), &mut |done, _| progress(done, total))?;
        let (behind, written) = self.behind_data(&plan, &first)?;
        out.write_all(&self.before_data(&plan, &first)?).map_err(io_error)?;
        let second = self.pack(&plan, &mut out, &mut |done, _| progress(plan.raw.saturating_add(done), total))?;
        if first != second {
            return Err(Error::new(ErrorKind::Changed, Path::new()));
        }
        out.write_all(&behind).map_err(io_error)?;
        out.flush().map_err(io_error)?;
        Ok(written)
    }

    /// Does all checks that are possible without compression.
    fn plan(&self) -> Result<Plan, Error> {
        let mut plan = Plan { count: 0, directory: 0, raw: 0, most: 0 };
        let mut count = 0_u64;
        for item in self.items() {
            let size = item.content.len();
            if size > MAX_SIZE {
                return Err(Error::new(too_large(size), Path::new().name(&item.name)));
            }
            count += 1;
            plan.directory = plan.directory.saturating_add((item.name.len() + ENTRY_LEN) as u64);
            plan.raw = plan.raw.saturating_add(size);
            plan.most = plan.most.saturating_add(most_stored(self.encoding, size));
        }
        plan.count = u32::try_from(count).map_err(|_| Error::new(too_large(count), "entry count"))?;
        let least = if self.encoding.is_packed() { plan.raw / 255 } else { plan.raw };
        check_size(self.size(&plan, least))?;
        Ok(plan)
    }

    /// Does all checks. If the package could be too large, this compresses everything once to find out.
    fn checked_plan(&self) -> Result<Plan, Error> {
        let plan = self.plan()?;
        if self.size(&plan, plan.most) > MAX_SIZE {
            let packed = self.pack(&plan, &mut io::sink(), &mut |_, _| {})?;
            check_size(self.size(&plan, packed.stored))?;
        }
        Ok(plan)
    }

    /// Returns the size of a package with `data` bytes of data.
    fn size(&self, plan: &Plan, data: u64) -> u64 {
        let around = self.encoding.head_len() + TRAILER_LEN;
        data.saturating_add(plan.directory).saturating_add(around)
    }

    /// Returns where the data starts, from the start of the package.
    fn data_at(&self, plan: &Plan) -> u64 {
        self.encoding.head_len() + if self.encoding.is_rbfx() { 0 } else { plan.directory }
    }

    /// Compresses all entries and writes their data.
    fn pack(&self, plan: &Plan, out: &mut dyn Write, progress: Progress<'_>) -> Result<Packed, Error> {
        let mut packer = Packer::new(self.encoding, self.level, self.data_at(plan), out);
        for item in self.items() {
            let name = |error: Error| error.within(binio::Segment::Name(item.name.clone().into_owned()));
            packer.entry(&item.content, &mut |done| progress(done, plan.raw)).map_err(name)?;
        }
        packer.finish(&mut |done| progress(done, plan.raw))
    }

    /// Returns the head, and also the directory if this is not an rbfx package.
    fn before_data(&self, plan: &Plan, packed: &Packed) -> Result<Vec<u8>, Error> {
        let directory = i64::try_from(self.data_at(plan).saturating_add(packed.stored)).unwrap_or(i64::MAX);
        let rbfx = Rbfx { version: 0, directory };
        let head = Head { encoding: self.encoding, count: plan.count, checksum: packed.checksum, rbfx };
        let mut writer = Writer::new(Vec::new());
        head.encode(&mut writer);
        if !self.encoding.is_rbfx() {
            self.directory(packed, &mut writer)?;
        }
        Ok(writer.into_sink())
    }

    /// Returns the trailer, with the directory before it if this is an rbfx package.
    fn behind_data(&self, plan: &Plan, packed: &Packed) -> Result<(Vec<u8>, Written), Error> {
        let size = self.size(plan, packed.stored);
        check_size(size)?;
        let mut writer = Writer::new(Vec::new());
        if self.encoding.is_rbfx() {
            self.directory(packed, &mut writer)?;
        }
        writer.u32_le(u32::try_from(size).map_err(|_| Error::new(too_large(size), "package"))?);
        let Packed { stored, checksum, .. } = *packed;
        let written = Written { entries: plan.count, raw: plan.raw, stored, size, checksum };
        Ok((writer.into_sink(), written))
    }

    fn directory(&self, packed: &Packed, writer: &mut Writer<Vec<u8>>) -> Result<(), Error> {
        for (item, place) in self.items().zip(&packed.places) {
            let size = u32::try_from(item.content.len()).unwrap_or(u32::MAX);
            let Place { offset, checksum } = *place;
            Entry { name: item.name.borrowed(), offset, size, checksum }.encode(writer)?;
        }
        Ok(())
    }
}

/// What is known before anything is compressed.
struct Plan {
    count: u32,
    /// The size of the directory in bytes.
    directory: u64,
    /// The size of all entries in bytes.
    raw: u64,
    /// The size that they will have in the package is not larger than this.
    most: u64,
}

/// Returns the largest size that `size` bytes can have in the package.
fn most_stored(encoding: Encoding, size: u64) -> u64 {
    if !encoding.is_packed() {
        return size;
    }
    let blocks = size.div_ceil(BLOCK_SIZE as u64);
    blocks.saturating_mul(packed_bound(BLOCK_SIZE as u64) + BLOCK_RECORD_LEN as u64)
}

fn check_size(size: u64) -> Result<(), Error> {
    if size > MAX_SIZE { Err(Error::new(too_large(size), "package")) } else { Ok(()) }
}
