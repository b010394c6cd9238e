//! `diff` of folders and git revisions, and its reports.

use crate::common;

use common::git::{command, good};
use common::{SCENE, folder, path, png, run, stderr, stdout, text, with_node};

fn sample(name: &str) -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

/// The sample model with one vertex at another place.
fn moved(model: &[u8]) -> Vec<u8> {
    let mut model = urho_mdl::Model::parse(model).expect("a model").into_owned();
    let buffer = model.vertex_buffers.first_mut().expect("a buffer");
    buffer.data.to_mut()[3] ^= 1;
    model.to_bytes().expect("bytes")
}

#[test]
fn folders_are_compared_file_by_file() {
    let model = sample("Character.mdl");
    let moved = moved(&model);
    let changed = SCENE.replace("0 1 0", "0 2 0");
    let files = folder(&[
        ("old/Scenes/Yard.xml", SCENE.as_bytes()),
        ("new/Scenes/Yard.xml", changed.as_bytes()),
        ("old/Models/a.mdl", &model),
        ("new/Models/a.mdl", &moved),
        ("old/same.png", &png(1)),
        ("new/same.png", &png(1)),
        ("old/gone.png", &png(2)),
        ("new/fresh.png", &png(3)),
        ("old/before.png", &png(4)),
        ("new/after.png", &png(4)),
        ("old/notes.txt", b"one"),
        ("new/notes.txt", b"two"),
    ]);
    let (old, new) = (path(&files, "old"), path(&files, "new"));
    let output = run(&["diff", text(&old), text(&new)]);
    let printed = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines: Vec<&str> = printed.lines().collect();
    let at = |line: &str| lines.iter().position(|own| *own == line).unwrap_or_else(|| panic!("{line}: {printed}"));
    assert!(lines[at("Models/a.mdl") + 1].starts_with("~ vertex_buffers[0]/position: 1 of"), "{printed}");
    at("after.png (was before.png)");
    assert_eq!(lines[at("fresh.png") + 1], "new file");
    assert_eq!(lines[at("gone.png") + 1], "deleted file");
    assert_eq!(lines[at("notes.txt") + 1], "the bytes differ; the format is unknown");
    assert_eq!(lines[at("Scenes/Yard.xml") + 2], "+ nodes/Lamp/Position: 0 2 0");
    assert!(!printed.contains("same.png"), "{printed}");
    let stat = stdout(&run(&["diff", "--stat", text(&old), text(&new)]));
    assert!(stat.contains("Scenes/Yard.xml: 0 added, 0 removed, 1 changed\n"), "{stat}");
    let json = stdout(&run(&["diff", "--json", text(&old), text(&new)]));
    let schema = include_str!("../../../../docs/schema/diff.json").parse().expect("a schema");
    for line in json.lines() {
        assert_eq!(common::schema::check(&schema, &line.parse().expect("JSON")), Ok(()), "{line}");
    }
    assert!(json.contains(r#""file":"fresh.png","change":"added","path":"","new":"new file""#), "{json}");
    assert_eq!(run(&["diff", text(&old), text(&old)]).status.code(), Some(0));
    // Of two kinds, and a part of folders.
    let mixed = run(&["diff", text(&old), text(&path(&files, "new/notes.txt"))]);
    assert_eq!(mixed.status.code(), Some(2));
    assert!(stderr(&mixed).contains("is a folder"), "{}", stderr(&mixed));
    let part = run(&["diff", text(&old), text(&new), "Models"]);
    assert_eq!(part.status.code(), Some(2));
    assert!(stderr(&part).contains("only git revisions"), "{}", stderr(&part));
}

#[test]
fn broken_files_of_folders_are_failures_and_the_others_are_compared() {
    let files = folder(&[
        ("old/a.mdl", &sample("Character.mdl")),
        ("new/a.mdl", &sample("Character.mdl")[..60]),
        ("old/b.xml", SCENE.as_bytes()),
        ("new/b.xml", SCENE.replace("0 1 0", "0 2 0").as_bytes()),
    ]);
    let page = path(&files, "page.html");
    let (old, new) = (path(&files, "old"), path(&files, "new"));
    let output = run(&["diff", text(&old), text(&new), "--html", text(&page), "--markdown", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a.mdl: "), "{}", stderr(&output));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("can&#39;t be compared") || page.contains("can't be compared"), "{page}");
    assert!(stdout(&output).contains("<code>a.mdl</code>: can't be compared"), "{}", stdout(&output));
    assert!(stdout(&output).contains("- `nodes/Lamp` moved from `0 1 0` to `0 2 0`."), "{}", stdout(&output));
}

#[test]
fn other_bytes_than_those_compared_are_a_change() {
    // A key of an animation, an instruction, a distance of letters, the end of a file: by their place from the end.
    for (name, at) in [("Flag.glb", 1), ("Start.asc", 34), ("Letters.zed", 7), ("Turn.zed", 4)] {
        let (before, mut after) = (sample(if name == "Start.asc" { "Scripts/Start.asc" } else { name }), Vec::new());
        after.extend_from_slice(&before);
        after[before.len() - at] ^= 1;
        let (old_name, new_name) = (format!("old/{name}"), format!("new/{name}"));
        let files = folder(&[(&old_name, &before), (&new_name, &after)]);
        let (old, new) = (path(&files, &old_name), path(&files, &new_name));
        let note = "the compared parts are equal; other bytes differ";
        let named = run(&["diff", text(&old), text(&new)]);
        assert_eq!((named.status.code(), stdout(&named)), (Some(1), format!("{note}\n")), "{name}: {}", stderr(&named));
        let found = run(&["diff", text(&path(&files, "old")), text(&path(&files, "new")), "--markdown", "-"]);
        let listed = format!("- `{name}`: {note}\n");
        assert!(found.status.code() == Some(1) && stdout(&found).contains(&listed), "{name}: {}", stdout(&found));
        assert_eq!(run(&["diff", text(&old), text(&old)]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn buffers_beside_equal_gltf_are_compared() {
    let files = folder(&[("Flag.glb", &sample("Flag.glb")), ("new/kept", b"")]);
    let (old, new) = (path(&files, "old/Flag.gltf"), path(&files, "new/Flag.gltf"));
    let result = run(&["convert", text(&path(&files, "Flag.glb")), "-o", text(&old), "--quiet"]);
    assert_eq!(result.status.code(), Some(0), "{}", stderr(&result));
    let mut buffer = std::fs::read(path(&files, "old/Flag.bin")).unwrap();
    buffer[2] ^= 1;
    std::fs::write(path(&files, "new/Flag.bin"), buffer).unwrap();
    std::fs::copy(&old, &new).unwrap();
    let output = run(&["diff", text(&old), text(&new)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("+ meshes/"), "{}", stdout(&output));
}

#[cfg(unix)]
#[test]
fn names_are_no_markup_in_markdown() {
    let name = "[free gift](http:⁄⁄evil) *b* `@all` <b>.txt";
    let files = folder(&[("old/same.txt", b"one".as_slice()), (&format!("new/{name}"), b"two")]);
    let output = run(&["diff", text(&path(&files, "old")), text(&path(&files, "new")), "--markdown", "-"]);
    assert!(stdout(&output).contains(&format!("- `` {name} ``: new file\n")), "{}", stdout(&output));
}

#[test]
fn pages_have_pictures_of_both_versions() {
    let model = sample("Character.mdl");
    let scene = |position: &str| {
        let model = "<component type=\"StaticModel\" id=\"9\"><attribute name=\"Model\" value=\"Model;Models/a.mdl\" /></component>";
        SCENE
            .replace("0 1 0", position)
            .replace("\t</node>\n\t<node id=\"3\">", &format!("\t{model}</node>\n\t<node id=\"3\">"))
    };
    let evil = scene("0 2 0").replace("\"Post\"", "\"&lt;img src=x&gt; `@all`\"");
    let files = folder(&[
        ("old/Data/Scenes/Yard.xml", scene("0 1 0").as_bytes()),
        ("new/Data/Scenes/Yard.xml", evil.as_bytes()),
        ("old/Data/Models/a.mdl", &model),
        ("new/Data/Models/a.mdl", &moved(&model)),
        ("old/Data/Textures/a.png", &png(1)),
        ("new/Data/Textures/a.png", &png(9)),
        ("new/Data/Textures/b.png", &png(2)),
    ]);
    let (old, new, page) = (path(&files, "old"), path(&files, "new"), path(&files, "page.html"));
    let arguments = ["diff", text(&old), text(&new), "--html", text(&page)];
    let output = run(&arguments);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{}", stderr(&output));
    let html = std::fs::read_to_string(&page).expect("a page");
    // Three of the scene, the model and the texture that changed, one of the new texture.
    assert_eq!(html.matches("<img ").count(), 3 * 3 + 1, "{html:.4000}");
    assert_eq!(html.matches(">changes</figcaption>").count(), 3);
    assert!(!html.contains("No pictures"), "{html}");
    for expected in [
        "triangles are new here",
        "triangles are no longer here",
        "32 pixels differ",
        "<code>nodes/Lamp</code> moved from <code>0 1 0</code> to <code>0 2 0</code>.",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    assert!(!html.contains("<img src=x") && html.contains("&lt;img src=x&gt;"));
    // Nothing comes from elsewhere.
    assert!(!html.contains("http") && !html.contains("<script"));
    // One that is there isn't replaced.
    let again = run(&arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("--force"), "{}", stderr(&again));
    let markdown = stdout(&run(&["diff", text(&old), text(&new), "--markdown", "-", "--exit-zero"]));
    assert!(markdown.starts_with("### 4 files differ\n"), "{markdown}");
    assert!(markdown.contains("`` <img src=x> `@all` ``"), "{markdown}");
}

#[test]
fn revisions_are_compared_without_a_trace() {
    let model = sample("Character.mdl");
    let files =
        folder(&[("Data/Scenes/Yard.xml", SCENE.as_bytes()), ("Data/Models/a.mdl", &model), ("Other/b.png", &png(1))]);
    let at = files.path();
    good(at, &["init", "-q", "-b", "main"]);
    good(at, &["add", "."]);
    good(at, &["commit", "-qm", "base"]);
    std::fs::write(path(&files, "Data/Scenes/Yard.xml"), with_node(SCENE, 4, "Tree")).unwrap();
    std::fs::write(path(&files, "Other/b.png"), png(2)).unwrap();
    good(at, &["mv", "Data/Models/a.mdl", "Data/Models/b.mdl"]);
    good(at, &["add", "."]);
    good(at, &["commit", "-qm", "edits"]);
    let diff = |arguments: &[&str]| {
        command(env!("CARGO_BIN_EXE_engine-assets"), at, &[&["diff", "HEAD~1", "HEAD"], arguments].concat())
    };
    let output = diff(&["--", "Data"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let printed = stdout(&output);
    assert!(printed.contains("Data/Models/b.mdl (was Data/Models/a.mdl)\n"), "{printed}");
    assert!(printed.contains("Data/Scenes/Yard.xml\n- nodes/Yard/Next Node ID: 4\n"), "{printed}");
    assert!(printed.contains("+ nodes/Tree: Node[#4]\n") && !printed.contains("b.png"), "{printed}");
    assert!(stdout(&diff(&["--stat"])).contains("Other/b.png: 0 added, 0 removed, 1 changed"));
    let page = diff(&["--html", "page.html"]);
    assert_eq!(page.status.code(), Some(1), "{}", stderr(&page));
    let page = std::fs::read_to_string(path(&files, "page.html")).unwrap();
    assert!(page.contains("data:image/png;base64,"), "{page}");
    std::fs::remove_file(path(&files, "page.html")).unwrap();
    // Neither the repository nor the folder of temporary files shows what happened.
    assert_eq!(good(at, &["status", "--porcelain"]), "");
    let unknown = command(env!("CARGO_BIN_EXE_engine-assets"), at, &["diff", "HEAD~7", "HEAD"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("HEAD~7"), "{}", stderr(&unknown));
    let outside = tempfile::tempdir().unwrap();
    let outside = command(env!("CARGO_BIN_EXE_engine-assets"), outside.path(), &["diff", "HEAD~1", "HEAD"]);
    assert_eq!(outside.status.code(), Some(2));
    assert!(stderr(&outside).contains("HEAD~1"), "{}", stderr(&outside));
}

#[cfg(unix)]
#[test]
fn links_of_revisions_lead_nowhere() {
    let files = folder(&[("secret.xml", SCENE.as_bytes()), ("repository/a.xml", SCENE.as_bytes())]);
    let at = path(&files, "repository");
    good(&at, &["init", "-q", "-b", "main"]);
    good(&at, &["add", "."]);
    good(&at, &["commit", "-qm", "base"]);
    std::fs::remove_file(at.join("a.xml")).unwrap();
    std::os::unix::fs::symlink(path(&files, "secret.xml"), at.join("a.xml")).unwrap();
    good(&at, &["commit", "-qam", "a link"]);
    let output = command(env!("CARGO_BIN_EXE_engine-assets"), &at, &["diff", "HEAD~1", "HEAD"]);
    // The link is a text that names another file.
    assert_ne!(output.status.code(), Some(0));
    assert!(!stdout(&output).contains("Lamp"), "{}", stdout(&output));
}
