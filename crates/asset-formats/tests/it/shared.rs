//! Functions that the command line and the Python module share.

use asset_formats::{Asset, Error, Head, OutputFormat};

fn sample(name: &str) -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    samples.into_iter().find(|sample| sample.name == name).unwrap().bytes
}

#[test]
fn a_package_is_checked_with_what_is_inside() {
    let mut bytes = sample("Character.pak");
    let checked = Asset::parse(&bytes, None).unwrap().check(Some(&bytes)).unwrap();
    assert!(checked.findings.is_empty() && checked.difference.is_none());
    let last = bytes.len() - 100;
    bytes[last] ^= 0xff;
    let checked = Asset::parse(&bytes, None).unwrap().check(None).unwrap();
    assert!(checked.findings.iter().any(|finding| finding.path.to_string().contains("Character.xml")));
}

#[test]
fn errors_come_apart() {
    let bytes = sample("Character.mdl");
    let error = Asset::parse(&bytes[..100], None).unwrap_err();
    let parts = error.to_parts();
    assert_eq!(parts.path.to_string(), "vertex buffer 0 > vertices");
    assert_eq!(parts.offset, Some(0x34));
    assert_eq!(error.to_string(), format!("{}: {} (at byte 0x34)", parts.path, parts.message));
    let parts = Error::Refused("no".to_owned()).to_parts();
    assert!(parts.path.is_empty() && parts.offset.is_none());
}

#[test]
fn the_name_and_the_output_format_agree_or_are_refused() {
    assert_eq!(OutputFormat::choose(None, "a/Fox.glb").unwrap(), OutputFormat::GLB);
    assert_eq!(OutputFormat::choose(Some(OutputFormat::UMD3), "Fox.mdl").unwrap(), OutputFormat::UMD3);
    assert_eq!(OutputFormat::choose(Some(OutputFormat::UMD3), "Fox").unwrap(), OutputFormat::UMD3);
    assert!(OutputFormat::choose(Some(OutputFormat::UMD3), "Fox.glb").is_err());
    assert!(OutputFormat::choose(None, "Fox").is_err());
}

#[test]
fn an_inspection_has_what_stands_beside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Character.mdl");
    for name in ["Character.mdl", "Character.xml"] {
        std::fs::write(folder.path().join(name), sample(name)).unwrap();
    }
    let bytes = std::fs::read(&path).unwrap();
    let asset = Asset::parse(&bytes, Some(&path)).unwrap();
    let head = Head::new("x", Some(bytes.len() as u64), Some(&asset));
    let side = asset.side_file(&path);
    let json =
        asset.inspect(head, Some(&bytes), side.as_ref(), |inspection| serde_json::to_value(&inspection).unwrap());
    assert_eq!(json["format"], "urho-mdl");
    assert_eq!(json["file_sha256"].as_str().map(str::len), Some(64));
    assert!(json["metadata"].as_array().is_some_and(|metadata| !metadata.is_empty()));
}
