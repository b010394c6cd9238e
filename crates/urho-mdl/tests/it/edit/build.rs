//! The builder.

use super::{SQUARE, TRIANGLES, assert_sound, square};
use urho_mdl::binio::{Fault, Name};
use urho_mdl::glam::Vec3;
use urho_mdl::{
    Bone, Bounds, Collision, Delta, Element, ElementMask, ElementType, ErrorKind, Model, ModelBuilder, Primitive,
    Range, Semantic, Skeleton, Version,
};

#[test]
fn a_square_is_built_whole() {
    let model = square();
    assert!(model.validate().is_empty());
    assert_sound(&model);
    assert_eq!(model.version, Version::Umd2);
    assert_eq!(model.bounds, Bounds { min: Vec3::ZERO, max: Vec3::new(1.0, 1.0, 0.0) });
    // Corners 0 and 2 count twice.
    assert_eq!(model.tail.centers, [Vec3::new(0.5, 0.5, 0.0)]);
    assert_eq!(model.vertex_buffers[0].declaration.to_string(), "position:vec3");
    assert_eq!(model.index_buffers[0].index_size, 2);
}

#[test]
fn elements_stand_in_the_order_of_importers() {
    let model = Model::builder()
        .skin(&[[0; 4]; 4], &[[1.0, 0.0, 0.0, 0.0]; 4])
        .tangents(&[[1.0, 0.0, 0.0, 1.0]; 4])
        .uvs(1, &[[0.0; 2]; 4])
        .column(Semantic::OBJECTINDEX, 0, &[7_i32; 4])
        .uvs(0, &[[0.0; 2]; 4])
        .colors(0, &[[255; 4]; 4])
        .normals(&[[0.0, 0.0, -1.0]; 4])
        .positions(&SQUARE)
        .skeleton(Skeleton { bones: vec![Bone::new("Root", 0)] })
        .indices(&TRIANGLES)
        .build()
        .expect("sound");
    let expected =
        "position:vec3 normal:vec3 color:ubyte4n uv0:vec2 uv1:vec2 tangent:vec4 weights:vec4 joints:ubyte4 object:int";
    assert_eq!(model.vertex_buffers[0].declaration.to_string(), expected);
    assert!(model.validate().is_empty(), "{:?}", model.validate());
    assert_eq!(model.vertex_buffers[0].column::<i32>(Semantic::OBJECTINDEX, 0).unwrap().to_vec(), [7; 4]);
    assert!(model.to_version(Version::Umdl).is_ok());
    assert_sound(&model);
}

#[test]
fn indices_are_as_wide_as_the_vertices_need() {
    let size = |vertices: usize| {
        let positions = vec![[0.0_f32; 3]; vertices];
        let last = vertices as u32 - 1;
        let model = Model::builder().positions(&positions).indices(&[0, 1, last]).build().expect("sound");
        assert_eq!(model.indices(&model.geometries[0].lods[0]).last(), Some(last));
        model.index_buffers[0].index_size
    };
    assert_eq!((size(3), size(65535), size(65536)), (2, 2, 4));
}

#[test]
fn bones_get_boxes_unless_they_have_some() {
    let skin = |skeleton| {
        let builder = Model::builder().positions(&SQUARE).indices(&TRIANGLES).skeleton(skeleton);
        builder.skin(&[[0, 1, 0, 0]; 4], &[[0.75, 0.25, 0.0, 0.0]; 4]).build().expect("sound").skeleton
    };
    let mut skeleton = Skeleton { bones: vec![Bone::new("Root", 0), Bone::new("Tip", 0)] };
    skeleton.bones[0].position = Vec3::new(-1.0, 0.0, 0.0);
    skeleton.compute_offset_matrices();
    let computed = skin(skeleton.clone());
    let root = &computed.bones[0].collision;
    assert_eq!(root.mask, Collision::SPHERE | Collision::BOX);
    // The square in bone space, and the bone's own origin.
    assert_eq!(root.bounds, Some(Bounds { min: Vec3::ZERO, max: Vec3::new(2.0, 1.0, 0.0) }));
    assert_eq!(root.radius, Some(Vec3::new(2.0, 1.0, 0.0).length()));
    // A quarter is too little.
    assert_eq!(computed.bones[1].collision.radius, Some(0.0));
    skeleton.bones[1].collision = Collision { mask: Collision::SPHERE, radius: Some(9.0), bounds: None };
    assert_eq!(skin(skeleton.clone()), skeleton);
}

#[test]
fn weights_are_normalised() {
    let skeleton = Skeleton { bones: vec![Bone::new("Root", 0), Bone::new("Tip", 0)] };
    let builder = Model::builder().positions(&SQUARE[..3]).indices(&[0, 1, 2]).skeleton(skeleton);
    let weights = [[2.0, 2.0, 0.0, 0.0], [0.5, 0.4999, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0]];
    let model = builder.skin(&[[0, 1, 0, 0]; 3], &weights).build().expect("sound");
    let stored: Vec<[f32; 4]> = model.vertex_buffers[0].weights().unwrap().iter().map(|w| w.to_array()).collect();
    assert_eq!(stored, [[0.5, 0.5, 0.0, 0.0], [0.5, 0.4999, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);
    assert!(model.validate().is_empty());
}

#[test]
fn morphs_continue_over_buffers() {
    let delta = Delta { normal: Vec3::X, ..Delta::position(2, [0.0, 0.0, 1.0]) };
    let model = Model::builder()
        .positions(&SQUARE)
        .normals(&[[0.0, 0.0, -1.0]; 4])
        .indices(&TRIANGLES)
        .morph("Smile", &[Delta::position(1, [1.0, 0.0, 0.0]), delta])
        .morph("Frown", &[Delta::position(3, [1.0, 0.0, 0.0])])
        .next_buffer()
        .positions(&SQUARE)
        .indices(&TRIANGLES)
        .morph("Smile", &[Delta::position(0, [1.0, 0.0, 0.0])])
        .build()
        .expect("sound");
    assert!(model.validate().is_empty());
    assert_sound(&model);
    assert_eq!(model.morphs.iter().map(|morph| morph.buffers.len()).collect::<Vec<_>>(), [2, 1]);
    let first = &model.morphs[0].buffers[0];
    assert_eq!(first.mask, ElementMask(3));
    assert_eq!(first.normals().unwrap().to_vec(), [Vec3::ZERO, Vec3::X]);
    assert_eq!(model.morphs[1].buffers[0].mask, ElementMask::POSITION);
    let ranges: Vec<Range> = model.vertex_buffers.iter().map(|buffer| buffer.morph_range).collect();
    assert_eq!(ranges, [Range { start: 1, count: 3 }, Range { start: 0, count: 1 }]);
}

/// Message of a builder error.
fn says(builder: ModelBuilder<'_>) -> String {
    builder.build().expect_err("something is wrong").to_string()
}

#[test]
fn errors_name_the_part() {
    let square = || Model::builder().positions(&SQUARE);
    let drawn = || square().indices(&TRIANGLES);
    let bones = |count: u32| Skeleton { bones: (0..count).map(|bone| Bone::new(format!("{bone}"), 0)).collect() };
    let moved = [Delta::position(0, [1.0; 3])];
    let skinned = |joints, weights: [f32; 4]| drawn().skin(&[joints; 4], &[weights; 4]).skeleton(bones(2));
    let cases = [
        (Model::builder().indices(&TRIANGLES), "vertex buffer 0: missing: positions"),
        (square(), "vertex buffer 0: missing: indices"),
        (Model::builder().lod(1.0, &[]), "missing: indices before a level of detail"),
        (drawn().normals(&[[0.0; 3]; 3]), "vertex buffer 0 > normal: expected 4 values, found 3"),
        (drawn().next_buffer().positions(&SQUARE), "vertex buffer 1: missing: indices"),
        (square().indices(&[0, 1, 4]), "geometry 0 > LOD 0 > index: expected a number below 4, found 4"),
        (square().indices(&[0, 1]), "geometry 0 > LOD 0: the indices make no whole primitives"),
        (drawn().primitive(Primitive(9)), "geometry 0 > LOD 0: a primitive that the engine doesn't know"),
        (drawn().lod(0.0, &[]), "geometry 0 > LOD 1: the distances of levels of detail have to ascend"),
        (drawn().lod(f32::NAN, &[]), "geometry 0 > LOD 1: the distances of levels of detail have to ascend"),
        (drawn().bone_mapping(&[0]), "geometry 0 > bone mapping: expected a number below 0, found 0"),
        (
            skinned([0, 2, 0, 0], [0.5, 0.5, 0.0, 0.0]),
            "vertex buffer 0 > vertex 0 > joints: expected a number below 2, found 2",
        ),
        (
            skinned([0; 4], [0.0; 4]),
            "vertex buffer 0 > vertex 0 > weights: weights have to be finite, 0 or more, and not all 0",
        ),
        (
            skinned([0; 4], [-1.0, 2.0, 0.0, 0.0]),
            "vertex buffer 0 > vertex 0 > weights: weights have to be finite, 0 or more, and not all 0",
        ),
        (drawn().morph("A", &[Delta::position(4, [0.0; 3])]), "morph > A > vertex: expected a number below 4, found 4"),
        (drawn().morph("A", &moved).morph("A", &moved), "morph > A: the same morph twice for the same vertices"),
        (drawn().morph_weight(1.0), "missing: a morph before its weight"),
        (drawn().morph("A", &[]).morph_weight(1.0), "morph > A: not in this version of the format: its default weight"),
        (
            drawn().version(Version::Umd3(2)).morph("A", &[]).morph_weight(1.0).morph("A", &moved).morph_weight(0.5),
            "morph > A: one morph with two weights",
        ),
        (drawn().name("Body"), "geometry 0: not in this version of the format: names of geometries"),
        (
            drawn().version(Version::Bare2011).center([0.0; 3]),
            "geometry 0: not in this version of the format: centers of geometries",
        ),
        (
            drawn().version(Version::Umdl).uvs(2, &[[0.0; 2]; 4]),
            "vertex buffer 0 > uv: not in this version of the format: a vertex element without a bit in the mask",
        ),
        (
            drawn().element(Element::new(ElementType::FLOAT, Semantic::TEXCOORD, 0), &[[0; 4]; 4]),
            "vertex buffer 0 > uv: the values are of another type than the element",
        ),
        (drawn().index_size(3), "vertex buffer 0: indices have 2 or 4 bytes"),
        (
            Model::builder().positions(&[[0.0; 3]; 65537]).index_size(2).indices(&[0, 1, 65536]),
            "geometry 0 > LOD 0: an index needs more than the 2 bytes chosen",
        ),
        (square().indices(&[]).next_buffer().morph("A", &moved), "vertex buffer 1: missing: positions"),
        (
            drawn().morph("A", &[Delta { normal: Vec3::X, ..Delta::default() }]),
            "morph > A: missing: normals or tangents that the morph changes",
        ),
    ];
    for (builder, expected) in cases {
        assert_eq!(says(builder), expected);
    }
    let nul = drawn().morph(Name::from("A\0"), &[]).build().expect_err("a name with a NUL");
    assert_eq!(*nul.kind(), ErrorKind::Data(Fault::NulInName));
    // An index without weight may be out of bounds.
    assert!(skinned([0, 2, 0, 0], [1.0, 0.0, 0.0, 0.0]).build().is_ok());
}
