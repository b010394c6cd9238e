//! Finding kinds of this crate.

use binio::FindingKind;

/// The root has no header.
pub const HEADER_MISSING: &FindingKind =
    &FindingKind::new("udm/header-missing", "The root has no header.").with_engine("The engine refuses the file.");
/// A stored size is wrong.
pub const WRONG_SIZE: &FindingKind = &FindingKind::new("udm/wrong-size", "A stored size is wrong.")
    .with_engine("The engine ignores it when it reads the whole file.");
/// A string is stored in an unusual encoding.
pub const UNUSUAL_ENCODING: &FindingKind =
    &FindingKind::new("udm/unusual-encoding", "A string is stored in an unusual encoding.");
/// The text begins with a byte order mark.
pub const BYTE_ORDER_MARK: &FindingKind =
    &FindingKind::new("udm/byte-order-mark", "The text begins with a byte order mark.")
        .with_engine("The engine reads it as part of the first key or refuses the file.");
/// The text contains a byte 0xFF.
pub const BYTE_FF: &FindingKind = &FindingKind::new("udm/byte-ff", "The text contains a byte 0xFF.")
    .with_engine("The engine treats it as the end of the file.");
/// Further values of an array were not checked.
pub const ARRAY_NOT_CHECKED: &FindingKind =
    &FindingKind::new("udm/array-not-checked", "Further values of an array were not checked.");
/// The engine reads this number as another value.
pub const NUMBER_READING: &FindingKind =
    &FindingKind::new("udm/number-reading", "The engine reads this number as another value.");
/// A backslash precedes a quotation mark.
pub const BACKSLASH_BEFORE_QUOTE: &FindingKind =
    &FindingKind::new("udm/backslash-before-quote", "A backslash precedes a quotation mark.")
        .with_engine("The engine drops text or refuses the file.");
/// The document can't be read back from text.
pub const TEXT_UNREADABLE: &FindingKind =
    &FindingKind::new("udm/text-unreadable", "The document can't be read back from text.");
/// The document can't be written as text.
pub const TEXT_UNWRITABLE: &FindingKind =
    &FindingKind::new("udm/text-unwritable", "The document can't be written as text.");
/// The header is invalid.
pub const HEADER_INVALID: &FindingKind = &FindingKind::new("udm/header-invalid", "The header is invalid.")
    .with_engine("The engine reads the file as text and refuses it.");
/// The root is invalid.
pub const ROOT_INVALID: &FindingKind =
    &FindingKind::new("udm/root-invalid", "The root is invalid.").with_engine("The engine refuses the file.");
/// Bytes after the end of the document.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("udm/trailing-bytes", "Bytes after the end of the document.").with_engine("No reader uses them.");
/// The document is nested too deeply to be written.
pub const NESTED_TOO_DEEP: &FindingKind =
    &FindingKind::new("udm/nested-too-deep", "The document is nested too deeply to be written.");
/// A key is duplicated.
pub const KEY_DUPLICATE: &FindingKind =
    &FindingKind::new("udm/key-duplicate", "A key is duplicated.").with_engine("The engine keeps the last.");
/// A key is too long for the binary encoding.
pub const KEY_TOO_LONG: &FindingKind =
    &FindingKind::new("udm/key-too-long", "A key is too long for the binary encoding.");
/// A key can't be read back from the engine's text.
pub const KEY_NOT_READABLE: &FindingKind =
    &FindingKind::new("udm/key-not-readable", "A key can't be read back from the engine's text.");
/// A boolean is neither 0 nor 1.
pub const BOOL_VALUE: &FindingKind = &FindingKind::new("udm/bool-value", "A boolean is neither 0 nor 1.")
    .with_engine("The behaviour is undefined in C++.");
/// A reference has no target.
pub const REFERENCE_UNRESOLVED: &FindingKind =
    &FindingKind::new("udm/reference-unresolved", "A reference has no target.")
        .with_engine("The engine leaves it unresolved.");
/// An array of structs.
pub const ARRAY_OF_STRUCTS: &FindingKind = &FindingKind::new("udm/array-of-structs", "An array of structs.")
    .with_engine("The engine writes outside its memory when it reads one from a binary file.");
/// A packed size is implausible.
pub const PACKED_SIZE: &FindingKind = &FindingKind::new("udm/packed-size", "A packed size is implausible.")
    .with_engine("The engine throws when the value is used.");
/// A packed block can't be unpacked.
pub const PACKED_BROKEN: &FindingKind = &FindingKind::new("udm/packed-broken", "A packed block can't be unpacked.")
    .with_engine("The engine throws when the value is used.");
/// The two counts of a packed array differ.
pub const PACKED_COUNT: &FindingKind =
    &FindingKind::new("udm/packed-count", "The two counts of a packed array differ.")
        .with_engine("The engine reads outside its memory or throws when the value is used.");
/// A struct has no fields.
pub const STRUCT_WITHOUT_FIELDS: &FindingKind =
    &FindingKind::new("udm/struct-without-fields", "A struct has no fields.")
        .with_engine("The engine reads it but can't write it.");
/// Two fields have the same name.
pub const FIELD_DUPLICATE: &FindingKind = &FindingKind::new("udm/field-duplicate", "Two fields have the same name.");
/// An array of packed strings is empty.
pub const PACKED_STRINGS_EMPTY: &FindingKind =
    &FindingKind::new("udm/packed-strings-empty", "An array of packed strings is empty.")
        .with_engine("The engine crashes when it accesses them.");

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
    PACKED_SIZE,
    PACKED_BROKEN,
    PACKED_COUNT,
    STRUCT_WITHOUT_FIELDS,
    FIELD_DUPLICATE,
    PACKED_STRINGS_EMPTY,
];
