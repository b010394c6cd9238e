//! Packages of this workspace, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;

use crate::links::files_of;
use crate::run::cargo;

/// A package of the workspace.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Registries to publish to: `None` for the default one, empty for none.
    publish: Option<Vec<String>>,
    features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
    manifest_path: PathBuf,
    description: Option<String>,
    license: Option<String>,
    repository: Option<String>,
    homepage: Option<String>,
    documentation: Option<String>,
    readme: Option<String>,
    rust_version: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    /// Content of `[package.metadata]`.
    metadata: serde_json::Value,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None` for a normal dependency, otherwise `dev` or `build`.
    kind: Option<String>,
    /// `*` for a path without a version.
    req: String,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: BTreeSet<String>,
    src_path: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Lists the packages of the root workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    packages_of(".")
}

/// Lists the packages of the workspace in a folder.
pub(crate) fn packages_of(workspace: &str) -> Result<Vec<Package>, String> {
    let json = cargo("metadata --format-version 1 --no-deps").within(workspace).output()?;
    let metadata: Metadata = serde_json::from_str(&json).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}

/// Resolved dependencies of the workspace with its default features.
#[derive(Deserialize)]
struct Resolved {
    packages: Vec<Identified>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Identified {
    name: String,
    id: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    features: BTreeSet<String>,
}

/// Returns the names of the packages with features that a build of the whole workspace with its default features lacks: features of one package are
/// turned on by others, as a rule.
pub(crate) fn with_further_features(packages: &[Package]) -> Result<Vec<&str>, String> {
    let json = cargo("metadata --format-version 1").output()?;
    let resolved: Resolved = serde_json::from_str(&json).map_err(|error| format!("cargo metadata: {error}"))?;
    let names: BTreeMap<&str, &str> = resolved
        .packages
        .iter()
        .filter(|one| one.id.starts_with("path+"))
        .map(|one| (one.id.as_str(), one.name.as_str()))
        .collect();
    let on: BTreeMap<&str, &BTreeSet<String>> = resolved
        .resolve
        .nodes
        .iter()
        .filter_map(|node| Some((*names.get(node.id.as_str())?, &node.features)))
        .collect();
    let is_on = |package: &Package, feature: &str| on.get(package.name.as_str()).is_some_and(|on| on.contains(feature));
    let lacking = packages.iter().filter(|one| one.features().any(|feature| !is_on(one, feature)));
    Ok(lacking.map(|one| one.name.as_str()).collect())
}

impl Package {
    /// Returns whether it is published to a registry.
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Returns the metadata that is missing for a registry and its readers.
    pub(crate) fn lacks(&self) -> Vec<&'static str> {
        let has_docs = self.metadata.pointer("/docs/rs").is_some() || !self.is_library();
        let license = self.folder().join("LICENSE-MIT").is_file() && self.folder().join("LICENSE-APACHE").is_file();
        let all = [
            ("a description", self.description.is_some()),
            ("a license", self.license.is_some()),
            ("the texts of its licenses", license),
            ("a repository", self.repository.is_some()),
            ("a homepage", self.homepage.is_some()),
            ("a documentation address", self.documentation.is_some()),
            ("a README", self.readme.as_ref().is_some_and(|name| self.folder().join(name).is_file())),
            ("a rust-version", self.rust_version.is_some()),
            ("one to five keywords of at most 20 letters", self.has_keywords()),
            ("one to five categories", (1..=5).contains(&self.categories.len())),
            ("settings for docs.rs", has_docs),
        ];
        all.into_iter().filter(|(_, is_there)| !is_there).map(|(what, _)| what).collect()
    }

    fn has_keywords(&self) -> bool {
        (1..=5).contains(&self.keywords.len()) && self.keywords.iter().all(|word| word.len() <= 20)
    }

    /// Returns its folder.
    pub(crate) fn folder(&self) -> PathBuf {
        self.manifest_path.with_file_name("")
    }

    /// Returns whether it is a library.
    pub(crate) fn is_library(&self) -> bool {
        self.targets.iter().any(|target| target.kind.contains("lib"))
    }

    /// Returns the names of its dependencies, with all features.
    pub(crate) fn needs(&self) -> impl Iterator<Item = &str> {
        self.dependencies
            .iter()
            .filter(|dependency| dependency.kind.is_none())
            .map(|dependency| dependency.name.as_str())
    }

    /// Names of the packages that the registry needs before it: tests included, unless they name a path without a version, which packaging removes.
    pub(crate) fn follows(&self) -> impl Iterator<Item = &str> {
        let published = self.dependencies.iter().filter(|one| one.kind.as_deref() != Some("dev") || one.req != "*");
        published.map(|dependency| dependency.name.as_str())
    }

    /// Returns the features, except `default`.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str).filter(|feature| *feature != "default")
    }

    /// Returns the features that its sources ask for, except `default`. All others only turn on features of dependencies.
    pub(crate) fn own_features(&self) -> Result<Vec<&str>, String> {
        let mut sources = String::new();
        for path in files_of(&self.folder().join("src"), &["rs"])? {
            sources += &std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(self.features().filter(|feature| sources.contains(&format!("feature = \"{feature}\""))).collect())
    }

    /// Returns whether it compiles without the standard library: then it has a feature `std`.
    pub(crate) fn is_no_std(&self) -> bool {
        self.features.contains_key("std")
    }

    /// Returns whether its integration tests have a module with this name.
    pub(crate) fn has_tests(&self, module: &str) -> bool {
        self.folder().join("tests/it").join(module).with_extension("rs").is_file()
    }

    /// Returns whether it has a test binary with this name.
    pub(crate) fn has_test_binary(&self, name: &str) -> bool {
        self.targets.iter().any(|target| target.kind.contains("test") && target.name == name)
    }

    /// Returns the names of the test binaries over real files: their `main` is `testkit::corpus::run`.
    pub(crate) fn corpus_tests(&self) -> impl Iterator<Item = &str> {
        let tests = self.targets.iter().filter(|target| target.kind.contains("test"));
        let over_corpus = tests.filter(|target| {
            let source = std::fs::read_to_string(&target.src_path).unwrap_or_default();
            source.contains("fn main() -> ExitCode") && source.contains("testkit::corpus")
        });
        over_corpus.map(|target| target.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::packages;

    #[test]
    fn features_that_only_turn_on_others_are_not_own() {
        let packages = packages().expect("the workspace");
        let convert = packages.iter().find(|package| package.name == "asset-convert").expect("the converter");
        assert!(convert.features().any(|feature| feature == "hc"));
        assert_eq!(convert.own_features().as_deref(), Ok(&["fs", "simplify"][..]));
    }
}
