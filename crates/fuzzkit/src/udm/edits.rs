//! Edits of texts.

use udm::{Array, Document, Element, Items, Value};

use super::text_seeds;
use crate::Target;

/// The fuzz target for edits. The input is a text, followed by a NUL and the operations.
pub const EDIT_TARGET: Target = Target { name: "udm_edit", body: edit_body, seeds: edit_seeds };

/// Checks that a text keeps its layout when you edit it. When you read the output, you must get the edited document.
/// Without edits, the text must not change.
///
/// # Panics
/// Panics if this is not true.
pub fn edits(text: &[u8], choices: &[u8]) {
    let Ok(original) = Document::parse_text(text) else { return };
    let mut document = original.clone();
    for choice in choices.chunks(3) {
        edit(&mut document, choice);
    }
    // The text can't hold everything that an edit may make.
    let Ok(written) = document.to_bytes() else { return };
    let read = Document::parse_text(&written)
        .unwrap_or_else(|error| panic!("{error}: {}\nfrom {}", written.escape_ascii(), text.escape_ascii()));
    assert!(
        read.root == document.root,
        "{document:?}\nreads back as\n{read:?}\nfrom {}\nwhich was {}",
        written.escape_ascii(),
        text.escape_ascii()
    );
    if document.root == original.root {
        testkit::assert_bytes(&written, text);
    }
}

/// Makes a single edit. The bytes select a value and an operation.
fn edit(document: &mut Document<'_>, choice: &[u8]) {
    let [place, what, new] = *choice else { return };
    let paths: Vec<String> = document.walk().map(|(path, _)| path).collect();
    let path = paths.get(usize::from(place) % (paths.len() + 1)).cloned().unwrap_or_default();
    let value = match new % 8 {
        0 => Value::F32(f32::from(new)),
        1 => Value::from("text"),
        2 => Value::from("a \\ \"b\"\\"),
        3 => Value::from("\\"),
        4 => Value::Element([("k", Value::U8(new))].into_iter().collect()),
        5 => Value::Array(Array::Items(Items::from_elements([Element::new(), Element::new()]))),
        6 => Value::Array(Array::from_values(&[new, 1])),
        _ => Value::Nil,
    };
    let key = format!("k{}", new % 5);
    match what % 7 {
        0 => drop(document.set(&path, value)),
        1 => drop(document.remove(&path)),
        2 => drop(document.insert(&format!("{path}/{key}"), value)),
        3 => drop(document.insert(&format!("{path}[{}]", new % 4), value)),
        4 => {
            if let Some(element) = document.get_mut(&path).and_then(Value::as_element_mut) {
                if new % 2 == 0 { element.sort_keys() } else { element.push("new key", value) }
            }
        }
        5 => {
            let to = paths.get(usize::from(new) % (paths.len() + 1)).map_or("", String::as_str);
            let key = if new % 2 == 0 { path.rsplit('/').next().unwrap_or_default() } else { &key };
            if let Ok(value) = document.remove(&path) {
                drop(document.insert(&format!("{to}/{key}"), value));
            }
        }
        _ => drop(document.set("assetType", if new % 2 == 0 { "nil" } else { "TYPE" })),
    }
}

fn edit_body(bytes: &[u8]) {
    let (text, choices) = match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    edits(text, &choices[..choices.len().min(30)]);
}

fn edit_seeds() -> Vec<Vec<u8>> {
    let hand: [&[u8]; 7] = [
        b"// a\n$int8 a 1 // b\n\n/* c */ light { $float r 5 // d\n }\n// e",
        b"\xef\xbb\xbf$array l [element;2][\r\n\t{ $int8 a 1 }, /* x */ {}\r\n]\r\n",
        b"a{$int8 b 1 $string c \"x\"\"d\"{}}",
        b"$string assetType \"T\" $uint32 assetVersion 2 \"assetData\" { $array s [string;2][\"a\", b] }",
        b"$arrayLz4 v [struct<uint8:x,vec2:y>;2][[1,[2,3]],\n[4,[5,6]]] // z",
        b"$array f [float;4][1 2.50,3e0 4] $vec3 p [1,2,3] /* open",
        b"\xef\xbb\xbf/* open",
    ];
    let texts = hand.into_iter().map(<[u8]>::to_vec).chain(text_seeds());
    texts
        .enumerate()
        .map(|(index, text)| [&text[..], &[0, index as u8, 0, 3, 2, 2, 1, 1, 1, 4, 1, 5, 2]].concat())
        .collect()
}
