//! Laws of every format crate, as functions for property tests, hostile tests and fuzz targets.
//!
//! A law panics if it is violated. `Format` is implemented once per format, in `fuzzkit`.

use std::fmt::{Debug, Display};

use binio::{Error, Findings};

use crate::count::count;
use crate::diff::assert_bytes;
use crate::hostile::with_small_stack;
use crate::meter::{Meter, peak_of};
use crate::reluctant::Reluctant;

/// A format crate, for the laws.
pub trait Format {
    /// The document.
    type Document<'a>: Clone + Debug + PartialEq;
    /// Error type.
    type Kind: Debug + Display;

    /// Maximum peak heap of `parse`: this factor times the input, plus 64 KiB.
    const HEAP_FACTOR: usize = 16;

    /// Reads a document.
    ///
    /// # Errors
    /// The crate's error.
    fn parse(bytes: &[u8]) -> Result<Self::Document<'_>, Error<Self::Kind>>;

    /// Returns an owned copy of a document.
    fn into_owned(document: Self::Document<'_>) -> Self::Document<'static>;

    /// Rebuilds a document from its public fields, so that no hidden data is copied.
    fn rebuild(document: Self::Document<'static>) -> Self::Document<'static>;

    /// Writes a document.
    ///
    /// # Errors
    /// The crate's error.
    fn to_bytes(document: &Self::Document<'_>) -> Result<Vec<u8>, Error<Self::Kind>>;

    /// Returns the encoded length.
    ///
    /// # Errors
    /// The crate's error.
    fn encoded_len(document: &Self::Document<'_>) -> Result<u64, Error<Self::Kind>>;

    /// Writes a document to a writer.
    ///
    /// # Errors
    /// The crate's error.
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

/// Law 1: accepted bytes round-trip, from the public fields alone. Rejected bytes pass.
///
/// # Panics
/// If they don't.
pub fn lossless<F: Format>(bytes: &[u8]) {
    let mut input = bytes.to_vec();
    let Ok(document) = F::parse(&input) else { return };
    count::<F::Document<'static>>("lossless");
    let document = F::into_owned(document);
    input.fill(0xa5);
    let document = F::rebuild(document);
    assert_encodes::<F>(&document, bytes);
}

/// Law 2: an encoded document reads back as the same document. Documents that can't be encoded pass, if all ways of writing fail.
///
/// # Panics
/// If it doesn't.
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

/// Checks that all ways of writing give `expected`.
#[track_caller]
fn assert_encodes<F: Format>(document: &F::Document<'_>, expected: &[u8]) {
    let bytes = F::to_bytes(document).unwrap_or_else(|error| panic!("was read, but can't be written: {error}"));
    assert_bytes(&bytes, expected);
    assert_eq!(F::encoded_len(document).ok(), Some(expected.len() as u64), "encoded_len");
    let mut out = Vec::new();
    F::write_to(document, &mut out).unwrap_or_else(|error| panic!("write_to: {error}"));
    assert_bytes(&out, expected);
}

/// Law 3: no input panics, overflows, hangs or needs more stack than any host has, in any operation on the document.
///
/// # Panics
/// If it does.
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

/// Law 4: reading takes heap proportional to the input, with any declared sizes.
///
/// # Panics
/// If it takes more.
pub fn frugal<F: Format>(heap: &Meter, bytes: &[u8]) {
    count::<F::Document<'static>>("frugal");
    let most = F::HEAP_FACTOR * bytes.len() + 64 * 1024;
    let peak = peak_of(heap, || F::parse(bytes));
    assert!(peak <= most, "{peak} bytes of heap for {} bytes of input, {most} are allowed", bytes.len());
}

/// Law 5: bulk data is borrowed, not copied.
///
/// # Panics
/// If it is copied.
pub fn zero_copy<F: Format>(bytes: &[u8]) {
    let Ok(document) = F::parse(bytes) else { return };
    count::<F::Document<'static>>("zero-copy");
    for block in F::blocks(&document).into_iter().filter(|block| !block.is_empty()) {
        let (input, block) = (bytes.as_ptr_range(), block.as_ptr_range());
        assert!(input.start <= block.start && block.end <= input.end, "a block isn't borrowed from the input");
    }
}

/// Law 6: an error has a byte offset within the file, and is one word wide.
///
/// # Panics
/// If it doesn't.
pub fn located<F: Format>(bytes: &[u8]) {
    assert_eq!(size_of::<Error<F::Kind>>(), size_of::<usize>(), "an error is one word wide");
    let Err(error) = F::parse(bytes) else { return };
    count::<F::Document<'static>>("located");
    let offset = error.offset().unwrap_or_else(|| panic!("{error}: at which byte?"));
    assert!(offset <= bytes.len() as u64, "{error}: beyond the {} bytes of the file", bytes.len());
}

/// Checks that the output is complete with writers that accept few bytes at a time or are interrupted, and that a failing writer is an error
/// after a prefix of the right bytes. Documents that can't be encoded pass.
///
/// # Panics
/// If it isn't.
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

/// Checks all laws for bytes; the body of a fuzz target.
///
/// # Panics
/// If one of them is violated.
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
