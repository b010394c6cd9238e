//! The `pak pack` command, which packs the files of folders into a package.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::binio::{Findings, Name, Severity};
use engine_assets::folder::{self, Item, LeftOut, PackRules};
use engine_assets::urho_pak::{Builder, Encoding, Level};

use crate::inputs::{Input, glob};
use crate::output::{self, named};
use crate::patterns::Patterns;
use crate::report::{Meter, Outcome, print_error, print_finding, print_message, shown, with_dashes};

#[derive(Args)]
pub(super) struct Arguments {
    /// Folders to pack; entry names are relative to them
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Package to write
    #[arg(long, short, value_name = "PAK")]
    output: PathBuf,
    /// Compress blocks with LZ4 (the default)
    #[arg(long, conflicts_with = "store")]
    lz4: bool,
    /// Store files without compression
    #[arg(long)]
    store: bool,
    /// Prefix to add to all names; no slash is added
    #[arg(long, default_value = "", value_name = "TEXT")]
    prefix: String,
    /// File with one name per line: these entries are packed first, in this order. All others follow, sorted by name
    #[arg(long, value_name = "FILE")]
    order: Option<PathBuf>,
    /// Also pack empty, hidden, .bak and .rule files
    #[arg(long)]
    all: bool,
    /// Don't pack these files; a pattern without a slash matches file names in all folders
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,
    /// Also pack empty files
    #[arg(long)]
    keep_empty: bool,
    /// Overwrite an existing package
    #[arg(long)]
    force: bool,
    /// Print packed and skipped files, but don't write a package
    #[arg(long)]
    dry_run: bool,
}

/// The maximum number of skipped files to report one by one.
const MOST_TOLD: usize = 50;

/// Prints the files that were left out, with the reason.
pub(crate) fn print_left_out(left_out: &[LeftOut]) {
    for LeftOut { path, why } in left_out.iter().take(MOST_TOLD) {
        print_message(&format!("left out {}: {}", shown(path), with_dashes(why)));
    }
    if left_out.len() > MOST_TOLD {
        print_message(&format!("left out {} more", left_out.len() - MOST_TOLD));
    }
}

/// Returns how many files were left out, to be added to a line.
pub(crate) fn summary(left_out: &[LeftOut]) -> String {
    if left_out.is_empty() { String::new() } else { format!("; left out {}", left_out.len()) }
}

pub(super) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    output::refuse_stdout(&arguments.output, "a package")?;
    let exclude = Patterns::new("--exclude", &arguments.exclude)?;
    let mut rules = PackRules::new(&arguments.output);
    rules.all = arguments.all;
    rules.keep_empty = arguments.keep_empty;
    let skip_reason = |name: &str, path: &Path, size: u64| {
        let excluded = exclude.matches(&Name::from(name)).then_some("excluded");
        excluded.or_else(|| rules.skip_reason(name, path, size))
    };
    let (mut items, mut left_out) = (Vec::new(), Vec::new());
    for folder in &arguments.folders {
        items.extend(folder::items(folder, skip_reason, &mut left_out)?);
    }
    exclude.print_unmatched(quiet);
    items.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(order) = &arguments.order {
        sort(&mut items, &std::fs::read_to_string(order).map_err(|error| named(order, &error))?);
    }
    let total = items.iter().map(|item| item.size).sum();
    let encoding = if arguments.store { Encoding::Upak } else { Encoding::Ulz4 };
    let mut builder = Builder::new(encoding).prefix(arguments.prefix.as_str()).level(Level::PACKAGE_TOOL);
    for item in &items {
        if let Err(error) = builder.add_file(item.name.as_str(), &item.path) {
            print_error(&format!("{}: {error}", shown(&item.path)));
            return Ok(Outcome::Failed);
        }
    }
    if !names_are_fine(&arguments.output, &builder.validate_names(|_| true), quiet) {
        return Ok(Outcome::Bad);
    }
    if arguments.dry_run {
        print_left_out(&left_out);
        print_message(&format!("{} files, {total} bytes{}", items.len(), summary(&left_out)));
        return output::dry_run(&arguments.output, None, arguments.force).map(|()| Outcome::Fine);
    }
    let progress = Meter::bytes(total, quiet);
    let written = builder.save_with_progress(&arguments.output, arguments.force, &mut |done, _| progress.set(done));
    drop(progress);
    let written = written.map_err(|error| named(&arguments.output, &error))?;
    if !quiet {
        let (entries, raw, stored) = (written.entries, written.raw, written.stored);
        print_left_out(&left_out);
        let left_out = summary(&left_out);
        print_message(&format!("{}: {entries} entries, {raw} bytes in {stored}{left_out}", shown(&arguments.output)));
    }
    Ok(Outcome::Fine)
}

/// Prints findings about names of new entries; with `quiet`, warnings are not printed. Returns `true` if no name leads
/// out of the folder.
pub(super) fn names_are_fine(package: &Path, findings: &Findings, quiet: bool) -> bool {
    for finding in findings {
        match finding.severity {
            Severity::Error => print_error(&format!("{}: {}: {}", shown(&package), finding.path, finding.message)),
            _ if quiet => {}
            _ => print_finding(&Input::new(package), finding),
        }
    }
    findings.worst() < Some(Severity::Error)
}

/// Moves the items that are named in `order` to the front, in this order.
fn sort(items: &mut [Item], order: &str) {
    let places: HashMap<&str, usize> = order.lines().enumerate().map(|(index, name)| (name, index)).collect();
    // A stable sort: the others keep their order after them.
    items.sort_by_key(|item| places.get(item.name.as_str()).copied().unwrap_or(usize::MAX));
}
