//! Renames in packages: entries that name entries, packages that move themselves, and entries that a package has twice.

use std::path::Path;

use asset_refs::rename::{Rename, RenameError, RenamePlan};

use crate::rename::{all, project};
use crate::rename_kinds::package;

const MATERIAL: &str = "<material><texture unit=\"diffuse\" name=\"Textures/a.png\" /></material>";

/// Names and contents of files.
type Files<'f> = &'f [(&'f str, &'f str)];
/// Names and entries of packages.
type Packages<'f> = &'f [(&'f str, Files<'f>)];

/// A project of loose files and packages with entries.
fn packed(files: Files<'_>, packages: Packages<'_>) -> tempfile::TempDir {
    let folder = project(files);
    for (name, entries) in packages {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, package(urho_pak::Encoding::Upak, entries)).unwrap();
    }
    folder
}

fn plan(folder: &Path, pairs: &[(&str, &str)]) -> Result<RenamePlan, RenameError> {
    let rename = Rename::new(folder).packages(true);
    pairs.iter().fold(rename, |rename, (old, new)| rename.pair(*old, *new)).plan()
}

fn entry(package: &Path, name: &str) -> String {
    let opened = urho_pak::Package::open_path(package).unwrap();
    let bytes = opened.get(name).unwrap_or_else(|| panic!("no {name}")).read().unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Wherever the packages are, a material that names an entry names it afterwards too.
#[test]
fn references_to_entries_follow_in_every_layout() {
    let both: Files<'_> = &[("Materials/M.xml", MATERIAL), ("Textures/a.png", "a")];
    let (materials, textures) = (&both[..1], &both[1..]);
    let loose: Files<'_> = &[("Data/Scenes/S.xml", "<scene id=\"1\" />"), ("Data/Textures/z.png", "z")];
    let layouts: [(Files<'_>, Packages<'_>); 3] = [
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

/// Without its last copy, the old one of the same name would count.
#[test]
fn an_entry_that_a_package_has_twice_keeps_its_name() {
    let folder = packed(&[], &[("Data.pak", &[("Old/a.png", "old"), ("Art/a.png", "a"), ("Art/c.png", "c")])]);
    let path = folder.path().join("Data.pak");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(9).position(|name| name == b"Old/a.png").unwrap();
    bytes[at..at + 3].copy_from_slice(b"Art");
    std::fs::write(&path, &bytes).unwrap();
    let Err(RenameError::Refused(reasons)) = plan(folder.path(), &[("Art/a.png", "Art/b.png")]) else {
        panic!("not refused")
    };
    assert!(reasons[0].contains("Data.pak has Art/a.png more than once"), "{reasons:?}");
    // Its other entries get new names.
    plan(folder.path(), &[("Art/c.png", "Art/d.png")]).unwrap().write().unwrap();
    assert_eq!((entry(&path, "Art/a.png").as_str(), entry(&path, "Art/d.png").as_str()), ("a", "c"));
}

#[test]
fn a_package_moves_with_its_changed_entries() {
    let entries: Files<'_> = &[("Materials/M.xml", MATERIAL), ("Textures/c.png", "c")];
    let files = [("Data/Textures/a.png", "a"), ("Data/Textures/z.png", "z")];
    // The folder of the package by its resource name and by its path, and the package alone.
    for (old, new) in [("Packs", "Bundles"), ("{}/Data/Packs", "{}/Data/Bundles"), ("Packs/X.pak", "Bundles/X.pak")] {
        let folder = packed(&files, &[("Data/Packs/X.pak", entries)]);
        let [old, new] = [old, new].map(|name| name.replace("{}", folder.path().to_str().unwrap()));
        let plan = plan(folder.path(), &[(&old, &new), ("Textures/a.png", "Textures/b.png")]).unwrap();
        let to: Vec<_> = plan.files.iter().map(|file| file.to.strip_prefix(folder.path()).unwrap()).collect();
        let bundle = Path::new("Data/Bundles/X.pak");
        assert!(to.contains(&bundle) && to.contains(&&*bundle.join("Materials/M.xml")), "{to:?}");
        plan.write().unwrap();
        let moved = folder.path().join(bundle);
        assert_eq!(entry(&moved, "Materials/M.xml"), MATERIAL.replace("a.png", "b.png"), "{old}");
        assert_eq!(entry(&moved, "Textures/c.png"), "c");
        assert!(!folder.path().join("Data/Packs").exists());
        assert_eq!(std::fs::read(folder.path().join("Data/Textures/b.png")).unwrap(), b"a");
    }
}
