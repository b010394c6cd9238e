//! JSON to values: accepted input, and errors for everything else.

use serde::Deserialize;
use serde::de::value::{BytesDeserializer, Error as ValueError};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use udm::{
    Array, Document, Element, Fixed, Items, Name, Packed, Plain, Strings, Struct, StructLayout, Structs, Type, Value,
};
use udm_tools::json::{Tagged, TaggedValue, from_plain, from_tagged, from_value};

fn tagged(json: &str) -> Result<Value<'static>, String> {
    serde_json::from_str::<TaggedValue>(json).map(|value| value.0).map_err(|error| error.to_string())
}

fn layout() -> StructLayout<'static> {
    StructLayout::new(vec![(Type::U16, Name::from("x")), (Type::VEC2, Name::from("v"))]).expect("fixed sizes")
}

/// Bits, so that NaNs can be compared.
fn bits(value: &Value<'_>) -> Option<u64> {
    match value {
        Value::F32(number) => Some(number.to_bits().into()),
        Value::F64(number) => Some(number.to_bits()),
        Value::Half(bits) => Some((*bits).into()),
        _ => None,
    }
}

#[test]
fn tagged_json_becomes_values_of_each_type() {
    let row = [1, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40];
    let one: Element<'static> = [("a", 1_i8)].into_iter().collect();
    for (json, value) in [
        (r#"{"nil":null}"#, Value::Nil),
        (r#"{"bool":true}"#, Value::Bool(1)),
        (r#"{"bool":7}"#, Value::Bool(7)),
        (r#"{"int8":-128}"#, Value::I8(-128)),
        (r#"{"uint8":255}"#, Value::U8(255)),
        (r#"{"int16":-2}"#, Value::I16(-2)),
        (r#"{"uint16":"65535"}"#, Value::U16(65535)),
        (r#"{"int32":-3}"#, Value::I32(-3)),
        (r#"{"uint32":4294967295}"#, Value::U32(u32::MAX)),
        (r#"{"int64":"-9223372036854775808"}"#, Value::I64(i64::MIN)),
        (r#"{"uint64":"18446744073709551615"}"#, Value::U64(u64::MAX)),
        (r#"{"float":2}"#, Value::F32(2.0)),
        (r#"{"double":0.1}"#, Value::F64(0.1)),
        (r#"{"half":1.5}"#, Value::Half(0x3e00)),
        (r#"{"string":"a"}"#, Value::String(Name::from("a"))),
        (r#"{"string":{"base64":"/w=="}}"#, Value::String(Name::from(vec![0xff]))),
        (r#"{"ref":"a/b"}"#, Value::Ref(Name::from("a/b"))),
        (r#"{"utf8":"a"}"#, Value::Utf8(b"a".as_slice().into())),
        (r#"{"blob":"AQI="}"#, Value::Blob([1, 2].as_slice().into())),
        (
            r#"{"lz4":{"unpacked":"3","base64":"MAEAAg=="}}"#,
            Value::Lz4(Packed { unpacked_len: 3, data: vec![0x30, 1, 0, 2].into() }),
        ),
        (r#"{"vec2i":[1,-2]}"#, Fixed::from_i32s(Type::VEC2I, &[1, -2]).expect("two").into()),
        (r#"{"srgba":[1,2,3,4]}"#, Fixed::new(Type::SRGBA, &[1, 2, 3, 4]).expect("four").into()),
        (r#"{"hdr":[1,2,258]}"#, Fixed::new(Type::HDR, &[1, 0, 2, 0, 2, 1]).expect("three").into()),
        (
            r#"{"struct":{"fields":[["uint16","x"],["vec2","v"]],"values":[1,[1,2]]}}"#,
            Struct::new(layout(), row.to_vec()).expect("of ten bytes").into(),
        ),
        (r#"{"element":{"a":{"int8":1}}}"#, Value::Element(one.clone())),
        (
            // Duplicate keys.
            r#"{"element":[["a",{"int8":1}],[{"base64":"/w=="},{"nil":null}]]}"#,
            Value::Element(
                [(Name::from("a"), Value::I8(1)), (Name::from(vec![0xff]), Value::Nil)].into_iter().collect(),
            ),
        ),
        (
            r#"{"array":{"item":"uint16","items":[1,2]}}"#,
            Value::Array(Array::Plain(Plain::new(Type::U16, 2, vec![1, 0, 2, 0]).expect("four bytes"))),
        ),
        (
            r#"{"array":{"item":"nil","count":3}}"#,
            Value::Array(Array::Plain(Plain::new(Type::NIL, 3, vec![]).expect("no bytes"))),
        ),
        (
            r#"{"array":{"item":"ref","items":["a"]}}"#,
            Value::Array(Array::Strings(Strings::new(Type::REF, ["a"]).expect("of references"))),
        ),
        (
            r#"{"array":{"item":"element","items":[{"a":{"int8":1}}]}}"#,
            Value::Array(Array::Items(Items::from_elements([one]))),
        ),
        (
            r#"{"array":{"item":"struct","fields":[["uint16","x"],["vec2","v"]],"items":[[1,[1,2]]]}}"#,
            Value::Array(Array::Structs(Box::new(Structs::new(layout(), 1, row.to_vec()).expect("ten bytes")))),
        ),
        (
            r#"{"array":{"item":"struct","fields":[],"count":2}}"#,
            Value::Array(Array::Structs(Box::new(Structs::new(StructLayout::default(), 2, vec![]).expect("none")))),
        ),
    ] {
        assert_eq!(tagged(json), Ok(value.clone()), "{json}");
        let again = serde_json::to_string(&Tagged(&value)).expect("JSON");
        assert_eq!(tagged(&again), Ok(value), "{again}");
    }
    for (json, expected) in [
        (r#"{"float":"nonfinite:0x7fc00001"}"#, 0x7fc0_0001),
        (r#"{"double":"nonfinite:0xfff8000000000002"}"#, 0xfff8_0000_0000_0002),
        (r#"{"half":"nonfinite:0x7e03"}"#, 0x7e03),
    ] {
        assert_eq!(bits(&tagged(json).expect("a float")), Some(expected), "{json}");
    }
}

/// Packed arrays keep their block as it is.
#[test]
fn packed_arrays() {
    for (json, item, count, unpacked) in [
        (r#"{"arrayLz4":{"item":"uint8","count":3,"unpacked":3,"base64":"MAECAw=="}}"#, Type::U8, 3, 3),
        (r#"{"arrayLz4":{"item":"string","count":1,"unpacked":6,"base64":"YAEAAAABYQ=="}}"#, Type::STRING, 1, 6),
        (
            r#"{"arrayLz4":{"item":"struct","fields":[["uint8","x"]],"count":2,"unpacked":2,"base64":"IAEC"}}"#,
            Type::STRUCT,
            2,
            2,
        ),
    ] {
        let Ok(Value::Array(Array::Packed(array))) = tagged(json) else { panic!("{json}: {:?}", tagged(json)) };
        assert_eq!((array.item_type(), array.len(), array.unpacked_len()), (item, count, unpacked), "{json}");
        assert_eq!(array.layout().is_some(), item == Type::STRUCT, "{json}");
    }
}

#[test]
fn tagged_values_that_are_none() {
    for (json, said) in [
        ("null", "expected an object with one key, a type, found null"),
        ("true", "expected an object with one key, a type, found a bool"),
        ("1", "expected an object with one key, a type, found a number"),
        ("1.5", "expected an object with one key, a type, found a number"),
        ("\"int8\"", "expected an object with one key, a type, found a string"),
        ("[]", "expected an object with one key, a type, found a list"),
        ("{}", "expected an object with one key, found 0"),
        (r#"{"float":1,"int8":2}"#, "expected an object with one key, found 2"),
        (r#"{"flaot":1}"#, "expected the name of a type, found \"flaot\""),
        (r#"{"string":5}"#, "expected a string, found a number"),
        (r#"{"string":{"base64":"?"}}"#, "expected base64, found a string"),
        (r#"{"blob":{}}"#, "expected base64, found an object"),
        (r#"{"lz4":{"unpacked":1}}"#, "expected unpacked and base64, found an object"),
        (r#"{"int8":128}"#, "expected int8, found 128, which is out of its range"),
        (r#"{"int8":null}"#, "expected a whole number, found null"),
        (r#"{"int8":"x"}"#, "expected a whole number, found \"x\""),
        (r#"{"bool":256}"#, "expected bool, found 256, which is out of its range"),
        (r#"{"double":"1"}"#, "expected a number, found a string"),
        (r#"{"float":"nonfinite:0x17fc00001"}"#, "expected a number, found a string"),
        (r#"{"half":"nonfinite:0x17e03"}"#, "expected a number, found a string"),
        (r#"{"vec3":5}"#, "expected a list of numbers, found a number"),
        (r#"{"vec3":[1,2]}"#, "expected 3 numbers for vec3, found 2"),
        (r#"{"vec3":[1,"x",2]}"#, "1: expected a number, found a string"),
        (r#"{"element":5}"#, "expected an object, found a number"),
        (r#"{"element":[["a"]]}"#, "expected a key and a value, found a list"),
        (r#"{"element":{"a":{"element":{"b":{"int8":[]}}}}}"#, "a > b: expected a whole number, found a list"),
        (r#"{"struct":{"values":[]}}"#, "expected fields, found an object"),
        (r#"{"struct":{"fields":[5],"values":[]}}"#, "expected the type and name of a field, found a number"),
        (r#"{"struct":{"fields":[["x","x"]],"values":[]}}"#, "expected the name of a type, found a string"),
        (r#"{"struct":{"fields":[["string","x"]],"values":[""]}}"#, "expected a type of fixed size, found string"),
        (r#"{"struct":{"fields":[["int8","x"]],"values":[]}}"#, "expected as many values as fields, found a list"),
        (
            r#"{"struct":{"fields":[["int8","x"]],"values":[300]}}"#,
            "x: expected int8, found 300, which is out of its range",
        ),
        (r#"{"array":{"items":[]}}"#, "expected item, the type of the items, found an object"),
        (r#"{"array":{"item":"int8"}}"#, "expected items, found an object"),
        (r#"{"array":{"item":"int8","items":[1,"x"]}}"#, "1: expected a whole number, found \"x\""),
        (r#"{"array":{"item":"int8","count":3}}"#, "expected a size of 0 bytes, found 3"),
        (r#"{"arrayLz4":{"item":"int8"}}"#, "expected count, unpacked and base64, found an object"),
        (
            r#"{"arrayLz4":{"item":"blob","count":0,"unpacked":0,"base64":""}}"#,
            "expected items of fixed size, structs, elements or strings, found blob",
        ),
    ] {
        assert_eq!(tagged(json).err().as_deref(), Some(said), "{json}");
    }
}

fn document(json: &str) -> Result<Document<'static>, String> {
    from_tagged(&mut serde_json::Deserializer::from_str(json)).map_err(|error| error.to_string())
}

#[test]
fn tagged_documents() {
    let root =
        r#""root":{"assetType":{"string":"T"},"assetVersion":{"uint32":3},"assetData":{"element":{"a":{"int8":1}}}}"#;
    let whole = document(&format!("{{\"headerVersion\":1,{root},\"trailing\":\"AQI=\"}}")).expect("a document");
    assert_eq!((whole.header_version, &*whole.trailing), (1, &[1, 2][..]));
    assert_eq!((whole.asset_version(), whole.get("a")), (3, Some(&Value::I8(1))));
    let bare = document(&format!("{{{root}}}")).expect("a document");
    assert_eq!((bare.header_version, bare.trailing.len()), (2, 0), "as it is written today");
    for (json, said) in [
        ("{}", "expected the key \"root\" in the root, found none"),
        (r#"{"root":{}}"#, "expected string assetType in the root, found none"),
        (r#"{"root":5}"#, "expected an object, found a number"),
    ] {
        assert_eq!(document(json).err().as_deref(), Some(said), "{json}");
    }
    let spoilt = format!("{{{root},\"trailing\":7}}");
    assert_eq!(document(&spoilt).err().as_deref(), Some("expected base64, found a number"));
}

fn plain(json: &str) -> Result<Value<'static>, String> {
    let object = format!("{{\"v\":{json}}}");
    let document = from_plain(&mut serde_json::Deserializer::from_str(&object));
    document.map(|document| document.get("v").expect("a value").clone()).map_err(|error| error.to_string())
}

#[test]
fn plain_values() {
    let numbers = |values: Array<'static>| Value::Array(values);
    for (json, value) in [
        ("null", Value::Nil),
        ("true", Value::Bool(1)),
        ("\"x\"", Value::from("x".to_owned())),
        ("-5", Value::I32(-5)),
        ("3000000000", Value::I64(3_000_000_000)),
        ("18446744073709551615", Value::U64(u64::MAX)),
        ("0.1", Value::F32(0.1)),
        ("0.1234567890123", Value::F64(0.123_456_789_012_3)),
        ("[1,2]", numbers(Array::from_values(&[1_i32, 2]))),
        ("[1,3000000000]", numbers(Array::from_values(&[1_i64, 3_000_000_000]))),
        ("[1,2.5]", numbers(Array::from_values(&[1.0_f32, 2.5]))),
        ("[16777216,2.5]", numbers(Array::from_values(&[16_777_216.0_f32, 2.5]))),
        ("[16777217,2.5]", numbers(Array::from_values(&[16_777_217.0_f64, 2.5]))),
        ("[\"a\",\"b\"]", numbers(Array::from_strings(["a", "b"]))),
        ("[]", numbers(Array::Plain(Plain::new(Type::NIL, 0, vec![]).expect("no bytes")))),
    ] {
        assert_eq!(plain(json), Ok(value), "{json}");
    }
    assert_eq!(plain("[1,\"a\"]").err().as_deref(), Some("v 1: expected int32, found string"));
    assert_eq!(plain("[[1],[\"a\",2]]").err().as_deref(), Some("v 1 1: expected string, found int32"));
}

/// A format that has an option, and none in it.
struct Nothing;

impl<'de> Deserializer<'de> for Nothing {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Formats of serde that aren't JSON.
#[test]
fn other_formats() {
    let said = |error: ValueError| error.to_string();
    let text = IntoDeserializer::<ValueError>::into_deserializer("x".to_owned());
    let expected = "expected an object with one key, a type, found a string";
    assert_eq!(TaggedValue::deserialize(text).map_err(said), Err(expected.to_owned()));
    let bytes = BytesDeserializer::<ValueError>::new(&[1]);
    let expected = "invalid type: byte array, expected JSON";
    assert_eq!(TaggedValue::deserialize(bytes).map_err(said), Err(expected.to_owned()));
    assert_eq!(from_plain(Nothing).map_err(said).err().as_deref(), Some("expected an element, found nil"));
    let error = from_value(Value::I8(1)).expect_err("no element");
    assert_eq!(error.kind(), &udm::ErrorKind::WrongType { expected: "an element", found: Type::I8 }.into());
}
