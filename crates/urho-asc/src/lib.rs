//! Compiled AngelScript of Urho3D and U3D (`.asc`): read, check, list, disassemble and write it, byte for byte, without the
//! engine.
#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytecode;
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
mod script;
mod token_table;
mod types;
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
pub use script::{Opaque, Script};
pub use types::{
    ChildFuncdef, DataType, QualifiedName, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo, TypeModifiers,
};
