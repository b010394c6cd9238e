//! Sprites and particles in the plane, which only pictures show.

use asset_image::Pixels;
use scene_adapter::ResourceReader;
use scene_urho::ShowOptions;
use scene_urho::asset_scene::{Alpha, Facing, Mixing, Scene, SpriteSet};
use scene_urho::level::to_scene;
use urho_scene::Document;

use crate::level::{Files, attribute, component, node, sign};

fn staged(content: &str, files: &Files) -> (Scene<'static>, Vec<String>) {
    let document = Document::parse(format!(r#"<scene id="1">{content}</scene>"#).as_bytes()).unwrap().into_owned();
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let mut options = ShowOptions::default();
    options.picture_time = Some(1.0);
    let (scene, findings) = to_scene(&document, "level", &mut resources, &options).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

fn sets<'s>(scene: &'s Scene<'_>) -> &'s [SpriteSet] {
    &scene.staging.as_deref().unwrap().sprites
}

const SHEET: &str = r#"<TextureAtlas imagePath="Sheet.png"><SubTexture name="coin" x="20" y="10" width="40" height="20"/></TextureAtlas>"#;

/// A sheet of 100 x 50 pixels.
fn files() -> Files {
    let png = Pixels::filled(100, 50, [255; 4]).and_then(|pixels| pixels.to_png()).unwrap();
    Files::default().with("Urho2D/Sheet.png", png).with("Urho2D/Sheet.xml", SHEET)
}

#[test]
fn sprites_are_rectangles_of_their_image() {
    let image = ("Sprite", "Sprite2D;Urho2D/Sheet.png");
    let part = ("Sprite", "SpriteSheet2D;Urho2D/Sheet.xml@coin");
    let content = [
        node(2, "front", &component("StaticSprite2D", &[part, ("Order in Layer", "1"), ("Color", "1 0 0 0.5")])),
        node(3, "whole", &(attribute("Scale", "2 3 1") + &component("StaticSprite2D", &[image]))),
        node(4, "back", &component("StaticSprite2D", &[image, ("Layer", "-1"), ("Blend Mode", "addalpha")])),
    ];
    let (scene, said) = staged(&content.concat(), &files());
    assert!(said.is_empty(), "{said:?}");
    let [back, whole, front] = sets(&scene) else { panic!("{:?}", sets(&scene)) };
    let names = [back, whole, front].map(|set| scene[set.node.unwrap()].name.as_str());
    assert_eq!((names, back.facing), (["back", "whole", "front"], Facing::Node));
    // A pixel is a hundredth; the node scales the size.
    let is_near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(is_near(whole.sprites[0].size, [1.0, 0.75]) && whole.sprites[0].uv == [0.0, 0.0, 1.0, 1.0]);
    let coin = front.sprites[0];
    assert!(is_near(coin.size, [0.2, 0.1]) && coin.color == [1.0, 0.0, 0.0, 0.5], "{coin:?}");
    assert_eq!(coin.uv, [0.2, 0.2, 0.6, 0.6]);
    let material = &scene[whole.material.unwrap()];
    assert!(material.unlit && material.alpha == Alpha::Blend && material.base_color_texture.is_some());
    // The same image and mode share a material.
    assert_eq!(whole.material, front.material);
    let staging = scene.staging.as_deref().unwrap();
    assert_eq!(staging.surfaces[&back.material.unwrap()].mixing, Mixing::AddAlpha);
    assert!(staging.is_flat);
    let model = node(5, "model", &component("StaticModel", &[("Model", "Model;Models/Sign.mdl")]));
    let (scene, _) = staged(&(content.concat() + &model), &files().with("Models/Sign.mdl", sign()));
    assert!(!scene.staging.as_deref().unwrap().is_flat);
}

#[test]
fn sprites_flip_and_move_around_their_hot_spot() {
    let image = ("Sprite", "Sprite2D;Urho2D/Sheet.png");
    let own = [image, ("Flip X", "true"), ("Use Hot Spot", "true"), ("Hot Spot", "0.25 0")];
    let (scene, _) = staged(&node(2, "sprite", &component("StaticSprite2D", &own)), &files());
    let sprite = sets(&scene)[0].sprites[0];
    // From -0.75 to 0.25 and from 0 to 0.5; X is mirrored.
    assert!((sprite.position[0] - 0.25).abs() < 1e-6 && (sprite.position[1] - 0.25).abs() < 1e-6, "{sprite:?}");
    assert_eq!(sprite.uv, [1.0, 0.0, 0.0, 1.0]);
    let own = [
        image,
        ("Use Draw Rectangle", "true"),
        ("Draw Rectangle", "0 0 4 2"),
        ("Use Texture Rectangle", "true"),
        ("Texture Rectangle", "0 0.75 0.5 0.25"),
    ];
    let (scene, _) = staged(&node(2, "sprite", &component("StaticSprite2D", &own)), &files());
    let sprite = sets(&scene)[0].sprites[0];
    assert_eq!((sprite.position, sprite.size, sprite.uv), ([-2.0, 1.0, 0.0], [2.0, 1.0], [0.0, 0.25, 0.5, 0.75]));
}

/// One particle every tenth of a second, which moves 100 pixels a second to the right.
const EFFECT: &str = r#"<particleEmitterConfig><texture name="Sheet.png"/><particleLifeSpan value="1"/><maxParticles value="10"/>
<speed value="100"/><startParticleSize value="20"/><finishParticleSize value="20"/><startColor red="1" green="1" blue="1" alpha="1"/>
<finishColor red="1" green="1" blue="1" alpha="1"/><blendFuncSource value="770"/><blendFuncDestination value="1"/></particleEmitterConfig>"#;

#[test]
fn particles_in_the_plane_are_sprites() {
    let effect = ("Particle Effect", "ParticleEffect2D;Urho2D/Stars.pex");
    let place = attribute("Position", "1 2 3") + &attribute("Scale", "2 2 2");
    let content = node(2, "stars", &(place.clone() + &component("ParticleEmitter2D", &[effect])));
    let with = files().with("Urho2D/Stars.pex", EFFECT);
    let (scene, said) = staged(&content, &with);
    let [set] = sets(&scene) else { panic!("{said:?}") };
    assert!((9..=10).contains(&set.sprites.len()), "{}", set.sprites.len());
    for sprite in &set.sprites {
        let [x, y, z] = sprite.position;
        // From the node, 2 units a second to the right. X is mirrored.
        assert!((-3.1..=-1.0).contains(&x) && y == 2.0 && z == 3.0, "{sprite:?}");
        assert!((sprite.size[0] - 0.2).abs() < 1e-6, "{sprite:?}");
    }
    assert_eq!(scene.staging.as_deref().unwrap().surfaces[&set.material.unwrap()].mixing, Mixing::AddAlpha);
    let off = [effect, ("Is Emitting", "false")];
    let (scene, _) = staged(&node(2, "stars", &(place + &component("ParticleEmitter2D", &off))), &with);
    assert!(sets(&scene).is_empty());
}

#[test]
fn missing_and_hostile_files_are_told() {
    let none = node(2, "a", &component("StaticSprite2D", &[("Sprite", "Sprite2D;No.png")]));
    let part = node(2, "a", &component("StaticSprite2D", &[("Sprite", "SpriteSheet2D;Urho2D/Sheet.xml@no")]));
    let effect = node(2, "a", &component("ParticleEmitter2D", &[("Particle Effect", "ParticleEffect2D;No.pex")]));
    for (content, expected) in [(none, "No.png"), (part, "no sprite"), (effect, "No.pex")] {
        let (scene, said) = staged(&content, &files());
        assert!(sets(&scene).is_empty() && said.len() == 1 && said[0].contains(expected), "{said:?}");
    }
    // As many particles as the engine would allocate, that live forever.
    let many = EFFECT.replace("maxParticles value=\"10\"", "maxParticles value=\"2000000000\"");
    let many = many.replace("particleLifeSpan value=\"1\"", "particleLifeSpan value=\"1e9\"");
    let emitter = component("ParticleEmitter2D", &[("Particle Effect", "ParticleEffect2D;Urho2D/Stars.pex")]);
    let content: String = (2..60).map(|id| node(id, "a", &emitter)).collect();
    let (scene, _) = staged(&content, &files().with("Urho2D/Stars.pex", many));
    assert!(sets(&scene).iter().map(|set| set.sprites.len()).sum::<usize>() < 10_000_000);
}

/// Two fields above two: the lower right one is empty, and the upper right one has swapped corners.
const MAP: &str = r#"<map orientation="orthogonal" width="2" height="2" tilewidth="20" tileheight="10">
<tileset firstgid="1" name="set" tilewidth="20" tileheight="10"><image source="../Sheet.png" width="100" height="50"/></tileset>
<layer name="ground" width="2" height="2"><data encoding="csv">1,536870914,7,0</data></layer>
<layer name="hidden" width="2" height="2" visible="0"><data encoding="csv">1,1,1,1</data></layer></map>"#;

#[test]
fn maps_are_tiles() {
    let files = files().with("Urho2D/Maps/Land.tmx", MAP);
    let map = |name: &str| component("TileMap2D", &[("Tmx File", &format!("TmxFile2D;Urho2D/Maps/{name}"))]);
    let (scene, said) = staged(&node(2, "map", &map("Land.tmx")), &files);
    assert!(said.is_empty(), "{said:?}");
    let [set] = sets(&scene) else { panic!("{:?}", sets(&scene)) };
    let shown = set.sprites.iter().flat_map(|sprite| [&sprite.position[..2], &sprite.size, &sprite.uv].concat());
    let shown: Vec<f32> = shown.collect();
    // From the lower left corner of the map; X is mirrored. The seventh tile is the second in the second row.
    let expected = [
        [-0.1, 0.15, 0.1, 0.05, 0.0, 0.0, 0.2, 0.2],
        [-0.3, 0.15, 0.05, 0.1, 0.2, 0.2, 0.4, 0.0],
        [-0.1, 0.05, 0.1, 0.05, 0.2, 0.2, 0.4, 0.4],
    ];
    let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
    assert!(shown.len() == 24 && shown.iter().zip(expected.as_flattened()).all(is_near), "{shown:?}");
    assert!((set.sprites[1].rotation + std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    // A map that isn't there is named in the picture.
    let (scene, said) = staged(&node(2, "map", &map("Sea.tmx")), &files);
    assert_eq!(scene.staging.as_deref().unwrap().not_shown, ["TileMap2D: 1"]);
    assert!(said.iter().any(|said| said.contains("Sea.tmx")), "{said:?}");
}

/// An image of 40 x 20 pixels whose pivot is its lower left corner. In a second it moves by 30 pixels, and turns by 90°.
const RIG: &str = r#"<spriter_data><folder id="0"><file id="0" name="x/coin.png" width="40" height="20" pivot_x="0" pivot_y="0"/></folder>
<entity id="0" name="e"><animation id="0" name="run" length="2000"><mainline><key id="0"><object_ref id="0" timeline="0" key="0" z_index="0"/></key></mainline>
<timeline id="0"><key id="0" spin="1"><object folder="0" file="0" x="0" y="0" angle="0"/></key>
<key id="1" time="2000" spin="0"><object folder="0" file="0" x="60" y="0" angle="180" a="0.5"/></key></timeline></animation></entity></spriter_data>"#;

#[test]
fn rigs_are_posed_at_the_time_of_the_picture() {
    let files = files().with("Urho2D/Imp/Imp.scml", RIG).with("Urho2D/Imp/Imp.xml", SHEET);
    let png = Pixels::filled(100, 50, [255; 4]).and_then(|pixels| pixels.to_png()).unwrap();
    let files = files.with("Urho2D/Imp/Sheet.png", png);
    let set = ("Animation Set", "AnimationSet2D;Urho2D/Imp/Imp.scml");
    let rig = |more: (&str, &str)| {
        let (scene, said) =
            staged(&node(2, "imp", &component("AnimatedSprite2D", &[set, ("Animation", "run"), more])), &files);
        assert!(said.is_empty(), "{said:?}");
        sets(&scene)[0].sprites[0]
    };
    let sprite = rig(("Layer", "2"));
    // After a second: 30 pixels to the right, up by half of the width, and left by half of the height. X is mirrored.
    let is_near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(is_near(&sprite.position, &[-0.2, 0.2, 0.0]) && is_near(&sprite.size, &[0.2, 0.1]), "{sprite:?}");
    assert!((sprite.rotation + std::f32::consts::FRAC_PI_2).abs() < 1e-5 && (sprite.color[3] - 0.75).abs() < 1e-5);
    assert!(is_near(&sprite.uv, &[0.2, 0.2, 0.6, 0.6]));
    let turned = rig(("Flip X", "true"));
    assert!(is_near(&turned.position, &[0.2, 0.2, 0.0]) && is_near(&turned.uv, &[0.6, 0.2, 0.2, 0.6]), "{turned:?}");
    assert!((turned.rotation - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
}
