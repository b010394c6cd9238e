//! Materials written by hand, and their looks; skins as variants.

use crate::kit;

use asset_scene::{Alpha, Id, Material as Look, Scene, Wrap};
use fuzzkit::looks::{pixels, png, said};
use kit::project::{Files, dds, view};
use pragma_asset::model::Skin;
use pragma_asset::{MeshData, Model, glam::Vec3};
use scene_pragma::Rule;

/// Returns the look of the first material, with its base materials, and textures by path.
fn show(texts: &[&str], files: &[(&str, &[u8])]) -> (Scene<'static>, Look, Vec<String>) {
    let names = ["materials/a.pmat", "materials/b.pmat"];
    let textures = files.iter().map(|(name, bytes)| (format!("materials/{name}.png"), bytes.to_vec()));
    let materials = names.iter().zip(texts).map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    let files: Files = textures.chain(materials).collect();
    let (scene, findings) = view(&files, &names[..texts.len()]);
    let look = scene[Id::<Look>::new(0)].clone();
    (scene, look, said(&findings))
}

#[test]
fn defaults_are_the_engine_s() {
    let (scene, look, said) = show(&["\"pbr\"\n{\n\t\"textures\"\n\t{\n\t\t$string albedo_map \"white\"\n\t}\n}"], &[]);
    assert_eq!((look.base_color, look.roughness, look.metallic), ([1.0; 4], 0.5, 0.0));
    assert_eq!((look.base_color_texture, scene.images.len(), look.alpha), (None, 0, Alpha::Opaque));
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn one_image_holds_occlusion_roughness_and_metalness() {
    let (albedo, rma) = (png([10, 20, 30, 40]), png([200, 100, 50, 255]));
    let text = "\"pbr\"\n{\n\t\"textures\"\n\t{\n\t\t$string albedo_map \"Models/A\"\n\t\t$string rma_map \"b\"\n\t\t$string emission_map \"gone\"\n\
        \t\t$int32 alpha_mode 1\n\t}\n\t\"properties\"\n\t{\n\t\t$float ao_factor 0.5\n\t\t$float roughness_factor 0.25\n\t\t$float alpha_cutoff 0.75\n\
        \t\t$vec3 color_factor [0.5,1,2]\n\t\t$int32 address_mode_u 2\n\t\t$float specular_factor 0.5\n\t\t$string surfacematerial \"stone\"\n\t}\n}";
    let (scene, look, said) = show(&[text], &[("models/a", &albedo), ("b", &rma)]);
    let packed = look.metallic_roughness_texture.unwrap();
    assert_eq!(look.occlusion_texture, Some(packed));
    assert_eq!(&*scene[packed.image].bytes.read().unwrap(), rma.as_slice());
    assert!((look.occlusion_strength - 0.65).abs() < 1e-6);
    assert_eq!((look.roughness, look.metallic, look.alpha), (0.125, 0.0, Alpha::Mask { cutoff: 0.75 }));
    assert_eq!(look.base_color, [0.5, 1.0, 1.0, 1.0]);
    assert_eq!(look.base_color_texture.unwrap().sampler.wrap_s, Wrap::Clamp);
    assert_eq!((look.emissive, look.emissive_texture), ([0.0; 3], None));
    let told = |rule: Rule, what: &str| said.iter().any(|one| one.contains(rule.text()) && one.contains(what));
    assert!(told(Rule::MissingTexture, "emission_map gone, not in assets"), "{said:?}");
    assert!(
        told(Rule::Range, "color_factor 2") && told(Rule::Specular, "0.5") && told(Rule::Others, "surfacematerial")
    );
}

#[test]
fn what_a_material_leaves_out_its_base_says() {
    let own = "\"unlit\"\n{\n\t$string base_material \"b\"\n\t\"properties\"\n\t{\n\t\t$float alpha_factor 0.5\n\t\t$int32 alpha_mode 2\n\t}\n}";
    let base = "\"pbr\"\n{\n\t\"textures\"\n\t{\n\t\t$string diffuse_map \"d\"\n\t\t$string albedo_map \"a\"\n\t}\n\t\"properties\"\n\t{\n\t\t$vec3 color_factor [0.25,0.25,0.25]\n\t}\n}";
    let image = png([1, 2, 3, 128]);
    let (scene, look, said) = show(&[own, base], &[("d", &image), ("a", &image)]);
    assert!(look.unlit);
    assert_eq!((look.base_color, look.alpha), ([0.25, 0.25, 0.25, 0.5], Alpha::Blend));
    assert_eq!(scene[look.base_color_texture.unwrap().image].name, "d");
    assert!(said.iter().any(|one| one.contains(Rule::BaseMaterial.text())), "{said:?}");
}

#[test]
fn a_shown_texture_is_no_kept_property() {
    let text = |shader: &str| format!("\"{shader}\"\n{{\n\t\"textures\"\n\t{{\n\t\t$string glow_map \"g\"\n\t}}\n}}");
    let image = png([1, 2, 3, 255]);
    for (shader, is_shown) in [("glow", true), ("pbr", false)] {
        let (_, look, said) = show(&[&text(shader)], &[("g", &image)]);
        assert_eq!(look.base_color_texture.is_some(), is_shown, "{shader}");
        let is_told = said.iter().any(|one| one.contains(Rule::Others.text()) && one.contains("glow_map"));
        assert_eq!(is_told, !is_shown, "{shader}: {said:?}");
    }
}

#[test]
fn opaque_blocks_have_no_holes() {
    let dds = dds();
    for (mode, alpha) in [(0, 255), (2, 0)] {
        let text = format!(
            "\"pbr\"\n{{\n\t\"textures\"\n\t{{\n\t\t$string albedo_map \"a\"\n\t}}\n\t\"properties\"\n\t{{\n\t\t$int32 alpha_mode {mode}\n\t}}\n}}"
        );
        let (scene, look, _) = show(&[&text], &[("a", &dds)]);
        let pixels = pixels(&scene, look.base_color_texture).unwrap();
        assert_eq!(pixels.get(1, 1).unwrap()[3], alpha, "{mode}");
    }
}

#[test]
fn skins_are_variants() {
    let triangle =
        MeshData { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![0, 1, 2], ..MeshData::default() };
    let mut model = Model::builder().material("red").material("blue").mesh("body", triangle).build().unwrap();
    model.set_skins(&[Skin { materials: vec![0, 1] }, Skin { materials: vec![1, 0] }]);
    let (scene, _) = scene_pragma::to_scene(&model, "a", &scene_pragma::ShowOptions::default()).unwrap();
    assert_eq!(scene.variants, ["skin0", "skin1"]);
    let primitive = scene.meshes.iter().flat_map(|mesh| &mesh.primitives).next().unwrap();
    let names: Vec<&str> = primitive.variants.iter().map(|(_, material)| scene[*material].name.as_str()).collect();
    assert_eq!(names, ["red", "blue"]);
    assert_eq!(kit::home(&scene).unwrap().to_bytes().unwrap(), model.to_bytes().unwrap());
}

#[test]
fn variants_are_skins() {
    let triangle =
        || MeshData { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![0, 1, 2], ..MeshData::default() };
    // Three indices of two materials, in two skins.
    let builder = Model::builder().material("red").material("blue").skin(vec![0, 1, 0]).skin(vec![1, 1, 0]);
    let mesh = |material_index| MeshData { material_index, ..triangle() };
    let model = builder.mesh("body", mesh(2)).mesh("body", mesh(0)).mesh("body", mesh(1)).build().unwrap();
    let (mut scene, _) = scene_pragma::to_scene(&model, "a", &Default::default()).unwrap();
    let of = |model: &Model<'_>, skin| {
        let names =
            model.meshes().iter().map(|mesh| model.material_of(mesh, skin).unwrap().to_text().into_owned()).collect();
        let names: Vec<String> = names;
        names
    };
    let built = scene_pragma::create(&scene, &Default::default()).unwrap();
    assert_eq!((of(&built.model, 0), of(&built.model, 1)), (of(&model, 0), of(&model, 1)));
    assert_eq!((built.model.skins().len(), built.findings.is_empty()), (2, true), "{:?}", built.findings);
    let updated = scene_pragma::update(&model, &scene, &Default::default()).unwrap();
    let names: Vec<&str> = updated.materials.iter().map(|material| scene[material.unwrap()].name.as_str()).collect();
    assert_eq!((names, updated.findings.is_empty()), (vec!["red", "blue"], true));

    // Of another file: the first variant isn't the default, and names take precedence over numbers.
    scene.variants = vec!["clean".into(), "rusty".into()];
    let blue = updated.materials[1];
    let primitives = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
    primitives.for_each(|primitive| primitive.material = blue);
    let built = scene_pragma::create(&scene, &Default::default()).unwrap();
    assert_eq!(of(&built.model, 0), ["blue"; 3]);
    assert_eq!((of(&built.model, 1), of(&built.model, 2)), (of(&model, 0), of(&model, 1)));
    assert!(said(&built.findings)[0].contains("clean, rusty"), "{:?}", built.findings);
    let updated = scene_pragma::update(&model, &scene, &Default::default()).unwrap();
    assert_eq!(of(&updated.model, 0), ["blue"; 3]);

    // Meshes without a material get the engine's own.
    let primitives = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives);
    primitives.for_each(|primitive| (primitive.material, primitive.variants) = (None, Vec::new()));
    scene.variants.clear();
    let built = scene_pragma::create(&scene, &Default::default()).unwrap();
    assert_eq!((of(&built.model, 0), built.materials.last()), (vec!["white".to_owned(); 3], Some(&None)));
}

#[test]
fn every_rule_is_in_the_documentation() {
    let page = include_str!("../../FORMAT.md");
    for rule in Rule::ALL {
        let line = format!("| {} | `{rule:?}` | {rule} |", rule.number());
        assert!(page.contains(&line), "{line}");
    }
}
