//! The variant types, and their numbers in each engine.

use core::fmt;

use crate::hash::HashAlgorithm;

/// How variant types are numbered ([Variants](crate::format#variants)), and how integers of variable length are
/// encoded. You must know the encoding to read or write a variant.
///
/// There is nothing in a file to tell you its encoding. When rbfx added two to the numbers of all types above `Vector4`, it
/// did not change the file version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantEncoding {
    /// Urho3D and U3D. Integers of variable length have 29 bits.
    #[default]
    Urho,
    /// rbfx up to February 2026, with the numbers of Urho3D and three more. It uses LEB128, which rbfx writes since
    /// 2023 and which differs from the older encoding only from 2²⁸ on.
    RbfxOld,
    /// rbfx since February 2026, where `DoubleVector2` and `DoubleVector3` are among the vectors. It uses LEB128.
    RbfxNew,
}

impl VariantEncoding {
    /// Returns the hash algorithm of this engine. For Urho3D this is the newer algorithm.
    pub const fn hashes(self) -> HashAlgorithm {
        match self {
            Self::Urho => HashAlgorithm::Urho18,
            Self::RbfxOld | Self::RbfxNew => HashAlgorithm::Rbfx,
        }
    }

    /// Returns the types, sorted by number.
    const fn kinds(self) -> &'static [VariantKind] {
        match self {
            Self::Urho => &URHO,
            Self::RbfxOld => &RBFX_OLD,
            Self::RbfxNew => &RBFX_NEW,
        }
    }
}

/// A variant type as stored. To know what this number means, pass the [`VariantEncoding`] of the file to
/// [`kind`](Self::kind).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantType(pub u8);

impl VariantType {
    /// Returns the type with this number in the given encoding. If the number is unknown, this is `None`.
    pub fn kind(self, encoding: VariantEncoding) -> Option<VariantKind> {
        encoding.kinds().get(usize::from(self.0)).copied()
    }
}

impl fmt::Display for VariantType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A variant type. These are the types of all engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the engine's; `Variant` documents their values")]
pub enum VariantKind {
    None,
    Int,
    Bool,
    Float,
    Vector2,
    Vector3,
    Vector4,
    DoubleVector2,
    DoubleVector3,
    Quaternion,
    Color,
    String,
    Buffer,
    VoidPtr,
    ResourceRef,
    ResourceRefList,
    VariantVector,
    VariantMap,
    IntRect,
    IntVector2,
    Ptr,
    Matrix3,
    Matrix3x4,
    Matrix4,
    Double,
    StringVector,
    Rect,
    IntVector3,
    Int64,
    CustomHeap,
    CustomStack,
    Custom,
    VariantCurve,
    StringVariantMap,
}

use VariantKind as K;

/// The types, sorted by number.
const URHO: [VariantKind; 29] = [
    K::None,
    K::Int,
    K::Bool,
    K::Float,
    K::Vector2,
    K::Vector3,
    K::Vector4,
    K::Quaternion,
    K::Color,
    K::String,
    K::Buffer,
    K::VoidPtr,
    K::ResourceRef,
    K::ResourceRefList,
    K::VariantVector,
    K::VariantMap,
    K::IntRect,
    K::IntVector2,
    K::Ptr,
    K::Matrix3,
    K::Matrix3x4,
    K::Matrix4,
    K::Double,
    K::StringVector,
    K::Rect,
    K::IntVector3,
    K::Int64,
    K::CustomHeap,
    K::CustomStack,
];
const RBFX_OLD: [VariantKind; 30] = {
    let mut kinds = [K::None; 30];
    let mut number = 0;
    while number < 27 {
        kinds[number] = URHO[number];
        number += 1;
    }
    kinds[27] = K::Custom;
    kinds[28] = K::VariantCurve;
    kinds[29] = K::StringVariantMap;
    kinds
};
const RBFX_NEW: [VariantKind; 32] = {
    let mut kinds = [K::None; 32];
    let mut number = 0;
    while number < RBFX_OLD.len() {
        kinds[if number < 7 { number } else { number + 2 }] = RBFX_OLD[number];
        number += 1;
    }
    kinds[7] = K::DoubleVector2;
    kinds[8] = K::DoubleVector3;
    kinds
};

impl VariantKind {
    /// Iterates over all types: first those of current rbfx, then the two that only Urho3D has.
    pub fn all() -> impl Iterator<Item = Self> {
        RBFX_NEW.into_iter().chain([K::CustomHeap, K::CustomStack])
    }

    /// Returns the number of this type in the given encoding. If the engine does not have the type, this is `None`.
    pub fn number(self, encoding: VariantEncoding) -> Option<VariantType> {
        let number = encoding.kinds().iter().position(|kind| *kind == self)?;
        u8::try_from(number).ok().map(VariantType)
    }

    /// Returns the name that side files use for this type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Int => "Int",
            Self::Bool => "Bool",
            Self::Float => "Float",
            Self::Vector2 => "Vector2",
            Self::Vector3 => "Vector3",
            Self::Vector4 => "Vector4",
            Self::DoubleVector2 => "DoubleVector2",
            Self::DoubleVector3 => "DoubleVector3",
            Self::Quaternion => "Quaternion",
            Self::Color => "Color",
            Self::String => "String",
            Self::Buffer => "Buffer",
            Self::VoidPtr => "VoidPtr",
            Self::ResourceRef => "ResourceRef",
            Self::ResourceRefList => "ResourceRefList",
            Self::VariantVector => "VariantVector",
            Self::VariantMap => "VariantMap",
            Self::IntRect => "IntRect",
            Self::IntVector2 => "IntVector2",
            Self::Ptr => "Ptr",
            Self::Matrix3 => "Matrix3",
            Self::Matrix3x4 => "Matrix3x4",
            Self::Matrix4 => "Matrix4",
            Self::Double => "Double",
            Self::StringVector => "StringVector",
            Self::Rect => "Rect",
            Self::IntVector3 => "IntVector3",
            Self::Int64 => "Int64",
            Self::CustomHeap => "CustomHeap",
            Self::CustomStack => "CustomStack",
            Self::Custom => "Custom",
            Self::VariantCurve => "VariantCurve",
            Self::StringVariantMap => "StringVariantMap",
        }
    }

    /// Returns the type with this name. As in the engine, case is ignored.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Self::all().find(|kind| kind.name().as_bytes().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for VariantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
