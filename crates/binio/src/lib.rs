//! Reads and writes binary formats: nom parsers with file offsets, located errors, checked writing, limits. The base crate of
//! `engine-assets`.
//!
//! | items | purpose |
//! |---|---|
//! | [`Input`], [`parse`] and the parsers | reading with [nom]; every failure has a file offset and a part name |
//! | [`cond`], [`opt`], [`map`], [`verify`], [`alt`] | nom's combinators, re-exported: fields that are conditional or optional |
//! | [`Reader`] | reading nested lists whose counts can't claim the same bytes twice |
//! | [`Writer`], [`Encode`] | writing; a first pass checks everything, so that an error never leaves partial output |
//! | [`Name`], [`Bytes`] | names and blocks borrowed from a file |
//! | [`Strided`] | typed views into interleaved data, alignment 1 and little-endian on every host |
//! | [`Error`], [`Path`], [`Finding`] | errors and findings, with their place |
//! | [`Limits`], [`Budget`] | the most a file may cost in nesting and expanded bytes |
//! | [`kinds!`] | finding kinds of a crate: name and texts of each in one place |
//! | [`options!`] | structs of options: documentation, default value and setter of each in one place |
//! | [`into_owned!`], [`eq_by_bits!`] | methods of documents that borrow from a file: owned copies, and equality of floats that may be NaN |
//! | [`writers!`] | methods that write a document |
//! | [`ReadAt`] | positioned reads from files that aren't read whole |
//! | `lz4_decompress`, `lz4_compress` | LZ4 blocks (feature `lz4`) |
//!
//! A format crate writes its parsers as `fn(Input<'a>) -> Parsed<'a, T, ErrorKind>` and passes the outermost one to [`parse`].
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
//! `std` (default): [`ReadAt`], `write_to`. `serde`: values of summaries. `lz4`: LZ4 blocks in safe Rust. `hc`: the C library,
//! with smaller output (LZ4-HC) and faster decompression.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
/// For [`writers!`], whose callers may not link `std` themselves.
#[cfg(feature = "std")]
#[doc(hidden)]
pub extern crate std;

mod bits;
mod cause;
mod error;
mod escaped;
mod failure;
mod findings;
mod input;
mod kinds;
mod limits;
mod locate;
#[cfg(feature = "lz4")]
mod lz4;
mod name;
mod options;
mod owned;
mod path;
mod read;
#[cfg(feature = "std")]
mod read_at;
mod reader;
#[cfg(feature = "serde")]
pub mod summary;
mod view;
mod write;

pub use bits::{SameBits, same_bits};
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
pub use owned::{Borrowed, IntoOwned};
pub use path::{Path, Segment};
pub use read::*;
#[cfg(feature = "std")]
pub use read_at::ReadAt;
pub use reader::Reader;
pub use view::Strided;
#[cfg(feature = "std")]
pub use write::write_to;
pub use write::{Counter, Encode, Sink, Writer, Written, encoded_len, to_bytes};
pub use zerocopy;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
