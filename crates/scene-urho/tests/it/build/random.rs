//! Scenes that nobody would make.

use asset_scene::Transform;
use asset_scene::reduce::CurveTolerance;
use fuzzkit::scene::random::{Random, scene};
use scene_urho::{CreateModelOptions, CreatedAnimation, CreatedModel, Engine, UpAxis, create, create_animations};

use crate::kit::compare::check_scaled;

#[test]
fn any_scene_is_what_gltf_says() {
    let mut shown = 0;
    for seed in 0..400 {
        let mut random = Random(seed);
        let scene = scene(&mut random);
        scene.check().unwrap();
        // Errors of bones add up along a limb: finer than the bound of the comparison.
        let options = CreateModelOptions::default().curve_tolerance(CurveTolerance::millimetres(0.01));
        let options = options.max_bones(if random.chance(3) { 1 + random.below(6) as u16 } else { 64 });
        let scale = if random.chance(2) { 1.0 } else { 0.01 };
        let up = if random.chance(3) { UpAxis::Z } else { UpAxis::Y };
        let options = options.keep_hierarchy(random.chance(3)).engine(if random.chance(3) {
            Engine::Rbfx
        } else {
            Engine::Urho3d
        });
        if let Err(error) = check_scaled(&scene, &options, (scale, up)) {
            panic!("seed {seed}: {error}");
        }
        shown += 1;
    }
    assert_eq!(shown, 400);
}

#[test]
fn odd_numbers_do_no_harm() {
    const ODD: [f32; 6] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 0.0, 1e-40];
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut scene = scene(&mut random);
        for array in &mut scene.arrays {
            if array.component == asset_scene::Component::F32 && random.chance(3) {
                let mut data = array.dense().into_owned();
                for number in data.chunks_exact_mut(4) {
                    if random.chance(4) {
                        number.copy_from_slice(&ODD[random.below(6)].to_le_bytes());
                    }
                }
                array.data = asset_scene::Data::Dense(data.into());
            }
        }
        for node in &mut scene.nodes {
            if let (Transform::Trs { scale, translation, .. }, true) = (&mut node.transform, random.chance(4)) {
                scale[random.below(3)] = ODD[random.below(6)];
                translation[random.below(3)] = ODD[random.below(6)];
            }
            if let (Transform::Matrix(columns), true) = (&mut node.transform, random.chance(4)) {
                columns[random.below(16)] = ODD[random.below(6)];
            }
        }
        let options = CreateModelOptions::default().max_keys(20_000);
        if let Ok(CreatedModel { model, .. }) = create(&scene, &options) {
            let bytes = model.to_bytes().unwrap();
            assert_eq!(urho_mdl::Model::parse(&bytes).unwrap(), model, "seed {seed}");
        }
        for CreatedAnimation { animation, .. } in
            create_animations(&scene, &options).into_iter().flat_map(|(animations, _)| animations)
        {
            let bytes = animation.to_bytes().unwrap();
            assert_eq!(urho_ani::Animation::parse(&bytes).unwrap(), animation, "seed {seed}");
        }
    }
}
