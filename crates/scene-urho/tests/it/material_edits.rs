//! Edits of materials in a scene: each changes its parameter in the file, and nothing else.

use std::collections::BTreeMap;

use asset_scene::{Alpha, Id, Material, Scene};
use binio::Limits;
use fuzzkit::looks::texture as image;
use scene_adapter::FileOptions;
use scene_urho::{ColorSpace, CreateMaterialOptions, CreatedMaterials, Engine};

use crate::built_looks::{create, files, picture, project, read};
use crate::edits::Project;

/// The text of the file of a material after an edit in the scene, and the findings.
fn edited(
    name: &str,
    project: &BTreeMap<&'static str, Vec<u8>>,
    edit: impl FnOnce(&mut Scene<'_>, Id<Material>),
) -> (String, CreatedMaterials) {
    let view: BTreeMap<&str, &[u8]> = project.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let (mut scene, _) = read(&view, name, ColorSpace::default());
    edit(&mut scene, Id::new(0));
    let there: Project = project.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    let is_rbfx = name.contains("rbfx");
    let target = if is_rbfx { Engine::Rbfx } else { Engine::default() };
    let options = CreateMaterialOptions::default().engine(target).files(FileOptions::in_project(&there));
    let built = create(&scene, &options);
    let text = files(&built).get(name).map(|text| String::from_utf8(text.to_vec()).unwrap()).unwrap_or_default();
    (text, built)
}

#[test]
fn an_edit_changes_its_parameter_alone() {
    let project = project();
    let text = String::from_utf8(project["Materials/Stone.xml"].clone()).unwrap();
    let with = |line: &str| {
        text.replace(
            "  <parameter name=\"WindPeriod\" value=\"2\"/>",
            &format!("  <parameter name=\"WindPeriod\" value=\"2\"/>\n  {line}"),
        )
    };
    let stone =
        |edit: &dyn Fn(&mut Material)| edited("Materials/Stone.xml", &project, |scene, id| edit(&mut scene[id]));

    let (now, built) = stone(&|own| own.base_color = [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(now, with(r#"<parameter name="MatDiffColor" value="1 0 0 1" />"#));
    assert_eq!(built.files.len(), 1, "no texture is written");
    assert!(built.findings.losses().is_empty(), "{:?}", built.findings);

    let (now, _) = stone(&|own| own.emissive = [1.0, 0.0, 0.0]);
    assert_eq!(now, with(r#"<parameter name="MatEmissiveColor" value="1 0 0" />"#));
    let (now, _) = stone(&|own| own.roughness = 0.5);
    assert_eq!(now, text.replace("0.3 0.3 0.3 16", "0.3 0.3 0.3 30"));
    let (now, _) = stone(&|own| own.double_sided = true);
    let cull =
        text.replace("  <fill value=\"wireframe\"/>", "  <fill value=\"wireframe\"/>\n  <cull value=\"none\" />");
    assert_eq!(now, cull);
}

#[test]
fn an_edit_that_a_technique_cannot_show_is_a_loss() {
    let project = project();
    let (text, built) = edited("Materials/Stone.xml", &project, |scene, id| scene[id].metallic = 0.75);
    assert_eq!(text.as_bytes(), project["Materials/Stone.xml"]);
    let losses: Vec<_> = built.findings.losses().into_iter().map(|loss| loss.kind.as_str()).collect();
    assert_eq!(losses, ["scene-adapter/material-edit-lost"]);
}

#[test]
fn a_new_texture_takes_the_next_technique() {
    let mut project = project();
    let plain = br#"<material><technique name="Techniques/Diff.xml" /><texture unit="diffuse" name="Textures/StoneN.png" /></material>"#;
    project.insert("Materials/Plain.xml", plain.to_vec());
    let add = |scene: &mut Scene<'_>, id: Id<Material>| {
        let texture = image(scene, "Bumps", picture(77, false));
        scene[id].normal_texture = Some(texture);
    };
    let (text, built) = edited("Materials/Plain.xml", &project, add);
    for part in
        ["Techniques/DiffNormal.xml", r#"unit="normal" name="Textures/Bumps.png""#, r#"name="Textures/StoneN.png""#]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(built.findings.losses().is_empty(), "{:?}", built.findings);
    // Without its texture the technique would draw with another material's.
    let (text, _) = edited("Materials/Plain.xml", &project, |scene, id| scene[id].base_color_texture = None);
    assert!(text.contains("Techniques/NoTexture.xml") && !text.contains("diffuse"), "{text}");
    // This technique is the project's own: it has no relatives.
    let (text, built) = edited("Materials/Stone.xml", &project, |scene, id| scene[id].alpha = Alpha::Blend);
    assert_eq!((text.as_bytes(), built.findings.losses().len()), (project["Materials/Stone.xml"].as_slice(), 1));
}

#[test]
fn packed_normals_stay_packed() {
    let mut project = project();
    project.insert(
        "Materials/Packed.xml",
        String::from_utf8(project["Materials/Stone.xml"].clone())
            .unwrap()
            .replace("DiffNormalPackedSpec", "DiffNormal")
            .into_bytes(),
    );
    let replace = |scene: &mut Scene<'_>, id: Id<Material>| {
        let texture = image(scene, "Bumps", picture(77, false));
        scene[id].normal_texture = Some(texture);
    };
    let (text, built) = edited("Materials/Packed.xml", &project, replace);
    assert!(
        text.contains(r#"unit="normal" name="Textures/Bumps_packed.png""#) && text.contains("PACKEDNORMAL"),
        "{text}"
    );
    let files = files(&built);
    let packed =
        asset_image::decode(files["Textures/Bumps_packed.png"], asset_image::Mip(0), &mut Limits::default().budget())
            .unwrap();
    let plain = asset_image::decode(&picture(77, false), asset_image::Mip(0), &mut Limits::default().budget()).unwrap();
    let ([_, y, _, x], [r, g, ..]) = (packed.get(0, 0).unwrap(), plain.get(0, 0).unwrap());
    assert_eq!((x, y), (r, g));
}

#[test]
fn rbfx_keeps_its_technique_and_defines() {
    let mut project = project();
    let text = r#"<material><technique name="Techniques/LitOpaque.xml" /><shader psdefines="PBR FAST" vsdefines="PBR" />
        <texture slot="Albedo" name="Textures/StoneN.png" /><parameter name="Roughness" value="0.5" /></material>"#;
    project.insert("Materials/rbfx.xml", text.as_bytes().to_vec());
    let (now, built) =
        edited("Materials/rbfx.xml", &project, |scene, id| (scene[id].roughness, scene[id].metallic) = (0.25, 0.5));
    let wanted = text.replace(
        r#""Roughness" value="0.5" />"#,
        "\"Roughness\" value=\"0.25\" /><parameter name=\"Metallic\" value=\"0.5\" />",
    );
    assert_eq!(now, wanted);
    assert!(built.findings.losses().is_empty(), "{:?}", built.findings);
    let mask = |scene: &mut Scene<'_>, id: Id<Material>| scene[id].alpha = Alpha::Mask { cutoff: 0.25 };
    let (now, _) = edited("Materials/rbfx.xml", &project, mask);
    for part in
        [r#"psdefines="PBR FAST ALPHAMASK""#, r#"vsdefines="PBR ALPHAMASK""#, r#"name="AlphaCutoff" value="0.25""#]
    {
        assert!(now.contains(part), "{part} in {now}");
    }
}

/// An invisible material is shown with alpha 0, which an edit of its colour doesn't write into the file.
#[test]
fn a_colour_edit_of_an_invisible_material_keeps_its_alpha() {
    let mut project = project();
    let occluder = br#"<material><parameter name="MatDiffColor" value="1 1 1 0.5"/></material>"#;
    project.insert("Materials/Occluder.xml", occluder.to_vec());
    let (text, built) = edited("Materials/Occluder.xml", &project, |scene, id| {
        assert_eq!(scene[id].base_color[3], 0.0);
        scene[id].base_color[..3].copy_from_slice(&[1.0, 0.0, 1.0]);
    });
    assert_eq!(text, String::from_utf8_lossy(occluder).replace("1 1 1 0.5", "1 0 1 0.5"));
    assert!(built.findings.losses().is_empty(), "{:?}", built.findings);
}
