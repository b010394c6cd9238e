//! JSON of summaries.

#![cfg(feature = "serde")]

use binio::Name;
use binio::summary::{Block, Float, floats, sha256};
use serde_json::json;

#[test]
fn floats_that_json_can_not_hold() {
    let said = floats([1.5, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0xffc0_0001)]);
    let expected = json!([1.5, -0.0, "nonfinite:0x7f800000", "nonfinite:0xff800000", "nonfinite:0xffc00001"]);
    assert_eq!(serde_json::to_value(said).unwrap(), expected);
    assert_eq!(serde_json::to_string(&Float(0.1)).unwrap(), "0.1");
}

#[test]
fn names_are_text() {
    let names = [Name::from("Bip01 é\\"), Name::from(&b"\xff\\"[..])];
    assert_eq!(serde_json::to_value(names).unwrap(), json!(["Bip01 é\\", r"\xff\\"]));
}

#[test]
fn blocks_are_a_size_and_a_hash() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256(b"abc"), abc);
    let said = |block| serde_json::to_value(block).unwrap();
    assert_eq!(said(Block::new(b"abc", true)), json!({"data_size": 3, "data_sha256": abc}));
    assert_eq!(said(Block::new(b"abc", false)), json!({"data_size": 3}));
    assert_eq!(said(Block::new(b"", true)), json!({"data_size": 0, "data_sha256": "null"}));
}
