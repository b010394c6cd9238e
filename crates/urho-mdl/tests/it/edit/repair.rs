//! Repairs.

use super::{SQUARE, TRIANGLES, assert_sound, square};
use proptest::prelude::*;
use urho_mdl::glam::{Quat, Vec3, Vec4};
use urho_mdl::{
    Bone, Bounds, Bytes, Collision, Delta, ElementMask, IndexBuffer, Lod, Model, Primitive, Range, Repair, Semantic,
    Skeleton,
};

/// Notes of a repair; it must be idempotent, and the model can be written.
fn repaired(model: &mut Model<'_>, repair: Repair) -> Vec<String> {
    let notes = model.repair(repair);
    let once = model.clone();
    assert!(model.repair(repair).is_empty(), "{repair} twice");
    assert_eq!(*model, once);
    assert_eq!(model.to_bytes().err().map(|error| error.to_string()), None);
    notes.iter().map(ToString::to_string).collect()
}

#[test]
fn names_lead_to_repairs() {
    for repair in Repair::ALL {
        assert_eq!(Repair::from_name(repair.name()), Some(repair));
        assert_eq!(repair.to_string(), repair.name());
        assert!(!repair.description().is_empty());
    }
    let mut names = Repair::ALL.map(Repair::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(Repair::from_name("everything"), None);
}

#[test]
fn sound_models_stay_as_they_are() {
    let skeleton = Skeleton { bones: vec![Bone::new("Root", 0)] };
    let skinned = Model::builder().positions(&SQUARE).skin(&[[0; 4]; 4], &[[1.0, 0.0, 0.0, 0.0]; 4]).skeleton(skeleton);
    let morphed = skinned.indices(&TRIANGLES).lod(5.0, &[0, 1, 2]).morph("A", &[Delta::position(1, [1.0; 3])]);
    let model = morphed.build().unwrap();
    for repair in Repair::ALL {
        let mut mended = model.clone();
        assert!(mended.repair(repair).is_empty(), "{repair}");
        assert_eq!(mended, model);
    }
}

#[test]
fn vertices_without_elements_go() {
    use urho_mdl::{Declaration, Version};
    for (version, declaration) in
        [(Version::Umd2, Declaration::List(Vec::new())), (Version::Umdl, Declaration::Mask(ElementMask(0)))]
    {
        let mut model = Model::builder().positions(&SQUARE).indices(&TRIANGLES).build().unwrap();
        model.version = version;
        let buffer = &mut model.vertex_buffers[0];
        (buffer.declaration, buffer.data) = (declaration, Bytes::default());
        assert!(model.validate().iter().any(|finding| finding.kind == urho_mdl::kinds::NO_ELEMENTS));
        let notes = repaired(&mut model, Repair::DropBrokenLods);
        assert_eq!(notes, ["note: vertex buffer 0: 4 vertices without elements dropped"]);
        for repair in Repair::ALL {
            model.repair(repair);
        }
        assert_sound(&model);
    }
}

#[test]
fn bad_triangles_go() {
    let mut model = Model::builder().positions(&SQUARE).indices(&TRIANGLES).lod(5.0, &TRIANGLES).build().unwrap();
    model.index_buffers[0].data.to_mut()[0] = 200;
    assert_eq!(repaired(&mut model, Repair::DropBadTriangles), ["note: geometry 0 > LOD 0: 1 of 2 primitives dropped"]);
    let triangles = |level: usize| model.triangles(&model.geometries[0].lods[level]).collect::<Vec<_>>();
    assert_eq!((triangles(0), triangles(1).len()), (vec![[0, 2, 3]], 2));
    assert_sound(&model);
}

/// Indices that no other level draws from are replaced; levels of the same range stay the same.
#[test]
fn files_without_a_triangle_are_no_larger() {
    let mut model = Model::builder().positions(&SQUARE).indices(&TRIANGLES).build().unwrap();
    model.index_buffers[0].data.to_mut()[0] = 200;
    let copy = model.geometries[0].lods[0].clone();
    model.geometries[0].lods.push(Lod { distance: 5.0, ..copy });
    let size = model.to_bytes().unwrap().len();
    assert_eq!(repaired(&mut model, Repair::DropBadTriangles).len(), 2);
    assert_eq!(model.to_bytes().unwrap().len(), size);
    let [fine, coarse] = &model.geometries[0].lods[..] else { panic!("two levels") };
    assert_eq!((fine.draw, model.triangles(fine).collect::<Vec<_>>()), (coarse.draw, vec![[0, 2, 3]]));
    // Of overlapping ranges each is repaired for itself.
    let mut model = Model::builder().positions(&SQUARE).indices(&TRIANGLES).build().unwrap();
    model.index_buffers[0].data.to_mut()[0] = 200;
    let mut part = model.geometries[0].lods[0].clone();
    (part.distance, part.draw.start, part.draw.count) = (5.0, 3, 3);
    model.geometries[0].lods.push(part);
    repaired(&mut model, Repair::DropBadTriangles);
    let [fine, coarse] = &model.geometries[0].lods[..] else { panic!("two levels") };
    assert_eq!((model.triangles(fine).count(), model.triangles(coarse).collect::<Vec<_>>()), (1, vec![[0, 2, 3]]));
}

#[test]
fn bad_triangles_of_strips_and_fans_lead_to_lists() {
    for (primitive, expected) in
        [(Primitive::TRIANGLE_STRIP, vec![[2, 3, 0]]), (Primitive::TRIANGLE_FAN, vec![[1, 2, 3], [1, 3, 0]])]
    {
        let strip = Model::builder().positions(&SQUARE).indices(&[1, 0, 2, 3, 0]).primitive(primitive);
        let mut model = strip.build().unwrap();
        model.index_buffers[0].data.to_mut()[2] = 99;
        repaired(&mut model, Repair::DropBadTriangles);
        let lod = &model.geometries[0].lods[0];
        assert_eq!(lod.primitive, Primitive::TRIANGLE_LIST);
        assert_eq!(model.triangles(lod).collect::<Vec<_>>(), expected);
        assert_sound(&model);
    }
    let strip = Model::builder().positions(&SQUARE).indices(&[0, 1, 2, 3]).primitive(Primitive::LINE_STRIP);
    let mut model = strip.build().unwrap();
    model.index_buffers[0].data.to_mut()[2] = 99;
    repaired(&mut model, Repair::DropBadTriangles);
    let lod = &model.geometries[0].lods[0];
    assert_eq!((lod.primitive, model.lines(lod).collect::<Vec<_>>()), (Primitive::LINE_LIST, vec![[2, 3]]));
}

#[test]
fn draw_ranges_end_with_the_buffer() {
    let mut model = square();
    model.geometries[0].lods[0].draw = Range { start: 1, count: u32::MAX };
    let notes = repaired(&mut model, Repair::FixDrawRanges);
    assert_eq!(notes, ["note: geometry 0 > LOD 0: changed the draw range from 1+4294967295 to 1+3"]);
    model.geometries[0].lods[0].draw = Range { start: 7, count: 3 };
    repaired(&mut model, Repair::FixDrawRanges);
    assert_eq!(model.geometries[0].lods[0].draw, Range::default());
    assert_sound(&model);
}

#[test]
fn index_sizes_are_those_of_the_engine() {
    let mut model = square();
    model.index_buffers[0] = IndexBuffer { index_count: 4, index_size: 1, data: Bytes::from(vec![1, 0, 2, 0]) };
    let notes = repaired(&mut model, Repair::FixIndexSizes);
    assert_eq!(notes, ["note: index buffer 0: 4 indices of 1 bytes became 2 of 2"]);
    assert_eq!(model.index_buffers[0].iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn broken_lods_go() {
    let mut model = square();
    let lod = model.geometries[0].lods[0].clone();
    model.geometries[0].lods.push(Lod { vertex_buffer: 1, ..lod.clone() });
    model.geometries[0].lods.push(Lod { index_buffer: u32::MAX, ..lod.clone() });
    let notes = repaired(&mut model, Repair::DropBrokenLods);
    assert_eq!(notes, ["note: geometry 0: 2 of 3 levels of detail dropped"]);
    assert_eq!(model.geometries[0].lods, [lod]);
}

#[test]
fn lods_are_sorted() {
    let mut model = square();
    let lod = model.geometries[0].lods[0].clone();
    let at = |distance, start| Lod { distance, draw: Range { start, count: 3 }, ..lod.clone() };
    model.geometries[0].lods = vec![at(20.0, 0), at(f32::NAN, 1), at(5.0, 2), at(20.0, 3)];
    let notes = repaired(&mut model, Repair::SortLods);
    assert_eq!(notes, ["note: geometry 0: 2 levels of detail in order, of 4"]);
    // Of two at one distance the engine draws the later.
    assert_eq!(model.geometries[0].lods, [at(0.0, 2), at(20.0, 3)]);
    model.geometries[0].lods = vec![at(f32::NAN, 0), at(f32::INFINITY, 3)];
    repaired(&mut model, Repair::SortLods);
    assert_eq!(model.geometries[0].lods, [at(0.0, 0)]);
}

/// The square, with full weight on the first of two bones.
fn skinned() -> Model<'static> {
    let mut skeleton = Skeleton { bones: vec![Bone::new("Root", 0), Bone::new("Tip", 0)] };
    skeleton.compute_offset_matrices();
    let builder = Model::builder().positions(&SQUARE).normals(&[[0.0, 0.0, -1.0]; 4]).indices(&TRIANGLES);
    builder.skin(&[[0, 1, 0, 0]; 4], &[[0.5, 0.5, 0.0, 0.0]; 4]).skeleton(skeleton).build().unwrap()
}

#[test]
fn blend_indices_are_clamped() {
    let mut model = skinned();
    let joints = [[0, 9, 0, 0], [9, 9, 9, 9], [1, 0, 9, 0], [0, 1, 0, 0]];
    model.vertex_buffers[0].set_column(Semantic::BLENDINDICES, 0, &joints).unwrap();
    let notes = repaired(&mut model, Repair::ClampJoints);
    assert_eq!(notes, ["note: vertex buffer 0: removed influences of bones that don't exist from 3 vertices"]);
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.joints().unwrap().to_vec(), [[0; 4], [0; 4], [1, 0, 0, 0], [0, 1, 0, 0]]);
    let first = Vec4::new(1.0, 0.0, 0.0, 0.0);
    let halves = Vec4::new(0.5, 0.5, 0.0, 0.0);
    assert_eq!(buffer.weights().unwrap().to_vec(), [first, first, halves, halves]);
    assert_sound(&model);
}

#[test]
fn bone_mappings_lead_to_bones() {
    let mut model = skinned();
    model.geometries[0].bone_mapping = vec![1, 7];
    let notes = repaired(&mut model, Repair::FixBoneMappings);
    assert_eq!(notes, ["note: geometry 0: set 1 entries of the bone mapping to bone 0: expected bones below 2"]);
    assert_eq!(model.geometries[0].bone_mapping, [1, 0]);
    model.skeleton.bones.clear();
    repaired(&mut model, Repair::FixBoneMappings);
    assert!(model.geometries[0].bone_mapping.is_empty());
}

#[test]
fn weights_are_normalised() {
    let mut model = skinned();
    let weights = [[2.0, 2.0, 0.0, 0.0], [0.0; 4], [f32::NAN, 1.0, -1.0, 0.0], [f32::INFINITY, 0.0, 0.0, 0.0]];
    model.vertex_buffers[0].set_column(Semantic::BLENDWEIGHTS, 0, &weights.map(Vec4::from)).unwrap();
    let notes = repaired(&mut model, Repair::NormaliseWeights);
    assert_eq!(notes, ["note: vertex buffer 0: normalised the blend weights of 4 vertices"]);
    let (x, y) = (Vec4::X, Vec4::Y);
    let halves = Vec4::new(0.5, 0.5, 0.0, 0.0);
    assert_eq!(model.vertex_buffers[0].weights().unwrap().to_vec(), [halves, x, y, x]);
    // As bytes.
    model.vertex_buffers[0].set_column(Semantic::BLENDWEIGHTS, 0, &[[100, 100, 100, 0]; 4]).unwrap();
    repaired(&mut model, Repair::NormaliseWeights);
    let bytes = model.vertex_buffers[0].column::<[u8; 4]>(Semantic::BLENDWEIGHTS, 0).unwrap();
    assert_eq!(bytes.get(0), Some([85, 85, 85, 0]));
}

#[test]
fn numbers_replace_what_is_none() {
    let mut model = skinned();
    let buffer = &mut model.vertex_buffers[0];
    let mut positions = buffer.positions().unwrap().to_vec();
    positions[1].y = f32::NAN;
    buffer.set_column(Semantic::POSITION, 0, &positions).unwrap();
    let mut normals = buffer.normals().unwrap().to_vec();
    normals[2].x = f32::INFINITY;
    buffer.set_column(Semantic::NORMAL, 0, &normals).unwrap();
    let bone = &mut model.skeleton.bones[1];
    bone.position = Vec3::new(0.0, 2.0, 0.0);
    bone.rotation = Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0);
    bone.offset_matrix[3] = f32::NAN;
    bone.collision = Collision { mask: 7, radius: Some(f32::NAN), bounds: Some(Bounds::UNDEFINED) };
    assert_eq!(
        repaired(&mut model, Repair::ReplaceNonFinite),
        [
            "note: vertex buffer 0 > element 0: position:vec3: replaced NaN or infinity in 1 vertices",
            "note: vertex buffer 0 > element 1: normal:vec3: replaced NaN or infinity in 1 vertices",
            "note: bone 1: replaced NaN or infinity in the bind pose",
            "note: bone 1: its sphere or box wasn't finite and is gone",
            "note: bone 1: replaced NaN or infinity in the offset matrix",
        ]
    );
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.positions().unwrap().get(1), Some(Vec3::ZERO));
    assert_eq!(buffer.normals().unwrap().get(2), Some(Vec3::Y));
    let bone = &model.skeleton.bones[1];
    assert_eq!(bone.rotation, Quat::IDENTITY);
    assert_eq!(bone.inverse_bind().translation.y, -2.0);
    assert_eq!(bone.collision, Collision { mask: 4, radius: None, bounds: None });
}

#[test]
fn morphs_change_what_there_is() {
    let moved = [Delta::position(1, [1.0; 3]), Delta { normal: Vec3::X, ..Delta::position(3, [1.0; 3]) }];
    let builder = Model::builder().positions(&SQUARE).normals(&[[0.0, 0.0, -1.0]; 4]).indices(&TRIANGLES);
    let mut model = builder.morph("A", &moved).build().unwrap();
    model.vertex_buffers[0].remove_column(Semantic::NORMAL, 0).unwrap();
    let mut lost = model.morphs[0].buffers[0].clone();
    lost.vertex_buffer = 5;
    model.morphs[0].buffers.push(lost);
    model.morphs[0].buffers[0].data.to_mut()[0] = 77;
    model.vertex_buffers[0].morph_range = Range { start: 4, count: 90 };
    assert_eq!(
        repaired(&mut model, Repair::FixMorphs),
        [
            "note: morph 0: kept 1 of 4 deltas and 1 of 2 buffers",
            "note: vertex buffer 0: changed the morph range from 4+90 to 3+1",
        ]
    );
    let buffer = &model.morphs[0].buffers[0];
    assert_eq!((buffer.mask, buffer.vertices().unwrap().to_vec()), (ElementMask::POSITION, vec![3]));
    assert_eq!(buffer.positions().unwrap().to_vec(), [Vec3::ONE]);
    assert_sound(&model);
}

#[test]
fn cycles_of_bones_are_cut() {
    let mut model = skinned();
    model.skeleton.bones = [1, 0, 9, 2, 4].map(|parent| Bone::new(format!("{parent}"), parent)).into();
    assert_eq!(
        repaired(&mut model, Repair::FixBoneParents),
        [
            "note: bone 0: cycle through parent 1; made the bone a root",
            "note: bone 1: cycle through parent 0; made the bone a root",
            "note: bone 2: parent 9 doesn't exist; made the bone a root",
        ]
    );
    assert_eq!(model.skeleton.bones.iter().map(|bone| bone.parent).collect::<Vec<_>>(), [0, 1, 2, 2, 4]);
}

#[test]
fn bounds_and_centers_are_recomputed() {
    let mut model = square();
    let sound = model.clone();
    model.bounds = Bounds::UNDEFINED;
    model.tail.centers.clear();
    assert_eq!(repaired(&mut model, Repair::RecomputeBounds), ["note: bounding box: recomputed"]);
    assert_eq!(repaired(&mut model, Repair::RecomputeCenters), ["note: tail: centers recomputed"]);
    assert_eq!(model, sound);
}

proptest! {
    /// Each repair alone leaves a model that can be written, and is idempotent.
    #[test]
    fn repairs_are_done_once(model in fuzzkit::mdl::model()) {
        for repair in Repair::ALL {
            let mut mended = model.clone();
            let notes = mended.repair(repair);
            prop_assert_eq!(notes.is_empty(), mended == model, "{}", repair);
            let once = mended.clone();
            let again = mended.repair(repair);
            prop_assert!(again.is_empty(), "{repair}: {again:?}");
            prop_assert_eq!(&mended, &once, "{}", repair);
        }
    }

    /// All repairs leave no errors on any model.
    #[test]
    fn repaired_models_have_no_errors(model in fuzzkit::mdl::model()) {
        let mut mended = model;
        for repair in Repair::ALL {
            mended.repair(repair);
        }
        assert_sound(&mended);
        for repair in Repair::ALL {
            prop_assert!(mended.repair(repair).is_empty(), "{repair}");
        }
        // Then every other edit is possible, except for unknown primitives.
        let mut lods = mended.geometries.iter().flat_map(|geometry| &geometry.lods);
        let known = lods.all(|lod| lod.primitive.topology().is_some());
        if known {
            prop_assert!(mended.clone().join_buffers().is_ok());
            prop_assert!(mended.clone().split_buffers().is_ok());
        }
    }
}
