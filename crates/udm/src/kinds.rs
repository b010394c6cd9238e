//! Finding kinds of this crate.

binio::kinds! {
    HEADER_MISSING: "udm/header-missing", "The root has no header.",
        engine: "The engine refuses the file.",
        advice: "Write the document again with this library, which adds the header.";
    WRONG_SIZE: "udm/wrong-size", "A stored size is wrong.",
        engine: "The engine ignores it when it reads the whole file.",
        advice: "Write the document again with this library, which corrects the size.";
    UNUSUAL_ENCODING: "udm/unusual-encoding", "A string is stored in an unusual encoding.",
        engine: "The engine reads the string; only the file is larger.",
        advice: "Nothing needs to be done.";
    BYTE_ORDER_MARK: "udm/byte-order-mark", "The text begins with a byte order mark.",
        engine: "The engine reads it as part of the first key or refuses the file.",
        advice: "Save the text as UTF-8 without byte order mark.";
    BYTE_FF: "udm/byte-ff", "The text contains a byte 0xFF.",
        engine: "The engine treats it as the end of the file.",
        advice: "Save the text as UTF-8, which never contains this byte.";
    ARRAY_NOT_CHECKED: "udm/array-not-checked", "Further values of an array were not checked.",
        engine: "The engine may misread more values of this array.",
        advice: "Correct the reported values and validate again, or convert the file to udm-binary.";
    NUMBER_READING: "udm/number-reading", "The engine reads this number as another value.",
        engine: "The game gets another number than the text shows.",
        advice: "Write the number as the message says, or convert the file to udm-binary, where all numbers are exact.";
    BACKSLASH_BEFORE_QUOTE: "udm/backslash-before-quote", "A backslash precedes a quotation mark.",
        engine: "The engine drops text or refuses the file.",
        advice: "Remove the backslash or the quotation mark, or convert the file to udm-binary.";
    TEXT_UNREADABLE: "udm/text-unreadable", "The document can't be read back from text.",
        engine: "No program can read the saved text.",
        advice: "Change the value at this place, or convert the document to udm-binary.";
    TEXT_UNWRITABLE: "udm/text-unwritable", "The document can't be written as text.",
        engine: "The document can't be saved as text.",
        advice: "Change the value at this place, or convert the document to udm-binary.";
    HEADER_INVALID: "udm/header-invalid", "The header is invalid.",
        engine: "The engine reads the file as text and refuses it.",
        advice: "Save the file again in the program that wrote it.";
    ROOT_INVALID: "udm/root-invalid", "The root is invalid.",
        engine: "The engine refuses the file.",
        advice: "Save the file again in the program that wrote it.";
    TRAILING_BYTES: "udm/trailing-bytes", "Bytes after the end of the document.",
        engine: "No reader uses them.",
        advice: "Get the file again if it was damaged in transit. Otherwise nothing needs to be done.";
    NESTED_TOO_DEEP: "udm/nested-too-deep", "The document is nested too deeply to be written.",
        engine: "The document can't be saved.",
        advice: "Move inner elements up, until no more than 128 are inside each other.";
    KEY_DUPLICATE: "udm/key-duplicate", "A key is duplicated.",
        engine: "The engine keeps the last.",
        advice: "Remove or rename one of the two keys.";
    KEY_TOO_LONG: "udm/key-too-long", "A key is too long for the binary encoding.",
        engine: "The document can't be saved in the binary encoding.",
        advice: "Shorten the key to 255 bytes, or keep the document as text.";
    KEY_NOT_READABLE: "udm/key-not-readable", "A key can't be read back from the engine's text.",
        engine: "The engine saves the document as a text that it can't read again.",
        advice: "Rename the key: it needs at least one character, and no quotation mark.";
    BOOL_VALUE: "udm/bool-value", "A boolean is neither 0 nor 1.",
        engine: "The behaviour is undefined in C++.",
        advice: "Write true or false, for example with engine-assets set.";
    REFERENCE_UNRESOLVED: "udm/reference-unresolved", "A reference has no target.",
        engine: "The engine leaves it unresolved.",
        advice: "Correct the path of the reference.";
    ARRAY_OF_STRUCTS: "udm/array-of-structs", "An array of structs.",
        engine: "The engine writes outside its memory when it reads one from a binary file.",
        advice: "Store the values in a compressed array (arrayLz4), or keep the document as text.";
    PACKED_BROKEN: "udm/packed-broken", "A packed block can't be unpacked.",
        engine: "The engine throws when the value is used.",
        advice: "Get the file again, or save it again in the program that wrote it.";
    PACKED_COUNT: "udm/packed-count", "The two counts of a packed array differ.",
        engine: "The engine reads outside its memory or throws when the value is used.",
        advice: "Get the file again, or save it again in the program that wrote it.";
    STRUCT_WITHOUT_FIELDS: "udm/struct-without-fields", "A struct has no fields.",
        engine: "The engine reads it but can't write it.",
        advice: "Add a field to the struct, or remove the value.";
    FIELD_DUPLICATE: "udm/field-duplicate", "Two fields have the same name.",
        engine: "A program that looks the field up by its name finds only one of the two.",
        advice: "Rename one of the two fields.";
    PACKED_STRINGS_EMPTY: "udm/packed-strings-empty", "An array of packed strings is empty.",
        engine: "The engine crashes when it accesses them.",
        advice: "Remove the empty array, or store it uncompressed.";
}
