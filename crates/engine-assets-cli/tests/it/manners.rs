//! Links, unchanged files, changed packages, image files of ZED, shells and manuals.

use crate::common;

use std::path::Path;

use common::{folder, path, run, stderr, stdout, text};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

#[track_caller]
fn fine(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output) + &stderr(&output)
}

/// The names that `pak list` prints.
fn names(pak: &Path) -> Vec<String> {
    let lines = stdout(&run(&["pak", "list", text(pak)]));
    lines.lines().map(|line| line.rsplit("  ").next().unwrap_or_default().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn links_are_followed_below_the_root_and_counted_elsewhere() {
    use std::os::unix::fs::symlink;
    let tile = sample("Tile.zed");
    let folder = folder(&[("in/a.zed", &tile), ("in/deep/b.zed", &tile), ("out.zed", &tile), ("else/c.zed", &tile)]);
    let at = |name: &str| path(&folder, name);
    for (target, link) in [
        ("a.zed", "in/inside.zed"),
        ("../out.zed", "in/outside.zed"),
        ("nowhere", "in/broken.zed"),
        ("..", "in/deep/circle"),
        ("../else", "in/elsewhere"),
    ] {
        symlink(target, at(link)).expect("a link");
    }
    let messages = fine(&["validate", text(&at("in"))]);
    assert!(messages.contains("3 files: 3 ok") && messages.contains("4 others skipped"), "{messages}");
    let messages = fine(&["convert", "--to", "glb", text(&at("in")), "-o", text(&at("glb"))]);
    assert!(messages.contains("wrote 3 files (") && messages.contains("), skipped 4"), "{messages}");
    let messages = fine(&["pak", "pack", text(&at("in")), "-o", text(&at("a.pak"))]);
    assert_eq!(names(&at("a.pak")), ["a.zed", "deep/b.zed", "inside.zed"]);
    for left in ["outside.zed", "broken.zed", "circle", "elsewhere"] {
        assert!(
            messages
                .contains(&format!("{left}: a link out of the folder, to nothing, in a circle or below another link")),
            "{messages}"
        );
    }
    assert!(messages.contains("; left out 4"), "{messages}");
}

#[test]
fn packing_says_what_it_leaves_out_and_leaves_itself_out() {
    let folder =
        folder(&[("d/a.txt", b"text"), ("d/b.bak", b"old"), ("d/.git/c", b"x"), ("d/empty", b""), ("d/e.psd", b"x")]);
    let (d, pak) = (path(&folder, "d"), path(&folder, "d/self.pak"));
    let messages = fine(&["pak", "pack", text(&d), "--exclude", "*.psd", "-o", text(&pak)]);
    for (name, why) in [("b.bak", "--all"), ("c", "--all"), ("empty", "--keep-empty"), ("e.psd", "excluded")] {
        assert!(
            messages.lines().any(|line| line.contains(&format!("{name}: ")) && line.contains(why)),
            "{name}: {messages}"
        );
    }
    let first = std::fs::read(&pak).expect("the package");
    let messages = fine(&["pak", "pack", text(&d), "--exclude", "*.psd", "--force", "-o", text(&pak)]);
    assert!(messages.contains("self.pak: it is the package"), "{messages}");
    assert_eq!(std::fs::read(&pak).expect("the package"), first);
    assert_eq!(names(&pak), ["a.txt"]);
    assert!(run(&["--quiet", "pak", "pack", text(&d), "--force", "-o", text(&pak)]).stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn documents_that_are_set_stay_the_files_that_they_are() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let folder = folder(&[("a.udm", b"$uint32 a 1\n")]);
    let [file, link, other] = ["a.udm", "link.udm", "other.udm"].map(|name| path(&folder, name));
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("a mode");
    symlink("a.udm", &link).expect("a link");
    fine(&["udm", "set", text(&link), "a", "2"]);
    assert!(link.symlink_metadata().expect("the link").is_symlink());
    assert_eq!(file.metadata().expect("the file").mode() & 0o777, 0o640);
    std::fs::hard_link(&file, &other).expect("a second name");
    fine(&["udm", "set", text(&file), "a", "3"]);
    assert_eq!(fine(&["udm", "get", text(&other), "a"]).trim(), "3");
    assert_eq!(file.metadata().expect("the file").nlink(), 2);
}

#[test]
fn packages_are_changed_in_their_place() {
    let folder = folder(&[("d/a.txt", b"text"), ("d/Sub/b.txt", b"more"), ("e/c.txt", b"new"), ("e/a.txt", b"other")]);
    let at = |name: &str| path(&folder, name);
    let pak = at("x.pak");
    fine(&["pak", "pack", text(&at("d")), "-o", text(&pak)]);
    let (c, a) = (at("e/c.txt"), at("e/a.txt"));
    fine(&["pak", "add", text(&pak), text(&c), "--below", text(&at("e"))]);
    assert_eq!(names(&pak), ["Sub/b.txt", "a.txt", "c.txt"]);
    fine(&["pak", "rename", text(&pak), "Sub/b.txt", "Sub/d.txt"]);
    assert_eq!(names(&pak), ["Sub/d.txt", "a.txt", "c.txt"]);
    let again = ["pak", "add", text(&pak), text(&a), "--name", "a.txt"];
    let before = std::fs::read(&pak).expect("the package");
    assert_eq!(run(&again).status.code(), Some(1), "it is there");
    assert_eq!(std::fs::read(&pak).expect("the package"), before);
    fine(&[&again[..], &["--force"]].concat());
    assert_eq!(fine(&["pak", "cat", text(&pak), "a.txt"]), "other");
    fine(&["pak", "rm", text(&pak), "Sub/*", "c.txt"]);
    assert_eq!(names(&pak), ["a.txt"]);
    for (arguments, status) in [
        (["pak", "rm", text(&pak), "c.txt"].as_slice(), 1),
        (&["pak", "rename", text(&pak), "no", "yes"], 1),
        (&["pak", "add", text(&pak), text(&at("e/none"))], 2),
        (&["pak", "add", text(&pak), "../x"], 2),
        (&["pak", "rm", text(&at("none.pak")), "x"], 2),
    ] {
        assert_eq!(run(arguments).status.code(), Some(status), "{arguments:?}");
    }
    fine(&["pak", "verify", text(&pak)]);
}

#[test]
fn image_files_are_packed_listed_and_unpacked() {
    let tile = sample("Tile.zed");
    let folder = folder(&[("in/Models/Tile.zed", &tile), ("in/a.txt", b"text"), ("in/b.tmp", b"x")]);
    let at = |name: &str| path(&folder, name);
    let image = at("in/all.zed");
    let messages = fine(&["zed", "pack", text(&at("in")), "--exclude", "*.tmp", "-o", text(&image)]);
    assert!(messages.contains("b.tmp: excluded") && messages.contains("2 files; left out 1"), "{messages}");
    assert_eq!(run(&["zed", "pack", text(&at("in")), "-o", text(&image)]).status.code(), Some(2), "it is there");
    fine(&["zed", "pack", text(&at("in")), "--exclude", "*.tmp", "--store", "--force", "-o", text(&image)]);
    let listed = stdout(&run(&["zed", "list", text(&image)]));
    assert!(listed.lines().count() == 2 && listed.contains("Models/Tile.zed"), "{listed}");
    fine(&["zed", "unpack", text(&image), "-o", text(&at("out"))]);
    assert_eq!(std::fs::read(at("out/Models/Tile.zed")).expect("the model"), tile);
    assert_eq!(std::fs::read(at("out/a.txt")).expect("the text"), b"text");
    fine(&["zed", "unpack", text(&image), "--only", "*.txt", "-o", text(&at("some"))]);
    assert!(at("some/a.txt").exists() && !at("some/Models").exists());
    assert_eq!(run(&["zed", "list", text(&at("in/a.txt"))]).status.code(), Some(1), "no image file");
    assert_eq!(run(&["zed", "list", text(&at("none"))]).status.code(), Some(2), "no file");
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = fine(&["completions", shell]);
        assert!(script.contains("engine-assets") && script.contains("rename"), "{shell}");
    }
    let page = fine(&["man"]);
    assert!(page.contains(".TH ENGINE-ASSETS 1 ") && page.contains("convert"), "{page}");
    let folder = folder(&[]);
    let pages = path(&folder, "man");
    fine(&["man", "-o", text(&pages)]);
    for name in ["engine-assets.1", "engine-assets-convert.1", "engine-assets-pak-add.1", "engine-assets-zed-pack.1"] {
        assert!(
            pages.join(name).exists(),
            "{name}: {:?}",
            std::fs::read_dir(&pages).expect("pages").flatten().collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_file_that_is_missing_is_a_failure() {
    for arguments in [
        ["inspect", "none.mdl"].as_slice(),
        &["validate", "none.mdl"],
        &["convert", "none.mdl", "-o", "x.glb"],
        &["pak", "list", "none.pak"],
        &["udm", "get", "none.udm", "a"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let file = arguments.iter().find(|argument| argument.contains("none.")).expect("a file");
        assert!(stderr(&output).contains(file), "{arguments:?}: {}", stderr(&output));
    }
}

/// Errors about unwritable files name the file, in every command.
#[test]
fn a_file_that_cant_be_written_is_named() {
    let folder = folder(&[("a.mdl", &sample("Character.mdl")), ("in/a.mdl", b"x"), ("file", b"in the way")]);
    let (model, inside) = (path(&folder, "a.mdl"), path(&folder, "in"));
    let (glb, pak) = (path(&folder, "file/a.glb"), path(&folder, "file/a.pak"));
    for arguments in
        [["convert", text(&model), "-o", text(&glb)].as_slice(), &["pak", "pack", text(&inside), "-o", text(&pak)]]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(text(&path(&folder, "file"))), "{arguments:?}: {}", stderr(&output));
    }
}

/// Less memory than a conversion needs is an error before it is taken.
#[test]
fn memory_of_a_conversion_is_limited() {
    let gltf = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"componentType":5126,"count":300000,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}]}"#;
    let folder = folder(&[("a.gltf", gltf)]);
    let (from, to) = (path(&folder, "a.gltf"), path(&folder, "a.mdl"));
    let output = run(&["convert", text(&from), "-o", text(&to), "--lossy", "--max-expanded", "1000000"]);
    assert!(output.status.code() != Some(0) && !to.exists());
    assert!(stderr(&output).contains("expected at most 1000000 bytes"), "{}", stderr(&output));
}

/// A triangle whose normals are twice as long as they should be.
const LONG_NORMALS: &[u8] = br#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},{"bufferView":0,"byteOffset":36,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":72}],"buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAABAAAAAAAAAAAAAAABA"}]}"#;

#[test]
fn what_comes_back_different_says_why() {
    let folder = folder(&[("long.gltf", LONG_NORMALS)]);
    let output = run(&["validate", "--roundtrip", text(&path(&folder, "long.gltf"))]);
    assert_eq!(output.status.code(), Some(1));
    let (line, why) = (stdout(&output), stderr(&output));
    assert!(line.contains("DIFFERENT"), "{line}");
    assert!(why.contains("long.gltf: doesn't round-trip: ") && why.contains("normal"), "{why}");
    let output = run(&["validate", "--json", "--roundtrip", text(&path(&folder, "long.gltf"))]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(json["roundtrip"], "different");
    assert!(json["difference"].as_str().is_some_and(|why| why.contains("normal")), "{json}");
}

#[cfg(unix)]
#[test]
fn links_from_folder_to_folder_have_an_end() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[]);
    let names: Vec<String> = (0..12).map(|number| format!("in/d{number}")).collect();
    for name in &names {
        std::fs::create_dir_all(path(&folder, name)).expect("a folder");
        std::fs::write(path(&folder, name).join("a.txt"), name).expect("a file");
    }
    for from in &names {
        for to in names.iter().filter(|to| *to != from) {
            let to = to.trim_start_matches("in/");
            symlink(format!("../{to}"), path(&folder, from).join(to)).expect("a link");
        }
    }
    let pak = path(&folder, "a.pak");
    fine(&["--quiet", "pak", "pack", text(&path(&folder, "in")), "-o", text(&pak)]);
    assert_eq!(self::names(&pak).len(), 12 * 12, "each folder, and each of the others by way of it");
}

#[cfg(unix)]
#[test]
fn documents_that_are_set_keep_their_owner() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = folder(&[("a.udm", b"$uint32 a 1\n")]);
    let file = path(&folder, "a.udm");
    // Only who may give files away can see the difference.
    let given = chown(&file, Some(4321), Some(4322)).is_ok();
    let owner = file.metadata().map(|file| (file.uid(), file.gid())).expect("the file");
    fine(&["udm", "set", text(&file), "a", "2"]);
    assert_eq!(file.metadata().map(|file| (file.uid(), file.gid())).expect("the file"), owner);
    assert!(!given || owner == (4321, 4322));
}
