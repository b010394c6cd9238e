//! Files that get other names, and all references to them.

use std::collections::BTreeMap;
use std::path::Path;

use asset_refs::rename::{Rename, RenameError, RenamePlan};

const MATERIAL: &str = "<material>\r\n  <technique name=\"Techniques/Mine.xml\"/> <!-- Textures/Stone.png -->\r\n\t<texture name='Textures/Stone.png' />\r\n</material>";
const SHEET: &str = "<TextureAtlas imagePath=\"a.png\"><SubTexture name=\"a\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/></TextureAtlas>";

pub(crate) fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) fn all(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = asset_project::folder::walk(folder).map(|entries| match entries.unwrap() {
        asset_project::folder::Found::File(path) => {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            (name, std::fs::read(path).unwrap())
        }
        other => panic!("{other:?}"),
    });
    files.collect()
}

fn plan(folder: &Path, old: &str, new: &str) -> Result<RenamePlan, RenameError> {
    Rename::new(folder).pair(old, new).plan()
}

/// Renames, compares with the expected texts, and renames back.
fn there_and_back(files: &[(&str, &str)], old: &str, new: &str, expected: &[(&str, &str)]) {
    let folder = project(files);
    let before = all(folder.path());
    plan(folder.path(), old, new).unwrap().write().unwrap();
    let after = all(folder.path());
    for (name, text) in expected {
        let found = after.get(*name).map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!(found.as_deref(), Some(*text), "{name} of {:?}", after.keys());
    }
    assert_eq!(after.len(), before.len());
    plan(folder.path(), new, old).unwrap().write().unwrap();
    assert_eq!(all(folder.path()), before);
    assert!(!folder.path().join(new).exists());
}

#[test]
fn only_the_bytes_of_names_change() {
    let script = "// Textures/Stone.png\nauto a = \"Textures\\\\Stone.png\"; auto b = \"Textures/Stones.png\";";
    there_and_back(
        &[("Materials/A.xml", MATERIAL), ("Textures/Stone.png", ""), ("Scripts/a.as", script)],
        "Textures/Stone.png",
        "Art/Walls/New.png",
        &[
            ("Materials/A.xml", &MATERIAL.replace("Textures/Stone.png", "Art/Walls/New.png")),
            (
                "Scripts/a.as",
                "// Art/Walls/New.png\nauto a = \"Art\\\\Walls\\\\New.png\"; auto b = \"Textures/Stones.png\";",
            ),
            ("Art/Walls/New.png", ""),
        ],
    );
}

#[test]
fn files_that_belong_together_stay_together() {
    there_and_back(
        &[
            ("Models/Jack.mdl", ""),
            ("Models/Jack.txt", "Materials/A.xml\n"),
            ("Models/Jack.xml", "<model/>"),
            ("Models/Jack_Walk.ani", ""),
            ("Models/Jack_Boss.mdl", ""),
            ("Models/Jack_Boss_Walk.ani", ""),
            (
                "Config/a.json",
                "{\"a\": [\"Models/Jack_Walk.ani\", \"Models/Jack.mdl\", \"Models/Jack_Boss_Walk.ani\"]}",
            ),
        ],
        "Models/Jack.mdl",
        "People/Tom.mdl",
        &[
            ("People/Tom.txt", "Materials/A.xml\n"),
            ("People/Tom.xml", "<model/>"),
            ("People/Tom_Walk.ani", ""),
            ("Models/Jack_Boss_Walk.ani", ""),
            ("Config/a.json", "{\"a\": [\"People/Tom_Walk.ani\", \"People/Tom.mdl\", \"Models/Jack_Boss_Walk.ani\"]}"),
        ],
    );
    let technique = "<technique vs=\"Mine\" ps=\"Mine\" psdefines=\"Mine\"><pass name=\"Mine\"/></technique>";
    there_and_back(
        &[
            ("Techniques/Mine.xml", technique),
            ("Shaders/GLSL/Mine.glsl", "#include \"Part.glsl\"\n"),
            ("Shaders/GLSL/Part.glsl", ""),
            ("Shaders/HLSL/Mine.hlsl", ""),
        ],
        "Shaders/GLSL/Mine.glsl",
        "Shaders/GLSL/Other.glsl",
        &[
            (
                "Techniques/Mine.xml",
                "<technique vs=\"Other\" ps=\"Other\" psdefines=\"Mine\"><pass name=\"Mine\"/></technique>",
            ),
            ("Shaders/HLSL/Other.hlsl", ""),
        ],
    );
}

#[test]
fn folders_move_with_relative_names() {
    there_and_back(
        &[
            ("Urho2D/Sheet.xml", SHEET),
            ("Urho2D/a.png", ""),
            ("Scripts/a.lua", "f(\"Urho2D/Sheet.xml\")\nf('Urho2D/' .. x)"),
        ],
        "Urho2D",
        "Sprites/Old",
        &[("Sprites/Old/Sheet.xml", SHEET), ("Scripts/a.lua", "f(\"Sprites/Old/Sheet.xml\")\nf('Urho2D/' .. x)")],
    );
    let folder = project(&[("Urho2D/Sheet.xml", SHEET), ("Urho2D/a.png", ""), ("a.as", "\"Urho2D/\" + x")]);
    let plan_ = plan(folder.path(), "Urho2D", "Sprites").unwrap();
    assert_eq!((plan_.files.len(), plan_.left.len()), (2, 1));
    assert_eq!((plan_.left[0].line, plan_.left[0].text.as_str()), (Some(1), "urho2d/*"));
    // The image alone would be in a place that the sheet can't name.
    let error = plan(folder.path(), "Urho2D/a.png", "Textures/a.png").unwrap_err().to_string();
    assert!(error.contains("the format can't name Textures/a.png where it names a.png"), "{error}");
    plan(folder.path(), "Urho2D/a.png", "Urho2D/b.png").unwrap().write().unwrap();
    assert_eq!(all(folder.path())["Urho2D/Sheet.xml"], SHEET.replace("a.png", "b.png").as_bytes());
}

#[test]
fn names_that_exist_or_cant_exist_are_refused() {
    let folder = project(&[
        ("Data/Textures/a.png", ""),
        ("Data/Textures/b.png", ""),
        ("Data/Textures/c.dds", ""),
        ("Data/Textures/c.tga", ""),
        ("Data/Textures/c.xml", "<texture/>"),
        ("CoreData/Textures/a.png", ""),
    ]);
    let data = folder.path().join("Data");
    let refused = |old: &str, new: &str, reason: &str| {
        let error = plan(&data, old, new).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refused("Textures/a.png", "Textures/b.png", "exists");
    refused("Textures/a.png", "Textures/B.PNG", "exists");
    refused("Textures/a.png", "Textures/a.dds", "doesn't change the format");
    refused("Textures/a.png", "../a.png", "is a path outside of");
    refused("Textures/x.png", "Textures/y.png", "no file and no folder");
    refused("Textures/c.dds", "Textures/d.dds", "Textures/c.xml belongs to Textures/c.dds and to Textures/c.tga");
    std::fs::remove_file(data.join("Textures/c.tga")).unwrap();
    refused("Textures/c.xml", "Textures/d.xml", "is loaded together with Textures/c.dds; rename Textures/c.dds");
    let both = plan(folder.path(), "Textures/a.png", "Textures/d.png").unwrap_err().to_string();
    assert!(both.contains("several files are called"), "{both}");
    let same = Rename::new(&data).pair("Textures/a.png", "x.png").pair("Textures/b.png", "X.png").plan().unwrap_err();
    assert!(same.to_string().contains("can't both become"), "{same}");
    assert_eq!(all(folder.path()).len(), 5);
    // Names can change with each other, and differ in case only.
    Rename::new(&data)
        .pair("Textures/a.png", "Textures/b.png")
        .pair("Textures/b.png", "Textures/a.png")
        .plan()
        .unwrap()
        .write()
        .unwrap();
    plan(&data, "Textures/b.png", "Textures/B.png").unwrap().write().unwrap();
    assert!(all(&data).contains_key("Textures/B.png"));
}

#[test]
fn all_files_stay_if_one_cant_be_changed() {
    let folder = project(&[("Materials/A.xml", MATERIAL), ("Textures/Stone.png", "")]);
    let before = all(folder.path());
    // A file is where a folder has to be, by now.
    let target = plan(folder.path(), "Textures/Stone.png", "Art/New/New.png").unwrap();
    std::fs::write(folder.path().join("Art"), "").unwrap();
    target.write().unwrap_err();
    std::fs::remove_file(folder.path().join("Art")).unwrap();
    assert_eq!(all(folder.path()), before);
    // Another program has changed a file.
    std::fs::write(folder.path().join("Materials/A.xml"), MATERIAL.replace("Mine", "Yours")).unwrap();
    let error = target.write().unwrap_err();
    assert!(error.to_string().contains("plan again"), "{error}");
    assert_eq!(all(folder.path()).keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
}

#[test]
fn parts_of_longer_names_stay() {
    let script =
        "Load(\"Scripts/My Textures/Stone.png\"); Load(\"Textures/Stone.png\"); Run(\"show Textures/Stone.png\");";
    there_and_back(
        &[
            ("Scripts/My Textures/Stone.png", ""),
            ("Textures/Stone.png", ""),
            ("Scripts/a.as", script),
            ("Materials/a.xml", "<material><texture name=\"My Textures/Stone.png\"/></material>"),
        ],
        "Textures/Stone.png",
        "Textures/New.png",
        &[
            (
                "Scripts/a.as",
                "Load(\"Scripts/My Textures/Stone.png\"); Load(\"Textures/New.png\"); Run(\"show Textures/New.png\");",
            ),
            ("Materials/a.xml", "<material><texture name=\"My Textures/Stone.png\"/></material>"),
        ],
    );
}

#[test]
fn names_in_pragma_assets_that_are_no_references_are_left() {
    let material = |note: &str| {
        format!(
            "$string assetType \"PMAT\"\n$uint32 assetVersion 1\n\"pbr\"\n{{\n\t\"textures\"\n\t{{\n\t\t$string albedo_map \"stone\"\n\t}}\n\t$string note \"{note}\"\n}}\n"
        )
    };
    let text = material("materials/other.png");
    let folder = project(&[("materials/a.pmat", &text), ("materials/other.png", ""), ("materials/stone.png", "")]);
    let plan = plan(folder.path(), "materials/other.png", "materials/new.png").unwrap();
    assert_eq!(plan.files.len(), 1, "{:?}", plan.files);
    assert_eq!(plan.left.len(), 1);
    assert_eq!(plan.left[0].text, "materials/other.png");
}

#[test]
#[cfg(unix)]
fn links_are_other_names_of_files() {
    use std::os::unix::fs::symlink;
    let folder = project(&[
        ("Textures/Stone.png", ""),
        ("Textures/Other.png", ""),
        ("Shared/A.xml", "<material><texture name=\"Textures/Stone.png\"/></material>"),
        ("Materials/B.xml", "<material/>"),
    ]);
    let at = |name: &str| folder.path().join(name);
    symlink("../Shared/A.xml", at("Materials/A.xml")).unwrap();
    symlink("Textures", at("Pictures")).unwrap();
    plan(folder.path(), "Textures/Stone.png", "Textures/New.png").unwrap().write().unwrap();
    assert!(at("Materials/A.xml").is_symlink() && at("Pictures").is_symlink() && at("Pictures/New.png").is_file());
    let text = std::fs::read_to_string(at("Materials/A.xml")).unwrap();
    assert_eq!(text, "<material><texture name=\"Textures/New.png\"/></material>");
    for (old, new, reason) in [
        ("Shared/A.xml", "Shared/C.xml", "Materials/A.xml is a link to Shared/A.xml"),
        ("Materials/A.xml", "Materials/C.xml", "is a link, or below one"),
        ("Pictures/New.png", "Pictures/C.png", "is a link, or below one"),
        ("Textures", "Art", "Pictures is a link to a folder that moves"),
    ] {
        let error = plan(folder.path(), old, new).unwrap_err().to_string();
        assert!(error.contains(reason), "{old}: {error}");
    }
    plan(folder.path(), "Textures/New.png", "Art/New.png").unwrap();
    std::fs::write(at("Materials/B.xml"), "<material><texture name=\"Pictures/New.png\"/></material>").unwrap();
    let error = plan(folder.path(), "Textures/New.png", "Textures/C.png").unwrap_err().to_string();
    assert!(error.contains("B.xml names Textures/New.png through a link"), "{error}");
}

#[test]
fn a_folder_of_a_resource_folder_is_no_project() {
    let folder = project(&[
        ("D/Textures/c.png", ""),
        ("D/Materials/A.xml", "<material><texture name=\"Textures/c.png\"/></material>"),
    ]);
    let error = plan(&folder.path().join("D/Textures"), "c.png", "d.png").unwrap_err().to_string();
    assert!(error.contains("is in the resource folder \"") && error.contains("/D\" as the project"), "{error}");
    let [textures, unused] = ["D/Textures", "Unused"].map(|name| folder.path().join(name));
    let error = asset_refs::prune::Prune::new(textures, unused).plan().unwrap_err().to_string();
    assert!(error.contains("/D\" as the project"), "{error}");
}

#[test]
fn scenes_name_their_buffers() {
    let gltf = |name: &str| {
        format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"buffers\": [{{\"uri\": \"{name}\", \"byteLength\": 4}}]}}")
    };
    let (old, new) = (gltf("a.bin"), gltf("b.bin"));
    there_and_back(
        &[("Models/a.gltf", &old), ("Models/a.bin", "1234")],
        "Models/a.bin",
        "Models/b.bin",
        &[("Models/a.gltf", &new)],
    );
}
