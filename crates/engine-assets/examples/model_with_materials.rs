//! Converts a model to glTF with the materials and textures of its project.
//!
//! To run it, use `model_with_materials Data/Models/Box.mdl box.glb Materials/Stone.xml`.

use std::sync::Arc;

use engine_assets::convert::{ConvertOptions, Input, OutputFormat, Overwrite, convert};
use engine_assets::{Asset, Resources};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (model, output) = arguments.next().zip(arguments.next()).ok_or("expected a model and a file to write")?;
    let resources = Arc::new(Resources::around(&model)?);
    let resource = resources.name_of(model.as_ref());
    let bytes = std::fs::read(&model)?;
    let asset = Asset::parse(&bytes, Some(model.as_ref()))?;
    let options = ConvertOptions::default().resources(resources).material_names(arguments);
    let input = Input::new("model", &asset).resource(resource.as_deref());
    let made = convert(&[input], OutputFormat::for_path(&output)?, &output, &options)?;
    made.findings.iter().for_each(|finding| eprintln!("{finding}"));
    made.write_below(".", Overwrite::Always)?;
    Ok(())
}
