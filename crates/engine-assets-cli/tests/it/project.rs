//! Materials and the files that they name: `inspect`, and `validate` over a project.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use serde_json::Value;

const MATERIAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/stone.png\" />\n\t<texture unit=\"normal\" name=\"Textures/None.dds\" />\n\t<parameter name=\"Roughness\" value=\"0.5\" />\n</material>\n";
const TECHNIQUE: &[u8] =
    b"<technique vs=\"LitSolid\" ps=\"LitSolid\"><pass name=\"base\" psdefines=\"DIFFMAP\" /></technique>\n";

fn project() -> tempfile::TempDir {
    folder(&[
        ("CoreData/Techniques/Diff.xml", TECHNIQUE),
        ("CoreData/Techniques/Other.xml", TECHNIQUE),
        ("Data/Materials/Stone.xml", MATERIAL),
        ("Data/Models/Stone.txt", b"Materials/Stone.xml\r\nnull\r\nMaterials/Gone.xml\r\n"),
        ("Data/Textures/Stone.png", b"no image is looked into"),
        ("Data/Textures/Stone.xml", b"<texture><srgb enable=\"true\" /></texture>"),
        ("Data/Textures/Sky.xml", b"<cubemap><image name=\"Stone.png\" layout=\"horizontal\" /></cubemap>"),
        ("Data/Textures/Unused.png", b""),
    ])
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn inspect_shows_what_a_material_says() {
    let folder = project();
    let output = run(&["inspect", text(&path(&folder, "Data/Materials/Stone.xml"))]);
    let shown = stdout(&output);
    for expected in [
        "Urho3D material (xml)",
        "technique Techniques/Diff.xml",
        "texture normal: Textures/None.dds",
        "parameter Roughness: Float 0.5",
    ] {
        assert!(shown.contains(expected), "{shown}");
    }
    let output = run(&["inspect", "--json", text(folder.path())]);
    let lines = lines(&stdout(&output).replace("\\\\", "/"));
    let of = |name: &str| {
        lines.iter().find(|line| line["file"].as_str().is_some_and(|file| file.ends_with(name))).expect("a line")
    };
    assert_eq!(of("Materials/Stone.xml")["format"], "urho-material");
    assert_eq!(of("Materials/Stone.xml")["textures"][1]["name"], "Textures/None.dds");
    assert_eq!(of("Diff.xml")["format"], "urho-technique");
    assert_eq!(of("Diff.xml")["passes"][0]["ps_defines"][0], "DIFFMAP");
    assert_eq!(of("Stone.txt")["format"], "urho-material-list");
    assert_eq!(of("Stone.txt")["materials"][2], "Materials/Gone.xml");
    assert_eq!(of("Textures/Stone.xml")["format"], "urho-texture");
    assert_eq!(of("Textures/Stone.xml")["srgb"], true);
}

#[test]
fn validate_looks_for_what_is_named() {
    let folder = project();
    let output = run(&["validate", "--roundtrip", "--unused", text(folder.path())]);
    let told = stderr(&output).replace('\\', "/");
    assert_eq!(output.status.code(), Some(0), "{told}");
    for expected in [
        "texture 0: \"Textures/stone.png\" is \"Textures/Stone.png\", which differs",
        "texture 1: \"Textures/None.dds\" isn't there",
        "line 2: \"Materials/Gone.xml\" isn't there",
        "Techniques/Other.xml",
        "Textures/Unused.png",
        "Textures/Sky.xml",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    let unused = told.lines().filter(|line| line.contains("no file that was checked names")).count();
    assert_eq!(unused, 3, "{told}");
    assert!(!stdout(&output).contains("DIFFERENT"));

    let output = run(&["validate", "--deny", "warnings", text(folder.path())]);
    assert_eq!(output.status.code(), Some(1));

    // Looked for in the given folder only: the technique is in another.
    let material = path(&folder, "Data/Materials/Stone.xml");
    let data = path(&folder, "Data");
    let output = run(&["validate", "--json", "--resources", text(&data), text(&material)]);
    let line = &lines(&stdout(&output))[0];
    assert!(
        line["findings"][0]["message"].as_str().is_some_and(|message| message.contains("Diff.xml\" isn't there")),
        "{line}"
    );
    let output = run(&["validate", "--resources", "no such folder", text(&material)]);
    assert_eq!(output.status.code(), Some(2));
}
