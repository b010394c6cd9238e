//! Detailed errors: the content at the position, its part, and the next step.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use testkit::ByteBuilder;

fn model() -> Vec<u8> {
    fuzzkit::samples::all().into_iter().find(|sample| sample.name == "Character.mdl").expect("a sample").bytes
}

#[test]
fn a_model_of_2011_that_is_none_gets_its_own_error() {
    let folder = folder(&[("zero.mdl", b""), ("other.mdl", b"neither this nor that")]);
    for (name, content) in [("zero.mdl", "an empty file"), ("other.mdl", "unknown data")] {
        let file = path(&folder, name);
        // The parser for such models has refused it: the option wouldn't help.
        for arguments in [&["inspect", text(&file)][..], &["inspect", "--bare-2011", text(&file)]] {
            let output = run(arguments);
            let messages = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{messages}");
            assert!(
                messages.contains(content) && !messages.contains("bare_2011") && !messages.contains("--bare-2011"),
                "{messages}"
            );
        }
    }
}

#[test]
fn bytes_around_an_error_are_shown_with_a_mark() {
    let folder = folder(&[("cut.mdl", &model()[..2000])]);
    for command in ["validate", "inspect", "render", "convert"] {
        let file = path(&folder, "cut.mdl");
        let out = path(&folder, "out.png");
        let mut arguments = vec![command, text(&file)];
        match command {
            "render" => arguments.extend(["-o", text(&out)]),
            "convert" => arguments.extend(["--to", "umd3", "-o", "other.mdl"]),
            _ => {}
        }
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let said = stderr(&output);
        let lines: Vec<&str> = said.lines().collect();
        let [error, before, line, mark, behind, next] = lines[..] else { panic!("{said}") };
        assert!(error.contains("vertex buffer 0 > vertices: expected") && error.contains("(at byte 0x"), "{said}");
        let offset =
            error.rsplit_once("0x").and_then(|(_, hex)| usize::from_str_radix(hex.trim_end_matches(')'), 16).ok());
        let offset = offset.expect("an offset");
        let bytes = model();
        let row = |at: usize| bytes[at..at + 16].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let shown = |line: &str| line.replace("  ", " ");
        let first = offset / 16 * 16;
        for (line, at) in [(before, first - 16), (line, first), (behind, first + 16)] {
            assert!(line.contains(&format!("{at:08x} |")) && shown(line).contains(&row(at)), "{at:x}: {said}");
        }
        let column = mark.find("^^").expect("a mark");
        assert_eq!(line.get(column..column + 2), Some(format!("{:02x}", bytes[offset]).as_str()), "{said}");
        assert!(mark.ends_with("^^ vertex buffer 0 > vertices"), "{said}");
        assert!(next.starts_with("next: "), "{said}");
    }
}

#[test]
fn lines_of_texts_are_shown() {
    let folder = folder(&[("a.udm", b"$int8 x 1\n\tlamp { $float y }\n")]);
    let output = run(&["inspect", text(&path(&folder, "a.udm"))]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("       2 |  lamp { $float y }") && said.contains("^"), "{said}");
    assert!(said.contains("next: fix the text there, then: engine-assets validate"), "{said}");
    assert!(stderr(&run(&["udm", "get", text(&path(&folder, "a.udm")), "x"])).contains("       2 |  lamp"), "{said}");
}

#[test]
fn json_stays_json_and_folders_stay_short() {
    let folder = folder(&[("cut.mdl", &model()[..2000])]);
    let output = run(&["inspect", "--json", text(&path(&folder, "cut.mdl"))]);
    let printed = stdout(&output);
    let line: serde_json::Value = serde_json::from_str(&printed).expect("one line of JSON");
    assert_eq!((printed.lines().count(), &line["format"]), (1, &"urho-mdl".into()));
    assert_eq!(stderr(&run(&["validate", "--json", text(&path(&folder, "cut.mdl"))])), "");
    // Of the files of a folder there is a line each.
    let said = stderr(&run(&["--quiet", "validate", text(folder.path())]));
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// The suggested command works.
#[test]
fn models_with_errors_come_with_the_command_that_repairs_them() {
    // A geometry whose buffers don't exist.
    let geometry = ByteBuilder::new().raw(b"UMD2").u32s(&[0, 0, 1, 0, 1]).f32(0.0).u32s(&[0, 7, 7, 0, 0]);
    let broken = geometry.u32s(&[0, 0]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).f32s(&[0.0; 3]).build();
    let folder = folder(&[("a.mdl", &broken), ("my model.mdl", &broken)]);
    for name in ["a.mdl", "my model.mdl"] {
        let file = path(&folder, name);
        let said = stderr(&run(&["validate", text(&file)]));
        let command = said.lines().find_map(|line| line.strip_prefix("next: engine-assets ")).expect("a next step");
        let command = command.replace(text(folder.path()), ".").replace("./", "").replace("\"", "");
        assert!(command.contains("--repair drop-broken-lods"), "{said}");
        let repaired = file.with_extension("repaired.mdl");
        let output = run(&["convert", text(&file), "--repair", "drop-broken-lods", "-o", text(&repaired)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(run(&["validate", text(&repaired)]).status.code(), Some(0));
    }
    assert!(!stderr(&run(&["validate", text(folder.path())])).contains("next:"), "files of a folder have a line each");
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped() {
    let hostile = "a\x1b[2J\u{202e}.mdl";
    let folder = folder(&[(hostile, &model()[..2000]), ("a\x1b[2J.pak", b"UPAK"), ("a\x1b[2J.zed", b"ZEDI")]);
    for (command, name) in [
        (&["inspect"][..], hostile),
        (&["validate"], hostile),
        (&["asc", "list"], hostile),
        (&["udm", "get"], hostile),
        (&["pak", "list"], "a\x1b[2J.pak"),
        (&["zed", "list"], "a\x1b[2J.zed"),
        (&["inspect"], "missing\x1b[2J"),
    ] {
        let file = path(&folder, name);
        let mut arguments = command.to_vec();
        arguments.push(text(&file));
        if command == ["udm", "get"] {
            arguments.push("x");
        }
        let output = run(&arguments);
        assert_ne!(output.status.code(), Some(0));
        let said = stdout(&output) + &stderr(&output);
        assert!(said.contains(r"\u{1b}[2J") && !said.contains(['\x1b', '\u{202e}']), "{command:?}: {said:?}");
    }
}
