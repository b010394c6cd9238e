//! Values with a fixed size and more than one number: vectors, rotations, colours, transforms and matrices.

use core::fmt;

use binio::Bytes;
use zerocopy::little_endian::{F32, I32, U16};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::kind::Type;

/// The number type in a [`Fixed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    F32,
    I32,
    U16,
    U8,
}

/// The groups of numbers in a [`Fixed`]. In text, each group is written in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) component: Component,
    /// How many numbers every group has.
    pub(crate) groups: &'static [usize],
    /// The group to be read as a quaternion. Note that w is the first number in text and the last in memory.
    pub(crate) quat: Option<usize>,
}

impl Shape {
    pub(crate) const fn of(ty: Type) -> Option<Self> {
        let (component, groups, quat): (_, &[usize], _) = match ty {
            Type::VEC2 => (Component::F32, &[2], None),
            Type::VEC3 | Type::ANG => (Component::F32, &[3], None),
            Type::VEC4 => (Component::F32, &[4], None),
            Type::QUAT => (Component::F32, &[4], Some(0)),
            Type::SRGBA => (Component::U8, &[4], None),
            Type::HDR => (Component::U16, &[3], None),
            Type::TRANSFORM => (Component::F32, &[3, 4], Some(1)),
            Type::STRANSFORM => (Component::F32, &[3, 4, 3], Some(1)),
            Type::MAT4 => (Component::F32, &[4, 4, 4, 4], None),
            Type::MAT3X4 => (Component::F32, &[4, 4, 4], None),
            Type::VEC2I => (Component::I32, &[2], None),
            Type::VEC3I => (Component::I32, &[3], None),
            Type::VEC4I => (Component::I32, &[4], None),
            _ => return None,
        };
        Some(Self { component, groups, quat })
    }

    /// Returns the total number of components.
    pub(crate) fn count(self) -> usize {
        self.groups.iter().sum()
    }
}

impl Type {
    /// Returns the number type and the count for a vector, rotation, colour, transform or matrix, and `None` for any
    /// other type.
    ///
    /// ```
    /// use udm::Type;
    /// assert_eq!(Type::VEC3.components(), Some((Type::F32, 3)));
    /// assert_eq!(Type::F32.components(), None);
    /// ```
    pub fn components(self) -> Option<(Self, usize)> {
        let shape = Shape::of(self)?;
        let component = match shape.component {
            Component::F32 => Self::F32,
            Component::I32 => Self::I32,
            Component::U16 => Self::U16,
            Component::U8 => Self::U8,
        };
        Some((component, shape.count()))
    }
}

/// A value with a fixed size and more than one number. It stores the type, and the bytes the way binary files store
/// them.
///
/// Values are compared by their bits. To view the numbers in place, use [`as_f32s`](Self::as_f32s) or one of the
/// similar methods.
///
/// ```
/// use udm::{Fixed, Type};
/// let color = Fixed::new(Type::SRGBA, &[255, 128, 0, 255][..]).unwrap();
/// assert_eq!(color.as_u8s(), Some(&[255, 128, 0, 255][..]));
/// let position = Fixed::from_f32s(Type::VEC3, &[1.0, 2.0, 3.0]).unwrap();
/// assert_eq!(position.f32s::<3>(), Some([1.0, 2.0, 3.0]));
/// assert!(Fixed::from_f32s(Type::VEC2, &[1.0, 2.0, 3.0]).is_none());
/// ```
#[derive(Clone)]
pub struct Fixed<'a> {
    ty: Type,
    data: Data<'a>,
}

#[derive(Clone)]
enum Data<'a> {
    /// Used for up to 16 bytes to avoid an allocation. The rest of the array is zero.
    Inline([u8; INLINE]),
    Block(Bytes<'a>),
}

const INLINE: usize = 16;

impl<'a> Fixed<'a> {
    /// Creates a value that borrows its bytes. Returns `None` if `ty` is not a vector, rotation, colour, transform or
    /// matrix, or if `bytes` does not have the right size.
    pub fn new(ty: Type, bytes: &'a [u8]) -> Option<Self> {
        let fits = Shape::of(ty).is_some() && ty.size() == Some(bytes.len());
        fits.then(|| Self { ty, data: Data::Block(Bytes::from(bytes)) })
    }

    /// Does the same as [`new`](Self::new) without any checks. The caller must have checked the size.
    #[inline]
    pub(crate) fn checked(ty: Type, bytes: &'a [u8]) -> Self {
        Self { ty, data: Data::Block(Bytes::from(bytes)) }
    }

    /// Creates a value that owns a copy of `bytes`.
    pub(crate) fn copied(ty: Type, bytes: &[u8]) -> Option<Fixed<'static>> {
        if Shape::of(ty).is_none() || ty.size() != Some(bytes.len()) {
            return None;
        }
        let mut inline = [0; INLINE];
        let data = match inline.get_mut(..bytes.len()) {
            Some(slot) => {
                slot.copy_from_slice(bytes);
                Data::Inline(inline)
            }
            None => Data::Block(Bytes::from(bytes.to_vec())),
        };
        Some(Fixed { ty, data })
    }

    /// Creates a value from f32 numbers, which must be in the order that binary files use. Returns `None` if `ty` uses
    /// other numbers or not this many.
    pub fn from_f32s(ty: Type, numbers: &[f32]) -> Option<Fixed<'static>> {
        let is_f32 = Shape::of(ty)?.component == Component::F32;
        let mut bytes = [0; 64];
        let (target, _) = bytes.split_at_mut_checked(size_of_val(numbers))?;
        for (chunk, number) in target.chunks_exact_mut(4).zip(numbers) {
            chunk.copy_from_slice(&number.to_le_bytes());
        }
        if is_f32 { Self::copied(ty, target) } else { None }
    }

    /// Creates a value from i32 numbers, like [`from_f32s`](Self::from_f32s).
    pub fn from_i32s(ty: Type, numbers: &[i32]) -> Option<Fixed<'static>> {
        let is_i32 = Shape::of(ty)?.component == Component::I32;
        let mut bytes = [0; INLINE];
        let (target, _) = bytes.split_at_mut_checked(size_of_val(numbers))?;
        for (chunk, number) in target.chunks_exact_mut(4).zip(numbers) {
            chunk.copy_from_slice(&number.to_le_bytes());
        }
        if is_i32 { Self::copied(ty, target) } else { None }
    }

    /// Returns the value type.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// Returns the bytes the way binary files store them.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.data {
            Data::Inline(bytes) => bytes.get(..self.ty.size().unwrap_or(0)).unwrap_or_default(),
            Data::Block(bytes) => bytes,
        }
    }

    /// Returns the numbers in place, or `None` if they aren't f32.
    pub fn as_f32s(&self) -> Option<&[F32]> {
        self.numbers(Component::F32)
    }

    /// Returns the numbers in place, or `None` if they aren't i32.
    pub fn as_i32s(&self) -> Option<&[I32]> {
        self.numbers(Component::I32)
    }

    /// Returns the numbers in place, or `None` if this is not a [`Type::HDR`].
    pub fn as_u16s(&self) -> Option<&[U16]> {
        self.numbers(Component::U16)
    }

    /// Returns the numbers in place, or `None` if this is not a [`Type::SRGBA`].
    pub fn as_u8s(&self) -> Option<&[u8]> {
        self.numbers(Component::U8)
    }

    fn numbers<T: FromBytes + KnownLayout + Immutable + Unaligned>(&self, component: Component) -> Option<&[T]> {
        let shape = Shape::of(self.ty)?;
        if shape.component == component { <[T]>::ref_from_bytes(self.as_bytes()).ok() } else { None }
    }

    /// Returns the numbers, or `None` if they aren't exactly `N` f32. A quaternion is returned in the order x, y, z, w.
    pub fn f32s<const N: usize>(&self) -> Option<[f32; N]> {
        let numbers: &[F32; N] = self.as_f32s()?.try_into().ok()?;
        Some(numbers.map(F32::get))
    }

    /// Returns the numbers, or `None` if they aren't exactly `N` i32.
    pub fn i32s<const N: usize>(&self) -> Option<[i32; N]> {
        let numbers: &[I32; N] = self.as_i32s()?.try_into().ok()?;
        Some(numbers.map(I32::get))
    }

    /// Returns a copy that borrows from `self`.
    pub fn borrowed(&self) -> Fixed<'_> {
        Fixed { ty: self.ty, data: Data::Block(Bytes::from(self.as_bytes())) }
    }

    /// Copies borrowed data, so that the value can outlive the file.
    pub fn into_owned(self) -> Fixed<'static> {
        let data = match self.data {
            Data::Inline(bytes) => Data::Inline(bytes),
            Data::Block(bytes) => match Self::copied(self.ty, &bytes) {
                Some(copy) => copy.data,
                None => Data::Block(bytes.into_owned()),
            },
        };
        Fixed { ty: self.ty, data }
    }
}

impl PartialEq for Fixed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Fixed<'_> {}

impl fmt::Debug for Fixed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.ty)?;
        match Shape::of(self.ty).map(|shape| shape.component) {
            Some(Component::F32) => f.debug_list().entries(self.as_f32s().unwrap_or_default()).finish(),
            Some(Component::I32) => f.debug_list().entries(self.as_i32s().unwrap_or_default()).finish(),
            Some(Component::U16) => f.debug_list().entries(self.as_u16s().unwrap_or_default()).finish(),
            _ => f.debug_list().entries(self.as_bytes()).finish(),
        }
    }
}

/// A Rust type that can be used to view array items in place. This trait is sealed, so you can't implement it.
///
/// | `T` | item types |
/// |---|---|
/// | `u8` … `f64` | the number; `u8` also bool, `u16` also half (its bits) |
/// | `[f32; 2]` `[f32; 3]` `[f32; 4]` | vec2; vec3, ang; vec4, quat (x, y, z, w) |
/// | `[i32; 2]` `[i32; 3]` `[i32; 4]` | vec2i; vec3i; vec4i |
/// | `[u8; 4]` `[u16; 3]` | srgba; hdr |
/// | `[f32; 7]` `[f32; 10]` `[f32; 16]` `[f32; 12]` | transform; stransform; mat4; mat3x4 |
pub trait Item: sealed::Sealed {
    /// The stored form, little-endian and with alignment 1.
    type Le: FromBytes + IntoBytes + KnownLayout + Immutable + Unaligned + Copy;
    /// The item types that can be viewed using this Rust type.
    const TYPES: &'static [Type];
    /// Converts from the stored form.
    fn get(stored: &Self::Le) -> Self;
    /// Converts to the stored form.
    fn set(self) -> Self::Le;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! item {
    ($item:ty, $le:ty, [$($ty:ident),*], $get:expr, $set:expr) => {
        impl sealed::Sealed for $item {}
        impl Item for $item {
            type Le = $le;
            const TYPES: &'static [Type] = &[$(Type::$ty),*];
            #[inline]
            fn get(stored: &$le) -> Self {
                let get: fn(&$le) -> $item = $get;
                get(stored)
            }
            #[inline]
            fn set(self) -> $le {
                let set: fn($item) -> $le = $set;
                set(self)
            }
        }
    };
}

use zerocopy::little_endian::{F64, I16, I64, U32, U64};

item!(u8, u8, [U8, BOOL], |le| *le, |value| value);
item!(i8, i8, [I8], |le| *le, |value| value);
item!(u16, U16, [U16, HALF], |le| le.get(), U16::new);
item!(i16, I16, [I16], |le| le.get(), I16::new);
item!(u32, U32, [U32], |le| le.get(), U32::new);
item!(i32, I32, [I32], |le| le.get(), I32::new);
item!(u64, U64, [U64], |le| le.get(), U64::new);
item!(i64, I64, [I64], |le| le.get(), I64::new);
item!(f32, F32, [F32], |le| le.get(), F32::new);
item!(f64, F64, [F64], |le| le.get(), F64::new);
item!([f32; 2], [F32; 2], [VEC2], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 3], [F32; 3], [VEC3, ANG], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 4], [F32; 4], [VEC4, QUAT], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 7], [F32; 7], [TRANSFORM], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 10], [F32; 10], [STRANSFORM], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 12], [F32; 12], [MAT3X4], |le| le.map(F32::get), |value| value.map(F32::new));
item!([f32; 16], [F32; 16], [MAT4], |le| le.map(F32::get), |value| value.map(F32::new));
item!([i32; 2], [I32; 2], [VEC2I], |le| le.map(I32::get), |value| value.map(I32::new));
item!([i32; 3], [I32; 3], [VEC3I], |le| le.map(I32::get), |value| value.map(I32::new));
item!([i32; 4], [I32; 4], [VEC4I], |le| le.map(I32::get), |value| value.map(I32::new));
item!([u8; 4], [u8; 4], [SRGBA], |le| *le, |value| value);
item!([u16; 3], [U16; 3], [HDR], |le| le.map(U16::get), |value| value.map(U16::new));
