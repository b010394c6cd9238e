//! Finds missing and unused files.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use engine_assets::binio::{Findings, Severity};
use engine_assets::graph::{GraphReader, Usage};
use engine_assets::survey::Need;
use engine_assets::{Asset, check_references, kinds};

use crate::code::{self, CodeOptions};
use crate::inputs::Input;
use crate::report::{Outcome, shown, shown_text};
use crate::resources::{Lookup, ResourceOptions, lock};

#[derive(Args)]
pub(super) struct ProjectOptions {
    #[command(flatten)]
    resources: ResourceOptions,
    /// Report materials, techniques, images, models, animations and sounds that are not named in any file in the
    /// checked folders
    #[arg(long)]
    unused: bool,
    #[command(flatten)]
    code: CodeOptions,
}

/// The places to search for files, and the files that could be unused.
pub(super) struct Project {
    lookup: Lookup,
    unused: bool,
    code: Vec<PathBuf>,
    /// The files, sorted by path.
    files: Mutex<BTreeMap<PathBuf, Candidate>>,
}

/// A file that could be unused.
struct Candidate {
    input: Input,
    need: Need,
}

/// The files that are not named, each with its findings.
pub(super) struct Unused {
    pub(super) files: Vec<(Input, Findings)>,
    pub(super) outcome: Outcome,
}

impl Project {
    pub(super) fn new(options: &ProjectOptions, ignores_config: bool) -> io::Result<Self> {
        Ok(Self {
            lookup: Lookup::new(&options.resources)?.ignores_config(ignores_config),
            unused: options.unused,
            code: options.code.code.clone(),
            files: Mutex::default(),
        })
    }

    /// Returns the findings about the files that an asset references. If their folders are not known, this is empty.
    pub(super) fn check(&self, input: &Input, asset: &Asset<'_>) -> Findings {
        let Some(resources) = self.lookup.of(input) else { return Findings::new() };
        check_references(asset, input.path(), &resources).0
    }

    /// Prints the folders that were searched for missing files.
    pub(super) fn report_search(&self, quiet: bool) -> Outcome {
        self.lookup.report(quiet)
    }

    /// Remembers a file in a folder, because it could be unused.
    pub(super) fn seen(&self, input: &Input, asset: Option<&Asset<'_>>) {
        if !self.unused || input.is_in_package() || input.is_stdin() {
            return;
        }
        if let Some(need) = Need::of(input.path(), asset) {
            lock(&self.files).insert(input.path().to_path_buf(), Candidate { input: input.clone(), need });
        }
    }

    /// Returns the unused files, sorted by name. This reads all files in the folders, because a file of another shard
    /// may use a file.
    pub(super) fn unused(&self, folders: &[PathBuf]) -> Unused {
        let files = std::mem::take(&mut *lock(&self.files));
        if files.is_empty() {
            return Unused { files: Vec::new(), outcome: Outcome::Fine };
        }
        let mut reader = GraphReader::new(folders, &self.code, self.lookup.inner());
        if self.code.is_empty() {
            // The check has printed the errors of these folders.
            reader.take_errors();
        }
        let (graph, outcome) = code::read(reader, true);
        let unused = |(path, Candidate { input, need }): (PathBuf, Candidate)| {
            let mut findings = Findings::new();
            let name = shown(&path);
            match graph.usage_of(graph.files().at_path(&path)?, need) {
                Usage::Unused => {
                    let message = format!("no file that was searched names {name}; --code DIR searches more code");
                    findings.add(kinds::UNUSED_FILE, Severity::Note, "unused", message);
                }
                Usage::Perhaps(user) => {
                    let line = user.line.map(|line| format!(":{line}")).unwrap_or_default();
                    let (pattern, from) = (shown_text(&user.name), shown(&user.from.path));
                    let message = format!("only \"{pattern}\" in {from}{line} may be {name}");
                    findings.add(kinds::PERHAPS_UNUSED_FILE, Severity::Note, "perhaps unused", message);
                }
                Usage::Unnamed => {
                    let message = format!("no file names {name}; a program may load it: pass its code with --code DIR");
                    findings.add(kinds::PERHAPS_UNUSED_FILE, Severity::Note, "perhaps unused", message);
                }
                _ => return None,
            }
            Some((input, findings))
        };
        Unused { files: files.into_iter().filter_map(unused).collect(), outcome }
    }
}
