//! Handwritten model files from the specification, and their contents.

use testkit::ByteBuilder;
use urho_mdl::glam::{Quat, Vec3};
use urho_mdl::{
    Bone, Bounds, Bytes, Collision, Declaration, Element, ElementMask, Geometry, GeometryNames, IndexBuffer, Lod,
    Model, Morph, MorphBuffer, Name, Primitive, Range, Skeleton, Tail, Version, VertexBuffer,
};

/// A file and its model.
pub(crate) struct Golden {
    pub(crate) bytes: Vec<u8>,
    pub(crate) model: Model<'static>,
    pub(crate) counts: Vec<Count>,
}

/// A count in a file.
pub(crate) struct Count {
    /// Offset.
    pub(crate) offset: usize,
    /// The counted part, as in errors.
    pub(crate) part: &'static str,
    /// Start of the measured block, and the size of its items; `None` if it counts parts.
    pub(crate) block: Option<(usize, u64)>,
}

/// Every version.
pub(crate) const VERSIONS: [Version; 10] = [
    Version::Umdl,
    Version::Umd2,
    Version::Umd3(0),
    Version::Umd3(1),
    Version::Umd3(2),
    Version::Umd3(3),
    Version::Umd3(u32::MAX),
    Version::Amdl,
    Version::Amd2,
    Version::Bare2011,
];

/// The identifier of a version, byte by byte.
pub(crate) fn head(version: Version) -> ByteBuilder {
    let bytes = ByteBuilder::new();
    match version {
        Version::Umdl => bytes.raw(&[0x55, 0x4d, 0x44, 0x4c]),
        Version::Umd2 => bytes.raw(&[0x55, 0x4d, 0x44, 0x32]),
        Version::Umd3(number) => bytes.raw(&[0x55, 0x4d, 0x44, 0x33]).u32(number),
        Version::Amdl => bytes.raw(&[0x41, 0x4d, 0x44, 0x4c]),
        Version::Amd2 => bytes.raw(&[0x41, 0x4d, 0x44, 0x32]),
        Version::Bare2011 => bytes,
    }
}

/// The floats as they are stored.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// An empty model, whose bytes are [`nothing_bytes`].
pub(crate) fn nothing(version: Version) -> Model<'static> {
    Model {
        version,
        vertex_buffers: vec![],
        index_buffers: vec![],
        geometries: vec![],
        morphs: vec![],
        skeleton: Skeleton { bones: vec![] },
        bounds: Bounds { min: Vec3::ZERO, max: Vec3::ONE },
        tail: Tail { centers: vec![], lod_levels: None, geometry_names: None, rest: Bytes::EMPTY },
    }
}

/// The box of [`nothing`].
pub(crate) fn unit_box(bytes: ByteBuilder) -> ByteBuilder {
    bytes.f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
}

/// Two vertices of position, normal and tangent.
const VERTICES: [f32; 20] = [
    1.0, 2.0, 3.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, -1.0, //
    4.0, 5.0, 6.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0,
];
/// Deltas of a vertex in a morph with mask 0x83.
const DELTAS: [f32; 9] = [0.5, 0.25, 0.125, -1.0, -2.0, -3.0, 7.0, 8.0, 9.0];
const MATRIX: [f32; 12] = [1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, -2.0, 0.0, 0.0, 1.0, -3.0];

/// A model with every kind of content, in any version.
pub(crate) fn full(version: Version) -> Golden {
    let mut counts = Vec::new();
    let bytes = vertex_part(head(version), version, &mut counts);
    let bytes = index_part(bytes, &mut counts);
    let bytes = geometry_part(bytes, &mut counts);
    let bytes = morph_part(bytes, version, &mut counts);
    let bytes = bone_part(bytes, &mut counts);
    let bytes = bytes.f32s(&[-1.0, -2.0, -3.0, 4.0, 5.0, 6.0]);
    let bytes = match version {
        Version::Bare2011 => bytes.u32s(&[1, 0, u32::MAX]),
        _ => bytes.f32s(&[2.5, 3.5, 4.5, -1.0, -2.0, -3.0]),
    };
    let bytes = match version {
        Version::Amdl | Version::Amd2 => bytes.u32(1).cstr("Body").cstr(""),
        _ => bytes,
    };
    Golden { bytes: bytes.build(), model: full_model(version), counts }
}

fn count(bytes: &ByteBuilder, counts: &mut Vec<Count>, part: &'static str) {
    counts.push(Count { offset: bytes.position(), part, block: None });
}

fn vertex_part(bytes: ByteBuilder, version: Version, counts: &mut Vec<Count>) -> ByteBuilder {
    count(&bytes, counts, "vertex buffer");
    let bytes = bytes.u32(2);
    let vertex_count = bytes.position();
    let bytes = bytes.u32(2);
    let (bytes, empty) = match version {
        Version::Umdl | Version::Amdl | Version::Bare2011 => (bytes.u32(0x83), vec![0]),
        _ => {
            count(&bytes, counts, "vertex buffer 0 > element");
            // vec3 position, vec3 normal, vec4 tangent.
            (bytes.u32(3).u32(0x0000_0003).u32(0x0000_0103).u32(0x0000_0304), vec![0])
        }
    };
    let bytes = bytes.u32(0).u32(2);
    counts.push(Count {
        offset: vertex_count,
        part: "vertex buffer 0 > vertices",
        block: Some((bytes.position(), 40)),
    });
    // The second has neither elements nor vertices.
    bytes.f32s(&VERTICES).u32(0).u32s(&empty).u32(0).u32(0)
}

fn index_part(bytes: ByteBuilder, counts: &mut Vec<Count>) -> ByteBuilder {
    count(&bytes, counts, "index buffer");
    let bytes = bytes.u32(2);
    let at = bytes.position();
    counts.push(Count { offset: at, part: "index buffer 0 > indices", block: Some((at + 8, 2)) });
    let bytes = bytes.u32(4).u32(2).u16(0).u16(1).u16(1).u16(0);
    let at = bytes.position();
    counts.push(Count { offset: at, part: "index buffer 1 > indices", block: Some((at + 8, 4)) });
    bytes.u32(3).u32(4).u32(1).u32(0).u32(0x0001_0000)
}

fn geometry_part(bytes: ByteBuilder, counts: &mut Vec<Count>) -> ByteBuilder {
    count(&bytes, counts, "geometry");
    let bytes = bytes.u32(2);
    count(&bytes, counts, "geometry 0 > bone mapping");
    let bytes = bytes.u32(2).u32(3).u32(0);
    count(&bytes, counts, "geometry 0 > LOD");
    let bytes = bytes.u32(2);
    let bytes = bytes.f32(0.0).u32(0).u32(0).u32(0).u32(0).u32(3);
    let bytes = bytes.f32(12.5).u32(9).u32(1).u32(1).u32(7).u32(8);
    count(&bytes, counts, "geometry 1 > bone mapping");
    let bytes = bytes.u32(0);
    count(&bytes, counts, "geometry 1 > LOD");
    bytes.u32(0)
}

fn morph_part(bytes: ByteBuilder, version: Version, counts: &mut Vec<Count>) -> ByteBuilder {
    let weight = |bytes: ByteBuilder, weight: f32| match version {
        Version::Umd3(2..) => bytes.f32(weight),
        _ => bytes,
    };
    count(&bytes, counts, "morph");
    let bytes = weight(bytes.u32(2).cstr("smile"), 0.75);
    count(&bytes, counts, "morph 0 > buffer");
    let bytes = bytes.u32(2);
    let at = bytes.position();
    counts.push(Count { offset: at + 8, part: "morph 0 > buffer 0 > deltas", block: Some((at + 12, 40)) });
    let bytes = bytes.u32(0).u32(0x83).u32(1).u32(1).f32s(&DELTAS);
    // Normals only; bit 3 has no data.
    let bytes = bytes.u32(77).u32(0x0a).u32(1).u32(0).f32s(&[1.0, 2.0, 3.0]);
    let bytes = weight(bytes.cstr(""), -0.0);
    count(&bytes, counts, "morph 1 > buffer");
    bytes.u32(0)
}

fn bone_part(bytes: ByteBuilder, counts: &mut Vec<Count>) -> ByteBuilder {
    count(&bytes, counts, "bone");
    let bytes = bone_bytes(bytes.u32(4), "hip", 0).u8(0);
    let bytes = bone_bytes(bytes, "knee", 3).u8(1).f32(1.5);
    let bytes = bone_bytes(bytes, "", u32::MAX).u8(2).f32s(&[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]);
    bone_bytes(bytes, "ärm", 0).u8(0xf3).f32(2.5).f32s(&[0.0, 0.0, 0.0, 9.0, 8.0, 7.0])
}

/// A bone up to its collision mask.
pub(crate) fn bone_bytes(bytes: ByteBuilder, name: &str, parent: u32) -> ByteBuilder {
    let bytes = bytes.cstr(name).u32(parent).f32s(&[1.0, 2.0, 3.0]);
    // w, x, y, z.
    bytes.f32s(&[1.0, 0.25, 0.5, 0.75]).f32s(&[1.0, 1.0, 2.0]).f32s(&MATRIX)
}

/// The bone of [`bone_bytes`].
pub(crate) fn bone(name: &'static str, parent: u32, collision: Collision) -> Bone<'static> {
    Bone {
        name: Name::from(name),
        parent,
        position: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_xyzw(0.25, 0.5, 0.75, 1.0),
        scale: Vec3::new(1.0, 1.0, 2.0),
        offset_matrix: MATRIX,
        collision,
    }
}

fn full_model(version: Version) -> Model<'static> {
    let (declaration, empty) = match version {
        Version::Bare2011 => (Declaration::Mask2011(ElementMask(0x83)), Declaration::Mask2011(ElementMask(0))),
        Version::Umdl | Version::Amdl => (Declaration::Mask(ElementMask(0x83)), Declaration::Mask(ElementMask(0))),
        _ => (Declaration::List(vec![Element(0x0003), Element(0x0103), Element(0x0304)]), Declaration::List(vec![])),
    };
    let vertices = Bytes::from(floats(&VERTICES));
    let morph_range = Range { start: 0, count: 2 };
    let vertex_buffers = vec![
        VertexBuffer { vertex_count: 2, declaration, morph_range, data: vertices },
        VertexBuffer { vertex_count: 0, declaration: empty, morph_range: Range::default(), data: Bytes::EMPTY },
    ];
    let index_buffers = vec![
        IndexBuffer { index_count: 4, index_size: 2, data: vec![0, 0, 1, 0, 1, 0, 0, 0].into() },
        IndexBuffer { index_count: 3, index_size: 4, data: vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0].into() },
    ];
    let draw = |start, count| Range { start, count };
    let primitive = Primitive::TRIANGLE_LIST;
    let fine = Lod { distance: 0.0, primitive, vertex_buffer: 0, index_buffer: 0, draw: draw(0, 3) };
    let coarse = Lod { distance: 12.5, primitive: Primitive(9), vertex_buffer: 1, index_buffer: 1, draw: draw(7, 8) };
    let (lod_levels, centers) = match version {
        Version::Bare2011 => (Some([1, 0, u32::MAX]), vec![]),
        _ => (None, vec![Vec3::new(2.5, 3.5, 4.5), Vec3::new(-1.0, -2.0, -3.0)]),
    };
    let names = GeometryNames { version: 1, names: vec![Name::from("Body"), Name::from("")] };
    let geometry_names = matches!(version, Version::Amdl | Version::Amd2).then_some(names);
    Model {
        version,
        vertex_buffers,
        index_buffers,
        geometries: vec![Geometry { bone_mapping: vec![3, 0], lods: vec![fine, coarse] }, Geometry::default()],
        morphs: morphs(version),
        skeleton: Skeleton { bones: bones() },
        bounds: Bounds { min: Vec3::new(-1.0, -2.0, -3.0), max: Vec3::new(4.0, 5.0, 6.0) },
        tail: Tail { centers, lod_levels, geometry_names, rest: Bytes::EMPTY },
    }
}

fn morphs(version: Version) -> Vec<Morph<'static>> {
    let weight = |weight| matches!(version, Version::Umd3(2..)).then_some(weight);
    let all = [1_u32.to_le_bytes().to_vec(), floats(&DELTAS)].concat();
    let normals = [0_u32.to_le_bytes().to_vec(), floats(&[1.0, 2.0, 3.0])].concat();
    let buffers = vec![
        MorphBuffer { vertex_buffer: 0, mask: ElementMask(0x83), vertex_count: 1, data: all.into() },
        MorphBuffer { vertex_buffer: 77, mask: ElementMask(0x0a), vertex_count: 1, data: normals.into() },
    ];
    vec![
        Morph { name: Name::from("smile"), weight: weight(0.75), buffers },
        Morph { name: Name::from(""), weight: weight(-0.0), buffers: vec![] },
    ]
}

fn bones() -> Vec<Bone<'static>> {
    let cube = Bounds { min: Vec3::splat(-1.0), max: Vec3::ONE };
    let slab = Bounds { min: Vec3::ZERO, max: Vec3::new(9.0, 8.0, 7.0) };
    vec![
        bone("hip", 0, Collision { mask: 0, radius: None, bounds: None }),
        bone("knee", 3, Collision { mask: 1, radius: Some(1.5), bounds: None }),
        bone("", u32::MAX, Collision { mask: 2, radius: None, bounds: Some(cube) }),
        bone("ärm", 0, Collision { mask: 0xf3, radius: Some(2.5), bounds: Some(slab) }),
    ]
}
