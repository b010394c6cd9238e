//! The `pak add`, `pak rm` and `pak rename` commands, which change a package in place. Entries that don't change are
//! copied without decompressing them.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use asset_unpack::{FileVersion, SafePath};
use clap::Args;
use engine_assets::binio::Name;
use engine_assets::urho_pak::{Builder, Content, Level, Package};

use super::{pack, refuse};
use crate::inputs::glob;
use crate::output::named;
use crate::patterns::Patterns;
use crate::report::{Meter, Outcome, print_error, print_message, shown};

/// The maximum number of entries to report one by one.
const MOST_TOLD: usize = 50;

#[derive(Args)]
pub(super) struct Add {
    /// The package
    pak: PathBuf,
    /// Files to add. The given path, relative to --below, becomes the entry name
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of the entry, if only one file is added
    #[arg(long, value_name = "NAME", conflicts_with = "below")]
    name: Option<String>,
    /// Folder that entry names are relative to
    #[arg(long, value_name = "DIR")]
    below: Option<PathBuf>,
    /// Overwrite existing entries
    #[arg(long)]
    force: bool,
    /// Print the changes, but don't write them
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(super) struct Remove {
    /// The package
    pak: PathBuf,
    /// Entries to remove; a pattern without a slash matches file names in all folders
    #[arg(required = true, value_name = "GLOB", value_parser = glob)]
    entries: Vec<String>,
    /// Print the changes, but don't write them
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(super) struct Rename {
    /// The package
    pak: PathBuf,
    /// Current name of the entry
    from: String,
    /// New name of the entry
    to: String,
    /// Print the changes, but don't write them
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn add(arguments: &Add, quiet: bool) -> io::Result<Outcome> {
    if arguments.name.is_some() && arguments.files.len() > 1 {
        print_error(&"expected one file for --name, found several");
        return Ok(Outcome::Failed);
    }
    let mut files = Vec::with_capacity(arguments.files.len());
    for path in &arguments.files {
        let name = arguments.name.clone().map_or_else(|| name_of(path, arguments.below.as_deref()), Ok)?;
        if path.is_dir() {
            let message = "a folder; `pak pack` packs folders";
            return Err(named(path, &io::Error::new(io::ErrorKind::IsADirectory, message)));
        }
        let content = Content::file(path).map_err(|error| named(path, &error))?;
        files.push((name, content));
    }
    let target = Target { path: &arguments.pak, dry_run: arguments.dry_run, quiet };
    change(target, |builder| {
        let mut new = HashSet::new();
        for (name, content) in files {
            let replaces = arguments.force && builder.contains(&name);
            if !replaces {
                check_new(&name)?;
                new.insert(name.clone().into_bytes());
            }
            target.tell(if replaces { "replace" } else { "add" }, &Name::from(name.as_str()));
            let put = if replaces { builder.replace(&name, content) } else { builder.add(name.into_bytes(), content) };
            put.map_err(|error| error.to_string())?;
        }
        Ok(new)
    })
}

pub(super) fn remove(arguments: &Remove, quiet: bool) -> io::Result<Outcome> {
    let patterns = Patterns::new("rm", &arguments.entries)?;
    let target = Target { path: &arguments.pak, dry_run: arguments.dry_run, quiet };
    change(target, |builder| {
        let all = builder.names().count();
        let names = builder.names().filter(|name| patterns.matches(name));
        let names: Vec<Vec<u8>> = names.map(|name| name.as_bytes().to_vec()).collect();
        if let Some(text) = patterns.unmatched().next() {
            return Err(format!("there is no entry \"{}\"", Name::from(text)));
        }
        for name in names.iter().take(MOST_TOLD) {
            target.tell("remove", &Name::from(name.as_slice()));
        }
        target.tell_count(names.len(), all);
        for name in names {
            builder.remove(&name);
        }
        Ok(HashSet::new())
    })
}

pub(super) fn rename(arguments: &Rename, quiet: bool) -> io::Result<Outcome> {
    let Rename { pak, from, to, dry_run } = arguments;
    let target = Target { path: pak, dry_run: *dry_run, quiet };
    change(target, |builder| {
        check_new(to)?;
        builder.rename(from, to.as_bytes().to_vec()).map_err(|error| error.to_string())?;
        target.tell("rename", &format!("{} to {}", Name::from(from.as_str()), Name::from(to.as_str())));
        Ok(HashSet::from([to.clone().into_bytes()]))
    })
}

/// Returns an error if `pak unpack` would refuse this name.
fn check_new(name: &str) -> Result<(), String> {
    SafePath::new(name.as_bytes()).map(drop).map_err(|fault| format!("entry \"{}\": {fault}", Name::from(name)))
}

/// The package to change.
#[derive(Clone, Copy)]
struct Target<'a> {
    path: &'a Path,
    dry_run: bool,
    quiet: bool,
}

impl Target<'_> {
    /// Prints a change.
    fn tell(&self, verb: &str, name: &dyn std::fmt::Display) {
        if !self.quiet {
            print_message(&format!("{}{verb} {name}", if self.dry_run { "would " } else { "" }));
        }
    }

    /// Prints how many entries will be removed.
    fn tell_count(&self, count: usize, all: usize) {
        if !self.quiet {
            let would = if self.dry_run { "would remove" } else { "removes" };
            print_message(&format!("{}: {would} {count} of {all} entries", shown(&self.path)));
        }
    }
}

/// Opens a package, calls `work` to change it, and writes it in place. `work` must return the names of new entries.
fn change(
    target: Target<'_>,
    work: impl FnOnce(&mut Builder<'_>) -> Result<HashSet<Vec<u8>>, String>,
) -> io::Result<Outcome> {
    let Target { path, dry_run, quiet } = target;
    // Before the package is opened: a change in between is noticed.
    let version = FileVersion::of(path);
    let package: Package<File> = match Package::open_path(path) {
        Ok(package) => package,
        Err(error) => return Ok(refuse(path, &error)),
    };
    if package.start() > 0 {
        print_error(&format!(
            "{}: the package starts after {} bytes of other data; such files can't be changed",
            shown(&path),
            package.start()
        ));
        return Ok(Outcome::Bad);
    }
    let mut builder = package.edit().level(Level::PACKAGE_TOOL);
    let new = match work(&mut builder) {
        Ok(new) => new,
        Err(error) => {
            print_error(&format!("{}: {error}", shown(&path)));
            return Ok(Outcome::Bad);
        }
    };
    if !pack::names_are_fine(path, &builder.validate_names(|name| new.contains(name.as_bytes())), quiet) {
        return Ok(Outcome::Bad);
    }
    if dry_run {
        return Ok(Outcome::Fine);
    }
    let progress = Meter::bytes(package.data_size(), quiet);
    let written = version.and_then(|version| builder.save_in_place(&version, &mut |done, _| progress.set(done)));
    drop(progress);
    let written = written.map_err(|error| named(path, &error))?;
    if !quiet {
        print_message(&format!(
            "{}: {} entries, {} bytes in {}",
            shown(&path),
            written.entries,
            written.raw,
            written.stored
        ));
    }
    Ok(Outcome::Fine)
}

/// Returns the entry name for a file.
fn name_of(path: &Path, below: Option<&Path>) -> io::Result<String> {
    let invalid = |why: &str| named(path, &io::Error::new(io::ErrorKind::InvalidInput, why));
    let relative = match below {
        Some(below) => path.strip_prefix(below).map_err(|_| invalid("the file isn't in the folder of --below"))?,
        None => path,
    };
    let mut parts = Vec::new();
    for part in relative.components() {
        match part {
            std::path::Component::Normal(part) => {
                parts.push(part.to_str().ok_or_else(|| invalid("the name is not UTF-8"))?);
            }
            std::path::Component::CurDir => {}
            _ => {
                return Err(invalid(
                    "expected a path below this folder; --below and --name say how the entry is called",
                ));
            }
        }
    }
    Ok(parts.join("/"))
}
