//! Records with a fixed size. They are defined here for both reading and writing; see [format](crate::format).

use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// How every cache begins.
pub(crate) const ID: &[u8; 4] = b"USHD";

/// The start of a cache, after [`ID`].
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct Head {
    pub(crate) stage: U16,
    pub(crate) model: U16,
}

/// A constant, after its name.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct ConstantRecord {
    pub(crate) register: u8,
    pub(crate) count: u8,
}

/// A variable in a constant buffer, after its name.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BufferParameterRecord {
    pub(crate) buffer: u8,
    pub(crate) offset: U32,
    pub(crate) size: U32,
}

/// The start of a DXBC container, after its identifier and its hash.
#[derive(Clone, Copy, FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct DxbcHead {
    pub(crate) version: U32,
    pub(crate) size: U32,
}

/// The start of a chunk in a DXBC container.
#[derive(Clone, Copy, FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct ChunkHead {
    pub(crate) id: [u8; 4],
    pub(crate) size: U32,
}

/// An element of a signature.
#[derive(Clone, Copy, FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct SignatureRecord {
    pub(crate) name: U32,
    pub(crate) index: U32,
    pub(crate) system_value: U32,
    pub(crate) component: U32,
    pub(crate) register: U32,
    pub(crate) mask: u8,
    pub(crate) used: u8,
    pub(crate) spare: U16,
}

/// The minimum size of everything that has a count. A count is impossible if there are not enough bytes for it.
pub(crate) mod smallest {
    use super::{BufferParameterRecord, ConstantRecord};

    const NAME: usize = 1;
    const BYTE: usize = 1;

    pub(crate) const CONSTANT: usize = NAME + size_of::<ConstantRecord>();
    pub(crate) const SHARED_CONSTANT: usize = NAME + BYTE;
    pub(crate) const UNIT: usize = NAME + BYTE;
    pub(crate) const BUFFER_PARAMETER: usize = NAME + size_of::<BufferParameterRecord>();
    /// This does not include the flags.
    pub(crate) const VARIATION: usize = NAME + size_of::<u32>();
}
