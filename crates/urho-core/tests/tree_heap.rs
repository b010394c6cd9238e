//! Heap use of trees. One test, as the meter counts for the whole process.
#![cfg(feature = "text-tree")]

use testkit::meter::{Meter, peak_of};
use urho_core::tree::{JsonTree, XmlTree};

#[global_allocator]
static HEAP: Meter = Meter;

#[test]
fn a_tree_takes_less_than_96_bytes_per_byte() {
    let around = |open: &str, items: &str, close: &str| [open, &items.repeat(100_000), close].concat();
    for file in [
        around("<a>", "<a/>", "</a>"),
        around("<a>", "<a></a>", "</a>"),
        around("<a>", "a<a/>", "</a>"),
        around("<a>", "<![CDATA[]]>", "</a>"),
        around("<a>", "&a;", "</a>"),
        around("<a ", "a='' ", "/>"),
        around("<a>", "<a a=''/>", "</a>"),
        around("<a/>", "<!---->", ""),
    ] {
        let peak = peak_of(&HEAP, || XmlTree::parse(file.as_bytes()).unwrap());
        assert!(peak <= 96 * file.len() + 64 * 1024, "{peak} for {} bytes of {:.20}", file.len(), file);
    }
    for file in [
        around("[", "1,", "1]"),
        around("[", "[],", "1]"),
        around("{", "\"\":1,", "\"\":1}"),
        around("[", "\"\\n\",", "1]"),
    ] {
        let peak = peak_of(&HEAP, || JsonTree::parse(file.as_bytes()).unwrap());
        assert!(peak <= 96 * file.len() + 64 * 1024, "{peak} for {} bytes of {:.20}", file.len(), file);
    }
}
