//! Merges of texts.

use udm::{Document, Value};
use udm_tools::{MergeOptions, OnConflict, Side, merge, merge_text, resolve, unresolved};

/// The merged text and the paths of its conflicts.
fn merged(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
    let merged = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &MergeOptions::default());
    let merged = merged.expect("texts");
    let conflicts = merged.conflicts.iter().map(|conflict| conflict.path.clone()).collect();
    (String::from_utf8(merged.text).expect("UTF-8"), conflicts)
}

/// The merged text of a merge without conflicts.
fn clean(base: &str, ours: &str, theirs: &str) -> String {
    let (text, conflicts) = merged(base, ours, theirs);
    assert_eq!(conflicts, Vec::<String>::new(), "{text}");
    Document::parse_text(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    text
}

const LAMPS: &str = "// lamps of the house
\"lamp\"
{
\t$float watts 5 // LED
\t$string name hall
}
$array steps [float;3][1,2,3]
$array parts [element;2][
\t{
\t\t$string name a
\t\t$float size 1
\t},
\t{
\t\t$string name b
\t\t$float size 2
\t}
]
";

#[test]
fn comments_layout_and_spelling_of_both_are_kept() {
    let ours = LAMPS.replace("watts 5", "watts 9");
    let theirs = LAMPS
        .replace("// lamps of the house", "// lamps of the house\n// and of the garden")
        .replace("hall\n}", "hall\n\t// in metres\n\tshade\n\t{\n\t\t$float size 1.50 /* wide */\n\t}\n}");
    assert_eq!(clean(LAMPS, &ours, &theirs), theirs.replace("watts 5", "watts 9"));
    assert_eq!(clean(LAMPS, &theirs, &ours), theirs.replace("watts 5", "watts 9"));
}

#[test]
fn additions_of_both_are_kept_in_order() {
    let with = |before: &str, after: &str| {
        LAMPS.replace("\t$string name hall\n", &format!("{before}\t$string name hall\n{after}"))
    };
    let (ours, theirs) = (with("", "\t$int8 o 1\n"), with("\t$int8 p 2\n", "\t// theirs\n\t$int8 t 2\n"));
    let expected = with("\t$int8 p 2\n", "\t$int8 o 1\n\t// theirs\n\t$int8 t 2\n");
    assert_eq!(clean(LAMPS, &ours, &theirs), expected);
    let (ours, theirs) = (format!("{LAMPS}$int8 o 1\n"), format!("{LAMPS}$int8 t 2 // two\n"));
    assert_eq!(clean(LAMPS, &ours, &theirs), format!("{LAMPS}$int8 o 1\n$int8 t 2 // two\n"));
    let first = |text: &str| format!("{text}\n{LAMPS}");
    assert_eq!(
        clean("$int8 a 1\n", "$int8 o 1\n$int8 a 1\n", "$int8 t 1\n$int8 a 1\n"),
        "$int8 o 1\n$int8 t 1\n$int8 a 1\n"
    );
    assert_eq!(clean(LAMPS, &first("$int8 o 1"), &LAMPS.replace("5", "6")), first("$int8 o 1").replace("5", "6"));
}

#[test]
fn appends_to_arrays_are_kept() {
    let ours = LAMPS.replace("[float;3][1,2,3]", "[float;4][1,2,3,4.0]");
    let theirs = LAMPS.replace("[float;3][1,2,3]", "[float;4][1,2,3, 5.50]");
    assert_eq!(clean(LAMPS, &ours, &theirs), LAMPS.replace("[float;3][1,2,3]", "[float;5][1,2,3,4.0, 5.50]"));
    let part = |name: &str| format!(",\n\t{{\n\t\t$string name {name} // new\n\t}}\n]");
    let ours = LAMPS.replace("\n]", &part("o")).replace("element;2", "element;3");
    let theirs = LAMPS.replace("\n]", &part("t")).replace("size 1\n", "size 1.50\n").replace("element;2", "element;3");
    let expected = LAMPS
        .replace("\n]", &format!("{}{}", part("o").trim_end_matches("\n]"), part("t")))
        .replace("size 1\n", "size 1.50\n")
        .replace("element;2", "element;4");
    assert_eq!(clean(LAMPS, &ours, &theirs), expected);
}

#[test]
fn named_items_are_found_wherever_they_are() {
    let swapped = "$array parts [element;2][{ $string name b $int8 x 2 },{ $string name a $int8 x 1 }]\n";
    let base = "$array parts [element;2][{ $string name a $int8 x 1 },{ $string name b $int8 x 2 }]\n";
    let theirs = base.replace("x 2", "x 7");
    assert_eq!(clean(base, swapped, &theirs), swapped.replace("x 2", "x 7"));
    let removed = "$array parts [element;1][{ $string name b $int8 x 2 }]\n";
    assert_eq!(clean(base, removed, &theirs), removed.replace("x 2", "x 7"));
}

#[test]
fn conflicts_are_between_markers_at_the_smallest_value() {
    let ours = LAMPS.replace("watts 5 // LED", "watts 9 // LED").replace("size 2", "size 3");
    let theirs = LAMPS.replace("watts 5 // LED", "watts 7 // bulb").replace("size 2", "size 4");
    let (text, conflicts) = merged(LAMPS, &ours, &theirs);
    assert_eq!(conflicts, ["lamp/watts", "parts[1]/size"]);
    let both = |path: &str, ours: &str, theirs: &str| {
        format!("<<<<<<< ours {path}\n{ours}\n=======\n{theirs}\n>>>>>>> theirs {path}")
    };
    let expected = LAMPS
        .replace("\t$float watts 5 // LED", &both("lamp/watts", "\t$float watts 9 // LED", "\t$float watts 7 // bulb"))
        .replace("\t\t$float size 2", &both("parts[1]/size", "\t\t$float size 3", "\t\t$float size 4"));
    assert_eq!(text, expected);
    assert!(Document::parse_text(text.as_bytes()).is_err(), "no document until it is resolved");
    let found = unresolved(text.as_bytes());
    assert_eq!((found[1].path.as_str(), found[1].line), ("parts[1]/size", 19));
    let resolved = |side| String::from_utf8(resolve(text.as_bytes(), |_| Some(side))).expect("UTF-8");
    assert_eq!(resolved(Side::Ours), ours);
    assert_eq!(resolved(Side::Theirs), theirs);
    assert_eq!(resolve(text.as_bytes(), |_| None), text.as_bytes());
    let one = resolve(text.as_bytes(), |conflict| (conflict.path == "lamp/watts").then_some(Side::Theirs));
    assert_eq!(unresolved(&one).len(), 1);
}

#[test]
fn both_sides_of_a_conflict_are_documents() {
    let cases = [
        ("lamp { $int8 a 1 $int8 b 2 }", "lamp { $int8 a 3 $int8 b 2 }", "lamp { $int8 a 4 $int8 b 2 }"),
        ("$int8 a 1", "$int8 a 2", "$int8 a 3"),
        ("$int8 a 1\n$int8 b 1\n", "$int8 b 1\n", "$int8 a 3\n$int8 b 1\n"),
        ("$int8 a 1\n$int8 b 1\n", "$int8 a 2\n$int8 b 1\n", "$int8 b 1\n"),
        (
            "$array p [element;3][{$int8 x 1},{$int8 x 2},{$int8 x 3}]\n",
            "$array p [element;2][{$int8 x 1},{$int8 x 3}]\n",
            "$array p [element;3][{$int8 x 1},{$int8 x 7},{$int8 x 3}]\n",
        ),
        ("$array p [int8;2][1,2]\n", "$array p [int8;2][1,3]\n", "$array p [int8;2][1,4]\n"),
        ("$string s a\n", "$string s \"b\nc\"\n", "$string s d\n"),
        ("", "a { $int8 x 1 }\n", "a { $int8 x 2 }\n"),
        ("$float a 1 // why\n", "$float a 2 // why\n", "$double a 1\n"),
    ];
    for (base, ours, theirs) in cases {
        let (text, conflicts) = merged(base, ours, theirs);
        assert_eq!(conflicts.len(), 1, "{text}");
        for (side, expected) in [(Side::Ours, ours), (Side::Theirs, theirs)] {
            let resolved = resolve(text.as_bytes(), |_| Some(side));
            let shown = String::from_utf8_lossy(&resolved).into_owned();
            let document =
                Document::parse_text(&resolved).unwrap_or_else(|error| panic!("{error}: {text}\n-> {shown}"));
            let expected = Document::parse_text(expected.as_bytes()).expect("a document");
            assert_eq!(document, expected, "{text}");
        }
        let mut options = MergeOptions::default();
        options.on_conflict = OnConflict::Ours;
        let kept = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &options).expect("texts");
        let kept =
            Document::parse_text(&kept.text).unwrap_or_else(|error| panic!("{error}: {:?}", kept.text)).into_owned();
        assert_eq!(kept, Document::parse_text(ours.as_bytes()).expect("a document"), "{text}");
    }
}

#[test]
fn equal_changes_and_spellings_are_no_conflicts() {
    assert_eq!(clean("$float a 1\n", "$float a 2.50\n", "$float a 2.5 // why\n"), "$float a 2.50 // why\n");
    assert_eq!(clean("$float a 1\n", "$float a 1.00\n", "$float a 2\n"), "$float a 2\n");
    assert_eq!(clean("$int8 a 1\n$int8 b 2\n", "$int8 a 1\n", "$int8 b 2\n"), "\n");
    let wide = LAMPS.replace('\t', "    ");
    assert_eq!(clean(LAMPS, &wide, &LAMPS.replace("size 2", "size 8")), wide.replace("size 2", "size 8"));
    assert_eq!(clean(LAMPS, &LAMPS.replace("size 2", "size 8"), &wide), wide.replace("size 2", "size 8"));
}

#[test]
fn keys_that_stand_twice_are_merged_each() {
    let base = "$int8 a 1\n$int8 a 2\n$int8 b 3\n";
    let theirs = "$int8 a 5\n$int8 a 2\n$int8 b 3\n";
    assert_eq!(clean(base, base, theirs), theirs);
    assert_eq!(clean(base, &base.replace("b 3", "b 4"), theirs), theirs.replace("b 3", "b 4"));
    let parse = |text: &'static str| Document::parse(text.as_bytes()).expect("a document");
    for binary in [false, true] {
        let mut ours = parse(base);
        let (mut old, mut new) = (parse(base), parse(theirs));
        if binary {
            for document in [&mut ours, &mut old, &mut new] {
                document.source = udm::Source::BINARY;
            }
        }
        assert!(merge(&old, &mut ours, &new).is_empty());
        assert_eq!(ours.to_bytes().expect("written"), new.to_bytes().expect("written"));
    }
}

#[test]
fn binary_documents_keep_appends_of_both() {
    let parse = |text: &str| {
        let mut document = Document::parse(text.as_bytes()).expect("a document").into_owned();
        document.source = udm::Source::BINARY;
        document
    };
    let base =
        parse("$array a [int8;2][1,2] $arrayLz4 p [vec2;1][[1,2]] $array e [element;1][{$string name x $int8 v 1}]");
    let mut ours = parse(
        "$array a [int8;3][1,2,3] $arrayLz4 p [vec2;2][[1,2][3,4]] $array e [element;2][{$string name y},{$string name x $int8 v 1}]",
    );
    let theirs = parse(
        "$array a [int8;2][2,4] $arrayLz4 p [vec2;2][[1,2][5,6]] $array e [element;1][{$string name x $int8 v 2}]",
    );
    let expected = parse(
        "$array a [int8;3][2,3,4] $arrayLz4 p [vec2;3][[1,2][3,4][5,6]] $array e [element;2][{$string name y},{$string name x $int8 v 2}]",
    );
    let conflicts = merge(&base, &mut ours, &theirs);
    assert!(conflicts.is_empty(), "{conflicts:?}");
    assert!(udm_tools::diff(&ours, &expected).is_empty(), "{:?}", udm_tools::diff(&ours, &expected));
    assert_eq!(ours.get("p").map(Value::ty), Some(udm::Type::ARRAY_LZ4));
}
