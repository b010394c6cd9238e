//! Invalid input: the problem and its byte offset.

use std::fmt::Write as _;

use testkit::ByteBuilder;
use testkit::hostile::{TimeLimit, truncations, with_small_stack};
use udm::binio::{self, Fault, Path};
use udm::{Document, Error, ErrorKind, Limits, ReadOptions, Style, Type, Value};

/// A document whose data is one property `a` of `payload` (type byte and value).
fn with(payload: &[u8]) -> Vec<u8> {
    let data = ByteBuilder::new().u32(1).u8(1).raw(b"a").raw(payload).build();
    let root = ByteBuilder::new()
        .u32(3)
        .u8(9)
        .raw(b"assetType")
        .u8(12)
        .raw(b"assetVersion")
        .u8(9)
        .raw(b"assetData")
        .raw(&[1, 1])
        .raw(b"T")
        .u8(8)
        .u32(1)
        .u8(27)
        .u64(data.len() as u64)
        .raw(&data)
        .build();
    ByteBuilder::new().raw(b"UDMB").u32(2).u8(27).u64(root.len() as u64).raw(&root).build()
}

/// Offset of the payload of [`with`]: after header, root and keys.
const PAYLOAD: u64 = 77;

fn fails(bytes: &[u8]) -> Error {
    Document::parse(bytes).expect_err("is broken")
}

#[track_caller]
fn assert_fails(payload: &[u8], kind: ErrorKind, offset: u64) {
    let error = fails(&with(payload));
    assert_eq!((error.kind(), error.offset()), (&kind, Some(PAYLOAD + offset)), "{error}");
    assert!(error.path().to_string().starts_with("assetData > a"), "{error}");
}

#[test]
fn the_file_around_hostile_values_is_sound() {
    let document = with(&[3, 5]);
    assert_eq!(document[PAYLOAD as usize..], [3, 5]);
    assert_eq!(Document::parse(&document).unwrap().get("a"), Some(&Value::I8(5)));
}

#[test]
fn cut_off() {
    let whole =
        with(&[28, 27, 1, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, b'x', 3, 9]);
    // Element: count 4, key 2, type and value 2; with its size 16.
    let mut whole = whole;
    whole[PAYLOAD as usize + 6] = 16;
    whole[PAYLOAD as usize + 14] = 8;
    let fixed = fix_sizes(&whole);
    assert!(Document::parse(&fixed).is_ok());
    for cut in truncations(&fixed) {
        let error = Document::parse_binary(cut, &ReadOptions::default()).expect_err("is cut off");
        assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}");
    }
}

fn wrong_type(expected: &'static str, found: Type) -> ErrorKind {
    ErrorKind::WrongType { expected, found }
}

/// The same document with the sizes it should have, however wrong they are.
fn fix_sizes(bytes: &[u8]) -> Vec<u8> {
    let options = ReadOptions::default().accept_wrong_sizes(true);
    Document::parse_with(bytes, &options).expect("but for sizes").to_bytes().expect("can be written")
}

#[test]
fn versions_and_roots() {
    let mut bytes = with(&[0]);
    bytes[4] = 3;
    let error = fails(&bytes);
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::UnsupportedVersion(3), Some(4)));
    bytes[4] = 0;
    assert_eq!(fails(&bytes).kind(), &ErrorKind::UnsupportedVersion(0));
    bytes[4] = 1;
    assert_eq!(Document::parse(&bytes).unwrap().header_version, 1);
    bytes[8] = 3;
    let error = fails(&bytes);
    assert_eq!((error.kind(), error.offset()), (&wrong_type("an element", Type::I8), Some(8)));
    let bare = ByteBuilder::new().raw(b"UDMB").u32(2).u8(27).u64(7).u32(1).u8(1).raw(b"a").u8(0).build();
    let error = fails(&bare);
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::NoHeader("string assetType"), Some(8)));
    let document = Document::parse_with(&bare, &ReadOptions::default().accept_bare_root(true)).unwrap();
    assert_eq!((document.get("a"), document.validate().len()), (Some(&Value::Nil), 1));
}

#[test]
fn unknown_and_misplaced_types() {
    assert_fails(&[36], ErrorKind::UnknownType(36), 0);
    assert_fails(&[255], ErrorKind::UnknownType(255), 0);
    assert_fails(&[28, 36, 0, 0, 0, 0], ErrorKind::UnknownType(36), 1);
    assert_fails(
        &[29, 0, 0, 0, 0, 0, 0, 0, 0, 25],
        wrong_type("items of fixed size, structs, elements or strings", Type::BLOB),
        9,
    );
    assert_fails(&[31, 4, 0, 1, 1, 0, 0], wrong_type("a type of fixed size", Type::STRING), 4);
    assert_fails(&[31, 4, 0, 1, 99, 0, 0], ErrorKind::UnknownType(99), 4);
}

#[test]
fn counts_and_sizes_beyond_the_file() {
    let count = u64::from(u32::MAX);
    let array = |item: u8| [&[28, item][..], &[0xff; 4], &[0; 8]].concat();
    assert_fails(&array(27), Fault::ImpossibleCount { count, remaining: 0 }.into(), 2);
    assert_fails(&array(1), Fault::ImpossibleCount { count, remaining: 0 }.into(), 2);
    let mat4 = Fault::UnexpectedEnd { needed: count * 64, remaining: 8 };
    assert_fails(&array(23), mat4.into(), 6);
    let blob = [&[25][..], &(8_u64 << 30).to_le_bytes()].concat();
    assert_fails(&blob, Fault::ImpossibleCount { count: 8 << 30, remaining: 0 }.into(), 1);
    let element = [&[27][..], &[0; 8], &[0xff; 4]].concat();
    assert_fails(&element, Fault::ImpossibleCount { count, remaining: 0 }.into(), 9);
    let string = [1, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_fails(&string, Fault::UnexpectedEnd { needed: count, remaining: 0 }.into(), 6);
}

#[test]
fn sizes_off_by_one() {
    let wrong = |stored, actual| ErrorKind::WrongSize { stored, actual };
    let element = |size: u8| [27, size, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_fails(&element(5), wrong(5, 4), 1);
    assert_fails(&element(3), wrong(3, 4), 1);
    let strings = |size: u8| [28, 1, 1, 0, 0, 0, size, 0, 0, 0, 0, 0, 0, 0, 1, b'x'];
    assert_fails(&strings(3), wrong(3, 2), 6);
    let structure = |size: u8| [31, size, 0, 1, 4, 0, 9];
    assert_fails(&structure(5), wrong(5, 4), 1);
    let bytes = with(&structure(5));
    let document = Document::parse_with(&bytes, &ReadOptions::default().accept_wrong_sizes(true)).unwrap();
    let findings = document.validate();
    assert_eq!((findings.len(), findings.iter().next().and_then(|finding| finding.offset)), (1, Some(PAYLOAD + 1)));
    assert_eq!(document.to_bytes().unwrap(), with(&structure(4)));
}

#[test]
fn long_forms_of_short_strings() {
    assert_fails(&[1, 255, 1, 0, 0, 0, b'x'], ErrorKind::LongForm(1), 1);
    let options = ReadOptions::default().accept_long_strings(true);
    let bytes = with(&[28, 1, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 255, 1, 0, 0, 0, b'x', 1, b'y']);
    let document = Document::parse_with(&bytes, &options).unwrap();
    assert_eq!(document.validate().len(), 1);
    let expected = with(&[28, 1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, b'x', 1, b'y']);
    assert_eq!(document.to_bytes().unwrap(), expected);
}

#[test]
fn outdated_descriptions_are_named() {
    let nul = ByteBuilder::new().raw(b"UDMB").u32(1).u8(27).u64(40).u32(3).raw(b"assetType\0assetVersion\0assetData\0");
    let error = fails(&nul.build());
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Outdated("keys that end with NUL"), Some(21)));
    let wide = ByteBuilder::new().raw(b"UDMB").u32(1).u32(27).u64(40).u32(3).raw(b"assetType\0assetVersion\0").build();
    let error = fails(&wide);
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Outdated("type numbers of 32 bits"), Some(8)));
}

#[test]
fn packed_claims_cost_nothing() {
    // 2³² − 1 floats in one byte.
    let claim = with(&[29, 1, 0, 0, 0, 0, 0, 0, 0, 11, 0xff, 0xff, 0xff, 0xff, 0]);
    let document = Document::parse(&claim).unwrap();
    let array = document.get("a").and_then(Value::as_array).unwrap();
    let error = array.unpack(&mut Limits::default().budget()).unwrap_err();
    let size = u64::from(u32::MAX) * 4;
    assert_eq!(error.kind(), &Fault::ImpossibleExpansion { size, compressed: 1 }.into());
    assert_eq!(document.validate().len(), 1);
    assert_eq!(document.to_bytes().unwrap(), claim);
}

#[test]
fn packed_strings_that_are_fewer_than_they_say() {
    let text = b"$arrayLz4 a [string;3;7][cAIAAAABYQFi]";
    let document = Document::parse(text).unwrap();
    let array = document.get("a").and_then(Value::as_array).unwrap();
    let error = array.unpack(&mut Limits::default().budget()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Data(_) | ErrorKind::WrongSize { .. }), "{error}");
    // Two as its count, and a byte after them.
    let document = Document::parse(b"$arrayLz4 a [string;2;9][kAIAAAABYQFiAA==]").unwrap();
    let array = document.get("a").and_then(Value::as_array).unwrap();
    let error = array.unpack(&mut Limits::default().budget()).unwrap_err();
    assert_eq!(error.kind(), &Fault::Trailing(1).into());
}

#[test]
fn counts_of_packed_items_are_compared() {
    let counts = |document: &[u8]| {
        let findings = Document::parse(document).expect("it is unpacked when it is used").validate();
        let found = findings.iter().filter(|finding| finding.kind == udm::kinds::PACKED_COUNT);
        found.map(|finding| (finding.path.to_string(), finding.message.to_string())).collect::<Vec<_>>()
    };
    let more = "3 items, but 2 in the packed bytes: the engine reads past its memory";
    assert_eq!(counts(b"$arrayLz4 a [string;3;8][gAIAAAABYQFi]"), [("a".to_owned(), more.to_owned())]);
    let fewer = "1 items, but 2 in the packed bytes: the engine throws or skips items";
    assert_eq!(counts(b"$arrayLz4 a [string;1;8][gAIAAAABYQFi]"), [("a".to_owned(), fewer.to_owned())]);
    assert_eq!(counts(b"$arrayLz4 a [string;2;8][gAIAAAABYQFi]"), []);
    let none = "2 items, but 0 in the packed bytes: the engine reads past its memory";
    assert_eq!(counts(b"$arrayLz4 a [element;2;4][QAAAAAA=]"), [("a".to_owned(), none.to_owned())]);
    // No bytes at all, not even a count.
    let empty = with(&[29, 0, 0, 0, 0, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(counts(&empty), [("a".to_owned(), none.to_owned())]);
}

#[test]
fn nesting_ends_somewhere() {
    with_small_stack(|| {
        for levels in [129, 1000, 100_000] {
            let text = "a{".repeat(levels);
            let error = fails(text.as_bytes());
            assert_eq!((error.kind(), error.offset()), (&ErrorKind::Depth(128), Some(2 * 128)));
            let text = format!("$array a {}", "[array;1][".repeat(levels));
            assert_eq!(fails(text.as_bytes()).kind(), &ErrorKind::Depth(128));
            let text = format!("$vec3 a {}1,2,3{}", "[".repeat(levels), "]".repeat(levels));
            assert!(Document::parse(text.as_bytes()).is_ok(), "brackets of a list are only counted");
            let arrays = [28, 28, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            let bytes = with(&[&arrays[..], &arrays[1..].repeat(levels)].concat());
            assert_eq!(fails(&bytes).kind(), &ErrorKind::Depth(128));
            let element = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, b'a', 27];
            let bytes = with(&[&[27][..], &element.repeat(levels)].concat());
            assert_eq!(fails(&bytes).kind(), &ErrorKind::Depth(128));
        }
    });
}

#[track_caller]
fn assert_syntax(text: &str, line: u32, column: u32) {
    let error = fails(text.as_bytes());
    match error.kind() {
        ErrorKind::Syntax { line: found_line, column: found_column, .. } => {
            assert_eq!((*found_line, *found_column), (line, column), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn syntax_errors_say_where() {
    assert_syntax("$int8 a 1\n$foo b 2", 2, 2);
    assert_syntax("x {\n\t$vec3 a [1,2]\n}", 2, 10);
    assert_syntax("x {\n\t$vec3 a [1,2,3,4]\n}", 2, 17);
    assert_syntax("$string a \"b", 1, 11);
    assert_syntax("x {", 1, 4);
    assert_syntax("$array a [nil;3][x]", 1, 18);
    let error = fails(b"outer { inner { $array a [vec2;1][[1]] } }");
    assert_eq!(error.path().to_string(), "outer > inner > a");
    assert_eq!(error.offset(), Some(34));
}

#[test]
fn text_says_what_it_cant_hold() {
    let mut document = Document::new("nil", 1);
    document.data_mut().insert("odd", Value::Bool(2));
    let error = document.to_text(Style::Pretty).unwrap_err();
    assert_eq!(error.to_string(), "odd: text can't hold a bool that is neither 0 nor 1");
    assert!(document.to_bytes().is_ok());
}

#[test]
fn texts_that_would_not_end() {
    // 2³² − 1 items without a byte, as text.
    for payload in
        [&[28, 0, 0xff, 0xff, 0xff, 0xff][..], &[28, 31, 255, 255, 255, 255, 5, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0]]
    {
        let bytes = with(payload);
        let document = Document::parse(&bytes).unwrap();
        assert_eq!(
            document.to_text(Style::Pretty).unwrap_err().kind(),
            &Fault::Limit("4 194 304 items without bytes in a text").into()
        );
    }
}

#[test]
fn references_in_a_circle() {
    let document = Document::parse(b"$ref a b $ref b c $ref c b $ref d e $int8 e 1").unwrap();
    assert_eq!(document.resolve(b"a").unwrap_err().kind(), &ErrorKind::CyclicReference);
    assert_eq!(document.resolve(b"d"), Ok(&Value::I8(1)));
    assert!(matches!(document.resolve(b"x/y[0]").unwrap_err().kind(), ErrorKind::NoSuchPath(_)));
    assert_eq!(document.validate().len(), 3);
}

/// Findings contain the byte offset of the innermost part, in both encodings; of duplicate keys, the last.
#[test]
fn findings_name_the_byte() {
    let offset = |bytes: &[u8], path: &str| {
        let findings = Document::parse(bytes).unwrap().validate();
        findings.iter().find(|finding| finding.path.to_string() == path).expect("it is found").offset
    };
    let bytes = with(&[13, 7]);
    assert_eq!(offset(&bytes, "assetData > a"), Some(PAYLOAD));
    // An array of two elements, the second with a bool: after type, count and size, and an empty element of 12 bytes.
    let element = [8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, b'b', 13, 7];
    let items = [&[4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &element].concat();
    let array = [&[28, 27, 2, 0, 0, 0][..], &(items.len() as u64).to_le_bytes(), &items].concat();
    let at = PAYLOAD + 14 + 12;
    assert_eq!(offset(&with(&array), "assetData > a 1 > b"), Some(at + 14));
    let text = b"\tlamp\n{\n$ref to \"nowhere\"\n}\n";
    assert_eq!(offset(text, "assetData > lamp > to"), Some(8));
    let whole = b"$string assetType T\n$uint32 assetVersion 1\nassetData {\n$ref a \"nowhere\" $ref a \"nowhere\" }";
    let second = whole.windows(6).rposition(|bytes| bytes == b"$ref a").map(|at| at as u64);
    assert_eq!(offset(whole, "assetData > a"), second);
}

/// The parts of a path are keys; an asset in an asset is looked into. A path that leads nowhere leads to the innermost value.
#[test]
fn paths_of_findings_lead_to_values() {
    let text = b"$array entities [element;2][{},{ $string flags \"x\" }] meshGroups { $nil Body assetData { $uint8 count 1 } }";
    let document = Document::parse(text).unwrap();
    let path_of = |path: &Path| document.value_path(path);
    let entity = |index: usize| Path::new().item("entities", index);
    assert_eq!(path_of(&entity(1).part("flags")).as_deref(), Some("entities[1]/flags"));
    assert_eq!(path_of(&entity(0).part("flags")).as_deref(), Some("entities[0]"));
    assert_eq!(path_of(&entity(7)).as_deref(), Some("entities"));
    assert_eq!(path_of(&Path::new().part("meshGroups").part("count")).as_deref(), Some("meshGroups/assetData/count"));
    assert_eq!((path_of(&Path::new()), path_of(&Path::new().part("assetType"))), (None, None));
    let mut findings = binio::Findings::default();
    findings.note(udm::kinds::KEY_DUPLICATE, entity(1).part("flags"), "");
    document.locate(&mut findings);
    let at = text.windows(13).position(|part| part == b"$string flags").map(|at| at as u64);
    assert_eq!(findings.iter().next().unwrap().offset, at);
}

#[test]
fn edits_at_long_paths_are_refused() {
    with_small_stack(|| {
        let path = "a/".repeat(100_000) + "a";
        let mut document = Document::new("T", 1);
        for error in [document.set(&path, 1_i8).unwrap_err(), document.insert(&path, 1_i8).unwrap_err()] {
            assert_eq!(error.kind(), &ErrorKind::Depth(128));
        }
        assert_eq!(document.remove(&path).unwrap_err().kind(), &ErrorKind::Depth(128));
        assert_eq!(document, Document::new("T", 1));
    });
}

#[test]
fn what_is_moved_has_its_limits_in_its_new_place() {
    with_small_stack(|| {
        let nested = |key: &str, depth: usize| format!("{key}{{").repeat(depth) + "$int8 x 1" + &"}".repeat(depth);
        for (depth, fits) in [(63, true), (64, false), (100, false)] {
            let text = format!("a{{ {} }} {}", nested("n", depth), nested("p", 63));
            let mut document = Document::parse(text.as_bytes()).unwrap();
            let value = document.remove("a/n").unwrap();
            document.insert(&format!("{}/n", ["p"; 63].join("/")), value).unwrap();
            match document.to_bytes() {
                Ok(written) => assert_eq!(Document::parse(&written).unwrap().root, document.root),
                Err(error) => assert_eq!(error.kind(), &ErrorKind::Depth(128)),
            }
            assert_eq!(document.to_bytes().is_ok(), fits, "{depth}");
        }
    });
    // An array that can't be written may be removed.
    let text = format!("a {{}} $array n [nil][{}]", ",".repeat(4_194_306));
    let mut document = Document::parse(text.as_bytes()).unwrap();
    document.remove("n").unwrap();
    document.insert("a/x", 1_u8).unwrap();
    assert_eq!(document.to_bytes().unwrap(), b"a {\n\t$uint8 x 1\n}");
}

/// An edit takes time in proportion to the number of keys.
#[test]
fn edits_among_many_keys() {
    let mut text = String::new();
    (0..200_000).for_each(|key| write!(text, "$int8 {key} 1 ").expect("a text"));
    let limit = TimeLimit::seconds(10);
    let mut document = Document::parse(text.as_bytes()).unwrap();
    document.set("199999", 2_i8).unwrap();
    assert_eq!(document.to_bytes().unwrap(), text.replace("199999 1", "199999 2").as_bytes());
    limit.check();
    // All of them move, with the comments of all.
    let text = format!("old {{ {}}} new {{}}", text.replace("$int8", "/* c */ $int8"));
    let limit = TimeLimit::seconds(10);
    let mut document = Document::parse(text.as_bytes()).unwrap();
    let old = document.get_mut("old").and_then(Value::as_element_mut).map(std::mem::take).unwrap();
    *document.get_mut("new").and_then(Value::as_element_mut).unwrap() = old;
    let written = document.to_bytes().unwrap();
    assert_eq!(written.windows(7).filter(|part| part == b"/* c */").count(), 200_000);
    limit.check();
}
