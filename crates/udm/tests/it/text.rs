//! Numbers and single values as text writes them, and errors for others.

use udm::{Array, Document, Element, ErrorKind, Items, ReadOptions, Style, Syntax, Type, Value, ValueType};

fn read(ty: Type, text: &str) -> Result<Value<'static>, String> {
    Value::from_text(&ty.into(), text).map_err(|error| error.to_string())
}

#[test]
fn text_becomes_numbers_of_each_type() {
    for (ty, text, value) in [
        (Type::I8, "-128", Value::I8(-128)),
        (Type::U8, "255", Value::U8(255)),
        (Type::I16, "-32768", Value::I16(i16::MIN)),
        (Type::U16, "65535", Value::U16(u16::MAX)),
        (Type::I32, "-2147483648", Value::I32(i32::MIN)),
        (Type::U32, "4294967295", Value::U32(u32::MAX)),
        (Type::I64, "-9223372036854775808", Value::I64(i64::MIN)),
        (Type::U64, "18446744073709551615", Value::U64(u64::MAX)),
        (Type::BOOL, "1", Value::Bool(1)),
        (Type::BOOL, "True", Value::Bool(1)),
        (Type::BOOL, "false", Value::Bool(0)),
        (Type::F32, "-2.5e1", Value::F32(-25.0)),
        (Type::F32, "-inf", Value::F32(f32::NEG_INFINITY)),
        (Type::F64, "1e300", Value::F64(1e300)),
        (Type::F64, "inf", Value::F64(f64::INFINITY)),
        (Type::F64, "-Infinity", Value::F64(f64::NEG_INFINITY)),
        (Type::HALF, "1.5", Value::Half(0x3e00)),
        (Type::HALF, "0", Value::Half(0)),
    ] {
        assert_eq!(read(ty, text), Ok(value), "{ty} {text}");
    }
}

#[test]
fn numbers_that_are_no_numbers_of_their_type() {
    for (ty, text, said) in [
        (Type::I8, "128", "expected int8, found 128, which is out of its range"),
        (Type::U8, "-1", "expected uint8, found -1, which is out of its range"),
        (Type::I16, "32768", "expected int16, found 32768, which is out of its range"),
        (Type::U16, "65536", "expected uint16, found 65536, which is out of its range"),
        (Type::I32, "2147483648", "expected int32, found 2147483648, which is out of its range"),
        (Type::U32, "-0", "expected uint32, found -0, which is out of its range"),
        (Type::I64, "9223372036854775808", "expected int64, found 9223372036854775808, which is out of its range"),
        (Type::U64, "18446744073709551616", "expected uint64, found 18446744073709551616, which is out of its range"),
        (Type::U64, "x", "expected uint64, found \"x\""),
        (Type::U64, "5x", "expected uint64, found \"5x\""),
        (Type::BOOL, "2", "expected bool, found \"2\""),
        (Type::F32, "1e39", "expected float, found 1e39, which is out of its range"),
        (Type::F32, "+1", "expected float, found \"+1\""),
        (Type::F32, "1.5.2", "expected float, found \"1.5.2\""),
        (Type::F32, "infx", "expected float, found \"infx\""),
        (Type::F64, "1e400", "expected double, found 1e400, which is out of its range"),
        (Type::F64, "-x", "expected double, found \"-x\""),
        (Type::HALF, "70000", "expected half, found 70000, which is out of its range"),
        (Type::HALF, "1e-60", "expected half, found 1e-60, which is out of its range"),
        (Type::F32, "1 $float b 2", "expected one value of type float, found more"),
    ] {
        assert_eq!(read(ty, text), Err(said.to_owned()), "{ty} {text}");
    }
    assert_eq!(read(Type::F32, ""), Err("expected float, found the end of the text".to_owned()));
}

/// In a document, the number is the numeric prefix of the text, or 0 without one.
#[test]
fn numbers_with_something_behind() {
    let read =
        |text: &str| Document::parse(text.as_bytes()).expect("a document").get("a").cloned().map(Value::into_owned);
    for (text, value) in [
        ("$double a 1.5x", Value::F64(1.5)),
        ("$float a 1.5x", Value::F32(1.5)),
        ("$double a x", Value::F64(0.0)),
        ("$int32 a 12x", Value::I32(12)),
        ("$int32 a 3000000000", Value::I32(0)),
        ("$bool a 1000", Value::Bool(1)),
        ("$bool a maybe", Value::Bool(0)),
        ("$bool a untrue", Value::Bool(1)),
    ] {
        assert_eq!(read(text), Some(value), "{text}");
    }
    let error = Document::parse(b"$array a [int8;2][1,2").expect_err("no end");
    let said = "expected ']' after the items, found the end of the text";
    assert_eq!(error.kind(), &ErrorKind::Syntax { line: 1, column: 22, problem: said });
}

/// NaNs keep their bits, which the engine doesn't give them.
#[test]
fn no_numbers() {
    for (ty, text, bits) in [
        (Type::F32, "nan", 0x7fc0_0000_u64),
        (Type::F32, "-NaN", 0xffc0_0000),
        (Type::F32, "nan(7fc00001)", 0x7fc0_0001),
        (Type::F32, "nan(3f800000)", 0x7fc0_0000),
        (Type::F64, "nan", 0x7ff8_0000_0000_0000),
        (Type::F64, "-nan", 0xfff8_0000_0000_0000),
        (Type::F64, "nan(7ff8000000000001)", 0x7ff8_0000_0000_0001),
        (Type::F64, "nan(0)", 0x7ff8_0000_0000_0000),
    ] {
        let found = match read(ty, text) {
            Ok(Value::F32(number)) => u64::from(number.to_bits()),
            Ok(Value::F64(number)) => number.to_bits(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(found, bits, "{ty} {text}");
    }
    let syntax = Syntax::parse(b"$double a nan(7ff8000000000001) $float b nan").expect("a text");
    let findings = syntax.engine_findings();
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["warning: a: found nan(7ff8000000000001): the engine reads the usual NaN (at byte 0xa)"]);
}

#[test]
fn single_values() {
    let vec3 = Value::from_text(&Type::VEC3.into(), "[1,2,3]").expect("a vector");
    assert_eq!(vec3.as_fixed().and_then(udm::Fixed::f32s), Some([1.0, 2.0, 3.0]));
    assert_eq!(read(Type::STRING, "a \"b\""), Ok(Value::String("a \"b\"".into())), "as it is");
    assert_eq!(read(Type::REF, "a/b"), Ok(Value::Ref("a/b".into())));
    assert_eq!(read(Type::UTF8, "ä"), Ok(Value::Utf8("ä".as_bytes().into())));
    let element: Element<'_> = [("x", 1_i8)].into_iter().collect();
    for text in ["$int8 x 1", " { $int8 x 1 }"] {
        assert_eq!(read(Type::ELEMENT, text), Ok(Value::Element(element.clone())), "{text}");
    }
    assert_eq!(Value::Element(element).to_text(Style::Compact).expect("text"), b"$int8 x 1");
    assert_eq!(Value::F32(2.5).to_text(Style::Compact).expect("text"), b"2.5");
}

#[test]
fn types_of_single_values() {
    let ty = ValueType::parse("struct<uint8:x,float>").expect("a type");
    assert_eq!((ty.ty(), ty.to_string()), (Type::STRUCT, "struct<uint8:x,float>".to_owned()));
    let value = Value::from_text(&ty, "[7,2.5]").expect("a struct");
    assert_eq!((ValueType::of(&value), ValueType::of(&Value::I8(1))), (ty, Type::I8.into()));
    for (text, column, problem) in
        [("flaot", 1, "expected the name of a type"), ("int8 x", 6, "expected nothing after a type")]
    {
        match ValueType::parse(text).expect_err("no type").into_kind() {
            ErrorKind::Syntax { line: 1, column: found, problem: said } => assert_eq!((found, said), (column, problem)),
            other => panic!("{other:?}"),
        }
    }
    let other = ValueType::parse("struct<uint8:x>").expect("a type");
    assert!(Value::from_text(&other, "[7,2.5]").is_err(), "more numbers than fields");
}

/// Lists as the writer doesn't have them: white space, no brackets where several are, words.
#[test]
fn lists_in_other_spellings() {
    let value =
        |text: &str| Document::parse(text.as_bytes()).map(|document| document.get("a").cloned().map(Value::into_owned));
    for (tight, other) in [
        ("$vec2i a [1,-2]", "$vec2i a [ 1 , -2 ]"),
        ("$vec3 a [1,2.5,-3]", "$vec3 a [1.0, 2.5e0\n-3]"),
        ("$transform a [[1,2,3][1,0,0,0]]", "$transform a [ [1, 2, 3]\n[1, 0, 0, 0] ]"),
    ] {
        assert_eq!(value(tight).expect("sound"), value(other).expect("sound"), "{other}");
    }
    for (text, column) in
        [("$vec2i a [1,2,3] $int8 b 1", 15), ("$vec2i a 1,2", 10), ("$transform a 1", 14), ("$vec2 a [1,2", 13)]
    {
        let error = value(text).expect_err("no list");
        assert!(
            matches!(error.kind(), ErrorKind::Syntax { line: 1, column: found, .. } if *found == column),
            "{text}: {error}"
        );
    }
}

/// A text without a header gets one, which is a level too.
#[test]
fn the_last_level() {
    let deep = |levels| ReadOptions::default().limits(binio::Limits::default().max_depth(levels));
    let options = deep(3);
    let text = b"a { b { } }";
    let error = Document::parse_text_with(text, &options).expect_err("root, data, a and b");
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Depth(3), Some(7)));
    let options = deep(4);
    assert!(Document::parse_text_with(text, &options).is_ok());
    let whole = b"$string assetType T $uint32 assetVersion 1 assetData { a { } }";
    let options = deep(3);
    assert!(Document::parse_text_with(whole, &options).is_ok(), "it has its header");
}

/// Content that text can't store has no place in it, and findings about it have no offset.
#[test]
fn findings_of_what_text_cannot_hold() {
    let mut document = Document::parse(b"$int8 a 1").expect("a text");
    document.data_mut().insert("b", Value::Bool(7));
    let findings = document.validate();
    let found = findings.iter().find(|finding| finding.path.to_string() == "assetData > b").expect("it is found");
    assert_eq!(found.offset, None);
    let mut items = Items::new(Type::BLOB, vec![]).expect("of blobs");
    items.values_mut().push(Value::I8(1));
    let error = Value::Array(Array::Items(items)).to_text(Style::Compact).expect_err("no blob");
    assert_eq!(error.kind(), &ErrorKind::WrongType { expected: "blob", found: Type::I8 });
    assert_eq!(error.path().to_string(), "0");
}

#[test]
fn broken_blocks_are_found() {
    for text in ["$arrayLz4 a [uint8;3;3][////]", "x { $lz4 b [9][AAAA] }"] {
        let document = udm::Document::parse(text.as_bytes()).expect("it is unpacked when it is used");
        let findings = document.validate();
        let found = findings.iter().find(|finding| finding.kind == udm::kinds::PACKED_BROKEN);
        let found = found.unwrap_or_else(|| panic!("{text}: {findings:?}"));
        assert!(found.offset.is_some(), "{found:?}");
    }
}

#[test]
fn components_are_values() {
    let text = b"$vec3 p [1,2,3] // here\n$srgba c [1,2,3,4]\n$array list [vec2;2][[1,2],[3,4]]\n";
    let mut document = udm::Document::parse(text).expect("a document");
    let mut budget = udm::Limits::default().budget();
    assert_eq!(*document.fetch("p/y", &mut budget).expect("a number"), udm::Value::F32(2.0));
    assert_eq!(document.set("p/y", 7.5_f32).expect("a number"), Some(udm::Value::F32(2.0)));
    assert_eq!(document.set("c/a", 9_u8).expect("a number"), Some(udm::Value::U8(4)));
    document.set("list[1]/x", 8.0_f32).expect("a number");
    assert!(document.set("p/y", 7_u8).is_err() && document.set("p/w", 7.0_f32).is_err());
    let expected = "$vec3 p [1,7.5,3] // here\n$srgba c [1,2,3,9]\n$array list [vec2;2][[1,2],[8,4]]\n";
    assert_eq!(String::from_utf8_lossy(&document.to_bytes().expect("text")), expected);
}
