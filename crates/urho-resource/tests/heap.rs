//! Heap of reading, in a binary with one test: the meter counts for the whole process.

use testkit::meter::{Meter, peak_of};
use urho_resource::{Document, Kind};

#[global_allocator]
static HEAP: Meter = Meter;

/// Reading takes heap in proportion to the file: less than 96 bytes for a byte as the trees, and a copy of a file with a document type.
#[test]
fn reading_takes_heap_in_proportion_to_the_file() {
    let texts = [
        (Kind::ParticleEffect, format!("<particleeffect>{}</particleeffect>", "<a/>".repeat(50_000))),
        (Kind::UiLayout, format!("<element {}/>", "a=\"\" ".repeat(40_000))),
        (Kind::PropertyListSheet, format!("<!DOCTYPE plist><plist>{}</plist>", "<a/>".repeat(50_000))),
        (Kind::Strings, format!("{{\"a\":[{}0]}}", "0,".repeat(100_000))),
        (Kind::ShaderSource, "#include \"a\"\n".repeat(20_000)),
        (Kind::TileMap, "<map>".repeat(100)),
    ];
    for (kind, text) in texts {
        let peak = peak_of(&HEAP, || Document::parse_as(kind, text.as_bytes()));
        let most = 97 * text.len() + 64 * 1024;
        assert!(peak <= most, "{kind:?}: {peak} bytes of heap for {} bytes", text.len());
    }
}
