//! The 36 types (see [FORMAT.md, "Types"](crate::format#types)).

use core::fmt;

/// A value type. The number is the same as in binary files.
///
/// ```
/// use udm::Type;
/// assert_eq!(Type::from_name(b"vec3"), Some(Type::VEC3));
/// assert_eq!((Type::VEC3.0, Type::VEC3.size()), (15, Some(12)));
/// assert_eq!((Type::STRING.size(), Type(36).is_known()), (None, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub u8);

/// Used for a type that has no fixed size.
const OPEN: u8 = u8::MAX;

/// The name and size for every type.
const TYPES: [(&str, u8); 36] = [
    ("nil", 0),
    ("string", OPEN),
    ("utf8", OPEN),
    ("int8", 1),
    ("uint8", 1),
    ("int16", 2),
    ("uint16", 2),
    ("int32", 4),
    ("uint32", 4),
    ("int64", 8),
    ("uint64", 8),
    ("float", 4),
    ("double", 8),
    ("bool", 1),
    ("vec2", 8),
    ("vec3", 12),
    ("vec4", 16),
    ("quat", 16),
    ("ang", 12),
    ("srgba", 4),
    ("hdr", 6),
    ("transform", 28),
    ("stransform", 40),
    ("mat4", 64),
    ("mat3x4", 48),
    ("blob", OPEN),
    ("lz4", OPEN),
    ("element", OPEN),
    ("array", OPEN),
    ("arrayLz4", OPEN),
    ("ref", OPEN),
    ("struct", OPEN),
    ("half", 2),
    ("vec2i", 8),
    ("vec3i", 12),
    ("vec4i", 16),
];

/// Returns where to look for a name in [`BY_NAME`]. This is different for every name.
const fn hash(name: &[u8]) -> usize {
    let [first, .., before, last] = *name else { return 0 };
    (first as usize)
        .wrapping_mul(3)
        .wrapping_add((last as usize).wrapping_mul(45))
        .wrapping_add(before as usize)
        .wrapping_add(name.len())
        & 127
}

/// The types, ordered by the [`hash`] of their names.
#[allow(clippy::indexing_slicing, reason = "in constants it is checked when they are made")]
const BY_NAME: [u8; 128] = {
    let mut table = [u8::MAX; 128];
    let mut index = 0;
    while index < TYPES.len() {
        let slot = &mut table[hash(TYPES[index].0.as_bytes())];
        assert!(*slot == u8::MAX);
        *slot = index as u8;
        index += 1;
    }
    table
};

impl Type {
    /// No value, stored without any bytes.
    pub const NIL: Self = Self(0);
    /// Text, which by convention does not contain a NUL.
    pub const STRING: Self = Self(1);
    /// Text of any length, which by convention ends in a NUL.
    pub const UTF8: Self = Self(2);
    /// Signed 8-bit integer.
    pub const I8: Self = Self(3);
    /// Unsigned 8-bit integer.
    pub const U8: Self = Self(4);
    /// Signed 16-bit integer.
    pub const I16: Self = Self(5);
    /// Unsigned 16-bit integer.
    pub const U16: Self = Self(6);
    /// Signed 32-bit integer.
    pub const I32: Self = Self(7);
    /// Unsigned 32-bit integer.
    pub const U32: Self = Self(8);
    /// Signed 64-bit integer.
    pub const I64: Self = Self(9);
    /// Unsigned 64-bit integer.
    pub const U64: Self = Self(10);
    /// 32-bit float.
    pub const F32: Self = Self(11);
    /// 64-bit float.
    pub const F64: Self = Self(12);
    /// A byte that should be 0 or 1.
    pub const BOOL: Self = Self(13);
    /// A vector with x and y (f32).
    pub const VEC2: Self = Self(14);
    /// A vector with x, y and z (f32).
    pub const VEC3: Self = Self(15);
    /// A vector with x, y, z and w (f32).
    pub const VEC4: Self = Self(16);
    /// A rotation, in the order x, y, z, w in binary and w, x, y, z in text.
    pub const QUAT: Self = Self(17);
    /// Pitch, yaw and roll, in degrees (f32).
    pub const ANG: Self = Self(18);
    /// A colour with red, green, blue and alpha, using a byte for each.
    pub const SRGBA: Self = Self(19);
    /// A colour with red, green and blue, using two bytes for each, where 255 means 1.0.
    pub const HDR: Self = Self(20);
    /// An origin (vec3) and a rotation (quat).
    pub const TRANSFORM: Self = Self(21);
    /// An origin (vec3), a rotation (quat) and a scale (vec3).
    pub const STRANSFORM: Self = Self(22);
    /// A matrix with four columns, and four f32 in each.
    pub const MAT4: Self = Self(23);
    /// A matrix with three columns, and four f32 in each.
    pub const MAT3X4: Self = Self(24);
    /// Bytes of any length.
    pub const BLOB: Self = Self(25);
    /// Bytes that were packed with LZ4.
    pub const LZ4: Self = Self(26);
    /// Keys and their values.
    pub const ELEMENT: Self = Self(27);
    /// Values which all have the same type.
    pub const ARRAY: Self = Self(28);
    /// Values which all have the same type and were packed with LZ4.
    pub const ARRAY_LZ4: Self = Self(29);
    /// A reference: the path to another value.
    pub const REF: Self = Self(30);
    /// Fields with a fixed size, and their layout.
    pub const STRUCT: Self = Self(31);
    /// 16-bit float (IEEE binary16).
    pub const HALF: Self = Self(32);
    /// A vector with x and y (i32).
    pub const VEC2I: Self = Self(33);
    /// A vector with x, y and z (i32).
    pub const VEC3I: Self = Self(34);
    /// A vector with x, y, z and w (i32).
    pub const VEC4I: Self = Self(35);

    /// The number of types. There is no type with this number or a larger number.
    pub const COUNT: u8 = 36;

    /// Returns `true` if there is a type with this number.
    pub const fn is_known(self) -> bool {
        self.0 < Self::COUNT
    }

    /// Returns the name to use in text files, or `None` for an unknown type.
    pub fn name(self) -> Option<&'static str> {
        TYPES.get(usize::from(self.0)).map(|(name, _)| *name)
    }

    /// Returns the number of bytes that a value takes in binary files. You get `None` if this is not the same for all
    /// values, or if the type is unknown.
    pub fn size(self) -> Option<usize> {
        match TYPES.get(usize::from(self.0)) {
            None | Some((_, OPEN)) => None,
            Some((_, size)) => Some(usize::from(*size)),
        }
    }

    /// Returns `true` if all values have the same size. Only these types can be used for a struct field.
    pub fn is_trivial(self) -> bool {
        self.size().is_some()
    }

    /// Returns `true` for both array types, packed or not.
    pub fn is_array(self) -> bool {
        matches!(self, Self::ARRAY | Self::ARRAY_LZ4)
    }

    /// Returns the name, or a word for an unknown type, to be used in messages.
    pub(crate) fn word(self) -> &'static str {
        self.name().unwrap_or("a known type")
    }

    /// Returns `true` if an `arrayLz4` can have items with this type.
    pub(crate) fn can_be_packed(self) -> bool {
        self.is_trivial() || matches!(self, Self::STRUCT | Self::ELEMENT | Self::STRING)
    }

    /// Returns the type with the given name. Note that case matters.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let ty = Self(*BY_NAME.get(hash(name))?);
        (ty.name()?.as_bytes() == name).then_some(ty)
    }

    /// Iterates over all types in numerical order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "type {}", self.0),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
