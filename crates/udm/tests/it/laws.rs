//! The laws over generated documents.

use fuzzkit::udm::{Udm, by_way_of_text, document, edits};
use proptest::prelude::*;
use testkit::hostile::with_small_stack;
use testkit::laws;
use udm::{Array, Document, Element, ErrorKind, Items, Limits, Style, Type, Value};

proptest! {
    #[test]
    fn what_is_written_reads_back(document in document()) {
        laws::inverse::<Udm>(&document);
        let bytes = document.to_bytes().expect("generated documents can be encoded");
        laws::all::<Udm>(&bytes);
    }

    #[test]
    fn text_is_lossless(document in document()) {
        by_way_of_text(&document);
    }

    #[test]
    fn the_engines_text_is_text(document in document()) {
        // Strings with quotes or NUL come out broken, as the engine writes them; nothing panics.
        for (header, expand_lz4) in [(true, true), (true, false), (false, true)] {
            let _ = document.to_text(Style::Reference { header, expand_lz4 });
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        laws::all::<Udm>(&bytes);
        laws::all::<Udm>(&[b"UDMB\x02\0\0\0\x1b".as_slice(), &bytes].concat());
    }

    #[test]
    fn any_text_is_safe(text in r#"([${}<>\[\],:;"/* \n\\]|[a-z0-9.-]{1,3}|array|int8|vec3|struct|nil|element|arrayLz4|string){0,40}"#) {
        (fuzzkit::udm::TEXT_TARGET.body)(text.as_bytes());
    }

    #[test]
    fn edits_of_texts_change_what_they_name(
        document in document(),
        pieces in proptest::collection::vec("( |\n|\t|// c\n|/\\* d \\*/|\r\n){0,3}", 1..6),
        choices in proptest::collection::vec(any::<u8>(), 3..18),
        compact in any::<bool>(),
    ) {
        let style = if compact { Style::Compact } else { Style::Pretty };
        if let Ok(text) = document.to_text(style) {
            edits(&text, &choices);
            edits(&loosened(&text, &pieces), &choices);
        }
    }

    #[test]
    fn a_batch_has_the_effect_of_single_edits(
        document in document(),
        choices in proptest::collection::vec((any::<u8>(), 0_u8..5, 0_u8..4), 1..24),
    ) {
        let mut paths: Vec<String> = document.walk().map(|(path, _)| path).collect();
        paths.extend(["new", "new/deep/er", "../new", "../new/deep", "assetType", "../assetVersion", "", "a//b"].map(String::from));
        let below: Vec<String> = paths.iter().flat_map(|path| [format!("{path}/k"), format!("{path}[0]")]).collect();
        paths.extend(below);
        let (mut single, mut batched) = (document.clone(), document.clone());
        let mut value = 0;
        let edits: Vec<(&str, u8, Value<'_>)> = choices.iter().map(|(place, what, kind)| {
            value += 1;
            let new = match kind {
                0 => Value::from(Element::from_iter([("k", value)])),
                1 => Value::from("text"),
                _ => Value::from(value),
            };
            (paths[usize::from(*place) % paths.len()].as_str(), *what, new)
        }).collect();
        let one = |edited: Result<Option<Value<'_>>, udm::Error>| {
            edited.map(|old| old.map(Value::into_owned)).map_err(|error| error.to_string())
        };
        let mut expected = Vec::new();
        for (path, what, new) in &edits {
            let budget = &mut Limits::default().budget();
            expected.push(match what {
                0 => one(single.set(path, new.clone())),
                1 => one(single.insert(path, new.clone())),
                2 => match single.fetch(path, budget) {
                    Ok(found) => one(Ok(Some(found.into_owned()))),
                    Err(error) if matches!(error.kind(), ErrorKind::NoSuchPath(_)) => Ok(None),
                    Err(error) => one(Err(error)),
                },
                _ => one(single.remove(path).map(Some)),
            });
        }
        let results = batched.batch(|batch| {
            edits.iter().map(|(path, what, new)| match what {
                0 => one(batch.set(path, new.clone())),
                1 => one(batch.insert(path, new.clone())),
                2 => one(batch.find(path, &mut Limits::default().budget()).map(|found| found.map(std::borrow::Cow::into_owned))),
                _ => one(batch.remove(path).map(Some)),
            }).collect::<Vec<_>>()
        });
        prop_assert_eq!(format!("{results:?}"), format!("{expected:?}"));
        prop_assert!(batched.root == single.root, "{batched:?}\nand\n{single:?}");
    }

    #[test]
    fn every_value_is_at_its_path(document in document()) {
        let mut seen = std::collections::BTreeMap::new();
        for (path, value) in document.walk() {
            // Of duplicate keys, the last is found.
            seen.insert(path, value);
        }
        let unique = document.walk().count() == seen.len();
        for (path, value) in seen {
            let fetched = document.fetch(&path, &mut Limits::default().budget());
            match document.get(&path) {
                Some(found) => {
                    prop_assert_eq!(&*fetched.expect("is there"), found);
                    prop_assert!(!unique || found == value);
                }
                // Children of an element whose key occurs again aren't reached; items of an array with that key are.
                None => {
                    let array = document.walk().any(|(above, value)| {
                        matches!(value, Value::Array(array) if !matches!(array, Array::Items(_)))
                            && path.to_string().starts_with(&format!("{above}["))
                    });
                    prop_assert!(!unique && (array || fetched.is_err()), "{} isn't found", path);
                }
            }
        }
    }

    #[test]
    fn packed_arrays_unpack(value in fuzzkit::udm::value()) {
        if let Value::Array(array) = &value {
            let mut budget = Limits::default().budget();
            let unpacked = array.unpack(&mut budget).expect("was packed here").into_owned();
            if let Array::Packed(packed) = array {
                let again = udm::PackedArray::compress(&unpacked).expect("was packed before");
                prop_assert_eq!(&again, &**packed);
            } else {
                prop_assert_eq!(&unpacked, array);
            }
        }
    }
}

/// A text with white space and comments before the types, names and braces of its lines.
fn loosened(text: &[u8], pieces: &[String]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pieces = pieces.iter().cycle();
    let mut at_start = true;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        // A line may be in a string: text is only inserted where a line begins like a part of a document.
        let begins = line.trim_ascii_start();
        if at_start && matches!(begins.first(), Some(b'$' | b'{' | b'}')) {
            out.extend(pieces.next().into_iter().flat_map(|piece| piece.bytes()));
        }
        out.extend_from_slice(line);
        at_start = line.iter().filter(|byte| **byte == b'"').count() % 2 == 0;
    }
    out
}

#[test]
fn values_are_small() {
    assert!(size_of::<Value<'_>>() <= 40, "{}", size_of::<Value<'_>>());
    assert!(size_of::<Element<'_>>() <= 24);
    assert_eq!(size_of::<udm::Error>(), size_of::<usize>());
}

/// Elements and arrays of elements in turn, `depth` levels of each.
fn deep(depth: usize) -> Element<'static> {
    let mut element = Element::new();
    for _ in 0..depth {
        let mut outer = Element::new();
        outer.insert("a", Array::Items(Items::from_elements([element])));
        element = outer;
    }
    element
}

#[test]
fn deep_documents_need_no_stack() {
    with_small_stack(|| {
        let mut document = Document::new("T", 1);
        // The root and the data are levels too.
        *document.data_mut() = deep(63);
        let bytes = document.to_bytes().expect("128 levels");
        let read = Document::parse(&bytes).expect("128 levels");
        assert_eq!(read, document.clone());
        let printed = format!("{read:?}");
        assert!(printed.len() > 500 && !printed.contains('…'), "{printed}");
        assert!(read.validate().is_empty());
        for style in [Style::Pretty, Style::Compact] {
            let text = document.to_text(style).expect("128 levels");
            assert_eq!(Document::parse(&text).expect("128 levels"), document);
        }
        *document.data_mut() = deep(64);
        assert_eq!(document.to_bytes().unwrap_err().kind(), &ErrorKind::Depth(128));
        assert_eq!(document.to_text(Style::Pretty).unwrap_err().kind(), &ErrorKind::Depth(128));
        assert!(!document.validate().is_empty());
        // Where something is removed, new elements are looked through for it.
        for (levels, fits) in [(62, true), (64, false), (200_000, false)] {
            let mut document = Document::parse(b"a { $int8 b 1 } // c").expect("a text");
            document.remove("a/b").expect("is there");
            document.data_mut().insert("d", deep(levels));
            assert_eq!(document.to_bytes().is_ok(), fits, "{levels}");
        }
    });
}

/// Arrays within arrays.
fn deep_array(depth: usize) -> Value<'static> {
    let mut values = Vec::new();
    for _ in 0..depth {
        values = vec![Value::Array(Array::Items(Items::new(Type::ARRAY, values).expect("arrays")))];
    }
    values.remove(0)
}

#[test]
fn any_depth_can_be_dropped_cloned_compared_and_printed() {
    with_small_stack(|| {
        let (element, array) = (deep(200_000), deep_array(200_000));
        assert!(element.clone() == element && array.clone() == array);
        assert!(element != deep(199_999) && array != deep_array(199_999));
        assert!(element.clone().into_owned() == element && array.clone().into_owned() == array);
        for text in [format!("{element:?}"), format!("{array:?}"), format!("{element:#?}")] {
            // Deeper values are omitted.
            assert!(text.contains('…') && text.len() < 100_000, "{}", text.len());
        }
        drop((element, array));
        let mut document = Document::new("T", 1);
        *document.data_mut() = deep(200_000);
        assert_eq!(document.clone().into_owned(), document);
        assert_eq!(document.to_bytes().unwrap_err().kind(), &ErrorKind::Depth(128));
        assert_eq!(document.to_text(Style::Pretty).unwrap_err().kind(), &ErrorKind::Depth(128));
        document.sort_keys();
    });
}

#[test]
fn printed_values_are_readable() {
    let mut element = Element::new();
    element.insert("a", 1.5_f32);
    element.insert("b", Array::Items(Items::from_elements([Element::new()])));
    element.insert("c", "text");
    assert_eq!(format!("{element:?}"), r#"{"a": F32(1.5), "b": [{}], "c": String("text")}"#);
}
