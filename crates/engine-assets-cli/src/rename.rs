//! The `rename` command, which renames files and folders and changes all references to them.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::rename::{ChangedFile, LeftPlace, Rename, RenameError, RenamePlan};
use engine_assets::sources::ResourceLookup;
use serde::Serialize;

use crate::code::CodeOptions;
use crate::counts::counted;
use crate::report::{FileName, Outcome, print, print_error, print_json, print_message, shown, shown_text};
use crate::resources::ResourceOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of the project. All files in it are searched for references
    project: PathBuf,
    /// Resource name or path of the file or folder to rename
    #[arg(required_unless_present = "table", requires = "new")]
    old: Option<String>,
    /// New resource name or path
    new: Option<String>,
    /// Rename all files and folders in this table, which has an old name, a tab and a new name on each line
    #[arg(long, value_name = "FILE", conflicts_with = "old")]
    table: Option<PathBuf>,
    /// Also rename and change entries in packages, which are then written again
    #[arg(long)]
    packages: bool,
    /// Change the files. Without this, the command only lists the changes
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    code: CodeOptions,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON that `rename --json` prints.
#[derive(Serialize)]
struct Report<'p> {
    files: Vec<File<'p>>,
    left: Vec<Left<'p>>,
    unsearched: Vec<Unsearched<'p>>,
    /// This is `true` if files were changed.
    written: bool,
}

#[derive(Serialize)]
struct File<'p> {
    #[serde(flatten)]
    file: FileName,
    /// The new path, or null if the file stays.
    to: Option<FileName>,
    changes: Vec<Change<'p>>,
}

#[derive(Serialize)]
struct Change<'p> {
    line: Option<u32>,
    old: &'p str,
    new: &'p str,
}

#[derive(Serialize)]
struct Left<'p> {
    #[serde(flatten)]
    file: FileName,
    line: Option<u32>,
    text: &'p str,
}

#[derive(Serialize)]
struct Unsearched<'p> {
    #[serde(flatten)]
    file: FileName,
    reason: &'p str,
}

/// Runs the command. The exit status is 1 if the names can't be changed.
pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if !arguments.project.is_dir() {
        print_error(&format!("{}: not a folder", shown(&arguments.project)));
        return Ok(Outcome::Failed);
    }
    let plan = match renames(arguments)?.plan() {
        Ok(plan) => plan,
        Err(RenameError::Io(error)) => return Err(error),
        Err(error) => {
            let reasons = if let RenameError::Refused(reasons) = &error { &reasons[..] } else { &[] };
            reasons.iter().for_each(|reason| print_error(&shown_text(reason)));
            return Ok(Outcome::Bad);
        }
    };
    if arguments.write {
        plan.write()?;
    }
    if arguments.json {
        print_json(&report(arguments, &plan))?;
    } else {
        print(&screen(arguments, &plan))?;
    }
    if !quiet {
        print_message(&ending(arguments, &plan));
    }
    Ok(Outcome::Fine)
}

fn renames(arguments: &Arguments) -> io::Result<Rename> {
    let lookup = ResourceLookup::new(arguments.resources.roots());
    let lookup = lookup.map_err(|error| io::Error::other(error.to_string()))?;
    let mut rename = Rename::new(&arguments.project).lookup(lookup).packages(arguments.packages);
    for folder in &arguments.code.code {
        rename = rename.code(folder);
    }
    if let Some((old, new)) = arguments.old.as_ref().zip(arguments.new.as_ref()) {
        rename = rename.pair(old, new);
    }
    if let Some(table) = &arguments.table {
        let text = std::fs::read_to_string(table)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", shown(table))))?;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let Some((old, new)) = line.split_once('\t') else {
                let message = format!("{}:{number}: expected an old name, a tab and a new name", shown(table));
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            };
            rename = rename.pair(old.trim(), new.trim());
        }
    }
    Ok(rename)
}

/// Returns a path relative to the project. For code, this is the path as it was found.
fn below<'p>(arguments: &Arguments, path: &'p Path) -> &'p Path {
    path.strip_prefix(&arguments.project).unwrap_or(path)
}

fn report<'p>(arguments: &Arguments, plan: &'p RenamePlan) -> Report<'p> {
    let name = |path: &Path| FileName::of(below(arguments, path).as_os_str());
    let file = |file: &'p ChangedFile| File {
        file: name(&file.from),
        to: (file.to != file.from).then(|| name(&file.to)),
        changes: file
            .changes
            .iter()
            .map(|change| Change { line: change.line, old: &change.old, new: &change.new })
            .collect(),
    };
    let left =
        |reference: &'p LeftPlace| Left { file: name(&reference.path), line: reference.line, text: &reference.text };
    Report {
        files: plan.files.iter().map(file).collect(),
        left: plan.left.iter().map(left).collect(),
        unsearched: plan
            .unsearched
            .iter()
            .map(|one| Unsearched { file: name(&one.path), reason: &one.reason })
            .collect(),
        written: arguments.write,
    }
}

/// Returns the text to print: moved files, changed names as a diff, and places that must be changed by hand.
fn screen(arguments: &Arguments, plan: &RenamePlan) -> String {
    let name = |path: &Path| shown(below(arguments, path));
    let mut text = String::new();
    for file in &plan.files {
        text += &name(&file.from);
        if file.to != file.from {
            text += &format!(" -> {}", name(&file.to));
        }
        text.push('\n');
        for change in &file.changes {
            let line = change.line.map(|line| format!("{line}: ")).unwrap_or_default();
            text += &format!("  {line}- {}\n  {line}+ {}\n", shown_text(&change.old), shown_text(&change.new));
        }
    }
    if !plan.left.is_empty() || !plan.unsearched.is_empty() {
        text += "\nleft to you: these places may mean a renamed file\n";
    }
    for reference in &plan.left {
        let line = reference.line.map(|line| format!(":{line}")).unwrap_or_default();
        text += &format!("  {}{line}: {}\n", name(&reference.path), shown_text(&reference.text));
    }
    for file in &plan.unsearched {
        text += &format!("  {}: not searched, because: {}\n", name(&file.path), shown_text(&file.reason));
    }
    text
}

fn ending(arguments: &Arguments, plan: &RenamePlan) -> String {
    let moved = plan.files.iter().filter(|file| file.from != file.to).count();
    let changes: usize = plan.files.iter().map(|file| file.changes.len()).sum();
    let counts = format!("{} renamed, {} changed", counted(moved, "file"), counted(changes, "name"));
    if arguments.write { counts } else { format!("dry run: {counts}; pass --write to change the files") }
}
