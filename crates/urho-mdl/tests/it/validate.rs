//! A valid model with one change each gives one finding each.

mod bones;
mod edges;

use crate::sound::{self, SKINNED, sound};
use testkit::hostile::TimeLimit;
use urho_mdl::binio::Severity::{self, Error, Note, Warning};
use urho_mdl::glam::{Quat, Vec3};
use urho_mdl::{
    Bounds, Bytes, Declaration, Element, ElementMask, ElementType, Geometry, IndexBuffer, Model, Primitive, Range,
    Semantic, Skeleton, Tail, Version,
};

/// Severity, path and start of the message of a finding.
type Told<'t> = (Severity, &'t str, &'t str);

/// The valid model after `change` has exactly these findings.
#[track_caller]
fn finds(change: impl FnOnce(&mut Model<'static>), expected: &[Told<'_>]) {
    let mut model = sound();
    change(&mut model);
    let findings = model.validate();
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), expected.len(), "{told:#?}");
    for (finding, (severity, part, begin)) in findings.iter().zip(expected) {
        let found = (finding.severity, finding.path.to_string());
        assert_eq!(found, (*severity, String::from(*part)), "{finding}");
        assert!(finding.message.starts_with(begin), "{finding}");
    }
}

/// Overwrites a float of a vertex: offset in the vertex, then the value.
fn set(model: &mut Model<'_>, vertex: usize, offset: usize, value: f32) {
    let start = vertex * SKINNED + offset;
    model.vertex_buffers[0].data.to_mut()[start..start + 4].copy_from_slice(&value.to_le_bytes());
}

const POSITION: usize = 0;
const WEIGHTS: usize = 40;
const JOINTS: usize = 56;

#[test]
fn nothing_is_wrong_with_the_sound_model() {
    finds(|_| (), &[]);
    let read = sound().to_bytes().unwrap();
    assert!(Model::parse(&read).unwrap().validate().is_empty());
}

#[test]
fn declarations() {
    let part = "vertex buffer 1";
    finds(
        |model| {
            sound::without_bones(model);
            model.vertex_buffers[1].declaration = Declaration::Mask(ElementMask(0x1 | 1 << 20));
        },
        &[(Note, part, "the element mask has undefined bits")],
    );
    finds(
        |model| {
            sound::without_bones(model);
            model.vertex_buffers[1].declaration = Declaration::List(vec![]);
            model.vertex_buffers[1].data = Bytes::EMPTY;
        },
        &[(Error, part, "expected elements, found none: the engine logs an error")],
    );
    let list = |words: &[u32]| Declaration::List(words.iter().copied().map(Element).collect());
    let cases: [(&[u32], &[Told]); 9] = [
        (
            &[0x0103],
            &[
                (Warning, part, "no positions"),
                (
                    Warning,
                    "vertex buffer 1 > element 0",
                    "expected unit normals, found 0 0 0 in 3 vertices (first: 0); they receive no directional light",
                ),
            ],
        ),
        (&[0x0004], &[(Warning, part, "positions are not a vec3 at the beginning")]),
        (&[0x0402, 0x0003], &[(Warning, part, "positions are not a vec3 at the beginning")]),
        (
            &[0x0003, 0x0304],
            &[
                (Warning, part, "tangents without normals"),
                (
                    Note,
                    "vertex buffer 1 > element 1",
                    "expected a tangent sign (w) of 1 or -1, found 0 in 3 vertices (first: 0)",
                ),
            ],
        ),
        (
            &[0x0003, 0x0402, 0x0403],
            &[(
                Warning,
                "vertex buffer 1 > element 2",
                "uv0:vec3: repeats the semantic and index of an earlier element",
            )],
        ),
        (&[0x0003, 0x0901], &[(Note, "vertex buffer 1 > element 1", "unknown semantic 9")]),
        (&[0x8000_0003], &[(Note, "vertex buffer 1 > element 0", "reserved bits are 0x80")]),
        (
            &[0x0003, 0x0606],
            &[
                (
                    Note,
                    "vertex buffer 1 > element 1",
                    "expected vec4, found weights:ubyte4n: shaders accept it, decals",
                ),
                (Warning, part, "3 vertices (first: 0) have blend weights that are negative or don't sum to 1"),
            ],
        ),
        (
            &[0x0003, 0x0702],
            &[(Note, "vertex buffer 1 > element 1", "expected ubyte4, found joints:vec2: shaders accept it, decals")],
        ),
    ];
    for (words, expected) in cases {
        finds(
            |model| {
                // Without bones, so that missing blend data is not reported.
                sound::without_bones(model);
                let buffer = &mut model.vertex_buffers[1];
                buffer.declaration = list(words);
                buffer.data = vec![0; 3 * buffer.declaration.stride()].into();
                sound::place_corners(buffer);
            },
            expected,
        );
    }
}

#[test]
fn numbers_that_are_none() {
    let mut offset = 0;
    // Of a float, a vec2, a vec3 and a vec4.
    for (element, kind, size) in [(0, 3, 12), (1, 1, 4), (2, 2, 8), (3, 4, 16)] {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let part = format!("vertex buffer 1 > element {element}");
            finds(
                |model| {
                    sound::without_bones(model);
                    let buffer = &mut model.vertex_buffers[1];
                    // Position, and three unusual elements.
                    let words = [0x0003, 0x0001_0401, 0x0002_0402, 0x0003_0404];
                    assert_eq!(words[element] & 0xff, kind);
                    buffer.declaration = Declaration::List(words.map(Element).to_vec());
                    buffer.data = vec![0; 3 * 40].into();
                    sound::place_corners(buffer);
                    let last = 40 + offset + size - 4;
                    buffer.data.to_mut()[last..last + 4].copy_from_slice(&value.to_le_bytes());
                    // The infinite box contains it.
                    model.bounds = Bounds { min: Vec3::NEG_INFINITY, max: Vec3::INFINITY };
                },
                // A card draws triangles with any other value, but not without places of their corners.
                &[(if element == 0 { Warning } else { Note }, &part, "")],
            );
        }
        offset += size;
    }
}

#[test]
fn morph_ranges() {
    let range =
        |start, count| move |model: &mut Model<'static>| model.vertex_buffers[1].morph_range = Range { start, count };
    finds(range(0, 3), &[]);
    finds(range(1, 3), &[(Error, "vertex buffer 1", "morph range 1 + 3 goes beyond its 3 vertices")]);
    finds(range(u32::MAX, u32::MAX), &[(Error, "vertex buffer 1", "morph range 4294967295 + 4294967295 goes")]);
}

#[test]
fn index_sizes() {
    let (undefined, beyond) = ("fills a part of its buffer and draws undefined memory", "writes beyond its buffer");
    for (index_size, effect) in [(0, undefined), (1, undefined), (3, undefined), (16, beyond)] {
        let buffer = IndexBuffer { index_count: 3, index_size, data: vec![0; 3 * index_size as usize].into() };
        let message = format!("indices of {index_size} bytes, not 2 or 4: the engine {effect}");
        finds(|model| model.index_buffers.push(buffer), &[(Error, "index buffer 1", &message)]);
    }
}

#[test]
fn levels_of_detail() {
    finds(|model| model.geometries[0].lods.clear(), &[(Warning, "geometry 0", "no level of detail")]);
    let distance =
        |level: usize, distance| move |model: &mut Model<'static>| model.geometries[0].lods[level].distance = distance;
    finds(distance(0, 1.0), &[(Note, "geometry 0", "the first LOD's distance isn't 0")]);
    finds(distance(1, 0.0), &[(Warning, "geometry 0", "1 LOD distances don't ascend (first: 0)")]);
    finds(distance(1, f32::NAN), &[(Warning, "geometry 0", "1 LOD distances are not finite (first: 1)")]);
    let lod = "geometry 0 > LOD 1";
    finds(
        |model| model.geometries[0].lods[1].vertex_buffer = 2,
        &[(Error, lod, "vertex buffer 2 doesn't exist; the engine refuses the file")],
    );
    finds(
        |model| model.geometries[0].lods[1].index_buffer = u32::MAX,
        &[(Error, lod, "index buffer 4294967295 doesn't exist; the engine refuses the file")],
    );
    finds(|model| model.geometries[0].lods[1].primitive = Primitive(6), &[(Warning, lod, "primitive 6 is none that")]);
}

#[test]
fn draw_ranges() {
    let lod = "geometry 0 > LOD 1";
    let draw = |primitive, start, count| {
        move |model: &mut Model<'static>| {
            model.geometries[0].lods[1].primitive = primitive;
            model.geometries[0].lods[1].draw = Range { start, count };
        }
    };
    let beyond: Told = (Error, lod, "draws indices 1 + 6 of 6");
    finds(draw(Primitive::TRIANGLE_LIST, 1, 6), &[beyond]);
    let wraps = (Error, lod, "draws indices 4294967295 + 3 of 6");
    finds(draw(Primitive::TRIANGLE_LIST, u32::MAX, 3), &[wraps]);
    // The engine draws unknown primitives all the same.
    finds(draw(Primitive(9), 1, 6), &[(Warning, lod, "primitive 9 is none"), beyond]);
    finds(draw(Primitive::TRIANGLE_LIST, 0, 5), &[(Warning, lod, "the last 2 indices make no whole primitive")]);
    finds(draw(Primitive::LINE_LIST, 0, 5), &[(Warning, lod, "the last 1 indices make no whole primitive")]);
    for primitive in [Primitive::POINT_LIST, Primitive::LINE_STRIP, Primitive::TRIANGLE_STRIP, Primitive::TRIANGLE_FAN]
    {
        finds(draw(primitive, 0, 5), &[]);
    }
    for primitive in [Primitive::TRIANGLE_LIST, Primitive(9)] {
        let mut expected = vec![(Error, lod, "draws vertex 3 of 3; the engine doesn't check")];
        if primitive == Primitive(9) {
            expected.insert(0, (Warning, lod, "primitive 9 is none"));
        }
        finds(
            |model| {
                draw(primitive, 3, 3)(model);
                model.index_buffers[0].data.to_mut()[10] = 3;
            },
            &expected,
        );
    }
}

#[test]
fn blending() {
    finds(
        |model| model.vertex_buffers.push(sound::static_buffer()),
        &[(Warning, "vertex buffer 2", "the model has bones, but no blend weights or indices here")],
    );
    finds(
        |model| model.skeleton = Skeleton::default(),
        &[
            (Warning, "vertex buffer 0", "blend weights, but the model has no bones"),
            (Warning, "vertex buffer 1", "blend weights, but the model has no bones"),
        ],
    );
    let message = "1 vertices (first: 2) have blend weights that are negative or don't sum to 1";
    for (first, second) in [(0.5, 0.4), (1.5, -0.5), (0.0, 0.0), (f32::NAN, 0.0)] {
        let mut expected = vec![(Warning, "vertex buffer 0", message)];
        if first.is_nan() {
            expected.insert(
                0,
                (
                    Warning,
                    "vertex buffer 0 > element 3",
                    "weights:vec4: expected finite numbers, found NaN or infinity in 1 vertices (first: 2)",
                ),
            );
        }
        finds(
            |model| {
                set(model, 2, WEIGHTS, first);
                set(model, 2, WEIGHTS + 4, second);
            },
            &expected,
        );
    }
    finds(
        |model| model.vertex_buffers[0].data.to_mut()[SKINNED + JOINTS] = 2,
        &[(Error, "geometry 0 > LOD 0", "1 indices of the draw range (first: 1) lead to blend indices beyond")],
    );
    // A bone of weight 0 doesn't count.
    finds(|model| model.vertex_buffers[0].data.to_mut()[SKINNED + JOINTS + 3] = 99, &[]);
}

#[test]
fn morphs() {
    let part = "morph 0 > buffer 0";
    finds(
        |model| model.morphs.push(model.morphs[0].clone()),
        &[(Warning, "morph 1", "\"smile\" is the name of a morph before it")],
    );
    finds(
        |model| {
            model.version = Version::Umd3(2);
            model.morphs[0].weight = Some(f32::INFINITY);
        },
        &[(Warning, "morph 0", "the default weight is not finite")],
    );
    finds(
        |model| model.morphs[0].buffers = [&model.morphs[0].buffers[..]; 2].concat(),
        &[(Warning, "morph 0 > buffer 1", "the same vertex buffer as before; the engine keeps the later one")],
    );
    finds(|model| model.morphs[0].buffers[0].mask.0 |= 8, &[(Note, part, "bits of the mask other than position")]);
    finds(
        |model| model.morphs[0].buffers[0].vertex_buffer = 2,
        &[(Warning, part, "vertex buffer 2 doesn't exist; the engine never applies it")],
    );
    finds(
        |model| {
            let buffer = &mut model.morphs[0].buffers[0];
            buffer.mask.0 |= 0x80;
            buffer.data = vec![0; 2 * 40].into();
            sound::without_tangents(model);
        },
        &[(Error, part, "changes an element that the vertices don't have")],
    );
    finds(
        |model| model.vertex_buffers[0].morph_range.count = 0,
        &[(Warning, part, "the vertex buffer's morph range is empty; the engine ignores the morph")],
    );
    finds(
        |model| model.vertex_buffers[0].morph_range = Range { start: 2, count: 1 },
        &[(Error, part, "1 deltas (first: 0) are for vertices outside the morph range")],
    );
    for (offset, message) in
        [(4, "1 position deltas are not finite (first: 0)"), (16, "1 normal deltas are not finite (first: 0)")]
    {
        finds(
            |model| model.morphs[0].buffers[0].data.to_mut()[offset..][..4].copy_from_slice(&f32::NAN.to_le_bytes()),
            &[(Warning, part, message)],
        );
    }
}

#[test]
fn bounding_boxes() {
    let part = "bounding box";
    finds(|model| model.bounds = Bounds::UNDEFINED, &[(Warning, part, "undefined, but there are vertices")]);
    finds(|model| model.bounds.min.x = f32::NAN, &[(Warning, part, "undefined, but there are vertices")]);
    finds(
        |model| model.bounds.max.x = 0.5,
        &[(Warning, part, "[0, 0, 0] to [0.5, 1, 0] doesn't contain all vertices")],
    );
    finds(|model| set(model, 1, POSITION, -7.0), &[(Warning, part, "[0, 0, 0] to [1, 1, 0] doesn't contain all")]);
    finds(|model| model.bounds.max = Vec3::splat(9.0), &[]);
    finds(
        |model| {
            *model = sound::empty();
            model.bounds = Bounds::UNDEFINED;
        },
        &[(Note, part, "undefined, as the engine writes it for a model without vertices")],
    );
    finds(|model| *model = sound::empty(), &[]);
}

#[test]
fn tails() {
    finds(
        |model| model.tail.centers[0].y = f32::NEG_INFINITY,
        &[(Warning, "center", "1 centers of geometries are not finite (first: 0)")],
    );
    finds(
        |model| model.geometries.extend([model.geometries[0].clone(), model.geometries[0].clone()]),
        &[(Note, "tail", "2 of 3 centers are missing; the engine takes zeros")],
    );
    finds(
        |model| model.tail = Tail { rest: vec![0; 5].into(), ..Tail::default() },
        &[(Warning, "tail", "the file ends inside a center")],
    );
    finds(|model| model.tail.rest = vec![0; 5].into(), &[(Note, "tail", "5 bytes after the end")]);
    finds(|model| model.version = Version::Amd2, &[(Note, "tail", "names of geometries are missing")]);
    let words = Vec3::from([f32::from_bits(u32::MAX); 3]);
    finds(
        |model| {
            *model = sound::empty();
            model.version = Version::Umdl;
            model.geometries = vec![Geometry { bone_mapping: vec![], lods: vec![] }];
            model.tail.centers = vec![words];
        },
        &[
            (Warning, "geometry 0", "no level of detail"),
            (Note, "tail", "LOD levels of 2011 [4294967295, 4294967295, 4294967295]"),
        ],
    );
}

/// Levels of detail cost no more if their buffers have many vertices or elements.
#[test]
fn many_levels_of_detail_of_large_buffers() {
    let limit = TimeLimit::seconds(10);
    let mut model = sound();
    let levels = vec![model.geometries[0].lods[0].clone(); 20_000];
    let vertex = model.vertex_buffers[0].data.to_vec();
    model.vertex_buffers[0].vertex_count *= 20_000;
    model.vertex_buffers[0].data = Bytes::from(vertex.repeat(20_000));
    model.geometries[0].lods = levels.clone();
    model.validate();
    let elements = vec![Element::new(ElementType::FLOAT, Semantic::TEXCOORD, 1); 20_000];
    model.vertex_buffers[0].declaration = Declaration::List(elements);
    (model.vertex_buffers[0].vertex_count, model.vertex_buffers[0].data) = (0, Bytes::EMPTY);
    model.geometries = levels.chunks(1).map(|lod| Geometry { bone_mapping: vec![], lods: lod.to_vec() }).collect();
    model.geometries.iter_mut().for_each(|geometry| geometry.lods[0].draw = Range::default());
    model.validate();
    model.compute_centers().expect("nothing is drawn");
    model.split_buffers().expect_err("each part would have a copy of the declaration");
    assert_eq!(model.vertex_buffers.len(), 2);
    limit.check();
}

/// Many levels of detail over the same bad indices: reported, with bounded work.
#[test]
fn work_has_a_limit() {
    let mut model = sound();
    for vertex in 0..3 {
        model.vertex_buffers[0].data.to_mut()[vertex * SKINNED + JOINTS] = 200;
    }
    let mut lod = model.geometries[0].lods[0].clone();
    let count = 60_000_u32;
    lod.draw = Range { start: 0, count };
    model.index_buffers[0].index_count = count;
    model.index_buffers[0].index_size = 2;
    model.index_buffers[0].data = Bytes::from(vec![0; 2 * count as usize]);
    model.geometries[0].lods = vec![lod; 100];
    let findings = model.validate();
    let with = |text: &str| findings.iter().filter(|finding| finding.message.contains(text)).count();
    assert_eq!(with("so often that the rest isn't looked at"), 1);
    assert_eq!(with("lead to blend indices beyond"), 24);
    assert_eq!(with("lie between no more than two points"), 24);
    let lod = model.geometries[0].lods[0].clone();
    model.geometries = vec![Geometry { bone_mapping: vec![], lods: vec![lod] }; 4_500];
    let centers = model.tail.centers.clone();
    let error = model.compute_centers().expect_err("more than a gigabyte of indices");
    assert_eq!(
        (error.to_string().as_str(), &model.tail.centers),
        ("geometry 4473: exceeded the limit of expanded bytes", &centers)
    );
    // Bones are bounded by all levels of detail.
    let lod = model.geometries[0].lods[0].clone();
    model.geometries = vec![Geometry { bone_mapping: vec![], lods: vec![lod; 4_500] }];
    let skeleton = model.skeleton.clone();
    let error = model.compute_bone_bounds().expect_err("more than a gigabyte of indices");
    assert_eq!(
        (error.to_string().as_str(), model.skeleton),
        ("geometry 0: exceeded the limit of expanded bytes", skeleton)
    );
}

/// The valid model after `change` has this finding among others, with the offset of its part.
#[track_caller]
fn finds_at(change: impl FnOnce(&mut Model<'static>), (severity, part, begin): Told<'_>) {
    let mut model = sound();
    change(&mut model);
    let findings = model.validate();
    let found = findings.iter().find(|found| found.path.to_string() == part && found.message.contains(begin));
    let found = found.unwrap_or_else(|| panic!("{findings:#?}"));
    assert_eq!(found.severity, severity, "{found}");
    assert!(found.offset.is_some_and(|offset| offset < model.encoded_len().unwrap()), "{found}");
}

#[test]
fn poses_and_directions_that_are_none() {
    let bone = |change: fn(&mut urho_mdl::Bone<'static>)| {
        move |model: &mut Model<'static>| change(&mut model.skeleton.bones[1])
    };
    finds_at(bone(|bone| bone.scale.y = 0.0), (Warning, "bone 1", "become flat or invisible"));
    finds_at(bone(|bone| bone.scale.x = -1.0), (Note, "bone 1", "mirrored"));
    finds_at(bone(|bone| bone.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), (Warning, "bone 1", "0 0 0 0"));
    finds_at(bone(|bone| bone.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)), (Warning, "bone 1", "of length 2"));
    let shaded = |normal: [f32; 3], sign: f32| {
        let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        let builder = Model::builder().positions(&corners).normals(&[normal; 3]).tangents(&[[1.0, 0.0, 0.0, sign]; 3]);
        builder.indices(&[0, 1, 2, 1, 2, 1]).build().unwrap()
    };
    let told = |model: Model<'_>| model.validate().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        told(shaded([0.0; 3], 0.0)),
        [
            "warning: vertex buffer 0 > element 1: expected unit normals, found 0 0 0 in 3 vertices (first: 0); they receive no directional light (at byte 0x14)",
            "note: vertex buffer 0 > element 2: expected a tangent sign (w) of 1 or -1, found 0 in 3 vertices (first: 0); normal maps have no effect there (at byte 0x18)",
            "note: geometry 0 > LOD 0: 1 triangles (first: 1) lie between no more than two points and are never seen (at byte 0xc0)",
        ]
    );
}
