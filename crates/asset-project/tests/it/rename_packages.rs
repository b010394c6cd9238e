//! Renames in packages: entries that name entries.

use std::path::Path;

use asset_project::rename::{Rename, RenameError, RenamePlan};

use crate::rename::{all, project};
use crate::rename_kinds::package;

const MATERIAL: &str = "<material><texture unit=\"diffuse\" name=\"Textures/a.png\" /></material>";

/// A project of loose files and packages with entries.
fn packed(files: &[(&str, &str)], packages: &[(&str, &[(&str, &str)])]) -> tempfile::TempDir {
    let folder = project(files);
    for (name, entries) in packages {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, package(urho_pak::Kind::Upak, entries)).unwrap();
    }
    folder
}

fn plan(folder: &Path, pairs: &[(&str, &str)]) -> Result<RenamePlan, RenameError> {
    let rename = Rename::new(folder).packages(true);
    pairs.iter().fold(rename, |rename, (old, new)| rename.pair(*old, *new)).plan()
}

fn entry(package: &Path, name: &str) -> String {
    let opened = urho_pak::Package::open_path(package).unwrap();
    let bytes = opened.get(name).unwrap_or_else(|| panic!("no {name}")).read(&binio::Limits::default()).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Wherever the packages are, a material that names an entry names it afterwards too.
#[test]
fn references_to_entries_follow_in_every_layout() {
    let both: &[(&str, &str)] = &[("Materials/M.xml", MATERIAL), ("Textures/a.png", "a")];
    let (materials, textures) = (&both[..1], &both[1..]);
    let loose: &[(&str, &str)] = &[("Data/Scenes/S.xml", "<scene id=\"1\" />"), ("Data/Textures/z.png", "z")];
    let layouts: [(&[(&str, &str)], &[(&str, &[(&str, &str)])]); 3] = [
        (loose, &[("Data/Packs/X.pak", both)]),
        (&[], &[("Data.pak", both)]),
        (&[], &[("Mats.pak", materials), ("Tex.pak", textures)]),
    ];
    for (files, packages) in layouts {
        let folder = packed(files, packages);
        let before = all(folder.path());
        plan(folder.path(), &[("Textures/a.png", "Textures/b.png")]).unwrap().write().unwrap();
        let material = entry(&folder.path().join(packages[0].0), "Materials/M.xml");
        assert_eq!(material, MATERIAL.replace("a.png", "b.png"), "{}", packages[0].0);
        plan(folder.path(), &[("Textures/b.png", "Textures/a.png")]).unwrap().write().unwrap();
        assert_eq!(all(folder.path()), before, "{}", packages[0].0);
    }
    let folder = packed(&[("Assets/Materials/M.xml", MATERIAL)], &[("Tex.pak", textures)]);
    plan(folder.path(), &[("Textures/a.png", "Textures/b.png")]).unwrap().write().unwrap();
    let material = std::fs::read_to_string(folder.path().join("Assets/Materials/M.xml")).unwrap();
    assert_eq!(material, MATERIAL.replace("a.png", "b.png"));
}
