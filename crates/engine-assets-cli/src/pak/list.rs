//! The `pak list` command, which lists the entries of a package.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::Head;
use engine_assets::urho_pak::{EntryRef, Package, Summary};
use serde::Serialize;

use crate::inputs::{Input, Source};
use crate::report::{Outcome, package_head, print, print_json, print_message, shown};

#[derive(Args)]
pub(super) struct Arguments {
    /// Package to read (.pak), or a program with an appended package; - for standard input
    pub(super) pak: PathBuf,
    /// Also print the stored size of each entry, the ratio to the entry's size, and the offset
    #[arg(long, short, conflicts_with = "json")]
    long: bool,
    /// Print one JSON object for the package
    #[arg(long)]
    json: bool,
    /// With --json: also read the entries, and print their length, checksum and SHA-256
    #[arg(long, requires = "json")]
    hashes: bool,
}

/// The JSON that `pak list --json` prints.
#[derive(Serialize)]
struct Line<'p> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    summary: Summary<'p>,
}

pub(super) fn run(arguments: &Arguments, package: &Package<Source>, quiet: bool) -> io::Result<Outcome> {
    let path: &Path = &arguments.pak;
    let kind = package.encoding().as_str();
    if arguments.json {
        let head = package_head(&Input::new(path), package);
        print_json(&Line { head, summary: package.summary(arguments.hashes) })?;
        return Ok(Outcome::Fine);
    }
    if !quiet {
        // Apart from the entries, which scripts read.
        let more = if arguments.long { "      stored   ratio      offset" } else { "" };
        print_message(&format!("      size{more}  checksum  name"));
    }
    let mut lines = String::new();
    let mut measure = Measure { left: package.file_size().saturating_mul(MOST_HOPS) };
    for entry in package.entries() {
        let stored = if arguments.long { measure.columns(entry) } else { String::new() };
        lines += &format!("{:>10}{stored}  {:08x}  {}\n", entry.size(), entry.checksum(), entry.name());
    }
    print(&lines)?;
    if !quiet {
        let (count, size) = (package.len(), package.data_size());
        print_message(&format!("{}: {kind}, {count} entries, {size} bytes unpacked", shown(&path)));
    }
    Ok(Outcome::Fine)
}

/// The maximum number of times that the whole file may be searched. Entries may share their blocks, so each of them
/// could search all blocks.
const MOST_HOPS: u64 = 8;

/// Finds the ends of entries, until the allowed time is used up.
struct Measure {
    left: u64,
}

impl Measure {
    /// Returns the columns for `--long`. If the end of an entry is not known, they contain `?`.
    fn columns<S: engine_assets::binio::ReadAt>(&mut self, entry: EntryRef<'_, S>) -> String {
        let stored = if self.left == 0 { None } else { entry.stored_size().ok() };
        self.left = self.left.saturating_sub(stored.unwrap_or_else(|| entry.size()));
        let position = entry.position();
        match stored {
            Some(stored) => format!("  {stored:>10}  {:>6}  {position:>10}", ratio(stored, entry.size())),
            None => format!("  {:>10}  {:>6}  {position:>10}", "?", "?"),
        }
    }
}

/// Returns `stored` as a share of `size`.
fn ratio(stored: u64, size: u64) -> String {
    if size == 0 { "-".to_owned() } else { format!("{:.1}%", stored as f64 * 100.0 / size as f64) }
}
