//! The hashes, against vectors from the engine's own code.

use testkit::corpus;
use zed_asset::{fnv1a, hash_string};

/// Both hashes of every vector of the corpus; nothing if there is none.
#[test]
fn hashes_are_those_of_the_corpus() {
    let Some(root) = corpus::root() else {
        eprintln!("not looked at, {} is not set", corpus::VARIABLE);
        return;
    };
    let text = std::fs::read(root.join("zed/hash_vectors.json")).expect("the vectors are there");
    let vectors: Vec<serde_json::Value> = serde_json::from_slice(&text).expect("they are JSON");
    assert_eq!(vectors.len(), 13);
    for vector in vectors {
        let hex = vector["hex"].as_str().expect("bytes in hex");
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        let ours = [fnv1a(&bytes), hash_string(&bytes)].map(|hash| format!("0x{hash:08x}"));
        assert_eq!([&vector["fnv1a32"], &vector["zed_hashstring"]], [&ours[0], &ours[1]], "{hex}");
    }
}

/// Published vectors of FNV-1a, and the peculiarities of the older hash.
#[test]
fn vectors_by_hand() {
    assert_eq!([fnv1a(b""), fnv1a(b"a"), fnv1a(b"foobar")], [0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968]);
    assert_eq!([hash_string(b""), hash_string(b"A"), hash_string(b"a")], [0, 0x0041_0041, 0x0061_0061]);
    // Case only folds in whole blocks, and their second half doesn't count.
    assert_eq!(hash_string(b"ABCDEFGH--------"), hash_string(b"abcdefgh========"));
    assert_ne!(hash_string(b"ABCDEFGH-------"), hash_string(b"abcdefgh-------"));
}
