//! `pak pack`: files of folders into a package.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::binio::Name;
use engine_assets::urho_pak::{Builder, Kind, Level, is_ignored};
use walkdir::WalkDir;

use crate::inputs::glob;
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

/// A file to be packed.
struct Item {
    name: String,
    path: PathBuf,
    size: u64,
}

pub(super) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    let exclude = Globs::new(&arguments.exclude).map_err(io::Error::other)?;
    let takes = |name: &str, size: u64| {
        let size = if arguments.keep_empty { size.max(1) } else { size };
        (arguments.all || !is_ignored(name, size)) && !exclude.matches(&Name::from(name))
    };
    let mut items = Vec::new();
    for folder in &arguments.folders {
        collect(folder, &takes, &mut items)?;
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
        print_message(&format!("{}: {entries} entries, {raw} bytes in {stored}", arguments.output.display()));
    }
    Ok(Outcome::Fine)
}

/// The files below a folder. Links are not followed: what they lead to may lie anywhere.
fn collect(folder: &Path, takes: &dyn Fn(&str, u64) -> bool, items: &mut Vec<Item>) -> io::Result<()> {
    if !folder.is_dir() {
        return Err(named(folder, &io::Error::new(io::ErrorKind::NotADirectory, "not a folder")));
    }
    for entry in WalkDir::new(folder).follow_links(false) {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let Some(name) = parts.map(|parts| parts.join("/")) else {
            return Err(named(relative, &io::Error::new(io::ErrorKind::InvalidInput, "the name is not UTF-8")));
        };
        let size = entry.metadata()?.len();
        if takes(&name, size) {
            items.push(Item { name, path: entry.into_path(), size });
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
