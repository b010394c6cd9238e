//! Unused files that move out of a project, and back.

use std::path::Path;

use asset_refs::prune::{LIST, Prune, restore};

const USED: &str = "<scene id=\"1\"><node id=\"2\"><component type=\"StaticModel\" id=\"3\">\
<attribute name=\"Material\" value=\"Material;Materials/A.xml\" /></component></node></scene>";
const MATERIAL: &str = "<material><texture unit=\"diffuse\" name=\"Textures/a.png\" /></material>";

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("Data/Scenes/Level.xml", USED),
        ("Data/Materials/A.xml", MATERIAL),
        ("Data/Materials/B.xml", MATERIAL),
        ("Data/Textures/a.png", "png"),
        ("Data/Textures/old/b.png", "png"),
        ("Data/Textures/old/b.xml", "<texture/>"),
        ("Data/Textures/c.png", "png"),
        ("Data/Textures/d3.png", "png"),
        ("Data/Scripts/a.as", "\"Textures/d\" + 3"),
        ("src/a.cpp", "\"Textures/c.png\""),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let files = asset_project::folder::walk(folder).filter_map(|entry| match entry.unwrap() {
        asset_project::folder::Found::File(path) => Some(path),
        _ => None,
    });
    files.map(|path| path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/")).collect()
}

#[test]
fn unused_files_move_and_come_back() {
    let folder = project();
    let [data, unused] = ["Data", "Unused"].map(|name| folder.path().join(name));
    let before = names(&data);
    let plan = Prune::new(&data, &unused).code(folder.path().join("src")).plan().unwrap();
    let planned: Vec<&str> = plan.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(planned, ["Materials/B.xml", "Textures/old/b.png", "Textures/old/b.xml"]);
    assert_eq!(plan.bytes(), MATERIAL.len() as u64 + 13);
    assert_eq!(names(&data), before);
    plan.write().unwrap();
    assert_eq!(names(&unused), ["Materials/B.xml", "Textures/old/b.png", "Textures/old/b.xml", LIST]);
    assert!(!data.join("Textures/old").exists() && names(&data).len() == before.len() - 3);
    assert!(Prune::new(&data, &unused).code(folder.path().join("src")).plan().unwrap().files.is_empty());
    // Without the code, one more file moves to the others.
    Prune::new(&data, &unused).plan().unwrap().write().unwrap();
    assert_eq!(std::fs::read_to_string(unused.join(LIST)).unwrap().lines().count(), 5);
    assert_eq!(restore(&data, &unused).unwrap(), 4);
    assert_eq!(names(&data), before);
    assert!(!unused.exists());
}

#[test]
fn files_that_are_in_the_way_stop_everything() {
    let folder = project();
    let [data, unused] = ["Data", "Unused"].map(|name| folder.path().join(name));
    let inside = Prune::new(&data, data.join("Unused")).plan().unwrap_err();
    assert!(inside.to_string().contains("is in the project"), "{inside}");
    let before = names(&data);
    std::fs::create_dir_all(unused.join("Textures/old")).unwrap();
    std::fs::write(unused.join("Textures/old/b.png"), "other").unwrap();
    let plan = Prune::new(&data, &unused).plan().unwrap();
    let error = plan.write().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists, "{error}");
    assert_eq!((names(&data), names(&unused)), (before, vec!["Textures/old/b.png".to_owned()]));
    assert!(restore(&data, &unused).unwrap_err().to_string().contains(LIST));
    // Another program's file of the same name stays as it is.
    std::fs::write(unused.join(LIST), "Textures/c.png\n").unwrap();
    for error in [restore(&data, &unused).unwrap_err(), plan.write().unwrap_err()] {
        assert!(error.to_string().contains("isn't a list of moved files"), "{error}");
    }
    assert_eq!(std::fs::read_to_string(unused.join(LIST)).unwrap(), "Textures/c.png\n");
    let header = "# Files that engine-assets prune moved here; prune --restore moves them back";
    std::fs::write(unused.join(LIST), format!("{header}\n../Data/Scenes/Level.xml\n")).unwrap();
    assert_eq!(restore(&data, &unused).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
}

#[test]
fn the_folder_of_the_project_stays_and_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let [data, unused] = ["work/Data", "Unused"].map(|name| folder.path().join(name));
    for name in ["a.png", "b.png"] {
        std::fs::create_dir_all(data.join("Textures/old")).unwrap();
        std::fs::write(data.join("Textures/old").join(name), "png").unwrap();
    }
    Prune::new(&data, &unused).plan().unwrap().write().unwrap();
    assert!(data.is_dir() && !data.join("Textures").exists());
    std::fs::remove_dir_all(folder.path().join("work")).unwrap();
    std::fs::rename(unused.join("Textures/old/b.png"), folder.path().join("b.png")).unwrap();
    let error = restore(&data, &unused).unwrap_err().to_string();
    assert!(error.contains("b.png\": the file is missing") && error.contains("remove its line from"), "{error}");
    assert!(unused.join("Textures/old/a.png").is_file() && !data.exists());
    std::fs::rename(folder.path().join("b.png"), unused.join("Textures/old/b.png")).unwrap();
    assert_eq!(restore(&data, &unused).unwrap(), 2);
    assert!(data.join("Textures/old/b.png").is_file() && !unused.exists());
}

#[test]
#[cfg(unix)]
fn files_that_could_not_come_back_stay() {
    let folder = tempfile::tempdir().unwrap();
    let [data, unused] = ["Data", "Unused"].map(|name| folder.path().join(name));
    std::fs::create_dir_all(data.join("Textures")).unwrap();
    for name in ["con.png", "a\\b.png", "a\nb.png", "good.png"] {
        std::fs::write(data.join("Textures").join(name), "png").unwrap();
    }
    let plan = Prune::new(&data, &unused).plan().unwrap();
    assert_eq!(plan.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["Textures/good.png"]);
    assert_eq!(plan.left.len(), 3);
    assert!(plan.left.iter().all(|left| left.reason.starts_with("its name ")), "{:?}", plan.left);
    plan.write().unwrap();
    assert_eq!(names(&data).len(), 3);
    assert_eq!(restore(&data, &unused).unwrap(), 1);
}

#[test]
fn files_that_are_not_searched_stop_everything() {
    let folder = project();
    let [data, unused] = ["Data", "Unused"].map(|name| folder.path().join(name));
    assert_eq!(Prune::new(&data, &unused).plan().unwrap().unsearched, []);
    let large = std::fs::File::create(data.join("Scripts/large.as")).unwrap();
    large.set_len((16 << 20) + 1).unwrap();
    std::fs::write(data.join("Scripts/wide.as"), b"\"\0a\0\"\0").unwrap();
    std::fs::write(data.join("Models.glb"), b"glTF\x02\0\0\0").unwrap();
    std::fs::write(data.join("Data.pak"), b"UPAK\0\0\0\0\0\0\0\0").unwrap();
    let plan = Prune::new(&data, &unused).plan().unwrap();
    let of: Vec<&str> = plan.unsearched.iter().map(|one| one.path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(of, ["Data.pak", "Models.glb", "large.as", "wide.as"], "{:?}", plan.unsearched);
    assert!(plan.write().unwrap_err().to_string().contains("not searched, because: "));
    assert!(!unused.exists());
    Prune::new(&data, &unused).accept_unsearched(true).plan().unwrap().write().unwrap();
    assert!(unused.join("Textures/c.png").is_file());
    let plan = asset_refs::rename::Rename::new(&data).pair("Textures/a.png", "Textures/z.png").plan().unwrap();
    assert_eq!(plan.unsearched.len(), 4);
}

#[test]
#[cfg(unix)]
fn files_of_used_links_stay() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let [data, unused] = ["Data", "Unused"].map(|name| folder.path().join(name));
    for name in ["a.png", "b.png", "c.png", "d.png"] {
        std::fs::create_dir_all(data.join("Textures")).unwrap();
        std::fs::write(data.join("Textures").join(name), "png").unwrap();
    }
    symlink("Textures", data.join("Pictures")).unwrap();
    symlink("Textures/b.png", data.join("b.png")).unwrap();
    std::fs::write(data.join("a.as"), "\"Pictures/a.png\"").unwrap();
    let plan = Prune::new(&data, &unused).plan().unwrap();
    let planned: Vec<&str> = plan.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(planned, ["Textures/c.png", "Textures/d.png"]);
    plan.write().unwrap();
    assert!(data.join("Pictures/a.png").is_file() && data.join("b.png").is_file());
}
