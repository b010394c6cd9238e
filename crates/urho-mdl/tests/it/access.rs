//! Columns, triangles, morphs, bones, and conversion to other versions.

use crate::sound::{SKINNED, empty, root_bone, sound, static_buffer, without_bones, without_tangents};
use urho_mdl::glam::{Vec2, Vec3, Vec4};
use urho_mdl::{
    Declaration, Element, ElementMask, ErrorKind, GeometryNames, IndexBuffer, Model, Name, Primitive, Range, Semantic,
    Tail, Version, VertexBuffer,
};

#[test]
fn helpers_return_the_columns() {
    let model = sound();
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.stride(), SKINNED);
    let positions: Vec<Vec3> = buffer.positions().unwrap().iter().collect();
    assert_eq!(positions, [Vec3::ZERO, Vec3::Y, Vec3::X]);
    assert_eq!(buffer.normals().unwrap().get(2), Some(Vec3::NEG_Z));
    assert_eq!(buffer.tangents().unwrap().get(0), Some(Vec4::new(1.0, 0.0, 0.0, 1.0)));
    assert_eq!(buffer.weights().unwrap().get(1), Some(Vec4::X));
    assert_eq!(buffer.joints().unwrap().to_vec(), [[0; 4], [0; 4], [1, 0, 0, 0]]);
    assert_eq!(buffer.positions().unwrap().get(3), None);
    assert!(buffer.uvs(0).is_none() && buffer.colors(0).is_none());
    let mut out = [Vec3::NAN; 3];
    assert!(buffer.positions().unwrap().copy_into(&mut out));
    assert_eq!(out.as_slice(), positions);
    assert!(!buffer.positions().unwrap().copy_into(&mut out[..2]));
}

#[test]
fn columns_of_every_type() {
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let words = [0x0000_0800, 0x0000_0901, 0x0001_0402, 0x0000_0403, 0x0000_0402, 0x0002_0506];
    let data = [(-5_i32).to_le_bytes().to_vec(), floats(&[0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), vec![9, 8, 7, 6]];
    let buffer = VertexBuffer {
        vertex_count: 1,
        declaration: Declaration::List(words.map(Element).to_vec()),
        morph_range: Range::default(),
        data: data.concat().into(),
    };
    assert_eq!(buffer.column::<i32>(Semantic::OBJECTINDEX, 0).unwrap().get(0), Some(-5));
    assert_eq!(buffer.column::<f32>(Semantic(9), 0).unwrap().get(0), Some(0.5));
    assert_eq!(buffer.uvs(1).unwrap().get(0), Some(Vec2::new(1.0, 2.0)));
    assert_eq!(buffer.column::<Vec3>(Semantic::TEXCOORD, 0).unwrap().get(0), Some(Vec3::new(3.0, 4.0, 5.0)));
    assert_eq!(buffer.uvs(0).unwrap().get(0), Some(Vec2::new(6.0, 7.0)), "the first one of that type");
    assert_eq!(buffer.colors(2).unwrap().get(0), Some([9, 8, 7, 6]));
    assert!(buffer.column::<f32>(Semantic::OBJECTINDEX, 0).is_none(), "of another type");
    assert!(buffer.column::<Vec4>(Semantic::TEXCOORD, 0).is_none());
    assert!(buffer.uvs(2).is_none(), "of another index");
    assert_eq!(buffer.find(Semantic::TEXCOORD, 0).unwrap().offset, 16);
    assert_eq!(
        buffer.declaration.to_string(),
        "object:int semantic9#0:float uv1:vec2 uv0:vec3 uv0:vec2 color2:ubyte4n"
    );
}

/// A model whose only LOD draws `count` indices from `start` of 1 to 7.
fn drawing(primitive: Primitive, start: u32, count: u32, index_size: u32) -> Model<'static> {
    let mut model = sound();
    let wide = |index: u32| index.to_le_bytes()[..index_size as usize].to_vec();
    let data: Vec<u8> = (1..8).flat_map(wide).collect();
    model.index_buffers[0] = IndexBuffer { index_count: 7, index_size, data: data.into() };
    model.geometries[0].lods.truncate(1);
    model.geometries[0].lods[0].primitive = primitive;
    model.geometries[0].lods[0].draw = Range { start, count };
    model
}

#[test]
fn triangles_and_lines_of_every_primitive() {
    type Drawn = (Primitive, &'static [[u32; 3]], &'static [[u32; 2]]);
    let cases: [Drawn; 7] = [
        (Primitive::TRIANGLE_LIST, &[[2, 3, 4]], &[]),
        (Primitive::LINE_LIST, &[], &[[2, 3], [4, 5]]),
        (Primitive::POINT_LIST, &[], &[]),
        (Primitive::TRIANGLE_STRIP, &[[2, 3, 4], [3, 5, 4], [4, 5, 6]], &[]),
        (Primitive::LINE_STRIP, &[], &[[2, 3], [3, 4], [4, 5], [5, 6]]),
        (Primitive::TRIANGLE_FAN, &[[2, 3, 4], [2, 4, 5], [2, 5, 6]], &[]),
        (Primitive(6), &[], &[]),
    ];
    for (primitive, triangles, lines) in cases {
        for index_size in [2, 4] {
            let model = drawing(primitive, 1, 5, index_size);
            let lod = &model.geometries[0].lods[0];
            assert_eq!(model.triangles(lod).collect::<Vec<_>>(), triangles, "{primitive}");
            assert_eq!(model.lines(lod).collect::<Vec<_>>(), lines, "{primitive}");
            assert_eq!(model.indices(lod).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
            assert_eq!(model.indices(lod).len(), 5);
        }
    }
}

#[test]
fn primitives_have_names() {
    let names: Vec<String> = (0..7).map(|number| Primitive(number).to_string()).collect();
    let expected =
        ["triangle list", "line list", "point list", "triangle strip", "line strip", "triangle fan", "primitive 6"];
    assert_eq!(names, expected);
}

#[test]
fn draw_ranges_beyond_draw_nothing() {
    for (start, count) in [(1, 7), (8, 0), (u32::MAX, 2), (0, u32::MAX)] {
        let model = drawing(Primitive::TRIANGLE_LIST, start, count, 2);
        assert_eq!(model.indices(&model.geometries[0].lods[0]).len(), 0, "{start} + {count}");
    }
    let mut model = drawing(Primitive::TRIANGLE_LIST, 7, 0, 2);
    assert_eq!(model.indices(&model.geometries[0].lods[0]).len(), 0);
    let mut lod = model.geometries[0].lods[0].clone();
    lod.index_buffer = 1;
    lod.vertex_buffer = 2;
    assert!(model.index_buffer(&lod).is_none() && model.vertex_buffer(&lod).is_none());
    assert_eq!(model.triangles(&lod).count(), 0);
    // A buffer with a count above its number of indices.
    model.index_buffers[0].index_count = 100;
    lod = model.geometries[0].lods[0].clone();
    lod.draw = Range { start: 5, count: 90 };
    assert_eq!(model.indices(&lod).collect::<Vec<_>>(), [6, 7]);
}

#[test]
fn morph_deltas() {
    let mut model = sound();
    let buffer = &model.morphs[0].buffers[0];
    assert_eq!(buffer.stride(), 28);
    assert_eq!(buffer.vertices().unwrap().to_vec(), [1, 2]);
    assert_eq!(buffer.positions().unwrap().get(1), Some(Vec3::new(0.0, 0.25, 0.0)));
    assert_eq!(buffer.normals().unwrap().get(0), Some(Vec3::new(0.0, 0.0, 0.5)));
    assert!(buffer.tangents().is_none());
    // A tangent without a normal; the bit between has no data.
    let buffer = &mut model.morphs[0].buffers[0];
    buffer.mask = ElementMask(0x89);
    assert_eq!(buffer.tangents().unwrap().get(0), Some(Vec3::new(0.0, 0.0, 0.5)));
    assert!(buffer.normals().is_none());
    buffer.mask = ElementMask(0);
    assert_eq!((buffer.stride(), buffer.positions().is_none()), (4, true));
    assert_eq!(buffer.vertices().unwrap().len(), 14);
}

#[test]
fn bones_and_their_parents() {
    let mut model = sound();
    model.skeleton.bones.push(root_bone("lost", 99));
    model.skeleton.bones.push(root_bone("other", 3));
    let skeleton = &model.skeleton;
    let parents: Vec<Option<usize>> = (0..5).map(|bone| skeleton.parent(bone)).collect();
    assert_eq!(parents, [None, Some(0), None, None, None]);
    assert_eq!((skeleton.find("knee"), skeleton.find("Knee")), (Some(1), None));
    assert_eq!(skeleton.root(), Some(3), "the last one that is its own parent");
    let hierarchy = skeleton.hierarchy();
    assert_eq!((hierarchy.roots(), hierarchy.children(0)), (&[0, 2, 3][..], &[1][..]));
    let knee = &skeleton.bones[1];
    let back = knee.inverse_bind() * knee.local_transform();
    assert!(back.abs_diff_eq(urho_mdl::glam::Affine3A::IDENTITY, 1e-6));
    assert_eq!(knee.inverse_bind().transform_point3(Vec3::ZERO), Vec3::new(-1.0, -2.0, -3.0));
}

#[test]
fn inverse_bind_is_row_major() {
    let mut bone = root_bone("b", 0);
    bone.offset_matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0];
    let matrix = bone.inverse_bind();
    assert_eq!(matrix.transform_point3(Vec3::X), Vec3::new(5.0, 13.0, 21.0));
    assert_eq!(matrix.transform_point3(Vec3::Z), Vec3::new(7.0, 15.0, 23.0));
}

#[test]
fn bounds_of_all_vertices() {
    let mut model = sound();
    let bounds = model.computed_bounds().unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
    model.vertex_buffers[0].data.to_mut()[..4].copy_from_slice(&(-3.0_f32).to_le_bytes());
    assert_eq!(model.computed_bounds().unwrap().min, Vec3::new(-3.0, 0.0, 0.0));
    assert!(empty().computed_bounds().is_none());
}

#[test]
fn a_list_becomes_a_mask_in_its_own_order() {
    let mut model = sound();
    without_bones(&mut model);
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    // uv, position, normal: bits 3, 0, 1.
    let vertex = |first: f32| floats(&[first, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let buffer = &mut model.vertex_buffers[0];
    buffer.declaration = Declaration::List([0x0402, 0x0003, 0x0103].map(Element).to_vec());
    buffer.data = [vertex(1.0), vertex(10.0), vertex(100.0)].concat().into();
    for version in [Version::Umdl, Version::Amdl] {
        assert!(model.losses_in(version).is_empty());
        let converted = model.to_version(version).unwrap();
        let buffer = &converted.vertex_buffers[0];
        assert_eq!(buffer.declaration, Declaration::Mask(ElementMask(0xb)));
        assert_eq!(buffer.data[..32], floats(&[3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0, 2.0]));
        assert_eq!(buffer.uvs(0).unwrap().get(2), Some(Vec2::new(100.0, 2.0)));
        assert_eq!((buffer.vertex_count, buffer.morph_range), (3, model.vertex_buffers[0].morph_range));
        // Already in order: borrowed.
        assert_eq!(converted.vertex_buffers[1].declaration, Declaration::Mask(ElementMask(1)));
        assert!(converted.vertex_buffers[1].data.is_borrowed() && !buffer.data.is_borrowed());
        let bytes = converted.to_bytes().unwrap();
        assert_eq!(Model::parse(&bytes).unwrap(), converted);
        let back = converted.to_version(Version::Umd2).unwrap();
        let order = [0x0003, 0x0103, 0x0402].map(Element).to_vec();
        assert_eq!(back.vertex_buffers[0].declaration, Declaration::List(order));
        assert!(back.vertex_buffers[0].data.is_borrowed());
    }
}

#[test]
fn masks_of_2011_count_bits_differently() {
    let mut model = empty();
    model.version = Version::Umdl;
    let data: Vec<u8> = (0..32).collect();
    model.vertex_buffers = vec![VertexBuffer {
        vertex_count: 1,
        declaration: Declaration::Mask(ElementMask(1 << 0 | 1 << 10 | 1 << 13)),
        morph_range: Range::default(),
        data: data.into(),
    }];
    let bare = model.to_version(Version::Bare2011).unwrap();
    let buffer = &bare.vertex_buffers[0];
    // Position, instance number, first row of the instance matrix.
    assert_eq!(buffer.declaration, Declaration::Mask2011(ElementMask(1 << 0 | 1 << 10 | 1 << 11)));
    let expected: Vec<u8> = (0..12).chain(28..32).chain(12..28).collect();
    assert_eq!(*buffer.data, expected);
    assert_eq!(bare.to_version(Version::Umdl).unwrap(), model);
}

/// Losses of a model in a version, as `part: what`; `to_version` fails with the first.
fn losses(model: &Model<'_>, version: Version) -> Vec<String> {
    let losses = model.losses_in(version);
    match (model.to_version(version), losses.iter().next()) {
        (Ok(_), None) => {}
        (Err(error), Some(first)) => {
            let ErrorKind::NotInVersion(what) = *error.kind() else { panic!("{error}") };
            assert_eq!((error.path(), format!("lost: {what}")), (&first.path, first.message.clone()));
            assert_eq!(error.offset(), None);
        }
        (result, first) => panic!("{result:?}, but {first:?}"),
    }
    let (lossy, told) = model.to_version_lossy(version);
    assert_eq!(told, losses);
    let bytes = lossy.to_bytes().unwrap();
    let options = urho_mdl::ReadOptions::default().bare_2011(version == Version::Bare2011);
    assert_eq!(Model::parse_with(&bytes, &options).unwrap(), lossy);
    losses.iter().map(|loss| format!("{}: {}", loss.path, loss.message)).collect()
}

#[test]
fn what_versions_have_no_place_for() {
    let no_bit = "vertex buffer 0: lost: a vertex element without a bit in the mask";
    let mut model = sound();
    assert_eq!(losses(&model, Version::Umdl), [] as [&str; 0]);
    // Colours as vec4.
    without_tangents(&mut model);
    assert_eq!(losses(&model, Version::Umdl), [no_bit]);
    let (lossy, _) = model.to_version_lossy(Version::Umdl);
    assert_eq!(lossy.vertex_buffers[0].stride(), SKINNED - 16);
    assert_eq!(lossy.vertex_buffers[0].joints().unwrap().get(2), Some([1, 0, 0, 0]));
    // The same element twice, and one with spare bits.
    model.vertex_buffers[0].declaration = Declaration::List([0x0003, 0xff00_0103].map(Element).to_vec());
    model.vertex_buffers[0].data = vec![0; 72].into();
    assert_eq!(losses(&model, Version::Umdl), ["vertex buffer 0: lost: spare bits of a vertex element"]);
    assert_eq!(losses(&model, Version::Umd3(2)), [] as [&str; 0]);
    model.vertex_buffers[0].declaration = Declaration::List([0x0003, 0x0003].map(Element).to_vec());
    assert_eq!(losses(&model, Version::Umdl), [no_bit]);
    // Unknown bits.
    let mut model = empty();
    model.version = Version::Umdl;
    model.vertex_buffers = vec![static_buffer()];
    model.vertex_buffers[0].declaration = Declaration::Mask(ElementMask(1 | 1 << 31));
    assert_eq!(losses(&model, Version::Amdl), [] as [&str; 0]);
    for version in [Version::Umd2, Version::Bare2011] {
        assert_eq!(losses(&model, version), ["vertex buffer 0: lost: bits of the element mask without a meaning"]);
    }
}

#[test]
fn weights_between_versions() {
    let mut model = sound();
    assert_eq!(model.to_version(Version::Umd3(2)).unwrap().morphs[0].weight, Some(0.0));
    assert_eq!(model.to_version(Version::Umd3(1)).unwrap().morphs[0].weight, None);
    model.version = Version::Umd3(2);
    model.morphs[0].weight = Some(0.5);
    assert_eq!(losses(&model, Version::Umd3(7)), [] as [&str; 0]);
    assert_eq!(losses(&model, Version::Umd2), ["morph 0: lost: its default weight"]);
    model.morphs[0].weight = Some(0.0);
    assert_eq!(losses(&model, Version::Umd2), [] as [&str; 0]);
    model.morphs[0].weight = Some(-0.0);
    assert_eq!(losses(&model, Version::Umd2), ["morph 0: lost: its default weight"]);
}

#[test]
fn tails_between_versions() {
    let mut model = sound();
    model.tail.rest = b"more".to_vec().into();
    assert_eq!(losses(&model, Version::Umdl), [] as [&str; 0]);
    assert_eq!(losses(&model, Version::Amd2), ["tail: lost: bytes after the end"]);
    let centers = "tail: lost: centers of geometries";
    assert_eq!(losses(&model, Version::Bare2011), [centers, "tail: lost: bytes after the end"]);
    let mut atomic = sound();
    atomic.version = Version::Amd2;
    atomic.tail.geometry_names = Some(GeometryNames { version: 1, names: vec![Name::from("Body")] });
    assert_eq!(losses(&atomic, Version::Umd2), ["tail: lost: names of geometries"]);
    assert_eq!(losses(&atomic, Version::Amdl), [] as [&str; 0]);
    let mut bare = sound().to_version_lossy(Version::Bare2011).0.into_owned();
    bare.tail = Tail { lod_levels: Some([0, 1, u32::MAX]), ..Tail::default() };
    assert_eq!(losses(&bare, Version::Umd2), ["tail: lost: LOD levels of 2011"]);
    assert_eq!(losses(&bare, Version::Bare2011), [] as [&str; 0]);
}
