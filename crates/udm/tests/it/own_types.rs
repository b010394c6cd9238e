//! Documents and one's own types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
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
    let bytes = to_vec(&everything(), ("T", 1)).unwrap();
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
    assert_eq!(
        to_value(&(1_u8, "x")).unwrap_err().to_string(),
        "[1]: expected an item of type uint8, as the first, found string"
    );
    assert!(to_vec(&1_u8, ("T", 1)).is_err(), "a number is no document");
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
    let document = udm::to_document(&all, ("T", 1)).unwrap();
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
    // Other formats see what is inside.
    assert_eq!(serde_json::from_str::<All>(&serde_json::to_string(&all).unwrap()).unwrap(), all);
}
