//! `diff`: two files, folders or git revisions by meaning.

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
    /// Print one line per file: the number of added, removed and changed parts
    #[arg(long)]
    stat: bool,
    /// Print one JSON object per change: path, old and new value; with --stat one object per file with the numbers
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
    #[command(flatten)]
    report: ReportOptions,
}

impl Arguments {
    /// Whether changes are printed, and aren't only in files.
    fn prints_changes(&self) -> bool {
        self.stat || self.json || !self.report.is_asked_for()
    }
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

/// What git names instead of a file that doesn't exist.
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

/// Compares files, folders or revisions: whichever OLD and NEW are.
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

/// Compares two files that were named.
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
        let compared = compared::found(pair, arguments.tolerance);
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

/// Compares two versions of a file as git's external diff. Git takes a failure for its own, so that every end is a success.
fn for_git(pair: &Pair, arguments: &Arguments) -> io::Result<Outcome> {
    let exists = |file: &Option<PathBuf>| file.as_ref().is_some_and(|file| file.as_os_str() != NOTHING);
    let pair = Pair {
        old: pair.old.clone().filter(|_| exists(&pair.old)),
        new: pair.new.clone().filter(|_| exists(&pair.new)),
        ..pair.clone()
    };
    let compared = match (&pair.old, &pair.new) {
        (Some(_), Some(_)) => compared::named(&pair, Some(&pair.name), arguments.tolerance),
        _ => compared::found(&pair, arguments.tolerance),
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
