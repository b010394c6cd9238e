//! Finding kinds of this crate.

use binio::FindingKind;

/// The shader model doesn't match the file layout.
pub const MODEL_NUMBER: &FindingKind =
    &FindingKind::new("urho-shader/model-number", "The shader model doesn't match the file layout.")
        .with_engine("The engine ignores the number.")
        .with_advice("Nothing needs to be done.");
/// The shader stage doesn't match the file layout.
pub const STAGE_NUMBER: &FindingKind =
    &FindingKind::new("urho-shader/stage-number", "The shader stage doesn't match the file layout.")
        .with_engine("The engine uses the file name.")
        .with_advice(
            "Nothing needs to be done if the file name has the right ending. Otherwise delete the file: the \
            engine compiles the shader again.",
        );
/// The file is valid in several versions.
pub const VERSION_AMBIGUOUS: &FindingKind =
    &FindingKind::new("urho-shader/version-ambiguous", "The file is valid in several versions.")
        .with_engine("The engine reads the file as its own version; this program may show another.")
        .with_advice("Nothing needs to be done.");
/// The bytecode is empty.
pub const EMPTY_CODE: &FindingKind = &FindingKind::new("urho-shader/empty-code", "The bytecode is empty.")
    .with_engine("The engine refuses the file.")
    .with_advice("Delete the file: the engine compiles the shader again.");
/// The bytecode is unreadable or incomplete.
pub const CODE_UNREADABLE: &FindingKind =
    &FindingKind::new("urho-shader/code-unreadable", "The bytecode is unreadable or incomplete.")
        .with_engine("Direct3D probably refuses the shader, and objects with it aren't drawn.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// The bytecode is for another Direct3D version.
pub const WRONG_DIRECT3D: &FindingKind =
    &FindingKind::new("urho-shader/wrong-direct3d", "The bytecode is for another Direct3D version.")
        .with_engine("Direct3D refuses it.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// The bytecode is for another shader stage.
pub const STAGE_MISMATCH: &FindingKind =
    &FindingKind::new("urho-shader/stage-mismatch", "The bytecode is for another shader stage.")
        .with_engine("Direct3D refuses the shader, and objects with it aren't drawn.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// The bytecode is for another shader model.
pub const MODEL_MISMATCH: &FindingKind =
    &FindingKind::new("urho-shader/model-mismatch", "The bytecode is for another shader model.")
        .with_engine("The engine ignores the number in the file.")
        .with_advice("Nothing needs to be done.");
/// Bytes after the bytecode.
pub const TRAILING_BYTES: &FindingKind = &FindingKind::new("urho-shader/trailing-bytes", "Bytes after the bytecode.")
    .with_engine("Direct3D ignores these bytes.")
    .with_advice("Nothing needs to be done.");
/// The bytecode still contains the constant table.
pub const CONSTANT_TABLE_KEPT: &FindingKind =
    &FindingKind::new("urho-shader/constant-table-kept", "The bytecode still contains the constant table.")
        .with_engine("The engine removes it.")
        .with_advice("Nothing needs to be done; only the file is larger.");
/// The texture units don't match the samplers of the bytecode.
pub const TEXTURE_UNITS: &FindingKind =
    &FindingKind::new("urho-shader/texture-units", "The texture units don't match the samplers of the bytecode.")
        .with_engine(
            "The engine sets textures that the shader doesn't read, or the shader reads a texture that isn't set.",
        )
        .with_advice(
            "Nothing needs to be done if objects look right. Otherwise delete the file: the engine compiles \
            the shader again.",
        );
/// The hash of the DXBC container is wrong.
pub const CONTAINER_HASH: &FindingKind =
    &FindingKind::new("urho-shader/container-hash", "The hash of the DXBC container is wrong.")
        .with_engine("Direct3D may refuse the shader.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// Unknown version of the DXBC container.
pub const CONTAINER_VERSION: &FindingKind =
    &FindingKind::new("urho-shader/container-version", "Unknown version of the DXBC container.")
        .with_engine("Direct3D may refuse the shader.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// The vertex elements are unexpected.
pub const VERTEX_ELEMENTS: &FindingKind =
    &FindingKind::new("urho-shader/vertex-elements", "The vertex elements are unexpected.")
        .with_engine("The engine may use the input layout of another shader, so meshes look broken.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// A parameter is empty.
pub const PARAMETER_EMPTY: &FindingKind = &FindingKind::new("urho-shader/parameter-empty", "A parameter is empty.")
    .with_engine("The engine sets nothing.")
    .with_advice("Delete the file: the engine compiles the shader again.");
/// A parameter is beyond the registers.
pub const PARAMETER_REGISTER: &FindingKind =
    &FindingKind::new("urho-shader/parameter-register", "A parameter is beyond the registers.")
        .with_engine("Direct3D ignores it.")
        .with_advice("Use fewer parameters in the shader's source.");
/// The file has no variation.
pub const NO_VARIATION: &FindingKind = &FindingKind::new("urho-shader/no-variation", "The file has no variation.")
    .with_engine("The engine finds nothing to use.")
    .with_advice("Compile the shader again with its variations.");
/// A variation is duplicated.
pub const VARIATION_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-shader/variation-duplicate", "A variation is duplicated.")
        .with_engine("The engine finds one of them.")
        .with_advice("Compile the shader again without the duplicate.");
/// A variation number is unusual.
pub const VARIATION_FLAG: &FindingKind =
    &FindingKind::new("urho-shader/variation-flag", "A variation number is unusual.")
        .with_engine("The engine treats it as 1.")
        .with_advice("Nothing needs to be done.");
/// A parameter has no buffer.
pub const PARAMETER_BUFFER: &FindingKind =
    &FindingKind::new("urho-shader/parameter-buffer", "A parameter has no buffer.")
        .with_engine("The engine doesn't set it.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// A parameter is beyond its buffer.
pub const PARAMETER_RANGE: &FindingKind =
    &FindingKind::new("urho-shader/parameter-range", "A parameter is beyond its buffer.")
        .with_engine("The engine enlarges the buffer.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// Parameters overlap.
pub const PARAMETER_OVERLAP: &FindingKind = &FindingKind::new("urho-shader/parameter-overlap", "Parameters overlap.")
    .with_engine("Setting one changes the other.")
    .with_advice("Delete the file: the engine compiles the shader again.");
/// A parameter is duplicated.
pub const PARAMETER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-shader/parameter-duplicate", "A parameter is duplicated.")
        .with_engine("The engine keeps the later.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// Names differ in case only.
pub const NAMES_DIFFER_IN_CASE: &FindingKind =
    &FindingKind::new("urho-shader/names-differ-in-case", "Names differ in case only.")
        .with_engine("Urho3D up to 1.7 keeps the later.")
        .with_advice("Rename one of the two parameters in the shader's source, if you use Urho3D 1.7 or older.");
/// A texture unit is unknown.
pub const TEXTURE_UNIT_IGNORED: &FindingKind =
    &FindingKind::new("urho-shader/texture-unit-ignored", "A texture unit is unknown.")
        .with_engine("The engine ignores it.")
        .with_advice("Delete the file: the engine compiles the shader again.");
/// A texture unit is duplicated.
pub const TEXTURE_UNIT_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-shader/texture-unit-duplicate", "A texture unit is duplicated.")
        .with_engine("It changes nothing.")
        .with_advice("Nothing needs to be done.");
/// A texture unit has an unusual name.
pub const TEXTURE_UNIT_RENAMED: &FindingKind =
    &FindingKind::new("urho-shader/texture-unit-renamed", "A texture unit has an unusual name.")
        .with_engine("The engine uses the number.")
        .with_advice("Nothing needs to be done.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    MODEL_NUMBER,
    STAGE_NUMBER,
    VERSION_AMBIGUOUS,
    EMPTY_CODE,
    CODE_UNREADABLE,
    WRONG_DIRECT3D,
    STAGE_MISMATCH,
    MODEL_MISMATCH,
    TRAILING_BYTES,
    CONSTANT_TABLE_KEPT,
    TEXTURE_UNITS,
    CONTAINER_HASH,
    CONTAINER_VERSION,
    VERTEX_ELEMENTS,
    PARAMETER_EMPTY,
    PARAMETER_REGISTER,
    NO_VARIATION,
    VARIATION_DUPLICATE,
    VARIATION_FLAG,
    PARAMETER_BUFFER,
    PARAMETER_RANGE,
    PARAMETER_OVERLAP,
    PARAMETER_DUPLICATE,
    NAMES_DIFFER_IN_CASE,
    TEXTURE_UNIT_IGNORED,
    TEXTURE_UNIT_DUPLICATE,
    TEXTURE_UNIT_RENAMED,
];
