//! The declarations and imports of a script.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::Name;

use crate::function::{Function, FunctionId, FunctionRef, Signature};
use crate::stream::Version;
use crate::types::{DataType, Token, TypeId, TypeInfo};

/// A compiled script whose version is known, as plain data that you may change. Use [`Module::parse`] or
/// [`Script::parse`](crate::Script::parse) to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Module<'a> {
    /// The AngelScript version that wrote the stream.
    pub version: Version,
    /// Whether the names of variables, lines and sections were left out.
    pub stripped: bool,
    /// All types of values, in the order of their first use.
    pub data_types: Vec<DataType<'a>>,
    /// All functions, in the order of their first references.
    pub functions: Vec<Function<'a>>,
    /// The enums that the module declares.
    pub enums: Vec<Enum<'a>>,
    /// The classes and interfaces that the module declares.
    pub classes: Vec<Class<'a>>,
    /// The function types (`funcdef`) that the module declares.
    pub funcdefs: Vec<FunctionRef>,
    /// Other names for primitive types.
    pub typedefs: Vec<Typedef<'a>>,
    /// The global variables that the module declares.
    pub globals: Vec<Global<'a>>,
    /// The functions with code: free functions, factories, and methods that were not stored before.
    pub script_functions: Vec<FunctionRef>,
    /// The functions that can be called by name.
    pub global_functions: Vec<FunctionRef>,
    /// The functions that come from other modules.
    pub imports: Vec<Import<'a>>,
    /// The types that the code uses.
    pub used_types: Vec<TypeInfo<'a>>,
    /// The types whose index is in the code.
    pub used_type_ids: Vec<TypeId>,
    /// The functions that the code calls. If one is marked as belonging to the engine, the engine must provide it.
    pub used_functions: Vec<UsedFunction<'a>>,
    /// The global variables that the code uses.
    pub used_globals: Vec<UsedGlobal<'a>>,
    /// The string literals.
    pub strings: Vec<Name<'a>>,
    /// The members of objects that the code uses.
    pub used_properties: Vec<UsedProperty<'a>>,
}

impl<'a> Module<'a> {
    /// Creates a module that contains nothing yet.
    pub fn new(version: Version, stripped: bool) -> Self {
        Self {
            version,
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

    /// Returns a function, or `None` if there is no such function.
    pub fn function(&self, id: FunctionId) -> Option<&Function<'a>> {
        self.functions.get(usize::try_from(id.0).ok()?)
    }

    /// Returns a type, or `None` if there is no such type.
    pub fn data_type(&self, id: TypeId) -> Option<&DataType<'a>> {
        self.data_types.get(usize::try_from(id.0).ok()?)
    }

    /// Finds functions with code by their name. This can be `Start`, `Class::method` or `namespace::name`. There may be
    /// several, because functions can be overloaded.
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

/// What all declared types have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeHead<'a> {
    /// The name of the type.
    pub name: Name<'a>,
    /// The namespace. For the global namespace, this is empty.
    pub namespace: Name<'a>,
    /// The flags, which have 32 bits before 2.38.
    pub flags: TypeFlags,
    /// The size: 0 for an interface, 1 for a class, 4 for an enum.
    pub size: i64,
    /// Whether another module contains the whole declaration. This is only possible for [shared](TypeFlags::SHARED)
    /// types.
    pub external: bool,
}

impl TypeHead<'_> {
    /// Returns whether this is an interface.
    pub fn is_interface(&self) -> bool {
        self.flags.contains(TypeFlags::SCRIPT_OBJECT) && self.size == 0
    }
}

/// The flags that AngelScript uses for a type. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeFlags(pub u64);

impl TypeFlags {
    /// The type is passed by reference.
    pub const REFERENCE: Self = Self(1);
    /// The type is garbage-collected.
    pub const GARBAGE_COLLECTED: Self = Self(1 << 2);
    /// The type is a class or an interface in a script.
    pub const SCRIPT_OBJECT: Self = Self(1 << 21);
    /// The type is `shared` with other modules.
    pub const SHARED: Self = Self(1 << 22);
    /// The class is `final`.
    pub const NO_INHERIT: Self = Self(1 << 23);
    /// The type is an enum.
    pub const ENUM: Self = Self(1 << 26);
    /// The type is a typedef.
    pub const TYPEDEF: Self = Self(1 << 28);
    /// The class is `abstract`.
    pub const ABSTRACT: Self = Self(1 << 29);

    /// Returns whether all bits in `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An enum with its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Enum<'a> {
    /// The name and the flags.
    pub head: TypeHead<'a>,
    /// The names and values. If the enum is external, there are none.
    pub values: Vec<(Name<'a>, i32)>,
}

/// Another name for a primitive type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typedef<'a> {
    /// The name and the flags.
    pub head: TypeHead<'a>,
    /// The primitive type that this stands for.
    pub alias: Token,
}

/// A class or an interface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class<'a> {
    /// The name and the flags.
    pub head: TypeHead<'a>,
    /// What is in the class, or `None` if the class is external.
    pub body: Option<Box<ClassBody<'a>>>,
}

/// What is in a class or an interface. An interface only has interfaces and methods, and sometimes a virtual table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassBody<'a> {
    /// The base class.
    pub base: TypeInfo<'a>,
    /// The interfaces that the class implements. This includes those of the base class.
    pub interfaces: Vec<Implemented<'a>>,
    /// The destructor `~Class()`, if there is one.
    pub destructor: FunctionRef,
    /// The constructors, with their factories.
    pub constructors: Vec<Constructor>,
    /// The methods, including inherited methods.
    pub methods: Vec<FunctionRef>,
    /// The function to call for each method slot.
    pub virtual_table: Vec<FunctionRef>,
    /// The members, including inherited members.
    pub properties: Vec<Property<'a>>,
}

/// An interface that a class implements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Implemented<'a> {
    /// The interface.
    pub interface: TypeInfo<'a>,
    /// Where its functions start in the virtual table of the class. This is 0 if it is not stored, which is the case
    /// for interfaces since 2.35.
    pub table_offset: i64,
}

/// A constructor, and the factory that creates objects with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constructor {
    /// The constructor `Class::Class(…)`.
    pub construct: FunctionRef,
    /// The factory `Class@ Class(…)`.
    pub factory: FunctionRef,
}

/// A member of a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Property<'a> {
    /// The name of the member.
    pub name: Name<'a>,
    /// The type of the value.
    pub data_type: TypeId,
    /// Bits: 1 private, 2 protected, 4 inherited.
    pub flags: i64,
}

/// A global variable that the module declares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Global<'a> {
    /// The name of the variable.
    pub name: Name<'a>,
    /// The namespace. For the global namespace, this is empty.
    pub namespace: Name<'a>,
    /// The type of the value.
    pub data_type: TypeId,
    /// The function that computes the first value. Note that this will be run as soon as the engine loads the script.
    pub initializer: FunctionRef,
}

/// A function that comes from another module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import<'a> {
    /// The signature of the function.
    pub function: FunctionRef,
    /// The name of the other module.
    pub module: Name<'a>,
}

/// A function that the code calls or refers to.
#[derive(Clone, Debug, PartialEq)]
pub enum UsedFunction<'a> {
    /// No function.
    Null,
    /// The [`DELEGATE_FACTORY`](crate::DELEGATE_FACTORY). Only its name is stored.
    DelegateFactory(Origin),
    /// Any other function, given by its signature.
    Declared(Origin, Box<Signature<'a>>),
}

impl<'a> UsedFunction<'a> {
    /// Returns where the function comes from.
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

/// Where a function comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// From the script itself.
    Module,
    /// From the application, which must register it.
    Application,
    /// From the script, but shared with other modules (from 2.35 on).
    Shared,
}

impl Origin {
    /// Returns the letter that the stream uses.
    pub const fn tag(self) -> u8 {
        match self {
            Self::Module => b'm',
            Self::Application => b'a',
            Self::Shared => b's',
        }
    }
}

/// A global variable that the code uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsedGlobal<'a> {
    /// The name of the variable.
    pub name: Name<'a>,
    /// The namespace. For the global namespace, this is empty.
    pub namespace: Name<'a>,
    /// The type of the value.
    pub data_type: TypeId,
    /// This is 0 if the variable belongs to the engine, and not 0 if it belongs to the script.
    pub in_module: u8,
}

/// A member of an object that the code uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsedProperty<'a> {
    /// The type of the object.
    pub owner: TypeInfo<'a>,
    /// The name of the member.
    pub name: Name<'a>,
}
