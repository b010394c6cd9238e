//! Bytes and text written by hand from the specification, in both directions.

use testkit::{ByteBuilder, assert_bytes};
use udm::{
    Array, Document, Element, Fixed, Items, Limits, Name, Packed, PackedArray, Plain, Strings, Struct, StructLayout,
    Structs, Style, Syntax, Type, Value,
};

/// A document of type `T`, version 7, header version `version`, with `data` (count, keys, properties).
fn file(version: u32, data: ByteBuilder) -> Vec<u8> {
    let data = data.build();
    let root = ByteBuilder::new()
        .u32(3)
        .raw(b"\x09assetType\x0cassetVersion\x09assetData")
        .raw(b"\x01\x01T")
        .raw(b"\x08\x07\0\0\0")
        .u8(27)
        .u64(data.len() as u64)
        .raw(&data)
        .build();
    ByteBuilder::new().raw(b"UDMB").u32(version).u8(27).u64(root.len() as u64).raw(&root).build()
}

fn document(entries: Vec<(&'static str, Value<'static>)>) -> Document<'static> {
    let mut document = Document::new("T", 7);
    *document.data_mut() = entries.into_iter().collect();
    document
}

#[track_caller]
fn both_ways(bytes: &[u8], document: &Document<'_>) {
    assert_eq!(Document::parse(bytes).expect("is good"), *document);
    assert_bytes(&document.to_bytes().expect("can be written"), bytes);
}

#[test]
fn numbers_of_every_type_are_read_and_written() {
    let keys = b"\x01a\x01b\x01c\x01d\x01e\x01f\x01g\x01h\x01i\x01j\x01k\x01l\x01m";
    let data = ByteBuilder::new()
        .u32(13)
        .raw(keys)
        .u8(0)
        .raw(&[3, 0xff])
        .raw(&[4, 0xfe])
        .raw(&[5, 0xfe, 0xff])
        .raw(&[6, 0x34, 0x12])
        .raw(&[7, 0xfd, 0xff, 0xff, 0xff])
        .u8(8)
        .u32(0x1234_5678)
        .raw(&[9, 0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
        .u8(10)
        .u64(5)
        .u8(11)
        .f32(1.5)
        .raw(&[12, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f])
        .raw(&[13, 1])
        .raw(&[32, 0, 0x3c]);
    let values = vec![
        ("a", Value::Nil),
        ("b", Value::I8(-1)),
        ("c", Value::U8(254)),
        ("d", Value::I16(-2)),
        ("e", Value::U16(0x1234)),
        ("f", Value::I32(-3)),
        ("g", Value::U32(0x1234_5678)),
        ("h", Value::I64(-4)),
        ("i", Value::U64(5)),
        ("j", Value::F32(1.5)),
        ("k", Value::F64(0.5)),
        ("l", Value::Bool(1)),
        ("m", Value::Half(0x3c00)),
    ];
    let document = document(values);
    both_ways(&file(2, data), &document);
    let text = "$string assetType \"T\"\n$uint32 assetVersion 7\n\"assetData\"\n{\n\t$nil a\n\t$int8 b -1\n\t$uint8 c 254\n\
        \t$int16 d -2\n\t$uint16 e 4660\n\t$int32 f -3\n\t$uint32 g 305419896\n\t$int64 h -4\n\t$uint64 i 5\n\t$float j 1.5\n\
        \t$double k 0.5\n\t$bool l 1\n\t$half m 1\n}\n";
    assert_eq!(String::from_utf8(document.to_text(Style::Pretty).unwrap()).unwrap(), text);
    assert_eq!(Document::parse(text.as_bytes()).unwrap(), document);
}

#[test]
fn version_1_and_trailing_bytes() {
    let mut bytes = file(1, ByteBuilder::new().u32(0));
    bytes.extend(b"rest");
    let mut expected = document(Vec::new());
    expected.header_version = 1;
    expected.trailing = b"rest"[..].into();
    both_ways(&bytes, &expected);
}

#[test]
fn texts_and_blocks() {
    let long = "x".repeat(255);
    let data = ByteBuilder::new()
        .u32(6)
        .raw(b"\x01a\x01a\0\x01c\x01d\x01e")
        .raw(b"\x01\x02hi")
        .raw(b"\x01\xff\xff\0\0\0")
        .raw(long.as_bytes())
        .raw(b"\x1e\x03b/c")
        .raw(b"\x02\x02\0\0\0h\0")
        .raw(b"\x19\x02\0\0\0\0\0\0\0\x01\x02")
        .raw(b"\x1a\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x10z");
    let values = vec![
        ("a", Value::from("hi")),
        ("a", Value::from(long)),
        ("", Value::Ref(Name::from("b/c"))),
        ("c", Value::Utf8(b"h\0"[..].into())),
        ("d", Value::Blob(b"\x01\x02"[..].into())),
        ("e", Value::Lz4(Packed { unpacked_len: 1, data: b"\x10z"[..].into() })),
    ];
    let document = document(values);
    both_ways(&file(2, data), &document);
    let Some(Value::Lz4(packed)) = document.get("e") else { panic!("an lz4") };
    assert_eq!(packed.unpack(&mut Limits::default().budget()).unwrap(), b"z");
}

#[test]
fn vectors() {
    let data = ByteBuilder::new()
        .u32(4)
        .raw(b"\x01a\x01b\x01c\x01d")
        .u8(17)
        .f32s(&[1.0, 2.0, 3.0, 4.0])
        .raw(b"\x13\x01\x02\x03\x04")
        .raw(b"\x14\x01\0\x02\0\x03\0")
        .u8(21)
        .f32s(&[1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]);
    let values = vec![
        ("a", Value::from(Fixed::from_f32s(Type::QUAT, &[1.0, 2.0, 3.0, 4.0]).unwrap())),
        ("b", Value::from(Fixed::new(Type::SRGBA, &[1, 2, 3, 4]).unwrap())),
        ("c", Value::from(Fixed::new(Type::HDR, &[1, 0, 2, 0, 3, 0]).unwrap())),
        ("d", Value::from(Fixed::from_f32s(Type::TRANSFORM, &[1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]).unwrap())),
    ];
    let document = document(values);
    both_ways(&file(2, data), &document);
    // w comes first in text.
    let text = b"$quat a [4,1,2,3] $srgba b [1,2,3,4] $hdr c [1,2,3] $transform d [[1,2,3][1,0,0,0]]";
    assert_eq!(Document::parse(text).unwrap().data(), document.data());
}

fn layout() -> StructLayout<'static> {
    StructLayout::new(vec![(Type::U16, Name::from("x")), (Type::U8, Name::from(""))]).unwrap()
}

#[test]
fn structs() {
    let layout_bytes = b"\x02\x06\x04\x01x\0";
    let data = ByteBuilder::new()
        .u32(3)
        .raw(b"\x01a\x01b\x01c")
        .u8(31)
        .u16(9)
        .raw(layout_bytes)
        .raw(&[1, 0, 2])
        .raw(&[28, 31])
        .u32(2)
        .u64(14)
        .u16(6)
        .raw(layout_bytes)
        .raw(&[1, 0, 2, 3, 0, 4])
        .u8(29)
        .u64(4)
        .u8(31)
        .u16(6)
        .raw(layout_bytes)
        .u32(1)
        .raw(&[0x30, 1, 0, 2]);
    let structs = Structs::new(layout(), 2, vec![1, 0, 2, 3, 0, 4]).unwrap();
    let bytes = file(2, data);
    let read = Document::parse(&bytes).unwrap();
    assert_eq!(read.get("a"), Some(&Value::from(Struct::new(layout(), vec![1, 0, 2]).unwrap())));
    assert_eq!(read.get("b"), Some(&Value::Array(Array::Structs(Box::new(structs)))));
    let mut budget = Limits::default().budget();
    assert_eq!(read.fetch("c[0]/x", &mut budget).unwrap().into_owned(), Value::U16(1));
    assert_bytes(&read.to_bytes().unwrap(), &bytes);
    let text = read.to_text(Style::Compact).unwrap();
    let expected = "$struct<uint16:x,uint8> a[1,2] $array b[struct<uint16:x,uint8>;2][[1,2],[3,4]] \
        $arrayLz4 c[struct<uint16:x,uint8>;1;3][MAEAAg==]";
    assert!(String::from_utf8(text).unwrap().contains(expected));
}

#[test]
fn arrays() {
    let data = ByteBuilder::new()
        .u32(5)
        .raw(b"\x01a\x01b\x01c\x01d\x01e")
        .raw(&[28, 6])
        .u32(2)
        .raw(&[1, 0, 2, 0])
        .raw(&[28, 1])
        .u32(2)
        .u64(3)
        .raw(b"\x01x\0")
        .raw(&[28, 27])
        .u32(1)
        .u64(16)
        .u64(8)
        .u32(1)
        .raw(b"\x01k\x03\x05")
        .raw(&[28, 28])
        .u32(1)
        .u64(6)
        .raw(&[4])
        .u32(1)
        .raw(&[9])
        .raw(&[28, 0])
        .u32(3);
    let element: Element<'static> = [("k", Value::I8(5))].into_iter().collect();
    let inner = Array::Plain(Plain::new(Type::U8, 1, vec![9]).unwrap());
    let values = vec![
        ("a", Value::from(Array::from_values(&[1_u16, 2]))),
        ("b", Value::from(Array::Strings(Strings::new(Type::STRING, ["x", ""]).unwrap()))),
        ("c", Value::from(Array::Items(Items::from_elements([element])))),
        ("d", Value::from(Array::Items(Items::new(Type::ARRAY, vec![inner.into()]).unwrap()))),
        ("e", Value::from(Array::Plain(Plain::new(Type::NIL, 3, vec![]).unwrap()))),
    ];
    let document = document(values);
    both_ways(&file(2, data), &document);
    let text = b"$array a [uint16][1 2] $array b [string;9][x,\"\"] $array c [element][{$int8 k 5}] \
        $array d [array;1][[uint8;1][9]] $array e [nil;3][,,,]";
    assert_eq!(Document::parse(text).unwrap().data(), document.data());
}

#[test]
fn packed_elements_and_strings() {
    let data = ByteBuilder::new()
        .u32(2)
        .raw(b"\x01a\x01b")
        .u8(29)
        .u64(9)
        .u8(1)
        .u64(8)
        .u32(2)
        .raw(b"\x80\x02\0\0\0\x01a\x01b")
        .u8(29)
        .u64(0)
        .u8(27)
        .u64(0)
        .u32(0);
    let bytes = file(2, data);
    let read = Document::parse(&bytes).unwrap();
    let mut budget = Limits::default().budget();
    let strings = read.get("a").and_then(Value::as_array).unwrap().unpack(&mut budget).unwrap().into_owned();
    assert_eq!(strings, Array::from_strings(["a", "b"]));
    let none = read.get("b").and_then(Value::as_array).unwrap().unpack(&mut budget).unwrap().into_owned();
    assert_eq!(none, Array::Items(Items::from_elements([])));
    assert_bytes(&read.to_bytes().unwrap(), &bytes);
    let again = PackedArray::compress(&strings).unwrap();
    assert_eq!((again.len(), again.unpacked_len()), (2, 8));
}

#[test]
fn headers_in_text() {
    let bare = Document::parse(b"$int8 a 1").unwrap();
    assert_eq!((bare.asset_type().to_string(), bare.asset_version()), ("nil".into(), 1));
    assert_eq!(bare.to_text(Style::Pretty).unwrap(), b"$int8 a 1\n");
    let text = b"$string assetType T $uint32 assetVersion 3 assetData { $int8 a 1 }";
    let full = Document::parse(text).unwrap();
    assert_eq!((full.asset_type().to_string(), full.asset_version()), ("T".into(), 3));
    assert_eq!(full.data(), bare.data());
    let only = Style::Reference { header: false, expand_lz4: false };
    assert_eq!(full.to_text(only).unwrap(), b"$int8 a 1");
    // Data that would be taken for a header keeps its own.
    let mut hidden = Document::new("nil", 1);
    hidden.data_mut().insert("assetData", 1_u8);
    assert_eq!(Document::parse(&hidden.to_text(Style::Compact).unwrap()).unwrap(), hidden);
    // A duplicate key of the root, of another type than the last.
    let mut twice = bare;
    let root = twice.root.iter().map(|(key, value)| (key.clone(), value.clone()));
    twice.root = [("assetData".into(), Value::U8(5))].into_iter().chain(root).collect();
    assert_eq!(Document::parse(&twice.to_bytes().unwrap()).unwrap(), twice);
}

#[test]
fn escapes() {
    let document = Document::parse(br#"$string a "x y\"\\z\n" $string "k\"" "\\" $string b "c:\d\ \\""#).unwrap();
    assert_eq!(document.get("a"), Some(&Value::from(r#"x y"\\z\n"#)));
    assert_eq!(document.data().get("k\""), Some(&Value::from("\\")));
    assert_eq!(document.get("b"), Some(&Value::from(r"c:\d\ \")));
    // A notation that the engine reads as the same string, if one exists: raw in quotation marks, or bare.
    let text = br#"$string a "x y\"\\z\n"
$string k" \
$string b "c:\d\ \\"
"#;
    assert_eq!(document.to_text(Style::Pretty).unwrap(), text);
}

#[test]
fn paths() {
    let mut document = Document::parse(b"a { $array b [vec3;1][[1,2,3]] $int8 \"c/d\" 1 } $int8 \"\" 2").unwrap();
    assert_eq!(document.get(r"a/c\/d"), Some(&Value::I8(1)));
    assert_eq!(document.get(r"\."), Some(&Value::I8(2)));
    assert_eq!(document.get("").and_then(Value::as_element), Some(document.data()));
    let vector = document.fetch("a/b[0]", &mut Limits::default().budget()).unwrap().into_owned();
    assert_eq!(vector.as_fixed().and_then(Fixed::f32s), Some([1.0, 2.0, 3.0]));
    let other = Fixed::from_f32s(Type::VEC3, &[4.0, 5.0, 6.0]).unwrap();
    assert_eq!(document.set("a/b[0]", other).unwrap(), Some(vector.into_owned()));
    assert!(document.set("a/b[0]", 1_u8).is_err() && document.set("x/y", 1_u8).is_err());
    document.insert("x/y/z", 1_u8).unwrap();
    assert_eq!(document.remove("x/y/z").unwrap(), Value::U8(1));
    let walked: Vec<_> = document.walk().map(|(path, _)| path).collect();
    assert_eq!(walked, ["a", "a/b", r"a/c\/d", r"\.", "x", "x/y"]);
    let before = document.clone();
    let error = document.insert("new/list[3]/x", 1_u8).unwrap_err().to_string();
    assert_eq!(error, r#"expected the key "list", found none at "new""#);
    assert_eq!(document, before, "an edit that fails changes nothing");
    for bad in ["a//b", "a/", "a[", "a[x]", "a]", r"a\q", r"\x0", "[0]", "a[0]b"] {
        assert!(document.fetch(bad, &mut Limits::default().budget()).is_err(), "{bad}");
    }
}

/// Of many bad numbers in one array eight are reported, and that there was no further look.
#[test]
fn findings_of_one_array_are_cut() {
    for (bad, expected) in [(8, 8), (9, 9), (40, 9)] {
        let text = format!("$array a[uint8;{bad}][{}]", vec!["300"; bad].join(","));
        let syntax = udm::Syntax::parse(text.as_bytes()).unwrap();
        let found = syntax.engine_findings();
        assert_eq!(found.len(), expected, "{found:?}");
        let cut = found.iter().filter(|finding| finding.kind == udm::kinds::ARRAY_NOT_CHECKED).count();
        assert_eq!(cut, usize::from(bad > 8));
    }
}

#[test]
fn what_is_written_anew_does_not_run_into_what_stood_elsewhere() {
    type Edit = fn(&mut Document<'_>);
    let cases: [(&str, Edit, &str); 6] = [
        // A comment without an end is closed before the brace that a header brings with it.
        (
            "\u{feff}/* open",
            |document| drop(document.set("assetType", "T").unwrap()),
            "\u{feff}$string assetType \"T\"\n$uint32 assetVersion 1\n\"assetData\"\n{\n/* open*/\n}\n",
        ),
        (
            "$string a \"x\"\n$uint8 b \"1\"c{}",
            |document| {
                document.set("a", "\\").unwrap();
                document.remove("b").unwrap();
            },
            "$string a \\ c{}",
        ),
        (
            "$int8 a 1 $vec3 b [1,2,3]/* open",
            |document| drop(document.set("b", "\\").unwrap()),
            "$int8 a 1 $string b \\ /* open",
        ),
        (
            "a{$int8 b 1$string c \"x\"\"d\"{}}",
            |document| drop(document.set("a/c", 7_u8).unwrap()),
            "a{$int8 b 1$uint8 c 7 \"d\"{}}",
        ),
        (
            "$int8 a 1 // b\n\nc {}$int8 d 5",
            |document| drop(document.remove("c").unwrap()),
            "$int8 a 1 // b\n$int8 d 5",
        ),
        // Comments after a part on the same line belong to it.
        (
            "$int8 a 1 /* of a */\n$int8 b 2 /* of b */ /* too */\n$int8 c 3 /* of\nd */\n$int8 d 4",
            |document| {
                document.remove("b").unwrap();
                document.remove("c").unwrap();
            },
            "$int8 a 1 /* of a */ /* of\nd */\n$int8 d 4",
        ),
    ];
    for (text, edit, edited) in cases {
        let mut document = Document::parse_text(text.as_bytes()).unwrap();
        edit(&mut document);
        let written = document.to_bytes().unwrap();
        assert_eq!(written.escape_ascii().to_string(), edited.as_bytes().escape_ascii().to_string());
        assert_eq!(Document::parse_text(&written).unwrap().root, document.root);
    }
}

#[test]
fn what_is_laid_out_is_the_same_and_stays_so() {
    let cases = [
        // White space alone is an empty count, or an empty item.
        ("$array f [float; ][1 2.50]", "$array f [float; ][1,2.50]\n"),
        ("$array v [struct<uint8:x,vec2:y>;1][[ ,[5,6]]]", "$array v [struct<uint8:x,vec2:y>;1][\n\t[ ,[5,6]]\n]\n"),
        // A property that the text ends before.
        ("$int8 a1 // b\n\n", "$int8 a1 // b\n"),
        // Empty lines at the beginning don't stay, and aren't the first line.
        ("\n$int8 a 1\r\n$int8 b /* c\r\n */ 2\r\n", "$int8 a 1\r\n$int8 b /* c\r\n */ 2\r\n"),
    ];
    for (text, tidy) in cases {
        let laid_out = Syntax::parse(text.as_bytes()).unwrap().to_tidy();
        assert_eq!(laid_out.escape_ascii().to_string(), tidy.as_bytes().escape_ascii().to_string());
        assert_eq!(Document::parse_text(&laid_out).unwrap().root, Document::parse_text(text.as_bytes()).unwrap().root);
        assert_eq!(Syntax::parse(&laid_out).unwrap().to_tidy(), laid_out);
    }
}
