//! Help: guides by topic, `convert -h` on one screen, manual pages.

use crate::common;

use std::path::Path;
use std::process::Command;

use common::{path, run, stderr, stdout, text};

const GUIDES: [(&str, &str); 10] = [
    ("convert-to-blender", "blender"),
    ("convert-to-engine", "pipeline"),
    ("validate-a-project", "check"),
    ("repair-a-model", "repair"),
    ("look-into-a-file", "look"),
    ("get-and-set-values", "values"),
    ("check-in-ci", "ci"),
    ("review-in-git", "git"),
    ("use-from-rust", "rust"),
    ("use-from-python", "python"),
];

#[test]
fn guides_are_the_pages_of_the_site() {
    let main = stdout(&run(&["--help"]));
    for (topic, name) in GUIDES {
        assert!(main.contains(&format!("  {topic}")), "{topic}: {main}");
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../site/guide").join(name).with_extension("md");
        let page = std::fs::read_to_string(page).expect("a page");
        let title = page.lines().next().expect("a title").trim_start_matches("# ");
        let shown = run(&["help", topic]);
        assert_eq!(shown.status.code(), Some(0), "{topic}: {}", stderr(&shown));
        let shown = stdout(&shown);
        assert!(shown.starts_with(title), "{topic}: {shown}");
        // Commands of the page are in the guide as they are.
        let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("$ ")).collect();
        assert!(commands.iter().all(|command| shown.contains(&format!("    {command}\n"))), "{topic}: {shown}");
        assert!(!shown.contains("```") && !shown.contains("](") && !shown.contains("<!--"), "{topic}: {shown}");
        assert_eq!(stdout(&run(&[topic])).trim_end(), shown.trim_end(), "{topic}");
    }
    // Topics aren't commands of their own in lists.
    assert!(!main.split("Options:").next().expect("commands").contains("convert-to-blender"));
    assert_eq!(run(&["help", "convert-to-nothing"]).status.code(), Some(2));
    assert!(stdout(&run(&["help", "pak", "list"])).contains("--hashes"));
}

#[test]
fn convert_has_a_short_help_and_a_long_one_in_groups() {
    let mut command = assert_cmd::Command::cargo_bin("engine-assets").expect("the command");
    let short = stdout(&command.args(["convert", "-h"]).env("COLUMNS", "80").output().expect("it runs"));
    assert!(short.lines().count() <= 20, "20 lines: {}\n{short}", short.lines().count());
    assert!(short.lines().all(|line| line.chars().count() <= 80), "{short}");
    for option in ["--output", "--to", "--into", "--lossy", "--repair", "--force"] {
        assert!(short.contains(option), "{option}: {short}");
    }
    assert!(!short.contains("--gpu-instancing") && short.contains("see more with '--help'"), "{short}");
    let long = stdout(&run(&["convert", "--help"]));
    let groups = [
        "Content:",
        "Changes of models:",
        "Changes of animations:",
        "To glTF:",
        "To engines:",
        "Textures:",
        "Documents and jobs:",
    ];
    for group in groups {
        assert!(long.contains(&format!("\n{group}\n")), "{group}: {long}");
    }
    // Nothing is lost: values of formats with their descriptions, every option of the short help.
    assert!(long.contains("--gpu-instancing") && long.contains("- umd2: "), "{long}");
    assert!(
        short
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--"))
            .all(|option| { long.contains(option.split([' ', ',']).next().expect("a name")) })
    );
}

fn pages() -> (tempfile::TempDir, Vec<(String, String)>) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = path(&folder, "man");
    let output = run(&["man", "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let read = |name: String| {
        let page = std::fs::read_to_string(out.join(&name)).expect("a page");
        (name, page)
    };
    let pages = common::files_below(&out).into_iter().map(read).collect();
    (folder, pages)
}

#[test]
fn manual_pages_have_all_sections() {
    let (_folder, pages) = pages();
    assert!(pages.len() > 38, "{}", pages.len());
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["engine-assets.1", "engine-assets-pak-list.1", "engine-assets-udm-schema-infer.1"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for (name, page) in &pages {
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "\"SEE ALSO\""] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {section}\n{page}");
        }
        let title = name.trim_end_matches(".1");
        assert!(page.contains(&format!(".TH {} 1 ", title.to_uppercase())), "{name}: {page}");
        // Pages that a page refers to exist.
        for reference in
            page.split("(1)").filter_map(|before| before.rsplit("\\fB").next()).filter(|one| one.ends_with("\\fR"))
        {
            let file = reference.trim_end_matches("\\fR").replace('\\', "") + ".1";
            assert!(names.contains(&file.as_str()), "{name} refers to {file}");
        }
    }
    let of = |name: &str| &pages.iter().find(|(one, _)| one == name).expect("a page").1;
    let synopsis =
        of("engine-assets-pak-rm.1").split(".SH ").find(|section| section.starts_with("SYNOPSIS")).expect("one");
    assert!(synopsis.contains("\\fIPAK\\fR") && synopsis.contains("\\fIGLOB\\fR ..."), "{synopsis}");
    let synopsis = of("engine-assets-pak-unpack.1");
    assert!(synopsis.contains("\\fB\\-\\-output\\fR \\fIDIR\\fR"), "{synopsis}");
    assert!(of("engine-assets-validate.1").contains("engine\\-assets.toml"));
    assert!(of("engine-assets-pak-rm.1").contains("engine\\-assets pak rm game.pak \\*(Aq*.xml\\*(Aq"));
}

#[test]
fn manual_pages_are_clean() {
    if Command::new("mandoc").arg("-T").arg("lint").stdin(std::process::Stdio::null()).output().is_err() {
        eprintln!("skipped: mandoc isn't installed");
        return;
    }
    let (folder, pages) = pages();
    let files: Vec<_> = pages.iter().map(|(name, _)| folder.path().join("man").join(name)).collect();
    let output = Command::new("mandoc").args(["-T", "lint", "-W", "style"]).args(&files).output().expect("mandoc runs");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", stdout(&output));
}
