//! Small FBX files, in text and binary.

use asset_fbx::asset_scene::{Id, Mesh, Scene};
use asset_fbx::binio::{FindingKind, Findings};
use asset_fbx::{NoFiles, ReadOptions, parse};

/// Seconds in the unit of times of FBX.
pub(crate) const SECOND: i64 = 46_186_158_000;

/// An FBX 7.4 in text: the objects and connections of a scene in metres, Y up.
pub(crate) fn fbx(objects: &str, connections: &str) -> String {
    fbx_in("100.0", 1, objects, connections)
}

/// As [`fbx`], in a unit in centimetres and with the axis that points up: 1 is Y, 2 is Z.
pub(crate) fn fbx_in(unit: &str, up: i32, objects: &str, connections: &str) -> String {
    let (front, sign) = if up == 1 { (2, 1) } else { (1, -1) };
    format!(
        r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {{
	FBXHeaderVersion: 1003
	FBXVersion: 7400
	Creator: "asset-fbx tests"
}}
GlobalSettings:  {{
	Version: 1000
	Properties70:  {{
		P: "UpAxis", "int", "Integer", "",{up}
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",{front}
		P: "FrontAxisSign", "int", "Integer", "",{sign}
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",{unit}
		P: "TimeMode", "enum", "", "",11
	}}
}}
Objects:  {{
{objects}
}}
Connections:  {{
{connections}
}}
"#
    )
}

/// A model with properties, one line each.
pub(crate) fn model(id: u32, name: &str, kind: &str, properties: &str) -> String {
    format!(
        "Model: {id}, \"Model::{name}\", \"{kind}\" {{\n\tVersion: 232\n\tProperties70:  {{\n{properties}\n\t}}\n\tShading: T\n\tCulling: \"CullingOff\"\n}}\n"
    )
}

/// A property of three numbers.
pub(crate) fn vector(name: &str, kind: &str, [x, y, z]: [f64; 3]) -> String {
    format!("P: \"{name}\", \"{kind}\", \"\", \"A\",{x},{y},{z}\n")
}

/// A connection between two objects.
pub(crate) fn oo(child: u32, parent: u32) -> String {
    format!("C: \"OO\",{child},{parent}\n")
}

/// A connection between an object and a property.
pub(crate) fn op(child: u32, parent: u32, property: &str) -> String {
    format!("C: \"OP\",{child},{parent}, \"{property}\"\n")
}

/// Numbers as an array.
pub(crate) fn array<T: ToString>(numbers: &[T]) -> String {
    let list: Vec<String> = numbers.iter().map(T::to_string).collect();
    format!("*{} {{\n\t\ta: {}\n\t}}", numbers.len(), list.join(","))
}

/// Creates a geometry with vertices and polygons. FBX marks the last corner of each polygon by its bitwise complement. `layers` follow.
pub(crate) fn geometry(id: u32, vertices: &[f64], corners: &[i32], layers: &str) -> String {
    format!(
        "Geometry: {id}, \"Geometry::\", \"Mesh\" {{\n\tVertices: {}\n\tPolygonVertexIndex: {}\n\tGeometryVersion: 124\n{layers}\n}}\n",
        array(vertices),
        array(corners)
    )
}

/// A square of one metre in the plane of X and Y, of one polygon.
pub(crate) fn square(id: u32, layers: &str) -> String {
    geometry(id, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0], &[0, 1, 2, -4], layers)
}

/// Reads a file without other files.
pub(crate) fn read(text: &str) -> (Scene<'static>, Findings) {
    parse(text.as_bytes(), &ReadOptions::default(), &NoFiles).expect("a valid file")
}

/// The positions of the first primitive of a mesh.
pub(crate) fn positions(scene: &Scene<'_>, mesh: Id<Mesh>) -> Vec<[f32; 3]> {
    scene[mesh].primitives[0].positions(scene).expect("positions").collect()
}

/// The number of findings of a kind.
pub(crate) fn count(findings: &Findings, kind: &FindingKind) -> usize {
    findings.iter().filter(|finding| *finding.kind == *kind).count()
}

/// Asserts that two rows of numbers are nearly equal.
#[track_caller]
pub(crate) fn assert_near(found: &[f32], expected: &[f32]) {
    let near = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near, "found {found:?}, expected {expected:?}");
}

/// A node of a binary file.
pub(crate) struct Node {
    name: &'static str,
    properties: Vec<Vec<u8>>,
    children: Vec<Self>,
}

impl Node {
    pub(crate) fn new(name: &'static str, properties: Vec<Vec<u8>>, children: Vec<Self>) -> Self {
        Self { name, properties, children }
    }

    /// Appends the node as FBX 7.4: end, number and length of the properties, name, properties, children, an empty node.
    fn write(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let properties = self.properties.concat();
        bytes.extend([0; 4]);
        bytes.extend((self.properties.len() as u32).to_le_bytes());
        bytes.extend((properties.len() as u32).to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(self.name.as_bytes());
        bytes.extend(properties);
        if !self.children.is_empty() {
            self.children.iter().for_each(|child| child.write(bytes));
            bytes.extend([0; 13]);
        }
        let end = bytes.len() as u32;
        bytes[start..start + 4].copy_from_slice(&end.to_le_bytes());
    }
}

/// A property of a 64-bit integer.
pub(crate) fn long(number: i64) -> Vec<u8> {
    [&b"L"[..], &number.to_le_bytes()].concat()
}

/// A property of text.
pub(crate) fn text(text: &[u8]) -> Vec<u8> {
    [&b"S"[..], &(text.len() as u32).to_le_bytes(), text].concat()
}

/// A property of 64-bit floats.
pub(crate) fn doubles(numbers: &[f64]) -> Vec<u8> {
    let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    [&b"d"[..], &(numbers.len() as u32).to_le_bytes(), &[0; 4], &(data.len() as u32).to_le_bytes(), &data].concat()
}

/// A property of 32-bit integers.
pub(crate) fn integers(numbers: &[i32]) -> Vec<u8> {
    let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    [&b"i"[..], &(numbers.len() as u32).to_le_bytes(), &[0; 4], &(data.len() as u32).to_le_bytes(), &data].concat()
}

/// A binary FBX 7.4 with a triangle.
pub(crate) fn binary() -> Vec<u8> {
    let model = Node::new("Model", vec![long(2), text(b"Door\0\x01Model"), text(b"Mesh")], Vec::new());
    let vertices = Node::new("Vertices", vec![doubles(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])], Vec::new());
    let corners = Node::new("PolygonVertexIndex", vec![integers(&[0, 1, -3])], Vec::new());
    let geometry = vec![long(1), text(b"\0\x01Geometry"), text(b"Mesh")];
    let geometry = Node::new("Geometry", geometry, vec![vertices, corners]);
    let connect = |from, to| Node::new("C", vec![text(b"OO"), long(from), long(to)], Vec::new());
    let version = Node::new("FBXVersion", vec![[&b"I"[..], &7400_i32.to_le_bytes()].concat()], Vec::new());
    let top = [
        Node::new("FBXHeaderExtension", Vec::new(), vec![version]),
        Node::new("Objects", Vec::new(), vec![geometry, model]),
        Node::new("Connections", Vec::new(), vec![connect(1, 2), connect(2, 0)]),
    ];
    let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    bytes.extend(7400_u32.to_le_bytes());
    top.iter().for_each(|node| node.write(&mut bytes));
    bytes.extend([0; 13]);
    bytes
}
