//! Documents and one's own types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use testkit::hostile::TimeLimit;
use udm::{SerdeError, from_slice, to_value, to_vec};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Shape {
    Point,
    Circle(f32),
    Box { min: [i16; 3], max: [i16; 3] },
    Pair(u8, u8),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Everything {
    flag: bool,
    numbers: (i8, i8, i8),
    big: u64,
    precise: f64,
    letter: char,
    text: String,
    nothing: Option<u32>,
    something: Option<u32>,
    shapes: BTreeMap<String, Shape>,
    rows: Vec<Vec<u16>>,
    names: Vec<String>,
    empty: Vec<u8>,
    children: Vec<BTreeMap<String, i32>>,
}

fn everything() -> Everything {
    let shapes = [
        ("a", Shape::Point),
        ("b", Shape::Circle(1.5)),
        ("c", Shape::Box { min: [-1, 0, 1], max: [1, 2, 3] }),
        ("d", Shape::Pair(1, 2)),
    ];
    Everything {
        flag: true,
        numbers: (-1, 0, 1),
        big: u64::MAX,
        precise: 0.1,
        letter: 'é',
        text: "x\"y".into(),
        nothing: None,
        something: Some(7),
        shapes: shapes.map(|(name, shape)| (name.to_string(), shape)).into(),
        rows: vec![vec![1, 2], vec![], vec![3]],
        names: vec!["n".into(), String::new()],
        empty: Vec::new(),
        children: vec![[("k".to_string(), -5)].into(), BTreeMap::new()],
    }
}

#[test]
fn what_is_written_reads_back() {
    let bytes = to_vec(&everything(), "T", 1).unwrap();
    assert_eq!(from_slice::<Everything>(&bytes).unwrap(), everything());
    let text = udm::Document::parse(&bytes).unwrap().to_text(udm::Style::Pretty).unwrap();
    assert_eq!(from_slice::<Everything>(&text).unwrap(), everything());
}

#[test]
fn packed_arrays_and_structs_are_read() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Vertex {
        pos: [f32; 3],
        #[serde(rename = "n")]
        normal: (f32, f32),
    }
    #[derive(Deserialize)]
    struct Mesh {
        vertices: Vec<Vertex>,
        triangles: Vec<u16>,
    }
    let text = b"$arrayLz4 vertices [struct<vec3:pos,vec2:n>][[[1,2,3],[4,5]],[[6,7,8],[9,10]]] $arrayLz4 triangles [uint16][0,1,0]";
    let mesh: Mesh = from_slice(text).unwrap();
    assert_eq!(mesh.vertices[1], Vertex { pos: [6.0, 7.0, 8.0], normal: (9.0, 10.0) });
    assert_eq!(mesh.triangles, [0, 1, 0]);
}

#[test]
fn what_does_not_fit_says_so() {
    #[derive(Deserialize, Debug)]
    struct One {
        #[expect(dead_code)]
        a: u8,
    }
    let error = from_slice::<One>(b"$int8 b 1").unwrap_err();
    assert_eq!(error.to_string(), "missing field `a`");
    assert!(from_slice::<One>(b"$int16 a 300").is_err());
    assert!(matches!(from_slice::<One>(b"$int8"), Err(SerdeError::Mismatch { .. } | SerdeError::Document(_))));
    let nested = from_slice::<BTreeMap<String, Vec<One>>>(b"$array x [element;2][{ $uint8 a 1 }, { $string a b }]");
    let error = nested.unwrap_err().to_string();
    assert!(error.starts_with("x[1]/a: invalid type: string"), "{error}");
    // A tuple of several types is an element with numbers as keys.
    let pair = to_value(&(1_u8, "x")).unwrap();
    assert_eq!(pair.as_element().and_then(|pair| pair.get("1")), Some(&udm::Value::from("x")));
    assert!(to_vec(&1_u8, "T", 1).is_err(), "a number is no document");
}

#[test]
fn types_of_the_format_stay() {
    use udm::typed;

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Bone {
        #[serde(with = "typed::vec3")]
        pos: [f32; 3],
        weight: typed::Half<f32>,
        flags: (u8, u8),
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Plain {
        #[serde(with = "typed::vec3")]
        pos: [f32; 3],
        count: u16,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct All {
        turn: typed::Quat<[f32; 4]>,
        color: typed::Srgba<(u8, u8, u8, u8)>,
        cell: typed::Vec3i<[i32; 3]>,
        path: Vec<typed::Vec2<[f32; 2]>>,
        #[serde(with = "typed::vec3")]
        none: Vec<[f32; 3]>,
        bytes: typed::Blob<Vec<u8>>,
        note: typed::Utf8<String>,
        target: typed::Reference<String>,
        one: typed::Structure<Plain>,
        rows: typed::Structs<Vec<Plain>>,
        packed: typed::Packed<Vec<f32>>,
        bones: Vec<Bone>,
    }

    let plain = |count| Plain { pos: [1.0, -2.0, 0.5], count };
    let all = All {
        turn: typed::Quat([0.0, 0.0, 0.0, 1.0]),
        color: typed::Srgba((1, 2, 3, 4)),
        cell: typed::Vec3i([-1, 0, 7]),
        path: vec![typed::Vec2([1.0, 2.0]), typed::Vec2([3.0, 4.0])],
        none: Vec::new(),
        bytes: typed::Blob(vec![0, 255]),
        note: typed::Utf8("note".into()),
        target: typed::Reference("a/b".into()),
        one: typed::Structure(plain(3)),
        rows: typed::Structs(vec![plain(1), plain(2)]),
        packed: typed::Packed(vec![1.0; 100]),
        bones: vec![Bone { pos: [0.0; 3], weight: typed::Half(0.5), flags: (1, 2) }],
    };
    let document = udm::to_document(&all, "T", 1).unwrap();
    let ty = |path: &str| document.fetch(path, &mut udm::Limits::default().budget()).unwrap().ty().to_string();
    let types = [
        ("turn", "quat"),
        ("color", "srgba"),
        ("cell", "vec3i"),
        ("path[1]", "vec2"),
        ("bytes", "blob"),
        ("note", "utf8"),
        ("target", "ref"),
        ("one", "struct"),
        ("rows[1]", "struct"),
        ("rows[1]/pos", "vec3"),
        ("packed", "arrayLz4"),
        ("bones[0]/pos", "vec3"),
        ("bones[0]/weight", "half"),
    ];
    for (path, expected) in types {
        assert_eq!(ty(path), expected, "{path}");
    }
    assert_eq!(document.get("none").and_then(udm::Value::as_array).map(udm::Array::item_type), Some(udm::Type::VEC3));
    for bytes in [document.to_binary().unwrap(), document.to_text(udm::Style::Pretty).unwrap()] {
        assert_eq!(from_slice::<All>(&bytes).unwrap(), all);
    }
    // Other formats see the wrapped value.
    assert_eq!(serde_json::from_str::<All>(&serde_json::to_string(&all).unwrap()).unwrap(), all);
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Mixed {
    Off,
    Level(f32),
    At { x: i8 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Either {
    Whole(i64),
    Text(String),
    Both { a: u8 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(u32);

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Wide {
    by_number: BTreeMap<i32, String>,
    by_id: BTreeMap<Id, bool>,
    pair: (u8, String),
    pairs: Vec<(i32, String)>,
    same: Vec<(i32, i32)>,
    mixed: Vec<Mixed>,
    units: Vec<Mixed>,
    either: Either,
    more: BTreeMap<String, Either>,
    #[serde(with = "udm::typed::f32s")]
    empty: Vec<f32>,
    names: udm::typed::Strings<Vec<String>>,
}

#[test]
fn tables_of_types_come_back() {
    let more = [("a", Either::Both { a: 3 }), ("b", Either::Text("t".into())), ("c", Either::Whole(-1))];
    let wide = Wide {
        by_number: [(-1, "a".to_owned()), (7, "b".to_owned())].into(),
        by_id: [(Id(5), true)].into(),
        pair: (1, "one".into()),
        pairs: vec![(1, "a".into()), (2, "b".into())],
        same: vec![(1, 2), (3, 4)],
        mixed: vec![Mixed::Off, Mixed::Level(0.5), Mixed::At { x: 1 }, Mixed::Off],
        units: vec![Mixed::Off, Mixed::Off],
        either: Either::Whole(4),
        more: more.map(|(key, value)| (key.to_owned(), value)).into(),
        empty: Vec::new(),
        names: udm::typed::Strings(Vec::new()),
    };
    let binary = to_vec(&wide, "T", 1).unwrap();
    assert_eq!(from_slice::<Wide>(&binary).unwrap(), wide);
    let text = udm::to_text(&wide, "T", 1, udm::Style::Pretty).unwrap();
    assert_eq!(from_slice::<Wide>(&text).unwrap(), wide);
    let document = udm::Document::parse(&binary).unwrap();
    let item = |path: &str| document.get(path).unwrap().as_array().unwrap().item_type();
    assert_eq!((item("empty"), item("names")), (udm::Type::F32, udm::Type::STRING));
    assert_eq!(
        (item("mixed"), item("units"), item("pairs")),
        (udm::Type::ELEMENT, udm::Type::STRING, udm::Type::ELEMENT)
    );
    assert_eq!(document.get("mixed[0]/Off"), Some(&udm::Value::Nil));
}

#[test]
fn strings_and_bytes_are_borrowed() {
    #[derive(Deserialize, Debug)]
    struct Borrowed<'a> {
        name: &'a str,
        data: &'a [u8],
        #[serde(borrow)]
        names: Vec<&'a str>,
        #[serde(borrow)]
        map: BTreeMap<&'a str, u8>,
    }
    let text = b"$string name lamp $blob data [AQID] $array names [string;2][a,b] map { $uint8 k 1 }";
    let binary = udm::Document::parse(text).unwrap().to_binary().unwrap();
    let read: Borrowed<'_> = from_slice(&binary).unwrap();
    assert_eq!((read.name, read.data, read.names), ("lamp", &[1, 2, 3][..], vec!["a", "b"]));
    assert_eq!(read.map, [("k", 1)].into());
    assert!(binary.as_ptr_range().contains(&read.name.as_ptr()));
    // The bytes of a text are base64 there.
    let error = from_slice::<Borrowed<'_>>(text).unwrap_err().to_string();
    assert!(error.starts_with("data: "), "{error}");
}

#[test]
fn errors_have_a_path_a_line_and_a_byte() {
    #[derive(Deserialize, Debug)]
    struct Outer {
        #[expect(dead_code, reason = "only read")]
        lamps: Vec<BTreeMap<String, u8>>,
    }
    let text = b"$int8 first 1\n$array lamps [element;2][\n\t{ $uint8 a 1 },\n\t{\n\t\t$string b x\n\t}\n]\n";
    let error = from_slice::<Outer>(text).unwrap_err();
    assert_eq!(error.to_string(), "lamps[1]/b: invalid type: string \"x\", expected u8 (line 5, at byte 0x3e)");
    let binary = udm::Document::parse(text).unwrap().to_binary().unwrap();
    let error = from_slice::<Outer>(&binary).unwrap_err();
    let SerdeError::Mismatch { path, place: Some(place), .. } = &error else { panic!("{error}") };
    assert_eq!((path.as_str(), place.line), ("lamps[1]/b", None));
    // Type, length and text of the string.
    assert!(binary[place.offset as usize..].starts_with(b"\x01\x01x"), "{error}");
}

#[test]
fn types_without_a_form_are_refused_with_their_path() {
    let error = to_value(&BTreeMap::from([("a", vec![u128::MAX])])).unwrap_err().to_string();
    assert_eq!(error, "a[0]: u128 is not supported");
    let error = to_value(&vec![Either::Whole(1), Either::Text("t".into())]).unwrap_err().to_string();
    assert!(error.starts_with("[1]: expected an item of type int64, as the first, found string"), "{error}");
}

/// A tuple needs no more of an element than its length.
#[test]
fn tuples_out_of_many_keys() {
    let keys: String = (0..40_000).map(|key| format!("$int8 {key} 1 ")).collect();
    let limit = TimeLimit::seconds(10);
    let read: BTreeMap<String, (i8, i8)> = from_slice(format!("pair {{ {keys} }}").as_bytes()).unwrap();
    assert_eq!(read["pair"], (1, 1));
    limit.check();
}
