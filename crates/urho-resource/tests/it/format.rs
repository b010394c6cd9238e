//! The format reference is printed from the tables.

use std::path::Path;

const START: &str = "<!-- The rest is printed from the tables of the crate: ENGINE_ASSETS_BLESS=1 cargo test -p urho-resource --test it format -->\n";

#[test]
fn the_format_reference_contains_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("FORMAT.md");
    let stored = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (head, tables) = stored.split_once(START).expect("the mark precedes the tables");
    let expected = urho_resource::tables();
    if std::env::var_os("ENGINE_ASSETS_BLESS").is_some() {
        std::fs::write(&path, format!("{head}{START}{expected}")).unwrap();
    } else {
        assert!(tables == expected, "FORMAT.md differs from the tables; set ENGINE_ASSETS_BLESS=1 to write it");
    }
}
