//! Flat pictures of data files: what they show, and that they tell what is missing.

use std::path::Path;
use std::sync::Arc;

use asset_project::convert::{ConvertOptions, Input};
use asset_project::render::{Background, Picture, Preview, Renderer};
use asset_project::{Asset, Resources};

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
    let options = ConvertOptions::default().resources(Some(Arc::new(resources)));
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
    let found: Vec<&str> = picture.findings.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(found, ["engine-assets/drawing-incomplete"; 2]);
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
