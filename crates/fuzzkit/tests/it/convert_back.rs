//! The law of conversion over generated models, scenes and materials: created files validate without errors, restored and updated files have no
//! error that their original doesn't have.

use fuzzkit::convert_back::TARGET;
use proptest::collection::vec;
use proptest::prelude::*;

/// A generated file of a format that can be shown, meaningful or not.
fn file() -> BoxedStrategy<Vec<u8>> {
    let scene = |engine| {
        fuzzkit::urho_scene::scene(engine).prop_map(|scene| {
            let forms = urho_scene::Encoding::ALL.into_iter();
            let options = urho_scene::WriteOptions::default();
            let mut written = forms.filter_map(|encoding| {
                urho_scene::Document::from_scene(scene.clone(), encoding, &options).ok()?.0.to_bytes().ok()
            });
            written.next().unwrap_or_default()
        })
    };
    prop_oneof![
        6 => fuzzkit::mdl::model().prop_map(|model| model.to_bytes().unwrap_or_default()),
        6 => fuzzkit::pragma::asset::<pragma_asset::model::ModelKind>()
            .prop_map(|model| model.to_bytes().unwrap_or_default()),
        2 => fuzzkit::pragma::asset::<pragma_asset::map::MapKind>().prop_map(|map| map.to_bytes().unwrap_or_default()),
        2 => fuzzkit::zed::model().prop_map(|model| model.to_bytes().unwrap_or_default()),
        2 => scene(urho_scene::Engine::Urho3d),
        1 => scene(urho_scene::Engine::U3d),
        2 => scene(urho_scene::Engine::Rbfx),
        2 => prop::sample::select((fuzzkit::material::TARGET.seeds)()),
        3 => prop::sample::select((fuzzkit::convert_back::TARGET.seeds)()).prop_map(|seed| seed[3..].to_vec()),
    ]
    .boxed()
}

proptest! {
    #[test]
    fn what_is_converted_back_has_no_new_errors(
        file in file(),
        (output_format, options) in (any::<u8>(), 0_u8..16),
        changes in vec(any::<[u8; 4]>(), 0..4),
    ) {
        let head = [output_format, options, changes.len() as u8];
        (TARGET.body)(&[&head[..], changes.as_flattened(), &file].concat());
    }
}
