//! Finding kinds of this crate.

binio::kinds! {
    LAYOUT_UNKNOWN: "urho-asc/layout-unknown", "The file has an unknown bytecode layout.",
        engine: "Engines with another version of AngelScript refuse the script or crash.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    DECLARATION_INVALID: "urho-asc/declaration-invalid", "A type, function, variable or object lifetime is invalid.",
        engine: "The engine refuses the file.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    EXTERNAL_CLASS: "urho-asc/external-class", "A class is declared by another module.",
        engine: "The script loads only if another module declares the class.",
        advice: "Nothing needs to be done if the other module is loaded first.";
    INSTRUCTION_INVALID: "urho-asc/instruction-invalid", "An instruction is invalid.",
        engine: "The engine refuses the file or crashes when it runs the function.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    OLD_STRING_INSTRUCTION: "urho-asc/old-string-instruction",
        "A string instruction is no longer supported by the engine.",
        engine: "The engine can't run the function.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    NO_RETURN: "urho-asc/no-return", "A function doesn't end with a return.",
        engine: "The engine runs past its end.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    INSTRUCTION_OUT_OF_BOUNDS: "urho-asc/instruction-out-of-bounds", "A reference to an instruction is out of bounds.",
        engine: "The engine reads past its tables.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
    LINE_NUMBER: "urho-asc/line-number", "A line number entry has no line.",
        engine: "Error messages and debuggers may show a wrong line.",
        advice: "Compile the script again with the ScriptCompiler of your engine's version.";
}
