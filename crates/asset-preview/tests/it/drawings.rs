//! Flat pictures of data files: what they show, and that they tell what is missing.

use std::path::Path;
use std::sync::Arc;

use asset_convert::{Input, ToScene};
use asset_formats::Asset;
use asset_preview::{Background, Picture, Preview, Renderer};
use asset_project::Resources;

const BLACK: Background = Background::Plain([0, 0, 0]);

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// A png of one colour.
fn png(width: u32, height: u32, color: [u8; 4]) -> Vec<u8> {
    asset_image::Pixels::filled(width, height, color).unwrap().to_png().unwrap()
}

/// Draws a file of a project with these files, at a time.
fn drawn(files: &[(&str, &[u8])], name: &str, seconds: f32) -> Picture {
    let temporary = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        write(temporary.path(), name, bytes);
    }
    let bytes = std::fs::read(temporary.path().join(name)).unwrap();
    let asset = Asset::parse(&bytes, Some(name.as_ref())).unwrap();
    let resources = Resources::new().folder(temporary.path()).unwrap();
    let options = ToScene::default().resources(Some(Arc::new(resources)));
    let mut preview = Preview::of(&[Input::new("a", &asset).resource(Some(name))], &options).unwrap();
    assert!(preview.is_drawing());
    preview.set_moment(None, seconds).unwrap();
    preview.picture(&Renderer::new(64, 48).background(BLACK), None).unwrap()
}

fn at(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    picture.pixels.get(x, y).unwrap()
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn an_interface_has_its_images_with_borders() {
    let layout = br#"<element type="BorderImage">
        <attribute name="Position" value="10 10" /><attribute name="Size" value="20 20" />
        <attribute name="Texture" value="Texture2D;Textures/a.png" />
        <element type="BorderImage"><attribute name="Position" value="4 4" /><attribute name="Size" value="4 4" /><attribute name="Color" value="0 0 1 1" /></element>
        <element type="BorderImage"><attribute name="Size" value="9 9" /><attribute name="Is Visible" value="false" /></element>
    </element>"#;
    let files: [(&str, &[u8]); 3] =
        [("UI/a.xml", layout), ("UI/DefaultStyle.xml", b"<elements />"), ("Textures/a.png", &png(8, 8, RED))];
    let picture = drawn(&files, "UI/a.xml", 0.0);
    assert_eq!((at(&picture, 9, 9), at(&picture, 10, 10), at(&picture, 29, 29)), ([0, 0, 0, 255], RED, RED));
    assert_eq!((at(&picture, 14, 14), at(&picture, 18, 18)), (BLUE, RED));
    assert!(picture.findings.is_empty(), "{:?}", picture.findings);
}

#[test]
fn what_is_missing_is_told_in_the_picture() {
    let layout = br#"<element type="BorderImage"><attribute name="Size" value="8 8" /><attribute name="Texture" value="Texture2D;no.png" /></element>"#;
    let picture = drawn(&[("UI/a.xml", layout)], "UI/a.xml", 0.0);
    let findings: Vec<&str> = picture.findings.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(findings, ["engine-assets/drawing-incomplete"; 2]);
    assert_eq!(at(&picture, 0, 0), [255, 0, 255, 255]);
    let is_line = |pixel: &[u8; 4]| *pixel == [255, 200, 255, 255];
    assert!(picture.pixels.pixels().iter().any(is_line), "lines about what is missing");
}

#[test]
fn a_sheet_has_frames_and_a_map_its_tiles() {
    let sheet =
        br#"<TextureAtlas imagePath="a.png"><SubTexture name="s" x="0" y="0" width="32" height="24" /></TextureAtlas>"#;
    let picture = drawn(&[("2D/a.xml", sheet), ("2D/a.png", &png(64, 48, RED))], "2D/a.xml", 0.0);
    assert_eq!((at(&picture, 0, 0), at(&picture, 40, 40)), ([26, 128, 255, 255], RED));
    let map = br#"<map version="1.0" orientation="orthogonal" width="2" height="1" tilewidth="32" tileheight="48">
        <tileset firstgid="1" tilewidth="32" tileheight="48"><image source="t.png" width="64" height="48" /></tileset>
        <layer name="l" width="2" height="1"><data encoding="csv">0,1</data></layer></map>"#;
    let picture = drawn(&[("2D/a.tmx", map), ("2D/t.png", &png(64, 48, BLUE))], "2D/a.tmx", 0.0);
    assert_eq!((at(&picture, 16, 24), at(&picture, 48, 24)), ([0, 0, 0, 255], BLUE));
}

/// Two tiles that complete each other, within a pixel of the picture: nothing is seen in between.
#[test]
fn tiles_fit_together_when_they_are_small() {
    let half = |is_left: bool| {
        let mut pixels = asset_image::Pixels::filled(640, 480, RED).unwrap();
        for (index, pixel) in pixels.pixels_mut().iter_mut().enumerate() {
            if (index % 640 < 317) != is_left {
                *pixel = [0; 4];
            }
        }
        pixels.to_png().unwrap()
    };
    let map = br#"<map version="1.0" orientation="orthogonal" width="1" height="1" tilewidth="640" tileheight="480">
        <tileset firstgid="1" tilewidth="640" tileheight="480"><image source="a.png" width="640" height="480" /></tileset>
        <tileset firstgid="2" tilewidth="640" tileheight="480"><image source="b.png" width="640" height="480" /></tileset>
        <layer name="a" width="1" height="1"><data encoding="csv">1</data></layer>
        <layer name="b" width="1" height="1"><data encoding="csv">2</data></layer></map>"#;
    let files: [(&str, &[u8]); 3] = [("2D/a.tmx", map), ("2D/a.png", &half(true)), ("2D/b.png", &half(false))];
    let picture = drawn(&files, "2D/a.tmx", 0.0);
    assert_eq!([30, 31, 32, 33].map(|x| at(&picture, x, 24)), [RED; 4]);
}

#[test]
fn a_rig_moves_and_particles_fly() {
    let rig = br#"<spriter_data><folder id="0"><file id="0" name="p.png" width="8" height="8" /></folder><entity id="0"><animation id="0" name="run" length="1000">
        <mainline><key id="0"><object_ref id="0" timeline="0" key="0" z_index="0" /><object_ref id="1" timeline="1" key="0" z_index="1" /></key></mainline>
        <timeline id="0"><key id="0"><object folder="0" file="0" x="0" y="0" /></key><key id="1" time="500"><object folder="0" file="0" x="80" y="0" /></key></timeline>
        <timeline id="1"><key id="0"><object folder="0" file="0" x="100" y="0" /></key></timeline>
    </animation></entity></spriter_data>"#;
    let image = png(8, 8, RED);
    let files: [(&str, &[u8]); 2] = [("2D/a.scml", rig), ("2D/p.png", &image)];
    let red = |picture: &Picture, x: u32| (0..48).any(|y| at(picture, x, y) == RED);
    let (start, later) = (drawn(&files, "2D/a.scml", 0.0), drawn(&files, "2D/a.scml", 0.25));
    assert!(red(&start, 3) && red(&start, 60) && !red(&start, 32));
    assert_ne!(start.pixels, later.pixels, "it moves");
    let effect = br#"<particleeffect><material name="Materials/p.xml" /><velocity value="1" /><direction min="0 1 0" max="0 1 0" /><timetolive value="9" /></particleeffect>"#;
    let material = br#"<material><technique name="Techniques/DiffAdd.xml" /><texture unit="diffuse" name="2D/p.png" /></material>"#;
    let files: [(&str, &[u8]); 3] = [("Particle/a.xml", effect), ("Materials/p.xml", material), ("2D/p.png", &image)];
    let (early, late) = (drawn(&files, "Particle/a.xml", 0.1), drawn(&files, "Particle/a.xml", 3.0));
    let count = |picture: &Picture| picture.pixels.pixels().iter().filter(|pixel| pixel[0] > 0).count();
    assert!(count(&early) > 0 && count(&early) < count(&late), "{} {}", count(&early), count(&late));
    assert_eq!(drawn(&files, "Particle/a.xml", 3.0).pixels, late.pixels, "the same every time");
}

/// A material that adds a white image.
const GLOW: [(&str, &[u8]); 1] = [(
    "Materials/p.xml",
    br#"<material><technique name="Techniques/DiffAdd.xml" /><texture unit="diffuse" name="2D/p.png" /></material>"#,
)];

/// A flash is over before the usual time: the picture shows it all the same, and as large as the picture allows.
#[test]
fn a_flash_is_shown_while_it_is_seen() {
    let effect = |size: &str| {
        format!(
            r#"<particleeffect><material name="Materials/p.xml" /><numparticles value="20" /><emissionrate value="400" /><timetolive value="0.3" />
            <activetime value="0.1" /><direction min="-1 -1 -1" max="1 1 1" /><velocity value="{size}" /><particlesize value="{size} {size}" /></particleeffect>"#
        )
    };
    let image = png(8, 8, [255; 4]);
    let shown = |size: &str, seconds: f32| {
        let effect = effect(size);
        let files = [("Particle/a.xml", effect.as_bytes()), GLOW[0], ("2D/p.png", &image)];
        drawn(&files, "Particle/a.xml", seconds)
    };
    let lit = |picture: &Picture| picture.pixels.pixels().iter().filter(|pixel| pixel[0] > 0).count();
    assert_eq!(lit(&shown("1", 1.0)), 0);
    let (small, large) = (lit(&shown("0.01", 0.0)), lit(&shown("1", 0.0)));
    assert!(large > 64 * 48 / 8 && small.abs_diff(large) < large / 10, "{small} {large}");
}

/// Particles that face the direction in which they fly are as long as they are high: one that flies to the right lies.
#[test]
fn particles_lie_along_their_way() {
    let extent = |mode: &str| {
        let effect = format!(
            r#"<particleeffect><material name="Materials/p.xml" /><numparticles value="1" /><emissionrate value="60" /><timetolive value="9" />
            <direction min="1 0 0" max="1 0 0" /><velocity value="0.1" /><particlesize value="0.1 1" /><faceCameraMode value="{mode}" /></particleeffect>"#
        );
        let files = [("Particle/a.xml", effect.as_bytes()), GLOW[0], ("2D/p.png", &png(8, 8, [255; 4]))];
        let picture = drawn(&files, "Particle/a.xml", 0.5);
        let lit = |(x, y): (u32, u32)| at(&picture, x, y)[0] > 127;
        let columns = (0..64).filter(|x| (0..48).any(|y| lit((*x, y)))).count();
        let rows = (0..48).filter(|y| (0..64).any(|x| lit((x, *y)))).count();
        (columns, rows)
    };
    let (upright, lying) = (extent("Rotate XYZ"), extent("Direction"));
    assert!(upright.1 > 5 * upright.0 && lying.0 > 5 * lying.1, "{upright:?} {lying:?}");
}

const STYLE: (&str, &[u8]) = ("UI/DefaultStyle.xml", b"<elements />");

/// Colours of the corners are mixed in between, as the engine mixes them.
#[test]
fn gradients_have_four_corners() {
    let layout = br#"<element type="BorderImage"><attribute name="Size" value="20 20" />
        <attribute name="Top Left Color" value="1 0 0 1" /><attribute name="Top Right Color" value="0 1 0 1" />
        <attribute name="Bottom Left Color" value="0 0 1 1" /><attribute name="Bottom Right Color" value="1 1 1 1" /></element>"#;
    let picture = drawn(&[("UI/a.xml", layout), STYLE], "UI/a.xml", 0.0);
    let near = |[x, y]: [u32; 2], wanted: [u8; 3]| {
        let found = at(&picture, x, y);
        let far = found.iter().zip(wanted).map(|(a, b)| a.abs_diff(b)).max();
        assert!(far < Some(16), "{x} {y}: {found:?} is not {wanted:?}");
    };
    near([0, 0], [255, 0, 0]);
    near([19, 0], [0, 255, 0]);
    near([0, 19], [0, 0, 255]);
    near([19, 19], [255, 255, 255]);
    near([9, 0], [128, 128, 0]);
    // On the edge between the two triangles only their common corners count.
    near([9, 10], [0, 128, 128]);
}

/// The middle of a tiled image is repeated from its upper left corner, and cut at the end.
#[test]
fn tiled_images_are_repeated() {
    let mut pixels = asset_image::Pixels::filled(4, 4, RED).unwrap();
    pixels.pixels_mut()[0] = BLUE;
    let image = pixels.to_png().unwrap();
    let layout = |tiled: &str| {
        format!(
            "<element type=\"BorderImage\"><attribute name=\"Size\" value=\"10 10\" /><attribute name=\"Tiled\" value=\"{tiled}\" />\
             <attribute name=\"Texture\" value=\"Texture2D;Textures/a.png\" /><attribute name=\"Image Rect\" value=\"0 0 4 4\" /></element>"
        )
    };
    let picture = |tiled: &str| {
        drawn(&[("UI/a.xml", layout(tiled).as_bytes()), STYLE, ("Textures/a.png", &image)], "UI/a.xml", 0.0)
    };
    let blue = |picture: &Picture| -> Vec<(u32, u32)> {
        let all = (0..10).flat_map(|y| (0..10).map(move |x| (x, y)));
        all.filter(|(x, y)| at(picture, *x, *y) == BLUE).collect()
    };
    let corners: Vec<(u32, u32)> = [0, 4, 8].into_iter().flat_map(|y| [0, 4, 8].map(|x| (x, y))).collect();
    assert_eq!(blue(&picture("true")), corners);
    assert_ne!(blue(&picture("false")), corners);
}

/// A stroke surrounds the letters in its colour, and a shadow is beside them; both are below them.
#[test]
fn texts_have_strokes_and_shadows() {
    let font = br#"<font><info face="a" size="4" /><common lineHeight="4" pages="1" /><pages><page id="0" file="a.png" /></pages>
        <chars count="1"><char id="65" x="0" y="0" width="4" height="4" xoffset="10" yoffset="10" xadvance="4" page="0" /></chars></font>"#;
    let layout = |effect: &str| {
        format!(
            "<element type=\"Text\"><attribute name=\"Font\" value=\"Font;Fonts/a.fnt\" /><attribute name=\"Text\" value=\"A\" />\
             <attribute name=\"Color\" value=\"1 0 0 1\" /><attribute name=\"Effect Color\" value=\"0 0 1 1\" />{effect}</element>"
        )
    };
    let picture = |effect: &str| {
        let (layout, image) = (layout(effect), png(4, 4, [255; 4]));
        drawn(
            &[("UI/a.xml", layout.as_bytes()), STYLE, ("Fonts/a.fnt", font), ("Fonts/a.png", &image)],
            "UI/a.xml",
            0.0,
        )
    };
    let row = |picture: &Picture, y: u32| -> String {
        let letter = |x| match at(picture, x, y) {
            RED => 'r',
            BLUE => 'b',
            _ => '.',
        };
        (7..18).map(letter).collect()
    };
    let stroke =
        "<attribute name=\"Text Effect\" value=\"Stroke\" /><attribute name=\"Stroke Thickness\" value=\"2\" />";
    let stroked = picture(stroke);
    assert_eq!((row(&stroked, 11).as_str(), row(&stroked, 8).as_str()), (".bbrrrrbb..", ".bbbbbbbb.."));
    assert_eq!((row(&stroked, 7).as_str(), row(&stroked, 15).as_str()), ("...........", ".bbbbbbbb.."));
    let shadow =
        "<attribute name=\"Text Effect\" value=\"Shadow\" /><attribute name=\"Shadow Offset\" value=\"1 2\" />";
    let shadowed = picture(shadow);
    assert_eq!((row(&shadowed, 11).as_str(), row(&shadowed, 15).as_str()), ("...rrrr....", "....bbbb..."));
    assert_eq!((row(&picture(""), 11).as_str(), row(&picture(""), 15).as_str()), ("...rrrr....", "..........."));
    // A round one of eight copies and more reaches as far, without the corners.
    let round = picture(&format!("{stroke}<attribute name=\"Round Stroke\" value=\"true\" />"));
    assert_eq!((row(&round, 11).as_str(), at(&round, 8, 8)), (".bbrrrrbb..", [0, 0, 0, 255]));
}

/// An element whose content the game sets says so in the picture.
#[test]
fn elements_of_games_are_told() {
    let layout = br#"<element><element type="UIElement3D"><attribute name="Size" value="20 20" /></element></element>"#;
    let picture = drawn(&[("UI/a.xml", layout), STYLE], "UI/a.xml", 0.0);
    let messages: Vec<String> = picture.findings.iter().map(|finding| finding.message.clone()).collect();
    assert!(messages.len() == 1 && messages[0].contains("UIElement3D"), "{messages:?}");
    assert_eq!(at(&picture, 0, 0), [255, 0, 255, 255]);
}

/// Particles in the plane leave the middle by their angle, in the image's colours times their own.
#[test]
fn particles_in_the_plane_fly() {
    let effect = br#"<particleEmitterConfig><texture name="a.png" /><speed value="20" /><particleLifeSpan value="4" /><maxParticles value="4" />
        <startParticleSize value="4" /><finishParticleSize value="4" /><duration value="0.5" /><blendFuncSource value="770" /><blendFuncDestination value="771" />
        <startColor red="1" green="0" blue="0" alpha="1" /><finishColor red="1" green="0" blue="0" alpha="1" /></particleEmitterConfig>"#;
    let picture = |seconds: f32| {
        drawn(&[("Urho2D/a.pex", effect), ("Urho2D/a.png", &png(4, 4, [255; 4]))], "Urho2D/a.pex", seconds)
    };
    let middle = |picture: &Picture| -> (u32, u32) {
        let all: Vec<(u32, u32)> =
            (0..48).flat_map(|y| (0..64).map(move |x| (x, y))).filter(|(x, y)| at(picture, *x, *y) == RED).collect();
        assert!(!all.is_empty());
        let mean = |axis: fn(&(u32, u32)) -> u32| all.iter().map(axis).sum::<u32>() / all.len() as u32;
        (mean(|place| place.0), mean(|place| place.1))
    };
    // One starts at once, and flies to the right. All times have one frame.
    let (first, later) = (middle(&picture(0.2)), middle(&picture(1.0)));
    assert!(first.0 + 16 <= later.0 && first.1 == later.1 && (22..=25).contains(&later.1), "{first:?} {later:?}");
    assert!(picture(4.5).pixels.pixels().iter().all(|pixel| *pixel == [0, 0, 0, 255]), "it ends");
}
