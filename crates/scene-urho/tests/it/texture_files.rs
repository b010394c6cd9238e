//! Files that textures become.

use asset_image::{Info, Kind, PixelFormat, Pixels, TextureFiles, TextureOutput};
use asset_scene::{Material, Scene};
use binio::Limits;
use fuzzkit::looks::texture as image;
use scene_adapter::FileOptions;
use scene_urho::{CreateMaterialOptions, CreatedMaterials, Engine, create_materials};

/// A material with colours, normals, roughness and occlusion.
fn create(target: Engine, output: TextureOutput) -> CreatedMaterials {
    let mut scene = Scene::default();
    let png = |pixel| Pixels::filled(32, 16, pixel).and_then(|pixels| pixels.to_png()).expect("a png");
    let mut texture = |name: &str, pixel| Some(image(&mut scene, name, png(pixel)));
    let material = Material {
        base_color_texture: texture("color", [200, 100, 50, 120]),
        normal_texture: texture("normal", [128, 128, 255, 255]),
        metallic_roughness_texture: texture("rough", [0, 90, 10, 255]),
        occlusion_texture: texture("shade", [70, 0, 0, 255]),
        ..Material::named("Wall")
    };
    let wall = scene.materials.push(material);
    let mut files = FileOptions::default();
    files.texture_output = output;
    let options = CreateMaterialOptions::default().engine(target).files(files);
    create_materials(&scene, "Wall", &[Some(wall)], &options, &mut Limits::default().budget())
}

fn infos(built: &CreatedMaterials) -> Vec<(String, Info)> {
    let textures = built.files.iter().filter(|file| file.name.starts_with("Textures/") && !file.name.ends_with(".xml"));
    textures.map(|file| (file.name.clone(), Info::of(&file.bytes).expect("a texture"))).collect()
}

#[test]
fn textures_become_dds() {
    for (target, count) in [(Engine::Urho3d, 4), (Engine::Rbfx, 3)] {
        let built =
            create(target, TextureOutput { files: TextureFiles::Dds, max_size: Some(16), ..TextureOutput::default() });
        let infos = infos(&built);
        assert_eq!(infos.len(), count, "{infos:?}");
        for (name, info) in infos {
            let format = match name.as_str() {
                "Textures/color.dds" | "Textures/rough_properties.dds" => PixelFormat::Bc3,
                _ => PixelFormat::Bc1,
            };
            assert_eq!((info.kind, info.width, info.mips), (Kind::Dds, 16, 5), "{name}");
            assert!(name.ends_with(".dds") && (info.format == format), "{name}: {info:?}");
        }
        let material = built.files.iter().find(|file| file.name == "Materials/Wall.xml").expect("a material");
        let text = String::from_utf8_lossy(&material.bytes);
        assert!(text.contains("Textures/normal.dds") && !text.contains(".png"), "{text}");
    }
}

#[test]
fn textures_stay_or_become_smaller() {
    let kept = infos(&create(Engine::Urho3d, TextureOutput::default()));
    assert!(kept.iter().all(|(name, info)| name.ends_with(".png") && info.width == 32), "{kept:?}");
    let small = infos(&create(Engine::Urho3d, TextureOutput { max_size: Some(8), ..TextureOutput::default() }));
    assert!(small.iter().all(|(name, info)| name.ends_with(".png") && info.width == 8), "{small:?}");
}
