//! Time in proportion to the input: four times as much takes no more than eight times as long. Quadratic time takes sixteen times as long.

use std::time::{Duration, Instant};

use crate::common::{folder, path, run, text};

/// A text of a number of parts.
type Text = fn(usize) -> String;

/// Size of the small input: large enough that the time of most commands is in the input and not in the start of the program.
const SMALL: usize = 4_000;

/// Returns the time of a command in seconds, and checks its exit status.
fn time(arguments: &[&str], statuses: &[i32]) -> Duration {
    let begin = Instant::now();
    let output = run(arguments);
    let taken = begin.elapsed();
    assert!(output.status.code().is_some_and(|status| statuses.contains(&status)), "{arguments:?}: {output:?}");
    taken
}

/// Checks a command with files that `make` makes of a size. A machine that does other things too gets three attempts.
fn assert_linear(name: &str, arguments: &[&str], statuses: &[i32], make: &[fn(usize) -> String]) {
    let files: Vec<(String, String)> = [("small", SMALL), ("large", SMALL * 4)]
        .into_iter()
        .flat_map(|(size, count)| {
            make.iter().enumerate().map(move |(number, make)| (format!("{size}{number}.udm"), make(count)))
        })
        .collect();
    let folder = folder(&files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect::<Vec<_>>());
    let command = |size: &str| -> Vec<String> {
        let words = arguments.iter().map(|word| match word.strip_prefix('@') {
            Some(number) => text(&path(&folder, &format!("{size}{number}.udm"))).to_owned(),
            None => (*word).to_owned(),
        });
        words.collect()
    };
    let (small, large) = (command("small"), command("large"));
    let (mut least, mut most) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        least = least.min(time(&small.iter().map(String::as_str).collect::<Vec<_>>(), statuses));
        most = most.min(time(&large.iter().map(String::as_str).collect::<Vec<_>>(), statuses));
        if most <= least * 8 + Duration::from_millis(300) {
            return;
        }
    }
    panic!("{name}: {least:?} for {SMALL} parts, {most:?} for four times as many");
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
