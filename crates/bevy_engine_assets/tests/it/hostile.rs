//! Broken files are errors with part and byte; nothing panics.

use bevy_engine_assets::EngineAsset;

use crate::harness::{app, corpus, load};

#[test]
fn a_broken_file_is_an_error_with_part_and_byte() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let whole = std::fs::read(corpus.join("urho/engine/Data/Models/Mushroom.mdl")).expect("a model");
    std::fs::write(folder.path().join("cut.mdl"), &whole[..100]).expect("a file");
    std::fs::write(folder.path().join("other.mdl"), b"IDPO is the identifier of Quake").expect("a file");
    std::fs::write(folder.path().join("text.mdl"), b"nothing").expect("a file");
    let mut app = app(folder.path(), folder.path(), &[]);
    let mut error = |name: &str| load::<EngineAsset>(&mut app, name.to_owned()).expect_err("a broken file");
    let cut = error("cut.mdl");
    assert!(cut.contains("cut.mdl: vertex buffer 0 > vertices: "), "{cut}");
    assert!(cut.contains("(at byte 0x18)"), "{cut}");
    let other = error("other.mdl");
    assert!(other.contains("a Quake model"), "{other}");
    let text = error("text.mdl");
    assert!(text.contains("expected an Urho3D model by the file name, found unknown data"), "{text}");
}

#[test]
fn hostile_files_are_errors_or_load() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("urho/hostile");
    let mut app = app(&folder, &folder, &[]);
    let entries = std::fs::read_dir(&folder).expect("a folder").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let names: Vec<String> = names.filter(|name| name.ends_with(".mdl") || name.ends_with(".ani")).collect();
    let (mut loaded, mut failed) = (0, 0);
    for name in names {
        match load::<EngineAsset>(&mut app, name) {
            Ok(_) => loaded += 1,
            Err(_) => failed += 1,
        }
    }
    eprintln!("{loaded} files load, {failed} are errors");
    assert!(failed > 10);
}
