//! Renames of files of special kinds, and names in special files.

use asset_project::graph::{Certainty, Graph, Target};
use asset_project::rename::{Rename, RenameError};

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
    let (binary, _) = document.convert(urho_scene::Form::Binary, &urho_scene::WriteOptions::default()).unwrap();
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
