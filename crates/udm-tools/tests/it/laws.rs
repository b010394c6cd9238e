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

/// Whether two values of a document have the same path.
fn has_repeated_keys(document: &Document<'_>) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    document.walk().any(|(path, _)| !seen.insert(path))
}
