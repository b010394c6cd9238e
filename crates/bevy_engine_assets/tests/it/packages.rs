//! Packages as asset sources.

use std::path::{Path, PathBuf};

use bevy::asset::io::AssetReader;
use bevy::prelude::*;
use bevy::tasks::block_on;
use bevy::tasks::futures_lite::StreamExt;
use bevy_engine_assets::{EngineAsset, PackageSource};
use urho_pak::{Builder, Encoding};

use crate::harness::{app, corpus, load};

/// Files of the corpus by their names below a folder.
fn files_below(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for path in std::fs::read_dir(next).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().replace('\\', "/");
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_model_in_a_package_has_its_materials_and_animations() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let data = corpus.join("urho-scene/urho3d/Data");
    let names = ["Models/Kachujin/", "Materials/", "Textures/"];
    let files = files_below(&data).into_iter().filter(|(name, _)| names.iter().any(|one| name.starts_with(one)));
    let mut files: Vec<(String, PathBuf)> = files.collect();
    let animations = files_below(&corpus.join("urho/engine/Data")).into_iter();
    files.extend(animations.filter(|(name, _)| name.starts_with(names[0]) && name.ends_with(".ani")));
    for encoding in [Encoding::Upak, Encoding::Ulz4, Encoding::Rpak, Encoding::Rlz4] {
        let mut builder = Builder::new(encoding);
        for (name, path) in &files {
            builder.add_file(name.as_str(), path).expect("an entry");
        }
        let package = folder.path().join("Data.pak");
        std::fs::write(&package, builder.to_bytes().expect("a package")).expect("a file");
        let mut app = app(folder.path(), folder.path(), &[("pak", package)]);
        let inside = load::<EngineAsset>(&mut app, "pak://Models/Kachujin/Kachujin.mdl").expect("a model");
        let inside = app.world().resource::<Assets<EngineAsset>>().get(&inside).expect("a model");
        assert!(!inside.meshes.is_empty() && !inside.animations.is_empty(), "{encoding:?}: {inside:?}");
        assert!(!inside.textures.is_empty(), "{encoding:?}: {inside:?}");
    }
}

#[test]
fn entries_of_real_packages_are_files_in_folders() {
    let Some(corpus) = corpus() else { return };
    let tree = files_below(&corpus.join("urho/pak/tree"));
    let source = PackageSource::open(corpus.join("urho/pak/lz4.pak")).expect("a package");
    let mut read = 0;
    for (name, path) in &tree {
        let Ok(mut entry) = block_on(AssetReader::read(&source, Path::new(name))) else { continue };
        let mut bytes = Vec::new();
        block_on(bevy::asset::io::Reader::read_to_end(&mut entry, &mut bytes)).expect("the entry");
        assert_eq!(bytes, std::fs::read(path).expect("a file"), "{name}");
        read += 1;
    }
    assert!(read >= 10, "{read} of {} files are in the package", tree.len());
    let list = |folder: &str| {
        let stream = block_on(source.read_directory(Path::new(folder))).expect("a folder");
        block_on(stream.collect::<Vec<_>>())
    };
    assert!(list("").contains(&PathBuf::from("Sub")));
    assert!(list("Sub").iter().all(|path| path.starts_with("Sub")));
    assert!(block_on(source.is_directory(Path::new("Sub"))).expect("an answer"));
    assert!(!block_on(source.is_directory(Path::new("one.bin"))).expect("an answer"));
    assert!(block_on(source.read_directory(Path::new("Nothing"))).is_err());
}

#[test]
fn a_broken_package_is_an_error_with_part_and_byte() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let whole = std::fs::read(corpus.join("urho/pak/plain.pak")).expect("a package");
    let cut = folder.path().join("cut.pak");
    std::fs::write(&cut, &whole[..40]).expect("a file");
    let error = PackageSource::open(cut).expect_err("a broken package");
    assert!(error.to_string().contains("at byte 0x"), "{error}");
}
