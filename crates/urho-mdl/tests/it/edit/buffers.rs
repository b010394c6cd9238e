//! Buffers and levels of detail.

use super::{SQUARE, TRIANGLES, all_drawn, assert_sound, morphed, real, square};
use proptest::prelude::*;
use urho_mdl::{Delta, ErrorKind, Model, ModelBuilder, Range, Semantic};

/// Valid models of one to three buffers with geometries, levels of detail and morphs that share vertices at random.
fn sound_model() -> impl Strategy<Value = Model<'static>> {
    let geometry = proptest::collection::vec((0..20_u32, 0..20_u32, 0..20_u32), 1..6);
    let geometries = proptest::collection::vec((geometry.clone(), proptest::option::of(geometry)), 1..4);
    let deltas = proptest::collection::vec((0..20_u32, -1.0_f32..1.0), 0..5);
    let buffer = (any::<bool>(), 3..20_u32, geometries, proptest::option::of(deltas));
    proptest::collection::vec(buffer, 1..4).prop_map(|buffers| {
        let mut builder = ModelBuilder::new();
        for (number, (colored, count, geometries, deltas)) in buffers.into_iter().enumerate() {
            if number > 0 {
                builder = builder.next_buffer();
            }
            let positions: Vec<[f32; 3]> = (0..count).map(|vertex| [number as f32, vertex as f32, 0.5]).collect();
            builder = builder.positions(&positions);
            if colored {
                builder = builder.colors(0, &vec![[7; 4]; count as usize]);
            }
            let flat = |triangles: Vec<(u32, u32, u32)>| -> Vec<u32> {
                triangles.into_iter().flat_map(|(a, b, c)| [a % count, b % count, c % count]).collect()
            };
            for (fine, coarse) in geometries {
                builder = builder.indices(&flat(fine));
                if let Some(coarse) = coarse {
                    builder = builder.lod(5.0, &flat(coarse));
                }
            }
            if let Some(deltas) = deltas {
                let delta = |(vertex, x): (u32, f32)| Delta::position(vertex % count, [x, 0.0, 0.0]);
                builder = builder.morph("Morph", &deltas.into_iter().map(delta).collect::<Vec<_>>());
            }
        }
        builder.build().expect("sound arrays")
    })
}

/// Drawn vertices, as owned bytes.
fn picture(model: &Model<'_>) -> Vec<Vec<Vec<u8>>> {
    all_drawn(model).into_iter().map(|lod| lod.into_iter().map(<[u8]>::to_vec).collect()).collect()
}

/// Morph deltas of drawn vertices.
fn visible_morphs(model: &Model<'_>) -> Vec<(usize, Vec<u8>, Vec<u8>)> {
    let drawn = picture(model);
    let mut visible = morphed(model);
    visible.retain(|(_, vertex, _)| drawn.iter().flatten().any(|other| other == vertex));
    visible
}

proptest! {
    #[test]
    fn splitting_keeps_the_picture(model in sound_model()) {
        let mut split = model.clone();
        split.split_buffers().unwrap();
        assert_sound(&split);
        prop_assert_eq!(picture(&split), picture(&model));
        prop_assert_eq!(visible_morphs(&split), visible_morphs(&model));
        prop_assert_eq!(split.vertex_buffers.len(), model.geometries.len());
        prop_assert_eq!(split.index_buffers.len(), model.geometries.len());
        let mut again = split.clone();
        again.split_buffers().unwrap();
        prop_assert_eq!(&again, &split);
        // Nothing remains to be removed, and the joined model is the same picture.
        prop_assert_eq!(again.drop_unused_vertices().unwrap(), 0);
        again.join_buffers().unwrap();
        prop_assert_eq!(picture(&again), picture(&model));
        prop_assert_eq!(visible_morphs(&again), visible_morphs(&model));
    }

    #[test]
    fn joining_keeps_the_picture(model in sound_model()) {
        let mut joined = model.clone();
        joined.join_buffers().unwrap();
        assert_sound(&joined);
        prop_assert_eq!(picture(&joined), picture(&model));
        prop_assert_eq!(morphed(&joined), morphed(&model));
        let mut kinds: Vec<String> = model.vertex_buffers.iter().map(|buffer| buffer.declaration.to_string()).collect();
        kinds.sort();
        kinds.dedup();
        prop_assert_eq!(joined.vertex_buffers.len(), kinds.len());
        prop_assert_eq!(joined.index_buffers.len(), 1);
        let mut again = joined.clone();
        again.join_buffers().unwrap();
        prop_assert_eq!(again, joined);
    }

    #[test]
    fn dropping_unused_vertices_keeps_the_picture(model in sound_model()) {
        let mut less = model.clone();
        let dropped = less.drop_unused_vertices().unwrap();
        assert_sound(&less);
        prop_assert_eq!(picture(&less), picture(&model));
        prop_assert_eq!(visible_morphs(&less), visible_morphs(&model));
        let count = |model: &Model<'_>| model.vertex_buffers.iter().map(|buffer| buffer.vertex_count as usize).sum::<usize>();
        prop_assert_eq!(count(&less) + dropped, count(&model));
        prop_assert_eq!(less.drop_unused_vertices().unwrap(), 0);
    }

    /// On any model, an edit either succeeds or returns an error and changes nothing.
    #[test]
    fn any_model_is_safe(model in fuzzkit::mdl::model(), distance in any::<f32>()) {
        let mut changed = model.clone();
        if changed.split_buffers().is_err() {
            prop_assert_eq!(&changed, &model);
        }
        let mut changed = model.clone();
        if changed.join_buffers().is_err() {
            prop_assert_eq!(&changed, &model);
        }
        let mut changed = model.clone();
        if changed.drop_unused_vertices().is_err() {
            prop_assert_eq!(&changed, &model);
        }
        let mut changed = model.clone();
        match changed.add_lod(0, distance, &[0, 0, 0]) {
            Ok(level) => {
                prop_assert!(level > 0);
                prop_assert_eq!(changed.geometries[0].lods.len(), model.geometries[0].lods.len() + 1);
                changed.drop_lod(0, level).unwrap();
                prop_assert_eq!(changed.geometries[0].lods.len(), model.geometries[0].lods.len());
            }
            Err(_) => prop_assert_eq!(&changed, &model),
        }
    }
}

#[test]
fn the_importers_split_is_ours() {
    let (Some(mut one), Some(split)) = (real("importer", "morph_onebuffer.mdl"), real("importer", "morph_split.mdl"))
    else {
        return;
    };
    let mut joined = split.clone();
    one.split_buffers().unwrap();
    assert_eq!(one.vertex_buffers, split.vertex_buffers);
    assert_eq!(one.index_buffers, split.index_buffers);
    assert_eq!(one.geometries, split.geometries);
    assert_eq!(one.morphs, split.morphs);
    let original = real("importer", "morph_onebuffer.mdl").expect("it was there");
    joined.join_buffers().unwrap();
    assert_eq!(joined.vertex_buffers, original.vertex_buffers);
    assert_eq!(joined.index_buffers, original.index_buffers);
    assert_eq!(joined.geometries, original.geometries);
    assert_eq!(joined.morphs, original.morphs);
}

#[test]
fn levels_of_detail_stand_by_distance() {
    let mut model = square();
    assert_eq!(model.add_lod(0, 20.0, &[0, 1, 2]).unwrap(), 1);
    assert_eq!(model.add_lod(0, 10.0, &[0, 2, 3]).unwrap(), 1);
    let lods = &model.geometries[0].lods;
    assert_eq!(lods.iter().map(|lod| lod.distance).collect::<Vec<_>>(), [0.0, 10.0, 20.0]);
    assert_eq!(model.triangles(&lods[0]).collect::<Vec<_>>(), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(model.triangles(&lods[1]).collect::<Vec<_>>(), [[0, 2, 3]]);
    assert_eq!(model.triangles(&lods[2]).collect::<Vec<_>>(), [[0, 1, 2]]);
    assert!(model.validate().is_empty());
    let dropped = model.drop_lod(0, 0).unwrap();
    assert_eq!(dropped.draw, Range { start: 0, count: 6 });
    assert_eq!(model.geometries[0].lods[0].distance, 0.0);
    assert_eq!(model.drop_unused_vertices().unwrap(), 0);
    assert_eq!(model.index_buffers[0].index_count, 6);
    assert_sound(&model);
}

#[test]
fn levels_of_detail_are_checked() {
    let mut model = square();
    let before = model.clone();
    let mut says = |geometry, distance, indices: &[u32]| {
        model.add_lod(geometry, distance, indices).expect_err("something is wrong").to_string()
    };
    assert_eq!(says(1, 1.0, &[]), "geometry 1: expected a number below 1, found 1");
    assert_eq!(says(0, 0.0, &[]), "geometry 0: the distance has to be above 0 and no other level's");
    assert_eq!(says(0, f32::NAN, &[]), "geometry 0: the distance has to be above 0 and no other level's");
    assert_eq!(says(0, 1.0, &[0, 1]), "geometry 0 > indices: the indices make no whole triangles");
    assert_eq!(says(0, 1.0, &[0, 1, 4]), "geometry 0 > indices: expected a number below 4, found 4");
    assert_eq!(model.drop_lod(0, 1).unwrap_err().to_string(), "geometry 0 > LOD 1: expected a number below 1, found 1");
    assert_eq!(model.drop_lod(3, 0).unwrap_err().to_string(), "geometry 3: expected a number below 1, found 3");
    assert_eq!(model, before);
    model.geometries[0].lods.clear();
    assert_eq!(*model.add_lod(0, 1.0, &[]).unwrap_err().kind(), ErrorKind::Missing("a first level of detail"));
}

#[test]
fn unsound_models_have_to_be_repaired_first() {
    let mut model = square();
    model.geometries[0].lods[0].draw.count = 7;
    let error = model.split_buffers().unwrap_err();
    assert_eq!(error.to_string(), "geometry 0 > LOD 0 > draw range: expected a number below 6, found 7");
    model.geometries[0].lods[0].vertex_buffer = 1;
    assert_eq!(
        model.join_buffers().unwrap_err().to_string(),
        "geometry 0 > LOD 0 > vertex buffer: expected a number below 1, found 1"
    );
    let mut model = square();
    model.index_buffers[0].data.to_mut()[0] = 4;
    assert_eq!(
        model.drop_unused_vertices().unwrap_err().to_string(),
        "geometry 0 > LOD 0 > indices: expected a number below 4, found 4"
    );
    let mut model = square();
    assert!(model.vertex_buffers[0].remove_column(Semantic::POSITION, 0).unwrap());
    assert_eq!(model.drop_unused_vertices().unwrap_err().to_string(), "vertex buffer 0: missing: elements of vertices");
}

/// Overlapping levels of detail would grow without bound when they are split.
#[test]
fn overlapping_levels_of_detail_do_not_explode() {
    let many: Vec<u32> = TRIANGLES.iter().copied().cycle().take(600_000).collect();
    let mut model = Model::builder().positions(&SQUARE).indices(&many).build().unwrap();
    let lod = model.geometries[0].lods[0].clone();
    // Each draws three indices less than the previous, so that none is the same.
    let shorter = |level: u32| {
        let draw = Range { start: 0, count: lod.draw.count - 3 * level };
        urho_mdl::Lod { distance: level as f32, draw, ..lod.clone() }
    };
    model.geometries[0].lods = (0..600).map(shorter).collect();
    let before = model.clone();
    let error = model.split_buffers().unwrap_err();
    assert!(error.to_string().contains("exceeded the limit"), "{error}");
    assert_eq!(model, before);
}

/// Deltas that the engine ignores because of an empty morph range must not take effect.
#[test]
fn ignored_morphs_stay_ignored() {
    let moved = [Delta::position(1, [1.0, 0.0, 0.0])];
    let first = Model::builder().positions(&SQUARE).indices(&TRIANGLES).morph("Move", &moved);
    let mut model = first.next_buffer().positions(&SQUARE).indices(&TRIANGLES).morph("Move", &moved).build().unwrap();
    model.vertex_buffers[0].morph_range = Range::default();
    model.join_buffers().unwrap();
    assert_eq!(model.vertex_buffers[0].morph_range, Range { start: 5, count: 1 });
    assert_eq!(model.morphs[0].buffers[0].vertices().unwrap().to_vec(), [5]);
}
