//! Documents in a real git repository, set up with the lines of the README of `udm-tools`.

use crate::common;

use std::process::Output;

use common::git::{git, good};
use common::{folder, path, run, stderr, stdout, text};

/// A repository with a document `a.udm` of `base`, committed on `main`.
struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new(base: &str) -> Self {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../udm-tools/README.md"));
        let readme = readme.expect("the README");
        let attributes = readme.split("```gitattributes\n").nth(1).and_then(|rest| rest.split("```").next());
        let repository = Self { folder: folder(&[(".gitattributes", attributes.expect("attributes").as_bytes())]) };
        repository.good(&["init", "-q", "-b", "main"]);
        let program = env!("CARGO_BIN_EXE_engine-assets").replace('\\', "/");
        let lines = readme.lines().filter_map(|line| line.strip_prefix("git config "));
        let mut count = 0;
        for line in lines {
            let (key, value) = line.split_once(" '").expect("a key and a value");
            let value = value.trim_end_matches('\'').replace("engine-assets ", &format!("\"{program}\" "));
            repository.good(&["config", key, &value]);
            count += 1;
        }
        assert_eq!(count, 3, "the lines of the README");
        repository.write(base);
        repository.good(&["add", "."]);
        repository.good(&["commit", "-qm", "base"]);
        repository
    }

    fn git(&self, arguments: &[&str]) -> Output {
        git(self.folder.path(), arguments)
    }

    fn good(&self, arguments: &[&str]) -> String {
        good(self.folder.path(), arguments)
    }

    fn write(&self, document: &str) {
        std::fs::write(path(&self.folder, "a.udm"), document).expect("a file");
    }

    fn read(&self) -> String {
        std::fs::read_to_string(path(&self.folder, "a.udm")).expect("a file")
    }

    /// Commits `theirs` on a branch and `ours` on `main`.
    fn branches(&self, ours: &str, theirs: &str) {
        self.good(&["checkout", "-q", "-B", "other", "main"]);
        self.write(theirs);
        self.good(&["commit", "-qam", "theirs"]);
        self.good(&["checkout", "-q", "main"]);
        self.write(ours);
        self.good(&["commit", "-qam", "ours"]);
    }
}

const LAMP: &str = "// lamps of the house
lamp
{
\t$float watts 5
\t$string name hall
}
$array steps [float;2][1,2]
$array parts [element;1][
\t{
\t\t$string name a
\t\t$float size 1
\t}
]
";

/// A merge: its name, our text, their text, and the merged text, or the parts of a conflict.
type Merge = (&'static str, String, String, Result<String, [&'static str; 3]>);

fn merges() -> Vec<Merge> {
    let with = |from: &str, to: &str| LAMP.replace(from, to);
    let block = "\thall\n\t{\n\t\t// warm\n\t\t$float size 1.50\n\t}\n}\n$array";
    let header = "// lamps of the house\n// and of the garden";
    let part = |name: &str| format!("\t}},\n\t{{\n\t\t$string name {name}\n\t}}\n]");
    let appended = with("element;1", "element;3")
        .replace("\t}\n]", &format!("{}{}", part("o").trim_end_matches("\n]"), &part("t")[2..]));
    vec![
        (
            "one value each",
            with("watts 5", "watts 9"),
            with("size 1", "size 2"),
            Ok(with("watts 5", "watts 9").replace("size 1", "size 2")),
        ),
        (
            "header comment",
            with("watts 5", "watts 9"),
            with("// lamps of the house", header),
            Ok(with("watts 5", "watts 9").replace("// lamps of the house", header)),
        ),
        (
            "block with comment and spelling",
            with("watts 5", "watts 9"),
            with("}\n$array steps", &block.replace("$array", "$array steps")),
            Ok(with("watts 5", "watts 9").replace("}\n$array steps", &block.replace("$array", "$array steps"))),
        ),
        (
            "comments of both",
            with("watts 5", "watts 5 // LED"),
            with("name hall", "name hall // big"),
            Ok(with("watts 5", "watts 5 // LED").replace("name hall", "name hall // big")),
        ),
        (
            "numbers appended by both",
            with("[float;2][1,2]", "[float;3][1,2,3]"),
            with("[float;2][1,2]", "[float;3][1,2,4.0]"),
            Ok(with("[float;2][1,2]", "[float;4][1,2,3,4.0]")),
        ),
        (
            "elements appended by both",
            with("element;1", "element;2").replace("\t}\n]", &part("o")),
            with("element;1", "element;2").replace("\t}\n]", &part("t")),
            Ok(appended),
        ),
        (
            "removed and changed elsewhere",
            with("\t$string name hall\n", ""),
            with("watts 5", "watts 6"),
            Ok(with("\t$string name hall\n", "").replace("watts 5", "watts 6")),
        ),
        ("the same change", with("watts 5", "watts 9"), with("watts 5", "watts 9.0"), Ok(with("watts 5", "watts 9"))),
        (
            "one value of both",
            with("watts 5", "watts 9"),
            with("watts 5", "watts 7"),
            Err(["lamp/watts", "\t$float watts 9\n", "\t$float watts 7\n"]),
        ),
        (
            "removed and changed",
            with("\t$float watts 5\n", ""),
            with("watts 5", "watts 7"),
            Err(["lamp/watts", "", "\t$float watts 7\n"]),
        ),
        (
            "a value of an item",
            with("size 1", "size 2"),
            with("size 1", "size 3"),
            Err(["parts[0]/size", "\t\t$float size 2\n", "\t\t$float size 3\n"]),
        ),
    ]
}

#[test]
fn merges_keep_both_sides() {
    for (name, ours, theirs, expected) in merges() {
        let repository = Repository::new(LAMP);
        repository.branches(&ours, &theirs);
        let output = repository.git(&["merge", "-q", "-m", "merge", "other"]);
        match expected {
            Ok(expected) => {
                assert!(output.status.success(), "{name}: {}{}", stdout(&output), stderr(&output));
                assert_eq!(repository.read(), expected, "{name}");
            }
            Err([path, mine, other]) => {
                assert!(!output.status.success(), "{name}");
                let printed = stdout(&output) + &stderr(&output);
                assert!(printed.contains(&format!("a.udm: conflict: {path}: ")), "{name}: {printed}");
                let marked = format!("<<<<<<< ours {path}\n{mine}=======\n{other}>>>>>>> theirs {path}\n");
                assert!(repository.read().contains(&marked), "{name}: {}", repository.read());
                assert!(repository.good(&["status", "--porcelain"]).contains("a.udm"), "{name}");
                // Conflicts can be looked at.
                assert!(repository.good(&["diff"]).contains("<<<<<<<"), "{name}");
                let file = path_of(&repository);
                assert_eq!(run(&["udm", "resolve", &file]).status.code(), Some(1), "{name}: nothing is chosen");
                let pick = format!("{path}=theirs");
                let output = run(&["udm", "resolve", &file, "--pick", &pick]);
                assert!(output.status.success(), "{name}: {}", stderr(&output));
                let resolved = repository.read();
                assert!(resolved.contains(other) && !resolved.contains("<<<<"), "{name}: {resolved}");
                repository.good(&["commit", "-qam", "resolved"]);
            }
        }
    }
}

fn path_of(repository: &Repository) -> String {
    text(&path(&repository.folder, "a.udm")).to_owned()
}

#[test]
fn rebase_and_checkout_merge_too() {
    let (ours, theirs) = (LAMP.replace("watts 5", "watts 9"), LAMP.replace("// lamps", "// all lamps"));
    let both = ours.replace("// lamps", "// all lamps");
    let repository = Repository::new(LAMP);
    repository.branches(&ours, &theirs);
    repository.good(&["rebase", "-q", "other"]);
    assert_eq!(repository.read(), both);
    let repository = Repository::new(LAMP);
    repository.branches(&LAMP.replace("size 1", "size 4"), &theirs);
    repository.write(&LAMP.replace("size 1", "size 4").replace("watts 5", "watts 9"));
    repository.good(&["checkout", "-q", "-m", "other"]);
    assert_eq!(repository.read().lines().next(), Some("// all lamps of the house"));
    assert!(repository.read().contains("watts 9"), "{}", repository.read());
}

#[test]
fn binary_documents_are_compared_and_merged() {
    let repository = Repository::new(LAMP);
    let binary = |text: &str| {
        let document = engine_assets::udm::Document::parse(text.as_bytes()).expect("a document");
        std::fs::write(path(&repository.folder, "b.udm_b"), document.to_binary().expect("written")).expect("a file");
    };
    let commit = |message: &str| {
        repository.good(&["add", "."]);
        repository.good(&["commit", "-qm", message]);
    };
    binary(LAMP);
    commit("base");
    repository.good(&["checkout", "-qb", "other"]);
    binary(&LAMP.replace("[float;2][1,2]", "[float;3][1,2,3]"));
    commit("theirs");
    repository.good(&["checkout", "-q", "main"]);
    binary(&LAMP.replace("watts 5", "watts 9"));
    let shown = repository.good(&["diff", "--", "b.udm_b"]);
    assert!(shown.contains("-\t$float watts 5") && shown.contains("+\t$float watts 9"), "{shown}");
    commit("ours");
    repository.good(&["merge", "-q", "-m", "merge", "other"]);
    let file = text(&path(&repository.folder, "b.udm_b")).to_owned();
    assert_eq!(stdout(&run(&["udm", "get", &file, "steps"])), "[float;3][1,2,3]\n");
    assert_eq!(stdout(&run(&["udm", "get", &file, "lamp/watts"])), "9\n");
}

/// Every edit of a real text is one hunk of `git diff`.
#[test]
fn edits_of_real_documents_are_one_hunk() {
    let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS") else {
        eprintln!("ENGINE_ASSETS_CORPUS is not set: no real documents");
        return;
    };
    let mut edited = 0;
    for file in common::files_below(std::path::Path::new(&corpus).join("udm").as_path()) {
        let Ok(bytes) = std::fs::read(std::path::Path::new(&corpus).join("udm").join(&file)) else { continue };
        let Ok(source) = String::from_utf8(bytes) else { continue };
        let Ok(document) = engine_assets::udm::Document::parse_text(source.as_bytes()) else { continue };
        let leaf = document.walk().find(|(path, value)| {
            value.as_i64().is_some() && !path.contains('[') && document.get(path).is_some_and(|found| found == *value)
        });
        let Some((leaf, value)) = leaf else { continue };
        if edited == 45 || source.lines().count() < 3 {
            continue;
        }
        let repository = Repository::new(&source);
        let new = if value.as_i64() == Some(1) { "0" } else { "1" };
        let output = run(&["--quiet", "udm", "set", &path_of(&repository), &leaf, new]);
        assert!(output.status.success(), "{file}: {leaf}: {}", stderr(&output));
        let shown = repository.good(&["diff", "--no-textconv"]);
        assert_eq!(shown.matches("\n@@ ").count(), 1, "{file}: {leaf}: {shown}");
        let lines = |sign: char| shown.lines().filter(|line| line.starts_with(sign)).count();
        assert_eq!((lines('+'), lines('-')), (2, 2), "{file}: {leaf}: {shown}");
        edited += 1;
    }
    assert!(edited > 10, "{edited} documents");
}
