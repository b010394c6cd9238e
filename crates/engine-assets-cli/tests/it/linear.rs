//! Time in proportion to the input: four times as much takes no more than eight times as long. Quadratic time takes sixteen times as long.
//!
//! Time is the time of processors that the command used, which other programs of a busy machine change little.

#![cfg(target_os = "linux")]

mod converting;
mod documents;
mod projects;
mod values;

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{folder, text};

/// A text of a number of parts.
type Text = fn(usize) -> String;

/// The bytes of a file of a number of parts, with what a case knows.
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

/// A scene of these nodes.
fn scene(nodes: impl Iterator<Item = String>) -> Vec<u8> {
    format!("<scene id=\"1\">{}</scene>", nodes.collect::<String>()).into_bytes()
}
