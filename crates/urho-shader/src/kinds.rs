//! Finding kinds of this crate.

binio::kinds! {
    MODEL_NUMBER: "urho-shader/model-number", "The shader model doesn't match the file layout.",
        engine: "The engine ignores the number.",
        advice: "Nothing needs to be done.";
    STAGE_NUMBER: "urho-shader/stage-number", "The shader stage doesn't match the file layout.",
        engine: "The engine uses the file name.",
        advice: "Nothing needs to be done if the file name has the right ending. Otherwise delete the file: the \
            engine compiles the shader again.";
    VERSION_AMBIGUOUS: "urho-shader/version-ambiguous", "The file is valid in several versions.",
        engine: "The engine reads the file as its own version; this program may show another.",
        advice: "Nothing needs to be done.";
    EMPTY_CODE: "urho-shader/empty-code", "The bytecode is empty.",
        engine: "The engine refuses the file.",
        advice: "Delete the file: the engine compiles the shader again.";
    CODE_UNREADABLE: "urho-shader/code-unreadable", "The bytecode is unreadable or incomplete.",
        engine: "Direct3D probably refuses the shader, and objects with it aren't drawn.",
        advice: "Delete the file: the engine compiles the shader again.";
    WRONG_DIRECT3D: "urho-shader/wrong-direct3d", "The bytecode is for another Direct3D version.",
        engine: "Direct3D refuses it.",
        advice: "Delete the file: the engine compiles the shader again.";
    STAGE_MISMATCH: "urho-shader/stage-mismatch", "The bytecode is for another shader stage.",
        engine: "Direct3D refuses the shader, and objects with it aren't drawn.",
        advice: "Delete the file: the engine compiles the shader again.";
    MODEL_MISMATCH: "urho-shader/model-mismatch", "The bytecode is for another shader model.",
        engine: "The engine ignores the number in the file.",
        advice: "Nothing needs to be done.";
    TRAILING_BYTES: "urho-shader/trailing-bytes", "Bytes after the bytecode.",
        engine: "Direct3D ignores these bytes.",
        advice: "Nothing needs to be done.";
    CONSTANT_TABLE_KEPT: "urho-shader/constant-table-kept", "The bytecode still contains the constant table.",
        engine: "The engine removes it.",
        advice: "Nothing needs to be done; only the file is larger.";
    TEXTURE_UNITS: "urho-shader/texture-units", "The texture units don't match the samplers of the bytecode.",
        engine: "The engine sets textures that the shader doesn't read, or the shader reads a texture that isn't set.",
        advice: "Nothing needs to be done if objects look right. Otherwise delete the file: the engine compiles the \
            shader again.";
    CONTAINER_HASH: "urho-shader/container-hash", "The hash of the DXBC container is wrong.",
        engine: "Direct3D may refuse the shader.",
        advice: "Delete the file: the engine compiles the shader again.";
    CONTAINER_VERSION: "urho-shader/container-version", "Unknown version of the DXBC container.",
        engine: "Direct3D may refuse the shader.",
        advice: "Delete the file: the engine compiles the shader again.";
    VERTEX_ELEMENTS: "urho-shader/vertex-elements", "The vertex elements are unexpected.",
        engine: "The engine may use the input layout of another shader, so meshes look broken.",
        advice: "Delete the file: the engine compiles the shader again.";
    PARAMETER_EMPTY: "urho-shader/parameter-empty", "A parameter is empty.",
        engine: "The engine sets nothing.",
        advice: "Delete the file: the engine compiles the shader again.";
    PARAMETER_REGISTER: "urho-shader/parameter-register", "A parameter is beyond the registers.",
        engine: "Direct3D ignores it.",
        advice: "Use fewer parameters in the shader's source.";
    NO_VARIATION: "urho-shader/no-variation", "The file has no variation.",
        engine: "The engine finds nothing to use.",
        advice: "Compile the shader again with its variations.";
    VARIATION_DUPLICATE: "urho-shader/variation-duplicate", "A variation is duplicated.",
        engine: "The engine finds one of them.",
        advice: "Compile the shader again without the duplicate.";
    VARIATION_FLAG: "urho-shader/variation-flag", "A variation number is unusual.",
        engine: "The engine treats it as 1.",
        advice: "Nothing needs to be done.";
    PARAMETER_BUFFER: "urho-shader/parameter-buffer", "A parameter has no buffer.",
        engine: "The engine doesn't set it.",
        advice: "Delete the file: the engine compiles the shader again.";
    PARAMETER_RANGE: "urho-shader/parameter-range", "A parameter is beyond its buffer.",
        engine: "The engine enlarges the buffer.",
        advice: "Delete the file: the engine compiles the shader again.";
    PARAMETER_OVERLAP: "urho-shader/parameter-overlap", "Parameters overlap.",
        engine: "Setting one changes the other.",
        advice: "Delete the file: the engine compiles the shader again.";
    PARAMETER_DUPLICATE: "urho-shader/parameter-duplicate", "A parameter is duplicated.",
        engine: "The engine keeps the later.",
        advice: "Delete the file: the engine compiles the shader again.";
    NAMES_DIFFER_IN_CASE: "urho-shader/names-differ-in-case", "Names differ in case only.",
        engine: "Urho3D up to 1.7 keeps the later.",
        advice: "Rename one of the two parameters in the shader's source, if you use Urho3D 1.7 or older.";
    TEXTURE_UNIT_IGNORED: "urho-shader/texture-unit-ignored", "A texture unit is unknown.",
        engine: "The engine ignores it.",
        advice: "Delete the file: the engine compiles the shader again.";
    TEXTURE_UNIT_DUPLICATE: "urho-shader/texture-unit-duplicate", "A texture unit is duplicated.",
        engine: "It changes nothing.",
        advice: "Nothing needs to be done.";
    TEXTURE_UNIT_RENAMED: "urho-shader/texture-unit-renamed", "A texture unit has an unusual name.",
        engine: "The engine uses the number.",
        advice: "Nothing needs to be done.";
}
