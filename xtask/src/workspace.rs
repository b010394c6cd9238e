//! The packages of this workspace, as `cargo metadata` lists them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::run::cargo;

/// A package of the workspace.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Registries to publish to: `None` for the default one, empty for none.
    publish: Option<Vec<String>>,
    features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None` for what the package itself needs, else `dev` or `build`.
    kind: Option<String>,
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

/// Lists the packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let json = cargo("metadata --format-version 1 --no-deps").output()?;
    let metadata: Metadata = serde_json::from_str(&json).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}

impl Package {
    /// Whether it goes to a registry.
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Names of the packages that it needs, with all features.
    pub(crate) fn needs(&self) -> impl Iterator<Item = &str> {
        self.dependencies
            .iter()
            .filter(|dependency| dependency.kind.is_none())
            .map(|dependency| dependency.name.as_str())
    }

    /// The features, but for `default`.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str).filter(|feature| *feature != "default")
    }

    /// Whether it compiles without the standard library: then that is a feature, `std`.
    pub(crate) fn is_no_std(&self) -> bool {
        self.features.contains_key("std")
    }

    /// Names of the test binaries that run over real files: those whose `main` is `testkit::corpus::run`.
    pub(crate) fn corpus_tests(&self) -> impl Iterator<Item = &str> {
        let tests = self.targets.iter().filter(|target| target.kind.contains("test"));
        let over_corpus = tests.filter(|target| {
            let source = std::fs::read_to_string(&target.src_path).unwrap_or_default();
            source.contains("fn main() -> ExitCode") && source.contains("testkit::corpus")
        });
        over_corpus.map(|target| target.name.as_str())
    }
}
