//! Files whose extension belongs to one family of formats, and whose content is another.

use std::fs;

use asset_formats::Asset;
use asset_project::{Resources, check_name, check_references};

const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";

#[test]
fn a_reference_to_lost_content_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("Models")).unwrap();
    fs::write(at("Models/Lfs.mdl"), POINTER).unwrap();
    let resources = Resources::new().folder(folder.path()).unwrap();
    let text = br#"<scene id="1"><node id="2"><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Lfs.mdl" /></component></node></scene>"#;
    fs::write(at("S.xml"), text).unwrap();
    let (findings, messages) = check_references(&Asset::parse(text, None).unwrap(), &at("S.xml"), &resources);
    let kinds: Vec<_> = findings.iter().map(|finding| (finding.kind.as_str(), finding.path.to_string())).collect();
    assert_eq!(kinds, [("engine-assets/resource-unreadable", "node 1 > component 0".to_owned())]);
    assert_eq!(messages.len(), 1);
}

#[test]
fn a_document_of_another_family_is_misnamed() {
    let material = Asset::parse(br#"<material><technique name="A.xml" /></material>"#, None).unwrap();
    let kinds = |name: &str| -> Vec<&str> {
        check_name(&material, name.as_ref()).iter().map(|finding| finding.kind.as_str()).collect()
    };
    assert_eq!(kinds("M.mdl"), vec!["engine-assets/wrong-extension"]);
    assert_eq!(kinds("M.xml"), Vec::<&str>::new());
    // Engines detect the format of images by their content.
    let dds = fuzzkit::looks::png([1, 2, 3, 4]);
    let image = Asset::parse(&dds, None).unwrap();
    assert!(check_name(&image, "T.dds".as_ref()).is_empty() && !check_name(&image, "T.ani".as_ref()).is_empty());
}
