//! `udm`: values, layout, differences; and what `inspect` and `convert` do with documents.

mod common;

use common::{folder, path, run, stderr, stdout, text};

const LIGHTS: &[u8] = br#"// a comment
"light"
{
	$float range 12.5
	$string name "a\"b"
	$bool on 1
	$uint8 small 7
	$vec3 at [1,2,3]
	$struct<uint8:x,float:y> pair [1,2.5]
	$array numbers [int32;3][1,2,3]
	$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]
	$array parts [element;2][{ $float r 5 },{ $float r 6 }]
	$utf8 note [base64][Zm9vAA==]
}
"#;

#[test]
fn values_are_printed() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let file = path(&folder, "a.udm");
    let get = |place: &str| {
        let output = run(&["udm", "get", text(&file), place]);
        assert_eq!(output.status.code(), Some(0), "{place}: {}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(get("light/range"), "12.5\n");
    assert_eq!(get("light/name"), "a\"b\n");
    assert_eq!(get("light/at"), "[1,2,3]\n");
    assert_eq!(get("light/points[1]/y"), "4\n");
    assert_eq!(get("light/parts[1]"), "$float r 6\n");
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["udm", "get", "--json", text(&file), "light/range"]))).expect("JSON");
    assert_eq!((&json["type"], &json["text"]), (&"float".into(), &"12.5".into()));
    for missing in ["light/none", "light[0]", "light/"] {
        assert_eq!(run(&["udm", "get", text(&file), missing]).status.code(), Some(1), "{missing}");
    }
    assert_eq!(run(&["udm", "get", text(&path(&folder, "none")), "a"]).status.code(), Some(2));
}

#[test]
fn what_get_prints_set_takes() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let (file, binary) = (path(&folder, "a.udm"), path(&folder, "b.udm"));
    assert_eq!(run(&["convert", "--to", "udm-binary", text(&file), "-o", text(&binary)]).status.code(), Some(0));
    let before = std::fs::read(&binary).expect("a file");
    let keys = ["range", "name", "on", "small", "at", "pair", "numbers", "points", "parts", "parts[0]", "note"];
    for key in keys.map(|key| format!("light/{key}")) {
        let printed = stdout(&run(&["udm", "get", text(&binary), &key]));
        let value = printed.strip_suffix('\n').expect("a line");
        let output = run(&["udm", "set", text(&binary), &key, value]);
        assert_eq!(output.status.code(), Some(0), "{key} {value}: {}", stderr(&output));
        assert_eq!(std::fs::read(&binary).expect("a file"), before, "{key} {value}");
    }
}

#[test]
fn values_are_set() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let (file, other) = (path(&folder, "a.udm"), path(&folder, "b.udm"));
    let values = [
        ("light/range", "-3.5", "-3.5\n"),
        ("light/name", "door \"1\" \\", "door \"1\" \\\n"),
        ("light/on", "false", "0\n"),
        ("light/pair", "[9,0.5]", "[9,0.5]\n"),
        ("light/pair/x", "8", "8\n"),
        ("light/numbers[2]", "-7", "-7\n"),
        ("light/parts[1]", "{ $float r 9 }", "$float r 9\n"),
    ];
    for (place, value, printed) in values {
        let output = run(&["udm", "set", text(&file), place, value]);
        assert_eq!(output.status.code(), Some(0), "{place}: {}", stderr(&output));
        assert_eq!(stdout(&run(&["udm", "get", text(&file), place])), printed);
    }
    assert!(std::fs::read(&file).expect("a file").starts_with(b"\"light\"\n{\n"), "still text");
    let set = ["udm", "set", text(&file), "light/range", "1", "-o", text(&other)];
    assert_eq!(run(&set).status.code(), Some(0));
    assert_eq!(run(&set).status.code(), Some(2), "it is there");
    assert_eq!(stdout(&run(&["udm", "get", text(&file), "light/range"])), "-3.5\n");
    assert_eq!(stdout(&run(&["udm", "diff", text(&file), text(&other)])), "~ light/range: float -3.5 -> float 1\n");
}

#[test]
fn values_that_are_none_change_nothing() {
    let folder = folder(&[("a.udm", LIGHTS)]);
    let file = path(&folder, "a.udm");
    let bad = [
        ("light/range", "far"),
        ("light/range", "1 $float more 2"),
        ("light/small", "256"),
        ("light/small", "-1"),
        ("light/small", "1.5"),
        ("light/on", "maybe"),
        ("light/at", "[1,2]"),
        ("light/at", "[1,2,x]"),
        ("light/pair", "[1]"),
        ("light/parts[0]", "{} more {}"),
        ("light/parts[0]", "} \"more\" {"),
        ("light/points[0]/x", "1"),
        ("light/none", "1"),
    ];
    for (place, value) in bad {
        let output = run(&["udm", "set", text(&file), place, value]);
        assert_eq!(output.status.code(), Some(1), "{place} {value}");
        assert!(stderr(&output).contains(place), "{}", stderr(&output));
        assert_eq!(std::fs::read(&file).expect("a file"), LIGHTS, "{place} {value}");
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
        assert!(stderr(&printed).contains("comments are left out"), "{}", stderr(&printed));
        assert_eq!(fmt(&[text(&path(&folder, "in")), "--force", "-o", text(&out)]).status.code(), Some(0));
        assert_eq!(std::fs::read(out.join("a.udm")).expect("a file"), printed.stdout);
        assert_eq!(fmt(&["--check", text(&out)]).status.code(), Some(0));
        assert!(!out.join("b.txt").exists());
        assert_eq!(run(&["udm", "diff", text(&file), text(&out.join("a.udm"))]).status.code(), Some(0));
    }
    assert_eq!(run(&["udm", "fmt", text(&broken)]).status.code(), Some(1));
}

#[test]
fn differences_are_listed() {
    let folder = folder(&[("a.udm", b"$int8 a 1 $int8 b 2"), ("b.udm", b"$int8 b 3 $string c \"x\x1b[2J\"")]);
    let (old, new) = (path(&folder, "a.udm"), path(&folder, "b.udm"));
    let output = run(&["udm", "diff", text(&old), text(&new)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "- a: int8 1\n~ b: int8 2 -> int8 3\n+ c: string \"x\\u{1b}[2J\"\n");
    let same = run(&["udm", "diff", text(&old), text(&old)]);
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), String::new()));
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
    assert!(screen.contains("more\n") && screen.lines().count() < 50, "{screen}");
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
    // Bytes behind the end.
    let longer = [std::fs::read(&binary).expect("a file"), vec![1, 2]].concat();
    std::fs::write(&binary, longer).expect("a file");
    let output = convert("udm-text", &binary, &back);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("2 bytes behind the end"), "{}", stderr(&output));
}
