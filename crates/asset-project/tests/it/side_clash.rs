//! Files that have the name of another file's parameters.

use asset_formats::Asset;
use asset_project::{Resources, check_references};

/// Returns the findings about the first of these files.
fn told(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let path = folder.path().join(files[0].0);
    let bytes = std::fs::read(&path).unwrap();
    let asset = Asset::parse(&bytes, Some(&path)).unwrap();
    let resources = Resources::new().folder(folder.path()).unwrap();
    let (findings, _) = check_references(&asset, &path, &resources);
    let clashes = findings.iter().filter(|one| one.kind.as_str() == "engine-assets/side-file-clash");
    clashes.map(|one| one.message.clone()).collect()
}

const TEXTURE: &str = "<texture><mipmap enable=\"false\" /></texture>";
const SHEET: &str = "<TextureAtlas imagePath=\"a.png\"/>";
const RIG: &str = "<spriter_data/>";

#[test]
fn a_rig_takes_the_parameters_of_its_image_for_a_sheet() {
    let found = told(&[("2D/Hero.xml", TEXTURE), ("2D/Hero.png", ""), ("2D/Hero.scml", RIG)]);
    assert_eq!(found, ["the engine takes it for the sprite sheet of \"2D/Hero.scml\", and refuses that"]);
    assert_eq!(told(&[("2D/Hero.xml", SHEET), ("2D/Hero.scml", RIG), ("2D/Hero.png", "")]), [""; 0]);
}

#[test]
fn parameters_of_another_kind_are_told() {
    let found = told(&[("a/Shot.xml", "<sound><loop enable=\"true\"/></sound>"), ("a/Shot.png", "")]);
    assert_eq!(found, ["the engine takes it for the parameters of \"a/Shot.png\", which it has none of"]);
    // With its own file beside it, and for files that are no parameters, other readers skip what they don't know.
    let both = [("a/Shot.xml", TEXTURE), ("a/Shot.png", ""), ("a/Shot.wav", "")];
    assert_eq!(told(&both), [""; 0]);
    assert_eq!(told(&[("a/Ninja.xml", "<scene id=\"1\"/>"), ("a/Ninja.ogg", "")]), [""; 0]);
    assert_eq!(told(&[("b/Alone.xml", TEXTURE)]), [""; 0]);
}
