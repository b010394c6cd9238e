//! Read, validate, list, disassemble and write the compiled AngelScript files of Urho3D and U3D (`.asc`). You do not
//! need the engine, and a script that you do not change is written byte for byte as it was.
//!
//! - [`Script::parse`] detects which of four AngelScript versions wrote a file. It borrows names, strings and bytecode
//!   from the bytes.
//! - [`Module::declarations`] lists what the script declares, and [`Module::disassembly`] shows the code of a function
//!   and what it refers to.
//! - [`Script::validate`] reports what the engine would reject, and what would fail when it runs.
//! - [`Script::to_bytes`] writes the script. If its version is unknown, the stream is kept as it is.
//!
//! This crate never executes anything. Note that the engine does: as soon as it loads a script, it runs the
//! initialisers of global variables.
//!
//! ```
//! use urho_asc::{FunctionId, Version, Script};
//!
//! // `void Start() {}`, as the compiler of Urho3D writes it.
//! let bytes = b"ASBC\x01\0\0\0\0\0\x01f\x0aStart\0\x40\x50\0\0\x01\0\0\0\x01\x0a\0\0\0\x01r\0\0\0\0\0\0\0\0";
//!
//! let script = Script::parse(bytes)?;
//! let module = script.module().expect("a known version");
//! assert_eq!(module.version, Version::As2_36);
//! assert!(module.declarations().to_string().ends_with("void Start();\n"));
//! let start = module.find_functions("Start").next().expect("there is one");
//! assert_eq!(module.disassembly(start).to_string(), "void Start()\n     0  RET          0\n");
//! for finding in &script.validate() {
//!     println!("{finding}");
//! }
//! assert_eq!(script.to_bytes()?, bytes);
//! # assert_eq!(start, FunctionId(0));
//! # Ok::<(), urho_asc::Error>(())
//! ```
//!
//! # Editing scripts
//! A [`Module`] is plain data that you can change. Types and functions must be in the order in which the stream first
//! refers to them. If you add or remove such a reference, call [`Module::renumber`] to restore this order. For strings
//! this is not needed.
//!
//! # Untrusted scripts
//! You can use this crate to look at a script before you load it into the engine. Be careful with the result: a listing
//! shows what is in the file, but it can't prove that the script is safe. If [`Script::validate`] returns an error, the
//! engine will reject the script or may crash.
//!
//! This crate does not compile or decompile scripts. If no version fits, for example because the file was written by
//! another version, you will only get the strings that it probably contains; see [`Opaque::strings`].
//!
//! # Features
//! `std` (default) adds `Script::write_to`, and `serde` adds `Script::summary`. Without `std`, the crate only needs
//! `alloc`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytecode;
mod caps;
mod declarations;
mod disassembly;
mod edit;
mod error;
mod function;
mod integer;
pub mod kinds;
mod module;
mod opcode;
mod opcode_table;
mod operand;
mod owned;
mod plausible;
mod read;
mod references;
mod renumber;
mod script;
mod stream;
#[cfg(feature = "serde")]
pub mod summary;
mod text;
mod token_table;
mod types;
mod validate;
mod write;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

pub use binio::{self, Bytes, Findings, Name};
pub use bytecode::{Instruction, Instructions};
pub use error::{Error, ErrorKind};
pub use function::{
    Body, Code, CodeTraits, DELEGATE_FACTORY, DebugInfo, DeclaredFunction, Function, FunctionId, FunctionKind,
    FunctionRef, ObjectLife, ObjectVariable, Objects, Passing, Place, Scope, ScriptBody, SectionStart, Signature,
    Traits, TryBlock, Variable,
};
pub use module::{
    Class, ClassBody, Constructor, Enum, Global, Implemented, Import, Module, Origin, Property, TypeFlags, TypeHead,
    Typedef, UsedFunction, UsedGlobal, UsedProperty,
};
pub use opcode::Opcode;
pub use operand::Operand;
pub use read::ReadOptions;
pub use references::Reference;
pub use script::{Opaque, Script};
pub use stream::Version;
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::Spelling;
pub use types::{
    ChildFuncdef, DataType, QualifiedName, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo, TypeModifiers,
};
