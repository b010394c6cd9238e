//! Changes, conflicts and findings of documents written by hand.

use udm::{Document, Value};
use udm_tools::schema::Schema;
use udm_tools::{Change, DiffOptions, ErrorKind, diff, diff_with, kinds, merge, patch};

fn parse(text: &str) -> Document<'_> {
    Document::parse_text(text.as_bytes()).expect("a document")
}

fn shown(changes: &[Change<'_>]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn changes_have_paths() {
    let old = parse("a { $int8 b 1 $int8 c 2 } $array s [element;2][{ $int8 x 1 }, { $int8 x 2 }]");
    let new = parse("a { $int8 c 2 $int8 d 3 } $array s [element;1][{ $int8 x 7 }]");
    assert_eq!(shown(&diff(&old, &new)), ["- a/b", "+ a/d", "~ s[0]/x", "- s[1]"]);
}

#[test]
fn keys_of_the_root_begin_with_dots() {
    let (old, new) = (Document::new("A", 1), Document::new("B", 1));
    assert_eq!(shown(&diff(&old, &new)), ["~ ../assetType"]);
}

#[test]
fn tolerance_is_for_floats() {
    let old = parse("$float f 1 $double d 1 $half h 1 $vec2 v [1,1] $array a [float;1][1] $int8 i 1");
    let new = parse("$float f 1.25 $double d 1.25 $half h 1.25 $vec2 v [1,1.25] $array a [float;1][1.25] $int8 i 2");
    let within = |tolerance| shown(&diff_with(&old, &new, &DiffOptions::default().tolerance(tolerance)));
    assert_eq!(within(0.25), ["~ i"]);
    assert_eq!(within(0.2), ["~ a[0]", "~ d", "~ f", "~ h", "~ i", "~ v"]);
}

#[test]
fn packed_arrays_are_compared_by_their_items() {
    let old = parse("$arrayLz4 a [uint8;16][1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]");
    let Some(Value::Array(udm::Array::Packed(packed))) = old.get("a") else { panic!("packed") };
    // One literal block: the same bytes, packed otherwise.
    let mut new = old.clone();
    let other = packed.with_block([&[0xf0, 1][..], &[1; 16]].concat());
    assert_ne!(other.as_bytes(), packed.as_bytes());
    new.set("a", Value::from(other)).expect("the same type");
    assert!(diff(&old, &new).is_empty());
}

#[test]
fn patches_need_the_old_value() {
    let (old, new) = (parse("$int8 a 1"), parse("$int8 a 2"));
    let changes = diff(&old, &new);
    let mut other = parse("$int8 a 5");
    let error = patch(&mut other, &changes).expect_err("another value");
    assert_eq!((error.kind(), error.path().to_string()), (&ErrorKind::OtherValue, "a".to_owned()));
    assert_eq!(other, parse("$int8 a 5"), "unchanged");
}

#[test]
fn items_are_removed_from_the_last_on() {
    let old = parse("$array s [element;3][{ $int8 x 1 }, { $int8 x 2 }, { $int8 x 3 }]");
    let new = parse("$array s [element;1][{ $int8 x 1 }]");
    let mut patched = old.clone();
    patch(&mut patched, &diff(&old, &new)).expect("fits");
    assert_eq!(patched, new);
}

#[test]
fn items_in_the_middle_are_removed_and_added() {
    let old = parse("$array n [int8;4][1,2,3,4] $array s [element;3][{ $int8 x 1 }, { $int8 x 2 }, { $int8 x 3 }]");
    let new = parse("$array n [int8;4][1,3,9,4] $array s [element;3][{ $int8 x 7 }, { $int8 x 1 }, { $int8 x 3 }]");
    let changes = diff(&old, &new);
    assert_eq!(shown(&changes), ["- n[1]", "+ n[2]", "+ s[0]", "- s[1]"]);
    let mut patched = old.clone();
    patch(&mut patched, &changes).expect("fits");
    assert_eq!(patched, new);
}

#[test]
fn conflicts_keep_ours() {
    let base = parse("$int8 a 1 $int8 b 1 $int8 c 1");
    let mut ours = parse("$int8 a 2 $int8 c 2");
    let theirs = parse("$int8 a 3 $int8 b 3");
    let conflicts: Vec<String> = merge(&base, &mut ours, &theirs).iter().map(ToString::to_string).collect();
    assert_eq!(
        conflicts,
        ["a: changed here, changed there", "b: removed here, changed there", "c: changed here, removed there"]
    );
    assert_eq!(ours, parse("$int8 a 2 $int8 c 2"));
}

const SCHEMA: &str = r#"schema { types {
    Mode { $string type enum $array values [string]["Fast","Slow"] }
    Marks { $string type enum_flags values { $uint32 a 1 $uint32 b 2 } }
    Lamp {
        format { $string type LAMP $uint32 version 1 }
        children {
            mode { $string type Mode $string default Fast }
            marks { $string type Marks $string default a }
            range { $float default 5.0 }
            name { $string type Uuid }
            spots { $string type array $string valueType Mode }
        }
    }
} }"#;

#[test]
fn findings_have_kinds() {
    let schema = Schema::parse(SCHEMA.as_bytes()).expect("a schema");
    let mut lamp = Document::new("LAMP", 1);
    for (key, value) in [
        ("mode", Value::from("Warm")),
        ("marks", Value::from("a|z")),
        ("range", Value::I32(5)),
        ("name", Value::I32(5)),
        ("other", Value::Nil),
    ] {
        lamp.data_mut().insert(key, value);
    }
    let findings = schema.check(&lamp);
    let found: Vec<_> = findings.iter().map(|finding| (finding.path.to_string(), finding.kind)).collect();
    let expected = [
        ("mode", kinds::ENUM_VALUE),
        ("marks", kinds::ENUM_VALUE),
        ("range", kinds::TYPE_CONVERTED),
        ("name", kinds::WRONG_TYPE),
        ("spots", kinds::KEY_MISSING),
        ("other", kinds::KEY_UNKNOWN),
    ];
    assert_eq!(found, expected.map(|(path, kind)| (path.to_owned(), kind)));
    let other = schema.check(&Document::new("LAMB", 1));
    assert!(other.iter().map(|finding| finding.kind).eq([kinds::SCHEMA_NO_ASSET_TYPE]));
    let unknown = schema.check_as("Sun", &lamp);
    assert!(unknown.iter().map(|finding| finding.kind).eq([kinds::SCHEMA_INVALID]));
}

#[test]
fn defaults_are_added() {
    let schema = Schema::parse(SCHEMA.as_bytes()).expect("a schema");
    let mut lamp = Document::new("LAMP", 1);
    assert_eq!(schema.complete(&mut lamp).expect("an object"), ["mode", "marks", "range", "spots"]);
    assert_eq!(lamp.get("range"), Some(&Value::F32(5.0)));
    let spots = lamp.get("spots").and_then(Value::as_array).expect("an array");
    assert_eq!((spots.item_type(), spots.len()), (udm::Type::U32, 0));
    let error = schema.complete(&mut Document::new("LAMB", 1)).expect_err("no object");
    assert!(matches!(error.kind(), ErrorKind::BadSchema(_)), "{error}");
}

/// Items of each kind of array change, go and come in one patch; the indices of added items are those of the new array.
#[test]
fn items_of_arrays_change_at_once() {
    let arrays = [
        ("$array a [int32;5][0,1,2,3,4]", "$array a [int32;5][7,0,1,9,4]"),
        ("$arrayLz4 a [int32;5][0,1,2,3,4]", "$arrayLz4 a [int32;5][7,0,1,9,4]"),
        (r#"$array a [string;5]["0","1","2","3","4"]"#, r#"$array a [string;5]["7","0","1","9","4"]"#),
        (
            "$array a [element;5][{$int8 x 0},{$int8 x 1},{$int8 x 2},{$int8 x 3},{$int8 x 4}]",
            "$array a [element;5][{$int8 x 7},{$int8 x 0},{$int8 x 1},{$int8 x 9},{$int8 x 4}]",
        ),
        (
            "$array a [struct<uint8:x,uint8:y>;5][[0,0],[1,1],[2,2],[3,3],[4,4]]",
            "$array a [struct<uint8:x,uint8:y>;5][[7,7],[0,0],[1,1],[9,9],[4,4]]",
        ),
    ];
    let other = Value::from(1.5_f64);
    for (old, new) in arrays {
        let (old, new) = (parse(old), parse(new));
        let budget = || binio::Limits::default().budget();
        let at = |of: &Document<'_>, index: usize| {
            of.fetch(&format!("a[{index}]"), &mut budget()).expect("an item").into_owned().into_owned()
        };
        let [was2, was3, is0, is3] = [at(&old, 2), at(&old, 3), at(&new, 0), at(&new, 3)];
        let change = |index: usize, old, new| Change::new(format!("a[{index}]"), old, new);
        let changes = [change(0, None, Some(&is0)), change(2, Some(&was2), None), change(3, Some(&was3), Some(&is3))];
        let mut patched = old.clone();
        patch(&mut patched, &changes).expect("fits");
        assert_eq!(patched, new);
        let refused = [
            // Beyond the end of the new array, twice, not the old value, and an item of another type.
            vec![change(9, None, Some(&is0))],
            vec![change(0, None, Some(&is0)), change(0, None, Some(&is3))],
            vec![change(2, Some(&was2), None), change(2, Some(&was2), None)],
            vec![change(1, Some(&was2), None)],
        ];
        for changes in refused {
            let error = patch(&mut patched, &changes).expect_err("it doesn't fit");
            assert_eq!(*error.kind(), ErrorKind::OtherValue);
            assert_eq!(patched, new, "unchanged");
        }
        let error = patch(&mut patched, &[change(1, None, Some(&other))]).expect_err("another type");
        assert!(matches!(error.kind(), ErrorKind::Document(_)), "{error}");
        assert_eq!(patched, new, "unchanged");
    }
}

#[test]
fn structs_with_other_fields_are_no_items() {
    let old = parse("$array a [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]");
    let other = parse("$array a [struct<uint8:x,uint8:z>;1][[5,6]]");
    let row = other.fetch("a[0]", &mut binio::Limits::default().budget()).expect("an item").into_owned();
    for index in 0..=2 {
        let mut patched = old.clone();
        let change = Change::new(format!("a[{index}]"), None, Some(&row));
        let error = patch(&mut patched, &[change]).expect_err("other fields");
        assert!(matches!(error.kind(), ErrorKind::Document(udm::ErrorKind::Contradiction(_))), "{error}");
        assert_eq!(patched, old);
    }
}
