//! Surveys of projects: files that are used, missing, equal or large.
#![cfg(feature = "fs")]

use std::fs;
use std::path::Path;

use asset_formats::{Error, Format};
use asset_project::Resources;
use asset_refs::graph::{Graph, Names, Usage};
use asset_refs::survey::{FileSurvey, equal_files, equal_sizes, survey};

const SCENE: &[u8] = b"<scene id=\"1\"><node id=\"2\"><component type=\"StaticModel\" id=\"3\">\
<attribute name=\"Material\" value=\"Material;Materials/A.xml;Materials/Gone.xml;Materials/A.xml\" />\
</component></node></scene>";

fn project(files: &[(&str, &[u8])]) -> (tempfile::TempDir, Vec<FileSurvey>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let resources = Resources::new().folder(folder.path()).unwrap();
    let none = Names::default();
    let files = files.iter().map(|(name, _)| survey(&folder.path().join(name), &resources, &none).unwrap()).collect();
    (folder, files)
}

fn names(files: &[&FileSurvey]) -> Vec<String> {
    files.iter().map(|file| file.path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

/// Names of the files of a project that need a user and have none.
fn unused(folder: &Path, files: &[FileSurvey]) -> Vec<String> {
    let graph = Graph::read(&[folder]).unwrap();
    let is_unused = |file: &&FileSurvey| {
        let id = graph.files().at_path(&file.path).unwrap();
        file.need.is_some_and(|need| matches!(graph.usage_of(id, need), Usage::Unused))
    };
    names(&files.iter().filter(is_unused).collect::<Vec<_>>())
}

#[test]
fn scenes_use_and_miss_files() {
    let (folder, files) = project(&[
        ("Scenes/Level.xml", SCENE),
        ("Materials/A.xml", b"<material><technique name=\"Techniques/No.xml\" /></material>"),
        ("Materials/B.xml", b"<material />"),
    ]);
    let formats: Vec<_> = files.iter().filter_map(|file| file.format).collect();
    assert_eq!(formats, [Format::URHO_SCENE, Format::URHO_MATERIAL, Format::URHO_MATERIAL]);
    // A name that is referenced twice is missing once.
    let missing: Vec<String> = files[0].missing.iter().map(|missing| missing.name.to_string()).collect();
    assert_eq!(missing, ["Materials/Gone.xml"]);
    assert_eq!(files[1].missing.len(), 1);
    assert!(files[1].findings.iter().any(|finding| finding.message.contains("Techniques/No.xml")));
    assert_eq!(unused(folder.path(), &files), ["B.xml"]);
}

#[test]
fn equal_files_are_found_among_files_of_equal_size() {
    let (_folder, files) = project(&[
        ("a", b"one"),
        ("b", b"two"),
        ("c", b"one"),
        ("d", b"two"),
        ("e", b"three"),
        ("f", b""),
        ("g", b""),
        ("h", b"one"),
        ("i", b"six"),
    ]);
    let sizes = equal_sizes(&files);
    assert_eq!(sizes.len(), 1);
    let groups: Vec<Vec<String>> = equal_files(&sizes[0]).iter().map(|group| names(group)).collect();
    assert_eq!(groups, [vec!["a", "c", "h"], vec!["b", "d"]]);
}

#[test]
fn unreadable_files_have_an_error_and_others_no_format() {
    let (folder, files) = project(&[
        ("cut.mdl", b"UMD2\x01\0\0\0"),
        ("quake.mdl", b"IDPO\x06\0\0\0"),
        ("notes.txt", b"notes"),
        ("scene.json", b"{}"),
        ("broken.gif", b""),
    ]);
    assert_eq!((files[0].format, files[0].error.is_some()), (Some(Format::URHO_MDL), true));
    assert!(matches!(files[4].error, Some(asset_formats::Error::OtherContent { format: Format::IMAGE, .. })));
    for file in &files[1..4] {
        assert!(!file.is_asset(), "{:?}", file.path);
    }
    assert_eq!(unused(folder.path(), &files), ["broken.gif"]);
    assert!(
        survey(Path::new("no such file"), &Resources::new().folder(folder.path()).unwrap(), &Names::default()).is_err()
    );
}

#[test]
fn broken_files_are_listed_with_their_error() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("Models")).unwrap();
    fs::write(at("Models/Lfs.mdl"), b"version https://git-lfs.github.com/spec/v1\n").unwrap();
    fs::write(at("Models/Empty.mdl"), b"").unwrap();
    let resources = Resources::new().folder(folder.path()).unwrap();
    for name in ["Models/Lfs.mdl", "Models/Empty.mdl"] {
        let survey = survey(&at(name), &resources, &Names::default()).unwrap();
        assert!(matches!(survey.error, Some(Error::OtherContent { format: Format::URHO_MDL, .. })), "{name}");
        assert!(survey.is_asset() && survey.format == Some(Format::URHO_MDL));
    }
}
