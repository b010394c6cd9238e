//! Finding kinds of this crate.

binio::kinds! {
    KEPT_AS_BYTES: "zed-asset/kept-as-bytes", "The content is kept as bytes because no program reads it.",
        engine: "No version of the engine reads this content.",
        advice: "Nothing needs to be done.";
    NORMALS_INCOMPLETE: "zed-asset/normals-incomplete", "Normals can't be computed for all vertices.",
        engine: "Vertices without triangles keep their normals; they are never drawn.",
        advice: "Nothing needs to be done, unless triangles are missing: then export the model again.";
    CHUNK_SIZE_32_BIT: "zed-asset/chunk-size-32-bit", "Chunk sizes have 32 bits.",
        engine: "The engine reads 64 bits and refuses the file.",
        advice: "Write the font again with 64-bit chunk sizes.";
    COLOR_KEY_NOT_FINITE: "zed-asset/color-key-not-finite", "The color key is not finite.",
        engine: "The transparent color is undefined.",
        advice: "Set the color key to numbers from 0 to 1.";
    CHUNK_UNKNOWN: "zed-asset/chunk-unknown", "Unknown chunk.",
        engine: "The engine refuses a model with the chunk, and a font may be incomplete.",
        advice: "Convert a model to zed-engine, which has no such chunks, with --lossy.";
    FONT_EMPTY: "zed-asset/font-empty", "The font has no glyphs or no texture.",
        engine: "The engine draws nothing.",
        advice: "Add a glyph table and a texture to the font.";
    CHUNK_DUPLICATE: "zed-asset/chunk-duplicate", "A chunk is duplicated.",
        engine: "The engine keeps the last.",
        advice: "Remove the chunk that should not count.";
    TEXTURE_SIZE: "zed-asset/texture-size", "The texture size differs from the size in the glyph table.",
        engine: "The engine cuts the glyphs at wrong positions.",
        advice: "Scale the texture to the size in the glyph table, or create the table again.";
    GLYPH_BEARING: "zed-asset/glyph-bearing", "Glyphs have no bearing.",
        engine: "The engine refuses the file.",
        advice: "Create the font again, with a bearing for each glyph.";
    TEXTURE_MISSING: "zed-asset/texture-missing", "A texture has no pixels.",
        engine: "The engine refuses the file.",
        advice: "Create the font again with a texture.";
    GLYPH_OUTSIDE: "zed-asset/glyph-outside", "A glyph is beyond the texture.",
        engine: "The engine shows other pixels or nothing for this character.",
        advice: "Correct the position or size of the glyph, or use a larger texture.";
    GLYPH_DUPLICATE: "zed-asset/glyph-duplicate", "A character is duplicated.",
        engine: "Only one of the two glyphs is shown.",
        advice: "Remove one of the two glyphs.";
    TGA_INVALID: "zed-asset/tga-invalid", "The TGA data is invalid.",
        engine: "The engine reads outside it.",
        advice: "Save the texture as an uncompressed TGA with 32 bits per pixel and without comment.";
    TGA_PIXELS: "zed-asset/tga-pixels", "The pixels are not plain 32-bit pixels.",
        engine: "The engine reads them as such.",
        advice: "Save the texture as an uncompressed TGA with 32 bits per pixel.";
    TGA_UPSIDE_DOWN: "zed-asset/tga-upside-down", "The top line comes first.",
        engine: "The engine shows the glyphs upside down.",
        advice: "Save the TGA with the bottom line first.";
    FILE_KIND_UNKNOWN: "zed-asset/file-kind-unknown", "The file kind is unknown.",
        engine: "No program knows how to read the file.",
        advice: "Nothing needs to be done, unless it should be a model, animation, font or image: then correct its \
            kind.";
    ENTRY_NAME: "zed-asset/entry-name", "An entry name is empty or not UTF-8.",
        engine: "The file can't be found or unpacked by this name.",
        advice: "Pack the image again with valid names.";
    ENTRY_SIZE: "zed-asset/entry-size", "The stored size differs from the unpacked size.",
        engine: "The entry needs much more memory than its size suggests.",
        advice: "Nothing needs to be done if you trust the source of the file.";
    ENTRY_UNREADABLE: "zed-asset/entry-unreadable", "An entry is unreadable.",
        engine: "The file can't be read from the image.",
        advice: "Get the image again, or pack it again.";
    UV_SETS_LOST: "zed-asset/uv-sets-lost", "Texture coordinates are lost.",
        engine: "The model has no texture coordinates: the engine's vertices have none.",
        advice: "Convert with --to zed-document to keep them, or pass --lossy to accept the loss.";
    JOINTS_LOST: "zed-asset/joints-lost", "Joint weights and indices are lost.",
        engine: "The model has no joint weights: the engine's vertices have none.",
        advice: "Convert with --to zed-document to keep them, or pass --lossy to accept the loss.";
    CHUNK_LOST: "zed-asset/chunk-lost", "A chunk is lost.",
        engine: "The written model lacks the chunk, which the engine would refuse.",
        advice: "Pass --lossy to accept the loss.";
    METADATA_LOST: "zed-asset/metadata-lost", "Metadata after the first is lost.",
        engine: "The written model has the first metadata only; the engine would refuse more.",
        advice: "Pass --lossy to accept the loss.";
    NAME_CHANGED: "zed-asset/name-changed", "The name is shortened or changed.",
        engine: "The model has a shorter name without percent signs.",
        advice: "Nothing needs to be done, or rename the model to at most 63 bytes without percent signs.";
    TRAILING_LOST: "zed-asset/trailing-lost", "Trailing bytes are lost.",
        engine: "The written model lacks these bytes; readers ignore them.",
        advice: "Pass --lossy to accept the loss.";
    METADATA_MISSING: "zed-asset/metadata-missing", "The metadata is missing.",
        engine: "The engine refuses the file.",
        advice: "Export the model again.";
    WRONG_FILE_KIND: "zed-asset/wrong-file-kind", "The file kind is not a model.",
        engine: "The engine loads kind M only.",
        advice: "Set the kind in the header to M if the file is a model.";
    BYTE_ORDER: "zed-asset/byte-order", "The byte order is big-endian or contradictory.",
        engine: "The engine doesn't swap bytes.",
        advice: "Convert the model with --to zed-engine, which writes little-endian.";
    FLAGS_UNKNOWN: "zed-asset/flags-unknown", "Unknown header flags are set.",
        engine: "The engine ignores these flags.",
        advice: "Nothing needs to be done.";
    ENCODING_UNSUPPORTED: "zed-asset/dialect-unsupported", "The engine doesn't support this encoding.",
        engine: "The engine refuses or misreads the file.",
        advice: "Convert the model with --to zed-engine.";
    ENCODING_AMBIGUOUS: "zed-asset/dialect-ambiguous", "The file is valid in several encodings.",
        engine: "Other programs may read the file in another way.",
        advice: "Look at the model with engine-assets view, and convert it with --to zed-engine if it looks right.";
    CHUNK_ORDER: "zed-asset/chunk-order", "Chunks are in the wrong order.",
        engine: "The engine refuses the file.",
        advice: "Convert the model with --to zed-engine, which writes the metadata first.";
    MESH_COUNT: "zed-asset/mesh-count", "The metadata has a wrong mesh count.",
        engine: "The engine writes outside its array or uses uninitialized meshes.",
        advice: "Convert the model with --to zed-engine, which counts the meshes again.";
    NO_MESHES: "zed-asset/no-meshes", "The model has no meshes.",
        engine: "The engine reads the first one anyway.",
        advice: "Export the model again with at least one mesh.";
    TOTALS: "zed-asset/totals", "The totals in the metadata are wrong.",
        engine: "The engine ignores them.",
        advice: "Nothing needs to be done.";
    NAME_PERCENT: "zed-asset/name-percent", "The name has a percent sign.",
        engine: "Debug builds of the engine crash.",
        advice: "Rename the model without percent signs.";
    NAME_NOT_TERMINATED: "zed-asset/name-not-terminated", "The name has no NUL.",
        engine: "The engine reads beyond it.",
        advice: "Shorten the name to 63 bytes.";
    CHUNK_SIZE: "zed-asset/chunk-size", "A chunk size is wrong.",
        engine: "The engine ignores it.",
        advice: "Nothing needs to be done for the engine. For other programs, write the model again.";
    END_MISSING: "zed-asset/end-missing", "An END chunk is missing.",
        engine: "The engine refuses the file or corrupts its memory.",
        advice: "Convert the model with --to zed-engine, which writes all END chunks.";
    END_SIZE: "zed-asset/end-size", "An END chunk has a size.",
        engine: "The engine ignores it.",
        advice: "Nothing needs to be done.";
    TRAILING_BYTES: "zed-asset/trailing-bytes", "Bytes after the end.",
        engine: "Readers ignore them.",
        advice: "Get the file again if it was damaged in transit. Otherwise nothing needs to be done.";
    INDEX_OUT_OF_BOUNDS: "zed-asset/index-out-of-bounds", "Indices are beyond the vertices.",
        engine: "The engine reads outside the buffer.",
        advice: "Export the model again.";
    INCOMPLETE_PRIMITIVE: "zed-asset/incomplete-primitive", "The indices don't form complete triangles.",
        engine: "The last indices draw nothing.",
        advice: "Nothing needs to be done, unless a triangle is missing: then export the model again.";
    STRIPS_UNSUPPORTED: "zed-asset/strips-unsupported", "The model has strips or fans.",
        engine: "The engine refuses the file.",
        advice: "Convert the model with --to zed-lists.";
    FEW_VERTICES: "zed-asset/few-vertices", "A mesh has fewer than 4 vertices.",
        engine: "The engine excludes it from the bounding box.",
        advice: "Join the mesh with another one in the modelling program, if the model disappears at the edge of the \
            view.";
    MANY_VERTICES: "zed-asset/many-vertices", "A mesh has many vertices.",
        engine: "Indices reach the first 65536, and the engine copies vertices to its stack.",
        advice: "Split the mesh in the modelling program.";
    NOT_FINITE: "zed-asset/not-finite", "Vertex values are not finite.",
        engine: "Triangles at these vertices aren't drawn or have wrong colors.",
        advice: "Correct the vertices in the modelling program and export the model again.";
    JOINT_WEIGHTS: "zed-asset/joint-weights", "Joint weights are invalid.",
        engine: "The engine doesn't read weights; other programs deform the mesh.",
        advice: "Normalize the weights in the modelling program and export the model again.";
    JOINT_INDICES: "zed-asset/joint-indices", "Joint indices are invalid.",
        engine: "The engine doesn't read joints; other programs can't bind these vertices.",
        advice: "Export the model again.";
}
