//! Finding kinds of this crate.

binio::kinds! {
    RBFX_ONLY: "urho-pak/rbfx-only", "Only rbfx from 2019 to 2022 reads this package encoding.",
        engine: "Urho3D and U3D refuse the package.",
        advice: "Nothing needs to be done for rbfx. For other engines, convert it with --to upak or --to ulz4.";
    RBFX_VERSION: "urho-pak/rbfx-version", "The package version is unknown to rbfx.",
        engine: "rbfx may refuse the package or misread its directory.",
        advice: "Pack its files again with engine-assets pak pack.";
    DIRECTORY_BEYOND_4_GIB: "urho-pak/directory-beyond-4-gib", "The directory begins beyond 4 GiB.",
        engine: "rbfx reads it from the wrong place.",
        advice: "Split the files into several packages.";
    APPENDED: "urho-pak/appended", "The package is appended to another file.",
        engine: "rbfx reads the directory from the wrong place.",
        advice: "Store the package as a file of its own, without the file before it.";
    FILE_BEYOND_4_GIB: "urho-pak/file-beyond-4-gib", "The file is larger than 4 GiB.",
        engine: "The engine doesn't open it.",
        advice: "Split the files into several packages.";
    END_SIZE: "urho-pak/end-size", "The file doesn't end with the package size.",
        engine: "The engine doesn't find an appended package.",
        advice: "Nothing needs to be done if the package is a file of its own. Otherwise append it again, so that \
            nothing follows it.";
    ENTRY_UNREADABLE: "urho-pak/entry-unreadable", "An entry is outside the package or too large.",
        engine: "The engine refuses the package, fails to read the entry, or returns undefined memory for it.",
        advice: "Get the package again, or pack its files again with engine-assets pak pack.";
    DATA_IN_DIRECTORY: "urho-pak/data-in-directory", "Entry data begins inside the directory.",
        engine: "The engine reads a part of the directory as the file's content.",
        advice: "Get the package again, or pack its files again with engine-assets pak pack.";
    SHARED_DATA: "urho-pak/shared-data", "Entries share data.",
        engine: "The engine reads the same bytes for several files.",
        advice: "Nothing needs to be done if these files are equal. Otherwise pack them again with engine-assets pak \
            pack.";
    ENTRY_NAME: "urho-pak/entry-name", "An entry name is unusual or unsafe.",
        engine: "The engine finds the entry on some systems only, or not at all, or PackageTool writes it outside of \
            its folder.",
        advice: "Rename the entry with engine-assets pak rename, or remove it with engine-assets pak rm.";
    ENTRY_DAMAGED: "urho-pak/entry-damaged", "Entry data is damaged.",
        engine: "The engine doesn't compare checksums, and loads the damaged file.",
        advice: "Get the package again, or pack the original file again with engine-assets pak pack.";
    PACKAGE_DAMAGED: "urho-pak/package-damaged", "The package checksum is wrong.",
        engine: "The engine doesn't compare the checksum, and may load damaged files.",
        advice: "If engine-assets pak verify reports no damaged entry, converting the package writes the right \
            checksum. Otherwise get it again.";
}
