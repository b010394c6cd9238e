//! Writes the samples to the folder of the command line.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine-assets-cli/samples");
    for sample in fuzzkit::samples::all() {
        let path = folder.join(sample.name);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(&path, &sample.bytes)?;
    }
    Ok(())
}
