//! A small valid model: two skinned triangles, one of them with a morph, and two bones.

use urho_mdl::glam::{Quat, Vec3};
use urho_mdl::{
    Bone, Bounds, Bytes, Collision, Declaration, Element, ElementMask, ElementType, Geometry, IndexBuffer, Lod, Model,
    Morph, MorphBuffer, Name, Primitive, Range, Semantic, Skeleton, Tail, Version, VertexBuffer,
};

/// Bytes of a vertex: position, normal, tangent, weights, joints.
pub(crate) const SKINNED: usize = 60;

pub(crate) fn sound() -> Model<'static> {
    let lod = |distance, vertex_buffer, start| Lod {
        distance,
        primitive: Primitive::TRIANGLE_LIST,
        vertex_buffer,
        index_buffer: 0,
        draw: Range { start, count: 3 },
    };
    let indices = [0_u16, 1, 2, 2, 1, 0].into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    Model {
        version: Version::Umd2,
        vertex_buffers: vec![skinned_buffer(Range { start: 0, count: 3 }), skinned_buffer(Range::default())],
        index_buffers: vec![IndexBuffer { index_count: 6, index_size: 2, data: indices.into() }],
        geometries: vec![Geometry { bone_mapping: vec![], lods: vec![lod(0.0, 0, 0), lod(20.0, 1, 3)] }],
        morphs: vec![Morph { name: Name::from("smile"), weight: None, buffers: vec![morph_buffer()] }],
        skeleton: Skeleton { bones: vec![root_bone("hip", 0), knee()] },
        bounds: Bounds { min: Vec3::ZERO, max: Vec3::new(1.0, 1.0, 0.0) },
        tail: Tail { centers: vec![Vec3::new(0.5, 0.5, 0.0)], ..Tail::default() },
    }
}

/// Nothing to draw.
pub(crate) fn empty() -> Model<'static> {
    Model {
        version: Version::Umd2,
        vertex_buffers: vec![],
        index_buffers: vec![],
        geometries: vec![],
        morphs: vec![],
        skeleton: Skeleton::default(),
        bounds: Bounds { min: Vec3::ZERO, max: Vec3::ONE },
        tail: Tail::default(),
    }
}

fn list(words: &[u32]) -> Declaration {
    Declaration::List(words.iter().copied().map(Element).collect())
}

fn skinned_buffer(morph_range: Range) -> VertexBuffer<'static> {
    let mut data = Vec::new();
    for (position, joint) in [([0.0, 0.0, 0.0], 0), ([0.0, 1.0, 0.0], 0), ([1.0, 0.0, 0.0_f32], 1)] {
        let floats = [&position[..], &[0.0, 0.0, -1.0], &[1.0, 0.0, 0.0, 1.0], &[1.0, 0.0, 0.0, 0.0]].concat();
        data.extend(floats.iter().flat_map(|value| value.to_le_bytes()));
        data.extend([joint, 0, 0, 0]);
    }
    let declaration = list(&[0x0003, 0x0103, 0x0304, 0x0604, 0x0705]);
    VertexBuffer { vertex_count: 3, declaration, morph_range, data: data.into() }
}

/// Positions only.
pub(crate) fn static_buffer() -> VertexBuffer<'static> {
    let data = vec![0; 36].into();
    let mut buffer =
        VertexBuffer { vertex_count: 3, declaration: list(&[0x0003]), morph_range: Range::default(), data };
    place_corners(&mut buffer);
    buffer
}

/// Gives three vertices the positions of a triangle, if they have positions.
pub(crate) fn place_corners(buffer: &mut VertexBuffer<'_>) {
    let Some(positions) = buffer.find(Semantic::POSITION, 0) else { return };
    let stride = buffer.stride();
    if positions.element.kind() != ElementType::VECTOR3 {
        return;
    }
    for (vertex, corner) in [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0_f32]].into_iter().enumerate() {
        let at = vertex * stride + positions.offset;
        let bytes: Vec<u8> = corner.iter().flat_map(|axis| axis.to_le_bytes()).collect();
        buffer.data.to_mut()[at..at + 12].copy_from_slice(&bytes);
    }
}

/// Vertices 1 and 2, positions and normals.
fn morph_buffer() -> MorphBuffer<'static> {
    let delta = [0.0, 0.25, 0.0, 0.0, 0.0, 0.5_f32].into_iter().flat_map(f32::to_le_bytes).collect::<Vec<u8>>();
    let data = [1_u32, 2].into_iter().flat_map(|vertex| [&vertex.to_le_bytes()[..], &delta].concat());
    let data = Bytes::from(data.collect::<Vec<u8>>());
    MorphBuffer { vertex_buffer: 0, mask: ElementMask(0x3), vertex_count: 2, data }
}

fn collision() -> Collision {
    Collision { mask: 3, radius: Some(1.0), bounds: Some(Bounds { min: Vec3::ZERO, max: Vec3::ONE }) }
}

/// A bone at the origin.
pub(crate) fn root_bone(name: &'static str, parent: u32) -> Bone<'static> {
    Bone {
        name: Name::from(name),
        parent,
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
        offset_matrix: [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        collision: collision(),
    }
}

/// A child of the first bone.
fn knee() -> Bone<'static> {
    let offset_matrix = [1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, -2.0, 0.0, 0.0, 1.0, -3.0];
    Bone { position: Vec3::new(1.0, 2.0, 3.0), offset_matrix, ..root_bone("knee", 0) }
}

/// Removes the bones and the blend data.
pub(crate) fn without_bones(model: &mut Model<'static>) {
    model.skeleton = Skeleton::default();
    model.vertex_buffers = vec![static_buffer(), static_buffer()];
    model.morphs.clear();
}

/// Turns tangents into colours.
pub(crate) fn without_tangents(model: &mut Model<'static>) {
    model.vertex_buffers[0].declaration = list(&[0x0003, 0x0103, 0x0504, 0x0604, 0x0705]);
}
