//! Declarations and imports of a script.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::Name;

use crate::function::{Function, FunctionId, FunctionRef, Signature};
use crate::stream::Layout;
use crate::types::{DataType, Token, TypeId, TypeInfo};

/// A compiled script.
#[derive(Clone, Debug, PartialEq)]
pub struct Module<'a> {
    /// Layout of the stream.
    pub layout: Layout,
    /// Whether names of variables, lines and sections are omitted.
    pub stripped: bool,
    /// All types of values, in the order of their first use.
    pub data_types: Vec<DataType<'a>>,
    /// All functions, in the order of their first references.
    pub functions: Vec<Function<'a>>,
    /// Enums that the module declares.
    pub enums: Vec<Enum<'a>>,
    /// Classes and interfaces.
    pub classes: Vec<Class<'a>>,
    /// Function types (`funcdef`) that the module declares.
    pub funcdefs: Vec<FunctionRef>,
    /// Other names of primitive types.
    pub typedefs: Vec<Typedef<'a>>,
    /// Global variables that the module declares.
    pub globals: Vec<Global<'a>>,
    /// Functions with code: free ones, methods not mentioned before, factories.
    pub script_functions: Vec<FunctionRef>,
    /// Functions that can be called by name.
    pub global_functions: Vec<FunctionRef>,
    /// Functions of other modules.
    pub imports: Vec<Import<'a>>,
    /// Types in code.
    pub used_types: Vec<TypeInfo<'a>>,
    /// Types whose numbers occur in code.
    pub used_type_ids: Vec<TypeId>,
    /// Functions called by code; the functions marked as the engine's are imports.
    pub used_functions: Vec<UsedFunction<'a>>,
    /// Global variables that code accesses.
    pub used_globals: Vec<UsedGlobal<'a>>,
    /// String literals.
    pub strings: Vec<Name<'a>>,
    /// Object members that code accesses.
    pub used_properties: Vec<UsedProperty<'a>>,
}

impl<'a> Module<'a> {
    /// Creates an empty module.
    pub fn new(layout: Layout, stripped: bool) -> Self {
        Self {
            layout,
            stripped,
            data_types: Vec::new(),
            functions: Vec::new(),
            enums: Vec::new(),
            classes: Vec::new(),
            funcdefs: Vec::new(),
            typedefs: Vec::new(),
            globals: Vec::new(),
            script_functions: Vec::new(),
            global_functions: Vec::new(),
            imports: Vec::new(),
            used_types: Vec::new(),
            used_type_ids: Vec::new(),
            used_functions: Vec::new(),
            used_globals: Vec::new(),
            strings: Vec::new(),
            used_properties: Vec::new(),
        }
    }

    /// Returns function `id`.
    pub fn function(&self, id: FunctionId) -> Option<&Function<'a>> {
        self.functions.get(usize::try_from(id.0).ok()?)
    }

    /// Returns type `id`.
    pub fn data_type(&self, id: TypeId) -> Option<&DataType<'a>> {
        self.data_types.get(usize::try_from(id.0).ok()?)
    }

    /// Iterates over the functions with code named `name`: `Start`, `Class::method`, `namespace::name`.
    pub fn find_functions(&self, name: &str) -> impl Iterator<Item = FunctionId> + '_ {
        let (scope, last) = name.rsplit_once("::").unwrap_or(("", name));
        let (scope, last) = (Vec::from(scope.as_bytes()), Vec::from(last.as_bytes()));
        let with_code = (0_u32..).zip(&self.functions).filter(|(_, function)| function.code().is_some());
        with_code.filter_map(move |(id, function)| {
            let fits = *function.name() == *last && (scope.is_empty() || function.scope_is(&scope));
            fits.then_some(FunctionId(id))
        })
    }
}

impl Function<'_> {
    /// Returns whether `scope` is the namespace, the class, or the class with its namespace.
    fn scope_is(&self, scope: &[u8]) -> bool {
        use crate::function::Scope;
        match self.signature().map(|signature| &signature.scope) {
            Some(Scope::Namespace(name)) => **name == *scope,
            Some(Scope::Class(TypeInfo::Named(class))) => {
                let qualified = [&*class.namespace, b"::", &*class.name].concat();
                *class.name == *scope || qualified == scope
            }
            _ => false,
        }
    }
}

/// Common start of all declared types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeHead<'a> {
    /// Name of the type.
    pub name: Name<'a>,
    /// Namespace; empty for the global one.
    pub namespace: Name<'a>,
    /// See [`TypeFlags`]; 32 bits before 2.38.
    pub flags: TypeFlags,
    /// Size: 0 of interfaces, 1 of classes, 4 of enums.
    pub size: i64,
    /// Whether another module declares it in full; only for [shared](TypeFlags::SHARED) types.
    pub external: bool,
}

impl TypeHead<'_> {
    /// Returns whether this is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags.contains(TypeFlags::SCRIPT_OBJECT) && self.size == 0
    }
}

/// AngelScript's flags of a type. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeFlags(pub u64);

impl TypeFlags {
    /// Passed by reference.
    pub const REFERENCE: Self = Self(1);
    /// Garbage-collected.
    pub const GARBAGE_COLLECTED: Self = Self(1 << 2);
    /// A class or interface of a script.
    pub const SCRIPT_OBJECT: Self = Self(1 << 21);
    /// `shared` between modules.
    pub const SHARED: Self = Self(1 << 22);
    /// Bit of a class that is `final`.
    pub const NO_INHERIT: Self = Self(1 << 23);
    /// Bit of an enum.
    pub const ENUM: Self = Self(1 << 26);
    /// Bit of a typedef.
    pub const TYPEDEF: Self = Self(1 << 28);
    /// Bit of a class that is `abstract`.
    pub const ABSTRACT: Self = Self(1 << 29);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An enum and its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Enum<'a> {
    /// Name and flags.
    pub head: TypeHead<'a>,
    /// Names and values; empty if it is external.
    pub values: Vec<(Name<'a>, i32)>,
}

/// Another name of a primitive type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typedef<'a> {
    /// Name and flags.
    pub head: TypeHead<'a>,
    /// The primitive type.
    pub alias: Token,
}

/// A class or an interface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class<'a> {
    /// Name and flags.
    pub head: TypeHead<'a>,
    /// Body; `None` for external classes.
    pub body: Option<Box<ClassBody<'a>>>,
}

/// Body of a class or an interface. Interfaces have interfaces and methods, and may have a virtual table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassBody<'a> {
    /// The base class.
    pub base: TypeInfo<'a>,
    /// Implemented interfaces, including the base's.
    pub interfaces: Vec<Implemented<'a>>,
    /// Destructor, `~Class()`, if it exists.
    pub destructor: FunctionRef,
    /// Constructors, each with its factory.
    pub constructors: Vec<Constructor>,
    /// Methods, inherited ones included.
    pub methods: Vec<FunctionRef>,
    /// Functions that are called for the methods' slots.
    pub virtual_table: Vec<FunctionRef>,
    /// Members, inherited ones included.
    pub properties: Vec<Property<'a>>,
}

/// An interface that a class implements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Implemented<'a> {
    /// Interface that the class implements.
    pub interface: TypeInfo<'a>,
    /// Start of its functions in the virtual table of the class. 0 if it isn't stored: for interfaces since 2.35.
    pub table_offset: i64,
}

/// A constructor and the factory that creates objects with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constructor {
    /// Constructor, `Class::Class(…)`.
    pub construct: FunctionRef,
    /// Factory, `Class@ Class(…)`.
    pub factory: FunctionRef,
}

/// A member of a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Property<'a> {
    /// Name of the member.
    pub name: Name<'a>,
    /// Value type.
    pub data_type: TypeId,
    /// Bits: 1 private, 2 protected, 4 inherited.
    pub flags: i64,
}

/// A global variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Global<'a> {
    /// Name of the global.
    pub name: Name<'a>,
    /// Namespace; empty for the global one.
    pub namespace: Name<'a>,
    /// Value type.
    pub data_type: TypeId,
    /// Initialising function.
    pub initializer: FunctionRef,
}

/// A function of another module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import<'a> {
    /// Signature of the function.
    pub function: FunctionRef,
    /// Name of its module.
    pub module: Name<'a>,
}

/// A function that code calls or references.
#[derive(Clone, Debug, PartialEq)]
pub enum UsedFunction<'a> {
    /// No function.
    Null,
    /// [`DELEGATE_FACTORY`](crate::DELEGATE_FACTORY); only its name is stored.
    DelegateFactory(Origin),
    /// A function by its signature.
    Declared(Origin, Box<Signature<'a>>),
}

impl<'a> UsedFunction<'a> {
    /// Returns the origin.
    pub fn origin(&self) -> Option<Origin> {
        match self {
            Self::Null => None,
            Self::DelegateFactory(origin) | Self::Declared(origin, _) => Some(*origin),
        }
    }

    /// Returns the signature, if it is stored.
    pub fn signature(&self) -> Option<&Signature<'a>> {
        match self {
            Self::Declared(_, signature) => Some(signature),
            _ => None,
        }
    }
}

/// Origin of a used function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The script itself.
    Module,
    /// The application, which registers it.
    Application,
    /// The script, shared with other modules (from 2.35 on).
    Shared,
}

impl Origin {
    /// Returns the letter in the stream.
    pub const fn tag(self) -> u8 {
        match self {
            Self::Module => b'm',
            Self::Application => b'a',
            Self::Shared => b's',
        }
    }
}

/// A global variable that code accesses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsedGlobal<'a> {
    /// Name of the global.
    pub name: Name<'a>,
    /// Namespace; empty for the global one.
    pub namespace: Name<'a>,
    /// Value type.
    pub data_type: TypeId,
    /// Not 0 for a variable of the script, 0 for a variable of the engine.
    pub in_module: u8,
}

/// An object member that code accesses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsedProperty<'a> {
    /// Type of the object.
    pub owner: TypeInfo<'a>,
    /// Name of the member.
    pub name: Name<'a>,
}
