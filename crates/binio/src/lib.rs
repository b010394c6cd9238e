//! Use this crate to write a parser for a binary format. It has nom parsers with file offsets, errors with a location,
//! checked writing, and limits. It is the base crate of `engine-assets`.
//!
//! | to do this | use |
//! |---|---|
//! | parse bytes using [nom]; every failure has a file offset and the name of the part | [`Input`], [`parse`] and the parsers |
//! | parse fields that are conditional or optional | [`cond`], [`opt`], [`map`], [`verify`], [`alt`], which are nom's own parsers |
//! | parse nested lists, so that their counts can't claim the same bytes twice | [`Reader`] |
//! | write; a first pass checks everything, so that an error never leaves partial output | [`Writer`], [`Encode`] |
//! | store names and blocks that are borrowed from a file | [`Name`], [`Bytes`] |
//! | look at interleaved data using types with alignment 1, which are little-endian on every host | [`Strided`] |
//! | report errors and findings with their location | [`Error`], [`Path`], [`Finding`] |
//! | limit the nesting and the expanded size of a file | [`Limits`], [`Budget`] |
//! | declare options with their documentation, default value and setter in one place | [`options!`] |
//! | read parts of a file at any offset | [`ReadAt`] |
//! | compress LZ4 blocks (feature `lz4`) | `lz4_decompress`, `lz4_compress` |
//!
//! To support a format, write its parsers as `fn(Input<'a>) -> Parsed<'a, T, ErrorKind>`, and pass the outermost of
//! them to [`parse`].
//!
//! ```
//! use binio::{Fault, Input, Parsed, Within, cstring, parse, u32_le};
//!
//! fn track(input: Input<'_>) -> Parsed<'_, (binio::Name<'_>, u32), Fault> {
//!     let (input, name) = cstring(input).within("name")?;
//!     let (input, keys) = u32_le(input).within("key count")?;
//!     Ok((input, (name, keys)))
//! }
//!
//! let (name, keys) = parse(Input::new(b"Bip01\0\x02\0\0\0"), track)?;
//! assert!(name == "Bip01" && keys == 2);
//!
//! let error = parse(Input::new(b"Bip01\0\x02"), track).unwrap_err();
//! assert_eq!(error.to_string(), "key count: expected 4 bytes, found 1 (at byte 0x6)");
//! # Ok::<(), binio::Error<Fault>>(())
//! ```
//!
//! # Features
//! * `std` (default): adds [`ReadAt`] and `write_to`.
//! * `serde`: adds the values of summaries.
//! * `lz4`: adds LZ4 blocks in safe Rust.
//! * `hc`: uses the C library, which has smaller output (LZ4-HC) and is faster to decompress.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cause;
mod error;
mod escaped;
mod failure;
mod findings;
mod input;
mod limits;
mod locate;
#[cfg(feature = "lz4")]
mod lz4;
mod name;
mod options;
mod path;
mod read;
#[cfg(feature = "std")]
mod read_at;
mod reader;
#[cfg(feature = "serde")]
pub mod summary;
mod view;
mod write;

pub use cause::{Cause, HasCause};
pub use error::Error;
pub use escaped::{Escaped, misleads};
pub use failure::{Failed, Failure, Fault, Within};
pub use findings::{Finding, FindingKind, Findings, Severity};
pub use input::{Input, Parsed};
pub use limits::{Budget, Limits, MAX_DEPTH};
pub use locate::locate;
#[cfg(feature = "lz4")]
pub use lz4::*;
#[cfg(feature = "std")]
pub use name::shown_path;
pub use name::{Bytes, Name};
pub use nom;
pub use nom::Parser;
pub use nom::branch::alt;
pub use nom::combinator::{cond, map, opt, verify};
pub use path::{Path, Segment};
pub use read::*;
#[cfg(feature = "std")]
pub use read_at::ReadAt;
pub use reader::Reader;
pub use view::{Strided, same_bits};
#[cfg(feature = "std")]
pub use write::write_to;
pub use write::{Counter, Encode, Sink, Writer, Written, encoded_len, to_bytes};
pub use zerocopy;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
