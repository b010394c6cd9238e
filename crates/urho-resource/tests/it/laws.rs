//! Laws of documents that are made from the tables.

use std::collections::BTreeSet;

use fuzzkit::resource::{Resources, documents, json_text, made, structured, valid, with_number};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use testkit::hostile::truncations;
use testkit::laws::{self, Format};
use urho_resource::{Document, Encoding, Kind, Place, ValueType};

pub(crate) fn seeded(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Lossless, inverse, total, borrowed, located, written.
    #[test]
    fn every_law_holds_for_made_documents(made in documents()) {
        let bytes = with_number(made.kind, &made.text);
        prop_assert!(Resources::parse(&bytes).is_ok(), "{:?}: {}", made.kind, made.text);
        laws::all::<Resources>(&bytes);
    }

    /// One edit changes one value, in the text and in the document.
    #[test]
    fn one_edit_changes_one_value(made in documents(), which in any::<prop::sample::Index>(), number in 0..1000_usize) {
        let mut document = Document::parse_as(made.kind, made.text.as_bytes()).unwrap();
        let before: Vec<(Place, String)> = document.values().into_iter().map(|(place, value)| (place, value.text.to_text().into_owned())).collect();
        if before.is_empty() {
            return Ok(());
        }
        let (place, old) = which.get(&before).clone();
        let value = document.get(&place).unwrap().unwrap();
        let is_json = made.encoding == Encoding::Json;
        let new = match value.value_type {
            Some(ValueType::Typed | ValueType::UiAttribute) => return Ok(()),
            // A type of a variant changes how the value is read.
            Some(ValueType::VariantType) => return Ok(()),
            Some(kind) if is_json && matches!(kind, ValueType::Any | ValueType::Texts) => {
                if old.starts_with('"') { return Ok(()); }
                json_text(kind, number)
            }
            Some(kind) => valid(kind, number),
            None if is_json => return Ok(()),
            None => format!("new {number} <&\"'>"),
        };
        let is_selector = place.to_string().ends_with("@inherit");
        prop_assume!(!is_selector);
        document.set(&place, &new).unwrap();
        let after: Vec<(Place, String)> = document.values().into_iter().map(|(place, value)| (place, value.text.to_text().into_owned())).collect();
        prop_assert_eq!(before.len(), after.len());
        for ((own, old), (place_after, text)) in before.iter().zip(&after) {
            prop_assert_eq!(own, place_after);
            let expected = if *own == place { &new } else { old };
            prop_assert!(text == expected, "{} is {:?} and not {:?} in {}", own, text, expected, made.text);
        }
        // The text around the value is the same.
        let (old_text, new_text) = (made.text.as_bytes(), document.text());
        let same = |a: &mut dyn Iterator<Item = (u8, u8)>| a.take_while(|(a, b)| a == b).count();
        let start = same(&mut old_text.iter().copied().zip(new_text.iter().copied()));
        let end = same(&mut old_text.iter().rev().copied().zip(new_text.iter().rev().copied()));
        // Escapes have six signs at most.
        let longest = old.len().max(new.len()) * 6 + 2;
        prop_assert!(start + end + longest >= old_text.len(), "{} bytes before and {} after are the same of {}", start, end, old_text.len());
    }
}

/// Every table is used: each kind has a document with values, and all attributes of all tables appear in some document.
#[test]
fn the_tables_make_documents_of_every_kind() {
    let mut missing: Vec<Kind> = Vec::new();
    let kinds = structured();
    assert!(kinds.len() > 30);
    for (kind, encoding) in kinds {
        let mut names = BTreeSet::new();
        for seed in 0..60 {
            let created = made(kind, encoding, seeded(seed));
            let document = Document::parse_as(kind, created.text.as_bytes())
                .unwrap_or_else(|error| panic!("{error}: {}", created.text));
            assert_eq!(document.encoding(), encoding);
            names.extend(document.values().into_iter().map(|(place, _)| place.to_string()));
        }
        if names.len() < 3 {
            missing.push(kind);
        }
    }
    assert_eq!(missing, []);
}

/// Damaged documents of every kind are read or refused, with an offset.
#[test]
fn damaged_documents_are_read_or_refused() {
    let mut count = 0;
    for (kind, encoding) in structured() {
        let created = made(kind, encoding, seeded(7));
        let bytes = with_number(kind, &created.text);
        for cut in truncations(&bytes).step_by(bytes.len() / 30 + 1) {
            laws::located::<Resources>(cut);
            laws::total::<Resources>(cut);
            count += 1;
        }
        for at in (1..bytes.len()).step_by(bytes.len() / 40 + 1) {
            for byte in [b'<', b'"', b'&', b'\0', 0xff, b'}', b'[', b' '] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                laws::all::<Resources>(&changed);
                count += 1;
            }
        }
    }
    assert!(count > 5000, "{count}");
}

/// The fuzz target holds for its own seeds.
#[test]
fn the_fuzz_target_holds_for_its_seeds() {
    let seeds = (fuzzkit::resource::TARGET.seeds)();
    assert!(seeds.len() > 30);
    for seed in seeds {
        (fuzzkit::resource::TARGET.body)(&seed);
    }
}
