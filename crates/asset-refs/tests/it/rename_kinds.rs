//! Renames of files of special kinds, and names in special files.

use asset_refs::graph::{Certainty, Graph, Target};
use asset_refs::rename::{Rename, RenameError};

use crate::rename::{all, project};

#[test]
fn a_name_that_tells_the_format_stays() {
    let folder = project(&[("Data/Textures/a.png", ""), ("Data/Materials/M.xml", "<material/>")]);
    let plan = |old: &str, new: &str| Rename::new(folder.path()).pair(old, new).plan();
    assert!(plan("Materials/M.xml", "Materials/Other.xml").is_ok());
    std::fs::write(folder.path().join("Data/Project.json"), r#"{"LaunchManager": {"Configurations": []}}"#).unwrap();
    let Err(RenameError::Refused(reasons)) = plan("Project.json", "Game.json") else { panic!("not refused") };
    assert!(reasons[0].contains("its name tells its format"), "{reasons:?}");
}

/// Renames a file there and back, and checks what names it in between.
fn there_and_back(folder: &std::path::Path, [old, new]: [&str; 2], certainty: Certainty) {
    let before = all(folder);
    let users = |name: &str| {
        let graph = Graph::read(&[folder]).unwrap();
        let users: Vec<_> =
            graph.users(graph.find(name)[0]).map(|user| (user.from.name.clone(), user.certainty)).collect();
        users
    };
    let named = users(old);
    assert!(named.iter().any(|(_, found)| *found == certainty), "{named:?}");
    Rename::new(folder).pair(old, new).plan().unwrap().write().unwrap();
    assert_eq!(users(new), named);
    Rename::new(folder).pair(new, old).plan().unwrap().write().unwrap();
    assert_eq!(all(folder), before);
}

#[test]
fn strings_in_binary_scenes_are_names() {
    const SCENE: &str = r#"<scene id="1"><attribute name="Variables"><variant hash="5" type="String" value="Models/Box.mdl" /></attribute><node id="2"><attribute name="Name" value="a" /></node></scene>"#;
    let folder = project(&[("Data/Models/Box.mdl", ""), ("Data/Textures/a.png", "")]);
    let document = urho_scene::Document::parse(SCENE.as_bytes()).unwrap();
    let (binary, _) = document.convert(urho_scene::Encoding::Binary, &urho_scene::WriteOptions::default()).unwrap();
    std::fs::create_dir_all(folder.path().join("Data/Scenes")).unwrap();
    std::fs::write(folder.path().join("Data/Scenes/Level.bin"), binary.to_bytes().unwrap()).unwrap();
    there_and_back(folder.path(), ["Models/Box.mdl", "Models/Crates/Crate.mdl"], Certainty::Literal);
}

#[test]
fn schemas_include_schemas() {
    const MAIN: &str = "schema\n{\n\t$array includes [string;2][\"base\",\"gone\"]\n\ttypes\n\t{\n\t}\n}\n";
    let binary = udm::Document::parse_text(MAIN.as_bytes()).unwrap().to_binary().unwrap();
    let folder = project(&[("schemas/base.udms", "schema\n{\n\ttypes\n\t{\n\t}\n}\n"), ("schemas/main.udms", MAIN)]);
    std::fs::write(folder.path().join("schemas/packed.udms_b"), binary).unwrap();
    let graph = Graph::read(&[folder.path()]).unwrap();
    let uses: Vec<_> = graph.uses(graph.find("schemas/main.udms")[0]).map(|one| (one.kind, one.target)).collect();
    assert_eq!(uses, [("Schema", Target::File(graph.find("schemas/base.udms")[0])), ("Schema", Target::Missing)]);
    there_and_back(folder.path(), ["schemas/base.udms", "schemas/common.udms"], Certainty::Certain);
}

/// A package of files, as a game ships it.
pub(crate) fn package(kind: urho_pak::Encoding, files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = urho_pak::Builder::new(kind);
    for (name, text) in files {
        builder.add(name.as_bytes().to_vec(), text.as_bytes().to_vec()).unwrap();
    }
    builder.to_bytes().unwrap()
}

#[test]
fn entries_of_packages_are_renamed_if_asked() {
    const MATERIAL: &str = "<material><texture unit=\"diffuse\" name=\"Textures/a.png\" /></material>";
    let entries = [
        ("Materials/M.xml", MATERIAL),
        ("Textures/a.png", "a"),
        ("Textures/b.png", "b"),
        ("Textures/a.xml", "<texture/>"),
    ];
    for kind in [urho_pak::Encoding::Upak, urho_pak::Encoding::Ulz4, urho_pak::Encoding::Rpak] {
        let folder = project(&[
            ("Data/Textures/a.png", "a"),
            ("Data/Textures/z.png", "z"),
            ("Data/Scripts/s.as", "\"Textures/a.png\""),
        ]);
        std::fs::write(folder.path().join("Data.pak"), package(kind, &entries)).unwrap();
        let before = all(folder.path());
        let rename = |pairs: &[(&str, &str)]| {
            let rename = Rename::new(folder.path()).packages(true);
            pairs.iter().fold(rename, |rename, (old, new)| rename.pair(*old, *new)).plan()
        };
        // Without packages, the package is told.
        let alone = Rename::new(folder.path()).pair("Textures/a.png", "Art/a.png").plan().unwrap();
        assert_eq!(alone.unsearched.len(), 1);

        let plan = rename(&[("Textures/a.png", "Art/c.png")]).unwrap();
        assert!(plan.unsearched.is_empty(), "{:?}", plan.unsearched);
        let moved: Vec<_> = plan
            .files
            .iter()
            .map(|file| file.to.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/"))
            .collect();
        assert_eq!(
            moved,
            [
                "Data/Scripts/s.as",
                "Data/Art/c.png",
                "Data.pak/Materials/M.xml",
                "Data.pak/Art/c.png",
                "Data.pak/Art/c.xml"
            ]
        );
        plan.write().unwrap();
        let opened = urho_pak::Package::open_path(folder.path().join("Data.pak")).unwrap();
        let names: Vec<_> = opened.entries().map(|entry| entry.name().to_string()).collect();
        assert_eq!(names, ["Materials/M.xml", "Art/c.png", "Textures/b.png", "Art/c.xml"]);
        let material = opened.get("Materials/M.xml").unwrap().read().unwrap();
        assert_eq!(String::from_utf8(material).unwrap(), MATERIAL.replace("Textures/a", "Art/c"));
        assert!(opened.verify(|_| {}).unwrap().is_empty());
        drop(opened);
        assert_eq!(std::fs::read_to_string(folder.path().join("Data/Scripts/s.as")).unwrap(), "\"Art/c.png\"");
        rename(&[("Art/c.png", "Textures/a.png")]).unwrap().write().unwrap();
        assert_eq!(all(folder.path()), before, "{kind:?}");

        // Two entries change names, and existing names are refused.
        let refused = rename(&[("Textures/b.png", "Textures/a.png")]);
        assert!(matches!(refused, Err(RenameError::Refused(reasons)) if reasons[0].contains("exists")));
        let swap = [("Textures/a.png", "Textures/b.png"), ("Textures/b.png", "Textures/a.png")];
        rename(&swap).unwrap().write().unwrap();
        let opened = urho_pak::Package::open_path(folder.path().join("Data.pak")).unwrap();
        assert_eq!(opened.get("Textures/a.png").unwrap().read().unwrap(), b"b");
    }
}

#[test]
fn a_package_that_changed_since_the_plan_stays() {
    let folder = project(&[("Data/Scripts/s.as", "\"Textures/a.png\"")]);
    let path = folder.path().join("Data.pak");
    std::fs::write(&path, package(urho_pak::Encoding::Upak, &[("Textures/a.png", "a")])).unwrap();
    let plan = Rename::new(folder.path()).packages(true).pair("Textures/a.png", "Textures/b.png").plan().unwrap();
    std::fs::write(&path, package(urho_pak::Encoding::Upak, &[("Textures/a.png", "changed")])).unwrap();
    let before = all(folder.path());
    assert!(plan.write().is_err());
    assert_eq!(all(folder.path()), before);
    // A broken package isn't searched, and said to be.
    std::fs::write(&path, b"UPAK\xff\xff\xff\xff").unwrap();
    let plan = Rename::new(folder.path()).packages(true).pair("Data/Scripts/s.as", "Data/Scripts/t.as").plan().unwrap();
    assert_eq!(plan.unsearched.len(), 1);
}
