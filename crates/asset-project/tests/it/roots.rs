//! Resource folders of projects: by the folders around a file, by the named folder, by references and by `engine-assets.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use asset_project::{
    ResourceError, Resources, RootReason,
    sources::{Listed, ResourceLookup, sources},
};
use tempfile::TempDir;

const SCENE: &str = r#"<scene id="1"><node id="2"><component type="StaticModel" id="3"><attribute name="Model" value="Model;NAME" /></component></node></scene>"#;

/// A folder with files; their content doesn't matter.
fn files(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, b"x").unwrap();
    }
    folder
}

/// The folders of resources, relative to the folder, with their reasons.
fn origins(resources: &Resources, folder: &TempDir) -> Vec<(String, RootReason)> {
    let below = |path: &Path| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/");
    resources.origins().map(|(path, reason)| (below(path), reason)).collect()
}

fn is_found(resources: &Resources, name: &str) -> bool {
    resources.find(name).unwrap().is_some()
}

/// The resources of the first file of a named folder.
fn named(folder: &Path) -> std::sync::Arc<Resources> {
    let paths = [folder.to_path_buf()];
    let Listed::Source(source) = sources(&paths, |_| true).next().unwrap().unwrap() else { panic!("a link") };
    ResourceLookup::default().of(&source).unwrap()
}

#[test]
fn folders_beside_core_data_are_resource_folders() {
    let folder = files(&[
        "bin/CoreData/Techniques/Diff.xml",
        "bin/GameData/Materials/M.xml",
        "bin/GameData/Textures/T.png",
        "bin/More/Textures/U.png",
        "bin/tool/PackageTool",
        "bin/Loose/Units/Dog.mdl",
    ]);
    let resources = Resources::around(folder.path().join("bin/GameData/Materials/M.xml")).unwrap();
    let expected =
        [("bin/GameData", RootReason::Own), ("bin/CoreData", RootReason::Usual), ("bin/More", RootReason::Beside)];
    assert_eq!(origins(&resources, &folder), expected.map(|(path, reason)| (path.to_owned(), reason)));
    for name in ["Textures/T.png", "Techniques/Diff.xml", "Textures/U.png", "Units/Dog.mdl"] {
        assert!(is_found(&resources, name), "{name}");
    }
    // A folder without the usual subfolders is listed once a resource was found there.
    assert_eq!(origins(&resources, &folder).last().unwrap(), &("bin/Loose".to_owned(), RootReason::Reference));
    assert!(!is_found(&resources, "PackageTool") && !is_found(&resources, "Units/Cat.mdl"));
}

#[test]
fn the_folder_of_the_file_precedes_a_sibling_data() {
    let folder = files(&["Data/Models/Box.mdl", "Art/Models/Box.mdl", "Art/Materials/M.xml", "Stuff/Units/Dog.mdl"]);
    let resources = Resources::around(folder.path().join("Art/Materials/M.xml")).unwrap();
    let expected = [("Art".to_owned(), RootReason::Own), ("Data".to_owned(), RootReason::Usual)];
    assert_eq!(origins(&resources, &folder), expected);
    assert!(resources.find("Models/Box.mdl").unwrap().unwrap().path.ends_with("Art/Models/Box.mdl"));
    // A folder that was named is a resource folder, too.
    let resources = named(&folder.path().join("Stuff"));
    assert_eq!(origins(&resources, &folder)[0], ("Stuff".to_owned(), RootReason::Named));
    assert!(is_found(&resources, "Units/Dog.mdl") && is_found(&resources, "Models/Box.mdl"));
    // A named folder that contains the resource folders, or is a part of one, isn't.
    for name in ["", "Data/Models"] {
        let reasons = named(&folder.path().join(name)).origins().map(|(_, reason)| reason).collect::<Vec<_>>();
        assert!(!reasons.is_empty() && !reasons.contains(&RootReason::Named), "{name}: {reasons:?}");
    }
}

#[test]
fn names_may_be_relative_to_a_folder_above_the_nearest_models() {
    let dog = "ShowcasePackage/Assets/Units/Dog/Models/Dog.mdl";
    let folder = files(&[dog, "ShowcasePackage/Assets/Units/Dog/Prefabs/Dog.prefab"]);
    let name = "Assets/Units/Dog/Models/Dog.mdl";
    for path in [dog, "ShowcasePackage/Assets/Units/Dog/Prefabs/Dog.prefab"] {
        let resources = Resources::around(folder.path().join(path)).unwrap();
        assert!(is_found(&resources, name) && is_found(&resources, "Models/Dog.mdl"), "{path}");
        assert_eq!(origins(&resources, &folder).last().unwrap().0, "ShowcasePackage", "{path}");
        assert!(!is_found(&resources, "Assets/Units/Cat/Models/Cat.mdl"));
    }
    // The folder of a repository ends the search.
    fs::create_dir(folder.path().join("ShowcasePackage/Assets/.git")).unwrap();
    let resources = Resources::around(folder.path().join(dog)).unwrap();
    assert!(!is_found(&resources, name) && is_found(&resources, "Units/Dog/Models/Dog.mdl"));
}

#[test]
fn dots_in_a_path_are_no_folders() {
    let folder = files(&["Data/Models/Box.mdl", "Other/Models/Box.mdl", "Other/Sub/a.txt"]);
    let path = folder.path().join("Other/Sub/../../Data/Models/Box.mdl");
    let resources = Resources::around(&path).unwrap();
    assert_eq!(origins(&resources, &folder), [("Data".to_owned(), RootReason::Usual)]);
    assert_eq!(resources.name_of(&path).as_deref(), Some("Models/Box.mdl"));
}

#[cfg(unix)]
#[test]
fn a_linked_folder_of_the_project_belongs_to_its_resource_folder() {
    use std::os::unix::fs::symlink;
    let folder = files(&["game/Data/Scenes/S.xml", "game/shared/Box.mdl", "game/shared/Sub/Ball.mdl", "far/T.png"]);
    let data = folder.path().join("game/Data");
    symlink("../shared", data.join("Models")).unwrap();
    symlink("..", data.join("Loop")).unwrap();
    fs::create_dir(folder.path().join("game/.git")).unwrap();
    symlink(folder.path().join("far"), data.join("Textures")).unwrap();
    let resources = Resources::around(data.join("Scenes/S.xml")).unwrap();
    let resource = resources.find("models/sub/ball.mdl").unwrap().unwrap();
    assert_eq!((resource.name.as_str(), resource.is_exact), ("Models/Sub/Ball.mdl", false));
    assert_eq!(resources.read("Models/Box.mdl").unwrap().unwrap().bytes, b"x");
    assert!(resources.names(&|_| true).contains(&"Models/Box.mdl".to_owned()));
    // Links out of the project, and to a folder that contains the link.
    assert!(!is_found(&resources, "Textures/T.png") && !is_found(&resources, "Loop/shared/Box.mdl"));
    // A path through the link stays in the resource folder.
    let through = Resources::around(data.join("Models/Box.mdl")).unwrap();
    assert_eq!(through.name_of(&data.join("Models/Box.mdl")).as_deref(), Some("Models/Box.mdl"));
}

#[test]
fn a_configuration_lists_the_roots() {
    let folder = files(&["a/Sounds/s.wav", "b/Models/Box.mdl", "c/Models/Ball.mdl"]);
    let config = folder.path().join("engine-assets.toml");
    fs::write(&config, "roots = [\"c\", \"a\"]\n[validate]\ndeny = \"warnings\"\n").unwrap();
    let file = folder.path().join("b/Models/Box.mdl");
    let resources = Resources::around(&file).unwrap();
    let expected = [("c".to_owned(), RootReason::Configured), ("a".to_owned(), RootReason::Configured)];
    assert_eq!(origins(&resources, &folder), expected);
    // It isn't read on request.
    let paths: [PathBuf; 1] = [folder.path().join("b")];
    let Listed::Source(source) = sources(&paths, |_| true).next().unwrap().unwrap() else { panic!("a link") };
    let lookup = ResourceLookup::default().ignores_config(true);
    assert_eq!(origins(&lookup.of(&source).unwrap(), &folder), [("b".to_owned(), RootReason::Nearest)]);
    // Invalid ones are errors that name the file.
    for roots in ["[\"none\"]", "[\"..\"]", "3"] {
        fs::write(&config, format!("roots = {roots}")).unwrap();
        let error = Resources::around(&file).unwrap_err();
        assert!(
            matches!(&error, ResourceError::Config { path, .. } if path.ends_with("engine-assets.toml")),
            "{error}"
        );
        let lookup = ResourceLookup::default();
        assert!(lookup.of(&source).is_none());
        assert_eq!(lookup.faults().len(), 1, "{roots}");
    }
}

#[test]
fn missing_resources_are_searched_in_listed_folders() {
    let folder = files(&["Data/Models/Box.mdl", "CoreData/Techniques/Diff.xml"]);
    let scene = folder.path().join("Data/Scenes/S.xml");
    fs::create_dir_all(scene.parent().unwrap()).unwrap();
    fs::write(&scene, SCENE.replace("NAME", "Models/Gone.mdl")).unwrap();
    let paths = [scene.clone()];
    let Listed::Source(source) = sources(&paths, |_| true).next().unwrap().unwrap() else { panic!("a link") };
    let lookup = ResourceLookup::default();
    let resources = lookup.of(&source).unwrap();
    assert!(lookup.searched_in_vain().is_empty());
    let bytes = fs::read(&scene).unwrap();
    let asset = asset_formats::Asset::parse(&bytes, Some(&scene)).unwrap();
    let (findings, _) = asset_project::check_references(&asset, &scene, &resources);
    let kinds: Vec<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    assert_eq!(kinds, ["engine-assets/resource-missing"]);
    let names: Vec<PathBuf> = lookup.searched_in_vain().into_iter().map(|(path, _)| path).collect();
    assert_eq!(names, [folder.path().join("Data"), folder.path().join("CoreData")]);
}

#[test]
fn files_of_the_engine_exist_unless_core_data_is_searched() {
    let folder = files(&["Data/Materials/M.xml"]);
    let file = folder.path().join("Data/Materials/M.xml");
    let text = br#"<material><technique name="Techniques/PBR/PBRNoTexture.xml" /><texture unit="diffuse" name="Textures/Ramp.png" /><texture unit="normal" name="Textures/N.png" /></material>"#;
    fs::write(&file, text).unwrap();
    let asset = asset_formats::Asset::parse(text, Some(&file)).unwrap();
    let missing = || {
        let (findings, _) = asset_project::check_references(&asset, &file, &Resources::around(&file).unwrap());
        findings.iter().map(|finding| finding.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(missing(), ["texture 1"]);
    // With the engine's own folder, its content counts.
    fs::create_dir_all(folder.path().join("CoreData/Techniques")).unwrap();
    assert_eq!(missing(), ["technique 0", "texture 0", "texture 1"]);
}
