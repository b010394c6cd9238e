//! Materials written by hand, and their looks.

use asset_scene::{Alpha, Material as Look, Scene, Wrap};
use binio::{Findings, Limits};
use fuzzkit::looks::{pixels, png, said, told};
use scene_urho::{ColorSpace, MaterialExport, MaterialFiles, Rule, TextureFile, needs};
use urho_material::{Material, Technique, Texture};

/// Look of a material with this technique and these textures.
struct Case<'c> {
    xml: &'c str,
    technique: Option<&'c str>,
    /// Name, file, parameters.
    textures: &'c [(&'c str, &'c [u8], Option<&'c str>)],
}

impl Case<'_> {
    fn show(&self) -> (Scene<'static>, Look, Findings) {
        let material = Material::parse(self.xml.as_bytes()).unwrap();
        let technique = self.technique.map(|text| Technique::parse(text.as_bytes()).unwrap());
        let parameters: Vec<Option<Texture<'_>>> =
            self.textures.iter().map(|(.., text)| text.map(|text| Texture::parse(text.as_bytes()).unwrap())).collect();
        let textures = needs(&material.data()).textures.into_iter().map(|(unit, name)| {
            let found = self.textures.iter().position(|(known, ..)| *known == name);
            TextureFile {
                unit,
                bytes: found.map(|index| self.textures[index].1).ok_or_else(|| "not in Data".to_owned()),
                parameters: found.and_then(|index| parameters[index].as_ref()),
                name,
            }
        });
        let files = MaterialFiles {
            name: "Materials/A.xml",
            material: &material,
            technique: technique.as_ref(),
            textures: textures.collect(),
        };
        let mut scene = Scene::default();
        let id = scene.materials.push(Look::named("part"));
        let mut findings = Findings::new();
        let mut budget = Limits::default().budget();
        MaterialExport::new(ColorSpace::default()).add(&mut scene, id, &files, &mut budget, &mut findings);
        let look = scene[id].clone();
        (scene, look, findings)
    }
}

/// The first pixel of the image of a texture.
fn pixel(scene: &Scene<'_>, texture: Option<asset_scene::Texture>) -> [u8; 4] {
    pixels(scene, texture).expect("a texture").get(0, 0).unwrap()
}

const LIT: &str = r#"<technique vs="LitSolid" ps="LitSolid" psdefines="DIFFMAP"><pass name="base"/>
    <pass name="litbase" psdefines="AMBIENT NORMALMAP SPECMAP"/><pass name="shadow" ps="Shadow" psdefines="VERTEXCOLOR"/></technique>"#;
const METAL: &str = r#"<technique vs="PBRLitSolid" ps="PBRLitSolid" psdefines="DIFFMAP NORMALMAP PBR IBL METALLIC ROUGHNESS">
    <pass name="base"/></technique>"#;

#[test]
fn highlights_become_roughness() {
    let (diffuse, normal, tint) = (png([9, 8, 7, 255]), png([0, 200, 0, 128]), png([4, 5, 6, 255]));
    let case = Case {
        xml: r#"<material><technique name="Techniques/DiffNormalSpec.xml"/>
            <texture unit="diffuse" name="Textures/Stone.png"/><texture unit="normal" name="Textures/StoneN.png"/>
            <texture unit="specular" name="Textures/StoneS.png"/><shader psdefines="PACKEDNORMAL"/>
            <parameter name="MatDiffColor" value="0.5 1 1 0.25"/><parameter name="MatSpecColor" value="0.3 0.6 0.15 30"/></material>"#,
        technique: Some(LIT),
        textures: &[
            (
                "Textures/Stone.png",
                &diffuse,
                Some(r#"<texture><address coord="u" mode="clamp"/><address coord="v" mode="mirror"/></texture>"#),
            ),
            ("Textures/StoneN.png", &normal, None),
            ("Textures/StoneS.png", &tint, None),
        ],
    };
    let (scene, look, findings) = case.show();
    assert_eq!(look.name, "A");
    assert!((look.base_color[0] - 0.214_041_14).abs() < 1e-7 && look.base_color[1..] == [1.0, 1.0, 0.25]);
    assert_eq!((look.metallic, look.unlit, look.alpha), (0.0, false, Alpha::Opaque));
    // (2 / 32) ^ 1/4.
    assert!((look.roughness - 0.5).abs() < 1e-6);
    let specular = look.specular.as_ref().unwrap();
    assert_eq!((specular.factor, specular.color), (0.6, [0.5, 1.0, 0.25]));
    let base = look.base_color_texture.unwrap();
    assert_eq!(&*scene[base.image].bytes.read().unwrap(), diffuse.as_slice());
    assert_eq!((base.sampler.wrap_s, base.sampler.wrap_t), (Wrap::Clamp, Wrap::Mirror));
    assert_eq!(&*scene[specular.color_texture.unwrap().image].bytes.read().unwrap(), tint.as_slice());
    let [x, y, z, a] = pixel(&scene, look.normal_texture);
    assert_eq!((x, y, a), (128, 200, 255));
    assert!((232..=233).contains(&z), "{z}");
    let names: Vec<&str> = scene.images.iter().map(|image| image.name.as_str()).collect();
    assert_eq!(names, ["Stone", "StoneS", "StoneN_normal"]);
    assert!(told(&findings, Rule::PackedNormals));
    assert!(!said(&findings).iter().any(|one| one.contains(Rule::VertexColours.text())));
}

#[test]
fn numbers_are_added_to_roughness_and_metalness() {
    let properties = png([100, 50, 0, 255]);
    let case = Case {
        xml: r#"<material><technique name="T.xml"/><texture unit="specular" name="P.png"/>
            <parameter name="Roughness" value="-0.1"/><parameter name="Metallic" value="0.9"/>
            <parameter name="MatSpecColor" value="1 1 1 1"/></material>"#,
        technique: Some(METAL),
        textures: &[("P.png", &properties, None)],
    };
    let (scene, look, findings) = case.show();
    assert_eq!(pixel(&scene, look.metallic_roughness_texture), [255, 74, 255, 255]);
    assert_eq!((look.roughness, look.metallic), (1.0, 1.0));
    assert_eq!(look.specular.as_ref().unwrap().color, [2.0; 3]);
    assert!(said(&findings).iter().any(|one| one.contains(Rule::Offsets.text())), "{:?}", said(&findings));
}

#[test]
fn rbfx_multiplies_and_keeps_occlusion_in_alpha() {
    let properties = png([100, 50, 0, 30]);
    let case = Case {
        xml: r#"<material><technique name="Techniques/LitOpaque.xml"/><shader vsdefines="PBR" psdefines="PBR ALPHAMASK"/>
            <texture slot="Properties" name="P.png"/><parameter name="Roughness" value="0.5"/><parameter name="AlphaCutoff" value="0.25"/>
            <parameter name="DielectricReflectance" value="0.25"/></material>"#,
        technique: None,
        textures: &[("P.png", &properties, None)],
    };
    let (scene, look, findings) = case.show();
    assert_eq!(pixel(&scene, look.metallic_roughness_texture), [30, 100, 50, 255]);
    assert_eq!(look.occlusion_texture, look.metallic_roughness_texture);
    assert_eq!((look.roughness, look.metallic, look.alpha), (0.5, 1.0, Alpha::Mask { cutoff: 0.25 }));
    assert_eq!(look.specular.as_ref().unwrap().color, [0.25; 3]);
    assert!(said(&findings).iter().any(|one| one.contains(Rule::MissingTechnique.text())));
}

#[test]
fn states_and_coordinates() {
    let image = png([1, 2, 3, 4]);
    let case = Case {
        xml: r#"<material><technique name="Techniques/DiffAO.xml"/><texture unit="diffuse" name="D.png"/><texture unit="emissive" name="D.png"/>
            <texture unit="custom1" name="C.png"/><shader psdefines="ALPHAMASK"/>
            <parameter name="UOffset" value="2 0 0 0.25"/><parameter name="VOffset" value="0 3 0 0.5"/>
            <parameter name="MatDiffColor" value="1 1 1 0.5"/><parameter name="MatEmissiveColor" value="2 0 0"/>
            <cull value="none"/><fill value="wireframe"/></material>"#,
        technique: None,
        textures: &[("D.png", &image, None)],
    };
    let (scene, look, findings) = case.show();
    assert_eq!(look.base_color_texture.unwrap().transform.numbers(), [0.25, 0.5, 0.0, 2.0, 3.0]);
    // Occlusion goes by the second set, which the engine leaves alone; both are one image.
    let occlusion = look.occlusion_texture.unwrap();
    assert_eq!((occlusion.tex_coord, occlusion.transform.is_identity(), scene.images.len()), (1, true, 1));
    assert_eq!((look.double_sided, look.alpha), (true, Alpha::Mask { cutoff: 0.25 }));
    assert_eq!(look.emissive, [1.0, 0.0, 0.0]);
    assert!(look.emissive_strength > 4.0);
    for rule in [Rule::FurtherUnits, Rule::States, Rule::ColouredOcclusion] {
        assert!(said(&findings).iter().any(|one| one.contains(rule.text())), "{rule:?}: {:?}", said(&findings));
    }
}

#[test]
fn a_texture_in_a_slot_of_a_custom_shader_is_a_finding() {
    let case = Case {
        xml: r#"<material><technique name="Techniques/LitOpaque.xml"/><texture slot="Snow" name="Textures/Snow.png"/></material>"#,
        technique: None,
        textures: &[],
    };
    let (_, look, findings) = case.show();
    let told = said(&findings);
    let is_it = |one: &String| one.contains(Rule::FurtherUnits.text()) && one.contains("Snow Textures/Snow.png");
    assert!(told.iter().any(is_it), "{told:?}");
    assert!(look.textures().next().is_none());
}

#[test]
fn what_is_missing_is_named() {
    let case = Case {
        xml: r#"<material><technique name="Techniques/Diff.xml"/><texture unit="diffuse" name="Textures/Gone.dds"/></material>"#,
        technique: Some(LIT),
        textures: &[],
    };
    let (scene, look, findings) = case.show();
    assert_eq!((look.base_color_texture, scene.images.len()), (None, 0));
    let found = said(&findings);
    let is_told =
        |one: &String| one.contains("Materials/A.xml") && one.contains(": diffuse Textures/Gone.dds, not in Data");
    assert!(found.iter().any(is_told), "{found:?}");
}

#[test]
fn every_rule_is_in_the_documentation() {
    let page = include_str!("../../FORMAT.md");
    for rule in Rule::ALL {
        let line = format!("| {} | `{rule:?}` | {rule} |", rule.number());
        assert!(page.contains(&line), "{line}");
    }
}

/// An occluder that the engine doesn't draw isn't shown either, and its colours are kept.
#[test]
fn surfaces_that_the_engine_does_not_draw_are_not_shown() {
    let shadow = r#"<technique vs="LitSolid" ps="LitSolid"><pass name="shadow"/><pass name="depth"/></technique>"#;
    let empty = r#"<technique vs="M_Default" ps="M_Default"/>"#;
    let technique = r#"<technique name="Techniques/Occluder.xml"/>"#;
    let color = r#"<parameter name="MatDiffColor" value="1 0 1 0.75"/>"#;
    for (name, file, rule) in [
        (technique, Some(shadow), Rule::Invisible),
        (technique, Some(empty), Rule::Invisible),
        ("", None, Rule::NoTechnique),
    ] {
        let xml = format!("<material>{name}{color}</material>");
        let (_, look, findings) = Case { xml: &xml, technique: file, textures: &[] }.show();
        assert!(told(&findings, rule), "{findings:?}");
        assert_eq!(look.base_color, [1.0, 0.0, 1.0, 0.0], "{xml}");
        let Alpha::Mask { cutoff } = look.alpha else { panic!("{:?}", look.alpha) };
        assert!(look.base_color[3] < cutoff);
    }
    // The same technique with a colour pass is shown.
    let (_, look, findings) =
        Case { xml: &format!("<material>{technique}{color}</material>"), technique: Some(LIT), textures: &[] }.show();
    assert!(!told(&findings, Rule::Invisible));
    assert_eq!((look.base_color[3], look.alpha), (0.75, Alpha::Opaque));
}
