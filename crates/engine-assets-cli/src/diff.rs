//! `diff`: two files of one format by meaning.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::Args;
use engine_assets::paths::{Change, ChangeKind, DiffOptions, diff};
use engine_assets::{Asset, Error};
use serde::Serialize;

use crate::inputs::Input;
use crate::report::{FileName, Outcome, print, print_error, print_json, print_message, shown, shown_text};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Earlier file; - for standard input
    old: PathBuf,
    /// Later file; - for standard input
    #[arg(required = !is_called_by_git())]
    new: Option<PathBuf>,
    /// Print one line: the number of added, removed and changed parts
    #[arg(long)]
    stat: bool,
    /// Print one JSON object per change: path, old and new value; with --stat one object with the numbers
    #[arg(long)]
    json: bool,
    /// Maximum difference of equal numbers. Default: numbers are compared bit by bit
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    tolerance: f64,
    /// Exit with status 0 even if there are changes
    #[arg(long)]
    exit_zero: bool,
    /// Name of both files in the output, which also helps to tell formats apart
    #[arg(long, value_name = "NAME")]
    path: Option<PathBuf>,
    /// Further arguments of git for an external diff
    #[arg(hide = true, num_args = 0..)]
    git: Vec<String>,
}

/// Files to compare, and the name of both.
struct Files<'f> {
    old: &'f Path,
    new: &'f Path,
    name: Option<&'f Path>,
    /// Whether git calls the command. It takes a failure for its own.
    is_git: bool,
}

/// Whether git calls a command as its external diff.
pub(crate) fn is_called_by_git() -> bool {
    std::env::var_os("GIT_DIFF_PATH_COUNTER").is_some()
}

/// Prints what git calls an external diff with the name alone for: a file with a conflict in the index.
pub(crate) fn unmerged(name: &Path) -> io::Result<Outcome> {
    print(&format!("{}: unmerged\n", shown(name)))?;
    Ok(Outcome::Fine)
}

impl Arguments {
    fn files<'f>(&'f self, new: &'f Path) -> Files<'f> {
        // Git calls an external diff with the path, then file, hash and mode of either side, then the new name of a renamed file.
        match self.git.as_slice() {
            [_, _, later, _, _, rest @ ..] => {
                let name = rest.first().map_or(self.old.as_path(), Path::new);
                Files { old: new, new: Path::new(later), name: Some(name), is_git: true }
            }
            _ => Files { old: &self.old, new, name: self.path.as_deref(), is_git: false },
        }
    }
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let Some(new) = &arguments.new else { return unmerged(&arguments.old) };
    let files = arguments.files(new);
    let outcome = compare(&files, arguments, quiet)?;
    Ok(if files.is_git || arguments.exit_zero && outcome == Outcome::Bad { Outcome::Fine } else { outcome })
}

/// What git names instead of a file that doesn't exist.
const NOTHING: &str = "/dev/null";

fn compare(files: &Files<'_>, arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let name = files.name.unwrap_or(files.new);
    if files.is_git && !arguments.stat && !arguments.json {
        print(&format!("{}\n", bold(&shown(name))))?;
        if [files.old, files.new].iter().any(|file| file.as_os_str() == NOTHING) {
            let what = if files.old.as_os_str() == NOTHING { "new file" } else { "deleted file" };
            print(&format!("{what}\n"))?;
            return Ok(Outcome::Bad);
        }
    }
    let (before, after) = match (read(files.old, files.name), read(files.new, files.name)) {
        (Ok(before), Ok(after)) => (before, after),
        (before, after) => {
            before.err().into_iter().chain(after.err()).for_each(|error| print_error(&error));
            return Ok(Outcome::Failed);
        }
    };
    let options = DiffOptions::default().tolerance(arguments.tolerance);
    let parsed = open(files.old, files.name, &before).and_then(|old| Ok((old, open(files.new, files.name, &after)?)));
    let compared = parsed.and_then(|(old, new)| diff(&old, &new, &options).map_err(|error| about(name, &error)));
    match compared {
        Ok(changes) => {
            show(name, &changes, arguments)?;
            if changes.is_empty() && before != after && !quiet {
                print_message(&format!("{}: the values are equal; encoding, layout or order differ", shown(name)));
            }
            Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Bad })
        }
        Err(error) => {
            print_error(&error);
            if files.is_git {
                print("the files differ; `git diff --no-ext-diff` compares them as text\n")?;
            }
            Ok(Outcome::Failed)
        }
    }
}

/// Returns an error with the name that the user knows.
fn about(name: &Path, error: &Error) -> String {
    format!("{}: {error}", shown(name))
}

fn read(file: &Path, name: Option<&Path>) -> Result<Vec<u8>, String> {
    Input::new(file).read().map_err(|error| format!("{}: {error}", shown(name.unwrap_or(file))))
}

fn open<'b>(file: &Path, name: Option<&Path>, bytes: &'b [u8]) -> Result<Asset<'b>, String> {
    let asset = match name {
        Some(name) => Asset::parse(bytes, Some(name)),
        None => Input::new(file).asset(bytes),
    };
    asset.map_err(|error| about(name.unwrap_or(file), &error))
}

/// A change as `--json` prints it.
#[derive(Serialize)]
struct Line<'c> {
    #[serde(flatten)]
    file: FileName,
    change: &'static str,
    #[serde(flatten)]
    detail: &'c Change,
}

/// Numbers of changes as `--stat --json` prints them.
#[derive(Serialize)]
struct Numbers {
    #[serde(flatten)]
    file: FileName,
    added: usize,
    removed: usize,
    changed: usize,
}

fn show(name: &Path, changes: &[Change], arguments: &Arguments) -> io::Result<()> {
    let file = || FileName::of(name.as_os_str());
    if arguments.stat {
        let count = |kind| changes.iter().filter(|change| change.kind() == kind).count();
        let [added, removed, changed] = [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed].map(count);
        if arguments.json {
            return print_json(&Numbers { file: file(), added, removed, changed });
        }
        return print(&format!("{}: {added} added, {removed} removed, {changed} changed\n", shown(name)));
    }
    if arguments.json {
        return changes.iter().try_for_each(|change| {
            let kind = match change.kind() {
                ChangeKind::Added => "added",
                ChangeKind::Removed => "removed",
                ChangeKind::Changed => "changed",
            };
            print_json(&Line { file: file(), change: kind, detail: change })
        });
    }
    print(&lines(changes))
}

/// Returns the old and the new value of each change, on a line each.
fn lines(changes: &[Change]) -> String {
    let mut lines = String::new();
    for change in changes {
        let sides = [
            ('-', &change.old, AnsiColor::Red),
            ('+', &change.new, AnsiColor::Green),
            ('~', &change.note, AnsiColor::Yellow),
        ];
        for (sign, value, color) in sides {
            let Some(value) = value else { continue };
            let style = style(Style::new().fg_color(Some(color.into())));
            lines += &format!("{style}{sign} {}: {}{style:#}\n", shown_text(&change.path), shown_text(value));
        }
    }
    lines
}

fn bold(text: &str) -> String {
    let style = style(Style::new().bold());
    format!("{style}{text}{style:#}")
}

/// Returns a style for a terminal, none for a file.
fn style(style: Style) -> Style {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !is_plain { style } else { Style::new() }
}
