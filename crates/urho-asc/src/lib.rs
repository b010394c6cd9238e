//! Compiled AngelScript of Urho3D and U3D (`.asc`): read, check, list, disassemble and write it, byte for byte, without the
//! engine.
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytecode;
mod declarations;
mod disassembly;
mod edit;
mod error;
mod function;
mod integer;
mod layout;
mod module;
mod opcode;
mod opcode_table;
mod owned;
mod plausible;
mod read;
mod references;
mod renumber;
mod script;
#[cfg(feature = "serde")]
pub mod summary;
mod text;
mod token_table;
mod types;
mod validate;
mod write;

pub use binio::{self, Bytes, Findings, Name};
pub use bytecode::{Instruction, Instructions};
pub use error::{Error, ErrorKind};
pub use function::{
    Body, Code, CodeTraits, DELEGATE_FACTORY, DebugInfo, DeclaredFunction, Function, FunctionId, FunctionKind,
    FunctionRef, ObjectLife, ObjectVariable, Objects, Passing, Place, Scope, ScriptBody, SectionStart, Signature,
    Traits, TryBlock, Variable,
};
pub use layout::Layout;
pub use module::{
    Class, ClassBody, Constructor, Enum, Global, Implemented, Import, Module, Origin, Property, TypeFlags, TypeHead,
    Typedef, UsedFunction, UsedGlobal, UsedProperty,
};
pub use opcode::{Opcode, Operand};
pub use read::ReadOptions;
pub use references::Reference;
pub use script::{Opaque, Script};
#[cfg(feature = "serde")]
pub use summary::Summary;
pub use types::{
    ChildFuncdef, DataType, QualifiedName, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo, TypeModifiers,
};
