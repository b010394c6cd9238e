//! Computed values against the importers' values.

use super::{SQUARE, TRIANGLES, assert_sound, near, real, square};
use proptest::prelude::*;
use urho_mdl::glam::{Vec3, Vec4};
use urho_mdl::{Bounds, ErrorKind, Model, Range, Semantic, Smoothing, Version};

/// The engine's own models.
const MODELS: [&str; 6] =
    ["Box.mdl", "Cylinder.mdl", "Mutant/Mutant.mdl", "Torus.mdl", "TeaPot.mdl", "Kachujin/Kachujin.mdl"];

#[test]
fn bounds_and_centers_are_those_of_real_models() {
    for name in MODELS {
        let Some(model) = real("engine/Data/Models", name) else { return };
        let mut computed = model.clone();
        computed.compute_bounds();
        computed.compute_centers().unwrap();
        let size = model.bounds.size().expect("defined").length();
        assert!(near(computed.bounds.min / size, model.bounds.min / size), "{name}");
        assert!(near(computed.bounds.max / size, model.bounds.max / size), "{name}");
        for (geometry, center) in model.tail.centers.iter().enumerate() {
            assert!(near(computed.center(geometry) / size, *center / size), "{name}: {}", computed.center(geometry));
        }
    }
}

/// Mutant.mdl was written by AssetImporter.
#[test]
fn bone_bounds_are_those_of_the_importer() {
    let Some(model) = real("engine/Data/Models", "Mutant/Mutant.mdl") else { return };
    let mut computed = model.clone();
    computed.compute_bone_bounds().unwrap();
    for (bone, original) in computed.skeleton.bones.iter().zip(&model.skeleton.bones) {
        let (a, b) = (&bone.collision, &original.collision);
        assert_eq!(a.mask, b.mask, "{}", bone.name);
        let (a_box, b_box) = (a.bounds.unwrap(), b.bounds.unwrap());
        assert!((a.radius.unwrap() - b.radius.unwrap()).abs() < 1e-3, "{}: {a:?} {b:?}", bone.name);
        assert!(
            a_box.min.abs_diff_eq(b_box.min, 1e-3) && a_box.max.abs_diff_eq(b_box.max, 1e-3),
            "{}: {a:?} {b:?}",
            bone.name
        );
    }
}

/// OgreImporter computes them; AssetImporter uses the source's values, which may be another pose than the bind pose.
#[test]
fn offset_matrices_undo_the_bind_pose() {
    let Some(model) = real("importer", "Ninja.mdl") else { return };
    let mut skeleton = model.skeleton.clone();
    skeleton.compute_offset_matrices();
    for (bone, original) in skeleton.bones.iter().zip(&model.skeleton.bones) {
        assert!(bone.inverse_bind().abs_diff_eq(original.inverse_bind(), 1e-2), "{}", bone.name);
    }
}

#[test]
fn morph_ranges_are_hulls() {
    for name in ["morph_onebuffer.mdl", "morph_split.mdl"] {
        let Some(model) = real("importer", name) else { return };
        let mut computed = model.clone();
        computed.vertex_buffers.iter_mut().for_each(|buffer| buffer.morph_range = Range { start: 7, count: 7 });
        computed.compute_morph_ranges();
        assert_eq!(computed, model, "{name}");
    }
}

/// Normals of smooth models, from their triangles: nearly the modelled ones.
#[test]
fn normals_are_those_of_real_models() {
    for name in ["Sphere.mdl", "Torus.mdl", "TeaPot.mdl"] {
        let Some(model) = real("engine/Data/Models", name) else { return };
        let mut computed = model.clone();
        computed.generate_normals(Smoothing::Positions).unwrap();
        let pairs =
            model.vertex_buffers[0].normals().unwrap().iter().zip(computed.vertex_buffers[0].normals().unwrap().iter());
        let (mut good, mut all) = (0, 0);
        for (old, new) in pairs {
            all += 1;
            good += usize::from(old.dot(new) > 0.9);
        }
        assert!(good * 100 > all * 95, "{name}: {good} of {all}");
        assert_sound(&computed);
    }
}

/// Ninja_t.mdl has tangents from OgreImporter, for the first geometry only.
#[test]
fn tangents_are_those_of_the_importer() {
    let Some(model) = real("importer", "Ninja_t.mdl") else { return };
    let mut computed = model.clone();
    computed.generate_tangents().unwrap();
    let (old, new) = (model.vertex_buffers[0].tangents().unwrap(), computed.vertex_buffers[0].tangents().unwrap());
    let mut used: Vec<u32> = model.indices(&model.geometries[0].lods[0]).collect();
    used.sort_unstable();
    used.dedup();
    let (mut compared, mut other_sides) = (0, 0);
    for vertex in used {
        let (old, new) = (old.get(vertex as usize).unwrap(), new.get(vertex as usize).unwrap());
        if old.is_finite() {
            assert!(near(old.truncate(), new.truncate()), "vertex {vertex}: {old} {new}");
            compared += 1;
            other_sides += usize::from(old.w != new.w);
        }
    }
    // Rounding decides between mirrored and plain halves.
    assert!(other_sides * 50 < compared, "{other_sides} of {compared}");
    assert!(compared > 100, "{compared}");
}

#[test]
fn flat_fronts_face_the_viewer() {
    let mut model = square();
    assert!(model.generate_normals(Smoothing::Vertices).unwrap().is_empty());
    assert_eq!(model.vertex_buffers[0].normals().unwrap().to_vec(), [-Vec3::Z; 4]);
    // u to the right, v down: not mirrored. Then the reverse.
    let uvs = SQUARE.map(|[x, y, _]| urho_mdl::glam::Vec2::new(x, 1.0 - y));
    model.vertex_buffers[0].set_column(Semantic::TEXCOORD, 0, &uvs).unwrap();
    assert!(model.generate_tangents().unwrap().is_empty());
    assert_eq!(model.vertex_buffers[0].tangents().unwrap().to_vec(), [Vec4::new(1.0, 0.0, 0.0, 1.0); 4]);
    let mirrored = uvs.map(|uv| urho_mdl::glam::Vec2::new(-uv.x, uv.y));
    model.vertex_buffers[0].set_column(Semantic::TEXCOORD, 0, &mirrored).unwrap();
    model.generate_tangents().unwrap();
    assert_eq!(model.vertex_buffers[0].tangents().unwrap().to_vec(), [Vec4::new(-1.0, 0.0, 0.0, -1.0); 4]);
    assert!(model.validate().is_empty());
}

/// Two triangles with a common edge and separate vertices.
fn roof() -> Model<'static> {
    let left = [[-1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, -1.0]];
    let right = [[1.0, 0.0, 0.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0]];
    Model::builder().positions(&[left, right].concat()).indices(&[0, 1, 2, 3, 4, 5]).build().expect("sound")
}

#[test]
fn smoothing_knows_hard_edges_and_seams() {
    let mut hard = roof();
    hard.generate_normals(Smoothing::Vertices).unwrap();
    let hard = hard.vertex_buffers[0].normals().unwrap().to_vec();
    assert!(hard[1].x < -0.5 && hard[5].x > 0.5, "{hard:?}");
    let mut soft = roof();
    soft.generate_normals(Smoothing::Positions).unwrap();
    let soft = soft.vertex_buffers[0].normals().unwrap().to_vec();
    assert_eq!(soft[1], Vec3::Y);
    assert_eq!(soft[1], soft[5]);
    assert_eq!(soft[0], hard[0]);
    // The sides meet at a right angle.
    let up_to = |degrees| {
        let mut model = roof();
        model.generate_normals(Smoothing::Angle(degrees)).unwrap();
        model.vertex_buffers[0].normals().unwrap().to_vec()
    };
    assert_eq!((up_to(91.0), up_to(180.0)), (soft.clone(), soft));
    assert_eq!((up_to(89.0), up_to(0.0)), (hard.clone(), hard));
}

#[test]
fn equal_vertices_are_merged_and_the_others_ordered() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [9.0; 3]];
    let builder = || Model::builder().positions(&corners).indices(&[4, 2, 1, 0, 3, 2]);
    let drawn = |model: &Model<'_>| -> Vec<Vec3> {
        let positions = model.vertex_buffers[0].positions().unwrap();
        let all = model.triangles(&model.geometries[0].lods[0]).flatten();
        all.map(|vertex| positions.get(vertex as usize).unwrap()).collect()
    };
    let mut model = builder().build().unwrap();
    let before = drawn(&model);
    assert_eq!(model.compact_vertices().unwrap(), 2);
    assert_eq!((drawn(&model), model.vertex_buffers[0].vertex_count), (before.clone(), 4));
    assert!(model.validate().is_empty());
    assert_eq!(model.clone().compact_vertices().unwrap(), 0);
    // One of the two vertices at a position moves.
    let mut model = builder().morph("Open", &[urho_mdl::Delta::position(3, [0.0, 5.0, 0.0])]).build().unwrap();
    assert_eq!(model.compact_vertices().unwrap(), 1);
    assert_eq!(drawn(&model), before);
    let changed = model.morphs[0].buffers[0].vertices().unwrap().to_vec();
    let moved = model.triangles(&model.geometries[0].lods[0]).nth(1).unwrap()[1];
    assert_eq!((changed, model.vertex_buffers[0].morph_range), (vec![moved], Range { start: moved, count: 1 }));
    assert!(model.validate().is_empty());
}

#[test]
fn what_gives_no_direction_is_told() {
    let mut model = Model::builder().positions(&[SQUARE, [[1.0; 3]; 4]].concat()).indices(&TRIANGLES).build().unwrap();
    model.index_buffers[0].data.to_mut()[0] = 0;
    let notes = model.generate_normals(Smoothing::Vertices).unwrap();
    let message = "note: vertex buffer 0: 4 vertices, without a triangle that gives a normal, have +Y";
    assert_eq!(notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    model.vertex_buffers[0].set_column(Semantic::TEXCOORD, 0, &[urho_mdl::glam::Vec2::ZERO; 8]).unwrap();
    let notes = model.generate_tangents().unwrap();
    let message = "note: vertex buffer 0: 8 vertices, without a direction of texture coordinates, have any tangent";
    assert_eq!(notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    let buffer = &model.vertex_buffers[0];
    for (normal, tangent) in buffer.normals().unwrap().iter().zip(buffer.tangents().unwrap().iter()) {
        assert!(normal.dot(tangent.truncate()).abs() < 1e-6 && tangent.truncate().is_normalized() && tangent.w == 1.0);
    }
}

#[test]
fn what_shading_needs_is_missed() {
    let mut model = square();
    let before = model.clone();
    assert_eq!(model.generate_tangents().unwrap_err().to_string(), "vertex buffer 0: missing: normals");
    model.generate_normals(Smoothing::Vertices).unwrap();
    assert_eq!(model.generate_tangents().unwrap_err().to_string(), "vertex buffer 0: missing: texture coordinates");
    let mut model = before;
    model.vertex_buffers[0].set_column(Semantic::POSITION, 0, &[Vec4::ZERO; 4]).unwrap();
    let error = model.generate_normals(Smoothing::Vertices).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Missing("positions of three floats"));
}

#[test]
fn nothing_to_bound_is_undefined() {
    let mut model = square();
    model.vertex_buffers.clear();
    model.compute_bounds();
    assert_eq!(model.bounds, Bounds::UNDEFINED);
    model.compute_centers().unwrap();
    assert_eq!(model.tail.centers, [Vec3::ZERO]);
    model.version = Version::Bare2011;
    assert_eq!(*model.compute_centers().unwrap_err().kind(), ErrorKind::NotInVersion("centers of geometries"));
}

proptest! {
    /// On any model: no panic, and a model that can be written still can be.
    #[test]
    fn any_model_is_safe(model in fuzzkit::mdl::model()) {
        let mut changed = model.clone();
        changed.compute_bounds();
        let _ = changed.compute_centers();
        let _ = changed.compute_bone_bounds();
        changed.compute_morph_ranges();
        changed.skeleton.compute_offset_matrices();
        prop_assert!(changed.to_bytes().is_ok());
        for smoothing in [Smoothing::Vertices, Smoothing::Positions] {
            if changed.generate_normals(smoothing).is_ok() {
                let _ = changed.generate_tangents();
            }
            prop_assert!(changed.to_bytes().is_ok());
        }
    }
}
