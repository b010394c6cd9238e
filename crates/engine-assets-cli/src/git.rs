//! The `git` command, which sets up git to compare and merge assets.

mod attributes;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use asset_unpack::FileVersion;
use clap::{Args, Subcommand};

use crate::examples;
use crate::inputs::Input;
use crate::output;
use crate::report::{Outcome, print, print_error_about, print_message, shown, shown_text};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: GitCommand,
}

#[derive(Subcommand)]
enum GitCommand {
    /// Set up git to compare and merge assets: writes the git configuration and attributes
    #[command(after_help = examples::GIT_INSTALL)]
    Install(Install),
    /// Print all values in a file, one per line, to be used as textconv by git
    #[command(after_help = examples::GIT_TEXT)]
    Text {
        /// The file
        file: PathBuf,
    },
}

#[derive(Args)]
struct Install {
    /// Set it up for all repositories of this user, not only for the repository in the current folder
    #[arg(long, conflicts_with = "local")]
    global: bool,
    /// Set it up for the repository in the current folder (the default). You must commit .gitattributes
    #[arg(long)]
    local: bool,
    /// Remove everything that `git install` has written
    #[arg(long)]
    undo: bool,
    /// Print what would be written, but don't write it
    #[arg(long)]
    dry_run: bool,
}

/// The name of the drivers in attributes and configuration.
const DRIVER: &str = "engine-assets";

pub(crate) fn run(arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    match &arguments.command {
        GitCommand::Install(install) => install.run(quiet),
        GitCommand::Text { file } => text(file),
    }
}

/// Prints all values in a file. If the format is not known, the bytes are printed.
fn text(file: &Path) -> io::Result<Outcome> {
    let input = Input::new(file);
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    match input.asset(&bytes) {
        Ok(asset) => {
            let values = engine_assets::paths::list(&asset);
            let lines = values.iter().map(|(path, value)| format!("{}: {}\n", shown_text(path), shown_text(value)));
            print(&lines.collect::<String>())?;
        }
        // Every version of a file has a text, whatever is wrong with it.
        Err(error) => print(&format!("{error}\n{} bytes\n", bytes.len()))?,
    }
    Ok(Outcome::Fine)
}

impl Install {
    fn run(&self, quiet: bool) -> io::Result<Outcome> {
        let attributes = self.attributes_file()?;
        let before = Before::read(&attributes)?;
        let old = before.as_ref().map_or(&[][..], |before| &before.bytes);
        let after = if self.undo { attributes::removed(old) } else { attributes::added(old) };
        let after = after.map_err(|unended| {
            let (line, end) = (unended.line, attributes::Unended::END);
            let problem = format!("line {line} begins the lines of `git install`, and none ends them; add \"{end}\" after the last of them");
            output::named(&attributes, &io::Error::new(io::ErrorKind::InvalidData, problem))
        })?;
        if self.dry_run {
            let verb = if self.undo { "remove" } else { "set" };
            for (key, value) in settings()? {
                print(&format!("would {verb} {key} = {value}\n"))?;
            }
            if after != old {
                print(&format!("would write {}\n{}", shown(&attributes), String::from_utf8_lossy(&after)))?;
            }
            return Ok(Outcome::Fine);
        }
        if self.undo {
            self.unset()?;
        } else {
            self.set()?;
        }
        write(&attributes, before.as_ref(), &after)?;
        if !quiet {
            let done = if self.undo { "no longer compares" } else { "compares" };
            print_message(&format!("git {done} and merges assets by meaning; attributes: {}", shown(&attributes)));
        }
        Ok(Outcome::Fine)
    }

    fn scope(&self) -> &'static str {
        if self.global { "--global" } else { "--local" }
    }

    fn set(&self) -> io::Result<()> {
        for (key, value) in settings()? {
            git(["config", self.scope(), &key, &value])?;
        }
        Ok(())
    }

    fn unset(&self) -> io::Result<()> {
        for section in ["diff", "merge"].map(|section| format!("{section}.{DRIVER}")) {
            // Without the section there is nothing to remove.
            let pattern = format!("^{section}\\.");
            if succeeds(["config", self.scope(), "--get-regexp", &pattern])? {
                git(["config", self.scope(), "--remove-section", &section])?;
            }
        }
        Ok(())
    }

    /// Returns the attributes file to change: that of the repository or that of the user.
    fn attributes_file(&self) -> io::Result<PathBuf> {
        if !self.global {
            return Ok(Path::new(&git(["rev-parse", "--show-toplevel"])?).join(".gitattributes"));
        }
        if succeeds(["config", "--global", "--get", "core.attributesFile"])? {
            return git(["config", "--global", "--type=path", "--get", "core.attributesFile"]).map(PathBuf::from);
        }
        let folder = std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let home = || {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?;
            Some(PathBuf::from(home).join(".config"))
        };
        let folder = folder.or_else(home).ok_or_else(|| failure("no home folder; set HOME"))?;
        Ok(folder.join("git").join("attributes"))
    }
}

/// Returns the git configuration for the drivers.
fn settings() -> io::Result<[(String, String); 4]> {
    let program = program()?;
    let key = |section: &str, name: &str| format!("{section}.{DRIVER}.{name}");
    Ok([
        (key("diff", "command"), format!("{program} diff")),
        (key("diff", "textconv"), format!("{program} git text")),
        (key("merge", "name"), "scenes, materials and other assets by meaning".to_owned()),
        (key("merge", "driver"), format!("{program} merge --path=%P --marker-size=%L -- %O %A %B")),
    ])
}

/// Returns the command for a shell to start this program. If the name can be found in the path, this is the name,
/// otherwise the full path.
fn program() -> io::Result<String> {
    let this = std::env::current_exe()?;
    let this = this.canonicalize().unwrap_or(this);
    let name = this.file_name().unwrap_or(OsStr::new("engine-assets"));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let program = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    let is_this = program.and_then(|program| program.canonicalize().ok()).is_some_and(|program| program == this);
    if is_this && this.file_stem().is_some_and(|stem| stem == "engine-assets") {
        return Ok("engine-assets".to_owned());
    }
    let path = this.to_str().ok_or_else(|| failure("the path of this program isn't UTF-8; add its folder to PATH"))?;
    // Git runs commands with a shell, on Windows too.
    Ok(format!("'{}'", path.replace('\\', "/").trim_start_matches("//?/").replace('\'', "'\\''")))
}

/// Runs git and returns the first line of output.
fn git<const N: usize>(arguments: [&str; N]) -> io::Result<String> {
    let output = Command::new("git").args(arguments).output().map_err(no_git)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(failure(&format!("git {}: {message}", arguments.join(" "))));
    }
    let text = String::from_utf8(output.stdout).map_err(|_| failure("the output of git isn't UTF-8"))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn succeeds<const N: usize>(arguments: [&str; N]) -> io::Result<bool> {
    Ok(Command::new("git").args(arguments).output().map_err(no_git)?.status.success())
}

fn no_git(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("git can't be started: {error}; install it, or add its folder to PATH"))
}

fn failure(message: &str) -> io::Error {
    io::Error::other(message.to_owned())
}

/// An attributes file before it is changed.
struct Before {
    bytes: Vec<u8>,
    version: FileVersion,
}

impl Before {
    /// Reads a file, following links, or returns `None` if it does not exist.
    fn read(path: &Path) -> io::Result<Option<Self>> {
        let version = match FileVersion::of(path) {
            Ok(version) => version,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(output::named(path, &error)),
        };
        let bytes = std::fs::read(path).map_err(|error| output::named(path, &error))?;
        Ok(Some(Self { bytes, version }))
    }
}

/// Writes the attributes. If the file would be empty, it is removed, unless it is a link.
fn write(path: &Path, before: Option<&Before>, after: &[u8]) -> io::Result<()> {
    match before {
        Some(before) if before.bytes == after => Ok(()),
        None if after.is_empty() => Ok(()),
        Some(_) if after.is_empty() && !path.is_symlink() => {
            std::fs::remove_file(path).map_err(|error| output::named(path, &error))
        }
        Some(before) => output::replace(path, &before.version, after),
        None => {
            std::fs::create_dir_all(output::parent(path))?;
            output::write(path, after, false)
        }
    }
}
