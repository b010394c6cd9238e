//! Names in files never reach a terminal as they are: every name of every format, with letters that forge lines and move cursors.

use crate::common::{folder, path, run, text};

/// Names that mislead a terminal or a reader: a title with a bell, a new line that looks like a message, a control sequence of one letter, and
/// text turned around.
const EVIL: [&str; 4] = ["\u{1b}]0;x\u{7}", "\nZQ~", "\u{9b}2J", "\u{202e}"];
/// The beginning of the forged line.
const FORGED: &[u8] = b"ZQ~";
/// The same in XML, and in JSON.
const ENTITIES: &str = "&#x1b;]0;x&#x7;&#xa;ZQ~&#x9b;2J&#x202e;";
const ESCAPES: &str = "\\u001b]0;x\\u0007\\nZQ~\\u009b2J\\u202e";

/// The files of `demo`, each many times: with one name changed.
fn hostile() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (number, sample) in fuzzkit::samples::all().into_iter().enumerate() {
        let end = sample.name.rsplit('.').next().unwrap_or_default();
        let mut add = |bytes: Vec<u8>| files.push((format!("in/{number}/{}.{end}", files.len()), bytes));
        let is_text = std::str::from_utf8(&sample.bytes).is_ok();
        for (start, length) in names(&sample.bytes) {
            for evil in EVIL.into_iter().filter(|evil| evil.len() <= length) {
                let mut bytes = sample.bytes.clone();
                bytes[start..start + evil.len()].copy_from_slice(evil.as_bytes());
                add(bytes);
            }
            for evil in [EVIL.concat().as_str(), ENTITIES, ESCAPES].into_iter().filter(|_| is_text) {
                let (before, behind) = sample.bytes.split_at(start + 1);
                add([before, evil.as_bytes(), behind].concat());
            }
        }
    }
    files
}

/// Where words are in a file, and how long they are.
fn names(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut names = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| is_letter(byte)).count();
        if length >= 3 {
            names.push((at, length));
        }
        at += length.max(1);
    }
    // Of large files the words at the beginning and at the end.
    let most = 48;
    if names.len() > most {
        names.drain(most / 2..names.len() - most / 2);
    }
    names
}

/// The place of the first byte that a terminal would obey.
fn obeyed(output: &[u8]) -> Option<usize> {
    let evil = |at: &usize| {
        let rest = &output[*at..];
        let is_control = matches!(rest[0], 0..=9 | 11..=31 | 127);
        is_control
            || rest.starts_with("\u{9b}".as_bytes())
            || rest.starts_with("\u{202e}".as_bytes())
            || rest.starts_with(FORGED) && (*at == 0 || output[*at - 1] == b'\n')
    };
    (0..output.len()).find(evil)
}

#[track_caller]
fn check(arguments: &[&str]) {
    let output = run(arguments);
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        assert!(!(stream == "stdout" && bytes.is_empty() && output.stderr.is_empty()), "{arguments:?} printed nothing");
        if let Some(at) = obeyed(bytes) {
            let part = bytes[at.saturating_sub(200)..(at + 60).min(bytes.len())].escape_ascii();
            panic!("{:?} {stream}: {part}", &arguments[..2.min(arguments.len())]);
        }
    }
}

#[test]
fn names_are_escaped_wherever_they_are_printed() {
    let files = hostile();
    assert!(files.len() > 1000, "{}", files.len());
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = folder(&files);
    let (below, out) = (path(&folder, "in"), path(&folder, "out"));
    let below = text(&below);
    for command in [
        &["inspect", below][..],
        &["inspect", "--json", "--hashes", below],
        &["validate", below],
        &["validate", "--json", below],
        &["doctor", below],
        &["convert", below, "-o", text(&out), "--to", "glb", "--lossy", "--force"],
        &["convert", below, "-o", text(&out), "--to", "udm-text", "--lossy", "--force"],
    ] {
        check(command);
    }
    // Errors about named files quote the bytes at the offset.
    let named: Vec<String> = files.iter().map(|(name, _)| text(&path(&folder, name)).to_owned()).collect();
    for some in named.chunks(4000) {
        let mut arguments = vec!["inspect"];
        arguments.extend(some.iter().map(String::as_str));
        check(&arguments);
    }
}
