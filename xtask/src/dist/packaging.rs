//! Manifests of package managers: `packaging/templates` with the version and the checksums of the archives.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::sha256;
use crate::links;
use crate::run::{Run, root};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The beginning and the end of a checksum placeholder, around the name of a file of the release.
const SUM: &str = "@SHA256 ";
const END: &str = "@";

/// Fills every template whose archives exist, into the folder `packaging` of the release. Templates of other systems are skipped.
pub(super) fn fill(out: &Path) -> Run {
    for template in templates()? {
        let missing = archives(&template.text).into_iter().find(|name| !out.join(name).is_file());
        if let Some(missing) = missing {
            eprintln!("skipped: {}; {missing} isn't in {}", template.name, out.display());
            continue;
        }
        let text = filled(&template.text, |name| sha256(&out.join(name)))?;
        write(&out.join("packaging").join(&template.name), &text)?;
    }
    Ok(())
}

/// A template: its path under `packaging/templates`, and its text with the version.
pub(super) struct Template {
    pub(super) name: String,
    text: String,
}

pub(super) fn templates() -> Result<Vec<Template>, String> {
    let folder = root().join("packaging/templates");
    let ends = ["rb", "json", "yaml", "PKGBUILD", "SRCINFO"];
    let mut templates = Vec::new();
    for file in links::files_of(&folder, &ends)? {
        let text = read(&file)?.replace("@VERSION@", VERSION);
        let name = file.strip_prefix(&folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        // On the template it's an extension, so that the list above finds it; `makepkg` expects the bare name.
        let name =
            name.replace("engine-assets-bin.PKGBUILD", "PKGBUILD").replace("engine-assets-bin.SRCINFO", ".SRCINFO");
        templates.push(Template { name, text });
    }
    Ok(templates)
}

impl Template {
    /// The text with a checksum of zeros for each archive.
    pub(super) fn with_zeros(&self) -> Result<String, String> {
        filled(&self.text, |_| Ok("0".repeat(64)))
    }
}

/// The names of the archives whose checksums a template contains.
fn archives(text: &str) -> BTreeSet<&str> {
    text.split(SUM).skip(1).filter_map(|rest| rest.split(END).next()).collect()
}

fn filled(text: &str, sum: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut filled = text.to_owned();
    for name in archives(text) {
        filled = filled.replace(&format!("{SUM}{name}{END}"), &sum(name)?);
    }
    Ok(filled)
}

pub(super) fn write(file: &Path, text: &str) -> Run {
    let written = fs::create_dir_all(file.with_file_name("")).and_then(|()| fs::write(file, text));
    written.map_err(|error| format!("{}: {error}", file.display()))
}

pub(super) fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The section of this version in CHANGELOG.md.
pub(super) fn notes() -> Result<String, String> {
    let changelog = read(&root().join("CHANGELOG.md"))?;
    let section = changelog.split("\n## ").skip(1).find_map(|section| {
        let (heading, text) = section.split_once('\n')?;
        (heading.split_whitespace().next() == Some(VERSION)).then(|| text.trim().to_owned())
    });
    section.ok_or_else(|| format!("CHANGELOG.md has no section {VERSION}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "a: @SHA256 x-1.tar.gz@\nb: @SHA256 y-1.zip@\nagain: @SHA256 x-1.tar.gz@\n";

    #[test]
    fn each_archive_of_a_template_is_listed_once() {
        assert_eq!(archives(TEMPLATE).into_iter().collect::<Vec<_>>(), ["x-1.tar.gz", "y-1.zip"]);
    }

    #[test]
    fn every_placeholder_gets_the_checksum_of_its_archive() {
        let text = filled(TEMPLATE, |name| Ok(format!("sum of {name}")));
        assert_eq!(text.as_deref(), Ok("a: sum of x-1.tar.gz\nb: sum of y-1.zip\nagain: sum of x-1.tar.gz\n"));
        assert_eq!(filled(TEMPLATE, |_| Err("missing".to_owned())), Err("missing".to_owned()));
    }
}
