//! Files of UDM documents: encodings, layout and outputs by `udm`, `inspect` and `convert`.

use crate::common::{folder, path, run, stderr, stdout, text};
use crate::udm::LIGHTS;

#[test]
fn the_extension_of_an_output_selects_its_encoding() {
    let folder = folder(&[("a.udm", LIGHTS), ("ch.json", b""), ("plain.json", b"{\"a\": 1}")]);
    let at = |name: &str| path(&folder, name);
    let is_binary = |name: &str| std::fs::read(at(name)).expect("a file").starts_with(b"UDMB");
    let fine = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        output.stdout
    };
    let set = |from: &str, to: &str| {
        fine(&["udm", "set", text(&at(from)), "light/name", "x", "-o", text(&at(to))]);
    };
    set("a.udm", "b.udm_b");
    assert!(is_binary("b.udm_b"));
    set("b.udm_b", "c.udm");
    assert!(!is_binary("c.udm"));
    // Other names leave the encoding; text keeps its comments.
    set("b.udm_b", "d.bak");
    set("a.udm", "e.udm");
    assert!(is_binary("d.bak") && std::fs::read(at("e.udm")).expect("a file").starts_with(b"// a comment"));
    fine(&["udm", "rm", text(&at("a.udm")), "light/name", "-o", text(&at("f.pmat_b"))]);
    fine(&["udm", "patch", text(&at("a.udm")), text(&at("ch.json")), "-o", text(&at("g.udm_b"))]);
    let [a, b, c] = ["a.udm", "b.udm_b", "c.udm"].map(at);
    fine(&["udm", "merge", text(&a), text(&b), text(&c), "-o", text(&at("h.udm"))]);
    fine(&["udm", "from-json", text(&at("plain.json")), "-o", text(&at("i.udm"))]);
    assert!(is_binary("f.pmat_b") && is_binary("g.udm_b") && !is_binary("h.udm") && !is_binary("i.udm"));
    let fmt = run(&["udm", "fmt", text(&a), "-o", text(&at("j.udm_b"))]);
    assert!(fmt.status.code() == Some(2) && stderr(&fmt).contains("fmt writes text"), "{}", stderr(&fmt));
    // The same in a folder.
    let (from, to) = (at("docs"), at("laid-out"));
    std::fs::create_dir_all(&from).expect("a folder");
    std::fs::copy(at("b.udm_b"), from.join("b.udm_b")).expect("a file");
    let fmt = run(&["udm", "fmt", text(&from), "-o", text(&to)]);
    assert!(fmt.status.code() == Some(2) && stderr(&fmt).contains("fmt writes text"), "{}", stderr(&fmt));
    assert!(!to.join("b.udm_b").exists());
    // A document in its place keeps its encoding, whatever its name.
    std::fs::copy(&b, at("k.udm")).expect("a file");
    fine(&["udm", "set", text(&at("k.udm")), "light/name", "y"]);
    assert!(is_binary("k.udm"));
}

#[test]
fn a_minus_is_standard_output() {
    let folder = folder(&[("a.udm", LIGHTS), ("d/x.txt", b"x")]);
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
        command.current_dir(folder.path()).args(arguments).output().expect("it runs")
    };
    let commands: [&[&str]; 4] = [
        &["udm", "set", "a.udm", "light/name", "x", "-o", "-"],
        &["udm", "fmt", "a.udm", "-o", "-"],
        &["udm", "schema", "infer", "a.udm", "-o", "-"],
        &["doctor", "d", "--html", "-"],
    ];
    for arguments in commands {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{arguments:?}");
    }
    for arguments in [["pak", "pack", "d", "-o", "-"], ["zed", "pack", "d", "-o", "-"]] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("can't be written to standard output"), "{}", stderr(&output));
    }
    assert!(!path(&folder, "-").exists());
}

#[test]
fn nil_items_cost_nothing() {
    // 2^30 items in a few bytes.
    let mut bytes = b"UDMB\x02\0\0\0\x1b".to_vec();
    let root = b"\x03\0\0\0\x09assetType\x0cassetVersion\x09assetData\x01\x01T\x08\x01\0\0\0\x1b";
    let data = b"\x01\0\0\0\x01a\x1c\0\xff\xff\xff\x3f";
    bytes.extend(((root.len() + 8 + data.len()) as u64).to_le_bytes());
    bytes.extend(root);
    bytes.extend((data.len() as u64).to_le_bytes());
    bytes.extend(data);
    let folder = folder(&[("a.udm_b", &bytes)]);
    let (file, out) = (path(&folder, "a.udm_b"), path(&folder, "out"));
    for arguments in [
        &["udm", "get", text(&file), "a"][..],
        &["udm", "get", "--json", text(&file), "a"],
        &["udm", "fmt", text(&file)],
        &["convert", "--to", "udm-text", text(&file), "-o", text(&out)],
        &["convert", "--to", "udm-reference", text(&file), "-o", text(&out)],
        &["convert", "--to", "json-plain", text(&file), "-o", text(&out)],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("items without bytes"), "{}", stderr(&output));
    }
    assert_eq!(run(&["convert", "--to", "json", text(&file), "-o", text(&out)]).status.code(), Some(0));
}

#[test]
fn json_goes_both_ways() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let (file, json, back) = (path(&folder, "a.udm"), path(&folder, "a.json"), path(&folder, "b.udm"));
    for (to, same) in [("json", true), ("json-plain", false)] {
        let output = run(&["convert", "--force", "--to", to, text(&file), "-o", text(&json)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let output = run(&["udm", "from-json", "--text", text(&json), "-o", text(&back), "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(run(&["udm", "diff", text(&file), text(&back)]).status.success(), same, "{to}");
        assert_eq!(stdout(&run(&["udm", "get", text(&back), "light/range"])), "12.5\n");
    }
}

#[test]
fn layouts_are_fixed_points() {
    let folder = folder(&[("in/a.udm", LIGHTS), ("in/b.txt", b"no document"), ("broken.udm", b"a {")]);
    let (file, out, broken) = (path(&folder, "in/a.udm"), path(&folder, "out"), path(&folder, "broken.udm"));
    let check = run(&["udm", "fmt", "--check", text(&file)]);
    assert_eq!((check.status.code(), stdout(&check)), (Some(1), format!("{}\n", text(&file))));
    for style in [&[][..], &["--compact"]] {
        let fmt = |rest: &[&str]| run(&[&["udm", "fmt"], style, rest].concat());
        let printed = fmt(&[text(&file)]);
        let keeps = style.is_empty();
        assert_eq!(stdout(&printed).starts_with("// a comment\n"), keeps, "{}", stdout(&printed));
        assert_eq!(stderr(&printed).contains("comments are left out"), !keeps, "{}", stderr(&printed));
        assert_eq!(fmt(&[text(&path(&folder, "in")), "--force", "-o", text(&out)]).status.code(), Some(0));
        assert_eq!(std::fs::read(out.join("a.udm")).expect("a file"), printed.stdout);
        assert_eq!(fmt(&["--check", text(&out)]).status.code(), Some(0));
        assert!(!out.join("b.txt").exists());
        assert_eq!(run(&["udm", "diff", text(&file), text(&out.join("a.udm"))]).status.code(), Some(0));
    }
    assert_eq!(run(&["udm", "fmt", text(&broken)]).status.code(), Some(1));
}

#[test]
fn documents_are_inspected() {
    let many: String = (0..30).map(|key| format!("k{key} {{ a {{ $int8 b 1 }} b {{}} }}\n")).collect();
    let escape = b"$string assetType \"X\x1b\" $uint32 assetVersion 3 $element assetData { $int8 \"a\x1b\" 1 }";
    let folder = folder(&[("a.udm", LIGHTS), ("many.udm", many.as_bytes()), ("escape.udm", escape)]);
    let inspect = |name: &str, depth: &str| {
        let output = run(&["inspect", "--depth", depth, text(&path(&folder, name))]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let screen = inspect("a.udm", "3");
    for line in ["asset: nil, version 1; text", "light: element, 10 keys", "  range: float 12.5", "[1]: element, 1 key"]
    {
        assert!(screen.contains(line), "{line} in {screen}");
    }
    assert!(!inspect("a.udm", "1").contains("range"));
    let screen = inspect("many.udm", "9");
    assert!(screen.contains("--depth shows fewer levels\n") && screen.lines().count() < 50, "{screen}");
    assert!(inspect("many.udm", "1").contains("and 18 more"));
    let screen = inspect("escape.udm", "3");
    assert!(!screen.contains('\x1b') && screen.contains("a\\u{1b}: int8 1"), "{screen}");
}

#[test]
fn the_largest_values_are_listed() {
    let source = b"a { $array few [float;2][1,2] $blob b [AAAA] $string s \"ten bytes!\" }
        $array list [element;1][{ $array inner [vec3;2][[1,2,3],[4,5,6]] $nil n }] $string \"\x1b\" \"abc\"";
    let folder = folder(&[("a.udm", source)]);
    let file = path(&folder, "a.udm");
    let inspect = |options: &[&str]| {
        let output = run(&[&["inspect"], options, &[text(&file)]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let screen = inspect(&["--largest", "4"]);
    let (_, listed) = screen.split_once("  largest:\n").expect("a list");
    let listed: Vec<&str> = listed.lines().take(5).collect();
    assert!(listed[0].starts_with("    29 bytes  list[0]/inner: array"), "{listed:?}");
    assert!(listed[1].starts_with("    13 bytes  a/few: array"), "{listed:?}");
    assert!(listed[2].starts_with("    11 bytes  a/b: blob"), "{listed:?}");
    assert!(listed[3].starts_with("    11 bytes  a/s: string"), "{listed:?}");
    assert!(listed[4].starts_with("  findings"), "{listed:?}");
    assert!(!inspect(&["--largest", "99"]).contains('\x1b'));
    assert!(!inspect(&[]).contains("largest"));
    let json: serde_json::Value = serde_json::from_str(&inspect(&["--json", "--largest", "2"])).expect("JSON");
    let expected = serde_json::json!([
        { "path": "list[0]/inner", "type": "array", "bytes": 29 },
        { "path": "a/few", "type": "array", "bytes": 13 },
    ]);
    assert_eq!(json["largest"], expected);
    let json: serde_json::Value = serde_json::from_str(&inspect(&["--json"])).expect("JSON");
    assert!(json.get("largest").is_none());
    // Other files have no values: a named file is refused, a file in a folder is skipped.
    let list = path(&folder, "list.txt");
    std::fs::write(&list, "Materials/a.xml\n").unwrap();
    let refused = run(&["inspect", "--largest", "4", text(&list)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--largest has no effect on a Urho3D material list"), "{}", stderr(&refused));
    assert_eq!(run(&["inspect", "--largest", "4", text(folder.path())]).status.code(), Some(0));
}

#[test]
fn texts_have_a_style() {
    let source = b"$float a 0.123456 $string b \"x\"";
    let folder = folder(&[("a.udm", source)]);
    let (file, out) = (path(&folder, "a.udm"), path(&folder, "b.udm"));
    let convert = |options: &[&str]| {
        let output = run(&[&["convert", "--force", text(&file), "-o", text(&out)], options].concat());
        assert_eq!(output.status.code(), Some(0), "{options:?}: {}", stderr(&output));
        std::fs::read(&out).expect("a file")
    };
    let pretty = b"$float a 0.123456\n$string b \"x\"\n";
    assert_eq!(convert(&["--style", "pretty"]), pretty);
    assert_eq!(convert(&["--style", "compact"]), b"$float a 0.123456 $string b \"x\"\n");
    let reference = convert(&["--style", "reference"]);
    assert!(reference.starts_with(b"\"assetData\"\n{\n\t$float a 0.1235\n"), "{}", reference.escape_ascii());
    assert_eq!(convert(&["--to", "udm-reference"]), reference);
    assert_eq!(convert(&["--to", "udm-text", "--style", "compact"]), convert(&["--to", "udm-compact"]));
    assert_eq!(convert(&["--to", "udm-text"]), pretty);
    // A binary document becomes text.
    convert(&["--to", "udm-binary"]);
    std::fs::copy(&out, &file).expect("a copy");
    assert_eq!(convert(&["--style", "pretty"]), pretty);
    let output = run(&["convert", "--style", "compact", "--to", "udm-binary", text(&file), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--style"), "{}", stderr(&output));
}

#[test]
fn documents_are_converted() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let (file, binary, back) = (path(&folder, "a.udm"), path(&folder, "b.udm"), path(&folder, "c.udm"));
    let convert = |to: &str, from, out| run(&["convert", "--force", "--to", to, text(from), "-o", text(out)]);
    assert_eq!(convert("udm-binary", &file, &binary).status.code(), Some(0));
    assert!(std::fs::read(&binary).expect("a file").starts_with(b"UDMB"));
    for to in ["udm-text", "udm-compact"] {
        assert_eq!(convert(to, &binary, &back).status.code(), Some(0));
        assert_eq!(run(&["udm", "diff", text(&file), text(&back)]).status.code(), Some(0), "{to}");
    }
    assert_eq!(convert("umdl", &binary, &back).status.code(), Some(2));
    // Bytes after the end.
    let longer = [std::fs::read(&binary).expect("a file"), vec![1, 2]].concat();
    std::fs::write(&binary, longer).expect("a file");
    let output = convert("udm-text", &binary, &back);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("2 bytes after the end"), "{}", stderr(&output));
}

#[test]
fn text_that_the_engine_refuses_is_told() {
    let folder = folder(&[("a.udm", b"light { $string name \"say \\\"hi\\\"\" }")]);
    let (file, binary, back) = (path(&folder, "a.udm"), path(&folder, "a.udm_b"), path(&folder, "b.udm"));
    assert_eq!(run(&["convert", text(&file), "-o", text(&binary)]).status.code(), Some(0));
    let output = run(&["convert", text(&binary), "-o", text(&back)]);
    assert!(stderr(&output).contains("name: found a backslash before a quotation mark"), "{}", stderr(&output));
    std::fs::remove_file(&back).expect("the file");
    for (option, value, said) in [("--deny", "warnings", "--deny"), ("--udm-values", "engine", "--udm-values any")] {
        let output = run(&["convert", text(&binary), "-o", text(&back), option, value]);
        assert_eq!((output.status.code(), back.exists()), (Some(1), false), "{option}");
        let message = stderr(&output);
        assert!(message.contains("light > name: ") && message.contains(said), "{message}");
    }
}
