//! The laws that every format crate must obey. Use them as functions in property tests, in hostile tests and in fuzz
//! targets.
//!
//! A function will panic if its law is violated. To apply the laws to a format, implement [`Format`] for it, as
//! `fuzzkit` does.

use std::fmt::{Debug, Display};

use binio::{Error, Findings};

use crate::count::count;
use crate::diff::assert_bytes;
use crate::hostile::with_small_stack;
use crate::meter::{Meter, peak_of};
use crate::reluctant::Reluctant;

/// Implement this for a format crate to apply the laws to it.
pub trait Format {
    /// The document.
    type Document<'a>: Clone + Debug + PartialEq;
    /// The error kind.
    type Kind: Debug + Display;

    /// How much heap `parse` may use at its peak. To get the limit, the size of the input is multiplied by this factor,
    /// and 64 KiB is added.
    const HEAP_FACTOR: usize = 16;

    /// Reads a document.
    ///
    /// # Errors
    /// Returns the error from the crate.
    fn parse(bytes: &[u8]) -> Result<Self::Document<'_>, Error<Self::Kind>>;

    /// Returns an owned copy of a document.
    fn into_owned(document: Self::Document<'_>) -> Self::Document<'static>;

    /// Creates the same document from its public fields, so that no hidden data is copied.
    fn rebuild(document: Self::Document<'static>) -> Self::Document<'static>;

    /// Writes a document to bytes.
    ///
    /// # Errors
    /// Returns the error from the crate.
    fn to_bytes(document: &Self::Document<'_>) -> Result<Vec<u8>, Error<Self::Kind>>;

    /// Returns how many bytes would be written.
    ///
    /// # Errors
    /// Returns the error from the crate.
    fn encoded_len(document: &Self::Document<'_>) -> Result<u64, Error<Self::Kind>>;

    /// Writes a document to a writer.
    ///
    /// # Errors
    /// Returns the error from the crate.
    fn write_to(document: &Self::Document<'_>, out: &mut dyn std::io::Write) -> std::io::Result<()>;

    /// Checks a document.
    fn validate(document: &Self::Document<'_>) -> Findings;

    /// Returns the blocks of a document that must be borrowed.
    fn blocks<'d>(document: &'d Self::Document<'_>) -> Vec<&'d [u8]>;
}

/// Declares the items of a [`Format`] that only call the document's own method of the same name: its types, `into_owned`, `to_bytes`, `encoded_len`,
/// `write_to` and, with `, validate`, `validate`.
#[macro_export]
macro_rules! contract {
    ($document:ident, $kind:ty, validate) => {
        $crate::contract!($document, $kind);

        fn validate(document: &$document<'_>) -> binio::Findings {
            document.validate()
        }
    };
    ($document:ident, $kind:ty) => {
        type Document<'a> = $document<'a>;
        type Kind = $kind;

        fn into_owned(document: $document<'_>) -> $document<'static> {
            document.into_owned()
        }

        fn to_bytes(document: &$document<'_>) -> Result<Vec<u8>, binio::Error<$kind>> {
            document.to_bytes()
        }

        fn encoded_len(document: &$document<'_>) -> Result<u64, binio::Error<$kind>> {
            document.encoded_len()
        }

        fn write_to(document: &$document<'_>, out: &mut dyn std::io::Write) -> std::io::Result<()> {
            document.write_to(out)
        }
    };
}

/// Checks law 1: if the reader accepts these bytes, the writer must return the same bytes, given only the public
/// fields. If the reader rejects them, the check will pass.
///
/// # Panics
/// Panics if the law is violated.
pub fn lossless<F: Format>(bytes: &[u8]) {
    let mut input = bytes.to_vec();
    let Ok(document) = F::parse(&input) else { return };
    count::<F::Document<'static>>("lossless");
    let document = F::into_owned(document);
    input.fill(0xa5);
    let document = F::rebuild(document);
    assert_encodes::<F>(&document, bytes);
}

/// Checks law 2: if a document can be encoded, it must be the same after it is read back. Documents that can't be
/// encoded pass, but then all ways to write them must fail.
///
/// # Panics
/// Panics if the law is violated.
pub fn inverse<F: Format>(document: &F::Document<'static>) {
    count::<F::Document<'static>>("inverse");
    match F::to_bytes(document) {
        Ok(bytes) => {
            assert_encodes::<F>(document, &bytes);
            let read = F::parse(&bytes).unwrap_or_else(|error| panic!("{document:?}\ndoesn't read back: {error}"));
            let read = F::into_owned(read);
            assert!(read == *document, "{document:?}\nreads back as\n{read:?}");
        }
        Err(error) => {
            assert!(F::encoded_len(document).is_err(), "has a length, but no bytes: {error}");
            let mut out = Vec::new();
            assert!(F::write_to(document, &mut out).is_err(), "can be written, but not to memory: {error}");
            assert!(out.is_empty(), "{} bytes were written before the error: {error}", out.len());
        }
    }
}

/// Checks that all ways to write a document return `expected`.
#[track_caller]
fn assert_encodes<F: Format>(document: &F::Document<'_>, expected: &[u8]) {
    let bytes = F::to_bytes(document).unwrap_or_else(|error| panic!("was read, but can't be written: {error}"));
    assert_bytes(&bytes, expected);
    assert_eq!(F::encoded_len(document).ok(), Some(expected.len() as u64), "encoded_len");
    let mut out = Vec::new();
    F::write_to(document, &mut out).unwrap_or_else(|error| panic!("write_to: {error}"));
    assert_bytes(&out, expected);
}

/// Checks law 3: whatever the input is, no operation on the document may panic, overflow, hang, or use more stack than
/// a host has.
///
/// # Panics
/// Panics if the law is violated.
pub fn total<F: Format>(bytes: &[u8]) {
    count::<F::Document<'static>>("total");
    with_small_stack(|| {
        let Ok(document) = F::parse(bytes) else { return };
        let copy = document.clone();
        assert!(copy == document, "a document doesn't equal its clone");
        let _ = format!("{document:?}");
        for finding in F::validate(&document) {
            assert!(!finding.message.is_empty(), "a finding says nothing");
        }
    });
}

/// Checks law 4: when a document is read, the heap must be proportional to the input, even if the input declares large
/// sizes.
///
/// # Panics
/// Panics if the law is violated.
pub fn frugal<F: Format>(heap: &Meter, bytes: &[u8]) {
    count::<F::Document<'static>>("frugal");
    let most = F::HEAP_FACTOR * bytes.len() + 64 * 1024;
    let peak = peak_of(heap, || F::parse(bytes));
    assert!(peak <= most, "{peak} bytes of heap for {} bytes of input, {most} are allowed", bytes.len());
}

/// Checks law 5: bulk data must be borrowed, and not copied.
///
/// # Panics
/// Panics if the law is violated.
pub fn zero_copy<F: Format>(bytes: &[u8]) {
    let Ok(document) = F::parse(bytes) else { return };
    count::<F::Document<'static>>("zero-copy");
    for block in F::blocks(&document).into_iter().filter(|block| !block.is_empty()) {
        let (input, block) = (bytes.as_ptr_range(), block.as_ptr_range());
        assert!(input.start <= block.start && block.end <= input.end, "a block isn't borrowed from the input");
    }
}

/// Checks law 6: an error must have a byte offset in the file, and fit in a word.
///
/// # Panics
/// Panics if the law is violated.
pub fn located<F: Format>(bytes: &[u8]) {
    assert_eq!(size_of::<Error<F::Kind>>(), size_of::<usize>(), "an error is one word wide");
    let Err(error) = F::parse(bytes) else { return };
    count::<F::Document<'static>>("located");
    let offset = error.offset().unwrap_or_else(|| panic!("{error}: at which byte?"));
    assert!(offset <= bytes.len() as u64, "{error}: beyond the {} bytes of the file", bytes.len());
}

/// Checks that the output is complete even if a writer only accepts a few bytes at a time or is interrupted. If the
/// writer fails, this must be an error, and the bytes up to there must be correct. Documents that can't be encoded
/// pass.
///
/// # Panics
/// Panics if this is not true.
pub fn written<F: Format>(document: &F::Document<'_>) {
    let Ok(expected) = F::to_bytes(document) else { return };
    count::<F::Document<'static>>("written");
    let mut slow = Reluctant::new(usize::MAX);
    F::write_to(document, &mut slow).unwrap_or_else(|error| panic!("a writer that takes little at a time: {error}"));
    assert_bytes(&slow.taken, &expected);
    for room in [0, 1, expected.len() / 2, expected.len().saturating_sub(1)] {
        let mut full = Reluctant::new(room);
        let result = F::write_to(document, &mut full);
        assert_eq!(result.is_ok(), expected.len() <= room, "{} bytes where {room} have room", expected.len());
        assert_bytes(&full.taken, &expected[..room.min(expected.len())]);
    }
}

/// Checks all laws for the given bytes. Use this function as the body of a fuzz target.
///
/// # Panics
/// Panics if a law is violated.
pub fn all<F: Format>(bytes: &[u8]) {
    lossless::<F>(bytes);
    total::<F>(bytes);
    zero_copy::<F>(bytes);
    located::<F>(bytes);
    if let Ok(document) = F::parse(bytes) {
        written::<F>(&document);
        inverse::<F>(&F::into_owned(document));
    }
}
