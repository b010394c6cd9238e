//! Verifies all data and checksums, which no engine does.

use std::sync::atomic::{AtomicU64, Ordering};

use binio::{Fault, Findings, ReadAt, Severity};
use urho_core::{sdbm, sdbm_join};

use crate::block::{BLOCK_SIZE, BlockHead, packed_bound};
use crate::error::{Error, ErrorKind, io_error};
use crate::kinds;
use crate::package::{EntryRef, Package};
use crate::validate::entry_path;

impl<S: ReadAt> Package<S> {
    /// Reads all entries and checks every checksum, to find out whether a package is damaged. The `progress` function
    /// will be called with the uncompressed size of each piece.
    ///
    /// This finds problems that [`validate`](Self::validate) can't see: damaged blocks, wrong checksums, and blocks
    /// that are too large for the buffers of the engine. It goes on after a damaged part. The time depends only on the
    /// file size, even if entries share data.
    ///
    /// # Errors
    /// This function will return any I/O error. It returns [`Fault::Limit`] when entries share so much data that they
    /// would decompress to more than the file could contain and more than the limits allow.
    pub fn verify(&self, mut progress: impl FnMut(u64)) -> Result<Findings, Error> {
        let work = Work::new(self);
        let mut piece = work.piece();
        let mut report = Report::default();
        for entry in self.entries() {
            report.add(entry, work.read(entry, &mut piece, &mut progress))?;
        }
        Ok(report.finish(self))
    }

    /// Does the same as [`verify`](Self::verify), but on all cores. The findings are the same and in the same order.
    ///
    /// # Errors
    /// See [`verify`](Self::verify).
    #[cfg(feature = "parallel")]
    pub fn verify_parallel(&self, progress: impl Fn(u64) + Sync) -> Result<Findings, Error>
    where
        S: Sync,
    {
        use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};
        // Results are kept for this number of entries at a time.
        const BATCH: usize = 4096;
        let work = Work::new(self);
        let mut report = Report::default();
        for first in (0..self.len()).step_by(BATCH) {
            let batch = first..self.len().min(first.saturating_add(BATCH));
            let read = |piece: &mut Vec<u8>, index: usize| {
                let entry = self.entry(index)?;
                Some((entry, work.read(entry, piece, &mut |length| progress(length))))
            };
            let results: Vec<_> = batch.into_par_iter().with_max_len(1).map_init(|| work.piece(), read).collect();
            for (entry, result) in results.into_iter().flatten() {
                report.add(entry, result)?;
            }
        }
        Ok(report.finish(self))
    }
}

/// The result of reading an entry.
struct Content {
    checksum: u32,
    /// Describes a block that is too large for the buffers of the engine, if there is one.
    oversize: Option<String>,
}

/// What the start of a block costs: this many bytes could be decompressed in the same time.
const BLOCK_COST: u64 = 128;

/// How much work is still allowed.
struct Work(AtomicU64);

impl Work {
    /// Allows at least as much as a package with this file size could contain after decompression.
    fn new<S>(package: &Package<S>) -> Self {
        let most = package.length.saturating_mul(255 + BLOCK_COST);
        Self(AtomicU64::new(package.limits.expanded_bytes().max(most)))
    }

    fn spend(&self, cost: u64) -> Result<(), Fault> {
        let spent = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost));
        spent.map(|_| ()).map_err(|_| Fault::Limit("expanded bytes"))
    }

    /// Returns memory for a single piece.
    fn piece(&self) -> Vec<u8> {
        vec![0; 2 * BLOCK_SIZE]
    }

    /// Reads the whole entry.
    fn read<S: ReadAt>(
        &self,
        entry: EntryRef<'_, S>,
        piece: &mut [u8],
        progress: &mut impl FnMut(u64),
    ) -> Result<Content, Error> {
        self.spend(BLOCK_COST).map_err(|fault| entry.error(fault))?;
        if entry.is_packed() {
            return self.read_packed(entry, piece, progress);
        }
        let run = entry.run()?;
        let (mut at, mut left, mut checksum) = (run.at(), run.left(), 0);
        while left > 0 {
            let length = left.min(piece.len() as u64);
            self.spend(length).map_err(|fault| entry.error(fault))?;
            let piece = piece.get_mut(..length as usize).unwrap_or_default();
            entry.source().read_exact_at(piece, at).map_err(io_error)?;
            checksum = sdbm(checksum, piece);
            at += length;
            left -= length;
            progress(length);
        }
        Ok(Content { checksum, oversize: None })
    }

    fn read_packed<S: ReadAt>(
        &self,
        entry: EntryRef<'_, S>,
        piece: &mut [u8],
        progress: &mut impl FnMut(u64),
    ) -> Result<Content, Error> {
        let mut run = entry.run()?;
        let (mut content, mut first) = (Content { checksum: 0, oversize: None }, None);
        while let Some(head) = run.head(entry.source()).map_err(|error| entry.within(error))? {
            self.spend(u64::from(head.unpacked) + BLOCK_COST).map_err(|fault| entry.error(fault))?;
            let piece = piece.get_mut(..usize::from(head.unpacked)).unwrap_or_default();
            run.unpack(entry.source(), head, piece).map_err(|error| entry.within(error))?;
            content.checksum = sdbm(content.checksum, piece);
            let first = *first.get_or_insert(head);
            if content.oversize.is_none() {
                content.oversize = overflow(first, head);
            }
            progress(head.unpacked.into());
        }
        Ok(content)
    }
}

/// Describes why a block is a problem for the engine, whose buffers are as large as the first block.
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

/// The findings up to now, in entry order.
struct Report {
    findings: Findings,
    /// The checksum of all entries up to now, if all of them could be read.
    whole: Option<u32>,
}

impl Default for Report {
    fn default() -> Self {
        Self { findings: Findings::new(), whole: Some(0) }
    }
}

impl Report {
    /// Adds the result for the next entry. Only an error that is not about the package ends the verification.
    fn add<S: ReadAt>(&mut self, entry: EntryRef<'_, S>, result: Result<Content, Error>) -> Result<(), Error> {
        let Content { checksum, oversize } = match result {
            Ok(content) => content,
            Err(error) if matches!(error.kind(), ErrorKind::Io(_) | ErrorKind::Data(Fault::Limit(_))) => {
                return Err(error);
            }
            Err(error) => {
                self.error(entry, &error);
                self.whole = None;
                return Ok(());
            }
        };
        self.whole = self.whole.map(|sum| sdbm_join(sum, checksum, entry.size()));
        if let Err(error) = entry.check(checksum) {
            self.error(entry, &error);
        }
        if let Some(message) = oversize {
            self.findings.add_at(kinds::ENTRY_DAMAGED, Severity::Error, entry_path(entry), message, entry.position());
        }
        Ok(())
    }

    fn error<S: ReadAt>(&mut self, entry: EntryRef<'_, S>, error: &Error) {
        let at = error.offset().unwrap_or_else(|| entry.position());
        self.findings.add_at(kinds::ENTRY_DAMAGED, Severity::Error, entry_path(entry), error.kind().to_string(), at);
    }

    fn finish<S: ReadAt>(mut self, package: &Package<S>) -> Findings {
        let stored = package.checksum();
        if let Some(computed) = self.whole.filter(|sum| *sum != stored) {
            let kind = ErrorKind::Checksum { stored, computed };
            self.findings.add_at(
                kinds::PACKAGE_DAMAGED,
                Severity::Error,
                "package",
                kind.to_string(),
                package.start() + 8,
            );
        }
        self.findings
    }
}
