//! Writes the samples into the command line's folder; `--check` compares them with the existing files instead.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine-assets-cli/samples");
    let mut stale = false;
    for sample in fuzzkit::samples::all() {
        let path = folder.join(sample.name);
        if check {
            if std::fs::read(&path).ok().as_deref() != Some(&sample.bytes) {
                eprintln!("{} differs from the generated file", path.display());
                stale = true;
            }
        } else if let Err(error) = std::fs::create_dir_all(path.parent().unwrap_or(&folder))
            .and_then(|()| std::fs::write(&path, &sample.bytes))
        {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if stale { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
