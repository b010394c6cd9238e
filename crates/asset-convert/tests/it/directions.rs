//! Conversions in one known direction, and the same with the options for any direction.

use asset_convert::{Center, ConvertOptions, ConvertTo as _, FromScene, Input, OutputFormat, Rewrite, ToGltf, convert};
use asset_formats::{Asset, Error};
use asset_project::Project;

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

fn bytes(converted: Result<asset_convert::Converted, Error>) -> Vec<u8> {
    converted.expect("a file").files.pop().expect("a file").bytes
}

#[test]
fn a_direction_is_the_same_as_its_options_in_any_direction() {
    let bytes_of_model = sample("Character.mdl");
    let model = Asset::parse(&bytes_of_model, None).unwrap();
    let gltf = ToGltf::default().scale(2.0).originals(false);
    let glb = bytes(model.to_glb_with(&gltf));
    let any = ConvertOptions::default().scale(2.0).originals(false);
    assert_eq!(glb, bytes(convert(&[Input::new("scene", &model)], OutputFormat::GLB, "scene.glb", &any)));

    let asset = Asset::parse(&glb, None).unwrap();
    let created = bytes(asset.to_engine("Models/Fox.mdl", &FromScene::default().lossy(true).weld(false)));
    let any = ConvertOptions::default().lossy(true).weld(false);
    assert_eq!(created, bytes(asset.convert_to("Models/Fox.mdl", &any)));

    let options = Rewrite::default().scale(2.0).center(Center::Bottom);
    let rewritten = bytes(model.rewrite("Fox.mdl", &options));
    let any = ConvertOptions::default().scale(2.0).center(Center::Bottom);
    assert_eq!(rewritten, bytes(model.convert_to("Fox.mdl", &any)));
    assert_ne!(rewritten, bytes_of_model);
    assert_eq!(bytes(model.rewrite("Fox.mdl", &Rewrite::default())), bytes_of_model);
}

#[test]
fn engine_files_are_not_rewritten_and_no_gltf_is_made_of_them() {
    let bytes_of_model = sample("Character.mdl");
    let model = Asset::parse(&bytes_of_model, None).unwrap();
    for output in ["Fox.mdl", "Fox.glb"] {
        let error = model.to_engine(output, &FromScene::default());
        assert!(matches!(error, Err(Error::Refused(_))), "{output}");
    }
    assert!(model.to_engine("Fox.pmdl", &FromScene::default().lossy(true)).is_ok());
    assert!(matches!(model.to_engine("Fox.pak", &FromScene::default()), Err(Error::CannotBecome { .. })));
}

#[test]
fn documents_of_a_project_have_the_same_directions() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("Data/Models")).unwrap();
    let path = folder.path().join("Data/Models/Jack.mdl");
    std::fs::write(&path, sample("Character.mdl")).unwrap();
    let model = Project::around(&path).unwrap().open(&path).unwrap();
    let glb = model.to_glb_with(&ToGltf::default().animated(false)).unwrap();
    assert!(glb.requested("Jack.glb").is_some());
    assert_eq!(bytes(model.rewrite("Jack.mdl", &Rewrite::default())), sample("Character.mdl"));
    assert!(matches!(model.to_engine("Jack.mdl", &FromScene::default()), Err(Error::Refused(_))));
}
