//! Files that assets reference: missing ones, and unused ones.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use engine_assets::binio::{Findings, Severity};
use engine_assets::survey::needs_user;
use engine_assets::{Asset, check_references};

use crate::inputs::Input;
use crate::report::{Outcome, shown};
use crate::resources::{Lookup, ResourceOptions, lock};

#[derive(Args)]
pub(super) struct ProjectOptions {
    #[command(flatten)]
    resources: ResourceOptions,
    /// Report materials, techniques, cube maps and images that no checked file references
    #[arg(long)]
    unused: bool,
}

/// Places to search for files, and the found files.
pub(super) struct Project {
    lookup: Lookup,
    unused: bool,
    used: Mutex<HashSet<PathBuf>>,
    files: Mutex<Vec<Input>>,
}

impl Project {
    pub(super) fn new(options: &ProjectOptions, ignores_config: bool) -> io::Result<Self> {
        Ok(Self {
            lookup: Lookup::new(&options.resources)?.ignores_config(ignores_config),
            unused: options.unused,
            used: Mutex::default(),
            files: Mutex::default(),
        })
    }

    /// Returns the findings about the files that an asset references. Empty if their folders are unknown.
    pub(super) fn check(&self, input: &Input, asset: &Asset<'_>) -> Findings {
        let Some(resources) = self.lookup.of(input) else { return Findings::new() };
        let (findings, used) = check_references(asset, input.path(), &resources);
        if self.unused {
            lock(&self.used).extend(used.into_iter().filter_map(|found| found.path.canonicalize().ok()));
        }
        findings
    }

    /// Prints where missing files were searched.
    pub(super) fn report_search(&self, quiet: bool) -> Outcome {
        self.lookup.report(quiet)
    }

    /// Notes a file of a folder that may turn out to be of no use.
    pub(super) fn seen(&self, input: &Input, asset: Option<&Asset<'_>>) {
        if self.unused && !input.is_in_package() && !input.is_stdin() && needs_user(input.path(), asset) {
            lock(&self.files).push(input.clone());
        }
    }

    /// Returns the unused files, sorted by name, each with its findings.
    pub(super) fn unused(&self) -> Vec<(Input, Findings)> {
        let used = lock(&self.used);
        let mut files = std::mem::take(&mut *lock(&self.files));
        files.retain(|file| file.path().canonicalize().is_ok_and(|path| !used.contains(&path)));
        files.sort_by(|a, b| a.path().cmp(b.path()));
        let told = |file: Input| {
            let mut findings = Findings::new();
            let name = shown(file.path());
            findings.add(
                engine_assets::kinds::UNUSED_FILE,
                Severity::Note,
                "unused",
                format!("no file that was checked names {name}; scenes and scripts aren't looked into"),
            );
            (file, findings)
        };
        files.into_iter().map(told).collect()
    }
}
