//! Replaces one file in a package: `cargo run --example replace_in_package -- game.pak Data/a.txt new.txt out.pak`.

use engine_assets::urho_pak::{Error, Package};

/// Replaces the content of one entry, and returns the package. All other entries are copied without unpacking them.
pub(crate) fn replaced(package: &[u8], name: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let package = Package::open(package)?;
    let mut builder = package.edit();
    builder.replace(name, content)?;
    builder.to_bytes()
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [package, name, content, out] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected a package, a name in it, a file and a package to write".into());
    };
    std::fs::write(out, replaced(&std::fs::read(package)?, name, &std::fs::read(content)?)?)?;
    Ok(())
}
