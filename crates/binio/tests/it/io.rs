//! Files: positioned reads and complete writes.

#![cfg(feature = "std")]

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use binio::{Counter, Encode, Fault, ReadAt, Sink, Within, Writer, Written, encoded_len, to_bytes, write_to};

const BYTES: &[u8] = b"0123456789";

/// The same bytes from each kind of source.
fn reads(source: &(impl ReadAt + ?Sized)) {
    assert_eq!((source.len().unwrap(), source.is_empty().unwrap()), (10, false));
    let mut three = [0; 3];
    for (offset, expected) in [(7, b"789"), (0, b"012"), (3, b"345")] {
        source.read_exact_at(&mut three, offset).unwrap();
        assert_eq!(&three, expected);
    }
    source.read_exact_at(&mut [0; 10], 0).unwrap();
    source.read_exact_at(&mut [], 10).unwrap();
    source.read_exact_at(&mut [], 11).unwrap();
    for (length, offset) in [(1, 10), (3, 8), (11, 0), (1, 1 << 40)] {
        let error = source.read_exact_at(&mut vec![0; length], offset).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{length} bytes at {offset}");
    }
    // Earlier reads make no difference.
    source.read_exact_at(&mut three, 1).unwrap();
    assert_eq!(&three, b"123");
}

fn file(name: &str, bytes: &[u8]) -> (File, std::path::PathBuf) {
    let path = std::env::temp_dir().join(format!("binio-{name}-{}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    (File::open(&path).unwrap(), path)
}

#[test]
fn every_source_reads_the_same() {
    reads(BYTES);
    reads(&BYTES);
    reads(&BYTES.to_vec());
    reads(&Arc::new(BYTES.to_vec()));
    reads(&Mutex::new(Cursor::new(BYTES)));
    let (source, path) = file("reads", BYTES);
    reads(&source);
    reads(&Mutex::new(source));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn nothing_is_empty() {
    let empty: &[u8] = &[];
    assert!(ReadAt::is_empty(empty).unwrap());
    assert!(Mutex::new(Cursor::new(empty)).is_empty().unwrap());
    assert!(BYTES.read_exact_at(&mut [0], u64::MAX).is_err_and(|error| error.kind() == ErrorKind::UnexpectedEof));
}

#[test]
fn several_threads_read_at_once() {
    let (source, path) = file("threads", BYTES);
    let shared = Arc::new(Mutex::new(Cursor::new(BYTES)));
    std::thread::scope(|scope| {
        for offset in 0..8_u8 {
            let (source, shared) = (&source, &shared);
            scope.spawn(move || {
                for _ in 0..100 {
                    for bytes in [source as &(dyn ReadAt + Sync), &**shared] {
                        let mut two = [0; 2];
                        bytes.read_exact_at(&mut two, u64::from(offset)).unwrap();
                        assert_eq!(two, [b'0' + offset, b'1' + offset]);
                    }
                }
            });
        }
    });
    std::fs::remove_file(path).unwrap();
}

/// A mutex of a panicked thread still has its reader.
#[test]
fn a_poisoned_lock_reads_on() {
    let source = Mutex::new(Cursor::new(BYTES));
    let died = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _held = source.lock();
            std::panic::resume_unwind(Box::new(()));
        });
        thread.join().is_err()
    });
    assert!(died && source.is_poisoned());
    reads(&source);
}

/// A document: a name, a large block, and a name again.
struct Document {
    name: &'static [u8],
    block: Vec<u8>,
    last: &'static [u8],
}

impl Encode for Document {
    type Kind = Fault;
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Fault> {
        out.cstring(self.name).within("name")?;
        out.bytes(&self.block);
        out.cstring(self.last).within("last")
    }
}

fn document(last: &'static [u8]) -> Document {
    Document { name: b"first", block: vec![7; 100_000], last }
}

/// Accepts a number of bytes, then fails once, then would accept more.
struct Failing {
    taken: Vec<u8>,
    most: usize,
    failures: usize,
    flushed: bool,
    after: usize,
}

impl Failing {
    fn new(most: usize) -> Self {
        Self { taken: vec![], most, failures: 0, flushed: false, after: 0 }
    }
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failures > 0 {
            self.after += bytes.len();
            return Ok(bytes.len());
        }
        let room = (self.most - self.taken.len()).min(bytes.len());
        if room == 0 {
            self.failures += 1;
            return Err(io::Error::new(ErrorKind::StorageFull, "full"));
        }
        self.taken.extend(&bytes[..room]);
        Ok(room)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = true;
        Ok(())
    }
}

#[test]
fn all_ways_of_writing_agree() {
    let document = document(b"last");
    let bytes = to_bytes(&document).unwrap();
    assert_eq!((bytes.len(), encoded_len(&document)), (100_011, Ok(100_011)));
    assert_eq!(bytes.capacity(), bytes.len(), "reserved at once");
    let mut out = Failing::new(usize::MAX);
    write_to(&document, &mut out).unwrap();
    assert!(out.taken == bytes && out.flushed);
    let mut counter = Writer::new(Counter);
    document.encode(&mut counter).unwrap();
    assert_eq!(counter.position(), 100_011);
}

#[test]
fn nothing_is_written_of_what_cannot_be_encoded() {
    let document = document(b"la\0st");
    let error = to_bytes(&document).unwrap_err();
    assert_eq!(error.to_string(), "last: expected a name without NUL, found one inside (at byte 0x186a6)");
    assert_eq!(encoded_len(&document).unwrap_err(), error);
    let mut out = Failing::new(usize::MAX);
    let told = write_to(&document, &mut out).unwrap_err();
    assert_eq!((told.kind(), told.to_string()), (ErrorKind::InvalidData, error.to_string()));
    assert!(out.taken.is_empty() && !out.flushed);
}

/// The writer's error is returned, and the writer isn't called again.
#[test]
fn a_writer_that_fails_is_left_alone() {
    let document = document(b"last");
    let bytes = to_bytes(&document).unwrap();
    for most in [0, 1, 5, 6, 7, 50_000, 100_005, 100_006, 100_010] {
        let mut out = Failing::new(most);
        let error = write_to(&document, &mut out).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::StorageFull, "full"), "after {most} bytes");
        assert_eq!((out.taken.as_slice(), out.failures, out.after), (&bytes[..most], 1, 0), "after {most} bytes");
    }
    let mut out = Failing::new(bytes.len());
    write_to(&document, &mut out).unwrap();
    assert!(out.taken == bytes && out.failures == 0);
}
