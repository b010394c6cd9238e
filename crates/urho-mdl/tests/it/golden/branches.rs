//! Every branch of the format, in an otherwise empty model.

use testkit::ByteBuilder;
use urho_mdl::glam::Vec3;
use urho_mdl::{
    Bounds, Bytes, Collision, Declaration, Element, ElementMask, ElementType, Geometry, GeometryNames, IndexBuffer,
    Model, Morph, MorphBuffer, Name, Range, ReadOptions, Semantic, Tail, Version, VertexBuffer,
};

use super::both_ways;
use crate::vectors::{bone, bone_bytes, head, nothing, unit_box};

/// Elements of a legacy mask as the specification lists them: bytes, type, semantic, semantic index.
const BITS: [(usize, u8, u8, u8); 14] = [
    (12, 3, 0, 0),
    (12, 3, 1, 0),
    (4, 6, 5, 0),
    (8, 2, 4, 0),
    (8, 2, 4, 1),
    (12, 3, 4, 0),
    (12, 3, 4, 1),
    (16, 4, 3, 0),
    (16, 4, 6, 0),
    (4, 5, 7, 0),
    (16, 4, 4, 4),
    (16, 4, 4, 5),
    (16, 4, 4, 6),
    (4, 0, 8, 0),
];

/// A buffer of two vertices with these elements.
fn vertices(version: Version, elements: &[u32], declaration: Declaration, stride: usize) -> Model<'static> {
    let data: Vec<u8> = (0..2 * stride).map(|byte| byte as u8).collect();
    let bytes = head(version).u32(1).u32(2).u32s(elements).u32(5).u32(6).raw(&data);
    let mut model = nothing(version);
    assert_eq!(declaration.stride(), stride);
    let morph_range = Range { start: 5, count: 6 };
    model.vertex_buffers = vec![VertexBuffer { vertex_count: 2, declaration, morph_range, data: data.into() }];
    both_ways(&unit_box(bytes.u32s(&[0; 4])).build(), &model);
    model
}

fn elements(model: &Model<'_>) -> Vec<Element> {
    model.vertex_buffers[0].declaration.elements().collect()
}

fn element((_, kind, semantic, index): (usize, u8, u8, u8)) -> Element {
    Element::new(ElementType(kind), Semantic(semantic), index)
}

#[test]
fn each_bit_of_a_mask_is_an_element() {
    for (bit, row) in BITS.into_iter().enumerate() {
        for version in [Version::Umdl, Version::Amdl] {
            let mask = 1 << bit;
            let model = vertices(version, &[mask], Declaration::Mask(ElementMask(mask)), row.0);
            assert_eq!(elements(&model), [element(row)], "bit {bit}");
            assert!(!model.vertex_buffers[0].declaration.has_unknown_bits());
        }
    }
}

#[test]
fn each_bit_of_a_mask_of_2011() {
    // An instance number comes first, then the instance matrix.
    let order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 10, 11, 12];
    for (bit, row) in order.into_iter().enumerate() {
        let mask = 1 << bit;
        let declaration = Declaration::Mask2011(ElementMask(mask));
        let model = vertices(Version::Bare2011, &[mask], declaration, BITS[row].0);
        assert_eq!(elements(&model), [element(BITS[row])], "bit {bit}");
    }
}

#[test]
fn bits_without_a_meaning_take_no_bytes() {
    for bit in 14..32 {
        let mask = 1 << bit;
        for (version, declaration) in [
            (Version::Umdl, Declaration::Mask(ElementMask(mask))),
            (Version::Bare2011, Declaration::Mask2011(ElementMask(mask))),
        ] {
            let model = vertices(version, &[mask], declaration, 0);
            assert!(elements(&model).is_empty());
            assert!(model.vertex_buffers[0].declaration.has_unknown_bits());
        }
    }
}

#[test]
fn all_bits_at_once() {
    for mask in [0x3fff, u32::MAX] {
        let model = vertices(Version::Umdl, &[mask], Declaration::Mask(ElementMask(mask)), 156);
        assert_eq!(elements(&model), BITS.map(element));
        let places: Vec<usize> = model.vertex_buffers[0].declaration.placed().map(|placed| placed.offset).collect();
        assert_eq!(places, [0, 12, 24, 28, 36, 44, 56, 68, 84, 100, 104, 120, 136, 152]);
    }
    vertices(Version::Bare2011, &[u32::MAX], Declaration::Mask2011(ElementMask(u32::MAX)), 156);
}

#[test]
fn each_type_of_an_element() {
    for (kind, size) in [4, 4, 8, 12, 16, 4, 4].into_iter().enumerate() {
        let word = kind as u32;
        for version in [Version::Umd2, Version::Umd3(2), Version::Amd2] {
            let declaration = Declaration::List(vec![Element(word)]);
            vertices(version, &[1, word], declaration, size);
        }
        assert_eq!(ElementType(kind as u8).size(), Some(size));
    }
    assert_eq!([7, 8, 255].map(|kind| ElementType(kind).size()), [None; 3]);
}

#[test]
fn unknown_semantics_indices_and_spare_bits_are_kept() {
    for word in [0x0000_0903, 0x0000_ff03, 0x00ff_0402, 0xab00_0003, 0xffff_ff06] {
        let model = vertices(Version::Umd2, &[1, word], Declaration::List(vec![Element(word)]), {
            ElementType(word as u8).size().unwrap()
        });
        let [kind, semantic, index, spare] = word.to_le_bytes();
        let read = elements(&model)[0];
        assert_eq!((read.kind().0, read.semantic().0, read.index(), read.spare()), (kind, semantic, index, spare));
    }
}

/// In any order, and a duplicate.
#[test]
fn lists_have_their_own_order() {
    let words = [0x0000_0402, 0x0000_0003, 0x0000_0005, 0x0000_0402];
    let declaration = Declaration::List(words.map(Element).to_vec());
    let model = vertices(Version::Umd2, &[4, words[0], words[1], words[2], words[3]], declaration, 32);
    let places: Vec<usize> = model.vertex_buffers[0].declaration.placed().map(|placed| placed.offset).collect();
    assert_eq!(places, [0, 8, 20, 24]);
}

#[test]
fn vertices_of_no_bytes_are_counted() {
    vertices(Version::Umdl, &[0], Declaration::Mask(ElementMask(0)), 0);
    vertices(Version::Umd2, &[0], Declaration::List(vec![]), 0);
}

#[test]
fn index_sizes_as_the_engine_takes_them() {
    // As the engine fills its buffer of 16 or 32 bits.
    let cases: [(u32, &[u8], &[u32]); 6] = [
        (0, &[], &[]),
        (1, &[1, 2, 3], &[0x0201]),
        (2, &[1, 0, 2, 0, 3, 1], &[1, 2, 0x0103]),
        (3, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[0x0403_0201, 0x0807_0605]),
        (4, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 1], &[1, 2, 0x0100_0003]),
        (16, &[7; 48], &[0x0707_0707; 3]),
    ];
    for (index_size, data, indices) in cases {
        let bytes = head(Version::Umd2).u32(0).u32(1).u32(3).u32(index_size).raw(data).u32s(&[0; 3]);
        let mut model = nothing(Version::Umd2);
        let buffer = IndexBuffer { index_count: 3, index_size, data: data.to_vec().into() };
        assert_eq!(buffer.as_u16().is_some(), index_size == 2);
        assert_eq!(buffer.as_u32().is_some(), index_size == 4);
        assert_eq!(buffer.iter().collect::<Vec<_>>(), indices, "size {index_size}");
        model.index_buffers = vec![buffer];
        both_ways(&unit_box(bytes).build(), &model);
    }
}

#[test]
fn each_mask_of_a_morph() {
    for bits in 0..16_u32 {
        let mask = (bits & 3) | (bits & 4) << 5 | if bits & 8 != 0 { 0xffff_ff7c } else { 0 };
        let deltas = (bits & 7).count_ones() as usize;
        for (version, weight) in [
            (Version::Umdl, None),
            (Version::Umd2, None),
            (Version::Umd3(1), None),
            (Version::Umd3(2), Some(f32::from_bits(0x7fc1_2345))),
            (Version::Umd3(3), Some(0.5)),
        ] {
            let data: Vec<u8> = (0..2 * (4 + 12 * deltas)).map(|byte| byte as u8).collect();
            let bytes = head(version).u32s(&[0; 3]).u32(1).cstr("m");
            let bytes = weight.iter().fold(bytes, |bytes, weight| bytes.f32(*weight));
            let bytes = bytes.u32(1).u32(3).u32(mask).u32(2).raw(&data).u32(0);
            let mut model = nothing(version);
            let buffer = MorphBuffer { vertex_buffer: 3, mask: ElementMask(mask), vertex_count: 2, data: data.into() };
            model.morphs = vec![Morph { name: Name::from("m"), weight, buffers: vec![buffer] }];
            both_ways(&unit_box(bytes).build(), &model);
        }
    }
}

#[test]
fn each_collision_mask() {
    for mask in 0..=255_u8 {
        let cube = Bounds { min: Vec3::ZERO, max: Vec3::splat(3.0) };
        let bytes = bone_bytes(head(Version::Umdl).u32s(&[0; 4]).u32(1), "b", 0).u8(mask);
        let bytes = if mask & 1 != 0 { bytes.f32(2.0) } else { bytes };
        let bytes = if mask & 2 != 0 { bytes.f32s(&[0.0, 0.0, 0.0, 3.0, 3.0, 3.0]) } else { bytes };
        let (radius, bounds) = ((mask & 1 != 0).then_some(2.0), (mask & 2 != 0).then_some(cube));
        let mut model = nothing(Version::Umdl);
        model.skeleton.bones = vec![bone("b", 0, Collision { mask, radius, bounds })];
        both_ways(&unit_box(bytes).build(), &model);
    }
}

#[test]
fn names_are_bytes() {
    for name in [&b""[..], b"\xff\xfe", b"a\x1b[2J", &[b'x'; 300]] {
        let bytes = head(Version::Umd2).u32s(&[0; 3]).u32(1).raw(name).u8(0).u32(0).u32(0);
        let mut model = nothing(Version::Umd2);
        model.morphs = vec![Morph { name: Name::from(name.to_vec()), weight: None, buffers: vec![] }];
        both_ways(&unit_box(bytes).build(), &model);
    }
}

#[test]
fn undefined_and_odd_bounds() {
    for words in [
        [0x7f80_0000, 0x7f80_0000, 0x7f80_0000, 0xff80_0000, 0xff80_0000, 0xff80_0000],
        [0x7fc0_0001, 0xffff_ffff, 0x8000_0000, 0x0000_0001, 0x7fa0_0000, 0],
    ] {
        let mut model = nothing(Version::Umd2);
        let [a, b, c, d, e, f] = words.map(f32::from_bits);
        model.bounds = Bounds { min: Vec3::new(a, b, c), max: Vec3::new(d, e, f) };
        both_ways(&head(Version::Umd2).u32s(&[0; 5]).u32s(&words).build(), &model);
    }
    let mut model = nothing(Version::Umd2);
    model.bounds = Bounds::UNDEFINED;
    let bytes = head(Version::Umd2).u32s(&[0; 5]).raw(&[0, 0, 0x80, 0x7f].repeat(3)).raw(&[0, 0, 0x80, 0xff].repeat(3));
    both_ways(&bytes.build(), &model);
}

/// A file of COUNT empty geometries, up to the box.
fn geometries(version: Version, count: u32) -> (ByteBuilder, Model<'static>) {
    let bytes = head(version).u32(0).u32(0).u32(count);
    let bytes = (0..count).fold(bytes, |bytes, _| bytes.u32(0).u32(0)).u32(0).u32(0);
    let mut model = nothing(version);
    model.geometries = vec![Geometry::default(); count as usize];
    (unit_box(bytes), model)
}

#[test]
fn centers_complete_missing_and_cut_off() {
    for version in [Version::Umdl, Version::Umd2, Version::Umd3(2), Version::Amdl, Version::Amd2] {
        for floats in 0..=6 {
            for odd in 0..4 {
                let (bytes, mut model) = geometries(version, 2);
                let values: Vec<f32> = (1..=floats).map(|value| value as f32).collect();
                // After complete centers these are trailing bytes, too few for names.
                let bytes = bytes.f32s(&values).raw(&[0xee; 3][..odd]);
                let centers: Vec<Vec3> = values.chunks_exact(3).map(Vec3::from_slice).collect();
                let begun = values.chunks_exact(3).remainder();
                let rest = [crate::vectors::floats(begun), vec![0xee; odd]].concat();
                model.tail = Tail { centers, rest: rest.into(), lod_levels: None, geometry_names: None };
                both_ways(&bytes.build(), &model);
                let held: Vec<f32> = (0..2).flat_map(|geometry| model.center(geometry).to_array()).collect();
                let expected: Vec<f32> = (0..6).map(|place| values.get(place).copied().unwrap_or(0.0)).collect();
                assert_eq!(held, expected, "zeros where the file has ended");
            }
        }
    }
}

#[test]
fn trailing_bytes_are_kept() {
    let trailing = b"whatever stands here \0\xff";
    for version in [Version::Umdl, Version::Umd2, Version::Umd3(1)] {
        let (bytes, mut model) = geometries(version, 1);
        model.tail.centers = vec![Vec3::ONE];
        model.tail.rest = trailing.to_vec().into();
        both_ways(&bytes.f32s(&[1.0; 3]).raw(trailing).build(), &model);
        // Without geometries there are no centers.
        let (bytes, mut model) = geometries(version, 0);
        model.tail.rest = trailing.to_vec().into();
        both_ways(&bytes.raw(trailing).build(), &model);
    }
}

#[test]
fn names_of_geometries() {
    for version in [Version::Amdl, Version::Amd2] {
        let names = |version, names: &[&'static str]| {
            Some(GeometryNames { version, names: names.iter().copied().map(Name::from).collect() })
        };
        let (bytes, mut model) = geometries(version, 2);
        let bytes = bytes.f32s(&[1.0; 6]);
        model.tail.centers = vec![Vec3::ONE; 2];
        both_ways(&bytes.clone().build(), &model);
        model.tail.geometry_names = names(7, &["a", ""]);
        both_ways(&bytes.clone().u32(7).cstr("a").cstr("").build(), &model);
        model.tail.rest = Bytes::from(&b"more"[..]);
        both_ways(&bytes.clone().u32(7).cstr("a").cstr("").raw(b"more").build(), &model);
        // A missing name or an unterminated name: no names.
        for rest in [&b"\x07\0\0\0a\0"[..], b"\x07\0\0\0a\0b", b"\x07\0\0\0", b"\x07\0\0"] {
            model.tail.geometry_names = None;
            model.tail.rest = Bytes::from(rest);
            both_ways(&bytes.clone().raw(rest).build(), &model);
        }
        let (bytes, mut model) = geometries(version, 0);
        model.tail.geometry_names = names(1, &[]);
        both_ways(&bytes.u32(1).build(), &model);
    }
    // The same bytes have no meaning elsewhere.
    let (bytes, mut model) = geometries(Version::Umd2, 1);
    model.tail = Tail { centers: vec![Vec3::ONE], rest: b"\x01\0\0\0a\0".to_vec().into(), ..Tail::default() };
    both_ways(&bytes.f32s(&[1.0; 3]).raw(b"\x01\0\0\0a\0").build(), &model);
}

#[test]
fn both_layouts_without_identifier() {
    let (bytes, mut model) = geometries(Version::Bare2011, 1);
    both_ways(&bytes.clone().build(), &model);
    assert_eq!(model.lod_levels_2011(), None);
    let levels = [0, u32::MAX, 0x3f80_0000];
    model.tail.lod_levels = Some(levels);
    both_ways(&bytes.clone().u32s(&levels).build(), &model);
    assert_eq!(model.lod_levels_2011(), Some(levels));
    assert_eq!(model.center(0), Vec3::ZERO);
    model.tail.rest = vec![0x3f; 12].into();
    both_ways(&bytes.clone().u32s(&levels).raw(&[0x3f; 12]).build(), &model);
    assert_eq!(model.center(0), Vec3::ZERO, "files of 2011 have no centers");
    model.tail = Tail { rest: vec![1; 11].into(), ..Tail::default() };
    both_ways(&bytes.raw(&[1; 11]).build(), &model);
}

#[test]
fn lod_levels_of_2011_look_like_a_center() {
    let levels = |version, geometry_count, words: &[u32], more: &[u8]| {
        let (bytes, _) = geometries(version, geometry_count);
        let bytes = bytes.u32s(words).raw(more).build();
        let options = ReadOptions::default();
        Model::parse_with(&bytes, &options).unwrap().lod_levels_2011()
    };
    let unset = [u32::MAX; 3];
    assert_eq!(levels(Version::Umdl, 1, &unset, &[]), Some(unset));
    assert_eq!(levels(Version::Umdl, 2, &unset, &[]), Some(unset));
    assert_eq!(levels(Version::Umdl, 1, &[0, 1, 2], &[]), Some([0, 1, 2]));
    assert_eq!(levels(Version::Umdl, 1, &[u32::MAX, 0, 255], &[]), Some([u32::MAX, 0, 255]));
    for (version, geometry_count, words, more) in [
        (Version::Umd2, 1, unset, &[][..]),
        (Version::Umdl, 1, unset, &[0]),
        (Version::Umdl, 2, unset, &[0; 12]),
        (Version::Umdl, 1, [0; 3], &[]),
        (Version::Umdl, 1, [256, 0, 0], &[]),
        (Version::Umdl, 1, [0x3f80_0000, 0, 0], &[]),
    ] {
        assert_eq!(levels(version, geometry_count, &words, more), None, "{version:?} {words:?} {more:?}");
    }
}
