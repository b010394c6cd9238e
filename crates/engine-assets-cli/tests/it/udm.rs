//! `udm`: values, edits, differences, schemas.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};

pub(crate) const LIGHTS: &[u8] = br#"// a comment
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
    assert_eq!((&json["type"], &json["text"], &json["value"]), (&"float".into(), &"12.5".into(), &12.5.into()));
    for missing in ["light/none", "light[0]", "light/"] {
        assert_eq!(run(&["udm", "get", text(&file), missing]).status.code(), Some(1), "{missing}");
    }
    assert_eq!(run(&["udm", "get", text(&path(&folder, "none")), "a"]).status.code(), Some(2));
}

#[test]
fn messages_name_the_line_of_a_patch_and_some_of_many_keys() {
    let line = r#"{"path":"light/range","old":{"float":12.5},"new":{"float":1.0}}"#;
    let patch = format!("{line}\n{line}\n\n{{\"path\": nope}}\n");
    let folder = folder(&[("a.udm", LIGHTS), ("ch.json", patch.as_bytes())]);
    let (file, patch) = (path(&folder, "a.udm"), path(&folder, "ch.json"));
    let messages = stderr(&run(&["udm", "patch", text(&file), text(&patch)]));
    assert!(messages.contains("line 4 column "), "{messages}");
    let messages = stderr(&run(&["udm", "get", text(&file), "light/nam"]));
    assert!(messages.contains("its keys include \"name\"") && !messages.contains("it has"), "{messages}");
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
    let now = String::from_utf8(std::fs::read(&file).expect("a file")).expect("text");
    assert!(now.starts_with("// a comment\n\"light\"\n{\n\t$float range -3.5\n"), "{now}");
    assert!(now.contains("\n\t$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]\n"), "{now}");
    let set = ["udm", "set", text(&file), "light/range", "1", "-o", text(&other)];
    assert_eq!(run(&set).status.code(), Some(0));
    assert_eq!(run(&set).status.code(), Some(2), "it is there");
    assert_eq!(stdout(&run(&["udm", "get", text(&file), "light/range"])), "-3.5\n");
    assert_eq!(
        stdout(&run(&["udm", "diff", text(&file), text(&other)])),
        "- light/range: float -3.5\n+ light/range: float 1\n"
    );
}

#[test]
fn an_edit_changes_one_place() {
    let source = b"\xef\xbb\xbf// why\r\nlight {   $float range 5.00 // metres\r\n\t$string dir \"a\\b\"\r\n}\r\n";
    let folder = folder(&[("a.pmat", source)]);
    let file = path(&folder, "a.pmat");
    let edit = |arguments: &[&str]| {
        let output = run(&[&["udm"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(std::fs::read(&file).expect("a file")).expect("text")
    };
    let before = String::from_utf8(source.to_vec()).expect("text");
    assert_eq!(edit(&["set", text(&file), "light/range", "6"]), before.replace("5.00", "6"));
    // Text that the engine reads too: a lone backslash, and no backslash before a quotation mark.
    let now = edit(&["set", text(&file), "light/dir", "models\\foo\\"]);
    assert_eq!(now, before.replace("5.00", "6").replace("\"a\\b\"", "models\\foo\\"));
    assert!(!stderr(&run(&["validate", text(&file)])).contains("backslash"));
    let more = edit(&["set", text(&file), "light/more/count", "3", "--create", "--type", "uint8"]);
    assert!(more.contains("$uint8 count 3") && more.starts_with(now.split("\r\n}").next().expect("a part")), "{more}");
    assert_eq!(edit(&["rm", text(&file), "light/more"]), now);
    assert!(edit(&["set", text(&file), "assetType", "PMAT"]).contains("$string assetType \"PMAT\""));
    assert_eq!(stdout(&run(&["udm", "get", text(&file), "assetType"])), "PMAT\n");
    let output = run(&["udm", "get", text(&file), "light/rang"]);
    assert!(stderr(&output).contains("\"range\""), "{}", stderr(&output));
    for (arguments, said) in [
        (&["light/range", "x", "--type", "string"][..], None),
        (&["light/new", "1"], Some("--create")),
        (&["light/new", "1", "--create"], Some("--type")),
    ] {
        let output = run(&[&["udm", "set", text(&file)], arguments].concat());
        assert_eq!(output.status.success(), said.is_none(), "{arguments:?}");
        assert!(stderr(&output).contains(said.unwrap_or_default()), "{}", stderr(&output));
    }
}

#[test]
fn changes_are_patched_and_merged() {
    let base = b"// base\n$float a 1.5\n$int8 b 2\n$array l [element;1][{ $int8 x 1 }]\n";
    let theirs = b"$int8 b 3 $float a 1.5 $array l [element;1][{ $int8 x 1 }] $string new \"n\"";
    let ours = b"// base\n$float a 2.50 // ours\n$int8 b 2\n$array l [element;1][{ $int8 x 9 }]\n";
    let folder = folder(&[("base", base), ("theirs", theirs), ("ours", ours)]);
    let (base, theirs, ours) = (path(&folder, "base"), path(&folder, "theirs"), path(&folder, "ours"));
    let changes = stdout(&run(&["udm", "diff", "--json", text(&base), text(&theirs)]));
    let patch = path(&folder, "patch");
    std::fs::write(&patch, &changes).expect("a file");
    let patched = path(&folder, "patched");
    let output = run(&["udm", "patch", text(&base), text(&patch), "-o", text(&patched)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(run(&["udm", "diff", text(&theirs), text(&patched)]).status.success());
    assert!(std::fs::read(&patched).expect("a file").starts_with(b"// base\n$float a 1.5\n$int8 b 3\n"));
    // It doesn't fit twice.
    assert_eq!(run(&["udm", "patch", text(&patched), text(&patch)]).status.code(), Some(1));
    assert_eq!(run(&["udm", "merge", text(&base), text(&ours), text(&theirs)]).status.code(), Some(0));
    let merged = std::fs::read(&ours).expect("a file");
    let expected =
        "// base\n$float a 2.50 // ours\n$int8 b 3\n$array l [element;1][{ $int8 x 9 }]\n$string new \"n\"\n";
    assert_eq!(String::from_utf8_lossy(&merged), expected);
    assert_eq!(run(&["udm", "diff", "--tolerance", "1", text(&base), text(&base)]).status.code(), Some(0));
    let other = path(&folder, "other");
    std::fs::write(&other, b"$int8 b 7").expect("a file");
    let output = run(&["udm", "merge", text(&base), text(&ours), text(&other)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("conflict: b: "), "{}", stderr(&output));
}

#[test]
fn schemas_check_complete_and_are_inferred() {
    let schema =
        br#"schema { $array includes [string]["more"] types { Lamp { format { $string type LAMP $uint32 version 1 }
        children { range { $float default 5.0 } mode { $string type Mode $string default Fast } } } } }"#;
    let more = br#"schema { types { Mode { $string type enum $array values [string]["Fast","Slow"] } } }"#;
    let lamp = b"$string assetType LAMP $uint32 assetVersion 1 assetData { $string mode Warm // why\n }";
    let folder = folder(&[("lamp.udms", schema), ("more.udms", more), ("a.udm", lamp), ("b.udm", b"$int8 x 1")]);
    let (schema, file) = (path(&folder, "lamp.udms"), path(&folder, "a.udm"));
    let listed = stdout(&run(&["udm", "schema", "list", text(&schema)]));
    assert!(listed.contains("Lamp: object, asset LAMP version 1\n  range: float = float 5\n"), "{listed}");
    let output = run(&["validate", "--schema", text(&schema), text(&file)]);
    assert!(stderr(&output).contains("expected one of Mode (Fast, Slow), found \"Warm\""), "{}", stderr(&output));
    assert_eq!(run(&["udm", "schema", "complete", text(&schema), text(&file)]).status.code(), Some(0));
    let now = String::from_utf8(std::fs::read(&file).expect("a file")).expect("text");
    assert!(now.contains("$string mode Warm // why\n") && now.contains("$float range 5"), "{now}");
    let inferred = path(&folder, "inferred.udms");
    let output = run(&["udm", "schema", "infer", text(&file), text(&path(&folder, "b.udm")), "-o", text(&inferred)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = run(&["validate", "--deny", "warnings", "--schema", text(&inferred), text(&file)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
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
        ("light/points[0]/z", "1"),
        ("light/none", "1"),
        ("light/range", ""),
        ("light/range", "1e400"),
        ("light/range", "5abc"),
        ("light/numbers", "[int32;2][1,99999999999]"),
    ];
    for (place, value) in bad {
        let output = run(&["udm", "set", text(&file), place, value]);
        assert_eq!(output.status.code(), Some(1), "{place} {value}");
        assert!(stderr(&output).contains(place), "{}", stderr(&output));
        assert_eq!(std::fs::read(&file).expect("a file"), LIGHTS, "{place} {value}");
    }
}

#[test]
fn differences_are_listed() {
    let folder = folder(&[("a.udm", b"$int8 a 1 $int8 b 2"), ("b.udm", b"$int8 b 3 $string c \"x\x1b[2J\"")]);
    let (old, new) = (path(&folder, "a.udm"), path(&folder, "b.udm"));
    let output = run(&["udm", "diff", text(&old), text(&new)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "- a: int8 1\n- b: int8 2\n+ b: int8 3\n+ c: string \"x\\u{1b}[2J\"\n");
    let same = run(&["udm", "diff", text(&old), text(&old)]);
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), String::new()));
}

#[test]
fn patterns_find_and_set_many_values() {
    let source = b"lamps { hall { $string type spot $float watts 5 // hall\n } door { $string type point $float watts 9 } }\n$vec3 p [1,2,3]\n$array steps [int8;3][1,2,3]\n";
    let folder = folder(&[("a.udm", source)]);
    let file = path(&folder, "a.udm");
    let get = |query: &str| {
        let output = run(&["udm", "get", text(&file), query]);
        assert_eq!(output.status.code(), Some(0), "{query}: {}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(get("lamps/*/watts"), "lamps/hall/watts: 5\nlamps/door/watts: 9\n");
    assert_eq!(get("**/watts"), get("lamps/*/watts"));
    assert_eq!(get("lamps/*[type=spot]/watts"), "lamps/hall/watts: 5\n");
    assert_eq!(get("steps[-1]"), "steps[2]: 3\n");
    assert_eq!(get("steps[1:]"), "steps[1]: 2\nsteps[2]: 3\n");
    assert_eq!(get("p/y"), "2\n");
    let output = run(&["udm", "get", text(&file), "steps[*]/v"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("steps[*]/v: the pattern matches 0 values"), "{}", stderr(&output));
    let edit = |arguments: &[&str]| {
        let output = run(&[&["udm", arguments[0], text(&file)], &arguments[1..]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        std::fs::read_to_string(&file).expect("a file")
    };
    let json = stdout(&run(&["udm", "get", "--json", text(&file), "**"]));
    let before = std::fs::read_to_string(&file).expect("a file");
    let changed = edit(&["set", "lamps/*/watts", "-1.5", "--and", "p/y", "7", "--and", "steps[0]", "-4"]);
    let expected =
        before.replace("watts 5", "watts -1.5").replace("watts 9", "watts -1.5").replace("[1,2,3]", "[1,7,3]");
    assert_eq!(changed, expected.replace("[int8;3][1,7,3]", "[int8;3][-4,2,3]"));
    let values = path(&folder, "values.json");
    std::fs::write(&values, json).expect("a file");
    assert_eq!(edit(&["set", "--from-json", text(&values)]), before, "the output of get --json is accepted");
    assert!(edit(&["append", "steps", "4"]).contains("[int8;4][1,2,3,4]"));
    assert_eq!(edit(&["rm", "steps[3]"]), before);
    assert_eq!(edit(&["rename", "lamps/hall/watts", "power"]), before.replace("watts 5", "power 5"));
    assert!(edit(&["move", "lamps/hall/power", "lamps/hall/light/power"]).contains("$float power 5"));
    assert_eq!(get("lamps/hall/light/power"), "5\n");
    std::fs::write(&file, b"$array parts [element;1][{ $int8 x 1 }]\n").expect("a file");
    edit(&["set", "parts[1]/size", "2", "--create", "--type", "float"]);
    assert_eq!(get("parts[1]/size"), "2\n");
    std::fs::write(&file, b"a {\n\t// metres\n\t$float x 5.0\n}\n").expect("a file");
    assert!(edit(&["move", "a/x", "b/x"]).contains("\t// metres\n\t$float x 5.0\n"), "comments go along");
}

#[test]
fn schemas_are_documents() {
    let source = b"// types\nschema { types { A { children { $nil x } } } }\n";
    let folder = folder(&[("a.udms", source)]);
    let (file, binary, back) = (path(&folder, "a.udms"), path(&folder, "a.udms_b"), path(&folder, "b.udms"));
    for (from, to) in [(&file, &binary), (&binary, &back)] {
        let output = run(&["convert", text(from), "-o", text(to)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert!(std::fs::read(&binary).expect("a file").starts_with(b"UDMB"));
    assert!(run(&["udm", "diff", text(&file), text(&back)]).status.success());
}
