//! Projects moved to glTF.

use std::collections::BTreeMap;
use std::path::Path;

use asset_formats::{Asset, Format};
use asset_migrate::{Action, Migration, MigrationReport, Target};
use asset_project::folder::{Found, walk};
use binio::Severity;

const LEVEL: &str = r#"<scene id="1"><component type="Octree" id="1" /><node id="2"><attribute name="Name" value="Box" />
<component type="StaticModel" id="2"><attribute name="Model" value="Model;Models/Box.mdl" />
<attribute name="Material" value="Material;Materials/Stone.xml" /></component></node></scene>"#;
const PREFAB: &str = r#"<node id="5"><component type="StaticModel" id="2"><attribute name="Model" value="Model;Models/Box.mdl" />
<attribute name="Material" value="Material;Materials/Stone.xml" /></component></node>"#;
const LAMP: &str = r#"<node id="5"><component type="Light" id="2" /></node>"#;
const STONE: &str = r#"<material><technique name="Techniques/Diff.xml" /><texture unit="diffuse" name="Textures/Stone.png" /></material>"#;

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).unwrap().bytes
}

fn picture(color: u8) -> Vec<u8> {
    asset_image::Pixels::filled(4, 4, [color, 100, 50, 255]).unwrap().to_png().unwrap()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let square = urho_mdl::Model::builder().positions(&[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
    let square = square.uvs(0, &[[0.0; 2], [0.0, 1.0], [1.0, 0.0]]).indices(&[0, 1, 2]).build().unwrap();
    let mut package = urho_pak::Builder::new(urho_pak::Encoding::Upak);
    package.add("Objects/Lamp.xml", LAMP.as_bytes()).unwrap();
    let package = package.to_bytes().unwrap();
    for (name, bytes) in [
        ("Data/Scenes/Level.xml", LEVEL.as_bytes()),
        ("Data/Objects/Level.xml", PREFAB.as_bytes()),
        ("Data/Materials/Stone.xml", STONE.as_bytes()),
        // A model without a list shows the only material of its folder.
        ("Data/Materials/Other.xml", b"<material />"),
        ("Data/Textures/Stone.png", &picture(200)),
        ("Data/Textures/Unused.png", &picture(10)),
        ("Data/Models/Box.mdl", &square.to_bytes().unwrap()),
        ("Data/Models/Character.mdl", &sample("Character.mdl")),
        ("Data/Models/Character_Wave.ani", &sample("Character_Wave.ani")),
        ("Data/Models/Cut.mdl", b"UMD2\x01\0\0\0"),
        ("Data/Scripts/Game.as", b"void Start()\n"),
        ("Data.pak", &package),
    ] {
        write(folder.path(), name, bytes);
    }
    folder
}

fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walk(folder).filter_map(|entry| match entry.unwrap() {
        Found::File(path) => Some(path),
        Found::Link(_) => None,
    });
    let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    files.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect()
}

fn migrated(project: &Path, out: &Path) -> MigrationReport {
    Migration::new(project, Target::Gltf, out).write(true).run().unwrap()
}

/// Names of the files that a run made again.
fn made_again(report: &MigrationReport) -> Vec<&str> {
    report.files.iter().filter(|file| !file.up_to_date).map(|file| file.name.as_str()).collect()
}

#[test]
fn scenes_prefabs_and_models_become_files_of_one_folder_with_shared_textures() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let moved = out.path().join("moved");
    let dry = Migration::new(project.path(), Target::Gltf, &moved).run().unwrap();
    assert!(!moved.exists());
    let report = migrated(project.path(), &moved);
    assert_eq!(dry.files, report.files);
    let actions: Vec<(&str, Action)> = report.files.iter().map(|file| (file.name.as_str(), file.action)).collect();
    let expected = [
        ("Data.pak", Action::Included),
        ("Data.pak/Objects/Lamp.xml", Action::Converted),
        ("Data/Materials/Other.xml", Action::LeftOut),
        ("Data/Materials/Stone.xml", Action::Included),
        ("Data/Models/Box.mdl", Action::Converted),
        ("Data/Models/Character.mdl", Action::Converted),
        ("Data/Models/Character_Wave.ani", Action::Included),
        ("Data/Models/Cut.mdl", Action::Refused),
        ("Data/Objects/Level.xml", Action::Converted),
        ("Data/Scenes/Level.xml", Action::Converted),
        ("Data/Scripts/Game.as", Action::LeftOut),
        ("Data/Textures/Stone.png", Action::Included),
        ("Data/Textures/Unused.png", Action::LeftOut),
    ];
    assert_eq!(actions, expected);
    let files = files_below(&moved);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let texture = names.iter().find(|name| name.starts_with("Textures/Stone-")).unwrap();
    let expected = [
        "Box.glb",
        "Character.glb",
        "Data_Objects_Level.glb",
        "Data_Scenes_Level.glb",
        "Lamp.glb",
        texture,
        "engine-assets-migration.json",
    ];
    assert_eq!(names, expected);
    assert_eq!(files[*texture], picture(200));
    for (name, images, animations) in
        [("Box", 1, 0), ("Character", 0, 1), ("Data_Scenes_Level", 1, 0), ("Data_Objects_Level", 1, 0), ("Lamp", 0, 0)]
    {
        let path = moved.join(format!("{name}.glb"));
        let bytes = std::fs::read(&path).unwrap();
        let asset = Asset::parse_file(&bytes, &path).unwrap();
        assert!(asset.validate().iter().all(|finding| finding.severity < Severity::Warning), "{name}");
        let (scene, _) = asset.to_scene(name).unwrap();
        assert_eq!((scene.images.len(), scene.animations.len()), (images, animations), "{name}");
        assert!(scene.images.iter().all(|image| image.bytes.read().unwrap() == picture(200)), "{name}");
    }
}

#[test]
fn the_same_project_gives_the_same_files() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let (a, b) = (out.path().join("a"), out.path().join("b"));
    migrated(project.path(), &a);
    migrated(project.path(), &b);
    assert_eq!(files_below(&a), files_below(&b));
}

#[test]
fn only_files_that_depend_on_a_change_are_made_again() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let moved = out.path().join("moved");
    let first = migrated(project.path(), &moved);
    let again = migrated(project.path(), &moved);
    assert_eq!((again.files_written, made_again(&again)), (0, vec![]));
    assert_eq!(
        first.files.iter().map(|file| &file.notes).collect::<Vec<_>>(),
        again.files.iter().map(|file| &file.notes).collect::<Vec<_>>()
    );

    // A texture of the scene, the prefab and the model.
    write(project.path(), "Data/Textures/Stone.png", &picture(30));
    let changed = migrated(project.path(), &moved);
    let of_texture =
        ["Data/Models/Box.mdl", "Data/Objects/Level.xml", "Data/Scenes/Level.xml", "Data/Textures/Stone.png"];
    assert_eq!(made_again(&changed), of_texture);
    assert_eq!((changed.files_written, changed.removed.len()), (4, 1));

    // An animation of a model.
    write(project.path(), "Data/Models/Character_Nod.ani", &sample("Character_Wave.ani"));
    let changed = migrated(project.path(), &moved);
    assert_eq!(made_again(&changed), ["Data/Models/Character.mdl", "Data/Models/Character_Nod.ani"]);
    let formats = changed.files.iter().filter(|file| file.format == Format::URHO_ANI.name());
    assert!(formats.clone().all(|file| file.action == Action::Included) && formats.count() == 2);

    // A missing texture that appears.
    let scene = LEVEL.replace("Stone.xml", "Metal.xml");
    write(project.path(), "Data/Scenes/Level.xml", scene.as_bytes());
    let metal = STONE.replace("Stone.png", "Metal.png");
    write(project.path(), "Data/Materials/Metal.xml", metal.as_bytes());
    migrated(project.path(), &moved);
    write(project.path(), "Data/Textures/Metal.png", &picture(90));
    let changed = migrated(project.path(), &moved);
    assert!(made_again(&changed).contains(&"Data/Scenes/Level.xml"), "{:?}", made_again(&changed));
    assert!(files_below(&moved).keys().any(|name| name.starts_with("Textures/Metal-")));
}
