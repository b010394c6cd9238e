//! Extensions that other programs use, too, and folders beside the file's own.

use std::path::Path;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, LoadedFolder};
use bevy::prelude::*;
use bevy_engine_assets::{EngineAsset, Severity, kinds};

use crate::harness::{app, app_with, corpus, load, settle};

/// Writes files below a folder; those without content are copied from the corpus.
fn project(folder: &Path, files: &[(&str, Result<&[u8], &Path>)]) {
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        match content {
            Ok(bytes) => std::fs::write(path, bytes).expect("a file"),
            Err(source) => drop(std::fs::copy(source, path).expect("a copy")),
        }
    }
}

const UI: &[u8] = b"<element type=\"Window\"><attribute name=\"Size\" value=\"10 10\" /></element>";

#[test]
fn a_folder_with_files_of_others_loads_and_says_which_are_not_shown() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let model = corpus.join("urho/engine/Data/Models/Mushroom.mdl");
    let files: &[(&str, Result<&[u8], &Path>)] = &[
        ("Data/Models/Mushroom.mdl", Err(&model)),
        ("Data/UI/Window.xml", Ok(UI)),
        ("Data/Quests.json", Ok(b"{\"quests\": [1, 2]}")),
        ("Data/Save.bin", Ok(&[1, 2, 3, 4])),
        ("Data/Level.scene", Ok(b"(resources: {}, entities: {})")),
    ];
    project(folder.path(), files);
    let mut app = app(folder.path(), folder.path(), &[]);
    let handle = app.world().resource::<AssetServer>().load_folder("Data");
    settle(&mut app, handle.id(), "Data").expect("a folder");
    let loaded = app.world().resource::<Assets<LoadedFolder>>().get(&handle).expect("a folder").handles.clone();
    let assets = app.world().resource::<Assets<EngineAsset>>();
    let mut found: Vec<(String, bool)> = loaded
        .into_iter()
        .map(|handle| {
            let asset = assets.get(&handle.typed::<EngineAsset>()).expect("an asset of ours");
            let note = asset.findings.iter().find(|finding| finding.kind == kinds::NOT_SHOWN);
            assert!(note.is_none_or(|note| note.severity == Severity::Note), "{note:?}");
            assert_eq!(note.is_some(), asset.scene.is_none() && asset.meshes.is_empty(), "{asset:?}");
            (asset.format.clone(), note.is_some())
        })
        .collect();
    found.sort();
    let expected =
        [("unknown", true), ("unknown", true), ("unknown", true), ("urho-mdl", false), ("urho-resource", true)];
    assert_eq!(found, expected.map(|(format, is_left_out)| (format.to_owned(), is_left_out)));
}

#[test]
fn a_damaged_scene_is_an_error_and_no_file_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    project(folder.path(), &[("Scenes/Cut.xml", Ok(b"<?xml version=\"1.0\"?>\n<scene id=\"1\">\n\t<node id=\"2\">"))]);
    let mut app = app(folder.path(), folder.path(), &[]);
    let error = load::<EngineAsset>(&mut app, "Scenes/Cut.xml").expect_err("a damaged scene");
    assert!(error.contains("Scenes/Cut.xml") && error.contains("at byte"), "{error}");
}

/// An asset of another plugin.
#[derive(Asset, TypePath)]
struct Quests(String);

#[derive(Default, TypePath)]
struct QuestLoader;

impl AssetLoader for QuestLoader {
    type Asset = Quests;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(&self, reader: &mut dyn Reader, _: &(), _: &mut LoadContext<'_>) -> Result<Quests, std::io::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        String::from_utf8(bytes).map(Quests).map_err(std::io::Error::other)
    }

    fn extensions(&self) -> &[&str] {
        &["json"]
    }
}

#[test]
fn files_of_a_plugin_that_was_added_earlier_are_passed_on() {
    let folder = tempfile::tempdir().expect("a folder");
    project(folder.path(), &[("Quests.json", Ok(b"{}")), ("Window.xml", Ok(UI))]);
    let mut app = app_with(folder.path(), folder.path(), &[], |app| {
        app.init_asset::<Quests>().init_asset_loader::<QuestLoader>();
    });
    let handle = app.world().resource::<AssetServer>().load_folder("");
    settle(&mut app, handle.id(), "the folder").expect("a folder");
    let loaded = &app.world().resource::<Assets<LoadedFolder>>().get(&handle).expect("a folder").handles;
    let of = |id| loaded.iter().filter(|handle| handle.type_id() == id).count();
    assert_eq!((of(std::any::TypeId::of::<Quests>()), of(std::any::TypeId::of::<EngineAsset>())), (1, 1));
    let quests = load::<Quests>(&mut app, "Quests.json").expect("quests");
    assert_eq!(app.world().resource::<Assets<Quests>>().get(&quests).expect("quests").0, "{}");
    // By its type, a file is ours in any case.
    let ours = load::<EngineAsset>(&mut app, "Quests.json").expect("an asset without parts");
    assert_eq!(app.world().resource::<Assets<EngineAsset>>().get(&ours).expect("an asset").format, "unknown");
}

#[test]
fn resources_are_in_the_folders_beside() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let model = corpus.join("urho/engine/Data/Models/Mushroom.mdl");
    let node = |id: u32, name: &str| {
        format!(
            "<node id=\"{id}\"><component type=\"StaticModel\" id=\"{id}\"><attribute name=\"Model\" value=\"Model;Models/{name}.mdl\" /></component></node>"
        )
    };
    let nodes: String = ["Own", "Core", "Mod", "Extra"].iter().zip(2..).map(|(name, id)| node(id, name)).collect();
    let scene = format!("<?xml version=\"1.0\"?>\n<scene id=\"1\">{nodes}</scene>\n");
    // A folder without resource folders isn't searched.
    let files: &[(&str, Result<&[u8], &Path>)] = &[
        ("game/Data/Scenes/Level.xml", Ok(scene.as_bytes())),
        ("game/Data/Models/Own.mdl", Err(&model)),
        ("game/CoreData/Models/Core.mdl", Err(&model)),
        ("game/Autoload/Mod/Models/Mod.mdl", Err(&model)),
        ("game/Extra/Models/Extra.mdl", Err(&model)),
        ("game/Source/Player.cpp", Ok(b"int main();")),
    ];
    project(folder.path(), files);
    let mut app = app(folder.path(), folder.path(), &[]);
    let scene = load::<EngineAsset>(&mut app, "game/Data/Scenes/Level.xml").expect("a scene");
    let scene = app.world().resource::<Assets<EngineAsset>>().get(&scene).expect("a scene");
    let nodes =
        scene.nodes.iter().map(|node| app.world().resource::<Assets<bevy_engine_assets::EngineNode>>().get(node));
    // Four models with five levels of detail.
    assert_eq!(nodes.flatten().filter(|node| node.mesh.is_some()).count(), 20, "{:?}", scene.findings);
    assert!(scene.findings.is_empty(), "{:?}", scene.findings);
}
