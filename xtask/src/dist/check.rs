//! Checks the files of a release that are in the tree, without another program.

use std::path::Path;

use super::packaging::{self, read};
use super::{file_name, files, sha256};
use crate::links;
use crate::run::{Run, root};

/// Files that repeat the version of the workspace, with the beginning of the line that contains it.
const VERSIONS: [(&str, &str); 5] = [
    ("Cargo.toml", "version = "),
    ("crates/bevy_engine_assets/Cargo.toml", "version = "),
    ("crates/engine-assets-py/Cargo.toml", "version = "),
    ("crates/engine-assets-web/Cargo.toml", "version = "),
    ("blender/engine_assets_blender/blender_manifest.toml", "version = "),
];

/// Keys that the page of the Python package on its registry shows.
const URLS: [&str; 5] = ["Homepage = ", "Documentation = ", "Repository = ", "Issues = ", "Changelog = "];

/// Checks versions, templates, keys of the Python package, actions of the workflows, and the checksums in `target/dist-files` if it exists.
pub(crate) fn check() -> Run {
    let mut problems = versions()?;
    problems.extend(templates()?);
    problems.extend(actions()?);
    let python = read(&root().join("crates/engine-assets-py/pyproject.toml"))?;
    let lacks = URLS.iter().filter(|key| !python.lines().any(|line| line.starts_with(**key)));
    problems.extend(
        lacks.map(|key| format!("crates/engine-assets-py/pyproject.toml: missing {}", key.trim_end_matches(" = "))),
    );
    let sums = files().join("SHA256SUMS");
    if sums.is_file() {
        problems.extend(checksums(&sums)?);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn versions() -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for (file, key) in VERSIONS {
        let text = read(&root().join(file))?;
        let found = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().trim_matches('"');
        if found != env!("CARGO_PKG_VERSION") {
            problems.push(format!("{file}: version {found:?}, but the workspace has {:?}", env!("CARGO_PKG_VERSION")));
        }
    }
    Ok(problems)
}

/// Fills each template with checksums of zeros, into `target/dist-check`: there the tools of the package managers can lint them.
fn templates() -> Result<Vec<String>, String> {
    let folder = root().join("target/dist-check");
    let mut problems = Vec::new();
    for template in packaging::templates()? {
        let text = template.with_zeros()?;
        if let Some(line) = text.lines().find(|line| line.contains("@VERSION") || line.contains("@SHA256")) {
            problems.push(format!("packaging/templates/{}: placeholder left in {line:?}", template.name));
        }
        if Path::new(&template.name).extension().is_some_and(|end| end == "json") {
            let parsed = serde_json::from_str::<serde_json::Value>(&text);
            problems.extend(parsed.err().map(|error| format!("packaging/templates/{}: {error}", template.name)));
        }
        packaging::write(&folder.join(&template.name), &text)?;
    }
    Ok(problems)
}

/// Every action is pinned to a commit: a tag can be moved to other code, which then publishes the release.
fn actions() -> Result<Vec<String>, String> {
    let mut files = links::files_of(&root().join(".github"), &["yml", "yaml"])?;
    files.push(root().join("action.yml"));
    let mut problems = Vec::new();
    for file in files {
        let text = read(&file)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !is_pinned(line));
        problems.extend(lines.map(|(number, line)| {
            let name = file.strip_prefix(root()).unwrap_or(&file).display();
            format!("{name}:{}: no commit with its version: {}", number + 1, line.trim())
        }));
    }
    Ok(problems)
}

/// Whether a line names no action, or one of this repository, or a commit with its version as a comment.
fn is_pinned(line: &str) -> bool {
    let Some(action) = line.trim_start().trim_start_matches("- ").strip_prefix("uses: ") else { return true };
    let is_commit = |text: &str| text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pin = action.split_once('@').and_then(|(_, pin)| pin.split_once(" # "));
    action.starts_with("./") || pin.is_some_and(|(commit, version)| is_commit(commit) && !version.trim().is_empty())
}

/// Compares the files next to a list of checksums with the list.
fn checksums(sums: &Path) -> Result<Vec<String>, String> {
    let folder = sums.with_file_name("");
    let listed = read(sums)?;
    let listed: Vec<(&str, &str)> = listed.lines().filter_map(|line| line.split_once("  ")).collect();
    let mut problems = Vec::new();
    for (sum, name) in &listed {
        if sha256(&folder.join(name))? != *sum {
            problems.push(format!("{name}: the checksum differs from SHA256SUMS"));
        }
    }
    let files = links::entries(&folder)?.into_iter().filter(|file| file.is_file()).map(|file| file_name(&file));
    let unlisted = files.filter(|name| name != "SHA256SUMS" && listed.iter().all(|(_, listed)| listed != name));
    problems.extend(unlisted.map(|name| format!("{name}: missing in SHA256SUMS")));
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::is_pinned;

    #[test]
    fn actions_are_pinned_to_commits() {
        assert!(is_pinned("      - run: cargo test"));
        assert!(is_pinned("    uses: ./.github/workflows/ci.yml"));
        let commit = "fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09";
        assert!(is_pinned(&format!("      - uses: actions/checkout@{commit} # v5.1.0")));
        assert!(is_pinned(&format!("      uses: github/codeql-action/upload-sarif@{commit} # v4")));
        for wrong in [
            "      - uses: actions/checkout@v5".to_owned(),
            "      - uses: docker://rhysd/actionlint:1.7.9".to_owned(),
            format!("      - uses: actions/checkout@{commit}"),
            format!("      - uses: actions/checkout@{} # v5.1.0", &commit[1..]),
        ] {
            assert!(!is_pinned(&wrong), "{wrong}");
        }
    }
}
