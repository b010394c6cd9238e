//! UDM using serde. A document that is converted to the type of a program and back must not change.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use udm::{Document, Limits, SerdeError, typed};
use udm_tools::json;

use crate::Target;

/// The fuzz target, which takes a binary or text document.
pub const TARGET: Target = Target { name: "udm_serde", body, seeds };

/// Values of every kind. All of them are optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Everything {
    name: String,
    count: u32,
    small: i8,
    ratio: Option<f32>,
    position: [f32; 3],
    #[serde(with = "typed::quat")]
    rotation: [f32; 4],
    items: Vec<u16>,
    texts: Vec<String>,
    rows: Vec<(f32, f32)>,
    choice: Option<Choice>,
    inside: Option<Box<Everything>>,
    children: Vec<Everything>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Choice {
    None,
    Number(f64),
    Both(i32, i32),
    Named { key: String },
}

/// Reads the document as a value and as a type. Reading back what was written must give the same values, and tagged
/// JSON must be lossless.
fn body(bytes: &[u8]) {
    let Ok(document) = Document::parse(bytes) else { return };
    let limits = Limits::default().max_expanded_bytes(1 << 20);
    let _ = udm::from_element::<Json>(document.data(), &limits);
    if let Ok(read) = udm::from_element::<Everything>(document.data(), &limits) {
        let written = udm::to_vec(&read, "FUZZ", 1).expect("a parsed document is writable");
        let again: Everything = udm::from_slice(&written).expect("the written document is readable");
        assert_eq!(format!("{again:?}"), format!("{read:?}"));
    }
    let Ok(text) = serde_json::to_vec(&json::tagged(&document)) else { return };
    let read = json::from_tagged(&mut serde_json::Deserializer::from_slice(&text));
    assert!(read.is_ok_and(|read| read == document), "{}", String::from_utf8_lossy(&text));
}

/// Returns a document with everything, also nested in others, and documents for all types.
fn seeds() -> Vec<Vec<u8>> {
    let one = |choice| Everything {
        name: "one".to_owned(),
        count: 70_000,
        small: -3,
        ratio: Some(0.25),
        position: [1.0, -2.0, 3.5],
        rotation: [1.0, 0.0, 0.0, 0.0],
        items: vec![1, 2, 65_535],
        texts: vec![String::new(), "é".to_owned()],
        rows: vec![(1.5, 2.0)],
        choice,
        ..Everything::default()
    };
    let leaf = one(Some(Choice::Named { key: "k".to_owned() }));
    let both = Everything {
        inside: Some(Box::new(one(Some(Choice::Both(-1, 7))))),
        children: vec![leaf, one(Some(Choice::None)), Everything::default()],
        ..one(Some(Choice::Number(1e300)))
    };
    let make = |of: &Everything| -> Result<[Vec<u8>; 2], SerdeError> {
        Ok([udm::to_vec(of, "FUZZ", 1)?, udm::to_text(of, "FUZZ", 1, udm::Style::Pretty)?])
    };
    let typed = [one(None), both].into_iter().flat_map(|of| make(&of).expect("UDM holds all of it"));
    typed.chain((crate::udm::TARGET.seeds)()).collect()
}
