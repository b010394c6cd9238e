//! A value that can have any engine type.

mod read;
mod skip;
mod write;

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Name, same_bits};
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

use crate::hash::StringHash;
use crate::kind::VariantKind;
use crate::known_hashes::HashedName;

/// A value of any engine type ([Variants](crate::format#variants)). Files use it for attributes, parameters and the
/// data of events.
///
/// Numbers are in file order. Two values are equal when their bits are equal, so a NaN is equal to itself, but −0 is
/// not equal to 0. Vectors and maps can be nested up to [`binio::MAX_DEPTH`]; deeper values can't be read or written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Variant<'a> {
    /// No value. This is the type `None`.
    #[default]
    None,
    /// A signed integer with 32 bits.
    Int(i32),
    /// A boolean. 0 is false and everything else is true, but engines write 1.
    Bool(u8),
    /// A float with 32 bits.
    Float(f32),
    /// Two floats in the order x, y.
    Vector2([f32; 2]),
    /// Three floats in the order x, y, z.
    Vector3([f32; 3]),
    /// Four floats in the order x, y, z, w.
    Vector4([f32; 4]),
    /// Two doubles in the order x, y. Only rbfx has this type.
    DoubleVector2([f64; 2]),
    /// Three doubles in the order x, y, z. Only rbfx has this type.
    DoubleVector3([f64; 3]),
    /// A rotation in the order w, x, y, z.
    Quaternion([f32; 4]),
    /// A colour in the order red, green, blue, alpha, from 0 to 1.
    Color([f32; 4]),
    /// A string, which must not contain NUL.
    String(Name<'a>),
    /// A block of bytes. Its length is stored first.
    Buffer(Bytes<'a>),
    /// A pointer, which has no meaning in a file. Engines write 0 and ignore what they read.
    VoidPtr(u32),
    /// A reference to a resource by its type and name.
    ResourceRef(Box<ResourceRef<'a>>),
    /// References to several resources that all have the same type.
    ResourceRefList(Box<ResourceRefList<'a>>),
    /// A list of values.
    VariantVector(Vec<Variant<'a>>),
    /// Values whose names are hashed, in file order. For duplicate keys, the engine keeps the last.
    VariantMap(Vec<(HashedName<'a>, Variant<'a>)>),
    /// Four integers in the order left, top, right, bottom.
    IntRect([i32; 4]),
    /// Two integers in the order x, y.
    IntVector2([i32; 2]),
    /// A pointer, which is stored as 0 like `VoidPtr`.
    Ptr(u32),
    /// A matrix, stored row by row.
    Matrix3(Box<[f32; 9]>),
    /// A matrix with three rows of four. The fourth column is the translation.
    Matrix3x4(Box<[f32; 12]>),
    /// A matrix, stored row by row.
    Matrix4(Box<[f32; 16]>),
    /// A float with 64 bits.
    Double(f64),
    /// A list of strings.
    StringVector(Vec<Name<'a>>),
    /// Four floats in the order left, top, right, bottom. Binary files of Urho3D and U3D have this type but no value,
    /// so it is `None`. In text and in rbfx there is always a value.
    Rect(Option<[f32; 4]>),
    /// Three integers in the order x, y, z.
    IntVector3([i32; 3]),
    /// An integer with 64 bits.
    Int64(i64),
    /// The same as `VoidPtr`. Only Urho3D and U3D have this type.
    CustomHeap(u32),
    /// The same as `VoidPtr`. Only Urho3D and U3D have this type.
    CustomStack(u32),
    /// Values with names. Only rbfx has this type.
    StringVariantMap(Vec<(Name<'a>, Variant<'a>)>),
}

/// A resource, given by its type and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceRef<'a> {
    /// The type, for example `Model` or `Material`. Binary files only store its hash.
    pub kind: HashedName<'a>,
    /// The name, which is a path relative to the resource folders.
    pub name: Name<'a>,
}

/// Several resources that all have the same type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceRefList<'a> {
    /// The type of all these resources.
    pub kind: HashedName<'a>,
    /// The name of each resource.
    pub names: Vec<Name<'a>>,
}

impl<'a> Variant<'a> {
    /// Returns the type of this value.
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

    /// Returns the floats in file order, if the value consists of floats.
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

    /// Returns the doubles, if the value consists of doubles.
    pub fn doubles(&self) -> Option<&[f64]> {
        match self {
            Self::Double(value) => Some(core::slice::from_ref(value)),
            Self::DoubleVector2(values) => Some(values),
            Self::DoubleVector3(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the integers, if the value consists of 32-bit integers.
    pub fn ints(&self) -> Option<&[i32]> {
        match self {
            Self::Int(value) => Some(core::slice::from_ref(value)),
            Self::IntVector2(values) => Some(values),
            Self::IntVector3(values) => Some(values),
            Self::IntRect(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the value if this is a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value != 0) } else { None }
    }

    /// Returns the value if this is a `String`.
    pub fn as_name(&self) -> Option<&Name<'a>> {
        if let Self::String(name) = self { Some(name) } else { None }
    }

    /// Returns the value if this is a `Vector2`.
    pub fn as_vec2(&self) -> Option<Vec2> {
        if let Self::Vector2(values) = self { Some(Vec2::from_array(*values)) } else { None }
    }

    /// Returns the value if this is a `Vector3`.
    pub fn as_vec3(&self) -> Option<Vec3> {
        if let Self::Vector3(values) = self { Some(Vec3::from_array(*values)) } else { None }
    }

    /// Returns the value if this is a `Vector4` or a `Color`.
    pub fn as_vec4(&self) -> Option<Vec4> {
        if let Self::Vector4(values) | Self::Color(values) = self { Some(Vec4::from_array(*values)) } else { None }
    }

    /// Returns the value if this is a `Quaternion`.
    pub fn as_quat(&self) -> Option<Quat> {
        if let Self::Quaternion([w, x, y, z]) = *self { Some(Quat::from_xyzw(x, y, z, w)) } else { None }
    }

    /// Returns the value if this is a `Matrix3`. The engine multiplies column vectors from the right, as glam does.
    pub fn as_mat3(&self) -> Option<Mat3> {
        if let Self::Matrix3(rows) = self { Some(Mat3::from_cols_array(rows).transpose()) } else { None }
    }

    /// Returns the value if this is a `Matrix4`, or a `Matrix3x4` to which the row 0 0 0 1 is added.
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

    /// Returns the value with this key if this is a `VariantMap`. For duplicates, this is the last, as in the engine.
    pub fn get(&self, key: StringHash) -> Option<&Variant<'a>> {
        match self {
            Self::VariantMap(entries) => entries.iter().rev().find(|(k, _)| k.hash == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Converts this into an owned value, to be kept longer than the bytes of the file.
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
