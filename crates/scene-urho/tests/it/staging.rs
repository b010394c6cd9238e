//! Content that only pictures need: billboards and particles.

use scene_adapter::ResourceReader;
use scene_urho::ShowOptions;
use scene_urho::asset_scene::{Facing, Mixing, Scene, Staging};
use scene_urho::level::to_scene;
use urho_scene::Document;

use crate::level::{Files, attribute, component, node};

/// The scene of a file as a picture at this time shows it, with the messages.
fn staged(content: &str, files: &Files, time: f32) -> (Scene<'static>, Vec<String>) {
    let file = format!(r#"<scene id="1">{content}</scene>"#);
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let mut options = ShowOptions::default();
    options.picture_time = Some(time);
    let (scene, findings) = to_scene(&document, "level", &mut resources, &options).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

fn staging<'s>(scene: &'s Scene<'_>) -> &'s Staging {
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
fn what_is_not_shown_is_named() {
    let content = node(2, "sign", &component("Text3D", &[])) + &node(3, "sound", &component("SoundSource", &[]));
    let (scene, _) = staged(&content, &Files::default(), 1.0);
    assert_eq!(staging(&scene).not_shown, ["Text3D: 1"]);
}
