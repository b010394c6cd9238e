//! Finding kinds of this crate.

use binio::FindingKind;

/// The bytecode layout of the file is unknown.
pub const LAYOUT_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-asc/layout-unknown", "The file has an unknown bytecode layout.")
        .with_engine("Engines with another version of AngelScript refuse the script or crash.")
        .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A type, function, variable or object lifetime is invalid.
pub const DECLARATION_INVALID: &FindingKind =
    &FindingKind::new("urho-asc/declaration-invalid", "A type, function, variable or object lifetime is invalid.")
        .with_engine("The engine refuses the file.")
        .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A class is declared by another module.
pub const EXTERNAL_CLASS: &FindingKind =
    &FindingKind::new("urho-asc/external-class", "A class is declared by another module.")
        .with_engine("The script loads only if another module declares the class.")
        .with_advice("Nothing needs to be done if the other module is loaded first.");
/// An instruction is invalid.
pub const INSTRUCTION_INVALID: &FindingKind =
    &FindingKind::new("urho-asc/instruction-invalid", "An instruction is invalid.")
        .with_engine("The engine refuses the file or crashes when it runs the function.")
        .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A string instruction is no longer supported by the engine.
pub const OLD_STRING_INSTRUCTION: &FindingKind =
    &FindingKind::new("urho-asc/old-string-instruction", "A string instruction is no longer supported by the engine.")
        .with_engine("The engine can't run the function.")
        .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A function doesn't end with a return.
pub const NO_RETURN: &FindingKind = &FindingKind::new("urho-asc/no-return", "A function doesn't end with a return.")
    .with_engine("The engine runs past its end.")
    .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A reference to an instruction is out of bounds.
pub const INSTRUCTION_OUT_OF_BOUNDS: &FindingKind =
    &FindingKind::new("urho-asc/instruction-out-of-bounds", "A reference to an instruction is out of bounds.")
        .with_engine("The engine reads past its tables.")
        .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");
/// A line number entry has no line.
pub const LINE_NUMBER: &FindingKind = &FindingKind::new("urho-asc/line-number", "A line number entry has no line.")
    .with_engine("Error messages and debuggers may show a wrong line.")
    .with_advice("Compile the script again with the ScriptCompiler of your engine's version.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    LAYOUT_UNKNOWN,
    DECLARATION_INVALID,
    EXTERNAL_CLASS,
    INSTRUCTION_INVALID,
    OLD_STRING_INSTRUCTION,
    NO_RETURN,
    INSTRUCTION_OUT_OF_BOUNDS,
    LINE_NUMBER,
];
