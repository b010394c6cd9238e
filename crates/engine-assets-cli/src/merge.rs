//! The `merge` and `resolve` commands for scenes, materials and other data files. UDM documents are merged by the `udm`
//! module.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine_assets::merge::{self, Merged, Unresolved, Versions};
use engine_assets::udm::Document;
use engine_assets::{Detection, Error, Format};

use crate::inputs::Input;
use crate::output;
use crate::report::{Outcome, print_error, print_error_about, print_message, shown, shown_text};
use crate::udm::{MergeArguments, Opened, ResolveArguments};

/// Merges three versions of a file.
pub(crate) fn run(arguments: &MergeArguments, quiet: bool) -> io::Result<Outcome> {
    let MergeArguments { base, ours, theirs, to, .. } = arguments;
    let (opened, mine) = match Opened::read(Input::new(ours)) {
        Ok(read) => read,
        Err((input, error)) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    let name = arguments.path.as_deref().unwrap_or(ours);
    if is_udm(&mine, name) {
        drop((opened, mine));
        return crate::udm::merge(arguments, quiet);
    }
    let read = |path: &Path| Input::new(path).read().map_err(|error| output::named(path, &error));
    let (old, new) = (read(base)?, read(theirs)?);
    let versions = Versions { base: &old, ours: &mine, theirs: &new };
    match merge::merge(&versions, Some(name)) {
        Ok(merged) => {
            let beside = merged.text.as_deref().map(|text| Beside::new(arguments, text)).transpose()?;
            tell(name, &merged, quiet);
            if let Some(beside) = &beside {
                beside.write(to.dry_run)?;
            }
            to.write(&opened, &merged.bytes)?;
            if let Some(beside) = beside.filter(|_| !to.dry_run) {
                beside.advise();
            }
            Ok(if merged.conflicts.is_empty() { Outcome::Fine } else { Outcome::Bad })
        }
        // Git asks for files of any kind that a pattern matches.
        Err(Error::Unknown { .. } | Error::LookAlike(_) | Error::OtherContent { .. }) if is_driver(arguments) => {
            by_lines(arguments)
        }
        Err(error) => {
            print_error(&format!("{}: {error}", shown(name)));
            Ok(Outcome::of(&error))
        }
    }
}

/// Returns `true` if git is calling this command as a merge driver. In this case it passes the name of the file, but no
/// other file to write.
fn is_driver(arguments: &MergeArguments) -> bool {
    arguments.path.is_some() && arguments.to.output.is_none() && !arguments.to.dry_run
}

/// Returns `true` if a file is a UDM document, or a Pragma asset in UDM.
fn is_udm(bytes: &[u8], name: &Path) -> bool {
    match Format::detect(bytes, bytes.len() as u64, bytes, Some(name)) {
        Detection::Known(format) => format.is_udm(),
        _ => Document::is_binary(bytes),
    }
}

/// Prints conflicts and new ids.
fn tell(name: &Path, merged: &Merged, quiet: bool) {
    let name = shown(name);
    for conflict in &merged.conflicts {
        let path = shown_text(&conflict.path);
        print_error(&format!("{name}: conflict: {path}: ours {}, theirs {}", conflict.ours, conflict.theirs));
    }
    if !quiet {
        for one in &merged.renumbered {
            let (part, old, new) = (shown_text(&one.name), one.old, one.new);
            print_message(&format!(
                "{name}: {part}: id {old} of theirs is {new}, since ours has another part with id {old}"
            ));
        }
    }
}

/// The merged text of a binary file that has conflicts. It is written to a file next to the binary file.
struct Beside<'t> {
    path: PathBuf,
    /// The path of the binary file.
    binary: &'t Path,
    text: &'t [u8],
    replaces: bool,
}

impl<'t> Beside<'t> {
    /// Creates this if the text and the binary file can be written. Otherwise, it returns an error.
    fn new(arguments: &'t MergeArguments, text: &'t [u8]) -> io::Result<Self> {
        let MergeArguments { ours, path: name, to, .. } = arguments;
        let out = to.output.as_deref().filter(|out| !output::is_stdout(out));
        let binary = out.or(name.as_deref()).unwrap_or(ours);
        let mut path = binary.as_os_str().to_owned();
        path.push(".conflicts.xml");
        let path = PathBuf::from(path);
        if let Some(out) = out {
            output::check(out, to.force)?;
        }
        let replaces = to.force || is_driver(arguments) && is_leftover(&path);
        output::check(&path, replaces).map_err(|error| match out {
            Some(_) => error,
            None => {
                let advice = "there is one of an earlier merge; convert it or remove it, then merge again";
                io::Error::new(error.kind(), format!("{}: {advice}", shown(&path)))
            }
        })?;
        Ok(Self { path, binary, text, replaces })
    }

    fn write(&self, dry_run: bool) -> io::Result<()> {
        if dry_run {
            return output::dry_run(&self.path, Some(self.text.len()), self.replaces);
        }
        output::write(&self.path, self.text, self.replaces)
    }

    /// Prints how to resolve the conflicts.
    fn advise(&self) {
        let (text, binary) = (shown(&self.path), shown(self.binary));
        print_message(&format!(
            "{binary} has our values; `engine-assets resolve {text}`, then `engine-assets convert {text} -o {binary} --force`"
        ));
    }
}

/// Returns `true` if a file has conflicts from an earlier merge, so it can be overwritten. This is necessary because
/// git does not pass `--force`.
fn is_leftover(path: &Path) -> bool {
    // A link may lead to anything.
    let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
    is_file
        && std::fs::read(path).is_ok_and(|bytes| merge::unresolved(&bytes).is_ok_and(|conflicts| !conflicts.is_empty()))
}

/// Merges files line by line, as git does. This is used if the format is not known.
fn by_lines(arguments: &MergeArguments) -> io::Result<Outcome> {
    let MergeArguments { base, ours, theirs, marker_size, .. } = arguments;
    let mut git = Command::new("git");
    git.args(["merge-file", "-L", "ours", "-L", "base", "-L", "theirs"]).arg(format!("--marker-size={marker_size}"));
    let status = git.args([ours, base, theirs]).status()?;
    Ok(match status.code() {
        Some(0) => Outcome::Fine,
        Some(1..=127) => Outcome::Bad,
        _ => Outcome::Failed,
    })
}

/// Resolves the conflicts in a file.
pub(crate) fn resolve(arguments: &ResolveArguments) -> io::Result<Outcome> {
    let (input, bytes) = match Opened::read(Input::new(&arguments.file)) {
        Ok(read) => read,
        Err((input, error)) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Failed);
        }
    };
    // A text of UDM with markers is no document of any format.
    let conflicts = match merge::unresolved(&bytes) {
        Ok(conflicts) => conflicts,
        Err(_) => return crate::udm::resolve(arguments),
    };
    if let Some(wrong) = arguments.picked().find(|path| !conflicts.iter().any(|conflict| conflict.path == *path)) {
        let paths: Vec<String> =
            conflicts.iter().map(|conflict| format!("\"{}\"", shown_text(&conflict.path))).collect();
        let listed =
            if paths.is_empty() { "there are none".to_owned() } else { format!("there are {}", paths.join(", ")) };
        print_error_about(&input, &format!("no conflict at \"{}\"; {listed}", shown_text(wrong)));
        return Ok(Outcome::Bad);
    }
    let pick = |conflict: &Unresolved| arguments.side(&conflict.path);
    let resolved = match merge::resolve(&bytes, pick) {
        Ok(resolved) => resolved,
        Err(error) => {
            print_error_about(&input, &error);
            return Ok(Outcome::Bad);
        }
    };
    if resolved.bytes != bytes {
        arguments.to.write(&input, &resolved.bytes)?;
    }
    for Unresolved { path, line, ours, theirs, .. } in &resolved.left {
        let path = shown_text(path);
        print_error_about(&input, &format!("line {line}: unresolved conflict: {path}: ours {ours}, theirs {theirs}"));
    }
    Ok(if resolved.left.is_empty() { Outcome::Fine } else { Outcome::Bad })
}
