//! The `diff` command, which compares two files, folders or git revisions.

mod compared;
mod folders;
mod markdown;
mod page;
mod pictures;
mod report;
mod revisions;
mod text;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use self::compared::{Content, Pair};
use self::report::ReportOptions;
use crate::report::{Outcome, print, print_error, print_message, shown};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Earlier file, folder or git revision; - for standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// Later file, folder or git revision; - for standard input
    #[arg(value_name = "NEW", required = !is_called_by_git())]
    new: Option<PathBuf>,
    /// With git revisions: compare only these files and folders
    #[arg(value_name = "PATH", num_args = 0..)]
    paths: Vec<String>,
    /// Print only one line per file, with the number of added, removed and changed parts
    #[arg(long)]
    stat: bool,
    /// Print one JSON object per change, with path, old and new value. With --stat, print one object per file
    #[arg(long)]
    json: bool,
    /// Treat numbers as equal if they differ by at most this. By default, numbers are compared bit by bit
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    tolerance: f64,
    /// Exit with status 0 even if there are changes
    #[arg(long)]
    exit_zero: bool,
    /// Name to use for both files in the output; this also helps to detect the format
    #[arg(long, value_name = "NAME")]
    path: Option<PathBuf>,
    #[command(flatten)]
    report: ReportOptions,
}

impl Arguments {
    /// Returns `true` if changes must be printed to the terminal, not only written to files.
    fn prints_changes(&self) -> bool {
        self.stat || self.json || !self.report.is_asked_for()
    }
}

/// Returns `true` if git is calling this command as an external diff.
pub(crate) fn is_called_by_git() -> bool {
    std::env::var_os("GIT_DIFF_PATH_COUNTER").is_some()
}

/// Prints a message for a file with a conflict in the index. In this case git passes only the name to an external diff.
pub(crate) fn unmerged(name: &Path) -> io::Result<Outcome> {
    print(&format!("{}: unmerged\n", shown(name)))?;
    Ok(Outcome::Fine)
}

/// The name that git passes if a file does not exist.
const NOTHING: &str = "/dev/null";

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let Some(new) = &arguments.new else { return unmerged(&arguments.old) };
    // Git calls an external diff with the path, then file, hash and mode of either side, then the new name of a renamed file.
    if let (true, [_, _, later, _, _, rest @ ..]) = (is_called_by_git(), arguments.paths.as_slice()) {
        let name = rest.first().map_or(arguments.old.as_path(), Path::new);
        return for_git(&Pair::new(name, new, Path::new(later)), arguments);
    }
    arguments.report.check()?;
    let outcome = choose(arguments, new, quiet)?;
    Ok(if arguments.exit_zero && outcome == Outcome::Bad { Outcome::Fine } else { outcome })
}

/// Finds out if OLD and NEW are files, folders or revisions, and compares them.
fn choose(arguments: &Arguments, new: &Path, quiet: bool) -> io::Result<Outcome> {
    let old = arguments.old.as_path();
    let is_there = |path: &Path| path.as_os_str() == "-" || path.exists();
    if let (Some(old), Some(new), false, false) = (old.to_str(), new.to_str(), is_there(old), is_there(new)) {
        if revisions::are_revisions(old, new)? {
            let revisions = revisions::Revisions::compare(old, new, &arguments.paths, arguments.report.is_asked_for())?;
            return many(&revisions.pairs, arguments, quiet);
        }
    }
    if let Some(path) = arguments.paths.first() {
        let message = format!("{path:?}: only git revisions are compared in part, and OLD and NEW are no revisions");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    match (old.is_dir(), new.is_dir()) {
        (true, true) => many(&folders::pairs(old, new)?, arguments, quiet),
        (false, false) => one(&Pair::new(arguments.path.as_deref().unwrap_or(new), old, new), arguments, quiet),
        (is_old, _) => {
            let (folder, file) = if is_old { (old, new) } else { (new, old) };
            let message = format!("{} is a folder and {} isn't; name two of a kind", shown(folder), shown(file));
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

/// Compares two files that were named on the command line.
fn one(pair: &Pair, arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let compared = compared::named(pair, arguments.path.as_deref(), arguments.tolerance);
    match &compared.content {
        Content::Failed(errors) => errors.iter().for_each(|error| print_error(error)),
        Content::Layout if !quiet => {
            print_message(&format!("{}: the values are equal; encoding, layout or order differ", shown(&pair.name)));
        }
        _ => {}
    }
    if arguments.prints_changes() {
        text::show(&compared, arguments)?;
    }
    arguments.report.write(std::slice::from_ref(&compared), quiet)?;
    Ok(compared.outcome())
}

/// Compares the files of folders or revisions.
fn many(pairs: &[Pair], arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let mut all = Vec::new();
    let mut outcome = Outcome::Fine;
    for pair in pairs {
        let compared = compared::compared(pair, arguments.tolerance);
        outcome = outcome.max(compared.outcome());
        if let Content::Failed(errors) = &compared.content {
            errors.iter().for_each(|error| print_error(error));
        }
        if arguments.prints_changes() && compared.is_shown() {
            if !arguments.stat && !arguments.json {
                print(&format!("{}\n", text::bold(&compared.title())))?;
            }
            text::show(&compared, arguments)?;
        }
        if arguments.report.is_asked_for() && compared.is_shown() {
            all.push(compared);
        }
    }
    arguments.report.write(&all, quiet)?;
    Ok(outcome)
}

/// Compares two versions of a file when git calls this as an external diff. This always returns success, because git
/// stops if its external diff fails.
fn for_git(pair: &Pair, arguments: &Arguments) -> io::Result<Outcome> {
    let exists = |file: &Option<PathBuf>| file.as_ref().is_some_and(|file| file.as_os_str() != NOTHING);
    let pair = Pair {
        old: pair.old.clone().filter(|_| exists(&pair.old)),
        new: pair.new.clone().filter(|_| exists(&pair.new)),
        ..pair.clone()
    };
    let compared = match (&pair.old, &pair.new) {
        (Some(_), Some(_)) => compared::named(&pair, Some(&pair.name), arguments.tolerance),
        _ => compared::compared(&pair, arguments.tolerance),
    };
    if !arguments.stat && !arguments.json {
        print(&format!("{}\n", text::bold(&shown(&pair.name))))?;
    }
    match &compared.content {
        Content::Failed(errors) => {
            errors.iter().for_each(|error| print_error(error));
            print("the files differ; `git diff --no-ext-diff` compares them as text\n")?;
        }
        Content::Layout => {
            print_message(&format!("{}: the values are equal; encoding, layout or order differ", shown(&pair.name)));
        }
        _ => text::show(&compared, arguments)?,
    }
    Ok(Outcome::Fine)
}
