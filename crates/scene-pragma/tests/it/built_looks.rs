//! Material files of scenes, and the looks after reading these files.

use std::sync::Arc;

use crate::kit;

use asset_image::{Channel, Info, PixelFormat, Pixels, TextureFiles, TextureOutput};
use asset_scene::{Alpha, Id, Material, Sampler, Scene, Specular, Texture, TextureTransform, Wrap};
use binio::Limits;
use fuzzkit::looks::{emitted, near, picture, pixels, png, said, texture};
use kit::project::{Files, dds, view};
use pragma_asset::{Encoding, Model};
use scene_adapter::FileOptions;
use scene_pragma::{CreateMaterialOptions, CreatedMaterials, Rule, create_materials};

fn of_files<'o>(set: impl FnOnce(&mut FileOptions<'o>)) -> CreateMaterialOptions<'o> {
    let mut files = FileOptions::default();
    set(&mut files);
    CreateMaterialOptions::default().files(files)
}

fn options() -> CreateMaterialOptions<'static> {
    text_with(|_| ())
}

/// Options for materials of a model in text form.
fn text_with<'o>(set: impl FnOnce(&mut FileOptions<'o>)) -> CreateMaterialOptions<'o> {
    let with_folder = |files: &mut FileOptions<'o>| {
        files.folder = "Props/Fox";
        set(files);
    };
    of_files(with_folder).encoding(Encoding::Text)
}

fn create(scene: &Scene<'_>, options: &CreateMaterialOptions<'_>) -> CreatedMaterials {
    let materials: Vec<_> = scene.materials.ids().map(Some).collect();
    create_materials(scene, &materials, options, &mut Limits::default().budget())
}

fn files(built: &CreatedMaterials) -> Files {
    built.files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect()
}

fn told(built: &CreatedMaterials, rule: Rule) -> bool {
    fuzzkit::looks::told(&built.findings, rule)
}

fn first<'s>(scene: &'s Scene<'_>) -> &'s Material {
    &scene[Id::<Material>::new(0)]
}

fn bytes(scene: &Scene<'_>, texture: Option<Texture>) -> Option<Vec<u8>> {
    texture.map(|texture| scene[texture.image].bytes.read().unwrap().into_owned())
}

/// All textures, factors without textures, and all other properties.
fn helmet(scene: &mut Scene<'_>) -> Material {
    let sampler = Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Mirror, ..Sampler::default() };
    let mut image =
        |name: &str, seed, full: &[Channel]| Texture { sampler, ..texture(scene, name, picture(seed, full)) };
    let rma = image("Orm", 2, &[Channel::A]);
    Material {
        base_color: [0.5, 0.25, 1.0, 0.75],
        base_color_texture: Some(image("albedo.jpg", 1, &[])),
        metallic: 0.75,
        roughness: 0.125,
        metallic_roughness_texture: Some(rma),
        occlusion_texture: Some(rma),
        occlusion_strength: 0.65,
        normal_texture: Some(image("", 3, &[Channel::A])),
        emissive: [1.0, 0.5, 0.25],
        emissive_strength: 3.0,
        emissive_texture: Some(image("glow", 4, &[Channel::A])),
        ior: 1.25,
        alpha: Alpha::Mask { cutoff: 0.25 },
        name: "Helmet.001".into(),
        ..Material::default()
    }
}

#[test]
fn a_material_goes_there_and_back() {
    for encoding in [Encoding::Text, Encoding::Binary] {
        let mut scene = Scene::default();
        let before = helmet(&mut scene);
        scene.materials.push(before.clone());
        let built = create(&scene, &options().encoding(encoding));
        let end = if encoding == Encoding::Text { "pmat" } else { "pmat_b" };
        let name = format!("materials/models/props/fox/helmet.001.{end}");
        assert_eq!(built.names, [Some(name.clone())]);
        let files = files(&built);
        let images =
            ["albedo", "orm", "texture_2", "glow"].map(|name| format!("materials/models/props/fox/{name}.png"));
        assert!(images.iter().all(|name| files.contains_key(name)), "{:?}", files.keys());
        let (after, findings) = view(&files, &[&name]);
        let shown = first(&after);
        assert!(near(&before.base_color, &shown.base_color) && near(&emitted(&before), &emitted(shown)), "{shown:?}");
        let factors = |own: &Material| [own.metallic, own.roughness, own.occlusion_strength, own.ior];
        assert!(near(&factors(&before), &factors(shown)), "{shown:?}");
        assert_eq!((shown.alpha, shown.unlit), (before.alpha, false));
        for (a, b) in [
            (before.base_color_texture, shown.base_color_texture),
            (before.metallic_roughness_texture, shown.metallic_roughness_texture),
            (before.occlusion_texture, shown.occlusion_texture),
            (before.normal_texture, shown.normal_texture),
            (before.emissive_texture, shown.emissive_texture),
        ] {
            assert_eq!(bytes(&scene, a), bytes(&after, b));
            let wraps = |texture: Texture| (texture.sampler.wrap_s, texture.sampler.wrap_t);
            assert_eq!(a.map(wraps), b.map(wraps));
        }
        assert!(!said(&findings).iter().any(|one| one.contains(Rule::MissingTexture.text())), "{findings:?}");
        // Unchanged materials from files become the same files.
        let again = create(&after, &options());
        assert_eq!(self::files(&again), files);
    }
}

#[test]
fn what_the_engine_takes_anyway_is_left_out() {
    let mut scene = Scene::default();
    scene.materials.push(Material { roughness: 0.5, ..Material::named("a") });
    scene.materials.push(Material { unlit: true, roughness: 0.5, alpha: Alpha::Blend, ..Material::named("b") });
    let files = files(&create(&scene, &options()));
    let texts: Vec<&str> = files.values().map(|bytes| std::str::from_utf8(bytes).unwrap()).collect();
    let names = |text: &str| {
        let words = text.lines().filter_map(|line| line.trim().strip_prefix('$')).map(|line| line.replace('"', ""));
        words.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(names(texts[0]), "string albedo_map white, float roughness_factor 0.5, float metalness_factor 0");
    assert_eq!(names(texts[1]), "string albedo_map white, int32 alpha_mode 2");
    assert!(texts[0].contains("pbr") && texts[1].contains("unlit"), "{texts:?}");
}

#[test]
fn three_channels_go_into_one_image() {
    let red = [Channel::R];
    let shade = [Channel::G, Channel::B, Channel::A];
    // Which images there are, how strong occlusion is, and whether one can stay as it is.
    for (metal, occlusion, strength, is_plain) in [
        (Some(&[][..]), None, 1.0, false),
        (Some(&red[..]), None, 1.0, true),
        (None, Some(&shade[..]), 0.5, true),
        (None, Some(&[][..]), 1.0, false),
        (Some(&[][..]), Some(&[][..]), 0.65, false),
        (None, Some(&shade[..]), 0.15, false),
    ] {
        let mut scene = Scene::default();
        let metal = metal.map(|full| texture(&mut scene, "m", picture(9, full)));
        let occlusion = occlusion.map(|full| texture(&mut scene, "o", picture(77, full)));
        scene.materials.push(Material {
            metallic_roughness_texture: metal,
            occlusion_texture: occlusion,
            occlusion_strength: strength,
            ..Material::named("a")
        });
        let built = create(&scene, &options());
        let own = files(&built);
        assert_eq!(own.keys().any(|name| name.ends_with("_rma.png")), !is_plain, "{:?}", own.keys());
        assert!(told(&built, Rule::Packed));
        assert_eq!(told(&built, Rule::Baked), strength < 0.3);
        let (after, _) = view(&own, &["materials/models/props/fox/a.pmat"]);
        let shown = first(&after);
        let now = pixels(&after, shown.metallic_roughness_texture).unwrap();
        let old = [pixels(&scene, metal), pixels(&scene, occlusion)];
        for place in 0..64 {
            let at = |pixels: &Pixels| pixels.pixels()[place];
            let [g, b] = old[0].as_ref().map_or([255; 2], |own| [at(own)[1], at(own)[2]]);
            assert_eq!(at(&now)[1..3], [g, b]);
            // Product of texture and strength.
            let dark = |red: u8, strength: f32| (255.0 - f32::from(red)) * strength;
            let wanted = old[1].as_ref().map_or(0.0, |own| dark(at(own)[0], strength));
            assert!((dark(at(&now)[0], shown.occlusion_strength) - wanted).abs() <= 0.2, "{strength}");
        }
    }
}

#[test]
fn pixels_are_spent_while_they_are_there() {
    // Ten times as many pixels as may be there at a time.
    let mut scene = Scene::default();
    for number in 0..40 {
        let png = Pixels::filled(64, 64, [9, number, 3, 255]).unwrap().to_png().unwrap();
        let metal = texture(&mut scene, "m", png);
        scene.materials.push(Material { metallic_roughness_texture: Some(metal), ..Material::named("a") });
    }
    let materials: Vec<_> = scene.materials.ids().map(Some).collect();
    let limits = Limits::default().max_expanded_bytes(1 << 16);
    let built = create_materials(&scene, &materials, &options(), &mut limits.budget());
    assert!(!told(&built, Rule::UnreadableTexture), "{:?}", built.findings);
    assert_eq!(built.files.len(), 80);
    let limits = Limits::default().max_expanded_bytes(1 << 12);
    let built = create_materials(&scene, &materials, &options(), &mut limits.budget());
    assert!(told(&built, Rule::UnreadableTexture));
}

#[test]
fn textures_become_dds() {
    let mut scene = Scene::default();
    let mut image = |name: &str, pixel| Some(texture(&mut scene, name, png(pixel)));
    let material = Material {
        base_color_texture: image("color", [200, 100, 50, 120]),
        normal_texture: image("normal", [128, 128, 255, 255]),
        metallic_roughness_texture: image("rough", [0, 90, 10, 255]),
        occlusion_texture: image("shade", [70, 0, 0, 255]),
        ..Material::named("a")
    };
    scene.materials.push(material);
    let output = TextureOutput { files: TextureFiles::Dds, ..TextureOutput::default() };
    let built = create(&scene, &text_with(|files| files.texture_output = output));
    let textures = built.files.iter().filter(|file| !file.name.ends_with(".pmat"));
    let mut found: Vec<_> =
        textures.map(|file| (file.name.as_str(), Info::of(&file.bytes).map(|info| info.format).ok())).collect();
    found.sort_by_key(|(name, _)| *name);
    let path = |name: &str| format!("materials/models/props/fox/{name}.dds");
    let names = ["color", "normal", "rough_rma"].map(path);
    let formats = [PixelFormat::Bc3, PixelFormat::Bc1, PixelFormat::Bc1].map(Some);
    let wanted: Vec<_> = names.iter().map(String::as_str).zip(formats).collect();
    assert_eq!(found, wanted);
    let small = create(&scene, &text_with(|files| files.texture_output.max_size = Some(1)));
    assert!(small.files.iter().all(|file| !file.name.ends_with(".dds")));
}

#[test]
fn images_of_different_sizes_are_made_equally_large() {
    let mut scene = Scene::default();
    let (metal, occlusion) =
        (texture(&mut scene, "m", picture(9, &[])), texture(&mut scene, "o", png([10, 0, 0, 255])));
    let bump = texture(&mut scene, "n", picture(31, &[Channel::A]));
    scene.materials.push(Material {
        metallic_roughness_texture: Some(metal),
        occlusion_texture: Some(occlusion),
        normal_texture: Some(bump),
        normal_scale: 0.5,
        ..Material::named("a")
    });
    let built = create(&scene, &options());
    assert!(told(&built, Rule::Baked) && told(&built, Rule::GreenDown));
    let (after, _) = view(&files(&built), &["materials/models/props/fox/a.pmat"]);
    let now = pixels(&after, first(&after).occlusion_texture).unwrap();
    assert_eq!((now.size(), now.channel(Channel::R).constant()), ((8, 8), Some(10)));
    for pixel in pixels(&after, first(&after).normal_texture).unwrap().pixels() {
        let [x, y, z] = [0, 1, 2].map(|at| f32::from(pixel[at]) / 127.5 - 1.0);
        assert!(((x * x + y * y + z * z).sqrt() - 1.0).abs() < 0.02);
    }
}

#[test]
fn losses_are_told_by_their_rules() {
    let mut scene = Scene::default();
    let base = texture(&mut scene, "a", picture(0, &[]));
    let moved =
        Texture { tex_coord: 1, transform: TextureTransform { offset: [1.0; 2], ..Default::default() }, ..base };
    let nearest = Sampler { wrap_s: Wrap::Clamp, magnify: Some(asset_scene::Filter::Nearest), ..Sampler::default() };
    let gone = texture(&mut scene, "gone", Vec::new());
    let odd = texture(&mut scene, "odd", b"no image".to_vec());
    scene.materials.push(Material {
        base_color: [2.0, 1.0, 1.0, 1.0],
        base_color_texture: Some(base),
        normal_texture: Some(gone),
        metallic_roughness_texture: Some(odd),
        emissive_texture: Some(moved),
        emissive: [1.0; 3],
        occlusion_texture: Some(Texture { sampler: nearest, ..base }),
        specular: Some(Box::new(Specular { texture: Some(base), ..Specular::default() })),
        double_sided: true,
        name: "a/b:c".into(),
        ..Material::default()
    });
    scene.materials.push(Material { name: "ABC".into(), ..Material::default() });
    scene.materials.push(Material { unlit: true, normal_texture: Some(base), name: "U".into(), ..Material::default() });
    let built = create(&scene, &options());
    let names: Vec<&str> = built.names.iter().flatten().map(|name| name.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["abc.pmat", "abc_2.pmat", "u.pmat"]);
    for rule in [
        Rule::Range,
        Rule::MissingTexture,
        Rule::UnreadableTexture,
        Rule::SecondSet,
        Rule::Transforms,
        Rule::Samplers,
        Rule::Filters,
        Rule::Reflection,
        Rule::TintedEmission,
        Rule::DoubleSided,
        Rule::Renamed,
        Rule::UnlitRest,
    ] {
        assert!(told(&built, rule), "{rule:?}: {:?}", built.findings);
    }
    let none = create(&scene, &text_with(|files| files.materials = false));
    assert!(
        none.files.is_empty() && none.names.len() == scene.materials.len() && none.names.iter().all(Option::is_none)
    );
    let without = create(&scene, &text_with(|files| files.textures = false));
    assert!(without.files.iter().all(|file| file.name.ends_with(".pmat")));
}

#[test]
fn no_name_leads_to_another_file() {
    let mut scene = Scene::default();
    for name in ["../../evil", "C:\\x", "con", "a\nb", "", "..", "wood.png", &"x".repeat(5000)] {
        let texture = texture(&mut scene, name, picture(name.len() as u8, &[]));
        scene.materials.push(Material { base_color_texture: Some(texture), name: name.into(), ..Material::default() });
    }
    // Two textures of one name in different kinds of files: materials name neither kind.
    let mut jpeg = vec![0xff, 0xd8, 0xff, 0xe0];
    jpeg.resize(64, 0);
    for bytes in [picture(1, &[]), jpeg] {
        let texture = texture(&mut scene, "Same", bytes);
        scene.materials.push(Material { base_color_texture: Some(texture), ..Material::named("same") });
    }
    let built = create(&scene, &of_files(|files| files.folder = "../out//x"));
    assert!(built.files.iter().all(|file| scene_adapter::look::is_resource_name(&file.name)), "{built:?}");
    assert!(built.files.iter().all(|file| file.name.starts_with("materials/models/")));
    let mut stems: Vec<_> = built.files.iter().map(|file| file.name.rsplit_once('.').unwrap()).collect();
    stems.iter_mut().for_each(|(_, end)| *end = if end.starts_with("pmat") { "material" } else { "texture" });
    stems.sort();
    stems.dedup();
    assert_eq!((stems.len(), built.files.len()), (20, 20));
    // An existing file that takes precedence isn't the right one.
    let there = ["materials/models/same.dds", "materials/models/same.pmat_b"];
    let there: Files = there.into_iter().map(|name| (name.to_owned(), Vec::new())).collect();
    let built = create(&scene, &of_files(|files| files.project = Some(&there)).encoding(Encoding::Text));
    let names: Vec<&str> =
        built.files.iter().map(|file| file.name.as_str()).filter(|name| name.contains("same")).collect();
    assert_eq!(names.len(), 4);
    assert!(names.iter().all(|name| name.contains("same_")), "{names:?}");
}

/// A project with a material that has more properties than a scene shows, and with its base material.
fn project() -> Files {
    let own = "\"pbr\"\n{\n\t// by hand\n\t$string base_material \"base\"\n\t\"textures\"\n\t{\n\t\t$string albedo_map \"wood/Plank\"\n\
        \t\t$string wrinkle_map \"w\"\n\t}\n\t\"properties\"\n\t{\n\t\t$float roughness_factor   0.25\n\t\t$string surfacematerial \"wood\"\n\t}\n}";
    let base = "\"pbr\"\n{\n\t\"textures\"\n\t{\n\t\t$string normal_map \"wood/plank_n.png\"\n\t}\n\t\"properties\"\n\t{\n\t\t$float metalness_factor 0.5\n\t}\n}";
    [
        ("materials/wood/plank.pmat", own.as_bytes().to_vec()),
        ("materials/base.pmat", base.as_bytes().to_vec()),
        ("materials/wood/plank.dds", dds()),
        ("materials/wood/plank_n.png", picture(50, &[Channel::A])),
    ]
    .into_iter()
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .collect()
}

const CHAIN: [&str; 2] = ["materials/wood/plank.pmat", "materials/base.pmat"];

#[test]
fn an_unchanged_material_is_its_file() {
    let project = project();
    let (scene, _) = view(&project, &CHAIN);
    // Into the same project: textures and base material exist.
    let built = create(&scene, &text_with(|files| files.project = Some(&project)));
    let mut own = files(&built);
    assert_eq!(built.names, [Some(CHAIN[0].to_owned())]);
    assert_eq!(own.remove(CHAIN[0]), project.get(CHAIN[0]).cloned());
    assert_eq!(own.into_keys().collect::<Vec<_>>(), Vec::<String>::new());
    // Into another project: a decoded texture is a png of the same name, which the material names as well.
    let built = create(&scene, &options());
    let own = files(&built);
    for name in CHAIN {
        assert_eq!(own[name], project[name]);
    }
    let (again, _) = view(&own, &CHAIN);
    assert_eq!(first(&scene).factors(), first(&again).factors());
    let base = |scene: &Scene<'_>| pixels(scene, first(scene).base_color_texture);
    assert_eq!(base(&scene), base(&again));
    // Another texture exists that the engine would find first.
    let other = Files::from([("materials/wood/plank.ktx".to_owned(), Vec::new())]);
    let built = create(&scene, &text_with(|files| files.project = Some(&other)));
    assert!(told(&built, Rule::OtherFile));
    let text = String::from_utf8(files(&built)[CHAIN[0]].clone()).unwrap();
    let wanted = String::from_utf8(project[CHAIN[0]].clone()).unwrap().replace("wood/Plank", "wood/plank_2");
    assert_eq!(text, wanted);
}

#[test]
fn a_changed_material_keeps_what_no_scene_has() {
    let project = project();
    let (mut scene, _) = view(&project, &CHAIN);
    let material = &mut scene[Id::<Material>::new(0)];
    (material.base_color, material.metallic) = ([1.0, 0.0, 0.0, 1.0], 0.0);
    let before = material.clone();
    let built = create(&scene, &options());
    assert!(built.findings.losses().is_empty(), "{:?}", built.findings);
    let mut own = files(&built);
    let text = String::from_utf8(own[CHAIN[0]].clone()).unwrap();
    for line in ["// by hand", "base_material", "wrinkle_map", "surfacematerial", "roughness_factor   0.25"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    // The base says another metalness, so it is said.
    own.insert(CHAIN[1].to_owned(), project[CHAIN[1]].clone());
    let (after, _) = view(&own, &CHAIN);
    assert!(near(&before.factors(), &first(&after).factors()), "{before:?} {text}");
}

#[test]
fn text_of_the_format_before_stays_or_becomes_text_of_this() {
    let wmi = b"\"unlit\"\n{\n\t$texture diffuse_map \"Sign\"\n\t$float alpha_factor 0.5\n}\n".to_vec();
    let project =
        Files::from([("materials/a.wmi".to_owned(), wmi), ("materials/sign.png".to_owned(), png([1, 2, 3, 255]))]);
    let (mut scene, _) = view(&project, &["materials/a.wmi"]);
    assert_eq!((first(&scene).unlit, first(&scene).base_color[3]), (true, 0.5));
    assert_eq!(files(&create(&scene, &options())), project);
    scene[Id::<Material>::new(0)].base_color[3] = 0.25;
    let built = create(&scene, &options());
    assert_eq!(built.names, [Some("materials/a.pmat".to_owned())]);
    let (after, _) = view(&files(&built), &["materials/a.pmat"]);
    assert_eq!(first(&after).base_color[3], 0.25);
    assert_eq!(bytes(&after, first(&after).base_color_texture), project.get("materials/sign.png").cloned());
}

#[test]
fn places_of_materials_are_no_files_and_hostile_sources_do_no_harm() {
    let mut scene = Scene::default();
    scene.materials.push(Material::named("Box"));
    assert_eq!(create(&scene, &options()).names.iter().flatten().count(), 1);
    let source = |format: &str, layout| asset_scene::Source { format: format.into(), layout, original: None };
    scene.source = Some(source("pragma-model", serde_json::Value::Null));
    let built = create(&scene, &options());
    assert_eq!((built.names, built.files.len()), (vec![None], 0));

    let base64 = |text: &str| serde_json::to_value(scene_adapter::json::Base64(text.as_bytes().to_vec())).unwrap();
    let (good, bad) = ("\"pbr\"\n{\n}\n", "\"pbr\" {");
    for (file, text) in
        [("../../evil.pmat", good), ("materials/a.pmat", bad), ("materials/a.exe", good), ("textures/a.pmat", good)]
    {
        let mut scene = Scene::default();
        let bases = serde_json::json!([{ "file": "../p.pmat", "bytes": base64(good) }]);
        let layout =
            serde_json::json!({ "layout": 1, "file": file, "bytes": base64(text), "bases": bases, "shown": {} });
        let made_of = serde_json::json!({ "layout": 1, "file": "../../t.png", "made": "plain", "sum": "0" });
        let image = texture(&mut scene, "t", picture(1, &[]));
        scene[image.image].source = Some(Arc::new(source("pragma-texture", made_of)));
        scene.materials.push(Material {
            source: Some(Arc::new(source("pragma-material", layout))),
            base_color_texture: Some(image),
            ..Material::named("A")
        });
        let built = create(&scene, &options());
        assert_eq!(built.names, [Some("materials/models/props/fox/a.pmat".to_owned())]);
        let names: Vec<&str> = built.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["materials/models/props/fox/t.png", "materials/models/props/fox/a.pmat"]);
    }
}

#[test]
fn a_model_is_told_the_names() {
    let mut model = Model::builder().material("A").material("B").build().unwrap();
    let before = model.to_bytes().unwrap();
    let mut built = CreatedMaterials::default();
    built.name_in(&mut model).unwrap();
    assert_eq!(model.to_bytes().unwrap(), before, "without names nothing changes");
    built.names = vec![Some("materials/props/fox.pmat".to_owned()), None];
    built.name_in(&mut model).unwrap();
    assert_eq!(model.materials(), ["fox", "B"]);
    assert_eq!(model.material_paths(), ["props/", ""]);
    built.names.extend([None, Some("materials/c.pmat".to_owned())]);
    built.name_in(&mut model).expect_err("the model has two materials");
}
