//! Output for other programs: JSON by its schemas, SARIF, JUnit XML, file names that aren't UTF-8.

use crate::common;

use std::path::{Path, PathBuf};

use common::{folder, path, run, schema, stderr, stdout, text};
use quick_xml::events::Event;
use serde_json::Value;
use testkit::ByteBuilder;

fn schema_of(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    serde_json::from_slice(&std::fs::read(path).expect("a schema")).expect("JSON")
}

/// Runs a command and checks every line with a schema. Returns the number of lines.
fn lines_fit(name: &str, arguments: &[&str]) -> usize {
    let schema = schema_of(name);
    let lines = stdout(&run(arguments));
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line).expect("a line of JSON");
        if let Err(difference) = schema::check(&schema, &value) {
            panic!("{name}: {difference}\n{}", line.chars().take(400).collect::<String>());
        }
    }
    lines.lines().count()
}

/// A folder with all samples, and files that can't be opened.
fn samples() -> tempfile::TempDir {
    let samples = fuzzkit::samples::all();
    let mut files: Vec<(&str, &[u8])> = samples.iter().map(|sample| (sample.name, sample.bytes.as_slice())).collect();
    let model = samples.iter().find(|sample| sample.name == "Character.mdl").expect("a sample");
    files.push(("cut.mdl", &model.bytes[..3000]));
    files.push(("quake.mdl", b"IDPO\x06\0\0\0"));
    folder(&files)
}

#[test]
fn json_of_samples_fits_the_schemas() {
    let folder = samples();
    let (all, model) = (text(folder.path()), path(&folder, "Character.mdl"));
    let (package, document) = (path(&folder, "Character.pak"), path(&folder, "Room.udm_b"));
    let [package, document, model] = [text(&package), text(&document), text(&model)];
    let picture = path(&folder, "out.png");
    let quake = path(&folder, "quake.mdl");
    assert!(lines_fit("inspect.json", &["inspect", "--json", all]) > 24);
    assert!(lines_fit("inspect.json", &["inspect", "--json", "--hashes", "--largest", "2", all]) > 24);
    assert_eq!(lines_fit("inspect.json", &["inspect", "--json", text(&quake), "no such file"]), 2);
    assert!(lines_fit("validate.json", &["validate", "--json", "--roundtrip", "--unused", all]) > 24);
    assert_eq!(lines_fit("validate.json", &["validate", "--json", text(&quake), "no such file"]), 2);
    assert_eq!(lines_fit("render.json", &["render", "--json", model, "-o", text(&picture)]), 1);
    assert_eq!(lines_fit("pak-list.json", &["pak", "list", "--json", package]), 1);
    assert_eq!(lines_fit("pak-list.json", &["pak", "list", "--json", "--hashes", package]), 1);
    let scene = path(&folder, "Scenes/Camp.xml");
    assert!(lines_fit("get.json", &["get", "--json", text(&scene), "**"]) > 100);
    assert_eq!(lines_fit("get.json", &["get", "--json", document, "lamp/watts"]), 1);
    assert!(lines_fit("keys.json", &["keys", "--json", text(&scene), "nodes/Sun/Light"]) > 20);
    assert!(lines_fit("keys.json", &["keys", "--json", model]) > 5);
    assert_eq!(lines_fit("udm-get.json", &["udm", "get", "--json", document, "lamp/watts"]), 1);
    let changed = path(&folder, "changed.udm");
    assert!(run(&["udm", "set", document, "lamp/watts", "9", "-o", text(&changed)]).status.success());
    assert_eq!(lines_fit("diff.json", &["diff", "--json", document, text(&changed)]), 1);
    assert_eq!(lines_fit("diff.json", &["diff", "--json", "--stat", document, text(&changed)]), 1);
    let box_model = path(&folder, "Models/Box.mdl");
    assert!(lines_fit("diff.json", &["diff", "--json", model, text(&box_model)]) > 3);
    assert_eq!(lines_fit("udm-diff.json", &["udm", "diff", "--json", document, text(&changed)]), 1);
}

#[test]
fn json_of_the_corpus_fits_the_schemas() {
    let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: ENGINE_ASSETS_CORPUS is unset");
        return;
    };
    assert!(lines_fit("inspect.json", &["inspect", "--json", text(&corpus)]) > 2000);
    assert!(lines_fit("validate.json", &["validate", "--json", "--roundtrip", "--unused", text(&corpus)]) > 2000);
}

#[test]
fn every_schema_is_listed_and_differences_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let page = std::fs::read_to_string(folder.join("README.md")).expect("a page");
    for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("UTF-8");
        assert!(name == "README.md" || page.contains(&format!("]({name})")), "{name}");
    }
    let mut line: Value = serde_json::json!({"file": "a", "format": null, "variant": null, "file_size": 1,
        "status": "ok", "findings": [], "schema_version": 1});
    let validate = schema_of("validate.json");
    assert_eq!(schema::check(&validate, &line), Ok(()));
    for (field, wrong) in [("file", Value::Null), ("status", "good".into()), ("file_size", (-1).into())] {
        let right = std::mem::replace(&mut line[field], wrong);
        assert!(schema::check(&validate, &line).is_err(), "{field}");
        line[field] = right;
    }
}

/// A model whose geometry references buffers that don't exist.
fn refused_model() -> Vec<u8> {
    let geometry = ByteBuilder::new().raw(b"UMD2").u32s(&[0, 0, 1, 0, 1]).f32(0.0).u32s(&[0, 7, 7, 0, 0]);
    geometry.u32s(&[0, 0]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).f32s(&[0.0; 3]).build()
}

fn project() -> tempfile::TempDir {
    folder(&[
        ("Data/Models/my #1.mdl", &refused_model()),
        ("Data/Models/cut.mdl", &refused_model()[..30]),
        ("Data/Materials/Stone.xml", b"<material>\n\t<technique name=\"Techniques/No.xml\" />\n</material>\n"),
        ("Data/Materials/Bad.xml", b"<material>\n\t<technique name=\n</material>\n"),
        ("CoreData/Techniques/Diff.xml", b"<technique><pass name=\"base\" /></technique>\n"),
    ])
}

#[test]
fn sarif_has_what_code_hosts_need() {
    let folder = project();
    let (report, data) = (path(&folder, "out.sarif"), path(&folder, "Data"));
    let output = run(&["validate", "--sarif", text(&report), text(&data)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let log: Value = serde_json::from_slice(&std::fs::read(&report).expect("a report")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run_ = &log["runs"][0];
    assert_eq!(run_["tool"]["driver"]["name"], "engine-assets");
    let rules = run_["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run_["results"].as_array().expect("results");
    assert!(results.len() >= 4, "{results:?}");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().expect("a URI").starts_with("file:///"));
        assert!(place["region"]["startLine"].as_u64().expect("a line") > 0);
    }
    let of = |name: &str| {
        let is_it = |result: &&Value| result["locations"][0].to_string().contains(name);
        results.iter().find(is_it).unwrap_or_else(|| panic!("{name}: {results:?}"))
    };
    assert!(of("my%20%231.mdl")["ruleId"].as_str().expect("a rule").starts_with("urho-mdl/"));
    assert_eq!(of("cut.mdl")["locations"][0]["physicalLocation"]["region"]["byteOffset"], 20);
    assert!(of("Bad.xml")["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64() > Some(1));
}

/// Writes a report and compares it with the schema. Returns the number of its results.
fn report_fits(arguments: &[&str]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let report = path(&folder, "out.sarif");
    run(&[&["validate", "--sarif", text(&report)], arguments].concat());
    let log: Value = serde_json::from_slice(&std::fs::read(&report).expect("a report")).expect("JSON");
    assert_eq!(schema::check(&schema_of("sarif.json"), &log), Ok(()));
    log["runs"][0]["results"].as_array().expect("results").len()
}

#[test]
fn sarif_of_every_format_fits_its_schema() {
    let (samples, project) = (samples(), project());
    assert_eq!(report_fits(&[text(&path(&samples, "Character.mdl"))]), 0);
    assert!(report_fits(&["--unused", text(samples.path()), text(project.path()), "no such file"]) > 5);
    if let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS") {
        assert!(report_fits(&[text(Path::new(&corpus))]) > 2000);
    }
}

#[test]
fn differences_from_the_schema_of_sarif_are_found() {
    let schema = schema_of("sarif.json");
    let result = serde_json::json!({"ruleId": "a/b", "ruleIndex": 0, "level": "note", "message": {"text": "c"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": "d"}, "region": {"startLine": 1}}}]});
    let log = |result: Value| {
        serde_json::json!({"$schema": schema["properties"]["$schema"]["const"], "version": "2.1.0", "runs": [{
            "tool": {"driver": {"name": "engine-assets", "semanticVersion": "1.2.3", "informationUri": "e", "rules": []}},
            "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": []}],
            "columnKind": "unicodeCodePoints", "results": [result]}]})
    };
    assert_eq!(schema::check(&schema, &log(result.clone())), Ok(()));
    let wrong: [(&str, Value); 5] = [
        ("/level", "fatal".into()),
        ("/message", Value::String("c".to_owned())),
        ("/locations/0/physicalLocation/region/startLine", 0.into()),
        ("/locations/0/physicalLocation/artifactLocation", serde_json::json!({"url": "d"})),
        ("/ruleIndex", (-2).into()),
    ];
    for (place, value) in wrong {
        let mut result = result.clone();
        *result.pointer_mut(place).expect("a field") = value;
        assert!(schema::check(&schema, &log(result)).is_err(), "{place}");
    }
}

#[test]
fn junit_is_well_formed() {
    let folder = project();
    let (report, data) = (path(&folder, "out.xml"), path(&folder, "Data"));
    let output = run(&["validate", "--junit", text(&report), text(&data), "no <such> & file"]);
    assert_eq!(output.status.code(), Some(2));
    let xml = std::fs::read_to_string(&report).expect("a report");
    let mut reader = quick_xml::Reader::from_str(&xml);
    let (mut cases, mut failures, mut errors, mut depth) = (0, 0, 0, 0);
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(element) => {
                depth += 1;
                assert!(element.attributes().all(|attribute| attribute.is_ok()));
                match element.name().as_ref() {
                    b"testcase" => cases += 1,
                    b"failure" => failures += 1,
                    b"error" => errors += 1,
                    _ => {}
                }
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((cases, failures, errors, depth), (5, 3, 1, 0), "{xml}");
    assert!(xml.contains("tests=\"5\" failures=\"3\" errors=\"1\""), "{xml}");
    assert!(xml.contains("no &lt;such&gt; &amp; file"), "{xml}");
    assert!(xml.contains("<system-out>warning: "), "warnings are no failures: {xml}");
    // A warning is a failure if it is denied.
    let output = run(&["validate", "--deny", "warnings", "--force", "--junit", text(&report), text(&data)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(std::fs::read_to_string(&report).expect("a report").contains("failures=\"4\" errors=\"0\""));
}

#[test]
fn reports_are_overwritten_only_with_force() {
    let folder = folder(&[("out.sarif", b"mine"), ("a.mdl", &refused_model())]);
    let (report, model) = (path(&folder, "out.sarif"), path(&folder, "a.mdl"));
    let output = run(&["validate", "--sarif", text(&report), text(&model)]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(std::fs::read(&report).expect("a file"), b"mine");
    assert_eq!(run(&["validate", "--force", "--sarif", text(&report), text(&model)]).status.code(), Some(1));
    assert!(std::fs::read(&report).expect("a file").starts_with(b"{"));
}

#[cfg(target_os = "linux")]
#[test]
fn paths_that_arent_utf8_come_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder(&[]);
    let name = folder.path().join(OsStr::from_bytes(b"a\xff.mdl"));
    std::fs::write(&name, refused_model()).expect("a file");
    for command in ["inspect", "validate"] {
        let line: Value = serde_json::from_str(&stdout(&run(&[command, "--json", text(folder.path())]))).expect("JSON");
        assert!(line["file"].as_str().expect("a text").ends_with("a\u{fffd}.mdl"));
        let bytes = base64_simd::STANDARD.decode_to_vec(line["file_bytes"].as_str().expect("bytes")).expect("base64");
        assert_eq!(bytes, name.as_os_str().as_bytes());
    }
    let report = path(&folder, "out.sarif");
    run(&["validate", "--sarif", text(&report), text(folder.path())]);
    assert!(std::fs::read_to_string(&report).expect("a report").contains("/a%FF.mdl\""));
}
