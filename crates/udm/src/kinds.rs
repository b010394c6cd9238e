//! Finding kinds of this crate.

use binio::FindingKind;

/// The root has no header.
pub const HEADER_MISSING: &FindingKind = &FindingKind::new("udm/header-missing", "The root has no header.")
    .with_engine("The engine refuses the file.")
    .with_advice("Write the document again with this library, which adds the header.");
/// A stored size is wrong.
pub const WRONG_SIZE: &FindingKind = &FindingKind::new("udm/wrong-size", "A stored size is wrong.")
    .with_engine("The engine ignores it when it reads the whole file.")
    .with_advice("Write the document again with this library, which corrects the size.");
/// A string is stored in an unusual encoding.
pub const UNUSUAL_ENCODING: &FindingKind =
    &FindingKind::new("udm/unusual-encoding", "A string is stored in an unusual encoding.")
        .with_engine("The engine reads the string; only the file is larger.")
        .with_advice("Nothing needs to be done.");
/// The text begins with a byte order mark.
pub const BYTE_ORDER_MARK: &FindingKind =
    &FindingKind::new("udm/byte-order-mark", "The text begins with a byte order mark.")
        .with_engine("The engine reads it as part of the first key or refuses the file.")
        .with_advice("Save the text as UTF-8 without byte order mark.");
/// The text contains a byte 0xFF.
pub const BYTE_FF: &FindingKind = &FindingKind::new("udm/byte-ff", "The text contains a byte 0xFF.")
    .with_engine("The engine treats it as the end of the file.")
    .with_advice("Save the text as UTF-8, which never contains this byte.");
/// Further values of an array were not checked.
pub const ARRAY_NOT_CHECKED: &FindingKind =
    &FindingKind::new("udm/array-not-checked", "Further values of an array were not checked.")
        .with_engine("The engine may misread more values of this array.")
        .with_advice("Correct the reported values and validate again, or convert the file to udm-binary.");
/// The engine reads this number as another value.
pub const NUMBER_READING: &FindingKind =
    &FindingKind::new("udm/number-reading", "The engine reads this number as another value.")
        .with_engine("The game gets another number than the text shows.")
        .with_advice(
            "Write the number as the message says, or convert the file to udm-binary, where all numbers are \
            exact.",
        );
/// A backslash precedes a quotation mark.
pub const BACKSLASH_BEFORE_QUOTE: &FindingKind =
    &FindingKind::new("udm/backslash-before-quote", "A backslash precedes a quotation mark.")
        .with_engine("The engine drops text or refuses the file.")
        .with_advice("Remove the backslash or the quotation mark, or convert the file to udm-binary.");
/// The document can't be read back from text.
pub const TEXT_UNREADABLE: &FindingKind =
    &FindingKind::new("udm/text-unreadable", "The document can't be read back from text.")
        .with_engine("No program can read the saved text.")
        .with_advice("Change the value at this place, or convert the document to udm-binary.");
/// The document can't be written as text.
pub const TEXT_UNWRITABLE: &FindingKind =
    &FindingKind::new("udm/text-unwritable", "The document can't be written as text.")
        .with_engine("The document can't be saved as text.")
        .with_advice("Change the value at this place, or convert the document to udm-binary.");
/// The header is invalid.
pub const HEADER_INVALID: &FindingKind = &FindingKind::new("udm/header-invalid", "The header is invalid.")
    .with_engine("The engine reads the file as text and refuses it.")
    .with_advice("Save the file again in the program that wrote it.");
/// The root is invalid.
pub const ROOT_INVALID: &FindingKind = &FindingKind::new("udm/root-invalid", "The root is invalid.")
    .with_engine("The engine refuses the file.")
    .with_advice("Save the file again in the program that wrote it.");
/// Bytes after the end of the document.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("udm/trailing-bytes", "Bytes after the end of the document.")
        .with_engine("No reader uses them.")
        .with_advice("Get the file again if it was damaged in transit. Otherwise nothing needs to be done.");
/// The document is nested too deeply to be written.
pub const NESTED_TOO_DEEP: &FindingKind =
    &FindingKind::new("udm/nested-too-deep", "The document is nested too deeply to be written.")
        .with_engine("The document can't be saved.")
        .with_advice("Move inner elements up, until no more than 128 are inside each other.");
/// A key is duplicated.
pub const KEY_DUPLICATE: &FindingKind = &FindingKind::new("udm/key-duplicate", "A key is duplicated.")
    .with_engine("The engine keeps the last.")
    .with_advice("Remove or rename one of the two keys.");
/// A key is too long for the binary encoding.
pub const KEY_TOO_LONG: &FindingKind =
    &FindingKind::new("udm/key-too-long", "A key is too long for the binary encoding.")
        .with_engine("The document can't be saved in the binary encoding.")
        .with_advice("Shorten the key to 255 bytes, or keep the document as text.");
/// A key can't be read back from the engine's text.
pub const KEY_NOT_READABLE: &FindingKind =
    &FindingKind::new("udm/key-not-readable", "A key can't be read back from the engine's text.")
        .with_engine("The engine saves the document as a text that it can't read again.")
        .with_advice("Rename the key: it needs at least one character, and no quotation mark.");
/// A boolean is neither 0 nor 1.
pub const BOOL_VALUE: &FindingKind = &FindingKind::new("udm/bool-value", "A boolean is neither 0 nor 1.")
    .with_engine("The behaviour is undefined in C++.")
    .with_advice("Write true or false, for example with engine-assets set.");
/// A reference has no target.
pub const REFERENCE_UNRESOLVED: &FindingKind =
    &FindingKind::new("udm/reference-unresolved", "A reference has no target.")
        .with_engine("The engine leaves it unresolved.")
        .with_advice("Correct the path of the reference.");
/// An array of structs.
pub const ARRAY_OF_STRUCTS: &FindingKind = &FindingKind::new("udm/array-of-structs", "An array of structs.")
    .with_engine("The engine writes outside its memory when it reads one from a binary file.")
    .with_advice("Store the values in a compressed array (arrayLz4), or keep the document as text.");
/// A packed block can't be unpacked.
pub const PACKED_BROKEN: &FindingKind = &FindingKind::new("udm/packed-broken", "A packed block can't be unpacked.")
    .with_engine("The engine throws when the value is used.")
    .with_advice("Get the file again, or save it again in the program that wrote it.");
/// The two counts of a packed array differ.
pub const PACKED_COUNT: &FindingKind =
    &FindingKind::new("udm/packed-count", "The two counts of a packed array differ.")
        .with_engine("The engine reads outside its memory or throws when the value is used.")
        .with_advice("Get the file again, or save it again in the program that wrote it.");
/// A struct has no fields.
pub const STRUCT_WITHOUT_FIELDS: &FindingKind =
    &FindingKind::new("udm/struct-without-fields", "A struct has no fields.")
        .with_engine("The engine reads it but can't write it.")
        .with_advice("Add a field to the struct, or remove the value.");
/// Two fields have the same name.
pub const FIELD_DUPLICATE: &FindingKind = &FindingKind::new("udm/field-duplicate", "Two fields have the same name.")
    .with_engine("A program that looks the field up by its name finds only one of the two.")
    .with_advice("Rename one of the two fields.");
/// An array of packed strings is empty.
pub const PACKED_STRINGS_EMPTY: &FindingKind =
    &FindingKind::new("udm/packed-strings-empty", "An array of packed strings is empty.")
        .with_engine("The engine crashes when it accesses them.")
        .with_advice("Remove the empty array, or store it uncompressed.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    HEADER_MISSING,
    WRONG_SIZE,
    UNUSUAL_ENCODING,
    BYTE_ORDER_MARK,
    BYTE_FF,
    ARRAY_NOT_CHECKED,
    NUMBER_READING,
    BACKSLASH_BEFORE_QUOTE,
    TEXT_UNREADABLE,
    TEXT_UNWRITABLE,
    HEADER_INVALID,
    ROOT_INVALID,
    TRAILING_BYTES,
    NESTED_TOO_DEEP,
    KEY_DUPLICATE,
    KEY_TOO_LONG,
    KEY_NOT_READABLE,
    BOOL_VALUE,
    REFERENCE_UNRESOLVED,
    ARRAY_OF_STRUCTS,
    PACKED_BROKEN,
    PACKED_COUNT,
    STRUCT_WITHOUT_FIELDS,
    FIELD_DUPLICATE,
    PACKED_STRINGS_EMPTY,
];
