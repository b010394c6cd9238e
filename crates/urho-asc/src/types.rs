//! Types as stored.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::Name;

use crate::stream::Layout;
use crate::token_table::NAMES;

/// Number of a [`DataType`] in [`Module::data_types`](crate::Module::data_types).
///
/// The stream stores each type at its first use; so types are numbered in the order of their first use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// Type of a value, with the bits for handle, reference and constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataType<'a> {
    /// Token: [`Token::IDENTIFIER`] for all named types.
    pub token: Token,
    /// Handle, reference, constant.
    pub flags: TypeModifiers,
    /// The named type, if the token is [`Token::IDENTIFIER`]; otherwise `None`.
    pub info: Option<Box<TypeInfo<'a>>>,
}

/// Bits of a [`DataType`]. Spare bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeModifiers(pub u8);

impl TypeModifiers {
    /// Bit of a handle, `T@`.
    pub const HANDLE: Self = Self(1);
    /// Bit of a handle to a constant, `const T@`.
    pub const HANDLE_TO_CONST: Self = Self(2);
    /// Bit of a reference, `T&`.
    pub const REFERENCE: Self = Self(4);
    /// `const T`, or `T@ const` of a handle.
    pub const READ_ONLY: Self = Self(8);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A token number of AngelScript. The numbers differ between 2.36 and 2.38, so their meaning depends on the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u32);

impl Token {
    /// A named type: the same in every version.
    pub const IDENTIFIER: Self = Self(5);

    /// Returns AngelScript's name of the token: `ttUInt8`.
    pub fn name(self, layout: Layout) -> Option<&'static str> {
        // 2.38 inserted three tokens: 36, 65 and, at the end, 113.
        let shift = match self.0 {
            _ if layout.features().tokens_2_38 => 0,
            0..36 => 0,
            36..64 => 1,
            64..111 => 2,
            _ => return None,
        };
        NAMES.get(usize::try_from(self.0).ok()?.checked_add(shift)?).copied()
    }

    /// Returns the type's keyword in scripts: `uint8`; `None` if the token isn't a type.
    pub fn type_name(self, layout: Layout) -> Option<&'static str> {
        let word = match self.name(layout)? {
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

/// A named type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TypeInfo<'a> {
    /// No type.
    #[default]
    None,
    /// A class, interface, enum, typedef or funcdef, of the script or the engine.
    Named(Box<QualifiedName<'a>>),
    /// An instance of a template: `Array<int>`.
    Template(Box<TemplateInstance<'a>>),
    /// The pattern of a type's initialisation list: `{1, 2, 3}`.
    ListPattern(Box<TypeInfo<'a>>),
    /// The `T` of a template.
    Subtype(Name<'a>),
    /// A funcdef declared in a class.
    ChildFuncdef(Box<ChildFuncdef<'a>>),
}

impl<'a> TypeInfo<'a> {
    /// Creates a reference to the class `name` in `namespace`.
    pub fn named(name: impl Into<Name<'a>>, namespace: impl Into<Name<'a>>) -> Self {
        Self::Named(Box::new(QualifiedName { name: name.into(), namespace: namespace.into() }))
    }

    /// Returns whether this is no type.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// A name in a namespace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QualifiedName<'a> {
    /// Name of the type, without its namespace.
    pub name: Name<'a>,
    /// The namespace, `a::b`; empty for the global one.
    pub namespace: Name<'a>,
}

/// A template and its arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TemplateInstance<'a> {
    /// Name of the template.
    pub name: Name<'a>,
    /// Namespace of the template; empty for the global one.
    pub namespace: Name<'a>,
    /// Its arguments; at most 100.
    pub arguments: Vec<TemplateArgument>,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateArgument {
    /// A type stored in full.
    Type(TypeId),
    /// A primitive type, stored only as its token. AngelScript writes the tag `t`, and reads any letter but `s` the same
    /// way.
    Token {
        /// The stored tag.
        tag: u8,
        /// Token of a primitive type.
        token: Token,
    },
}

/// A funcdef declared in a class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChildFuncdef<'a> {
    /// Name of the function type.
    pub name: Name<'a>,
    /// Class that declares it.
    pub parent: TypeInfo<'a>,
}
