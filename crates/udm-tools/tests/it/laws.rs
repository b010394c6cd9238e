//! The laws over generated documents.

use fuzzkit::udm::document;
use proptest::prelude::*;
use udm::Document;
#[cfg(feature = "serde")]
use udm::Value;
#[cfg(feature = "serde")]
use udm_tools::json;
use udm_tools::{MergeOptions, Side, diff, merge, merge_text, patch, resolve, unresolved};

proptest! {
    #[cfg(feature = "serde")]
    #[test]
    fn tagged_json_is_lossless(document in document()) {
        let text = serde_json::to_vec(&json::tagged(&document)).expect("generated documents are JSON");
        let read = json::from_tagged(&mut serde_json::Deserializer::from_slice(&text));
        prop_assert!(read.expect("was written") == document);
        let data = Value::Element(document.data().clone());
        // Packed data may be broken, and lists of several types can't be read back; there is no panic.
        if let Ok(plain) = serde_json::to_vec(&json::Plain(&data)) {
            let _ = json::from_plain(&mut serde_json::Deserializer::from_slice(&plain));
        }
    }

    #[test]
    fn patches_and_merges_make_what_they_say(old in document(), new in document()) {
        let changes = diff(&old, &new);
        prop_assert!(diff(&old, &old).is_empty());
        let mut patched = old.clone();
        match patch(&mut patched, &changes) {
            Ok(()) => prop_assert!(diff(&patched, &new).is_empty(), "{:?}", diff(&patched, &new)),
            // Refused, and not half done: duplicate keys can't be distinguished by their paths.
            Err(error) => {
                prop_assert!(patched == old);
                prop_assert!(has_repeated_keys(&old) || has_repeated_keys(&new), "{error}: {changes:?}");
            }
        }
        let mut merged = old.clone();
        prop_assert!(merge(&old, &mut merged, &new).is_empty(), "only one side has changed");
        prop_assert!(merged == new);
        let mut kept = old.clone();
        prop_assert!(merge(&new, &mut kept, &new).is_empty(), "nothing has changed there");
        prop_assert!(kept == old);
    }
}

proptest! {
    #[test]
    fn merged_texts_are_documents(base in document(), ours in document(), theirs in document()) {
        let text = |document: &Document<'_>| document.to_text(udm::Style::Pretty).ok();
        // Content that text can't store has no text.
        let (Some(base), Some(ours), Some(theirs)) = (text(&base), text(&ours), text(&theirs)) else { return Ok(()) };
        let options = MergeOptions::default();
        let Ok(merged) = merge_text(&base, &ours, &theirs, &options) else { return Ok(()) };
        let only = merge_text(&base, &base, &theirs, &options).expect("as before");
        prop_assert!(only.text == theirs && only.conflicts.is_empty());
        let only = merge_text(&base, &ours, &base, &options).expect("as before");
        prop_assert!(only.text == ours && only.conflicts.is_empty());
        for side in [Side::Ours, Side::Theirs] {
            let resolved = resolve(&merged.text, |_| Some(side));
            let read = Document::parse(&resolved);
            prop_assert!(read.is_ok(), "{:?}: {}", read.err(), String::from_utf8_lossy(&resolved));
        }
        prop_assert_eq!(unresolved(&merged.text).len(), merged.conflicts.len());
    }
}

/// A list after random removals, moves and additions.
fn edited(base: &[u8], edits: &[(u8, u8, u8)]) -> Vec<u8> {
    let mut items = base.to_vec();
    for (edit, from, to) in edits {
        let place = |place: &u8, length: usize| usize::from(*place).checked_rem(length).unwrap_or(0);
        match edit {
            0 if !items.is_empty() => drop(items.remove(place(from, items.len()))),
            1 => items.insert(place(to, items.len() + 1), *from),
            _ if !items.is_empty() => {
                let item = items.remove(place(from, items.len()));
                items.insert(place(to, items.len() + 1), item);
            }
            _ => {}
        }
    }
    items
}

/// A text with the items as numbers, strings and unnamed elements.
fn lists(items: &[u8]) -> String {
    let list = |item: fn(&u8) -> String| items.iter().map(item).collect::<Vec<_>>().join(",");
    let count = items.len();
    format!(
        "$array n [uint8;{count}][{}]\n$array s [string;{count}][{}]\n$array e [element;{count}][{}]\n",
        list(u8::to_string),
        list(|item| format!("\"s{item}\"")),
        list(|item| format!("{{ $uint8 x {item} }}")),
    )
}

/// How often each item is in the list under `key`.
fn counts(document: &Document<'_>, key: &str) -> std::collections::BTreeMap<String, usize> {
    let array = document.get(key).and_then(udm::Value::as_array).expect("an array");
    let unpacked = array.unpack(&mut udm::Limits::default().budget()).expect("written as such");
    let mut counts = std::collections::BTreeMap::new();
    for index in 0..unpacked.len() {
        *counts.entry(format!("{:?}", unpacked.item(index).expect("an item"))).or_default() += 1;
    }
    counts
}

/// Asserts that no item is more often in `merged` than both sides together allow.
fn assert_counts(merged: &Document<'_>, versions: [&Document<'_>; 3]) {
    for key in ["n", "s", "e"] {
        let [base, ours, theirs] = versions.map(|version| counts(version, key));
        let of =
            |counts: &std::collections::BTreeMap<String, usize>, item: &str| counts.get(item).copied().unwrap_or(0);
        for (item, found) in counts(merged, key) {
            let (base, ours, theirs) = (of(&base, &item), of(&ours, &item), of(&theirs, &item));
            let most = ours.max(theirs).max((ours + theirs).saturating_sub(base));
            assert!(found <= most, "{key}: {found} times {item}: {base} {ours} {theirs}");
        }
    }
}

fn assert_merge_keeps_counts(base: &[u8], ours: &[u8], theirs: &[u8]) {
    let texts = [lists(base), lists(ours), lists(theirs)];
    let [base, ours, theirs] =
        [&texts[0], &texts[1], &texts[2]].map(|text| Document::parse(text.as_bytes()).expect("a text"));
    let merged = merge_text(texts[0].as_bytes(), texts[1].as_bytes(), texts[2].as_bytes(), &MergeOptions::default());
    let merged = merged.expect("texts");
    for side in [Side::Ours, Side::Theirs] {
        let resolved = resolve(&merged.text, |_| Some(side));
        let resolved = Document::parse(&resolved)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&merged.text)));
        assert_counts(&resolved, [&base, &ours, &theirs]);
    }
    // The same by meaning.
    let mut merged = ours.clone();
    merged.source = udm::Source::BINARY;
    merge(&base, &mut merged, &theirs);
    assert_counts(&merged, [&base, &ours, &theirs]);
}

#[test]
fn permuted_items_are_in_the_result_once() {
    let parse = |text: &str| Document::parse(text.as_bytes()).expect("a text").into_owned();
    assert_merge_keeps_counts(&[1, 2, 3], &[2, 3, 1], &[2, 1, 3]);
    let (base, mut ours) = (parse(&lists(&[1, 2, 3])), parse(&lists(&[2, 3, 1])));
    assert!(merge(&base, &mut ours, &parse(&lists(&[2, 1, 3]))).is_empty());
    assert_eq!(counts(&ours, "n").into_values().collect::<Vec<_>>(), [1, 1, 1]);
    // One side moves an item, the other changes another one: both are kept.
    let mut ours = parse(&lists(&[1, 2, 9]));
    assert!(merge(&base, &mut ours, &parse(&lists(&[2, 1, 3]))).is_empty());
    assert_eq!(ours.get("n"), parse(&lists(&[2, 1, 9])).get("n"));
}

proptest! {
    #[test]
    fn items_are_no_more_often_than_both_sides_allow(
        base in proptest::collection::vec(0_u8..24, 0..16),
        ours in proptest::collection::vec((0_u8..5, 0_u8..24, any::<u8>()), 0..8),
        theirs in proptest::collection::vec((0_u8..5, 0_u8..24, any::<u8>()), 0..8),
    ) {
        assert_merge_keeps_counts(&base, &edited(&base, &ours), &edited(&base, &theirs));
    }

    #[test]
    fn permutations_stay_permutations(
        ours in Just((0_u8..60).collect::<Vec<u8>>()).prop_shuffle(),
        theirs in Just((0_u8..60).collect::<Vec<u8>>()).prop_shuffle(),
    ) {
        let base: Vec<u8> = (0..60).collect();
        assert_merge_keeps_counts(&base, &ours, &theirs);
        let [base, ours, theirs] = [base, ours, theirs].map(|list| lists(&list));
        let merged = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &MergeOptions::default()).expect("texts");
        let merged = Document::parse(&merged.text).expect("no conflict");
        let expected = counts(&Document::parse(base.as_bytes()).expect("a text"), "s");
        prop_assert_eq!(counts(&merged, "s"), expected);
        let only = merge_text(ours.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &MergeOptions::default()).expect("texts");
        prop_assert!(only.text == theirs.as_bytes() && only.conflicts.is_empty());
    }
}

/// Whether two values of a document have the same path.
fn has_repeated_keys(document: &Document<'_>) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    document.walk().any(|(path, _)| !seen.insert(path))
}
