//! `lsp`: names of files in texts: rename, links, pictures and completion.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{folder, path, png, text};
use crate::lsp::Client;

const MATERIAL: &str = "<material>\n\t<technique name=\"Techniques/Mine.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/Stone.png\" />\n</material>\n";
const SCENE: &str = "<scene id=\"1\">\n<node id=\"2\"><component type=\"StaticModel\" id=\"3\">\n<attribute name=\"Model\" value=\"Model;Models/Box.mdl\" />\n<attribute name=\"Material\" value=\"Material;Materials/Stone.xml;\" />\n</component></node></scene>\n";
const PARTICLES: &str = "<particleeffect>\n<material name=\"Materials/Stone.xml\" />\n</particleeffect>\n";
const LAYOUT: &str = "<element>\n<element type=\"Button\">\n<attribute name=\"Texture\" value=\"Texture2D;Textures/Stone.png\" />\n</element>\n</element>\n";
const MAP: &str = "$string assetType \"PMAP\"\n$uint32 assetVersion 1\nassetData\n{\n\t$array entities [element;1][\n\t{\n\t\t$string className \"prop_physics\"\n\t\tkeyValues\n\t\t{\n\t\t\t$string model \"props/box\"\n\t\t}\n\t}]\n}\n";

/// A project of a scene, a material, particles, an interface and a script.
fn project() -> TempDir {
    let samples = fuzzkit::samples::all();
    let sample = samples.iter().find(|sample| sample.name == "Models/Box.mdl").expect("a sample");
    folder(&[
        ("Data/Materials/Stone.xml", MATERIAL.as_bytes()),
        ("Data/Models/Box.mdl", &sample.bytes),
        ("Data/Models/Box.txt", b"Materials/Stone.xml\n"),
        ("Data/Particle/Dust.xml", PARTICLES.as_bytes()),
        ("Data/Scenes/Level.xml", SCENE.as_bytes()),
        ("Data/Scripts/Game.as", b"Load(\"Textures/Stone.png\");\nauto all = \"Textures/St\" + name;\n"),
        ("Data/Techniques/Mine.xml", b"<technique vs=\"Mine\" ps=\"Mine\"><pass name=\"base\" /></technique>\n"),
        ("Data/Shaders/GLSL/Mine.glsl", b"void VS() {}\n"),
        ("Data/Textures/Stone.png", &png(1)),
        ("Data/Textures/Stone.xml", b"<texture><mipmap enable=\"false\" /></texture>\n"),
        ("Data/UI/Menu.xml", LAYOUT.as_bytes()),
    ])
}

fn uri(folder: &TempDir, name: &str) -> String {
    let lead = if cfg!(windows) { "/" } else { "" };
    format!("file://{lead}{}", text(&path(folder, name)).replace('\\', "/"))
}

/// A client that shows the folder, and that can rename files.
fn started(folder: &TempDir) -> Client {
    let mut client = Client::start();
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] });
    let params = json!({
        "processId": null,
        "rootUri": uri(folder, "."),
        "capabilities": { "workspace": { "workspaceEdit": edits } },
    });
    let started = client.result("initialize", params);
    assert_eq!(started["capabilities"]["renameProvider"]["prepareProvider"], true, "{started}");
    client.notify("initialized", json!({}));
    client
}

fn open(client: &mut Client, folder: &TempDir, name: &str) {
    let text = std::fs::read_to_string(path(folder, name)).expect("a text");
    client.open(&uri(folder, name), "xml", &text);
}

/// A position in the first line that contains `word`, at its beginning, `skip` letters later.
fn at(folder: &TempDir, name: &str, word: &str, skip: usize) -> Value {
    let text = std::fs::read_to_string(path(folder, name)).expect("a text");
    let (line, content) = text.lines().enumerate().find(|(_, line)| line.contains(word)).expect("a line");
    let column = content.find(word).expect("the word") + skip;
    json!({
        "textDocument": { "uri": uri(folder, name) },
        "position": { "line": line, "character": column },
    })
}

/// Applies the changes of an answer as an editor does.
fn apply(folder: &TempDir, edit: &Value) {
    let to_path = |uri: &Value| {
        let uri = uri.as_str().expect("a URI");
        let below = uri.split_once("/Data/").expect("a file of the project").1;
        path(folder, &format!("Data/{below}"))
    };
    for change in edit["documentChanges"].as_array().expect("changes") {
        if change["kind"] == "rename" {
            let to = to_path(&change["newUri"]);
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            std::fs::rename(to_path(&change["oldUri"]), to).expect("a move");
            continue;
        }
        let file = to_path(&change["textDocument"]["uri"]);
        let whole = std::fs::read_to_string(&file).expect("a text");
        let (mark, text) = whole.split_at(if whole.starts_with('\u{feff}') { 3 } else { 0 });
        let mut text = text.to_owned();
        let mut edits: Vec<&Value> = change["edits"].as_array().expect("edits").iter().collect();
        edits.reverse();
        for edit in edits {
            let offset = |end: &str| {
                let place = &edit["range"][end];
                let before = text.split_inclusive('\n').take(place["line"].as_u64().expect("a line") as usize);
                before.map(str::len).sum::<usize>() + place["character"].as_u64().expect("a column") as usize
            };
            text.replace_range(offset("start")..offset("end"), edit["newText"].as_str().expect("a text"));
        }
        std::fs::write(file, format!("{mark}{text}")).expect("written");
    }
}

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(path(folder, name)).expect("a text")
}

#[test]
fn a_name_is_renamed_with_its_file_and_all_references() {
    let folder = project();
    let mut client = started(&folder);
    let material = "Data/Materials/Stone.xml";
    open(&mut client, &folder, material);
    let place = at(&folder, material, "Textures/Stone.png", 4);
    let prepared = client.result("textDocument/prepareRename", place.clone());
    assert_eq!(
        (&prepared["placeholder"], &prepared["range"]["start"]["character"]),
        (&"Textures/Stone.png".into(), &31.into())
    );
    assert_eq!(client.result("textDocument/prepareRename", at(&folder, material, "diffuse", 1)), Value::Null);

    let mut asked = place;
    asked["newName"] = "Art/Granite.png".into();
    let edit = client.result("textDocument/rename", asked.clone());
    apply(&folder, &edit);
    assert_eq!(read(&folder, material), MATERIAL.replace("Textures/Stone.png", "Art/Granite.png"));
    assert_eq!(read(&folder, "Data/UI/Menu.xml"), LAYOUT.replace("Textures/Stone.png", "Art/Granite.png"));
    assert_eq!(
        read(&folder, "Data/Scripts/Game.as"),
        "Load(\"Art/Granite.png\");\nauto all = \"Textures/St\" + name;\n"
    );
    for (old, new) in [("Stone.png", "Granite.png"), ("Stone.xml", "Granite.xml")] {
        assert!(!path(&folder, &format!("Data/Textures/{old}")).exists(), "{old}");
        assert!(path(&folder, &format!("Data/Art/{new}")).is_file(), "{new}");
    }
    // The part of a name in the script is told, not changed.
    assert!(client.messages.iter().any(|message| message.contains("Game.as:2")), "{:?}", client.messages);

    // The editor's text isn't the text on the disk any more.
    let mut again = at(&folder, material, "Art/Granite.png", 0);
    again["newName"] = "Art/Other.png".into();
    let refused = client.ask("textDocument/rename", again.clone());
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": uri(&folder, material), "version": 2 }, "contentChanges": [{ "text": read(&folder, material) }] }),
    );
    let mut taken = again.clone();
    taken["newName"] = "Materials/Stone.xml".into();
    let refused = client.ask("textDocument/rename", taken);
    assert!(
        refused["error"]["message"].as_str().is_some_and(|text| text.contains("doesn't change the format")),
        "{refused}"
    );
    apply(&folder, &client.result("textDocument/rename", again));
    assert!(path(&folder, "Data/Art/Other.png").is_file() && read(&folder, material).contains("Art/Other.png"));
}

#[test]
fn unsaved_and_binary_files_refuse_a_rename() {
    let folder = project();
    let mut client = started(&folder);
    open(&mut client, &folder, "Data/Materials/Stone.xml");
    client.open(&uri(&folder, "Data/UI/Menu.xml"), "xml", "<element />");
    let mut asked = at(&folder, "Data/Materials/Stone.xml", "Textures/Stone.png", 0);
    asked["newName"] = "Textures/New.png".into();
    let refused = client.ask("textDocument/rename", asked);
    let said = refused["error"]["message"].as_str().expect("a message").to_owned();
    assert!(said.contains("Menu.xml has unsaved changes; save it first"), "{said}");
    client.open(&uri(&folder, "Data/UI/Menu.xml"), "xml", LAYOUT);

    let (scene, binary) = (path(&folder, "Data/Scenes/Level.xml"), path(&folder, "Data/Scenes/Level.bin"));
    let output = crate::common::run(&["convert", text(&scene), "-o", text(&binary)]);
    assert_eq!(output.status.code(), Some(0), "{}", crate::common::stderr(&output));
    open(&mut client, &folder, "Data/Scenes/Level.xml");
    let mut asked = at(&folder, "Data/Scenes/Level.xml", "Models/Box.mdl", 0);
    asked["newName"] = "Models/Crate.mdl".into();
    let refused = client.ask("textDocument/rename", asked.clone());
    let said = refused["error"]["message"].as_str().expect("a message").to_owned();
    assert!(said.contains("Level.bin names it and is binary") && said.contains("engine-assets rename"), "{said}");
    // An editor without renames of files.
    let mut simple = Client::start();
    simple.initialize();
    open(&mut simple, &folder, "Data/Scenes/Level.xml");
    let refused = simple.ask("textDocument/rename", asked);
    assert!(refused["error"]["message"].as_str().is_some_and(|text| text.contains("can't rename files")), "{refused}");
}

/// Editors take the mark off, of open and of other files, and put it back when they save.
#[test]
fn files_with_a_mark_of_utf8_are_changed_at_the_right_place() {
    let folder = project();
    let material = "\u{feff}<material><texture unit=\"diffuse\" name=\"Textures/Stone.png\" /></material>";
    let other = material.replace(" unit=\"diffuse\"", "");
    let (open, closed) = ("Data/Materials/Stone.xml", "Data/Materials/Other.xml");
    std::fs::write(path(&folder, open), material).expect("written");
    std::fs::write(path(&folder, closed), &other).expect("written");
    let mut client = started(&folder);
    let ask = |client: &mut Client, text: &str, new: &str| {
        client.open(&uri(&folder, open), "xml", text);
        let column = text.find("Textures").map(|at| text[..at].chars().count()).expect("a name");
        let document = json!({ "uri": uri(&folder, open) });
        let place = json!({ "line": 0, "character": column });
        let asked = json!({ "textDocument": document, "position": place });
        let found = client.result("textDocument/references", asked.clone());
        let in_other = found.as_array().and_then(|found| {
            found.iter().find(|place| place["uri"] == uri(&folder, closed)).map(|place| place["range"].clone())
        });
        let start = other.find("Textures").expect("a name") - 3;
        assert_eq!(in_other.expect("a place")["start"]["character"], start, "{found}");
        let mut asked = asked;
        asked["newName"] = new.into();
        client.result("textDocument/rename", asked)
    };
    let edit = ask(&mut client, &material[3..], "Textures/New.png");
    apply(&folder, &edit);
    assert_eq!(read(&folder, open), material.replace("Stone.png", "New.png"));
    assert_eq!(read(&folder, closed), other.replace("Stone.png", "New.png"));

    // An editor that shows the mark counts it.
    let marked = read(&folder, open);
    let edit = ask(&mut client, &marked, "Textures/Old.png");
    let of_open = |change: &&Value| change["textDocument"]["uri"] == uri(&folder, open);
    let change = edit["documentChanges"].as_array().and_then(|all| all.iter().find(of_open)).expect("a change");
    let column = marked.find("New.png").expect("a name") - 2;
    assert_eq!(change["edits"][0]["range"]["start"]["character"], column, "{edit}");
}

#[test]
fn files_that_the_editor_renames_take_their_references_along() {
    let folder = project();
    let mut client = started(&folder);
    let files =
        |old: &str, new: &str| json!({ "files": [{ "oldUri": uri(&folder, old), "newUri": uri(&folder, new) }] });
    let edit = client.result("workspace/willRenameFiles", files("Data/Materials/Stone.xml", "Data/Materials/Rock.xml"));
    apply(&folder, &edit);
    assert!(read(&folder, "Data/Models/Box.txt").contains("Materials/Rock.xml"));
    assert_eq!(read(&folder, "Data/Scenes/Level.xml"), SCENE.replace("Materials/Stone.xml", "Materials/Rock.xml"));
    // The editor moves the file itself.
    assert!(path(&folder, "Data/Materials/Stone.xml").is_file());
    let edit = client.result("workspace/willRenameFiles", files("Data/Textures", "Data/Art"));
    let changes = edit["documentChanges"].as_array().expect("changes");
    assert!(changes.iter().all(|change| change.get("kind").is_none()), "{edit}");
    let refused =
        client.result("workspace/willRenameFiles", files("Data/Textures/Stone.png", "Data/Textures/Stone.dds"));
    assert_eq!(refused, Value::Null);
    assert!(
        client.messages.iter().any(|message| message.contains("references stay as they are")),
        "{:?}",
        client.messages
    );
}

#[test]
fn names_are_links_in_scenes_particles_interfaces_and_maps() {
    let folder = project();
    std::fs::create_dir_all(path(&folder, "game/models/props")).expect("a folder");
    std::fs::create_dir_all(path(&folder, "game/materials")).expect("a folder");
    std::fs::create_dir_all(path(&folder, "game/maps")).expect("a folder");
    std::fs::write(path(&folder, "game/models/props/box.pmdl"), "").expect("a file");
    std::fs::write(path(&folder, "game/maps/a.pmap"), MAP).expect("a file");
    let mut client = started(&folder);
    for (name, targets) in [
        ("Data/Scenes/Level.xml", &["Data/Models/Box.mdl", "Data/Materials/Stone.xml"][..]),
        ("Data/Materials/Stone.xml", &["Data/Techniques/Mine.xml", "Data/Textures/Stone.png"]),
        ("Data/Techniques/Mine.xml", &["Data/Shaders/GLSL/Mine.glsl", "Data/Shaders/GLSL/Mine.glsl"]),
        ("Data/Particle/Dust.xml", &["Data/Materials/Stone.xml"]),
        ("Data/UI/Menu.xml", &["Data/Textures/Stone.png"]),
        ("Data/Models/Box.txt", &["Data/Materials/Stone.xml"]),
        ("game/maps/a.pmap", &["game/models/props/box.pmdl"]),
    ] {
        open(&mut client, &folder, name);
        let links =
            client.result("textDocument/documentLink", json!({ "textDocument": { "uri": uri(&folder, name) } }));
        let found: Vec<&str> =
            links.as_array().expect("links").iter().filter_map(|link| link["target"].as_str()).collect();
        assert_eq!(found.len(), targets.len(), "{name}: {found:?}");
        assert!(found.iter().zip(targets).all(|(found, target)| found.ends_with(target)), "{name}: {found:?}");
    }
    let found = client.result("textDocument/definition", at(&folder, "game/maps/a.pmap", "props/box", 2));
    assert!(found[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("props/box.pmdl")), "{found}");
}

#[test]
fn a_name_shows_a_picture() {
    let folder = project();
    let mut client = started(&folder);
    for (name, word, about) in [
        ("Data/Materials/Stone.xml", "Textures/Stone.png", "texture, 8 x 4 pixels, "),
        ("Data/Scenes/Level.xml", "Models/Box.mdl", "Urho3D model, "),
        ("Data/Scenes/Level.xml", "Materials/Stone.xml", "Urho3D material, "),
    ] {
        open(&mut client, &folder, name);
        let hover = client.result("textDocument/hover", at(&folder, name, word, 3));
        let shown = hover["contents"]["value"].as_str().expect("a text");
        assert!(shown.contains(about) && shown.contains(word.rsplit('/').next().expect("a name")), "{shown}");
        let picture = shown.split("](data:image/png;base64,").nth(1).and_then(|rest| rest.strip_suffix(')'));
        let picture = base64_simd::STANDARD.decode_to_vec(picture.expect("a picture")).expect("base64");
        assert!(picture.starts_with(b"\x89PNG"), "{name}");
    }
    let hover = client.result("textDocument/hover", at(&folder, "Data/Materials/Stone.xml", "Techniques/Mine.xml", 3));
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.contains("Urho3D technique") && !shown.contains("data:"), "{shown}");
}

#[test]
fn names_are_completed_by_the_type_of_their_place() {
    let folder = project();
    std::fs::create_dir_all(path(&folder, "game/models/props")).expect("a folder");
    std::fs::create_dir_all(path(&folder, "game/materials")).expect("a folder");
    std::fs::create_dir_all(path(&folder, "game/maps")).expect("a folder");
    std::fs::write(path(&folder, "game/models/props/box.pmdl"), "").expect("a file");
    std::fs::write(path(&folder, "game/materials/a.pmat"), "").expect("a file");
    std::fs::write(path(&folder, "game/maps/a.pmap"), MAP).expect("a file");
    let mut client = started(&folder);
    for (name, word, expected, kind) in [
        ("Data/Scenes/Level.xml", "Models/Box.mdl", &["Models/Box.mdl"][..], "Model"),
        ("Data/Scenes/Level.xml", "Materials/Stone.xml", &["Materials/Stone.xml"], "Material"),
        ("Data/Particle/Dust.xml", "Materials/Stone.xml", &["Materials/Stone.xml"], "Material"),
        ("Data/Materials/Stone.xml", "Techniques/Mine.xml", &["Techniques/Mine.xml"], "Technique"),
        ("Data/Materials/Stone.xml", "Textures/Stone.png", &["Textures/Stone.png", "Textures/Stone.xml"], "Texture"),
        ("Data/UI/Menu.xml", "Textures/Stone.png", &["Textures/Stone.png", "Textures/Stone.xml"], "Texture2D"),
        ("Data/Techniques/Mine.xml", "Mine", &["Mine"], "Shader"),
        ("Data/Models/Box.txt", "Materials/Stone.xml", &["Materials/Stone.xml"], "Material"),
        ("game/maps/a.pmap", "props/box", &["props/box"], ""),
    ] {
        open(&mut client, &folder, name);
        let place = at(&folder, name, word, 2);
        let items = client.result("textDocument/completion", place.clone());
        let labels: Vec<&str> =
            items.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect();
        assert_eq!(labels, expected, "{name}: {word}");
        assert_eq!(items[0]["detail"], kind, "{name}: {word}");
        // The whole name is replaced.
        let start = place["position"]["character"].as_u64().expect("a column") - 2;
        let range = &items[0]["textEdit"]["range"];
        assert_eq!(
            (&range["start"]["character"], &range["end"]["character"]),
            (&start.into(), &(start + word.len() as u64).into())
        );
    }
    // An empty item of a list of materials.
    let items = client.result("textDocument/completion", at(&folder, "Data/Scenes/Level.xml", ";\" />", 1));
    assert_eq!(items[0]["label"], "Materials/Stone.xml", "{items}");
    // Where the format reads no name, and in a text that can't be read.
    assert_eq!(
        client.result("textDocument/completion", at(&folder, "Data/Materials/Stone.xml", "diffuse", 2)),
        json!([])
    );
    let broken = uri(&folder, "Data/Materials/Broken.xml");
    client.open(&broken, "xml", "<material><texture name=\"\"");
    let place = json!({ "textDocument": { "uri": broken }, "position": { "line": 0, "character": 25 } });
    assert_eq!(client.result("textDocument/completion", place), json!([]));
}

/// Texts of one line and of many names, known and unknown ones.
#[test]
fn many_names_are_answered_in_linear_time() {
    let folder = project();
    let mut client = started(&folder);
    let script = uri(&folder, "Data/Scripts/Many.as");
    let text: String = (0..60_000).map(|number| format!("\"Textures/Stone.png\", \"a{number}.png\"; ")).collect();
    let limit = testkit::hostile::TimeLimit::seconds(30);
    client.open(&script, "as", &text);
    let links = client.result("textDocument/documentLink", json!({ "textDocument": { "uri": script } }));
    assert_eq!(links.as_array().map(Vec::len), Some(20_000));
    let place = json!({ "textDocument": { "uri": script }, "position": { "line": 0, "character": text.len() - 30 } });
    for request in ["definition", "hover", "completion", "prepareRename"] {
        client.result(&format!("textDocument/{request}"), place.clone());
    }
    // Broken and deep texts, and places outside of them.
    let scene = uri(&folder, "Data/Scenes/Deep.xml");
    client.open(&scene, "xml", &"<node>".repeat(100_000));
    let far = json!({ "textDocument": { "uri": scene }, "position": { "line": 9, "character": 9 } });
    assert_eq!(client.result("textDocument/completion", far.clone()), json!([]));
    assert_eq!(client.result("textDocument/documentLink", far), json!([]));
    limit.check();
}

/// Elements, attributes and words of data files are described and completed from their tables.
#[test]
fn data_files_are_described_and_completed_from_their_tables() {
    let folder = project();
    let path = "<renderpath>\n<command type=\"\" vs=\"Mine\" ps=\"Mine\" />\n</renderpath>\n";
    std::fs::create_dir_all(folder.path().join("Data/RenderPaths")).expect("a folder");
    std::fs::write(folder.path().join("Data/RenderPaths/Mine.xml"), path).expect("a file");
    let mut client = started(&folder);
    let files = ["Data/Particle/Dust.xml", "Data/UI/Menu.xml", "Data/RenderPaths/Mine.xml"];
    files.iter().for_each(|name| open(&mut client, &folder, name));
    let mut hover = |name: &str, word: &str| {
        let shown = client.result("textDocument/hover", at(&folder, name, word, 1));
        shown["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let material = hover(files[0], "name=");
    assert!(material.contains("material@name") && material.contains("Material: resource name"), "{material}");
    let texture = hover(files[1], "Texture\"");
    assert!(texture.contains("Texture of Button"), "{texture}");
    let shader = hover(files[2], "vs=");
    assert!(shader.contains("command@vs"), "{shader}");
    let mut labels = |name: &str, word: &str, skip: usize| -> Vec<String> {
        let shown = client.result("textDocument/completion", at(&folder, name, word, skip));
        let items = shown.as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert!(labels(files[0], "<material", 1).contains(&"numparticles".to_owned()));
    assert!(labels(files[1], "type=", 0).contains(&"style".to_owned()));
    assert!(labels(files[2], "type=\"", 6).contains(&"scenepass".to_owned()));
    client.end();
}
