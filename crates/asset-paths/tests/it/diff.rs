//! Differences by meaning.

use std::path::Path;

use asset_formats::Asset;
use asset_paths::{Change, DiffOptions, diff};
use urho_mdl::glam::Vec3;
use urho_scene::{Document, Encoding, WriteOptions};

/// Returns the differences as lines.
fn lines(old: &[u8], new: &[u8], name: &str) -> Vec<String> {
    let parse = |bytes| Asset::parse(bytes, Some(Path::new(name))).expect("an asset");
    shown(&diff(&parse(old), &parse(new), &DiffOptions::default()).expect("a comparison"))
}

fn shown(changes: &[Change]) -> Vec<String> {
    let line = |change: &Change| match (&change.old, &change.new, &change.note) {
        (None, None, Some(note)) => format!("~ {}: {note}", change.path),
        (old, new, _) => {
            let [old, new] = [old, new].map(|text| text.as_deref().unwrap_or("nothing"));
            format!("{}: {old} -> {new}", change.path)
        }
    };
    changes.iter().map(line).collect()
}

const SCENE: &str = r#"<scene id="1">
	<node id="2"><attribute name="Name" value="Lamp" />
		<component type="Light" id="2"><attribute name="Range" value="5" /><attribute name="Light Type" value="Spot" /></component></node>
	<node id="3"><attribute name="Name" value="Post" /></node>
	<node id="4"><attribute name="Name" value="Post" /><attribute name="Position" value="1 2 3" /></node>
</scene>"#;

fn scene(edits: &[(&str, &str)]) -> Vec<String> {
    let edited = edits.iter().fold(SCENE.to_owned(), |scene, (from, to)| {
        assert!(scene.contains(from), "{from}");
        scene.replace(from, to)
    });
    lines(SCENE.as_bytes(), edited.as_bytes(), "yard.xml")
}

#[test]
fn scenes_differ_by_nodes_components_and_attributes() {
    assert_eq!(scene(&[("\"Range\" value=\"5\"", "\"Range\" value=\"6.0\"")]), ["nodes/Lamp/Light/Range: 5 -> 6.0"]);
    assert_eq!(scene(&[("\"Spot\"", "\"Directional\"")]), ["nodes/Lamp/Light/Light Type: Spot -> Directional"]);
    assert_eq!(scene(&[("\"Range\" value=\"5\"", "\"Range\" value=\"5.0\"")]), [""; 0]);
    // The default value of the engine.
    assert_eq!(scene(&[("<attribute name=\"Range\" value=\"5\" />", "")]), ["nodes/Lamp/Light/Range: 5 -> 10"]);
    assert_eq!(scene(&[("1 2 3", "1 2 4")]), ["nodes[#4]/Position: 1 2 3 -> 1 2 4"]);
}

#[test]
fn new_nodes_arent_a_difference_of_those_after_them() {
    let node = "<scene id=\"1\"><node id=\"9\"><attribute name=\"Name\" value=\"New\" /><component type=\"Zone\" id=\"8\" /></node>";
    assert_eq!(
        scene(&[("<scene id=\"1\">", node)]),
        ["nodes/New: nothing -> Node[#9]", "nodes/New/Name: nothing -> New", "nodes/New/Zone: nothing -> Zone[#8]"]
    );
    let moved = [
        ("\t<node id=\"3\"><attribute name=\"Name\" value=\"Post\" /></node>\n", ""),
        ("</component></node>", "</component><node id=\"3\"><attribute name=\"Name\" value=\"Post\" /></node></node>"),
    ];
    assert_eq!(scene(&moved), ["nodes[#3]/parent: 0 -> Lamp"]);
    // Another id alone.
    assert_eq!(scene(&[("node id=\"2\"", "node id=\"7\"")]), ["nodes/Lamp/id: 2 -> 7"]);
}

#[test]
fn encodings_of_one_scene_are_equal() {
    let Some(root) = testkit::corpus::root() else { return };
    // Binary files have no attributes of scripts, which the first one has.
    let scenes =
        [("PBRExample.xml", &[Encoding::Json][..]), ("SceneLoadExample.xml", &[Encoding::Json, Encoding::Binary])];
    for (name, forms) in scenes {
        let bytes = std::fs::read(root.join("urho-scene/urho3d/Data/Scenes").join(name)).expect("a scene");
        let document = Document::parse(&bytes).unwrap();
        for encoding in forms {
            let (other, _) = document.convert(*encoding, &WriteOptions::default()).unwrap();
            let other = asset_formats::Asset::new(other);
            let changes = diff(&Asset::parse(&bytes, None).unwrap(), &other, &DiffOptions::default()).unwrap();
            assert_eq!(shown(&changes), [""; 0], "{name} as {encoding}");
        }
    }
}

#[test]
fn models_differ_by_vertices() {
    let positions: Vec<Vec3> = (0..300).map(|index| Vec3::splat(index as f32)).collect();
    let build = |positions: &[Vec3]| {
        urho_mdl::Model::builder().positions(positions).indices(&[0, 1, 2]).build().unwrap().to_bytes().unwrap()
    };
    let mut moved = positions.clone();
    moved[12].x += 0.01;
    moved[211].y += 0.125;
    let changes = lines(&build(&positions), &build(&moved), "a.mdl");
    assert_eq!(changes, ["~ vertex_buffers[0]/position: 2 of 300 vertices moved, most by 0.125 at vertex 211"]);
    assert_eq!(lines(&build(&positions), &build(&positions), "a.mdl"), [""; 0]);
    let options = DiffOptions::default().tolerance(0.05);
    let (old, new) = (build(&positions), build(&moved));
    let parse = |bytes| Asset::parse(bytes, None).unwrap();
    let changes = diff(&parse(&old), &parse(&new), &options).unwrap();
    assert_eq!(shown(&changes), ["~ vertex_buffers[0]/position: 1 of 300 vertices moved, most by 0.125 at vertex 211"]);
}

#[test]
fn animations_differ_by_keys_and_their_times() {
    use urho_ani::{Animation, Channels, Track, TrackData, Transform, Version};
    let build = |times: &[f32], x: f32| {
        let mut data = TrackData::new(Channels::POSITION);
        for time in times {
            let position = Vec3::new(if *time == 0.5 { x } else { 0.0 }, 0.0, 0.0);
            data.push(*time, &Transform { position, ..Transform::default() });
        }
        let mut animation = Animation::new(Version::Uani, "Walk", 1.0);
        animation.tracks.push(Track::from_data("Head", &data).unwrap());
        animation.to_bytes().unwrap()
    };
    let old = build(&[0.0, 0.5, 1.0], 0.0);
    let changes = lines(&old, &build(&[0.0, 0.25, 0.5, 1.0], 0.25), "a.ani");
    let expected = "~ tracks/Head/keys: 1 changed, most by 0.25 in [2] at 0.5 s; 1 added, the first is [1] at 0.25 s";
    assert_eq!(changes.last().map(String::as_str), Some(expected), "{changes:?}");
    assert_eq!(lines(&old, &build(&[0.0, 1.0], 0.0), "a.ani").last().unwrap(), "~ tracks/Head/keys: 1 removed");
}

#[test]
fn images_differ_by_pixels() {
    let png = |grey: u8| {
        let mut pixels = asset_image::Pixels::filled(8, 8, [9, 9, 9, 255]).unwrap();
        pixels.pixels_mut()[19] = [grey, 9, 9, 255];
        asset_image::TextureOutput::default().encode(pixels, asset_image::TextureUse::Color).unwrap().0
    };
    let expected = "~ pixels: 1 of 64 pixels differ, most by 91 of 255 at x 3, y 2";
    let changes = lines(&png(9), &png(100), "a.png");
    assert!(changes.iter().any(|line| line == expected), "{changes:?}");
}

/// A dds of 16 bits a channel with all its mips, in the form of Direct3D 10.
/// A chunk of a png.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    let turned = |crc: u32| (0..8).fold(crc, |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 });
    let crc = !body.iter().fold(!0_u32, |crc, byte| turned(crc ^ u32::from(*byte)));
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc.to_be_bytes()].concat()
}

/// A grey png of 16 bits, whose only row has these samples.
fn wide_png(samples: &[u16]) -> Vec<u8> {
    let row: Vec<u8> = std::iter::once(0).chain(samples.iter().flat_map(|sample| sample.to_be_bytes())).collect();
    let sums = row.iter().fold([1_u32, 0], |[a, b], byte| [a + u32::from(*byte), b + a + u32::from(*byte)]);
    let adler = ((sums[1] % 65521) << 16) | (sums[0] % 65521);
    let length = (row.len() as u16).to_le_bytes();
    let zlib = [&[0x78, 1, 1][..], &length, &length.map(|byte| !byte), &row, &adler.to_be_bytes()].concat();
    let header = [&(samples.len() as u32).to_be_bytes()[..], &1_u32.to_be_bytes(), &[16, 0, 0, 0, 0]].concat();
    let chunks = [chunk(b"IHDR", &header), chunk(b"IDAT", &zlib), chunk(b"IEND", b"")].concat();
    [b"\x89PNG\r\n\x1a\n", chunks.as_slice()].concat()
}

#[test]
fn images_of_16_bits_are_compared_at_16_bits() {
    let (old, new) = (wide_png(&[0, 0x1234, 0xffff]), wide_png(&[0, 0x1235, 0xffff]));
    assert_eq!(lines(&old, &new, "Height.png"), ["~ pixels: 1 of 3 pixels differ, most by 1 of 65535 at x 1, y 0"]);
}

fn half_floats(mips: &[&[u16]]) -> Vec<u8> {
    let mut dds = b"DDS ".to_vec();
    let flags = 0x1007 | 0x2_0000;
    let words = [124, flags, 2, 2, 0, 0, mips.len() as u32].into_iter().chain([0; 11]);
    let format = [32, 4, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0, 0x40_1008, 0, 0, 0, 0];
    // R16G16B16A16_FLOAT, two-dimensional, one element.
    let extended = [10, 3, 0, 1, 0];
    dds.extend(words.chain(format).chain(extended).flat_map(u32::to_le_bytes));
    dds.extend(mips.iter().flat_map(|mip| mip.iter()).flat_map(|number| number.to_le_bytes()));
    dds
}

#[test]
fn images_differ_by_pixels_of_smaller_mips_and_by_stored_bytes() {
    let (one, two) = (0x3c00, 0x4000);
    let (large, small) = ([one; 16], [one; 4]);
    let old = half_floats(&[&large, &small]);
    let mut darker = small;
    darker[1] = 0;
    let changes = lines(&old, &half_floats(&[&large, &darker]), "a.dds");
    assert_eq!(changes.last().unwrap(), "~ pixels/mips[1]: 1 of 1 pixels differ, most by 255 of 255 at x 0, y 0");
    // Both are white at 8 bits.
    let mut brighter = large;
    brighter[4] = two;
    let changes = lines(&old, &half_floats(&[&brighter, &small]), "a.dds");
    let expected = "~ pixels: 1 of 32 stored bytes differ; the pixels are equal at 8 bits a channel";
    assert_eq!(changes.last().unwrap(), expected);
    assert_eq!(lines(&old, &old, "a.dds"), [""; 0]);
}

#[test]
fn packages_differ_by_entries() {
    let package = |entries: &[(&str, &[u8])]| {
        let mut builder = urho_pak::Builder::new(urho_pak::Encoding::Upak);
        entries.iter().for_each(|(name, bytes)| drop(builder.add(*name, *bytes)));
        builder.to_bytes().unwrap()
    };
    let old = package(&[("a.txt", b"one"), ("b/c.txt", b"two"), ("d.txt", b"three")]);
    let new = package(&[("a.txt", b"one"), ("b/c.txt", b"2"), ("e.txt", b"four")]);
    let changes = lines(&old, &new, "a.pak");
    let entries: Vec<&str> =
        changes.iter().filter_map(|line| line.strip_prefix("entries/")?.split(": ").next()).collect();
    assert_eq!(entries, ["b\\/c.txt", "e.txt", "d.txt"], "{changes:?}");
}

#[test]
fn every_value_of_a_file_is_listed() {
    let values = asset_paths::list(&Asset::parse(SCENE.as_bytes(), None).unwrap());
    assert!(values.contains(&("nodes/Lamp/Light/Range".to_owned(), "5".to_owned())), "{values:?}");
    let build = |x: f32| {
        let positions = [Vec3::splat(x), Vec3::ONE, Vec3::NEG_ONE];
        urho_mdl::Model::builder().positions(&positions).indices(&[0, 1, 2]).build().unwrap().to_bytes().unwrap()
    };
    let [old, new] = [0.0, 0.5].map(build).map(|bytes| asset_paths::list(&Asset::parse(&bytes, None).unwrap()));
    let differing: Vec<&String> = old.iter().zip(&new).filter(|(a, b)| a != b).map(|((path, _), _)| path).collect();
    assert_eq!(differing, ["geometries[0]/center", "vertex_buffers[0]/data_sha256"]);
}

#[test]
fn other_formats_are_an_error() {
    let model =
        urho_mdl::Model::builder().positions(&[Vec3::ZERO]).indices(&[0, 0, 0]).build().unwrap().to_bytes().unwrap();
    let (old, new) = (Asset::parse(&model, None).unwrap(), Asset::parse(SCENE.as_bytes(), None).unwrap());
    let error = diff(&old, &new, &DiffOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "the old file is a file of Urho3D model, the new one of Urho3D scene");
}

#[test]
fn materials_differ_by_parameters() {
    let material = "<material><technique name=\"T.xml\"/><parameter name=\"MatDiffColor\" value=\"1 1 1 1\"/><cull value=\"ccw\"/></material>";
    let changes = lines(material.as_bytes(), material.replace("1 1 1 1", "1 0.5 1 1").as_bytes(), "a.xml");
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(changes[0].contains("MatDiffColor"), "{changes:?}");
}
