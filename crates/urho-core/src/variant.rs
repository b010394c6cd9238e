//! A value of any engine type.

mod read;
mod skip;
mod write;

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Name, same_bits};
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

use crate::hash::StringHash;
use crate::kind::VariantKind;
use crate::names::HashedName;

/// A value of any engine type ([Variants](crate::format#variants)).
///
/// Numbers are in file order. Values are equal if their bits are: a NaN equals itself, and −0 isn't 0. Vectors and maps
/// nest up to [`binio::MAX_DEPTH`]; deeper values are neither read nor written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Variant<'a> {
    /// No value: the type `None`.
    #[default]
    None,
    /// A signed integer of 32 bits.
    Int(i32),
    /// 0 is false, all other values are true; engines write 1.
    Bool(u8),
    /// A float of 32 bits.
    Float(f32),
    /// A vector of floats: x, y.
    Vector2([f32; 2]),
    /// x, y, z.
    Vector3([f32; 3]),
    /// x, y, z, w.
    Vector4([f32; 4]),
    /// x, y; rbfx only.
    DoubleVector2([f64; 2]),
    /// x, y, z; rbfx only.
    DoubleVector3([f64; 3]),
    /// w, x, y, z.
    Quaternion([f32; 4]),
    /// Red, green, blue, alpha; 0 to 1.
    Color([f32; 4]),
    /// A text without NUL.
    String(Name<'a>),
    /// A block of bytes, stored after its length.
    Buffer(Bytes<'a>),
    /// A pointer, meaningless in a file: engines write 0 and ignore the value they read.
    VoidPtr(u32),
    /// A reference to a resource: its type and its name.
    ResourceRef(Box<ResourceRef<'a>>),
    /// References to resources of one type.
    ResourceRefList(Box<ResourceRefList<'a>>),
    /// A list of values.
    VariantVector(Vec<Variant<'a>>),
    /// Values with hashed names, as stored. For duplicate keys the engine keeps the later.
    VariantMap(Vec<(HashedName<'a>, Variant<'a>)>),
    /// Left, top, right, bottom.
    IntRect([i32; 4]),
    /// A vector of integers: x, y.
    IntVector2([i32; 2]),
    /// A pointer, stored as 0 like `VoidPtr`.
    Ptr(u32),
    /// Row-major.
    Matrix3(Box<[f32; 9]>),
    /// Three rows of four; the fourth column is the translation.
    Matrix3x4(Box<[f32; 12]>),
    /// Row-major.
    Matrix4(Box<[f32; 16]>),
    /// A float of 64 bits.
    Double(f64),
    /// A list of texts.
    StringVector(Vec<Name<'a>>),
    /// Left, top, right, bottom. The binary form of Urho3D and U3D has the type but no value, which is `None` here. Text
    /// and rbfx always have a value.
    Rect(Option<[f32; 4]>),
    /// x, y, z.
    IntVector3([i32; 3]),
    /// A long integer.
    Int64(i64),
    /// As `VoidPtr`; Urho3D and U3D only.
    CustomHeap(u32),
    /// As `VoidPtr`; Urho3D and U3D only.
    CustomStack(u32),
    /// Values with names; rbfx only.
    StringVariantMap(Vec<(Name<'a>, Variant<'a>)>),
}

/// A resource: its type and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceRef<'a> {
    /// The type, for example `Model` or `Material`; binary files only store its hash.
    pub kind: HashedName<'a>,
    /// The resource name: its path below the resource folders.
    pub name: Name<'a>,
}

/// References to resources of one type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceRefList<'a> {
    /// Resource type.
    pub kind: HashedName<'a>,
    /// The resources' names.
    pub names: Vec<Name<'a>>,
}

impl<'a> Variant<'a> {
    /// Returns the value type.
    pub const fn kind(&self) -> VariantKind {
        match self {
            Self::None => VariantKind::None,
            Self::Int(_) => VariantKind::Int,
            Self::Bool(_) => VariantKind::Bool,
            Self::Float(_) => VariantKind::Float,
            Self::Vector2(_) => VariantKind::Vector2,
            Self::Vector3(_) => VariantKind::Vector3,
            Self::Vector4(_) => VariantKind::Vector4,
            Self::DoubleVector2(_) => VariantKind::DoubleVector2,
            Self::DoubleVector3(_) => VariantKind::DoubleVector3,
            Self::Quaternion(_) => VariantKind::Quaternion,
            Self::Color(_) => VariantKind::Color,
            Self::String(_) => VariantKind::String,
            Self::Buffer(_) => VariantKind::Buffer,
            Self::VoidPtr(_) => VariantKind::VoidPtr,
            Self::ResourceRef(_) => VariantKind::ResourceRef,
            Self::ResourceRefList(_) => VariantKind::ResourceRefList,
            Self::VariantVector(_) => VariantKind::VariantVector,
            Self::VariantMap(_) => VariantKind::VariantMap,
            Self::IntRect(_) => VariantKind::IntRect,
            Self::IntVector2(_) => VariantKind::IntVector2,
            Self::Ptr(_) => VariantKind::Ptr,
            Self::Matrix3(_) => VariantKind::Matrix3,
            Self::Matrix3x4(_) => VariantKind::Matrix3x4,
            Self::Matrix4(_) => VariantKind::Matrix4,
            Self::Double(_) => VariantKind::Double,
            Self::StringVector(_) => VariantKind::StringVector,
            Self::Rect(_) => VariantKind::Rect,
            Self::IntVector3(_) => VariantKind::IntVector3,
            Self::Int64(_) => VariantKind::Int64,
            Self::CustomHeap(_) => VariantKind::CustomHeap,
            Self::CustomStack(_) => VariantKind::CustomStack,
            Self::StringVariantMap(_) => VariantKind::StringVariantMap,
        }
    }

    /// Returns the floats of a value that consists of floats, in file order.
    pub fn floats(&self) -> Option<&[f32]> {
        match self {
            Self::Float(value) => Some(core::slice::from_ref(value)),
            Self::Vector2(values) => Some(values),
            Self::Vector3(values) => Some(values),
            Self::Vector4(values) | Self::Quaternion(values) | Self::Color(values) | Self::Rect(Some(values)) => {
                Some(values)
            }
            Self::Matrix3(values) => Some(&values[..]),
            Self::Matrix3x4(values) => Some(&values[..]),
            Self::Matrix4(values) => Some(&values[..]),
            _ => None,
        }
    }

    /// Returns the doubles of a value that consists of doubles.
    pub fn doubles(&self) -> Option<&[f64]> {
        match self {
            Self::Double(value) => Some(core::slice::from_ref(value)),
            Self::DoubleVector2(values) => Some(values),
            Self::DoubleVector3(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the integers of a value that consists of 32-bit integers.
    pub fn ints(&self) -> Option<&[i32]> {
        match self {
            Self::Int(value) => Some(core::slice::from_ref(value)),
            Self::IntVector2(values) => Some(values),
            Self::IntVector3(values) => Some(values),
            Self::IntRect(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the value of a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value != 0) } else { None }
    }

    /// Returns the value of a `String`.
    pub fn as_name(&self) -> Option<&Name<'a>> {
        if let Self::String(name) = self { Some(name) } else { None }
    }

    /// Returns the value of a `Vector2`.
    pub fn as_vec2(&self) -> Option<Vec2> {
        if let Self::Vector2(values) = self { Some(Vec2::from_array(*values)) } else { None }
    }

    /// Returns the value of a `Vector3`.
    pub fn as_vec3(&self) -> Option<Vec3> {
        if let Self::Vector3(values) = self { Some(Vec3::from_array(*values)) } else { None }
    }

    /// Returns the value of a `Vector4` or a `Color`.
    pub fn as_vec4(&self) -> Option<Vec4> {
        if let Self::Vector4(values) | Self::Color(values) = self { Some(Vec4::from_array(*values)) } else { None }
    }

    /// Returns the value of a `Quaternion`.
    pub fn as_quat(&self) -> Option<Quat> {
        if let Self::Quaternion([w, x, y, z]) = *self { Some(Quat::from_xyzw(x, y, z, w)) } else { None }
    }

    /// Returns the value of a `Matrix3`. The engine multiplies column vectors from the right, as glam does.
    pub fn as_mat3(&self) -> Option<Mat3> {
        if let Self::Matrix3(rows) = self { Some(Mat3::from_cols_array(rows).transpose()) } else { None }
    }

    /// Returns the value of a `Matrix4`, or of a `Matrix3x4` with 0 0 0 1 as the fourth row.
    pub fn as_mat4(&self) -> Option<Mat4> {
        match self {
            Self::Matrix4(rows) => Some(Mat4::from_cols_array(rows).transpose()),
            Self::Matrix3x4(rows) => {
                let mut all = Mat4::IDENTITY.to_cols_array();
                all[..12].copy_from_slice(&rows[..]);
                Some(Mat4::from_cols_array(&all).transpose())
            }
            _ => None,
        }
    }

    /// Returns the value of a `VariantMap` with this key; for duplicates the later, as in the engine.
    pub fn get(&self, key: StringHash) -> Option<&Variant<'a>> {
        match self {
            Self::VariantMap(entries) => entries.iter().rev().find(|(k, _)| k.hash == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns an owned copy.
    pub fn into_owned(self) -> Variant<'static> {
        match self {
            Self::String(name) => Variant::String(name.into_owned()),
            Self::Buffer(bytes) => Variant::Buffer(bytes.into_owned()),
            Self::ResourceRef(r) => {
                Variant::ResourceRef(Box::new(ResourceRef { kind: r.kind.into_owned(), name: r.name.into_owned() }))
            }
            Self::ResourceRefList(list) => Variant::ResourceRefList(Box::new(ResourceRefList {
                kind: list.kind.into_owned(),
                names: owned_names(list.names),
            })),
            Self::VariantVector(items) => Variant::VariantVector(items.into_iter().map(Variant::into_owned).collect()),
            Self::VariantMap(entries) => {
                Variant::VariantMap(entries.into_iter().map(|(k, v)| (k.into_owned(), v.into_owned())).collect())
            }
            Self::StringVector(names) => Variant::StringVector(owned_names(names)),
            Self::StringVariantMap(entries) => {
                Variant::StringVariantMap(entries.into_iter().map(|(k, v)| (k.into_owned(), v.into_owned())).collect())
            }
            Self::None => Variant::None,
            Self::Int(value) => Variant::Int(value),
            Self::Bool(value) => Variant::Bool(value),
            Self::Float(value) => Variant::Float(value),
            Self::Vector2(values) => Variant::Vector2(values),
            Self::Vector3(values) => Variant::Vector3(values),
            Self::Vector4(values) => Variant::Vector4(values),
            Self::DoubleVector2(values) => Variant::DoubleVector2(values),
            Self::DoubleVector3(values) => Variant::DoubleVector3(values),
            Self::Quaternion(values) => Variant::Quaternion(values),
            Self::Color(values) => Variant::Color(values),
            Self::VoidPtr(value) => Variant::VoidPtr(value),
            Self::IntRect(values) => Variant::IntRect(values),
            Self::IntVector2(values) => Variant::IntVector2(values),
            Self::Ptr(value) => Variant::Ptr(value),
            Self::Matrix3(rows) => Variant::Matrix3(rows),
            Self::Matrix3x4(rows) => Variant::Matrix3x4(rows),
            Self::Matrix4(rows) => Variant::Matrix4(rows),
            Self::Double(value) => Variant::Double(value),
            Self::Rect(values) => Variant::Rect(values),
            Self::IntVector3(values) => Variant::IntVector3(values),
            Self::Int64(value) => Variant::Int64(value),
            Self::CustomHeap(value) => Variant::CustomHeap(value),
            Self::CustomStack(value) => Variant::CustomStack(value),
        }
    }
}

fn owned_names(names: Vec<Name<'_>>) -> Vec<Name<'static>> {
    names.into_iter().map(Name::into_owned).collect()
}

binio::into_owned! { impl Variant }

impl PartialEq for Variant<'_> {
    fn eq(&self, other: &Self) -> bool {
        if let (Some(a), Some(b)) = (self.floats(), other.floats()) {
            return self.kind() == other.kind() && same_bits(a, b);
        }
        if let (Some(a), Some(b)) = (self.doubles(), other.doubles()) {
            return self.kind() == other.kind() && a.iter().map(|v| v.to_bits()).eq(b.iter().map(|v| v.to_bits()));
        }
        if let (Some(a), Some(b)) = (self.ints(), other.ints()) {
            return self.kind() == other.kind() && a == b;
        }
        match (self, other) {
            (Self::None, Self::None) | (Self::Rect(None), Self::Rect(None)) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int64(a), Self::Int64(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Buffer(a), Self::Buffer(b)) => a == b,
            (Self::VoidPtr(a), Self::VoidPtr(b))
            | (Self::Ptr(a), Self::Ptr(b))
            | (Self::CustomHeap(a), Self::CustomHeap(b))
            | (Self::CustomStack(a), Self::CustomStack(b)) => a == b,
            (Self::ResourceRef(a), Self::ResourceRef(b)) => a == b,
            (Self::ResourceRefList(a), Self::ResourceRefList(b)) => a == b,
            (Self::VariantVector(a), Self::VariantVector(b)) => a == b,
            (Self::VariantMap(a), Self::VariantMap(b)) => a == b,
            (Self::StringVector(a), Self::StringVector(b)) => a == b,
            (Self::StringVariantMap(a), Self::StringVariantMap(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Variant<'_> {}
