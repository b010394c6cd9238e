//! Converts glTF to a model of Urho3D in memory: `cargo run --example glb_to_mdl -- fox.glb out`.

use engine_assets::convert::{ConvertOptions, Converted, Input, OutputFormat, Overwrite, convert};
use engine_assets::{Asset, Error};

/// Returns `Fox.mdl` and an `.ani` for each animation. You also get findings about changes.
pub(crate) fn to_mdl(glb: &[u8]) -> Result<Converted, Error> {
    let asset = Asset::parse(glb, None)?;
    convert(&[Input::new("Fox", &asset)], OutputFormat::MDL, "Fox.mdl", &ConvertOptions::default())
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, folder] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a .glb and a folder".into());
    };
    let made = to_mdl(&std::fs::read(from)?)?;
    made.findings.iter().for_each(|finding| eprintln!("{finding}"));
    made.write_below(folder, Overwrite::Never)?;
    Ok(())
}
