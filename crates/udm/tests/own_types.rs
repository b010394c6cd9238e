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
    assert!(matches!(from_slice::<One>(b"$int8"), Err(SerdeError::Mismatch(_) | SerdeError::Document(_))));
    assert!(to_value(&(1_u8, "x")).is_err(), "items of two types");
    assert!(to_vec(&1_u8, ("T", 1)).is_err(), "a number is no document");
}
