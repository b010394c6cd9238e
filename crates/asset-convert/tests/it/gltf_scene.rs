//! Scenes for programs that show them.

use std::sync::Arc;

use asset_convert::{ConvertOptions, Input, OutputFormat, ToScene, convert, gltf_scene};
use asset_formats::{Asset, Error};
use asset_project::{Files, Resources};

fn sample(name: &str) -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    samples.into_iter().find(|sample| sample.name == name).unwrap().bytes
}

#[test]
fn the_scene_of_a_model_is_what_its_glb_holds() {
    let (model, wave) = (sample("Character.mdl"), sample("Character_Wave.ani"));
    let (model, wave) = (Asset::parse(&model, None).unwrap(), Asset::parse(&wave, None).unwrap());
    let inputs = [Input::new("Character", &model), Input::new("Wave", &wave)];
    let (scene, findings) = gltf_scene(&inputs, &ToScene::default()).unwrap();
    let converted = convert(&inputs, OutputFormat::GLB, "scene.glb", &ConvertOptions::default()).unwrap();
    let glb = Asset::parse(&converted.files.last().unwrap().bytes, None).unwrap().into_owned();
    let (read, _) = glb.to_scene("Character").unwrap();
    assert_eq!(scene.nodes, read.nodes);
    assert_eq!(scene.meshes, read.meshes);
    assert_eq!(scene.arrays, read.arrays);
    assert_eq!((scene.animations.len(), scene.animations.iter().next().unwrap().name.as_str()), (1, "Wave"));
    assert_eq!(findings.len(), converted.findings.len());
}

/// Two files of a project.
#[derive(Debug)]
struct Memory;

const MATERIAL: &[u8] = br#"<material><technique name="Techniques/NoTexture.xml"/><parameter name="MatDiffColor" value="0.25 0.5 1 1"/></material>"#;

impl Files for Memory {
    fn find(&self, name: &str, _: bool) -> Option<String> {
        (name == "Materials/Sea.xml").then(|| name.to_owned())
    }

    fn read(&self, _: &str, _: u64) -> std::io::Result<Vec<u8>> {
        Ok(MATERIAL.to_vec())
    }
}

#[test]
fn a_material_has_a_scene_without_nodes() {
    let material = Asset::parse(MATERIAL, Some("Sea.xml".as_ref())).unwrap();
    let input = Input::new("Sea", &material).resource("Materials/Sea.xml");
    let options = ToScene::default().resources(Arc::new(Resources::new().files("memory", Memory)));
    let (scene, _) = gltf_scene(&[input], &options).unwrap();
    assert_eq!((scene.nodes.len(), scene.materials.len()), (0, 1));
    let color = |scene: &asset_scene::Scene<'_>| scene.materials.iter().next().unwrap().base_color;
    // Colours of the engine are sRGB, those of a scene are linear.
    let linear = [0.050_876_09, 0.214_041_14, 1.0, 1.0];
    assert!(color(&scene).iter().zip(linear).all(|(own, wanted)| (own - wanted).abs() < 1e-6), "{:?}", color(&scene));
    // Without its name as a resource, nobody knows where its textures would be.
    let (unknown, _) = gltf_scene(&[Input::new("Sea", &material)], &options).unwrap();
    assert_eq!(color(&unknown), [1.0; 4]);
}

#[test]
fn documents_without_a_scene_are_refused() {
    let text = Asset::parse(b"$uint32 answer 42", Some("notes.udm".as_ref())).unwrap();
    let error = gltf_scene(&[Input::new("notes", &text)], &ToScene::default()).unwrap_err();
    assert!(matches!(error, Error::CannotBecome { .. }), "{error}");
}
