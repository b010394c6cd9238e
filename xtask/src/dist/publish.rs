//! Publishes the crates, each after the crates that it depends on.

use std::collections::BTreeSet;

use crate::run::{Run, cargo};
use crate::web;
use crate::workspace::{Package, packages};

/// The package whose program has the page.
const COMMAND: &str = "engine-assets-cli";

/// Publishes every crate that the registry doesn't have in this version, so that a run that was cut off can be repeated: the registry
/// accepts only a few new crates at a time.
pub(super) fn publish() -> Run {
    let packages = packages()?;
    let order = in_order(packages.iter().filter(|package| package.is_published()).collect())?;
    let version = env!("CARGO_PKG_VERSION");
    web::into_package()?;
    for (done, name) in order.iter().enumerate() {
        if cargo(&format!("info {name}@{version} --registry crates-io")).output().is_ok() {
            eprintln!("{name} {version} is on the registry");
            continue;
        }
        // Workspace checks built each crate from its package before the tag.
        // The page isn't in git.
        let options = if *name == COMMAND { "--allow-dirty" } else { "" };
        cargo(&format!("publish --locked --no-verify {options} -p {name}")).go().map_err(|error| {
            format!("{error}\n{} of {} crates are published; run it again to publish the rest", done, order.len())
        })?;
    }
    Ok(())
}

/// Names of packages, each after its dependencies.
fn in_order(mut rest: Vec<&Package>) -> Result<Vec<&str>, String> {
    let mut order = Vec::new();
    while !rest.is_empty() {
        let waiting: BTreeSet<&str> = rest.iter().map(|package| package.name.as_str()).collect();
        let (ready, later): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|package| !package.follows().any(|need| waiting.contains(need)));
        if ready.is_empty() {
            return Err(format!("crates depend on each other: {}", waiting.into_iter().collect::<Vec<_>>().join(", ")));
        }
        order.extend(ready.iter().map(|package| package.name.as_str()));
        rest = later;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A package that needs others. Those in `tests` are needed by its tests only, with the given version.
    fn package(name: &str, needs: &[&str], tests: &[(&str, &str)]) -> Package {
        let normal = needs.iter().map(|name| json!({ "name": name, "kind": null, "req": "^0.1.0" }));
        let dev = tests.iter().map(|(name, version)| json!({ "name": name, "kind": "dev", "req": version }));
        let dependencies: Vec<_> = normal.chain(dev).collect();
        let package = json!({
            "name": name, "features": {}, "targets": [], "manifest_path": "", "keywords": [], "categories": [],
            "metadata": null, "dependencies": dependencies,
        });
        serde_json::from_value(package).expect("a package")
    }

    #[test]
    fn crates_follow_their_dependencies() {
        let packages = [
            package("c", &["serde"], &[("b", "^0.1.0")]),
            package("a", &["serde"], &[("c", "*")]),
            package("b", &["a"], &[]),
        ];
        assert_eq!(in_order(packages.iter().collect()).as_deref(), Ok(["a", "b", "c"].as_slice()));
    }

    #[test]
    fn a_circle_of_dependencies_is_an_error() {
        let packages = [package("a", &["b"], &[]), package("b", &["a"], &[]), package("c", &[], &[])];
        assert_eq!(in_order(packages.iter().collect()), Err("crates depend on each other: a, b".to_owned()));
    }
}
