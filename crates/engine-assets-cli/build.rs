//! Lists the files of the page for `view` if the feature `page` is on and ENGINE_ASSETS_PAGE names their folder; else none.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=ENGINE_ASSETS_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = std::env::var_os("ENGINE_ASSETS_PAGE").filter(|_| std::env::var_os("CARGO_FEATURE_PAGE").is_some());
    let mut list = String::from("&[\n");
    if let Some(folder) = folder.map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        add(&folder.canonicalize()?, "", &mut list)?;
    }
    list.push_str("]\n");
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join("page.rs"), list)
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
