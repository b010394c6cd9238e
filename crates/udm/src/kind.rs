//! The 36 types ([FORMAT.md, "Types"](crate::format#types)).

use core::fmt;

/// The type of a value, as binary files number it.
///
/// ```
/// use udm::Type;
/// assert_eq!(Type::from_name(b"vec3"), Some(Type::VEC3));
/// assert_eq!((Type::VEC3.0, Type::VEC3.size()), (15, Some(12)));
/// assert_eq!((Type::STRING.size(), Type(36).is_known()), (None, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub u8);

/// No fixed size.
const OPEN: u8 = u8::MAX;

/// Name and size of each type.
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

/// Where a name is in [`BY_NAME`]: another place for each.
const fn hash(name: &[u8]) -> usize {
    let [first, .., before, last] = *name else { return 0 };
    (first as usize)
        .wrapping_mul(3)
        .wrapping_add((last as usize).wrapping_mul(45))
        .wrapping_add(before as usize)
        .wrapping_add(name.len())
        & 127
}

/// The types by the [`hash`] of their names.
#[allow(clippy::indexing_slicing, reason = "in constants it is checked when they are made")]
const BY_NAME: [u8; 128] = {
    let mut table = [u8::MAX; 128];
    let mut index = 0;
    while index < TYPES.len() {
        let place = &mut table[hash(TYPES[index].0.as_bytes())];
        assert!(*place == u8::MAX);
        *place = index as u8;
        index += 1;
    }
    table
};

impl Type {
    /// Nothing; no bytes.
    pub const NIL: Self = Self(0);
    /// Text, by convention without NUL.
    pub const STRING: Self = Self(1);
    /// Text of any length, by convention with a NUL at its end.
    pub const UTF8: Self = Self(2);
    /// Signed integer of 8 bits.
    pub const I8: Self = Self(3);
    /// Unsigned integer of 8 bits.
    pub const U8: Self = Self(4);
    /// Signed integer of 16 bits.
    pub const I16: Self = Self(5);
    /// Unsigned integer of 16 bits.
    pub const U16: Self = Self(6);
    /// Signed integer of 32 bits.
    pub const I32: Self = Self(7);
    /// Unsigned integer of 32 bits.
    pub const U32: Self = Self(8);
    /// Signed integer of 64 bits.
    pub const I64: Self = Self(9);
    /// Unsigned integer of 64 bits.
    pub const U64: Self = Self(10);
    /// Float of 32 bits.
    pub const F32: Self = Self(11);
    /// Float of 64 bits.
    pub const F64: Self = Self(12);
    /// One byte, 0 or 1.
    pub const BOOL: Self = Self(13);
    /// Two floats of 32 bits: x, y.
    pub const VEC2: Self = Self(14);
    /// x, y, z.
    pub const VEC3: Self = Self(15);
    /// x, y, z, w.
    pub const VEC4: Self = Self(16);
    /// A rotation: x, y, z, w in binary; w, x, y, z in text.
    pub const QUAT: Self = Self(17);
    /// Pitch, yaw, roll in degrees.
    pub const ANG: Self = Self(18);
    /// Red, green, blue, alpha of a byte each.
    pub const SRGBA: Self = Self(19);
    /// Red, green, blue of two bytes each; 255 is 1.0.
    pub const HDR: Self = Self(20);
    /// Origin (vec3) and rotation (quat).
    pub const TRANSFORM: Self = Self(21);
    /// Origin, rotation and scale (vec3).
    pub const STRANSFORM: Self = Self(22);
    /// Four columns of four f32.
    pub const MAT4: Self = Self(23);
    /// Three columns of four f32.
    pub const MAT3X4: Self = Self(24);
    /// Bytes of any number.
    pub const BLOB: Self = Self(25);
    /// Bytes, packed with LZ4.
    pub const LZ4: Self = Self(26);
    /// Keys and their values.
    pub const ELEMENT: Self = Self(27);
    /// Values of one type.
    pub const ARRAY: Self = Self(28);
    /// Values of one type, packed with LZ4.
    pub const ARRAY_LZ4: Self = Self(29);
    /// The path of another value.
    pub const REF: Self = Self(30);
    /// Fields of fixed size, with their layout.
    pub const STRUCT: Self = Self(31);
    /// Float of 16 bits, IEEE binary16.
    pub const HALF: Self = Self(32);
    /// x, y as i32.
    pub const VEC2I: Self = Self(33);
    /// x, y, z as i32.
    pub const VEC3I: Self = Self(34);
    /// x, y, z, w as i32.
    pub const VEC4I: Self = Self(35);

    /// How many types there are; a number from here on is no type.
    pub const COUNT: u8 = 36;

    /// Whether there is such a type.
    pub const fn is_known(self) -> bool {
        self.0 < Self::COUNT
    }

    /// Its name in text files; `None` for an unknown one.
    pub fn name(self) -> Option<&'static str> {
        TYPES.get(usize::from(self.0)).map(|(name, _)| *name)
    }

    /// Bytes of a value in binary files; `None` if that differs from value to value, or the type is unknown.
    pub fn size(self) -> Option<usize> {
        match TYPES.get(usize::from(self.0)) {
            None | Some((_, OPEN)) => None,
            Some((_, size)) => Some(usize::from(*size)),
        }
    }

    /// Whether values are of fixed size. Only those can be fields of a struct.
    pub fn is_trivial(self) -> bool {
        self.size().is_some()
    }

    /// Whether values are arrays, packed or not.
    pub fn is_array(self) -> bool {
        matches!(self, Self::ARRAY | Self::ARRAY_LZ4)
    }

    /// Its name, or a word for an unknown one: for messages.
    pub(crate) fn word(self) -> &'static str {
        self.name().unwrap_or("a known type")
    }

    /// Whether an `arrayLz4` can hold it.
    pub fn can_be_packed(self) -> bool {
        self.is_trivial() || matches!(self, Self::STRUCT | Self::ELEMENT | Self::STRING)
    }

    /// The type of that name; upper case matters.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let ty = Self(*BY_NAME.get(hash(name))?);
        (ty.name()?.as_bytes() == name).then_some(ty)
    }

    /// Iterates over all types of the format, in the order of their numbers.
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
