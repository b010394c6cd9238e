//! Tests how the format of a file is detected, given its bytes and its name. This also tests side files.

use std::path::Path;

use asset_formats::{Asset, Detection, Format, OpenOptions, SideFile};
use binio::Limits;
use urho_ani::urho_core::Sidecar;
use urho_ani::{Animation, ParsedXml, Version, XmlAnimation};

use crate::Target;

/// The fuzz target for detection and side files. The input tells which name to use, how much of the file to look at,
/// and then contains the file.
pub const TARGET: Target = Target { name: "open", body, seeds };

/// A name for every way to distinguish formats, and no name.
const NAMES: [&str; 20] = [
    "", "X.mdl", "X.ani", "X.pak", "X.exe", "X.xml", "X.json", "X.txt", "X.bin", "X.udm", "X.udm_b", "X.pmdl_b",
    "X.pmat", "X.pmap_b", "X.pnav", "X.pptsys", "X.wmi", "X.zed", "X.gltf", "X.tga",
];

/// The length of an animation, which is needed for triggers that have a relative time.
const LENGTHS: [Option<f32>; 4] = [None, Some(2.0), Some(0.0), Some(f32::NAN)];

fn body(bytes: &[u8]) {
    let [name, part, file @ ..] = bytes else { return };
    let name = NAMES[usize::from(*name) % NAMES.len()];
    detection(file, Path::new(name), usize::from(*part));
    side_file(file, name, LENGTHS[usize::from(*part) % LENGTHS.len()]);
}

/// Checks that detection returns the same format as parsing the file. Detection is also given a part of the bytes, on
/// which it must not panic.
fn detection(file: &[u8], path: &Path, part: usize) {
    let path = Some(path).filter(|path| !path.as_os_str().is_empty());
    let length = file.len() as u64;
    let (head, tail) = (&file[..part.min(file.len())], &file[file.len().saturating_sub(4)..]);
    let _ = Format::detect(head, length, tail, path);
    let whole = Format::detect(file, length, file, path);
    let limits = Limits::default().max_expanded_bytes(1 << 20);
    match Asset::parse_with(file, path, &OpenOptions::default().limits(limits)) {
        Ok(asset) => assert_eq!(whole, Detection::Known(asset.format())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads a side file as far as possible. When its content is written and read again, the result must be equal.
fn side_file(file: &[u8], name: &str, length: Option<f32>) {
    let side = SideFile::parse(name, file.to_vec(), length);
    assert!(side.content.is_some() || !side.findings.is_empty(), "unreadable files have no findings");
    if let Some(sidecar) = &side.content {
        comes_back(sidecar, length);
        merges(sidecar);
    }
    if let Ok(document) = XmlAnimation::parse(file) {
        keeps_its_text(document);
    }
    let Ok(ParsedXml { animation, sidecar, .. }) = Animation::parse_xml(file) else { return };
    let Ok(xml) = animation.to_xml(&sidecar) else { return };
    let again = Animation::parse_xml(&xml).expect("the written file is readable");
    assert_eq!(again.animation.to_xml(&again.sidecar).ok(), Some(xml), "laying out anew is a fixed point");
}

/// Checks that an XML animation keeps its text if you do not edit it, and has the new length if you do.
fn keeps_its_text(mut document: XmlAnimation<'_>) {
    let (text, mut animation) = (document.text().to_vec(), document.animation().clone());
    document.set_animation(&animation).expect("it is there already");
    assert!(document.text() == text, "no edit changes the text");
    animation.length = if animation.length == 7.0 { 8.0 } else { 7.0 };
    if document.set_animation(&animation).is_ok() {
        assert_eq!(document.animation().length, animation.length);
        assert_eq!(document.animation().tracks.len(), animation.tracks.len());
    }
}

fn comes_back(sidecar: &Sidecar, length: Option<f32>) {
    let Ok(xml) = sidecar.to_xml() else { return };
    let (again, _) = Sidecar::parse_xml(&xml, length).expect("the written file is readable");
    assert!(again == *sidecar, "{sidecar:?}\nreads back as\n{again:?}\nfrom\n{}", String::from_utf8_lossy(&xml));
    assert_eq!(again.to_xml().ok(), Some(xml), "laying out anew is a fixed point");
}

/// Merges the parts of a side file that rbfx uses into animations of the first and of the latest version.
fn merges(sidecar: &Sidecar) {
    for version in [Version::Uan2(1), Version::LATEST] {
        let mut animation = Animation::new(version, "", 2.0);
        if animation.merge_sidecar(sidecar).is_ok() {
            assert!(animation.to_bytes().is_ok(), "a merged document is writable");
        }
    }
}

/// Returns the samples with their names, side files of all kinds, and the seeds of materials.
fn seeds() -> Vec<Vec<u8>> {
    let number = |name: &str| NAMES.iter().position(|known| *known == name).unwrap_or_default() as u8;
    let of = |name: &str, file: &[u8]| [&[number(name), 64], file].concat();
    let samples = crate::samples::all().into_iter().filter(|sample| sample.bytes.len() < 4000);
    let samples = samples.map(|sample| {
        let end = sample.name.rsplit('.').next().unwrap_or_default();
        of(&format!("X.{end}"), &sample.bytes)
    });
    let xml: [&str; 6] = [
        "<animation><trigger time=\"0.5\" type=\"String\" value=\"step\"/><trigger normalizedtime=\"0.25\" type=\"Int\" value=\"3\"/></animation>",
        "<model><metadata name=\"a\" type=\"Vector3\" value=\"1 2 3\"/><metadata name=\"b\" type=\"VariantMap\"><variant name=\"c\" type=\"Bool\" value=\"true\"/></metadata></model>",
        "<animation name=\"A\" length=\"1\"><transform name=\"Bone\"><keyframe time=\"0\" position=\"1 2 3\" rotation=\"1 0 0 0\" scale=\"1 1 1\"/></transform></animation>",
        "<animation length=\"2\"><variant name=\"@/x\" type=\"Float\" interpolation=\"spline\"><keyframe time=\"0\" type=\"Float\" value=\"1\"/></variant></animation>",
        "<animation><trigger time=\"1\" type=\"VariantVector\"><variant type=\"Buffer\" value=\"1 2 255\"/><variant type=\"StringVector\"><string value=\"&lt;\"/></variant></trigger></animation>",
        "<?xml version=\"1.0\"?><!-- c --><model><other a=\"1\"><b/></other></model>",
    ];
    let json = "{\"triggers\": [{\"time\": 1, \"type\": \"Int\", \"value\": 3}], \"metadata\": [{\"name\": \"a\", \"type\": \"String\", \"value\": \"b\"}]}";
    let xml = xml.iter().map(|text| of("X.xml", text.as_bytes()));
    samples.chain(xml).chain([of("X.json", json.as_bytes())]).collect()
}
