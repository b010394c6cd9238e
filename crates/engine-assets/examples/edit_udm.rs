//! Changes a value of a UDM document: `cargo run --example edit_udm -- light.udm range 4.5`.

use engine_assets::udm::{Document, Error};

/// Sets the value at `path` to another float, and returns the document in its own form.
pub(crate) fn with_float(bytes: &[u8], path: &str, value: f32) -> Result<Vec<u8>, Error> {
    let mut document = Document::parse(bytes)?;
    document.set(path, value)?;
    document.to_bytes()
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [file, path, value] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a document, a path in it and a number".into());
    };
    let changed = with_float(&std::fs::read(file)?, path, value.parse()?)?;
    std::fs::write(file, changed)?;
    Ok(())
}
