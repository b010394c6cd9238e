//! Finding kinds of this crate.

use binio::FindingKind;

/// The content is kept as bytes because no program reads it.
pub const KEPT_AS_BYTES: &FindingKind =
    &FindingKind::new("zed-asset/kept-as-bytes", "The content is kept as bytes because no program reads it.");
/// Chunk sizes have 32 bits.
pub const CHUNK_SIZE_32_BIT: &FindingKind =
    &FindingKind::new("zed-asset/chunk-size-32-bit", "Chunk sizes have 32 bits.")
        .with_engine("The engine reads 64 bits and refuses the file.");
/// The color key is not finite.
pub const COLOR_KEY_NOT_FINITE: &FindingKind =
    &FindingKind::new("zed-asset/color-key-not-finite", "The color key is not finite.");
/// Unknown chunk.
pub const CHUNK_UNKNOWN: &FindingKind = &FindingKind::new("zed-asset/chunk-unknown", "Unknown chunk.");
/// The font has no glyphs or no texture.
pub const FONT_EMPTY: &FindingKind = &FindingKind::new("zed-asset/font-empty", "The font has no glyphs or no texture.")
    .with_engine("The engine draws nothing.");
/// A chunk is duplicated.
pub const CHUNK_DUPLICATE: &FindingKind =
    &FindingKind::new("zed-asset/chunk-duplicate", "A chunk is duplicated.").with_engine("The engine keeps the last.");
/// The texture size differs from the size in the glyph table.
pub const TEXTURE_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/texture-size", "The texture size differs from the size in the glyph table.");
/// Glyphs have no bearing.
pub const GLYPH_BEARING: &FindingKind =
    &FindingKind::new("zed-asset/glyph-bearing", "Glyphs have no bearing.").with_engine("The engine refuses the file.");
/// A texture has no pixels.
pub const TEXTURE_MISSING: &FindingKind = &FindingKind::new("zed-asset/texture-missing", "A texture has no pixels.")
    .with_engine("The engine refuses the file.");
/// A glyph is beyond the texture.
pub const GLYPH_OUTSIDE: &FindingKind = &FindingKind::new("zed-asset/glyph-outside", "A glyph is beyond the texture.");
/// A character is duplicated.
pub const GLYPH_DUPLICATE: &FindingKind = &FindingKind::new("zed-asset/glyph-duplicate", "A character is duplicated.");
/// The TGA data is invalid.
pub const TGA_INVALID: &FindingKind =
    &FindingKind::new("zed-asset/tga-invalid", "The TGA data is invalid.").with_engine("The engine reads outside it.");
/// The pixels are not plain 32-bit pixels.
pub const TGA_PIXELS: &FindingKind =
    &FindingKind::new("zed-asset/tga-pixels", "The pixels are not plain 32-bit pixels.")
        .with_engine("The engine reads them as such.");
/// The top line comes first.
pub const TGA_UPSIDE_DOWN: &FindingKind = &FindingKind::new("zed-asset/tga-upside-down", "The top line comes first.")
    .with_engine("The engine shows the glyphs upside down.");
/// The file kind is unknown.
pub const FILE_KIND_UNKNOWN: &FindingKind =
    &FindingKind::new("zed-asset/file-kind-unknown", "The file kind is unknown.");
/// An entry name is empty or not UTF-8.
pub const ENTRY_NAME: &FindingKind = &FindingKind::new("zed-asset/entry-name", "An entry name is empty or not UTF-8.");
/// The stored size differs from the unpacked size.
pub const ENTRY_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/entry-size", "The stored size differs from the unpacked size.");
/// An entry is unreadable.
pub const ENTRY_UNREADABLE: &FindingKind = &FindingKind::new("zed-asset/entry-unreadable", "An entry is unreadable.");
/// Texture coordinates are lost.
pub const UV_SETS_LOST: &FindingKind = &FindingKind::new("zed-asset/uv-sets-lost", "Texture coordinates are lost.");
/// Joint weights and indices are lost.
pub const JOINTS_LOST: &FindingKind = &FindingKind::new("zed-asset/joints-lost", "Joint weights and indices are lost.");
/// A chunk is lost.
pub const CHUNK_LOST: &FindingKind = &FindingKind::new("zed-asset/chunk-lost", "A chunk is lost.");
/// Metadata after the first is lost.
pub const METADATA_LOST: &FindingKind =
    &FindingKind::new("zed-asset/metadata-lost", "Metadata after the first is lost.");
/// The name is shortened or changed.
pub const NAME_CHANGED: &FindingKind = &FindingKind::new("zed-asset/name-changed", "The name is shortened or changed.");
/// Trailing bytes are lost.
pub const TRAILING_LOST: &FindingKind = &FindingKind::new("zed-asset/trailing-lost", "Trailing bytes are lost.");
/// The metadata is missing.
pub const METADATA_MISSING: &FindingKind = &FindingKind::new("zed-asset/metadata-missing", "The metadata is missing.")
    .with_engine("The engine refuses the file.");
/// The file kind is not a model.
pub const WRONG_FILE_KIND: &FindingKind =
    &FindingKind::new("zed-asset/wrong-file-kind", "The file kind is not a model.")
        .with_engine("The engine loads kind M only.");
/// The byte order is big-endian or contradictory.
pub const BYTE_ORDER: &FindingKind =
    &FindingKind::new("zed-asset/byte-order", "The byte order is big-endian or contradictory.")
        .with_engine("The engine doesn't swap bytes.");
/// Unknown header flags are set.
pub const FLAGS_UNKNOWN: &FindingKind = &FindingKind::new("zed-asset/flags-unknown", "Unknown header flags are set.");
/// The engine doesn't support this version.
pub const DIALECT_UNSUPPORTED: &FindingKind =
    &FindingKind::new("zed-asset/dialect-unsupported", "The engine doesn't support this version.");
/// The file is valid in several versions.
pub const DIALECT_AMBIGUOUS: &FindingKind =
    &FindingKind::new("zed-asset/dialect-ambiguous", "The file is valid in several versions.");
/// Chunks are in the wrong order.
pub const CHUNK_ORDER: &FindingKind = &FindingKind::new("zed-asset/chunk-order", "Chunks are in the wrong order.")
    .with_engine("The engine refuses the file.");
/// The metadata has a wrong mesh count.
pub const MESH_COUNT: &FindingKind = &FindingKind::new("zed-asset/mesh-count", "The metadata has a wrong mesh count.")
    .with_engine("The engine writes outside its array or uses uninitialized meshes.");
/// The model has no meshes.
pub const NO_MESHES: &FindingKind = &FindingKind::new("zed-asset/no-meshes", "The model has no meshes.")
    .with_engine("The engine reads the first one anyway.");
/// The totals in the metadata are wrong.
pub const TOTALS: &FindingKind = &FindingKind::new("zed-asset/totals", "The totals in the metadata are wrong.")
    .with_engine("The engine ignores them.");
/// The name has a percent sign.
pub const NAME_PERCENT: &FindingKind = &FindingKind::new("zed-asset/name-percent", "The name has a percent sign.")
    .with_engine("Debug builds of the engine crash.");
/// The name has no NUL.
pub const NAME_NOT_TERMINATED: &FindingKind =
    &FindingKind::new("zed-asset/name-not-terminated", "The name has no NUL.")
        .with_engine("The engine reads beyond it.");
/// A chunk size is wrong.
pub const CHUNK_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/chunk-size", "A chunk size is wrong.").with_engine("The engine ignores it.");
/// An END chunk is missing.
pub const END_MISSING: &FindingKind = &FindingKind::new("zed-asset/end-missing", "An END chunk is missing.")
    .with_engine("The engine refuses the file or corrupts its memory.");
/// An END chunk has a size.
pub const END_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/end-size", "An END chunk has a size.").with_engine("The engine ignores it.");
/// Bytes after the end.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("zed-asset/trailing-bytes", "Bytes after the end.").with_engine("Readers ignore them.");
/// Indices are beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("zed-asset/index-out-of-bounds", "Indices are beyond the vertices.")
        .with_engine("The engine reads outside the buffer.");
/// The indices don't form complete triangles.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("zed-asset/incomplete-primitive", "The indices don't form complete triangles.");
/// The model has strips or fans.
pub const STRIPS_UNSUPPORTED: &FindingKind =
    &FindingKind::new("zed-asset/strips-unsupported", "The model has strips or fans.")
        .with_engine("The engine refuses the file.");
/// A mesh has fewer than 4 vertices.
pub const FEW_VERTICES: &FindingKind = &FindingKind::new("zed-asset/few-vertices", "A mesh has fewer than 4 vertices.")
    .with_engine("The engine excludes it from the bounding box.");
/// A mesh has many vertices.
pub const MANY_VERTICES: &FindingKind = &FindingKind::new("zed-asset/many-vertices", "A mesh has many vertices.")
    .with_engine("Indices reach the first 65536, and the engine copies vertices to its stack.");
/// Vertex values are not finite.
pub const NOT_FINITE: &FindingKind = &FindingKind::new("zed-asset/not-finite", "Vertex values are not finite.");
/// Joint weights are invalid.
pub const JOINT_WEIGHTS: &FindingKind = &FindingKind::new("zed-asset/joint-weights", "Joint weights are invalid.");
/// Joint indices are invalid.
pub const JOINT_INDICES: &FindingKind = &FindingKind::new("zed-asset/joint-indices", "Joint indices are invalid.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    KEPT_AS_BYTES,
    CHUNK_SIZE_32_BIT,
    COLOR_KEY_NOT_FINITE,
    CHUNK_UNKNOWN,
    FONT_EMPTY,
    CHUNK_DUPLICATE,
    TEXTURE_SIZE,
    GLYPH_BEARING,
    TEXTURE_MISSING,
    GLYPH_OUTSIDE,
    GLYPH_DUPLICATE,
    TGA_INVALID,
    TGA_PIXELS,
    TGA_UPSIDE_DOWN,
    FILE_KIND_UNKNOWN,
    ENTRY_NAME,
    ENTRY_SIZE,
    ENTRY_UNREADABLE,
    UV_SETS_LOST,
    JOINTS_LOST,
    CHUNK_LOST,
    METADATA_LOST,
    NAME_CHANGED,
    TRAILING_LOST,
    METADATA_MISSING,
    WRONG_FILE_KIND,
    BYTE_ORDER,
    FLAGS_UNKNOWN,
    DIALECT_UNSUPPORTED,
    DIALECT_AMBIGUOUS,
    CHUNK_ORDER,
    MESH_COUNT,
    NO_MESHES,
    TOTALS,
    NAME_PERCENT,
    NAME_NOT_TERMINATED,
    CHUNK_SIZE,
    END_MISSING,
    END_SIZE,
    TRAILING_BYTES,
    INDEX_OUT_OF_BOUNDS,
    INCOMPLETE_PRIMITIVE,
    STRIPS_UNSUPPORTED,
    FEW_VERTICES,
    MANY_VERTICES,
    NOT_FINITE,
    JOINT_WEIGHTS,
    JOINT_INDICES,
];
