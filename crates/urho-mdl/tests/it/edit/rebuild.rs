//! The builder reproduces files of real programs, and every branch of the format.

use super::{SQUARE, TRIANGLES, all_drawn, assert_sound};
use testkit::corpus;
use urho_mdl::glam::Vec3;
use urho_mdl::{
    Bone, Bounds, Collision, Delta, Element, ElementType, Model, ModelBuilder, MorphBuffer, Range, Semantic, Skeleton,
    Version, VertexBuffer,
};

const VERSIONS: [Version; 7] =
    [Version::Umdl, Version::Umd2, Version::Umd3(1), Version::Umd3(2), Version::Amdl, Version::Amd2, Version::Bare2011];

#[test]
fn every_version_is_built_as_it_would_be_converted() {
    let skeleton = Skeleton { bones: vec![Bone::new("Root", 0)] };
    let builder = Model::builder()
        .positions(&SQUARE)
        .normals(&[[0.0, 0.0, -1.0]; 4])
        .uvs(0, &[[0.0; 2]; 4])
        .tangents(&[[1.0, 0.0, 0.0, 1.0]; 4])
        .skin(&[[0; 4]; 4], &[[1.0, 0.0, 0.0, 0.0]; 4])
        .skeleton(skeleton)
        .indices(&TRIANGLES)
        .lod(8.0, &[0, 1, 2])
        .bone_mapping(&[0])
        .morph("Grow", &[Delta { normal: Vec3::X, ..Delta::position(2, [0.0, 1.0, 0.0]) }]);
    let plain = builder.clone().build().expect("sound");
    for version in VERSIONS {
        let built = builder.clone().version(version).build().expect("sound");
        assert!(built.validate().is_empty(), "{version:?}: {:?}", built.validate());
        assert_sound(&built);
        let (mut converted, _) = plain.to_version_lossy(version);
        // A conversion invents no names.
        converted.tail.geometry_names = built.tail.geometry_names.clone();
        assert_eq!(built, converted, "{version:?}");
    }
}

#[test]
fn weights_names_centers_and_bounds_are_stored() {
    let rbfx = Model::builder()
        .version(Version::Umd3(2))
        .morph("First", &[])
        .morph("Second", &[])
        .positions(&SQUARE)
        .indices(&TRIANGLES)
        .morph("Second", &[Delta::position(0, [1.0; 3])])
        .morph_weight(0.25);
    let rbfx = rbfx.build().expect("sound");
    let named: Vec<_> = rbfx.morphs.iter().map(|morph| (morph.name.to_string(), morph.weight)).collect();
    assert_eq!(named, [("First".to_owned(), Some(0.0)), ("Second".to_owned(), Some(0.25))]);
    assert_eq!(rbfx.morphs[0].buffers, []);
    assert_sound(&rbfx);

    let bounds = Bounds { min: Vec3::splat(-9.0), max: Vec3::splat(9.0) };
    let square = || Model::builder().positions(&SQUARE).indices(&TRIANGLES);
    let atomic = square().name("Body").center([1.0, 2.0, 3.0]).indices(&TRIANGLES).version(Version::Amd2);
    let atomic = atomic.bounds(bounds).distance(2.0).build().expect("sound");
    let names = atomic.tail.geometry_names.as_ref().expect("names");
    assert_eq!(names.names, ["Body", ""].map(urho_mdl::Name::from));
    assert_eq!(atomic.tail.centers, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.5, 0.5, 0.0)]);
    assert_eq!((atomic.bounds, atomic.geometries[1].lods[0].distance), (bounds, 2.0));
    assert_sound(&atomic);
}

#[test]
fn shapes_of_bones_stay() {
    let mut bone = Bone::new("Root", 0);
    let bounds = Bounds { min: Vec3::NEG_ONE, max: Vec3::ONE };
    bone.collision = Collision { mask: 3, radius: Some(4.0), bounds: Some(bounds) };
    let skeleton = Skeleton { bones: vec![bone] };
    let builder = Model::builder().positions(&SQUARE).indices(&TRIANGLES).skeleton(skeleton.clone());
    assert_eq!(builder.build().expect("sound").skeleton, skeleton);
}

#[test]
fn parts_of_equal_elements_share_a_buffer() {
    let up = [[0.0, 1.0, 0.0]; 4];
    let model = Model::builder()
        .share_buffers()
        .positions(&SQUARE)
        .indices(&TRIANGLES)
        .morph("Grow", &[Delta::position(3, [1.0; 3])])
        .next_buffer()
        .positions(&SQUARE)
        .normals(&up)
        .indices(&TRIANGLES)
        .next_buffer()
        .positions(&SQUARE)
        .indices(&[2, 1, 0])
        .morph("Grow", &[Delta::position(1, [2.0; 3])])
        .build()
        .expect("sound");
    assert_sound(&model);
    let counts: Vec<u32> = model.vertex_buffers.iter().map(|buffer| buffer.vertex_count).collect();
    assert_eq!(counts, [8, 4]);
    assert_eq!(model.indices(&model.geometries[2].lods[0]).collect::<Vec<_>>(), [6, 5, 4]);
    let [MorphBuffer { vertex_buffer: 0, vertex_count: 2, .. }] = model.morphs[0].buffers.as_slice() else {
        panic!("one buffer: {:?}", model.morphs[0].buffers);
    };
    assert_eq!(model.morphs[0].buffers[0].vertices().expect("vertices").to_vec(), [3, 5]);
    assert_eq!(model.vertex_buffers[0].morph_range, Range { start: 3, count: 3 });
}

#[test]
fn shared_buffers_end_where_16_bits_do() {
    let many = vec![[0.0_f32; 3]; 40_000];
    let sizes = |counts: &[usize]| {
        let mut builder = Model::builder().share_buffers();
        for count in counts {
            let positions = many.iter().cycle().take(*count).copied().collect::<Vec<_>>();
            builder = builder.positions(&positions).indices(&[0, 1, *count as u32 - 1]).next_buffer();
        }
        let model = builder.build().expect("sound");
        let buffers = model.vertex_buffers.iter().zip(&model.index_buffers);
        buffers.map(|(vertices, indices)| (vertices.vertex_count, indices.index_size)).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&[40_000, 25_535]), [(65_535, 2)]);
    assert_eq!(sizes(&[40_000, 25_536]), [(40_000, 2), (25_536, 2)]);
    assert_eq!(sizes(&[70_000, 3]), [(70_000, 4), (3, 2)]);
}

#[test]
fn levels_may_have_their_own_vertices_or_none() {
    let model = Model::builder()
        .indices(&[])
        .next_buffer()
        .positions(&SQUARE)
        .normals(&[[0.0, 0.0, -1.0]; 4])
        .lod(5.0, &TRIANGLES)
        .next_buffer()
        .positions(&SQUARE[..3])
        .lod(9.0, &[0, 1, 2])
        .build()
        .expect("sound");
    assert_sound(&model);
    let lods = &model.geometries[0].lods;
    assert_eq!(lods.iter().map(|lod| lod.vertex_buffer).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(lods.iter().map(|lod| lod.draw.count).collect::<Vec<_>>(), [0, 6, 3]);
    assert_eq!(model.index_buffers.len(), 2);
}

#[test]
fn index_size_and_elements_are_chosen() {
    let bytes = Element::new(ElementType::UBYTE4, Semantic::COLOR, 3);
    let builder = Model::builder().positions(&SQUARE).element(bytes, &[[7; 4]; 4]).indices(&TRIANGLES);
    let model = builder.clone().index_size(4).build().expect("sound");
    assert_eq!(model.index_buffers[0].index_size, 4);
    assert_eq!(model.vertex_buffers[0].declaration.to_string(), "position:vec3 color3:ubyte4");
    assert_eq!(model.vertex_buffers[0].colors(3).expect("colours").to_vec(), [[7; 4]; 4]);
    assert_sound(&model);
    // 0xFFFF is a valid index on request.
    let positions = vec![[0.0_f32; 3]; 65_536];
    let full = Model::builder().positions(&positions).indices(&[0, 1, 65_535]);
    assert_eq!(full.clone().build().expect("sound").index_buffers[0].index_size, 4);
    let short = full.index_size(2).build().expect("sound");
    assert_eq!(short.index_buffers[0].index_size, 2);
    assert_eq!(short.indices(&short.geometries[0].lods[0]).last(), Some(65_535));
}

/// Columns of one buffer.
fn columns<'a>(mut builder: ModelBuilder<'a>, buffer: &VertexBuffer<'_>) -> ModelBuilder<'a> {
    for placed in buffer.declaration.placed() {
        let (semantic, index) = (placed.element.semantic(), placed.element.index());
        let element = placed.element;
        let held = "a column of its own type";
        builder = match element.kind() {
            ElementType::INT => builder.element(element, &buffer.column::<i32>(semantic, index).expect(held).to_vec()),
            ElementType::FLOAT => {
                builder.element(element, &buffer.column::<f32>(semantic, index).expect(held).to_vec())
            }
            ElementType::VECTOR2 => {
                builder.element(element, &buffer.column::<urho_mdl::glam::Vec2>(semantic, index).expect(held).to_vec())
            }
            ElementType::VECTOR3 => {
                builder.element(element, &buffer.column::<Vec3>(semantic, index).expect(held).to_vec())
            }
            ElementType::VECTOR4 => {
                builder.element(element, &buffer.column::<urho_mdl::glam::Vec4>(semantic, index).expect(held).to_vec())
            }
            _ => builder.element(element, &buffer.column::<[u8; 4]>(semantic, index).expect(held).to_vec()),
        };
    }
    builder
}

fn deltas(changed: &MorphBuffer<'_>) -> Vec<Delta> {
    let zeros = || vec![Vec3::ZERO; changed.vertex_count as usize];
    let column = |column: Option<urho_mdl::Column<'_, Vec3>>| column.map_or_else(zeros, |column| column.to_vec());
    let (positions, normals, tangents) =
        (column(changed.positions()), column(changed.normals()), column(changed.tangents()));
    let vertices = changed.vertices().expect("vertices").to_vec();
    let delta = |place: usize| Delta {
        vertex: vertices[place],
        position: positions[place],
        normal: normals[place],
        tangent: tangents[place],
    };
    (0..vertices.len()).map(delta).collect()
}

/// A model from the arrays of another: everything through the builder, nothing copied as a whole.
fn rebuilt(model: &Model<'_>) -> Model<'static> {
    let mut builder = ModelBuilder::new().version(model.version).bounds(model.bounds);
    builder = builder.skeleton(model.skeleton.clone().into_owned());
    for morph in &model.morphs {
        builder = builder.morph(morph.name.clone().into_owned(), &[]);
        if let Some(weight) = morph.weight {
            builder = builder.morph_weight(weight);
        }
    }
    for (number, buffer) in model.vertex_buffers.iter().enumerate() {
        if number > 0 {
            builder = builder.next_buffer();
        }
        builder = columns(builder, buffer);
        for (place, geometry) in model.geometries.iter().enumerate() {
            if geometry.lods[0].vertex_buffer as usize != number {
                continue;
            }
            builder = builder.index_size(model.index_buffers[geometry.lods[0].index_buffer as usize].index_size);
            for (level, lod) in geometry.lods.iter().enumerate() {
                let indices: Vec<u32> = model.indices(lod).collect();
                builder = if level == 0 { builder.indices(&indices) } else { builder.lod(lod.distance, &indices) };
                builder = builder.primitive(lod.primitive).distance(lod.distance);
            }
            builder = builder.bone_mapping(&geometry.bone_mapping).center(model.center(place));
            if let Some(names) = &model.tail.geometry_names {
                builder = builder.name(names.names[place].clone().into_owned());
            }
        }
        for morph in &model.morphs {
            for changed in morph.buffers.iter().filter(|changed| changed.vertex_buffer as usize == number) {
                builder = builder.morph(morph.name.clone().into_owned(), &deltas(changed));
            }
        }
    }
    builder.build().expect("what the engine wrote can be built")
}

/// Every real model of Urho3D's importers and of rbfx, in every version: the same bytes.
#[test]
fn rebuilt_models_equal_those_of_the_engines() {
    let Some(root) = corpus::root() else { return };
    let names = [
        "urho/engine/Data/Models/Box.mdl",
        "urho/engine/Data/Models/Mutant/Mutant.mdl",
        "urho/engine/Data/Models/Kachujin/Kachujin.mdl",
        "urho/engine/Data/Models/Jack.mdl",
        "urho/importer/Mushroom.mdl",
        "urho/importer/Ninja_t.mdl",
        "urho/importer/morph_onebuffer.mdl",
        "urho/importer/morph_split.mdl",
        "urho/importer/morph_split_tangents.mdl",
        "rbfx-written/models/Mushroom.mdl",
        "rbfx-written/models/Ninja.mdl",
        "rbfx-written/models/morph_split_tangents.mdl",
    ];
    for name in names {
        let bytes = std::fs::read(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let model = Model::parse(&bytes).expect("a real model");
        let again = rebuilt(&model);
        assert_eq!(again.to_bytes().expect("can be written"), bytes, "{name}");
    }
}

/// Real models with one level of detail: the same picture, from buffers that contain nothing else.
#[test]
fn real_models_keep_one_level() {
    let Some(root) = corpus::root() else { return };
    for name in ["engine/Data/Models/Jack.mdl", "importer/Mushroom.mdl", "importer/morph_split_tangents.mdl"] {
        let bytes = std::fs::read(root.join("urho").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let model = Model::parse(&bytes).expect("a real model");
        let most = model.geometries.iter().map(|geometry| geometry.lods.len()).max().unwrap_or(0);
        for level in 0..most {
            let mut one = model.clone();
            one.keep_lod(level).expect("sound");
            assert_sound(&one);
            let mut expected = model.clone();
            for geometry in &mut expected.geometries {
                let kept = geometry.lods.swap_remove(level.min(geometry.lods.len() - 1));
                geometry.lods = vec![kept];
            }
            assert_eq!(all_drawn(&one), all_drawn(&expected), "{name} level {level}");
            assert_eq!(one.clone().drop_unused_vertices().expect("sound"), 0, "{name} level {level}");
            assert_eq!(one.clone().drop_unused_buffers(), 0, "{name} level {level}");
            assert!(most == 1 || one.encoded_len().expect("sound") < bytes.len() as u64, "{name} level {level}");
        }
    }
}

#[test]
fn a_level_that_is_broken_changes_nothing() {
    let builder = Model::builder().positions(&SQUARE).indices(&TRIANGLES).lod(3.0, &[0, 1, 2]);
    let mut model = builder.build().expect("sound");
    model.geometries[0].lods[1].draw.count = 99;
    let before = model.clone();
    let error = model.keep_lod(1).expect_err("out of range");
    assert_eq!(error.to_string(), "geometry 0 > LOD 0 > draw range: expected a number below 9, found 105");
    assert_eq!(model, before);
    model.keep_lod(0).expect("the first is sound");
    assert_sound(&model);
}

#[test]
fn buffers_of_other_levels_go_with_their_morphs() {
    let moved = [Delta::position(1, [1.0; 3])];
    let model = Model::builder()
        .positions(&SQUARE)
        .indices(&TRIANGLES)
        .morph("Grow", &moved)
        .next_buffer()
        .positions(&SQUARE[..3])
        .lod(9.0, &[0, 1, 2])
        .morph("Grow", &moved);
    let mut model = model.build().expect("sound");
    model.keep_lod(7).expect("sound");
    assert_sound(&model);
    assert_eq!((model.vertex_buffers.len(), model.index_buffers.len()), (1, 1));
    assert_eq!(model.vertex_buffers[0].vertex_count, 3);
    assert_eq!(model.morphs[0].buffers.iter().map(|changed| changed.vertex_buffer).collect::<Vec<_>>(), [0]);
    assert_eq!(model.geometries[0].lods[0].distance, 0.0);
}
