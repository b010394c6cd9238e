//! Finding kinds of this crate.

use binio::FindingKind;

/// The content is kept as bytes because no program reads it.
pub const KEPT_AS_BYTES: &FindingKind =
    &FindingKind::new("zed-asset/kept-as-bytes", "The content is kept as bytes because no program reads it.")
        .with_engine("No version of the engine reads this content.")
        .with_advice("Nothing needs to be done.");
/// Chunk sizes have 32 bits.
pub const CHUNK_SIZE_32_BIT: &FindingKind =
    &FindingKind::new("zed-asset/chunk-size-32-bit", "Chunk sizes have 32 bits.")
        .with_engine("The engine reads 64 bits and refuses the file.")
        .with_advice("Write the font again with 64-bit chunk sizes.");
/// The color key is not finite.
pub const COLOR_KEY_NOT_FINITE: &FindingKind =
    &FindingKind::new("zed-asset/color-key-not-finite", "The color key is not finite.")
        .with_engine("The transparent color is undefined.")
        .with_advice("Set the color key to numbers from 0 to 1.");
/// Unknown chunk.
pub const CHUNK_UNKNOWN: &FindingKind = &FindingKind::new("zed-asset/chunk-unknown", "Unknown chunk.")
    .with_engine("The engine refuses a model with the chunk, and a font may be incomplete.")
    .with_advice("Convert a model to zed-engine, which has no such chunks, with --lossy.");
/// The font has no glyphs or no texture.
pub const FONT_EMPTY: &FindingKind = &FindingKind::new("zed-asset/font-empty", "The font has no glyphs or no texture.")
    .with_engine("The engine draws nothing.")
    .with_advice("Add a glyph table and a texture to the font.");
/// A chunk is duplicated.
pub const CHUNK_DUPLICATE: &FindingKind = &FindingKind::new("zed-asset/chunk-duplicate", "A chunk is duplicated.")
    .with_engine("The engine keeps the last.")
    .with_advice("Remove the chunk that should not count.");
/// The texture size differs from the size in the glyph table.
pub const TEXTURE_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/texture-size", "The texture size differs from the size in the glyph table.")
        .with_engine("The engine cuts the glyphs at wrong positions.")
        .with_advice("Scale the texture to the size in the glyph table, or create the table again.");
/// Glyphs have no bearing.
pub const GLYPH_BEARING: &FindingKind = &FindingKind::new("zed-asset/glyph-bearing", "Glyphs have no bearing.")
    .with_engine("The engine refuses the file.")
    .with_advice("Create the font again, with a bearing for each glyph.");
/// A texture has no pixels.
pub const TEXTURE_MISSING: &FindingKind = &FindingKind::new("zed-asset/texture-missing", "A texture has no pixels.")
    .with_engine("The engine refuses the file.")
    .with_advice("Create the font again with a texture.");
/// A glyph is beyond the texture.
pub const GLYPH_OUTSIDE: &FindingKind = &FindingKind::new("zed-asset/glyph-outside", "A glyph is beyond the texture.")
    .with_engine("The engine shows other pixels or nothing for this character.")
    .with_advice("Correct the position or size of the glyph, or use a larger texture.");
/// A character is duplicated.
pub const GLYPH_DUPLICATE: &FindingKind = &FindingKind::new("zed-asset/glyph-duplicate", "A character is duplicated.")
    .with_engine("Only one of the two glyphs is shown.")
    .with_advice("Remove one of the two glyphs.");
/// The TGA data is invalid.
pub const TGA_INVALID: &FindingKind = &FindingKind::new("zed-asset/tga-invalid", "The TGA data is invalid.")
    .with_engine("The engine reads outside it.")
    .with_advice("Save the texture as an uncompressed TGA with 32 bits per pixel and without comment.");
/// The pixels are not plain 32-bit pixels.
pub const TGA_PIXELS: &FindingKind =
    &FindingKind::new("zed-asset/tga-pixels", "The pixels are not plain 32-bit pixels.")
        .with_engine("The engine reads them as such.")
        .with_advice("Save the texture as an uncompressed TGA with 32 bits per pixel.");
/// The top line comes first.
pub const TGA_UPSIDE_DOWN: &FindingKind = &FindingKind::new("zed-asset/tga-upside-down", "The top line comes first.")
    .with_engine("The engine shows the glyphs upside down.")
    .with_advice("Save the TGA with the bottom line first.");
/// The file kind is unknown.
pub const FILE_KIND_UNKNOWN: &FindingKind =
    &FindingKind::new("zed-asset/file-kind-unknown", "The file kind is unknown.")
        .with_engine("No program knows how to read the file.")
        .with_advice(
            "Nothing needs to be done, unless it should be a model, animation, font or image: then correct \
            its kind.",
        );
/// An entry name is empty or not UTF-8.
pub const ENTRY_NAME: &FindingKind = &FindingKind::new("zed-asset/entry-name", "An entry name is empty or not UTF-8.")
    .with_engine("The file can't be found or unpacked by this name.")
    .with_advice("Pack the image again with valid names.");
/// The stored size differs from the unpacked size.
pub const ENTRY_SIZE: &FindingKind =
    &FindingKind::new("zed-asset/entry-size", "The stored size differs from the unpacked size.")
        .with_engine("The entry needs much more memory than its size suggests.")
        .with_advice("Nothing needs to be done if you trust the source of the file.");
/// An entry is unreadable.
pub const ENTRY_UNREADABLE: &FindingKind = &FindingKind::new("zed-asset/entry-unreadable", "An entry is unreadable.")
    .with_engine("The file can't be read from the image.")
    .with_advice("Get the image again, or pack it again.");
/// Texture coordinates are lost.
pub const UV_SETS_LOST: &FindingKind = &FindingKind::new("zed-asset/uv-sets-lost", "Texture coordinates are lost.")
    .with_engine("The model has no texture coordinates: the engine's vertices have none.")
    .with_advice("Convert with --to zed-document to keep them, or pass --lossy to accept the loss.");
/// Joint weights and indices are lost.
pub const JOINTS_LOST: &FindingKind = &FindingKind::new("zed-asset/joints-lost", "Joint weights and indices are lost.")
    .with_engine("The model has no joint weights: the engine's vertices have none.")
    .with_advice("Convert with --to zed-document to keep them, or pass --lossy to accept the loss.");
/// A chunk is lost.
pub const CHUNK_LOST: &FindingKind = &FindingKind::new("zed-asset/chunk-lost", "A chunk is lost.")
    .with_engine("The written model lacks the chunk, which the engine would refuse.")
    .with_advice("Pass --lossy to accept the loss.");
/// Metadata after the first is lost.
pub const METADATA_LOST: &FindingKind =
    &FindingKind::new("zed-asset/metadata-lost", "Metadata after the first is lost.")
        .with_engine("The written model has the first metadata only; the engine would refuse more.")
        .with_advice("Pass --lossy to accept the loss.");
/// The name is shortened or changed.
pub const NAME_CHANGED: &FindingKind = &FindingKind::new("zed-asset/name-changed", "The name is shortened or changed.")
    .with_engine("The model has a shorter name without percent signs.")
    .with_advice("Nothing needs to be done, or rename the model to at most 63 bytes without percent signs.");
/// Trailing bytes are lost.
pub const TRAILING_LOST: &FindingKind = &FindingKind::new("zed-asset/trailing-lost", "Trailing bytes are lost.")
    .with_engine("The written model lacks these bytes; readers ignore them.")
    .with_advice("Pass --lossy to accept the loss.");
/// The metadata is missing.
pub const METADATA_MISSING: &FindingKind = &FindingKind::new("zed-asset/metadata-missing", "The metadata is missing.")
    .with_engine("The engine refuses the file.")
    .with_advice("Export the model again.");
/// The file kind is not a model.
pub const WRONG_FILE_KIND: &FindingKind =
    &FindingKind::new("zed-asset/wrong-file-kind", "The file kind is not a model.")
        .with_engine("The engine loads kind M only.")
        .with_advice("Set the kind in the header to M if the file is a model.");
/// The byte order is big-endian or contradictory.
pub const BYTE_ORDER: &FindingKind =
    &FindingKind::new("zed-asset/byte-order", "The byte order is big-endian or contradictory.")
        .with_engine("The engine doesn't swap bytes.")
        .with_advice("Convert the model with --to zed-engine, which writes little-endian.");
/// Unknown header flags are set.
pub const FLAGS_UNKNOWN: &FindingKind = &FindingKind::new("zed-asset/flags-unknown", "Unknown header flags are set.")
    .with_engine("The engine ignores these flags.")
    .with_advice("Nothing needs to be done.");
/// The engine doesn't support this version.
pub const DIALECT_UNSUPPORTED: &FindingKind =
    &FindingKind::new("zed-asset/dialect-unsupported", "The engine doesn't support this version.")
        .with_engine("The engine refuses or misreads the file.")
        .with_advice("Convert the model with --to zed-engine.");
/// The file is valid in several versions.
pub const DIALECT_AMBIGUOUS: &FindingKind =
    &FindingKind::new("zed-asset/dialect-ambiguous", "The file is valid in several versions.")
        .with_engine("Other programs may read the file in another way.")
        .with_advice(
            "Look at the model with engine-assets view, and convert it with --to zed-engine if it looks right.",
        );
/// Chunks are in the wrong order.
pub const CHUNK_ORDER: &FindingKind = &FindingKind::new("zed-asset/chunk-order", "Chunks are in the wrong order.")
    .with_engine("The engine refuses the file.")
    .with_advice("Convert the model with --to zed-engine, which writes the metadata first.");
/// The metadata has a wrong mesh count.
pub const MESH_COUNT: &FindingKind = &FindingKind::new("zed-asset/mesh-count", "The metadata has a wrong mesh count.")
    .with_engine("The engine writes outside its array or uses uninitialized meshes.")
    .with_advice("Convert the model with --to zed-engine, which counts the meshes again.");
/// The model has no meshes.
pub const NO_MESHES: &FindingKind = &FindingKind::new("zed-asset/no-meshes", "The model has no meshes.")
    .with_engine("The engine reads the first one anyway.")
    .with_advice("Export the model again with at least one mesh.");
/// The totals in the metadata are wrong.
pub const TOTALS: &FindingKind = &FindingKind::new("zed-asset/totals", "The totals in the metadata are wrong.")
    .with_engine("The engine ignores them.")
    .with_advice("Nothing needs to be done.");
/// The name has a percent sign.
pub const NAME_PERCENT: &FindingKind = &FindingKind::new("zed-asset/name-percent", "The name has a percent sign.")
    .with_engine("Debug builds of the engine crash.")
    .with_advice("Rename the model without percent signs.");
/// The name has no NUL.
pub const NAME_NOT_TERMINATED: &FindingKind =
    &FindingKind::new("zed-asset/name-not-terminated", "The name has no NUL.")
        .with_engine("The engine reads beyond it.")
        .with_advice("Shorten the name to 63 bytes.");
/// A chunk size is wrong.
pub const CHUNK_SIZE: &FindingKind = &FindingKind::new("zed-asset/chunk-size", "A chunk size is wrong.")
    .with_engine("The engine ignores it.")
    .with_advice("Nothing needs to be done for the engine. For other programs, write the model again.");
/// An END chunk is missing.
pub const END_MISSING: &FindingKind = &FindingKind::new("zed-asset/end-missing", "An END chunk is missing.")
    .with_engine("The engine refuses the file or corrupts its memory.")
    .with_advice("Convert the model with --to zed-engine, which writes all END chunks.");
/// An END chunk has a size.
pub const END_SIZE: &FindingKind = &FindingKind::new("zed-asset/end-size", "An END chunk has a size.")
    .with_engine("The engine ignores it.")
    .with_advice("Nothing needs to be done.");
/// Bytes after the end.
pub const TRAILING_BYTES: &FindingKind = &FindingKind::new("zed-asset/trailing-bytes", "Bytes after the end.")
    .with_engine("Readers ignore them.")
    .with_advice("Get the file again if it was damaged in transit. Otherwise nothing needs to be done.");
/// Indices are beyond the vertices.
pub const INDEX_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("zed-asset/index-out-of-bounds", "Indices are beyond the vertices.")
        .with_engine("The engine reads outside the buffer.")
        .with_advice("Export the model again.");
/// The indices don't form complete triangles.
pub const INCOMPLETE_PRIMITIVE: &FindingKind =
    &FindingKind::new("zed-asset/incomplete-primitive", "The indices don't form complete triangles.")
        .with_engine("The last indices draw nothing.")
        .with_advice("Nothing needs to be done, unless a triangle is missing: then export the model again.");
/// The model has strips or fans.
pub const STRIPS_UNSUPPORTED: &FindingKind =
    &FindingKind::new("zed-asset/strips-unsupported", "The model has strips or fans.")
        .with_engine("The engine refuses the file.")
        .with_advice("Convert the model with --to zed-lists.");
/// A mesh has fewer than 4 vertices.
pub const FEW_VERTICES: &FindingKind = &FindingKind::new("zed-asset/few-vertices", "A mesh has fewer than 4 vertices.")
    .with_engine("The engine excludes it from the bounding box.")
    .with_advice(
        "Join the mesh with another one in the modelling program, if the model disappears at the edge of \
        the view.",
    );
/// A mesh has many vertices.
pub const MANY_VERTICES: &FindingKind = &FindingKind::new("zed-asset/many-vertices", "A mesh has many vertices.")
    .with_engine("Indices reach the first 65536, and the engine copies vertices to its stack.")
    .with_advice("Split the mesh in the modelling program.");
/// Vertex values are not finite.
pub const NOT_FINITE: &FindingKind = &FindingKind::new("zed-asset/not-finite", "Vertex values are not finite.")
    .with_engine("Triangles at these vertices aren't drawn or have wrong colors.")
    .with_advice("Correct the vertices in the modelling program and export the model again.");
/// Joint weights are invalid.
pub const JOINT_WEIGHTS: &FindingKind = &FindingKind::new("zed-asset/joint-weights", "Joint weights are invalid.")
    .with_engine("The engine doesn't read weights; other programs deform the mesh.")
    .with_advice("Normalize the weights in the modelling program and export the model again.");
/// Joint indices are invalid.
pub const JOINT_INDICES: &FindingKind = &FindingKind::new("zed-asset/joint-indices", "Joint indices are invalid.")
    .with_engine("The engine doesn't read joints; other programs can't bind these vertices.")
    .with_advice("Export the model again.");

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
