//! Types as stored.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::Name;

use crate::stream::Version;
use crate::token_table::NAMES;

/// The index of a [`DataType`] in [`Module::data_types`](crate::Module::data_types).
///
/// A file stores each type where it is first used, so the types are in the order of their first use. See
/// [`Module::renumber`](crate::Module::renumber).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// The type of a value, with bits to say that it is a handle, a reference or a constant. To get it as text, use
/// [`Module::type_text`](crate::Module::type_text).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataType<'a> {
    /// The token. For every type with a name, this is [`Token::IDENTIFIER`].
    pub token: Token,
    /// Whether this is a handle, a reference or a constant.
    pub flags: TypeModifiers,
    /// The named type if the token is [`Token::IDENTIFIER`], and `None` otherwise.
    pub info: Option<Box<TypeInfo<'a>>>,
}

/// Bits of a [`DataType`]. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeModifiers(pub u8);

impl TypeModifiers {
    /// This is a handle, `T@`.
    pub const HANDLE: Self = Self(1);
    /// This is a handle to a constant, `const T@`.
    pub const HANDLE_TO_CONST: Self = Self(2);
    /// This is a reference, `T&`.
    pub const REFERENCE: Self = Self(4);
    /// This is `const T` or, for a handle, `T@ const`.
    pub const READ_ONLY: Self = Self(8);

    /// Returns whether all bits in `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The number of an AngelScript token. To know what it means, you have to pass the version to [`name`](Self::name),
/// because 2.36 and 2.38 do not have the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u32);

impl Token {
    /// A type with a name. This number is the same in every version.
    pub const IDENTIFIER: Self = Self(5);

    /// Returns the name that AngelScript uses for the token, for example `ttUInt8`.
    pub fn name(self, version: Version) -> Option<&'static str> {
        // 2.38 inserted three tokens: 36, 65 and, at the end, 113.
        let shift = match self.0 {
            _ if version.features().tokens_2_38 => 0,
            0..36 => 0,
            36..64 => 1,
            64..111 => 2,
            _ => return None,
        };
        NAMES.get(usize::try_from(self.0).ok()?.checked_add(shift)?).copied()
    }

    /// Returns the keyword for this type in scripts, for example `uint8`. If the token is not a type, this is `None`.
    pub fn type_name(self, version: Version) -> Option<&'static str> {
        let word = match self.name(version)? {
            "ttVoid" => "void",
            "ttBool" => "bool",
            "ttInt" => "int",
            "ttInt8" => "int8",
            "ttInt16" => "int16",
            "ttInt64" => "int64",
            "ttUInt" => "uint",
            "ttUInt8" => "uint8",
            "ttUInt16" => "uint16",
            "ttUInt64" => "uint64",
            "ttFloat" => "float",
            "ttDouble" => "double",
            "ttQuestion" => "?",
            "ttAuto" => "auto",
            "ttUnrecognizedToken" => "null",
            _ => return None,
        };
        Some(word)
    }
}

/// A type with a name, which can belong to the script or to the engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TypeInfo<'a> {
    /// No type.
    #[default]
    None,
    /// A class, interface, enum, typedef or funcdef.
    Named(Box<QualifiedName<'a>>),
    /// A template with its arguments, for example `Array<int>`.
    Template(Box<TemplateInstance<'a>>),
    /// The pattern for the initialisation list of a type, as in `{1, 2, 3}`.
    ListPattern(Box<TypeInfo<'a>>),
    /// The `T` in a template.
    Subtype(Name<'a>),
    /// A funcdef that is declared in a class.
    ChildFuncdef(Box<ChildFuncdef<'a>>),
}

impl<'a> TypeInfo<'a> {
    /// Creates a reference to a class, given its name and its namespace.
    pub fn named(name: impl Into<Name<'a>>, namespace: impl Into<Name<'a>>) -> Self {
        Self::Named(Box::new(QualifiedName { name: name.into(), namespace: namespace.into() }))
    }

    /// Returns whether this is no type.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// A name together with its namespace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QualifiedName<'a> {
    /// The name of the type without its namespace.
    pub name: Name<'a>,
    /// The namespace, for example `a::b`. For the global namespace, this is empty.
    pub namespace: Name<'a>,
}

/// A template with its arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TemplateInstance<'a> {
    /// The name of the template.
    pub name: Name<'a>,
    /// The namespace of the template. For the global namespace, this is empty.
    pub namespace: Name<'a>,
    /// The arguments, up to 100.
    pub arguments: Vec<TemplateArgument>,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateArgument {
    /// A type that is stored in full.
    Type(TypeId),
    /// A primitive type, of which only the token is stored. AngelScript writes the tag `t`, but would read any letter
    /// except `s` in the same way.
    Token {
        /// The tag as stored.
        tag: u8,
        /// The token of the primitive type.
        token: Token,
    },
}

/// A funcdef that is declared in a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChildFuncdef<'a> {
    /// The name of the function type.
    pub name: Name<'a>,
    /// The class that declares it.
    pub parent: TypeInfo<'a>,
}
