//! Writes the parts in order.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Encode, Limits, Path, Sink, Within, Writer};
use zerocopy::little_endian::U16;

use super::{Layout, Part};
use crate::block::BlockRecord;
use crate::directory::Head;
use crate::error::{Error, ErrorKind};
use crate::package::ReadOptions;

type Written = binio::Written<ErrorKind>;

impl Layout<'_> {
    /// Returns the bytes of the file. If you have not changed a part, these are the same bytes as before.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if the bytes would be split in another way, for example because an offset
    /// does not match the data or because the trailer is wrong. Also fails if a name contains NUL, or if a count or a
    /// length does not fit into its field.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let bytes = binio::to_bytes(&Unchecked(self))?;
        let start = ReadOptions::default().start(self.before.len() as u64);
        let reads_back = |options: ReadOptions| {
            let read = Layout::parse_with(&bytes, &options.limits(Limits::UNLIMITED));
            read.is_ok_and(|read| read == *self)
        };
        if reads_back(ReadOptions::default()) || reads_back(start) {
            return Ok(bytes);
        }
        let kind = ErrorKind::Contradiction("the parts' offsets differ from the directory");
        Err(Error::new(kind, Path::new()))
    }

    /// Returns how many bytes [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        self.to_bytes().map(|bytes| bytes.len() as u64)
    }

    /// Writes the file to `out`. If it can't be encoded, nothing is written.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes). Also fails if `out` can't be written to.
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes()?)
    }
}

/// The parts, which can contradict each other.
struct Unchecked<'l>(&'l Layout<'l>);

impl Encode for Unchecked<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Layout { before, encoding, checksum, rbfx, entries, parts, trailer, after } = self.0;
        if rbfx.is_some() != encoding.is_rbfx() {
            return Err(out.fail(ErrorKind::Contradiction("only packages of rbfx have its numbers")));
        }
        out.bytes(before);
        let count = out.narrow(entries.len() as u64, u32::MAX).within("entry count")?;
        let head = Head { encoding: *encoding, count, checksum: *checksum, rbfx: rbfx.unwrap_or_default() };
        head.encode(out);
        if !encoding.is_rbfx() {
            self.directory(out)?;
        }
        for (index, part) in parts.iter().enumerate() {
            self.part(part, out).within_item("part", index)?;
        }
        if let Some(trailer) = trailer {
            out.u32_le(*trailer);
        }
        out.bytes(after);
        Ok(())
    }
}

impl Unchecked<'_> {
    fn directory<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let mut entries = self.0.entries.iter().enumerate();
        entries.try_for_each(|(index, entry)| entry.encode(out).within_item("entry", index))
    }

    fn part<S: Sink>(&self, part: &Part<'_>, out: &mut Writer<S>) -> Written {
        match part {
            Part::Stored { data, .. } | Part::Unowned(data) => out.bytes(data),
            Part::Packed { blocks, .. } => {
                for block in blocks {
                    let packed = out.narrow(block.data.len() as u64, u16::MAX)?;
                    out.record(&BlockRecord { unpacked: U16::new(block.unpacked_len), packed: U16::new(packed) });
                    out.bytes(&block.data);
                }
            }
            Part::Directory => self.directory(out)?,
        }
        Ok(())
    }
}
