//! Progress: a bar with total, rate and time left, on a terminal, for work of more than a second; `--quiet` and `--verbose`.

use crate::common;

use common::{folder, run, stderr, stdout, text};

const STONE: &[u8] = b"<material>\n\t<technique name=\"Techniques/No.xml\" />\n</material>\n";

/// Returns the terminal output of a command that waits for its second file, which is typed.
#[cfg(target_os = "linux")]
fn shown_while_waiting(options: &[&str], arguments: &[&str]) -> String {
    let folder = folder(&[("a.xml", STONE), ("c.xml", STONE)]);
    let [first, last] = ["a.xml", "c.xml"].map(|name| common::path(&folder, name));
    let command = assert_cmd::cargo::cargo_bin("engine-assets");
    let words = [options, arguments, &[text(&first), "-", text(&last)]].concat();
    let mut terminal = common::terminal::Terminal::start(text(&command), &words, |command| {
        command.env("TERM", "xterm").env("RAYON_NUM_THREADS", "1");
    });
    std::thread::sleep(std::time::Duration::from_secs(3));
    terminal.write(b"<material />\n\x04");
    terminal.end().1
}

#[cfg(target_os = "linux")]
#[test]
fn a_bar_shows_total_rate_and_time_left() {
    for arguments in [&["validate"][..], &["inspect"]] {
        let shown = shown_while_waiting(&[], arguments);
        assert!(shown.contains(" of 3 files, ") && shown.contains("/s, ") && shown.contains(" left"), "{shown}");
        let quiet = shown_while_waiting(&["--quiet"], arguments);
        assert!(!quiet.contains(" of 3 files"), "{quiet}");
    }
}

#[test]
fn details_are_printed_on_request_only() {
    let folder = folder(&[("a.xml", STONE), ("notes.txt", b"hello")]);
    let plain = run(&["validate", text(folder.path())]);
    assert!(!stderr(&plain).contains("notes.txt"), "{}", stderr(&plain));
    let verbose = run(&["validate", "-v", text(folder.path())]);
    assert!(stderr(&verbose).contains("notes.txt: skipped, not an asset"), "{}", stderr(&verbose));
    assert_eq!(stdout(&plain), stdout(&verbose));
    assert_eq!(run(&["validate", "-v", "-q", text(folder.path())]).status.code(), Some(2));
}

#[test]
fn quiet_commands_print_results_only() {
    let folder = folder(&[("d/a.xml", STONE), ("d/b.xml", STONE)]);
    let data = common::path(&folder, "d");
    let pak = common::path(&folder, "x.pak");
    assert!(run(&["-q", "pak", "pack", text(&data), "-o", text(&pak)]).stderr.is_empty());
    assert!(run(&["-q", "pak", "list", text(&pak)]).stderr.is_empty());
    for arguments in [&["inspect"][..], &["validate", "--ignore", "*/*"], &["doctor"]] {
        let output = run(&[&["-q"], arguments, &[text(&data)]].concat());
        assert!(stderr(&output).is_empty() && !stdout(&output).is_empty(), "{}", stderr(&output));
    }
}
