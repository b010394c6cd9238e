//! Reads, validates, lists, disassembles and writes compiled AngelScript of Urho3D and U3D (`.asc`), byte for byte, without the
//! engine.
//!
//! [`Script::parse`] detects which of four AngelScript versions wrote a file, and borrows names, texts and bytecode from it.
//! [`Module::declarations`] lists the declarations of the script, [`Module::disassembly`] the code of a function with its
//! references, [`Script::validate`] the parts that the engine would reject or fail on. [`Script::to_bytes`] returns the same
//! bytes; a stream of unknown layout is kept unmodified.
//!
//! Nothing is executed here. In the engine, loading a script *executes* it: initialisers of global variables run immediately.
//!
//! ```
//! use urho_asc::{FunctionId, Layout, Script};
//!
//! // `void Start() {}`, as the compiler of Urho3D writes it.
//! let bytes = b"ASBC\x01\0\0\0\0\0\x01f\x0aStart\0\x40\x50\0\0\x01\0\0\0\x01\x0a\0\0\0\x01r\0\0\0\0\0\0\0\0";
//!
//! let script = Script::parse(bytes)?;
//! let module = script.module().expect("a known layout");
//! assert_eq!(module.layout, Layout::As2_36);
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
//! A [`Module`] is plain data. Types and functions are numbered in the order of their first references in the stream; after an
//! edit that adds or removes references, [`Module::renumber`] restores that order. Texts need no renumbering.
//!
//! # Features
//! `std` (default): `Script::write_to`. `serde`: `Script::summary`. Without `std` the crate only needs `alloc`.

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

/// The example of the README is a test.
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
pub use stream::Layout;
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use text::Spelling;
pub use types::{
    ChildFuncdef, DataType, QualifiedName, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo, TypeModifiers,
};
