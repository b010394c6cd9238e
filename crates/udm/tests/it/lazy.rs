//! Single values of a file, without reading the rest: their places, and errors for missing values.

use testkit::ByteBuilder;
use testkit::reluctant::Cut;
use udm::binio::Fault;
use udm::{Array, Document, Error, ErrorKind, Lazy, Limits, PackedArray, Source, Type, Value};

fn open(bytes: &[u8]) -> Result<Lazy<&[u8]>, Error> {
    Lazy::open(bytes)
}

/// A file of every kind of value that a path leads into.
fn file() -> Vec<u8> {
    let text = b"$float n 2.5 $string s hello $string s again $array numbers [uint8;3][1,2,3] $array words [string;2][\"a\",\"b\"]
        $struct<uint16:x,uint8:y> point [258,7] $array list [element;2][{$int8 x 1},{$int8 x 2 $int8 t 3}]
        $array blobs [blob;2][[AQI=],[Aw==]] $nil gap $utf8 note [base64][aGkA] $int8 last 9";
    let mut document = Document::parse(text).unwrap_or_else(|error| panic!("{error}"));
    for (key, array) in [("packed", "numbers"), ("boxes", "list")] {
        let packed = PackedArray::compress(document.get(array).and_then(Value::as_array).expect("an array"));
        document.data_mut().insert(key, Value::Array(Array::Packed(Box::new(packed.expect("can be packed")))));
    }
    document.source = Source::BINARY;
    document.to_bytes().expect("can be written")
}

#[test]
fn single_values_are_read_by_path() {
    let bytes = file();
    let lazy = open(&bytes).expect("a document");
    for (path, value) in [
        ("n", Value::F32(2.5)),
        ("s", Value::String("again".into())),
        ("numbers[1]", Value::U8(2)),
        ("words[1]", Value::String("b".into())),
        ("point/x", Value::U16(258)),
        ("list[1]/x", Value::I8(2)),
        ("blobs[1]", Value::Blob([3].as_slice().into())),
        ("packed[2]", Value::U8(3)),
        ("boxes[0]/x", Value::I8(1)),
        ("note", Value::Utf8(b"hi\0".as_slice().into())),
        ("last", Value::I8(9)),
        ("assetType", Value::String("nil".into())),
        ("../assetVersion", Value::U32(1)),
    ] {
        assert_eq!(lazy.get(path).expect("is sound"), Some(value.clone()), "{path}");
        assert_eq!(lazy.ty(path).expect("is sound"), Some(value.ty()), "{path}");
        assert_eq!(lazy.keys(path).expect("is sound"), [] as [&str; 0], "{path}");
    }
    for path in ["x", "n/x", "n[0]", "point/z", "numbers[3]", "list[2]", "list[0]/t", "list/x", "packed[3]", "../x"] {
        assert_eq!((lazy.get(path), lazy.ty(path)), (Ok(None), Ok(None)), "{path}");
        assert_eq!(lazy.keys(path).expect("is sound"), [] as [&str; 0], "{path}");
    }
    assert_eq!(lazy.ty("gap"), Ok(Some(Type::NIL)));
    assert_eq!(lazy.keys("list[1]").expect("is sound"), ["x", "t"]);
    assert_eq!(lazy.keys("boxes[0]").expect("is sound"), ["x"], "out of what is packed");
    assert_eq!(
        lazy.get("a]").expect_err("no path").kind(),
        &ErrorKind::BadPath("found ']' without '['; in a key it is written \\]")
    );
}

/// A file without bytes in memory, and one whose end can't be read.
#[test]
fn files_on_a_disk() {
    let bytes = file();
    let whole = Cut { bytes: &bytes, left: bytes.len() };
    let lazy = Lazy::open(whole).expect("a document");
    assert_eq!(lazy.get("list[1]/x"), Ok(Some(Value::I8(2))));
    assert_eq!(lazy.keys("list[1]").expect("is sound"), ["x", "t"]);
    let broken = Lazy::open(Cut { left: bytes.len() - 3, ..whole }).expect("a document");
    let error = broken.get("boxes").expect_err("can't be read");
    assert_eq!(error.kind(), &ErrorKind::Io(std::io::ErrorKind::UnexpectedEof));
    assert!(error.offset().is_some(), "{error}");
    let error = Lazy::open(Cut { left: 0, ..whole }).expect_err("can't be read");
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::Io(std::io::ErrorKind::UnexpectedEof), Some(0)));
}

/// Keys of the data take precedence over keys of the root.
#[test]
fn keys_of_the_root() {
    let mut document = Document::new("T", 1);
    document.data_mut().insert("assetType", Value::I8(7));
    let bytes = document.to_bytes().expect("can be written");
    let lazy = open(&bytes).expect("a document");
    assert_eq!(lazy.get("assetType"), Ok(Some(Value::I8(7))));
    assert_eq!(lazy.get("../assetType"), Ok(Some(Value::String("T".into()))));
    assert_eq!(lazy.get("assetVersion"), Ok(Some(Value::U32(1))));
}

/// A root of one property: its key, and type and value.
fn root(key: &[u8], property: &[u8]) -> Vec<u8> {
    let root = ByteBuilder::new().u32(1).u8(key.len() as u8).raw(key).raw(property).build();
    ByteBuilder::new().raw(b"UDMB").u32(2).u8(27).u64(root.len() as u64).raw(&root).build()
}

/// Where the property of [`root`] with the key `assetData` begins: header 9, size and count 12, key 10.
const PROPERTY: u64 = 31;

#[track_caller]
fn assert_fails<T: std::fmt::Debug>(result: Result<T, Error>, kind: impl Into<ErrorKind>, offset: u64) {
    let error = result.expect_err("is broken");
    assert_eq!((error.kind(), error.offset()), (&kind.into(), Some(offset)), "{error}");
}

#[test]
fn headers() {
    let end = |needed, remaining| Fault::UnexpectedEnd { needed, remaining };
    assert_fails(open(b"UDMB\x02\0\0\0"), end(9, 8), 0);
    assert_fails(open(b"UDMA\x02\0\0\0\x1b"), Fault::Expected("UDMB"), 0);
    assert_fails(open(b"UDMB\x03\0\0\0\x1b"), ErrorKind::UnsupportedVersion(3), 4);
    assert_fails(open(b"UDMB\x02\0\0\0\x1c"), ErrorKind::WrongType { expected: "an element", found: Type::ARRAY }, 8);
    let lazy = open(b"UDMB\x02\0\0\0\x1b").expect("a header");
    assert_fails(lazy.get("a"), end(12, 0), 9);
}

/// Values that are no elements have no keys, even if the root declares one.
#[test]
fn data_that_is_no_element() {
    let bytes = root(b"assetData", &[3, 5]);
    let lazy = open(&bytes).expect("a header");
    for path in ["a", "assetType", "a/b"] {
        assert_eq!((lazy.get(path), lazy.ty(path)), (Ok(None), Ok(None)), "{path}");
    }
    assert_eq!(lazy.get(""), Ok(Some(Value::I8(5))));
    assert_eq!(lazy.get("../assetData"), Ok(Some(Value::I8(5))));
    let bytes = root(b"other", &[3, 5]);
    assert_eq!(open(&bytes).expect("a header").get("a"), Ok(None), "there is no data");
}

#[test]
fn broken_on_the_way() {
    let fails = |property: &[u8], path: &str, kind: ErrorKind, offset: u64| {
        let bytes = root(b"assetData", property);
        assert_fails(open(&bytes).expect("a header").get(path), kind, offset);
    };
    fails(&[36], "", ErrorKind::UnknownType(36), PROPERTY);
    // A size, a count of keys, a key, a value that are more than there is.
    let end = |needed, remaining| ErrorKind::from(Fault::UnexpectedEnd { needed, remaining });
    fails(&[25, 9, 0, 0, 0, 0, 0, 0, 0, 1], "", end(17, 9), PROPERTY + 1);
    let impossible = Fault::ImpossibleCount { count: 2, remaining: 3 };
    fails(&[27, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0], "a", impossible.into(), PROPERTY + 9);
    fails(&[27, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, b'a'], "a", end(9, 1), PROPERTY + 14);
    fails(&[27, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, b'a', 8, 1], "a", end(4, 1), PROPERTY + 16);
    // The value before the wanted one: a string of 255 bytes and more whose length is cut off.
    let two_keys = [27, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, b'a', 1, b'b', 1, 255, 1, 0];
    fails(&two_keys, "b", end(4, 2), PROPERTY + 19);
    // An element that says it is one byte longer than its keys.
    let left = [27, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9];
    fails(&left, "", ErrorKind::WrongSize { stored: 5, actual: 4 }, PROPERTY + 1);
}

#[test]
fn values_beyond_the_budget() {
    let bytes = root(b"assetData", &[25, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    let limits = Limits::default().max_expanded_bytes(10);
    let error = Lazy::open_with(&bytes[..], limits).expect("a header").get("").expect_err("11 bytes");
    assert_eq!(error.kind(), &Fault::Limit("expanded bytes").into());
    let limits = Limits::default().max_expanded_bytes(11);
    let value = Lazy::open_with(&bytes[..], limits).expect("a header").get("").expect("within the budget");
    assert_eq!(value, Some(Value::Blob([1, 2, 3].as_slice().into())));
}
