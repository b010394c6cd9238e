//! Prints the bones of a model, each below its parent: `cargo run --example print_bones -- Jack.mdl`.

use std::fmt::Write as _;

use engine_assets::urho_mdl::Model;

/// Returns the bone names. They are indented by their depth.
pub(crate) fn bones(model: &Model<'_>) -> String {
    let hierarchy = model.skeleton.hierarchy();
    let mut text = String::new();
    for &bone in hierarchy.depth_first() {
        let depth = hierarchy.depth(bone).unwrap_or(0);
        let _ = writeln!(text, "{:indent$}{}", "", model.skeleton.bones[bone].name, indent = depth * 2);
    }
    text
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(std::env::args().nth(1).ok_or("expected a model")?)?;
    print!("{}", bones(&Model::parse(&bytes)?));
    Ok(())
}
