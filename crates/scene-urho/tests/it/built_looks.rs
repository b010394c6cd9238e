//! Material files of scenes, and the looks after reading these files.

use std::collections::BTreeMap;
use std::sync::Arc;

use asset_image::{Channel, Kind};
use asset_scene::{Alpha, Id, Image, Material, Sampler, Scene, Specular, Texture, TextureTransform, Wrap};
use binio::{Findings, Limits};
use fuzzkit::looks::{emitted, near, pixels, texture as image};
use scene_adapter::FileOptions;
use scene_urho::{
    ColorSpace, CreateMaterialOptions, CreatedMaterials, Engine, MaterialExport, MaterialFiles, Rule, TextureFile,
    create_materials, needs,
};

use crate::edits::Project;

pub(super) fn picture(seed: u8, opaque: bool) -> Vec<u8> {
    fuzzkit::looks::picture(seed, if opaque { &[Channel::A] } else { &[] })
}

pub(super) fn create(scene: &Scene<'_>, options: &CreateMaterialOptions<'_>) -> CreatedMaterials {
    let materials: Vec<_> = scene.materials.ids().map(Some).collect();
    create_materials(scene, "Fox", &materials, options, &mut Limits::default().budget())
}

fn in_folder(folder: &str) -> FileOptions<'_> {
    let mut options = FileOptions::default();
    options.folder = folder;
    options
}

pub(super) fn files(built: &CreatedMaterials) -> BTreeMap<&str, &[u8]> {
    built.files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect()
}

/// Returns the look of a material file, as this crate reads it.
pub(super) fn read(files: &BTreeMap<&str, &[u8]>, name: &str, space: ColorSpace) -> (Scene<'static>, Findings) {
    let material = urho_material::Material::parse(files[name]).unwrap();
    let (mut scene, mut findings) = (Scene::default(), Findings::new());
    let id = scene.materials.push(Material::named(name));
    let named: Vec<_> = needs(&material.data()).textures;
    let parameters: Vec<_> = named
        .iter()
        .map(|(_, name)| {
            let beside = format!("{}.xml", name.rsplit_once('.').unwrap().0);
            files.get(beside.as_str()).map(|text| urho_material::Texture::parse(text).unwrap())
        })
        .collect();
    let textures = named.iter().zip(&parameters).map(|((unit, name), parameters)| TextureFile {
        unit: *unit,
        name: name.clone(),
        bytes: files.get(name.as_str()).copied().ok_or_else(|| "not there".to_owned()),
        parameters: parameters.as_ref(),
    });
    let textures = textures.collect();
    let files = MaterialFiles { name, material: &material, technique: None, textures };
    MaterialExport::new(space).add(&mut scene, id, &files, &mut Limits::default().budget(), &mut findings);
    (scene, findings)
}

pub(super) fn told(findings: &Findings, rule: Rule) -> bool {
    fuzzkit::looks::told(findings, rule)
}

/// Light that a material reflects straight back, and that it emits: how these are split into factors is nobody's business.
fn lights(material: &Material) -> [f32; 6] {
    let [r, g, b] = material.specular.as_ref().map_or([1.0; 3], |own| own.color.map(|color| color * own.factor));
    let [er, eg, eb] = emitted(material);
    [r, g, b, er, eg, eb]
}

fn assert_same_factors(before: &Material, after: &Material) {
    assert!(near(&before.base_color, &after.base_color), "{before:?}\n{after:?}");
    assert!(near(&lights(before), &lights(after)), "{before:?}\n{after:?}");
    if before.metallic_roughness_texture.is_none() {
        assert!(
            near(&[before.metallic, before.roughness], &[after.metallic, after.roughness]),
            "{before:?}\n{after:?}"
        );
    }
    assert_eq!((before.double_sided, before.unlit), (after.double_sided, after.unlit));
    let transform =
        |material: &Material| material.textures().next().map_or([0.0; 5], |texture| texture.transform.numbers());
    if after.textures().next().is_some() {
        assert!(near(&transform(before), &transform(after)), "{before:?}\n{after:?}");
    }
}

/// All textures, factors without textures, and all other properties.
fn helmet(scene: &mut Scene<'_>) -> Material {
    let transform = TextureTransform { offset: [0.25, -0.5], rotation: 0.5, scale: [2.0, 3.0] };
    let sampler = Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Mirror, ..Sampler::default() };
    let mut texture = |name: &str, seed| Texture { transform, sampler, ..image(scene, name, picture(seed, true)) };
    Material {
        base_color: [0.5, 0.25, 1.0, 0.75],
        base_color_texture: Some(texture("albedo.jpg", 1)),
        metallic_roughness_texture: Some(texture("orm", 2)),
        normal_texture: Some(texture("", 3)),
        emissive: [1.0, 0.5, 0.25],
        emissive_strength: 3.0,
        emissive_texture: Some(texture("glow", 4)),
        specular: Some(Box::new(Specular { factor: 0.5, color: [1.0, 0.5, 2.0], ..Specular::default() })),
        alpha: Alpha::Blend,
        double_sided: true,
        name: "Helmet.001".into(),
        ..Material::default()
    }
}

#[test]
fn a_material_goes_there_and_back() {
    let mut scene = Scene::default();
    let before = helmet(&mut scene);
    scene.materials.push(before.clone());
    for space in [ColorSpace::Srgb, ColorSpace::Linear] {
        let built = create(&scene, &CreateMaterialOptions::default().color_space(space));
        assert_eq!(built.names, [Some("Materials/Helmet.001.xml".to_owned())]);
        let files = files(&built);
        let text = std::str::from_utf8(files["Materials/Helmet.001.xml"]).unwrap();
        assert!(text.contains("Techniques/PBR/PBRMetallicRoughDiffNormalSpecEmissiveAlpha.xml"), "{text}");
        for line in [
            r#"<texture unit="diffuse" name="Textures/albedo.png" />"#,
            r#"<texture unit="normal" name="Textures/Fox_Texture2.png" />"#,
            r#"<parameter name="Roughness" value="0" />"#,
            r#"<parameter name="Metallic" value="0" />"#,
            r#"<parameter name="MatSpecColor" value="0.25 0.125 0.5 1" />"#,
            r#"<cull value="none" />"#,
            r#"<shadowcull value="none" />"#,
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        let parameters = std::str::from_utf8(files["Textures/albedo.xml"]).unwrap();
        assert!(parameters.contains(r#"<address coord="v" mode="mirror" />"#), "{parameters}");
        assert_eq!(parameters.contains("srgb"), space == ColorSpace::Linear);
        // Unchanged: images that aren't repacked are the same file.
        assert_eq!(files["Textures/albedo.png"], &*scene.images.iter().next().unwrap().bytes.read().unwrap());

        let (after, findings) = read(&files, "Materials/Helmet.001.xml", ColorSpace::default());
        let missing = Rule::MissingTechnique.text();
        let odd = findings.iter().filter(|one| one.severity > binio::Severity::Note && !one.message.contains(missing));
        assert_eq!(odd.count(), 0, "{findings:?}");
        let shown = &after[Id::<Material>::new(0)];
        assert_same_factors(&before, shown);
        assert_eq!(shown.base_color_texture.unwrap().sampler.wrap_t, Wrap::Mirror);
        assert_eq!(shown.alpha, Alpha::Blend);
        for (a, b) in [
            (before.base_color_texture, shown.base_color_texture),
            (before.normal_texture, shown.normal_texture),
            (before.emissive_texture, shown.emissive_texture),
        ] {
            assert_eq!(scene[a.unwrap().image].bytes, after[b.unwrap().image].bytes);
        }
        let (a, b) = (
            pixels(&scene, before.metallic_roughness_texture).unwrap(),
            pixels(&after, shown.metallic_roughness_texture).unwrap(),
        );
        assert!(a.pixels().iter().zip(b.pixels()).all(|(a, b)| a[1..3] == b[1..3]));
        assert_eq!((shown.roughness, shown.metallic), (1.0, 1.0));
    }
}

#[test]
fn what_the_engine_adds_is_multiplied_in_the_image() {
    let mut scene = Scene::default();
    let (metal, shade, bump) = (
        image(&mut scene, "m", picture(9, true)),
        image(&mut scene, "o", picture(77, true)),
        image(&mut scene, "n", picture(31, true)),
    );
    scene.materials.push(Material {
        metallic: 0.5,
        roughness: 0.25,
        metallic_roughness_texture: Some(metal),
        occlusion_texture: Some(shade),
        occlusion_strength: 0.5,
        normal_texture: Some(bump),
        normal_scale: 0.5,
        name: "A".into(),
        ..Material::default()
    });
    let built = create(&scene, &CreateMaterialOptions::default());
    assert!(told(&built.findings, Rule::Baked));
    let (after, _) = read(&files(&built), "Materials/A.xml", ColorSpace::default());
    let shown = &after[Id::<Material>::new(0)];
    let before = pixels(&scene, Some(metal)).unwrap();
    let baked = pixels(&after, shown.metallic_roughness_texture).unwrap();
    for (a, b) in before.pixels().iter().zip(baked.pixels()) {
        let times = |value: u8, factor: f32| (f32::from(value) * factor).round() as u8;
        assert_eq!(b[1..3], [times(a[1], 0.25), times(a[2], 0.5)]);
    }
    let (before, baked) = (pixels(&scene, Some(shade)).unwrap(), pixels(&after, shown.occlusion_texture).unwrap());
    for (a, b) in before.pixels().iter().zip(baked.pixels()) {
        // Grey: the engine takes all three channels.
        let red = (255.0 + (f32::from(a[0]) - 255.0) * 0.5).round() as u8;
        assert_eq!(*b, [red, red, red, 255]);
    }
    let baked = pixels(&after, shown.normal_texture).unwrap();
    for pixel in baked.pixels() {
        let [x, y, z] = [0, 1, 2].map(|at| f32::from(pixel[at]) / 127.5 - 1.0);
        assert!(((x * x + y * y + z * z).sqrt() - 1.0).abs() < 0.02);
    }
}

#[test]
fn cutoffs_are_made_half() {
    for (cutoff, alpha, unlit) in [
        (0.5, 1.0, false),
        (0.25, 1.0, false),
        (0.3, 0.5, false),
        (0.75, 1.0, true),
        (0.4, 0.5, true),
        (0.25, 0.25, true),
    ] {
        let mut scene = Scene::default();
        let base = image(&mut scene, "leaf", picture(0, false));
        let before = Material {
            base_color: [1.0, 1.0, 1.0, alpha],
            base_color_texture: Some(base),
            alpha: Alpha::Mask { cutoff },
            unlit,
            name: "Leaf".into(),
            ..Material::named("Leaf")
        };
        scene.materials.push(before);
        let built = create(&scene, &CreateMaterialOptions::default());
        let (after, _) = read(&files(&built), "Materials/Leaf.xml", ColorSpace::default());
        let shown = &after[Id::<Material>::new(0)];
        let Alpha::Mask { cutoff: now } = shown.alpha else { panic!("{shown:?}") };
        let (a, b) = (pixels(&scene, Some(base)).unwrap(), pixels(&after, shown.base_color_texture).unwrap());
        for (a, b) in a.pixels().iter().zip(b.pixels()) {
            let exists = |texel: u8, cutoff: f32| f32::from(texel) / 255.0 * alpha >= cutoff;
            let is_shown = f32::from(b[3]) / 255.0 * if unlit { shown.base_color[3] } else { alpha } >= now;
            assert_eq!(exists(a[3], cutoff), is_shown, "{a:?} {b:?} {cutoff} {now}");
        }
        assert_eq!(told(&built.findings, Rule::Cutoff), cutoff != if unlit { 0.5 } else { 0.5 * alpha });
    }
}

#[test]
fn rbfx_multiplies_and_has_a_place_for_all() {
    let mut scene = Scene::default();
    let before = Material {
        occlusion_texture: Some(image(&mut scene, "shade", picture(99, true))),
        roughness: 0.25,
        metallic: 0.5,
        normal_scale: 2.0,
        alpha: Alpha::Mask { cutoff: 0.125 },
        specular: Some(Box::new(Specular { factor: 0.25, ..Specular::default() })),
        ..helmet(&mut scene)
    };
    scene.materials.push(before.clone());
    let built = create(&scene, &CreateMaterialOptions::default().engine(Engine::Rbfx));
    let files = files(&built);
    let text = std::str::from_utf8(files["Materials/Helmet.001.xml"]).unwrap();
    for line in [
        r#"<technique name="Techniques/LitOpaqueNormalMap.xml" />"#,
        r#"<texture slot="Properties" name="Textures/orm_properties.png" />"#,
        r#"<shader vsdefines="PBR ALPHAMASK" psdefines="PBR ALPHAMASK" />"#,
        r#"<parameter name="DielectricReflectance" value="0.25" />"#,
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let (after, _) = read(&files, "Materials/Helmet.001.xml", ColorSpace::default());
    let shown = &after[Id::<Material>::new(0)];
    assert_same_factors(&before, shown);
    assert!(near(&[shown.roughness, shown.metallic, shown.normal_scale], &[0.25, 0.5, 2.0]), "{shown:?}");
    assert_eq!(shown.alpha, Alpha::Mask { cutoff: 0.125 });
    let (a, b) = (pixels(&scene, before.occlusion_texture).unwrap(), pixels(&after, shown.occlusion_texture).unwrap());
    assert!(a.pixels().iter().zip(b.pixels()).all(|(a, b)| a[0] == b[0]));
    let metal = pixels(&scene, before.metallic_roughness_texture).unwrap();
    assert!(metal.pixels().iter().zip(b.pixels()).all(|(a, b)| a[1..3] == b[1..3]));
}

#[test]
fn losses_are_told_by_their_rules() {
    let mut scene = Scene::default();
    let base = image(&mut scene, "a", picture(0, true));
    let moved =
        Texture { tex_coord: 1, transform: TextureTransform { offset: [1.0; 2], ..Default::default() }, ..base };
    let gone = Texture::new(scene.images.push(Image { name: "gone".into(), ..Image::default() }));
    let odd = image(&mut scene, "odd", b"no image".to_vec());
    scene.materials.push(Material {
        base_color: [2.0, 1.0, 1.0, 1.0],
        base_color_texture: Some(base),
        normal_texture: Some(gone),
        metallic_roughness_texture: Some(odd),
        emissive_texture: Some(moved),
        occlusion_texture: Some(base),
        specular: Some(Box::new(Specular { texture: Some(base), ..Specular::default() })),
        ior: 1.25,
        name: "a/b:c".into(),
        ..Material::default()
    });
    scene.materials.push(Material { alpha: Alpha::Mask { cutoff: 0.5 }, name: "ABC".into(), ..Material::default() });
    let unlit = Material { unlit: true, normal_texture: Some(base), name: "U".into(), ..Material::default() };
    scene.materials.push(unlit);
    let built = create(&scene, &CreateMaterialOptions::default());
    assert_eq!(built.names[..2], [Some("Materials/abc.xml".to_owned()), Some("Materials/ABC_2.xml".to_owned())]);
    for rule in [
        Rule::Range,
        Rule::MissingTexture,
        Rule::UnreadableTexture,
        Rule::SecondSet,
        Rule::Transforms,
        Rule::OcclusionBesideEmission,
        Rule::SpecularTextures,
        Rule::Refraction,
        Rule::Renamed,
        Rule::MaskWithoutTexture,
        Rule::UnlitRest,
    ] {
        assert!(told(&built.findings, rule), "{rule:?}: {:?}", built.findings);
    }
    let (after, _) = read(&files(&built), "Materials/abc.xml", ColorSpace::default());
    assert_eq!(after.images.len(), 1);
    let mut options = FileOptions::default();
    options.textures = false;
    let without = create(&scene, &CreateMaterialOptions::default().files(options));
    assert!(without.files.iter().all(|file| file.name.starts_with("Materials/")));
    options.materials = false;
    let none = create(&scene, &CreateMaterialOptions::default().files(options));
    assert!(
        none.files.is_empty() && none.names.len() == scene.materials.len() && none.names.iter().all(Option::is_none)
    );
    let apart = create(&scene, &CreateMaterialOptions::default().files(in_folder("Fox")));
    assert_eq!(apart.names[0].as_deref(), Some("Materials/Fox/abc.xml"));
    assert!(files(&apart).contains_key("Textures/Fox/a.png"));
}

#[test]
fn names_lead_nowhere_else() {
    let mut scene = Scene::default();
    for name in ["../../evil", "C:\\x", "con", "a\nb", "", "..", &"x".repeat(5000)] {
        let texture = image(&mut scene, name, picture(name.len() as u8, true));
        scene.materials.push(Material { base_color_texture: Some(texture), name: name.into(), ..Material::default() });
    }
    let built = create(&scene, &CreateMaterialOptions::default().files(in_folder("../out")));
    for file in &built.files {
        assert!(scene_adapter::look::is_resource_name(&file.name), "{}", file.name);
    }
    assert_eq!(built.files.len(), 14);
    let mut lower: Vec<_> = built.files.iter().map(|file| file.name.to_lowercase()).collect();
    lower.sort();
    lower.dedup();
    assert_eq!(lower.len(), 14);
}

/// A project with a material of highlights whose normals are packed, and with a reflection that no scene has.
pub(super) fn project() -> BTreeMap<&'static str, Vec<u8>> {
    const XML: &str = r#"<material> <!-- by hand -->
  <technique name="Techniques/DiffNormalPackedSpec.xml" quality="1"/>
  <technique name="Techniques/Diff.xml" quality="0"/>
  <texture unit="diffuse" name="Textures/Stone.tga"/>
  <texture unit="normal" name="Textures/StoneN.png"/>
  <texture unit="environment" name="Textures/Sky.xml"/>
  <shader psdefines="PACKEDNORMAL"/>
  <parameter name="MatSpecColor" value="0.3 0.3 0.3 16"/>
  <parameter name="WindPeriod" value="2"/>
  <fill value="wireframe"/>
</material>"#;
    // A tga of four pixels, which becomes png on its way.
    let mut tga = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0x20];
    tga.extend([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]);
    let parameters = b"<texture>\n  <!-- soft -->\n  <filter mode=\"bilinear\"/>\n</texture>\n";
    BTreeMap::from([
        ("Materials/Stone.xml", XML.as_bytes().to_vec()),
        ("Textures/Stone.tga", tga),
        ("Textures/Stone.xml", parameters.to_vec()),
        ("Textures/StoneN.png", picture(50, false)),
    ])
}

#[test]
fn an_unchanged_material_is_its_file() {
    let project = project();
    let view: BTreeMap<&str, &[u8]> = project.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let (scene, _) = read(&view, "Materials/Stone.xml", ColorSpace::default());

    // Into the same project: the textures exist.
    let files_of_project: Project = project.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    let built = create(&scene, &CreateMaterialOptions::default().files(FileOptions::in_project(&files_of_project)));
    assert_eq!(built.names, [Some("Materials/Stone.xml".to_owned())]);
    let own = files(&built);
    assert_eq!(own.keys().collect::<Vec<_>>(), [&"Materials/Stone.xml"]);
    assert_eq!(own["Materials/Stone.xml"], view["Materials/Stone.xml"]);

    // Into another project: decoded and unpacked textures are written as png, and the file references them; the rest of it stays.
    let built = create(&scene, &CreateMaterialOptions::default());
    let other = files(&built);
    let text = std::str::from_utf8(other["Materials/Stone.xml"]).unwrap();
    let wanted = std::str::from_utf8(view["Materials/Stone.xml"]).unwrap().replace("Stone.tga", "Stone.png");
    assert_eq!(text, wanted);
    assert_eq!(other["Textures/Stone.xml"], view["Textures/Stone.xml"]);
    assert!(told(&built.findings, Rule::OtherFile) && told(&built.findings, Rule::AbsentTexture));
    let (again, _) = read(&other, "Materials/Stone.xml", ColorSpace::default());
    let (before, after) = (&scene[Id::<Material>::new(0)], &again[Id::<Material>::new(0)]);
    assert_eq!(before.factors(), after.factors());
    for (a, b) in [(before.base_color_texture, after.base_color_texture), (before.normal_texture, after.normal_texture)]
    {
        assert_eq!(a.unwrap().sampler, b.unwrap().sampler);
        assert_eq!(pixels(&scene, a), pixels(&again, b));
    }
}

#[test]
fn materials_say_what_images_came_from() {
    let project = project();
    let view: BTreeMap<&str, &[u8]> = project.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let (mut scene, _) = read(&view, "Materials/Stone.xml", ColorSpace::default());
    let before = scene.images.clone();
    // As through programs that only keep extras of materials.
    scene.images.iter_mut().for_each(|image| image.source = None);
    scene_adapter::look::adopt_sources(&mut scene);
    assert_eq!(scene.images, before);
}

#[test]
fn a_changed_image_goes_to_its_texture() {
    let project = project();
    let view: BTreeMap<&str, &[u8]> = project.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let (mut scene, _) = read(&view, "Materials/Stone.xml", ColorSpace::default());
    let base = scene[Id::<Material>::new(0)].base_color_texture.unwrap().image;
    scene[base].bytes = picture(200, true).into();
    let files_of_project: Project = project.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    let built = create(&scene, &CreateMaterialOptions::default().files(FileOptions::in_project(&files_of_project)));
    let files = files(&built);
    assert_eq!(files["Textures/Stone.png"], &*scene[base].bytes.read().unwrap());
    assert!(!files.contains_key("Textures/StoneN.png"));
}

#[test]
fn places_of_materials_are_no_files() {
    let mut scene = Scene::default();
    scene.materials.push(Material::named("Box"));
    assert_eq!(create(&scene, &CreateMaterialOptions::default()).names.iter().flatten().count(), 1);
    let source = asset_scene::Source { format: "urho-mdl".into(), layout: serde_json::Value::Null, original: None };
    scene.source = Some(source);
    let built = create(&scene, &CreateMaterialOptions::default());
    assert_eq!((built.names, built.files.len()), (vec![None], 0));
}

#[test]
fn hostile_sources_do_no_harm() {
    for (file, text) in [("../../evil.xml", "<material/>"), ("Materials/A.xml", "<material"), ("/etc/x", "<material/>")]
    {
        let mut scene = Scene::default();
        let layout = serde_json::json!({
            "layout": 1,
            "file": file,
            "text": base64(text),
            "parameters": { "../p.xml": base64("<texture/>") },
            "shown": {},
        });
        let source = asset_scene::Source { format: "urho-material".into(), layout, original: None };
        let made_of = serde_json::json!({ "layout": 1, "file": "../../t.png", "made": "plain", "sum": "0" });
        let source_of = asset_scene::Source { format: "urho-texture".into(), layout: made_of, original: None };
        let texture = image(&mut scene, "t", picture(1, true));
        scene[texture.image].source = Some(Arc::new(source_of));
        scene.materials.push(Material {
            source: Some(Arc::new(source)),
            base_color_texture: Some(texture),
            ..Material::named("A")
        });
        let built = create(&scene, &CreateMaterialOptions::default());
        assert_eq!(built.names, [Some("Materials/A.xml".to_owned())]);
        assert!(built.files.iter().all(|file| scene_adapter::look::is_resource_name(&file.name)), "{built:?}");
        assert!(
            built.files.iter().any(|file| file.name == "Textures/t.png" && Kind::of(&file.bytes) == Some(Kind::Png))
        );
    }
}

fn base64(text: &str) -> serde_json::Value {
    serde_json::to_value(scene_adapter::json::Base64(text.as_bytes().to_vec())).unwrap()
}
