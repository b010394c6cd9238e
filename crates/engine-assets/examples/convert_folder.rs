//! Converts a folder of models to glTF, as `engine-assets convert` does.
//!
//! To run it, use `cargo run --example convert_folder -- Data/Models out`.

use std::path::Path;

use engine_assets::convert::OutputFormat;
use engine_assets::convert_folder::Report;
use engine_assets::{ConvertFolder, Error};

/// Writes a `.glb` in the folder `to` for each model in the folder `from`. If a model is broken, you can find it in the
/// failures of the report.
pub(crate) fn convert(from: &Path, to: &Path) -> Result<Report, Error> {
    ConvertFolder::new([from], OutputFormat::GLB, to).run()
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, to] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a folder of models and an output folder".into());
    };
    let report = convert(from.as_ref(), to.as_ref())?;
    report.failures().iter().for_each(|failure| eprintln!("{failure}"));
    println!("{} files written, {} skipped", report.files().len(), report.skipped().len());
    if report.failures().is_empty() { Ok(()) } else { Err(format!("{} failed", report.failures().len()).into()) }
}
