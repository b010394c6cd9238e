//! The `pak` command, which works on packages.

mod change;
mod list;
pub(crate) mod pack;

use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use asset_unpack::UnpackOptions;
use clap::{Args, Subcommand};
use engine_assets::binio::Name;
use engine_assets::urho_pak::{self, EntryRef, Package};

use crate::examples;
use crate::explain::{print_located, print_other_kind};
use crate::inputs::{Input, Source, open_source};
use crate::output::named;
use crate::patterns::Patterns;
use crate::report::{Meter, Outcome, print, print_error, print_message, shown};
use crate::unpack::UnpackArguments;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the name, size and checksum of every entry
    #[command(after_help = examples::PAK_LIST)]
    List(list::Arguments),
    /// Unpack the entries to a folder; unsafe names are refused
    #[command(after_help = examples::PAK_UNPACK)]
    Unpack {
        /// Package to read (.pak), or a program with an appended package; - for standard input
        pak: PathBuf,
        #[command(flatten)]
        arguments: UnpackArguments,
    },
    /// Pack the files of folders into a package
    #[command(after_help = examples::PAK_PACK)]
    Pack(pack::Arguments),
    /// Add files to an existing package
    #[command(after_help = examples::PAK_ADD)]
    Add(change::Add),
    /// Remove entries from a package
    #[command(after_help = examples::PAK_RM)]
    Rm(change::Remove),
    /// Rename an entry
    #[command(after_help = examples::PAK_RENAME)]
    Rename(change::Rename),
    /// Read all entries and compare the checksums
    #[command(after_help = examples::PAK_VERIFY)]
    Verify {
        /// Package to read (.pak), or a program with an appended package; - for standard input
        pak: PathBuf,
    },
    /// Print one entry
    #[command(after_help = examples::PAK_CAT)]
    Cat {
        /// Package to read (.pak), or a program with an appended package; - for standard input
        pak: PathBuf,
        /// Name of the entry; case is ignored if no name matches exactly
        name: String,
    },
}

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    match &arguments.command {
        Command::Pack(arguments) => pack::run(arguments, quiet),
        Command::Add(arguments) => change::add(arguments, quiet),
        Command::Rm(arguments) => change::remove(arguments, quiet),
        Command::Rename(arguments) => change::rename(arguments, quiet),
        Command::List(arguments) => with(&arguments.pak, |package| list::run(arguments, &package, quiet)),
        Command::Unpack { pak, arguments } => {
            let only = arguments.only()?;
            with(pak, |package| unpack(pak, &package, &arguments.output, &only, arguments.options(), quiet))
        }
        Command::Verify { pak } => with(pak, |package| verify(pak, &package, quiet)),
        Command::Cat { pak, name } => with(pak, |package| cat(pak, &package, name)),
    }
}

/// Opens a package to be read in place, and calls `work`. Opening it does not read the data.
fn with(path: &Path, work: impl FnOnce(Package<Source>) -> io::Result<Outcome>) -> io::Result<Outcome> {
    match Package::open(open_source(path).map_err(|error| named(path, &error))?) {
        Ok(package) => work(package),
        Err(error) => Ok(refuse(path, &error)),
    }
}

fn refuse(path: &Path, error: &urho_pak::Error) -> Outcome {
    if !error.kind().is_io() && print_other_kind(&Input::new(path), "a package of Urho3D or rbfx (.pak)") {
        return Outcome::Bad;
    }
    print_located(&Input::new(path), error, error.path(), error.offset());
    if error.kind().is_io() { Outcome::Failed } else { Outcome::Bad }
}

fn unpack(
    path: &Path,
    package: &Package<Source>,
    folder: &Path,
    only: &Patterns<'_>,
    options: UnpackOptions,
    quiet: bool,
) -> io::Result<Outcome> {
    let dry_run = options.is_dry_run();
    let Some(count) = only.count(package.entries().map(|entry| entry.name())) else { return Ok(Outcome::Bad) };
    if !quiet && !only.is_empty() {
        print_message(&format!("{}: --only matches {count} of {} entries", shown(&path), package.len()));
    }
    let chosen = |entry: EntryRef<'_, Source>| only.takes(&entry.name());
    let sizes = package.entries().filter(|entry| chosen(*entry)).map(|entry| entry.size());
    let progress = Meter::bytes(sizes.fold(0, u64::saturating_add), quiet);
    let limits = package.extract_limits();
    let unpacked = package.extract_some(folder, options.limits(limits), chosen, |more| progress.add(more))?;
    drop(progress);
    unpacked
        .refused
        .iter()
        .chain(&unpacked.warnings)
        .for_each(|finding| print_message(&format!("{}: {finding}", shown(&path))));
    if !quiet {
        let (would, written) = (if dry_run { "would write" } else { "wrote" }, unpacked.written);
        print_message(&format!(
            "{would} {written} files, {} bytes; refused {}",
            unpacked.bytes,
            unpacked.refused.len()
        ));
    }
    Ok(if unpacked.refused.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

fn verify(path: &Path, package: &Package<Source>, quiet: bool) -> io::Result<Outcome> {
    let progress = Meter::bytes(package.data_size(), quiet);
    let findings = match package.verify_parallel(|bytes| progress.add(bytes)) {
        Ok(findings) => findings,
        Err(error) => return Ok(refuse(path, &error)),
    };
    drop(progress);
    findings.iter().for_each(|finding| print_message(&format!("{}: {finding}", shown(&path))));
    let bad = findings.worst() >= Some(engine_assets::binio::Severity::Error);
    print(&format!("{} {} ({} entries)\n", if bad { "bad " } else { "ok  " }, shown(&path), package.len()))?;
    Ok(if bad { Outcome::Bad } else { Outcome::Fine })
}

fn cat(path: &Path, package: &Package<Source>, name: &str) -> io::Result<Outcome> {
    let Some(entry) = package.get(name).or_else(|| package.get_ignore_case(name)) else {
        print_error(&format!("{}: no entry named \"{}\"", shown(&path), Name::from(name)));
        return Ok(Outcome::Bad);
    };
    match copy(entry) {
        Ok(()) => Ok(Outcome::Fine),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            print_error(&format!("{}: {error}", shown(&path)));
            Ok(Outcome::Bad)
        }
        Err(error) => Err(error),
    }
}

fn copy(entry: EntryRef<'_, Source>) -> io::Result<()> {
    let mut reader = entry.reader();
    let mut out = io::stdout().lock();
    loop {
        let piece = reader.fill_buf()?;
        if piece.is_empty() {
            return out.flush();
        }
        out.write_all(piece)?;
        let length = piece.len();
        reader.consume(length);
    }
}
