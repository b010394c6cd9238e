//! Records with a fixed size. They are defined here for both reading and writing; see [Layout](crate::format#layout).

use zerocopy::little_endian::{F32, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The morph range after the declaration of a vertex buffer.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct RangeRecord {
    pub(crate) start: U32,
    pub(crate) count: U32,
}

/// The start of an index buffer.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct IndexHead {
    pub(crate) index_count: U32,
    pub(crate) index_size: U32,
}

/// A level of detail as stored.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct LodRecord {
    pub(crate) distance: F32,
    pub(crate) primitive: U32,
    pub(crate) vertex_buffer: U32,
    pub(crate) index_buffer: U32,
    pub(crate) draw: RangeRecord,
}

/// The start of a morph buffer.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct MorphBufferHead {
    pub(crate) vertex_buffer: U32,
    pub(crate) mask: U32,
    pub(crate) vertex_count: U32,
}

/// A bone as stored, from after the name to the collision mask.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BoneRecord {
    pub(crate) parent: U32,
    pub(crate) position: [F32; 3],
    /// The order is w, x, y, z.
    pub(crate) rotation: [F32; 4],
    pub(crate) scale: [F32; 3],
    pub(crate) offset_matrix: [F32; 12],
    pub(crate) collision_mask: u8,
}

/// A bounding box as stored.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BoundsRecord {
    pub(crate) min: [F32; 3],
    pub(crate) max: [F32; 3],
}

/// The minimum size of everything that has a count. A count is impossible if there are not enough bytes for it.
pub(crate) mod smallest {
    use super::{BoneRecord, IndexHead, LodRecord, MorphBufferHead, RangeRecord};

    const U32: usize = size_of::<u32>();
    /// Only the NUL at the end.
    pub(crate) const NAME: usize = 1;

    pub(crate) const VERTEX_BUFFER: usize = U32 + U32 + size_of::<RangeRecord>();
    pub(crate) const ELEMENT: usize = U32;
    pub(crate) const INDEX_BUFFER: usize = size_of::<IndexHead>();
    pub(crate) const GEOMETRY: usize = U32 + U32;
    pub(crate) const BONE_MAPPING: usize = U32;
    pub(crate) const LOD: usize = size_of::<LodRecord>();
    pub(crate) const MORPH: usize = NAME + U32;
    pub(crate) const MORPH_BUFFER: usize = size_of::<MorphBufferHead>();
    pub(crate) const BONE: usize = NAME + size_of::<BoneRecord>();
}
