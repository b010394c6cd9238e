//! Lock files. Workspaces with one target folder share compiled dependencies only if they lock equal versions.

use std::collections::BTreeMap;

use crate::run::{Run, root};

/// Returns an error if these workspaces lock another version of a dependency than the main workspace, within the same series.
pub(crate) fn check(workspaces: &[&str]) -> Run {
    let read = |workspace: &str| {
        let file = root().join(workspace).join("Cargo.lock");
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
    };
    let main = read(".")?;
    let main = locked(&main);
    let mut found = Vec::new();
    for workspace in workspaces {
        found.extend(other_versions(&main, &locked(&read(workspace)?)).into_iter().map(|(name, version, expected)| {
            format!("{workspace}/Cargo.lock: {name} {version}, and {expected} in the main workspace: `cargo update {name}@{version} --precise {expected}`")
        }));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// Locked versions by name and series: versions of a series replace each other.
type Locked<'t> = BTreeMap<(&'t str, &'t str), &'t str>;

fn locked(lock: &str) -> Locked<'_> {
    let packages = lock.split("[[package]]\n").map(str::lines);
    let packages = packages.filter_map(|mut lines| {
        let name = lines.next()?.strip_prefix("name = \"")?.strip_suffix('"')?;
        let version = lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?;
        Some(((name, series(version)), version))
    });
    packages.collect()
}

/// `1` of `1.2.3`, `0.2` of `0.2.3`.
fn series(version: &str) -> &str {
    let dots = if version.starts_with("0.") { 2 } else { 1 };
    version.match_indices('.').nth(dots - 1).map_or(version, |(end, _)| version.get(..end).unwrap_or(version))
}

/// Name, version and the version of `main` for each dependency that differs.
fn other_versions<'t>(main: &Locked<'t>, other: &Locked<'t>) -> Vec<(&'t str, &'t str, &'t str)> {
    let pairs = other.iter().filter_map(|(key, version)| Some((key.0, *version, *main.get(key)?)));
    pairs.filter(|(_, version, expected)| version != expected).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_one_series_have_to_be_equal() {
        let main = "version = 4\n\n[[package]]\nname = \"glam\"\nversion = \"0.34.2\"\n\n[[package]]\nname = \"syn\"\nversion = \"2.0.1\"\n";
        let other = "[[package]]\nname = \"glam\"\nversion = \"0.34.3\"\n\n[[package]]\nname = \"syn\"\nversion = \"3.0.9\"\n\n[[package]]\nname = \"bevy\"\nversion = \"0.19.1\"\n";
        assert_eq!(other_versions(&locked(main), &locked(other)), [("glam", "0.34.3", "0.34.2")]);
    }
}
