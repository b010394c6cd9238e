//! Functions with their signatures and bodies.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Name};

use crate::types::{TypeId, TypeInfo};

/// The index of a [`Function`] in [`Module::functions`](crate::Module::functions).
///
/// A file stores each function where it is first referenced, so the functions are in the order of their first
/// references. See [`Module::renumber`](crate::Module::renumber).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// A reference to a function, or `None`.
pub type FunctionRef = Option<FunctionId>;

/// The name of the function that creates delegates. AngelScript itself defines it, so the file only contains the name.
pub const DELEGATE_FACTORY: &str = "$dlgte";

/// A function that the script defines or uses.
#[derive(Clone, Debug, PartialEq)]
pub enum Function<'a> {
    /// The function with the name [`DELEGATE_FACTORY`]. Only its name is stored.
    DelegateFactory,
    /// Any other function.
    Declared(Box<DeclaredFunction<'a>>),
}

impl<'a> Function<'a> {
    /// Returns the signature, if it is stored.
    pub fn signature(&self) -> Option<&Signature<'a>> {
        self.declared().map(|function| &function.signature)
    }

    /// Returns the signature and the body, if they are stored.
    pub fn declared(&self) -> Option<&DeclaredFunction<'a>> {
        match self {
            Self::DelegateFactory => None,
            Self::Declared(function) => Some(function),
        }
    }

    /// Returns the code, if the function has any.
    pub fn code(&self) -> Option<&Code<'a>> {
        match &self.declared()?.body {
            Body::Script(body) => body.code.as_deref(),
            _ => None,
        }
    }

    /// Returns the name of the function.
    pub fn name(&self) -> Name<'_> {
        self.signature().map_or_else(|| Name::from(DELEGATE_FACTORY), |signature| signature.name.borrowed())
    }
}

/// A function with a signature and a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeclaredFunction<'a> {
    /// The name, types and scope.
    pub signature: Signature<'a>,
    /// What follows the signature. The variant must match [`Signature::kind`].
    pub body: Body<'a>,
}

/// The signature of a function. To get it as text, use [`Module::function_text`](crate::Module::function_text).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature<'a> {
    /// The name of the function.
    pub name: Name<'a>,
    /// The type that the function returns.
    pub return_type: TypeId,
    /// The types of the parameters, up to 256.
    pub parameters: Vec<TypeId>,
    /// How the parameters are passed, beginning with the first. If there are fewer entries than parameters, the others
    /// are passed by value. There can't be more entries than parameters.
    pub passing: Vec<Passing>,
    /// The kind of function, which decides what the body must be.
    pub kind: FunctionKind,
    /// The default arguments as source text. In the file they begin with the *last* parameter. There can't be more
    /// entries than parameters.
    pub default_arguments: Vec<Name<'a>>,
    /// The class or the namespace that contains the function.
    pub scope: Scope<'a>,
    /// `const`, `private` and so on. This is stored for functions in classes and, from 2.38 on, also for functions
    /// whose name is `get_…` or `set_…`.
    pub traits: Option<Traits>,
    /// The subtypes, if this is a template function (2.38).
    pub template_subtypes: Option<Vec<TypeId>>,
}

impl<'a> Signature<'a> {
    /// Returns the default argument for a parameter as source text. The `index` counts from the first parameter.
    pub fn default_argument(&self, index: usize) -> Option<&Name<'a>> {
        let from_last = self.parameters.len().checked_sub(index)?.checked_sub(1)?;
        self.default_arguments.get(from_last).filter(|text| !text.is_empty())
    }

    /// Returns whether `name` is the name of a property accessor. From 2.38 on, the signature of such a function has
    /// traits.
    pub(crate) fn is_accessor(name: &[u8]) -> bool {
        name.starts_with(b"get_") || name.starts_with(b"set_")
    }
}

/// The class or the namespace that contains a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope<'a> {
    /// A class, which is never [`TypeInfo::None`].
    Class(TypeInfo<'a>),
    /// A namespace. For the global namespace, this is empty.
    Namespace(Name<'a>),
    /// The class that contains a funcdef.
    Parent(TypeInfo<'a>),
}

impl Default for Scope<'_> {
    fn default() -> Self {
        Self::Namespace(Name::default())
    }
}

/// The kind of a function. An unknown number is kept, but must be less than 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionKind(pub u8);

impl FunctionKind {
    /// A function of the engine.
    pub const SYSTEM: Self = Self(0);
    /// A function that has code in the script.
    pub const SCRIPT: Self = Self(1);
    /// A function in an interface.
    pub const INTERFACE: Self = Self(2);
    /// A slot in the virtual table of a class.
    pub const VIRTUAL: Self = Self(3);
    /// A function type.
    pub const FUNCDEF: Self = Self(4);
    /// A function in another module.
    pub const IMPORTED: Self = Self(5);
    /// An object together with one of its methods.
    pub const DELEGATE: Self = Self(6);
}

/// How a parameter is passed: 0 by value, 1 `&in`, 2 `&out`, 3 `&inout`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Passing(pub i64);

/// Bits for a function in a class. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traits(pub u8);

impl Traits {
    /// The method is `const`.
    pub const READ_ONLY: Self = Self(1);
    /// The method is `private`.
    pub const PRIVATE: Self = Self(2);
    /// The method is `protected`.
    pub const PROTECTED: Self = Self(4);
    /// The method is `final` (2.38).
    pub const FINAL: Self = Self(8);
    /// The method is `override` (2.38).
    pub const OVERRIDE: Self = Self(16);
    /// The method is `explicit` (2.38).
    pub const EXPLICIT: Self = Self(32);
    /// The method is a `property` (2.38).
    pub const PROPERTY: Self = Self(64);

    /// Returns whether all bits in `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What follows a signature.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body<'a> {
    /// Nothing. This is used for functions of the engine, imported functions, and functions in external classes.
    #[default]
    None,
    /// The code, for [`FunctionKind::SCRIPT`].
    Script(ScriptBody<'a>),
    /// The slot in the virtual table of the class, for [`FunctionKind::VIRTUAL`] and [`FunctionKind::INTERFACE`].
    Slot(i64),
    /// Bits for [`FunctionKind::FUNCDEF`]: 1 shared, 2 external.
    Funcdef(u8),
}

/// The code of a function, and bits that say more about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptBody<'a> {
    /// The bits.
    pub traits: CodeTraits,
    /// The code, or `None` if the function is [external](CodeTraits::EXTERNAL).
    pub code: Option<Box<Code<'a>>>,
}

/// Bits for a function with code. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeTraits(pub u8);

impl CodeTraits {
    /// The function is `shared` with other modules.
    pub const SHARED: Self = Self(1);
    /// If there is an exception, the objects of this function are not cleaned up.
    pub const KEEPS_OBJECTS: Self = Self(2);
    /// The code is in another module (from 2.35 on).
    pub const EXTERNAL: Self = Self(4);
    /// The file contains the positions of objects (from 2.35 on).
    pub const HAS_OBJECTS: Self = Self(8);
    /// The file contains try blocks (from 2.35 on).
    pub const HAS_TRY_BLOCKS: Self = Self(16);
    /// The function is `explicit` (from 2.35 on).
    pub const EXPLICIT: Self = Self(32);

    /// Returns whether all bits in `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The code of a function, with what AngelScript needs to run and to debug it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code<'a> {
    /// The number of instructions in the bytecode.
    pub instruction_count: u32,
    /// The instructions as stored. Use [`instructions`](Code::instructions) to decode them.
    pub bytecode: Bytes<'a>,
    /// How much space the variables need on the stack, in words of 4 bytes.
    pub variable_space: i64,
    /// The positions of objects. In 2.31 this is always stored, and later only with [`CodeTraits::HAS_OBJECTS`].
    pub objects: Option<Box<Objects<'a>>>,
    /// The try blocks, which are only stored with [`CodeTraits::HAS_TRY_BLOCKS`].
    pub try_blocks: Vec<TryBlock>,
    /// The variables. Before 2.36 they are only in files with debug information.
    pub variables: Vec<Variable<'a>>,
    /// The debug information, or `None` if the file is [stripped](crate::Module::stripped).
    pub debug: Option<Box<DebugInfo<'a>>>,
}

/// Where objects are and how long they live. AngelScript uses this to clean up after an exception.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objects<'a> {
    /// The variables that are objects. This is only used before 2.36; later they are in [`Code::variables`].
    pub variables: Vec<ObjectVariable<'a>>,
    /// How many of these variables are on the heap. If there are none, this is 0.
    pub on_heap: i64,
    /// When the lifetimes start and end.
    pub lives: Vec<ObjectLife>,
}

/// A variable that is an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectVariable<'a> {
    /// The type of the object.
    pub type_info: TypeInfo<'a>,
    /// The offset on the stack, in words of 4 bytes.
    pub position: i64,
}

/// The start or the end of a block of code, or of the lifetime of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectLife {
    /// The index of the instruction.
    pub instruction: i64,
    /// The offset of the object on the stack, in words of 4 bytes.
    pub variable: i64,
    /// What happens here: 0 end, 1 begin, 2 block begins, 3 block ends, 4 declared.
    pub option: i64,
}

/// A try block with its catch block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TryBlock {
    /// The index of the first instruction.
    pub start: i64,
    /// The index of the first instruction in the catch block.
    pub catch: i64,
    /// The size of the stack at this point (2.38). In other versions this is 0.
    pub stack_size: i64,
}

/// A local variable. This is used for debugging and for cleaning up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variable<'a> {
    /// The index of the instruction that declares it. In stripped files this is 0.
    pub declared_at: i64,
    /// The name, which is empty in stripped files.
    pub name: Name<'a>,
    /// The offset on the stack, in words of 4 bytes. A parameter is at 0 or below.
    pub offset: i64,
    /// Whether the variable is on the heap (from 2.36 on).
    pub on_heap: bool,
    /// The type of the variable.
    pub data_type: TypeId,
}

/// What a debugger needs to know about a function. You can use it to show source lines and the names of variables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugInfo<'a> {
    /// Instruction indices and source positions by turns. Use [`lines`](DebugInfo::lines) to read them.
    pub line_numbers: Vec<i64>,
    /// Where the code continues in another section.
    pub sections: Vec<SectionStart<'a>>,
    /// The section that the function is in. This is the name of a source file.
    pub section: Name<'a>,
    /// Where the function is declared; see [`Place`].
    pub declared_at: i64,
    /// The names of the parameters. There can't be more names than parameters.
    pub parameter_names: Vec<Name<'a>>,
}

impl DebugInfo<'_> {
    /// Iterates over the source positions, with the first instruction for each.
    pub fn lines(&self) -> impl Iterator<Item = (i64, Place)> + '_ {
        self.line_numbers.chunks_exact(2).filter_map(|pair| match pair {
            [instruction, place] => Some((*instruction, Place(*place))),
            _ => None,
        })
    }
}

/// The start of code from another section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SectionStart<'a> {
    /// The index of the instruction.
    pub instruction: i64,
    /// The name of the section.
    pub name: Name<'a>,
}

/// A position in the source. The line is in the low 20 bits, and the column in the bits above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(pub i64);

impl Place {
    /// Returns the line, which starts at 1.
    pub fn line(self) -> u32 {
        u32::try_from(self.0 & 0xf_ffff).unwrap_or_default()
    }

    /// Returns the column, which starts at 1.
    pub fn column(self) -> u32 {
        u32::try_from((self.0 >> 20) & 0xfff).unwrap_or_default()
    }
}
