//! `pak pack`: files of folders into a package.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::binio::Name;
use engine_assets::urho_pak::{Builder, Kind, Level, is_ignored};

use crate::inputs::{Found, glob, walk};
use crate::output::named;
use crate::report::{ByteProgress, Outcome, print_error, print_message};
use engine_assets::Globs;

/// What PackageTool packs with, or the nearest that there is without the C library.
#[cfg(feature = "hc")]
pub(super) const LEVEL: Level = Level::High(9);
#[cfg(not(feature = "hc"))]
pub(super) const LEVEL: Level = Level::Fast;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folders; names in the package are those below them
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The package to write
    #[arg(long, short, value_name = "PAK")]
    output: PathBuf,
    /// Pack blocks with LZ4 (the default)
    #[arg(long, conflicts_with = "store")]
    lz4: bool,
    /// Store files as they are
    #[arg(long)]
    store: bool,
    /// Put before every name, without a slash of its own
    #[arg(long, default_value = "", value_name = "TEXT")]
    prefix: String,
    /// File with names, one a line, that come first, in this order; the others follow in the order of their names
    #[arg(long, value_name = "FILE")]
    order: Option<PathBuf>,
    /// Pack empty, hidden, .bak and .rule files too
    #[arg(long)]
    all: bool,
    /// Leave these files out; a pattern without a slash is for file names in all folders
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,
    /// Pack empty files too
    #[arg(long)]
    keep_empty: bool,
    /// Replace a package that is there
    #[arg(long)]
    force: bool,
}

/// Files left out of which each is told.
const MOST_TOLD: usize = 50;

/// A file to be packed.
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) size: u64,
}

/// Files that aren't packed.
#[derive(Default)]
pub(crate) struct LeftOut(Vec<String>);

impl LeftOut {
    fn add(&mut self, path: &Path, why: &str) {
        self.0.push(format!("left out {}: {why}", Name::from(path.as_os_str().as_encoded_bytes())));
    }

    /// Says which, and why.
    pub(crate) fn print(&self) {
        self.0.iter().take(MOST_TOLD).for_each(|line| print_message(line));
        if self.0.len() > MOST_TOLD {
            print_message(&format!("left out {} more", self.0.len() - MOST_TOLD));
        }
    }

    /// How many, for the end of a line.
    pub(crate) fn summary(&self) -> String {
        if self.0.is_empty() { String::new() } else { format!("; left out {}", self.0.len()) }
    }
}

pub(super) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let exclude = Globs::new(&arguments.exclude).map_err(io::Error::other)?;
    // What is written over can't be packed.
    let itself = arguments.output.canonicalize().ok();
    let why_not = |name: &str, path: &Path, size: u64| {
        if itself.is_some() && path.canonicalize().ok() == itself {
            Some("it is the package")
        } else if exclude.matches(&Name::from(name)) {
            Some("excluded")
        } else if size == 0 && !arguments.keep_empty && !arguments.all {
            Some("empty; --keep-empty packs it")
        } else if !arguments.all && is_ignored(name, size.max(1)) {
            Some("hidden, .bak or .rule; --all packs it")
        } else {
            None
        }
    };
    let (mut items, mut left_out) = (Vec::new(), LeftOut::default());
    for folder in &arguments.folders {
        collect(folder, &why_not, &mut items, &mut left_out)?;
    }
    items.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(order) = &arguments.order {
        sort(&mut items, &std::fs::read_to_string(order).map_err(|error| named(order, &error))?);
    }
    let total = items.iter().map(|item| item.size).sum();
    let kind = if arguments.store { Kind::Upak } else { Kind::Ulz4 };
    let mut builder = Builder::new(kind).prefix(arguments.prefix.as_str()).level(LEVEL);
    for item in &items {
        if let Err(error) = builder.add_file(item.name.as_str(), &item.path) {
            print_error(&format!("{}: {error}", item.path.display()));
            return Ok(Outcome::Failed);
        }
    }
    let progress = ByteProgress::new(total, quiet);
    let written = builder.save_with_progress(&arguments.output, arguments.force, &mut |done, _| progress.set(done));
    drop(progress);
    let written = written.map_err(|error| named(&arguments.output, &error))?;
    if !quiet {
        let (entries, raw, stored) = (written.entries, written.raw, written.stored);
        left_out.print();
        let left_out = left_out.summary();
        print_message(&format!("{}: {entries} entries, {raw} bytes in {stored}{left_out}", arguments.output.display()));
    }
    Ok(Outcome::Fine)
}

/// The files below a folder; why one isn't packed goes to `left_out`.
pub(crate) fn collect(
    folder: &Path,
    why_not: &dyn Fn(&str, &Path, u64) -> Option<&'static str>,
    items: &mut Vec<Item>,
    left_out: &mut LeftOut,
) -> io::Result<()> {
    if !folder.is_dir() {
        return Err(named(folder, &io::Error::new(io::ErrorKind::NotADirectory, "not a folder")));
    }
    for found in walk(folder) {
        let (path, size) = match found? {
            Found::File(entry) => (entry.path().to_path_buf(), entry.metadata()?.len()),
            Found::Link(path) => {
                left_out.add(&path, "a link out of the folder, to nothing, in a circle or below another link");
                continue;
            }
        };
        let relative = path.strip_prefix(folder).unwrap_or(&path);
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let Some(name) = parts.map(|parts| parts.join("/")) else {
            return Err(named(relative, &io::Error::new(io::ErrorKind::InvalidInput, "the name is not UTF-8")));
        };
        match why_not(&name, &path, size) {
            Some(why) => left_out.add(&path, why),
            None => items.push(Item { name, path, size }),
        }
    }
    Ok(())
}

/// Puts the items that `order` names first, as it names them.
fn sort(items: &mut [Item], order: &str) {
    let places: HashMap<&str, usize> = order.lines().enumerate().map(|(place, name)| (name, place)).collect();
    // A stable sort: the others keep their order behind them.
    items.sort_by_key(|item| places.get(item.name.as_str()).copied().unwrap_or(usize::MAX));
}
