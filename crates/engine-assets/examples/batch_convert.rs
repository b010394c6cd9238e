//! Converts every model below a folder to glTF: `cargo run --example batch_convert -- Data/Models out`.

use std::path::Path;

use engine_assets::convert::{ConvertOptions, Overwrite};
use engine_assets::folder::{Found, walk};

/// What came of a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// Models that were converted.
    pub(crate) converted: usize,
    /// Files that are no models.
    pub(crate) passed_over: usize,
    /// Why a model couldn't be converted, with its name.
    pub(crate) failed: Vec<String>,
}

/// Writes a `.glb` for every model below `from` into the same place below `to`. A bad model doesn't stop the others.
pub(crate) fn convert_all(from: &Path, to: &Path) -> std::io::Result<Done> {
    let mut done = Done::default();
    for found in walk(from) {
        // Links that lead out of the folder aren't followed.
        let Found::File(path) = found? else { continue };
        let asset = match engine_assets::open(&path) {
            Ok(asset) if asset.format().is_model() => asset,
            Ok(_) | Err(engine_assets::Error::Unknown { .. } | engine_assets::Error::LookAlike(_)) => {
                done.passed_over += 1;
                continue;
            }
            Err(error) => {
                done.failed.push(format!("{}: {error}", path.display()));
                continue;
            }
        };
        let below = path.strip_prefix(from).unwrap_or(&path);
        let folder = to.join(below.parent().unwrap_or(Path::new("")));
        let name = below.with_extension("glb").file_name().unwrap_or_default().to_string_lossy().into_owned();
        let made = asset.convert_to(&name, &ConvertOptions::default()).map_err(|error| error.to_string());
        std::fs::create_dir_all(&folder)?;
        match made.and_then(|made| made.write_below(&folder, Overwrite::Never).map_err(|error| error.to_string())) {
            Ok(()) => done.converted += 1,
            Err(error) => done.failed.push(format!("{}: {error}", path.display())),
        }
    }
    Ok(done)
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, to] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a folder of models and a folder to write into".into());
    };
    let done = convert_all(from.as_ref(), to.as_ref())?;
    println!("{} converted, {} others", done.converted, done.passed_over);
    done.failed.iter().for_each(|failed| eprintln!("{failed}"));
    if done.failed.is_empty() { Ok(()) } else { Err(format!("{} failed", done.failed.len()).into()) }
}
