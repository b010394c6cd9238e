//! Content that only pictures need: billboards and particles.

use scene_adapter::ResourceReader;
use scene_urho::ShowOptions;
use scene_urho::asset_scene::{Facing, Mixing, Scene, Staging};
use scene_urho::level::to_scene;
use urho_scene::Document;

use crate::level::{Files, attribute, component, node, sign};

/// The scene of a file as a picture at this time shows it, with the messages.
pub(crate) fn staged(content: &str, files: &Files, time: f32) -> (Scene<'static>, Vec<String>) {
    let file = format!(r#"<scene id="1">{content}</scene>"#);
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let mut options = ShowOptions::default();
    options.picture_time = Some(time);
    let (scene, findings) = to_scene(&document, "level", &mut resources, &options).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

pub(crate) fn staging<'s>(scene: &'s Scene<'_>) -> &'s Staging {
    scene.staging.as_deref().unwrap()
}

/// Two billboards, of which the second is disabled.
fn billboards(values: &str) -> String {
    let variants: String = values
        .split(';')
        .map(|value| value.trim().split_once(' ').unwrap())
        .map(|(kind, value)| format!(r#"<variant type="{kind}" value="{value}" />"#))
        .collect();
    let mode = attribute("Face Camera Mode", "LookAt Y");
    let list = format!(r#"<attribute name="Billboards">{variants}</attribute>"#);
    format!(r#"<component type="BillboardSet" id="9">{mode}{list}</component>"#)
}

#[test]
fn billboards_are_sprites() {
    let one = |on: bool| {
        format!("Vector3 1 2 3; Vector2 4 5; Vector4 0 0.25 0.5 1; Color 1 0 0 0.5; Float 90; Vector3 1 0 0; Bool {on}")
    };
    let set = billboards(&format!("Int 2; {}; {}", one(true), one(false)));
    let content = node(2, "set", &(attribute("Scale", "2 3 4") + &set));
    let (scene, said) = staged(&content, &Files::default(), 0.0);
    let [set] = &staging(&scene).sprites[..] else { panic!("{said:?}") };
    assert_eq!((set.facing, set.node.map(|node| scene[node].name.as_str())), (Facing::PointUpright, Some("set")));
    let [sprite] = set.sprites[..] else { panic!("{:?}", set.sprites) };
    // X is mirrored; the node scales the size, and its transform the position.
    assert_eq!((sprite.position, sprite.size, sprite.uv), ([-1.0, 2.0, 3.0], [8.0, 15.0], [0.0, 0.25, 0.5, 1.0]));
    assert_eq!((sprite.color, sprite.rotation), ([1.0, 0.0, 0.0, 0.5], std::f32::consts::FRAC_PI_2));
    assert!(said.is_empty(), "{said:?}");
    // An old file has no directions.
    let old = one(true).replace("Vector3 1 0 0; ", "");
    let (scene, _) = staged(&node(2, "set", &billboards(&format!("Int 1; {old}"))), &Files::default(), 0.0);
    assert_eq!(staging(&scene).sprites[0].sprites.len(), 1);
}

#[test]
fn hostile_billboards_are_left_out() {
    for values in [
        "Int 2000000000; Float 1",
        "Int -1; Float 1",
        "Float 1; Float 2",
        "Int 1; Float 1; Float 1; Float 1; Float 1; Float 1; Float 1; Float 1",
    ] {
        let (scene, _) = staged(&node(2, "set", &billboards(values)), &Files::default(), 0.0);
        assert!(staging(&scene).sprites.is_empty(), "{values}");
    }
}

/// Ten particles a second, one after the other, that move 2 units a second along Y.
const EFFECT: &str = r#"<particleeffect><material name="Materials/Glow.xml" /><numparticles value="50" />
<emissionrate value="10" /><timetolive value="5" /><emittertype value="Box" /><emittersize value="0 0 0" />
<direction min="0 1 0" max="0 1 0" /><velocity value="2" /><particlesize value="1 1" /><relative enable="false" /></particleeffect>"#;

fn glow() -> Files {
    let look = r#"<material><technique name="Techniques/DiffUnlitParticleAdd.xml"/></material>"#;
    Files::default().with("Particle/Glow.xml", EFFECT).with("Materials/Glow.xml", look)
}

#[test]
fn particles_are_those_of_the_time() {
    let emitter = component("ParticleEmitter", &[("Effect", "ParticleEffect;Particle/Glow.xml")]);
    let content = node(2, "lamp", &(attribute("Position", "7 1 0") + &emitter));
    for (time, count) in [(0.5, 5), (2.0, 20), (0.0, 10)] {
        let (scene, said) = staged(&content, &glow(), time);
        let [set] = &staging(&scene).sprites[..] else { panic!("{said:?}") };
        assert_eq!((set.sprites.len(), set.node), (count, None), "{time}");
        // The oldest has moved for the whole time, or for a second if there is no time.
        let top = set.sprites.iter().map(|sprite| sprite.position[1]).fold(0.0, f32::max);
        let expected = 1.0 + 2.0 * if time > 0.0 { time } else { 1.0 };
        assert!((top - expected).abs() < 0.04, "{time}: {top}");
        assert!(set.sprites.iter().all(|sprite| sprite.position[0] == -7.0));
        let effect = &staging(&scene).surfaces[&set.material.unwrap()];
        assert_eq!(effect.mixing, Mixing::Add);
    }
    let silent = content.replace("</component>", &(attribute("Is Emitting", "false") + "</component>"));
    assert!(staging(&staged(&silent, &glow(), 1.0).0).sprites.is_empty());
}

#[test]
fn effects_that_cannot_be_read_are_reported_once() {
    let emitter = component("ParticleEmitter", &[("Effect", "ParticleEffect;Particle/None.xml")]);
    let content = node(2, "a", &emitter) + &node(3, "b", &emitter);
    let (scene, said) = staged(&content, &Files::default(), 1.0);
    assert!(staging(&scene).sprites.is_empty());
    assert_eq!(said.iter().filter(|message| message.contains("no particles")).count(), 1, "{said:?}");
}

#[test]
fn texts_are_read_with_their_size_and_place() {
    let attributes = [
        ("Text", "Low\\nRoughness"),
        ("Font Size", "15"),
        ("Width", "128"),
        ("Horiz Alignment", "Center"),
        ("Vert Alignment", "Bottom"),
        ("Color", "1 0 0 1"),
    ];
    let content = node(2, "sign", &component("Text3D", &attributes))
        + &node(3, "empty", &component("Text3D", &[("Text", " ")]))
        + &node(4, "clear", &component("Text3D", &[("Text", "a"), ("Opacity", "0")]));
    let (scene, said) = staged(&content, &Files::default(), 1.0);
    assert!(said.is_empty(), "{said:?}");
    let [text] = &staging(&scene).texts[..] else { panic!("{:?}", staging(&scene).texts) };
    assert_eq!((&text.lines[..], text.anchor), (&["Low".to_owned(), "Roughness".to_owned()][..], [0.5, 1.0]));
    // 15 points are 20 pixels, and 128 pixels are a unit.
    assert_eq!((text.em, text.width, text.color), (20.0 / 128.0, Some(1.0), [1.0, 0.0, 0.0]));
    assert_eq!(text.facing, Facing::Node);
}

#[test]
fn what_is_not_shown_is_named() {
    let content = node(2, "sign", &component("RibbonTrail", &[])) + &node(3, "sound", &component("SoundSource", &[]));
    let (scene, _) = staged(&content, &Files::default(), 1.0);
    assert_eq!(staging(&scene).not_shown, ["RibbonTrail: 1"]);
}

#[test]
fn zones_come_by_priority() {
    let zone = |id: u32, attributes: &[(&str, &str)]| node(id, "zone", &component("Zone", attributes));
    let high = [
        ("Bounding Box Min", "-1 -2 -3"),
        ("Bounding Box Max", "4 5 6"),
        ("Ambient Color", "1 0 0 0.5"),
        ("Fog End", "7"),
        ("Priority", "3"),
        ("Zone Texture", "TextureCube;Textures/Sky.xml"),
    ];
    let faces: String = ["a", "b", "c", "d", "e", "f"].map(|face| format!(r#"<face name="{face}.png"/>"#)).concat();
    let files = Files::default().with("Textures/Sky.xml", format!("<cubemap>{faces}</cubemap>"));
    let (scene, _) = staged(&(zone(2, &[("Ambient Color", "0 1 0 1")]) + &zone(3, &high)), &files, 0.0);
    let zones = &staging(&scene).zones;
    // The last is the engine's own, which is everywhere.
    assert_eq!(zones.iter().map(|zone| zone.ambient[0]).collect::<Vec<_>>()[..2], [1.0, 0.0]);
    assert_eq!((zones.len(), zones[2].bounds[0][0], zones[2].fog.end), (3, f32::NEG_INFINITY, 1000.0));
    // X is mirrored.
    assert_eq!((zones[0].bounds, zones[0].fog.end), ([[-4.0, -2.0, -3.0], [1.0, 5.0, 6.0]], 7.0));
    let (cube, factor) = zones[0].reflection.as_ref().unwrap();
    assert_eq!((cube.images.len(), *factor, zones[0].background), (6, 0.5, 0.5));
    assert!(staging(&staged(&node(2, "none", ""), &files, 0.0).0).zones.is_empty());
}

#[test]
fn materials_have_layers_water_and_reflections() {
    let terrain = r#"<material><technique name="Techniques/TerrainBlend.xml"/><texture unit="0" name="Textures/W.png"/>
<texture unit="2" name="Textures/L.png"/><parameter name="DetailTiling" value="32 16"/></material>"#;
    let water = r#"<material><technique name="Techniques/Water.xml"/><parameter name="WaterTint" value="0.8 0.7 0.6"/>
<parameter name="FresnelPower" value="8"/></material>"#;
    let mirror = r#"<material><technique name="Techniques/DiffEnvCube.xml"/><texture unit="environment" name="Textures/Sky.xml"/>
<parameter name="MatEnvMapColor" value="0.1 0.2 0.3"/></material>"#;
    let metal = r#"<material><technique name="Techniques/PBR/PBRDiff.xml"/></material>"#;
    let faces: String = ["a", "b", "c", "d", "e", "f"].map(|face| format!(r#"<face name="{face}.png"/>"#)).concat();
    let mut files = Files::default()
        .with("Models/Sign.mdl", sign())
        .with("Textures/Sky.xml", format!("<cubemap>{faces}</cubemap>"))
        .with("Textures/W.png", png())
        .with("Textures/L.png", png())
        .with(
            "Techniques/TerrainBlend.xml",
            r#"<technique vs="TerrainBlend" ps="TerrainBlend"><pass name="base"/></technique>"#,
        )
        .with("Techniques/Water.xml", r#"<technique vs="Water" ps="Water"><pass name="refract"/></technique>"#);
    let mut content = String::new();
    for (id, (name, look)) in (2..).zip([("T", terrain), ("W", water), ("M", mirror), ("P", metal)]) {
        files = files.with(&format!("Materials/{name}.xml"), look);
        let material = format!("Material;Materials/{name}.xml");
        content +=
            &node(id, name, &component("StaticModel", &[("Model", "Model;Models/Sign.mdl"), ("Material", &material)]));
    }
    let (scene, said) = staged(&content, &files, 0.0);
    let of = |name: &str| {
        let id = scene.materials.enumerate().find(|(_, material)| material.name == name).unwrap().0;
        staging(&scene).surfaces.get(&id).cloned().unwrap_or_else(|| panic!("{name}: {said:?}"))
    };
    let layers = of("T").layers.unwrap();
    let scales: Vec<Option<[f32; 2]>> = layers.layers.iter().map(|layer| Some((*layer)?.transform.scale)).collect();
    assert_eq!(scales, [None, Some([32.0, 16.0]), None]);
    let water = of("W").water.unwrap();
    assert_eq!((water.tint, water.fresnel, water.noise), ([0.8, 0.7, 0.6], 8.0, None));
    let reflection = of("M").reflection.unwrap();
    assert_eq!((reflection.factor, reflection.cube.images.len()), ([0.1, 0.2, 0.3], 6));
    assert!(of("P").is_dimmed && !of("M").is_dimmed);
}

fn png() -> Vec<u8> {
    asset_image::Pixels::filled(2, 2, [1, 2, 3, 255]).and_then(|pixels| pixels.to_png()).unwrap()
}
