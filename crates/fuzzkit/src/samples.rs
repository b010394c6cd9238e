//! The sample files that the command line's `demo` writes: our own work, made by code, the same to the byte every time.

use asset_geometry::glam::{Affine3A, Quat, Vec3};
use binio::{Bytes, Name};
use urho_mdl::{
    Bone, Bounds, Collision, Declaration, Element, ElementType, Geometry, IndexBuffer, Lod, Model, Primitive, Range,
    Semantic, Skeleton, Tail, Version, VertexBuffer,
};

/// A file that `demo` writes.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// All samples.
pub fn all() -> Vec<Sample> {
    vec![Sample { name: "Flag.mdl", bytes: flag().to_bytes().expect("the sample can be encoded") }]
}

/// Squares along and up the flag.
const COLUMNS: u16 = 12;
const ROWS: u16 = 6;
/// Metres from the pole to the free end, and from the lower to the upper edge.
const LENGTH: f32 = 2.0;
const HEIGHT: f32 = 1.0;
/// Bones along the flag.
const BONES: u16 = 4;

/// A flag of one by two metres that waves with four bones in a row, with a second level of detail of two triangles.
fn flag() -> Model<'static> {
    let declaration = vec![
        Element::new(ElementType::VECTOR3, Semantic::POSITION, 0),
        Element::new(ElementType::VECTOR3, Semantic::NORMAL, 0),
        Element::new(ElementType::VECTOR2, Semantic::TEXCOORD, 0),
        Element::new(ElementType::VECTOR4, Semantic::BLENDWEIGHTS, 0),
        Element::new(ElementType::UBYTE4, Semantic::BLENDINDICES, 0),
    ];
    let mut vertices = Vec::new();
    for row in 0..=ROWS {
        for column in 0..=COLUMNS {
            vertices.extend(vertex(column, row));
        }
    }
    let mut indices: Vec<u16> =
        (0..ROWS).flat_map(|row| (0..COLUMNS).flat_map(move |column| square(column, row, 1, 1))).collect();
    let fine = Range { start: 0, count: u32::try_from(indices.len()).unwrap_or_default() };
    indices.extend(square(0, 0, COLUMNS, ROWS));
    let lod =
        |distance, draw| Lod { distance, primitive: Primitive::TRIANGLE_LIST, vertex_buffer: 0, index_buffer: 0, draw };
    let coarse = Range { start: fine.count, count: 6 };
    Model {
        version: Version::Umd2,
        vertex_buffers: vec![VertexBuffer {
            vertex_count: u32::from((COLUMNS + 1) * (ROWS + 1)),
            declaration: Declaration::List(declaration),
            morph_range: Range::default(),
            data: Bytes::from(vertices),
        }],
        index_buffers: vec![IndexBuffer {
            index_count: coarse.start + coarse.count,
            index_size: 2,
            data: Bytes::from(indices.iter().flat_map(|index| index.to_le_bytes()).collect::<Vec<u8>>()),
        }],
        geometries: vec![Geometry { bone_mapping: Vec::new(), lods: vec![lod(0.0, fine), lod(20.0, coarse)] }],
        morphs: Vec::new(),
        skeleton: Skeleton { bones: (0..BONES).map(bone).collect() },
        bounds: Bounds { min: Vec3::ZERO, max: Vec3::new(LENGTH, HEIGHT, 0.0) },
        tail: Tail { centers: vec![Vec3::new(LENGTH / 2.0, HEIGHT / 2.0, 0.0)], ..Tail::default() },
    }
}

/// Bytes of the vertex at a corner of the grid. It hangs between the two bones next to it.
fn vertex(column: u16, row: u16) -> Vec<u8> {
    let along = f32::from(column) / f32::from(COLUMNS);
    let up = f32::from(row) / f32::from(ROWS);
    let between = along * f32::from(BONES - 1);
    // The last column hangs on the last bone alone.
    let bone = (between as u16).min(BONES - 2);
    let second = between - f32::from(bone);
    let floats = [along * LENGTH, up * HEIGHT, 0.0, 0.0, 0.0, -1.0, along, 1.0 - up, 1.0 - second, second, 0.0, 0.0];
    let joints = [bone, bone + 1, 0, 0].map(|joint| joint.to_le_bytes()[0]);
    floats.iter().flat_map(|value| value.to_le_bytes()).chain(joints).collect()
}

/// The two triangles of a rectangle of the grid, clockwise as seen from −Z.
fn square(column: u16, row: u16, width: u16, height: u16) -> [u16; 6] {
    let corner = |column, row| row * (COLUMNS + 1) + column;
    let (left, right) = (column, column + width);
    let (low, high) = (row, row + height);
    [
        corner(left, low),
        corner(left, high),
        corner(right, high),
        corner(left, low),
        corner(right, high),
        corner(right, low),
    ]
}

/// A bone: the first at the pole, each of the others a step on from the one before it.
fn bone(index: u16) -> Bone<'static> {
    let step = LENGTH / f32::from(BONES - 1);
    let global = Affine3A::from_translation(Vec3::new(step * f32::from(index), HEIGHT / 2.0, 0.0));
    let position = if index == 0 { Vec3::new(0.0, HEIGHT / 2.0, 0.0) } else { Vec3::new(step, 0.0, 0.0) };
    let rows = global.inverse();
    let (x, y, z) = (rows.matrix3.row(0), rows.matrix3.row(1), rows.matrix3.row(2));
    let at = rows.translation;
    let half = Vec3::new(step, HEIGHT / 2.0, 0.0);
    Bone {
        name: Name::from(format!("Flag{index}")),
        parent: u32::from(index.saturating_sub(1)),
        position,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
        offset_matrix: [x.x, x.y, x.z, at.x, y.x, y.y, y.z, at.y, z.x, z.y, z.z, at.z],
        collision: Collision {
            mask: Collision::SPHERE | Collision::BOX,
            radius: Some(half.length()),
            bounds: Some(Bounds { min: -half, max: half }),
        },
    }
}
