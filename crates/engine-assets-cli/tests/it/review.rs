//! `diff`, `merge`, `resolve` and `git install`, also in a real repository.

use crate::common;

use std::path::Path;
use std::process::Output;

use common::git::{command, git, good};
use common::{SCENE, folder, path, run, stderr, stdout, text, with_node};

#[test]
fn diff_tells_changes_and_its_status() {
    let changed = SCENE
        .replace("0 1 0", "0 2 0")
        .replace("\n\t<node id=\"3\">\n\t\t<attribute name=\"Name\" value=\"Post\" />\n\t</node>", "");
    let spaced = SCENE.replace("\t<node", "\t\t<node");
    let folder = folder(&[
        ("old.xml", SCENE.as_bytes()),
        ("new.xml", changed.as_bytes()),
        ("spaced.xml", spaced.as_bytes()),
        ("bad.xml", b"<scene"),
    ]);
    let file = |name: &str| text(&path(&folder, name)).to_owned();
    let (old, new) = (file("old.xml"), file("new.xml"));
    let output = run(&["diff", &old, &new]);
    let expected =
        "- nodes/Lamp/Position: 0 1 0\n+ nodes/Lamp/Position: 0 2 0\n- nodes/Post: Node[#3]\n- nodes/Post/Name: Post\n";
    assert_eq!((stdout(&output).as_str(), output.status.code()), (expected, Some(1)));
    assert_eq!(run(&["diff", "--exit-zero", &old, &new]).status.code(), Some(0));
    let stat = run(&["diff", "--stat", &old, &new]);
    assert_eq!(stdout(&stat), format!("{new}: 0 added, 2 removed, 1 changed\n"));
    let json = stdout(&run(&["diff", "--json", "--path", "Yard.xml", &old, &new]));
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    let expected = serde_json::json!({
        "file": "Yard.xml", "change": "changed", "path": "nodes/Lamp/Position", "old": "0 1 0", "new": "0 2 0", "schema_version": 1,
    });
    assert_eq!(first, expected);
    let same = run(&["diff", &old, &file("spaced.xml")]);
    assert_eq!((stdout(&same).as_str(), same.status.code()), ("", Some(0)));
    assert!(stderr(&same).contains("the values are equal"), "{}", stderr(&same));
    for wrong in ["bad.xml", "missing.xml"] {
        let output = run(&["diff", &old, &file(wrong)]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(stderr(&output).contains(wrong), "{}", stderr(&output));
    }
}

#[test]
fn merge_writes_ours_and_resolve_ends_conflicts() {
    let (ours, theirs) = (with_node(SCENE, 4, "Ours"), with_node(SCENE, 4, "Theirs").replace("0 1 0", "0 2 0"));
    let folder =
        folder(&[("base.xml", SCENE.as_bytes()), ("ours.xml", ours.as_bytes()), ("theirs.xml", theirs.as_bytes())]);
    let file = |name: &str| text(&path(&folder, name)).to_owned();
    let read = |name: &str| std::fs::read_to_string(path(&folder, name)).expect("a file");
    let [base, mine, new, out] = ["base.xml", "ours.xml", "theirs.xml", "out.xml"].map(file);
    let output = run(&["merge", &base, &mine, &new, "-o", &out, "--path", "Yard.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("Yard.xml: Theirs: id 4 of theirs is 5"), "{}", stderr(&output));
    let merged = with_node(&ours, 5, "Theirs")
        .replace("0 1 0", "0 2 0")
        .replace("\"Next Node ID\" value=\"5\"", "\"Next Node ID\" value=\"6\"");
    assert_eq!(read("out.xml"), merged);
    assert_eq!(read("ours.xml"), ours);
    // In its place, with a conflict.
    std::fs::write(&mine, SCENE.replace("0 1 0", "0 3 0")).unwrap();
    let output = run(&["merge", &base, &mine, &new, "--path", "Yard.xml"]);
    assert_eq!(output.status.code(), Some(1));
    let messages = "Yard.xml: conflict: nodes/Lamp/Position: ours \"0 3 0\", theirs \"0 2 0\"";
    assert!(stderr(&output).contains(messages), "{}", stderr(&output));
    assert!(read("ours.xml").contains("<!-- conflict: nodes/Lamp/Position\n"), "{}", read("ours.xml"));
    let left = run(&["resolve", &mine]);
    assert_eq!(left.status.code(), Some(1));
    assert!(stderr(&left).contains("line 7: unresolved conflict: nodes/Lamp/Position"), "{}", stderr(&left));
    let wrong = run(&["resolve", &mine, "--pick", "Lamp/Scale=ours"]);
    assert!(stderr(&wrong).contains("there are \"nodes/Lamp/Position\""), "{}", stderr(&wrong));
    assert_eq!(run(&["resolve", &mine, "--ours", "--pick", "nodes/Lamp/Position=theirs"]).status.code(), Some(0));
    assert_eq!(read("ours.xml"), theirs);
}

#[test]
fn binary_scenes_are_merged_as_text() {
    use engine_assets::urho_scene::{Document, Encoding, WriteOptions};
    let binary = |scene: &str| {
        let document = Document::parse(scene.as_bytes()).unwrap();
        document.convert(Encoding::Binary, &WriteOptions::default()).unwrap().0.to_bytes().unwrap()
    };
    let (ours, theirs) = (SCENE.replace("\"Post\"", "\"Pole\""), SCENE.replace("0 1 0", "0 2 0"));
    let files = [("base.bin", binary(SCENE)), ("ours.bin", binary(&ours)), ("theirs.bin", binary(&theirs))];
    let folder = folder(&files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice())));
    let file = |name: &str| text(&path(&folder, name)).to_owned();
    let read = |name: &str| std::fs::read(path(&folder, name)).expect("a file");
    let output = run(&["merge", &file("base.bin"), &file("ours.bin"), &file("theirs.bin"), "-o", &file("out.bin")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(read("out.bin") == binary(&ours.replace("0 1 0", "0 2 0")));
    std::fs::write(path(&folder, "ours.bin"), binary(&SCENE.replace("0 1 0", "0 3 0"))).unwrap();
    let output = run(&["merge", &file("base.bin"), &file("ours.bin"), &file("theirs.bin")]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(read("ours.bin") == binary(&SCENE.replace("0 1 0", "0 3 0")));
    let beside = file("ours.bin.conflicts.xml");
    assert!(stderr(&output).contains("engine-assets resolve"), "{}", stderr(&output));
    assert_eq!(run(&["resolve", &beside, "--theirs"]).status.code(), Some(0));
    let resolved = Document::parse(&read("ours.bin.conflicts.xml")).unwrap().into_owned();
    assert!(
        resolved.convert(Encoding::Binary, &WriteOptions::default()).unwrap().0.to_bytes().unwrap() == binary(&theirs)
    );
}

#[test]
fn conflicts_of_binary_scenes_are_beside_the_output() {
    use engine_assets::urho_scene::{Document, Encoding, WriteOptions};
    let binary = |scene: &str| {
        let document = Document::parse(scene.as_bytes()).unwrap();
        document.convert(Encoding::Binary, &WriteOptions::default()).unwrap().0.to_bytes().unwrap()
    };
    let with = |position: &str| binary(&SCENE.replace("0 1 0", position));
    let files = [("base.bin", binary(SCENE)), ("ours.bin", with("0 2 0")), ("theirs.bin", with("0 3 0"))];
    let folder = folder(&files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice())));
    let in_folder = |arguments: &[&str]| command(env!("CARGO_BIN_EXE_engine-assets"), folder.path(), arguments);
    let merge = |options: &[&str]| in_folder(&[&["merge", "base.bin", "ours.bin", "theirs.bin"], options].concat());
    let exists = |name: &str| path(&folder, name).exists();
    let planned = merge(&["-o", "out.bin", "--dry-run"]);
    assert!(stderr(&planned).contains("would create out.bin.conflicts.xml"), "{}", stderr(&planned));
    assert!(!stderr(&planned).contains("engine-assets resolve"), "{}", stderr(&planned));
    assert_eq!(merge(&["-o", "out.bin"]).status.code(), Some(1));
    assert!(exists("out.bin") && exists("out.bin.conflicts.xml") && !exists("ours.bin.conflicts.xml"));
    // Both outputs are checked before one is written.
    for kept in ["out.bin", "out.bin.conflicts.xml"] {
        for name in ["out.bin", "out.bin.conflicts.xml"] {
            drop(std::fs::remove_file(path(&folder, name)));
        }
        std::fs::write(path(&folder, kept), b"kept").unwrap();
        let refused = merge(&["-o", "out.bin"]);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).contains(&format!("\"{kept}\" already exists")), "{}", stderr(&refused));
        assert!(!stderr(&refused).contains("engine-assets resolve"), "{}", stderr(&refused));
        assert!(exists("out.bin") != exists("out.bin.conflicts.xml"));
        assert_eq!(std::fs::read(path(&folder, kept)).unwrap(), b"kept");
    }
    let forced = merge(&["-o", "out.bin", "--force"]);
    assert_eq!(forced.status.code(), Some(1), "{}", stderr(&forced));
    // The advice does what it says.
    let printed = stderr(&forced);
    let advised: Vec<&str> = printed.lines().last().unwrap().split('`').skip(1).step_by(2).collect();
    assert_eq!(advised[0], "engine-assets resolve out.bin.conflicts.xml");
    for line in [format!("{} --theirs", advised[0]), advised[1].to_owned()] {
        let output = in_folder(&line.split(' ').skip(1).collect::<Vec<_>>());
        assert!(output.status.success(), "{line}: {}", stderr(&output));
    }
    assert!(std::fs::read(path(&folder, "out.bin")).unwrap() == with("0 3 0"));
    // As git calls it: what an earlier merge left is replaced, the work of a person isn't.
    let driver = ["--path=Yard.bin"];
    for _ in 0..2 {
        assert_eq!(merge(&driver).status.code(), Some(1));
    }
    assert_eq!(in_folder(&["resolve", "Yard.bin.conflicts.xml", "--theirs"]).status.code(), Some(0));
    let resolved = std::fs::read(path(&folder, "Yard.bin.conflicts.xml")).unwrap();
    let refused = merge(&driver);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("convert it or remove it"), "{}", stderr(&refused));
    assert!(std::fs::read(path(&folder, "Yard.bin.conflicts.xml")).unwrap() == resolved);
}

fn install(folder: &Path, options: &[&str]) -> Output {
    let output = command(env!("CARGO_BIN_EXE_engine-assets"), folder, &[&["git", "install"], options].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    output
}

/// A repository with a scene and a model, committed on `main`.
fn repository() -> tempfile::TempDir {
    let model =
        fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character.mdl").expect("a sample").bytes;
    let folder =
        folder(&[("Scenes/Yard.xml", SCENE.as_bytes()), ("a.mdl", &model), (".gitattributes", b"*.png binary\n")]);
    good(folder.path(), &["init", "-q", "-b", "main"]);
    install(folder.path(), &[]);
    good(folder.path(), &["add", "."]);
    good(folder.path(), &["commit", "-qm", "base"]);
    folder
}

#[test]
fn git_install_is_undone_without_a_trace() {
    let folder = folder(&[(".gitattributes", b"*.png binary\n")]);
    good(folder.path(), &["init", "-q", "-b", "main"]);
    let config = std::fs::read(path(&folder, ".git/config")).unwrap();
    let planned = install(folder.path(), &["--dry-run"]);
    assert!(stdout(&planned).contains("would set merge.engine-assets.driver"), "{}", stdout(&planned));
    assert_eq!(std::fs::read(path(&folder, ".git/config")).unwrap(), config);
    install(folder.path(), &[]);
    let once = std::fs::read(path(&folder, ".gitattributes")).unwrap();
    install(folder.path(), &["--local"]);
    assert_eq!(std::fs::read(path(&folder, ".gitattributes")).unwrap(), once);
    assert!(once.starts_with(b"*.png binary\n"));
    assert_eq!(
        stdout(&git(folder.path(), &["check-attr", "merge", "Data/Scenes/Yard.xml"])),
        "Data/Scenes/Yard.xml: merge: engine-assets\n"
    );
    install(folder.path(), &["--undo"]);
    assert_eq!(std::fs::read(path(&folder, ".gitattributes")).unwrap(), b"*.png binary\n");
    assert_eq!(std::fs::read(path(&folder, ".git/config")).unwrap(), config);
    // Of the user: in a file of its own.
    install(folder.path(), &["--global"]);
    assert!(path(&folder, ".git/home/git/attributes").is_file());
    assert!(std::fs::read_to_string(path(&folder, ".git/global")).unwrap().contains("engine-assets"));
    install(folder.path(), &["--global", "--undo"]);
    assert!(!path(&folder, ".git/home/git/attributes").exists());
    assert!(!std::fs::read_to_string(path(&folder, ".git/global")).unwrap().contains("engine-assets"));
    let outside = tempfile::tempdir().unwrap();
    let failed = command(env!("CARGO_BIN_EXE_engine-assets"), outside.path(), &["git", "install"]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(stderr(&failed).contains("not a git repository"), "{}", stderr(&failed));
}

#[test]
fn git_install_keeps_lines_after_a_begin_without_an_end() {
    let folder = folder(&[]);
    good(folder.path(), &["init", "-q", "-b", "main"]);
    install(folder.path(), &[]);
    let attributes = path(&folder, ".gitattributes");
    let whole = std::fs::read_to_string(&attributes).unwrap();
    let cut: String = whole.lines().filter(|line| !line.contains(": end")).map(|line| format!("{line}\n")).collect();
    let cut = cut + "*.txt text\n";
    std::fs::write(&attributes, &cut).unwrap();
    for options in [&[][..], &["--undo"], &["--dry-run"]] {
        let arguments = [&["git", "install"], options].concat();
        let refused = command(env!("CARGO_BIN_EXE_engine-assets"), folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
        assert!(stderr(&refused).contains("line 1 begins"), "{}", stderr(&refused));
        assert_eq!(std::fs::read_to_string(&attributes).unwrap(), cut);
    }
}

#[cfg(unix)]
#[test]
fn git_install_writes_through_links() {
    let folder = folder(&[("shared/attributes", b"")]);
    good(folder.path(), &["init", "-q", "-b", "main"]);
    let (attributes, target) = (path(&folder, ".gitattributes"), path(&folder, "shared/attributes"));
    std::os::unix::fs::symlink("shared/attributes", &attributes).unwrap();
    install(folder.path(), &[]);
    assert!(attributes.is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().contains("merge=engine-assets"));
    install(folder.path(), &["--undo"]);
    assert!(attributes.is_symlink());
    assert_eq!(std::fs::read(&target).unwrap(), b"");
}

#[test]
fn git_diff_names_files_with_conflicts() {
    let folder = repository();
    let scene = path(&folder, "Scenes/Yard.xml");
    let commit = |position: &str| {
        std::fs::write(&scene, SCENE.replace("0 1 0", position)).unwrap();
        good(folder.path(), &["commit", "-qam", position]);
    };
    good(folder.path(), &["checkout", "-qb", "other"]);
    commit("0 2 0");
    good(folder.path(), &["checkout", "-q", "main"]);
    commit("0 3 0");
    assert!(!git(folder.path(), &["merge", "-q", "other"]).status.success());
    for arguments in [&["diff", "HEAD"][..], &["diff", "--cached"], &["diff", "--ours"]] {
        let shown = good(folder.path(), arguments);
        assert!(shown.contains("Scenes/Yard.xml"), "{arguments:?}: {shown}");
    }
    assert!(good(folder.path(), &["diff", "--cached"]).contains("Scenes/Yard.xml: unmerged\n"));
    // Elsewhere a second file is missing.
    for alone in [&["diff", "a.xml"][..], &["udm", "diff", "a.udm"]] {
        let output = run(alone);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("<NEW>"), "{}", stderr(&output));
    }
}

#[test]
fn git_diff_shows_values_and_no_temporary_names() {
    let folder = repository();
    let (scene, model) = (path(&folder, "Scenes/Yard.xml"), path(&folder, "a.mdl"));
    std::fs::write(&scene, SCENE.replace("0 1 0", "0 2 0")).unwrap();
    let mut changed = urho_mdl::Model::parse(&std::fs::read(&model).unwrap()).unwrap().into_owned();
    changed.bounds.max.x = 77.0;
    std::fs::write(&model, changed.to_bytes().unwrap()).unwrap();
    let shown = good(folder.path(), &["diff"]);
    let expected = "Scenes/Yard.xml\n- nodes/Lamp/Position: 0 1 0\n+ nodes/Lamp/Position: 0 2 0\n";
    assert!(shown.contains(expected), "{shown}");
    assert!(shown.contains("a.mdl\n") && shown.contains("77"), "{shown}");
    good(folder.path(), &["commit", "-qam", "moved"]);
    let log = good(folder.path(), &["log", "-p", "-1"]);
    assert!(log.contains("-nodes/Lamp/Position: 0 1 0\n+nodes/Lamp/Position: 0 2 0\n"), "{log}");
    // A file that is broken, and one that is new.
    std::fs::write(&scene, "<scene").unwrap();
    std::fs::write(path(&folder, "b.mdl"), b"UMD2").unwrap();
    good(folder.path(), &["add", "."]);
    let shown = good(folder.path(), &["diff", "HEAD"]);
    assert!(shown.contains("b.mdl\nnew file\n"), "{shown}");
    let temporary = std::env::temp_dir();
    for text in [&log, &shown] {
        assert!(!text.contains("git-blob") && !text.contains(text_of(&temporary)), "{text}");
    }
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn two_branches_that_edit_one_scene_are_rebased() {
    let folder = repository();
    let scene = path(&folder, "Scenes/Yard.xml");
    let write = |text: &str| std::fs::write(&scene, text).unwrap();
    let read = || std::fs::read_to_string(&scene).unwrap();
    let commit = |text: &str, message: &str| {
        write(text);
        good(folder.path(), &["commit", "-qam", message]);
    };
    good(folder.path(), &["checkout", "-qb", "other"]);
    commit(&with_node(SCENE, 4, "Theirs"), "a node");
    commit(&with_node(SCENE, 4, "Theirs").replace("\"Range\" value=\"5\"", "\"Range\" value=\"9\""), "a range");
    good(folder.path(), &["checkout", "-q", "main"]);
    commit(&with_node(SCENE, 4, "Ours").replace("0 1 0", "0 2 0"), "our node");
    good(folder.path(), &["checkout", "-q", "other"]);
    good(folder.path(), &["rebase", "main"]);
    let expected = with_node(&with_node(SCENE, 4, "Ours"), 5, "Theirs")
        .replace("\"Next Node ID\" value=\"5\"", "\"Next Node ID\" value=\"6\"")
        .replace("0 1 0", "0 2 0")
        .replace("\"Range\" value=\"5\"", "\"Range\" value=\"9\"");
    assert_eq!(read(), expected);
    // A conflict stops the rebase; the file stays a scene, and `resolve` ends the conflict.
    good(folder.path(), &["checkout", "-qb", "third", "main"]);
    commit(&read().replace("0 2 0", "0 7 0"), "up");
    good(folder.path(), &["checkout", "-q", "main"]);
    commit(&read().replace("0 2 0", "0 8 0"), "higher");
    good(folder.path(), &["checkout", "-q", "third"]);
    let stopped = git(folder.path(), &["rebase", "main"]);
    assert!(!stopped.status.success());
    assert!(stderr(&stopped).contains("Scenes/Yard.xml: conflict: nodes/Lamp/Position"), "{}", stderr(&stopped));
    assert!(engine_assets::urho_scene::Document::parse(read().as_bytes()).is_ok());
    let resolved = run(&["resolve", text(&scene), "--theirs"]);
    assert_eq!(resolved.status.code(), Some(0), "{}", stderr(&resolved));
    good(folder.path(), &["add", "."]);
    good(folder.path(), &["rebase", "--continue"]);
    assert!(read().contains("0 7 0") && !read().contains("conflict"), "{}", read());
}
