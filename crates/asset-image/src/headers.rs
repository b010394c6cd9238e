//! The headers, as they are in files (see FORMAT.md). Numbers are little-endian unless their type is different.

use zerocopy::little_endian::{I32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

/// The header of a dds, including its identifier.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct DdsHeader {
    pub(crate) identifier: [u8; 4],
    pub(crate) size: U32,
    pub(crate) flags: U32,
    pub(crate) height: U32,
    pub(crate) width: U32,
    pub(crate) pitch: U32,
    pub(crate) depth: U32,
    pub(crate) mips: U32,
    pub(crate) reserved: [U32; 11],
    pub(crate) format_size: U32,
    pub(crate) format_flags: U32,
    pub(crate) four_cc: [u8; 4],
    pub(crate) bits: U32,
    pub(crate) masks: [U32; 4],
    pub(crate) caps: U32,
    pub(crate) caps2: U32,
    pub(crate) caps3: U32,
    pub(crate) caps4: U32,
    pub(crate) reserved2: U32,
}

/// The additional header that a dds has for Direct3D 10.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct Dx10Header {
    pub(crate) format: U32,
    pub(crate) dimension: U32,
    pub(crate) misc: U32,
    pub(crate) array_size: U32,
    pub(crate) misc2: U32,
}

/// The header of a ktx. This comes after the identifier and the byte order mark, which applies to all of these fields.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct KtxHeader {
    pub(crate) gl_type: [u8; 4],
    pub(crate) gl_type_size: [u8; 4],
    pub(crate) gl_format: [u8; 4],
    pub(crate) gl_internal_format: [u8; 4],
    pub(crate) gl_base_internal_format: [u8; 4],
    pub(crate) width: [u8; 4],
    pub(crate) height: [u8; 4],
    pub(crate) depth: [u8; 4],
    pub(crate) array_elements: [u8; 4],
    pub(crate) faces: [u8; 4],
    pub(crate) mips: [u8; 4],
    pub(crate) key_value_bytes: [u8; 4],
}

/// The header of a ktx2, after the identifier.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct Ktx2Header {
    pub(crate) vk_format: U32,
    pub(crate) type_size: U32,
    pub(crate) width: U32,
    pub(crate) height: U32,
    pub(crate) depth: U32,
    pub(crate) layers: U32,
    pub(crate) faces: U32,
    pub(crate) levels: U32,
    pub(crate) supercompression: U32,
    pub(crate) descriptor_offset: U32,
    pub(crate) descriptor_length: U32,
    pub(crate) key_value_offset: U32,
    pub(crate) key_value_length: U32,
    pub(crate) global_offset: U64,
    pub(crate) global_length: U64,
}

/// Where to find a mip in a ktx2.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct Ktx2Level {
    pub(crate) offset: U64,
    pub(crate) length: U64,
    pub(crate) uncompressed_length: U64,
}

/// The beginning of the global data in BasisLZ.
#[cfg(feature = "basis")]
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BasisGlobal {
    pub(crate) endpoint_count: U16,
    pub(crate) selector_count: U16,
    pub(crate) endpoints_length: U32,
    pub(crate) selectors_length: U32,
    pub(crate) tables_length: U32,
    pub(crate) extended_length: U32,
}

/// The beginning of the data format descriptor in a ktx2.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct Ktx2Descriptor {
    pub(crate) total_size: U32,
    pub(crate) vendor_and_type: U32,
    pub(crate) version: U16,
    pub(crate) size: U16,
    pub(crate) color_model: u8,
    pub(crate) primaries: u8,
    pub(crate) transfer: u8,
    pub(crate) flags: u8,
}

/// The header of a vtf. These fields are the same in all versions.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct VtfHeader {
    pub(crate) identifier: [u8; 4],
    pub(crate) major: U32,
    pub(crate) minor: U32,
    pub(crate) header_size: U32,
    pub(crate) width: U16,
    pub(crate) height: U16,
    pub(crate) flags: U32,
    pub(crate) frames: U16,
    pub(crate) first_frame: U16,
    pub(crate) padding: [u8; 4],
    pub(crate) reflectivity: [u8; 12],
    pub(crate) padding2: [u8; 4],
    pub(crate) bump_scale: [u8; 4],
    pub(crate) format: U32,
    pub(crate) mips: u8,
    pub(crate) thumbnail_format: U32,
    pub(crate) thumbnail_width: u8,
    pub(crate) thumbnail_height: u8,
}

/// A resource in a vtf, since version 7.3.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct VtfResource {
    pub(crate) tag: [u8; 3],
    pub(crate) flags: u8,
    pub(crate) offset: U32,
}

/// The header of a tga.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct TgaHeader {
    pub(crate) id_length: u8,
    pub(crate) map_type: u8,
    pub(crate) image_type: u8,
    pub(crate) map_origin: U16,
    pub(crate) map_length: U16,
    pub(crate) map_bits: u8,
    pub(crate) origin: [U16; 2],
    pub(crate) width: U16,
    pub(crate) height: U16,
    pub(crate) bits: u8,
    pub(crate) descriptor: u8,
}

/// The header of a bmp, up to the size of the next header.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BmpHeader {
    pub(crate) identifier: [u8; 2],
    pub(crate) file_size: U32,
    pub(crate) reserved: [u8; 4],
    pub(crate) data_offset: U32,
    pub(crate) info_size: U32,
}

/// The next header in a bmp for OS/2.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BmpCore {
    pub(crate) width: U16,
    pub(crate) height: U16,
    pub(crate) planes: U16,
    pub(crate) bits: U16,
}

/// The next header in any other bmp.
#[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(crate) struct BmpInfo {
    pub(crate) width: I32,
    pub(crate) height: I32,
    pub(crate) planes: U16,
    pub(crate) bits: U16,
    pub(crate) compression: U32,
}
