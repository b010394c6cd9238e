//! Deep documents and schemas that are none.

use testkit::hostile::{TimeLimit, with_small_stack};
use udm::{Array, Document, Element, Items};
use udm_tools::schema::{Inference, Schema};
use udm_tools::{ErrorKind, diff, merge, patch};

/// A document of elements and arrays of elements in turn, `depth` levels of each.
fn deep(depth: usize, innermost: i8) -> Document<'static> {
    let mut element: Element<'static> = [("a", innermost)].into_iter().collect();
    for _ in 0..depth {
        element = [("a", Array::Items(Items::from_elements([element])))].into_iter().collect();
    }
    Document::from_data(element)
}

#[test]
fn deep_documents_are_compared_patched_and_merged() {
    with_small_stack(|| {
        for depth in [63, 5000] {
            let (old, new) = (deep(depth, 1), deep(depth, 2));
            let changes = diff(&old, &new);
            assert_eq!(changes.len(), 1);
            let mut merged = old.clone();
            assert!(merge(&old, &mut merged, &new).is_empty());
            assert_eq!(merged, new);
            let mut patched = old.clone();
            match patch(&mut patched, &changes) {
                Ok(()) => assert!(patched == new && depth == 63),
                // No file holds such a document.
                Err(error) => {
                    assert_eq!((error.kind(), depth), (&udm::ErrorKind::Depth(128).into(), 5000));
                    assert_eq!(patched, old);
                }
            }
        }
    });
}

#[test]
fn deep_documents_have_a_schema() {
    with_small_stack(|| {
        let document = deep(5000, 1);
        let mut inference = Inference::new();
        inference.add(&document);
        let schema = inference.schema();
        assert!(schema.types.len() < 100, "{}", schema.types.len());
        assert!(schema.check(&document).is_empty());
    });
}

#[cfg(feature = "serde")]
#[test]
fn deep_documents_are_json() {
    use udm_tools::json::{from_tagged, tagged};
    with_small_stack(|| {
        let written = |depth| serde_json::to_vec(&tagged(&deep(depth, 1))).expect("JSON");
        let read = from_tagged(&mut serde_json::Deserializer::from_slice(&written(20)));
        assert_eq!(read.expect("was written"), deep(20, 1));
        // The reader of JSON has a limit of its own, to which the tags of each level count too.
        let read = from_tagged(&mut serde_json::Deserializer::from_slice(&written(63)));
        let error = read.expect_err("too deep for the reader of JSON").to_string();
        assert!(error.starts_with("recursion limit exceeded"), "{error}");
    });
}

#[test]
fn types_that_hold_themselves_are_refused() {
    let text = b"schema { types { Node { format { $string type NODE $uint32 version 1 } children { next { $string type Node } } } } }";
    let schema = Schema::parse(text).expect("a schema");
    let error = schema.complete(&mut Document::new("NODE", 1)).expect_err("endless");
    assert!(matches!(error.kind(), ErrorKind::BadSchema(_)), "{error}");
}

/// Each type holds the next one twice: 2^30 objects, of a schema of two kilobytes.
#[test]
fn types_that_hold_others_twice_are_refused() {
    let part = |level: usize| {
        let next = level + 1;
        let child = |name: &str| format!("{name} {{ $string type T{next} }}");
        format!("T{level} {{ children {{ {} {} }} }}\n", child("a"), child("b"))
    };
    let types: String = (1..30).map(part).collect();
    let first = "First { format { $string type NODE $uint32 version 1 } children { a { $string type T1 } } }";
    let text = format!("schema {{ types {{ {first} {types} T30 {{ children {{ }} }} }} }}");
    let schema = Schema::parse(text.as_bytes()).expect("a schema");
    let limit = TimeLimit::seconds(10);
    let error = schema.complete(&mut Document::new("NODE", 1)).expect_err("too much");
    assert!(matches!(error.kind(), ErrorKind::BadSchema(_)), "{error}");
    limit.check();
}

#[test]
fn schemas_that_are_none() {
    for (text, path) in [
        ("", ""),
        ("$int8 schema 1", ""),
        ("schema { types { $int8 A 1 } }", "A"),
        ("schema { types { A { $string type list } } }", "A"),
        ("schema { types { A { children { $int8 b 1 } } } }", "A > b"),
        ("schema { types { A { children { b { } } } } }", "A > b"),
    ] {
        let error = Schema::parse(text.as_bytes()).expect_err(text);
        assert!(matches!(error.kind(), ErrorKind::BadSchema(_)), "{text}: {error}");
        assert_eq!(error.path().to_string(), path, "{text}");
    }
    let error = Schema::parse(b"schema {").expect_err("open");
    assert!(matches!(error.kind(), ErrorKind::Document(udm::ErrorKind::Syntax { .. })), "{error}");
}

/// Moved parts with comments take time in proportion to the texts.
#[test]
fn many_moved_comments() {
    let part = |index: usize| format!("// comment {index}\n$int8 {index} 1\n");
    let base: String = (0..6_000).map(part).collect();
    let theirs: String = (0..6_000).rev().map(part).collect();
    let ours = format!("{base}$int8 own 1\n");
    let limit = TimeLimit::seconds(10);
    let merged = udm_tools::merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &Default::default());
    let merged = merged.expect("texts");
    assert_eq!((merged.conflicts.len(), String::from_utf8_lossy(&merged.text)), (0, ours.into()));
    limit.check();
}
