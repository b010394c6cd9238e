//! Reduces a model to a single level of detail: `cargo run --example strip_lods -- Jack.mdl 0 JackFine.mdl`.

use engine_assets::urho_mdl::{Error, Model};

/// Returns the model with only one level of detail; 0 is the finest. Vertices that are only used by other levels are
/// removed.
pub(crate) fn stripped(bytes: &[u8], level: usize) -> Result<Vec<u8>, Error> {
    let mut model = Model::parse(bytes)?;
    model.keep_lod(level)?;
    model.to_bytes()
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, level, to] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a model, a level and a file to write".into());
    };
    std::fs::write(to, stripped(&std::fs::read(from)?, level.parse()?)?)?;
    Ok(())
}
