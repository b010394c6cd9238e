//! Values at the edge of the accepted ones, and the byte offsets of findings.

use urho_mdl::binio::Severity::{Note, Warning};
use urho_mdl::glam::Vec3;
use urho_mdl::{Bounds, Bytes, Declaration, Element, IndexBuffer, Model, MorphBuffer, Range};

use super::{WEIGHTS, finds, set};
use crate::sound::{self, SKINNED, sound};

/// Index of the x of the translation in an offset matrix.
const X: usize = 3;

#[test]
fn offsets_are_those_of_the_parts() {
    let offset = |part: &str, change: fn(&mut Model<'static>)| {
        let mut model = sound();
        change(&mut model);
        let findings = model.validate();
        let found = findings.iter().find(|finding| finding.path.to_string() == part);
        found.unwrap_or_else(|| panic!("{part}: {findings:#?}")).offset
    };
    let index_buffer = |model: &mut Model<'static>| {
        model.index_buffers.push(IndexBuffer { index_count: 1, index_size: 3, data: vec![0; 3].into() });
    };
    // The identifier, a count, and vertex buffers of 216 bytes.
    assert_eq!(offset("vertex buffer 1", |model| model.vertex_buffers[1].morph_range.count = 9), Some(8 + 216));
    // An index buffer of 20 bytes.
    assert_eq!(offset("index buffer 1", index_buffer), Some(444 + 20));
    assert_eq!(offset("geometry 0", |model| model.geometries[0].lods[0].distance = 1.0), Some(468));
    // Two counts, and a level of detail of 24 bytes.
    let broken = |model: &mut Model<'static>| model.geometries[0].lods[1].vertex_buffer = 2;
    assert_eq!(offset("geometry 0 > LOD 1", broken), Some(468 + 8 + 24));
    // A name of 6 bytes, and a count.
    let missing = |model: &mut Model<'static>| model.morphs[0].buffers[0].vertex_buffer = 2;
    assert_eq!(offset("morph 0 > buffer 0", missing), Some(528 + 6 + 4));
    let again = |model: &mut Model<'static>| model.morphs.push(model.morphs[0].clone());
    assert_eq!(offset("morph 1", again), Some(606));
    // A bone of 121 bytes after a name of 4.
    assert_eq!(offset("bone 1", |model| model.skeleton.bones[1].collision.mask |= 4), Some(610 + 4 + 121));
    assert_eq!(offset("bounding box", |model| model.bounds = Bounds::UNDEFINED), Some(861));
    assert_eq!(offset("center", |model| model.tail.centers[0].x = f32::NAN), Some(861 + 24));
    assert_eq!(offset("tail", |model| model.tail.rest = vec![0; 5].into()), Some(861 + 24));
    // Many bones have no common beginning.
    let roots = |model: &mut Model<'static>| model.skeleton.bones[1] = sound::root_bone("knee", 1);
    assert_eq!(offset("skeleton", roots), None);
}

#[test]
fn boxes_may_be_smaller_by_a_thousandth_of_the_size() {
    let boxed = |min: f32, max: f32| {
        move |model: &mut Model<'static>| {
            model.bounds.min.x = min;
            model.bounds.max.x = max;
        }
    };
    let too_small = (Warning, "bounding box", "");
    finds(boxed(0.001, 0.999), &[]);
    finds(boxed(0.0, 0.9987), &[too_small]);
    finds(boxed(0.0013, 1.0), &[too_small]);
    // Far from the origin, the size counts, not the place.
    let moved = |min: f32| {
        move |model: &mut Model<'static>| {
            for vertex in 0..3 {
                set(model, vertex, 4, if vertex == 1 { 11.0 } else { 10.0 });
                let other = vertex * SKINNED + 4;
                let place: [u8; 4] = model.vertex_buffers[0].data[other..other + 4].try_into().expect("a float");
                model.vertex_buffers[1].data.to_mut()[other..other + 4].copy_from_slice(&place);
            }
            model.bounds = Bounds { min: Vec3::new(0.0, min, 0.0), max: Vec3::new(1.0, 11.0, 0.0) };
        }
    };
    finds(moved(10.001), &[]);
    finds(moved(10.005), &[too_small]);
    // On the negative side too.
    finds(
        |model| {
            set(model, 2, 0, -1.0);
            model.bounds.min.x = -0.5;
        },
        &[too_small],
    );
}

#[test]
fn triangles_are_flat_if_two_corners_are_in_one_place() {
    let lod = "geometry 0 > LOD 0";
    let flat = (Note, lod, "1 triangles (first: 0) lie between no more than two points");
    for (first, second, third) in [(1, 1, 2), (1, 2, 2), (1, 2, 1)] {
        let indices: Vec<u8> =
            [first, second, third, 2, 1, 0_u16].iter().flat_map(|index| index.to_le_bytes()).collect();
        finds(|model| model.index_buffers[0].data = Bytes::from(indices), &[flat]);
    }
    // Another vertex in the same place.
    finds(|model| set(model, 2, 0, 0.0), &[flat]);
}

#[test]
fn byte_weights_are_255ths() {
    let weighted = |weights: [u8; 4]| {
        move |model: &mut Model<'static>| {
            let buffer = &mut model.vertex_buffers[1];
            let mut data = Vec::new();
            for corner in [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0_f32]] {
                data.extend(corner.iter().flat_map(|axis| axis.to_le_bytes()));
                data.extend(weights);
                data.extend([0; 4]);
            }
            buffer.declaration = Declaration::List([0x0003, 0x0606, 0x0705].map(Element).to_vec());
            buffer.data = data.into();
        }
    };
    let unusual = (Note, "vertex buffer 1 > element 1", "expected vec4, found weights:ubyte4n");
    finds(weighted([255, 0, 0, 0]), &[unusual]);
    finds(weighted([100, 80, 50, 25]), &[unusual]);
    // Rounding four weights can add two to the sum.
    finds(weighted([100, 80, 50, 27]), &[unusual]);
    let wrong = (Warning, "vertex buffer 1", "3 vertices (first: 0) have blend weights that are negative or don't sum");
    finds(weighted([100, 80, 50, 28]), &[unusual, wrong]);
    finds(weighted([128, 0, 0, 0]), &[unusual, wrong]);
}

#[test]
fn weights_alone_are_no_blend_data() {
    let missing = (Warning, "vertex buffer 1", "the model has bones, but no blend weights or indices here");
    // The joints become a colour.
    let words = [0x0003, 0x0103, 0x0304, 0x0604, 0x0505];
    finds(|model| model.vertex_buffers[1].declaration = Declaration::List(words.map(Element).to_vec()), &[missing]);
}

#[test]
fn sums_of_weights_may_be_rounded() {
    let first = |weight: f32| move |model: &mut Model<'static>| set(model, 2, WEIGHTS, weight);
    finds(first(0.9903), &[]);
    finds(first(1.0097), &[]);
    let wrong = (Warning, "vertex buffer 0", "1 vertices (first: 2) have blend weights");
    finds(first(0.9901), &[wrong]);
    finds(first(1.0099), &[wrong]);
}

#[test]
fn a_draw_call_takes_128_bones_at_best() {
    let mapped = |bones: usize| move |model: &mut Model<'static>| model.geometries[0].bone_mapping = vec![0; bones];
    finds(mapped(128), &[(Note, "geometry 0", "128 bones in one draw call; 64 work everywhere")]);
}

#[test]
fn morphs_need_only_the_elements_that_they_change() {
    finds(sound::without_tangents, &[]);
    // Without vertices, the empty range is no reason for a finding.
    let unused = |model: &mut Model<'static>| {
        model.vertex_buffers[0].morph_range = Range::default();
        let buffer = &mut model.morphs[0].buffers[0];
        *buffer = MorphBuffer { vertex_count: 0, data: Bytes::EMPTY, ..buffer.clone() };
    };
    finds(unused, &[]);
}

#[test]
fn shapes_have_at_least_a_millionth_of_a_metre() {
    let tiny = (Note, "bone 1", "its sphere or box is next to nothing; the engine drops it");
    let radius =
        |radius: f32| move |model: &mut Model<'static>| model.skeleton.bones[1].collision.radius = Some(radius);
    finds(radius(1e-6), &[]);
    finds(radius(0.9e-6), &[tiny]);
    let wide = |size: f32| {
        move |model: &mut Model<'static>| {
            let bounds = Bounds { min: Vec3::ZERO, max: Vec3::new(size, 0.0, 0.0) };
            model.skeleton.bones[1].collision.bounds = Some(bounds);
        }
    };
    finds(wide(1e-6), &[]);
    finds(wide(0.9e-6), &[tiny]);
}

#[test]
fn bind_poses_may_differ_by_a_hundredth_of_their_distance() {
    let shifted =
        |bone: usize, by: f32| move |model: &mut Model<'static>| model.skeleton.bones[bone].offset_matrix[X] += by;
    let distorted = |bone: usize| format!("1 offset matrices (first: {bone}) are not the inverse");
    // At the origin, a centimetre.
    finds(shifted(0, 0.009), &[]);
    finds(shifted(0, 0.011), &[(Note, "skeleton", &distorted(0))]);
    // At three metres, four.
    finds(shifted(1, 0.039), &[]);
    finds(shifted(1, 0.041), &[(Note, "skeleton", &distorted(1))]);
}

#[test]
fn vertices_of_no_bytes_need_a_count_to_be_an_error() {
    finds(
        |model| {
            sound::without_bones(model);
            let buffer = &mut model.vertex_buffers[1];
            (buffer.vertex_count, buffer.declaration, buffer.data) = (0, Declaration::List(vec![]), Bytes::EMPTY);
            model.geometries[0].lods.pop();
        },
        &[(Warning, "vertex buffer 1", "no positions")],
    );
}
