//! Functions: signatures and bodies.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::types::{TypeId, TypeInfo};

/// Number of a [`Function`] in [`Module::functions`](crate::Module::functions).
///
/// The stream stores each function at its first reference; so functions are numbered in the order of their first
/// references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// A reference to a function, or none.
pub type FunctionRef = Option<FunctionId>;

/// Name of the function that creates delegates. AngelScript defines it, so only the name is stored.
pub const DELEGATE_FACTORY: &str = "$dlgte";

/// A function of the script.
#[derive(Clone, Debug, PartialEq)]
pub enum Function<'a> {
    /// The function named [`DELEGATE_FACTORY`]; only its name is stored.
    DelegateFactory,
    /// A function with a signature.
    Declared(Box<DeclaredFunction<'a>>),
}

impl<'a> Function<'a> {
    /// Returns the signature, if it is stored.
    pub fn signature(&self) -> Option<&Signature<'a>> {
        self.declared().map(|function| &function.signature)
    }

    /// Returns signature and body, if they are stored.
    pub fn declared(&self) -> Option<&DeclaredFunction<'a>> {
        match self {
            Self::DelegateFactory => None,
            Self::Declared(function) => Some(function),
        }
    }

    /// Returns the code, if it has any.
    pub fn code(&self) -> Option<&Code<'a>> {
        match &self.declared()?.body {
            Body::Script(body) => body.code.as_deref(),
            _ => None,
        }
    }

    /// Returns the function name.
    pub fn name(&self) -> Name<'_> {
        self.signature().map_or_else(|| Name::from(DELEGATE_FACTORY), |signature| signature.name.borrowed())
    }
}

/// A function with its signature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredFunction<'a> {
    /// Name, types and scope.
    pub signature: Signature<'a>,
    /// Body; its variant depends on [`Signature::kind`].
    pub body: Body<'a>,
}

/// Signature of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature<'a> {
    /// Function name.
    pub name: Name<'a>,
    /// Return type.
    pub return_type: TypeId,
    /// Types of its parameters; at most 256.
    pub parameters: Vec<TypeId>,
    /// Passing modes of the parameters, starting with the first; missing ones are by value. At most one per parameter.
    pub passing: Vec<Passing>,
    /// Function kind.
    pub kind: FunctionKind,
    /// Default arguments as source text, starting with the *last* parameter, in file order. At most one per parameter.
    pub default_arguments: Vec<Name<'a>>,
    /// Class or namespace of the function.
    pub scope: Scope<'a>,
    /// `const`, `private` …: for functions in classes, and from 2.38 on for functions named `get_…` and `set_…`.
    pub traits: Option<Traits>,
    /// Subtypes of a template function (2.38).
    pub template_subtypes: Option<Vec<TypeId>>,
}

impl<'a> Signature<'a> {
    /// Returns the default argument of parameter `index` as source text.
    pub fn default_argument(&self, index: usize) -> Option<&Name<'a>> {
        let from_last = self.parameters.len().checked_sub(index)?.checked_sub(1)?;
        self.default_arguments.get(from_last).filter(|text| !text.is_empty())
    }

    /// Returns whether `name` is the name of a property accessor, whose signature has traits from 2.38 on.
    pub(crate) fn is_accessor(name: &[u8]) -> bool {
        name.starts_with(b"get_") || name.starts_with(b"set_")
    }
}

/// Class or namespace of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope<'a> {
    /// A class; never [`TypeInfo::None`].
    Class(TypeInfo<'a>),
    /// A namespace; empty for the global one.
    Namespace(Name<'a>),
    /// The class of a funcdef.
    Parent(TypeInfo<'a>),
}

impl Default for Scope<'_> {
    fn default() -> Self {
        Self::Namespace(Name::default())
    }
}

/// Function kind; unknown numbers are kept. Below 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionKind(pub u8);

impl FunctionKind {
    /// A function of the engine.
    pub const SYSTEM: Self = Self(0);
    /// A function with code in the script.
    pub const SCRIPT: Self = Self(1);
    /// A function of an interface.
    pub const INTERFACE: Self = Self(2);
    /// A slot in the table of a class.
    pub const VIRTUAL: Self = Self(3);
    /// A function type.
    pub const FUNCDEF: Self = Self(4);
    /// A function of another module.
    pub const IMPORTED: Self = Self(5);
    /// An object and one of its methods.
    pub const DELEGATE: Self = Self(6);
}

/// How a parameter is passed: 1 `&in`, 2 `&out`, 3 `&inout`; 0 by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Passing(pub i64);

/// Bits of a function of a class. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traits(pub u8);

impl Traits {
    /// Bit of a method that is `const`.
    pub const READ_ONLY: Self = Self(1);
    /// Bit of a method that is `private`.
    pub const PRIVATE: Self = Self(2);
    /// Bit of a method that is `protected`.
    pub const PROTECTED: Self = Self(4);
    /// `final` (2.38).
    pub const FINAL: Self = Self(8);
    /// `override` (2.38).
    pub const OVERRIDE: Self = Self(16);
    /// `explicit` (2.38).
    pub const EXPLICIT: Self = Self(32);
    /// `property` (2.38).
    pub const PROPERTY: Self = Self(64);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Data after a signature.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body<'a> {
    /// Nothing: functions of the engine, imported functions, functions of external classes.
    #[default]
    None,
    /// Code, for [`FunctionKind::SCRIPT`].
    Script(ScriptBody<'a>),
    /// Slot in the table of the class, for [`FunctionKind::VIRTUAL`] and [`FunctionKind::INTERFACE`].
    Slot(i64),
    /// Bits, for [`FunctionKind::FUNCDEF`]: 1 shared, 2 external.
    Funcdef(u8),
}

/// Bits and code of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptBody<'a> {
    /// Traits of the code.
    pub traits: CodeTraits,
    /// The code; `None` for [external](CodeTraits::EXTERNAL) functions.
    pub code: Option<Box<Code<'a>>>,
}

/// Bits of a function with code. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeTraits(pub u8);

impl CodeTraits {
    /// `shared` between modules.
    pub const SHARED: Self = Self(1);
    /// An exception doesn't clean up its objects.
    pub const KEEPS_OBJECTS: Self = Self(2);
    /// The code is in another module (from 2.35 on).
    pub const EXTERNAL: Self = Self(4);
    /// Positions of objects follow (from 2.35 on).
    pub const HAS_OBJECTS: Self = Self(8);
    /// Try blocks follow (from 2.35 on).
    pub const HAS_TRY_BLOCKS: Self = Self(16);
    /// `explicit` (from 2.35 on).
    pub const EXPLICIT: Self = Self(32);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Code of a function, with AngelScript's data about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code<'a> {
    /// Number of instructions in the bytecode.
    pub instruction_count: u32,
    /// The instructions as stored; [`instructions`](Code::instructions) decodes them.
    pub bytecode: Bytes<'a>,
    /// Stack that variables take, in 4-byte words.
    pub variable_space: i64,
    /// Positions of objects: always in 2.31, otherwise with [`CodeTraits::HAS_OBJECTS`].
    pub objects: Option<Box<Objects<'a>>>,
    /// Try blocks; only with [`CodeTraits::HAS_TRY_BLOCKS`].
    pub try_blocks: Vec<TryBlock>,
    /// Variables. Before 2.36 only in files with debug information.
    pub variables: Vec<Variable<'a>>,
    /// Debug information; `None` if the file is [stripped](crate::Module::stripped).
    pub debug: Option<Box<DebugInfo<'a>>>,
}

/// Positions and lifetimes of objects, for the clean-up after exceptions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objects<'a> {
    /// Variables that are objects (before 2.36; later they are in [`Code::variables`]).
    pub variables: Vec<ObjectVariable<'a>>,
    /// Number of these on the heap; 0 without any.
    pub on_heap: i64,
    /// Starts and ends of lifetimes.
    pub lives: Vec<ObjectLife>,
}

/// A variable that is an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectVariable<'a> {
    /// Type of the object.
    pub type_info: TypeInfo<'a>,
    /// Offset on the stack, in 4-byte words.
    pub position: i64,
}

/// Start or end of the lifetime of an object, or of a block of code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectLife {
    /// Number of the instruction.
    pub instruction: i64,
    /// Offset of the object on the stack, in 4-byte words.
    pub variable: i64,
    /// 0 end, 1 begin, 2 block begins, 3 block ends, 4 declared.
    pub option: i64,
}

/// A try block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TryBlock {
    /// Number of the first instruction.
    pub start: i64,
    /// Number of the first instruction of the catch block.
    pub catch: i64,
    /// Size of the stack there (2.38), otherwise 0.
    pub stack_size: i64,
}

/// A local variable, in debug information and clean-up data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variable<'a> {
    /// Number of the declaring instruction; 0 in stripped files.
    pub declared_at: i64,
    /// Name; empty in stripped files.
    pub name: Name<'a>,
    /// Offset on the stack, in 4-byte words; parameters are at 0 and below.
    pub offset: i64,
    /// Whether it is on the heap (from 2.36 on).
    pub on_heap: bool,
    /// Variable type.
    pub data_type: TypeId,
}

/// Data for debuggers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugInfo<'a> {
    /// Alternating instruction numbers and source positions: see [`lines`](DebugInfo::lines).
    pub line_numbers: Vec<i64>,
    /// Instructions at which the section changes.
    pub sections: Vec<SectionStart<'a>>,
    /// Name of the section, which is the source file.
    pub section: Name<'a>,
    /// Position of the declaration: see [`Place`].
    pub declared_at: i64,
    /// Names of the parameters; at most one per parameter.
    pub parameter_names: Vec<Name<'a>>,
}

impl DebugInfo<'_> {
    /// Iterates over the first instructions of source positions.
    pub fn lines(&self) -> impl Iterator<Item = (i64, Place)> + '_ {
        self.line_numbers.chunks_exact(2).filter_map(|pair| match pair {
            [instruction, place] => Some((*instruction, Place(*place))),
            _ => None,
        })
    }
}

/// Start of the code from another section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SectionStart<'a> {
    /// Number of the instruction.
    pub instruction: i64,
    /// Name of the section.
    pub name: Name<'a>,
}

/// A source position: line in the low 20 bits, column in the bits above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(pub i64);

impl Place {
    /// Returns the line, starting at 1.
    pub fn line(self) -> u32 {
        u32::try_from(self.0 & 0xf_ffff).unwrap_or_default()
    }

    /// Returns the column, starting at 1.
    pub fn column(self) -> u32 {
        u32::try_from((self.0 >> 20) & 0xfff).unwrap_or_default()
    }
}
