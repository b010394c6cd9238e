//! Reading everything and comparing the checksums, which no engine does.

use std::format;

use binio::{Findings, Limits, ReadAt, Severity};
use urho_core::{sdbm, sdbm_join};

use crate::block::{BLOCK_SIZE, BlockHead, packed_bound};
use crate::error::{Error, ErrorKind, io_error};
use crate::package::{EntryRef, Package};
use crate::validate::entry_path;

impl<S: ReadAt> Package<S> {
    /// Reads all entries, and compares every checksum. `progress` hears how many bytes came out of each piece.
    ///
    /// Finds what [`validate`](Self::validate) can't: broken blocks, wrong checksums, blocks that the engine has no room for.
    /// Goes on behind what is broken. The time is in proportion to the file, however often entries share data.
    ///
    /// # Errors
    /// What the system says, and [`Limit`](binio::Fault::Limit) if entries share so much data that they unpack to more than
    /// the file could hold, and more than the limits allow.
    pub fn verify(&self, mut progress: impl FnMut(u64)) -> Result<Findings, Error> {
        let mut findings = Findings::new();
        let mut reading = Reading::new(self.work_limits());
        let mut whole = Some(0);
        for entry in self.entries() {
            let computed = match reading.read(entry, &mut progress) {
                Ok(computed) => computed,
                Err(error) if error.kind().is_io() || is_limit(&error) => return Err(error),
                Err(error) => {
                    add_error(&mut findings, entry, &error);
                    whole = None;
                    continue;
                }
            };
            whole = whole.map(|sum| sdbm_join(sum, computed, entry.size()));
            if let Err(error) = entry.check(computed) {
                add_error(&mut findings, entry, &error);
            }
            if let Some(message) = reading.oversize.take() {
                findings.error(entry_path(entry), message);
            }
        }
        if let Some(computed) = whole.filter(|sum| *sum != self.checksum()) {
            let kind = ErrorKind::Checksum { stored: self.checksum(), computed };
            findings.add_at(Severity::Error, "package", kind.to_string(), self.start() + 8);
        }
        Ok(findings)
    }

    /// What reading everything once may cost: never less than a package of this size can unpack to.
    fn work_limits(&self) -> Limits {
        let most = self.length.saturating_mul(255 + BLOCK_COST);
        let mut limits = self.limits;
        limits.max_expanded_bytes = limits.max_expanded_bytes.max(most);
        limits
    }
}

/// What the head of a block costs, in bytes that would take as long to unpack.
const BLOCK_COST: u64 = 128;

fn is_limit(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Data(binio::Fault::Limit(_)))
}

/// An error about an entry as a finding.
fn add_error<S: ReadAt>(findings: &mut Findings, entry: EntryRef<'_, S>, error: &Error) {
    let message = error.kind().to_string();
    match error.offset() {
        Some(offset) => findings.add_at(Severity::Error, entry_path(entry), message, offset),
        None => findings.error(entry_path(entry), message),
    }
}

/// Memory for one piece, and what reading may still cost.
struct Reading {
    piece: Vec<u8>,
    budget: binio::Budget,
    /// What the engine has no room for in the entry read last.
    oversize: Option<String>,
}

impl Reading {
    fn new(limits: Limits) -> Self {
        Self { piece: vec![0; 2 * BLOCK_SIZE], budget: limits.budget(), oversize: None }
    }

    /// Reads all of an entry; its checksum.
    fn read<S: ReadAt>(&mut self, entry: EntryRef<'_, S>, progress: &mut impl FnMut(u64)) -> Result<u32, Error> {
        self.oversize = None;
        self.budget.spend(BLOCK_COST).map_err(|fault| entry.error(fault))?;
        if entry.is_packed() { self.read_packed(entry, progress) } else { self.read_stored(entry, progress) }
    }

    fn read_stored<S: ReadAt>(&mut self, entry: EntryRef<'_, S>, progress: &mut impl FnMut(u64)) -> Result<u32, Error> {
        let run = entry.run()?;
        let (mut at, mut left, mut sum) = (run.at(), run.left(), 0);
        while left > 0 {
            let length = left.min(self.piece.len() as u64);
            self.budget.spend(length).map_err(|fault| entry.error(fault))?;
            let piece = self.piece.get_mut(..length as usize).unwrap_or_default();
            entry.source().read_exact_at(piece, at).map_err(io_error)?;
            sum = sdbm(sum, piece);
            at += length;
            left -= length;
            progress(length);
        }
        Ok(sum)
    }

    fn read_packed<S: ReadAt>(&mut self, entry: EntryRef<'_, S>, progress: &mut impl FnMut(u64)) -> Result<u32, Error> {
        let mut run = entry.run()?;
        let (mut sum, mut first) = (0, None);
        while let Some(head) = run.head(entry.source()).map_err(|error| entry.within(error))? {
            self.budget.spend(u64::from(head.unpacked) + BLOCK_COST).map_err(|fault| entry.error(fault))?;
            let piece = self.piece.get_mut(..usize::from(head.unpacked)).unwrap_or_default();
            run.unpack(entry.source(), head, piece).map_err(|error| entry.within(error))?;
            sum = sdbm(sum, piece);
            let first = *first.get_or_insert(head);
            if self.oversize.is_none() {
                self.oversize = overflow(first, head);
            }
            progress(head.unpacked.into());
        }
        Ok(sum)
    }
}

/// What is wrong with a block for the engine, whose buffers have the size of the first block.
fn overflow(first: BlockHead, head: BlockHead) -> Option<String> {
    let at = head.at;
    if head.unpacked > first.unpacked {
        let (unpacked, room) = (head.unpacked, first.unpacked);
        return Some(format!("the block at {at:#x} gives {unpacked} bytes; the engine has room for {room}"));
    }
    let room = packed_bound(first.unpacked.into());
    if u64::from(head.packed) > room {
        return Some(format!("the block at {at:#x} takes {} bytes; the engine has room for {room}", head.packed));
    }
    None
}
