//! Typed views: values as the engine reads them, and edits that change one value.

use fuzzkit::resource::made;
use proptest::prelude::*;
use urho_resource::views::{
    BitmapFont, ColorFrame, EmitterShape, ParticleEffect, ParticleEffect2d, Range, RenderPath, SheetSprite,
    SpriteSheet, Spriter, Tile, TileMap, TileSet, View,
};
use urho_resource::{Document, Encoding, Kind};

use crate::laws::seeded;

fn changed<V: View>(text: &str, change: impl FnOnce(&mut V)) -> String {
    let mut document =
        Document::parse(text.as_bytes(), Some("a.tmx")).or_else(|_| Document::parse(text.as_bytes(), None)).unwrap();
    let mut view = V::of(&document).unwrap();
    change(&mut view);
    assert!(view.apply(&mut document).unwrap());
    assert!(V::of(&document).unwrap() == view);
    assert!(!view.apply(&mut document).unwrap(), "a second time nothing differs");
    String::from_utf8(document.to_bytes().unwrap()).unwrap()
}

#[test]
fn one_value_of_an_effect_changes() {
    let text = "<particleeffect>\n\t<!-- keep -->\n\t<velocity value=\"1.50\" /><odd/>\n</particleeffect>";
    let new = changed::<ParticleEffect>(text, |effect| effect.velocity = Range::of(2.0));
    assert_eq!(new, text.replace("1.50", "2"));
    let new = changed::<ParticleEffect>(text, |effect| effect.velocity.max = 3.0);
    assert_eq!(new, text.replace("value=\"1.50\"", "value=\"1.50\" min=\"1.5\" max=\"3\""));
    let new = changed::<ParticleEffect>(text, |effect| effect.relative = false);
    assert_eq!(new, text.replace("<odd/>\n", "<odd/><relative enable=\"false\" />\n"));
}

#[test]
fn deprecated_elements_give_way() {
    let text = "<particleemitter>\n\t<emittertype value=\"Point\" />\n\t<emittersize value=\"9 9 9\" />\n\t<emitterradius value=\"3\" />\n\t<emissionrate value=\"7\" />\n\t<interval min=\"0.1\" max=\"0.2\" />\n</particleemitter>";
    let document = Document::parse(text.as_bytes(), None).unwrap();
    let effect = ParticleEffect::of(&document).unwrap();
    assert_eq!((effect.emitter_size, effect.emission_rate), ([3.0; 3], Range { min: 5.0, max: 10.0 }));
    assert_eq!(effect.emitter_shape, EmitterShape::Sphere);
    let new = changed::<ParticleEffect>(text, |effect| {
        effect.emitter_size = [1.0, 2.0, 3.0];
        effect.emission_rate = Range::of(4.0);
    });
    let expected = "<particleemitter>\n\t<emittertype value=\"Point\" />\n\t<emittersize value=\"1 2 3\" />\n\t<emissionrate value=\"4\" />\n</particleemitter>";
    assert_eq!(new, expected);
    let new = changed::<ParticleEffect>(text, |effect| effect.emitter_shape = EmitterShape::Box);
    assert_eq!(new, text.replace("Point", "Box"));
}

#[test]
fn colors_become_frames() {
    let text = "<particleeffect>\n\t<color value=\"1 0 0 1\" />\n</particleeffect>";
    let new = changed::<ParticleEffect>(text, |effect| effect.colors[0].color = [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(new, text.replace("1 0 0 1", "0 1 0 1"));
    let new = changed::<ParticleEffect>(text, |effect| effect.colors.push(ColorFrame { color: [0.0; 4], time: 2.0 }));
    let expected = "<particleeffect>\n\t<colorfade color=\"1 0 0 1\" time=\"0\" />\n\t<colorfade color=\"0 0 0 0\" time=\"2\" />\n</particleeffect>";
    assert_eq!(new, expected);
    let back = changed::<ParticleEffect>(&new, |effect| {
        effect.colors.remove(0);
    });
    assert_eq!(back, "<particleeffect>\n\t<colorfade color=\"0 0 0 0\" time=\"2\" />\n</particleeffect>");
    // An effect always has a colour.
    let mut document = Document::parse(new.as_bytes(), None).unwrap();
    let mut effect = ParticleEffect::of(&document).unwrap();
    effect.colors.clear();
    assert!(effect.apply(&mut document).is_err());
    assert_eq!(document.text(), new.as_bytes());
}

#[test]
fn sprites_come_and_go_in_both_encodings() {
    let xml = "<TextureAtlas imagePath=\"a.png\">\n\t<SubTexture name=\"a\" x=\"01\" />\n\t<!-- b -->\n\t<SubTexture name=\"b\" />\n</TextureAtlas>";
    let add = |sheet: &mut SpriteSheet| {
        sheet.sprites.insert(1, SheetSprite { name: "c".to_owned(), width: 5, ..SheetSprite::default() });
    };
    let new = changed(xml, add);
    assert!(new.contains("x=\"01\" />\n\t<!-- b -->\n\t<SubTexture name=\"c\" x=\"0\" y=\"0\" width=\"5\" height=\"0\" />\n\t<SubTexture name=\"b\" />"), "{new}");
    let new = changed::<SpriteSheet>(xml, |sheet| drop(sheet.sprites.remove(0)));
    assert!(!new.contains("\"a\"") && new.contains("<!-- b -->") && new.contains("\"b\""), "{new}");
    let json = "{\n\t\"imagePath\": \"a.png\", // image\n\t\"subtextures\": [{\"name\": \"a\", \"x\": 1}]\n}";
    let new = changed::<SpriteSheet>(json, |sheet| sheet.sprites[0].x = 7);
    assert_eq!(new, json.replace("\"x\": 1", "\"x\": 7"));
    let new = changed(json, add);
    assert!(
        new.contains("// image") && new.contains("{\"name\": \"a\", \"x\": 1}") && new.contains("\"width\": 5"),
        "{new}"
    );
    let new = changed::<SpriteSheet>("{\"subtextures\": []}", add_first);
    assert!(new.contains("\"name\": \"c\""), "{new}");
}

fn add_first(sheet: &mut SpriteSheet) {
    sheet.sprites.push(SheetSprite { name: "c".to_owned(), ..SheetSprite::default() });
}

#[test]
fn tiles_are_set_in_every_encoding() {
    let map = |encoding: &str, data: &str| {
        format!(
            "<map version=\"1.0\" orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><layer name=\"l\" width=\"2\" height=\"1\"><data{encoding}>{data}</data></layer></map>"
        )
    };
    let csv = map(" encoding=\"csv\"", "\n1,\n 2147483651\n");
    let set = |map: &mut TileMap| {
        assert_eq!((map.layers[0].tile(0, 0), map.layers[0].tile(2, 0)), (Some(Tile(1)), None));
        let tile = map.layers[0].tile(1, 0).unwrap();
        assert!(tile.id() == Some(3) && tile.is_flipped_x() && !tile.is_flipped_y() && !tile.is_swapped());
        map.layers[0].data.tiles[0] = Tile::new(5);
    };
    assert_eq!(changed(&csv, set), csv.replace("\n1,", "\n5,"));
    let base64 = map(" encoding=\"base64\"", " \nAQAAAAMAAIA=\n ");
    assert_eq!(changed(&base64, set), base64.replace("AQAAAA", "BQAAAA"));
    let xml = map("", "<tile gid=\"1\"/><tile gid=\"2147483651\"/>");
    assert_eq!(changed(&xml, set), xml.replace("\"1\"/>", "\"5\"/>"));
    let more = changed::<TileMap>(&csv, |map| map.layers[0].data.tiles.push(Tile(9)));
    assert!(more.contains(">1,2147483651,9<"), "{more}");
    let packed = map(" encoding=\"base64\" compression=\"zlib\"", "eJxjYGBgAAAABAAB");
    let mut document = Document::parse(packed.as_bytes(), Some("a.tmx")).unwrap();
    let mut view = TileMap::of(&document).unwrap();
    view.layers[0].data.tiles.push(Tile(1));
    assert!(view.apply(&mut document).is_err());
    assert_eq!(document.text(), packed.as_bytes());
}

#[test]
fn a_key_of_a_rig_and_a_target_of_a_path_change() {
    let rig = "<spriter_data><entity id=\"0\"><animation id=\"0\" length=\"1000\"><mainline><key id=\"0\"/></mainline><timeline id=\"0\"><key id=\"0\"><object folder=\"0\" file=\"0\" x=\"1.0\"/></key></timeline></animation></entity></spriter_data>";
    let new = changed::<Spriter>(rig, |rig| rig.entities[0].animations[0].timelines[0].keys[0].objects[0].y = 2.5);
    assert_eq!(new, rig.replace("x=\"1.0\"/>", "x=\"1.0\" y=\"2.5\"/>"));
    let path =
        "<renderpath>\n    <command type=\"quad\" ps=\"A\"><texture unit=\"0\" name=\"t\" /></command>\n</renderpath>";
    let new = changed::<RenderPath>(path, |path| path.commands[0].textures[0].name = "viewport".to_owned());
    assert_eq!(new, path.replace("\"t\"", "\"viewport\""));
    let font = "<font><info size=\"9\"/><common lineHeight=\"10\" pages=\"1\"/><pages><page file=\"a.png\"/></pages><chars><char id=\"65\"/></chars></font>";
    let new = changed::<BitmapFont>(font, |font| font.chars.char[0].x_advance = 4);
    assert_eq!(new, font.replace("id=\"65\"/>", "id=\"65\" xadvance=\"4\"/>"));
    let pex = "<particleEmitterConfig><speed value=\"010\"/></particleEmitterConfig>";
    let new = changed::<ParticleEffect2d>(pex, |effect| effect.speed = 4.0);
    assert_eq!(new, pex.replace("010", "4"));
    let new = changed::<ParticleEffect2d>(pex, |effect| effect.gravity[1] = 4.0);
    assert!(new.contains("<speed value=\"010\"/>") && new.contains("<gravity x=\"0\" y=\"4\" />"), "{new}");
}

#[test]
fn other_kinds_and_patches_have_no_view() {
    for text in ["<renderpath/>", "<particleeffect inherit=\"a.xml\"/>"] {
        assert!(ParticleEffect::of(&Document::parse(text.as_bytes(), None).unwrap()).is_err(), "{text}");
    }
}

fn unchanged<V: View>(kind: Kind, encoding: Encoding, seed: u64) {
    let created = made(kind, encoding, seeded(seed));
    let mut document = Document::parse_as(kind, created.text.as_bytes()).unwrap();
    if document.inherited().is_some() {
        return;
    }
    let view = V::of(&document).unwrap();
    // Values that aren't numbers differ from themselves.
    if view.clone() == view {
        assert!(!view.apply(&mut document).unwrap());
    }
    assert_eq!(document.text(), created.text.as_bytes());
}

proptest! {
    /// A view of any document is read, and applied again changes nothing.
    #[test]
    fn views_of_made_documents_change_nothing(seed in any::<u64>()) {
        unchanged::<ParticleEffect>(Kind::ParticleEffect, Encoding::Xml, seed);
        unchanged::<ParticleEffect2d>(Kind::ParticleEffect2d, Encoding::Xml, seed);
        unchanged::<RenderPath>(Kind::RenderPath, Encoding::Xml, seed);
        unchanged::<SpriteSheet>(Kind::SpriteSheet, Encoding::Xml, seed);
        unchanged::<SpriteSheet>(Kind::SpriteSheet, Encoding::Json, seed);
        unchanged::<Spriter>(Kind::Spriter, Encoding::Xml, seed);
        unchanged::<TileMap>(Kind::TileMap, Encoding::Xml, seed);
        unchanged::<TileSet>(Kind::TileSet, Encoding::Xml, seed);
        unchanged::<BitmapFont>(Kind::BitmapFont, Encoding::Xml, seed);
    }

    /// One number of an effect changes, and no other value of the document.
    #[test]
    fn one_number_of_an_effect_changes_alone(seed in any::<u64>(), number in 1..9_i32) {
        let created = made(Kind::ParticleEffect, Encoding::Xml, seeded(seed));
        let mut document = Document::parse_as(Kind::ParticleEffect, created.text.as_bytes()).unwrap();
        prop_assume!(document.inherited().is_none());
        let before = ParticleEffect::of(&document).unwrap();
        let values: Vec<_> = document.values().into_iter().map(|(place, value)| (place, value.text.to_text().into_owned())).collect();
        let mut after = before.clone();
        after.num_particles = before.num_particles.wrapping_add(number);
        prop_assume!(after.clone() == after);
        prop_assert!(after.apply(&mut document).unwrap());
        prop_assert_eq!(ParticleEffect::of(&document).unwrap(), after);
        let new: std::collections::HashMap<_, _> = document.values().into_iter().map(|(place, value)| (place, value.text.to_text().into_owned())).collect();
        for (place, text) in values.iter().filter(|(place, _)| place.to_string() != "numparticles@value") {
            prop_assert_eq!(new.get(place), Some(text), "{}", place);
        }
    }
}
