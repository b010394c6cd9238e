//! Tests conversion. If a file can be read, it is converted to all of its output formats. The cost must be proportional
//! to its size.

use std::path::Path;
use std::sync::LazyLock;

use asset_convert::{ConvertOptions, Input, OutputFormat, convert};
use asset_formats::Asset;
use asset_gltf::{WriteOptions, write_glb};
use binio::{Finding, Severity};
use serde_json::Value as Json;
use zed_asset::kinds;

use crate::Target;
use crate::scene::{by_hand, random};

/// The fuzz target for conversion. The input can be every kind of file.
pub const TARGET: Target = Target { name: "convert", body, seeds };

/// The fuzz target for glTF whose meaning is changed. The input has a scene, an output format, and changes that take
/// four bytes each.
pub const CHANGED_GLTF: Target = Target { name: "convert_gltf", body: changed_body, seeds: changed_seeds };

/// If a file is larger than this, we do not try all formats, because the fuzzer will find the same bugs in small files.
pub(crate) const LARGEST: usize = 1 << 16;

/// Converts a file to every output format. An output from a scene must be readable, and must not have errors when it is
/// validated.
///
/// Panics if this is not true.
pub fn body(bytes: &[u8]) {
    if bytes.len() > LARGEST {
        return;
    }
    let Ok(asset) = Asset::parse(bytes, None) else { return };
    for output_format in OutputFormat::all().filter(|output_format| output_format.is_for(asset.format())) {
        converts(&asset, output_format, false);
        converts(&asset, output_format, true);
    }
}

fn converts(asset: &Asset<'_>, output_format: OutputFormat, lossy: bool) {
    let output = format!("Fuzz.{}", output_format.extension().unwrap_or("bin"));
    let options = ConvertOptions::default().lossy(lossy).max_expanded_bytes(1 << 20);
    let Ok(made) = convert(&[Input::new("Fuzz", asset)], output_format, &output, &options) else { return };
    // Other versions of a format are tested by its own target, and a .gltf finds its external files only on disk.
    if output_format == OutputFormat::GLTF || !(output_format.is_by_scene(asset.format()) || output_format.is_gltf()) {
        return;
    }
    // The file that was asked for comes last.
    let Some(file) = made.files.last() else { return };
    let read = Asset::parse(&file.bytes, Some(Path::new(file.name.as_str())))
        .unwrap_or_else(|error| panic!("{output_format}: {} can't be read: {error}", file.name));
    // A restored file is its original, whose errors it may have.
    if !made.restored {
        assert_eq!(first_error(&read, output_format), None, "{output_format}");
    }
}

/// Returns the first error in the output. This ignores errors in images, because an image file will be copied without
/// change. It also ignores the error that you will always get for a ZED model in the encoding of the document, because
/// the engine is not able to read this encoding.
fn first_error(written: &Asset<'_>, output_format: OutputFormat) -> Option<String> {
    let findings = written.validate();
    let of_image = |finding: &Finding| finding.path.to_string().starts_with("image ");
    let of_encoding =
        |finding: &Finding| output_format == OutputFormat::ZED_DOCUMENT && finding.kind == kinds::ENCODING_UNSUPPORTED;
    let of_output = |finding: &&Finding| !of_image(finding) && !of_encoding(finding);
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error).filter(of_output);
    errors.next().map(Finding::to_string)
}

/// Returns small files in every format.
fn seeds() -> Vec<Vec<u8>> {
    let all = crate::TARGETS.iter().filter(|target| !target.name.starts_with("convert"));
    all.flat_map(|target| (target.seeds)().into_iter().filter(|seed| seed.len() <= 4096).take(12)).collect()
}

/// Scenes as the two parts of a `.glb`: the JSON and the binary data.
static SCENES: LazyLock<Vec<(Json, Vec<u8>)>> = LazyLock::new(|| {
    let mut scenes = crate::common::examples(crate::gltf::any_scene(), 8);
    scenes.extend((0..8).map(|seed| random::scene(&mut random::Random(seed))));
    scenes.push(by_hand::arm());
    let written = scenes.iter().filter_map(|scene| write_glb(scene, &WriteOptions::default()).ok());
    written.filter_map(|(bytes, _)| parts(&bytes)).collect()
});

/// Returns the JSON and the binary data of a `.glb`.
pub(crate) fn parts(glb: &[u8]) -> Option<(Json, Vec<u8>)> {
    let length = u32::from_le_bytes(*glb.get(12..)?.first_chunk()?) as usize;
    let (json, rest) = glb.get(20..)?.split_at_checked(length)?;
    Some((serde_json::from_slice(json).ok()?, rest.get(8..).unwrap_or_default().to_vec()))
}

/// Creates a `.glb` from its two parts.
pub(crate) fn joined(json: &Json, data: &[u8]) -> Vec<u8> {
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
    let chunks = [chunk(b"JSON", &json), chunk(b"BIN\0", data)].concat();
    let length = (chunks.len() + 12) as u32;
    [&b"glTF\x02\0\0\0"[..], &length.to_le_bytes(), &chunks].concat()
}

fn changed_body(bytes: &[u8]) {
    let &[scene, becomes, ref changes @ ..] = bytes else { return };
    let Some((json, data)) = SCENES.get(usize::from(scene) % SCENES.len().max(1)) else { return };
    let mut json = json.clone();
    for change in changes.chunks_exact(4).take(16) {
        self::change(&mut json, [change[0], change[1], change[2], change[3]]);
    }
    let glb = joined(&json, data);
    let Ok(asset) = Asset::parse(&glb, None) else { return };
    // One output format an input: the fuzzer finds the others by itself.
    let output_formats: Vec<OutputFormat> =
        OutputFormat::all().filter(|output_format| output_format.is_for(asset.format())).collect();
    let Some(&output_format) = output_formats.get(usize::from(becomes >> 1) % output_formats.len().max(1)) else {
        return;
    };
    converts(&asset, output_format, becomes & 1 == 1);
}

/// Changes a value. A number becomes an extreme number, a list becomes longer and its items share a target, or a part
/// is replaced by another part.
pub(crate) fn change(json: &mut Json, [low, high, what, value]: [u8; 4]) {
    let mut places = Vec::new();
    collect(json, &mut String::new(), &mut places);
    let at = |number: usize| places.get(number % places.len().max(1)).cloned().unwrap_or_default();
    let place = at(usize::from(u16::from_le_bytes([low, high])));
    let other = json.pointer(&at(usize::from(value) * 31)).cloned().unwrap_or_default();
    let (nodes, value) = (json["nodes"].as_array().map_or(1, Vec::len).max(1), u64::from(value));
    let Some(target) = json.pointer_mut(&place) else { return };
    match what % 10 {
        0 => *target = value.into(),
        1 => *target = (target.as_u64().unwrap_or(0) ^ (value + 1)).into(),
        2 => *target = (1_u64 << (value % 40)).into(),
        3 => *target = (-(value as f64) / 16.0).into(),
        4 => *target = Json::Null,
        5 => *target = other,
        6 | 7 => {
            // The same part many times: they share accessors, samplers, meshes.
            if let Json::Array(items) = target {
                let item = items.get(value as usize % items.len().max(1)).cloned();
                items.extend(std::iter::repeat_n(item, 1 << (value % 9)).flatten());
            }
        }
        8 => {
            if let Some(node) = part(json, "nodes", value as usize % nodes) {
                node.insert("children".to_owned(), vec![value as usize % nodes, usize::from(low) % nodes].into());
            }
        }
        _ => {
            let sparse = serde_json::json!({
                "count": value,
                "indices": {"bufferView": low % 8, "componentType": 5121 + u32::from(high % 3) * 2},
                "values": {"bufferView": high % 8},
            });
            if let Some(accessor) = part(json, "accessors", usize::from(low)) {
                accessor.insert("sparse".to_owned(), sparse);
            }
        }
    }
}

/// Returns an object in a list, or `None` if there is no such object or list, or if this is no longer a document.
fn part<'j>(json: &'j mut Json, list: &str, number: usize) -> Option<&'j mut serde_json::Map<String, Json>> {
    json.get_mut(list)?.get_mut(number)?.as_object_mut()
}

/// Collects where every value is, as JSON pointers.
fn collect(value: &Json, path: &mut String, places: &mut Vec<String>) {
    places.push(path.clone());
    let length = path.len();
    let mut inside = |key: &str, value: &Json| {
        *path += "/";
        *path += &key.replace('~', "~0").replace('/', "~1");
        collect(value, path, places);
        path.truncate(length);
    };
    match value {
        Json::Array(items) => items.iter().enumerate().for_each(|(index, item)| inside(&index.to_string(), item)),
        Json::Object(members) => members.iter().for_each(|(key, value)| inside(key, value)),
        _ => {}
    }
}

/// Returns every scene without changes, and with a change of each kind. This uses the output formats in turn.
fn changed_seeds() -> Vec<Vec<u8>> {
    let scenes = 0..SCENES.len() as u8;
    let unchanged = scenes.clone().flat_map(|scene| (0..32).map(move |becomes| vec![scene, becomes]));
    let becomes = |scene: u8, what: u8| scene.wrapping_mul(7).wrapping_add(what) % 32;
    let changed = scenes.flat_map(move |scene| {
        (0..10).map(move |what| vec![scene, becomes(scene, what), 40 + what * 7, scene, what, what])
    });
    // One whose whole document becomes a number.
    unchanged.chain(changed).chain([vec![11, 0, 0, 0, 0, 0, 0, 0, 9, 9, 207]]).collect()
}
