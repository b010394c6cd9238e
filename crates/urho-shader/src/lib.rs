//! Read, validate, build and write the compiled shader caches of Urho3D, U3D and rbfx (`.vs2 .ps2 .vs3 .ps3 .vs4 .ps4
//! .gs4 .hs5 .ds5 .cs5`). A cache that you do not change is written byte for byte as it was. You can also look into
//! parts of the bytecode.
//!
//! Use [`Shader::parse`] to read a file of any [`Version`]. The version is detected by the shader model in the file,
//! and by the layout that ends exactly where the file ends. Names and bytecode are borrowed from the bytes.
//! [`Shader::validate`] reports invalid values, and [`Shader::to_bytes`] writes the cache again.
//!
//! ```
//! use urho_shader::{Body, Bytecode, Shader, Stage};
//!
//! // A pixel shader of Direct3D 9 that multiplies nothing: mov oC0, c0.
//! let mut bytes = b"USHD\x01\0\x03\0\x01\0\0\0MatDiffColor\0\0\x01\0\0\0\0\x14\0\0\0".to_vec();
//! for word in [0xFFFF_0300_u32, 0x0200_0001, 0x800F_0800, 0xA0E4_0000, 0x0000_FFFF] {
//!     bytes.extend(word.to_le_bytes());
//! }
//!
//! let shader = Shader::parse(&bytes)?;
//! assert_eq!((shader.stage, shader.model, shader.extension()), (Stage::PIXEL, 3, Some("ps3")));
//! let Body::D3d9(body) = &shader.body else { panic!("another version") };
//! assert_eq!(body.parameters[0].name, "MatDiffColor");
//! let Bytecode::Tokens(tokens) = Bytecode::parse(&body.bytecode)? else { panic!("no tokens") };
//! assert_eq!((tokens.program.to_string().as_str(), tokens.instructions), ("ps_3_0", 1));
//! assert!(shader.validate().is_empty());
//! assert_eq!(shader.to_bytes()?, bytes);
//! # Ok::<(), urho_shader::Error>(())
//! ```
//!
//! # Errors and findings
//! [`Shader::parse`] only returns an error if the structure of a file is not valid. It does not look at the bytecode.
//! Use [`Bytecode::parse`] to see what is in it, or [`Shader::validate`] to check whether it fits the parameters in the
//! file.
//!
//! To find the file that the engine will load for a shader, use [`cache_file_name`]. To know what another file is, pass
//! its first bytes to [`detect()`]. This crate does not compile or disassemble shaders.
//!
//! # Features
//! `std` (default) adds `Shader::write_to`, and `serde` adds `Shader::summary`. Without `std`, the crate only needs
//! `alloc`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytecode;
mod checksum;
mod chunk;
mod detect;
mod dxbc;
mod edit;
mod elements;
mod error;
pub mod kinds;
mod name;
mod read;
mod records;
mod shader;
mod signature;
mod stage;
#[cfg(feature = "serde")]
mod summary;
mod tokens;
mod unit;
mod validate;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

pub use binio::{self, Bytes, Findings, Name};
pub use bytecode::Bytecode;
pub use chunk::Chunk;
pub use detect::{LookAlike, RbfxTarget, ShaderFile, detect};
pub use dxbc::{Dxbc, dxbc_hash_of};
pub use elements::{ElementsReading, VertexElements};
pub use error::{Error, ErrorKind};
pub use name::{cache_file_name, normalize_defines, variation_file_name};
pub use read::{ReadOptions, versions_of};
pub use shader::{
    Body, BufferParameter, Constant, D3d9, D3d11, Shader, SharedConstant, Variation, Variations, Version,
};
pub use signature::{Signature, SignatureElement};
pub use stage::{Program, Stage};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use tokens::{Comment, Declaration, RegisterKind, TokenStream, without_constant_table};
pub use unit::TextureUnit;
pub use urho_core::{self, HashAlgorithm};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
