//! Use this crate to identify texture files, to decode them to RGBA8, to split and merge channels, and to encode PNG.
//!
//! To find out what a file is, call [`Info::of`]. This reads the header of any kind of file, and returns its kind,
//! size, mips, faces, pixel format and colour space. It does not look at the pixels, and you do not need to enable a
//! feature. To get the pixels of any mip, face or slice, call [`decode`]. You have to pass a budget, so that a
//! malicious file is not able to use up your memory.
//!
//! | kind | pixels |
//! |---|---|
//! | png, jpg, tga, bmp, webp | all but CMYK, arithmetic coding and animations |
//! | dds (both headers), ktx, ktx2, vtf | plain, BC1 to BC7, ETC1, ETC2, PVRTC, no EAC; in ktx2 also Basis Universal and Zstandard |
//! | pvr, psd, hdr, gif | identified only |
//!
//! ```
//! use asset_image::binio::Limits;
//! use asset_image::{Channel, Info, Kind, Mip, PixelFormat, decode};
//!
//! // A dds of 4 x 4 pixels, BC1: red.
//! let mut dds = b"DDS \x7c\0\0\0".to_vec();
//! dds.extend([0x1007, 4, 4, 0, 0, 1_u32].into_iter().flat_map(u32::to_le_bytes));
//! dds.extend([0; 44]);
//! dds.extend(b"\x20\0\0\0\x04\0\0\0DXT1");
//! dds.extend([0; 40]);
//! dds.extend([0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0]);
//!
//! let info = Info::of(&dds)?;
//! assert_eq!((info.kind, info.width, info.height, info.mips), (Kind::Dds, 4, 4, 1));
//! assert_eq!(info.format, PixelFormat::Bc1);
//!
//! # #[cfg(feature = "dds")] {
//! let mut pixels = decode(&dds, Mip(0), &mut Limits::default().budget())?;
//! assert_eq!(pixels.get(3, 3), Some([255, 0, 0, 255]));
//! pixels.invert(Channel::G);
//! # #[cfg(feature = "png")] {
//! let png = pixels.to_png()?;
//! assert_eq!(Info::of(&png)?.format, PixelFormat::Rgb8);
//! # } }
//! # Ok::<(), asset_image::Error>(())
//! ```
//!
//! | To do this | use |
//! |---|---|
//! | identify a file | [`Info::of`] |
//! | keep a file, decode several surfaces, read stored bytes | [`Image::parse`], [`Image::decode`], [`Image::surface`] |
//! | split and merge channels | [`Pixels::channel`], [`Pixels::combine`], [`Pixels::swizzle`], [`Pixels::invert`] |
//! | unpack normal maps | [`Pixels::unpack_normals`], [`Pixels::flip_green`] |
//! | resize | `Pixels::resized`, `Pixels::mips` |
//! | encode for glTF or a browser | `Image::to_web`, `Pixels::to_png`, `Pixels::to_webp` |
//! | encode for an engine | `Pixels::to_dds`, [`Pixels::mips_for`], [`Pixels::limited`], `TextureOutput` |
//!
//! # Features
//! Each decoder has a feature. These are on by default: `png` (also used to write png), `jpeg`, `webp`, `tga`, `bmp`,
//! `dds` (plain and BC surfaces in any container), `etc` (ETC, PVRTC), `resize`, and `encode-dds` (BC1, BC3, BC5). To
//! decode Basis Universal and Zstandard in ktx2, enable `basis`. To write BC7, enable `bc7`. To get `Image::summary`,
//! enable `serde`. You will not need a C compiler for any of them.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod channel;
mod decode;
#[cfg(feature = "encode-dds")]
mod encode;
mod error;
mod headers;
mod image;
mod info;
mod kind;
pub mod kinds;
mod mips;
mod normals;
#[cfg(all(feature = "encode-dds", feature = "png"))]
mod output;
mod pixel_format;
mod pixels;
mod read;
#[cfg(feature = "serde")]
mod summary;
mod validate;
#[cfg(feature = "png")]
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use binio::{self, Budget, Findings, Limits};
pub use channel::{Channel, Plane, Source};
pub use decode::decode;
#[cfg(feature = "encode-dds")]
pub use encode::DdsOptions;
pub use error::{Error, ErrorKind};
pub use image::Image;
pub use info::{ColorSpace, Info, Mip, NormalPacking, Surface};
pub use kind::Kind;
pub use mips::TextureUse;
#[cfg(all(feature = "encode-dds", feature = "png"))]
pub use output::{TextureFiles, TextureOutput};
pub use pixel_format::{FormatCode, PixelFormat, Sample};
pub use pixels::Pixels;
#[cfg(feature = "serde")]
pub use summary::{MipSummary, Summary};
