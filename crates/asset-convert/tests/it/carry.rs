//! Files that scenes name, in another project.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, Overwrite, convert};
use asset_formats::Asset;
use asset_project::{Resources, check_references};

/// A project with a scene of one model. The material has a texture that its technique doesn't show, and the text has a font.
fn source(at: &Path) -> Arc<Resources> {
    let model = fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character.mdl").unwrap().bytes;
    let picture = asset_image::Pixels::filled(4, 4, [200, 100, 50, 255]).unwrap().to_png().unwrap();
    let files: [(&str, &[u8]); 9] = [
        ("Models/Character.mdl", &model),
        ("Materials/Cloth.xml", br#"<material><technique name="Techniques/Mine.xml"/><texture unit="diffuse" name="Textures/Cloth.png"/><texture unit="normal" name="Textures/Bumps.png"/></material>"#),
        ("Techniques/Mine.xml", br#"<technique vs="LitSolid" ps="LitSolid" psdefines="DIFFMAP"><pass name="base"/></technique>"#),
        ("Textures/Cloth.png", &picture),
        ("Textures/Cloth.xml", br#"<texture><mipmap enable="false"/></texture>"#),
        ("Textures/Bumps.png", &picture),
        ("Textures/Bumps.xml", br#"<texture><filter mode="nearest"/></texture>"#),
        ("Fonts/Sign.ttf", b"a font"),
        ("Scenes/Square.xml", br#"<scene id="1"><component type="Octree" id="1"/><node id="2"><attribute name="Name" value="Character"/>
            <component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Character.mdl"/><attribute name="Material" value="Material;Materials/Cloth.xml"/></component>
            <component type="Text3D" id="4"><attribute name="Font" value="Font;Fonts/Sign.ttf"/><attribute name="Material" value="Material;Materials/Gone.xml"/></component></node></scene>"#),
    ];
    for (name, bytes) in files {
        let path = at.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    Arc::new(Resources::new().folder(at).unwrap())
}

/// The scene as glTF, from its project.
fn glb(resources: &Arc<Resources>) -> Vec<u8> {
    let bytes = resources.read("Scenes/Square.xml").unwrap().unwrap().bytes;
    let asset = Asset::parse(&bytes, None).unwrap();
    let options = ConvertOptions::default().resources(Arc::clone(resources));
    let mut converted = convert(&[Input::new("Square", &asset)], OutputFormat::GLB, "Square.glb", &options).unwrap();
    converted.files.pop().unwrap().bytes
}

fn back(glb: &[u8], target: &Path, copy_from: Option<Arc<Resources>>) -> Converted {
    let asset = Asset::parse(glb, None).unwrap();
    let resources = Arc::new(Resources::new().folder(target).unwrap());
    let options = ConvertOptions::default().resources(resources).copy_from(copy_from);
    let converted =
        convert(&[Input::new("Square", &asset)], OutputFormat::SCENE_XML, "Scenes/Square.xml", &options).unwrap();
    converted.write_below(target, Overwrite::Never).unwrap();
    converted
}

fn missing(converted: &Converted) -> Vec<String> {
    let of_kind = converted.findings.iter().filter(|finding| finding.kind.as_str() == "engine-assets/resource-missing");
    of_kind.map(|finding| finding.message.clone()).collect()
}

#[test]
fn one_message_lists_the_files_that_the_target_lacks() {
    let (at, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let converted = back(&glb(&source(at.path())), target.path(), None);
    let found = missing(&converted);
    let expected =
        "Fonts/Sign.ttf, Materials/Gone.xml, Techniques/Mine.xml, Textures/Bumps.png: not in the target project";
    assert!(found.len() == 1 && found[0].starts_with(expected) && found[0].contains("copy-resources"), "{found:?}");
}

#[test]
fn files_of_the_source_project_are_copied_with_the_files_that_they_name() {
    let (at, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let source = source(at.path());
    let converted = back(&glb(&source), target.path(), Some(Arc::clone(&source)));
    assert_eq!(converted.files.last().unwrap().name.as_str(), "Scenes/Square.xml");
    assert_eq!(missing(&converted), ["Materials/Gone.xml: neither in the target project nor in the source project"]);
    let copied = [
        "Models/Character.mdl",
        "Materials/Cloth.xml",
        "Techniques/Mine.xml",
        "Textures/Cloth.png",
        "Textures/Cloth.xml",
        "Textures/Bumps.png",
        "Textures/Bumps.xml",
        "Fonts/Sign.ttf",
    ];
    for name in copied {
        assert_eq!(fs::read(target.path().join(name)).ok(), fs::read(at.path().join(name)).ok(), "{name}");
    }
    let scene = fs::read(target.path().join("Scenes/Square.xml")).unwrap();
    let resources = Resources::new().folder(target.path()).unwrap();
    let (findings, used) = check_references(&Asset::parse(&scene, None).unwrap(), Path::new("Square.xml"), &resources);
    assert_eq!((findings.len(), used.len()), (1, 3), "{findings:?}");
}

#[test]
fn copied_files_bring_the_files_that_they_name() {
    let (at, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let picture = asset_image::Pixels::filled(4, 4, [200, 100, 50, 255]).unwrap().to_png().unwrap();
    let scene = r#"<scene id="1"><component type="Octree" id="1"/><node id="2"><attribute name="Name" value="All"/>
<component type="ParticleEmitter" id="2"><attribute name="Effect" value="ParticleEffect;Particle/Fire.xml"/></component>
<component type="AnimatedSprite2D" id="3"><attribute name="Animation Set" value="AnimationSet2D;Urho2D/Imp/Imp.scml"/></component>
<component type="TileMap2D" id="4"><attribute name="Tmx File" value="TmxFile2D;Urho2D/Maps/Land.tmx"/></component>
<component type="StaticSprite2D" id="5"><attribute name="Sprite" value="SpriteSheet2D;Urho2D/Sheet.xml@Coin"/></component>
<component type="ParticleEmitter2D" id="6"><attribute name="Particle Effect" value="ParticleEffect2D;Urho2D/Sun.pex"/></component>
<component type="Text3D" id="7"><attribute name="Font" value="Font;Fonts/Pages.fnt"/><attribute name="Material" value="Material;Materials/Glow.xml"/></component></node></scene>"#;
    let files: [(&str, &[u8]); 22] = [
        ("Scenes/Square.xml", scene.as_bytes()),
        ("Particle/Fire.xml", br#"<particleeffect><material name="Materials/Fire.xml"/></particleeffect>"#),
        ("Materials/Fire.xml", br#"<material><technique name="Techniques/Fire.xml"/><texture unit="diffuse" name="Textures/Fire.png"/></material>"#),
        ("Textures/Fire.png", &picture),
        ("Techniques/Fire.xml", br#"<technique vs="Flame" ps="Flame"><pass name="alpha"/><pass name="shadow" vs="Shadow" ps="Shadow"/></technique>"#),
        ("Shaders/GLSL/Flame.glsl", b"#include \"Noise.glsl\"\n#include \"Uniforms.glsl\"\nvoid VS() {}"),
        ("Shaders/GLSL/Noise.glsl", b"float noise() { return 0.5; }"),
        ("Shaders/HLSL/Flame.hlsl", b"void VS() {}"),
        ("Urho2D/Imp/Imp.scml", br#"<spriter_data><folder id="0"><file id="0" name="Head.png"/><file id="1" name="Parts/Arm.png"/></folder></spriter_data>"#),
        ("Urho2D/Imp/Head.png", &picture),
        ("Urho2D/Imp/Parts/Arm.png", &picture),
        ("Urho2D/Maps/Land.tmx", br#"<map><tileset firstgid="1" source="Land.tsx"/></map>"#),
        ("Urho2D/Maps/Land.tsx", br#"<tileset><image source="../Tiles/Land.png"/></tileset>"#),
        ("Urho2D/Tiles/Land.png", &picture),
        ("Urho2D/Sheet.xml", br#"<TextureAtlas imagePath="Sheet.png"><SubTexture name="Coin"/></TextureAtlas>"#),
        ("Urho2D/Sheet.png", &picture),
        ("Urho2D/Sun.pex", br#"<particleEmitterConfig><texture name="Sun.png"/></particleEmitterConfig>"#),
        ("Urho2D/Sun.png", &picture),
        ("Fonts/Pages.fnt", b"page id=0 file=\"Pages_0.png\"\n"),
        ("Fonts/Pages_0.png", &picture),
        ("Materials/Glow.xml", br#"<material><technique name="Techniques/Glow.xml"/></material>"#),
        ("Techniques/Glow.xml", br#"<technique vs="Nowhere" ps="Nowhere"><pass name="alpha"/></technique>"#),
    ];
    for (name, bytes) in files.iter().chain(&[("Unused.png", &picture[..])]) {
        let path = at.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let source = Arc::new(Resources::new().folder(at.path()).unwrap());
    let made = back(&glb(&source), target.path(), Some(Arc::clone(&source)));
    for (name, bytes) in &files[1..] {
        assert_eq!(fs::read(target.path().join(name)).ok().as_deref(), Some(*bytes), "{name}");
    }
    assert!(!target.path().join("Unused.png").exists());
    assert_eq!(missing(&made), ["shader Nowhere: neither in the target project nor in the source project"]);
}
