//! UDM documents.

use super::{SMALL, Text, assert_law, assert_linear, lines};

/// A text of a number of parts, with what a case knows.
type TextOf<'c> = &'c dyn Fn(usize) -> String;

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
