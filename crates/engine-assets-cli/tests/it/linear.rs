//! Time in proportion to the input: four times as much takes no more than eight times as long. Quadratic time takes sixteen times as long.
//!
//! Time is the time of processors that the command used, which other programs of a busy machine change little.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use engine_assets::urho_mdl::Model;

use crate::common::{folder, text};

/// A text of a number of parts.
type Text = fn(usize) -> String;

/// The same, with what a case knows; and the bytes of a file of a number of parts.
type TextOf<'c> = &'c dyn Fn(usize) -> String;
type BytesOf<'c> = &'c dyn Fn(usize) -> Vec<u8>;

/// Names and contents of files.
type Files = Vec<(String, Vec<u8>)>;

/// Size of the small input: large enough that the time of most commands is in the input and not in the start of the program.
const SMALL: usize = 4_000;

/// Time of a start, and the clock of the system.
const SLACK: Duration = Duration::from_millis(200);

/// Returns the processor time of a command on all threads, and checks its exit status.
fn time(arguments: &[String], statuses: &[i32], place: &Path) -> Duration {
    let [output, errors] = ["stdout", "stderr"].map(|name| File::create(place.join(name)).expect("a file"));
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("engine-assets"));
    command.args(arguments).stdin(Stdio::null()).stdout(output).stderr(errors);
    let mut child = command.spawn().expect("it runs");
    let stat = format!("/proc/{}/stat", child.id());
    // A process that has ended stays as a zombie with its times until it is waited for.
    let ticks: u64 = loop {
        let text = std::fs::read_to_string(&stat).expect("it isn't waited for");
        let (_, fields) = text.rsplit_once(')').expect("the name of the program");
        let fields: Vec<&str> = fields.split_whitespace().collect();
        if fields[0] == "Z" {
            break fields[11].parse::<u64>().expect("utime") + fields[12].parse::<u64>().expect("stime");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let status = child.wait().expect("it ends").code();
    let said = || std::fs::read_to_string(place.join("stderr")).unwrap_or_default();
    assert!(status.is_some_and(|status| statuses.contains(&status)), "{arguments:?}: {status:?} {}", said());
    // Linux shows programs 100 ticks a second on every architecture.
    Duration::from_millis(ticks * 10)
}

/// Checks a command with files that `make` makes of a size; `@` in an argument is their folder. A machine that does other things too gets three attempts.
fn assert_law(name: &str, arguments: &[&str], statuses: &[i32], (small, make): (usize, &dyn Fn(usize) -> Files)) {
    let sized = |count: usize| {
        let files = make(count);
        let folder = folder(&files.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect::<Vec<_>>());
        let at = text(folder.path()).to_owned();
        let words: Vec<String> = arguments.iter().map(|word| word.replace('@', &at)).collect();
        (words, folder)
    };
    let place = tempfile::tempdir().expect("a folder");
    let ((few, _kept), (many, _too)) = (sized(small), sized(small * 4));
    let (mut least, mut most) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        least = least.min(time(&few, statuses, place.path()));
        most = most.min(time(&many, statuses, place.path()));
        if most <= least * 8 + SLACK {
            return;
        }
    }
    panic!("{name}: {least:?} for {small} parts, {most:?} for four times as many");
}

/// Checks a command with documents that `make` makes: `@0` is the first.
fn assert_linear(name: &str, arguments: &[&str], statuses: &[i32], make: &[Text]) {
    let arguments: Vec<String> = arguments
        .iter()
        .map(|word| word.strip_prefix('@').map_or_else(|| (*word).to_owned(), |number| format!("@/{number}.udm")))
        .collect();
    let files = |count: usize| -> Files {
        let files = make.iter().enumerate();
        files.map(|(number, make)| (format!("{number}.udm"), make(count).into_bytes())).collect()
    };
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_law(name, &arguments, statuses, (SMALL, &files));
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn validate_equal_keys() {
    assert_linear("equal keys", &["validate", "@0"], &[0], &[|count| lines(count, |_| "$int8 a 1\n".to_owned())]);
}

#[test]
fn validate_references() {
    let texts: [(&str, Text); 3] = [
        ("missing", |count| lines(count / 4, |number| format!("$ref r{number} nowhere{number}\n"))),
        ("chain", |count| lines(count / 4, |number| format!("$ref r{number} r{}\n", number + 1))),
        ("ring", |count| lines(count / 4, |number| format!("$ref r{number} r{}\n", (number + 1) % (count / 4)))),
    ];
    for (name, make) in texts {
        assert_linear(name, &["validate", "@0"], &[0], &[make]);
        assert_linear(name, &["inspect", "@0"], &[0], &[make]);
    }
}

#[test]
fn documents_of_many_keys() {
    let keys: fn(usize) -> String = |count| lines(count, |number| format!("$int8 k{number} 1\n"));
    let other: fn(usize) -> String = |count| lines(count, |number| format!("$int8 k{number} 2\n"));
    let third: fn(usize) -> String = |count| lines(count, |number| format!("$int8 k{number} {}\n", number % 3));
    assert_linear("validate", &["validate", "@0"], &[0], &[keys]);
    assert_linear("get", &["udm", "get", "@0", "**"], &[0], &[keys]);
    assert_linear("fmt", &["udm", "fmt", "@0"], &[0], &[keys]);
    assert_linear("diff", &["udm", "diff", "@0", "@1"], &[1], &[keys, other]);
    assert_linear("merge", &["udm", "merge", "@0", "@1", "@2", "-o", "-"], &[1], &[keys, other, third]);
}

#[test]
fn edits_of_many_keys() {
    let keys: fn(usize) -> String = |count| lines(count, |number| format!("$int8 k{number} 1\n"));
    assert_linear("set by a pattern", &["udm", "set", "@0", "*", "3", "-o", "-"], &[0], &[keys]);
    let values: fn(usize) -> String =
        |count| lines(count, |number| format!("{{\"path\":\"k{number}\",\"type\":\"int8\",\"text\":\"2\"}}\n"));
    assert_linear("set by JSON", &["udm", "set", "@0", "--from-json", "@1", "-o", "-"], &[0], &[keys, values]);
    let empty: fn(usize) -> String = |_| "$int8 z 1\n".to_owned();
    assert_linear("add by JSON", &["udm", "set", "@0", "--from-json", "@1", "-o", "-"], &[0], &[empty, values]);
    let changed: fn(usize) -> String = |count| {
        lines(count, |number| format!("{{\"path\":\"k{number}\",\"old\":{{\"int8\":1}},\"new\":{{\"int8\":2}}}}\n"))
    };
    let removed: fn(usize) -> String =
        |count| lines(count, |number| format!("{{\"path\":\"k{number}\",\"old\":{{\"int8\":1}}}}\n"));
    let added: fn(usize) -> String =
        |count| lines(count, |number| format!("{{\"path\":\"k{number}\",\"new\":{{\"int8\":1}}}}\n"));
    for (name, document, changes) in [("change", keys, changed), ("remove", keys, removed), ("add", empty, added)] {
        assert_linear(name, &["udm", "patch", "@0", "@1", "-o", "-"], &[0], &[document, changes]);
    }
}

#[test]
fn conflicts_between_markers() {
    let whole: fn(usize) -> String = |count| {
        let side = |number: usize| format!("<<<<<<< ours a{number}\n$int8 a{number} 1\n=======\n$int8 a{number} 2\n");
        lines(count, |number| format!("{}>>>>>>> theirs a{number}\n", side(number)))
    };
    let begun: fn(usize) -> String = |count| lines(count, |number| format!("<<<<<<< ours a{number}\n"));
    assert_linear("conflicts", &["udm", "resolve", "--ours", "@0", "-o", "-"], &[0], &[whole]);
    assert_linear("without end", &["udm", "resolve", "--ours", "@0", "-o", "-"], &[1], &[begun]);
}

#[test]
fn arrays_of_many_items() {
    let items: fn(usize) -> String = |count| {
        let items: Vec<String> = (0..count).map(|number| format!("{{ $int32 x {number} }}")).collect();
        format!("$array a [element;{count}][{}]\n", items.join(","))
    };
    assert_linear("validate", &["validate", "@0"], &[0], &[items]);
    assert_linear("get", &["udm", "get", "@0", "**"], &[0], &[items]);
    assert_linear("diff", &["udm", "diff", "@0", "@1"], &[0], &[items, items]);
}

/// Changes, removals and additions of many items, in each kind of array.
#[test]
fn edits_of_many_items() {
    let array = |kind: &str, ty: &str, item: &dyn Fn(usize) -> String, count: usize| {
        let items: Vec<String> = (0..count).map(item).collect();
        format!("${kind} a [{ty};{count}][{}]\n", items.join(","))
    };
    let documents: [(&str, TextOf<'_>, TextOf<'_>); 4] = [
        ("elements", &|count| array("array", "element", &|at| format!("{{ $int32 x {at} }}"), count), &|at| {
            format!(r#"{{"element":{{"x":{{"int32":{at}}}}}}}"#)
        }),
        ("numbers", &|count| array("array", "int32", &|at| at.to_string(), count), &|at| {
            format!(r#"{{"int32":{at}}}"#)
        }),
        ("packed", &|count| array("arrayLz4", "int32", &|at| at.to_string(), count), &|at| {
            format!(r#"{{"int32":{at}}}"#)
        }),
        ("strings", &|count| array("array", "string", &|at| format!("\"s{at}\""), count), &|at| {
            format!(r#"{{"string":"s{at}"}}"#)
        }),
    ];
    for (kind, document, item) in documents {
        let edits: [(&str, &dyn Fn(usize) -> String); 3] = [
            // Before the first item, the second, and so on.
            ("add", &|at| format!(r#"{{"path":"a[{}]","new":{}}}"#, at * 2, item(at))),
            ("remove", &|at| format!(r#"{{"path":"a[{at}]","old":{}}}"#, item(at))),
            ("change", &|at| format!(r#"{{"path":"a[{at}]","old":{},"new":{}}}"#, item(at), item(at + 1))),
        ];
        for (edit, line) in edits {
            let files = |count: usize| {
                let changes: String = (0..count).map(|at| line(at) + "\n").collect();
                vec![("a.udm".into(), document(count).into_bytes()), ("changes".into(), changes.into_bytes())]
            };
            let name = format!("{edit} {kind}");
            assert_law(&name, &["udm", "patch", "@/a.udm", "@/changes", "-o", "-"], &[0], (SMALL, &files));
        }
    }
}

/// New values of single items, in each kind of array.
#[test]
fn new_values_of_many_items() {
    let array = |start: &str, item: &str, count: usize| format!("{start};{count}][{}]\n", vec![item; count].join(","));
    for (start, old, path, ty, new) in [
        ("$array a [int32", "1", "", "int32", "2"),
        ("$array a [string", "\"s\"", "", "string", "t"),
        ("$array a [struct<int32:x,int32:y>", "[1,2]", "/x", "int32", "3"),
        ("$arrayLz4 a [int32", "1", "", "int32", "2"),
        ("$arrayLz4 a [string", "\"s\"", "", "string", "t"),
    ] {
        let files = |count: usize| {
            let value = |at: usize| format!(r#"{{"path":"a[{at}]{path}","type":"{ty}","text":"{new}"}}"#) + "\n";
            let values: String = (0..count).map(value).collect();
            vec![("a.udm".into(), array(start, old, count).into_bytes()), ("values".into(), values.into_bytes())]
        };
        assert_law(start, &["udm", "set", "@/a.udm", "--from-json", "@/values", "-o", "-"], &[0], (SMALL, &files));
    }
}

#[test]
fn hunks_of_both_sides() {
    let base: Text = |count| lines(count, |number| format!("$int8 k{number} 1\n"));
    let even: Text = |count| lines(count, |number| format!("$int8 k{number} {}\n", 1 + number % 2));
    let third: Text =
        |count| lines(count, |number| format!("$int8 k{number} {}\n", 1 + number % 4 / 2 * 2 * ((number + 1) % 2)));
    assert_linear("hunks", &["udm", "merge", "@0", "@1", "@2", "-o", "-"], &[0], &[base, even, third]);
}

/// A pattern of a number of parts, against names that nearly match it.
#[test]
fn long_patterns() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build().expect("a model");
    let model = model.to_bytes().expect("bytes");
    let names = "a".repeat(60);
    let files = |_: usize| -> Files {
        let animation = (format!("m_{names}.ani"), b"no animation".to_vec());
        vec![("m.mdl".into(), model.clone()), animation, ("a.udm".into(), format!("$int8 {names} 1\n").into_bytes())]
    };
    for part in ["a*", "*a", "?*", "[ab]*"] {
        for arguments in
            [&["convert", "@/m.mdl", "--force", "-o", "@/m.glb", "--animations"][..], &["udm", "get", "@/a.udm"]]
        {
            let [few, many] = [1, 4].map(|times| part.repeat(SMALL * times));
            let place = tempfile::tempdir().expect("a folder");
            let sources = files(0);
            let folder = folder(&sources.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect::<Vec<_>>());
            let words: Vec<String> = arguments.iter().map(|word| word.replace('@', text(folder.path()))).collect();
            let taken = |pattern: &String| {
                time(&[&words[..], std::slice::from_ref(pattern)].concat(), &[0, 1, 2], place.path())
            };
            let (least, most) = (taken(&few), taken(&many));
            assert!(most <= least * 8 + SLACK, "{part} {arguments:?}: {least:?}, {most:?} for four times as many");
        }
    }
}

/// A triangle as glTF.
const TRIANGLE: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAA"}]}"#;

#[test]
fn folders_of_many_outputs() {
    let files = |count: usize| -> Files {
        (0..count).map(|number| (format!("in/m{number}.gltf"), TRIANGLE.as_bytes().to_vec())).collect()
    };
    let arguments = ["convert", "@/in", "--to", "mdl", "--force", "-o", "@/out/Data/Models"];
    assert_law("many models", &arguments, &[0], (500, &files));
}

fn scene(nodes: impl Iterator<Item = String>) -> Vec<u8> {
    format!("<scene id=\"1\">{}</scene>", nodes.collect::<String>()).into_bytes()
}

#[test]
fn scenes_of_many_nodes() {
    let node =
        |id: usize, inside: &str| format!("<node id=\"{id}\"><attribute name=\"Name\" value=\"n\"/>{inside}</node>");
    let refers = |name: &str| {
        let value = format!("<attribute name=\"Prefab\" value=\"PrefabResource;{name}\"/>");
        format!("<component type=\"PrefabReference\" id=\"9\">{value}</component>")
    };
    let group = |count: usize| {
        let ids: String = (0..count).map(|at| format!(";{}", at + 2)).collect();
        let value = format!("<attribute name=\"Instance Nodes\" value=\"{count}{ids}\"/>");
        format!("<component type=\"StaticModelGroup\" id=\"9\">{value}</component>")
    };
    let (itself, other, missing) = (refers("Scenes/a.xml"), refers("Objects/b.xml"), refers("Objects/none.xml"));
    let scenes: [(&str, BytesOf<'_>); 6] = [
        ("nodes", &|count| scene((0..count).map(|at| node(at + 2, "")))),
        ("equal ids", &|count| scene((0..count).map(|_| node(2, "")))),
        ("itself", &|count| scene((0..count).map(|at| node(at + 2, &itself)))),
        ("a prefab", &|count| scene((0..count).map(|at| node(at + 2, &other)))),
        ("no prefab", &|count| scene((0..count).map(|at| node(at + 2, &missing)))),
        ("instances", &|count| {
            scene(std::iter::once(node(count + 9, &group(count))).chain((0..count).map(|at| node(at + 2, ""))))
        }),
    ];
    for (name, make) in scenes {
        let files = |count: usize| -> Files {
            let prefab = node(1, "").into_bytes();
            vec![("Data/Scenes/a.xml".to_owned(), make(count)), ("Data/Objects/b.xml".to_owned(), prefab)]
        };
        let commands: [&[&str]; 4] = [
            &["validate", "@/Data/Scenes/a.xml"],
            &["inspect", "@/Data/Scenes/a.xml"],
            &["convert", "@/Data/Scenes/a.xml", "--lossy", "--force", "-o", "@/a.glb"],
            &["convert", "@/Data/Scenes/a.xml", "--lossy", "--force", "-o", "@/a.json"],
        ];
        for arguments in commands {
            assert_law(&format!("{name}: {arguments:?}"), arguments, &[0, 1], (SMALL / 2, &files));
        }
    }
}

#[test]
fn folders_of_many_files() {
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build().expect("a model");
    let model = model.to_bytes().expect("bytes");
    let files = |count: usize| -> Files {
        let models = (0..count).map(|number| (format!("in/m{number}.mdl"), model.clone()));
        // Most files of a folder are none that are converted, and a folder can have as many materials as models.
        let texts = (0..count * 40).map(|number| (format!("in/t{number}.txt"), b"a text".to_vec()));
        let material = |number: usize| (format!("in/Materials/other{number}.xml"), b"<material/>".to_vec());
        models.chain(texts).chain((0..count).map(material)).collect()
    };
    for arguments in [
        &["convert", "@/in", "--to", "glb", "--force", "-o", "@/out"][..],
        &["convert", "@/in", "--to", "glb", "--dry-run", "--force", "-o", "@/out"],
        &["validate", "@/in"],
        &["doctor", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0, 1], (100, &files));
    }
}

#[test]
fn projects_of_many_references() {
    let files = |count: usize| -> Files {
        let texture = |number: usize| (format!("in/Textures/t{number}.png"), b"\x89PNG\r\n\x1a\n".to_vec());
        let material = |number: usize| {
            let text = format!("<material><texture name=\"Textures/t{number}.png\" /></material>");
            (format!("in/Materials/m{number}.xml"), text.into_bytes())
        };
        // Each pattern fits many names in part, and one script has all of them.
        let patterns =
            lines(count, |number| format!("a = \"Textures/t\" + x + \"{number}.png\"; b = \"Textures/\" + y;\n"));
        let names =
            lines(count, |number| format!("{{\"icon\": \"Textures/t{number}.png\", \"part\": \"t{number}.png\"}}\n"));
        let quotes = format!("\"Textures/{}\n", "\" + \"".repeat(count));
        let texts = [("Game.as", patterns), ("icons.json", names), ("Quotes.as", quotes)];
        let texts = texts.into_iter().map(|(name, text)| (format!("in/Scripts/{name}"), text.into_bytes()));
        (0..count).map(texture).chain((0..count).map(material)).chain(texts).collect()
    };
    for arguments in [
        &["doctor", "@/in"][..],
        &["validate", "--unused", "--quiet", "@/in"],
        &["refs", "Textures/t7.png", "--project", "@/in"],
        &["refs", "--graph", "json", "--project", "@/in"],
        &["refs", "--graph", "dot", "--project", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0, 1], (300, &files));
    }
}

/// Patterns that match many values, of one part and of many: they are changed in one pass.
#[test]
fn values_by_paths() {
    let node = |id: usize, inside: &str| {
        let name = "<attribute name=\"Name\" value=\"n\"/>";
        format!("<node id=\"{id}\">{name}{inside}</node>")
    };
    let light = |id: usize| {
        format!("<component type=\"Light\" id=\"{id}\"><attribute name=\"Range\" value=\"5\"/></component>")
    };
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let attribute = |at: usize| format!("<attribute name=\"a{at}\" value=\"1\"/>");
    let files: [(&str, BytesOf<'_>, &[&[&str]]); 6] = [
        (
            "nodes.xml",
            &|count| scene((0..count).map(|at| node(at + 2, &light(at + 1)))),
            &[
                &["get", "@", "**"],
                &["get", "@", "nodes/**[Light]/Range"],
                &["set", "--dry-run", "@", "nodes/*/Name", "m"],
                &["set", "--dry-run", "@", "nodes/*/Position", "1 2 3"],
                &["set", "--dry-run", "@", "nodes/**/Range", "7", "--where", "Light Type=Point"],
                &["remove", "--dry-run", "@", "nodes/**/Range"],
                &["remove", "--dry-run", "@", "nodes/*/Light"],
                &["remove", "--dry-run", "@", "nodes/*", "--where", "Name=n"],
                &["keys", "@", "nodes"],
                &["insert", "--dry-run", "@", "nodes", "m"],
            ],
        ),
        (
            "components.xml",
            &|count| scene(std::iter::once(node(2, &many(count, &|at| light(at + 1))))),
            &[
                &["set", "--dry-run", "@", "nodes[1]/**/Range", "7"],
                &["set", "--dry-run", "@", "nodes[1]/**/Brightness Multiplier", "7"],
                &["remove", "--dry-run", "@", "nodes[1]/*[Light]/Range"],
                &["keys", "@", "nodes[1]"],
            ],
        ),
        (
            "attributes.xml",
            &|count| {
                let component = format!("<component type=\"Thing\" id=\"1\">{}</component>", many(count, &attribute));
                scene(std::iter::once(node(2, &component)))
            },
            &[&["set", "--dry-run", "@", "nodes[1]/Thing/*", "7"], &["remove", "--dry-run", "@", "nodes[1]/Thing/a*"]],
        ),
        (
            "material.xml",
            &|count| {
                let parameter = |at: usize| format!("<parameter name=\"p{at}\" value=\"1\"/>");
                format!("<material>{}</material>", many(count, &parameter)).into_bytes()
            },
            &[
                &["set", "--dry-run", "@", "parameters/*", "7"],
                &["remove", "--dry-run", "@", "parameters/*"],
                &["get", "@", "**"],
            ],
        ),
        (
            "interface.xml",
            &|count| {
                let child = |at: usize| {
                    format!(
                        "<element type=\"Text\"><attribute name=\"Name\" value=\"t{at}\"/><attribute name=\"Position\" value=\"1 2\"/></element>"
                    )
                };
                format!("<element>{}</element>", many(count, &child)).into_bytes()
            },
            &[
                &["set", "--dry-run", "@", "children/*/Position", "3 4"],
                &["remove", "--dry-run", "@", "children/*/Position"],
                &["get", "@", "**"],
            ],
        ),
        (
            "effect.xml",
            &|count| {
                let fade = |at: usize| format!("<colorfade color=\"1 1 1 1\" time=\"{at}\"/>");
                format!("<particleeffect>{}</particleeffect>", many(count, &fade)).into_bytes()
            },
            &[&["set", "--dry-run", "@", "colorfade/*/time", "0.5"], &["remove", "--dry-run", "@", "colorfade/*"]],
        ),
    ];
    for (name, make, commands) in files {
        for arguments in commands {
            let file = format!("@/{name}");
            let words: Vec<&str> =
                arguments.iter().map(|word| if *word == "@" { file.as_str() } else { word }).collect();
            // A name isn't a pattern: nothing matches `a*`.
            let statuses: &[i32] = if arguments.contains(&"nodes[1]/Thing/a*") { &[1] } else { &[0] };
            let files = |count: usize| vec![(name.to_owned(), make(count))];
            assert_law(&format!("{name}: {arguments:?}"), &words, statuses, (SMALL / 2, &files));
        }
    }
}

#[test]
fn renames_of_many_files() {
    let files = |count: usize| -> Files {
        let model = |number: usize| (format!("in/Models/m{number}.mdl"), Vec::new());
        let animation = |number: usize| (format!("in/Models/m_{number}.ani"), Vec::new());
        let list = |number: usize| (format!("in/Models/m{number}.txt"), b"Materials/a.xml\n".to_vec());
        let table = lines(count, |number| format!("Models/m{number}.mdl\tModels/n{number}.mdl\n"));
        let names =
            lines(count, |number| format!("{{\"a\": \"Models/m{number}.mdl\", \"b\": \"Models/m_{number}.ani\"}}\n"));
        let texts = [("table.tsv", table), ("in/Config/a.json", names.clone()), ("in/Config/b.json", names)];
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
        let first = [("in/Models/m.mdl".to_owned(), Vec::new())];
        let each = (0..count).map(model).chain((0..count).map(animation)).chain((0..count).map(list));
        each.chain(first).chain(texts).collect()
    };
    for arguments in [
        &["rename", "@/in", "--table", "@/table.tsv"][..],
        &["rename", "@/in", "Models", "Other"],
        &["rename", "@/in", "Models/m.mdl", "Models/x.mdl"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0], (300, &files));
    }
}

/// Each script has a part of a name that fits all textures, and one script has a part for each of them.
#[test]
fn projects_of_many_parts_of_names() {
    let files = |count: usize| -> Files {
        let texture = |number: usize| (format!("in/Textures/t{number}.png"), b"png".to_vec());
        let script = |number: usize| (format!("in/Scripts/s{number}.as"), b"\"Textures/t\" + x;\n".to_vec());
        let parts = lines(count, |number| format!("\"Textures/t{number}\" + x + \".png\";\n"));
        let parts = [("in/Scripts/all.as".to_owned(), parts.into_bytes())];
        (0..count).map(texture).chain((0..count).map(script)).chain(parts).collect()
    };
    for arguments in [
        &["rename", "@/in", "Textures", "Art"][..],
        &["prune", "@/in", "-o", "@/out"],
        &["refs", "Textures/t7.png", "--project", "@/in"],
    ] {
        assert_law(&format!("{arguments:?}"), arguments, &[0], (1500, &files));
    }
}

#[test]
fn keys_of_many_nodes() {
    let files = |count: usize| {
        let nodes = lines(count / 4, |at| format!("<node id=\"{}\"></node>\n", at + 2));
        vec![("a.xml".into(), format!("<scene id=\"1\">\n{nodes}</scene>\n").into_bytes())]
    };
    assert_law("keys", &["keys", "@/a.xml", "nodes/*"], &[0], (SMALL, &files));
}
