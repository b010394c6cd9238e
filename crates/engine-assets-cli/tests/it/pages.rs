//! Pages that list what the code has: a new target, dependency or repair must be on its page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use urho_mdl::Repair;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_parser_has_a_fuzz_target() {
    let entries =
        fs::read_dir(root().join("fuzz/fuzz_targets")).expect("a folder").map(|entry| entry.expect("an entry"));
    let targets: Vec<String> =
        entries.map(|entry| entry.file_name().to_str().expect("a plain name").to_owned()).collect();
    let readme = read("README.md");
    let crates: BTreeSet<&str> = readme.split("](crates/").skip(1).filter_map(|part| part.split(')').next()).collect();
    let formats = crates.iter().filter(|name| root().join("crates").join(name).join("FORMAT.md").exists());
    let formats: Vec<String> =
        formats.map(|name| name.trim_start_matches("asset-").replace('-', "_").replace("zed_asset", "zed")).collect();
    assert!(formats.len() >= 11, "{formats:?}");
    for format in &formats {
        assert!(
            targets.iter().any(|target| target.starts_with(format.as_str())),
            "{format} has no target in {targets:?}"
        );
    }
}

#[test]
fn packages_that_compile_c_are_listed() {
    let (lock, page) = (read("Cargo.lock"), read("docs/native-code.md"));
    let packages = lock.split("[[package]]").filter(|package| package.contains("\n \"cc\""));
    let names: Vec<&str> = packages.filter_map(|package| package.split('"').nth(1)).collect();
    assert!(page.contains(&format!("compile C or C++: `{}`", names.join("` and `"))), "{names:?}");
    for name in names {
        assert!(page.contains(&format!("\n## {name} ")), "{name} has no section");
    }
}

#[test]
fn thirteen_repairs_are_listed() {
    let page = read("site/guide/repair.md");
    assert_eq!(Repair::ALL.len(), 13);
    for repair in Repair::ALL {
        assert!(page.contains(&format!("`{repair}`")), "{repair}");
    }
}

#[test]
fn ten_recipes_are_on_the_page() {
    assert_eq!(read("crates/engine-assets-py/docs/recipes.md").matches("\n## ").count(), 10);
}

/// Files with an extension below a folder.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

/// A sentence that says *always* or *byte for byte* names its test in a comment: `<!-- test: NAME, NAME -->`.
#[test]
fn tests_that_pages_name_exist() {
    let (mut pages, mut sources) = (vec![root().join("README.md")], Vec::new());
    ["docs", "site"].into_iter().for_each(|folder| files(&root().join(folder), "md", &mut pages));
    files(&root().join("crates"), "rs", &mut sources);
    let sources: String = sources.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let mut seen = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for names in text.split("<!-- test: ").skip(1).map(|rest| rest.split(" -->").next().unwrap_or_default()) {
            for name in names.split(", ") {
                let is_there = ["(", "<"].iter().any(|end| sources.contains(&format!("fn {name}{end}")));
                assert!(is_there, "{}: no test {name}", page.display());
                seen += 1;
            }
        }
    }
    assert!(seen >= 20, "{seen} tests");
}
