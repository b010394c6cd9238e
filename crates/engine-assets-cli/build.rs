//! Lists files that go into the program: the samples of `demo`, and the page of `view`, as `cargo xtask web` builds it. The page is in the folder that
//! ENGINE_ASSETS_PAGE names, or in `page` beside this file, where the published package has it.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=ENGINE_ASSETS_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let packaged = Some(own.join("page")).filter(|page| page.join("index.html").is_file());
    list("page.rs", std::env::var_os("ENGINE_ASSETS_PAGE").map(PathBuf::from).or(packaged).as_deref())?;
    list("samples.rs", Some(&own.join("samples")))
}

/// Writes the list of the files of a folder, with their contents; an empty one without a folder.
fn list(file: &str, folder: Option<&Path>) -> io::Result<()> {
    let mut list = String::from("&[\n");
    if let Some(folder) = folder {
        println!("cargo::rerun-if-changed={}", folder.display());
        add(&folder.canonicalize()?, "", &mut list)?;
    }
    list.push_str("]\n");
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join(file), list)
}

fn add(folder: &Path, before: &str, list: &mut String) -> io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add(&entry.path(), &format!("{name}/"), list)?;
        } else {
            let _ = writeln!(list, "    ({name:?}, include_bytes!({:?}).as_slice()),", entry.path());
        }
    }
    Ok(())
}
