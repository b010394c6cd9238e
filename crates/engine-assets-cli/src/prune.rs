//! The `prune` command, which moves unused files out of a project, and back.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::prune::{Prune, listed, restore};
use engine_assets::sources::ResourceLookup;
use serde::Serialize;

use crate::code::CodeOptions;
use crate::counts::counted;
use crate::report::{FileName, Outcome, print, print_error, print_json, print_message, shown, shown_text};
use crate::resources::ResourceOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the project: Data, or the folder that contains it
    project: PathBuf,
    /// Folder to move unused files to, which must be outside of the project. It also gets a list of the files for
    /// --restore
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
    /// Move the files. Without this, the command only lists them
    #[arg(long)]
    write: bool,
    /// Move the files back that were moved by an earlier run
    #[arg(long)]
    restore: bool,
    /// Move files even if their names could not be searched in all other files, such as packages and broken files
    #[arg(long, conflicts_with = "restore")]
    unsearched: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    code: CodeOptions,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON that `prune --json` prints.
#[derive(Serialize)]
struct Report {
    files: Vec<File>,
    /// Unused files that will not be moved.
    left: Vec<Other>,
    /// Files that could not be searched, so they may name the unused files.
    unsearched: Vec<Other>,
    /// This is `true` if files were moved.
    written: bool,
}

#[derive(Serialize)]
struct File {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

/// A file that is not moved, or that could not be searched.
#[derive(Serialize)]
struct Other {
    #[serde(flatten)]
    file: FileName,
    reason: String,
}

impl Other {
    fn new(path: &Path, reason: &str) -> Self {
        Self { file: FileName::of(path.as_os_str()), reason: reason.to_owned() }
    }
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    // A project whose files have all moved may be gone.
    let is_gone = arguments.restore && !arguments.project.exists();
    if !is_gone && !arguments.project.is_dir() {
        print_error(&format!("{}: not a folder", shown(&arguments.project)));
        return Ok(Outcome::Failed);
    }
    let report = if arguments.restore { Some(restored(arguments)?) } else { pruned(arguments)? };
    let Some(report) = report else { return Ok(Outcome::Bad) };
    let count = counted(report.files.len(), "file");
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&report.files.iter().map(|file| format!("{}\n", shown_text(&file.file))).collect::<String>())?;
    }
    if !quiet {
        print_message(&ending(arguments, &count));
    }
    Ok(Outcome::Fine)
}

/// Moves unused files to the folder, or lists them. Returns `None` if files that could not be searched may name them.
fn pruned(arguments: &Arguments) -> io::Result<Option<Report>> {
    let lookup = ResourceLookup::new(arguments.resources.roots());
    let lookup = lookup.map_err(|error| io::Error::other(error.to_string()))?;
    let mut prune = Prune::new(&arguments.project, &arguments.output).lookup(lookup);
    prune = prune.accept_unsearched(arguments.unsearched);
    for folder in &arguments.code.code {
        prune = prune.code(folder);
    }
    let plan = prune.plan()?;
    for left in &plan.left {
        let reason = shown_text(&left.reason);
        print_message(&format!("{}: left in the project, because {reason}", shown(&left.path)));
    }
    plan.unsearched.iter().for_each(|file| print_message(&file.to_string()));
    if arguments.write && !plan.files.is_empty() && !plan.unsearched.is_empty() && !arguments.unsearched {
        let files = counted(plan.unsearched.len(), "file");
        print_error(&format!(
            "{files} may name unused files and can't be searched; mend them or move them away, or pass --unsearched"
        ));
        return Ok(None);
    }
    if arguments.write {
        plan.write()?;
    }
    Ok(Some(Report {
        left: plan.left.iter().map(|left| Other::new(&left.path, &left.reason)).collect(),
        unsearched: plan.unsearched.iter().map(|file| Other::new(&file.path, &file.reason)).collect(),
        files: plan.files.into_iter().map(|file| File { file: file.name, bytes: Some(file.bytes) }).collect(),
        written: arguments.write,
    }))
}

/// Moves the files back, or lists them.
fn restored(arguments: &Arguments) -> io::Result<Report> {
    let names = listed(&arguments.output)?;
    if arguments.write {
        restore(&arguments.project, &arguments.output)?;
    }
    let files = names.into_iter().map(|file| File { file, bytes: None }).collect();
    Ok(Report { files, left: Vec::new(), unsearched: Vec::new(), written: arguments.write })
}

fn ending(arguments: &Arguments, count: &str) -> String {
    let (project, output) = (shown(&arguments.project), shown(&arguments.output));
    let (done, target) = if arguments.restore { ("moved back to", project) } else { ("moved to", output) };
    match arguments.write {
        true => format!("{count} {done} {target}"),
        false => format!("dry run: {count} would be {done} {target}; pass --write to move the files"),
    }
}
